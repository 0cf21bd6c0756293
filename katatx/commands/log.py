"""`katatx export`, `import`, `undo`, `backup` and `doctor`: the log, and decks, as files."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path
from time import time

from katatx.commands.desk import opened_log
from katatx.commands.output import narrate, progress_bar
from katatx.decks.loading import load_library
from katatx.durable import replacing, telling
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import plain, quote
from katatx.progress.home import STORE
from katatx.progress.stores import FILE_NAME, errors_of, examine
from katatx.progress.work import counted


def export(path: Path | None, deck: str | None, seed: int | None, home: Path) -> int:
    """Export the log (.json, .csv) or decks (.apkg) to `path`; the log to stdout for None."""
    where = quote(str(path), 200)
    ending = path.suffix.lower() if path else ".json"
    if ending not in (".json", ".csv", ".apkg"):
        raise KatatxError(f"{where} does not say what to write; end its name in .json, .csv or .apkg")
    if path is not None and path.exists() and not path.is_file():
        raise KatatxError(f"{where} is not a file; name one such as katatx.json, or none to print the export")
    if path is not None and ending == ".apkg":
        return _export_decks(path, deck, seed, home)
    if deck is not None or seed is not None:
        raise KatatxError("--deck and --seed are for Anki cards; name a file for them, such as katatx.apkg")
    return _export_log(path, ending == ".csv", home)


def bring_in(path: Path, home: Path) -> int:
    """Import an exported log, and print the numbers; nothing is added if an event is invalid."""
    from katatx.progress.transfer import LONGEST_LINE, import_lines

    try:
        with opened_log(home) as log, telling(path, "read"), path.open(encoding="utf-8") as source:
            # A line of a device may never end.
            lines = iter(lambda: source.readline(LONGEST_LINE + 1), "")
            new, known = import_lines(log, lines, plain(str(path), 200, keep=""))
    except UnicodeDecodeError as error:
        raise KatatxError(f"{quote(str(path), 200)} is not UTF-8 text; save the file as UTF-8") from error
    print(f"imported {new} events; {known} {'was' if known == 1 else 'were'} already there")
    return 0


def undo(home: Path) -> int:
    with opened_log(home) as log:
        attempt = log.undo(log.settings.now())
    if attempt is None:
        raise KatatxError("nothing to undo: no answer counts yet; answer a question first")
    answer = attempt.answer
    deck, drill, typed = (plain(each, 60, keep="") for each in (answer.deck, answer.drill, answer.typed))
    print(f"undone: {deck}/{drill}, {typed} ({answer.verdict}), answered {answer.answered:%Y-%m-%d %H:%M}")
    return 0


def _log_file(home: Path, target: Path | None) -> Path:
    """Return the path of the log's file. Raises KatatxError if there is none, or if the `target` exists already."""
    if os.environ.get(STORE):
        raise KatatxError("the log is on a PostgreSQL server, not in a file; its own tools copy and examine it")
    if examine(home / FILE_NAME) is None:
        raise KatatxError("there is no log yet; answer a question first")
    if target is not None and target.exists():
        raise KatatxError(f"{quote(str(target), 200)} exists; name a new file")
    return home / FILE_NAME


def doctor(repair: Path | None, home: Path) -> int:
    """Print what is wrong with the log, and write what can be read of it to `repair`; return 1 if anything is wrong."""
    from katatx.progress.transfer import examine_log

    log = _log_file(home, repair)
    where = plain(str(log), 400, keep="")
    with errors_of((sqlite3.Error,), where, "put a copy of it back", "examined"), telling(repair or log):
        count, faults = examine_log(log, repair)
    print(f"{where}: {count:,} rows can be read; problems: {len(faults):,}")
    print(*(plain(f"  {fault}\n", 200, keep="\n") for fault in faults[:20]), sep="", end="")
    return 1 if faults else 0


def backup(path: Path | None, home: Path) -> int:
    target = path or Path(f"katatx-log-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite")
    log = _log_file(home, target)
    with (
        errors_of((sqlite3.Error,), plain(str(log), keep=""), "name another file", "backed up"),
        replacing(target) as part,
        closing(sqlite3.connect(log, timeout=60)) as source,
        closing(sqlite3.connect(part)) as copy,
    ):
        source.backup(copy)
    print(f"the log is copied to {plain(str(target), 400, keep='')}")
    return 0


def _export_log(path: Path | None, as_csv: bool, home: Path) -> int:
    from katatx.progress.transfer import json_lines, write_csv

    if path is None and sys.stdout is None:
        raise KatatxError("the standard output is closed; name a file, such as katatx.json")
    with opened_log(home, to_read=True) as log:
        if path is None:
            sys.stdout.writelines(json_lines(log))
            return 0
        with (
            telling(path),
            replacing(path) as part,
            part.open("w", encoding="utf-8", newline="") as target,
            progress_bar("exporting the log") as progress,
        ):
            if as_csv:
                write_csv(log, target, progress)
            else:
                target.writelines(json_lines(log, progress))
    return 0


def _export_decks(path: Path, name: str | None, seed: int | None, home: Path) -> int:
    """Write a note (flashcard) for each drill of a deck, None for all, with fresh numbers for a `seed`."""
    from katatx.exports.anki import draw_notes, write_package

    library = load_library(home)
    narrate(*map(str, library.faults))
    if name is not None and name not in library.decks:
        raise KatatxError(f"no deck is called {quote(name)}{nearest(name, library.decks)}")
    decks = [deck for deck in library.decks.values() if name in (None, deck.name)]
    titles = {deck.name: deck.contents.title for deck in decks}
    with progress_bar("exporting drills") as progress:
        notes = (note for deck in decks for note in draw_notes(deck, seed))
        told = counted(notes, lambda: sum(len(deck.drills) for deck in decks), progress, every=1)
        count = write_package(told, titles, path, time())
    narrate(f"{count} note{'s' * (count != 1)} in {path}")
    return 0
