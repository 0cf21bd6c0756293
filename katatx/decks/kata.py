"""Prepared katas: a deck's kata as a chain of lines for the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck
from katatx.decks.model import Kata
from katatx.decks.parts import check_effort, located, read_answer_expression, read_given, read_ranges
from katatx.engine.errors import EngineError
from katatx.engine.values import Value
from katatx.errors import KatatxError
from katatx.notation.errors import NotationError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine, WorkedChain
    from katatx.engine.fresh_numbers.draws import Draws
    from katatx.engine.key import Solution


@dataclass
class PreparedKata:
    """A kata whose parts are parsed on first use.

    `file` is the kata as in the deck's file. `most_places` limits the decimals asked for, if set, except on lines
    where, with the page's numbers and fewer decimals, a wrong turn (a known mistake) would pass for another result, or
    a number of the answer would be too small. Accessing a part raises DeckError, with its position, if it is faulty.
    """

    deck: Deck
    file: Kata
    most_places: int | None = None

    @cached_property
    def given(self) -> dict[str, Value]:
        """Return the page's numbers as values by name."""
        return read_given(self.file.given, self.fault)

    @cached_property
    def lines(self) -> tuple[ChainLine, ...]:
        """Return its lines, with their expressions parsed, and with the decimals that are asked for."""
        if self.most_places is None:
            return self._file_lines
        from katatx.engine.chains import work_chain
        from katatx.engine.fresh_numbers.line_check import places_within

        for _ in self._checked():
            pass
        names = work_chain(self._file_lines, self.given)
        return tuple(line._replace(places=places_within(line, names, self.most_places)) for line in self._file_lines)

    @cached_property
    def _file_lines(self) -> tuple[ChainLine, ...]:
        """Return the lines with the decimals of the file."""
        from katatx.engine.chains import ChainLine

        return tuple(
            ChainLine(line.name, read_answer_expression(line.answer, self.fault, "lines", index, "answer"), line.places)
            for index, line in enumerate(self.file.lines)
        )

    @cached_property
    def page(self) -> WorkedChain:
        """Return the page's numbers, and the solution of every line.

        Raises DeckError at the first line that has no value or two readings, or that takes too many calculations.
        """
        from katatx.engine.chains import WorkedChain, solved_lines

        solutions: list[Solution] = []
        for _ in self._checked():
            pass
        solved = solved_lines(self.lines, self.given)
        for index in range(len(self._file_lines)):
            with located(self.fault, "lines", index, "answer"):
                solutions.append(next(solved))
        return WorkedChain(self.given, tuple(solutions))

    def _checked(self) -> Iterator[ChainLine]:
        """Yield the lines. Raises DeckError at the first that has no value or two readings, or that takes too many
        calculations.
        """
        names = dict(self.given)
        for index, line in enumerate(self._file_lines):
            names[line.name] = self.value_of_line(index, names)
            yield line

    def value_of_line(self, index: int, names: Mapping[str, Value]) -> Value:
        """Return the value of the line with this index; `names` are the given numbers and the lines before it.

        Raises DeckError if it has no value or two readings, or if it takes too many calculations.
        """
        from katatx.engine.evaluate import evaluate

        node, path = self._file_lines[index].node, ("lines", index, "answer")
        check_effort([node], names, self.fault, *path)
        with located(self.fault, *path):
            return evaluate(node, names)

    @cached_property
    def draws(self) -> Draws:
        """Return the source of its fresh (random) numbers."""
        from katatx.engine.fresh_numbers.draws import Draws

        ranges = read_ranges(self.file.fresh, self.file.given, self.fault)
        return Draws(f"{self.deck.name} kata", self.lines, self.given, ranges)

    def drawn(self, seed: int | str) -> tuple[PreparedKata, WorkedChain]:
        """Return a kata, and its lines worked with the numbers for a seed.

        It is this kata, or one that asks for the decimals of the file if fewer cannot keep wrong turns distinct. Raises
        EngineError if no numbers are suitable, DeckError if a line has two readings.
        """
        try:
            return self._drawn(seed)
        except NotationError as error:
            for _ in self._checked():
                pass  # the fault of the line, if the page's numbers have it too
            raise self.fault(str(error), "lines") from error

    def _drawn(self, seed: int | str) -> tuple[PreparedKata, WorkedChain]:
        """Return the kata to ask, and its lines worked with the numbers for a seed.

        Raises EngineError if no numbers are suitable, Ambiguous if a line has two readings.
        """
        if self.lines == self._file_lines:
            return self, self.draws.draw_solved(seed)
        of_file = PreparedKata(self.deck, self.file)
        with suppress(EngineError):
            pairs = zip(self.draws.checks, of_file.draws.checks, strict=True)
            if all(fewer.unavoidable() <= own.unavoidable() for fewer, own in pairs):
                return self, self.draws.draw_solved(seed)
        return of_file.drawn(seed)

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """Return the error for the part of the kata at `path`, such as ("lines", 2, "answer"), with its
        position in the file.
        """
        return self.deck.error(f"kata: {problem}", "kata", *path)


def prepare_kata(deck: Deck, most_places: int | None = None) -> PreparedKata:
    """Return a deck's kata, prepared, with its lines asked to at most `most_places` decimals if set.

    Raises KatatxError if the deck has none, DeckError if a line names a missing drill or has a name that is taken.
    """
    if deck.contents.kata is None:
        raise KatatxError(
            f"the deck {quote(deck.name)} has no kata; to add one, write it in the deck's file under kata:"
        )
    prepared = PreparedKata(deck, deck.contents.kata, most_places)
    for fault in line_faults(prepared):
        raise fault
    return prepared


def line_faults(prepared: PreparedKata) -> Iterator[DeckError]:
    """Yield a fault for each line that names a missing drill, or whose name is taken by a given number or
    another line.
    """
    names, drills = set(prepared.file.given), prepared.deck.drill_ids
    for index, line in enumerate(prepared.file.lines):
        if line.drill not in drills:
            problem = f"no drill is called {quote(line.drill)}{nearest(line.drill, sorted(drills))}"
            yield prepared.fault(problem, "lines", index, "drill")
        if line.name in names:
            yield prepared.fault(
                f"{quote(line.name)} is already the name of a given number or an earlier line; write another",
                "lines",
                index,
                "name",
            )
        names.add(line.name)
