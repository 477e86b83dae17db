"""The drone: what it can do, and a solver of one's own in a few lines."""

from __future__ import annotations

import numpy as np
import pytest

import mazeconv
from mazeconv import Drone, Level, Tile
from mazeconv.errors import LevelError, MazeconvNotice
from mazeconv.grid import Grid
from mazeconv.hedge import openable, substance, treasure_place, walls_to_open
from mazeconv.rng import Stream
from shaped import level_from


def maze(seed: int = 1) -> Level:
    return mazeconv.generate("backtracker", (17, 13), seed=seed)


def follow_right_hand(drone: Drone) -> None:
    """Walk to the treasure: the example of docs/python.md."""
    heading = 0
    while drone.position != drone.measure():
        for turn in (1, 0, 3, 2):
            if drone.move((heading + turn) % 4):
                heading = (heading + turn) % 4
                break


def test_a_solver_of_ones_own_takes_a_few_lines() -> None:
    drone = Drone(maze(), seed=7)
    follow_right_hand(drone)
    assert drone.reuse()
    follow_right_hand(drone)
    assert drone.harvest()
    assert drone.over
    assert drone.moves > 0
    with pytest.raises(LevelError, match="the maze is over"):
        drone.move(0)


def test_the_example_walks_as_the_solver_does() -> None:
    drone = Drone(maze(3))
    follow_right_hand(drone)
    assert drone.moves == mazeconv.solve(maze(3), "right-hand").steps


def test_places_count_from_the_bottom_left_and_north_is_up() -> None:
    drone = Drone(maze())
    assert drone.position == (1, 11)
    assert drone.measure() == (15, 1)
    x, y = drone.position
    heading = next(heading for heading in range(4) if drone.can_move(heading))
    assert drone.move(heading)
    across, up = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}[heading]
    assert drone.position == (x + across, y + up)
    assert Drone(maze(), origin="top-left").position == (1, 1)
    assert Drone(maze(), start=(1, 1), goal=(1, 3)).place == (11, 1)


def test_walls_are_not_moved_into() -> None:
    drone = Drone(maze())
    assert not drone.can_move(0)
    assert not drone.move(0)
    assert (drone.moves, drone.place) == (0, (1, 1))
    edge = Drone(Level(np.zeros((1, 3), np.uint8)), start=(0, 0))
    assert [edge.can_move(heading) for heading in range(4)] == [False, True, False, False]


def test_harvest_ends_the_maze() -> None:
    drone = Drone(maze())
    assert not drone.harvest()
    assert not any(drone.can_move(heading) for heading in range(4))
    assert not drone.reuse()


def test_reuse_needs_the_treasure_and_stops_after_300() -> None:
    drone = Drone(maze(), seed=2, open_walls=0.01)
    assert not drone.reuse()
    for _ in range(300):
        before = drone.treasure
        drone.walk(mazeconv.solve(as_level(drone), start=xy(drone.place), goal=xy(drone.treasure)))
        assert drone.reuse()
        assert drone.treasure != before
    drone.walk(mazeconv.solve(as_level(drone), start=xy(drone.place), goal=xy(drone.treasure)))
    assert not drone.reuse()
    assert drone.harvest()


def as_level(drone: Drone) -> Level:
    return Level(drone.tiles)


def xy(place: mazeconv.Place) -> tuple[int, int]:
    return place.col, place.row


def test_a_route_through_walls_or_from_elsewhere_is_refused() -> None:
    drone = Drone(maze())
    with pytest.raises(LevelError, match="cannot walk"):
        drone.walk(mazeconv.solve(maze(), start=(15, 11), goal=(1, 1)))


def test_the_drones_moves_do_not_change_the_level() -> None:
    level = maze()
    before = level.tiles.copy()
    drone = Drone(level, open_walls=1)
    follow_right_hand(drone)
    assert drone.reuse()
    assert np.array_equal(level.tiles, before)
    assert not np.array_equal(drone.tiles, before)
    with pytest.raises(ValueError, match="read-only"):
        drone.tiles[1, 1] = 0


