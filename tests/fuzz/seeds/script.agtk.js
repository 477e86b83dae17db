(function () {
  /* The maze of MazeMaker: 7 x 5 tiles.
     Remove the script that generates a maze: it would overwrite the rows.
     mazeconv: test@1, 7x5, seed \u8ff7\u8def-7 */

  /* Paste all of this into "Execute Script" and run it once, before the digging starts. */
  var maze = {
    "object": "MazeMaker",
    "variables": {
      "TileSize": 24,
      "MazeNow": 0,
      "MazeSize": 35,
      "MazeSizeX": 7,
      "MazeSizeY": 5,
      "OffsetX": 5,
      "OffsetY": 1,
      "RoadType": -2,
      "\u5909\u6570001": 127,
      "\u5909\u6570002": 65,
      "\u5909\u6570003": 125,
      "\u5909\u6570004": 65,
      "\u5909\u6570005": 127
    },
    "optional": {
      "StartX": 1,
      "StartY": 1,
      "GoalX": 5,
      "GoalY": 3
    }
  };

  function log(text) {
    Agtk.log("mazeconv: " + text);
  }

  /* Sets one variable of the instance; gives false if there is none of that name. */
  function set(instance, name, value) {
    var id = instance.variables.getIdByName(name);
    if (id < 0) {
      return false;
    }
    instance.variables.get(id).setValue(value);
    return true;
  }

  var id = Agtk.objectInstances.getIdByName(-1, maze.object);
  var maker = id < 0 ? null : Agtk.objectInstances.get(id);
  if (!maker) {
    log("no object " + maze.object + " in this scene: place an object of exactly this name");
    return;
  }

  Object.keys(maze.variables).forEach(function (name) {
    var value = maze.variables[name];
    if (!set(maker, name, value)) {
      log(maze.object + " has no variable " + name + ": add it, with the initial value " + value);
    }
  });

  /* These are for your own scripts; leave them out if you do not need them. */
  Object.keys(maze.optional).forEach(function (name) {
    set(maker, name, maze.optional[name]);
  });
}())
