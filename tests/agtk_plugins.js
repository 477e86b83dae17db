/* How the engine and its editor load and call a plugin, as the player's source does. Belongs to agtk_engine.js. */

var plugin = null;

/* The editor knows no `Agtk` while it looks at a plugin. Gives what the plugin says of itself. */
function lookAt(text, locale) {
  var obj = new Function("Agtk", "var obj = " + text + ";\nreturn obj;")(undefined);
  ["getInfo", "initialize", "finalize", "setLocale", "call"].forEach(function (name) {
    if (typeof obj[name] !== "function") {
      throw new Error("The plugin does not have " + name);
    }
  });
  obj.setLocale(locale);
  /* The player asks for these numbers, by a slip of its own. */
  ["0", "1", "2", "3", "4", "pluginType"].forEach(obj.getInfo);
  var told = {};
  ["name", "description", "author", "help", "parameter", "internal", "actionCommand", "linkCondition"].forEach(
    function (category) {
      told[category] = obj.getInfo(category);
    }
  );
  return told;
}

/* Loads a plugin as a game does at its start; one that is loaded already is unloaded, and hands on what it keeps. */
function loadPlugin(text, locale, internal, values) {
  var next = new Function("var obj = " + text + ";\nreturn obj;")();
  next.id = 1;
  next.setLocale(locale);
  if (plugin) {
    internal = plugin.getInfo("internal");
    plugin.finalize();
  }
  plugin = next;
  plugin.initialize(internal);
  plugin.setParamValue(values);
  return true;
}

function unloadPlugin() {
  var internal = plugin.getInfo("internal");
  plugin.finalize();
  plugin = null;
  return internal;
}

/* Runs an action command in each frame for as long as it blocks. Gives the number of frames. */
function command(index, values, name, limit) {
  var instanceId = Agtk.objectInstances.getIdByName(-1, name);
  for (var frame = 1; frame <= limit; frame += 1) {
    plugin.update(1 / 60);
    var behavior = plugin.execActionCommand(index, JSON.parse(JSON.stringify(values)), 1, instanceId, 5, 6, 0, 1);
    if (behavior !== BEHAVIOR.CommandBehaviorBlock) {
      return { behavior: behavior, frames: frame };
    }
  }
  return { behavior: "blocks", frames: limit };
}

function condition(index, values, name) {
  var instanceId = Agtk.objectInstances.getIdByName(-1, name);
  return plugin.execLinkCondition(index, JSON.parse(JSON.stringify(values)), 1, instanceId, 5, 0);
}

/* Saves and loads a game: what the plugin keeps goes through JSON. */
function saveAndLoad() {
  var saved = JSON.stringify(plugin.getInfo("internal"));
  plugin.setInternal(JSON.parse(saved));
  return saved;
}

/* Asks an action command for the RoadType of every tile, row by row. */
function roadTypes(index, name, width, height) {
  var variables = Agtk.objectInstances.get(Agtk.objectInstances.getIdByName(-1, name)).variables;
  var result = variables.get(variables.getIdByName("RoadType"));
  var found = [];
  for (var tile = 0; tile < width * height; tile += 1) {
    var place = [{ id: 1, value: 1 }, { id: 2, value: tile % width }, { id: 3, value: Math.floor(tile / width) }];
    command(index, place, name, 1);
    found.push(result.getValue());
  }
  return found;
}
