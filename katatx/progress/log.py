"""The append-only log in an SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import peewee

from katatx import __version__
from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.records import Attempt, Run, Uncovering
from katatx.progress.tables import TABLES, AttemptRow, RunRow, UncoveringRow
from katatx.progress.upgrades import VERSION, upgrade

FILE_NAME = "log.sqlite"
# "kata" in the file's header, so that another program's database is told apart.
APPLICATION = 0x6B617461
_HEADER = 100
_WAIT_SECONDS = 10


class Log:
    """Runs, attempts and uncovered lines, each on disk when its method returns.

    Opening it raises LogError for a file that is no log, is from a newer version, or
    cannot be written; the file is then untouched.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        with self._telling("opened"):
            folder.mkdir(parents=True, exist_ok=True)
            version = _examine(self.path)
            if version is not None and version < VERSION:
                upgrade(self.path, _WAIT_SECONDS)
            pragmas = {"synchronous": "full", "foreign_keys": 1}
            self._database: Any = peewee.SqliteDatabase(str(self.path), pragmas=pragmas, timeout=_WAIT_SECONDS)
            self._database.connect()
            if version is None:
                self._create()
            self._try_writing()

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def start_run(self, run: Run) -> None:
        """Record that a run has begun."""
        with self._telling("written"):
            self._insert(
                RunRow,
                id=run.id,
                deck=run.deck,
                drill=run.drill,
                drills=json.dumps(run.drills),
                seed=run.seed,
                always_fresh=run.always_fresh,
                started=run.started.isoformat(),
                kind=run.kind,
            )

    def record(self, attempt: Attempt) -> None:
        """Record an answer. It is on disk when this returns."""
        with self._telling("written"):
            self._insert(
                AttemptRow,
                run=attempt.run,
                deck=attempt.deck,
                drill=attempt.drill,
                seed=attempt.seed,
                given=json.dumps(attempt.given),
                typed=attempt.typed,
                verdict=attempt.verdict,
                wrong_turns=json.dumps(attempt.wrong_turns),
                slots=json.dumps(attempt.slots),
                help=attempt.help,
                cold=attempt.cold,
                answered=attempt.answered.isoformat(),
                seconds=attempt.seconds,
                first_key_seconds=attempt.first_key_seconds,
                version=__version__,
                line=attempt.line,
            )

    def uncover(self, uncovering: Uncovering) -> None:
        """Record that a worked line was uncovered before answering."""
        with self._telling("written"):
            self._insert(
                UncoveringRow,
                run=uncovering.run,
                deck=uncovering.deck,
                drill=uncovering.drill,
                seed=uncovering.seed,
                lines=uncovering.lines,
                at=uncovering.at.isoformat(),
                line=uncovering.line,
            )

    def runs(self, deck: str, kind: str = "drill") -> list[Run]:
        """A deck's runs of a kind, the last begun first."""
        with self._telling("read"):
            # By row, not by time: times of other zones do not sort as text.
            same = (RunRow.deck == deck) & (RunRow.kind == kind)
            rows = RunRow.select().where(same).order_by(peewee.SQL("rowid").desc())
            return [_run(row) for row in self._all(rows)]

    def attempts(self, run: str) -> list[Attempt]:
        """A run's attempts, oldest first."""
        with self._telling("read"):
            rows = AttemptRow.select().where(AttemptRow.run == run).order_by(AttemptRow.id)
            return [_attempt(row) for row in self._all(rows)]

    def uncovered(self, run: str, drill: str, seed: int | None, line: str | None = None) -> int:
        """How many worked lines lie open on a question of a run, or on a line of its kata."""
        with self._telling("read"):
            row = UncoveringRow
            same = (row.run == run) & (row.drill == drill) & _is(row.seed, seed) & _is(row.line, line)
            return int(row.select(peewee.fn.MAX(row.lines)).where(same).scalar(self._database) or 0)

    def drills_met(self, deck: str, before: str) -> set[str]:
        """The drills of a deck that were answered, well or not, in any run but `before`; lines
        of a kata ask something else, and do not count.
        """
        with self._telling("read"):
            row = AttemptRow
            same = (row.deck == deck) & (row.run != before) & row.line.is_null()
            rows = row.select(row.drill).where(same).distinct()
            return {each.drill for each in self._all(rows)}

    def last_touched(self, deck: str, drill: str) -> datetime | None:
        """When a drill was last graded, or a line of it uncovered; None if never."""
        with self._telling("read"):
            answer, look = AttemptRow, UncoveringRow
            graded = answer.verdict.not_in(["coarse", "unread"])
            answers = answer.select(answer.answered).where((answer.deck == deck) & (answer.drill == drill) & graded)
            looks = look.select(look.at).where((look.deck == deck) & (look.drill == drill))
            times = [row.answered for row in self._all(answers.order_by(answer.id.desc()).limit(1))]
            times += [row.at for row in self._all(looks.order_by(look.id.desc()).limit(1))]
            return max(map(datetime.fromisoformat, times), default=None)

    def _create(self) -> None:
        with self._database.atomic("immediate"), self._database.bind_ctx(TABLES):
            self._database.create_tables(TABLES)
            self._database.execute_sql(f"PRAGMA application_id = {APPLICATION}")
            self._database.execute_sql(f"PRAGMA user_version = {VERSION}")

    def _try_writing(self) -> None:
        """Make sure now, not first at an answer, that the log can be written.

        What is written is taken back: the file stays as it was.
        """
        with self._database.atomic("immediate") as transaction:
            self._insert(RunRow, id="", deck="", drills="", seed=0, always_fresh=False, started="")
            transaction.rollback()

    def _insert(self, table: Any, **columns: Any) -> None:
        table.insert(**columns).execute(self._database)

    def _all(self, query: Any) -> list[Any]:
        return list(query.execute(self._database))

    @contextmanager
    def _telling(self, done: str) -> Iterator[None]:
        """Every failure as one line naming the file."""
        try:
            yield
        except (peewee.PeeweeException, sqlite3.Error, OSError) as error:
            where = plain(str(self.path), keep="")
            reason = getattr(error, "strerror", None) or str(error)
            raise LogError(f"the log {where} cannot be {done}: {reason}; set KATATX_HOME to another folder") from error


