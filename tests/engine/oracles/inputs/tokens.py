"""Formulas of tokens and their vocabulary, and what each may be given."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, counts, from_to, grids, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Number, Row, as_grid, by_rows, exact, whole


def _as_symbols(numbers: Any) -> tuple[int, ...]:
    return tuple(map(whole, numbers)) if isinstance(numbers, list) else (whole(numbers),)


def pair_count(symbols: Any, pair: Row) -> Any:
    return by_rows(lambda row: Number(list(pairwise(_as_symbols(row))).count(_as_symbols(pair))), symbols)


def most_frequent_pair(words: Any, frequencies: Row | None = None) -> Row:
    """The dictionary of pairs in Sennrich et al. 2016, algorithm 1: the first largest of those as they come."""
    counts: dict[tuple[int, int], int] = {}
    rows = as_grid(words)
    for word, times in zip(rows, _as_symbols(frequencies) if frequencies else [1] * len(rows), strict=True):
        for pair in pairwise(_as_symbols(word)):
            counts[pair] = counts.get(pair, 0) + times
    return exact(max(counts, key=lambda pair: counts[pair]))


def merge_pair(symbols: Any, pair: Row, symbol: int) -> Row:
    """The regular expression of Sennrich et al. 2016, algorithm 1."""
    text = "".join(f"<{each}>" for each in _as_symbols(symbols))
    first, second = _as_symbols(pair)
    merged = re.sub(f"<{first}><{second}>", f"<{symbol}>", text)
    return exact(list(map(int, re.findall(r"-?\d+", merged))))


def bpe_encode(symbols: Any, merges: Any) -> Row:
    for first, second, symbol in as_grid(merges):
        symbols = merge_pair(symbols, [first, second], whole(symbol))
    return symbols if isinstance(symbols, list) else [exact(symbols)]


_symbol = st.integers(1, 3)


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
    "pair_count": shapes(lambda n: (one_or_more(rows(n, _symbol)), rows(2, _symbol))),
    "most_frequent_pair": shapes(lambda t, n: (grids(t, n + 1, _symbol), rows(t, from_to(1, 9))), needed=1),
    "merge_pair": shapes(lambda n: (_symbol | rows(n + 2, _symbol), rows(2, _symbol), from_to(4, 9))),
    "bpe_encode": shapes(lambda n, m: (_symbol | rows(n + 2, _symbol), grids(m, 3, _symbol))),
    "word_number": counts(3),
    "padding_count": counts(2).map(sorted).map(tuple),
    "chopped_count": counts(2).map(lambda drawn: tuple(sorted(drawn, reverse=True))),
    "pad_or_chop": shapes(lambda n, slots: (one_or_more(rows(n)), st.just(slots))),
    "embedding": shapes(lambda t, n: (from_to(0, t - 1) | st.lists(from_to(0, t - 1), min_size=1), grids(t, n))),
}
