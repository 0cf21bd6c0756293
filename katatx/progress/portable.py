"""The log as text that can be carried elsewhere: JSON without loss, CSV for spreadsheets."""

from __future__ import annotations

import csv
import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import chain
from math import inf, isfinite
from typing import Any, TextIO

from katatx.notation.quoting import plain, quote
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.moments import instant_of
from katatx.progress.rows import Columns, storable
from katatx.progress.tables import LOG

# Columns that are JSON in the tables, and JSON here.
# What tells rows of one instant apart.
_ORDER = {"runs": "number", "undos": "uid"}
_NESTED = ("drills", "given", "wrong_turns", "slots", "parameters")
_TABLES = {table._meta.table_name: table for table in LOG}
LONGEST_LINE = 1_000_000
_LONGEST_TEXT = 100_000
_DEEPEST = 20
_AT_ONCE = 500
_KINDS: dict[str, tuple[type, ...]] = {
    "CHAR": (str,), "VARCHAR": (str,), "TEXT": (str,), "BOOL": (bool, int), "INT": (int,), "BIGINT": (int,),
    "DOUBLE": (float, int),
}  # fmt: skip
# A spreadsheet takes a cell that begins so for a formula.
_FORMULA = ("=", "@", "\t", "\r")
# So may what begins with a sign, but for the numbers that answers are.
_SIGNED = re.compile(r"[+-](?![\d\s.,;/+-]*$)")


def json_lines(log: Log) -> Iterator[str]:
    """The whole log as a JSON list, one record a line, so that neither end need hold it all."""
    records = chain.from_iterable(_records(log, name) for name in _TABLES)
    separator = "[\n"
    for record in records:
        yield separator + json.dumps(record, allow_nan=False)
        separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def write_csv(log: Log, target: TextIO) -> None:
    """The attempts, one a row under the names of their columns."""
    writer = csv.writer(target, lineterminator="\n")
    heads = _columns_of(_TABLES["attempts"])
    writer.writerow(heads)
    for record in _records(log, "attempts"):
        writer.writerow(_cell(record[name]) for name in heads)


@dataclass
class Imported:
    """What came in: records new to the log, and those that it had."""

    new: dict[str, int] = field(default_factory=dict)
    known: int = 0


def import_records(log: Log, lines: Iterable[str], name: str) -> Imported:
    """Put exported records into the log, all or none; those it has already stay as they are. The
    standing is then derived anew.

    Raises LogError, naming the line, for what is no record of a log.
    """
    found = Imported()
    log.make_sure_it_is_own()
    with log.telling("written"), log.store.writing():
        for at, line in enumerate(lines, start=1):
            where = f"{name}:{at}"
            for record in _records_of_line(line, where):
                _take(log, *_record(record, where), found)
        log.standings.rebuild()
    return found


def _take(log: Log, table_name: str, columns: Columns, found: Imported) -> None:
    table = _TABLES[table_name]
    key = "id" if table_name == "runs" else "uid"
    mine = table.learner == log.store.learner
    database = log.store.database
    if list(table.select(getattr(table, key)).where(mine & (getattr(table, key) == columns[key])).execute(database)):
        found.known += 1
        return
    table.insert(learner=log.store.learner, **columns).execute(database)
    found.new[table_name] = found.new.get(table_name, 0) + 1


def _records(log: Log, name: str) -> Iterator[Columns]:
    """A table's rows in the order of their instants, a few at a time: whoever takes them may be slow,
    and others want to write.
    """
    table: Any = _TABLES[name]
    moment, order = table.instant, getattr(table, _ORDER.get(name, "id"))
    columns = _columns_of(table)
    mine = table.learner == log.store.learner
    after = None
    while True:
        which = mine if after is None else mine & ((moment > after[0]) | ((moment == after[0]) & (order > after[1])))
        with log.telling("read"):
            query = table.select().where(which).order_by(moment, order).limit(_AT_ONCE)
            rows = list(query.dicts().execute(log.store.database))
        for row in rows:
            yield {"table": name, **{each: _out(each, row[each]) for each in columns}}
        if len(rows) < _AT_ONCE:
            return
        after = rows[-1]["instant"], rows[-1][order.name]


def _columns_of(table: Any) -> list[str]:
    """What of a row is said elsewhere too: not its number, nor whose it is."""
    left_out = {"learner", "instant", "number" if table._meta.table_name == "runs" else "id"}
    return [field.name for field in table._meta.sorted_fields if field.name not in left_out]


def _out(name: str, value: Any) -> Any:
    return _finite(json.loads(value)) if name in _NESTED else value


def _finite(value: Any) -> Any:
    """JSON knows no infinity: a mask is written as text."""
    if isinstance(value, list):
        return [_finite(each) for each in value]
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, float) and value in (inf, -inf):
        return "inf" if value > 0 else "-inf"
    return value


def _given(value: Any) -> Any:
    return {"inf": inf, "-inf": -inf}.get(value, value) if isinstance(value, str) else value


def _nested(value: Any, of: Callable[[Any], Any], depth: int = _DEEPEST) -> Any:
    """A value of JSON with its leaves made anew. Raises ValueError for what could not be written again."""
    if not depth or value != value:
        raise ValueError
    if isinstance(value, list):
        return [_nested(each, of, depth - 1) for each in value]
    if isinstance(value, dict):
        return {storable(name): _nested(each, of, depth - 1) for name, each in value.items()}
    return of(storable(value)) if isinstance(value, str) else value


