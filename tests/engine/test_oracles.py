"""Every recipe's exact value against its oracle, on random shapes and numbers, and at the edges."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from math import inf, isnan

import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st

from katatx.engine.errors import EngineError
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Recipe, all_recipes, find_recipe
from katatx.engine.recipes.arithmetic import arithmetic
from katatx.engine.values import as_lists, as_written, flat, value_of
from tests.engine import oracles
from tests.engine.oracles import TooNarrow, agree, as_floats, exact, oracle_of

# More by hand: KATATX_EXAMPLES=2000 pytest tests/engine/test_oracles.py
EXAMPLES = int(os.environ.get("KATATX_EXAMPLES", "60"))

thorough = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much]
)
brief = settings(thorough, max_examples=max(1, EXAMPLES // 3))

Given = st.SearchStrategy[tuple[object, ...]]


def engine(name: str, *arguments: object) -> object:
    """Return what an operation makes of plain numbers and lists."""
    names = {f"x{at}": each if isinstance(each, str) else value_of(each) for at, each in enumerate(arguments)}
    recipe = find_recipe(name)
    assert recipe is not None
    return as_lists(as_written(Pencil().work(arithmetic, lambda pencil: pencil.work(recipe, *names.values()))))


def by_oracle(name: str, *arguments: object) -> object:
    """Return what the formula makes of them, at 50 digits."""
    formula = oracle_of(name)
    assert formula is not None
    return formula(*(exact(each) if isinstance(each, list) else each for each in arguments))


# Numbers, rows and grids.

whole = st.integers(-9, 9)
decimal = st.integers(-9_000, 9_000).map(lambda thousandths: thousandths / 1_000)
number = whole | decimal
weight = st.integers(-1_000, 1_000).map(lambda thousandths: thousandths / 1_000)
portion = st.integers(1, 1_000).map(lambda thousandths: thousandths / 1_000)


def _shared(row: list[float]) -> list[float]:
    """Portions that add to 1."""
    return [number / sum(row) for number in row]


score = number | st.sampled_from([700.0, -700.0, 0.0])
size = st.integers(1, 6)
count = st.integers(1, 40)


def rows(width: int, entries: st.SearchStrategy = number) -> st.SearchStrategy[list]:
    return st.lists(entries, min_size=width, max_size=width) | entries.map(lambda same: [same] * width)


def uneven_rows(width: int) -> st.SearchStrategy[list]:
    return st.lists(number, min_size=width, max_size=width).filter(lambda row: len(set(row)) > 1)


def grids(height: int, width: int, entries: st.SearchStrategy = number) -> st.SearchStrategy[list[list]]:
    return st.lists(rows(width, entries), min_size=height, max_size=height)


def one_or_more(row: st.SearchStrategy[list]) -> st.SearchStrategy[list]:
    """A row, or a grid of such rows."""
    return row | st.lists(row, min_size=1, max_size=4)


def masked_scores(width: int) -> st.SearchStrategy[list]:
    """Scores of which some are masked, but not all."""
    return st.tuples(rows(width, score), st.sets(st.integers(1, width))).map(
        lambda drawn: [-inf if place in drawn[1] and place < width else s for place, s in enumerate(drawn[0], 1)]
    )


def shapes(build: Callable[..., tuple], sizes: st.SearchStrategy[int] = size, needed: int | None = None) -> Given:
    """Arguments built from as many sizes as `build` takes; those beyond `needed` may be left out."""
    drawn = st.tuples(*[sizes] * build.__code__.co_argcount).flatmap(lambda each: st.tuples(*build(*each)))
    if needed is None:
        return drawn
    return drawn.flatmap(lambda every: st.integers(needed, len(every)).map(lambda kept: every[:kept]))


def counts(how_many: int) -> Given:
    return st.tuples(*[count] * how_many)


def from_to(first: int, last: int) -> st.SearchStrategy[int]:
    return st.integers(first, last)


def block(rows_of: int, width: int, inner: int, head: int) -> tuple:
    """A block's rows, four grids of attention and two of the worker."""
    wide = width + 1
    narrow = st.integers(-2_000, 2_000).map(lambda thousandths: thousandths / 1_000)
    return (
        st.lists(st.lists(narrow, min_size=wide, max_size=wide), min_size=rows_of, max_size=rows_of),
        *(grids(head, wide, weight) for _ in range(3)),
        grids(wide, head, weight),
        grids(inner, wide, weight),
        grids(wide, inner, weight),
    )


def tamable(width: int) -> Given:
    """Rows with a spread, and any of gamma and beta; or any rows and an eps."""
    whole_row = number | rows(width)
    with_eps = st.tuples(one_or_more(rows(width)), whole_row, whole_row, st.sampled_from([1e-5, 1e-3, 0.1, 1]))
    if width == 1:
        return with_eps
    uneven = shapes(lambda: (one_or_more(uneven_rows(width)), whole_row, whole_row), needed=1)
    return with_eps | uneven


