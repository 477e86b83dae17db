(function () {
  /* Digs the maze of MazeMaker, one tile a run. */

  /* Each run handles one tile, number MazeNow of the object that runs it (0 is the top left, then along the rows).
     On a road the object moves there and its RoadType says where the walls are: 8 up + 4 left + 2 right + 1 down.
     On a wall it stays and its RoadType is -1. Then its MazeNow goes up by 1; stop when MazeNow > MazeSize. */
  var dig = {
    "object": "MazeMaker",
    "rowBefore": "\u5909\u6570",
    "rowDigits": 3,
    "rowAfter": "",
    "skipWalls": false,
    "repeat": false
  };
  var behavior = Agtk.constants.actionCommands.commandBehavior;
  var complete = true;

  function log(text) {
    Agtk.log("mazeconv: " + text);
  }

  /* Finds a variable; one that is missing is logged by name. */
  function find(instance, owner, name) {
    var id = instance.variables.getIdByName(name);
    if (id < 0) {
      log(owner + " has no variable " + name + ": add it");
      complete = false;
      return null;
    }
    return instance.variables.get(id);
  }

  function setting(name) {
    var variable = find(maker, dig.object, name);
    return variable ? variable.getValue() : 0;
  }

  var makerId = Agtk.objectInstances.getIdByName(-1, dig.object);
  var maker = makerId < 0 ? null : Agtk.objectInstances.get(makerId);
  var runner = Agtk.objectInstances.get(instanceId);
  if (!maker) {
    log("no object " + dig.object + " in this scene: place an object of exactly this name");
    return behavior.CommandBehaviorNext;
  }
  if (!runner) {
    log("the script runs on no object: put it into an action of the object that digs");
    return behavior.CommandBehaviorNext;
  }

  var tileSize = setting("TileSize");
  var columns = setting("MazeSizeX");
  var rows = setting("MazeSizeY");
  var offsetX = setting("OffsetX");
  var offsetY = setting("OffsetY");
  var mazeNow = find(runner, "the object that digs", "MazeNow");
  var roadType = find(runner, "the object that digs", "RoadType");
  if (!complete) {
    return behavior.CommandBehaviorNext;
  }

  /* The number that holds a row; a missing row counts as wall, so that the digging still comes to its end. */
  var known = {};
  function rowValue(row) {
    if (known[row] === undefined) {
      var digits = String(row + 1);
      while (digits.length < dig.rowDigits) {
        digits = "0" + digits;
      }
      var variable = find(maker, dig.object, dig.rowBefore + digits + dig.rowAfter);
      known[row] = variable ? variable.getValue() : Math.pow(2, columns) - 1;
    }
    return known[row];
  }

  /* 1 for a wall, 0 for a road. The leftmost tile is the highest binary digit; all around the maze is wall. */
  function wall(column, row) {
    if (!(column >= 0 && column < columns && row >= 0 && row < rows)) {
      return 1;
    }
    return Math.floor(rowValue(row) / Math.pow(2, columns - 1 - column)) % 2;
  }

  function wallAt(tile) {
    return wall(tile % columns, Math.floor(tile / columns));
  }

  var tile = Math.floor(mazeNow.getValue());
  if (dig.skipWalls) {
    tile = Math.max(tile, 0);
    while (tile < columns * rows && wallAt(tile)) {
      tile += 1;
    }
  }

  if (wallAt(tile)) {
    roadType.setValue(-1);
  } else {
    var column = tile % columns;
    var row = Math.floor(tile / columns);
    runner.variables.get(runner.variables.XId).setValue((column + offsetX) * tileSize + tileSize / 2);
    runner.variables.get(runner.variables.YId).setValue((row + offsetY) * tileSize + tileSize / 2);
    roadType.setValue(8 * wall(column, row - 1) + 4 * wall(column - 1, row) +
      2 * wall(column + 1, row) + wall(column, row + 1));
  }
  mazeNow.setValue(tile + 1);
  /* A command that blocks is run again in the next frame. */
  return dig.repeat && tile < columns * rows ? behavior.CommandBehaviorBlock : behavior.CommandBehaviorNext;
}())
