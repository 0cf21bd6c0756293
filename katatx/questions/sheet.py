"""Format given numbers, grids and options as aligned plain text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from katatx.decks.parts import PLACEHOLDER
from katatx.engine.values import Value, as_lists, shape_of
from katatx.notation.printing import Printable, write_grid, write_value
from katatx.notation.quoting import plain

Names = Mapping[str, Value]

# Given values are not rounded for display, since answers are worked from them.
GIVEN_PLACES = 6


class Option(NamedTuple):
    """A line that can be selected: its label (with the space after it) and its text."""

    head: str
    text: str

    def __str__(self) -> str:
        return self.head + self.text


def fill(prompt: str, given: Names) -> str:
    """Return a prompt with each `{name}` replaced by its value, and `{name:a,b}` by letters: a for 1, b for 2."""
    return plain(PLACEHOLDER.sub(partial(_filled, given), prompt))


def _filled(given: Names, found: re.Match[str]) -> str:
    name, _, letters = found[1].partition(":")
    if name not in given:
        return found[0]
    value = as_lists(given[name])
    return _in_letters(value, letters.split(",")) if letters else write_value(value, GIVEN_PLACES)


def _in_letters(value: Printable, letters: Sequence[str]) -> str:
    """Return symbols as text, "b a n" for a row; symbol 1 is the first of `letters`, one beyond the last stays."""
    if isinstance(value, list):
        gap = ", " if value and isinstance(value[0], list) else " "
        return gap.join(_in_letters(each, letters) for each in value)
    if isinstance(value, int | float) and 1 <= value <= len(letters):
        return letters[int(value) - 1]
    return write_value(value, GIVEN_PLACES)


def given_lines(given: Names, shown: Sequence[str] = ()) -> list[str]:
    """Return the given values, except those named in `shown`, as aligned lines; a grid has a line per row."""
    left = {name: value for name, value in given.items() if name not in shown}
    width = max(map(len, left), default=0)
    return [line for name, value in left.items() for line in _labelled(name.ljust(width), value)]


def _labelled(label: str, value: Value) -> list[str]:
    if len(shape_of(value)) < 2:
        return [f"{label} = {write_value(as_lists(value), GIVEN_PLACES)}"]
    first, *others = write_grid(as_lists(value), GIVEN_PLACES)
    return [f"{label} = {first}", *(f"{' ' * len(label)}   {row}" for row in others)]


def words_line(words: Mapping[str, str]) -> str:
    """Return the page's words with the textbook's as one line: "WANT = query; …"."""
    return plain("; ".join(f"{word} = {textbook}" for word, textbook in words.items()))


def letter(index: int) -> str:
    """Return the letter of the choice with index `index`: a, b, c, …"""
    return chr(ord("a") + index)
