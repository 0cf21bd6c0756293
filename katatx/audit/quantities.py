"""Calculations with units of measure: `3 km + 400 m`, `16 GB / 4`, as so many of another unit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isclose, prod
from typing import NamedTuple

from katatx.audit.functions import operation_named
from katatx.audit.measures import BINARY_BYTES, factor, size_of
from katatx.audit.scope import Scope
from katatx.audit.token import Token

_MOST_TOKENS = 60
_MOST_WORDS = 2
_MOST_LITERALS = 6
_DEEPEST = 6
# Said of a number, they make of its unit a part of another: `16 GB per day`.
_RATES = frozenset({"per", "each", "a", "an", "every", "pro", "par", "por"})


class Quantity(NamedTuple):
    """A calculation whose result has a unit of measure: its tokens with every unit written out as a factor, in the
    ways that such units are counted, the units in it, and the numbers that have none.
    """

    forms: tuple[tuple[Token, ...], ...]
    units: tuple[str, ...]
    literals: tuple[float, ...]

    def is_like(self, measure: str) -> bool:
        """Whether its result can be told in a unit."""
        return factor(self.units[0], measure) is not None

    def differs(self, measure: str) -> bool:
        """Whether a unit is another than that, or those, in it."""
        return any(factor(unit, measure) != 1 for unit in self.units)

    def is_mixed(self) -> bool:
        """Whether it has two units."""
        return len(set(self.units)) > 1

    def converts(self, measure: str) -> bool:
        """Whether its numbers without a unit say how many of a unit one of its own is: `3 h × 60 = 180 min`."""
        ways = {factor(unit, measure) for unit in self.units} | {_in_binary(unit, measure) for unit in self.units}
        literals = [each for each in self.literals if each not in (0.0, 1.0)][:_MOST_LITERALS]
        products = [prod(some) for count in range(1, len(literals) + 1) for some in combinations(literals, count)]
        return any(way and (isclose(each, way) or isclose(each * way, 1)) for way in ways for each in products if each)

    def told_in(self, measure: str) -> list[list[Token]]:
        """It in another unit, as calculations."""
        made: list[list[Token]] = []
        for form, binary in zip(self.forms, (False, True), strict=False):
            at = form[0].start
            opened, closed = Token("open", "(", at, at, 0), Token("close", ")", at, at, 0)
            made.append([opened, *form, closed, *_times(1 / size_of(measure, binary), at)])
        return made


def _in_binary(unit: str, measure: str) -> float | None:
    return None if factor(unit, measure) is None else size_of(unit, True) / size_of(measure, True)


def quantity(tokens: Sequence[Token], scope: Scope) -> Quantity | None:
    """Tokens as a calculation with units, up to a result that has one; None where they are no plain numbers, or come to
    no unit of measure: `4 GB / 2 GB`, `3 m · 2 m`.
    """
    if len(tokens) > _MOST_TOKENS or not any(_is_unit(tokens, at) for at in range(len(tokens))):
        return None
    reading = _Reading(tokens, scope)
    if reading.sum(0) != 1 or reading.at < len(tokens) or len({_kind(unit) for unit in reading.units}) != 1:
        return None
    several = reading.units[0] in BINARY_BYTES
    forms = tuple(
        tuple(_written_out(tokens, reading.kept, binary)) for binary in ((False, True) if several else (False,))
    )
    return Quantity(forms, tuple(reading.units), tuple(reading.literals))


def _kind(unit: str) -> str:
    return next((first for first in ("s", "m", "g", "J", "B") if factor(unit, first) is not None), "")


def _is_unit(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is the unit of the number before it."""
    token, before = tokens[at], tokens[at - 1] if at else None
    if before is None or before.kind != "number" or before.scale != 1.0 or token.gap > 1:
        return False
    return token.kind == "name" and factor(token.text, token.text) is not None


def _written_out(tokens: Sequence[Token], kept: Sequence[int], binary: bool) -> list[Token]:
    """Tokens with `(3 · 1000.0)` for `3 km`, and without words that say what is counted."""
    made: list[Token] = []
    for at in kept:
        token = tokens[at]
        if not _is_unit(tokens, at):
            made.append(token)
            continue
        number, start = made.pop(), token.start
        made += [
            Token("open", "(", start, start, number.gap),
            number,
            *_times(size_of(token.text, binary), start),
            Token("close", ")", start, start, 0),
        ]
    return made


def _times(factor_of: float, at: int) -> list[Token]:
    """A factor behind a number, or a divisor, whichever is whole."""
    whole = factor_of >= 1
    number = Token("number", f"{factor_of if whole else 1 / factor_of:.0f}", at, at, 1)
    return [Token("sign", "·" if whole else "/", at, at, 1), number]


class _Reading:
    """How many units multiply one another in a calculation that is read from left to right; None where that cannot be
    told, or differs between the terms of a sum.
    """

    def __init__(self, tokens: Sequence[Token], scope: Scope) -> None:
        self.tokens, self.scope, self.at = tokens, scope, 0
        self.units: list[str] = []
        self.literals: list[float] = []
        self.kept: list[int] = []

    def sum(self, depth: int) -> int | None:
        found = self._product(depth)
        while found is not None and self._takes("+-"):
            found = found if self._product(depth) == found else None
        return found

    def _product(self, depth: int) -> int | None:
        found = self._factor(depth)
        while found is not None and (sign := self._takes("·/")):
            other = self._factor(depth)
            found = None if other is None else found + other if sign == "·" else found - other
        return found

    def _takes(self, signs: str) -> str:
        """The sign that comes next, if it is one of some."""
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "sign" and self.tokens[self.at].text in signs:
            self._keep()
            return self.tokens[self.at - 1].text
        return ""

    def _keep(self) -> None:
        self.kept.append(self.at)
        self.at += 1

    def _factor(self, depth: int) -> int | None:
        if self.at >= len(self.tokens) or depth > _DEEPEST:
            return None
        token = self.tokens[self.at]
        if token.text == "(":
            self._keep()
            found = self.sum(depth + 1)
            if self.at >= len(self.tokens) or self.tokens[self.at].text != ")":
                return None
            self._keep()
            return found
        if token.kind != "number" or "/" in token.text:
            return None
        self._keep()
        if self.at < len(self.tokens) and _is_unit(self.tokens, self.at):
            self.units.append(self.tokens[self.at].text)
            self._keep()
            return self._words(1)
        self.literals.append(token.value)
        return self._words(0)

    def _words(self, found: int) -> int | None:
        """Pass over the words that say what is counted."""
        for _ in range(_MOST_WORDS):
            if self.at >= len(self.tokens) or self.tokens[self.at].kind != "name":
                break
            token = self.tokens[self.at]
            known = (
                operation_named(token.text) is not None or self.scope.longest(list(self.tokens), self.at) is not None
            )
            if known or len(token.text) < _MOST_WORDS or token.text.lower() in _RATES:
                return None
            self.at += 1
        return found
