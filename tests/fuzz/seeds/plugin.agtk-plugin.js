(function () {
  var data = {"mazes": [
 {"rows": ["###", "#.#", "###"], "places": {"start": [[1, 1]]}}
  ]};
}())