def heads_and_weights(heads: int, words: int, width: int, key_dim: int, value_dim: int) -> tuple:
    return (
        grids(words, width, weight),
        st.just(heads),
        grids(heads * key_dim, width, weight),
        grids(heads * key_dim, width, weight),
        grids(heads * value_dim, width, weight),
        grids(width, heads * value_dim, weight),
    )


def orders(length: int) -> st.SearchStrategy[list[int]]:
    return st.permutations(range(1, length + 1)).map(list)


_few = st.integers(1, 4)
_parts = st.tuples(st.integers(1, 12), st.integers(1, 12))
_patched = shapes(lambda down, across, side: (grids(down * side, across * side), st.just(side)), st.integers(1, 3))
_dots = st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(1, 8))
_one_or_many_scores = shapes(lambda n: (number | one_or_more(rows(n, score)),))
_reals = shapes(lambda n: (number | one_or_more(rows(n)),))
_layout = st.sampled_from(["Wx", "xW"])
_marked = shapes(lambda n: (rows(n, portion).map(_shared), from_to(0, n - 1))).map(
    lambda drawn: (drawn[0], [float(place == drawn[1]) for place in range(len(drawn[0]))])
)
_logits = shapes(lambda n: (one_or_more(rows(n)), from_to(0, n - 1)))

