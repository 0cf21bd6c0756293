"""The parts of a deck that are worked: drills, lessons and the kata, each a chain of one line or more.

The engine is imported only when something must be worked out, so that the first prompt appears at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

from katatx.decks.loading import Deck
from katatx.decks.model import LESSON, Drill, Kata, Route
from katatx.decks.parts import range_near
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.ranges import Range, read_range
from katatx.engine.values import Value, value_of
from katatx.errors import DeckError, KatatxError
from katatx.notation.errors import NotationError
from katatx.notation.nearest import nearest
from katatx.notation.parser import read_expression
from katatx.notation.quoting import quote
from katatx.notation.syntax import Node

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine, WorkedChain
    from katatx.engine.fresh_numbers.draws import Draws
    from katatx.engine.key import Belief, Solution
    from katatx.engine.pencils.writing import Leaf

# The name of a drill's value, and of a lesson's in its idea.
ANSWER = "answer"
# Single calculations of an answer that fresh numbers are drawn for.
_LONGEST_DRAWN = 400


@dataclass
class Prepared:
    """A drill, lesson or kata, whose parts are parsed on first use.

    `file` is the part as in the deck's file. `most_places` limits the decimals asked for, if set, except on lines
    where a wrong turn would pass for another result then, or a number of the answer would be too small. Accessing a
    part raises DeckError, with its position, if it is faulty.
    """

    deck: Deck
    file: Drill | Kata
    most_places: int | None = None

    @property
    def drill(self) -> Drill:
        assert isinstance(self.file, Drill)
        return self.file

    @property
    def kata_file(self) -> Kata:
        assert isinstance(self.file, Kata)
        return self.file

    @property
    def name(self) -> str:
        """Return `deck/drill` or `deck kata`, which its random numbers depend on."""
        return f"{self.deck.name} kata" if isinstance(self.file, Kata) else f"{self.deck.name}/{self.file.id}"

    @property
    def kind(self) -> str:
        """Return what it is: kata, lesson, choices, spot, "spot kata" or, answered with numbers, answer."""
        if isinstance(self.file, Kata):
            return "kata"
        if self.file.id == LESSON:
            return "lesson"
        spot = "spot kata" if self.file.spot == "kata" else "spot" if self.file.spot is not None else ANSWER
        return "choices" if self.file.choices is not None else spot

    @property
    def is_spot(self) -> bool:
        return self.kind.startswith("spot")

    @cached_property
    def kata(self) -> Prepared:
        return prepare_kata(self.deck)

    @property
    def can_be_fresh(self) -> bool:
        varied = self.file.given if self.file.fresh is None else self.file.fresh
        return self.kind == "spot kata" or (self.kind != "choices" and bool(varied))

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """Return the error for the part at `path`, such as ("given", "scores"), with its position in the file."""
        if isinstance(self.file, Kata):
            return self.deck.error(f"kata: {problem}", "kata", *path)
        return self.deck.error(f"{self.file.id}: {problem}", "sections", self.file.section, self.file.id, *path)

    @contextmanager
    def located(self, *path: str | int, about: str = "") -> Iterator[None]:
        """Return a context that makes each KatatxError a fault of the part at `path`, except one that is a fault."""
        try:
            yield
        except DeckError:
            raise
        except KatatxError as error:
            raise self.fault(f"{about}{error}", *path) from error

    def path_of(self, index: int) -> Route:
        if isinstance(self.file, Kata):
            return "lines", list(self.file.lines)[index], "answer"
        return ("spot" if self.is_spot else "answer",)

    def read(self, text: str, *path: str | int) -> Node:
        with self.located(*path):
            return read_expression(text)

    @cached_property
    def given(self) -> dict[str, Value]:
        made = {}
        for name, plain in self.file.given.items():
            with self.located("given", name, about=f"{quote(name)}: "):
                made[name] = value_of(plain)
        return made

    @property
    def ranges(self) -> dict[str, Range]:
        """Return the ranges of its fresh (random) numbers by name: those of the file, or else near the page's."""
        given, fresh, made = self.file.given, self.file.fresh, {}
        if fresh is None:
            fresh = {name: near for name, value in self.given.items() if (near := range_near(value)) is not None}
        for name, text in fresh.items():
            if name not in given:
                problem = f"fresh numbers for {quote(name)}, which is not given{nearest(name, given)}"
                raise self.fault(problem, "fresh", name)
            with self.located("fresh", name):
                made[name] = found = read_range(text, name)
            if found.like is not None and found.like not in given:
                problem = f"like {quote(found.like)}: no given number has this name{nearest(found.like, given)}"
                raise self.fault(problem, "fresh", name)
        return made

    @cached_property
    def beliefs(self) -> tuple[Belief, ...]:
        from katatx.engine.key import Belief

        made = []
        for name, each in getattr(self.file, "beliefs", {}).items():
            node = self.read(each.answer, "beliefs", name, "answer")
            made.append(Belief(f"{self.drill.id}/{name}", node, each.happened, each.instead))
        return tuple(made)

    @cached_property
    def own_lines(self) -> tuple[ChainLine, ...]:
        """Return the lines, with the decimals of the file; a drill is one."""
        from katatx.engine.chains import ChainLine

        if not isinstance(self.file, Kata):
            return (ChainLine(ANSWER, self.node, self.file.places, self.beliefs),)
        nodes = {name: self.read(each.answer, "lines", name, "answer") for name, each in self.file.lines.items()}
        return tuple(ChainLine(name, node, self.file.lines[name].places) for name, node in nodes.items())

    @cached_property
    def node(self) -> Node:
        """Return the parsed expression of the answer, or of the spot. Not for choices, nor for a spot in the kata."""
        if isinstance(self.file, Kata):
            return self.own_lines[0].node
        return self.read(self.file.spot or self.file.answer or "", *self.path_of(0))

    @property
    def leaves(self) -> list[Leaf]:
        """Return the lines of its working, nested ones each on its own."""
        from katatx.engine.key import write_out
        from katatx.engine.pencils.writing import leaves_of

        return list(leaves_of(write_out(self.node, self.given)))

    def bound_effort(
        self, nodes: Sequence[Node], names: Mapping[str, Value], *path: str | int, drawn: bool = False
    ) -> None:
        """Raise the fault of the part at `path` if expressions together take more calculations than any page needs, or
        if `drawn` more than fit fresh numbers, of which thousands of sets may be tried.
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

    @cached_property
    def values(self) -> dict[str, Value]:
        """Return the page's numbers and the values of all lines by name, if every line and belief can be worked."""
        from katatx.engine.evaluate import evaluate

        names = dict(self.given)
        for index, line in enumerate(self.own_lines):
            path = self.path_of(index)
            self.bound_effort([line.node, *(belief.node for belief in line.beliefs)], names, *path)
            for belief in line.beliefs:
                with self.located("beliefs", belief.name.partition("/")[2], "answer"):
                    evaluate(belief.node, names)
            with self.located(*path):
                names[line.name] = evaluate(line.node, names)
        return names

    @cached_property
    def lines(self) -> tuple[ChainLine, ...]:
        if self.most_places is None or self.is_spot:
            return self.own_lines
        from katatx.engine.fresh_numbers.line_check import places_within

        most, names = self.most_places, self.values
        return tuple(line._replace(places=places_within(line, names, most)) for line in self.own_lines)

    @cached_property
    def places(self) -> int:
        own = self.drill.places
        is_limited = self.kind in (ANSWER, "lesson") and self.most_places is not None and self.most_places < own
        return self.lines[0].places if is_limited else own

    @cached_property
    def page(self) -> WorkedChain:
        from katatx.engine.chains import WorkedChain, solved_lines

        _ = self.values  # the fault of a line, at its place
        with self.located(*self.path_of(0)):
            return WorkedChain(self.given, tuple(solved_lines(self.lines, self.given)))

    @property
    def solution(self) -> Solution:
        """Return a drill's solution with the page's numbers; not for choices, nor for a spot in the kata."""
        return self.page.solutions[0]

    @cached_property
    def draws(self) -> Draws:
        from katatx.engine.fresh_numbers.draws import Draws

        return Draws(self.name, self.lines, self.given, self.ranges)

    def drawn(self, seed: int | str) -> tuple[Self, WorkedChain]:
        """Return what is asked, and its lines worked with the numbers for a seed.

        It is this one, or one that asks for the decimals of the file if fewer cannot keep wrong turns distinct. Raises
        EngineError if no numbers are suitable, DeckError if a line has two readings.
        """
        try:
            if self.lines != self.own_lines:
                of_file = replace(self, most_places=None)
                with suppress(EngineError):
                    pairs = zip(self.draws.checks, of_file.draws.checks, strict=True)
                    if all(fewer.unavoidable() <= own.unavoidable() for fewer, own in pairs):
                        return self, self.draws.draw_solved(seed)
                return of_file.drawn(seed)
            return self, self.draws.draw_solved(seed)
        except NotationError as error:
            _ = self.values  # the fault of a line, if the page's numbers have it too
            raise self.fault(str(error), *self.path_of(0)[:1]) from error


