"""Percentages that are put on a number or taken off it: `80 - 15%`."""

from __future__ import annotations

from katatx.audit.tokens import Token

_PERCENT = 0.01


def percent_of(before: list[Token], part: list[Token]) -> list[Token]:
    """So many percent of what stands before them put on it, or taken off."""
    at = part[0].start
    opened, closed = Token("open", "(", at, at, 0), Token("close", ")", at, at, 0)
    return [
        opened,
        *before,
        closed,
        Token("sign", "·", at, at, 1),
        opened,
        Token("number", "1", at, at, 0),
        *part,
        closed,
    ]


def has_whole(tokens: list[Token]) -> bool:
    """Whether no number but the last is a percentage."""
    return all(token.scale != _PERCENT for token in tokens[:-1])
