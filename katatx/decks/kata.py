"""A deck's kata made ready: its lines as a chain the engine can work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck
from katatx.decks.model import Kata, KataLine
from katatx.decks.parts import check_effort, read_answer_expression, read_given, read_ranges
from katatx.engine.errors import EngineError
from katatx.engine.values import Value
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from katatx.engine.chains import ChainDraws, ChainLine, WorkedChain
    from katatx.engine.key import Solution


@dataclass
class PreparedKata:
    """A kata whose parts are read when they are first needed.

    Reading a part raises DeckError, at its place in the file, where it cannot be read.
    """

    deck: Deck
    file: Kata

    @cached_property
    def given(self) -> dict[str, Value]:
        """The page's numbers."""
        return read_given(self.file.given, self.fault)

    @cached_property
    def lines(self) -> tuple[ChainLine, ...]:
        """Its lines, each with its expression read."""
        from katatx.engine.chains import ChainLine

        return tuple(
            ChainLine(line.name, read_answer_expression(line.answer, self.fault, "lines", index, "answer"), line.places)
            for index, line in enumerate(self.file.lines)
        )

    @cached_property
    def page(self) -> WorkedChain:
        """The page's numbers, with what every line comes to. DeckError at the line that has no value."""
        from katatx.engine.chains import WorkedChain, solved_lines

        solutions: list[Solution] = []
        try:
            for solution in solved_lines(self._bounded(), self.given):
                solutions.append(solution)  # noqa: PERF402 - how far it came says where the fault is
        except EngineError as error:
            raise self.fault(str(error), "lines", len(solutions), "answer") from error
        return WorkedChain(self.given, tuple(solutions))

    def _bounded(self) -> Iterator[ChainLine]:
        """The lines, each made sure to be worked in a moment, from the page's lines before it."""
        from katatx.engine.evaluate import evaluate

        names = dict(self.given)
        for index, line in enumerate(self.lines):
            check_effort([line.node], names, self.fault, "lines", index, "answer")
            yield line
            names[line.name] = evaluate(line.node, names)

    @cached_property
    def draws(self) -> ChainDraws:
        """Where its fresh numbers come from."""
        from katatx.engine.chains import ChainDraws

        ranges = read_ranges(self.file.fresh, self.file.given, self.fault)
        return ChainDraws(f"{self.deck.name} kata", self.lines, self.given, ranges)

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """The error for a part of the kata, at that part's place in the file."""
        return self.deck.error(f"kata: {problem}", "kata", *path)


def prepare_kata(deck: Deck) -> PreparedKata:
    """A deck's kata, ready to be worked.

    Raises KatatxError where the deck has none, DeckError for the first of its `line_faults`.
    """
    if deck.contents.kata is None:
        raise KatatxError(f"the deck {quote(deck.name)} has no kata; a kata is written in its file, under kata:")
    prepared = PreparedKata(deck, deck.contents.kata)
    for fault in line_faults(prepared):
        raise fault
    return prepared


def line_faults(prepared: PreparedKata) -> Iterator[DeckError]:
    """Lines of no drill of the deck, and lines of a name that is taken."""
    names, drills = set(prepared.file.given), prepared.deck.named
    for index, line in enumerate(prepared.file.lines):
        yield from _line_faults(prepared, index, line, (names, drills))
        names.add(line.name)


def _line_faults(
    prepared: PreparedKata, index: int, line: KataLine, taken: tuple[set[str], set[str]]
) -> Iterator[DeckError]:
    names, drills = taken
    if line.drill not in drills:
        problem = f"no drill is called {quote(line.drill)}{nearest(line.drill, sorted(drills))}"
        yield prepared.fault(problem, "lines", index, "drill")
    if line.name in names:
        yield prepared.fault(f"{quote(line.name)} stands for something else already", "lines", index, "name")
