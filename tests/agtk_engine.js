/* A stand-in for the part of the engine that scripts see, with its habits: names give -1 if absent, get(-1) is null,
   and setValue stops the script on anything but a number. Variables of a project start at id 2000. */

var STOP = {};
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
  function idOf(index) {
    return index < 2 ? index + 2 : index + 1998;
  }
  return {
    XId: 2,
    YId: 3,
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
      return null;
    },
    names: names
  };
}

/* Places one instance of every object; the ids are their places in the list, 10 onwards. */
function place(objects) {
  instances = Object.keys(objects).map(function (name) {
    return { name: name, variables: makeVariables(objects[name]) };
  });
  logged = [];
  Agtk = {
    log: function (text) {
      logged.push(String(text));
    },
    objectInstances: {
      getIdByName: function (objectId, name) {
        for (var index = 0; index < instances.length; index += 1) {
          if (instances[index].name === name) {
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
  for (var run = 0; run < times; run += 1) {
    try {
      script(1, id, 0, 0, false, 0);
    } catch (error) {
      return { stopped: error === STOP ? "setValue" : String(error), steps: steps };
    }
    steps.push(instance ? watched.map(function (variable) {
      var found = instance.variables.get(instance.variables.getIdByName(variable));
      return found ? found.getValue() : null;
    }) : []);
  }
  return { stopped: null, steps: steps };
}
