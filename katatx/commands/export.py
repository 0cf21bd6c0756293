"""`katatx export` and `katatx import`: the log, and decks with their standing, as files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from katatx.commands.desk import opened_desk, opened_log
from katatx.commands.output import narrate, on_terminal, progress_bar
from katatx.decks.loading import Deck, no_such_message
from katatx.durable import replacing, telling
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.progress.work import counted
from katatx.sessions.desk import Desk

if TYPE_CHECKING:
    from katatx.exports.anki import Note
    from katatx.show.report import DrillReport

_ENDINGS = {".json": "json", ".csv": "csv", ".apkg": "anki"}


def run(path: Path | None, form: str | None, deck: str | None, seed: int | None, home: Path) -> int:
    """Export the log (json, csv) or decks (anki) to `path`, stdout if None. `deck` and `seed` apply to decks only."""
    where = quote(str(path), 200)
    ending = _ENDINGS.get(path.suffix.lower()) if path else "json"
    form = form or ending
    if form is None:
        raise KatatxError(f"{where} does not say what to write; end its name in .json, .csv or .apkg, or add --format")
    if path is not None and ending not in (None, form):
        raise KatatxError(f"{where} has the ending of {ending} files, but --format is {form}; change one of them")
    if path is not None and path.exists() and not path.is_file():
        raise KatatxError(f"{where} is not a file; name one such as katatx.json, or none to print the export")
    if form != "anki":
        if deck is not None or seed is not None:
            raise KatatxError(f"--deck and --seed do not go with {form}, as the log is exported whole; leave them out")
        return _export_log(path, form, home)
    if path is None:
        raise KatatxError("an Anki package cannot be printed; name a file for it, such as katatx.apkg")
    return _export_decks(path, deck, seed, home)


def bring_in(path: Path, home: Path) -> int:
    """Import an exported log, and print the numbers; nothing is added if an event is invalid."""
    from katatx.progress.transfer import LONGEST_LINE, import_lines

    try:
        with opened_log(home) as log, telling(path, "read"), path.open(encoding="utf-8") as source:
            # A line of a device may never end.
            lines = iter(lambda: source.readline(LONGEST_LINE + 1), "")
            found = import_lines(log, lines, plain(str(path), 200, keep=""))
    except UnicodeDecodeError as error:
        raise KatatxError(f"{quote(str(path), 200)} is not UTF-8 text; save the file as UTF-8") from error
    print(f"imported {found.new} events; {found.known} {'was' if found.known == 1 else 'were'} already there")
    return 0


def _export_log(path: Path | None, form: str, home: Path) -> int:
    from katatx.progress.transfer import json_lines, write_csv

    # No bar where the export itself is written to the terminal.
    bar = nullcontext() if path is None and on_terminal(sys.stdout) else progress_bar(f"exporting the log as {form}")
    with opened_log(home, to_read=True) as log, _writing(path) as target, bar as progress:
        if form == "csv":
            write_csv(log, target, progress)
        else:
            target.writelines(json_lines(log, progress))
    return 0


@contextmanager
def _writing(path: Path | None) -> Iterator[TextIO]:
    """Return a context with stdout for None, or with a file for its owner only, named only when it is complete."""
    if path is not None:
        with telling(path), replacing(path) as part, part.open("w", encoding="utf-8", newline="") as target:
            yield target
    elif sys.stdout is None:
        raise KatatxError("the standard output is closed; name a file, such as katatx.json")
    else:
        yield sys.stdout


def _export_decks(path: Path, name: str | None, seed: int | None, home: Path) -> int:
    from katatx.exports.anki import write_package

    with opened_desk(home, to_read=True) as desk, progress_bar("exporting drills") as progress:
        if name is not None and name not in desk.decks:
            raise KatatxError(no_such_message(name, "deck", list(desk.decks)))
        decks = [deck for deck in desk.decks.values() if name in (None, deck.name)]
        notes = (note for deck in decks for note in _notes_of(desk, deck, seed))
        told = counted(notes, lambda: sum(len(deck.drills) for deck in decks), progress, every=1)
        titles = {deck.name: deck.contents.title for deck in decks}
        count = write_package(told, titles, path, desk.clock().timestamp())
    narrate(f"{count} note{'s' * (count != 1)} in {path}")
    return 0


def _notes_of(desk: Desk, deck: Deck, seed: int | None) -> Iterator[Note]:
    """Yield a note (flashcard) for each drill of a deck, with fresh numbers for `seed`, or the page's own for None."""
    from katatx.exports.anki import draw_notes

    (report,) = desk.report(deck.name).decks
    return draw_notes(deck, {drill.drill: _standing(drill) for drill in report.drills}, seed)


def _standing(drill: DrillReport) -> tuple[str, str]:
    """Return how far the learner is: a tag ("due" if it is), and a line with the due day."""
    due = "" if drill.due_day is None else f", due {drill.due_day}"
    return "due" if drill.is_due else drill.word, f"{drill.word}{due}"
