"""The texts of drills: placeholders in prompts, and names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from katatx.decks.errors import DeckError
from katatx.notation.nearest import nearest

Fault = Callable[..., DeckError]

# A placeholder in a prompt for the numbers of a given name, `{scores}`, or for the letters they stand for,
# `{word:a,b,n}`.
PLACEHOLDER = re.compile(r"\{([^{}\s]+)\}")


def placeholders(prompt: str) -> list[str]:
    """Return the names whose numbers a prompt shows, in order, each as often as it occurs.

    One shown in letters is not among them: its numbers are still to be shown.
    """
    return [found for found in PLACEHOLDER.findall(prompt) if ":" not in found]


def is_name(name: str) -> bool:
    """Return whether this is a name for expressions: letters, digits, `_` and dots, no digit first, and not a constant
    (`e`, `pi`, `inf`, `infinity`). Dots stand only between other characters.
    """
    is_word = "" not in name.split(".") and name.replace(".", "_").isidentifier() and name.isprintable()
    return is_word and name not in ("e", "pi", "inf", "infinity")


def lint_prompt(prompt: str, names: Mapping[str, object], fault: Fault, *path: str | int) -> Iterator[DeckError]:
    """Yield `fault(problem, *path)` for each placeholder of a prompt that is not among `names`, and for braces without
    a name. `fault` makes the error.

    The last part of `path`, such as "prompt", is the word for it in the message.
    """
    for found in PLACEHOLDER.findall(prompt):
        name = found.partition(":")[0]
        if name not in names:
            yield fault(f"the {path[-1]} names {{{name}}}, which is not given{nearest(name, names)}", *path)
    rest = PLACEHOLDER.sub("", prompt)
    if "{" in rest or "}" in rest:
        yield fault(
            f"a brace in the {path[-1]} holds no name; write {{name}} for its numbers, and no other braces", *path
        )
