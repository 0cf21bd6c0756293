"""The parts of a drill or kata, read from plain data; what cannot be read is told at its place.

`fault` makes the error: it is given the problem and where in the drill or kata it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from katatx.decks.errors import DeckError
from katatx.engine.errors import EngineError
from katatx.engine.values import Value, value_of
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from katatx.engine.ranges import Range
    from katatx.notation.syntax import Node

Fault = Callable[..., DeckError]

# A name in a prompt that its numbers stand for: `{scores}`.
PLACEHOLDER = re.compile(r"\{([^{}\s]+)\}")


def placeholders(prompt: str) -> list[str]:
    """The names that a prompt shows the numbers of."""
    return PLACEHOLDER.findall(prompt)


def is_name(name: str) -> bool:
    """Return whether an expression can read a name: words of letters and digits joined by dots, and not a
    number's own name.
    """
    return name.replace(".", "_").isidentifier() and name.isprintable() and name not in ("e", "pi", "inf", "infinity")


def lint_prompt(prompt: str, names: Mapping[str, object], fault: Fault, *path: str | int) -> Iterator[DeckError]:
    """Names in a prompt that stand for nothing, and braces that hold no name."""
    for name in placeholders(prompt):
        if name not in names:
            yield fault(f"the prompt names {{{name}}}, which is not given{nearest(name, names)}", *path)
    rest = PLACEHOLDER.sub("", prompt)
    if "{" in rest or "}" in rest:
        yield fault("a brace in the prompt holds no name; write {name} for its numbers, and no other braces", *path)


def read_given(given: Mapping[str, object], fault: Fault) -> dict[str, Value]:
    """The given numbers as values."""
    return {name: _value(name, plain, fault) for name, plain in given.items()}


def read_answer_expression(text: str, fault: Fault, *path: str | int) -> Node:
    """An expression of the file."""
    from katatx.notation.errors import NotationError
    from katatx.notation.expressions import read_expression

    try:
        return read_expression(text)
    except NotationError as error:
        raise fault(str(error), *path) from error


def check_effort(nodes: Sequence[Node], given: Mapping[str, Value], fault: Fault, *path: str | int) -> None:
    """Raises the fault where expressions take more calculations than any page does: a drill file
    of a stranger may ask for days of work. What has no value is told where it is worked.
    """
    from katatx.engine.evaluate import evaluate
    from katatx.engine.pencils import Effort, Exhausted, Pencil
    from katatx.engine.suitable import LONGEST_DRILL

    effort = Effort(LONGEST_DRILL)
    for node in nodes:
        try:
            evaluate(node, given, Pencil(effort=effort))
        except Exhausted as error:
            raise fault(f"more than {LONGEST_DRILL:,} single calculations; make it smaller", *path) from error
        except EngineError:
            continue


def read_ranges(fresh: Mapping[str, str], given: Mapping[str, object], fault: Fault) -> dict[str, Range]:
    """The ranges of fresh numbers by name."""
    return {name: _range(name, text, given, fault) for name, text in fresh.items()}


def _value(name: str, plain: object, fault: Fault) -> Value:
    try:
        return value_of(plain)
    except EngineError as error:
        raise fault(f"{quote(name)}: {error}", "given", name) from error


def _range(name: str, text: str, given: Mapping[str, object], fault: Fault) -> Range:
    from katatx.engine.ranges import read_range

    if name not in given:
        raise fault(f"fresh numbers for {quote(name)}, which is not given{nearest(name, given)}", "fresh", name)
    try:
        found = read_range(text)
    except KatatxError as error:
        raise fault(str(error), "fresh", name) from error
    if found.like is not None and found.like not in given:
        problem = f"like {quote(found.like)}: nothing of that name is given{nearest(found.like, given)}"
        raise fault(problem, "fresh", name)
    return found
