"""Tiled's own window, driven by mouse and keys as a person would, through the VNC screen that Qt brings along."""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import time
from contextlib import closing, contextmanager, suppress
from itertools import cycle
from typing import TYPE_CHECKING, Any

from clients import need

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WIDTH, HEIGHT = 1400, 1000
PATIENCE = 40.0
# A program that draws on a loaded machine takes up the mouse some time after it moved.
REST = 0.1
CONTROL, SHIFT, F1 = 0xFFE3, 0xFFE1, 0xFFBE
POINTER, KEY = 5, 4
# What a key does: Ctrl+Shift+F5 and so on. Each writes a line, so that it can be waited for.
KEYS = {"show": 5, "where": 6, "EraserTool": 7, "WangTool": 8, "Save": 9}
EXTENSION = """
var path = %s, count = 0;
function layer() {
  var map = tiled.activeAsset;
  for (var i = 0; i < map.layerCount; i++) if (map.layerAt(i).name == "%s") return map.layerAt(i);
}
function tell(what) {
  var file = new TextFile(path, TextFile.Append);
  file.write(JSON.stringify(what) + "\\n");
  file.commit();
}
function cells() {
  var map = tiled.activeAsset, found = layer(), out = [];
  for (var y = 0; y < map.height; y++)
    for (var x = 0; x < map.width; x++) { var t = found.tileAt(x, y); out.push(t ? t.id : -1); }
  return out;
}
function on(key, what) {
  tiled.registerAction("Press" + key, function () {
    var said = {key: key, count: ++count};
    try { what(said); } catch (error) { said.error = String(error); }
    tell(said);
  }).shortcut = "Ctrl+Shift+F" + %s[key];
  return {action: "Press" + key};
}
tiled.registerTool("Where", {
  name: "Where",
  mouseMoved: function (x, y) { tell({key: "at", x: x, y: y}); },
  mousePressed: function () {}, mouseReleased: function () {},
});
tiled.extendMenu("Edit", [
  on("show", function (said) { said.cells = cells(); said.modified = tiled.activeAsset.modified; }),
  on("where", function () {
    var map = tiled.activeAsset, view = tiled.mapEditor.currentMapView;
    view.scale = 1;
    view.centerOn(map.width * map.tileWidth / 2, map.height * map.tileHeight / 2);
    map.currentLayer = layer();
    map.selectedLayers = [layer()];
    tiled.trigger("Where");
  }),
  on("EraserTool", function () { tiled.trigger("EraserTool"); }),
  on("WangTool", function () { tiled.trigger("WangTool"); }),
  on("Save", function () { tiled.trigger("Save"); }),
]);
tell({key: "loaded", count: 0});
"""


class NotDrivenError(Exception):
    """Say that the window did not come up, or did not answer."""


class Screen:
    """Speak RFB 3.3, the protocol of VNC, as far as mouse and keys need it."""

    def __init__(self, link: socket.socket) -> None:
        self.link = link
        self._take(12)
        self.link.sendall(b"RFB 003.003\n")
        if self._take(4) != b"\0\0\0\1":
            raise NotDrivenError("the screen wants a password")
        self.link.sendall(b"\1")
        self._take(20)
        self._take(struct.unpack(">I", self._take(4))[0])

    def _take(self, count: int) -> bytes:
        out = b""
        while len(out) < count:
            part = self.link.recv(count - len(out))
            if not part:
                raise NotDrivenError("the screen closed")
            out += part
        return out

    def move(self, x: int, y: int, button: int = 0) -> None:
        """Move the mouse, with its left button down if `button` is 1."""
        self.link.sendall(struct.pack(">BBHH", POINTER, button, x, y))
        time.sleep(0.05)

    def click(self, x: int, y: int) -> None:
        """Come to a place in small steps and rest there, as a hand does, and click."""
        for step in (3, 1, 0):
            self.move(x - step, y)
        for button in (1, 0):
            time.sleep(REST)
            self.move(x, y, button)
        time.sleep(REST)

    def press(self, number: int) -> None:
        """Press a function key with Ctrl and Shift."""
        for down, keys in ((1, (CONTROL, SHIFT, F1 + number - 1)), (0, (F1 + number - 1, SHIFT, CONTROL))):
            for key in keys:
                self.link.sendall(struct.pack(">BBxxI", KEY, down, key))