def _is(column: Any, value: Any) -> Any:
    return column.is_null() if value is None else column == value


def _examine(path: Path) -> int | None:
    """The version of a log, None where it is still to be made; reads the file's header and
    nothing more.

    Raises LogError for another program's file or a newer version's, before SQLite could
    touch it.
    """
    if not path.exists():
        return None
    with path.open("rb") as file:
        header = file.read(_HEADER)
    where = plain(str(path), keep="")
    if not header:
        return None
    if len(header) < _HEADER or not header.startswith(b"SQLite format 3\0"):
        raise LogError(f"{where} is no katatx log; move it away, or set KATATX_HOME to another folder")
    version, application = int.from_bytes(header[60:64], "big"), int.from_bytes(header[68:72], "big")
    if application != APPLICATION:
        raise LogError(f"{where} is another program's database; move it away, or set KATATX_HOME to another folder")
    if version > VERSION:
        raise LogError(f"{where} is from a newer katatx (log version {version}, this reads {VERSION}); update katatx")
    return version


def _run(row: Any) -> Run:
    started = datetime.fromisoformat(row.started)
    return Run(
        row.id, row.deck, row.drill, tuple(json.loads(row.drills)), row.seed, row.always_fresh, started, row.kind
    )


def _attempt(row: Any) -> Attempt:
    return Attempt(
        run=row.run_id,
        deck=row.deck,
        drill=row.drill,
        seed=row.seed,
        given=json.loads(row.given),
        typed=row.typed,
        verdict=row.verdict,
        wrong_turns=tuple(json.loads(row.wrong_turns)),
        slots=tuple(json.loads(row.slots)),
        help=row.help,
        cold=row.cold,
        answered=datetime.fromisoformat(row.answered),
        seconds=row.seconds,
        first_key_seconds=row.first_key_seconds,
        line=row.line,
    )
