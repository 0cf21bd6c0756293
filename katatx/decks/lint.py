"""Checks a drill file: every fault in one pass, each at its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from katatx.decks.draft import TO_WRITE
from katatx.decks.errors import DeckError
from katatx.decks.lint_choices import lint_choices
from katatx.decks.lint_kata import lint_kata
from katatx.decks.lint_numbers import lint_numbers, lint_spot
from katatx.decks.loading import Deck, deck_faults, read_document, read_what_can_be
from katatx.decks.parts import is_name, lint_prompt
from katatx.decks.prepared import Prepared, prepare
from katatx.errors import KatatxError
from katatx.notation.quoting import quote


def lint_file(path: Path) -> list[DeckError]:
    """Every fault of a drill file, in the order of its lines."""
    try:
        deck, faults = read_what_can_be(path, read_document(path))
    except DeckError as error:
        return [error]
    if deck is not None:
        faults += deck_faults(deck)
        faults += lint_deck(deck, whole=not faults)
    return sorted(faults, key=lambda fault: (fault.line, fault.column))


def lint_deck(deck: Deck, whole: bool = True) -> list[DeckError]:
    """Every fault of what could be read of a deck: expressions, the page's figures against the
    truth, choices, draws, the kata. Where the deck is `whole`, its turns' numbers too.
    """
    faults = [found for prepared in _prepared(deck) for found in _lint_drill(prepared)]
    faults += lint_kata(deck)
    return faults + list(_turn_numbers(deck)) if whole else faults


def _prepared(deck: Deck) -> Iterator[Prepared]:
    return (Prepared(deck, drill) for drill in deck.drills)


def _lint_drill(prepared: Prepared) -> Iterator[DeckError]:
    yield from _texts(prepared)
    try:
        prepare(prepared.deck, prepared.drill)
    except DeckError as error:
        yield error
        return
    if TO_WRITE in (prepared.drill.answer or ""):
        return
    try:
        prepared.check_parts()
        prepared.check_effort()
        if prepared.is_choice:
            yield from lint_choices(prepared)
        elif prepared.is_spot:
            yield from lint_spot(prepared)
        else:
            yield from lint_numbers(prepared)
    except DeckError as error:
        yield error
    except KatatxError as error:
        yield prepared.fault(str(error), "spot" if prepared.is_spot else "answer")


def _texts(prepared: Prepared) -> Iterator[DeckError]:
    drill = prepared.drill
    for part in ("section", "prompt", "answer"):
        if TO_WRITE in (getattr(drill, part) or ""):
            yield prepared.fault(f"the {part} is still to be written", part)
    yield from lint_prompt(drill.prompt, drill.given, prepared.fault, "prompt")
    for name in drill.given:
        if not is_name(name):
            yield prepared.fault(f"{quote(name)} is no name that an expression can read", "given", name)
    if (drill.turn is None) != (drill.kind == "worked"):
        problem = "a worked line has no turn" if drill.turn else f"a {drill.kind} needs its turn's number"
        yield prepared.fault(problem, "turn")
    if drill.erratum is not None and drill.page_says is None:
        yield prepared.fault("an erratum needs page_says, what the page prints", "erratum")


def _turn_numbers(deck: Deck) -> Iterator[DeckError]:
    """Turns of each kind count up from 1 without a gap; a block may be several drills."""
    for kind in ("your-turn", "wrong-turn"):
        expected, allowed = 1, {1}
        for prepared in _prepared(deck):
            number = prepared.drill.turn
            if prepared.drill.kind != kind or number is None:
                continue
            if number in allowed:
                expected = number + 1
                allowed = {number, expected}
            else:
                yield prepared.fault(f"{kind} {number} comes where {expected} should", "turn")
                # Told once: whether this number is wrong, or one before it is missing, those after it fit.
                expected += 1
                allowed = {number, number + 1, expected - 1, expected}
