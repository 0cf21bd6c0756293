"""Judges numbers. Knows nothing of attention, files or screens.

What comes in is plain data, a parsed `Answer` and a `Key`; what goes out is a
`Judgement`. Nothing here imports `katatx`, which is why it can be used alone.
"""

from scoring.answer import Answer, TypedNumber
from scoring.judge import grade
from scoring.judgement import Judgement, Verdict
from scoring.key import Band, Key, KnownTurn

__all__ = ["Answer", "Band", "Judgement", "Key", "KnownTurn", "TypedNumber", "Verdict", "grade"]
