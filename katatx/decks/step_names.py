"""The names of steps for people."""

from __future__ import annotations

from katatx.engine.book import words_of_line
from katatx.notation.quoting import plain


def step_words(name: str) -> str:
    """Return a step's name for people: "softmax: divide each by the total"; that of an unknown one with spaces."""
    recipe, _, line = name.partition("/")
    return plain(f"{recipe.replace('_', ' ')}: {words_of_line(recipe, line)}", keep="")
