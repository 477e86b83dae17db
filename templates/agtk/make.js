(function () {
  /* MAZECONV_ABOUT */

  /* Makes a maze in the running game and writes it to the rows. It reads MazeSizeX and MazeSizeY, both odd, and
     MazeSeed: 0, or no such variable, is a new maze each time; any other whole number is always the same maze, that
     of "mazeconv generate --generator dig --seed" with that number.
     It sets MazeSize, MazeNow, RoadType and the rows, and if the object has them MazeSeedUsed, MazeReady,
     StartX, StartY, GoalX and GoalY. MazeReady is 1 when the maze is complete, and below 0 while it is being made. */
  var make = MAZECONV_DATA;
  var generator = MAZECONV_GENERATOR;
  var behavior = Agtk.constants.actionCommands.commandBehavior;
  var complete = true;
  var made;

  function log(text) {
    Agtk.log("mazeconv: " + text);
  }

  function find(name) {
    var id = maker.variables.getIdByName(name);
    return id < 0 ? null : maker.variables.get(id);
  }

  function need(name, initial) {
    var variable = find(name);
    if (!variable) {
      log(make.object + " has no variable " + name + ": add it" +
        (initial === undefined ? "" : ", with the initial value " + initial));
      complete = false;
    }
    return variable;
  }

  function set(name, value) {
    var variable = find(name);
    if (variable) {
      variable.setValue(value);
    }
  }

  /* The number in a variable, whole; 0 if it is missing. */
  function whole(variable) {
    return Math.floor(variable ? variable.getValue() : 0) || 0;
  }

  function side(name, most) {
    var variable = need(name);
    var value = variable ? variable.getValue() : 0;
    if (variable && !(value >= 3 && value <= most && value % 2 === 1)) {
      log(name + " of " + make.object + " is " + value + ": set it to an odd number from 3 to " + most);
      complete = false;
    }
    return value;
  }

  function rowName(row) {
    var digits = String(row + 1);
    while (digits.length < make.rowDigits) {
      digits = "0" + digits;
    }
    return make.rowBefore + digits + make.rowAfter;
  }

  /* Writes the rows from `first` up to `end`; the leftmost tile is the highest binary digit. */
  function writeRows(maze, first, end) {
    for (var row = first; row < end; row += 1) {
      var value = 0;
      for (var column = 0; column < maze.width; column += 1) {
        value = 2 * value + maze.wall[row * maze.width + column];
      }
      var variable = find(rowName(row));
      if (variable) {
        variable.setValue(value);
      } else {
        log(make.object + " has no variable " + rowName(row) + ": add it, with the initial value 0");
      }
    }
  }

  /* What is being made on each object, kept from run to run where the engine lets us keep it. */
  function kept() {
    var store = Agtk.mazeconvMaking || {};
    Agtk.mazeconvMaking = store;
    return Agtk.mazeconvMaking === store ? store : null;
  }

  function begin() {
    var seed = whole(find("MazeSeed"));
    if (seed === 0) {
      seed = Math.floor((Math.random() * 999999999 + new Date().getTime()) % 999999999) + 1;
    }
    set("MazeSeedUsed", seed);
    need("MazeSize").setValue(width * height);
    need("MazeNow").setValue(0);
    need("RoadType").setValue(-2);
    set("StartX", 1);
    set("StartY", 1);
    set("GoalX", width - 2);
    set("GoalY", height - 2);
    return { asked: asked, maze: generator.begin(seed, width, height), dug: false, row: 0, runs: 0 };
  }

  var makerId = Agtk.objectInstances.getIdByName(-1, make.object);
  var maker = makerId < 0 ? null : Agtk.objectInstances.get(makerId);
  if (!maker) {
    log("no object " + make.object + " in this scene: place an object of exactly this name");
    return behavior.CommandBehaviorNext;
  }
  var width = side("MazeSizeX", make.widest);
  var height = side("MazeSizeY", make.highest);
  need("MazeSize", 0);
  need("MazeNow", 0);
  need("RoadType", -2);
  var ready = make.cells > 0 ? need("MazeReady", 0) : find("MazeReady");
  if (!complete) {
    return behavior.CommandBehaviorNext;
  }

  var asked = [width, height, whole(find("MazeSeed"))].join();
  var store = make.cells > 0 ? kept() : null;
  if (!store) {
    made = begin();
    made.maze.step(Infinity);
    writeRows(made.maze, 0, height);
    if (ready) {
      ready.setValue(1);
    }
    return behavior.CommandBehaviorNext;
  }

  made = store[makerId];
  /* An object that was placed anew, or came from a saved game, does not know of the runs so far. */
  if (!made || made.asked !== asked || ready.getValue() !== -made.runs) {
    made = begin();
    store[makerId] = made;
  }
  made.runs += 1;
  if (!made.dug) {
    made.dug = made.maze.step(make.cells);
  } else {
    var end = Math.min(height, made.row + Math.max(1, Math.floor(make.cells / made.maze.columns)));
    writeRows(made.maze, made.row, end);
    made.row = end;
  }
  if (made.row < height) {
    ready.setValue(-made.runs);
    return behavior.CommandBehaviorBlock;
  }
  delete store[makerId];
  ready.setValue(1);
  return behavior.CommandBehaviorNext;
}())
