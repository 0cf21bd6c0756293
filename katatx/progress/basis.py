"""The basis of stored standings as JSON: the rule's version, the FSRS parameters and the known decks."""

from __future__ import annotations

import json

from katatx.progress.database.rows import corrupt_rows
from katatx.progress.errors import LogError
from scoring.schedule import Schedule

# The version of the rule that derives standings. Raise it whenever it derives others from an unchanged log.
RULE = 4


def is_current(basis: str | None) -> bool:
    """Return whether standings with this basis were made with the present rule; False for None or an
    unreadable basis.
    """
    made_with = readable(basis)
    return made_with is not None and json.loads(made_with)[0] == RULE


def readable(basis: str | None) -> str | None:
    """Return the basis unchanged; None if it is None, no JSON list, or does not begin with a whole number."""
    try:
        rule, *_ = json.loads(basis or "[]")
    except (ValueError, TypeError, RecursionError):
        return None
    return str(basis) if isinstance(rule, int) else None


def schedule_by(basis: str) -> Schedule:
    """Return the FSRS schedule with the parameters of a readable basis, and the default retention.

    Raises LogError if the basis has another version of the rule, or its parameters are invalid.
    """
    rule, *rest = json.loads(basis)
    if rule != RULE:
        raise LogError(
            "another version of katatx has used this log since it was opened; quit, and start the newest version"
        )
    with corrupt_rows():
        parameters, _ = rest
        schedule = Schedule(parameters)
        schedule.check()
    return schedule
