"""The recipe lines of an expression, and a chain of lines with fresh numbers: counted and worked by hand."""

from __future__ import annotations

from katatx.engine.chains import ChainLine, line_has_value
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


def test_a_line_without_a_value_is_told() -> None:
    assert line_has_value(LINES[0], SCORES)
    assert not line_has_value(LINES[2], {"raised": 1.0, "total": 0.0})
    assert not line_has_value(ChainLine("x", read_expression("1/(1/3 - 0.333)"), 3), {})  # not with rounded lines
