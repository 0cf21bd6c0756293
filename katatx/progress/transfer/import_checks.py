"""Validate imported records, column by column."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from math import inf, isfinite
from typing import Any

from katatx.notation.quoting import quote
from katatx.progress.database.rows import Columns, storable
from katatx.progress.database.tables import LOG
from katatx.progress.errors import LogError
from katatx.progress.moments import instant_of
from katatx.progress.records import STEPS

TABLES = {table._meta.table_name: table for table in LOG}
# Columns that hold JSON.
NESTED = ("drills", "given", "wrong_turns", "slots", "parameters")
LONGEST_TEXT = 100_000
_DEEPEST = 20
_MOST = 1_000_000
_SHORTEST_SECONDS, _LONGEST_SECONDS = 1e-18, 1e9
_MOMENTS = {"runs": "started", "attempts": "answered"}
_KINDS: dict[str, tuple[type, ...]] = {
    "CHAR": (str,), "VARCHAR": (str,), "TEXT": (str,), "BOOL": (bool, int), "INT": (int,), "BIGINT": (int,),
    "DOUBLE": (float, int),
}  # fmt: skip


NO_RECORD = (
    "it is not a record of a katatx log; katatx export log.json writes a file to import, and CSV cannot be imported"
)


def columns_of(table: Any) -> list[str]:
    """Return the names of a table's columns that are exported: all but row numbers, the learner and `instant`."""
    left_out = {"learner", "instant", "number" if table._meta.table_name == "runs" else "id"}
    return [field.name for field in table._meta.sorted_fields if field.name not in left_out]


def table_of(record: Any, where: str) -> str:
    """Return the name of the table that a record belongs to.

    Raises LogError, naming the location `where`, if it is no record or names no table of the log.
    """
    name = record.get("table") if isinstance(record, dict) else None
    if name is None:
        raise LogError(f"{where}: {NO_RECORD}")
    if not isinstance(name, str) or name not in TABLES:
        raise LogError(f"{where}: its table is {quote(str(name))}; write one of {', '.join(TABLES)}")
    return name


def checked_record(record: Any, where: str) -> tuple[str, Columns]:
    """Return a record's table and its columns (those of `columns_of`, and `instant`), in the form the table takes.

    Columns that it lacks have their defaults. An attempt with help is also made `helped`, and one that is `helped` not
    `cold`. Raises LogError, naming the location `where`, for an invalid record.
    """
    name = table_of(record, where)
    names = columns_of(TABLES[name])
    columns = {each: _checked(TABLES[name], each, record.get(each), where) for each in names}
    unknown = next((each for each in record if each not in (*names, "table", "instant")), None)
    if unknown is not None:
        raise LogError(
            f"{where}: {quote(unknown)} is unknown in {name}; update katatx if a newer one wrote it, or remove it"
        )
    moment = datetime.fromisoformat(columns[_MOMENTS.get(name, "at")])
    if "day" in columns and abs(date.fromisoformat(columns["day"]) - moment.date()) > timedelta(days=1):
        field = _MOMENTS.get(name, "at")
        says = f'the day {columns["day"]} ("day") and the date of "{field}", {moment.date().isoformat()},'
        raise LogError(f"{where}: {says} are more than a day apart; correct one of them")
    if name == "attempts":  # the same rule as in the log
        columns["helped"] = columns["helped"] or columns["help"] > 0
        columns["cold"] = columns["cold"] and not columns["helped"]
    return name, {**columns, "instant": instant_of(moment)}


def _checked(table: Any, name: str, value: Any, where: str) -> Any:
    """Return a value for the column `name` in the form `table` takes; nested values as JSON text.

    None, as in older records, becomes the column's default if it has one, or else stays None if the column allows it,
    except for an id or nested values. Raises LogError, naming `where`, if the value is invalid.
    """
    column = getattr(table, name)
    if value is None and column.default is not None:  # older records lack the column
        value = column.default
    if value is None and column.null and name not in ("uid", *NESTED):
        return None
    try:
        if name in NESTED:
            value = _nested(json.loads(value) if isinstance(value, str) else value, _given if name == "given" else str)
            kinds: tuple[type, ...] = (dict,) if name == "given" else (list,)
        else:
            value = storable(value) if isinstance(value, str) else value
            kinds = _KINDS[column.field_type]
        fits = isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
        fits = fits and all(check(value) for check in (_FITS.get(column.field_type), _MEANT.get(name)) if check)
    except (ValueError, OverflowError, RecursionError):
        fits = False
    if not fits:
        raise LogError(
            f"{where}: {name} is {quote(str(value))}, which no katatx log has; correct it, or export the log again"
        )
    return json.dumps(value) if name in NESTED else value


