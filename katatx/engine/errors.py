"""What cannot be worked out."""

from __future__ import annotations

from katatx.errors import KatatxError


class EngineError(KatatxError):
    """A calculation that has no value, or is given shapes that do not fit."""


class UnknownName(EngineError):
    """A name that stands for nothing here. `column` is where it is written, from 1."""

    def __init__(self, problem: str, column: int) -> None:
        super().__init__(f"column {column}: {problem}")
        self.problem = problem
        self.column = column
