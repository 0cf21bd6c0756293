"""The recipe lines of an expression, and a chain of lines with fresh numbers: counted and worked by hand."""

from __future__ import annotations

import pytest

from katatx.engine.chains import ChainDraws, line_has_value
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.lines import ChainLine
from katatx.engine.names import names_in, names_used
from katatx.notation.expressions import read_expression

SCORES = {"s": (1.0, 4.0)}


def test_names_of_an_expression_are_those_with_a_value() -> None:
    node = read_expression("softmax(a, axis=rows) + b[i] - c[i:j] · max(-d, f)")
    assert sorted(each.text for each in names_in(node)) == ["a", "b", "c", "d", "f", "i"]
    assert sorted(set(names_used(node))) == ["a", "b", "c", "d", "f", "i", "j", "rows"]


def chain(*lines: tuple[str, str]) -> list[ChainLine]:
    return [ChainLine(name, read_expression(text), 3) for name, text in lines]


LINES = chain(("raised", "e^s"), ("total", "sum(raised)"), ("share", "raised / total"))


def test_a_chain_without_usable_numbers_names_the_line_that_fails() -> None:
    lines = chain(("sum", "a + 1"), ("none", "1 / (a - a)"))
    with pytest.raises(
        EngineError,
        match=r"a kata: 2000 sets of fresh numbers tried, and none can be used \(mostly: at line none, 1 / 0 divides by zero",
    ):
        ChainDraws("a kata", lines, {"a": 3.0}, {"a": read_range("integers(1..9)")}).draw(1)
    with pytest.raises(EngineError, match="always the page's own"):
        ChainDraws("a kata", chain(("sum", "a + 1")), {"a": 3.0}, {}).draw(1)


def test_a_line_without_a_value_is_told() -> None:
    assert line_has_value(LINES[0], SCORES)
    assert not line_has_value(LINES[2], {"raised": 1.0, "total": 0.0})
    assert not line_has_value(ChainLine("x", read_expression("1/(1/3 - 0.333)"), 3), {})  # not with rounded lines
