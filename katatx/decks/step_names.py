"""The names of steps for people."""

from __future__ import annotations

from katatx.engine.book import words_of_line
from katatx.notation.quoting import plain


def step_words(name: str) -> str:
    """Return a step's name for people: "softmax: divide each by the total"; that of a drill by itself is its id."""
    recipe, _, line = name.partition("/")
    words = words_of_line(recipe, line)
    return plain(f"{recipe.replace('_', ' ')}: {words}" if words else line.replace("-", " "), keep="")
