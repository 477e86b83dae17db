"""Where a project is found, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from agtk_projects import synthetic
from mazeconv.agtk import files
from mazeconv.errors import ReadError


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the folder of a project."""
    (tmp_path / "data").mkdir()
    (tmp_path / "Game.pgmproject").write_bytes(b"PGMMV 1.0.6\n")
    (tmp_path / "data" / "project.json").write_bytes(synthetic().encode())
    return tmp_path


@pytest.mark.parametrize("name", [".", "Game.pgmproject", "data/project.json"])
def test_a_project_is_found_by_its_folder_or_either_file(project: Path, name: str) -> None:
    found = files.find(project / name)
    assert found.text == synthetic()
    assert found.path.name == "project.json"
    assert found.folder == project


def test_what_is_no_project_is_refused(project: Path) -> None:
    with pytest.raises(ReadError, match=r"holds no data/project\.json"):
        files.find(project / "data")
    with pytest.raises(ReadError, match="no such file"):
        files.find(project / "data" / "other.json")
    (project / "Game.pgmproject").write_bytes(b"RPGMV 1.6.2")
    with pytest.raises(ReadError, match="is no PGMMV project"):
        files.find(project / "Game.pgmproject")
    (project / "data" / "project.json").write_bytes(b'{\n"name": "\x83\x5c"}')
    with pytest.raises(ReadError, match=":2: is not UTF-8"):
        files.find(project)


def test_a_hundred_megabytes_are_refused_before_they_are_read(project: Path) -> None:
    with (project / "data" / "project.json").open("r+b") as file:
        file.truncate(100_000_000)
    with pytest.raises(ReadError, match="too large"):
        files.find(project)
