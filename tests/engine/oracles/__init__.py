"""Every recipe once more, from the textbook formula at 50 digits, without the engine.

A function of a recipe's name works its formula, and `ARGUMENTS` beside it says what it may be given. That comes as it
stands in the formulas: rows and grids as lists of Number (see `exact`), counts as plain whole numbers. What comes out is
compared by `agree`. `SAMPLES` are the exercises of `exercises.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import yaml

from katatx.engine.chains import ChainLine
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.values import value_of
from katatx.notation.parser import read_expression
from tests.engine.oracles.arguments import Given


@dataclass(frozen=True)
class Sample:
    """What an exercise asks, and what fresh numbers it draws."""

    expression: str
    ranges: dict[str, str]
    given: dict[str, object] | None = None

    def draws(self) -> Draws:
        given = {
            name: value if isinstance(value, str) else value_of(value) for name, value in (self.given or {}).items()
        }
        ranges = {name: read_range(text) for name, text in self.ranges.items()}
        return Draws(self.expression, [ChainLine("answer", read_expression(self.expression))], given, ranges)


_MODULES = [import_module(each.name) for each in walk_packages(__path__, f"{__name__}.") if not each.ispkg]

ARGUMENTS: dict[str, Given] = {}
for _module in _MODULES:
    ARGUMENTS |= getattr(_module, "ARGUMENTS", {})

_EXERCISES = yaml.safe_load(Path(__file__).parent.with_name("exercises.yaml").read_text(encoding="utf-8"))
SAMPLES: dict[str, list[Sample]] = {
    name: [Sample(each["answer"], each["fresh"], each.get("given")) for each in exercises]
    for name, exercises in _EXERCISES.items()
}


def oracle_of(recipe: str) -> Callable[..., Any] | None:
    """Return the formula of a recipe; an underscore stands after a name that Python has taken."""
    for module in _MODULES:
        if recipe in getattr(module, "ARGUMENTS", {}):
            return getattr(module, recipe, None) or getattr(module, f"{recipe}_", None)
    return None
