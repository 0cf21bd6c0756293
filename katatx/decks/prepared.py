"""A drill made ready: its expressions read, its numbers and ranges turned into values.

The engine is imported only when an answer must be worked out, so that the first prompt
does not wait for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.errors import DeckError
from katatx.decks.kata import PreparedKata, prepare_kata
from katatx.decks.loading import Deck
from katatx.decks.model import Drill
from katatx.decks.parts import check_effort, read_answer_expression, read_given, read_ranges
from katatx.engine.errors import EngineError
from katatx.engine.values import Value

if TYPE_CHECKING:
    from katatx.engine.draws import Draws
    from katatx.engine.key import Belief, Solution
    from katatx.notation.syntax import Node


@dataclass
class Prepared:
    """A drill whose parts are read when they are first needed. Where `most_places` is set, it is asked to
    at most so many decimals.

    Reading a part raises DeckError, at its place in the file, where it cannot be read.
    """

    deck: Deck
    drill: Drill
    most_places: int | None = None

    @property
    def name(self) -> str:
        """`deck/drill`."""
        return f"{self.deck.name}/{self.drill.id}"

    @property
    def is_choice(self) -> bool:
        return self.drill.choices is not None

    @property
    def is_spot(self) -> bool:
        return self.drill.spot is not None

    @property
    def spots_kata(self) -> bool:
        """Return whether it shows the working of the deck's kata."""
        return self.drill.spot == "kata"

    @cached_property
    def kata(self) -> PreparedKata:
        """The deck's kata."""
        return prepare_kata(self.deck)

    @property
    def can_be_fresh(self) -> bool:
        return bool(self.drill.fresh) or self.spots_kata

    @cached_property
    def given(self) -> Mapping[str, Value]:
        """The page's numbers."""
        return read_given(self.drill.given, self.fault)

    @cached_property
    def node(self) -> Node:
        """The expression that answers the drill, or whose working is shown with a wrong line."""
        if self.drill.spot is not None:
            return read_answer_expression(self.drill.spot, self.fault, "spot")
        return read_answer_expression(self.drill.answer or "", self.fault, "answer")

    def check_effort(self) -> None:
        """Make sure that the drill can be worked in a moment. Raises DeckError where it cannot."""
        if self.is_choice or self.spots_kata:
            return
        part = "spot" if self.is_spot else "answer"
        check_effort([self.node, *(belief.node for belief in self.beliefs)], self.given, self.fault, part)

    @cached_property
    def beliefs(self) -> tuple[Belief, ...]:
        """The mistakes of this drill alone."""
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
        """Return what it comes to with the page's numbers, where that is numbers. Raises KatatxError where it
        cannot be worked.
        """
        from katatx.engine.fewer_places import asked_to
        from katatx.engine.key import solve

        self.check_effort()
        solution = solve(self.node, self.given, self.drill.places, self.beliefs)
        return solution._replace(key=asked_to(solution.key, self.most_places))

    @property
    def places(self) -> int:
        """To how many decimals it is asked. It keeps those of its file where fewer would let a wrong turn
        pass with the page's numbers; so does a spot, whose own line decides.
        """
        own = self.drill.places
        if self.most_places is None or self.most_places >= own or self.is_choice or self.is_spot:
            return own
        return own if self.solution.key.places is None else self.solution.key.places

    @cached_property
    def draws(self) -> Draws:
        """Return where its fresh numbers come from."""
        return self._draws_to(self.places)

    def drawn(self, seed: int | str) -> tuple[Mapping[str, Value], Solution]:
        """The numbers of a seed, and what they come to; asked to the places of its file where no numbers
        keep its wrong turns apart with fewer. Raises EngineError where none do at all.
        """
        own = self.drill.places
        if self.places == own:
            return self.draws.draw_solved(seed)
        from katatx.engine.fewer_places import asked_to

        with suppress(EngineError):
            given, solution = self.draws.draw_solved(seed)
            # What no numbers part with fewer places, some may part with its own.
            if asked_to(solution.key._replace(places=own), self.places).places == self.places:
                return given, solution
        return self._draws_to(own).draw_solved(seed)

    def _draws_to(self, places: int) -> Draws:
        from katatx.engine.draws import Draws

        ranges = read_ranges(self.drill.fresh, self.drill.given, self.fault)
        return Draws(self.name, self.node, self.given, ranges, places, self.beliefs)

    def check_parts(self) -> None:
        """Read the parts that are otherwise read when they are first needed. Raises DeckError."""
        _ = self.given, self.beliefs
        read_ranges(self.drill.fresh, self.drill.given, self.fault)

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """The error for a part of the drill, at that part's place in the file."""
        index = next(i for i, each in enumerate(self.deck.drills) if each is self.drill)
        return self.deck.error(f"{self.drill.id}: {problem}", "drills", index, *path)


def prepare(deck: Deck, drill: Drill, most_places: int | None = None) -> Prepared:
    """A drill of a deck, ready to be asked, to at most so many decimals.

    Raises DeckError where it has no answer or two, or not exactly one right choice.
    """
    prepared = Prepared(deck, drill, most_places)
    if sum(each is not None for each in (drill.answer, drill.choices, drill.spot)) != 1:
        raise prepared.fault("a drill has either an answer, choices or a spot")
    right = sum(choice.right for choice in drill.choices or [])
    if drill.choices is not None and right != 1:
        raise prepared.fault(f"{right} choices are right; exactly one must be", "choices")
    return prepared
