"""Random arguments for recipes: numbers, rows and grids whose shapes fit one another."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from hypothesis import strategies as st

Given = st.SearchStrategy[tuple[object, ...]]

whole_number = st.integers(-9, 9)

decimal = st.integers(-9_000, 9_000).map(lambda thousandths: thousandths / 1_000)

number = whole_number | decimal

weight = st.integers(-1_000, 1_000).map(lambda thousandths: thousandths / 1_000)

portion = st.integers(1, 1_000).map(lambda thousandths: thousandths / 1_000)


def shared(row: list[float]) -> list[float]:
    """Portions that add to 1."""
    return [number / sum(row) for number in row]


score = number | st.sampled_from([700.0, -700.0, 0.0])

size = st.integers(1, 6)

count = st.integers(1, 40)


def rows(width: int, entries: st.SearchStrategy = number) -> st.SearchStrategy[list]:
    return st.lists(entries, min_size=width, max_size=width) | entries.map(lambda same: [same] * width)


def uneven_rows(width: int) -> st.SearchStrategy[list]:
    return st.lists(number, min_size=width, max_size=width).filter(lambda row: len(set(row)) > 1)


def grids(height: int, width: int, entries: st.SearchStrategy = number) -> st.SearchStrategy[list[list]]:
    return st.lists(rows(width, entries), min_size=height, max_size=height)


def one_or_more(row: st.SearchStrategy[list]) -> st.SearchStrategy[list]:
    """A row, or a grid of such rows."""
    return row | st.lists(row, min_size=1, max_size=4)


def masked_scores(width: int) -> st.SearchStrategy[list]:
    """Scores of which some are masked, but not all."""
    return st.tuples(rows(width, score), st.sets(st.integers(1, width))).map(
        lambda drawn: [-inf if place in drawn[1] and place < width else s for place, s in enumerate(drawn[0], 1)]
    )


def shapes(build: Callable[..., tuple], sizes: st.SearchStrategy[int] = size, needed: int | None = None) -> Given:
    """Arguments built from as many sizes as `build` takes; those beyond `needed` may be left out."""
    drawn = st.tuples(*[sizes] * build.__code__.co_argcount).flatmap(lambda each: st.tuples(*build(*each)))
    if needed is None:
        return drawn
    return drawn.flatmap(lambda every: st.integers(needed, len(every)).map(lambda kept: every[:kept]))


def counts(how_many: int) -> Given:
    return st.tuples(*[count] * how_many)


def from_to(first: int, last: int) -> st.SearchStrategy[int]:
    return st.integers(first, last)


factors = st.tuples(st.integers(1, 12), st.integers(1, 12))

one_or_many_scores = shapes(lambda n: (number | one_or_more(rows(n, score)),))

layout = st.sampled_from(["Wx", "xW"])

base = st.sampled_from([2, 10, 100, 10_000, 500_000])

alike = (
    shapes(lambda n: (rows(n), rows(n))) | shapes(lambda t, n: (grids(t, n), grids(t, n))) | st.tuples(number, number)
)

rate = st.sampled_from([0.01, 0.1, 0.25, 0.5, 1, 2])

share = st.sampled_from([0, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999])
