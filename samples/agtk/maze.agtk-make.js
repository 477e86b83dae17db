(function () {
  /* Makes a maze for MazeMaker while the game runs.
     Remove any other script that generates a maze: it would overwrite the rows. */

  /* Makes a maze in the running game and writes it to the rows. It reads MazeSizeX and MazeSizeY, both odd, and
     MazeSeed: 0, or no such variable, is a new maze each time; any other whole number is always the same maze, that
     of "mazeconv generate --generator dig --seed" with that number.
     It sets MazeSize, MazeNow, RoadType and the rows, and if the object has them MazeSeedUsed, MazeReady,
     StartX, StartY, GoalX and GoalY. MazeReady is 1 when the maze is complete, and below 0 while it is being made. */
  var make = {
    "object": "MazeMaker",
    "rowBefore": "\u5909\u6570",
    "rowDigits": 3,
    "rowAfter": "",
    "widest": 49,
    "highest": 999,
    "cells": 0
  };
  var generator = (function () {
    /* The generator "dig" of mazeconv in ES5: the same seed and size make the same tiles.
       begin(seed, width, height) gives a maze that is all wall; its step(cells) digs on and says whether all is done. */
    var tag = [1922549058, 974797084];
    var high = 0;
    var low = 0;

    /* A 64-bit number is two unsigned halves, high and low. Products go by 16 bits, so that doubles hold them exactly. */
    function multiply(byHigh, byLow) {
      var a0 = low & 65535;
      var a1 = low >>> 16;
      var a2 = high & 65535;
      var a3 = high >>> 16;
      var b0 = byLow & 65535;
      var b1 = byLow >>> 16;
      var b2 = byHigh & 65535;
      var b3 = byHigh >>> 16;
      var first = a0 * b0;
      var second = a1 * b0 + a0 * b1 + Math.floor(first / 65536);
      var third = a2 * b0 + a1 * b1 + a0 * b2 + Math.floor(second / 65536);
      var fourth = a3 * b0 + a2 * b1 + a1 * b2 + a0 * b3;
      low = ((second & 65535) << 16 | (first & 65535)) >>> 0;
      high = (third + (fourth & 65535) * 65536) >>> 0;
    }

    function shiftAndXor(bits) {
      low = (low ^ (low >>> bits | high << (32 - bits))) >>> 0;
      high = (high ^ high >>> bits) >>> 0;
    }

    /* The finaliser of SplitMix64. */
    function mix() {
      shiftAndXor(30);
      multiply(3210233709, 484763065);
      shiftAndXor(27);
      multiply(2496678331, 321982955);
      shiftAndXor(31);
    }

    function begin(seed, width, height) {
      var columns = (width - 1) / 2;
      var rows = (height - 1) / 2;
      var stride = columns + 2;
      var aside = [-stride, 1, stride, -1];
      var tileAside = [-width, 1, width, -1];
      var dug = [];
      var wall = [];
      var ends = [stride + 1];
      var count = 1;
      var here = -1;
      var digging = 1;
      var counterHigh;
      var counterLow;
      var i;

      /* The next 32 bits: a counter of 64 bits, mixed. */
      function next() {
        counterLow += 2135587861;
        counterHigh = (counterHigh + 2654435769 + (counterLow > 4294967295 ? 1 : 0)) >>> 0;
        counterLow >>>= 0;
        high = counterHigh;
        low = counterLow;
        mix();
        return high;
      }

      /* A whole number from 0 to n - 1, all equally likely. */
      function below(n) {
        var product = next() * n;
        var rest = product % 4294967296;
        var least = (4294967296 - n) % n;
        while (rest < least) {
          product = next() * n;
          rest = product % 4294967296;
        }
        return (product - rest) / 4294967296;
      }

      function tileOf(cell) {
        var column = cell % stride;
        return (2 * ((cell - column) / stride) - 1) * width + 2 * column - 1;
      }

      function step(cells) {
        var left = cells;
        var at;
        var way;
        while (left > 0) {
          if (here < 0) {
            if (count === 0) {
              return true;
            }
            at = below(count);
            here = ends[at];
            if (dug[here + aside[0]] && dug[here + aside[1]] && dug[here + aside[2]] && dug[here + aside[3]]) {
              count -= 1;
              ends[at] = ends[count];
              here = -1;
            }
          } else {
            way = next() >>> 30;
            if (dug[here + aside[way]]) {
              here = -1;
            } else {
              wall[tileOf(here) + tileAside[way]] = 0;
              here += aside[way];
              wall[tileOf(here)] = 0;
              dug[here] = 1;
              ends[count] = here;
              count += 1;
              digging += 1;
              left -= 1;
            }
          }
        }
        /* What is left then only looks for a cell that can go on, and there is none. */
        return digging === columns * rows;
      }

      for (i = 0; i < stride * (rows + 2); i += 1) {
        dug[i] = i < stride || i >= stride * (rows + 1) || i % stride === 0 || i % stride === stride - 1 ? 1 : 0;
      }
      for (i = 0; i < width * height; i += 1) {
        wall[i] = 1;
      }
      dug[ends[0]] = 1;
      wall[tileOf(ends[0])] = 0;

      /* The stream of this generator: a child of the seed, a whole number modulo 2 to the 64th. */
      low = (seed - Math.floor(seed / 4294967296) * 4294967296) >>> 0;
      high = Math.floor(seed / 4294967296) >>> 0;
      high = (high ^ tag[0]) >>> 0;
      low = (low ^ tag[1]) >>> 0;
      mix();
      mix();
      counterHigh = high;
      counterLow = low;

      return { width: width, height: height, wall: wall, columns: columns, step: step };
    }

    return { begin: begin };
  }());
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
