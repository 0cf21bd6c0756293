"""Comparing the blocks of a page with the turns of its deck.

A block is a YOUR TURN or a WRONG TURN of a page; the turn of a drill is the number of its block.
"""

from __future__ import annotations

from pathlib import Path

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck, read_document, read_partly
from katatx.pages.blocks import Block, find_blocks
from katatx.pages.reading import read_page

# The part of a drill that has the number of its block, by the block's kind.
PARTS = {"your-turn": "turn", "wrong-turn": "wrong_turn"}


def lint_page(file: Path, page: Path) -> list[DeckError]:
    """Return a fault for each block (YOUR TURN or WRONG TURN) of a page without a drill, and for each drill whose block
    is not on the page.

    `file` is the deck's file; the list is empty if no deck can be read from it. Raises KatatxError if the page cannot
    be read.
    """
    blocks = find_blocks(read_page(page))
    try:
        deck, _ = read_partly(file, read_document(file))
    except DeckError:
        return []  # reported by lint_file
    return [] if deck is None else [*_blocks_without_drill(deck, blocks, page), *_drills_without_block(deck, blocks)]


def _blocks_without_drill(deck: Deck, blocks: list[Block], page: Path) -> list[DeckError]:
    """Return a fault for each block of the page without a drill; a faulty drill counts as one."""
    # Drills with a fault of form count too: that fault is reported elsewhere.
    sections = [each for each in deck.document.data["sections"].values() if isinstance(each, dict)]
    drills = [drill for each in sections if isinstance(each.get("drills"), dict) for drill in each["drills"].values()]
    drilled = [(kind, drill.get(part)) for drill in drills if isinstance(drill, dict) for kind, part in PARTS.items()]
    return [
        DeckError(str(page), block.line, block.column, f"{block.name} has no drill in {deck.file}; write one for it")
        for block in blocks
        if (block.kind, block.number) not in drilled
    ]


def _drills_without_block(deck: Deck, blocks: list[Block]) -> list[DeckError]:
    """Return a fault for each drill with a `turn` whose block is not on the page; faulty drills are left out."""
    known = {(block.kind, block.number) for block in blocks}
    return [
        deck.error(
            f"{drill.id}: the page has no {drill.kind} {drill.number}; correct the number",
            *drill.path,
            PARTS[drill.kind],
        )
        for drill in deck.drills
        if drill.number is not None and (drill.kind, drill.number) not in known
    ]
