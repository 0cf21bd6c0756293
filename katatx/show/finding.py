"""What can be found by name: drills, steps and operations, each with its name for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from katatx.decks.loading import Deck, drill_title


def named_drills(decks: Mapping[str, Deck]) -> Iterator[tuple[str, str, str]]:
    """Yield the drills of all decks: the deck's name, the drill's, and its title below that of its section."""
    for name, deck in decks.items():
        for drill in deck.drills:
            yield name, drill.id, f"{drill.section}: {drill_title(deck, drill.id)}"


def named_steps(steps: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield steps with their names for people, in the order of these."""
    from katatx.decks.parts import step_words

    yield from sorted(((each, step_words(each)) for each in steps), key=lambda named: named[1])


def operations() -> Iterator[tuple[str, str, str]]:
    """Yield the operations of the engine: name, signature and summary."""
    from katatx.engine.book import ARITHMETIC, all_recipes

    yield from ((each.name, each.signature, each.summary) for each in all_recipes() if each.name != ARITHMETIC)
