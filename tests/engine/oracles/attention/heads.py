"""Formulas of attention/heads, with what each may be given and an exercise."""

from __future__ import annotations

from tests.engine.oracles.arguments import Given, counts, factors, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Row, by_rows
from tests.samples import Sample


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

SAMPLES: dict[str, list[Sample]] = {
    "head_width": [Sample("head_width(w, h)", {"w": "one of(96, 192, 288, 384, 480)", "h": "one of(3, 4, 6, 8)"})],
    "glue_heads": [Sample("glue_heads(a, b)", {"a": "tenths(-9..9, 3)", "b": "tenths(-9..9, 3)"})],
    "key_dim_width": [Sample("key_dim_width(d, h)", {"d": "integers(11..96)", "h": "integers(3..12)"})],
}  # fmt: skip
