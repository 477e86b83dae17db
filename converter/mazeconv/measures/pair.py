"""The two tiles of a piece of floor that are farthest apart: exact in a tree, and else as far as it can be proved.

In a tree the tile farthest from any tile is one of the two (two searches). Where there are loops every search still
tells something of all tiles: who is d steps from a tile of eccentricity e has one of at least max(d, e - d) and at most
e + d. Tiles whose bound is not above the longest way that is known need no search of their own. Which tile is searched
next alternates between the least of the lower bounds and the greatest of the upper ones (F. W. Takes and
W. A. Kosters, "Determining the diameter of small world networks", CIKM 2011). On mazes with loops a few dozen searches
are enough, where the other well-known way, from the rim of a middle tile inwards (iFUB, P. Crescenzi et al., 2013),
takes hundreds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from mazeconv.level import Place
    from mazeconv.measures.reach import Reach

# So many tiles are met in all searches together, about a third of a second in plain Python; the same in both engines,
# so that they agree on what is proved.
WORK = 500_000


class Pair(NamedTuple):
    """Hold two tiles in reading order, the steps between them, and whether it is proved that none are farther apart."""

    places: tuple[Place, Place]
    steps: int
    exact: bool


def farthest_pair(reach: Reach, reached: int, *, tree: bool) -> Pair:
    """Return the farthest pair of the `reached` tiles that the last search of `reach` met; they may be a `tree`."""
    if not tree and 2 * reached <= WORK:
        return _proved(reach, reached)
    one, _ = reach.farthest()
    reach.spread(one)
    other, steps = reach.farthest()
    return Pair((min(one, other), max(one, other)), steps, tree)


def _proved(reach: Reach, reached: int) -> Pair:
    """Return the pair after as many searches as are needed or allowed."""
    far = reach.distances()
    tiles = np.flatnonzero(far >= 0)
    away = far[tiles]
    most, least = away + away.max(), np.zeros_like(away)
    at = int(away.argmax())
    places = (at, at)
    longest = 0
    spent = 0
    highest = False
    while True:
        reach.spread(reach.place(int(tiles[at])))
        spent += reached
        away = reach.distances()[tiles]
        eccentricity = int(away.max())
        if eccentricity > longest:
            longest, places = eccentricity, (at, int(away.argmax()))
        most = np.minimum(most, eccentricity + away)
        least = np.maximum(least, np.maximum(away, eccentricity - away))
        most[at] = eccentricity
        hopeful = most > longest
        if not hopeful.any() or spent + reached > WORK:
            one, other = (reach.place(int(tiles[i])) for i in sorted(places))
            return Pair((one, other), longest, not hopeful.any())
        at = int(np.where(hopeful, most, -1).argmax() if highest else np.where(hopeful, least, longest + 1).argmin())
        highest = not highest