# What each recipe may be given.
ARGUMENTS: dict[str, Given] = {
    "exp": _one_or_many_scores,
    "log": shapes(lambda n: (one_or_more(rows(n, portion | from_to(1, 1_000))),)),
    "sin": shapes(lambda n: (number | one_or_more(rows(n)),)),
    "cos": shapes(lambda n: (number | one_or_more(rows(n)),)),
    "sum": shapes(lambda n: (one_or_more(rows(n)),)),
    "max": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "abs": _one_or_many_scores,
    "tanh": _one_or_many_scores,
    "leaky_relu": _one_or_many_scores | shapes(lambda n: (one_or_more(rows(n)), st.sampled_from([0.1, 0.2, 1, 3]))),
    "gelu": _reals,
    "silu": _one_or_many_scores,
    "log2": shapes(lambda n: (one_or_more(rows(n, portion | from_to(1, 1_000))),)),
    "log10": shapes(lambda n: (one_or_more(rows(n, portion | from_to(1, 1_000))),)),
    "exp2": _one_or_many_scores,
    "erf": _one_or_many_scores,
    "sign": _one_or_many_scores,
    "round": shapes(lambda n: (one_or_more(rows(n, number | whole.map(lambda k: k / 2))), from_to(0, 3)), needed=1),
    "mod": st.tuples(number, number.filter(bool)) | shapes(lambda n: (rows(n), rows(n, number.filter(bool)))),
    "clip": shapes(lambda n: (one_or_more(rows(n)), weight, from_to(1, 5))),
    "min": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "argmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "argmin": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "norm": shapes(lambda n: (one_or_more(rows(n)),)),
    "frobenius_norm": shapes(lambda t, n: (rows(n) | grids(t, n),)),
    "product": shapes(lambda n: (one_or_more(rows(n)),)),
    "cumsum": shapes(lambda n: (one_or_more(rows(n)),)),
    "diff": shapes(lambda n: (one_or_more(rows(n + 1)),)),
    "outer": shapes(lambda n, m: (rows(n), rows(m))),
    "log_softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "rms_norm": shapes(
        lambda n: (
            one_or_more(rows(n, number.filter(bool))), number | rows(n), st.sampled_from([1e-5, 1e-3, 0.1, 1])
        ),
        needed=1,
    ),
    "mse": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))) | counts(2),
    "mae": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))) | counts(2),
    "soft_cross_entropy": shapes(lambda n: (one_or_more(rows(n, portion).map(_shared)), rows(n, portion).map(_shared))),
    "floor": _one_or_many_scores,
    "ceil": _one_or_many_scores,
    "scale": shapes(lambda n: (one_or_more(rows(n, number | st.sampled_from([inf, -inf]))), from_to(1, 64))),
    "softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "stable_softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "padding_mask": shapes(lambda n: (one_or_more(rows(n, score)), from_to(1, n))),
    "masked_softmax": shapes(lambda n: (one_or_more(rows(n, score)), from_to(1, n))),
    "causal_mask": shapes(lambda n: (grids(n, n, score),)),
    "causal_softmax": shapes(lambda n: (grids(n, n, score),)),
    "dot": shapes(lambda n: (one_or_more(rows(n)), rows(n))),
    "linear": shapes(lambda n, m: (grids(m, n), rows(n)))
    | shapes(lambda n, m: (grids(n, m), rows(n), st.just("xW")))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(n, n + m)))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n))),
    "scores": shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n), from_to(1, m)), needed=2),
    "matmul": shapes(lambda n, m: (one_or_more(rows(n)), grids(n, m))),
    "projection": shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n)))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(n, n + m)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), _layout)),
    "weighted_sum": shapes(lambda n, m: (one_or_more(rows(n, portion)), grids(n, m))),
    "weighted_sum_width": counts(2),
    "attention": shapes(lambda t, d, v: (one_or_more(rows(d)), grids(t, d), grids(t, v), from_to(1, t)), needed=3),
    "causal_attention": shapes(lambda t, d, v: (grids(t, d), grids(t, d), grids(t, v))),
    "self_attention": shapes(
        lambda t, n, d, v, m: (
            grids(t, n, weight), *(grids(d, n, weight) for _ in "qk"), grids(v, n, weight), grids(m, v, weight)
        ),
        needed=4,
    )
    | shapes(
        lambda t, n, d, v: (
            grids(t, n, weight), *(grids(n, n + d, weight) for _ in "qk"), grids(n, v, weight), grids(v, n, weight)
        )
    )
    | shapes(lambda t, n: (grids(t, n, weight), *(grids(n, n, weight) for _ in "qkvo"), _layout)),
    "value_gradient": shapes(lambda t, s, v: (grids(t, s, portion), grids(t, v))),
    "portion_gradient": shapes(lambda t, s, v: (grids(t, v), grids(s, v))),
    "softmax_backward": shapes(lambda t, s: (grids(t, s, portion), grids(t, s)))
    | shapes(lambda s: (rows(s, portion), rows(s))),
    "query_gradient": shapes(lambda t, s, d: (grids(t, s), grids(s, d))),
    "key_gradient": shapes(lambda t, s, d: (grids(t, s), grids(t, d))),
    "attention_query_gradient": shapes(
        lambda t, d, v: (grids(t, d), grids(t, d), grids(t, v), grids(t, v), from_to(0, 1)), needed=4
    ),
    "attention_key_gradient": shapes(
        lambda t, d, v: (grids(t, d), grids(t, d), grids(t, v), grids(t, v), from_to(0, 1)), needed=4
    ),
    "attention_value_gradient": shapes(
        lambda t, d, v: (grids(t, d), grids(t, d), grids(t, v), from_to(0, 1)), needed=3
    ),
    "relu": _one_or_many_scores,
    "sigmoid": _one_or_many_scores,
    "dense": shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n), rows(m)))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(n, n + m), rows(n + m)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), rows(n), _layout)),
    "dropout": shapes(lambda t, n: (grids(t, n), grids(t, n, from_to(0, 1)), st.sampled_from([0, 0.1, 0.5, 0.9]))),
    "dropout_at_exam": shapes(lambda n: (one_or_more(rows(n)), st.sampled_from([0, 0.1, 0.5, 0.9]))),
    "dropout_count": st.tuples(count, st.sampled_from([0, 0.1, 0.25, 0.5])),
    "mean": shapes(lambda t, n: (rows(t) | grids(t, n), from_to(1, t)), needed=1),
    "deviations": shapes(lambda n: (one_or_more(rows(n)),)),
    "mean_square": shapes(lambda n: (one_or_more(rows(n)),)),
    "variance": shapes(lambda n: (one_or_more(rows(n)),)),
    "standard_deviation": shapes(lambda n: (one_or_more(rows(n)),)),
    "layer_norm": size.flatmap(tamable),
    "batch_norm": shapes(lambda t, n: (st.lists(uneven_rows(t + 1), min_size=n, max_size=n).map(oracles.columns_of),)),
    "residual": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))),
    "feed_forward": shapes(
        lambda n, h, m: (one_or_more(rows(n)), grids(h, n), grids(m, h), rows(h), rows(m)), needed=3
    )
    | shapes(lambda n, h, m: (one_or_more(rows(n)), grids(n, n + h), grids(n + h, m)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), grids(n, n), rows(n), rows(n), _layout)),
    "pre_norm_block": shapes(block, _few),
    "post_norm_block": shapes(block, _few),
    "recurrent_steps": counts(2).map(sorted).map(tuple),
    "attention_steps": counts(2).map(sorted).map(tuple),
    "match_count": counts(1),
    "score_multiplications": counts(2),
    "attention_multiplications": counts(2),
    "scale_divisions": counts(1),
    "softmax_exponentials": counts(1),
    "masked_cells": counts(1),
    "seen_cells": counts(1),
    "length_growth": counts(2),
    "dense_parameters": counts(2),
    "attention_parameters": counts(2),
    "layer_norm_parameters": counts(1),
    "feed_forward_parameters": counts(2),
    "transpose": shapes(lambda t, n: (rows(n) | grids(t, n),)),
    "permutation_grid": shapes(lambda n: (orders(n),)),
    "reorder": shapes(lambda n: (one_or_more(rows(n)), orders(n))),
    "head_width": _parts.map(lambda drawn: (drawn[0] * drawn[1], drawn[1])),
    "glued_width": _parts.map(lambda drawn: (drawn[0] * drawn[1], drawn[1])),
    "glue_heads": shapes(lambda n, m: (one_or_more(rows(n)), rows(m))),
    "key_dim_width": counts(2),
    "multi_head_width": counts(3),
    "multi_head_attention": shapes(heads_and_weights, st.integers(1, 3), needed=5),
    "binary_cross_entropy": st.tuples(from_to(0, 1), portion.filter(lambda chance: chance < 1)),
    "cross_entropy": shapes(lambda n: (one_or_more(rows(n, portion).map(_shared)), from_to(0, n - 1)))
    | _marked
    | _marked.filter(lambda drawn: len(drawn[0]) > 1).map(lambda drawn: drawn[::-1]),
    "logit_cross_entropy": _logits,
    "logit_gradient": _logits,
    "patches": _patched,
    "patch_count": st.tuples(_parts, st.integers(1, 6)).map(lambda drawn: (*(n * drawn[1] for n in drawn[0]), drawn[1])),
    "patch_width": counts(1) | counts(2),
    "fold_address": _dots,
    "swap_address": _dots,
    "flat_index": st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(10, 20)),
    "patch_address": shapes(
        lambda across, side: (from_to(0, 9), from_to(0, across * side - 1), st.just(side), st.just(across * side))
    ),
    "pixel_address": shapes(
        lambda across, side: (from_to(0, 30), from_to(0, side * side - 1), st.just(side), st.just(across * side))
    ),
    "position_encoding": st.tuples(st.integers(0, 500), st.integers(1, 16)),
    "add_position": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))),
    "word_number": counts(3),
    "table_entries": counts(2),
    "padding_count": counts(2).map(sorted).map(tuple),
    "chopped_count": counts(2).map(lambda drawn: tuple(sorted(drawn, reverse=True))),
    "pad_or_chop": shapes(lambda n, slots: (one_or_more(rows(n)), st.just(slots))),
    "embedding": shapes(lambda t, n: (from_to(0, t - 1) | st.lists(from_to(0, t - 1), min_size=1), grids(t, n))),
}  # fmt: skip


