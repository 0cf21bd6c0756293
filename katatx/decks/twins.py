"""Drills that ask for the same calculation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from katatx.decks.errors import DeckError
from katatx.decks.prepared import Prepared
from katatx.engine.names import Names
from katatx.engine.standard_form import standard
from katatx.engine.values import shape_of
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.notation.syntax import Name, Node


def twin_faults(drills: Sequence[Prepared]) -> Iterator[DeckError]:
    """Yield a fault for each drill that asks for a calculation of another drill, on numbers of the same shapes.

    Of such drills, the first of each block of the page has none, because the page asks for it; if no block has one, the
    first drill. Faulty drills are skipped; `drills` must not be choices.
    """
    alike: dict[object, list[Prepared]] = defaultdict(list)
    for part in drills:
        try:
            alike[part.is_spot, form_of(part.node, part.given)].append(part)
        except KatatxError:
            continue  # reported where it is linted
    for twins in alike.values():
        blocks = {(each.drill.kind, each.drill.number): each for each in reversed(twins) if each.drill.number}
        kept = {id(each) for each in blocks.values()} or {id(twins[0])}
        first = next(each for each in twins if id(each) in kept)
        for each in twins:
            if id(each) not in kept:
                problem = f"asks for the same calculation as {quote(first.drill.id)}, on the same shapes; remove one"
                yield each.fault(problem, *each.path_of(0))


def form_of(node: Node, given: Names) -> object:
    """Return a key that is equal for two expressions with the same operations on given numbers of the same shapes.

    Numbers written in the expressions must be the same too; how the given ones are called does not matter. Raises
    EngineError if an operation is unknown or has two readings.
    """
    keys: dict[str, str] = {}

    def form(node: object) -> object:
        """Return the key of one part, with names of given numbers replaced by their order and shape."""
        if isinstance(node, Name) and node.text in given:
            return keys.setdefault(node.text, f"{len(keys)} {shape_of(given[node.text])}")
        if isinstance(node, tuple):
            fields = getattr(node, "_fields", ())
            return type(node).__name__, *(
                form(part) for index, part in enumerate(node) if fields[index : index + 1] != ("column",)
            )
        return node

    return form(standard(node, given))
