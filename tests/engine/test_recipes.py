"""Exact values against mpmath at 50 digits and numpy, written down here without the engine."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

from katatx.engine.evaluate import evaluate
from katatx.engine.values import as_lists, value_of
from katatx.notation.parser import read_expression

mp.mp.dps = 50


def engine(expression: str, **names: object):
    return as_lists(evaluate(read_expression(expression), {name: value_of(v) for name, v in names.items()}))


def close(found, expected, scale: float = 1.0) -> None:
    found, expected = np.array(found, dtype=float), np.array([[float(x) for x in np.ravel(expected)]]).ravel()
    assert np.ravel(found) == pytest.approx(expected, rel=1e-12, abs=1e-13 * scale)


SQUARE = np.array([[1, 2], [3, 4]])
WIDE = np.array([[1, 2, 3], [4, 5, 6]])
ROWS = np.array([[5, 7], [1, -1]])


def ordered(expression: str, order: str) -> object:
    return as_lists(evaluate(read_expression(expression), {"o": order, "w": value_of(SQUARE.tolist())}))


@pytest.mark.parametrize("written", ["Wx", "W·x"])
def test_weights_by_rows(written: str) -> None:
    close(ordered("linear(w, [5, 7], o)", written), SQUARE @ [5, 7])
    close(ordered("projection([[5, 7], [1, -1]], w, o)", written), ROWS @ SQUARE.T)


@pytest.mark.parametrize("written", ["xW", "XW", "x·W"])
def test_weights_by_columns(written: str) -> None:
    close(ordered("linear(w, [5, 7], o)", written), [5, 7] @ SQUARE)
    close(ordered("projection([[5, 7], [1, -1]], w, o)", written), ROWS @ SQUARE)


def test_shapes_tell_the_order() -> None:
    close(engine("linear(w, x)", w=WIDE.T.tolist(), x=[5, 7]), WIDE.T @ [5, 7])
    close(engine("linear(w, x)", w=WIDE.tolist(), x=[5, 7]), [5, 7] @ WIDE)
    close(engine("linear(x, w)", w=WIDE.tolist(), x=[5, 7]), [5, 7] @ WIDE)
    close(engine("linear(x, w)", w=SQUARE.tolist(), x=ROWS.tolist()), ROWS @ SQUARE.T)
    close(engine("projection(x, w)", w=WIDE.tolist(), x=ROWS.tolist()), ROWS @ WIDE)


def test_one_order_holds_for_both_grids_of_a_feed_forward_layer() -> None:
    second = [[1, 0, 0], [0, 1, 0], [1, 1, 1]]
    expected = np.maximum(ROWS @ WIDE, 0) @ np.array(second)
    close(engine("feed_forward(x, a, b)", x=ROWS.tolist(), a=WIDE.tolist(), b=second), expected)


def test_a_one_hot_target_may_stand_on_either_side() -> None:
    portions, marked = [0.2, 0.5, 0.3], [0, 0, 1]
    expected = engine("cross_entropy(p, 2)", p=portions)
    assert engine("cross_entropy(p, t)", p=portions, t=marked) == expected
    assert engine("cross_entropy(t, p)", p=portions, t=marked) == expected


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("mod(-7, 3)", 2),
        ("mod(0.3, 0.1)", pytest.approx(0, abs=1e-12)),
        ("clamp([-5, 0, 9], -3, 4)", [-3, 0, 4]),
        ("running_total 1 2 3", [1, 3, 6]),
        ("argmin([[3, 1], [0, 4]], axis=1)", [1, 0]),
    ],
)
def test_other_names_and_single_numbers(expression: str, value: object) -> None:
    assert engine(expression) == value
