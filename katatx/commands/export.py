"""`katatx export` and `katatx import`: the log, and decks with their standing, as files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from katatx.commands.shared.desk import opened_desk, opened_log
from katatx.commands.shared.output import narrate
from katatx.commands.shared.progress_bar import progress_bar
from katatx.decks.loading import Deck, no_such_message
from katatx.durable import replacing
from katatx.errors import KatatxError, reason_of
from katatx.notation.quoting import plain, quote
from katatx.progress.work import counted
from katatx.sessions.desk import Desk

if TYPE_CHECKING:
    from katatx.exports.notes import DrillStanding, Note
    from katatx.show.report import DrillReport

_SUFFIXES = {".json": "json", ".csv": "csv", ".apkg": "anki"}


def run(path: Path | None, form: str | None, deck: str | None, seed: int | None, page: bool, home: Path) -> int:
    """Export the log (json, csv) or decks (anki) to `path`, stdout if None; return the exit status.

    By default the file's ending decides on the form, and stdout gets json. `deck`, `seed` (for fresh numbers) and
    `page` (for the page's numbers) apply to decks only.
    """
    form = form or ("json" if path is None else _SUFFIXES.get(path.suffix.lower(), ""))
    if problem := _problem(path, form, deck, seed, page):
        raise KatatxError(problem)
    if form == "anki" and path is not None:
        return _export_decks(path, deck, seed, page, home)
    return _export_log(path, form, home)


def _problem(path: Path | None, form: str, deck: str | None, seed: int | None, page: bool) -> str:
    """Return what is wrong with the options, "" if nothing; before the work, which may take a minute."""
    where = quote(str(path), 200)
    if not form:
        return (
            f"{where} does not say what to write; end the file's name in .json, .csv or .apkg, or add --format json, "
            "csv or anki"
        )
    if path is None and form == "anki":
        return "an Anki package cannot be printed; name a file for it, such as katatx.apkg"
    if path is not None and (ending := _SUFFIXES.get(path.suffix.lower(), form)) != form:
        return f"{where} has the ending of {ending} files, but --format is {form}; change one of them"
    if page and seed is not None:
        return "--page means the page's numbers and --seed fresh ones; give only one of them"
    if path is not None and (not path.name or (path.exists() and not path.is_file())):
        return f"{where} is not a file; name one such as katatx.json, or none to print the export"
    if path is not None and not path.parent.is_dir():
        return f"{where} cannot be written: there is no such folder; make it first, or name another"
    if form != "anki" and deck is not None:
        return (
            f"--deck does not go with {form}, as the log is always exported whole; leave it out, or write --format anki"
        )
    if form != "anki" and (page or seed is not None):
        flag = "--page" if page else "--seed"
        return f"{flag} does not go with {form}, as the log keeps the numbers that were asked; leave it out"
    return ""


def bring_in(path: Path, home: Path) -> int:
    """Import an exported log, and print the numbers; nothing is added if an event is invalid."""
    from katatx.progress.transfer import import_lines

    name = plain(str(path), 200, keep="")
    with opened_log(home) as log, _reading(path) as lines:
        found = import_lines(log, lines, name)
    print(f"imported {found.new} events; {found.known} {'was' if found.known == 1 else 'were'} already there")
    return 0


def _export_log(path: Path | None, form: str, home: Path) -> int:
    """Export the log as JSON ("json") or the attempts as CSV ("csv")."""
    from katatx.progress.transfer import json_lines, write_csv

    # No bar where the export itself is written to the terminal.
    on_screen = path is None and sys.stdout is not None and sys.stdout.isatty()
    bar = nullcontext() if on_screen else progress_bar("exporting", "attempts" if form == "csv" else "records")
    with opened_log(home, to_read=True) as log, _writing(path) as target, bar as progress:
        if form == "csv":
            write_csv(log, target, progress)
        else:
            target.writelines(json_lines(log, progress))
    return 0


def _export_decks(path: Path, name: str | None, seed: int | None, page: bool, home: Path) -> int:
    """Export the deck `name`, or all decks, for Anki, with the page's numbers if `page`, else fresh ones for `seed`,
    which is drawn if it is None.
    """
    from katatx.exports.anki import write_package

    with opened_desk(home, to_read=True) as desk:
        if name is not None and name not in desk.decks:
            raise KatatxError(no_such_message(name, "deck", list(desk.decks)))
        decks = [deck for deck in desk.decks.values() if name in (None, deck.name)]
        chosen = None if page else desk.new_seed() if seed is None else seed
        with progress_bar("exporting", "drills") as progress:
            notes = chain.from_iterable(_notes_of(desk, deck, chosen) for deck in decks)
            told = counted(notes, lambda: sum(len(deck.drills) for deck in decks), progress, every=1)
            titles = {deck.name: deck.contents.title for deck in decks}
            count = write_package(told, titles, path, desk.clock().timestamp())
        narrate(f"{count} note{'s' * (count != 1)} in {path}")
    return 0


def _notes_of(desk: Desk, deck: Deck, seed: int | None) -> Iterator[Note]:
    """Yield a note (flashcard) for each drill of a deck, with fresh numbers for `seed`, or the page's own for None."""
    from katatx.exports.notes import draw_notes

    (report,) = desk.report(deck.name).decks
    yield from draw_notes(deck, {drill.drill: _drill_standing(drill) for drill in report.present}, seed)


def _drill_standing(drill: DrillReport) -> DrillStanding:
    """Return how far the learner is: a tag ("due" if it is), and a line with the due day."""
    from katatx.exports.notes import DrillStanding

    word = "due" if drill.is_due else drill.word
    due = "" if drill.due_day is None else f", due {drill.due_day}"
    return DrillStanding(word, f"{drill.word}{due}")


@contextmanager
def _writing(path: Path | None) -> Iterator[TextIO]:
    """Return a context with stdout for None, or with a file for its owner only, named only when it is complete."""
    if path is None and sys.stdout is None:
        raise KatatxError("the standard output is closed; name a file, such as katatx.json")
    if path is None:
        yield sys.stdout
        return
    try:
        with replacing(path) as part, part.open("w", encoding="utf-8", newline="") as target:
            yield target
    except OSError as error:
        raise KatatxError(
            f"{quote(str(path), 200)} cannot be written: {reason_of(error)}; name another file"
        ) from error


@contextmanager
def _reading(path: Path) -> Iterator[Iterator[str]]:
    """Return a context with the lines of a file or a pipe. Raises KatatxError if it cannot be read."""
    from katatx.progress.transfer import LONGEST_LINE

    where = quote(str(path), 200)
    try:
        with path.open(encoding="utf-8") as source:
            # A line of a device may never end.
            yield iter(lambda: source.readline(LONGEST_LINE + 1), "")
    except UnicodeDecodeError as error:
        raise KatatxError(f"{where} cannot be read: it is not UTF-8 text; save the file as UTF-8") from error
    except OSError as error:
        raise KatatxError(f"{where} cannot be read: {reason_of(error)}; name another file") from error
