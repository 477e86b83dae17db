"""The built wheel, installed where no checkout is near."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from clients import need

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, folder: Path) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False, env={"PATH": ""})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, folder=folder)
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_holds_the_package_and_its_templates(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"mazeconv"}
    for folder, inside in ((ROOT / "converter" / "mazeconv", "mazeconv"), (ROOT / "templates", "mazeconv/templates")):
        files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        assert {f"{inside}/{path.relative_to(folder).as_posix()}" for path in files} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_an_installed_wheel_works_far_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    home, work = tmp_path / "home", tmp_path / "work"
    work.mkdir()
    venv.create(home, with_pip=False, symlinks=sys.platform != "win32")
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    site = Path(
        run(scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=work).strip()
    )
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
    run(*pip, "install", "--no-deps", "--no-index", wheel, folder=work)
    # What it needs is borrowed from this environment, behind its own packages and without editable installs.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    mazeconv = scripts / "mazeconv"
    where = run(scripts / "python", "-c", "import mazeconv; print(mazeconv.__file__)", folder=work)
    assert Path(where.strip()).is_relative_to(site)
    assert run(mazeconv, "--version", folder=work).startswith("mazeconv ")
    for name in ("agtk", "tmx", "png", "text", "matrix", "json"):
        run(mazeconv, "export", "--format", name, "--seed", "1", "-q", "-o", name + "/", folder=work)
        assert any((work / name).iterdir())
    run(mazeconv, "export", "--format", "agtk", "-O", "parts=dig", "-q", folder=work)
    assert list(work.glob("*.agtk-dig.js")), "a template is filled in"
