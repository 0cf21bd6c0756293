"""Finding the faults of a drill file: all in one pass, with their positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from katatx import cache
from katatx.decks.checks import CHECKS, LATER
from katatx.decks.loading import ENDINGS, MOST_DRILLS, Deck, deck_faults, read_document, read_partly
from katatx.decks.prepared import Prepared
from katatx.decks.teaching import twin_faults
from katatx.decks.yaml_reader import DeckError, Document, read_yaml
from katatx.pages.blocks import Block, find_blocks
from katatx.pages.documents.finding import read_source

# The part of a drill that has the number of its block, by the block's kind.
_PARTS = {"your-turn": "turn", "wrong-turn": "wrong_turn"}


def lint_file(path: Path) -> list[DeckError]:
    """Return the faults of a drill file, sorted by position; only the first if it cannot be read as YAML."""
    if path.suffix not in ENDINGS:
        problem = "not a drill file, since those end in .yaml; name such a file, or check a page with katatx audit"
        return [DeckError(str(path), 1, 1, problem, whole=True)]
    try:
        return _lint_document(path, read_document(path))
    except DeckError as error:
        return [error]


def lint_text(text: str, file: str) -> list[DeckError]:
    """Return the faults of a text as the contents of a drill file called `file`, as by `lint_file`."""
    try:
        return _lint_document(Path(file), read_yaml(text, file))
    except DeckError as error:
        return [error]


def _lint_document(path: Path, document: Document) -> list[DeckError]:
    deck, faults = read_partly(path, document)
    if deck is not None:
        faults += deck_faults(deck)
        if len(deck.drills) <= MOST_DRILLS:
            faults += _lint_deck(deck)
    told = {str(fault): fault for fault in faults}  # of a faulty kata also by the spots in it
    return sorted(told.values(), key=lambda fault: (fault.line, fault.column))


def _lint_deck(deck: Deck) -> Iterator[DeckError]:
    """Yield the faults of the readable drills, lessons and kata of a deck, and of twins among the drills."""
    parts = [Prepared(deck, file) for file in (*deck.drills, *deck.contents.lessons.values())]
    parts += [] if deck.contents.kata is None else [Prepared(deck, deck.contents.kata)]
    for part in parts:
        yield from _lint_once(part)
    yield from twin_faults([part for part in parts if part.kind in ("answer", "spot")])


def _lint_once(part: Prepared) -> list[DeckError]:
    """Return the faults of a part, up to one after which it cannot be used, unless it is known to have none."""
    kata = part.kind == "kata"
    with_it = sorted(part.deck.drill_ids) if kata else part.deck.contents.kata if part.spots_kata else None
    content = f"{part.name} {part.file} {with_it}"
    if cache.read("lint", content) is True:
        return []
    faults: list[DeckError] = []
    for kinds, check in CHECKS:
        if part.kind not in kinds or (faults and check in LATER):
            continue
        try:
            with part.located(*part.path_of(0)[:1]):
                faults += check(part)
        except DeckError as error:
            return [*faults, error]
    if not faults:
        cache.write("lint", content, True)
    return faults


def lint_page(file: Path, page: Path) -> list[DeckError]:
    """Return a fault for each block (YOUR TURN or WRONG TURN) of a page without a drill in the deck's `file`, and for
    each drill whose block is not on the page. Raises KatatxError if the page cannot be read.
    """
    blocks = find_blocks(read_source(page))
    try:
        deck, _ = read_partly(file, read_document(file))
    except DeckError:
        return []  # reported by lint_file
    return [] if deck is None else list(_unmatched(deck, blocks, page))


def _unmatched(deck: Deck, blocks: Sequence[Block], page: Path) -> Iterator[DeckError]:
    # A drill with a fault of form counts as one of its block, and has no other fault.
    sections = [each for each in deck.document.data["sections"].values() if isinstance(each, dict)]
    drills = [drill for section in sections for drill in section.values() if isinstance(drill, dict)]
    drilled = {(kind, str(drill.get(part))) for drill in drills for kind, part in _PARTS.items()}
    for block in blocks:
        if (block.kind, str(block.number)) not in drilled:
            problem = f"{block.name} has no drill in {deck.file}; write one for it"
            yield DeckError(str(page), block.line, block.column, problem)
    known = {(block.kind, block.number) for block in blocks}
    for drill in deck.drills:
        if drill.number is not None and (drill.kind, drill.number) not in known:
            problem = f"the page has no {drill.kind} {drill.number}; correct the number"
            yield Prepared(deck, drill).fault(problem, _PARTS[drill.kind])
