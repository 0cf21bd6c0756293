"""Cuts what is to be checked into statements, and each into the sides of its chain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from katatx.notation.errors import NotationError
from katatx.notation.tokens import Token, tokenize

_JOINS = ("=", "≈")
# What cannot begin or end a statement: a line that breaks there goes on.
_GOES_ON = (*_JOINS, "·", "/", "+", "^", ",")


class Side(NamedTuple):
    """One side of a chain `a = b ≈ c`: its text and tokens, where it starts, and whether `≈`
    or `~` stands before it. The tokens know their columns in the whole text.
    """

    text: str
    column: int
    about: bool
    tokens: list[Token]

    @property
    def name(self) -> str | None:
        """The name that stands there, if nothing else does."""
        first, *others = self.tokens
        return first.text if first.kind == "name" and not others else None


def split_statements(text: str) -> list[list[Side]]:
    """The statements of a text, one after `;` or on a line of its own, as sides in order.

    Inside brackets neither `;` nor a line's end divides anything. Raises NotationError,
    with the column, for what has no meaning or a side with nothing in it.
    """
    tokens = tokenize(text)
    statements = [_sides(text, tokens[start:end]) for start, end in _spans(tokens) if end > start]
    if not statements:
        raise NotationError("nothing to read here; write an expression or a number", 1)
    return statements


def _spans(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    """Where each statement's tokens start and end."""
    start, depth = 0, 0
    for index, token in enumerate(tokens):
        if depth == 0 and token.breaks and index > start and not _runs_on(tokens, index):
            yield start, index
            start = index
        depth = _deeper(depth, token)
        if (token.text == ";" and depth == 0) or token.kind == "end":
            yield start, index
            start = index + 1


def _runs_on(tokens: list[Token], index: int) -> bool:
    """Whether the line that begins with this token goes on with the one before."""
    token = tokens[index]
    minus = token.text == "-" and tokens[min(index + 1, len(tokens) - 1)].spaced
    return minus or token.text in _GOES_ON or tokens[index - 1].text in (*_GOES_ON, "-")


def _deeper(depth: int, token: Token) -> int:
    return max(0, depth + (token.text in ("[", "(")) - (token.text in ("]", ")")))


def _sides(text: str, tokens: list[Token]) -> list[Side]:
    cuts, depth = [-1], 0
    for index, token in enumerate(tokens):
        depth = _deeper(depth, token)
        if depth == 0 and token.text in _JOINS:
            cuts.append(index)
    return [_side(text, tokens, start, end) for start, end in zip(cuts, [*cuts[1:], len(tokens)], strict=True)]


def _side(text: str, tokens: list[Token], before: int, end: int) -> Side:
    """What stands between two cuts."""
    inside = tokens[before + 1 : end]
    column = tokens[before].end if before >= 0 else tokens[0].column
    if not inside:
        raise NotationError("nothing to read here; write an expression or a number", column)
    about = before >= 0 and tokens[before].text == "≈"
    return Side(text[column - 1 : inside[-1].end - 1], column, about, inside)
