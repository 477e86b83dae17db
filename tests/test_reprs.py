"""What Python shows of an answer is one line that a person can read."""

from __future__ import annotations

import numpy as np

import mazeconv


def test_answers_are_shown_in_one_line() -> None:
    small = mazeconv.generate(size=(9, 7), seed=1)
    weights = np.full((7, 9), 2)
    shown = {
        repr(small): "Level(9 x 7 tiles, start 1,1, goal 7,5, dig seed 1)",
        repr(mazeconv.solve(small)): "Route(found, 10 steps from 1,1 to 7,5)",
        repr(mazeconv.solve(small, weights=weights)): "Route(found, 10 steps from 1,1 to 7,5, cost 20)",
        repr(mazeconv.batch(3, size=(9, 7), seed=1)): "Batch(3 x 9 x 7 tiles, dig seed 1)",
        repr(mazeconv.search(3, "dig", (9, 7), best="dead_ends")): (
            "Found(1 of 3 levels that meet the conditions, 3 tried, the first with {'dead_ends': 6})"
        ),
        repr(mazeconv.search(3, "dig", (9, 7), require="dead_ends > 99")): (
            "Found(0 of 0 levels that meet the conditions, 3 tried)"
        ),
        repr(mazeconv.diff(small, small)): f"Differences(before={small}, after={small})",
        repr(mazeconv.hunt(small, 2)): "Game(2 of 2 treasures found, 44 steps, substance 8)",
        repr(mazeconv.hunt(small, 1).hunts[0]): "Hunt(Route(found, 34 steps from 1,1 to 7,5), shortest 10)",
    }
    assert list(shown) == list(shown.values())
