"""Search by name: rank entries by how well they match the words of a query."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from heapq import nsmallest
from typing import NamedTuple

_PARTING = re.compile(r"[\W_]+")


class Entry(NamedTuple):
    """An item that can be found: its name, a sentence about it, and the function called when it is chosen."""

    name: str
    sentence: str
    do: Callable[[], object]


class Operation(NamedTuple):
    """An operation of the engine: its name, its signature and a summary."""

    name: str
    signature: str
    summary: str


class Finder:
    """A searchable list of entries; searching ten thousand takes milliseconds."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = list(entries)
        self._names = [_simple(each.name) for each in self.entries]
        self._sentences = [each.sentence.casefold() for each in self.entries]

    def find(self, query: str, most: int) -> list[Entry]:
        """Return at most `most` entries that contain every word of a query, best match first.

        The ranks are: the name is the query, the name begins with it, words of the name begin with its words, the name
        contains them, name and sentence together contain them. Shorter names come first within a rank. An empty query
        finds the first entries; one of punctuation alone finds none.
        """
        if not query.strip():
            return self.entries[:most]
        words = _simple(query).split()
        if not words:
            return []
        ranked = (
            (rank, len(self._names[at]), at)
            for at in range(len(self.entries))
            if (rank := self._rank(at, words, " " + " ".join(words))) is not None
        )
        return [self.entries[at] for _, _, at in nsmallest(most, ranked)]

    def _rank(self, at: int, words: list[str], phrase: str) -> int | None:
        """Return how well the entry `at` matches the words, 0 best; None if it does not.

        `phrase` are the words joined, with a space before each.
        """
        name = self._names[at]
        if all(word in name for word in words):
            if name == phrase:
                return 0
            if name.startswith(phrase):
                return 1
            return 2 if all(f" {word}" in name for word in words) else 3
        sentence = self._sentences[at]
        return 4 if all(word in name or word in sentence for word in words) else None


def operations() -> list[Operation]:
    """Return all operations of the engine but "arithmetic", the recipe of an expression without a named one."""
    from katatx.engine.book import all_recipes

    known = (each for each in all_recipes() if each.name != "arithmetic")
    return [Operation(each.name, each.signature, each.summary) for each in known]


def matched(name: str, query: str) -> list[tuple[int, int]]:
    """Return for each word of a query that occurs in a name the (start, stop) of its first place, for highlighting.

    Case is ignored; places are in the order of the query.
    """
    lower = "".join(folded if len(folded := letter.casefold()) == 1 else letter for letter in name)
    starts = [(lower.find(word), len(word)) for word in _simple(query).split()]
    return [(at, at + length) for at, length in starts if at >= 0]


def _simple(text: str) -> str:
    """Return text in the form used for searching: lower case, one space before every word, without punctuation."""
    return " " + _PARTING.sub(" ", text.casefold()).strip()
