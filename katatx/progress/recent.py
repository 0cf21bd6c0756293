"""Recent answers in brief."""

from __future__ import annotations

import json
from datetime import date
from typing import NamedTuple

from katatx.progress.database.rows import corrupt_rows
from katatx.progress.database.tables import AttemptRow
from katatx.progress.log import Log


class Recent(NamedTuple):
    """A graded answer that counts: its practice day, its seconds, and the ids of its mistakes."""

    day: date
    seconds: float
    wrong_turns: tuple[str, ...]


def answers_since(log: Log, day: date) -> list[Recent]:
    """Return the graded answers on the practice day `day` and later, oldest first, without undone ones.

    Raises LogError if the log cannot be read.
    """
    row = AttemptRow
    query = row.select(row.day, row.seconds, row.wrong_turns).order_by(row.instant, row.id)
    query = query.where(log.counts() & (row.day >= day.isoformat())).tuples()
    with log.database_errors("read"):
        rows = list(query.execute(log.store.database))
    with corrupt_rows():
        return [
            Recent(date.fromisoformat(on), seconds, tuple(map(str, json.loads(turns)))) for on, seconds, turns in rows
        ]
