"""The pages docs/options.md and docs/options.ja.md: every option, from the records that the program itself reads.

`python tests/option_pages.py` writes them again. tests/test_option_pages.py compares. The Japanese page takes its
sentences from docs/options.ja.toml, and what is missing there from the program.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mazeconv.cli.tree import Command, Taken, commands
from mazeconv.formats import FORMATS
from mazeconv.generators import GENERATORS
from mazeconv.making import sizes_text, tile_sizes
from mazeconv.options.describing import MANY, Described, describe
from mazeconv.shaping import SHAPING, STAGES
from mazeconv.solvers import SOLVERS
from mazeconv.tables import Table

DOCS = Path(__file__).parents[1] / "docs"
SENTENCES: dict[str, dict[str, dict[str, str]]] = tomllib.loads((DOCS / "options.ja.toml").read_text("utf-8"))

# Formats whose options are those of another one, with the same sentences.
LIKE = {"tmj": "tmx"}
JAPANESE_KINDS = {
    "a whole number": "整数",
    "whole numbers": "整数",
    "a number": "数",
    "numbers": "数",
    "yes or no": "`true` か `false`",
    "text": "文字",
    "words": "言葉",
    "a file": "ファイル",
    "files": "ファイル",
}


class Words(NamedTuple):
    """Hold the words of one language around the tables; the parts are formats, generators, shaping steps, solvers."""

    file: str
    title: str
    intro: str
    parts: Mapping[str, tuple[str, str]]
    head: str
    uses: Mapping[str, str]
    none: str
    commands: tuple[str, str, str, str]


ENGLISH = Words(
    file="options.md",
    title="All options",
    intro=(
        "[README](../README.md) · [日本語](options.ja.md)\n\n"
        "`mazeconv formats NAME`, `generators NAME`, `shapes NAME` and `solvers NAME` show the same. In Python "
        "give them by name, with `_` in place of `-`. An empty default means: not set. A bare key means yes "
        "(`-O grid`). This page is made by `python tests/option_pages.py`."
    ),
    parts={
        "format": ("Formats", "Given with `-O` for writing, with `-I` for reading."),
        "generator": ("Generators", "Given with `-G`. Sizes are width x height."),
        "shape": (
            "Shaping steps",
            (
                "Given as `--shape NAME=VALUE,key=value`; VALUE is the first option. Steps of one stage run in the "
                "order given. The stages follow one another, in whatever order their steps are given: {stages}."
            ),
        ),
        "solver": ("Solvers", "Given with `-S`."),
    },
    head="| option | takes | default | what it does |",
    uses={"-O": "For writing (`-O`):", "-I": "For reading (`-I`):"},
    none="No options.",
    commands=(
        "Commands",
        "`mazeconv COMMAND -h` shows the same. A value that is not given has the default.",
        "Options that several commands have",
        "Also, as [above](#command-shared):",
    ),
)
JAPANESE = Words(
    file="options.ja.md",
    title="オプションの一覧",
    intro=(
        "[README](../README.ja.md) · [English](options.md)\n\n"
        "`mazeconv formats 名前`、`generators 名前`、`shapes 名前`、`solvers 名前` でも(英語で)表示できます。"
        "Python では名前付きの引数で、`-` を `_` にします。「初期値」が空のものは、指定なしの意味です。"
        "値を付けないと「はい」の意味です(`-O grid`)。このページは `python tests/option_pages.py` で作っています。"
    ),
    parts={
        "format": ("形式", "書き出しは `-O`、読み込みは `-I` で指定します。"),
        "generator": ("迷路の作り方", "`-G` で指定します。大きさは幅 x 高さです。"),
        "shape": (
            "仕上げ",
            (
                "`--shape 名前=値,key=値` で指定します。名前のすぐ後の値は、最初のオプションのものです。"
                "同じ段階のものは、書いた順に行います。段階の順は、書いた順にかかわらず、次のとおりです:{stages}。"
            ),
        ),
        "solver": ("解き方", "`-S` で指定します。"),
    },
    head="| オプション | 値 | 初期値 | すること |",
    uses={"-O": "書き出し(`-O`):", "-I": "読み込み(`-I`):"},
    none="オプションはありません。",
    commands=(
        "コマンド",
        "`mazeconv コマンド -h` でも(英語で)表示できます。指定しないものは「初期値」になります。",
        "いくつものコマンドにあるオプション",
        "[上](#command-shared)にあるものも使えます:",
    ),
)
TABLES: dict[str, Table[Any]] = {"format": FORMATS, "generator": GENERATORS, "shape": SHAPING, "solver": SOLVERS}


def builtin(kind: str) -> list[Any]:
    """Return the built-in values of a table: a page does not depend on the plugins that are installed."""
    return [TABLES[kind].get(name) for name in TABLES[kind].builtin]


def records(kind: str, one: Any) -> dict[str, tuple[Described, ...]]:
    """Return the options of a value by how they are given; a format has two ways, of which each may be missing."""
    if kind != "format":
        return {"": describe(one.options)}
    ways = {"-O": (one.write, one.write_options), "-I": (one.read, one.read_options)}
    return {way: describe(record) for way, (function, record) in ways.items() if function}


def page(words: Words) -> str:
    """Return the page in one language."""
    out = [f"# {words.title}\n\n{words.intro}\n", *_commands(words)]
    for kind, (title, note) in words.parts.items():
        names = " · ".join(f"[{one.name}](#{kind}-{one.name})" for one in builtin(kind))
        out.append(f"## {title}\n\n{note.replace('{stages}', _stages())}\n\n{names}\n")
        for one in builtin(kind):
            out.append(f'<a id="{kind}-{one.name}"></a>\n\n### {one.name}\n' + _about(kind, one, words))
            tables = [(way, options) for way, options in records(kind, one).items() if options]
            out += [
                (f"{words.uses[way]}\n\n" if way else "") + _table(kind, one.name, way, options, words)
                for way, options in tables
            ]
            out += [] if tables else [f"{words.none}\n"]
    return "\n".join(out)


def _commands(words: Words) -> list[str]:
    """Return the part on the commands: what several have stands once, before them."""
    title, note, shared_title, also = words.commands
    every = commands()
    counts = Counter(one for found in every.values() for one in found.takes if one.is_option)
    # Of options with one name and several meanings, the most common one.
    shared = [one for one in counts if counts[one] == max(2, *(counts[o] for o in counts if o.names == one.names))]
    names = " · ".join(f"[{name}](#{_anchor(name)})" for name in every)
    out = [f'<a id="commands"></a>\n\n## {title}\n\n{note}\n\n{names}\n']
    out.append(f'<a id="command-shared"></a>\n\n### {shared_title}\n\n' + _taken("shared", shared, words))
    for name, found in every.items():
        out.append(f'<a id="{_anchor(name)}"></a>\n\n### mazeconv {name}\n' + _title(found, words))
        own = [one for one in found.takes if one not in shared]
        rest = ", ".join(f"`{one.names[0]}`" for one in found.takes if one in shared)
        out += [_taken(name, own, words)] if own else []
        out += [f"{also} {rest}.\n"] if rest else []
    return out


def _anchor(command: str) -> str:
    return f"command-{command.replace(' ', '-')}"


def _title(found: Command, words: Words) -> str:
    return "" if words is JAPANESE else f"\n{found.title}\n"


def _taken(command: str, some: Iterable[Taken], words: Words) -> str:
    rows = [words.head, "|---|---|---|---|"]
    told: dict[str, str] = {}
    if words is JAPANESE:
        of_all = SENTENCES["command"]["shared"]
        told = {name: of_all[name] for name in ("[LEVEL]", "NAME", "[NAME]") if name in of_all}
        told |= SENTENCES["command"].get(command, {})
    for one in some:
        names = ", ".join(f"`{name}`" for name in one.names)
        cells = (f"`{cell}`" if cell else "" for cell in (one.takes, one.default))
        rows.append(row(names, *cells, told.get(one.names[0], one.help)))
    return "\n".join(rows) + "\n"


def _stages() -> str:
    """Return the stages of shaping in their order, each with its steps."""
    steps = builtin("shape")
    return " → ".join(", ".join(f"`{step.name}`" for step in steps if step.stage == stage) for stage in STAGES)


def _about(kind: str, one: Any, words: Words) -> str:
    if words is JAPANESE:
        return ""
    sizes = f" Sizes: {sizes_text(*tile_sizes(one), 'tiles')}." if kind == "generator" else ""
    return f"\n{one.title[0].upper()}{one.title[1:]}.{sizes}\n"


def japanese(kind: str, name: str, way: str, option: Described) -> str:
    """Return the Japanese sentence: that of `-I NAME` where reading and writing have options of one name."""
    told = SENTENCES.get(kind, {})
    known = {**told.get(LIKE.get(name, ""), {}), **told.get(name, {})}
    return known.get(f"{way} {option.name}", known.get(option.name, option.help))


def _table(kind: str, name: str, way: str, options: tuple[Described, ...], words: Words) -> str:
    rows = [words.head, "|---|---|---|---|"]
    for one in options:
        # An option that is not set has the default "none", which is left out; for others it is a value.
        empty = one.default == "" or (one.default == "none" and "none" not in one.choices)
        told = one.help
        if words is JAPANESE:
            told = japanese(kind, name, way, one)
        takes = one.expects if words is ENGLISH else _japanese(one)
        rows.append(row(f"`{one.name}`", takes, "" if empty else f"`{one.default}`", told))
    return "\n".join(rows) + "\n"


def row(*cells: str) -> str:
    """Return a row of a table; an upright line in a cell does not end it."""
    return "|" + "|".join(f" {cell.replace('|', chr(92) + '|')} " if cell else " " for cell in cells) + "|"


def write(name: str, text: str) -> None:
    """Write a page, the same bytes on every system."""
    (DOCS / name).write_text(text, "utf-8", newline="\n")


def _japanese(option: Described) -> str:
    """Return what a value must be, as `Described.expects` says in English."""
    several = option.kind.startswith(MANY)
    kind = option.kind.removeprefix(MANY).strip()
    low, high = (None if bound is None else f"{bound:.15g}" for bound in (option.minimum, option.maximum))
    words = JAPANESE_KINDS.get(kind, kind)
    if option.choices:
        words = "・".join(f"`{choice}`" for choice in option.choices)
    elif low and high:
        words += f"、{low} から {high}"
    elif low or high:
        words += f"、{low} 以上" if low else f"、{high} 以下"
    return words + ("(カンマで区切る)" if several else "")


def main() -> None:
    """Write both pages."""
    for words in (ENGLISH, JAPANESE):
        write(words.file, page(words))


if __name__ == "__main__":
    main()
