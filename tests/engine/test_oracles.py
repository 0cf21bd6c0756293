"""Every recipe's exact value against its oracle, on random shapes and numbers, and at the edges."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from math import inf, isnan

import mpmath as mp
import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st

from katatx.engine.book import ARITHMETIC, all_recipes, find_recipe, known
from katatx.engine.errors import EngineError
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.engine.values import as_lists, as_written, flat, value_of
from tests.engine.oracles import ARGUMENTS, oracle_of
from tests.engine.oracles.arguments import grids, number, rows, shapes, size
from tests.engine.oracles.formulas import TooNarrow, agree, as_floats, exact

# More by hand: KATATX_EXAMPLES=2000 pytest tests/engine/test_oracles.py
EXAMPLES = int(os.environ.get("KATATX_EXAMPLES", "40"))

thorough = settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck))
brief = settings(thorough, max_examples=4, phases=[Phase.generate])


def engine(name: str, *arguments: object) -> object:
    """Return what an operation makes of plain numbers and lists."""
    names = {f"x{at}": each if isinstance(each, str) else value_of(each) for at, each in enumerate(arguments)}
    recipe = find_recipe(name)
    assert recipe is not None
    return as_lists(as_written(Pencil().work(known(ARITHMETIC), lambda pencil: pencil.work(recipe, *names.values()))))


def by_oracle(name: str, *arguments: object) -> object:
    """Return what the formula makes of them, at 50 digits."""
    formula = oracle_of(name)
    assert formula is not None
    return formula(*(exact(each) if isinstance(each, list) else each for each in arguments))


def test_every_recipe_has_an_oracle() -> None:
    names = {each.name for each in all_recipes()} - {"arithmetic"}
    how = "write tests/engine/oracles/…/NAME.py, as CONTRIBUTING.md says under A recipe"
    assert names == ARGUMENTS.keys(), how
    assert [name for name in names if oracle_of(name) is None] == [], how


@pytest.mark.parametrize("name", ARGUMENTS)
@pytest.mark.parametrize(
    "extent", [brief, pytest.param(thorough, marks=[pytest.mark.slow, pytest.mark.nightly])], ids=["brief", "thorough"]
)
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


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("name", ARGUMENTS)
def test_odd_numbers_have_a_value_or_a_clear_error(name: str) -> None:
    @brief
    @given(ARGUMENTS[name], st.integers(0, 10_000), ODD)
    def check(arguments: tuple[object, ...], place: int, odd: float) -> None:
        at, below = place % len(arguments), place // len(arguments)
        assert is_clear(outcome(name, *arguments[:at], with_odd(arguments[at], below, odd), *arguments[at + 1 :]))

    check()


@pytest.mark.nightly
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


SQUARE = [[1, 2], [3, 4]]


# Rows in which all is masked.
MASKED = [
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
    ("logit_gradient", ([-inf, -inf], 1)),
]


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        *((name, arguments, "every score is masked") for name, arguments in MASKED),
        *(("logit_cross_entropy", (row, 1), "too small to work with") for row in ([0, -744], [0, -750], [700, -700])),
        ("dot", ([1e300], [1e300]), "too large"),
        ("mean_square", ([1e200],), "too large"),
        ("layer_norm", ([1e200, -1e200],), "too large"),
        *(
            ("layer_norm", ([same] * width,), "is the same, so its spread is 0")
            for same in (0, 0.5, 0.7)
            for width in (1, 6)
        ),
        ("stable_softmax", ([inf, 1],), "inf - inf has no value"),
        ("attention", ([1], [[inf], [1]], SQUARE), "inf - inf has no value"),
        ("exp", (710,), r"e\^710 is too large"),
        ("layer_norm", ([inf, 1],), "no value"),
        ("mean", ([inf, -inf],), "no value"),
        ("dot", ([inf, 1], [0, 1]), "no value"),
        ("cross_entropy", ([0, 1], 0), "infinite"),
        ("binary_cross_entropy", (1, 0), "infinite"),
        ("temperature_softmax", ([1, 2], 0), "temperature is 0; write a number above 0, or argmax for greedy choice"),
        ("rope", ([1, 2], 1, -2), "base is -2; write a number above 0"),
        ("bias_correction", (1, 1.5, 2), r"beta is 1\.5; write a number from 0 to 1"),
        ("moving_average", (1, 2, -0.1), r"beta is -0\.1; write a number from 0 to 1"),
        ("most_frequent_pair", ([[1, 2]], [-5]), "frequency is -5; write a whole number, 0 or more"),
        ("cached_attention", ([1, 0], [1, 0], [2], [[0, 1]], [[1, 3]]), "a row of 1 and a row of 2"),
        ("top_k", ([1, 2], 1), "top_k is given 2 as a probability; write a number from 0 to 1"),
        ("top_k", ([0.5, 0.1], 1), r"top_k: the probabilities add to 0\.6; write numbers that add to 1"),
        ("top_k", ([0.5, 0.5], 3), "k is 3; write a whole number, 1 to 2"),
        ("top_p", ([0.5, 0.5], 0), "p is 0; write a number above 0, and 1 at most"),
        ("perplexity", ([0.5, 0],), "perplexity is given 0 as a probability; write a number above 0, up to 1"),
        ("online_step", ([1, 2, 3], [4]), "as state; write 2 numbers"),
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


WIDER = [[700, -700], [700, 699.5, -700], [0, -inf], [1000, 1001], [709, 709, 709], [-5000, -5001]]
KEYS = [[[1], [-1], [0]], [[1], [1], [1]], [[-1], [-1], [-1]], [[-1], [-0.999], [1]]]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        *((name, (row,)) for name in ("softmax", "stable_softmax") for row in LARGEST + WIDER),
        *((name, (row, len(row) - 1)) for name in ("logit_cross_entropy", "logit_gradient") for row in LARGEST),
        *(("attention", ([700], keys, [[1, -2], [3, 4], [-5, 6.5]])) for keys in KEYS),
    ],
    ids=str,
)
def test_at_the_largest_scores(name: str, arguments: tuple) -> None:
    assert_agrees(name, *arguments, expected=by_oracle(name, *arguments))


@pytest.mark.parametrize("row", [[5000, 4999], [-5000, -4999], [1e6, 0, -1e6], [800, -inf], [-1e300, -1e300]], ids=str)
def test_stable_softmax_beyond_what_a_float_holds(row: list[float]) -> None:
    assert_agrees("stable_softmax", row, expected=by_oracle("softmax", row))


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        *(("layer_norm", ([same] * 6, 2, 0.5, 0.001), [0.5] * 6) for same in (0, 0.7, -4.3)),
        ("attention", ([1], [[-inf], [2], [-inf]], [[1, 2], [3, 4], [5, 6]]), [3, 4]),
        *(("linear", (SQUARE, [5, 6], order), [17, 39]) for order in ("Wx", "W·x")),
        *(("linear", (SQUARE, [5, 6], order), [23, 34]) for order in ("xW", "XW", "x·W")),
        ("masked_softmax", ([3, 5], 1), [1, 0]),
        ("causal_softmax", ([[3]],), [1]),
        ("attention", ([2], [[3], [4]], [[7, 8], [1, 1]], 1), [7, 8]),
        ("softmax_state", ([3], [[7, 8]]), [3, 1, 7, 8]),
        ("online_step", ([-inf, 0], [3]), [3, 1]),
        ("online_attention", ([2], [[3]], [[7, 8]], 1), [7, 8]),
        ("pair_count", ([1, 1, 1], [1, 1]), 2),
        ("merge_pair", ([1, 1, 1], [1, 1], 2), [2, 1]),
        ("mean", ([[4, 5]],), [4, 5]),
        ("standard_deviation", ([4],), 0),
        ("logit_cross_entropy", ([4], 0), 0),
        ("logit_gradient", ([4], 0), [0]),
        ("position_encoding", (7, 1), [mp.sin(7)]),
        ("position_encoding", (0, 5), [0, 1, 0, 1, 0]),
    ],
)
def test_one_word_one_slot_equal_numbers_and_orders(name: str, arguments: tuple, expected: object) -> None:
    assert_agrees(name, *arguments, expected=expected)


_SHAPE = re.compile(r"one number|and -?\d+|a row of \d+|a grid of \d+ rows of \d+|an order of \d+ slots")


def grid(height: int, width: int) -> list[list[int]]:
    """A grid of different numbers."""
    return [[(row * 3 + column * column) % 7 - 2 for column in range(width)] for row in range(height)]


def row(width: int) -> list[int]:
    return grid(1, width)[0]


MISMATCHED = [
    ("residual", row(2), 5),
    ("residual", grid(2, 2), row(2)),
    ("add_position", row(2), 5),
    ("add_position", grid(2, 2), row(2)),
    ("dropout", grid(2, 2), [1, 0], 0.5),
    ("dropout", row(2), 1, 0.5),
    ("softmax_backward", row(2), grid(2, 2)),
    ("layer_norm", row(3), grid(3, 3)),
    ("dot", row(3), row(2)),
    ("linear", grid(2, 3), row(4)),
    ("scores", row(3), grid(2, 2)),
    ("matmul", row(3), grid(2, 2)),
    ("projection", row(3), grid(2, 2)),
    ("weighted_sum", row(2), grid(3, 2)),
    ("attention", row(3), grid(2, 2), grid(2, 2)),
    ("value_gradient", grid(2, 2), grid(3, 2)),
    ("portion_gradient", grid(2, 3), grid(2, 2)),
    ("query_gradient", grid(2, 3), grid(2, 2)),
    ("key_gradient", grid(3, 2), grid(2, 2)),
    ("linear_weight_gradient", grid(2, 2), grid(3, 2)),
    ("linear_input_gradient", row(3), grid(2, 3)),
    ("relu_backward", row(3), row(2)),
    ("sgd", row(3), row(2), 0.1),
    ("velocity", row(3), row(2), 0.9),
    ("sgd_momentum", row(3), row(3), row(2), 0.1, 0.9),
    ("moving_average", row(3), row(2), 0.9),
    ("second_moment", row(3), row(2), 0.9),
    ("adam", row(3), row(2), row(2), row(2), 1, 0.1),
    ("softmax_state", row(3), grid(2, 2)),
    ("online_step", row(3), row(2), grid(2, 2)),
    ("merge_states", row(3), row(2)),
    ("online_attention", row(3), grid(2, 2), grid(2, 2), 1),
    ("most_frequent_pair", grid(2, 3), row(3)),
    ("dense", row(3), grid(2, 2), row(2)),
    ("feed_forward", row(3), grid(2, 2), grid(2, 2)),
    ("reorder", row(3), [2, 1]),
]


def test_shapes_that_do_not_fit_are_both_named() -> None:
    for name, *arguments in MISMATCHED:
        with pytest.raises(EngineError) as raised:
            engine(name, *arguments)
        assert len(_SHAPE.findall(str(raised.value))) >= 2, str(raised.value)


_NO_COUNTS = {
    "rate", "predicted", "eps", "slope", "low", "high", "loss_above", "loss_below", "step", "momentum", "beta", "beta1",
    "beta2", "decay", "base", "temperature", "p", "decimals", "scale", "zero_point", "alpha",
}  # fmt: skip
_COUNTS = [
    (each.name, place)
    for each in all_recipes()
    for place, parameter in enumerate(each.parameters)
    if each.name in ARGUMENTS and parameter.kind in ("number", "count") and parameter.name not in _NO_COUNTS
]


def _counted(name: str, place: int) -> object:
    parameter = next(each for each in all_recipes() if each.name == name).parameters[place]
    return pytest.param(name, place, id=f"{name}-{parameter.name}")


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(("name", "place"), [_counted(name, place) for name, place in _COUNTS])
def test_a_count_is_whole_and_not_negative(name: str, place: int) -> None:
    @settings(brief, max_examples=1)
    @given(ARGUMENTS[name].filter(lambda arguments: len(arguments) > place))
    def check(arguments: tuple[object, ...]) -> None:
        for count in (-1, 0.5):
            with pytest.raises(EngineError, match=r"whole number|write 0 or 1"):
                engine(name, *arguments[:place], count, *arguments[place + 1 :])

    check()
