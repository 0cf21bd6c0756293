"""Chains: lines of which each is an expression of the given numbers and of earlier lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from katatx.engine.evaluate import Names, evaluate, names_in
from katatx.engine.pencils import Pencil
from katatx.engine.values import Value
from katatx.notation.syntax import Node
from scoring.places import DECIMALS


class ChainLine(NamedTuple):
    """A line of a chain: the name later lines use for its value, its expression, and the decimals asked for."""

    name: str
    node: Node
    places: int = DECIMALS

    @property
    def uses(self) -> set[str]:
        """Return the names that occur in the expression."""
        return {each.text for each in names_in(self.node)}


def work_chain(lines: Sequence[ChainLine], given: Names, pencil: Callable[[], Pencil] = Pencil) -> dict[str, Value]:
    """Return the value of every line by name, together with the given values.

    `pencil` makes the pencil for each line (exact by default). Raises EngineError if a line has no value.
    """
    names = dict(given)
    for line in lines:
        names[line.name] = evaluate(line.node, names, pencil())
    return names