def test_every_recipe_has_an_oracle() -> None:
    names = {each.name for each in all_recipes()} - {"arithmetic"}
    assert sorted(names) == sorted(ARGUMENTS)
    assert [name for name in names if oracle_of(name) is None] == []


@pytest.mark.parametrize("name", ARGUMENTS)
@pytest.mark.parametrize("extent", [brief, pytest.param(thorough, marks=pytest.mark.slow)], ids=["brief", "thorough"])
def test_exact_values_are_the_oracles(name: str, extent: settings) -> None:
    @extent
    @given(ARGUMENTS[name])
    def check(arguments: tuple[object, ...]) -> None:
        try:
            expected = by_oracle(name, *arguments)
        except TooNarrow:
            with suppress(EngineError):
                engine(name, *arguments)
            reject()
        assert_agrees(name, *arguments, expected=expected)

    check()


def assert_agrees(name: str, *arguments: object, expected: object) -> None:
    found = engine(name, *arguments)
    assert agree(found, expected), f"{found} is not {as_floats(expected)}"


# Numbers and shapes that do not belong: a value or a clear error, never not-a-number, never a crash.

ODD = st.sampled_from([inf, -inf, 0.0, -1.0, 0.5, 1e300, -1e300, 1e-300])
anything = (
    number | st.integers(-1, 4) | size.flatmap(rows) | shapes(lambda t, n: (grids(t, n),)).map(lambda one: one[0])
)


def outcome(name: str, *arguments: object) -> object:
    """The value, or what the error says."""
    try:
        return engine(name, *arguments)
    except EngineError as error:
        return str(error)


def is_clear(found: object) -> bool:
    """Return whether it is a value, or words, in which nothing is not-a-number."""
    if isinstance(found, str):
        return bool(found) and "nan" not in found.lower()
    return not any(map(isnan, flat(value_of(found))))


def with_odd(value: object, place: int, odd: float) -> object:
    """The value with one of its numbers replaced."""
    if not isinstance(value, list):
        return odd
    at, below = place % len(value), place // len(value)
    return [with_odd(item, below, odd) if index == at else item for index, item in enumerate(value)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ARGUMENTS)
def test_odd_numbers_have_a_value_or_a_clear_error(name: str) -> None:
    @brief
    @given(ARGUMENTS[name], st.integers(0, 10_000), ODD)
    def check(arguments: tuple[object, ...], place: int, odd: float) -> None:
        at, below = place % len(arguments), place // len(arguments)
        assert is_clear(outcome(name, *arguments[:at], with_odd(arguments[at], below, odd), *arguments[at + 1 :]))

    check()


