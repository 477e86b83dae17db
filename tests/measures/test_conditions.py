from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mazeconv
from mazeconv.errors import UsageError
from mazeconv.measures.conditions import COMPARE, Condition, parse, parse_all

LEVEL = mazeconv.measure(mazeconv.generate(seed=1), explorers=0)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("solution >= 40", Condition("solution", ">=", 40)),
        ("dead_ends<30", Condition("dead_ends", "<", 30)),
        ("  Dead-Ends  ==  7 ", Condition("dead_ends", "==", 7)),
        ("loops = 0", Condition("loops", "==", 0)),
        ("difficulty > -1.5", Condition("difficulty", ">", -1.5)),
        ("seen_percent <= 50%", Condition("seen_percent", "<=", 50)),
        ("seen-percent <= .5", Condition("seen_percent", "<=", 0.5)),
        ("hand_proof", Condition("hand_proof", "==", 1)),
        ("hand-proof == false", Condition("hand_proof", "==", 0)),
        ("junctions_4 != 2", Condition("junctions_4", "!=", 2)),
    ],
)
def test_what_can_be_said(text: str, condition: Condition) -> None:
    assert parse(text) == condition
    assert parse(str(condition)) == condition


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("solutoin >= 40", "did you mean solution"),
        ("dead_ends", "dead_ends >= 40"),
        ("dead_ends < 5%", "leave out the %"),
        ("", "NAME OP NUMBER"),
        ("40 <= solution", "NAME OP NUMBER"),
        ("solution >= forty", "NAME OP NUMBER"),
        ("solution >= 1e999", "NAME OP NUMBER"),
        ("solution >= 1 and loops == 0", "NAME OP NUMBER"),
        ("__import__('os').system('true')", "NAME OP NUMBER"),
        ("farthest > 3", "farthest_steps"),
        ("solution >= ４０", "NAME OP NUMBER"),
        ("solution >= 1" + "0" * 400, "no measure comes near it"),
    ],
)
def test_what_cannot(text: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert hint in caught.value.hint


@given(st.text())
def test_any_text_is_a_condition_or_an_error(text: str) -> None:
    try:
        condition = parse(text)
    except UsageError:
        return
    assert condition.op in COMPARE


@given(st.sampled_from(sorted(COMPARE)), st.integers(-50, 50), st.integers(-50, 50))
def test_the_margin_is_zero_just_when_the_condition_holds(op: str, number: int, value: int) -> None:
    condition = Condition("loops", op, number)
    assert (condition.distance(value) == 0) == condition.test(value)
    assert condition.distance(value) >= 0


def test_nearer_is_less() -> None:
    wish = parse("solution >= 40")
    assert wish.distance(39) < wish.distance(30) < wish.distance(0) < wish.distance(None) == math.inf
    assert parse("solution > 40").distance(40) == 1 / 40


def test_conditions_on_measures() -> None:
    holding, failing = parse_all([f"solution == {LEVEL.solution}", "hand_proof"])
    assert holding.holds(LEVEL)
    assert holding.margin(LEVEL) == 0
    assert not failing.holds(LEVEL)
    assert failing.margin(LEVEL) == 1
    assert not parse("time_p50 < 100000").holds(LEVEL)
