"""Export and import of the log: JSON without loss, CSV for spreadsheets."""

from __future__ import annotations

import csv
import json
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import Any, TextIO

from katatx.notation.quoting import plain
from katatx.progress.database.orm import peewee
from katatx.progress.database.rows import Columns, corrupt_rows
from katatx.progress.database.tables import AttemptRow, UndoRow
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.transfer.import_checks import LONGEST_TEXT, NESTED, TABLES, checked_record, columns_of, table_of
from katatx.progress.transfer.import_lines import Lines, numbered, records_of_line
from katatx.progress.work import Progress, counted, shared

# The column that orders rows of the same instant.
_ORDER = {"runs": "number", "undos": "uid"}
_AT_ONCE = 500
# Records per insert; an imported record may be as long as a line.
_AT_ONCE_IN = 100
# The relative durations of an import's steps: other records, attempts, deriving standings.
_SHARES = (1, 25, 8)
# Columns of an attempt that are recalculated on import.
_RECALCULATED = ("helped", "cold")
# Spreadsheets read cells with these first characters as formulas,
_FORMULA = ("=", "@", "\t", "\r")
# and cells that begin with a sign, unless they are plain numbers.
_SIGNED = re.compile(r"[+-](?![\d\s.,;/+-]*$)")


def json_lines(log: Log, progress: Progress | None = None) -> Iterator[str]:
    """Yield this learner's whole log as pieces of a JSON text: a list with one record per line.

    Infinities become the texts "inf" and "-inf". `progress` is called with (records done, their total). Raises LogError
    if the log cannot be read.
    """
    whole = chain.from_iterable(_records(log, name) for name in TABLES)
    records = counted(whole, lambda: _count(log, *TABLES), progress)
    separator = "[\n"
    for record in records:
        yield separator + json.dumps(record, allow_nan=False)
        separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def write_csv(log: Log, target: TextIO, progress: Progress | None = None) -> None:
    """Write all attempts to `target` as CSV with a heading, oldest first; the last column says whether each was undone.

    Texts that a spreadsheet would take for formulas get an apostrophe before them, and hidden characters but line
    breaks become "�". `progress` is called with (attempts done, their total). Raises LogError if the log cannot be
    read.
    """
    writer = csv.writer(target, lineterminator="\n")
    heads = [*columns_of(AttemptRow), "undone"]
    writer.writerow(heads)
    undo = UndoRow.select().where((UndoRow.learner == log.store.learner) & (UndoRow.uid == AttemptRow.uid))
    records = _records(log, "attempts", undone=peewee.fn.EXISTS(undo))
    for record in counted(records, lambda: _count(log, "attempts"), progress):
        record["undone"] = bool(record["undone"])
        writer.writerow(_cell(record[name]) for name in heads)


@dataclass
class Imported:
    """The result of an import: the number of new records by table, 0 left out, and of records that the log had already.

    `differing` counts those of the latter that are not equal to the log's.
    """

    new: dict[str, int] = field(default_factory=dict)
    known: int = 0
    differing: int = 0


def import_records(log: Log, lines: Lines | Sequence[str], name: str, progress: Progress | None = None) -> Imported:
    """Add exported records to the log, all or none, and derive the standings anew; existing records do not change.

    `lines` must allow several passes: attempts are read last, because an answer may precede the uncovering that helped
    it. `name` is that of the source, for messages. `progress` is called with (done, total). Raises LogError for an
    invalid record, naming the line, and if the log cannot be written, belongs to another learner, or has a record
    already in an invalid row.
    """
    found = Imported()
    log.make_sure_it_is_own()
    total = 0 if progress is None else sum(1 for _ in lines)
    *reading, deriving = shared(progress, total, _SHARES)
    others, attempts = (counted(lines, lambda: total, each) for each in reading)
    with log.database_errors("written"), log.store.writing():
        for part in peewee.chunked(_checked_records(others, name, attempts=False), _AT_ONCE_IN):
            for table_name in TABLES:
                _insert_new(log, table_name, [each for each in part if each.table == table_name], found)
        for part in peewee.chunked(_checked_records(attempts, name, attempts=True), _AT_ONCE_IN):
            for each in part:
                # A record from a separate file or another computer may not know of the uncovering.
                named = [each.columns[name] for name in ("deck", "drill", "day", "instant")]
                if not each.columns["helped"] and log.uncovered_before(*named):
                    each.columns.update(helped=True, cold=False)
            _insert_new(log, "attempts", part, found)
        log.standings.rebuild(deriving)
    found.new = {each: count for each, count in found.new.items() if count}
    return found


@dataclass(frozen=True, slots=True)
class _Checked:
    """A validated record; `given` are the columns it had, others having defaults."""

    table: str
    columns: Columns
    given: tuple[str, ...]


def _checked_records(lines: Iterable[str], name: str, attempts: bool) -> Iterator[_Checked]:
    """Yield the validated records of exported lines: the attempts if `attempts`, else all the others.

    `name` is the file's name, for messages. Raises LogError, naming the line, on reaching an invalid record.
    """
    for where, line in numbered(lines, name):
        for record in records_of_line(line, where):
            if (table_of(record, where) == "attempts") == attempts:
                table, columns = checked_record(record, where)
                yield _Checked(table, columns, tuple(each for each in columns_of(TABLES[table]) if each in record))


