"""A designer's map to patch: all that must stay, with everything that could be taken for what must not."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, NamedTuple

from clients import need
from mazeconv.formats.tmx_data import packed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ROWS, COLS = 12, 14
TILESET = """ <tileset firstgid="1" name="mine" tilewidth="16" tileheight="16" tilecount="4" columns="2">
  <image source="mine.png" width="32" height="32"/>
  <tile id="1" type="floor"/>
  <tile id="2" type="wall"/>
 </tileset>"""
HEAD = """<?xml version="1.0" encoding="{encoding}"?>
<!-- keep me: <layer name="maze"><data encoding="csv">1,1</data></layer> あé -->
<map  version='1.10' orientation="orthogonal" height="12" width="14" tilewidth="16"
  tileheight="16" infinite="0" nextlayerid="9" nextobjectid="50">
 <properties>
  <property name="story" value="a &gt; b > c"/>
 </properties>
{tileset}
 <layer id="1" name="grass" width="14" height="12">
  <data encoding="csv">
{grass}
</data>
 </layer>
 <group id="7" name="level">
  <layer id="2" opacity='0.5' name="maze" width="14" height="12">
   <properties><property name="data" value="&lt;data>"/></properties>
   <data{data}>"""
MIDDLE = """</data>
  </layer>
  <?keep this?>
  <objectgroup name="markers" id="3">
   <object id="9" name="sign" x="8" y="8.50"><point/></object>
   <object id="12" type="start" x="400" y="400" width="16" height="16"/>"""
TAIL = """
   <!-- the end of markers -->
  </objectgroup>
 </group>
 <objectgroup id="4" name="mine"><object id="11" type="start" x="16" y="16" width="16" height="16"/></objectgroup>
</map>
"""
STYLES = (
    ("csv", ""),
    ("base64", ""),
    ("base64", "zlib"),
    ("base64", "gzip"),
    ("base64", "zstd"),
)
ENCODINGS = ("UTF-8", "utf-8-sig", "utf-16", "utf-16-be-bom", "ISO-8859-1")


class Parts(NamedTuple):
    """Hold a map as what must stay and, between, the text of the layer and the lines of the markers."""

    head: str
    tiles: str
    middle: str
    markers: str
    tail: str

    def file(self, encoding: str = "UTF-8", newline: str = "\n") -> bytes:
        """Return the file, written in an encoding and with line ends."""
        return as_bytes("".join(self), encoding, newline)


def as_bytes(text: str, encoding: str, newline: str) -> bytes:
    """Return a text as a file."""
    text = text.replace("\n", newline)
    if encoding == "utf-16-be-bom":
        return b"\xfe\xff" + text.encode("utf-16-be")
    if encoding == "utf-16":
        return b"\xff\xfe" + text.encode("utf-16-le")
    return text.encode(encoding)


def layer_text(words: npt.NDArray[np.uint32], style: tuple[str, str]) -> str:
    """Return the text of a layer in one of the `STYLES`."""
    encoding, compression = style
    if encoding == "csv":
        return "\n" + ",\n".join(",".join(map(str, row)) for row in words.tolist()) + "\n"
    raw = words.astype("<u4").tobytes()
    if compression == "zstd":
        need("zstandard")
    text = b"".join(packed([raw], len(raw), compression)) if compression else b64encode(raw)  # type: ignore[arg-type]
    return f"\n    {text.decode().strip()}\n   "


def parts(words: npt.NDArray[np.uint32], style: tuple[str, str] = STYLES[0], declared: str = "UTF-8") -> Parts:
    """Return a map whose layer `maze` holds these words, GIDs with their turns."""
    encoding, compression = style
    data = f' encoding="{encoding}"' + (f' compression="{compression}"' if compression else "")
    grass = ",\n".join([",".join(["2"] * COLS)] * ROWS)
    head = HEAD.format(encoding=declared, tileset=TILESET, grass=grass, data=data)
    if declared.startswith("ISO"):
        head = head.replace("あ", "")
    return Parts(head, layer_text(words, style), MIDDLE, "", TAIL)
