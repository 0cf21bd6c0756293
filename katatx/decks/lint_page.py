"""The blocks of a page held against the turns of its deck."""

from __future__ import annotations

from pathlib import Path

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck, read_document, read_what_can_be
from katatx.pages.blocks import Block, find_blocks
from katatx.pages.reading import read_page


def lint_page(file: Path, page: Path) -> list[DeckError]:
    """Blocks of the page that no drill has the turn of, at their place on the page; and drills of
    blocks that the page has not. Raises KatatxError where the page cannot be read.
    """
    blocks = find_blocks(read_page(page))
    try:
        deck, _ = read_what_can_be(file, read_document(file))
    except DeckError:
        return []  # said already
    return [] if deck is None else [*_missing(deck, blocks, page), *_beyond(deck, blocks)]


def _missing(deck: Deck, blocks: list[Block], page: Path) -> list[DeckError]:
    # Drills with a fault of form count too: their fault is told already.
    data = deck.document.data
    drilled = {(drill.get("kind"), drill.get("turn")) for drill in data["drills"] if isinstance(drill, dict)}
    return [
        DeckError(str(page), block.line, block.column, f"{block.name} has no drill in {deck.file}")
        for block in blocks
        if (block.kind, block.number) not in drilled
    ]


def _beyond(deck: Deck, blocks: list[Block]) -> list[DeckError]:
    known = {(block.kind, block.number) for block in blocks}
    return [
        deck.error(f"{drill.id}: the page has no {drill.kind} {drill.turn}", "drills", index, "turn")
        for index, drill in enumerate(deck.drills)
        if drill.turn is not None and (drill.kind, drill.turn) not in known
    ]
