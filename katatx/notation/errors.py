"""Errors of text that cannot be read, with their columns."""

from __future__ import annotations

from katatx.errors import KatatxError


class NotationError(KatatxError):
    """Text that cannot be read: `problem` is the message without the `column`, which counts from 1."""

    def __init__(self, problem: str, column: int = 1) -> None:
        super().__init__(f"column {column}: {problem}")
        self.problem = problem
        self.column = column


class Ambiguous(NotationError):
    """Text with two readings; the message asks which is meant."""


def either(column: int, *ways: str) -> Ambiguous:
    """Return an error that asks which of two readings is meant, by the ways to write them."""
    return Ambiguous(f"which is meant? Write {' or '.join(ways)}", column)


class CodeError(NotationError):
    """A line of code that is not worked; the message says what to write."""


class NoPython(CodeError):
    """Text that is no Python expression at all, and may be pencil notation."""
