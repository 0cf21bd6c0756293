"""Nodes of the expression tree. Every node has a column, counted from 1."""

from __future__ import annotations

from typing import Any, NamedTuple


class Literal(NamedTuple):
    """A number, or a constant such as π: its text, without marks between thousands, and its value, 0.5 for `50%`."""

    text: str
    value: float
    column: int


class Name(NamedTuple):
    """A name that stands for a value: `scores`, `nolan.want`."""

    text: str
    column: int


class Listing(NamedTuple):
    """A list of nodes: a row, or a grid as a list of rows."""

    items: tuple[Node, ...]
    column: int


class Call(NamedTuple):
    """A call of an operation.

    `loose` marks a call without brackets, `softmax 1 4`, where several numbers may mean one row. `keywords` are keyword
    arguments such as `axis=0`. `alone` says that a reduction applies to a whole grid unless an axis is given, as the
    method or library call `x.sum()` does.
    """

    name: str
    arguments: tuple[Node, ...]
    loose: bool
    column: int
    keywords: tuple[tuple[str, Node], ...] = ()
    alone: bool = False


class Slice(NamedTuple):
    """A slice of an index, `1:3` or `:`; omitted parts are None."""

    start: Node | None
    stop: Node | None
    step: Node | None
    column: int


class Pick(NamedTuple):
    """An index into a row or grid: `x[0]`, `A[:, 1]`. `places` has a part for each axis; from 0, or -1 for the last."""

    value: Node
    places: tuple[Node | Slice, ...]
    column: int


class Unary(NamedTuple):
    """`-x`, `√x`, `xᵀ` or `|x|`; `sign` is "-", "√", "ᵀ" or "|"."""

    sign: str
    operand: Node
    column: int


class Binary(NamedTuple):
    """An operation with a sign between two operands; `closed` says that it was written in brackets.

    "·" is the product that fits the shapes, "*" one that is ambiguous between two rows or grids; "⊙", "/" and "^" work
    entry by entry.
    """

    sign: str
    left: Node
    right: Node
    column: int
    closed: bool = False


class Sum(NamedTuple):
    """A sum of terms, each with "+" or "-": `2·3 + 0·0 - 1`."""

    terms: tuple[tuple[str, Node], ...]
    column: int


class Code(NamedTuple):
    """A line of code that was worked by NumPy: its text, and its value as numbers in nested tuples."""

    text: str
    value: Any
    column: int


Node = Literal | Name | Listing | Call | Pick | Unary | Binary | Sum | Code
