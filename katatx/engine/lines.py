"""Chains: lines of which each is an expression of the given numbers and of earlier lines.

A pencil (`katatx.engine.pencils`) is an object that works an expression in one particular way, for example exactly or
rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from katatx.engine.evaluate import evaluate
from katatx.engine.names import Names, names_in, names_used
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.values import Value
from katatx.notation.syntax import Node
from scoring.places import DECIMALS


class ChainLine(NamedTuple):
    """Hold one line of a chain.

    `name` is the name under which later lines use the line's value. `node` is the parsed expression. `places` is the
    number of decimals asked for.
    """

    name: str
    node: Node
    places: int = DECIMALS

    @property
    def uses(self) -> set[str]:
        """Return the words of the line that may be names with a value, whether given or defined by earlier lines.

        A word such as the `xW` of `order=xW` is among them.
        """
        return set(names_used(self.node))

    @property
    def needs(self) -> set[str]:
        """Return the names that must have a value: `uses` without those in slices and one-word keyword arguments."""
        return {each.text for each in names_in(self.node)}


def work_chain(lines: Sequence[ChainLine], given: Names, pencil: Callable[[], Pencil] = Pencil) -> dict[str, Value]:
    """Return the given values and the value of every line, by name.

    `given` maps names to values; it is not changed. `pencil` is called once for each line and makes the pencil that
    works it; the default works exactly. Raises what `evaluate` raises, such as EngineError if a line has no value.
    """
    names = dict(given)
    for line in lines:
        names[line.name] = evaluate(line.node, names, pencil())
    return names
