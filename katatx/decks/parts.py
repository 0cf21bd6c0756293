"""The texts of drills: placeholders in prompts, names, and what steps are called."""

from __future__ import annotations

import re

from katatx.notation.quoting import plain

# A placeholder in a prompt for the numbers of a given name, `{scores}`, or for the letters they stand for,
# `{word:a,b,n}`.
PLACEHOLDER = re.compile(r"\{([^{}\s]+)\}")


def placeholders(prompt: str) -> list[str]:
    """Return the names whose numbers a prompt shows, in order; not as letters, since numbers are still to be shown."""
    return [found for found in PLACEHOLDER.findall(prompt) if ":" not in found]


def is_name(name: str) -> bool:
    """Return whether this is a name for expressions, words joined by dots, and not a constant."""
    is_word = "" not in name.split(".") and name.replace(".", "_").isidentifier() and name.isprintable()
    return is_word and name not in ("e", "pi", "inf", "infinity")


def step_words(name: str) -> str:
    """Return a step's name for people: "softmax: divide each by the total"; that of a drill by itself is its id."""
    from katatx.engine.book import words_of_line

    recipe, _, line = name.partition("/")
    words = words_of_line(recipe, line)
    return plain(f"{recipe.replace('_', ' ')}: {words}" if words else line.replace("-", " "), keep="")
