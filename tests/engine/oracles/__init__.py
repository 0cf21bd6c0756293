"""Every recipe once more, from the textbook formula at 50 digits, without the engine.

A module here for each module of recipes: a function of the recipe's name works its formula, `ARGUMENTS` says what it may
be given, `SAMPLES` has an exercise with fresh numbers. What is given comes as it stands in the formulas: rows and grids
as lists of Number (see `exact`), counts as plain whole numbers. What comes out is compared by `agree`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from tests.engine.oracles.arguments import Given
from tests.samples import Sample

_MODULES = [import_module(each.name) for each in walk_packages(__path__, f"{__name__}.") if not each.ispkg]

ARGUMENTS: dict[str, Given] = {}
SAMPLES: dict[str, list[Sample]] = {}
for _module in _MODULES:
    ARGUMENTS |= getattr(_module, "ARGUMENTS", {})
    SAMPLES |= getattr(_module, "SAMPLES", {})


def oracle_of(recipe: str) -> Callable[..., Any] | None:
    """Return the formula of a recipe; an underscore stands after a name that Python has taken."""
    for module in _MODULES:
        if recipe in getattr(module, "ARGUMENTS", {}):
            return getattr(module, recipe, None) or getattr(module, f"{recipe}_", None)
    return None
