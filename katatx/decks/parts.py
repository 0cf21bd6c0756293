"""Parsing and checking parts of a drill or kata.

`fault` makes the error to raise or yield: it takes the problem and the path of the faulty part, such as ("lines", 2,
"answer"). A `path` argument of a function here is that of the part which is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from katatx.decks.errors import DeckError
from katatx.engine.errors import EngineError
from katatx.engine.values import Value, value_of
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from katatx.engine.fresh_numbers.ranges import Range
    from katatx.notation.syntax import Node

Fault = Callable[..., DeckError]

# Single calculations of an answer that fresh numbers are drawn for.
_LONGEST_DRAWN = 400
# A placeholder in a prompt for the numbers of a given name, `{scores}`, or for the letters they stand for,
# `{word:a,b,n}`.
PLACEHOLDER = re.compile(r"\{([^{}\s]+)\}")


@contextmanager
def located(fault: Fault, *path: str | int) -> Iterator[None]:
    """Return a context that raises `fault(message, *path)` in place of each KatatxError.

    Such are the errors of an expression that cannot be parsed, has no value, or has two readings. A DeckError, which
    has a position already, stays as it is.
    """
    try:
        yield
    except DeckError:
        raise
    except KatatxError as error:
        raise fault(str(error), *path) from error


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
    a name.

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


def read_given(given: Mapping[str, object], fault: Fault) -> dict[str, Value]:
    """Return the numbers, rows and grids given in a file as values by name.

    Raises `fault(problem, "given", name)` for anything else.
    """
    return {name: _value(name, plain, fault) for name, plain in given.items()}


def read_answer_expression(text: str, fault: Fault, *path: str | int) -> Node:
    """Return the parsed expression in `text`. Raises `fault(problem, *path)` if it cannot be parsed."""
    from katatx.notation.parser import read_expression

    with located(fault, *path):
        return read_expression(text)


def check_effort(
    nodes: Sequence[Node], given: Mapping[str, Value], fault: Fault, *path: str | int, drawn: bool = False
) -> None:
    """Raise `fault(problem, *path)` if the expressions `nodes` together take more calculations than any page needs.

    With `drawn` they are for fresh (random) numbers, of which thousands of sets may be tried: that allows fewer.

    A drill file from a stranger might ask for days of work. Expressions without a value, or with two readings, are
    reported elsewhere.
    """
    from katatx.engine.evaluate import evaluate
    from katatx.engine.fresh_numbers.suitable import LONGEST_DRILL
    from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil

    most, what = (_LONGEST_DRAWN, "fresh numbers for this take") if drawn else (LONGEST_DRILL, "this takes")
    effort = Effort(most)
    for node in nodes:
        try:
            evaluate(node, given, Pencil(effort=effort))
        except Exhausted as error:
            raise fault(f"{what} more than {most:,} single calculations; make it smaller", *path) from error
        except KatatxError:
            continue


def read_ranges(fresh: Mapping[str, str], given: Mapping[str, object], fault: Fault) -> dict[str, Range]:
    """Return the ranges of fresh (random) numbers by name; `fresh` has them as text.

    Raises `fault(problem, "fresh", name)` for one that is invalid, or that is for or like a name that is not given.
    """
    return {name: _range(name, text, given, fault) for name, text in fresh.items()}


def _value(name: str, plain: object, fault: Fault) -> Value:
    """Return a given number, row or grid as a value. Raises `fault(problem, "given", name)` for anything else."""
    try:
        return value_of(plain)
    except EngineError as error:
        raise fault(f"{quote(name)}: {error}", "given", name) from error


def _range(name: str, text: str, given: Mapping[str, object], fault: Fault) -> Range:
    """Return the parsed range of a given name.

    Raises `fault(problem, "fresh", name)` if it is invalid, or for or like a name that is not given.
    """
    from katatx.engine.fresh_numbers.ranges import read_range

    if name not in given:
        raise fault(f"fresh numbers for {quote(name)}, which is not given{nearest(name, given)}", "fresh", name)
    with located(fault, "fresh", name):
        found = read_range(text, name)
    if found.like is not None and found.like not in given:
        problem = f"like {quote(found.like)}: no given number has this name{nearest(found.like, given)}"
        raise fault(problem, "fresh", name)
    return found