def _given(value: Any) -> Any:
    """Return the infinity that the text "inf" or "-inf" stands for; other values unchanged."""
    return {"inf": inf, "-inf": -inf}.get(value, value) if isinstance(value, str) else value


def _nested(value: Any, of: Callable[[Any], Any], depth: int = _DEEPEST) -> Any:
    """Return a JSON value with every text in it made storable, and those that are not keys then converted by `of`.

    Raises ValueError if it is nested deeper than `depth` levels or contains NaN.
    """
    if not depth or value != value:
        raise ValueError
    if isinstance(value, list):
        return [_nested(each, of, depth - 1) for each in value]
    if isinstance(value, dict):
        return {storable(name): _nested(each, of, depth - 1) for name, each in value.items()}
    return of(storable(value)) if isinstance(value, str) else value


def _is_moment(text: str) -> bool:
    """Return whether the text is a time with a zone, in a year from 1970 to 8999. Raises ValueError if it
    is no time.
    """
    moment = datetime.fromisoformat(text)
    return moment.tzinfo is not None and 1970 <= moment.year < 9000


def _is_day(text: str) -> bool:
    """Return whether the text is a date YYYY-MM-DD before the year 9000, so that its due day is a date too.

    Other texts give False or raise ValueError.
    """
    return text < "9000" and datetime.strptime(text, "%Y-%m-%d").strftime("%Y-%m-%d") == text  # noqa: DTZ007 - a day has no zone


def _is_time(seconds: float) -> bool:
    """Return whether the seconds are 0, or from 1e-18 to below 1e9."""
    return seconds == 0 or _SHORTEST_SECONDS <= seconds < _LONGEST_SECONDS


def _is_count(number: int) -> bool:
    """Return whether a number is from 0 to a million."""
    return 0 <= number <= _MOST


def _is_verdict(text: str) -> bool:
    """Return whether the text is the word of a verdict, of older logs too."""
    from scoring import Verdict

    try:
        return bool(Verdict(text))
    except ValueError:
        return False


def _are_parameters(values: list[Any]) -> bool:
    """Return whether the values are valid FSRS parameters. Raises ValueError or OverflowError if FSRS rejects them."""
    from scoring.schedule import Schedule

    if not all(type(each) in (int, float) for each in values):
        return False
    Schedule(values).check()
    return True


def _are_words(values: list[Any]) -> bool:
    """Return whether all values are texts (`str`)."""
    return all(isinstance(each, str) for each in values)


_FITS: dict[str, Callable[[Any], bool]] = {
    "VARCHAR": lambda text: len(text) <= LONGEST_TEXT,
    "TEXT": lambda text: len(text) <= LONGEST_TEXT,
    "INT": lambda number: -(2**31) <= number < 2**31,
    "BIGINT": lambda number: -(2**63) <= number < 2**63,
    "DOUBLE": lambda number: isfinite(float(number)),
}
_MEANT: dict[str, Callable[[Any], bool]] = {
    # A name must not be empty.
    "id": bool,
    "uid": bool,
    "run": bool,
    "answered": _is_moment,
    "started": _is_moment,
    "at": _is_moment,
    "day": _is_day,
    "verdict": _is_verdict,
    "step": lambda text: text in STEPS,
    "drills": _are_words,
    "wrong_turns": _are_words,
    "slots": lambda slots: all(isinstance(each, bool) for each in slots),
    "parameters": _are_parameters,
    "help": _is_count,
    "lines": _is_count,
    "characters": _is_count,
    "seconds": _is_time,
    "first_key_seconds": _is_time,
    "paused_seconds": _is_time,
    "pencil_seconds": _is_time,
    "target_seconds": _is_time,
}
