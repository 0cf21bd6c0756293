"""The book of all recipes: found by every name they have, and read from their files when first asked for."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from katatx.engine.recipe import Recipe, WrongTurn
from katatx.engine.recipe_text import head_names, read_recipes

_FOLDER = Path(__file__).parents[1] / "recipes"
# Modules with the functions that the files in the folder of the same name use.
_WORDS = "katatx.engine.words"
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SHORT = 2


class Book:
    """The recipes in the files below a folder, in the order of the files' paths. Names are read from heads alone."""

    def __init__(self, folder: Path) -> None:
        self._files: dict[Path, list[Recipe] | None] = {}
        self._where: dict[str, Path] = {}
        self._found: dict[str, Recipe] = {}
        # What was found by each name as asked for.
        self._asked: dict[str, Recipe | None] = {}
        self._names: list[str] = []
        for path in sorted(folder.rglob("*.recipes")):
            self._files[path] = None
            for name in head_names(path.read_text("utf-8")):
                if _spelling(name) in self._where:
                    raise ValueError(f"two recipes are called {name} (capitals, _, - and . do not count); rename one")
                self._names.append(name)
                self._where[_spelling(name)] = path

    def find(self, name: str) -> Recipe | None:
        """Return the recipe with this name; None if unknown.

        Capitals, `_`, `-` and `.` do not matter, except in a name of one or two letters; `x₁` is the same as `x1`.
        """
        if name not in self._asked:
            spelling = _spelling(name)
            if spelling in self._where:
                self._read(self._where[spelling])
            self._asked[name] = self._found.get(spelling)
        return self._asked[name]

    def _read(self, path: Path) -> list[Recipe]:
        known = self._files[path]
        if known is None:
            for module in (f"{_WORDS}.common", f"{_WORDS}.{path.parent.name}"):
                if find_spec(module) is not None:
                    import_module(module)
            self._files[path] = known = read_recipes(path, self.find)
            for made in known:
                self._found.update(dict.fromkeys(map(_spelling, (made.name, *made.other_names)), made))
        return known

    def recipes(self) -> list[Recipe]:
        return [made for path in self._files for made in self._read(path)]

    def names(self) -> list[str]:
        return list(self._names)

    def wrong_turns(self) -> list[WrongTurn]:
        """Return the wrong turns of all recipes, conventions included."""
        return [turn for each in self.recipes() for turns in each.wrong_turns.values() for turn in turns]

    def find_wrong_turn(self, name: str) -> WrongTurn | None:
        """Return the wrong turn with the identifier `name`, exactly `recipe/name`; None if unknown."""
        owner = self.find(name.partition("/")[0])
        turns = () if owner is None else owner.wrong_turns.values()
        return next((turn for each in turns for turn in each if turn.id == name), None)


def _spelling(name: str) -> str:
    """Return a name as a lookup key, with subscripts as plain digits, and letters alone folded unless it is short."""
    written = name.translate(_SUBSCRIPTS)
    folded = re.sub(r"[_\-.]", "", written).lower()
    return folded if len(folded) > _SHORT else written


# The recipe of arithmetic as typed, which is not called by name.
ARITHMETIC = "arithmetic"

KNOWN = Book(_FOLDER)
find_recipe = KNOWN.find
all_recipes = KNOWN.recipes
all_names = KNOWN.names
all_wrong_turns = KNOWN.wrong_turns
find_wrong_turn = KNOWN.find_wrong_turn


def words_of_line(recipe: str, title: str) -> str:
    """Return a recipe's line for people, such as "divide each by the total"; "" if there is no such line."""
    found = KNOWN.find(recipe)
    if found is None:
        return ""
    own = [line.for_people for line in found.written if line.name.partition(":")[0] == title]
    return next(filter(None, own), title.replace("_", " ")) if own or not found.written else ""


def known(name: str) -> Recipe:
    """Return the recipe with this name, for callers that know that there is one."""
    found = find_recipe(name)
    assert found is not None, name
    return found
