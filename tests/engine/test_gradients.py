"""The backward recipes against differences of the forward ones at 50 digits, and against autograd."""

from __future__ import annotations

from collections.abc import Callable

import mpmath as mp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from katatx.engine.evaluate import evaluate
from katatx.engine.values import as_lists, value_of
from katatx.notation.expressions import read_expression
from tests.engine.oracles import oracle_of
from tests.engine.oracles.attention.softmax import scale, softmax
from tests.engine.oracles.attention.weighted_sum import attention, causal_attention, weighted_sum
from tests.engine.oracles.formulas import Grid, Number, agree, as_floats, exact
from tests.engine.oracles.numbers.products import scores as scores_of
from tests.engine.oracles.training.losses import logit_cross_entropy

# The differences are off by its square, and by 50 digits over it.
STEP = mp.mpf("1e-20")

a_few = settings(max_examples=25, deadline=None, derandomize=True)

number = st.integers(-3, 3) | st.integers(-3_000, 3_000).map(lambda thousandths: thousandths / 1_000)
chance = st.integers(1, 1_000).map(lambda thousandths: thousandths / 1_000)
words = width = st.integers(1, 5)
value_width = st.integers(1, 4)


def grids(height: int, across: int, entries: st.SearchStrategy = number) -> st.SearchStrategy[list[list]]:
    return st.lists(st.lists(entries, min_size=across, max_size=across), min_size=height, max_size=height)


@st.composite
def forward(draw: st.DrawFn, square: bool) -> tuple[Grid, Grid, Grid, Grid]:
    """Queries, keys, values, and how the loss changes with the result; as many queries as keys if `square`."""
    queries, keys, across, out = draw(words), draw(words), draw(width), draw(value_width)
    queries = keys if square else queries
    shapes = [(queries, across), (keys, across), (keys, out), (queries, out)]
    return tuple(draw(grids(*shape)) for shape in shapes)


def engine(name: str, *arguments: object) -> object:
    names = {f"x{place}": value_of(each) for place, each in enumerate(arguments)}
    return as_lists(evaluate(read_expression(f"{name}({', '.join(names)})"), names))


def weighted(result: Grid, gradient: Grid) -> object:
    """The loss whose gradient at the result is `gradient`: the sum of the products."""
    return mp.fsum(
        y.value * g for one, other in zip(result, gradient, strict=True) for y, g in zip(one, other, strict=True)
    )


def moved(grid: list[list], row: int, column: int, by: object) -> Grid:
    return [
        [Number(mp.mpf(x) + (by if (i, j) == (row, column) else 0)) for j, x in enumerate(each)]
        for i, each in enumerate(grid)
    ]


def differences(loss: Callable[[Grid], object], at: list[list]) -> list[list]:
    """Return how the loss changes with each number of a grid, by central differences."""
    return [
        [(loss(moved(at, i, j, STEP)) - loss(moved(at, i, j, -STEP))) / (2 * STEP) for j in range(len(at[0]))]
        for i in range(len(at))
    ]


def assert_gradient(name: str, *arguments: object, slopes: list[list]) -> None:
    """The recipe's gradient is the slopes, to 1e-12; where terms cancel, 1e-12 of the sum of their sizes."""
    formula = oracle_of(name)(*(exact(each) if isinstance(each, list) else each for each in arguments))
    expected = [
        [Number(slope, term.size) for slope, term in zip(*rows, strict=True)]
        for rows in zip(slopes, formula, strict=True)
    ]
    found = engine(name, *arguments)
    assert agree(found, expected), f"{found} is not {as_floats(expected)}"


def attend(causal: int | None) -> Callable[[Grid, Grid, Grid], Grid]:
    return causal_attention if causal else attention


def optional(causal: int | None) -> list[int]:
    return [] if causal is None else [causal]


each_mask = pytest.mark.parametrize("causal", [None, 0, 1], ids=["open", "causal=0", "causal=1"])


@each_mask
def test_attention_query_gradient(causal: int | None) -> None:
    @a_few
    @given(forward(square=causal == 1))
    def check(given_: tuple) -> None:
        q, k, v, g = given_
        slopes = differences(lambda queries: weighted(attend(causal)(queries, exact(k), exact(v)), g), q)
        assert_gradient("attention_query_gradient", q, k, v, g, *optional(causal), slopes=slopes)

    check()


@each_mask
def test_attention_key_gradient(causal: int | None) -> None:
    @a_few
    @given(forward(square=causal == 1))
    def check(given_: tuple) -> None:
        q, k, v, g = given_
        slopes = differences(lambda keys: weighted(attend(causal)(exact(q), keys, exact(v)), g), k)
        assert_gradient("attention_key_gradient", q, k, v, g, *optional(causal), slopes=slopes)

    check()


@each_mask
def test_attention_value_gradient(causal: int | None) -> None:
    @a_few
    @given(forward(square=causal == 1))
    def check(given_: tuple) -> None:
        q, k, v, g = given_
        slopes = differences(lambda values: weighted(attend(causal)(exact(q), exact(k), values), g), v)
        assert_gradient("attention_value_gradient", q, k, g, *optional(causal), slopes=slopes)

    check()


@st.composite
def mixing(draw: st.DrawFn) -> tuple[Grid, Grid, Grid]:
    """Portions, values, and how the loss changes with portions times values."""
    rows, across, out = draw(words), draw(words), draw(value_width)
    return draw(grids(rows, across, chance)), draw(grids(across, out)), draw(grids(rows, out))


