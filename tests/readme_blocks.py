"""What the READMEs hold: their fenced blocks, the commands in those, and what is shown of the output.

The rule by which blocks are read:

- `sh`, `console` and `powershell` blocks hold commands. In a `console` block a command follows `$ `; the lines below
  it are exactly what it prints; in the others every line is a command, and `#` begins a remark.
- `&&` and `;` join commands. `mazeconv …`, with or without the folder of a virtual environment before it, is run. The
  commands that install or test (`SKIPPED`) are not: other tests and CI run those. Anything else is an error.
- `python` blocks are whole programs.
- Blocks of any other language are not looked at.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
README, JAPANESE = READMES = (ROOT / "README.md", ROOT / "README.ja.md")
# Pages that the READMEs lead to, each in both languages. The pages on AGTK and on options have tests of their own.
PAGES = [(ROOT / "docs" / f"{name}.md", ROOT / "docs" / f"{name}.ja.md") for name in ("python", "tiled", "measures")]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SKIPPED = (
    re.compile(r"(python3|py) -m venv "),
    re.compile(r"\S*pip install "),
    re.compile(r"(\S*python -m |\S*Scripts.)pytest\b"),
    re.compile(r"source \S*activate$|\S*Activate\.ps1$"),
)
PROGRAM = re.compile(r"(\.venv[/\\](bin|Scripts)[/\\])?mazeconv ")
LINK = re.compile(r"\]\(([^)\s]+)\)|<img [^>]*src=\"([^\"]+)\"")


class Block(NamedTuple):
    """Hold a fenced block; `line` is where it begins in the file."""

    language: str
    text: str
    line: int


class Command(NamedTuple):
    """Hold the words after `mazeconv`, and the output that is shown or None."""

    words: tuple[str, ...]
    output: str | None
    line: int


def blocks(path: Path) -> list[Block]:
    """Return the fenced blocks of a file, in order."""
    text = path.read_text(encoding="utf-8")
    return [Block(found[1], found[2], text.count("\n", 0, found.start()) + 1) for found in FENCE.finditer(text)]


def typed_lines(block: Block) -> list[str]:
    """Return the lines of a block that begin with `mazeconv`, as they are typed."""
    lines = [line.removeprefix("$ ").partition(" #")[0] for line in block.text.splitlines()]
    return [line for line in lines if line.startswith("mazeconv ")]


def commands(block: Block) -> list[Command]:
    """Return the commands of a block that are to be run; raise `ValueError` for one that the rule does not know."""
    if block.language == "console":
        parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
        if parts[0]:
            raise ValueError(f"line {block.line}: a console block begins with `$ `")
        shown = [part.partition("\n") for part in parts[1:]]
        return [c for line, _, output in shown for c in _split(line, block, output)]
    if block.language not in ("sh", "powershell"):
        return []
    lines = [line for line in block.text.splitlines() if line and not line.startswith("#")]
    return [c for line in lines for c in _split(line, block, None)]


def _split(line: str, block: Block, output: str | None) -> list[Command]:
    found = []
    for part in re.split(r"\s*(?:&&|;)\s+", line.strip()):
        if any(pattern.match(part) for pattern in SKIPPED):
            continue
        if not PROGRAM.match(part):
            raise ValueError(f"line {block.line}: {part!r} is neither mazeconv nor installs or tests")
        # A backslash escapes nothing in PowerShell, and none of our commands needs it in a shell.
        words = shlex.split(part.replace("\\", "/"), comments=True)[1:]
        found.append(Command(tuple(words), output, block.line))
    return found


def links(path: Path) -> list[str]:
    """Return the targets of links and pictures."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    return [found[1] or found[2] for found in LINK.finditer(text)]


def anchors(path: Path) -> set[str]:
    """Return the names by which headings can be linked to, as GitHub makes them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def first_cells(path: Path) -> dict[str, list[str]]:
    """Return the rows of the file's tables by the name in backticks that begins them: all cells of each row."""
    rows: dict[str, list[str]] = {}
    for found in re.finditer(r"^\| `([^`]+)` \|(.*)\|$", path.read_text(encoding="utf-8"), re.MULTILINE):
        rows.setdefault(found[1], []).append(found[2])
    return rows


def section(path: Path, anchor: str) -> str:
    """Return what stands between `<a id="anchor"></a>` and the next such mark, or the end."""
    text = path.read_text(encoding="utf-8")
    begun = text.split(f'<a id="{anchor}"></a>', 1)
    return begun[1].split('<a id="', 1)[0] if len(begun) > 1 else ""
