"""Formulas of attention/online, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, from_to, grids, number, one_or_more, rows, shapes
from tests.engine.oracles.attention.softmax import attention
from tests.engine.oracles.formulas import Grid, Number, Row, add_up, by_rows, columns_of, exact, raised
from tests.engine.oracles.numbers.functions import max_


def softmax_state(scores: Any, values: Any = None) -> Any:
    """max, Σ e^(x - max), Σ e^(x - max)·v."""

    def one_row(row: Row) -> Row:
        highest = max_(row)
        powers = [raised(score - highest) for score in row]
        sums = [] if values is None else [add_up(map(Number.__mul__, powers, each)) for each in columns_of(values)]
        return [highest, add_up(powers), *sums]

    return by_rows(one_row, scores)


def merge_states(first: Any, second: Row) -> Any:
    def one_row(row: Row) -> Row:
        highest = max_([row[0], second[0]])
        mine, other = raised(row[0] - highest), raised(second[0] - highest)
        return [highest, *(mine * a + other * b for a, b in zip(row[1:], second[1:], strict=True))]

    return by_rows(one_row, first)


def online_step(state: Any, scores: Any, values: Any = None) -> Any:
    """A step is a merge with the state of the block by itself."""
    return merge_states(state, softmax_state(scores if isinstance(scores, list) else [exact(scores)], values))


def online_attention(query: Any, keys: Grid, values: Grid, block: int) -> Any:
    """The whole softmax at once: the blocks make no difference."""
    return attention(query, keys, values)


ARGUMENTS: dict[str, Given] = {
    "softmax_state": shapes(lambda n, m: (one_or_more(rows(n)), grids(n, m)), needed=1),
    "online_step": shapes(lambda n: (one_or_more(rows(2)), number | rows(n)))
    | shapes(lambda n, m: (one_or_more(rows(m + 2)), rows(n), grids(n, m))),
    "merge_states": shapes(lambda n: (one_or_more(rows(n + 1)), rows(n + 1))),
    "online_attention": shapes(lambda t, d, v: (one_or_more(rows(d)), grids(t, d), grids(t, v), from_to(1, t))),
}
