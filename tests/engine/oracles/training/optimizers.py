"""Formulas of training/optimizers, and what each may be given."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, alike, number, portion, rate, rows, shapes, share
from tests.engine.oracles.formulas import Number, by_entries, exact, rooted


def sgd(weights: Any, gradient: Any, rate: Any) -> Any:
    return by_entries(lambda w, g: w - g * rate, weights, gradient)


def velocity(before: Any, gradient: Any, momentum: Any) -> Any:
    return by_entries(lambda v, g: v * momentum + g, before, gradient)


def sgd_momentum(weights: Any, gradient: Any, before: Any, rate: Any, momentum: Any) -> Any:
    return by_entries(lambda w, g, v: w - (v * momentum + g) * rate, weights, gradient, before)


def rest_of(share: Any) -> Number:
    """1 less a share, which is not exact where the share is no binary fraction."""
    return 1 - exact(share)


def moving_average(before: Any, new: Any, beta: Any) -> Any:
    return by_entries(lambda m, g: m * beta + g * rest_of(beta), before, new)


def second_moment(before: Any, gradient: Any, beta: Any) -> Any:
    return by_entries(lambda v, g: v * beta + g * g * rest_of(beta), before, gradient)


def bias_correction(average: Any, beta: Any, steps: int) -> Any:
    return by_entries(lambda m: m / (1 - Number(exact(beta).value ** steps)), average)


def adam(
    weights: Any, gradient: Any, first: Any, second: Any, steps: int, rate: Any,
    beta1: Any = 0.9, beta2: Any = 0.999, eps: Any = 0,
) -> Any:  # fmt: skip
    def one(w: Number, g: Number, m: Number, v: Number) -> Number:
        mean = bias_correction(moving_average(m, g, beta1), beta1, steps)
        size = rooted(bias_correction(second_moment(v, g, beta2), beta2, steps))
        return w - mean / (size + eps) * rate

    return by_entries(one, weights, gradient, first, second)


def adam_state(width: int) -> tuple:
    """Weights, their gradients, both moments before the step, its number, the rate, two betas and an eps."""
    return (
        rows(width), rows(width, number.filter(bool)), rows(width), rows(width, portion),
        st.integers(1, 30), rate, share, share, st.sampled_from([1e-8, 1e-3, 0.1]),
    )  # fmt: skip


ARGUMENTS: dict[str, Given] = {
    "sgd": st.tuples(alike, rate).map(lambda drawn: (*drawn[0], drawn[1])),
    "velocity": st.tuples(alike, share).map(lambda drawn: (*drawn[0], drawn[1])),
    "sgd_momentum": st.tuples(shapes(lambda n: (rows(n), rows(n), rows(n))), rate, share).map(
        lambda drawn: (*drawn[0], *drawn[1:])
    ),
    "moving_average": st.tuples(alike, share).map(lambda drawn: (*drawn[0], drawn[1])),
    "second_moment": st.tuples(alike, share).map(lambda drawn: (*drawn[0], drawn[1])),
    "bias_correction": st.tuples(number | rows(3), share, st.integers(1, 30)),
    "adam": shapes(adam_state),
}
