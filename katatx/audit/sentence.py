"""A sentence around a result, and the numbers that it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.known import Known, given, wobbling
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of
from katatx.notation.syntax import Name, Node, Sum

COUNTS = {
    word: float(number)
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 2
    )
} | {
    "both": 2.0, "dozen": 12.0, "twenty": 20.0, "thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0, "ninety":
    90.0, "hundred": 100.0, "thousand": 1000.0,
}  # fmt: skip
_MOST_SCALARS = 5
_FEW = 3
_LOOKS_ROUNDED = 3


class Sentence(NamedTuple):
    """The tokens of a sentence before a result and after it, and the page's latest values, the last of them last."""

    before: Sequence[Token]
    after: Sequence[Token]
    recent: Sequence[Known]
    percent: bool

    @property
    def scalars(self) -> list[Known]:
        """The latest single numbers, the latest first."""
        return self.latest(_MOST_SCALARS)

    def latest(self, count: int) -> list[Known]:
        """So many of the latest single numbers, the latest first."""
        return [known for known in reversed(self.recent) if not shape_of(known.printed)][:count]

    @property
    def words(self) -> list[str]:
        """The words before the result, in small letters."""
        return [token.text.lower() for token in self.before if token.kind == "name"]


Worked = tuple[Node, dict[str, Known]]


def first() -> Name:
    """The first of two values that a rule puts together."""
    return Name("#a", 1)


def second() -> Name:
    """The second of them."""
    return Name("#b", 1)


def number_at(before: Sequence[Token], at: int) -> float:
    """What a number, or the word for one, comes to, with its sign; 0 where none stands there."""
    token = before[at]
    value = token.value if token.kind == "number" else COUNTS.get(token.text.lower(), 0.0)
    signed = at > 0 and before[at - 1].text == "-" and token.gap == 0
    return -value if signed else value


def numbers_said(sentence: Sentence) -> list[Known]:
    """The numbers that stand in the sentence, the latest first."""
    found = []
    for at in range(len(sentence.before) - 1, -1, -1):
        token, value = sentence.before[at], number_at(sentence.before, at)
        if token.kind == "number" or value:
            worked = next((known for known in reversed(sentence.recent) if known.printed == value), None)
            places = len(token.text.partition(".")[2])
            rounded = places >= _LOOKS_ROUNDED
            found.append(worked or (wobbling(value, places, 0) if rounded else given(value, 0)))
    return found[:_FEW]


def pair_of(names: dict[str, Known], sign: int) -> Worked:
    """What the second of two is more than the first, or less."""
    more, less = (second(), first()) if sign > 0 else (first(), second())
    return Sum((("+", more), ("-", less)), 1), names
