"""Convert records to table columns and back.

Functions that make a record from a row raise ValueError or a similar error for an invalid row: call them inside
`corrupt_rows`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from katatx.progress.errors import LogError
from katatx.progress.moments import instant_of
from katatx.progress.records import STEPS, Answered, Attempt, Opened, Run, Typing, Uncovering

Columns = dict[str, Any]


@contextmanager
def corrupt_rows() -> Iterator[None]:
    """Return a context that turns errors of decoding a row into LogError.

    On a server, other programs may have written invalid rows.
    """
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError) as error:
        raise LogError("the log contains a row that katatx did not write; its administrator must repair it") from error


def new_name() -> str:
    """Return a random, unique id."""
    return os.urandom(12).hex()


def storable(text: str) -> str:
    """Return a text that every store accepts: NUL characters are replaced by �, lone surrogates by "?"."""
    return text.replace("\0", "�").encode("utf-8", "replace").decode("utf-8")


def run_row(run: Run) -> Columns:
    """Return the columns of a run."""
    return {
        "id": run.id,
        "deck": run.deck,
        "drill": run.drill,
        "drills": json.dumps(run.drills),
        "seed": run.seed,
        "always_fresh": run.always_fresh,
        "started": run.started.isoformat(),
        "kind": run.kind,
        "instant": instant_of(run.started),
    }


def run_of(row: Any) -> Run:
    """Return the run in a `RunRow`. Raises ValueError or a similar error for an invalid row."""
    return Run(
        row.id, row.deck, row.drill, tuple(json.loads(row.drills)), row.seed, bool(row.always_fresh),
        datetime.fromisoformat(row.started), row.kind,
    )  # fmt: skip


def attempt_row(attempt: Attempt) -> Columns:
    """Return the columns of an attempt, with the typed text made `storable`."""
    answer = attempt.answer
    return {
        "uid": attempt.uid,
        "run": answer.run,
        "deck": answer.deck,
        "drill": answer.drill,
        "seed": answer.seed,
        "given": json.dumps(answer.given),
        "typed": storable(answer.typed),
        "verdict": answer.verdict,
        "wrong_turns": json.dumps(answer.wrong_turns),
        "slots": json.dumps(answer.slots),
        "help": answer.help,
        "cold": attempt.cold,
        "helped": attempt.helped,
        "answered": answer.answered.isoformat(),
        "seconds": answer.seconds,
        "first_key_seconds": answer.first_key_seconds,
        "version": attempt.version,
        "line": answer.line,
        "day": attempt.day,
        "instant": instant_of(answer.answered),
        "paused_seconds": answer.paused_seconds,
        "untouched": answer.untouched,
        "pencil_seconds": answer.pencil_seconds,
        "target_seconds": answer.target_seconds,
    }


def attempt_of(row: Any, undone: bool = False) -> Attempt:
    """Return the attempt in an `AttemptRow`; `undone` says whether it is marked as undone, which the row does not.

    Raises ValueError or a similar error for an invalid row.
    """
    answer = Answered(
        run=row.run,
        deck=row.deck,
        drill=row.drill,
        seed=row.seed,
        given=json.loads(row.given),
        typed=row.typed,
        verdict=row.verdict,
        wrong_turns=tuple(json.loads(row.wrong_turns)),
        slots=tuple(json.loads(row.slots)),
        help=row.help,
        answered=datetime.fromisoformat(row.answered),
        seconds=row.seconds,
        first_key_seconds=row.first_key_seconds,
        paused_seconds=row.paused_seconds,
        untouched=bool(row.untouched),
        pencil_seconds=row.pencil_seconds,
        target_seconds=row.target_seconds,
        line=row.line,
    )
    return Attempt(row.uid, answer, row.day, bool(row.cold), bool(row.helped), row.version, undone)


def uncovering_row(uncovering: Uncovering, day: str) -> Columns:
    """Return the columns of an uncovering, with a new id; `day` is its practice day as an ISO date."""
    return {
        "uid": new_name(),
        "run": uncovering.run,
        "deck": uncovering.deck,
        "drill": uncovering.drill,
        "seed": uncovering.seed,
        "lines": uncovering.lines,
        "at": uncovering.at.isoformat(),
        "line": uncovering.line,
        "day": day,
        "instant": instant_of(uncovering.at),
        "step": uncovering.step,
    }


def opened_by(rows: Iterable[tuple[int, str | None]]) -> Opened:
    """Return the furthest of these (lines, step) pairs; step None means the whole line.

    It is `Opened(0, "value")` if there are none. Raises ValueError for an unknown step.
    """
    whole = len(STEPS) - 1
    most, step = max(
        ((lines, whole if step is None else STEPS.index(step)) for lines, step in rows), default=(0, whole)
    )
    return Opened(most, STEPS[step if most else whole])


def typing_row(typing: Typing) -> Columns:
    """Return the columns of a typing measurement, with a new id."""
    return {"characters": typing.characters, "seconds": typing.seconds, **named_at(typing.at)}


def named_at(moment: datetime) -> Columns:
    """Return the columns `uid` (a new id), `at` and `instant` for a moment."""
    return {"uid": new_name(), "at": moment.isoformat(), "instant": instant_of(moment)}
