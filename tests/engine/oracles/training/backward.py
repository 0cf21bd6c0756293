"""Formulas of gradients on the way back, and what each may be given."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, alike, grids, number, one_or_more, portion, rows, shapes
from tests.engine.oracles.attention.softmax import scale
from tests.engine.oracles.formulas import Grid, Number, Row, add_up, as_grid, by_entries, columns_of, exact, is_grid
from tests.engine.oracles.numbers.products import dot, matmul


def value_gradient(portions: Grid, output_gradient: Grid) -> Grid:
    """∂L/∂V[j][c] = Σᵢ A[i][j]·∂L/∂Y[i][c]."""
    words = range(len(portions))
    return [
        [add_up(portions[i][j] * output_gradient[i][c] for i in words) for c in range(len(output_gradient[0]))]
        for j in range(len(portions[0]))
    ]


def portion_gradient(output_gradient: Grid, values: Grid) -> Grid:
    """∂L/∂A[i][j] = Σ_c ∂L/∂Y[i][c]·V[j][c]."""
    return [[dot(above, value) for value in values] for above in output_gradient]


def softmax_backward(portions: Any, portion_gradients: Any) -> Any:
    """∂L/∂s[j] = Σᵢ ∂L/∂a[i]·∂a[i]/∂s[j], with the Jacobian a[i]·(δ[i][j] - a[j]) written out."""
    if is_grid(portions):
        return [softmax_backward(*rows) for rows in zip(portions, portion_gradients, strict=True)]
    pairs = list(zip(portions, portion_gradients, strict=True))
    return [
        add_up(above * a * (int(i == j) - portions[j]) for i, (a, above) in enumerate(pairs)) for j in range(len(pairs))
    ]


def query_gradient(score_gradients: Grid, keys: Grid) -> Grid:
    """∂L/∂Q[i][c] = Σⱼ ∂L/∂S[i][j]·K[j][c] / √d."""
    return scale(matmul(score_gradients, keys), len(keys[0]))


def key_gradient(score_gradients: Grid, queries: Grid) -> Grid:
    """∂L/∂K[j][c] = Σᵢ ∂L/∂S[i][j]·Q[i][c] / √d."""
    return scale(value_gradient(score_gradients, queries), len(queries[0]))


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
    "value_gradient": shapes(lambda t, s, v: (grids(t, s, portion), grids(t, v))),
    "portion_gradient": shapes(lambda t, s, v: (grids(t, v), grids(s, v))),
    "softmax_backward": shapes(lambda t, s: (grids(t, s, portion), grids(t, s)))
    | shapes(lambda s: (rows(s, portion), rows(s))),
    "query_gradient": shapes(lambda t, s, d: (grids(t, s), grids(s, d))),
    "key_gradient": shapes(lambda t, s, d: (grids(t, s), grids(t, d))),
    "linear_weight_gradient": shapes(lambda n, m: (rows(n), rows(m)))
    | shapes(lambda t, n, m: (grids(t, n), grids(t, m))),
    "linear_bias_gradient": shapes(lambda t, n: (rows(n) | grids(t, n),)),
    "linear_input_gradient": shapes(lambda n, m: (one_or_more(rows(n)), grids(n, m))),
    "relu_backward": alike,
    "central_difference": st.tuples(number, number, portion),
}
