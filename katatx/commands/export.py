"""`katatx export` and `import`: the log, and decks with their standing, as files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from katatx.commands.desk import opened_desk, opened_log
from katatx.commands.output import narrate
from katatx.commands.progress_bar import progress_bar
from katatx.decks.loading import Deck, no_such
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.practice.desk import Desk
from katatx.progress.work import Progress, counted, shared

if TYPE_CHECKING:
    from katatx.exports.notes import Note, Told
    from katatx.practice.report import DrillReport
    from katatx.progress.import_lines import Lines

_SUFFIXES = {".json": "json", ".csv": "csv", ".apkg": "anki", ".md": "markdown"}
FORMATS = tuple(_SUFFIXES.values())


def run(path: Path | None, form: str | None, deck: str | None, seed: int | None, page: bool, home: Path) -> int:
    """Write the log (json, csv), or decks (anki, markdown), to a file or stdout."""
    form = form or ("json" if path is None else _SUFFIXES.get(path.suffix.lower()))
    if form not in FORMATS:
        raise KatatxError(f"export writes {', '.join(_SUFFIXES)}; name a file so, or give --format")
    if page and seed is not None:
        raise KatatxError("--page takes the page's numbers and --seed fresh ones; give one of them")
    if path is not None and (not path.name or (path.exists() and not path.is_file())):
        raise KatatxError(f"{quote(str(path), 200)} is no file; name one, such as katatx.json, or none for stdout")
    if path is not None and not path.parent.is_dir():  # said before a minute's work, not after it
        raise KatatxError(f"{quote(str(path), 200)} cannot be written: there is no such folder")
    if form in ("json", "csv"):
        if deck is not None:
            raise KatatxError(f"--deck picks decks for anki and markdown; the log as {form} is always whole")
        if page or seed is not None:
            flag = "--page" if page else "--seed"
            raise KatatxError(f"{flag} is for the numbers in anki and markdown; the log as {form} has those there were")
        return _export_log(path, form, home)
    return _export_decks(path, form, deck, seed, page, home)


def bring_in(path: Path, home: Path) -> int:
    """Put an exported log, or answers kept aside, into the log."""
    from katatx.practice.knowing import know_decks
    from katatx.progress.portable import import_records

    name = plain(str(path), 200, keep="")
    with opened_desk(home) as desk, _reading(path, name) as lines, progress_bar("importing", "records") as progress:
        # What comes in counts for the lines that drills are worked by.
        know_decks(desk.decks, desk.log, all_of_them=True)
        found = import_records(desk.log, lines, name, progress)
    new = ", ".join(f"{count} {table[: -1 if count == 1 else None]}" for table, count in found.new.items())
    said = f"imported {new or 'nothing new'}; {found.known} {'was' if found.known == 1 else 'were'} there already"
    if found.differing == 1:
        said += "; 1 differs from that there and was left"
    elif found.differing:
        said += f"; {found.differing} differ from those there and were left"
    print(said)
    return 0


def _export_log(path: Path | None, form: str, home: Path) -> int:
    from katatx.progress.portable import json_lines, write_csv

    exporting = _exporting(path, "attempts" if form == "csv" else "records")
    with opened_log(home, to_read=True) as log, _writing(path) as target, exporting as progress:
        if form == "csv":
            write_csv(log, target, progress)
        else:
            target.writelines(json_lines(log, progress))
    return 0


def _exporting(path: Path | None, what: str) -> AbstractContextManager[Progress | None]:
    """Shows how far an export is, unless what is written appears on the same terminal."""
    on_screen = path is None and sys.stdout is not None and sys.stdout.isatty()
    return nullcontext() if on_screen else progress_bar("exporting", what)


def _export_decks(path: Path | None, form: str, name: str | None, seed: int | None, page: bool, home: Path) -> int:
    with opened_desk(home, to_read=True) as desk:
        if name is not None and name not in desk.decks:
            raise KatatxError(no_such(name, "deck", list(desk.decks)))
        decks = [deck for deck in desk.decks.values() if name in (None, deck.name)]
        chosen = None if page else desk.new_seed() if seed is None else seed
        if form == "anki" and path is None:
            raise KatatxError("an Anki package is a file; name it, such as katatx.apkg")
        with _exporting(path, "drills") as progress:
            notes = _notes(desk, decks, chosen, progress)
            if form == "markdown" or path is None:
                return _export_markdown(decks, notes, path)
            from katatx.exports.anki import write_package

            titles = {deck.name: deck.contents.title for deck in decks}
            count = write_package(chain.from_iterable(notes), titles, path, desk.clock().timestamp())
        narrate(f"{count} notes in {path}")
    return 0


def _export_markdown(decks: list[Deck], notes: list[Iterator[Note]], path: Path | None) -> int:
    from katatx.exports.markdown import markdown_lines

    with _writing(path) as target:
        for deck, its_notes in zip(decks, notes, strict=True):
            for line in markdown_lines(deck, its_notes):
                target.write(line + "\n")
    return 0


def _notes(desk: Desk, decks: list[Deck], seed: int | None, progress: Progress | None) -> list[Iterator[Note]]:
    """The notes of each deck, drawn as they are taken."""
    sizes = [len(deck.drills) for deck in decks]
    parts = zip(decks, shared(progress, sum(sizes), sizes), strict=True)
    return [counted(_notes_of(desk, deck, seed), partial(len, deck.drills), part, every=1) for deck, part in parts]


def _notes_of(desk: Desk, deck: Deck, seed: int | None) -> Iterator[Note]:
    from katatx.exports.notes import draw_notes

    (report,) = desk.report(deck.name).decks
    yield from draw_notes(deck, {drill.drill: _told(drill) for drill in report.present}, seed)


def _told(drill: DrillReport) -> Told:
    from katatx.exports.notes import Told

    word = "due" if drill.is_due else drill.word
    due = "" if drill.due_day is None else f", due {drill.due_day}"
    # A word says all that there is of a drill that is new, or automatic.
    lacks = f"; {drill.sentence}" if drill.word == "learning" else ""
    return Told(word, f"{drill.word}{due}{lacks}")


@contextmanager
def _writing(path: Path | None) -> Iterator[TextIO]:
    """stdout, or a file that stands under its name only once it is whole."""
    if path is None and sys.stdout is None:
        raise KatatxError("stdout is closed; name a file, such as katatx.json")
    if path is None:
        yield sys.stdout
        return
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as target:
            yield target
        part.replace(path)
    except OSError as error:
        raise KatatxError(f"{quote(str(path), 200)} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _reading(path: Path, name: str) -> Iterator[Lines]:
    from katatx.progress.import_lines import Lines, spooled

    where = quote(str(path), 200)
    try:
        source = path.open(encoding="utf-8")
    except OSError as error:
        raise KatatxError(f"{where} cannot be read: {error.strerror or error}") from error
    with source:
        lines = Lines(source, where)
        if path.is_file():
            yield lines
            return
        # What comes through a pipe comes when it likes, and nobody else can write meanwhile.
        with spooled(lines, name) as kept:
            yield kept