@pytest.mark.slow
@pytest.mark.parametrize(
    "each", [each for each in all_recipes() if each.name != "arithmetic"], ids=lambda each: each.name
)
def test_odd_shapes_have_a_value_or_a_clear_error(each: Recipe) -> None:
    @brief
    @given(st.lists(anything, min_size=len(each.parameters), max_size=len(each.parameters)))
    def check(arguments: list[object]) -> None:
        assert is_clear(outcome(each.name, *arguments))

    check()


# At the edges: masks, infinities, the largest scores, one word, one slot, rows of equal numbers.


SQUARE = [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("softmax", ([-inf],)),
        ("softmax", ([-inf, -inf, -inf],)),
        ("softmax", ([[1, 2], [-inf, -inf]],)),
        ("stable_softmax", ([-inf],)),
        ("stable_softmax", ([[-inf, -inf], [0, 1]],)),
        ("masked_softmax", ([-inf, -inf, 3], 2)),
        ("causal_softmax", ([[-inf, 1], [1, 1]],)),
        ("causal_softmax", ([[1, 1], [-inf, -inf]],)),
        ("attention", ([inf], [[-1], [-2]], SQUARE)),
        ("attention", ([1], [[-inf], [-inf]], SQUARE)),
        ("attention", ([1], [[-inf], [2]], SQUARE, 1)),
        ("causal_attention", ([[1], [1]], [[-inf], [1]], SQUARE)),
        ("attention_query_gradient", ([[1], [1]], [[-inf], [1]], SQUARE, SQUARE, 1)),
        ("attention_key_gradient", ([[1], [1]], [[-inf], [1]], SQUARE, SQUARE, 1)),
        ("attention_value_gradient", ([[1], [1]], [[-inf], [1]], SQUARE, 1)),
        ("logit_cross_entropy", ([-inf, -inf], 0)),
        ("logit_gradient", ([-inf, -inf], 1)),
    ],
)
def test_a_row_in_which_all_is_masked_is_an_error(name: str, arguments: tuple) -> None:
    with pytest.raises(EngineError, match="every score is masked"):
        engine(name, *arguments)


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("softmax", ([inf, 1],), "inf - inf has no value"),
        ("stable_softmax", ([inf, 1],), "inf - inf has no value"),
        ("masked_softmax", ([inf, 1], 1), "inf - inf has no value"),
        ("attention", ([1], [[inf], [1]], SQUARE), "inf - inf has no value"),
        ("exp", (710,), r"e\^710 is too large"),
        ("layer_norm", ([inf, 1],), "no value"),
        ("layer_norm", ([-inf, 1],), "no value"),
        ("batch_norm", ([[inf, 1], [1, 2]],), "no value"),
        ("mean", ([inf, -inf],), "no value"),
        ("dot", ([inf, 1], [0, 1]), "no value"),
        ("dot", ([inf, -inf], [1, 1]), "no value"),
        ("weighted_sum", ([1, 0], [[1], [inf]]), "no value"),
        ("residual", ([inf], [-inf]), "no value"),
        ("cross_entropy", ([0, 1], 0), "no bound"),
        ("binary_cross_entropy", (1, 0), "no bound"),
        ("binary_cross_entropy", (0, 1), "no bound"),
        ("position_encoding", (inf, 4), "position is inf"),
        ("mean", ([1, 2], inf), "real is inf"),
    ],
)
def test_what_is_too_large_or_has_no_value_says_so(name: str, arguments: tuple, says: str) -> None:
    with pytest.raises(EngineError, match=says):
        engine(name, *arguments)


LARGEST = [
    [700], [-700], [700, 700], [-700, -700], [-700, 700], [-700, 699.5, 700], [-700, -699.999], [-700, 0], [0, 700],
    [-inf, 700], [-inf, -700, -700], [-inf, -inf, 0], [5, 5, 5], [0.1] * 6,
]  # fmt: skip


@pytest.mark.parametrize(
    "row",
    [*LARGEST, [700, -700], [700, 699.5, -700], [0, -inf], [1000, 1001], [709, 709, 709], [-5000, -5001]],
    ids=str,
)
@pytest.mark.parametrize("name", ["softmax", "stable_softmax"])
def test_softmax_at_the_largest_scores(name: str, row: list[float]) -> None:
    assert_agrees(name, row, expected=by_oracle(name, row))


@pytest.mark.parametrize("row", LARGEST, ids=str)
@pytest.mark.parametrize("name", ["logit_cross_entropy", "logit_gradient"])
def test_the_loss_at_the_largest_scores(name: str, row: list[float]) -> None:
    assert_agrees(name, row, len(row) - 1, expected=by_oracle(name, row, len(row) - 1))


