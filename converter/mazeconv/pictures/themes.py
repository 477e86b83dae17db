"""The colours in which levels are drawn: previews and default tilesets share this table."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple


class Theme(NamedTuple):
    """Hold the colours of one theme as RGB triples, 0 to 255.

    `near`, `halfway` and `far` are a ramp for distances, between which colours are mixed. It goes evenly from light to
    dark (or the other way) and from yellow to violet, which is told apart with every kind of colour blindness.
    """

    floor: tuple[int, int, int]
    wall: tuple[int, int, int]
    void: tuple[int, int, int]
    grid: tuple[int, int, int]
    start: tuple[int, int, int]
    goal: tuple[int, int, int]
    marker: tuple[int, int, int]
    ink: tuple[int, int, int]
    solution: tuple[int, int, int]
    route: tuple[int, int, int]
    dead_end: tuple[int, int, int]
    near: tuple[int, int, int]
    halfway: tuple[int, int, int]
    far: tuple[int, int, int]


THEMES = MappingProxyType(
    {
        "paper": Theme(
            (250, 248, 240),
            (52, 58, 70),
            (222, 220, 212),
            (214, 210, 198),
            (46, 125, 84),
            (192, 57, 43),
            (41, 98, 168),
            (52, 58, 70),
            (20, 104, 200),
            (214, 96, 16),
            (150, 96, 140),
            (255, 240, 160),
            (242, 138, 96),
            (138, 62, 150),
        ),
        "garden": Theme(
            (222, 204, 160),
            (62, 112, 62),
            (168, 196, 140),
            (204, 184, 138),
            (40, 90, 160),
            (196, 64, 52),
            (140, 72, 150),
            (40, 60, 36),
            (30, 80, 190),
            (190, 70, 20),
            (130, 84, 60),
            (255, 242, 164),
            (240, 140, 84),
            (140, 50, 130),
        ),
        "dungeon": Theme(
            (120, 108, 96),
            (44, 40, 48),
            (18, 16, 20),
            (104, 94, 84),
            (112, 192, 120),
            (232, 184, 72),
            (120, 168, 232),
            (230, 222, 210),
            (130, 200, 255),
            (250, 170, 70),
            (190, 160, 200),
            (255, 240, 160),
            (226, 120, 84),
            (118, 56, 128),
        ),
        "night": Theme(
            (30, 36, 56),
            (104, 124, 184),
            (12, 14, 24),
            (44, 52, 78),
            (110, 220, 160),
            (250, 200, 90),
            (220, 120, 200),
            (214, 222, 244),
            (250, 240, 140),
            (240, 130, 90),
            (150, 130, 180),
            (250, 236, 130),
            (48, 160, 140),
            (66, 40, 100),
        ),
        "mono": Theme(
            (255, 255, 255),
            (0, 0, 0),
            (192, 192, 192),
            (208, 208, 208),
            (96, 96, 96),
            (64, 64, 64),
            (128, 128, 128),
            (0, 0, 0),
            (0, 0, 0),
            (120, 120, 120),
            (150, 150, 150),
            (245, 245, 245),
            (180, 180, 180),
            (112, 112, 112),
        ),
    }
)

if TYPE_CHECKING:
    ThemeName = str
else:
    ThemeName = Literal[tuple(THEMES)]
