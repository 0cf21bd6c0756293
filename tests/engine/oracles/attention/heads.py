"""Formulas of attention/heads, with what each may be given and an exercise."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, counts, factors, grids, one_or_more, rows, shapes, weight
from tests.engine.oracles.attention.weighted_sum import self_attention
from tests.engine.oracles.formulas import Grid, Row, by_rows
from tests.engine.oracles.numbers.products import projection
from tests.samples import Sample, grid


def head_width(width: int, heads: int) -> int:
    return width // heads


def glued_width(width: int, heads: int) -> int:
    return width


def glue_heads(first: Row, second: Row) -> Row:
    return by_rows(lambda row: [*row, *second], first)


def key_dim_width(key_dim: int, heads: int) -> int:
    return key_dim * heads


def multi_head_width(width: int, key_dim: int, heads: int) -> int:
    return width


def multi_head_attention(rows: Grid, heads: int, wq: Grid, wk: Grid, wv: Grid, wo: Grid | None = None) -> Grid:
    """Each head attends through its own slice of the weight rows; the results lie side by side."""

    def own(weights: Grid, head: int) -> Grid:
        each = len(weights) // heads
        return weights[head * each : (head + 1) * each]

    by_head = [self_attention(rows, own(wq, head), own(wk, head), own(wv, head)) for head in range(heads)]
    glued = [[x for made in by_head for x in made[word]] for word in range(len(rows))]
    return glued if wo is None else projection(glued, wo)


def heads_and_weights(heads: int, words: int, width: int, key_dim: int, value_dim: int) -> tuple:
    return (
        grids(words, width, weight),
        st.just(heads),
        grids(heads * key_dim, width, weight),
        grids(heads * key_dim, width, weight),
        grids(heads * value_dim, width, weight),
        grids(width, heads * value_dim, weight),
    )


_TWO_HEADS = {**{n: grid(-1, 1, 6, 3, "tenths") for n in "qk"}, "v": grid(-2, 2, 6, 3), "o": grid(-2, 2, 3, 6)}

ARGUMENTS: dict[str, Given] = {
    "head_width": factors.map(lambda drawn: (drawn[0] * drawn[1], drawn[1])),
    "glued_width": factors.map(lambda drawn: (drawn[0] * drawn[1], drawn[1])),
    "glue_heads": shapes(lambda n, m: (one_or_more(rows(n)), rows(m))),
    "key_dim_width": counts(2),
    "multi_head_width": counts(3),
    "multi_head_attention": shapes(heads_and_weights, st.integers(1, 3), needed=5),
}

SAMPLES: dict[str, list[Sample]] = {
    "head_width": [Sample("head_width(w, h)", {"w": "one of(96, 192, 288, 384, 480)", "h": "one of(3, 4, 6, 8)"})],
    "glued_width": [Sample("glued_width(w, h)", {"w": "one of(96, 192, 288, 384, 480)", "h": "one of(3, 4, 6, 8)"})],
    "glue_heads": [Sample("glue_heads(a, b)", {"a": "tenths(-9..9, 3)", "b": "tenths(-9..9, 3)"})],
    "key_dim_width": [Sample("key_dim_width(d, h)", {"d": "integers(11..96)", "h": "integers(3..12)"})],
    "multi_head_width": [Sample("multi_head_width(w, d, h)", {"w": "integers(100..900)", "d": "integers(11..96)", "h": "integers(3..12)"})],
    "multi_head_attention": [Sample("multi_head_attention(x, 2, q, k, v, o)", {"x": grid(-2, 2, 3, 3), **_TWO_HEADS}), Sample("multi_head_attention(x, 2, q, k, v)", {"x": grid(-2, 2, 3, 3), **_TWO_HEADS})],
}  # fmt: skip
