"""Angles in degrees: `sin(30°)`, `cos 60 deg`, `180° - 45° = 135°`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import pi

from katatx.audit.token import Token, written

TRIGONOMETRIC = frozenset({"sin", "cos", "tan", "sine", "cosine"})
_DEGREES = frozenset({"°", "º", "deg", "degs", "degree", "degrees", "∘", "grad"})
_SIGNS = frozenset({"°", "º", "∘"})
# What stands behind degrees where they have sixty parts, or are none of an angle.
_PARTS = frozenset({"'", "’", "′", '"', "″"})
DEGREE = pi / 180


def has_degrees(tokens: Sequence[Token]) -> bool:
    """Whether a line speaks of degrees."""
    return any(token.text.lower() in _DEGREES for token in tokens)


def in_radians(tokens: list[Token]) -> list[Token]:
    """The tokens with degrees as numbers that the sine works with; where all sides are angles, without the signs."""
    if not has_degrees(tokens):
        return tokens
    tokens = _arguments(_raised(tokens))
    return _plain(tokens) if any(token.text in _SIGNS for token in tokens) else tokens


def _raised(tokens: list[Token]) -> list[Token]:
    """`30^∘`, as TeX has it, with the sign alone."""
    return [
        token
        for at, token in enumerate(tokens)
        if not (token.text == "^" and at + 1 < len(tokens) and tokens[at + 1].text in _SIGNS)
    ]


def _arguments(tokens: list[Token]) -> list[Token]:
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        taken, angle = _argument(tokens, at)
        if not taken:
            made.append(tokens[at])
            at += 1
            continue
        function = tokens[at]
        made += [function, written("open", "(", angle[0]), *angle]
        made.append(Token("close", ")", tokens[at + taken - 1].stop, tokens[at + taken - 1].stop, 0))
        at += taken
    return made


def _argument(tokens: Sequence[Token], at: int) -> tuple[int, list[Token]]:
    """How many tokens a function of an angle in degrees takes, and the angle; 0 where there is none."""
    if tokens[at].text.lower() not in TRIGONOMETRIC:
        return 0, []
    begins = at + 1
    bracket = begins < len(tokens) and tokens[begins].text == "("
    begins += bracket
    minus = begins < len(tokens) and tokens[begins].text == "-"
    part = tokens[begins + minus : begins + minus + 3]
    if len(part) < 2 or part[0].kind != "number" or part[1].text.lower() not in _DEGREES:
        return 0, []
    if bracket and (len(part) < 3 or part[2].text != ")"):
        return 0, []
    angle = part[0]._replace(gap=0, scale=part[0].scale * DEGREE, stop=part[1].stop)
    sign = [tokens[begins]._replace(gap=0)] if minus else []
    return begins + minus + 2 + bracket - at, [*sign, angle]


def _plain(tokens: list[Token]) -> list[Token]:
    """The tokens without the signs, where the first side and the last are angles both."""
    joins = [at for at, token in enumerate(tokens) if token.kind == "join"]
    if len(joins) == 0 or any(token.text in _PARTS for token in tokens):
        return tokens
    first, last = tokens[: joins[0]], tokens[joins[-1] + 1 :]
    if not all(any(token.text in _SIGNS for token in side) for side in (first, last)):
        return tokens
    middle = [tokens[one + 1 : other] for one, other in pairwise(joins)]
    if not all(any(token.text in _SIGNS for token in side) for side in middle):
        return tokens
    return [token for at, token in enumerate(tokens) if token.text not in _SIGNS or not at]
