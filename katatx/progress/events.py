"""The events of a log: a run begun, an answer, a part of a working uncovered, an answer taken back.

The types bound what is read from files and servers that others may have written.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from math import inf
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from katatx import __version__
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from scoring import Verdict
from scoring.steps import evidence_of
from scoring.target import TimedAnswer, work_seconds
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
# A number as it is kept, since JSON has no infinities.
_Number = int | float | Literal["inf", "-inf"]
# The verdicts, and those of older logs.
_VERDICTS = "|".join([*Verdict, "carried", "coarse", "unread", "slip", "wrong-turn", "convention"])
_VerdictWord = Annotated[str, Meta(pattern=f"^({_VERDICTS})$")]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LAST_YEAR = 8999
# A NUL in JSON, which not every store accepts.
_NUL = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


class LogError(KatatxError):
    """The log cannot be opened, read or written; nothing has changed, unless a server was lost during a commit."""


class ForeignRow(LogError):
    """The log contains a row that katatx did not write."""


class _Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag=str.lower):
    """An entry of the log; its kind is the name of its class."""


class Run(_Event, frozen=True, rename={"id": "uid"}):
    """One pass through a deck, a kata or a day's review until it is done; it may span several sessions.

    `kind` is "drill", "kata" (then `drills` are its lines), "review" (over all decks: `deck` is empty and `drills` are
    `deck/drill`), "misses" (the missed drills of another run, named as in it), or "lesson" (never recorded). `drill` is
    the only drill, or None for all; for a review the focus, for misses and for a kata that continues another run that
    run's id. With `always_fresh` the page's numbers are never used.
    """

    id: Name
    deck: Text
    drill: Name | None
    drills: tuple[Name, ...]
    seed: int
    always_fresh: bool
    started: Moment
    kind: Name = "drill"

    uid = run = property(attrgetter("id"))
    at = property(attrgetter("started"))

    @property
    def place(self) -> str:
        return f"{self.kind} {self.deck}"


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

    `wrong_turns` are the known mistakes that give the answer, the most likely first. `slots` says of each number, in
    reading order, whether it is right or only too coarse; it is empty if the answer is unread or had another shape.
    `help` counts the uncovered lines of the working. `seconds` runs from the prompt to Enter without `paused_seconds`;
    `first_key_seconds` to the first key, None if unknown. `untouched` marks a time that does not count, because the
    learner was away or the question was their first. `pencil_seconds` is the time for reading and written work at the
    default pace, `target_seconds` the target at the learner's; both are None for a choice or a spot. `line` is the kata
    line answered, which practises `drill`; None for the drill itself.
    """

    given: Mapping[Text, _Number | list[_Number | list[_Number | list[_Number]]]]
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
        return self.verdict in RIGHT and self.help == 0

    @property
    def timed(self) -> TimedAnswer:
        first, typed = self.first_key_seconds, len(self.typed)
        typing = None if first is None else max(0.0, self.seconds - first)
        return TimedAnswer(typed, self.seconds, typing, self.pencil_seconds, self.clean)


class Answer(Answered, _Event, kw_only=True, frozen=True):
    """An answer with its practice day (ISO date), what it shows of the steps, its pace, and the program's version."""

    uid: Name
    day: date
    version: Text
    known: tuple[Name, ...]
    missed: tuple[Name, ...]
    pace: Seconds | None

    at = property(attrgetter("answered"))


class Hint(Asked, _Event, kw_only=True, frozen=True):
    """A part of a working uncovered before answering, or (in older logs, without lines) an undone answer.

    `lines` is the number of lines now uncovered at least in part, `step` the part of the last one; None is all of it.
    """

    uid: Name
    lines: Count
    at: Moment
    day: date
    line: Text | None = None
    step: Part | None = None


class Undo(_Event, frozen=True):
    """An answer, given by its id, taken back."""

    uid: Name
    answer: Name
    at: Moment

    run: ClassVar[str] = ""
    place = property(attrgetter("answer"))


Event = Run | Answer | Hint | Undo
Row = tuple[str, int, str, str, str, str]


class Attempt(NamedTuple):
    """An answer, `helped` if on its day a line was uncovered at its drill, or an earlier answer there undone."""

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


def answer_event(answer: Answered, day: date, work: Work, uid: str = "", version: str = __version__) -> Answer:
    """Return the event of an answer, with what it shows of the steps whatever was seen earlier on its practice day.

    `work` is that of the drill, `uid` its id, by default a new one.
    """
    times = answer.seconds, answer.first_key_seconds, len(answer.typed), work.words
    spent = None if answer.untouched else work_seconds(*times)
    right, turns = answer.verdict in RIGHT, (SLIP,) if answer.verdict == SLIP else answer.wrong_turns
    shown = evidence_of(day.toordinal(), answer.place, work, right, turns, answer.help, seconds=spent)
    # Every store accepts what is typed without NUL characters and lone surrogates.
    typed = answer.typed.replace("\0", "�").encode("utf-8", "replace").decode("utf-8")
    return Answer(
        **msgspec.structs.asdict(answer) | {"given": as_kept(answer.given), "typed": typed}, uid=uid or new_name(),
        day=day, version=version, known=shown.known, missed=shown.missed, pace=shown.pace,
    )  # fmt: skip


def as_kept(value: Any) -> Any:
    """Return numbers, rows and grids, alone or by their names, as the log has them."""
    if isinstance(value, Mapping):
        return {name: as_kept(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_kept(each) for each in value]
    return str(value) if value in (inf, -inf) else value


def undo_of(answer: str, at: datetime) -> Undo:
    """Return the event that takes back an answer, given by its id."""
    return Undo(f"{answer}-undo", answer, at)


def row_of(event: Event) -> Row:
    """Return an event's row: id, moment in microseconds since 1970 UTC, kind, run, place, and itself as JSON."""
    data = msgspec.to_builtins(event)
    text = json.dumps(data, allow_nan=False)  # ASCII, so that a terminal may show it
    return event.uid, instant_of(event.at), data["event"], event.run, event.place, text


def checked(text: str, where: str) -> Event:
    """Return an exported event, its values checked. Raises LogError, naming the place `where`, if it is none."""
    try:
        event: Event = read_event(_NUL.sub(r"\1\\ufffd", text))
    except msgspec.ValidationError as error:
        fault = plain(str(error), 200, keep="")
        raise LogError(f"{where}: it is not as katatx writes it ({fault}); export the log again") from error
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError) as error:
        raise LogError(
            f"{where}: it is not an event of a katatx log; katatx export log.json writes a file to import, "
            "and CSV cannot be imported"
        ) from error
    if not EPOCH.year <= event.at.year <= LAST_YEAR:
        raise LogError(f"{where}: its year is {event.at.year}; correct it, or export the log again")
    if isinstance(event, (Answer, Hint)) and abs(event.day - event.at.date()) > timedelta(days=1):
        raise LogError(f"{where}: its day and its date are more than a day apart; correct one of them")
    return event


def instant_of(moment: datetime) -> int:
    """Return a moment, which must have a time zone, as microseconds since 1970 UTC."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def new_name() -> str:
    """Return a random, unique id."""
    return os.urandom(12).hex()
