"""The events of a log: a run begun, an answer, a part of a working uncovered, an answer taken back.

An event is a row: its id, its moment in microseconds since 1970, its kind, what it belongs to (`run` and `place`), and
its data as JSON. Everything else is worked out from the events in the order of their moments.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from math import inf, isfinite
from typing import Any, NamedTuple

import msgspec

from katatx import __version__
from katatx.notation.quoting import quote
from katatx.progress.errors import LogError
from katatx.progress.records import RIGHT, STEPS, UNGRADED, Answered, Attempt, Run, Uncovering
from scoring.work import Finding

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 100_000
_MOST = 1_000_000
_LONGEST_SECONDS = 1e9
_DEEPEST = 20
# What a time may be called in the data of an event, one for each kind.
_MOMENTS = {"run": "started", "answer": "answered", "hint": "at", "undo": "at"}


class Event(NamedTuple):
    """An event as a row of the log. `place` is `deck/drill`; of a run its kind and deck, of an undo the answer's id."""

    uid: str
    at: int
    kind: str
    run: str
    place: str
    data: dict[str, Any]

    @property
    def row(self) -> tuple[str, int, str, str, str, str]:
        """Return the columns of the row; the data as JSON text."""
        uid, at, kind, run, place, data = self
        texts = msgspec.json.encode(_storable_json(data)).decode()
        return storable(uid), at, kind, storable(run), storable(place), texts


def run_event(run: Run) -> Event:
    """Return the event of a run begun."""
    data = {name: getattr(run, name) for name in ("deck", "drill", "drills", "seed", "always_fresh", "kind")}
    return Event(run.id, instant_of(run.started), "run", run.id, run_place(run.deck, run.kind),
                 {**data, "started": run.started.isoformat()})  # fmt: skip


def run_place(deck: str, kind: str) -> str:
    """Return the place of the runs of a kind at a deck."""
    return f"{kind} {deck}"


def answer_event(answer: Answered, day: date, shown: Finding, pace: float | None) -> Event:
    """Return the event of an answer: with its practice day, what it shows of the steps, and its pace."""
    data = {name: getattr(answer, name) for name in Answered.__slots__}
    data |= {"day": day.isoformat(), "version": __version__, "pace": pace, **shown._asdict()}
    data["answered"] = answer.answered.isoformat()
    return Event(new_name(), instant_of(answer.answered), "answer", answer.run, f"{answer.deck}/{answer.drill}", data)


def hint_event(hint: Uncovering, day: date) -> Event:
    """Return the event of a part of a working uncovered."""
    data = {name: getattr(hint, name) for name in ("seed", "line", "lines", "step")}
    data |= {"at": hint.at.isoformat(), "day": day.isoformat()}
    return Event(new_name(), instant_of(hint.at), "hint", hint.run, f"{hint.deck}/{hint.drill}", data)


def undo_event(answer: str, at: datetime) -> Event:
    """Return the event of an answer, given by its id, taken back."""
    return Event(f"{answer}-undo", instant_of(at), "undo", "", answer, {"at": at.isoformat()})


def run_of(uid: str, data: Mapping[str, Any]) -> Run:
    """Return the run of an event."""
    return Run(
        uid, data["deck"], data["drill"], tuple(data["drills"]), data["seed"], data["always_fresh"],
        datetime.fromisoformat(data["started"]), data["kind"],
    )  # fmt: skip


def attempt_of(uid: str, data: Mapping[str, Any], undone: bool, helped: bool, cold: bool) -> Attempt:
    """Return the attempt of an answer's event."""
    values = {name: data[name] for name in Answered.__slots__}
    values |= {name: tuple(values[name]) for name in ("wrong_turns", "slots")}
    values |= {"answered": datetime.fromisoformat(data["answered"]), "given": _infinite(data["given"])}
    return Attempt(uid, Answered(**values), data["day"], cold, helped, data["version"], undone)


def decoded(text: str | bytes) -> dict[str, Any]:
    """Return the data of an event. Raises ValueError or TypeError if it is none: call it inside `foreign_rows`."""
    return dict(msgspec.json.decode(text))


@contextmanager
def foreign_rows() -> Iterator[None]:
    """Return a context that turns errors of reading an event that another program wrote into a LogError."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError) as error:
        raise LogError("the log contains a row that katatx did not write; its administrator must repair it") from error


def instant_of(moment: datetime) -> int:
    """Return a moment, which must have a time zone, as microseconds since 1970 UTC."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def new_name() -> str:
    """Return a random, unique id."""
    return os.urandom(12).hex()


def storable(text: str) -> str:
    """Return a text that every store accepts: NUL characters are replaced by �, lone surrogates by "?"."""
    return text.replace("\0", "�").encode("utf-8", "replace").decode("utf-8")


