from __future__ import annotations

import subprocess
import sys

import pytest

from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.fresh_numbers.sources import numbered_source
from katatx.engine.fresh_numbers.suitable import collisions, pencil_sized, says_something, taken_for_early_rounding
from katatx.engine.key import Belief
from katatx.engine.values import flat, value_of
from katatx.notation.expressions import read_expression
from scoring import Band, Key, KnownTurn


def draws(expression: str, ranges: dict[str, str], **given: object) -> Draws:
    values = {name: value_of(v) for name, v in given.items()}
    return Draws("deck/drill", read_expression(expression), values, {n: read_range(t) for n, t in ranges.items()})


SOFTMAX = {"scores": "integers(-2..4, like scores)"}


def test_a_seed_gives_the_same_numbers_in_another_process() -> None:
    here = draws("softmax(scores)", SOFTMAX, scores=[1, 4]).draw(11)
    code = (
        "from tests.engine.test_draws import draws, SOFTMAX;"
        "print(draws('softmax(scores)', SOFTMAX, scores=[1, 4]).draw(11))"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert there.stdout.strip() == str(here)


def test_the_source_is_the_promised_sequence() -> None:
    """Pinned: a change here would change every learner's numbers."""
    source = numbered_source("attention/match 1")
    assert [round(source(), 12) for _ in range(2)] == [0.018535391036, 0.361014362478]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 40))])
def test_no_mistake_hides_in_the_right_answer_or_behind_another(seed: int) -> None:
    one = draws("softmax(scores)", SOFTMAX, scores=[1, 4])
    names, solution = one.draw_solved(seed)
    assert names["scores"] != (1.0, 4.0)
    assert collisions(solution) == set()
    assert says_something(solution.key.value, solution.key.places)
    assert all(pencil_sized(number) for number in flat(names["scores"]))


def test_what_no_numbers_can_part_is_found_and_left_out() -> None:
    one = draws("mean([a, b])", {"a": "integers(0..9, like a)", "b": "integers(0..9, like b)"}, a=[4, 2], b=[0, 0])
    one.draw(1)
    same = one.unavoidable().collisions
    assert same == {frozenset({"right", "mean/halved"}), frozenset({"right", "mean/median-taken"})}


def test_a_range_too_narrow_says_so() -> None:
    with pytest.raises(EngineError, match="choose other ranges"):
        draws("a + a", {"a": "one of(0, 0)"}, a=1).draw(1)


@pytest.mark.parametrize(
    ("value", "two_decimals", "places", "is_taken"),
    [
        (2.5, 2.5, 3, True),  # typed 2.5 or 2.500
        (2.4983, 2.5, 3, False),  # typed 2.498
        (2.4983, 2.5, 2, True),  # typed 2.50
        (54.598, 54.6, 3, True),  # typed 54.60 to four figures
        (2.47, 2.5, 3, False),
        (3.4, 3.0, 0, True),  # typed 3
        (float("-inf"), float("-inf"), 3, True),
    ],
)
def test_a_mistake_is_taken_for_early_rounding_as_it_is_typed(value, two_decimals, places, is_taken) -> None:
    key = Key((), (9.0,), Band((9.0,), (9.0,)), Band((9.0,), (9.0,)), places, two_decimals=((two_decimals,),))
    turn = KnownTurn("slipped", "line", "", "", (), (value,), Band((value,), (value,)))
    assert taken_for_early_rounding(key._replace(wrong_turns=(turn,))) == (
        frozenset({"slipped"}) if is_taken else frozenset()
    )


def test_no_other_shape_and_no_convention_is_taken_for_early_rounding() -> None:
    key = Key((), (9.0,), Band((9.0,), (9.0,)), Band((9.0,), (9.0,)), 3, two_decimals=((2.5,),))
    row = KnownTurn("row", "line", "", "", (2,), (2.5, 2.5), Band((2.5, 2.5), (2.5, 2.5)))
    other = KnownTurn("other", "line", "", "", (), (2.5,), Band((2.5,), (2.5,)), convention=True)
    assert taken_for_early_rounding(key._replace(wrong_turns=(row, other))) == frozenset()


def test_numbers_on_which_a_mistake_is_taken_for_early_rounding_are_not_drawn() -> None:
    ranges = {"x": read_range("one of(5, 10, 11, 12, 13, 17)"), "y": read_range("integers(2..99)")}
    belief = Belief("one decimal", read_expression("y·round(x/49, 1)"), "did", "do")
    one = Draws("deck/drill", read_expression("y·(x/49)"), {}, ranges, beliefs=(belief,))
    assert {one.draw(seed)["x"] for seed in range(60)} == {11, 12, 13, 17}  # 5/49 and 10/49 are 0.10 and 0.20
