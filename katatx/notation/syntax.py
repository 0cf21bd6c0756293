"""The shapes an expression can have. Every node knows its column, counted from 1."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Literal:
    """A number as written."""

    text: str
    value: float
    column: int


@dataclass(frozen=True, slots=True)
class Name:
    """A name that stands for a value: `scores`, `nolan.want`."""

    text: str
    column: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Numbers side by side: a row, or rows under each other."""

    items: tuple[Node, ...]
    column: int


@dataclass(frozen=True, slots=True)
class Call:
    """An operation and what it is given.

    `loose` marks the form without brackets, `softmax 1 4`, where a run of numbers may
    mean one row.
    """

    name: str
    arguments: tuple[Node, ...]
    loose: bool
    column: int


@dataclass(frozen=True, slots=True)
class Unary:
    """`-x`, `√x` or `xᵀ`; `sign` is "-", "√" or "ᵀ"."""

    sign: str
    operand: Node
    column: int


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands and "·", "/" or "^" between them."""

    sign: str
    left: Node
    right: Node
    column: int


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms added up, as a person writes them: `2·3 + 0·0 - 1`.

    Each term carries "+" or "-".
    """

    terms: tuple[tuple[str, Node], ...]
    column: int


Node = Literal | Name | Listing | Call | Unary | Binary | Sum


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a chain `a = b = c`: its text, and where it starts."""

    text: str
    column: int
