/* A stand-in for the part of the engine that scripts see, with its habits: names give -1 if absent, get(-1) is null,
   and setValue stops the script on anything but a number. Variables of a project start at id 2000. */

var STOP = {};
var BEHAVIOR = { CommandBehaviorNext: 0, CommandBehaviorLoop: 1, CommandBehaviorBlock: 2, CommandBehaviorBreak: 3 };
var Agtk = {};
var instances = [];
var logged = [];

function makeVariable(value) {
  return {
    getValue: function () {
      return value;
    },
    setValue: function (next) {
      if (typeof next !== "number") {
        throw STOP;
      }
      value = next;
    }
  };
}

function makeVariables(initial) {
  var names = ["X\u5ea7\u6a19\u4f4d\u7f6e", "Y\u5ea7\u6a19\u4f4d\u7f6e"].concat(Object.keys(initial));
  var held = names.map(function (name, index) {
    return makeVariable(index < 2 ? 0 : initial[name]);
  });
  var parent = makeVariable(-1);
  function idOf(index) {
    return index < 2 ? index + 2 : index + 1998;
  }
  return {
    XId: 2,
    YId: 3,
    ParentObjectInstanceIDId: 38,
    getIdByName: function (name) {
      var index = names.indexOf(name);
      return index < 0 ? -1 : idOf(index);
    },
    get: function (id) {
      for (var index = 0; index < held.length; index += 1) {
        if (idOf(index) === id) {
          return held[index];
        }
      }
      return id === 38 ? parent : null;
    },
    names: names
  };
}

/* Places one instance of every object; the ids of objects are their places in the list, 1 onwards, those of instances
   9 more. `project` holds the variables of the project. */
function place(objects, project) {
  instances = Object.keys(objects).map(function (name) {
    return { name: name, variables: makeVariables(objects[name]) };
  });
  logged = [];
  Agtk = {
    constants: {
      actionCommands: { commandBehavior: BEHAVIOR },
      switchVariableObjects: { ProjectCommon: 0, SelfObject: -2, ParentObject: -7 },
      objects: { variables: { ParentObjectInstanceIDId: 38 } }
    },
    log: function (text) {
      logged.push(String(text));
    },
    variables: makeVariables(project || {}),
    objects: {
      get: function (id) {
        var name = Object.keys(objects)[id - 1];
        return name === undefined ? null : { id: id, name: name };
      }
    },
    objectInstances: {
      getIdByName: function (objectId, name) {
        for (var index = 0; index < instances.length; index += 1) {
          if (instances[index].name === name && (objectId < 0 || objectId === index + 1)) {
            return index + 10;
          }
        }
        return -1;
      },
      get: function (id) {
        return instances[id - 10] || null;
      }
    }
  };
}

function valuesOf(objectName) {
  var instance = Agtk.objectInstances.get(Agtk.objectInstances.getIdByName(-1, objectName));
  var values = {};
  instance.variables.names.forEach(function (name) {
    values[name] = instance.variables.get(instance.variables.getIdByName(name)).getValue();
  });
  return values;
}

/* Runs a script as the engine does, as the body of a function, and gives what each run left on the instance. */
function runScript(text, name, times) {
  var script = new Function("objectId", "instanceId", "actionId", "commandId", "isCommonAction", "sceneId", text);
  var id = Agtk.objectInstances.getIdByName(-1, name);
  var instance = Agtk.objectInstances.get(id);
  var watched = ["X\u5ea7\u6a19\u4f4d\u7f6e", "Y\u5ea7\u6a19\u4f4d\u7f6e", "RoadType", "MazeNow"];
  var steps = [];
  var behavior;
  for (var run = 0; run < times; run += 1) {
    try {
      behavior = script(1, id, 0, 0, false, 0);
    } catch (error) {
      return { stopped: error === STOP ? "setValue" : String(error), steps: steps };
    }
    steps.push(instance ? watched.map(function (variable) {
      var found = instance.variables.get(instance.variables.getIdByName(variable));
      return found ? found.getValue() : null;
    }) : []);
  }
  return { stopped: null, steps: steps, behavior: typeof behavior === "number" ? behavior : null };
}

/* Runs a script as one command of an action: again in each frame for as long as it blocks. Gives the number of frames. */
function runCommand(text, name, limit) {
  for (var frame = 1; frame <= limit; frame += 1) {
    var ran = runScript(text, name, 1);
    if (ran.stopped || ran.behavior !== BEHAVIOR.CommandBehaviorBlock) {
      return { stopped: ran.stopped, frames: frame };
    }
  }
  return { stopped: "never ends", frames: limit };
}
