"""The events of a log: a run begun, an answer, a part of a working uncovered, an answer taken back.

An event is kept as JSON, beside its id, its moment in microseconds since 1970, its kind, its run and its place.
Everything else is worked out from the events in the order of their moments.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from math import inf
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from katatx import __version__
from katatx.notation.quoting import plain
from katatx.progress.errors import ForeignRow, LogError
from katatx.progress.records import RIGHT, Answered, Count, Moment, Name, Run, Seconds, Text, Uncovering
from scoring.steps import evidence_of
from scoring.target import work_seconds
from scoring.verdict import SLIP
from scoring.work import Work

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_YEAR = 8999
_DEEPEST = 20
_Day = Annotated[str, Meta(pattern=r"^[1-8]\d{3}-\d\d-\d\d$")]


class Answer(Answered, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="answer"):
    """An answer with its practice day, what it shows of the steps, and its pace."""

    uid: Name
    day: _Day
    version: Text
    known: tuple[Name, ...]
    missed: tuple[Name, ...]
    pace: Seconds | None

    def __post_init__(self) -> None:
        """Read the infinities that `row_of` wrote as texts."""
        msgspec.structs.force_setattr(self, "given", _infinite(self.given))


class Hint(Uncovering, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="hint"):
    """A part of a working uncovered, with its practice day."""

    uid: Name
    day: _Day


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="undo"):
    """An answer, given by its id, taken back."""

    uid: Name
    answer: Name
    at: Moment


Event = Run | Answer | Hint | Undo
Row = tuple[str, int, str, str, str, str]


class Counted(Struct, frozen=True):
    """Of an answer or a hint what the standings are worked out from."""

    day: _Day
    deck: Name
    drill: Name
    verdict: str = ""
    help: Count = 0
    seconds: Seconds = 0.0
    wrong_turns: tuple[Name, ...] = ()
    known: tuple[Name, ...] = ()
    missed: tuple[Name, ...] = ()
    pace: Seconds | None = None


read_event = msgspec.json.Decoder(Event).decode
read_counted = msgspec.json.Decoder(Counted).decode


class _Key(NamedTuple):
    """The columns by which an event is found. Of a run the place is its kind and deck, of an undo the answer's id."""

    uid: str
    moment: datetime
    kind: str
    run: str
    place: str


def answer_event(answer: Answered, day: date, work: Work, uid: str = "", version: str = __version__) -> Answer:
    """Return the event of an answer, with what it shows of the steps whatever was seen earlier on its practice day.

    `work` is that of the drill, `uid` its id, by default a new one.
    """
    spent = None
    if not answer.untouched:
        spent = work_seconds(answer.seconds, answer.first_key_seconds, len(answer.typed), work.words)
    right, turns = answer.verdict in RIGHT, (SLIP,) if answer.verdict == SLIP else answer.wrong_turns
    place = f"{answer.deck}/{answer.drill}"
    shown = evidence_of(day.toordinal(), place, work, right, turns, answer.help, seconds=spent)
    return Answer(
        **msgspec.structs.asdict(answer), uid=uid or new_name(), day=day.isoformat(), version=version,
        known=shown.known, missed=shown.missed, pace=shown.pace,
    )  # fmt: skip


def hint_event(hint: Uncovering, day: date) -> Hint:
    """Return the event of a part of a working uncovered."""
    return Hint(**msgspec.structs.asdict(hint), uid=new_name(), day=day.isoformat())


def undo_event(answer: str, at: datetime) -> Undo:
    """Return the event of an answer, given by its id, taken back."""
    return Undo(f"{answer}-undo", answer, at)


def run_place(deck: str, kind: str) -> str:
    """Return the place of the runs of a kind at a deck."""
    return f"{kind} {deck}"


def row_of(event: Event) -> Row:
    """Return the columns of an event's row: id, moment, kind, run, place, and itself as JSON."""
    uid, moment, kind, run, place = _key(event)
    text = json.dumps(_storable_json(msgspec.to_builtins(event)), allow_nan=False)
    return storable(uid), instant_of(moment), kind, storable(run), storable(place), text


def _key(event: Event) -> _Key:
    if isinstance(event, Run):
        return _Key(event.id, event.started, "run", event.id, run_place(event.deck, event.kind))
    if isinstance(event, Answer):
        return _Key(event.uid, event.answered, "answer", event.run, f"{event.deck}/{event.drill}")
    if isinstance(event, Hint):
        return _Key(event.uid, event.at, "hint", event.run, f"{event.deck}/{event.drill}")
    return _Key(event.uid, event.at, "undo", "", event.answer)


def checked(text: str, where: str) -> Event:
    """Return an exported event, its values checked. Raises LogError, naming the place `where`, if it is none."""
    try:
        event: Event = read_event(text)
    except msgspec.ValidationError as error:
        fault = plain(str(error), 200, keep="")
        raise LogError(f"{where}: it is not as katatx writes it ({fault}); export the log again") from error
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError) as error:
        raise LogError(
            f"{where}: it is not an event of a katatx log; katatx export log.json writes a file to import, "
            "and CSV cannot be imported"
        ) from error
    moment = _key(event).moment
    if not _EPOCH.year <= moment.year <= _LAST_YEAR:
        raise LogError(f"{where}: its year is {moment.year}; correct it, or export the log again")
    if isinstance(event, (Answer, Hint)) and not _is_of_day(event.day, moment):
        raise LogError(f"{where}: its day and its date are more than a day apart; correct one of them")
    return event


def _is_of_day(day: str, moment: datetime) -> bool:
    """Return whether a day is one, and at most a day from the date of a moment."""
    try:
        return abs(date.fromisoformat(day) - moment.date()) <= timedelta(days=1)
    except ValueError:
        return False


@contextmanager
def foreign_rows() -> Iterator[None]:
    """Return a context that turns errors of reading an event that another program wrote into a ForeignRow."""
    try:
        yield
    except (msgspec.MsgspecError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise ForeignRow(
            "the log contains a row that katatx did not write; its administrator must repair it"
        ) from error


def instant_of(moment: datetime) -> int:
    """Return a moment, which must have a time zone, as microseconds since 1970 UTC."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def new_name() -> str:
    """Return a random, unique id."""
    return os.urandom(12).hex()


def storable(text: str) -> str:
    """Return a text that every store accepts: NUL characters are replaced by �, lone surrogates by "?"."""
    return text.replace("\0", "�").encode("utf-8", "replace").decode("utf-8")


def _storable_json(value: Any) -> Any:
    """Return a JSON value with texts that every store accepts, and with "inf" and "-inf" for infinities."""
    if isinstance(value, dict):
        return {storable(name): _storable_json(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable_json(each) for each in value]
    if isinstance(value, str):
        return storable(value)
    return str(value) if value in (inf, -inf) else value


def _infinite(value: Any, depth: int = _DEEPEST) -> Any:
    """Return given values with the infinities that `_storable_json` wrote as texts. Raises ValueError if too deep."""
    if not depth:
        raise ValueError("given values are nested too deep")
    if isinstance(value, dict):
        return {name: _infinite(each, depth - 1) for name, each in value.items()}
    if isinstance(value, list):
        return [_infinite(each, depth - 1) for each in value]
    return {"inf": inf, "-inf": -inf}.get(value, value) if isinstance(value, str) else value
