"""What a file's name should be where it says no format that is written."""

from __future__ import annotations

import os
import re

from mazeconv.errors import did_you_mean
from mazeconv.formats import EXTENSIONS, FILMS, FORMATS, PICTURES


def better_name(name: str) -> str:
    """Return a hint of a name that is written, or of the command that writes this one; "" where none is near."""
    stem, suffix = os.path.splitext(name)  # noqa: PTH122 - the text may be no path that can be
    writable = {f.name for f in FORMATS.all() if f.write}
    ends = [end for owner, claimed in EXTENSIONS.items() if owner in writable for end in claimed]
    if suffix.lower() in FILMS:
        return f"mazeconv animate writes {suffix.lower()}; name a still picture {stem}.png"
    if suffix.lower() in PICTURES:
        return f"name it {stem}.png"
    meant = did_you_mean(suffix, [end for end in ends if end.count(".") == 1], ())
    return re.sub(r" (\.\w)", lambda end: f" {stem}{end[1]}", meant)
