(function (data) {
  /* What the editor shows of the plugin: its settings, action commands and link conditions with their parameters.
     `inLanguage(text)` gives the three lists; `valuesOf` makes values of what the engine passes. */
  var UNSET = -1;
  var MANY = 999999999;
  var KINDS = ["start", "goal", "treasure", "key", "door"];
  var text;

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

  function settings() {
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

  return {
    UNSET: UNSET,
    MANY: MANY,
    KINDS: KINDS,
    valuesOf: valuesOf,
    inLanguage: function (words) {
      text = words;
      return { settings: settings(), actionCommands: actionCommands(), linkConditions: linkConditions() };
    }
  };
})
