"""The events of a log: a run begun, an answer, a part of a working uncovered, an answer taken back.

The types bound what is read from files and servers that others may have written. An event is kept as JSON, beside its
id, its moment in microseconds since 1970, its kind, its run and its place. Everything else is worked out from the
events in the order of their moments.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from math import inf
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from katatx import __version__
from katatx.notation.quoting import plain
from katatx.progress.errors import ForeignRow, LogError
from scoring import Verdict
from scoring.steps import evidence_of
from scoring.target import work_seconds
from scoring.verdict import SLIP
from scoring.work import Work

# Verdicts that are not graded, those of older logs too: such an answer is recorded and has no effect.
UNGRADED = (Verdict.AGAIN.value, "coarse", "unread")
# Verdicts that count as right.
RIGHT = frozenset((Verdict.RIGHT.value, Verdict.FOLLOWS.value, "carried"))
# The parts of a worked line in the order of uncovering; the last one uncovers all of it.
Part = Literal["name", "expression", "value"]
STEPS: tuple[Part, ...] = ("name", "expression", "value")

Text = Annotated[str, Meta(max_length=100_000)]
Name = Annotated[str, Meta(min_length=1, max_length=100_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Seconds = Annotated[float, Meta(ge=0, lt=1e9)]
Moment = Annotated[datetime, Meta(tz=True)]
_Day = Annotated[str, Meta(pattern=r"^[1-8]\d{3}-\d\d-\d\d$")]
# The verdicts, and those of older logs.
_VERDICTS = "|".join([*Verdict, "carried", "coarse", "unread", "slip", "wrong-turn", "convention"])
_VerdictWord = Annotated[str, Meta(pattern=f"^({_VERDICTS})$")]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_YEAR = 8999
_DEEPEST = 20


class Run(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="run", rename={"id": "uid"}):
    """One pass through a deck, a kata or a day's review until it is done; it may span several sessions.

    `kind` is "drill", "kata" (then `drills` are its lines), "review" (over all decks: `deck` is empty and `drills` are
    `deck/drill`), "misses" (the missed drills of another run, named as in it), or "lesson" (never recorded). `drills`
    are in order. `drill` is the only drill, or None for all; for a review the focus, for misses the id of the other
    run, and for a kata that continues another run that run's id. `seed` determines its random numbers; with
    `always_fresh` the page's numbers are never used, because the learner chose the seed, or it is a kata on random
    numbers.
    """

    id: Name
    deck: Text
    drill: Name | None
    drills: tuple[Name, ...]
    seed: int
    always_fresh: bool
    started: Moment
    kind: Name = "drill"


class Asked(Struct, frozen=True):
    """A question of a run; `seed` is None if it has the page's numbers."""

    run: Name
    deck: Name
    drill: Name
    seed: int | None

    @property
    def place(self) -> str:
        return f"{self.deck}/{self.drill}"


class Answered(Asked, frozen=True):
    """An answer with its question and verdict, before it is in the log.

    `given` holds the question's values by name, as numbers or nested lists. `wrong_turns` are the names of the known
    mistakes that give the answer, the most likely first. `slots` says for each number, in reading order, whether it is
    right or only too coarse; it is empty if the answer is unread or had another shape. `seconds` runs from the prompt
    to Enter without `paused_seconds`; `first_key_seconds` to the first key, None if unknown. `untouched` marks a time
    that does not count, because the learner was away or the question was their first. `help` counts the uncovered lines
    of the working. `line` is the kata line answered, which practises `drill`; None for the drill itself.
    `pencil_seconds` is the default time for reading and written work and `target_seconds` the target at the learner's
    pace that day; both are None for a choice or a spot.
    """

    given: dict[Text, Any]
    typed: Text
    verdict: _VerdictWord
    wrong_turns: tuple[Name, ...]
    slots: tuple[bool, ...]
    help: Count
    answered: Moment
    seconds: Seconds
    first_key_seconds: Seconds | None = None
    paused_seconds: Seconds = 0.0
    untouched: bool = False
    pencil_seconds: Seconds | None = None
    target_seconds: Seconds | None = None
    line: Text | None = None

    @property
    def graded(self) -> bool:
        return self.verdict not in UNGRADED

    @property
    def clean(self) -> bool:
        """Return whether it was right and no help was taken for it."""
        return self.verdict in RIGHT and self.help == 0


