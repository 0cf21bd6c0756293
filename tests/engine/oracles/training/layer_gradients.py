"""Formulas of training/layer gradients, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, alike, grids, number, one_or_more, portion, rows, shapes
from tests.engine.oracles.formulas import Grid, Number, Row, add_up, as_grid, by_entries, columns_of, exact
from tests.engine.oracles.numbers.products import matmul
from tests.engine.oracles.training.backward import value_gradient
from tests.samples import Sample, grid


def linear_weight_gradient(output_gradient: Any, inputs: Any) -> Grid:
    """∂L/∂W[i][j] = Σₙ ∂L/∂y[n][i]·x[n][j], over the examples n."""
    return value_gradient(as_grid(output_gradient), as_grid(inputs))


def linear_bias_gradient(output_gradient: Any) -> Row:
    """∂L/∂b[i] = Σₙ ∂L/∂y[n][i]."""
    return [add_up(column) for column in columns_of(as_grid(output_gradient))]


def linear_input_gradient(output_gradient: Any, weights: Grid) -> Any:
    """∂L/∂x[j] = Σᵢ ∂L/∂y[i]·W[i][j]."""
    return matmul(output_gradient, weights)


def relu_backward(inputs: Any, output_gradient: Any) -> Any:
    return by_entries(lambda z, above: above if z.value > 0 else Number(0), inputs, output_gradient)


def central_difference(loss_above: Any, loss_below: Any, step: Any) -> Number:
    return (exact(loss_above) - loss_below) / (exact(step) * 2)


ARGUMENTS: dict[str, Given] = {
    "linear_weight_gradient": shapes(lambda n, m: (rows(n), rows(m)))
    | shapes(lambda t, n, m: (grids(t, n), grids(t, m))),
    "linear_bias_gradient": shapes(lambda t, n: (rows(n) | grids(t, n),)),
    "linear_input_gradient": shapes(lambda n, m: (one_or_more(rows(n)), grids(n, m))),
    "relu_backward": alike,
    "central_difference": st.tuples(number, number, portion),
}

SAMPLES: dict[str, list[Sample]] = {
    "linear_weight_gradient": [Sample("linear_weight_gradient(g, x)", {"g": "integers(-5..5, 3)", "x": "integers(-5..5, 3)"}), Sample("linear_weight_gradient(g, x)", {"g": grid(-5, 5, 2, 2), "x": grid(-5, 5, 2, 3)})],
    "linear_bias_gradient": [Sample("linear_bias_gradient(g)", {"g": grid(-9, 9, 3, 2)})],
    "linear_input_gradient": [Sample("linear_input_gradient(g, w)", {"g": "integers(-5..5, 3)", "w": grid(-5, 5, 3, 3)})],
    "relu_backward": [Sample("relu_backward(z, g)", {"z": "integers(-9..9, 4)", "g": "integers(-9..9, 4)"})],
    "central_difference": [Sample("central_difference(a, b, h)", {"a": "tenths(1..5)", "b": "tenths(1..5)", "h": "one of(0.1, 0.2, 0.5)"})],
}  # fmt: skip