class Window:
    """Hold a running Tiled with a map open; places are in the map's pixels."""

    screen: Screen

    def __init__(self, process: subprocess.Popen[bytes], told: Path) -> None:
        self.process, self.told = process, told
        self.origin = (0, 0)

    def lines(self) -> list[dict[str, Any]]:
        """Return all that the extension has told."""
        text = self.told.read_text(encoding="utf-8") if self.told.exists() else ""
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]

    def wait(self, found: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
        """Return the first true answer; raise `NotDrivenError` when there is none in time."""
        ends = time.monotonic() + patience
        while time.monotonic() < ends:
            if answer := found():
                return answer
            if self.process.poll() is not None:
                raise NotDrivenError(f"Tiled ended with {self.process.returncode} before {what}")
            time.sleep(0.05)
        raise NotDrivenError(f"Tiled did not come to this: {what}")

    def do(self, key: str) -> dict[str, Any]:
        """Press a key of `KEYS` until it is answered, and return the answer."""
        before = sum(line["key"] == key for line in self.lines())
        for _ in range(6):
            self.screen.press(KEYS[key])
            with suppress(NotDrivenError):
                answers = self.wait(lambda: [x for x in self.lines() if x["key"] == key][before:], key, PATIENCE / 6)
                if "error" in answers[-1]:
                    raise AssertionError(answers[-1]["error"])
                return dict(answers[-1])
        raise NotDrivenError(f"Tiled does not answer: {key}")

    def find_origin(self) -> None:
        """Find out where on the screen the map begins: a tool of ours tells which pixel of the map the mouse is on."""
        self.do("where")
        places = cycle((x, HEIGHT // 2) for x in range(WIDTH // 2, WIDTH * 3 // 4, 50))

        def seen() -> bool:
            before, (x, y) = len(self.lines()), next(places)
            for step in (4, 2, 0):
                self.screen.move(x - step, y - step)
            time.sleep(0.3)
            told = [line for line in self.lines()[before:] if line["key"] == "at"]
            if told:
                self.origin = (x - round(told[-1]["x"]), y - round(told[-1]["y"]))
            return bool(told)

        self.wait(seen, "the mouse over the map")

    def click(self, x: int, y: int) -> None:
        """Click on a pixel of the map."""
        self.screen.click(self.origin[0] + x, self.origin[1] + y)

    def cells(self) -> list[int]:
        """Return the local ids of the layer's tiles, row by row, -1 for none."""
        return list(self.do("show")["cells"])

    def save(self) -> None:
        """Save the map."""
        self.do("Save")
        self.wait(lambda: not self.do("show")["modified"], "a saved map")


@contextmanager
def window(path: Path, layer: str, home: Path) -> Iterator[Window]:
    """Open a map in Tiled's window, in a home of its own, and close it whatever happens.

    Raises `NotDrivenError` if the window does not come up.
    """
    program = need("tiled")
    told = home / "told.txt"
    scripts = home / ".config" / "tiled" / "extensions" / "driving"
    scripts.mkdir(parents=True)
    script = EXTENSION % (json.dumps(str(told)), layer, json.dumps(KEYS))
    (scripts / "driving.js").write_text(script, encoding="utf-8")
    (home / "run").mkdir(mode=0o700)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = os.environ | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_RUNTIME_DIR": str(home / "run"),
        "QT_QPA_PLATFORM": f"vnc:port={port}:size={WIDTH}x{HEIGHT}",
    }
    with (home / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            [program, "--new-instance", str(path)], env=environment, stdout=log, stderr=log, cwd=home
        )
    try:
        with _up(process, port, told) as opened:
            opened.find_origin()
            yield opened
    except OSError as error:
        raise NotDrivenError(f"the screen does not answer: {error}") from error
    finally:
        process.kill()
        process.wait()


@contextmanager
def _up(process: subprocess.Popen[bytes], port: int, told: Path) -> Iterator[Window]:
    opened = Window(process, told)

    def link() -> socket.socket | None:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        return None

    with closing(opened.wait(link, "a screen")) as linked:
        opened.screen = Screen(linked)
        opened.wait(opened.lines, "a loaded extension")
        yield opened
