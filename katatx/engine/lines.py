"""The lines of a chain: each an expression on what is given and on the lines before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from katatx.engine.evaluate import Names, evaluate, names_in
from katatx.engine.pencils import Pencil
from katatx.engine.values import Value
from katatx.notation.syntax import Node
from scoring.places import DECIMALS


class ChainLine(NamedTuple):
    """One line: the name that later lines know it by, and what it is worked from."""

    name: str
    node: Node
    places: int = DECIMALS

    @property
    def uses(self) -> set[str]:
        """The names it is worked from."""
        return {each.text for each in names_in(self.node)}


def work_chain(lines: Sequence[ChainLine], given: Names, pencil: Callable[[], Pencil] = Pencil) -> dict[str, Value]:
    """The exact value of every line by its name, together with what is given; each is worked by a `pencil` of its own.

    Raises EngineError where a line has none.
    """
    names = dict(given)
    for line in lines:
        names[line.name] = evaluate(line.node, names, pencil())
    return names
