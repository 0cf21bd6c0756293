"""The recipe lines of an expression, and a chain of lines with fresh numbers: counted and worked by hand."""

from __future__ import annotations

from math import exp

import pytest

from katatx.engine.chains import ChainDraws, key_from_own_lines, line_has_value
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.lines import ChainLine, work_chain
from katatx.engine.names import names_in, names_used
from katatx.engine.pencils.interval import Interval
from katatx.engine.worked_lines import worked_lines
from katatx.notation.expressions import read_expression

SCORES = {"s": (1.0, 4.0)}


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("softmax(s)", [["softmax/raise"], ["softmax/total"], ["softmax/divide"]]),
        ("s + s", [["arithmetic/add"]]),
        (
            "2·softmax(s) + mean(s)",
            [
                ["softmax/raise", "softmax/total", "softmax/divide"],
                ["arithmetic/multiply"],
                ["mean/add", "mean/divide"],
                ["arithmetic/add"],
            ],
        ),
        (
            "layer_norm(s)",
            [
                ["mean/add", "mean/divide", "deviations/centre"],
                ["mean_square/square", "mean_square/add", "mean_square/divide"],
                ["layer_norm/root"],
                ["layer_norm/divide"],
            ],
        ),
    ],
)
def test_each_step_of_the_working_has_its_recipe_lines(text: str, steps: list[list[str]]) -> None:
    worked = worked_lines(read_expression(text), SCORES)
    assert [list(step) for step in worked.steps] == steps
    assert list(worked.strokes) == [line for step in steps for line in step]


def test_the_calculations_of_each_line_are_counted() -> None:
    lines = worked_lines(read_expression("softmax(s)"), SCORES).strokes
    raised, total, divided = (lines[f"softmax/{line}"] for line in ("raise", "total", "divide"))
    assert (raised.exponentials, raised.sums, raised.divisions) == (2, 0, 0)
    assert (total.exponentials, total.sums, total.divisions) == (0, 1, 0)
    assert (divided.exponentials, divided.sums, divided.divisions) == (0, 0, 2)
    assert (raised.digits, total.digits) == (9, 5)  # of 2.718 and 54.598; of 57.316


def test_a_mistake_stands_on_its_line_or_on_the_first_with_calculations_inside_it() -> None:
    turns = worked_lines(read_expression("layer_norm(s)"), SCORES).turns
    assert turns["mean/not-divided"] == "mean/divide"
    assert turns["layer_norm/variance-not-rooted"] == "layer_norm/root"
    turns = worked_lines(read_expression("variance(s)"), SCORES).turns
    assert turns["variance/distances-averaged"] == "mean_square/square"  # of its line "mean square"
    assert "softmax/natural" not in turns
    assert worked_lines(read_expression("s + s"), SCORES).turns == {}


def test_names_of_an_expression_are_those_with_a_value() -> None:
    node = read_expression("softmax(a, axis=rows) + b[i] - c[i:j] · max(-d, f)")
    assert sorted(each.text for each in names_in(node)) == ["a", "b", "c", "d", "f", "i"]
    assert sorted(set(names_used(node))) == ["a", "b", "c", "d", "f", "i", "j", "rows"]


def chain(*lines: tuple[str, str]) -> list[ChainLine]:
    return [ChainLine(name, read_expression(text), 3) for name, text in lines]


LINES = chain(("raised", "e^s"), ("total", "sum(raised)"), ("share", "raised / total"))
RANGES = {"s": read_range("integers(-1..3, 2)")}


def test_a_chain_is_worked_from_line_to_line() -> None:
    names = work_chain(LINES, SCORES)
    one, other = exp(1), exp(4)
    assert names["raised"] == pytest.approx((one, other))
    assert names["total"] == pytest.approx(one + other)
    assert names["share"] == pytest.approx((one / (one + other), other / (one + other)))
    assert names["s"] == SCORES["s"]


def test_fresh_numbers_are_drawn_at_the_first_line_that_uses_them() -> None:
    ranges = {**RANGES, "w": read_range("integers(2..9)"), "unused": read_range("integers(2..9)")}
    given = {**SCORES, "w": 3.0, "unused": 5.0, "fixed": 2.0}
    lines = chain(("raised", "e^s"), ("times", "raised·w"), ("end", "times + w + s·fixed"))
    draws = ChainDraws("a kata", lines, given, ranges)
    stages = draws.stages()
    assert [set(stage.ranges) for stage in stages] == [{"s"}, {"w"}, set()]
    assert [stage.name for stage in stages] == ["raised", "times", "end"]
    assert stages[-1].tries == 1
    assert all(stage.tries > 1 for stage in stages[:-1])
    for seed in range(8):
        drawn = draws.draw_solved(seed)
        assert drawn.given == draws.draw(seed)
        assert (drawn.given["unused"], drawn.given["fixed"]) == (5.0, 2.0)
        assert drawn.given != given
        worked = work_chain(lines, drawn.given)
        for line, solution in zip(lines, drawn.solutions, strict=True):
            assert solution.value == worked[line.name]


def test_a_chain_without_usable_numbers_names_the_line_that_fails() -> None:
    lines = chain(("sum", "a + 1"), ("none", "1 / (a - a)"))
    with pytest.raises(
        EngineError,
        match=r"a kata: 2000 sets of fresh numbers tried, and none can be used \(mostly: at line none, 1 / 0 divides by zero",
    ):
        ChainDraws("a kata", lines, {"a": 3.0}, {"a": read_range("integers(1..9)")}).draw(1)
    with pytest.raises(EngineError, match="always the page's own"):
        ChainDraws("a kata", chain(("sum", "a + 1")), {"a": 3.0}, {}).draw(1)


def test_a_line_is_graded_from_the_learners_own_lines() -> None:
    line, own = LINES[2], {**SCORES, "raised": (2.72, 54.6), "total": 57.3}
    uncertain = {**own, "raised": (Interval(2.715, 2.725), Interval(54.55, 54.65)), "total": Interval(57.25, 57.35)}
    key = key_from_own_lines(line, own, uncertain)
    assert key is not None
    assert key.value == pytest.approx((2.72 / 57.3, 54.6 / 57.3))
    assert (key.band.low[0], key.band.high[0]) == pytest.approx((2.715 / 57.35, 2.725 / 57.25))
    assert key_from_own_lines(line, {**own, "total": 0.0}, uncertain) is None
    # A divisor that may be 0 leaves the band of the lines as written.
    around = key_from_own_lines(line, own, {**uncertain, "total": Interval(-1, 57.35)})
    assert around is not None
    assert around.value == key.value
    assert around.band.high[0] < key.band.high[0]


def test_a_line_without_a_value_is_told() -> None:
    assert line_has_value(LINES[0], SCORES)
    assert not line_has_value(LINES[2], {"raised": 1.0, "total": 0.0})
    assert not line_has_value(ChainLine("x", read_expression("1/(1/3 - 0.333)"), 3), {})  # not with rounded lines
