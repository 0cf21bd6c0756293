"""What is wrong with a piece of notation, and at which column."""

from __future__ import annotations

from katatx.errors import KatatxError


class NotationError(KatatxError):
    """Text that cannot be read. `column` counts from 1."""

    def __init__(self, problem: str, column: int) -> None:
        super().__init__(f"column {column}: {problem}")
        self.problem = problem
        self.column = column


class Ambiguous(NotationError):
    """Text with two readings; the message asks which is meant."""


class Difference(Ambiguous):
    """`3 - 5` as an answer: a difference to work out, or two numbers. In an expression
    it is a difference.
    """
