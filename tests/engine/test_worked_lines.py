"""The recipe lines of an expression, and a chain of lines with fresh numbers: counted and worked by hand."""

from __future__ import annotations

from katatx.engine.chains import ChainDraws, line_has_value
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.lines import ChainLine, work_chain
from katatx.notation.expressions import read_expression

SCORES = {"s": (1.0, 4.0)}


def chain(*lines: tuple[str, str]) -> list[ChainLine]:
    return [ChainLine(name, read_expression(text), 3) for name, text in lines]


LINES = chain(("raised", "e^s"), ("total", "sum(raised)"), ("share", "raised / total"))
RANGES = {"s": read_range("integers(-1..3, 2)")}


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


def test_a_line_without_a_value_is_told() -> None:
    assert line_has_value(LINES[0], SCORES)
    assert not line_has_value(LINES[2], {"raised": 1.0, "total": 0.0})
    assert not line_has_value(ChainLine("x", read_expression("1/(1/3 - 0.333)"), 3), {})  # not with rounded lines
