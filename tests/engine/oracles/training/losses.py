"""Formulas of training/losses, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, counts, from_to, grids, one_or_more, portion, rows, shapes, shared
from tests.engine.oracles.attention.norms import mean_square
from tests.engine.oracles.attention.softmax import softmax
from tests.engine.oracles.formulas import Number, Row, by_rows, exact


def minus_log(number: Number) -> Number:
    """-ln x; of a sum, which has lost 1e-16 of its terms, no closer than that share of it."""
    value = -mp.log(number.value)
    is_sum = number.size > abs(number.value)
    return Number(value, max(abs(value), number.size / number.value) if is_sum else None)


def binary_cross_entropy(truth: int, predicted: float) -> Number:
    chance = exact(predicted)
    return minus_log(chance if truth else 1 - chance)


def cross_entropy(portions: Any, target: Any) -> Any:
    """-ln of the true class's portion; of two rows the target is the one with a single 1 and zeros."""
    if isinstance(target, list):
        first, second = ([float(x.value) for x in row] for row in (portions, target))
        if sorted(second) == [0.0] * (len(second) - 1) + [1.0]:
            return minus_log(portions[second.index(1)])
        return minus_log(target[first.index(1)])
    return by_rows(lambda row: minus_log(row[target]), portions)


def logit_cross_entropy(logits: Any, target: int) -> Any:
    """ln Σⱼ e^(sⱼ - s), where s is the true class's score.

    One of the terms under the logarithm is 1, so 1 is the least its condition can be.
    """

    def one_row(row: Row) -> Number:
        value = mp.log(mp.fsum(mp.exp(score.value - row[target].value) for score in row))
        return Number(value, 1 + value)

    return by_rows(one_row, logits)


def logit_gradient(logits: Any, target: int) -> Any:
    return by_rows(lambda row: [a - int(j == target) for j, a in enumerate(softmax(row))], logits)


_marked = shapes(lambda n: (rows(n, portion).map(shared), from_to(0, n - 1))).map(
    lambda drawn: (drawn[0], [float(place == drawn[1]) for place in range(len(drawn[0]))])
)

_logits = shapes(lambda n: (one_or_more(rows(n)), from_to(0, n - 1)))


def mse(predicted: Any, target: Any) -> Any:
    return mean_square([a - b for a, b in zip(one_row_of(predicted), one_row_of(target), strict=True)])


def one_row_of(value: Any) -> Row:
    """Every number, in reading order."""
    return [x for item in value for x in one_row_of(item)] if isinstance(value, list) else [exact(value)]


ARGUMENTS: dict[str, Given] = {
    "binary_cross_entropy": st.tuples(from_to(0, 1), portion.filter(lambda chance: chance < 1)),
    "cross_entropy": shapes(lambda n: (one_or_more(rows(n, portion).map(shared)), from_to(0, n - 1)))
    | _marked
    | _marked.filter(lambda drawn: len(drawn[0]) > 1).map(lambda drawn: drawn[::-1]),
    "logit_cross_entropy": _logits,
    "logit_gradient": _logits,
    "mse": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))) | counts(2),
}