def _records_of_line(line: str, where: str) -> list[Any]:
    """The records of a line: one, as they are written, or a whole list that somebody put on it."""
    if len(line) > LONGEST_LINE:
        raise LogError(f"{where}: a line is longer than {LONGEST_LINE:,} characters")
    text = line.strip().removeprefix("[").removesuffix("]").strip().removesuffix(",")
    try:
        return list(json.loads(f"[{text}]"))
    except (ValueError, RecursionError) as error:
        raise LogError(f"{where}: it is no record of a katatx log, one JSON object a line") from error


def _record(record: Any, where: str) -> tuple[str, Columns]:
    """The table and columns of a record, every one checked: a file may come from anywhere."""
    name = record.pop("table", None) if isinstance(record, dict) else None
    if not isinstance(name, str) or name not in _TABLES:
        known = ", ".join(_TABLES)
        raise LogError(f"{where}: its table is {quote(str(name))}; a record of a katatx log is of {known}")
    columns = {
        each: _checked(_TABLES[name], each, record.pop(each, None), where) for each in _columns_of(_TABLES[name])
    }
    record.pop("instant", None)
    if record:
        raise LogError(f"{where}: {name} have no {quote(next(iter(record)))}")
    moment = datetime.fromisoformat(columns[{"runs": "started", "attempts": "answered"}.get(name, "at")])
    if "day" in columns and abs(date.fromisoformat(columns["day"]) - moment.date()) > timedelta(days=1):
        raise LogError(f"{where}: day is {quote(columns['day'])}, and the record of {moment.date().isoformat()}")
    if name == "attempts":  # as the log itself would have it
        columns["helped"] = columns["helped"] or columns["help"] > 0
        columns["cold"] = columns["cold"] and not columns["helped"]
    return name, {**columns, "instant": instant_of(moment)}


def _checked(table: Any, name: str, value: Any, where: str) -> Any:
    column = getattr(table, name)
    if value is None and column.default is not None:  # from before there was such a column
        value = column.default
    if value is None and column.null and name not in ("uid", *_NESTED):
        return None
    try:
        if name in _NESTED:
            value = _nested(json.loads(value) if isinstance(value, str) else value, _given if name == "given" else str)
            kinds: tuple[type, ...] = (dict,) if name == "given" else (list,)
        else:
            value = storable(value) if isinstance(value, str) else value
            kinds = _KINDS[column.field_type]
        fits = isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
        fits = fits and all(check(value) for check in (_MEANT.get(name), _FITS.get(column.field_type)) if check)
    except (ValueError, OverflowError, RecursionError):
        fits = False
    if not fits:
        raise LogError(f"{where}: {name} is {quote(str(value))}, which is nothing that a log holds there")
    return json.dumps(value) if name in _NESTED else value


def _has_zone(text: str) -> bool:
    return datetime.fromisoformat(text).tzinfo is not None


def _is_day(text: str) -> bool:
    """A day of which the due day can be said still."""
    return text < "9000" and datetime.strptime(text, "%Y-%m-%d").strftime("%Y-%m-%d") == text  # noqa: DTZ007 - a day has no zone


def _is_verdict(text: str) -> bool:
    from scoring import Verdict

    return text in {verdict.value for verdict in Verdict}


def _are_parameters(values: list[Any]) -> bool:
    from scoring.schedule import Schedule

    return all(type(each) in (int, float) for each in values) and Schedule(values).scheduler is not None


def _are_words(values: list[Any]) -> bool:
    return all(isinstance(each, str) for each in values)


_FITS: dict[str, Callable[[Any], bool]] = {
    "VARCHAR": lambda text: len(text) <= _LONGEST_TEXT,
    "TEXT": lambda text: len(text) <= _LONGEST_TEXT,
    "INT": lambda number: -(2**31) <= number < 2**31,
    "BIGINT": lambda number: -(2**63) <= number < 2**63,
    "DOUBLE": lambda number: isfinite(float(number)),
}
_MEANT: dict[str, Callable[[Any], bool]] = {
    "answered": _has_zone,
    "started": _has_zone,
    "at": _has_zone,
    "day": _is_day,
    "verdict": _is_verdict,
    "drills": _are_words,
    "wrong_turns": _are_words,
    "slots": lambda slots: all(isinstance(each, bool) for each in slots),
    "parameters": _are_parameters,
    "seconds": lambda seconds: 0 <= seconds < 1e9,
}


def _cell(value: Any) -> Any:
    if isinstance(value, (list, dict)):
        return json.dumps(value)
    if isinstance(value, str):
        shown = plain(value, _LONGEST_TEXT)
        return "'" + shown if shown.startswith(_FORMULA) or _SIGNED.match(shown) else shown
    return value


def bring_back(log: Log) -> str:
    """Open the log anew, try to put what was kept aside into the log after all, and say what became of it."""
    aside = log.aside
    if aside is None:
        return "every answer is in the log"
    where = plain(str(aside.path), 400, keep="")
    try:
        with log.telling("opened"):
            log.store.reconnect()
        with aside.path.open(encoding="utf-8") as lines:
            import_records(log, lines, where)
        aside.path.unlink()
    except (LogError, OSError):
        count = sum(table == "attempts" for table, _ in aside.records)
        answers = "1 answer is" if count == 1 else f"{count} answers are"
        return f"{answers} not in the log but in {where}; katatx import {shlex.quote(where)} puts them there"
    log.aside = None
    return "the log can be written again, and has every answer"
