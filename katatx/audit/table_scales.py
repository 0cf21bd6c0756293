"""Columns of a table in other units than what they are worked from: `Prompt M/day` beside requests and prompts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

_SCALES = {
    "k": 1e3, "thousand": 1e3, "thousands": 1e3, "m": 1e6, "million": 1e6, "millions": 1e6, "g": 1e9, "billion": 1e9,
    "billions": 1e9, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 2.0**10, "mib": 2.0**20, "gib": 2.0**30
}  # fmt: skip
_WORDS = re.compile(r"[^\W\d_]+")
_SHORTEST = 3


def scale_formulas(headings: Sequence[str], column: int, left: Sequence[int]) -> Iterator[str]:
    """A column whose heading counts in thousands, or in larger units still, from one or two to the left in others: two
    only where the headings of both say a word that its own says too.
    """
    words = {one: _words(headings[one]) for one in (*left, column)}
    own = _scale(words[column])
    if own == 1.0:
        return
    for one, other in combinations(left, 2):
        both = words[one] | words[other]
        by = own / (_scale(words[one]) * _scale(words[other]))
        said = [_named(words[each]) & _named(words[column]) for each in (one, other)]
        if all(said) and by != 1.0 and both:
            yield f"c{one}·c{other}/{_plain(by)}"
    for one in left:
        by = own / _scale(words[one])
        if by != 1.0 and _named(words[one]) & _named(words[column]):
            yield f"c{one}/{_plain(by)}"


def _words(heading: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORDS.findall(heading))


def _named(words: frozenset[str]) -> frozenset[str]:
    """The words of a heading that name something, and no unit."""
    return frozenset(word.removesuffix("s") for word in words if len(word) >= _SHORTEST and word not in _SCALES)


def _scale(words: frozenset[str]) -> float:
    found = [_SCALES[word] for word in words if word in _SCALES]
    return found[0] if len(found) == 1 else 1.0


def _plain(number: float) -> str:
    return f"{number:.12f}".rstrip("0").rstrip(".")
