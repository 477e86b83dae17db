(function () {
  /* The maze of Maze: 15 x 13 tiles.
     Remove the script that generates a maze: it would overwrite the rows.
     mazeconv: dig@1, 15x13, seed 7 */

  /* Paste all of this into "Execute Script" and run it once, before the digging starts. */
  var maze = {
    "object": "Maze",
    "variables": {
      "TileSize": 24,
      "MazeNow": 0,
      "MazeSize": 195,
      "MazeSizeX": 15,
      "MazeSizeY": 13,
      "OffsetX": 5,
      "OffsetY": 1,
      "RoadType": -2,
      "Row001": 32767,
      "Row002": 16385,
      "Row003": 23935,
      "Row004": 20757,
      "Row005": 32725,
      "Row006": 16389,
      "Row007": 32725,
      "Row008": 16401,
      "Row009": 23933,
      "Row010": 20741,
      "Row011": 32247,
      "Row012": 16401,
      "Row013": 32767
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
