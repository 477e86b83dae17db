"""Wall followers: a hand on the wall, the notice of walking in a circle, and a way on that always arrives.

Headings are north 0, east 1, south 2, west 3. At each step the right hand turns right if it can, else goes straight,
else left, else back; the left hand is its mirror image. The walk starts facing north.

Why it always arrives. From the first step on a hand maps each state (place, heading) to the next one to one, so it
either meets a goal or comes back to its first such state; states are two for each pair of neighbouring road tiles.
Then `explore` walks every tile that can be reached, depth first, in at most 2 * (n - 1) steps, where n counts those
tiles. As n tiles have fewer than 2n pairs of neighbours, both together take at most `bound(n)` = 6n steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from mazeconv.directions import NORTH, STEPS
from mazeconv.kernels import Buffer, Rng
from mazeconv.options import Options
from mazeconv.solvers import Job, Route, Solver
from mazeconv.solvers.board import ENDINGS, FOUND, GOAL, LOOPED, OPEN, SEEN, UNREACHABLE, WALKING, Board, Trail
from mazeconv.solvers.nearest import nearest_goal

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazeconv.level import Place

Hand = Literal["right", "left"]
TURNS = {"right": 1, "left": 3}
FRESH = OPEN | SEEN


def bound(tiles: int) -> int:
    """Return the steps within which a wall follower arrives on a level of which `tiles` tiles can be reached."""
    return 6 * tiles


def follow(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, trail: Buffer) -> bool:
    """Keep a hand on the wall: state[3] is the turn towards it, state[4] and state[5] are the first place and heading.

    A place of 0 says that there was no such state yet. At least one side of the start must be open. state[6] is how it
    ended.
    """
    here, heading, turn, first, facing = state[1], state[2], state[3], state[4], state[5]
    ending = WALKING
    left = budget
    while left > 0:
        heading = heading + turn & 3
        there = here + steps[heading]
        kind = field[there]
        while kind == 0:
            heading = heading - turn & 3
            there = here + steps[heading]
            kind = field[there]
        here = there
        trail[budget - left] = here
        left -= 1
        if kind & GOAL:
            ending = FOUND
            break
        if here == first and heading == facing:
            ending = LOOPED
            break
        if first == 0:
            first, facing = here, heading
    state[0] += budget - left
    state[1], state[2], state[4], state[5], state[6] = here, heading, first, facing, ending
    return ending != WALKING


def explore(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, trail: Buffer) -> bool:
    """Walk depth first from state[3], the side nearest to the target first; step onto a known tile only to go back.

    state[4] and state[5] are the target's row and column in the padded grid; bits 3 and 4 of a tile keep the way back.
    state[6] is how it ended.
    """
    here, root, row, col = state[1], state[3], state[4], state[5]
    stride = steps[2]
    ending = WALKING
    left = budget
    while left > 0:
        down, across = row - here // stride, col - here % stride
        vertical = 2 if down > 0 else 0
        heading = 1 if across > 0 else 3
        other = vertical
        if abs(down) >= abs(across):
            other = heading
            heading = vertical
        if field[here + steps[heading]] & FRESH != OPEN:
            if field[here + steps[other]] & FRESH == OPEN:
                heading = other
            elif field[here + steps[other ^ 2]] & FRESH == OPEN:
                heading = other ^ 2
            elif field[here + steps[heading ^ 2]] & FRESH == OPEN:
                heading ^= 2
            elif here == root:
                ending = UNREACHABLE
                break
            else:
                heading = field[here] >> 3 & 3
                here += steps[heading]
                trail[budget - left] = here
                left -= 1
                continue
        here += steps[heading]
        trail[budget - left] = here
        left -= 1
        field[here] |= SEEN | (heading ^ 2) << 3
        if field[here] & GOAL:
            ending = FOUND
            break
    state[0] += budget - left
    state[1], state[6] = here, ending
    return ending != WALKING


def choose_hand(start: Place, goal: Place, cols: int) -> tuple[Hand, str]:
    """Return the hand on whose side the goal lies for one who faces north, and the reason in words.

    Where it lies straight ahead or behind, it is the hand that has the nearer outer wall on its side on the way there,
    as a wall follower who keeps to that wall goes straight; with both as near it is the right one. In perfect mazes of
    15 x 15 cells that takes from half to four fifths of the other hand's steps.
    """
    across = goal.col - start.col
    hand: Hand
    if across == 0:
        ahead = goal.row <= start.row
        where = f"the goal lies straight {'ahead' if ahead else 'behind'}"
        west, east = start.col, cols - 1 - start.col
        if west == east:
            return "right", f"right hand: {where}, and both outer walls are as near"
        hand = "left" if (west < east) == ahead else "right"
        wall = "west" if west < east else "east"
        return hand, f"{hand} hand: {where}, and the nearer outer wall, in the {wall}, is on that side on the way there"
    hand = "right" if across > 0 else "left"
    tiles = "1 tile" if abs(across) == 1 else f"{abs(across)} tiles"
    return hand, f"{hand} hand: the goal lies {tiles} to the {'east' if across > 0 else 'west'}"


class HandOptions(Options, frozen=True):
    """Hold what a wall follower does when it walks in a circle."""

    fallback: Annotated[bool, Meta(description="go on by exploring when walking in a circle is noticed")] = True


def keep_hand(board: Board, field: Buffer, start: int, hand: Hand, heading: int = NORTH) -> tuple[Trail, Buffer]:
    """Return the walk with a hand on the wall up to a goal or round a circle, and the final state of `follow`."""
    row, col = STEPS[heading]
    # Who starts with a wall behind can never come back to that state.
    first = start if field[start - row * board.stride - col] else 0
    state = (0, start, heading, TURNS[hand], first, heading if first else -1)
    return board.walk(follow, field, board.steps, state=state)


def walk(job: Job, hand: Hand, *, fallback: bool = True, notes: tuple[str, ...] = ()) -> Route:
    """Return the walk with a hand on the wall; without `fallback` it ends where it closes a circle."""
    board = Board.of(job)
    field, start = board.field(job), board.index(job.start)
    if field[start] & GOAL:
        return board.route(job, [], "found", hand=hand, notes=notes)
    if board.enclosed(field, start):
        return board.route(job, [], "unreachable", hand=hand, notes=notes)
    trail, end = keep_hand(board, field, start, hand)
    ending = end[6]
    if ending != LOOPED or not fallback:
        return board.route(job, trail, ENDINGS[ending], loops=int(ending == LOOPED), hand=hand, notes=notes)
    walked, root = int(end[0]), int(end[1])
    field[root] |= SEEN
    goal = nearest_goal(job)
    more, end = board.walk(explore, field, board.steps, state=(0, root, 0, root, goal.row + 1, goal.col + 1))
    notes = (*notes, f"walking in a circle was noticed after {walked} steps; explored from there")
    return board.route(job, [*trail, *more], ENDINGS[end[6]], loops=1, hand=hand, notes=notes)


def _with(hand: Hand) -> Callable[[Job], Route]:
    return lambda job: walk(job, hand, fallback=job.options.fallback)


def run_auto(job: Job) -> Route:
    """Return the walk with the hand that the side of the nearest goal suggests."""
    hand, why = choose_hand(job.start, nearest_goal(job), job.tiles.shape[1])
    return walk(job, hand, fallback=job.options.fallback, notes=(why,))


ABOUT = (
    "Keeps {} hand on the wall, starting north. Where the walls stand apart it may walk in a circle: that is noticed, "
    "and the walk goes on by exploring, which always arrives."
)
SOURCE = "the drone of the hedge-maze game; the circle is known by a place and heading seen before"

RIGHT_HAND = Solver(
    name="right-hand",
    title="a wall follower with the right hand on the wall",
    about=ABOUT.format("the right"),
    source=SOURCE,
    run=_with("right"),
    options=HandOptions,
)
LEFT_HAND = Solver(
    name="left-hand",
    title="a wall follower with the left hand on the wall",
    about=ABOUT.format("the left"),
    source=SOURCE,
    run=_with("left"),
    options=HandOptions,
)
AUTO_HAND = Solver(
    name="auto-hand",
    title="a wall follower that chooses its hand by where the goal lies",
    about=(
        "Takes the hand on whose side the goal lies for one who faces north. Straight ahead or behind it is the hand "
        "that has the nearer outer wall on its side on the way there, and with both as near the right one. It says "
        "which and why, and then walks as right-hand or left-hand does. Of several goals the nearest one that can be "
        "reached counts."
    ),
    source=SOURCE,
    run=run_auto,
    options=HandOptions,
)
