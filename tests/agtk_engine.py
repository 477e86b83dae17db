"""A stand-in for the AGTK run time: a real ES5 engine without its ES6 extras, and the objects of a scene."""

from __future__ import annotations

import json
import re
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
import pyduktape2

from clients import need
from mazeconv.level import Level
from mazeconv.road_type import road_types

STAND_IN = Path(__file__).with_name("agtk_engine.js").read_text(encoding="utf-8")
PLUGINS = Path(__file__).with_name("agtk_plugins.js").read_text(encoding="utf-8")
NODE = """const vm = require("vm"), world = vm.createContext({});
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let answer;
  try { answer = [true, String(vm.runInContext(JSON.parse(line), world))]; }
  catch (error) { answer = [false, String(error)]; }
  process.stdout.write(JSON.stringify(answer) + "\\n");
});"""

# The names that ES5 has; whatever else the engine offers is taken away before a script runs.
ES5_NAMES = {
    "Object": (
        "getPrototypeOf getOwnPropertyDescriptor getOwnPropertyNames create defineProperty "
        "defineProperties seal freeze preventExtensions isSealed isFrozen isExtensible keys"
    ),
    "Array": "isArray",
    "String": "fromCharCode",
    "Number": "MAX_VALUE MIN_VALUE NaN POSITIVE_INFINITY NEGATIVE_INFINITY",
    "Math": (
        "E LN10 LN2 LOG2E LOG10E PI SQRT1_2 SQRT2 abs acos asin atan atan2 ceil cos exp floor "
        "log max min pow random round sin sqrt tan"
    ),
    "Object.prototype": "toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable",
    "Array.prototype": (
        "toString toLocaleString concat join pop push reverse shift slice sort splice unshift "
        "indexOf lastIndexOf every some forEach map filter reduce reduceRight"
    ),
    "String.prototype": (
        "toString valueOf charAt charCodeAt concat indexOf lastIndexOf localeCompare match "
        "replace search slice split substring toLowerCase toLocaleLowerCase toUpperCase "
        "toLocaleUpperCase trim substr"
    ),
    "Number.prototype": "toString toLocaleString valueOf toFixed toExponential toPrecision",
    "globalThis": (
        "globalThis NaN Infinity undefined Object Function Array String Boolean Number Date "
        "RegExp Error EvalError RangeError ReferenceError SyntaxError TypeError URIError Math "
        "JSON parseInt parseFloat eval isNaN isFinite decodeURI decodeURIComponent encodeURI "
        "encodeURIComponent escape unescape"
    ),
}
STRIP = """(function (owner, kept) {
  kept = kept.concat(["length", "name", "prototype", "constructor"]);
  Object.getOwnPropertyNames(owner).forEach(function (name) {
    if (kept.indexOf(name) < 0) { delete owner[name]; }
  });
  return Object.getOwnPropertyNames(owner).filter(function (name) {
    return kept.indexOf(name) < 0;
  }).join(" ");
})"""

