"""Prepared drills: their expressions parsed, their numbers and ranges as values.

Fresh numbers are random ones, instead of the page's. A spot is a working with one wrong line to find. A belief is a
mistake of one drill that its deck describes; a wrong turn is any known mistake. The engine is imported only when an
answer must be worked out, so that the first prompt appears at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.drafting.to_write import TO_WRITE
from katatx.decks.errors import DeckError
from katatx.decks.kata import PreparedKata, prepare_kata
from katatx.decks.loading import Deck
from katatx.decks.model import Drill
from katatx.decks.parts import check_effort, located, read_answer_expression, read_given, read_ranges
from katatx.engine.errors import EngineError
from katatx.engine.values import Value
from katatx.notation.errors import NotationError

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine
    from katatx.engine.fresh_numbers.draws import Draws
    from katatx.engine.key import Belief, Solution
    from katatx.notation.syntax import Node


@dataclass
class Prepared:
    """A drill whose parts are parsed on first use.

    `most_places` limits the decimals asked for, if set (see `places`). Accessing a part raises DeckError, with its
    position, if it is faulty. Fresh numbers are random ones, instead of the page's. A spot shows a working with one
    wrong line to find. A belief is a mistake that the drill describes.
    """

    deck: Deck
    drill: Drill
    most_places: int | None = None

    @property
    def name(self) -> str:
        """Return `deck/drill`."""
        return f"{self.deck.name}/{self.drill.id}"

    @property
    def is_choice(self) -> bool:
        """Return whether it is answered by choosing."""
        return self.drill.choices is not None

    @property
    def is_spot(self) -> bool:
        """Return whether it shows a working with one wrong line to find."""
        return self.drill.spot is not None

    @property
    def spots_kata(self) -> bool:
        """Return whether it is a spot that shows the working of the deck's kata."""
        return self.drill.spot == "kata"

    @cached_property
    def kata(self) -> PreparedKata:
        """Return the deck's kata, prepared. Raises KatatxError if the deck has none."""
        return prepare_kata(self.deck)

    @property
    def can_be_fresh(self) -> bool:
        """Return whether fresh numbers can be drawn for it."""
        return bool(self.drill.fresh) or self.spots_kata

    @cached_property
    def given(self) -> Mapping[str, Value]:
        """Return the page's numbers as values by name."""
        return read_given(self.drill.given, self.fault)

    @cached_property
    def node(self) -> Node:
        """Return the parsed expression of the answer, or of the spot. Not for choices, nor for a spot in the kata."""
        if self.drill.spot is not None:
            return read_answer_expression(self.drill.spot, self.fault, "spot")
        return read_answer_expression(self.drill.answer or "", self.fault, "answer")

    def check_effort(self) -> None:
        """Raise DeckError if the drill takes too many calculations; a choice and a spot in the kata are not checked."""
        if self.is_choice or self.spots_kata:
            return
        part = "spot" if self.is_spot else "answer"
        check_effort([self.node, *(belief.node for belief in self.beliefs)], self.given, self.fault, part)

    @cached_property
    def beliefs(self) -> tuple[Belief, ...]:
        """Return the mistakes that only this drill describes, with their expressions parsed."""
        from katatx.engine.key import Belief

        return tuple(
            Belief(
                f"{self.drill.id}/{each.name}",
                read_answer_expression(each.answer, self.fault, "beliefs", index, "answer"),
                each.happened,
                each.instead,
            )
            for index, each in enumerate(self.drill.beliefs)
        )

    @cached_property
    def solution(self) -> Solution:
        """Return the solution with the page's numbers; not for choices, nor for a spot in the kata.

        Raises DeckError if the answer or a belief has no value or two readings, or if they take too many calculations.
        """
        self.check_effort()
        self._check_beliefs()
        with located(self.fault, "answer"):
            return self._line._replace(places=self.places).solve(self.given)

    @property
    def _line(self) -> ChainLine:
        """Return the drill as a line, with the decimals of the file."""
        from katatx.engine.chains import ChainLine

        return ChainLine("answer", self.node, self.drill.places, self.beliefs)

    def _check_beliefs(self) -> None:
        """Raise DeckError for the first belief that has no value, or two readings."""
        from katatx.engine.evaluate import evaluate

        for index, belief in enumerate(self.beliefs):
            with located(self.fault, "beliefs", index, "answer"):
                evaluate(belief.node, self.given)

    @cached_property
    def places(self) -> int:
        """Return the number of decimals asked for.

        That is at most `most_places`, if set. It stays that of the file for choices and spots, and if, with the page's
        numbers and fewer decimals, a wrong turn would pass for another result or a number of the answer be too small.
        """
        own = self.drill.places
        if self.most_places is None or self.most_places >= own or self.is_choice or self.is_spot:
            return own
        from katatx.engine.fresh_numbers.line_check import places_within

        return places_within(self._line, self.given, self.most_places)

    @cached_property
    def draws(self) -> Draws:
        """Return the source of its fresh numbers, for answers with `places` decimals."""
        return self._draws_with_places(self.places)

    def drawn(self, seed: int | str) -> tuple[Mapping[str, Value], Solution]:
        """Return the numbers for a seed, and their solution.

        The answer is asked to the decimals of the file if wrong turns cannot be kept distinct with fewer. Raises
        EngineError if no numbers are suitable, DeckError if an expression has two readings.
        """
        try:
            return self._drawn(seed)
        except NotationError as error:
            self._check_beliefs()  # the fault of a belief, if the page's numbers have it too
            raise self.fault(str(error), "spot" if self.is_spot else "answer") from error

    def _drawn(self, seed: int | str) -> tuple[Mapping[str, Value], Solution]:
        """Return the numbers for a seed, and their solution.

        Raises EngineError if no numbers are suitable, Ambiguous if an expression has two readings.
        """
        if self.places == self.drill.places:
            return self.draws.draw_one(seed)
        of_file = self._draws_with_places(self.drill.places)
        with suppress(EngineError):
            # Results that no numbers distinguish with fewer places may be distinct with the file's own.
            if self.draws.checks[0].unavoidable() <= of_file.checks[0].unavoidable():
                return self.draws.draw_one(seed)
        return of_file.draw_one(seed)

    def _draws_with_places(self, places: int) -> Draws:
        """Return the source of fresh numbers for an answer with this many decimals."""
        from katatx.engine.fresh_numbers.draws import draws_of

        ranges = read_ranges(self.drill.fresh, self.drill.given, self.fault)
        return draws_of(self.name, self.node, self.given, ranges, places, self.beliefs)

    def check_parts(self) -> None:
        """Parse given numbers, beliefs and ranges, which are otherwise parsed on first use.

        Raises DeckError if one is faulty.
        """
        _ = self.given, self.beliefs
        read_ranges(self.drill.fresh, self.drill.given, self.fault)

    def parts_to_write(self) -> Iterator[tuple[str, tuple[str | int, ...]]]:
        """Yield what the author of a draft has not written yet, as (words for a message, path in the drill)."""
        for part in ("prompt", "answer"):
            if TO_WRITE in (getattr(self.drill, part) or ""):
                yield f"the {part}", (part,)
        for index, choice in enumerate(self.drill.choices or ()):
            if TO_WRITE in choice.says:
                yield "a choice", ("choices", index, "says")
            elif TO_WRITE in (choice.because or ""):
                yield "why", ("choices", index, "because")

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """Return the error for the part of the drill at `path`, with its position in the file."""
        return self.deck.error(f"{self.drill.id}: {problem}", *self.drill.path, *path)


def prepare(deck: Deck, drill: Drill, most_places: int | None = None) -> Prepared:
    """Return a drill of a deck, prepared, asked to at most `most_places` decimals if set.

    Raises DeckError if it does not have exactly one kind of answer, or exactly one right choice. Faults of other parts
    are raised when these are used.
    """
    prepared = Prepared(deck, drill, most_places)
    answers = {"answer": drill.answer, "choices": drill.choices, "spot": drill.spot}
    given = [name for name, value in answers.items() if value is not None]
    if len(given) != 1:
        found = (
            f"has {' and '.join(given)}; keep one of them"
            if given
            else "has no answer; give an answer, choices or a spot"
        )
        raise prepared.fault(f"this drill {found}")
    right = sum(choice.right for choice in drill.choices or [])
    if drill.choices is not None and right != 1:
        raise prepared.fault(f"{right} choices have no belief; that is the right one alone", "choices")
    if not drill.prompt:
        raise prepared.fault("this drill has no prompt; write one")
    return prepared
