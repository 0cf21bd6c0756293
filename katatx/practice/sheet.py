"""What a learner copies to paper: numbers, grids and lines as plain text, aligned."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from katatx.decks.parts import PLACEHOLDER
from katatx.engine.values import Value, as_lists, shape_of
from katatx.notation.printing import write_grid, write_value
from katatx.notation.quoting import plain

Names = Mapping[str, Value]

# What is given is shown as far as it goes: it is what an answer is worked from.
_GIVEN_PLACES = 6


def fill(prompt: str, given: Names) -> str:
    """A prompt with `{name}` replaced by that name's numbers; other braces stay."""

    def shown(found: re.Match[str]) -> str:
        return write_value(as_lists(given[found[1]]), _GIVEN_PLACES) if found[1] in given else found[0]

    return plain(PLACEHOLDER.sub(shown, prompt))


def given_lines(given: Names, shown: Sequence[str] = ()) -> list[str]:
    """The given numbers that are not `shown` in the prompt, aligned; a grid a row a line."""
    left = {name: value for name, value in given.items() if name not in shown}
    width = max(map(len, left), default=0)
    return [line for name, value in left.items() for line in _labelled(name.ljust(width), value)]


def words_line(words: Mapping[str, str]) -> str:
    """The page's words beside the textbook's: "WANT is the query, ..."."""
    return plain(", ".join(f"{word} = {textbook}" for word, textbook in words.items()))


class Option(NamedTuple):
    """A line to point at: what stands before its text, and the text."""

    head: str
    text: str

    def __str__(self) -> str:
        return self.head + self.text


def letter(index: int) -> str:
    """The letter of a choice: a, b, c and so on."""
    return chr(ord("a") + index)


def _labelled(label: str, value: Value) -> list[str]:
    if len(shape_of(value)) < 2:
        return [f"{label} = {write_value(as_lists(value), _GIVEN_PLACES)}"]
    first, *others = write_grid(as_lists(value), _GIVEN_PLACES)
    return [f"{label} = {first}", *(f"{' ' * len(label)}   {row}" for row in others)]
