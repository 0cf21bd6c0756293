"""Expressions worked for their value alone: the same value, the same band and the same trouble as with a pencil that writes."""

from __future__ import annotations

import pytest

from katatx.audit.old_rounding import OldRounding
from katatx.audit.unrecorded import rounded_value_of_node, value_of_node
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import standard, work_out
from katatx.engine.interval import Interval
from katatx.engine.pencils import Effort, Exhausted, Pencil, band_of
from katatx.notation.expressions import read_expression

EFFORT = 20_000
NAMES = {
    "a": 2.5, "b": -0.125, "z": 0.0, "x": (0.3, -1.2, 2.0), "y": (1.0, 4.0, -0.5), "G": ((1.0, 2.0), (3.5, -4.0)),
    "m": (1.0, float("-inf")),
}  # fmt: skip
# 0.125 printed as 0.13, and a row of results with two decimals.
BANDS = {
    **NAMES,
    "b": Interval(-0.135, -0.125),
    "x": tuple(Interval(one - 0.005, one + 0.005) for one in (0.3, -1.2, 2.0)),
}

EXPRESSIONS = [
    "a + b", "a - b - 3", "2·a·b", "a/b", "-a", "√a", "a^2", "e^b", "2^a - 1/3", "√(a·a + b·b)", "-(a + 1)/7", "2·a + 3·b", "aᵀ", "10/√4",
    "x·y", "x + y", "x ⊙ y", "a·x", "x/a", "-x", "√(a^2)", "x - mean(x)", "sum(x ⊙ y)", "G·[1, 2]", "Gᵀ", "G + G", "G·G", "[a, b]",
    "softmax(x)", "softmax(m)", "softmax(G)", "layer_norm(x)", "sigmoid(a)", "sigmoid(x)", "relu(x)", "max(x)", "max(1, a)", "exp(x)", "log(a)",
    "standard_deviation(x)", "causal_mask(G)", "attention(G, G, G)",
]  # fmt: skip
TROUBLES = [
    "a/z",
    "√b",
    "log(b)",
    "a/(b - b)",
    "e^(1000·a)",
    "a + x·G",
    "x + G",
    "layer_norm([1, 1])",
    "unknown + 1",
    "(9^9)^(9^9)",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_the_value_and_the_band_are_those_of_a_pencil_that_writes(text: str) -> None:
    node = standard(read_expression(text), NAMES)
    assert value_of_node(node, NAMES, EFFORT) == work_out(node, NAMES, Pencil())
    for decimals, figures in ((3, 4), (6, 8)):
        rounded = rounded_value_of_node(node, BANDS, decimals, figures, EFFORT)
        assert band_of(rounded) == band_of(work_out(node, BANDS, OldRounding(decimals=decimals, figures=figures)))


@pytest.mark.parametrize("text", TROUBLES)
def test_the_trouble_is_said_in_the_same_words(text: str) -> None:
    node = standard(read_expression(text), NAMES)
    with pytest.raises(EngineError) as wanted:
        work_out(node, NAMES, Pencil(effort=Effort(EFFORT)))
    with pytest.raises(EngineError) as found:
        value_of_node(node, NAMES, EFFORT)
    assert str(found.value) == str(wanted.value)


def test_rows_take_as_much_effort_as_their_numbers() -> None:
    node = standard(read_expression("x ⊙ y"), NAMES)
    value_of_node(node, NAMES, 5)
    with pytest.raises(Exhausted):
        value_of_node(node, NAMES, 4)
