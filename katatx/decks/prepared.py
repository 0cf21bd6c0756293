"""A drill made ready: its expressions read, its numbers and ranges turned into values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from katatx.decks.loading import Deck
from katatx.decks.model import Drill
from katatx.engine.draws import Draws
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names
from katatx.engine.key import Belief
from katatx.engine.ranges import Range, read_range
from katatx.engine.values import value_of
from katatx.errors import KatatxError
from katatx.notation.errors import NotationError
from katatx.notation.expressions import read_expression
from katatx.notation.quoting import quote
from katatx.notation.syntax import Node


@dataclass(slots=True)
class Prepared:
    """A drill whose parts have all been read. `node` is None for a choice."""

    deck: Deck
    drill: Drill
    given: Names
    node: Node | None
    beliefs: tuple[Belief, ...]
    draws: Draws | None

    @property
    def name(self) -> str:
        """`deck/drill`."""
        return f"{self.deck.name}/{self.drill.id}"


def prepare(deck: Deck, drill: Drill) -> Prepared:
    """Read everything a drill needs. Raises DeckError at the first part that cannot be read."""
    given = {name: _value(deck, drill, name, plain) for name, plain in drill.given.items()}
    if (drill.answer is None) == (drill.choices is None):
        raise fault(deck, drill, "a drill has either an answer or choices")
    if drill.answer is None:
        return Prepared(deck, drill, given, None, (), None)
    node = _expression(deck, drill, drill.answer, "answer")
    beliefs = tuple(
        Belief(
            f"{drill.id}/{each.name}",
            _expression(deck, drill, each.answer, "beliefs", index, "answer"),
            each.happened,
            each.instead,
        )
        for index, each in enumerate(drill.beliefs)
    )
    ranges = {name: _range(deck, drill, name, text) for name, text in drill.fresh.items()}
    name = f"{deck.name}/{drill.id}"
    draws = Draws(name, node, given, ranges, drill.places, beliefs) if ranges else None
    return Prepared(deck, drill, given, node, beliefs, draws)


def fault(deck: Deck, drill: Drill, problem: str, *path: str | int) -> Any:
    """The error for a part of a drill, at that part's place in the file."""
    index = next(i for i, each in enumerate(deck.drills) if each is drill)
    return deck.error(f"{drill.id}: {problem}", "drills", index, *path)


def _value(deck: Deck, drill: Drill, name: str, plain: object) -> Any:
    try:
        return value_of(plain)
    except EngineError as error:
        raise fault(deck, drill, f"{quote(name)}: {error}", "given", name) from error


def _expression(deck: Deck, drill: Drill, text: str, *path: str | int) -> Node:
    try:
        return read_expression(text)
    except NotationError as error:
        raise fault(deck, drill, str(error), *path) from error


def _range(deck: Deck, drill: Drill, name: str, text: str) -> Range:
    if name not in drill.given:
        raise fault(deck, drill, f"fresh numbers for {quote(name)}, which is not given", "fresh", name)
    try:
        return read_range(text)
    except KatatxError as error:
        raise fault(deck, drill, str(error), "fresh", name) from error