@pytest.mark.parametrize("seed", range(5))
def test_opened_walls_leave_a_lattice_with_its_border(seed: int) -> None:
    level = maze(seed)
    may = openable(level.tiles, lattice=True)
    walls = walls_to_open(level.tiles, 0.5, Stream(seed), lattice=True)
    assert len(walls) == round(may.sum() / 2)
    assert len({tuple(wall) for wall in walls.tolist()}) == len(walls)
    assert may[walls[:, 0], walls[:, 1]].all()
    tiles = level.tiles.copy()
    tiles[walls[:, 0], walls[:, 1]] = Tile.FLOOR
    assert Grid.from_level(tiles).passages == Grid.from_level(level.tiles).passages + len(walls)


def test_a_share_above_nothing_opens_a_wall_while_there_is_one() -> None:
    tiles = np.array([[1, 1, 1, 1, 1], [1, 0, 1, 0, 1], [1, 1, 1, 1, 1]], np.uint8)
    assert walls_to_open(tiles, 0.01, Stream(1), lattice=True).tolist() == [[1, 2]]
    assert not len(walls_to_open(tiles, 0, Stream(1), lattice=True))
    tiles[1, 2] = Tile.FLOOR
    assert not len(walls_to_open(tiles, 0.01, Stream(1), lattice=True))


def test_the_first_treasure_is_the_nearest_goal_that_can_be_reached() -> None:
    level = level_from("#############", "#G#   S    G#", "# #G        #", "###G#########")
    assert Drone(level).treasure == (2, 3)
    assert Drone(level, goal=(11, 2)).treasure == (1, 11)
    assert Drone(level, start=(1, 2)).treasure == (1, 1)
    tie = level_from("#########", "#G  S  G#", "#########")
    assert Drone(tie).treasure == (1, 1)
    nowhere = Drone(level_from("#######", "#S#G#G#", "#######"))
    assert (nowhere.treasure, nowhere.shortest) == ((1, 3), None)


def taken(drone: Drone, count: int) -> list[mazeconv.Place]:
    """Take treasures by the shortest ways and return where they lay."""
    out = []
    for _ in range(count):
        out.append(drone.treasure)
        drone.walk(mazeconv.solve(as_level(drone), start=xy(drone.place), goal=xy(drone.treasure)))
        assert drone.reuse()
    return out


def test_the_levels_own_treasures_come_after_the_goal_and_before_others() -> None:
    rows = ("###########", "#T T #    #", "#   ##### #", "# S  T   G#", "###########")
    own = [(1, 1), (1, 3), (3, 5)]
    assert taken(Drone(level_from(*rows)), 4) == [(3, 9), *own]
    assert taken(Drone(level_from(*rows), goal=(3, 3)), 3) == [(1, 3), (1, 1), (3, 5)]
    without_goal = Drone(level_from(*(row.replace("G", " ") for row in rows)))
    assert taken(without_goal, 3) == own
    assert without_goal.treasure not in own


def test_treasures_that_cannot_be_reached_are_left_out_with_a_notice() -> None:
    level = level_from("#########", "#S T G#T#", "#########")
    with pytest.warns(MazeconvNotice, match="1 of the level's 2 treasures cannot be reached"):
        drone = Drone(level)
    assert taken(drone, 2) == [(1, 5), (1, 3)]


def test_treasures_lie_on_other_places_that_can_be_reached() -> None:
    reach = np.array([[-1, -1, -1, -1], [-1, 0, 1, 2], [-1, -1, -1, -1]], np.int32)
    seen = {treasure_place(reach, Stream(seed), lattice=False) for seed in range(30)}
    assert seen == {(1, 2), (1, 3)}
    assert treasure_place(reach, Stream(1), lattice=True) == (1, 3)
    with pytest.raises(LevelError, match="no treasure"):
        treasure_place(reach * 0, Stream(1), lattice=False)


@pytest.mark.parametrize(("size", "level", "cost"), [(5, 1, 5), (5, 2, 10), (32, 6, 1024)])
def test_substance_doubles_with_each_level(size: int, level: int, cost: int) -> None:
    assert substance(size, level) == cost