class Answer(Answered, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="answer"):
    """An answer with its practice day (ISO date), what it shows of the steps, its pace, and the program's version."""

    uid: Name
    day: _Day
    version: Text
    known: tuple[Name, ...]
    missed: tuple[Name, ...]
    pace: Seconds | None

    def __post_init__(self) -> None:
        """Read the infinities that `row_of` wrote as texts."""
        msgspec.structs.force_setattr(self, "given", _changed(self.given, _read, _DEEPEST))


class Hint(Asked, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="hint"):
    """A part of a working uncovered before answering, or (in older logs) an undone answer, whose verdict was seen.

    `lines` is the number of lines now uncovered at least in part, 0 for an undone answer, and `step` the part of the
    last one; None means all of it.
    """

    uid: Name
    lines: Count
    at: Moment
    day: _Day
    line: Text | None = None
    step: Part | None = None


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


class Attempt(NamedTuple):
    """An answer in the log.

    `helped`: on its day a line of its drill was uncovered, for it or earlier, or an earlier answer at the drill undone.
    `undone`: the learner took it back.
    """

    answer: Answer
    helped: bool
    undone: bool = False

    @property
    def counts(self) -> bool:
        return self.answer.graded and not self.undone


class Opened(NamedTuple):
    """The uncovered part of a working: its first `lines` lines, the last up to `step`, the others completely."""

    lines: int
    step: Part


read_event = msgspec.json.Decoder(Event).decode
read_counted = msgspec.json.Decoder(Counted).decode


def answer_event(answer: Answered, day: date, work: Work, uid: str = "", version: str = __version__) -> Answer:
    """Return the event of an answer, with what it shows of the steps whatever was seen earlier on its practice day.

    `work` is that of the drill, `uid` its id, by default a new one.
    """
    spent = None
    if not answer.untouched:
        spent = work_seconds(answer.seconds, answer.first_key_seconds, len(answer.typed), work.words)
    right, turns = answer.verdict in RIGHT, (SLIP,) if answer.verdict == SLIP else answer.wrong_turns
    shown = evidence_of(day.toordinal(), answer.place, work, right, turns, answer.help, seconds=spent)
    return Answer(
        **msgspec.structs.asdict(answer), uid=uid or new_name(), day=day.isoformat(), version=version,
        known=shown.known, missed=shown.missed, pace=shown.pace,
    )  # fmt: skip


def undo_of(answer: str, at: datetime) -> Undo:
    """Return the event of an answer, given by its id, taken back."""
    return Undo(f"{answer}-undo", answer, at)


def row_of(event: Event) -> Row:
    """Return the columns of an event's row: id, moment, kind, run, place, and itself as JSON.

    Of a run the place is its kind and deck, of an undo the answer's id, of the others `deck/drill`.
    """
    match event:
        case Run():
            uid, run, place = event.id, event.id, f"{event.kind} {event.deck}"
        case Undo():
            uid, run, place = event.uid, "", event.answer
        case _:
            uid, run, place = event.uid, event.run, event.place
    data = _changed(msgspec.to_builtins(event), _written)
    instant = instant_of(_moment_of(event))
    return storable(uid), instant, data["event"], storable(run), storable(place), json.dumps(data, allow_nan=False)


def _moment_of(event: Event) -> datetime:
    match event:
        case Run():
            return event.started
        case Answer():
            return event.answered
        case _:
            return event.at


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
    moment = _moment_of(event)
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


def _changed(value: Any, change: Callable[[Any], Any], depth: float = inf) -> Any:
    """Return a JSON value with each text or number changed. Raises ValueError if it is nested deeper than `depth`."""
    if not depth:
        raise ValueError("given values are nested too deep")
    if isinstance(value, dict):
        return {storable(name): _changed(each, change, depth - 1) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_changed(each, change, depth - 1) for each in value]
    return change(value)


def _written(value: Any) -> Any:
    """Return a storable text, with "inf" and "-inf" for infinities, which JSON has not."""
    if isinstance(value, str):
        return storable(value)
    return str(value) if value in (inf, -inf) else value


def _read(value: Any) -> Any:
    return {"inf": inf, "-inf": -inf}.get(value, value) if isinstance(value, str) else value
