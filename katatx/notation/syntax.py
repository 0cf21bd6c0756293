"""The shapes an expression can have. Every node knows its column, counted from 1."""

from __future__ import annotations

from typing import NamedTuple


class Literal(NamedTuple):
    """A number as written."""

    text: str
    value: float
    column: int


class Name(NamedTuple):
    """A name that stands for a value: `scores`, `nolan.want`."""

    text: str
    column: int


class Listing(NamedTuple):
    """Numbers side by side: a row, or rows under each other."""

    items: tuple[Node, ...]
    column: int


class Call(NamedTuple):
    """An operation and what it is given.

    `loose` marks the form without brackets, `softmax 1 4`, where a run of numbers may
    mean one row. `keywords` are arguments given by name, such as `axis=0`. `alone` marks an
    operation called as a method or from a library, `x.sum()`, where a whole grid is meant
    unless an axis is named.
    """

    name: str
    arguments: tuple[Node, ...]
    loose: bool
    column: int
    keywords: tuple[tuple[str, Node], ...] = ()
    alone: bool = False


class Slice(NamedTuple):
    """A stretch of rows or numbers, `1:3` or `:`; what is left out is None."""

    start: Node | None
    stop: Node | None
    step: Node | None
    column: int


class Pick(NamedTuple):
    """Numbers picked out of a row or grid: `x[0]`, `A[:, 1]`. Counts from 0; -1 is the last."""

    value: Node
    places: tuple[Node | Slice, ...]
    column: int


class Unary(NamedTuple):
    """`-x`, `√x`, `xᵀ` or `|x|`; `sign` is "-", "√", "ᵀ" or "|"."""

    sign: str
    operand: Node
    column: int


class Binary(NamedTuple):
    """Two operands and a sign between them.

    "·" is the product as the shapes ask, "⊙" goes entry by entry, "/" and "^" likewise. "*" is a
    product too, but between two rows or grids nobody can tell which; "**" is a power entry by entry.
    """

    sign: str
    left: Node
    right: Node
    column: int


class Sum(NamedTuple):
    """Terms added up, as a person writes them: `2·3 + 0·0 - 1`.

    Each term carries "+" or "-".
    """

    terms: tuple[tuple[str, Node], ...]
    column: int


Node = Literal | Name | Listing | Call | Pick | Unary | Binary | Sum
