"""`katatx export` and `katatx import`: the log, and decks with their standing, as files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
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
from katatx.progress.work import Progress, counted
from katatx.sessions.desk import Desk

if TYPE_CHECKING:
    from katatx.exports.notes import DrillStanding, Note
    from katatx.show.report import DrillReport

_SUFFIXES = {".json": "json", ".csv": "csv", ".apkg": "anki"}
FORMATS = tuple(_SUFFIXES.values())


def _any_of(words: Iterable[str]) -> str:
    """Return at least two words as a choice: `a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}"


def run(path: Path | None, form: str | None, deck: str | None, seed: int | None, page: bool, home: Path) -> int:
    """Export the log (json, csv) or decks (anki) to `path`, stdout if None; return the exit status.

    `form` is one of those three words; by default the file's ending decides, and stdout gets json. `deck`, `seed` (for
    fresh numbers) and `page` (for the page's numbers) apply to decks only. Raises KatatxError for options, or a format
    and an ending, that do not go together, for a path that cannot be written, a deck that is unknown or cannot be
    asked, a log that cannot be read, and if genanki is needed and not installed.
    """
    form = form or ("json" if path is None else _SUFFIXES.get(path.suffix.lower()))
    if form not in FORMATS:
        if form is not None:
            raise KatatxError(f"{quote(form, 200)} is not a format; write --format {_any_of(FORMATS)}")
        raise KatatxError(
            f"{quote(str(path), 200)} does not say what to write; end the file's name in {_any_of(_SUFFIXES)}, or add "
            f"--format {_any_of(FORMATS)}"
        )
    by_ending = None if path is None else _SUFFIXES.get(path.suffix.lower(), form)
    if by_ending not in (None, form):
        raise KatatxError(
            f"{quote(str(path), 200)} has the ending of {by_ending} files, but --format is {form}; change one of them"
        )
    if page and seed is not None:
        raise KatatxError("--page means the page's numbers and --seed fresh ones; give only one of them")
    if path is not None and (not path.name or (path.exists() and not path.is_file())):
        raise KatatxError(
            f"{quote(str(path), 200)} is not a file; name one such as katatx.json, or none to print the export"
        )
    if path is not None and not path.parent.is_dir():  # checked before the work, which may take a minute
        raise KatatxError(
            f"{quote(str(path), 200)} cannot be written: there is no such folder; make it first, or name another"
        )
    if form in ("json", "csv"):
        if deck is not None:
            raise KatatxError(
                f"--deck does not go with {form}, as the log is always exported whole; leave it out, or write "
                "--format anki"
            )
        if page or seed is not None:
            flag = "--page" if page else "--seed"
            raise KatatxError(
                f"{flag} does not go with {form}, as the log keeps the numbers that were asked; leave it out"
            )
        return _export_log(path, form, home)
    if path is None:
        raise KatatxError("an Anki package cannot be printed; name a file for it, such as katatx.apkg")
    return _export_decks(path, deck, seed, page, home)


def bring_in(path: Path, home: Path) -> int:
    """Import an exported log, and print the numbers; return the exit status 0.

    Raises KatatxError, adding nothing, if an event is invalid, the file cannot be read or the log cannot be written.
    """
    from katatx.progress.transfer import import_lines

    name = plain(str(path), 200, keep="")
    with opened_log(home) as log, _reading(path) as lines:
        found = import_lines(log, lines, name)
    print(f"imported {found.new} events; {found.known} {'was' if found.known == 1 else 'were'} already there")
    return 0


def _export_log(path: Path | None, form: str, home: Path) -> int:
    """Export the log as JSON ("json") or the attempts as CSV ("csv") to `path`, stdout for None; return the exit status
    0. Raises KatatxError if the log cannot be read, or `path` or stdout not be written.
    """
    from katatx.progress.transfer import json_lines, write_csv

    exporting = _exporting(path, "attempts" if form == "csv" else "records")
    with opened_log(home, to_read=True) as log, _writing(path, private=True) as target, exporting as progress:
        if form == "csv":
            write_csv(log, target, progress)
        else:
            target.writelines(json_lines(log, progress))
    return 0


def _exporting(path: Path | None, what: str) -> AbstractContextManager[Progress | None]:
    """Return a context with the progress function of a bar; with None if the export itself is written to the terminal.

    `what` names the items that are counted.
    """
    on_screen = path is None and sys.stdout is not None and sys.stdout.isatty()
    return nullcontext() if on_screen else progress_bar("exporting", what)


def _export_decks(path: Path, name: str | None, seed: int | None, page: bool, home: Path) -> int:
    """Export the deck `name`, or all decks, for Anki; return the exit status 0.

    The numbers are the page's if `page`, else fresh ones for `seed`, which is drawn if it is None. Raises KatatxError
    for an unknown deck, a drill that cannot be asked, a file that cannot be written, and without genanki.
    """
    from katatx.exports.anki import write_package

    with opened_desk(home, to_read=True) as desk:
        if name is not None and name not in desk.decks:
            raise KatatxError(no_such_message(name, "deck", list(desk.decks)))
        decks = [deck for deck in desk.decks.values() if name in (None, deck.name)]
        chosen = None if page else desk.new_seed() if seed is None else seed
        with _exporting(path, "drills") as progress:
            notes = _notes(desk, decks, chosen, progress)
            titles = {deck.name: deck.contents.title for deck in decks}
            count = write_package(notes, titles, path, desk.clock().timestamp())
        narrate(f"{count} note{'s' * (count != 1)} in {path}")
    return 0


def _notes(desk: Desk, decks: list[Deck], seed: int | None, progress: Progress | None) -> Iterator[Note]:
    """Yield the notes (flashcards) of all decks; `seed` is None for the page's numbers."""
    size = sum(len(deck.drills) for deck in decks)
    notes = chain.from_iterable(_notes_of(desk, deck, seed) for deck in decks)
    return counted(notes, lambda: size, progress, every=1)


def _notes_of(desk: Desk, deck: Deck, seed: int | None) -> Iterator[Note]:
    """Yield a note (flashcard) for each drill of a deck, with fresh numbers for `seed`, or the page's own if it is
    None.
    """
    from katatx.exports.notes import draw_notes

    (report,) = desk.report(deck.name).decks
    yield from draw_notes(deck, {drill.drill: _drill_standing(drill) for drill in report.present}, seed)


def _drill_standing(drill: DrillReport) -> DrillStanding:
    """Return a drill's standing as a tag (one word, "due" if it is) and a text with its due day and what it lacks."""
    from katatx.exports.notes import DrillStanding

    word = "due" if drill.is_due else drill.word
    due = "" if drill.due_day is None else f", due {drill.due_day}"
    # For a new or automatic drill, the standing says everything.
    lacks = f"; {drill.sentence}" if drill.word == "learning" else ""
    return DrillStanding(word, f"{drill.word}{due}{lacks}")


@contextmanager
def _writing(path: Path | None, private: bool = False) -> Iterator[TextIO]:
    """Return a context with stdout for None, or with a file that gets its name only when it is complete.

    `private` makes it readable by its owner only. Raises KatatxError if the file cannot be written, or if stdout
    is closed.
    """
    if path is None and sys.stdout is None:
        raise KatatxError("the standard output is closed; name a file, such as katatx.json")
    if path is None:
        yield sys.stdout
        return
    try:
        with replacing(path, private) as part, part.open("w", encoding="utf-8", newline="") as target:
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
