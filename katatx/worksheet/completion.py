"""Complete the word being typed: operations, and names defined above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from katatx.engine.book import all_recipes, find_recipe
from katatx.engine.recipe import Recipe
from katatx.engine.values import Value, floats, rank_of, shape_of, size_of
from katatx.notation.printing import write_number
from katatx.worksheet.worked import rows_in
from scoring.places import DECIMALS
from scoring.shapes import describe

MOST_CHOICES = 8
_LEAST_TYPED = 2
_WORD = re.compile(r"[^\W\d]\w*$")
# Larger values are described by their shape.
_MOST_SHOWN = 12
_CALL = re.compile(r"([^\W\d][\w.]*)\s*\(?$")


class Choice(NamedTuple):
    """A completion: its name, its signature, a summary, and how many letters of it are typed.

    `takes_arguments` is set for an operation, not for a name defined above.
    """

    name: str
    signature: str
    summary: str
    typed: int
    takes_arguments: bool

    def inserted(self, following: str) -> str:
        """Return the text that replaces the letters typed; `following` is the rest of the line after them.

        An operation gets an open bracket unless one follows.
        """
        return f"{self.name}(" if self.takes_arguments and not following.startswith("(") else self.name


def choices(text: str, column: int, names: Mapping[str, Value]) -> list[Choice]:
    """Return the completions of the word that ends at `column`, from 0, of a line.

    There are none in a comment, within a word, for fewer than two letters, or for a word that is complete. `names`,
    those defined above, come first. Case is ignored.
    """
    found = _WORD.search(text[:column])
    if found is None or len(found[0]) < _LEAST_TYPED or "#" in text[:column] or text[column : column + 1].isalnum():
        return []
    word = found[0]
    if word in names or find_recipe(word) is not None:
        return []
    own = [
        Choice(name, name, f"= {short_value(names[name])}", len(word), False)
        for name in names
        if name.lower().startswith(word.lower())
    ]
    return [*own, *_operations(word)][:MOST_CHOICES]


def _operations(word: str) -> Iterator[Choice]:
    seen = set()
    for name, recipe in _names():
        if name.lower().startswith(word.lower()) and recipe.name not in seen:
            seen.add(recipe.name)
            signature = recipe.signature.replace(recipe.name, name, 1)
            yield Choice(name, signature, recipe.summary, len(word), takes_arguments=True)


@cache
def _names() -> tuple[tuple[str, Recipe], ...]:
    """Return every name of every operation: standard names from short to long, then the others."""
    recipes = [recipe for recipe in all_recipes() if recipe.name != "arithmetic"]
    own = sorted(((recipe.name, recipe) for recipe in recipes), key=lambda pair: (len(pair[0]), pair[0]))
    return (*own, *((name, recipe) for recipe in recipes for name in recipe.other_names))


def signature_at(text: str, column: int) -> str:
    """Return the signature and summary of the operation whose name or brackets hold a column, from 0, or which begins
    the statement; "" if there is none.
    """
    if "#" in text[:column]:
        return ""
    for part in _parts_before(text, column):
        found = _CALL.search(part)
        recipe = None if found is None else find_recipe(found[1])
        if recipe is not None and recipe.name != "arithmetic":
            return f"{recipe.signature}: {recipe.summary}"
    return ""


def _parts_before(text: str, column: int) -> Iterator[str]:
    """Yield what may end in the operation's name: the line up to the word's end and to each open bracket, from inside
    out, and the first word of the statement.
    """
    end = column
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    yield text[:end]
    depth = 0
    for at in range(min(column, len(text)) - 1, -1, -1):
        if text[at] == ")":
            depth += 1
        elif text[at] == "(" and depth:
            depth -= 1
        elif text[at] == "(":
            yield text[:at]
        elif text[at] in ";=≈→" and not depth:
            statement = text[at + 1 : column]
            break
    else:
        statement = text[:column]
    first = re.match(r"\s*[^\W\d][\w.]*", statement)
    if first is not None:
        yield first[0]


def short_value(value: Value) -> str:
    """Return a value briefly, to 3 decimals: `0.047 0.953`, `[1 2; 3 4]`; of a large one the shape in words."""
    if size_of(value) > _MOST_SHOWN or rank_of(value) > 2:
        return describe(shape_of(value)) if rank_of(value) <= 2 else f"{size_of(value)} numbers"
    rows = [" ".join(write_number(number, DECIMALS) for number in floats(row)) for row in rows_in(value)]
    return f"[{'; '.join(rows)}]" if rank_of(value) > 1 else rows[0]