def checked(record: Any, where: str) -> Event:
    """Return an exported event, its values checked. Raises LogError, naming the place `where`, if it is none."""
    try:
        kind = record.pop("event")
        wanted = _CHECKS[kind]
        missing = [name for name in ("uid", *wanted) if name not in record]
        if missing:
            raise LogError(f"{where}: {missing[0]} is missing; export the log again")
        wrong = next((name for name, check in wanted.items() if not check(record[name])), None)
        if wrong or not _is_name(record["uid"]) or not _is_json(record) or set(record) - {"uid", "run", *wanted}:
            shown = f"{wrong} is {quote(str(record.get(str(wrong))))}, which no katatx log has" if wrong else "it has"
            raise LogError(f"{where}: {shown}{'' if wrong else ' unknown parts'}; correct it, or export the log again")
        moment = datetime.fromisoformat(record[_MOMENTS[kind]])
        if "day" in record and abs(date.fromisoformat(record["day"]) - moment.date()) > timedelta(days=1):
            raise LogError(f"{where}: its day and its date are more than a day apart; correct one of them")
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise LogError(
            f"{where}: it is not an event of a katatx log; katatx export log.json writes a file to import, "
            "and CSV cannot be imported"
        ) from error
    uid, at = record.pop("uid"), instant_of(moment)
    if kind == "run":
        return Event(uid, at, kind, uid, run_place(record["deck"], record["kind"]), record)
    if kind == "answer":
        return Event(uid, at, kind, record["run"], f"{record['deck']}/{record['drill']}", record)
    return Event(uid, at, kind, record.pop("run", ""), record.pop("place" if kind == "hint" else "answer"), record)


def exported(event: Event) -> dict[str, Any]:
    """Return an event as a record that `checked` reads."""
    more = {"hint": {"run": event.run, "place": event.place}, "undo": {"answer": event.place}}.get(event.kind, {})
    return {"event": event.kind, "uid": event.uid, **more, **event.data}


def _storable_json(value: Any) -> Any:
    """Return a JSON value with texts that every store accepts, and with "inf" and "-inf" for infinities."""
    if isinstance(value, dict):
        return {storable(name): _storable_json(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable_json(each) for each in value]
    if isinstance(value, str):
        return storable(value)
    return str(value) if value in (inf, -inf) else value


def _infinite(value: Any) -> Any:
    """Return given values with the infinities that `_storable_json` wrote as texts."""
    if isinstance(value, dict):
        return {name: _infinite(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_infinite(each) for each in value]
    return {"inf": inf, "-inf": -inf}.get(value, value) if isinstance(value, str) else value


def _is_json(value: Any, depth: int = _DEEPEST) -> bool:
    """Return whether a value is plain and not nested too deep, and its texts and numbers are of sound sizes."""
    if isinstance(value, dict):
        return depth > 0 and all(_is_text(name) and _is_json(each, depth - 1) for name, each in value.items())
    if isinstance(value, list):
        return depth > 0 and all(_is_json(each, depth - 1) for each in value)
    if isinstance(value, float):
        return isfinite(value)
    return value is None or _is_text(value) or (isinstance(value, int) and abs(value) < 2**63)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST


def _is_name(value: Any) -> bool:
    return _is_text(value) and bool(value)


def _is_moment(value: Any) -> bool:
    moment = datetime.fromisoformat(value)
    return moment.tzinfo is not None and 1970 <= moment.year < 9000


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and date.fromisoformat(value).isoformat() == value and value < "9000"


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < _LONGEST_SECONDS


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_name, value))


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _maybe(check: Any) -> Any:
    return lambda value: value is None or check(value)


_PLACE = {"deck": _is_name, "drill": _is_name, "line": _maybe(_is_text), "seed": _maybe(_is_whole), "day": _is_day}
_VERDICTS = (*RIGHT, *UNGRADED, "wrong", "slip", "wrong-turn", "convention")
_CHECKS: dict[str, dict[str, Any]] = {
    "run": {
        "deck": _is_text, "drill": _maybe(_is_text), "drills": _is_words, "seed": _is_whole, "always_fresh": _is_bool,
        "kind": _is_name, "started": _is_moment,
    },
    "answer": _PLACE | {
        "run": _is_name, "given": lambda value: isinstance(value, dict), "typed": _is_text,
        "verdict": lambda value: value in _VERDICTS, "wrong_turns": _is_words,
        "slots": lambda value: isinstance(value, list) and all(map(_is_bool, value)), "help": _is_count,
        "answered": _is_moment, "seconds": _is_time, "first_key_seconds": _maybe(_is_time), "paused_seconds": _is_time,
        "untouched": _is_bool, "pencil_seconds": _maybe(_is_time), "target_seconds": _maybe(_is_time),
        "version": _is_text, "known": _is_words, "missed": _is_words, "own": _maybe(_is_bool), "pace": _maybe(_is_time),
    },
    "hint": {
        "run": _is_name, "place": _is_name, "seed": _maybe(_is_whole), "line": _maybe(_is_text), "day": _is_day,
        "lines": _is_count, "step": lambda value: value in (None, *STEPS), "at": _is_moment,
    },
    "undo": {"answer": _is_name, "at": _is_moment},
}  # fmt: skip
