"""An exercise for every recipe: what is asked, and what fresh numbers it draws."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.engine.chains import ChainLine
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.values import value_of
from katatx.notation.parser import read_expression


@dataclass(frozen=True)
class Sample:
    expression: str
    ranges: dict[str, str]
    given: dict[str, object] | None = None

    def draws(self) -> Draws:
        given = {
            name: value if isinstance(value, str) else value_of(value) for name, value in (self.given or {}).items()
        }
        ranges = {name: read_range(text) for name, text in self.ranges.items()}
        return Draws(self.expression, [ChainLine("answer", read_expression(self.expression))], given, ranges)
