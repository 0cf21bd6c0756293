"""Formulas of inputs/vocabulary, and what each may be given."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, counts, from_to, grids, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Number, by_rows, whole


def word_number(rank: int, kept: int, unknown: int) -> int:
    return unknown if rank > kept else rank


def padding_count(words: int, slots: int) -> int:
    return len(range(words, slots))


def chopped_count(words: int, slots: int) -> int:
    return len(range(slots, words))


def pad_or_chop(numbers: Any, slots: int) -> Any:
    return by_rows(lambda row: [row[k] if k < len(row) else Number(0) for k in range(slots)], numbers)


def embedding(token: Any, table: Grid) -> Any:
    if isinstance(token, list):
        return [embedding(each, table) for each in token]
    return table[whole(token)]


ARGUMENTS: dict[str, Given] = {
    "word_number": counts(3),
    "padding_count": counts(2).map(sorted).map(tuple),
    "chopped_count": counts(2).map(lambda drawn: tuple(sorted(drawn, reverse=True))),
    "pad_or_chop": shapes(lambda n, slots: (one_or_more(rows(n)), st.just(slots))),
    "embedding": shapes(lambda t, n: (from_to(0, t - 1) | st.lists(from_to(0, t - 1), min_size=1), grids(t, n))),
}
