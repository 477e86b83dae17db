(function () {
  /* MAZECONV_ABOUT */

  /* In each maze, "rows" are its tiles, # for wall, and "places" the X,Y of what stands on them. */
  var data = MAZECONV_DATA;
  var texts = MAZECONV_TEXTS;
  var generator = MAZECONV_GENERATOR;
  var UNSET = -1;
  var MANY = 999999999;
  var KINDS = ["start", "goal", "treasure", "key", "door"];
  var text = texts.en;
  var settings = {};
  var said = {};
  var current = null;
  var making = null;
  /* How far each instance has dug the current maze, in tiles. */
  var dug = {};

  /* The editor reads the plugin, too, and has no log. */
  function log(message, about) {
    var line = "mazeconv: " + message + (about === undefined ? "" : ": " + about);
    if (!said[line] && typeof Agtk !== "undefined" && Agtk && typeof Agtk.log === "function") {
      said[line] = true;
      Agtk.log(line);
    }
  }

  /* Parameters, as the editor shows them. */

  function number(id, name, initial, least, most) {
    return {
      id: id,
      name: text.parameter[name],
      type: "Number",
      decimals: 0,
      minimumValue: least,
      maximumValue: most,
      defaultValue: initial
    };
  }

  function variable(id, name) {
    return [
      {
        id: id,
        name: text.parameter[name + "Owner"],
        type: "SwitchVariableObjectId",
        option: ["SelfObject", "ParentObject"],
        defaultValue: UNSET
      },
      {
        id: id + 1,
        name: text.parameter[name + "Variable"],
        type: "VariableId",
        referenceId: id,
        withNewButton: true,
        defaultValue: UNSET
      }
    ];
  }

  function choice(id, name, choices, initial) {
    return {
      id: id,
      name: text.parameter[name],
      type: "CustomId",
      customParam: choices.map(function (one, index) {
        return { id: index, name: text.choice[one] };
      }),
      defaultValue: initial
    };
  }

  function objectId(id) {
    return { id: id, name: text.parameter.object, type: "ObjectId", defaultValue: UNSET };
  }

  function parameters() {
    return [
      number(1, "tileSize", data.tileSize, 1, 4096),
      number(2, "offsetX", data.offset[0], -99999, 99999),
      number(3, "offsetY", data.offset[1], -99999, 99999)
    ];
  }

  function entry(id, words, parameter) {
    return { id: id, name: words[0], description: words[1], parameter: parameter };
  }

  /* Each id is the place in the list. */
  function actionCommands() {
    return [
      entry(0, text.action.load, [number(1, "number", 1, 1, Math.max(1, data.mazes.length))]
        .concat(variable(2, "number"))),
      entry(1, text.action.random, []),
      entry(2, text.action.make, [
        number(1, "width", 15, 3, 999),
        number(2, "height", 13, 3, 999),
        number(3, "seed", 0, -MANY, MANY)
      ].concat(variable(4, "seed"), variable(6, "used"), [number(8, "cells", 500, 0, MANY)])),
      entry(3, text.action.dig, [
        choice(1, "walls", ["step", "skip"], 1),
        choice(2, "repeat", ["once", "always"], 1)
      ].concat(variable(3, "result"))),
      entry(4, text.action.roadType, [
        choice(1, "tile", ["here", "given"], 0),
        number(2, "column", 0, 0, MANY),
        number(3, "row", 0, 0, MANY)
      ].concat(variable(4, "result"))),
      entry(5, text.action.move, [
        choice(1, "place", KINDS, 0),
        number(2, "number", 1, 1, MANY)
      ].concat(variable(3, "number"), [objectId(5)]))
    ];
  }

  function linkConditions() {
    return [
      entry(0, text.condition.finished, [choice(1, "what", ["dug", "made"], 0)]),
      entry(1, text.condition.stands, [choice(1, "place", KINDS, 1), objectId(2)])
    ];
  }

  /* The values by id: what is left out or null is the default. */
  function valuesOf(definitions, given) {
    var values = {};
    definitions.forEach(function (definition) {
      values[definition.id] = definition.defaultValue;
    });
    (Array.isArray(given) ? given : []).forEach(function (one) {
      if (one && one.value !== null && one.value !== undefined && values.hasOwnProperty(one.id)) {
        values[one.id] = one.value;
      }
    });
    return values;
  }

  /* Variables and objects of the game. */

  function ownerOf(id, instance) {
    var objects = Agtk.constants.switchVariableObjects;
    if (id === objects.ProjectCommon) {
      return Agtk;
    }
    if (id === objects.SelfObject) {
      return instance;
    }
    if (id === objects.ParentObject && instance) {
      var parent = instance.variables.get(Agtk.constants.objects.variables.ParentObjectInstanceIDId);
      return parent ? Agtk.objectInstances.get(parent.getValue()) : null;
    }
    return null;
  }

  /* The chosen variable; null if none is chosen, or if it does not exist, which is logged. */
  function chosen(values, id, instance) {
    if (values[id + 1] === UNSET) {
      return null;
    }
    var owner = ownerOf(values[id], instance);
    var found = owner ? owner.variables.get(values[id + 1]) : null;
    if (!found) {
      log(text.log.noVariable, values[id + 1]);
    }
    return found;
  }

  function numberIn(values, plain, id, instance) {
    var found = chosen(values, id, instance);
    return Math.floor(found ? found.getValue() : values[plain]) || 0;
  }

  function instanceOf(id, instanceId) {
    if (id === UNSET) {
      return Agtk.objectInstances.get(instanceId);
    }
    var object = Agtk.objects.get(id);
    var found = object ? Agtk.objectInstances.getIdByName(id, object.name) : UNSET;
    if (found === UNSET) {
      log(text.log.noObject, object ? object.name : id);
      return null;
    }
    return Agtk.objectInstances.get(found);
  }

  function position(instance, axis) {
    return instance.variables.get(instance.variables[axis]);
  }

  function moveTo(instance, column, row) {
    position(instance, "XId").setValue((column + settings[2]) * settings[1] + settings[1] / 2);
    position(instance, "YId").setValue((row + settings[3]) * settings[1] + settings[1] / 2);
  }

  function tileUnder(instance) {
    return [
      Math.floor(position(instance, "XId").getValue() / settings[1]) - settings[2],
      Math.floor(position(instance, "YId").getValue() / settings[1]) - settings[3]
    ];
  }

  /* Mazes. */

  function held(index) {
    var maze = data.mazes[index];
    return {
      origin: { held: index },
      width: maze.rows[0].length,
      height: maze.rows.length,
      places: maze.places,
      wall: function (column, row) {
        return maze.rows[row].charAt(column) === "#" ? 1 : 0;
      }
    };
  }

  function made(seed, maze) {
    return {
      origin: { seed: seed, width: maze.width, height: maze.height },
      width: maze.width,
      height: maze.height,
      places: { start: [[1, 1]], goal: [[maze.width - 2, maze.height - 2]] },
      wall: function (column, row) {
        return maze.wall[row * maze.width + column];
      }
    };
  }

  function use(maze) {
    current = maze;
    making = null;
    dug = {};
  }

  function first() {
    return data.mazes.length ? held(0) : null;
  }

  function needMaze() {
    if (!current) {
      log(text.log.noMaze);
    }
    return current;
  }

  function randomUpTo(n) {
    return Math.floor(Math.random() * n) % n + 1;
  }

  function goodSide(side) {
    return side >= 3 && side % 2 === 1;
  }

  /* 1 for wall, 0 for road; all around the maze is wall. */
  function wall(column, row) {
    if (!(column >= 0 && column < current.width && row >= 0 && row < current.height)) {
      return 1;
    }
    return current.wall(column, row);
  }

  function roadType(column, row) {
    if (wall(column, row)) {
      return -1;
    }
    return 8 * wall(column, row - 1) + 4 * wall(column - 1, row) + 2 * wall(column + 1, row) + wall(column, row + 1);
  }

  function size() {
    return current.width * current.height;
  }

  /* The RoadType goes to the chosen variable, or to one of this name that the object has. */
  function giveRoadType(values, id, instance, value) {
    var result = chosen(values, id, instance);
    if (!result && values[id + 1] === UNSET && instance) {
      var own = instance.variables.getIdByName("RoadType");
      result = own < 0 ? null : instance.variables.get(own);
    }
    if (result) {
      result.setValue(value);
    }
  }

  /* Action commands, in the order of their list. They return whether they want to go on in the next frame. */

  function load(values, instance) {
    var index = numberIn(values, 1, 2, instance);
    if (index >= 1 && index <= data.mazes.length) {
      use(held(index - 1));
    } else {
      log(text.log.noNumber, index);
    }
    return false;
  }

  function loadRandom() {
    if (data.mazes.length) {
      use(held(randomUpTo(data.mazes.length) - 1));
    } else {
      log(text.log.noMaze);
    }
    return false;
  }

  function makeNew(values, instance) {
    var seed = numberIn(values, 3, 4, instance);
    var asked = [values[1], values[2], seed].join();
    if (!goodSide(values[1]) || !goodSide(values[2])) {
      log(text.log.badSize, values[1] + " x " + values[2]);
      return false;
    }
    if (!making || making.asked !== asked) {
      seed = seed || randomUpTo(MANY);
      making = { asked: asked, seed: seed, maze: generator.begin(seed, values[1], values[2]) };
    }
    if (!making.maze.step(values[8] > 0 ? values[8] : Infinity)) {
      return true;
    }
    var used = chosen(values, 6, instance);
    if (used) {
      used.setValue(making.seed);
    }
    use(made(making.seed, making.maze));
    return false;
  }

  function dig(values, instance, instanceId) {
    if (!instance || !needMaze()) {
      return false;
    }
    var tile = dug[instanceId] || 0;
    var column = tile % current.width;
    var row = Math.floor(tile / current.width);
    while (values[1] === 1 && tile < size() && wall(column, row)) {
      tile += 1;
      column = tile % current.width;
      row = Math.floor(tile / current.width);
    }
    if (!wall(column, row)) {
      moveTo(instance, column, row);
    }
    giveRoadType(values, 3, instance, roadType(column, row));
    dug[instanceId] = Math.min(tile + 1, size());
    return values[2] === 1 && dug[instanceId] < size();
  }

  function tellRoadType(values, instance) {
    if (!instance || !needMaze()) {
      return false;
    }
    var tile = values[1] === 0 ? tileUnder(instance) : [values[2], values[3]];
    giveRoadType(values, 4, instance, roadType(tile[0], tile[1]));
    return false;
  }

  function move(values, instance, instanceId) {
    var moved = instanceOf(values[5], instanceId);
    if (!moved || !needMaze()) {
      return false;
    }
    var which = numberIn(values, 2, 3, instance);
    var place = (current.places[KINDS[values[1]]] || [])[which - 1];
    if (place) {
      moveTo(moved, place[0], place[1]);
    } else {
      log(text.log.noPlace, text.choice[KINDS[values[1]]] + " " + which);
    }
    return false;
  }

  /* Link conditions, in the order of their list. */

  function finished(values, instanceId) {
    return values[1] === 1 ? current !== null && making === null : current !== null && dug[instanceId] >= size();
  }

  function stands(values, instanceId) {
    var instance = instanceOf(values[2], instanceId);
    if (!instance || !current) {
      return false;
    }
    var tile = tileUnder(instance);
    return (current.places[KINDS[values[1]]] || []).some(function (place) {
      return place[0] === tile[0] && place[1] === tile[1];
    });
  }

  var commands = [load, loadRandom, makeNew, dig, tellRoadType, move];
  var conditions = [finished, stands];

  /* What a saved game keeps, and back again. */
  function restore(saved) {
    var origin = saved && typeof saved === "object" ? saved.maze : null;
    if (origin && origin.held >= 0 && origin.held < data.mazes.length) {
      use(held(origin.held));
    } else if (origin && goodSide(origin.width) && goodSide(origin.height) && typeof origin.seed === "number") {
      var maze = generator.begin(origin.seed, origin.width, origin.height);
      maze.step(Infinity);
      use(made(origin.seed, maze));
    } else {
      use(first());
      return;
    }
    dug = saved.dug && typeof saved.dug === "object" ? saved.dug : {};
  }

  function help() {
    var list = data.mazes.map(function (maze, index) {
      var line = (index + 1) + ": " + maze.rows[0].length + " x " + maze.rows.length;
      return maze.made ? line + " (" + maze.made + ")" : line;
    });
    return [text.help, "", text.mazes + ": " + list.length].concat(list).join("\n");
  }

  settings = valuesOf(parameters(), []);
  return {
    setLocale: function (locale) {
      text = String(locale).indexOf("ja") === 0 ? texts.ja : texts.en;
    },
    getInfo: function (category) {
      switch (category) {
        case "name":
          return text.name;
        case "description":
          return text.description;
        case "author":
          return "mazeconv";
        case "help":
          return help();
        case "parameter":
          return parameters();
        case "internal":
          return { maze: current ? current.origin : null, dug: dug };
        case "actionCommand":
          return actionCommands();
        case "linkCondition":
          return linkConditions();
        default:
          return null;
      }
    },
    initialize: function (saved) {
      said = {};
      settings = valuesOf(parameters(), []);
      restore(saved);
    },
    finalize: function () {
      use(null);
    },
    setParamValue: function (given) {
      settings = valuesOf(parameters(), given);
    },
    setInternal: restore,
    call: function () {},
    update: function () {},
    execActionCommand: function (index, given, objectOfRun, instanceId) {
      var behavior = Agtk.constants.actionCommands.commandBehavior;
      var command = commands[index];
      if (!command) {
        return behavior.CommandBehaviorNext;
      }
      var values = valuesOf(actionCommands()[index].parameter, given);
      /* A command that blocks is run again in the next frame. */
      return command(values, Agtk.objectInstances.get(instanceId), instanceId) ?
        behavior.CommandBehaviorBlock : behavior.CommandBehaviorNext;
    },
    execLinkCondition: function (index, given, objectOfRun, instanceId) {
      var condition = conditions[index];
      return condition ? condition(valuesOf(linkConditions()[index].parameter, given), instanceId) : false;
    }
  };
}())
