"""`katatx decks`: list the decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from katatx.commands.output import fields, narrate, print_json
from katatx.decks.loading import Deck, load_deck, load_library
from katatx.decks.model import Drill
from katatx.decks.prepared import prepare
from katatx.engine.book import ARITHMETIC
from katatx.engine.key import Solution
from katatx.errors import KatatxError
from katatx.questions.asking import ask
from katatx.show.text import counted


def run(name: str | None, as_json: bool, home: Path) -> int:
    """List all decks, or the drills of the deck `name`; what cannot be read is reported on stderr."""
    library = load_library(home) if name is None else None
    narrate(*map(str, library.faults if library else ()))
    decks = [*library.decks.values()] if library else [load_deck(name or "", home)]
    if as_json:
        print_json(list(_documents(decks)))
    elif library:
        print(
            *(f"{deck.name}  {counted(len(deck.drills), 'drill')}  {deck.contents.title}" for deck in decks), sep="\n"
        )
    else:
        _print_drills(decks[0])
    return 0


def print_schema(home: Path) -> int:
    from katatx.decks.model import json_schema

    print_json(json_schema())
    return 0


def _documents(decks: Iterable[Deck]) -> Iterator[dict[str, Any]]:
    for deck in decks:
        about = {"deck": deck.name, **fields(deck.contents, "title", "page")}
        try:
            yield about | {"drills": [_drill_document(deck, drill) for drill in deck.drills]}
        except KatatxError as error:
            narrate(str(error))


def _drill_document(deck: Deck, drill: Drill) -> dict[str, Any]:
    """Return a drill's place on the page, the type of its answer, and the operations it uses, none for a choice."""
    prepared = prepare(deck, drill)
    has_lines = prepared.kind not in ("choices", "spot kata")
    lines = Solution(prepared.node, prepared.given).tape.lines if has_lines else ()
    return {
        **fields(drill, "id", "kind", "section", "page_says", "erratum"),
        "turn": drill.number,
        "answer_type": ask(prepared).answer_type,
        "operations": list(dict.fromkeys(recipe for recipe, _ in lines if recipe not in ("", ARITHMETIC))),
        "fresh": prepared.can_be_fresh,
    }


def _print_drills(deck: Deck) -> None:
    """Print a deck's title and page, then each section with the ids and kinds of its drills."""
    width = max(len(drill.id) for drill in deck.drills)
    print(f"{deck.contents.title} ({deck.contents.page})")
    for section, drills in groupby(deck.drills, key=lambda drill: drill.section):
        lines = (f"  {drill.id.ljust(width)}  {drill.kind} {drill.number or ''}".rstrip() for drill in drills)
        print("", section, *lines, sep="\n")
