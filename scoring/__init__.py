"""Grading of numeric answers, learner models and scheduling, independent of katatx.

Grading takes plain data, a parsed `Answer` and a `Key`, and returns a `Judgement`. Nothing here imports `katatx`, so
that the package can be used alone.
"""

from typing import TYPE_CHECKING, Any

from scoring.answer import Answer, TypedNumber
from scoring.key import Band, Key
from scoring.verdict import Cause, Judgement, Verdict

if TYPE_CHECKING:
    from scoring.judge import grade

__all__ = ["Answer", "Band", "Cause", "Judgement", "Key", "TypedNumber", "Verdict", "grade"]


def __getattr__(name: str) -> Any:
    """Return `grade`, whose module is imported only when it is asked for. Raises AttributeError for any other name.

    Programs that grade nothing start faster that way.
    """
    if name == "grade":
        from scoring.judge import grade

        return grade
    raise AttributeError(name)
