(function () {
  /* MAZECONV_ABOUT */

  /* In each maze, "rows" are its tiles, # for wall, and "places" the X,Y of what stands on them. */
  var data = MAZECONV_DATA;
  var texts = MAZECONV_TEXTS;
  var parameters = MAZECONV_PARAMETERS(data);
  var mazes = MAZECONV_MAZES(data.mazes, MAZECONV_GENERATOR);
  var valuesOf = parameters.valuesOf;
  var UNSET = parameters.UNSET;
  var KINDS = parameters.KINDS;
  var text = texts.en;
  var shown = parameters.inLanguage(text);
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

  function use(maze) {
    current = maze;
    making = null;
    dug = {};
  }

  function first() {
    return data.mazes.length ? mazes.number(0) : null;
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
      use(mazes.number(index - 1));
    } else {
      log(text.log.noNumber, index);
    }
    return false;
  }

  function loadRandom() {
    if (data.mazes.length) {
      use(mazes.number(randomUpTo(data.mazes.length) - 1));
    } else {
      log(text.log.noMaze);
    }
    return false;
  }

  function makeNew(values, instance) {
    var seed = numberIn(values, 3, 4, instance);
    var asked = [values[1], values[2], seed].join();
    if (!mazes.goodSize(values[1], values[2])) {
      log(text.log.badSize, values[1] + " x " + values[2]);
      return false;
    }
    if (!making || making.asked !== asked) {
      making = mazes.begin(seed || randomUpTo(parameters.MANY), values[1], values[2]);
      making.asked = asked;
    }
    var complete = making.step(values[8] > 0 ? values[8] : Infinity);
    if (!complete) {
      return true;
    }
    var used = chosen(values, 6, instance);
    if (used) {
      used.setValue(making.seed);
    }
    use(complete);
    return false;
  }

  function dig(values, instance, instanceId) {
    if (!instance || !needMaze()) {
      return false;
    }
    var tile = dug[instanceId] || 0;
    var column = tile % current.width;
    var row = Math.floor(tile / current.width);
    while (values[1] === 1 && tile < current.size && current.wall(column, row)) {
      tile += 1;
      column = tile % current.width;
      row = Math.floor(tile / current.width);
    }
    if (!current.wall(column, row)) {
      moveTo(instance, column, row);
    }
    giveRoadType(values, 3, instance, current.roadType(column, row));
    dug[instanceId] = Math.min(tile + 1, current.size);
    return values[2] === 1 && dug[instanceId] < current.size;
  }

  function tellRoadType(values, instance) {
    if (!instance || !needMaze()) {
      return false;
    }
    var tile = values[1] === 0 ? tileUnder(instance) : [values[2], values[3]];
    giveRoadType(values, 4, instance, current.roadType(tile[0], tile[1]));
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
    return values[1] === 1 ? current !== null && making === null : current !== null && dug[instanceId] >= current.size;
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
    var maze = saved && typeof saved === "object" ? mazes.again(saved.maze) : null;
    use(maze || first());
    if (maze && saved.dug && typeof saved.dug === "object") {
      dug = saved.dug;
    }
  }

  function help() {
    var list = data.mazes.map(function (maze, index) {
      var line = (index + 1) + ": " + maze.rows[0].length + " x " + maze.rows.length;
      return maze.made ? line + " (" + maze.made + ")" : line;
    });
    return [text.help, "", text.mazes + ": " + list.length].concat(list).join("\n");
  }

  settings = valuesOf(shown.settings, []);
  return {
    setLocale: function (locale) {
      text = String(locale).indexOf("ja") === 0 ? texts.ja : texts.en;
      shown = parameters.inLanguage(text);
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
          return shown.settings;
        case "internal":
          return { maze: current ? current.origin : null, dug: dug };
        case "actionCommand":
          return shown.actionCommands;
        case "linkCondition":
          return shown.linkConditions;
        default:
          return null;
      }
    },
    initialize: function (saved) {
      said = {};
      settings = valuesOf(shown.settings, []);
      restore(saved);
    },
    finalize: function () {
      use(null);
    },
    setParamValue: function (given) {
      settings = valuesOf(shown.settings, given);
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
      var values = valuesOf(shown.actionCommands[index].parameter, given);
      /* A command that blocks is run again in the next frame. */
      return command(values, Agtk.objectInstances.get(instanceId), instanceId) ?
        behavior.CommandBehaviorBlock : behavior.CommandBehaviorNext;
    },
    execLinkCondition: function (index, given, objectOfRun, instanceId) {
      var condition = conditions[index];
      return condition ? condition(valuesOf(shown.linkConditions[index].parameter, given), instanceId) : false;
    }
  };
}())