TOKEN = re.compile(
    r"""(?P<skip>\s+|/\*.*?\*/|//[^\n]*)
    | (?P<text>"(?:[^"\\\n]|\\(?:["\\/bfnrt']|u[0-9a-fA-F]{4}))*")
    | (?P<number>(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?![\w.]))
    | (?P<word>[A-Za-z_$][\w$]*)
    | (?P<mark>===|!==|==|!=|<=|>=|&&|\|\||\+\+|--|[-+*/%]=|[{}()\[\].,;:?<>+\-*/%!=&|^~])""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
LATER_WORDS = set("let const class extends super import export yield async await of enum".split())  # noqa: SIM905
# These cannot be deleted, so the gate looks for their names.
FIXED = {"EPSILON", "MAX_SAFE_INTEGER", "MIN_SAFE_INTEGER"}
LATER_PAIRS = {"= >", "* *", "function *", "new .", ". .", "? .", "? ?"}
TAKES_PARENTHESIS = {"if", "for", "while", "switch", "catch", "function", "with"}


def es5_faults(script: str) -> list[str]:
    """Return what in a script is not plain ES5, somewhat too strictly.

    Duktape alone lets const, shorthand methods, powers and more through.
    """
    faults = [] if script.isascii() else ["is not ASCII"]
    tokens: list[str] = []
    at = 0
    while at < len(script):
        found = TOKEN.match(script, at)
        if not found:
            return [*faults, f"no ES5 token: {script[at : at + 20]!r}"]
        if found.lastgroup != "skip":
            tokens.append(found[0])
        at = found.end()
    faults += [f"the word {word}" for word in tokens if word in LATER_WORDS | FIXED]
    faults += [f"{a}{b}" for a, b in pairwise(tokens) if f"{a} {b}" in LATER_PAIRS]
    return faults + _bracket_faults(tokens)


def _bracket_faults(tokens: list[str]) -> list[str]:
    """Return the shorthands, computed keys and patterns of later versions."""
    faults = []
    opened: list[int] = []
    for i, mark in enumerate(tokens):
        after = tokens[i + 1] if i + 1 < len(tokens) else ""
        if mark in ("(", "[", "{"):
            opened.append(i)
        elif mark in (")", "]", "}"):
            start = opened.pop()
            before = tokens[start - 1] if start else ""
            named = before not in TAKES_PARENTHESIS and re.fullmatch(r'[\w$]+|".*"', before)
            if mark == ")" and after == "{" and named and tokens[start - 2] != "function":
                faults.append(f"shorthand method {before}")
            if mark == "]" and after == ":" and before in ("{", ","):
                faults.append("computed key")
            if mark == "]" and after == "=" and before in ("", ";", "{", "}", "(", ",", "var"):
                faults.append("destructuring")
        elif opened and tokens[opened[-1]] == "{" and tokens[i - 1] in ("{", ",") and after in (",", "}"):
            faults.append(f"shorthand property {mark}")
    return faults


class Engine(Protocol):
    """Evaluate JavaScript in a world of its own; an error of the script is an exception."""

    def eval_js(self, code: str) -> Any: ...


class Node:
    """Be an engine that is node."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [need("node"), "-e", NODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def eval_js(self, code: str) -> str:
        """Return the value of the last statement as a text."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        good, answer = json.loads(self._process.stdout.readline())
        assert good, answer
        return str(answer)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def duktape() -> Engine:
    """Return an engine that has nothing beyond ES5."""
    engine: Engine = pyduktape2.DuktapeContext()
    for owner, names in ES5_NAMES.items():
        left = engine.eval_js(f"{STRIP}({owner}, {json.dumps(names.split())})")
        assert set(left.split()) <= FIXED, f"{owner} still has {left}"
    return engine


class Scene:
    """Hold the objects of a scene by name, each with its variables, and run scripts and a plugin on them."""

    def __init__(self, objects: dict[str, dict[str, float]], engine: Literal["duktape", "node"] = "duktape") -> None:
        self._engine: Engine = duktape() if engine == "duktape" else Node()
        self._engine.eval_js(STAND_IN)
        self._engine.eval_js(PLUGINS)
        self.place(objects)

    def close(self) -> None:
        """End what runs outside of this process."""
        if isinstance(self._engine, Node):
            self._engine.close()

    def place(self, objects: dict[str, dict[str, float]], project: dict[str, float] | None = None) -> None:
        """Replace the objects of the scene and the variables of the project; the log is empty again."""
        self._call("place", objects, project or {})

    def run(self, script: str, on: str, times: int = 1) -> list[list[float]]:
        """Run a script on an object; give its [x, y, RoadType, MazeNow] after each run; none may stop."""
        assert not es5_faults(script)
        result = self._call("runScript", script, on, times)
        assert result["stopped"] is None, result["stopped"]
        steps: list[list[float]] = result["steps"]
        return steps

    def run_command(self, script: str, on: str, limit: int = 100_000) -> int:
        """Run a script on an object in each frame for as long as it blocks; give the number of frames."""
        assert not es5_faults(script)
        result = self._call("runCommand", script, on, limit)
        assert result["stopped"] is None, result["stopped"]
        frames: int = result["frames"]
        return frames

    def look_at_plugin(self, text: str, locale: str = "en_US") -> dict[str, Any]:
        """Return what a plugin tells the editor."""
        assert not es5_faults(text)
        told: dict[str, Any] = self._call("lookAt", text, locale)
        return told

    def load_plugin(self, text: str, locale: str = "en_US", internal: Any = None, values: Any = ()) -> None:
        """Load a plugin as the game does; `values` are its settings, as [{id, value}] with unset ones left out."""
        self._call("loadPlugin", text, locale, internal, values)

    def command(self, index: int, on: str, limit: int = 100_000, **values: Any) -> int:
        """Run an action command with values such as `_1=5` until it no longer blocks; give the number of frames."""
        given = [{"id": int(key[1:]), "value": value} for key, value in values.items()]
        result = self._call("command", index, given, on, limit)
        assert result["behavior"] == 0, result
        frames: int = result["frames"]
        return frames

    def condition(self, index: int, on: str, **values: Any) -> bool:
        """Return whether a link condition holds, with values such as `_1=5`."""
        given = [{"id": int(key[1:]), "value": value} for key, value in values.items()]
        holds = self._call("condition", index, given, on)
        assert isinstance(holds, bool)
        return holds

    def save_and_load(self) -> Any:
        """Save the game and load it again; return what the plugin keeps."""
        return json.loads(self._call("saveAndLoad"))

    def values(self, name: str) -> dict[str, float]:
        """Return the variables of an object, presets included."""
        values: dict[str, float] = self._call("valuesOf", name)
        return values

    @property
    def log(self) -> list[str]:
        """Return what the scripts have logged."""
        lines: list[str] = self._call("function () { return logged; }")
        return lines

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression, by way of JSON."""
        # In a list, as undefined has no JSON of its own.
        return json.loads(self._engine.eval_js(f"JSON.stringify([{expression}])"))[0]

    def _call(self, function: str, *values: Any) -> Any:
        return self.evaluate(f"({function})({', '.join(json.dumps(value) for value in values)})")


def dug(level: Level, tile_size: int = 24, offset: tuple[int, int] = (5, 1)) -> list[list[float]]:
    """Return [x, y, RoadType] of the digger after each tile of a level, from the first to the last."""
    steps: list[list[float]] = []
    x = y = 0.0
    for (row, col), road_type in np.ndenumerate(road_types(level.tiles)):
        if road_type >= 0:
            x, y = (col + offset[0] + 0.5) * tile_size, (row + offset[1] + 0.5) * tile_size
        steps.append([x, y, int(road_type)])
    return steps
