"""Where templates and presets are found: the user's folder, then the package, then the checkout."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PurePosixPath

from mazeconv.errors import UsageError

# By path, as importlib.resources costs 4 ms; in the wheel they lie in the package, in a checkout beside the sources.
PACKAGE = Path(__file__).parent / "templates"
CHECKOUT = Path(__file__).parents[2] / "templates"


def user_folder() -> Path:
    """Return the folder in which the user's own templates and presets are looked for.

    It is $MAZECONV_HOME, else the platform's place for application data; it need not exist.
    """
    if home := os.environ.get("MAZECONV_HOME"):
        return Path(home)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "mazeconv"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "mazeconv"


def template(name: str) -> str:
    """Return the text of the template `name`, a relative name with slashes such as "agtk/dig.js"."""
    parts = PurePosixPath(name).parts
    if not parts or ".." in parts or PurePosixPath(name).is_absolute():
        raise UsageError(f"{name!r} is no template name")
    for root in (user_folder() / "templates", PACKAGE, CHECKOUT):
        found = root.joinpath(*parts)
        if found.is_file():
            return found.read_text(encoding="utf-8")
    raise UsageError(f"the template {name} is missing", "install mazeconv again")


def presets() -> dict[str, Path]:
    """Return the TOML files of the presets by name, sorted: the user's own take the place of ours."""
    found: dict[str, Path] = {}
    for root in (CHECKOUT / "presets", PACKAGE / "presets", user_folder() / "presets"):
        found |= {path.stem: path for path in root.glob("*.toml")}
    return dict(sorted(found.items()))