def prepare(deck: Deck, drill: Drill, most_places: int | None = None) -> Prepared:
    """Return a drill of a deck, asked to at most `most_places` decimals if set.

    Raises DeckError if it has no prompt, or not exactly one kind of answer, or not exactly one right choice. Faults of
    other parts are raised when these are used.
    """
    prepared = Prepared(deck, drill, most_places)
    answers = {"answer": drill.answer, "choices": drill.choices, "spot": drill.spot}
    given = [name for name, value in answers.items() if value is not None]
    if not given:
        raise prepared.fault("this drill has no answer; give an answer, choices or a spot")
    if len(given) > 1:
        raise prepared.fault(f"this drill has {' and '.join(given)}; keep one of them")
    right = sum(choice.right for choice in drill.choices or [])
    if drill.choices is not None and right != 1:
        raise prepared.fault(f"{right} choices have no belief; that is the right one alone", "choices")
    if not drill.prompt:
        raise prepared.fault("this drill has no prompt; write one")
    return prepared


def prepare_kata(deck: Deck, most_places: int | None = None) -> Prepared:
    """Return a deck's kata, as `prepare` does a drill. Raises KatatxError if the deck has none."""
    if deck.contents.kata is None:
        problem = f"the deck {quote(deck.name)} has no kata; to add one, write it in the deck's file under kata:"
        raise KatatxError(problem)
    prepared = Prepared(deck, deck.contents.kata, most_places)
    for fault in line_faults(prepared):
        raise fault
    return prepared


def line_faults(kata: Prepared) -> Iterator[DeckError]:
    """Yield a fault for each line of a kata that practises a missing drill, or has the name of a given number."""
    for name, line in kata.kata_file.lines.items():
        if line.drill not in kata.deck.by_id and line.drill not in kata.deck.drill_ids:
            problem = f"no drill is called {quote(line.drill)}{nearest(line.drill, sorted(kata.deck.drill_ids))}"
            yield kata.fault(problem, "lines", name, "drill")
        if name in kata.file.given:
            yield kata.fault(f"{quote(name)} is already the name of a given number; write another", "lines", name)
