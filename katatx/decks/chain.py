"""A part of a deck that is worked: a drill, a kata or a lesson, as a chain of lines for the engine.

A drill and a lesson have one line. The engine is imported only when something must be worked out, so that the first
prompt appears at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck
from katatx.engine.errors import EngineError
from katatx.engine.values import Value, value_of
from katatx.errors import KatatxError
from katatx.notation.errors import NotationError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine, WorkedChain
    from katatx.engine.fresh_numbers.draws import Draws
    from katatx.engine.fresh_numbers.ranges import Range
    from katatx.notation.syntax import Node

# Single calculations of an answer that fresh numbers are drawn for.
_LONGEST_DRAWN = 400
Path = tuple[str | int, ...]


@dataclass
class Chain:
    """A drill, a kata or a lesson, whose parts are parsed on first use.

    `file` is the part as in the deck's file. `most_places` limits the decimals asked for, if set, except on lines
    where, with the page's numbers and fewer decimals, a wrong turn (a known mistake) would pass for another result, or
    a number of the answer would be too small. Accessing a part raises DeckError, with its position, if it is faulty.
    """

    deck: Deck
    file: Any
    most_places: int | None = None

    # ---- what each kind of chain says of itself

    @property
    def name(self) -> str:
        """Return the name, which its random numbers depend on."""
        raise NotImplementedError

    @property
    def own_lines(self) -> tuple[ChainLine, ...]:
        """Return the lines, with their expressions parsed, and with the decimals of the file."""
        raise NotImplementedError

    def path_of(self, index: int) -> Path:
        """Return where the expression of a line is."""
        raise NotImplementedError

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """Return the error for the part at `path`, such as ("given", "scores"), with its position in the file."""
        raise NotImplementedError

    # ---- reading

    @contextmanager
    def located(self, *path: str | int) -> Iterator[None]:
        """Return a context that makes each KatatxError a fault of the part at `path`, except one that is a fault."""
        try:
            yield
        except DeckError:
            raise
        except KatatxError as error:
            raise self.fault(str(error), *path) from error

    def read(self, text: str, *path: str | int) -> Node:
        """Return the parsed expression of the part at `path`."""
        from katatx.notation.parser import read_expression

        with self.located(*path):
            return read_expression(text)

    @cached_property
    def given(self) -> dict[str, Value]:
        """Return the page's numbers as values by name."""
        return {name: self._value(name, plain) for name, plain in self.file.given.items()}

    def _value(self, name: str, plain: object) -> Value:
        try:
            return value_of(plain)
        except EngineError as error:
            raise self.fault(f"{quote(name)}: {error}", "given", name) from error

    @property
    def ranges(self) -> dict[str, Range]:
        """Return the ranges of its fresh (random) numbers by name."""
        return {name: self._range(name, text) for name, text in self.file.fresh.items()}

    def _range(self, name: str, text: str) -> Range:
        from katatx.engine.fresh_numbers.ranges import read_range

        given = self.file.given
        if name not in given:
            raise self.fault(
                f"fresh numbers for {quote(name)}, which is not given{nearest(name, given)}", "fresh", name
            )
        with self.located("fresh", name):
            found = read_range(text, name)
        if found.like is not None and found.like not in given:
            problem = f"like {quote(found.like)}: no given number has this name{nearest(found.like, given)}"
            raise self.fault(problem, "fresh", name)
        return found

    # ---- working

    def bound_effort(
        self, nodes: Sequence[Node], names: Mapping[str, Value], *path: str | int, drawn: bool = False
    ) -> None:
        """Raise the fault of the part at `path` if expressions together take more calculations than any page needs.

        With `drawn` they are for fresh numbers, of which thousands of sets may be tried: that allows fewer. A drill
        file from a stranger might ask for days of work. Expressions without a value are reported elsewhere.
        """
        from katatx.engine.evaluate import evaluate
        from katatx.engine.fresh_numbers.suitable import LONGEST_DRILL
        from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil

        most, what = (_LONGEST_DRAWN, "fresh numbers for this take") if drawn else (LONGEST_DRILL, "this takes")
        effort = Effort(most)
        for node in nodes:
            try:
                evaluate(node, names, Pencil(effort=effort))
            except Exhausted as error:
                raise self.fault(f"{what} more than {most:,} single calculations; make it smaller", *path) from error
            except KatatxError:
                continue

    def value_of_line(self, index: int, names: Mapping[str, Value]) -> Value:
        """Return the value of a line; `names` are the given numbers and the lines before it.

        Raises DeckError if it or a belief has no value or two readings, or if they take too many calculations.
        """
        from katatx.engine.evaluate import evaluate

        line, path = self.own_lines[index], self.path_of(index)
        self.bound_effort([line.node, *(belief.node for belief in line.beliefs)], names, *path)
        for at, belief in enumerate(line.beliefs):
            with self.located("beliefs", at, "answer"):
                evaluate(belief.node, names)
        with self.located(*path):
            return evaluate(line.node, names)

    @cached_property
    def values(self) -> dict[str, Value]:
        """Return the page's numbers and the values of all lines by name. Raises DeckError at the first that cannot be
        worked.
        """
        names = dict(self.given)
        for index, line in enumerate(self.own_lines):
            names[line.name] = self.value_of_line(index, names)
        return names

    @cached_property
    def lines(self) -> tuple[ChainLine, ...]:
        """Return the lines with the decimals that are asked for."""
        if self.most_places is None:
            return self.own_lines
        from katatx.engine.fresh_numbers.line_check import places_within

        most, names = self.most_places, self.values
        return tuple(line._replace(places=places_within(line, names, most)) for line in self.own_lines)

    @cached_property
    def page(self) -> WorkedChain:
        """Return the page's numbers, and the solution of every line. Raises DeckError at the first that cannot be
        worked.
        """
        from katatx.engine.chains import WorkedChain, solved_lines

        _ = self.values  # the fault of a line, at its place
        with self.located(*self.path_of(0)):
            return WorkedChain(self.given, tuple(solved_lines(self.lines, self.given)))

    @cached_property
    def draws(self) -> Draws:
        """Return the source of its fresh (random) numbers."""
        from katatx.engine.fresh_numbers.draws import Draws

        return Draws(self.name, self.lines, self.given, self.ranges)

    def worked(self, seed: int | str) -> tuple[Self, WorkedChain]:
        """Return a chain, and its lines worked with the numbers for a seed.

        It is this one, or one that asks for the decimals of the file if fewer cannot keep wrong turns distinct. Raises
        EngineError if no numbers are suitable, DeckError if a line has two readings.
        """
        try:
            return self._worked(seed)
        except NotationError as error:
            _ = self.values  # the fault of a line, if the page's numbers have it too
            raise self.fault(str(error), *self.path_of(0)[:1]) from error

    def _worked(self, seed: int | str) -> tuple[Self, WorkedChain]:
        if self.lines != self.own_lines:
            of_file = replace(self, most_places=None)
            with suppress(EngineError):
                pairs = zip(self.draws.checks, of_file.draws.checks, strict=True)
                if all(fewer.unavoidable() <= own.unavoidable() for fewer, own in pairs):
                    return self, self.draws.draw_solved(seed)
            return of_file.worked(seed)
        return self, self.draws.draw_solved(seed)
