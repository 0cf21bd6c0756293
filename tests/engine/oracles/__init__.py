"""Every recipe once more, from the textbook formula at 50 digits, without the engine.

A module here for each module of recipes: a function of the recipe's name works its formula, `ARGUMENTS` says what it may
be given. What is given comes as it stands in the formulas: rows and grids as lists of Number (see `exact`), counts as
plain whole numbers. What comes out is compared by `agree`. `SAMPLES` are the exercises of `exercises.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import yaml

from tests.engine.oracles.arguments import Given
from tests.samples import Sample

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