def _insert_new(log: Log, name: str, records: Sequence[_Checked], found: Imported) -> None:
    """Insert records of the table `name` into it, and count them in `found.new`; those already there are left alone.

    The latter, and repeats within `records`, are counted in `found.known`, and in `found.differing` if they are not
    equal to the log's. Raises LogError if the log has one of them already in an invalid row.
    """
    table, learner, database = TABLES[name], log.store.learner, log.store.database
    key = "id" if name == "runs" else "uid"
    known = getattr(table, key).in_([each.columns[key] for each in records])
    rows = table.select().where((table.learner == learner) & known).dicts().execute(database) if records else ()
    there = {row[key]: row for row in rows}
    new = []
    for each in records:
        before = there.setdefault(each.columns[key], each.columns)
        if before is each.columns:
            new.append({"learner": learner, **each.columns})
        else:
            found.known += 1
            found.differing += _differs(each, before)
    if new:
        table.insert_many(new).execute(database)
    found.new[name] = found.new.get(name, 0) + len(new)


def _differs(record: _Checked, row: Columns) -> bool:
    """Return whether a column that the record had is not equal to the row's. Raises LogError if the row is invalid."""
    compared = (column for column in record.given if column not in _RECALCULATED)
    with corrupt_rows():
        return any(
            _exported_value(column, record.columns[column]) != _exported_value(column, row[column])
            for column in compared
        )


def _count(log: Log, *names: str) -> int:
    """Return the number of this learner's rows in some tables."""
    with log.database_errors("read"):
        tables: list[Any] = [TABLES[name] for name in names]
        mine = (
            table.select(peewee.fn.COUNT(table.learner)).where(table.learner == log.store.learner) for table in tables
        )
        return sum(int(count.scalar(log.store.database)) for count in mine)


def _records(log: Log, name: str, **more: Any) -> Iterator[Columns]:
    """Yield this learner's rows of the table `name` as records, oldest first.

    A record has the table's name under the key `table`, and then its exported columns. `more` are peewee expressions
    whose values are added under their keywords. Rows are read in small batches, so that a slow consumer does not block
    writers. Raises LogError if the log cannot be read.
    """
    table: Any = TABLES[name]
    moment, order = table.instant, getattr(table, _ORDER.get(name, "id"))
    columns = [*columns_of(table), *more]
    wanted = (table, *(value.alias(each) for each, value in more.items()))
    mine = table.learner == log.store.learner
    after = None
    while True:
        which = mine if after is None else mine & ((moment > after[0]) | ((moment == after[0]) & (order > after[1])))
        with log.database_errors("read"):
            query = table.select(*wanted).where(which).order_by(moment, order).limit(_AT_ONCE)
            rows = list(query.dicts().execute(log.store.database))
        for row in rows:
            with corrupt_rows():
                record = {"table": name, **{each: _exported_value(each, row[each]) for each in columns}}
            yield record
        if len(rows) < _AT_ONCE:
            return
        after = rows[-1]["instant"], rows[-1][order.name]


def _exported_value(name: str, value: Any) -> Any:
    """Return a column's value for export: JSON text as the value that it holds, with infinities as texts.

    Raises ValueError if the column `name` should hold JSON and does not.
    """
    return _finite(json.loads(value)) if name in NESTED else value


def _finite(value: Any) -> Any:
    """Return a JSON value with infinities as the texts "inf" and "-inf", since JSON has none."""
    if isinstance(value, list):
        return [_finite(each) for each in value]
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, float) and value in (inf, -inf):
        return "inf" if value > 0 else "-inf"
    return value


def _cell(value: Any) -> Any:
    """Return a value as a CSV cell that no spreadsheet takes for a formula; a list or map as JSON.

    In a text, hidden characters but line breaks are replaced by "�".
    """
    if isinstance(value, (list, dict)):
        return json.dumps(value)
    if isinstance(value, str):
        shown = plain(value, LONGEST_TEXT)
        return "'" + shown if shown.startswith(_FORMULA) or _SIGNED.match(shown) else shown
    return value


def bring_back(log: Log, progress: Progress | None = None) -> str:
    """Reopen the store, import the answers kept in the separate file and delete it; return a message for the learner.

    If that fails, nothing is raised: the file stays and the message names the command that imports it. Without such a
    file nothing is done, and the message says that the log has every answer. `progress` is called with (done, total).
    """
    aside = log.aside
    if aside is None:
        return "every answer is in the log"
    where = plain(str(aside.path), 400, keep="")
    try:
        with log.database_errors("opened"):
            log.store.reconnect()
        with aside.path.open(encoding="utf-8") as source:
            import_records(log, Lines(source, where), where, progress)
    except (LogError, OSError):
        count = sum(table == "attempts" for table, _ in aside.records)
        answers = "1 answer is" if count == 1 else f"{count} answers are"
        return f"{answers} not in the log but in {where}; katatx import {shlex.quote(where)} adds them"
    log.aside = None
    restored = "the log can be written again, and has every answer"
    try:
        aside.path.unlink()
    except OSError:
        return f"{restored}; {where} is no longer needed and may be deleted"
    return restored
