from __future__ import annotations

import subprocess
import sys

import pytest

from katatx.engine.draws import Draws
from katatx.engine.errors import EngineError
from katatx.engine.key import solve
from katatx.engine.ranges import read_range
from katatx.engine.sources import numbered_source
from katatx.engine.suitable import collisions, pencil_sized, says_something
from katatx.engine.values import flat, shape_of, value_of
from katatx.notation.expressions import read_expression


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


@pytest.mark.parametrize("seed", range(40))
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
    assert one.unavoidable().collisions == {frozenset({"right", "mean/halved"})}


def test_more_portions_than_steps_are_refused() -> None:
    with pytest.raises(EngineError, match="20 at most"):
        read_range("portions(30)").draw(numbered_source("x"), {})


def test_a_range_too_narrow_says_so() -> None:
    with pytest.raises(EngineError, match="widen"):
        draws("a + a", {"a": "one of(0, 0)"}, a=1).draw(1)


@pytest.mark.parametrize(
    ("text", "shape", "low", "high", "over"),
    [
        ("integers(-2..4)", (), -2, 4, 1),
        ("integers(-2..4, like g)", (2, 3), -2, 4, 1),
        ("integers(100..900 by 50, 3)", (3,), 100, 900, 50),
        ("tenths(0..3, 2x4)", (2, 4), 0, 3, 0.1),
        ("portions(like p)", (3,), 0.05, 0.9, 0.05),
        ("one of(4, 9, 16)", (), 4, 16, 1),
    ],
)
def test_ranges(text: str, shape: tuple[int, ...], low: float, high: float, over: float) -> None:
    given = {"g": value_of([[1, 2, 3], [4, 5, 6]]), "p": value_of([0.2, 0.3, 0.5])}
    source, one = numbered_source("x"), read_range(text)
    drawn = [one.draw(source, given) for _ in range(200)]
    assert {shape_of(value) for value in drawn} == {shape}
    numbers = [number for value in drawn for number in flat(value)]
    assert min(numbers) == pytest.approx(low, abs=0.11)
    assert max(numbers) <= high + 1e-9
    assert all(abs(number / over - round(number / over)) < 1e-9 for number in numbers)
    if text.startswith("portions"):
        assert all(sum(value) == pytest.approx(1) for value in drawn)


@pytest.mark.parametrize(
    "text", ["integers(4..-2)", "integers()", "integers(1..9", "digits(1..9)", "portions(0..1)", "one of()", "integers(0..3, 100x100)", "tenths(0..3 by 0)", ""]
)  # fmt: skip
def test_what_is_no_range_is_refused_with_the_forms_there_are(text: str) -> None:
    with pytest.raises(EngineError):
        read_range(text)


@pytest.mark.parametrize(
    ("number", "fits"),
    [(40000, True), (8, True), (0.953, True), (999.5, True), (float("-inf"), True), (1000.5, False), (123456, False), (1e7, False), (float("nan"), False), (float("inf"), False)],
)  # fmt: skip
def test_pencil_size(number: float, fits: bool) -> None:
    assert pencil_sized(number) is fits


def test_dull_answers_are_not_drawn() -> None:
    for expression in ("softmax([1, 1])", "dot([0, 1], [1, 0])", "softmax([0, 9])"):
        assert not says_something(solve(read_expression(expression), {}).key.value, 3)
