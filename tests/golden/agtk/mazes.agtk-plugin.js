(function () {
  /* A plugin with 2 mazes, and the means to make new ones in the running game. */

  /* In each maze, "rows" are its tiles, # for wall, and "places" the X,Y of what stands on them. */
  var data = {
    "tileSize": 24,
    "offset": [5, 1],
    "mazes": [
      {
        "made": "dig@1, 15x13, seed 7",
        "places": {
          "start": [
            [1, 1]
          ],
          "treasure": [
            [13, 3],
            [9, 11]
          ],
          "goal": [
            [13, 11]
          ]
        },
        "rows": [
          "###############",
          "#.............#",
          "#.###.#.#######",
          "#.#...#...#.#.#",
          "#########.#.#.#",
          "#...........#.#",
          "#########.#.#.#",
          "#.........#...#",
          "#.###.#.#####.#",
          "#.#...#.....#.#",
          "#####.#####.###",
          "#.........#...#",
          "###############"
        ]
      },
      {
        "made": "",
        "places": {
          "start": [
            [2, 1]
          ],
          "key": [
            [6, 1]
          ],
          "treasure": [
            [1, 2],
            [1, 4]
          ],
          "goal": [
            [4, 3],
            [5, 3]
          ]
        },
        "rows": [
          "########",
          "#......#",
          "#......#",
          "#......#",
          "#.....##",
          "########"
        ]
      }
    ]
  };
  var texts = {
    "ja": {
      "name": "\u8ff7\u8def (mazeconv)",
      "description": "\u8ff7\u8def\u3092\u6301\u3061\u3001\u30b2\u30fc\u30e0\u4e2d\u306b\u65b0\u3057\u3044\u8ff7\u8def\u3082\u4f5c\u308b\u30d7\u30e9\u30b0\u30a4\u30f3\u3067\u3059\u3002\u5909\u6570001 \u306a\u3069\u306e\u5909\u6570\u306f\u8981\u308a\u307e\u305b\u3093\u3002",
      "help": "\u306f\u3058\u3081\u306b\u300c\u8ff7\u8def\u3092\u8aad\u307f\u8fbc\u3080\u300d\u300c\u8ff7\u8def\u3092\u30e9\u30f3\u30c0\u30e0\u306b\u8aad\u307f\u8fbc\u3080\u300d\u300c\u65b0\u3057\u3044\u8ff7\u8def\u3092\u4f5c\u308b\u300d\u306e\u3069\u308c\u304b\u3092\u5b9f\u884c\u3057\u307e\u3059\u3002\u6b21\u306b\u3001\u8ff7\u8def\u3092\u6398\u308b\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u3067\u300c\u8ff7\u8def\u3092\u6398\u308b\u300d\u3092\u5b9f\u884c\u3057\u307e\u3059\u3002\u30bf\u30a4\u30eb\u306f 0 \u304b\u3089\u6570\u3048\u3001\u5de6\u4e0a\u304c 0,0 \u3067\u3059\u3002",
      "mazes": "\u5165\u3063\u3066\u3044\u308b\u8ff7\u8def",
      "parameter": {
        "tileSize": "\u30bf\u30a4\u30eb\u306e\u5927\u304d\u3055 (\u30d4\u30af\u30bb\u30eb)",
        "offsetX": "\u30b7\u30fc\u30f3\u5185\u306e\u8ff7\u8def\u306e\u4f4d\u7f6e X (\u30bf\u30a4\u30eb)",
        "offsetY": "\u30b7\u30fc\u30f3\u5185\u306e\u8ff7\u8def\u306e\u4f4d\u7f6e Y (\u30bf\u30a4\u30eb)",
        "number": "\u756a\u53f7 (1 \u304b\u3089)",
        "numberOwner": "\u756a\u53f7\u3092\u5909\u6570\u304b\u3089\u53d6\u308b\u3068\u304d\uff1a\u5909\u6570\u306e\u6301\u3061\u4e3b",
        "numberVariable": "\u756a\u53f7\u306e\u5909\u6570 (\u672a\u8a2d\u5b9a\u306a\u3089\u4e0a\u306e\u756a\u53f7)",
        "width": "\u6a2a\u306e\u30bf\u30a4\u30eb\u6570 (\u5947\u6570)",
        "height": "\u7e26\u306e\u30bf\u30a4\u30eb\u6570 (\u5947\u6570)",
        "seed": "\u30b7\u30fc\u30c9 (0 \u306a\u3089\u6bce\u56de\u65b0\u3057\u3044\u8ff7\u8def)",
        "seedOwner": "\u30b7\u30fc\u30c9\u3092\u5909\u6570\u304b\u3089\u53d6\u308b\u3068\u304d\uff1a\u5909\u6570\u306e\u6301\u3061\u4e3b",
        "seedVariable": "\u30b7\u30fc\u30c9\u306e\u5909\u6570 (\u672a\u8a2d\u5b9a\u306a\u3089\u4e0a\u306e\u30b7\u30fc\u30c9)",
        "usedOwner": "\u4f7f\u3063\u305f\u30b7\u30fc\u30c9\u3092\u5165\u308c\u308b\u5909\u6570\u306e\u6301\u3061\u4e3b",
        "usedVariable": "\u4f7f\u3063\u305f\u30b7\u30fc\u30c9\u3092\u5165\u308c\u308b\u5909\u6570",
        "cells": "1 \u30d5\u30ec\u30fc\u30e0\u306b\u6398\u308b\u30de\u30b9\u306e\u6570 (0 \u306a\u3089\u4e00\u5ea6\u306b)",
        "walls": "\u58c1\u306e\u30bf\u30a4\u30eb",
        "repeat": "\u7d42\u308f\u308a\u307e\u3067",
        "resultOwner": "RoadType \u3092\u5165\u308c\u308b\u5909\u6570\u306e\u6301\u3061\u4e3b",
        "resultVariable": "RoadType \u3092\u5165\u308c\u308b\u5909\u6570",
        "tile": "\u3069\u306e\u30bf\u30a4\u30eb",
        "column": "\u30bf\u30a4\u30eb\u306e X",
        "row": "\u30bf\u30a4\u30eb\u306e Y",
        "place": "\u5834\u6240",
        "object": "\u30aa\u30d6\u30b8\u30a7\u30af\u30c8 (\u672a\u8a2d\u5b9a\u306a\u3089\u5b9f\u884c\u3057\u305f\u3082\u306e)",
        "what": "\u4f55\u304c\u7d42\u308f\u3063\u305f\u304b"
      },
      "choice": {
        "step": "1 \u56de\u306b\u6570\u3048\u308b",
        "skip": "\u98db\u3070\u3057\u3066\u6b21\u306e\u9053\u3078",
        "once": "1 \u30bf\u30a4\u30eb\u3060\u3051\u6398\u308b",
        "always": "\u6bce\u30d5\u30ec\u30fc\u30e0 1 \u30bf\u30a4\u30eb\u305a\u3064\u3001\u5168\u90e8\u6398\u308b",
        "here": "\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u306e\u3044\u308b\u30bf\u30a4\u30eb",
        "given": "\u4e0b\u306e X \u3068 Y \u306e\u30bf\u30a4\u30eb",
        "start": "\u30b9\u30bf\u30fc\u30c8",
        "goal": "\u30b4\u30fc\u30eb",
        "treasure": "\u5b9d",
        "key": "\u9375",
        "door": "\u6249",
        "dug": "\u3053\u306e\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u304c\u5168\u90e8\u6398\u3063\u305f",
        "made": "\u65b0\u3057\u3044\u8ff7\u8def\u304c\u3067\u304d\u305f"
      },
      "action": {
        "load": [
          "\u8ff7\u8def\u3092\u8aad\u307f\u8fbc\u3080",
          "\u6301\u3063\u3066\u3044\u308b\u8ff7\u8def\u306e 1 \u3064\u3092\u4f7f\u3044\u307e\u3059\u3002"
        ],
        "random": [
          "\u8ff7\u8def\u3092\u30e9\u30f3\u30c0\u30e0\u306b\u8aad\u307f\u8fbc\u3080",
          "\u6301\u3063\u3066\u3044\u308b\u8ff7\u8def\u306e\u3069\u308c\u304b\u3092\u4f7f\u3044\u307e\u3059\u3002"
        ],
        "make": [
          "\u65b0\u3057\u3044\u8ff7\u8def\u3092\u4f5c\u308b",
          "mazeconv \u306e dig \u3068\u540c\u3058\u65b9\u6cd5\u3067\u4f5c\u308a\u307e\u3059\u3002\u540c\u3058\u30b7\u30fc\u30c9\u3068\u5927\u304d\u3055\u304b\u3089\u306f\u540c\u3058\u8ff7\u8def\u304c\u3067\u304d\u307e\u3059\u3002"
        ],
        "dig": [
          "\u8ff7\u8def\u3092\u6398\u308b",
          "\u5b9f\u884c\u3057\u305f\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u3092\u6b21\u306e\u30bf\u30a4\u30eb\u3078\u52d5\u304b\u3057\u3001\u305d\u306e\u30bf\u30a4\u30eb\u306e RoadType \u3092\u5909\u6570\u306b\u5165\u308c\u307e\u3059\u3002"
        ],
        "roadType": [
          "\u30bf\u30a4\u30eb\u306e RoadType \u3092\u8abf\u3079\u308b",
          "\u4e0a 8 + \u5de6 4 + \u53f3 2 + \u4e0b 1 (\u58c1\u306e\u3042\u308b\u5074)\u3002\u9053\u3067\u306a\u3051\u308c\u3070 -1\u3002"
        ],
        "move": [
          "\u8ff7\u8def\u306e\u5834\u6240\u3078\u52d5\u304b\u3059",
          "\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u3092\u30b9\u30bf\u30fc\u30c8\u3001\u30b4\u30fc\u30eb\u3001\u5b9d\u306a\u3069\u306e\u30bf\u30a4\u30eb\u306e\u4e2d\u592e\u3078\u52d5\u304b\u3057\u307e\u3059\u3002"
        ]
      },
      "condition": {
        "finished": [
          "\u8ff7\u8def\u304c\u7d42\u308f\u3063\u305f",
          "\u6398\u308a\u7d42\u3048\u305f\u3068\u304d\u3001\u307e\u305f\u306f\u65b0\u3057\u3044\u8ff7\u8def\u304c\u3067\u304d\u305f\u3068\u304d\u306b\u6210\u308a\u7acb\u3061\u307e\u3059\u3002"
        ],
        "stands": [
          "\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u304c\u8ff7\u8def\u306e\u5834\u6240\u306b\u3044\u308b",
          "\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u306e\u5ea7\u6a19\u304c\u30b4\u30fc\u30eb\u306a\u3069\u306e\u30bf\u30a4\u30eb\u306e\u4e2d\u306b\u3042\u308b\u3068\u304d\u306b\u6210\u308a\u7acb\u3061\u307e\u3059\u3002"
        ]
      },
      "log": {
        "noMaze": "\u4f7f\u3046\u8ff7\u8def\u304c\u3042\u308a\u307e\u305b\u3093\u3002\u300c\u8ff7\u8def\u3092\u8aad\u307f\u8fbc\u3080\u300d\u304b\u300c\u65b0\u3057\u3044\u8ff7\u8def\u3092\u4f5c\u308b\u300d\u3092\u5148\u306b\u5b9f\u884c\u3057\u3066\u304f\u3060\u3055\u3044",
        "noNumber": "\u3053\u306e\u756a\u53f7\u306e\u8ff7\u8def\u306f\u3042\u308a\u307e\u305b\u3093",
        "noPlace": "\u3053\u306e\u8ff7\u8def\u306b\u306f\u3053\u306e\u5834\u6240\u304c\u3042\u308a\u307e\u305b\u3093",
        "noObject": "\u30b7\u30fc\u30f3\u306b\u3053\u306e\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u306e\u30a4\u30f3\u30b9\u30bf\u30f3\u30b9\u304c\u3042\u308a\u307e\u305b\u3093\u3002\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u3068\u540c\u3058\u540d\u524d\u3067\u7f6e\u3044\u3066\u304f\u3060\u3055\u3044",
        "noVariable": "\u3053\u306e\u5909\u6570\u304c\u3042\u308a\u307e\u305b\u3093\u3002\u30d7\u30ed\u30b8\u30a7\u30af\u30c8\u5171\u901a\u3001\u3053\u306e\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u3001\u89aa\u30aa\u30d6\u30b8\u30a7\u30af\u30c8\u306e\u3069\u308c\u304b\u306e\u5909\u6570\u3092\u9078\u3093\u3067\u304f\u3060\u3055\u3044",
        "badSize": "\u8ff7\u8def\u306e\u5927\u304d\u3055\u306f 3 \u4ee5\u4e0a\u306e\u5947\u6570\u306b\u3057\u3066\u304f\u3060\u3055\u3044"
      }
    },
    "en": {
      "name": "Maze (mazeconv)",
      "description": "Holds mazes, and makes new ones while the game runs. It needs no row variables.",
      "help": "First run one of \"Load a maze\", \"Load a random maze\" and \"Make a new maze\". Then run \"Dig the maze\" on the object that digs. Tiles count from 0; 0,0 is the top left.",
      "mazes": "Mazes held",
      "parameter": {
        "tileSize": "Tile size (pixels)",
        "offsetX": "Position X of the maze in the scene (tiles)",
        "offsetY": "Position Y of the maze in the scene (tiles)",
        "number": "Number (from 1)",
        "numberOwner": "To take the number from a variable: its owner",
        "numberVariable": "Variable of the number (unset: the number above)",
        "width": "Width in tiles (odd)",
        "height": "Height in tiles (odd)",
        "seed": "Seed (0: a new maze each time)",
        "seedOwner": "To take the seed from a variable: its owner",
        "seedVariable": "Variable of the seed (unset: the seed above)",
        "usedOwner": "Owner of the variable that gets the seed used",
        "usedVariable": "Variable that gets the seed used",
        "cells": "Cells dug in one frame (0: all at once)",
        "walls": "Wall tiles",
        "repeat": "How far",
        "resultOwner": "Owner of the variable that gets the RoadType",
        "resultVariable": "Variable that gets the RoadType",
        "tile": "Which tile",
        "column": "X of the tile",
        "row": "Y of the tile",
        "place": "Place",
        "object": "Object (unset: the one that runs it)",
        "what": "What is finished"
      },
      "choice": {
        "step": "count as a step",
        "skip": "skip to the next road",
        "once": "dig one tile",
        "always": "one tile each frame until all is dug",
        "here": "where the object is",
        "given": "X and Y below",
        "start": "start",
        "goal": "goal",
        "treasure": "treasure",
        "key": "key",
        "door": "door",
        "dug": "this object has dug all",
        "made": "a new maze is made"
      },
      "action": {
        "load": [
          "Load a maze",
          "Uses one of the mazes held."
        ],
        "random": [
          "Load a random maze",
          "Uses any of the mazes held."
        ],
        "make": [
          "Make a new maze",
          "Made as mazeconv's generator dig does: the same seed and size make the same maze."
        ],
        "dig": [
          "Dig the maze",
          "Moves the object that runs it to the next tile, and puts the tile's RoadType into a variable."
        ],
        "roadType": [
          "RoadType of a tile",
          "8 up + 4 left + 2 right + 1 down, for each side that is wall; -1 where there is no road."
        ],
        "move": [
          "Move to a place of the maze",
          "Moves the object to the middle of the tile of the start, the goal, a treasure or the like."
        ]
      },
      "condition": {
        "finished": [
          "Maze finished",
          "True when all is dug, or when the new maze is made."
        ],
        "stands": [
          "Object stands on a place of the maze",
          "True while the object's position lies in the tile of the goal or the like."
        ]
      },
      "log": {
        "noMaze": "there is no maze yet: run \"Load a maze\" or \"Make a new maze\" first",
        "noNumber": "there is no maze of this number",
        "noPlace": "this maze has no such place",
        "noObject": "the scene has no instance of this object: place one under the object's own name",
        "noVariable": "there is no such variable: choose one of the project, of this object or of its parent",
        "badSize": "the sides of a maze must be odd numbers from 3 on"
      }
    }
  };
  var parameters = (function (data) {
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
  })(data);
  var mazes = (function (held, generator) {
    /* Mazes of one kind, whether they are held or made: `wall` and `roadType` of a tile, its `places`, and the `origin`
       from which a saved game makes it again. */

    /* Around what `wallAt` gives, all is wall: 1, and 0 for road. */
    function maze(origin, width, height, places, wallAt) {
      function wall(column, row) {
        return column >= 0 && column < width && row >= 0 && row < height ? wallAt(column, row) : 1;
      }

      return {
        origin: origin,
        width: width,
        size: width * height,
        places: places,
        wall: wall,
        roadType: function (column, row) {
          if (wall(column, row)) {
            return -1;
          }
          return 8 * wall(column, row - 1) + 4 * wall(column - 1, row) + 2 * wall(column + 1, row) +
            wall(column, row + 1);
        }
      };
    }

    function number(index) {
      var rows = held[index].rows;
      return maze({ held: index }, rows[0].length, rows.length, held[index].places, function (column, row) {
        return rows[row].charAt(column) === "#" ? 1 : 0;
      });
    }

    /* Begins a new maze; its `step` digs on and gives the maze when it is complete, else null. */
    function begin(seed, width, height) {
      var making = generator.begin(seed, width, height);
      return {
        seed: seed,
        step: function (cells) {
          if (!making.step(cells)) {
            return null;
          }
          var places = { start: [[1, 1]], goal: [[width - 2, height - 2]] };
          return maze({ seed: seed, width: width, height: height }, width, height, places, function (column, row) {
            return making.wall[row * width + column];
          });
        }
      };
    }

    function goodSize(width, height) {
      return width >= 3 && width % 2 === 1 && height >= 3 && height % 2 === 1;
    }

    /* The maze of an origin, or null if it is none. */
    function again(origin) {
      if (origin && held[origin.held]) {
        return number(origin.held);
      }
      if (origin && goodSize(origin.width, origin.height) && typeof origin.seed === "number") {
        return begin(origin.seed, origin.width, origin.height).step(Infinity);
      }
      return null;
    }

    return { number: number, begin: begin, goodSize: goodSize, again: again };
  })(data.mazes, (function () {
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
  }()));
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
