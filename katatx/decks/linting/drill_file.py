"""Linting a drill file: all faults in one pass, with their positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from katatx import cache
from katatx.decks.drafting.to_write import TO_WRITE
from katatx.decks.errors import DeckError
from katatx.decks.linting.choices import lint_choices
from katatx.decks.linting.kata import lint_kata
from katatx.decks.linting.lessons import lint_lessons
from katatx.decks.linting.numbers import lint_numbers, lint_spot, name_faults
from katatx.decks.linting.page import PARTS
from katatx.decks.linting.teaching import lint_twins
from katatx.decks.loading import Deck, deck_faults, may_be_drill_file, read_document, read_partly
from katatx.decks.parts import lint_prompt
from katatx.decks.prepared import Prepared, prepare
from katatx.decks.yaml_reader import Document, read_yaml
from katatx.errors import KatatxError


def lint_file(path: Path) -> list[DeckError]:
    """Return the faults of a drill file, sorted by position; only the first if it cannot be read as YAML.

    Some are sought only if a drill has no others. A file with another ending, such as a page, has only the fault that
    it is no drill file.
    """
    if not may_be_drill_file(path):
        problem = "not a drill file, since those end in .yaml; name such a file, or check a page with katatx audit"
        return [DeckError(str(path), 1, 1, problem, whole=True)]
    try:
        document = read_document(path)
    except DeckError as error:
        return [error]
    return _lint_document(path, document)


def lint_text(text: str, file: str) -> list[DeckError]:
    """Return the faults of a text as the contents of a drill file called `file`, which need not exist.

    They are sorted by position; only the first is returned if the text cannot be read as YAML. The ending of `file` is
    not checked.
    """
    try:
        document = read_yaml(text, file)
    except DeckError as error:
        return [error]
    return _lint_document(Path(file), document)


def _lint_document(path: Path, document: Document) -> list[DeckError]:
    """Return the faults of a parsed drill file, sorted by position."""
    deck, faults = read_partly(path, document)
    if deck is not None:
        faults += deck_faults(deck)
        faults += lint_deck(deck, whole=not faults)
    return sorted(faults, key=lambda fault: (fault.line, fault.column))


def lint_deck(deck: Deck, whole: bool = True) -> list[DeckError]:
    """Return the faults of the readable part of a deck: expressions, page figures, choices, draws, lessons, kata.

    They are not sorted. Pass `whole` as False if parts were left out: then the numbering of turns (the numbers of
    blocks on the page) is not checked.
    """
    drills = [Prepared(deck, drill) for drill in deck.drills]
    faults = [fault for prepared in drills for fault in _lint_once(prepared)]
    faults += lint_twins([each for each in drills if each.drill.answer or each.drill.spot])
    faults += lint_lessons(deck)
    faults += _unless_known_as_good(
        f"{deck.name} {deck.contents.kata} {sorted(deck.drill_ids)}", lambda: lint_kata(deck)
    )
    return faults + list(_turn_numbers(drills)) if whole else faults


def _lint_once(prepared: Prepared) -> list[DeckError]:
    """Return the faults of one drill, without looking again at one that had none."""
    kata = prepared.deck.contents.kata if prepared.spots_kata else None
    content = f"{prepared.name} {prepared.drill} {kata}"
    return _unless_known_as_good(content, lambda: _lint_drill(prepared))


def _unless_known_as_good(content: str, lint: Callable[[], Iterable[DeckError]]) -> list[DeckError]:
    if cache.read("lint", content) is True:
        return []
    faults = list(lint())
    if not faults:
        cache.write("lint", content, True)
    return faults


def _lint_drill(prepared: Prepared) -> Iterator[DeckError]:
    """Yield the faults of one drill. Parts still to be written are faults.

    The check ends early if the answer is to be written, or at a part that cannot be used.
    """
    yield from _texts(prepared)
    try:
        prepare(prepared.deck, prepared.drill)
    except DeckError as error:
        yield error
        return
    if TO_WRITE in (prepared.drill.answer or ""):
        return
    try:
        _ = prepared.given, prepared.beliefs, prepared.ranges
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
    """Yield faults of a drill's texts, names and turn (the number of its block on the page), and what is still to be
    written.
    """
    drill = prepared.drill
    for what, path in prepared.parts_to_write():
        yield prepared.fault(f'{what} is still to be written; replace "(to be written)" by it', *path)
    yield from lint_prompt(drill.prompt, drill.given, prepared.fault, "prompt")
    for name in drill.given:
        yield from name_faults(prepared, name, "given", name)
    if drill.turn is not None and drill.wrong_turn is not None:
        yield prepared.fault("this drill has a turn and a wrong_turn; keep one of them", "turn")
    if drill.erratum is not None and drill.page_says is None:
        yield prepared.fault("this erratum stands alone; write page_says too, what the page prints", "erratum")


def _turn_numbers(drills: Iterable[Prepared]) -> Iterator[DeckError]:
    """Yield a fault for each turn (the number of a block on the page) that is out of sequence.

    Turns of each kind count up from 1; several drills in succession may have the same.
    """
    for kind, part in PARTS.items():
        expected, allowed = 1, {1}
        for prepared in drills:
            number = prepared.drill.number
            if prepared.drill.kind != kind or number is None:
                continue
            if number in allowed:
                expected = number + 1
                allowed = {number, expected}
            else:
                yield prepared.fault(
                    f"{kind} {number} stands where {kind} {expected} is expected; number the turns in the order of "
                    "the page",
                    part,
                )
                # Reported once: later numbers are accepted whether this one is wrong or an earlier one is missing.
                expected += 1
                allowed = {number, number + 1, expected - 1, expected}
