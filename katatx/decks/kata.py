"""Prepared katas: a deck's kata as a chain of lines for the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.chain import Chain, Path
from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine, WorkedChain


class PreparedKata(Chain):
    """A kata whose parts are parsed on first use."""

    @property
    def name(self) -> str:
        """Return the deck's name and "kata"."""
        return f"{self.deck.name} kata"

    @cached_property
    def own_lines(self) -> tuple[ChainLine, ...]:
        """Return the lines, with their expressions parsed, and with the decimals of the file."""
        from katatx.engine.chains import ChainLine

        return tuple(
            ChainLine(line.name, self.read(line.answer, *self.path_of(index)), line.places)
            for index, line in enumerate(self.file.lines)
        )

    def path_of(self, index: int) -> Path:
        """Return where the expression of a line is."""
        return "lines", index, "answer"

    def drawn(self, seed: int | str) -> tuple[PreparedKata, WorkedChain]:
        """Return the kata to ask, and its lines worked with the numbers for a seed; raises as `worked` does."""
        return self.worked(seed)

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """Return the error for the part of the kata at `path`, with its position in the file."""
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
    """Yield a fault for each line that practises a missing drill, or whose name is taken."""
    names, drills = set(prepared.file.given), prepared.deck.drill_ids
    for index, line in enumerate(prepared.file.lines):
        if line.drill not in drills:
            problem = f"no drill is called {quote(line.drill)}{nearest(line.drill, sorted(drills))}"
            yield prepared.fault(problem, "lines", index, "drill")
        if line.name in names:
            problem = f"{quote(line.name)} is already the name of a given number or an earlier line; write another"
            yield prepared.fault(problem, "lines", index, "name")
        names.add(line.name)
