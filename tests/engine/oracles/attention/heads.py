"""Formulas of attention/heads, and what each may be given."""

from __future__ import annotations

from tests.engine.oracles.arguments import Given, counts, factors, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Row, by_rows


def head_width(width: int, heads: int) -> int:
    return width // heads


def glue_heads(first: Row, second: Row) -> Row:
    return by_rows(lambda row: [*row, *second], first)


def key_dim_width(key_dim: int, heads: int) -> int:
    return key_dim * heads


ARGUMENTS: dict[str, Given] = {
    "head_width": factors.map(lambda drawn: (drawn[0] * drawn[1], drawn[1])),
    "glue_heads": shapes(lambda n, m: (one_or_more(rows(n)), rows(m))),
    "key_dim_width": counts(2),
}
