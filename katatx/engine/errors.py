"""Errors of calculations that have no value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from katatx.errors import KatatxError
from katatx.notation.errors import Ambiguous


class EngineError(KatatxError):
    """A calculation that has no value, is given shapes that do not fit, or is too long.

    It is raised too for fresh numbers that cannot be drawn, and for a range of them that cannot be read.
    """


class TwoReadings(EngineError, Ambiguous):
    """An operation that has two readings with operands of these shapes, such as `*` between two rows."""


class UnknownName(EngineError):
    """A name without a value or operation.

    `column` is its position from 1. `name` is the name as written; empty if an operation was named without its numbers.
    """

    def __init__(self, problem: str, column: int, name: str = "") -> None:
        """Make the message `column <column>: <problem>`; the parameters become attributes."""
        super().__init__(f"column {column}: {problem}")
        self.problem = problem
        self.column = column
        self.name = name


@contextmanager
def limited_depth() -> Iterator[None]:
    """Raise EngineError in place of RecursionError, for an expression that is nested too deeply."""
    try:
        yield
    except RecursionError as error:
        raise EngineError(
            "the line is too long, or has too many brackets inside one another; write it in parts"
        ) from error
