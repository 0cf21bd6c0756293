"""Formulas of training/layer gradients, and what each may be given."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, alike, grids, number, one_or_more, portion, rows, shapes
from tests.engine.oracles.formulas import Grid, Number, Row, add_up, as_grid, by_entries, columns_of, exact
from tests.engine.oracles.numbers.products import matmul
from tests.engine.oracles.training.backward import value_gradient


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
