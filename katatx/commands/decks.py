"""`katatx decks`: list the decks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from katatx.commands.shared.output import narrate, print_json
from katatx.decks.loading import Deck, load_deck, load_library
from katatx.decks.model import Drill
from katatx.decks.prepared import Prepared, prepare
from katatx.engine.book import ARITHMETIC
from katatx.engine.key import Solution
from katatx.errors import KatatxError
from katatx.questions.asking import ask
from katatx.show.text import counted


def run(name: str | None, as_json: bool, home: Path) -> int:
    """List all decks, or the drills of the deck `name`; return the exit status 0.

    While all decks are listed, files that cannot be read are reported on stderr. As JSON, a deck with a faulty drill is
    reported there too and left out. Raises KatatxError if the deck `name` cannot be read.
    """
    if name is None:
        library = load_library(home)
        for fault in library.faults:
            narrate(str(fault))
        decks = list(library.decks.values())
    else:
        decks = [load_deck(name, home)]
    if as_json:
        print_json([found for deck in decks if (found := _readable(deck)) is not None])
    elif name is None:
        print("\n".join(f"{deck.name}  {counted(len(deck.drills), 'drill')}  {deck.contents.title}" for deck in decks))
    else:
        print("\n".join(_listing(decks[0])))
    return 0


def print_schema() -> int:
    """Print the JSON Schema of a drill file."""
    from katatx.decks.model import json_schema

    print_json(json_schema())
    return 0


def _readable(deck: Deck) -> dict[str, Any] | None:
    """Return a deck's JSON document; if one of its drills is faulty, report it on stderr and return None."""
    try:
        return document(deck)
    except KatatxError as error:
        narrate(str(error))
        return None


def document(deck: Deck) -> dict[str, Any]:
    """Return the JSON document of a deck and its drills in page order. Raises KatatxError if a drill is faulty."""
    return {
        "deck": deck.name,
        "title": deck.contents.title,
        "page": deck.contents.page,
        "drills": [drill_document(deck, drill) for drill in deck.drills],
    }


def drill_document(deck: Deck, drill: Drill) -> dict[str, Any]:
    """Return the JSON document of a drill: its place on the page, the type of its answer, the operations it uses.

    Raises KatatxError if the drill is faulty.
    """
    prepared = prepare(deck, drill)
    return {
        "id": drill.id,
        "kind": drill.kind,
        "turn": drill.turn,
        "section": drill.section,
        "answer_type": ask(prepared).answer_type,
        "operations": _operations(prepared),
        "fresh": prepared.can_be_fresh,
        "page_says": drill.page_says,
        "erratum": drill.erratum,
    }


def _listing(deck: Deck) -> list[str]:
    """Return the lines that list a deck: its title and page, then each section with the ids and kinds of its drills."""
    width = max(len(drill.id) for drill in deck.drills)
    lines, section = [f"{deck.contents.title} ({deck.contents.page})"], ""
    for drill in deck.drills:
        if drill.section != section:
            section = drill.section
            lines += ["", section]
        turn = f" {drill.turn}" if drill.turn else ""
        lines.append(f"  {drill.id.ljust(width)}  {drill.kind}{turn}")
    return lines


def _operations(prepared: Prepared) -> list[str]:
    """Return the names of the operations that a drill is worked with; none for a choice."""
    if prepared.is_choice or prepared.spots_kata:
        return []
    lines = Solution(prepared.node, prepared.given).tape.lines
    return list(dict.fromkeys(recipe for recipe, _ in lines if recipe not in ("", ARITHMETIC)))