@pytest.mark.parametrize("row", [[0, -744], [0, -750], [700, -700]], ids=str)
def test_the_loss_of_a_portion_smaller_than_a_float(row: list[float]) -> None:
    with pytest.raises(EngineError, match="too small to work with"):
        engine("logit_cross_entropy", row, 1)


@pytest.mark.parametrize("row", [[-744, -743], [-750, -750], [-inf, -750]], ids=str)
def test_softmax_of_scores_too_low_for_a_float(row: list[float]) -> None:
    found = outcome("softmax", row)
    assert "softmax" in found if isinstance(found, str) else agree(found, by_oracle("softmax", row))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("dot", ([1e300], [1e300])), ("mean_square", ([1e200],)), ("layer_norm", ([1e200, -1e200],))],
)
def test_a_product_too_large_for_a_float_says_so(name: str, arguments: tuple) -> None:
    with pytest.raises(EngineError, match="too large"):
        engine(name, *arguments)


@pytest.mark.parametrize("row", [[5000, 4999], [-5000, -4999], [1e6, 0, -1e6], [800, -inf], [-1e300, -1e300]], ids=str)
def test_stable_softmax_beyond_what_a_float_holds(row: list[float]) -> None:
    assert_agrees("stable_softmax", row, expected=by_oracle("softmax", row))


@pytest.mark.parametrize(
    "keys", [[[1], [-1], [0]], [[1], [1], [1]], [[-1], [-1], [-1]], [[-1], [-0.999], [1]]], ids=str
)
def test_attention_at_the_largest_scores(keys: list[list[float]]) -> None:
    values = [[1, -2], [3, 4], [-5, 6.5]]
    assert_agrees("attention", [700], keys, values, expected=by_oracle("attention", [700], keys, values))
    causal = ([[700], [-700], [0]], keys, values)
    assert_agrees("causal_attention", *causal, expected=by_oracle("causal_attention", *causal))


def test_a_masked_word_has_no_part_in_attention() -> None:
    assert engine("attention", [1], [[-inf], [2], [-inf]], [[1, 2], [3, 4], [5, 6]]) == [3, 4]


@pytest.mark.parametrize("same", [0, 1, -3, 9, 0.5, -2.25])
@pytest.mark.parametrize("width", range(1, 8))
def test_a_row_of_equal_numbers_has_no_spread(same: float, width: int) -> None:
    with pytest.raises(EngineError, match="is the same, so its spread is 0"):
        engine("layer_norm", [same] * width)
    with pytest.raises(EngineError, match="is the same, so its spread is 0"):
        engine("batch_norm", [[same, 1]] * width)


@pytest.mark.parametrize("row", [[0.1] * 3, [0.7] * 3, [0.1] * 6, [0.7] * 6], ids=str)
def test_a_row_of_equal_decimals_has_no_spread(row: list[float]) -> None:
    with pytest.raises(EngineError, match="is the same, so its spread is 0"):
        engine("layer_norm", row)


@pytest.mark.parametrize("same", [0, 1, -3, 0.1, 0.7, -4.3])
@pytest.mark.parametrize("width", range(1, 8))
def test_equal_numbers_with_eps_are_tamed_to_beta(same: float, width: int) -> None:
    assert engine("layer_norm", [same] * width, 2, 0.5, 0.001) == pytest.approx([0.5] * width, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("softmax", ([3],), [1]),
        ("stable_softmax", ([3],), [1]),
        ("masked_softmax", ([3, 5], 1), [1, 0]),
        ("causal_softmax", ([[3]],), [1]),
        ("attention", ([2], [[3]], [[7, 8]]), [7, 8]),
        ("attention", ([2], [[3], [4]], [[7, 8], [1, 1]], 1), [7, 8]),
        ("causal_attention", ([[2]], [[3]], [[7]]), [7]),
        ("self_attention", ([[2]], [[3]], [[4]], [[5]], [[6]]), [60]),
        ("multi_head_attention", ([[2]], 1, [[3]], [[4]], [[5]], [[6]]), [60]),
        ("dot", ([2], [3]), 6),
        ("linear", ([[2]], [3]), [6]),
        ("matmul", ([[2]], [[3]]), [6]),
        ("mean", ([4],), 4),
        ("mean", ([[4, 5]],), [4, 5]),
        ("deviations", ([4],), [0]),
        ("variance", ([4],), 0),
        ("standard_deviation", ([4],), 0),
        ("layer_norm", ([4], 1, 0, 0.1), [0]),
        ("transpose", ([[4]],), [4]),
        ("permutation_grid", ([1],), [1]),
        ("reorder", ([4], [1]), [4]),
        ("patches", ([[4]], 1), [4]),
        ("logit_cross_entropy", ([4], 0), 0),
        ("logit_gradient", ([4], 0), [0]),
        ("softmax_backward", ([1], [5]), [0]),
        ("attention_query_gradient", ([[1]], [[2]], [[3]], [[4]]), [0]),
        ("attention_key_gradient", ([[1]], [[2]], [[3]], [[4]], 1), [0]),
        ("attention_value_gradient", ([[1]], [[2]], [[4]]), [4]),
        ("position_encoding", (7, 1), [oracles.mp.sin(7)]),
        ("position_encoding", (0, 5), [0, 1, 0, 1, 0]),
        ("pad_or_chop", ([4], 1), [4]),
        ("embedding", (0, [[4]]), [4]),
    ],
)
def test_one_word_and_one_slot(name: str, arguments: tuple, expected: object) -> None:
    assert_agrees(name, *arguments, expected=expected)