@a_few
@given(mixing())
def test_value_gradient(drawn: tuple) -> None:
    portions, values, gradient = drawn
    slopes = differences(lambda moving: weighted(weighted_sum(exact(portions), moving), gradient), values)
    assert_gradient("value_gradient", portions, gradient, slopes=slopes)


@a_few
@given(mixing())
def test_portion_gradient(drawn: tuple) -> None:
    portions, values, gradient = drawn
    slopes = differences(lambda moving: weighted(weighted_sum(moving, exact(values)), gradient), portions)
    assert_gradient("portion_gradient", gradient, values, slopes=slopes)


@a_few
@given(st.tuples(words, words).flatmap(lambda shape: st.tuples(grids(*shape), grids(*shape))))
def test_softmax_backward(drawn: tuple) -> None:
    """Portions of given scores are rounded before they are given back, so slopes agree to the float's digits."""
    scores, gradient = drawn
    portions = as_floats(softmax(exact(scores)))
    slopes = differences(lambda moving: weighted(softmax(moving), gradient), scores)
    assert_gradient("softmax_backward", portions, gradient, slopes=slopes)


@st.composite
def matching(draw: st.DrawFn) -> tuple[Grid, Grid, Grid]:
    """Queries, keys, and how the loss changes with the scaled scores."""
    rows, across, deep = draw(words), draw(words), draw(width)
    return draw(grids(rows, deep)), draw(grids(across, deep)), draw(grids(rows, across))


def scaled_scores(queries: Grid, keys: Grid) -> Grid:
    return scale(scores_of(queries, keys), len(keys[0]))


@a_few
@given(matching())
def test_query_gradient(drawn: tuple) -> None:
    queries, keys, gradient = drawn
    slopes = differences(lambda moving: weighted(scaled_scores(moving, exact(keys)), gradient), queries)
    assert_gradient("query_gradient", gradient, keys, slopes=slopes)


@a_few
@given(matching())
def test_key_gradient(drawn: tuple) -> None:
    queries, keys, gradient = drawn
    slopes = differences(lambda moving: weighted(scaled_scores(exact(queries), moving), gradient), keys)
    assert_gradient("key_gradient", gradient, queries, slopes=slopes)


@a_few
@given(st.lists(number, min_size=1, max_size=6), st.data())
def test_logit_gradient(logits: list[float], data: st.DataObject) -> None:
    target = data.draw(st.integers(0, len(logits) - 1))
    slopes = differences(lambda moving: logit_cross_entropy(moving[0], target).value, [logits])
    (expected,) = slopes
    assert agree(engine("logit_gradient", logits, target), [Number(slope, 1) for slope in expected])


# Against PyTorch, where it is installed.


def leaves(torch: object, *grids_: list[list]) -> list:
    return [torch.tensor(grid, dtype=torch.float64, requires_grad=True) for grid in grids_]


def assert_autograds(name: str, *arguments: object, slopes: object) -> None:
    assert_gradient(name, *arguments, slopes=slopes.tolist())


@pytest.mark.parametrize("causal", [0, 1])
def test_attention_gradients_are_autograds(causal: int) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")

    @a_few
    @given(forward(square=causal == 1))
    def check(given_: tuple) -> None:
        q, k, v, g = given_
        queries, keys, values = leaves(torch, q, k, v)
        result = torch.nn.functional.scaled_dot_product_attention(queries, keys, values, is_causal=bool(causal))
        result.backward(torch.tensor(g, dtype=torch.float64))
        assert_autograds("attention_query_gradient", q, k, v, g, causal, slopes=queries.grad)
        assert_autograds("attention_key_gradient", q, k, v, g, causal, slopes=keys.grad)
        assert_autograds("attention_value_gradient", q, k, g, causal, slopes=values.grad)

    check()


def test_gradients_of_the_parts_are_autograds() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")

    @a_few
    @given(forward(square=False))
    def check(given_: tuple) -> None:
        q, k, v, g = given_
        queries, keys, values = leaves(torch, q, k, v)
        scores = queries @ keys.T / len(q[0]) ** 0.5
        portions = scores.softmax(dim=-1)
        result = portions @ values
        for each in (scores, portions):
            each.retain_grad()
        result.backward(torch.tensor(g, dtype=torch.float64))
        assert_autograds("value_gradient", portions.tolist(), g, slopes=values.grad)
        assert_autograds("portion_gradient", g, v, slopes=portions.grad)
        assert_autograds("softmax_backward", portions.tolist(), portions.grad.tolist(), slopes=scores.grad)
        assert_autograds("query_gradient", scores.grad.tolist(), k, slopes=queries.grad)
        assert_autograds("key_gradient", scores.grad.tolist(), q, slopes=keys.grad)

    check()


def test_logit_gradient_is_autograds() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")

    @a_few
    @given(st.lists(number, min_size=1, max_size=6), st.data())
    def check(logits: list[float], data: st.DataObject) -> None:
        target = data.draw(st.integers(0, len(logits) - 1))
        (scores,) = leaves(torch, [logits])
        torch.nn.functional.cross_entropy(scores, torch.tensor([target])).backward()
        assert agree(engine("logit_gradient", logits, target), [Number(slope, 1) for slope in scores.grad[0].tolist()])

    check()
