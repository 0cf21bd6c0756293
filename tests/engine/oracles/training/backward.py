"""Formulas of training/backward, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, grids, portion, rows, shapes
from tests.engine.oracles.attention.softmax import scale
from tests.engine.oracles.formulas import Grid, add_up, is_grid
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


ARGUMENTS: dict[str, Given] = {
    "value_gradient": shapes(lambda t, s, v: (grids(t, s, portion), grids(t, v))),
    "portion_gradient": shapes(lambda t, s, v: (grids(t, v), grids(s, v))),
    "softmax_backward": shapes(lambda t, s: (grids(t, s, portion), grids(t, s)))
    | shapes(lambda s: (rows(s, portion), rows(s))),
    "query_gradient": shapes(lambda t, s, d: (grids(t, s), grids(s, d))),
    "key_gradient": shapes(lambda t, s, d: (grids(t, s), grids(t, d))),
}