@pytest.mark.parametrize("name", ["pre_norm_block", "post_norm_block"])
def test_a_block_one_slot_wide_cannot_be_tamed(name: str) -> None:
    with pytest.raises(EngineError, match="is the same, so its spread is 0"):
        engine(name, [[1], [2]], *[[[1]]] * 6)


# Shapes that do not fit.

_SHAPE = re.compile(r"one number|a row of \d+|a grid of \d+ rows of \d+|\d+ workers|an order of \d+ slots")


def grid(height: int, width: int) -> list[list[int]]:
    """A grid of different numbers."""
    return [[(row * 3 + column * column) % 7 - 2 for column in range(width)] for row in range(height)]


def row(width: int) -> list[int]:
    return grid(1, width)[0]


MISMATCHED = [
    ("dot", row(3), row(2)),
    ("dot", grid(2, 3), row(2)),
    ("linear", grid(2, 3), row(4)),
    ("linear", row(4), grid(2, 3)),
    ("linear", grid(2, 2), grid(3, 4)),
    ("scores", row(3), grid(2, 2)),
    ("scores", grid(2, 3), grid(3, 2)),
    ("matmul", row(3), grid(2, 2)),
    ("matmul", grid(2, 3), grid(2, 3)),
    ("projection", row(3), grid(2, 2)),
    ("projection", grid(2, 3), grid(4, 2)),
    ("weighted_sum", row(2), grid(3, 2)),
    ("weighted_sum", grid(2, 2), grid(3, 2)),
    ("attention", row(3), grid(2, 2), grid(2, 2)),
    ("attention", row(2), grid(3, 2), grid(2, 2)),
    ("attention", row(2), grid(2, 2), grid(3, 2), 2),
    ("causal_attention", grid(2, 3), grid(2, 2), grid(2, 2)),
    ("causal_attention", grid(2, 2), grid(2, 2), grid(3, 2)),
    ("self_attention", grid(2, 2), grid(2, 3), grid(2, 2), grid(2, 2)),
    ("self_attention", grid(2, 2), grid(2, 2), grid(3, 2), grid(2, 2)),
    ("self_attention", grid(2, 2), grid(2, 2), grid(2, 2), grid(3, 3)),
    ("self_attention", grid(2, 2), grid(2, 2), grid(2, 2), grid(3, 2), grid(2, 2)),
    ("value_gradient", grid(2, 2), grid(3, 2)),
    ("portion_gradient", grid(2, 3), grid(2, 2)),
    ("softmax_backward", row(3), row(2)),
    ("softmax_backward", grid(2, 3), grid(2, 2)),
    ("softmax_backward", grid(2, 3), grid(3, 3)),
    ("query_gradient", grid(2, 3), grid(2, 2)),
    ("key_gradient", grid(3, 2), grid(2, 2)),
    ("attention_query_gradient", grid(2, 3), grid(2, 2), grid(2, 2), grid(2, 2)),
    ("attention_query_gradient", grid(2, 2), grid(2, 2), grid(3, 2), grid(2, 2)),
    ("attention_query_gradient", grid(2, 2), grid(2, 2), grid(2, 2), grid(2, 3)),
    ("attention_query_gradient", grid(2, 2), grid(2, 2), grid(2, 2), grid(3, 2)),
    ("attention_key_gradient", grid(2, 3), grid(2, 2), grid(2, 2), grid(2, 2)),
    ("attention_key_gradient", grid(2, 2), grid(2, 2), grid(3, 2), grid(2, 2)),
    ("attention_key_gradient", grid(2, 2), grid(2, 2), grid(2, 2), grid(2, 3)),
    ("attention_key_gradient", grid(2, 2), grid(2, 2), grid(2, 2), grid(3, 2)),
    ("attention_value_gradient", grid(2, 3), grid(2, 2), grid(2, 2)),
    ("attention_value_gradient", grid(2, 2), grid(2, 2), grid(3, 2)),
    ("dense", row(3), grid(2, 2), row(2)),
    ("dense", row(2), grid(2, 2), row(3)),
    ("dropout", row(3), [1, 0], 0.5),
    ("dropout", [[1, 2, 3], [4, 5, 6]], [[1, 0], [0, 1]], 0.5),
    ("layer_norm", row(3), row(2)),
    ("layer_norm", row(3), row(3), row(2)),
    ("layer_norm", grid(2, 3), row(2)),
    ("residual", row(3), row(2)),
    ("residual", grid(2, 3), grid(2, 2)),
    ("residual", grid(2, 3), grid(3, 3)),
    ("residual", grid(2, 3), row(3)),
    ("add_position", row(3), row(2)),
    ("add_position", grid(2, 3), grid(3, 3)),
    ("add_position", grid(2, 3), row(3)),
    ("feed_forward", row(3), grid(2, 2), grid(2, 2)),
    ("feed_forward", row(2), grid(3, 2), grid(2, 2)),
    ("feed_forward", row(2), grid(3, 2), grid(2, 3), row(2)),
    ("feed_forward", row(2), grid(3, 2), grid(2, 3), row(3), row(3)),
    ("multi_head_attention", grid(2, 2), 1, grid(2, 3), grid(2, 2), grid(2, 2)),
    ("multi_head_attention", grid(2, 2), 1, grid(2, 2), grid(3, 2), grid(2, 2)),
    ("multi_head_attention", grid(2, 2), 2, grid(2, 2), grid(4, 2), grid(2, 2)),
    ("multi_head_attention", grid(2, 2), 2, grid(2, 2), grid(2, 2), grid(2, 2), grid(3, 3)),
    ("reorder", row(3), [2, 1]),
    ("reorder", grid(2, 3), [2, 1]),
    *(
        (name, [[1, 2], [3, 1]], *(grid(*(3, 3) if wrong == place else (2, 2)) for place in range(6)))
        for name in ("pre_norm_block", "post_norm_block")
        for wrong in range(6)
    ),
]


