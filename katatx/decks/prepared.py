"""Prepared drills: their expressions parsed, their numbers and ranges as values.

Fresh numbers are random ones, instead of the page's. A spot is a working with one wrong line to find. A belief is a
mistake of one drill that its deck describes; a wrong turn is any known mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.chain import Chain, Path
from katatx.decks.drafting.to_write import TO_WRITE
from katatx.decks.errors import DeckError
from katatx.decks.kata import PreparedKata, prepare_kata
from katatx.decks.loading import Deck
from katatx.decks.model import Drill
from katatx.engine.values import Value

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine
    from katatx.engine.key import Belief, Solution
    from katatx.notation.syntax import Node


class Prepared(Chain):
    """A drill whose parts are parsed on first use: a chain of one line."""

    @property
    def drill(self) -> Drill:
        """Return the drill as in its file."""
        found: Drill = self.file
        return found

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

    def path_of(self, index: int) -> Path:
        """Return where its expression is."""
        return ("spot" if self.is_spot else "answer",)

    @cached_property
    def node(self) -> Node:
        """Return the parsed expression of the answer, or of the spot. Not for choices, nor for a spot in the kata."""
        return self.read(self.drill.spot or self.drill.answer or "", *self.path_of(0))

    @cached_property
    def beliefs(self) -> tuple[Belief, ...]:
        """Return the mistakes that only this drill describes, with their expressions parsed."""
        from katatx.engine.key import Belief

        return tuple(
            Belief(
                f"{self.drill.id}/{each.name}",
                self.read(each.answer, "beliefs", index, "answer"),
                each.happened,
                each.instead,
            )
            for index, each in enumerate(self.drill.beliefs)
        )

    @cached_property
    def own_lines(self) -> tuple[ChainLine, ...]:
        """Return the drill as one line, with the decimals of the file."""
        from katatx.engine.chains import ChainLine

        return (ChainLine("answer", self.node, self.drill.places, self.beliefs),)

    @cached_property
    def lines(self) -> tuple[ChainLine, ...]:
        """Return the drill as one line, with the decimals that are asked for: of a spot those of the file."""
        return self.own_lines if self.is_spot else super().lines

    @cached_property
    def places(self) -> int:
        """Return the number of decimals asked for."""
        own = self.drill.places
        if self.is_choice or self.is_spot or self.most_places is None or self.most_places >= own:
            return own
        return self.lines[0].places or 0

    @cached_property
    def solution(self) -> Solution:
        """Return the solution with the page's numbers; not for choices, nor for a spot in the kata.

        Raises DeckError if the answer or a belief has no value or two readings, or if they take too many calculations.
        """
        return self.page.solutions[0]

    def drawn(self, seed: int | str) -> tuple[Mapping[str, Value], Solution]:
        """Return the numbers for a seed, and their solution; raises as `worked` does."""
        given, solutions = self.worked(seed)[1]
        return given, solutions[0]

    def check_effort(self) -> None:
        """Raise DeckError if the drill takes too many calculations; a choice and a spot in the kata are not checked."""
        if not self.is_choice and not self.spots_kata:
            self.bound_effort([self.node, *(each.node for each in self.beliefs)], self.given, *self.path_of(0))

    def parts_to_write(self) -> Iterator[tuple[str, Path]]:
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
