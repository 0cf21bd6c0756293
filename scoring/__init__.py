"""Judges numbers. Knows nothing of attention, files or screens.

What comes in is plain data, a parsed `Answer` and a `Key`; what goes out is a
`Judgement`. Nothing here imports `katatx`, which is why it can be used alone.
"""

from typing import TYPE_CHECKING, Any

from scoring.answer import Answer, TypedNumber
from scoring.judgement import Judgement, Verdict
from scoring.key import Band, Key, KnownTurn

if TYPE_CHECKING:
    from scoring.judge import grade

__all__ = ["Answer", "Band", "Judgement", "Key", "KnownTurn", "TypedNumber", "Verdict", "grade"]


def __getattr__(name: str) -> Any:
    """`grade` is imported when first asked for: working something out judges nothing."""
    if name == "grade":
        from scoring.judge import grade

        return grade
    raise AttributeError(name)
