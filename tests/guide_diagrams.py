"""The diagrams of the AGTK guide, in two languages: `python tests/guide_diagrams.py` draws them again."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "agtk"
INK, SOFT, PAPER, WALL, ROAD, MARK = "#243447", "#5c6f82", "#ffffff", "#4a6078", "#f3ead8", "#c0392b"
FONT = "'Noto Sans JP','Noto Sans CJK JP','Hiragino Sans','Yu Gothic','Meiryo',sans-serif"
ROW = "#.............#"
GROUPS = (
    ("place", ("TileSize = 24", "OffsetX = 5", "OffsetY = 1", "MazeSizeX = 15", "MazeSizeY = 13")),
    ("digging", ("MazeNow = 0", "MazeSize = 195", "RoadType = -2")),
    ("rows", ("変数001 = 32767", "変数002 = 16385", "…", "変数013 = 32767")),
    ("optional", ("MazeSeed", "MazeSeedUsed", "MazeReady", "StartX, StartY", "GoalX, GoalY")),
)
Words = dict[str, Any]
TEXTS: dict[str, Words] = {
    "en": {
        "loop": "A. Four actions: two of them take turns and dig one tile a frame",
        "self": "B. Three actions, with -O repeat=yes: one of them stays until all is dug",
        "prepare": ("1 Prepare", "runs ….agtk.js or", "….agtk-make.js once"),
        "dig": ("2 Dig", "runs ….agtk-dig.js", "(one tile)"),
        "on": ("3 Dig on", "runs ….agtk-dig.js", "(one tile)"),
        "end": ("4 End", "sets MazeNow to 0", "for the next time"),
        "dig_all": ("2 Dig", "runs ….agtk-dig.js", "(all tiles)"),
        "end_b": ("3 End", "sets MazeNow to 0", "for the next time"),
        "always": "always",
        "first": "checked first: MazeNow > MazeSize",
        "first_too": "first: MazeNow > MazeSize",
        "then": "checked next: always",
        "again": "again? a link of your own back to 1",
        "before": "before",
        "at": "the digger comes",
        "after": "after",
        "gimmick": "Settings of the gimmick tile",
        "settings": (
            ("wall flags", "up, left, right and down: all on"),
            ("changes when", "an object touches or overlaps the tile"),
            ("target object group", "only the group of the digging object"),
            ("then the tile", "disappears, or becomes a road tile"),
        ),
        "place": "size and place",
        "digging": "for the digging",
        "rows": "one row each",
        "optional": "only if you want them",
        "bits": "変数002 = 16385 = 100000000000001 in binary: 1 is wall, 0 is road",
        "road": "RoadType: add what is wall",
    },
    "ja": {
        "loop": "A. アクション 4 つ：そのうち 2 つが交代で、1 フレームに 1 タイルずつ掘る",
        "self": "B. アクション 3 つ（-O repeat=yes）：全部掘るまで 1 つのアクションにとどまる",
        "prepare": ("1 用意", "….agtk.js か", "….agtk-make.js を 1 回"),
        "dig": ("2 掘る", "….agtk-dig.js を実行", "（1 タイル）"),
        "on": ("3 続けて掘る", "….agtk-dig.js を実行", "（1 タイル）"),
        "end": ("4 終わり", "次にそなえて", "MazeNow を 0 にする"),
        "dig_all": ("2 掘る", "….agtk-dig.js を実行", "（全部のタイル）"),
        "end_b": ("3 終わり", "次にそなえて", "MazeNow を 0 にする"),
        "always": "いつでも",
        "first": "先に調べる：MazeNow > MazeSize",
        "first_too": "先に：MazeNow > MazeSize",
        "then": "次に調べる：いつでも",
        "again": "もう一度掘るなら、1 へ戻るリンクを自分で追加",
        "before": "前",
        "at": "掘るオブジェクトが来る",
        "after": "後",
        "gimmick": "ギミックタイルの設定",
        "settings": (
            ("壁判定", "上・左・右・下をすべてオン"),
            ("変わる条件", "オブジェクトが触れたら、または重なったら"),
            ("対象のオブジェクトグループ", "掘るオブジェクトのグループだけ"),
            ("変わったあと", "タイルが消える、または道のタイルになる"),
        ),
        "place": "大きさと位置",
        "digging": "掘るときに使う",
        "rows": "1 つが 1 行",
        "optional": "使いたいときだけ",
        "bits": "変数002 = 16385 は 2 進数で 100000000000001。1 が壁、0 が道",
        "road": "RoadType：壁のある側を足す",
    },
}


def _text(
    x: float, y: float, text: str, size: int = 14, anchor: str = "start", fill: str = INK, *, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}'
    return f"<text {place}>{escape(text)}</text>"


def _rect(x: float, y: float, width: float, height: float, fill: str, line: str = INK, radius: int = 0) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{fill}" stroke="{line}"/>'
    )


def _arrow(*points: tuple[float, float], dashed: bool = False) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<polyline points="{path}" fill="none" stroke="{SOFT}" stroke-width="2"{dash} marker-end="url(#head)"/>'


def _box(x: float, y: float, words: tuple[str, str, str]) -> str:
    lines = [
        _rect(x, y, 190, 78, "#eaf1f8", INK, 8),
        _text(x + 95, y + 25, words[0], 16, "middle", INK, bold=True),
    ]
    return "".join(
        [*lines, _text(x + 95, y + 48, words[1], 13, "middle"), _text(x + 95, y + 66, words[2], 13, "middle")]
    )


def _page(width: int, height: int, *parts: str) -> str:
    head = (
        f'<marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0,0 L10,5 L0,10 z" fill="{SOFT}"/></marker>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="{FONT}">\n<defs>{head}</defs>\n<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def actions(words: Words) -> str:
    """Draw the actions of the object that digs, with their links in the order in which they are checked."""
    return _page(
        760,
        560,
        _text(20, 32, words["loop"], 16, bold=True),
        _box(20, 60, words["prepare"]),
        _arrow((210, 99), (298, 99)),
        _text(254, 90, words["always"], 13, "middle", SOFT),
        _box(300, 60, words["dig"]),
        _box(300, 240, words["on"]),
        _arrow((340, 138), (340, 238)),
        _arrow((450, 240), (450, 140)),
        _text(332, 193, words["then"], 13, "end", SOFT),
        _text(458, 193, words["then"], 13, "start", SOFT),
        _box(550, 315, words["end"]),
        _arrow((490, 85), (690, 85), (690, 313)),
        _text(500, 76, words["first"], 13, "start", MARK),
        _arrow((490, 279), (600, 279), (600, 313)),
        _text(496, 270, words["first_too"], 13, "start", MARK),
        _arrow((550, 370), (115, 370), (115, 140), dashed=True),
        _text(125, 362, words["again"], 13, "start", SOFT),
        _text(20, 440, words["self"], 16, bold=True),
        _box(20, 460, words["prepare"]),
        _arrow((210, 499), (283, 499)),
        _text(247, 490, words["always"], 13, "middle", SOFT),
        _box(285, 460, words["dig_all"]),
        _arrow((475, 499), (548, 499)),
        _text(512, 490, words["always"], 13, "middle", SOFT),
        _box(550, 460, words["end_b"]),
    )


def _field(x: float, y: float, dug: int, digger: int | None) -> str:
    parts = []
    for row in range(3):
        for col in range(5):
            road = row == 1 and 1 <= col <= dug
            parts.append(_rect(x + 30 * col, y + 30 * row, 30, 30, ROAD if road else WALL, PAPER))
    if digger is not None:
        parts.append(f'<circle cx="{x + 30 * digger + 15:g}" cy="{y + 45:g}" r="10" fill="{MARK}"/>')
    return "".join(parts)


def gimmick(words: Words) -> str:
    """Draw what a gimmick tile does when the digger comes, and its settings."""
    parts = []
    for index, (name, dug, digger) in enumerate((("before", 1, 1), ("at", 1, 2), ("after", 2, 2))):
        x = 25 + 245 * index
        parts += [_field(x, 50, dug, digger), _text(x + 75, 40, words[name], 14, "middle", SOFT)]
        if index:
            parts.append(_arrow((x - 85, 95), (x - 12, 95)))
    parts.append(_text(20, 190, words["gimmick"], 16, bold=True))
    for index, (name, value) in enumerate(words["settings"]):
        y = 205 + 40 * index
        parts += [_rect(20, y, 260, 40, "#eaf1f8"), _rect(280, y, 460, 40, PAPER)]
        parts += [_text(32, y + 26, name, 14, bold=True), _text(292, y + 26, value)]
    parts.append(f'<rect x="700" y="211" width="28" height="28" fill="{WALL}" stroke="{MARK}" stroke-width="4"/>')
    return _page(760, 385, *parts)


def variables(words: Words) -> str:
    """Draw the variables of MazeMaker, the tiles of a row and the sides of RoadType."""
    parts = [_rect(20, 20, 720, 220, "#f7f9fb", INK, 8), _text(36, 48, "MazeMaker", 18, bold=True)]
    for index, (name, lines) in enumerate(GROUPS):
        x = 36 + 176 * index
        parts += [_rect(x, 62, 164, 162, PAPER, SOFT, 6), _text(x + 10, 84, words[name], 12, fill=SOFT)]
        parts += [_text(x + 10, 110 + 24 * n, line) for n, line in enumerate(lines)]
    parts.append(_text(20, 275, words["bits"], 15, bold=True))
    for col, glyph in enumerate(ROW):
        wall = glyph == "#"
        parts.append(_rect(20 + 32 * col, 290, 32, 32, WALL if wall else ROAD, PAPER if wall else SOFT))
        parts.append(_text(36 + 32 * col, 311, "1" if wall else "0", 14, "middle", PAPER if wall else INK))
    parts.append(_text(20, 365, words["road"], 15, bold=True))
    parts.append(_rect(92, 400, 56, 56, ROAD, SOFT))
    for x, y, label in ((120, 394, "8"), (82, 433, "4"), (158, 433, "2"), (120, 474, "1")):
        parts.append(_text(x, y, label, 16, "middle", MARK, bold=True))
    for index, (code, sides) in enumerate(((9, "lr"), (6, "ud"), (0, "udlr"), (14, "d"), (15, ""))):
        parts.append(_example(230 + 104 * index, 400, code, sides))
    return _page(760, 490, *parts)


def _example(x: float, y: float, code: int, sides: str) -> str:
    """Draw a tile with its neighbours; `sides` names the open ones."""
    places = {"u": (28, 0), "l": (0, 28), "r": (56, 28), "d": (28, 56)}
    parts = [_rect(x + 14, y - 14, 56, 56, PAPER, PAPER), _rect(x + 28, y + 14, 28, 28, ROAD, SOFT)]
    for side, (dx, dy) in places.items():
        parts.append(_rect(x + dx, y + dy - 14, 28, 28, ROAD if side in sides else WALL, SOFT))
    return "".join([*parts, _text(x + 42, y + 34, str(code), 15, "middle", MARK, bold=True)])


def drawn() -> dict[str, str]:
    """Return every diagram by file name."""
    diagrams = {"actions": actions, "gimmick": gimmick, "variables": variables}
    return {f"{name}.{language}.svg": draw(TEXTS[language]) for language in TEXTS for name, draw in diagrams.items()}


def main() -> None:
    """Write all diagrams."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in drawn().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
