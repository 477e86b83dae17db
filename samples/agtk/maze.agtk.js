(function () {
  /* The maze of MazeMaker: 15 x 13 tiles.
     Remove the script that generates a maze: it would overwrite the rows.
     mazeconv: dig@1, 15x13, seed 7 */

  /* Paste all of this into "Execute Script" and run it once, before the digging starts. */
  var maze = {
    "object": "MazeMaker",
    "variables": {
      "TileSize": 24,
      "MazeNow": 0,
      "MazeSize": 195,
      "MazeSizeX": 15,
      "MazeSizeY": 13,
      "OffsetX": 5,
      "OffsetY": 1,
      "RoadType": -2,
      "\u5909\u6570001": 32767,
      "\u5909\u6570002": 16385,
      "\u5909\u6570003": 23935,
      "\u5909\u6570004": 20757,
      "\u5909\u6570005": 32725,
      "\u5909\u6570006": 16389,
      "\u5909\u6570007": 32725,
      "\u5909\u6570008": 16401,
      "\u5909\u6570009": 23933,
      "\u5909\u6570010": 20741,
      "\u5909\u6570011": 32247,
      "\u5909\u6570012": 16401,
      "\u5909\u6570013": 32767
    },
    "optional": {
      "StartX": 1,
      "StartY": 1,
      "GoalX": 13,
      "GoalY": 11
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
