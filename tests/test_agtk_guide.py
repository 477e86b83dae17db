"""The AGTK guide is true: its commands run, both languages say the same, and its pictures are those of the program."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from agtk_projects import synthetic
from guide_diagrams import FOLDER, drawn
from mazeconv.cli import run
from readme_blocks import READMES, ROOT, anchors, blocks, commands, links

ENGLISH, JAPANESE = GUIDES = (ROOT / "docs" / "agtk.md", ROOT / "docs" / "agtk.ja.md")
both = pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
TEXTS = json.loads((ROOT / "templates" / "agtk" / "plugin-texts.json").read_text(encoding="utf-8"))


@both
def test_commands_run_in_the_order_in_which_they_stand(
    guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    project = tmp_path / "MyGame" / "data" / "project.json"
    project.parent.mkdir(parents=True)
    project.write_text(synthetic(), "utf-8", newline="\n")
    for command in (one for block in blocks(guide) for one in commands(block)):
        assert run(list(command.words)) == 0, f"{guide.name}:{command.line}: {capsys.readouterr().err}"


def test_both_languages_hold_the_same_commands() -> None:
    english, japanese = ([c.words for b in blocks(path) for c in commands(b)] for path in GUIDES)
    assert english == japanese


def test_both_languages_have_the_same_chapters_tables_and_marks() -> None:
    english, japanese = (
        [re.match(r"#+|\|", line)[0] for line in path.read_text("utf-8").splitlines() if line[:1] in ("#", "|")]  # type: ignore[index]
        for path in GUIDES
    )
    assert english == japanese
    counts = [[path.read_text("utf-8").count(mark) for mark in ("[S]", "[A]", "[?]")] for path in GUIDES]
    assert counts[0] == counts[1]


@both
def test_links_lead_somewhere(guide: Path) -> None:
    for link in links(guide):
        path, _, anchor = link.partition("#")
        target = guide.parent / path if path else guide
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize(("readme", "guide"), list(zip(READMES, GUIDES, strict=True)), ids=["en", "ja"])
def test_each_readme_leads_to_the_guide_in_its_language(readme: Path, guide: Path) -> None:
    assert guide.relative_to(ROOT).as_posix() in links(readme)


@both
def test_it_names_every_command_and_condition_of_the_plugin(guide: Path) -> None:
    here, there = ("ja", "en") if guide == JAPANESE else ("en", "ja")
    rows = guide.read_text("utf-8")
    for kind in ("action", "condition"):
        for key, (name, _) in TEXTS[here][kind].items():
            assert f"| {name} | {TEXTS[there][kind][key][0]} |" in rows


@both
@pytest.mark.parametrize("words", ["nothing yet", "まだ何も確かめていません"])
def test_it_says_what_is_not_proved(guide: Path, words: str) -> None:
    assert (words in guide.read_text("utf-8")) is (words.isascii() == (guide == ENGLISH))


@both
def test_digging_times_are_frames_at_60_a_second(guide: Path) -> None:
    rows = re.findall(
        r"^\| (\d+) x (\d+) \| (\d+) \| ([\d.]+) \S+ \| ([\d.]+) ", guide.read_text("utf-8"), re.MULTILINE
    )
    assert len(rows) == 3
    for width, height, tiles, every, roads in rows:
        cells = (int(width) // 2) * (int(height) // 2)
        assert int(tiles) == int(width) * int(height)
        assert float(every) == round(int(tiles) / 60)
        assert float(roads) == pytest.approx((2 * cells - 1) / 60, abs=0.25)


def test_the_pictures_are_those_that_the_program_draws() -> None:
    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == drawn(), (
        "look at them, then run: python tests/guide_diagrams.py"
    )


@pytest.mark.parametrize("name", drawn())
def test_pictures_are_sound_and_no_text_leaves_them(name: str) -> None:
    root = ET.fromstring(drawn()[name])  # noqa: S314 - our own text
    width = float(root.get("width", "0"))
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        size, at = float(text.get("font-size", "0")), float(text.get("x", "0"))
        length = sum(size * (0.6 if char.isascii() else 1) for char in text.text or "")
        left = at - {"start": 0, "middle": length / 2, "end": length}[text.get("text-anchor", "start")]
        assert left >= 0, text.text
        assert left + length <= width, text.text
