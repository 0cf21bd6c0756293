"""Which mistake led to a wrong result of a page."""

from __future__ import annotations

from katatx.audit.drafts import Draft
from katatx.engine.errors import EngineError
from katatx.engine.interval import low_of
from katatx.engine.key import Search, solve
from katatx.engine.pencils import Effort, Exhausted
from katatx.engine.values import flat
from scoring.answer import Answer
from scoring.judge import grade
from scoring.judgement import Verdict
from scoring.key import Band, Key

_EFFORT = 4_000


def diagnosed(draft: Draft) -> str:
    """What led to a wrong result: a known wrong turn, or a slip; nothing where none fits."""
    if draft.expression is None or draft.numbers is None:
        return ""
    key = _key(draft)
    if key is None:
        return ""
    judged = grade(Answer(draft.numbers.numbers, draft.numbers.shape), key)
    return judged.message if judged.verdict in (Verdict.WRONG_TURN, Verdict.SLIP) else ""


def _key(draft: Draft) -> Key | None:
    worked, numbers = draft.expression, draft.numbers
    assert worked is not None
    assert numbers is not None
    try:
        values = {name: known.printed for name, known in worked.names.items()}
        search = Search(tuple(number.value for number in numbers.numbers), Effort(_EFFORT))
        key = solve(worked.node, values, None, search=search).key
    except (EngineError, Exhausted, ArithmeticError, ValueError, TypeError, IndexError):
        key = None
    if key is not None and key.shape == numbers.shape:
        return key
    true = tuple(map(low_of, flat(worked.true)))
    if len(true) != len(numbers.numbers):
        return None
    exactly = Band(true, true)
    return Key(numbers.shape, true, exactly, exactly, None)
