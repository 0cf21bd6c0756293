"""Workings of small recipes: lines begun, replaced, rounded, counted, written, covered and judged, by hand."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from katatx.engine import operations as op
from katatx.engine.book import find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import Solution, count_strokes, write_out
from katatx.engine.names import Defined
from katatx.engine.pencils.interval import Interval, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.rounding import Rounding
from katatx.engine.pencils.writing import Step, leaves_of, line_to_cover
from katatx.engine.recipe import WrongTurn
from katatx.engine.recipe_text import read_recipes
from katatx.engine.values import value_of
from katatx.engine.worked_lines import worked_lines
from katatx.notation.parser import read_expression
from katatx.questions.numbers import judge_numbers
from scoring import Verdict


def turn_on(recipe: str, line: str, take: object = lambda line: line.given[0]) -> WrongTurn:
    return WrongTurn(recipe, line, "own", take, "did it otherwise", "do it so")  # type: ignore[arg-type]


def test_only_a_divisor_must_not_be_zero() -> None:
    around = Interval(-0.5, 0.5)
    assert low_of(Rounding().hand(op.divide, (around, 2.0))) == pytest.approx(-0.25)
    assert low_of(Rounding().hand(op.multiply, (3.0, around))) == pytest.approx(-1.5)
    assert low_of(Rounding().hand(op.divide, (1.0, Interval(0.25, 0.5)))) == pytest.approx(2)
    with pytest.raises(EngineError, match=r"^1 / 0 divides by zero; write another divisor$"):
        Rounding().hand(op.divide, (Interval(1, 2), 0.0))
    with pytest.raises(EngineError, match=r"^√\(-2\) has no value; write another number$"):
        Rounding().hand(op.root, (Interval(-2, -1),))
    with pytest.raises(EngineError, match="too large"):
        Rounding().hand(op.multiply, (Interval(1e200, 2e200), 1e200))


@pytest.mark.parametrize(
    ("text", "digits"), [("1/7", 4), ("-1/7", 4), ("10·10", 3), ("2 - 2", 1), ("1/8", 4), ("max(3, 12)", 2)]
)
def test_the_digits_of_a_written_result_are_counted(text: str, digits: int) -> None:
    assert count_strokes(read_expression(text), {}).digits == digits


def written(text: str, turn: WrongTurn | None = None) -> list[Step]:
    return write_out(read_expression(text), {}, turn)


def test_a_grid_written_as_one_line_may_follow_others() -> None:
    text = "softmax([[3, 4], [1, 2]]·2)"
    steps = written(text, turn_on("softmax", "rows"))
    assert [(each.line, each.turned, each.number) for each in steps] == [("multiply", False, 0), ("rows", True, None)]
    steps = written(text, turn_on("arithmetic", "multiply"))
    assert [(each.line, each.turned) for each in steps] == [("multiply", True), ("row 1", False), ("row 2", False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.0474258731775668·2", "0.0474·2 = 0.095"),
        ("0.0006·0.07", "0.0006·0.07 = 4.2e-05"),
        ("0.0006·0.07·2", "4.2e-05·2 = 8.4e-05"),
        ("1.00000000000001 - 1", "1.00000000000001 - 1 = 1e-14"),
        ("0.100000000000001 - 0.1", "0.1 - 0.1 = 1e-15"),
        # No rounding of it to 14 decimals differs from 1, so it stands with three.
        ("1.0000000000000002^1000000000000000", "1^1e+15 = 1.249"),
        # e^709.783 would be too large.
        ("e^709.7826", "e^709.7826 = 1.797e+308"),
    ],
)
def test_a_calculation_is_written_so_that_it_gives_its_result(text: str, expected: str) -> None:
    assert write_out(read_expression(text), {})[-1].text == expected


def test_a_line_that_only_moves_masks_or_chooses_numbers_is_exercised_without_strokes() -> None:
    worked = worked_lines(read_expression("padding_mask([1, 4, 7], 2)"), {})
    assert worked.steps == (("padding_mask/mask",),)
    assert [(name, vars(strokes)) for name, strokes in worked.strokes.items()] == [("padding_mask/mask", {})]
    masked = worked_lines(read_expression("masked_softmax([1, 2, 3], 2)"), {})
    assert masked.steps == (("padding_mask/mask",), ("softmax/raise", "softmax/total", "softmax/divide"))
    assert masked.turns["masked_softmax/masked-afterwards"] == "softmax/raise"
    infinite = worked_lines(read_expression("max([-inf, -inf]) + 1"), {})
    assert [(name, each.sums) for name, each in infinite.strokes.items()] == [("max/look", 0), ("arithmetic/add", 1)]


def test_a_line_that_only_puts_together_what_was_worked_is_not_exercised() -> None:
    stacked = worked_lines(read_expression("linear([[1, 2], [3, 4]], [[1, 0], [0, 1]])"), {})
    assert list(stacked.strokes) == ["dot/products", "dot/sum"]


def test_conventions_are_no_mistakes_of_a_line() -> None:
    turns = worked_lines(read_expression("gelu([1])"), {}).turns
    assert "gelu/sigmoid-for-share" in turns
    assert "gelu/quick-gelu" not in turns


def test_a_defined_name_is_a_line_with_its_own_lines_inside() -> None:
    names = {"a": Defined(read_expression("1/7")), "b": 3.0}
    worked = worked_lines(read_expression("a·b"), names)
    assert list(worked.strokes) == ["arithmetic/divide", "arithmetic/multiply"]
    assert worked.steps == (("arithmetic/divide",), ("arithmetic/multiply",))


def test_in_a_grid_within_a_grid_the_inner_row_counts(tmp_path: Path) -> None:
    text = tmp_path / "own.recipes"
    text.write_text(
        "# Own\n\n\ntwofold(numbers: row) -> number\n  Add two averages.\n\n"
        "  twice = mean_square([numbers, numbers])\n  add   = sum(twice)\n"
    )
    (twofold,) = read_recipes(text, find_recipe)
    turn = turn_on("mean_square", "divide", lambda line: float(line.pencil.row))
    assert Pencil(turn).work(twofold, ((3.0, 4.0), (1.0, 2.0))) == (3.0, 3.0)


def test_only_a_line_with_a_mistake_is_turned() -> None:
    text = "softmax([[3, 4], [1, 2]])"
    (grid,) = written(text, turn_on("softmax", "rows"))
    assert grid.turned
    for steps in (written("softmax([3, 4])"), written(text)):
        assert not any(each.turned for step in steps for each in (step, *step.steps))


def working(expression: str, **given: object):
    node, names = read_expression(expression), {name: value_of(plain) for name, plain in given.items()}
    return node, names, list(leaves_of(write_out(node, names)))


@pytest.mark.parametrize(
    ("expression", "given", "covered"),
    [
        ("softmax(scores)", {"scores": [0, 1, 2]}, "raise"),  # three powers, one sum; the last line is the answer
        ("a·b + c", {"a": 2, "b": 3, "c": 4}, "multiply"),
        ("layer_norm(x)", {"x": [1, 2, 4]}, "variance, square"),
        ("A @ x", {"A": [[1, 2], [3, 5]], "x": [1, 4]}, "linear, row"),  # each is a part of the answer
        ("merge_pair(word, pair, 4)", {"word": [1, 2, 3], "pair": [1, 2]}, "mark"),  # nothing is calculated
        ("dot(a, b)", {"a": [1, 2], "b": [3, 4]}, None),  # one line, which is the answer
    ],
)
def test_the_line_to_cover_is_the_one_with_most_calculations(expression: str, given: dict, covered: str | None) -> None:
    node, names, leaves = working(expression, **given)
    at = line_to_cover(leaves, evaluate(node, names))
    assert (None if at is None else leaves[at].name) == covered


def judged(typed: str, line: str, expression: str, **given: object):
    node, names, leaves = working(expression, **given)
    leaf = next(each for each in leaves if each.name == line)
    return judge_numbers(typed, Solution(node, names, line=leaf.step.number))


def test_a_known_mistake_on_a_line_in_the_middle_is_named() -> None:
    judgement = judged("1 2 4", "raise", "softmax(scores)", scores=[0, 1, 2])
    assert judgement.wrong_turns == ("softmax/base-2",)
    variance = ((-4 / 3) ** 2 + (-1 / 3) ** 2 + (5 / 3) ** 2) / 3
    judgement = judged(f"{sqrt(variance * 3 / 2):.3f}", "root", "layer_norm(x)", x=[1, 2, 4])
    assert judgement.wrong_turns == ("mean_square/n-minus-1",)


def test_a_fraction_is_undone_only_where_the_line_itself_divides() -> None:
    of = {"expression": "softmax(a·b / 4)", "a": [2, 4], "b": 0.25}
    assert judged("1/2 1", "multiply", **of).verdict is Verdict.RIGHT
    assert judged("1/8 1/4", "divide", **of).verdict is Verdict.AGAIN
    assert judged("e^0.125 e^0.25", "raise", **of).verdict is Verdict.AGAIN
