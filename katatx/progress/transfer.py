"""The log as a file: JSON lines without loss, CSV for spreadsheets."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TextIO

import msgspec

from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.events import Answer, Answered, Event, Undo, checked
from katatx.progress.log import Log
from katatx.progress.work import Progress, counted

LONGEST_LINE = 1_000_000
_HEADS = ("uid", *Answered.__struct_fields__, "day", "version", "undone")
# Spreadsheets read cells with these first characters as formulas,
_FORMULA = ("=", "@", "\t", "\r")
# and cells that begin with a sign, unless they are plain numbers.
_SIGNED = re.compile(r"[+-](?![\d\s.,;/+-]*$)")


class Imported(NamedTuple):
    """The number of events of a file that are new, and of those that the log had already."""

    new: int
    known: int


def json_lines(log: Log, progress: Progress | None = None) -> Iterator[str]:
    """Yield every event as a line of JSON, oldest first. Raises LogError if the log cannot be read."""
    for text in counted(log.texts(), log.count, progress):
        yield text + "\n"


def write_csv(log: Log, target: TextIO, progress: Progress | None = None) -> None:
    """Write all answers as CSV with a heading, oldest first; the last column says whether each was taken back.

    Texts that a spreadsheet would take for formulas get an apostrophe before them, and hidden characters but line
    breaks become "�". Raises LogError if the log cannot be read.
    """
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(_HEADS)
    undone = {event.answer for event in log.events() if isinstance(event, Undo)}
    for event in counted(log.events(), log.count, progress):
        if isinstance(event, Answer):
            row = {**msgspec.to_builtins(event), "undone": event.uid in undone}
            writer.writerow(cell(row[name]) for name in _HEADS)


def import_lines(log: Log, lines: Iterable[str], name: str) -> Imported:
    """Add exported events to the log, all or none; those that it has do not change.

    `name` is that of the source, for messages. Raises LogError for an invalid event, naming the line, and if the log
    cannot be written or belongs to another learner.
    """
    events = list(_events(lines, name))
    if not events:
        raise LogError(f"{name} is empty; katatx export log.json, where the answers are, writes a file to import")
    new = log.add(events)
    return Imported(new, len(events) - new)


def _events(lines: Iterable[str], name: str) -> Iterator[Event]:
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise LogError(f"{name}:{number}: a line is longer than {LONGEST_LINE:,} characters; export the log again")
        if line.strip():
            yield checked(line, f"{name}:{number}")


def cell(value: Any) -> Any:
    """Return a value as a CSV cell that no spreadsheet takes for a formula; a list or map as JSON."""
    if isinstance(value, (list, dict, tuple)):
        return json.dumps(value)
    if isinstance(value, str):
        shown = plain(value, 100_000)
        return "'" + shown if shown.startswith(_FORMULA) or _SIGNED.match(shown) else shown
    return value
