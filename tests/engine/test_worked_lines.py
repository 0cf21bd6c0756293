"""The names of an expression."""

from __future__ import annotations

from katatx.engine.names import names_in, names_used
from katatx.notation.parser import read_expression


def test_names_of_an_expression_are_those_with_a_value() -> None:
    node = read_expression("softmax(a, axis=rows) + b[i] - c[i:j] · max(-d, f)")
    assert sorted(each.text for each in names_in(node)) == ["a", "b", "c", "d", "f", "i"]
    assert sorted(set(names_used(node))) == ["a", "b", "c", "d", "f", "i", "j", "rows"]