def assert_both_are_named(name: str, *arguments: object) -> None:
    with pytest.raises(EngineError) as raised:
        engine(name, *arguments)
    assert len(_SHAPE.findall(str(raised.value))) >= 2, str(raised.value)


@pytest.mark.parametrize(("name", "arguments"), [(name, given) for name, *given in MISMATCHED])
def test_shapes_that_do_not_fit_are_both_named(name: str, arguments: list[object]) -> None:
    assert_both_are_named(name, *arguments)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("residual", (row(2), 5)),
        ("residual", (grid(2, 2), row(2))),
        ("add_position", (row(2), 5)),
        ("add_position", (grid(2, 2), row(2))),
        ("dropout", (grid(2, 2), [1, 0], 0.5)),
        ("dropout", (row(2), 1, 0.5)),
        ("softmax_backward", (row(2), grid(2, 2))),
        ("layer_norm", (row(3), grid(3, 3))),
    ],
)
def test_shapes_that_fit_by_accident_are_both_named(name: str, arguments: tuple) -> None:
    assert_both_are_named(name, *arguments)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("causal_attention", (grid(3, 2), SQUARE, SQUARE)),
        ("attention_query_gradient", (grid(3, 2), SQUARE, SQUARE, grid(3, 2), 1)),
        ("attention_key_gradient", (grid(3, 2), SQUARE, SQUARE, grid(3, 2), 1)),
        ("attention_value_gradient", (grid(3, 2), SQUARE, grid(3, 2), 1)),
    ],
)
def test_queries_and_keys_under_a_causal_mask_are_both_named(name: str, arguments: tuple) -> None:
    assert_both_are_named(name, *arguments)


# Counts that are none.

_NO_COUNTS = {"rate", "predicted", "eps", "slope", "low", "high"}
_COUNTS = [
    (each.name, place)
    for each in all_recipes()
    for place, parameter in enumerate(each.parameters)
    if each.name in ARGUMENTS and parameter.kind == "Number" and parameter.name not in _NO_COUNTS
]


def _counted(name: str, place: int) -> object:
    parameter = next(each for each in all_recipes() if each.name == name).parameters[place]
    return pytest.param(name, place, id=f"{name}-{parameter.name}")


@pytest.mark.parametrize(("name", "place"), [_counted(name, place) for name, place in _COUNTS])
def test_a_count_is_whole_and_not_negative(name: str, place: int) -> None:
    @settings(brief, max_examples=3, phases=[Phase.generate])
    @given(ARGUMENTS[name].filter(lambda arguments: len(arguments) > place))
    def check(arguments: tuple[object, ...]) -> None:
        for count in (-1, 0.5):
            with pytest.raises(EngineError, match=r"whole number|must be 0 or 1"):
                engine(name, *arguments[:place], count, *arguments[place + 1 :])

    check()
