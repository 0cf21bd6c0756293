"""A deck's kata made ready: its lines as a chain the engine can work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
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
    from katatx.engine.chains import ChainDraws, WorkedChain
    from katatx.engine.key import Solution
    from katatx.engine.lines import ChainLine


@dataclass
class PreparedKata:
    """A kata whose parts are read when they are first needed. Where `most_places` is set, its lines are
    asked to at most so many decimals, but for those that would let a wrong turn pass with the page's numbers.

    Reading a part raises DeckError, at its place in the file, where it cannot be read.
    """

    deck: Deck
    file: Kata
    most_places: int | None = None

    @cached_property
    def given(self) -> dict[str, Value]:
        """The page's numbers."""
        return read_given(self.file.given, self.fault)

    @cached_property
    def lines(self) -> tuple[ChainLine, ...]:
        """Its lines, each with its expression read."""
        if self.most_places is None:
            return self._file_lines
        solutions = self.page.solutions
        asked = (solution.key.places for solution in solutions)
        return tuple(
            line if places is None else line._replace(places=places)
            for line, places in zip(self._file_lines, asked, strict=True)
        )

    @cached_property
    def _file_lines(self) -> tuple[ChainLine, ...]:
        from katatx.engine.lines import ChainLine

        return tuple(
            ChainLine(line.name, read_answer_expression(line.answer, self.fault, "lines", index, "answer"), line.places)
            for index, line in enumerate(self.file.lines)
        )

    @cached_property
    def page(self) -> WorkedChain:
        """The page's numbers, with what every line comes to. DeckError at the line that has no value."""
        from katatx.engine.chains import WorkedChain, solved_lines
        from katatx.engine.fewer_places import asked_to

        solutions: list[Solution] = []
        try:
            for solution in solved_lines(self._bounded(), self.given):
                asked = asked_to(solution.key, self.most_places)
                solutions.append(solution._replace(key=asked))  # how far it came says where the fault is
        except EngineError as error:
            raise self.fault(str(error), "lines", len(solutions), "answer") from error
        return WorkedChain(self.given, tuple(solutions))

    def _bounded(self) -> Iterator[ChainLine]:
        """The lines, each made sure to be worked in a moment, from the page's lines before it."""
        from katatx.engine.evaluate import evaluate

        names = dict(self.given)
        for index, line in enumerate(self._file_lines):
            check_effort([line.node], names, self.fault, "lines", index, "answer")
            yield line
            names[line.name] = evaluate(line.node, names)

    @cached_property
    def draws(self) -> ChainDraws:
        """Return where its fresh numbers come from."""
        from katatx.engine.chains import ChainDraws

        ranges = read_ranges(self.file.fresh, self.file.given, self.fault)
        return ChainDraws(f"{self.deck.name} kata", self.lines, self.given, ranges)

    def drawn(self, seed: int | str) -> tuple[PreparedKata, WorkedChain]:
        """The kata with the numbers of a seed; asked to the places of its file where no numbers keep the wrong
        turns of every line apart with fewer. Raises EngineError where none do at all.
        """
        if self.lines == self._file_lines:
            return self, self.draws.draw_solved(seed)
        with suppress(EngineError):
            worked = self.draws.draw_solved(seed)
            if self._keeps_apart(worked):
                return self, worked
        return PreparedKata(self.deck, self.file).drawn(seed)

    def _keeps_apart(self, worked: WorkedChain) -> bool:
        """Return whether no line lets a wrong turn pass that it would not with the places of the file: what no
        numbers part with fewer, some may part with those.
        """
        from katatx.engine.fewer_places import asked_to

        lines = zip(self._file_lines, worked.solutions, strict=True)
        return all(
            asked_to(solution.key._replace(places=line.places), solution.key.places).places == solution.key.places
            for line, solution in lines
        )

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """The error for a part of the kata, at that part's place in the file."""
        return self.deck.error(f"kata: {problem}", "kata", *path)


def prepare_kata(deck: Deck, most_places: int | None = None) -> PreparedKata:
    """A deck's kata, ready to be worked, its lines asked to at most so many decimals.

    Raises KatatxError where the deck has none, DeckError for the first of its `line_faults`.
    """
    if deck.contents.kata is None:
        raise KatatxError(f"the deck {quote(deck.name)} has no kata; a kata is written in its file, under kata:")
    prepared = PreparedKata(deck, deck.contents.kata, most_places)
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
