"""Exact values against mpmath at 50 digits and numpy, written down here without the engine."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import solve
from katatx.engine.values import as_lists, value_of
from katatx.notation.answers import read_answer
from katatx.notation.expressions import read_expression
from scoring import grade

mp.mp.dps = 50

small = st.floats(-9, 9, allow_nan=False).map(lambda v: round(v, 3))


def rows(width: int) -> st.SearchStrategy[list[float]]:
    return st.lists(small, min_size=width, max_size=width)


@st.composite
def attention_shapes(draw: st.DrawFn):
    words, width, out = draw(st.integers(1, 5)), draw(st.integers(1, 5)), draw(st.integers(1, 4))
    return (
        draw(rows(width)),
        [draw(rows(width)) for _ in range(words)],
        [draw(rows(out)) for _ in range(words)],
    )


def engine(expression: str, **names: object):
    return as_lists(evaluate(read_expression(expression), {name: value_of(v) for name, v in names.items()}))


def close(found, expected, scale: float = 1.0) -> None:
    found, expected = np.array(found, dtype=float), np.array([[float(x) for x in np.ravel(expected)]]).ravel()
    assert np.ravel(found) == pytest.approx(expected, rel=1e-12, abs=1e-13 * scale)


def mp_softmax(scores: list) -> list:
    raised = [mp.e ** mp.mpf(s) for s in scores]
    return [r / mp.fsum(raised) for r in raised]


def mp_dot(first: list, second: list):
    return mp.fsum(mp.mpf(a) * mp.mpf(b) for a, b in zip(first, second, strict=True))


@given(st.integers(1, 6).flatmap(lambda n: st.tuples(rows(n), rows(n))))
def test_dot(pair) -> None:
    first, second = pair
    close(engine("dot(a, b)", a=first, b=second), [mp_dot(first, second)], 100)


@given(st.lists(small, min_size=1, max_size=7))
def test_softmax(scores: list[float]) -> None:
    found = engine("softmax(s)", s=scores)
    close(found, mp_softmax(scores))
    assert sum(found) == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize("scores", [[700.0, -700.0], [700.0, 700.0], [-700.0, -700.0], [3.0], [5.0, 5.0, 5.0]])
def test_softmax_at_the_edges(scores: list[float]) -> None:
    close(engine("softmax(s)", s=scores), mp_softmax(scores))


def test_softmax_of_what_cannot_be_shared_out() -> None:
    with pytest.raises(EngineError, match="masked"):
        engine("softmax([-inf, -inf])")
    with pytest.raises(EngineError, match="inf - inf"):
        engine("softmax([inf, 0])")


@given(attention_shapes())
def test_attention(shapes) -> None:
    query, keys, values = shapes
    root = mp.sqrt(len(query))
    portions = mp_softmax([mp_dot(query, key) / root for key in keys])
    expected = [
        mp.fsum(p * mp.mpf(v) for p, v in zip(portions, column, strict=True)) for column in zip(*values, strict=True)
    ]
    close(engine("attention(q, k, v)", q=query, k=keys, v=values), expected, 10)


@given(attention_shapes(), st.data())
def test_attention_leaves_padding_out(shapes, data) -> None:
    query, keys, values = shapes
    real = data.draw(st.integers(1, len(keys)))
    found = engine("attention(q, k, v, n)", q=query, k=keys, v=values, n=real)
    close(found, engine("attention(q, k, v)", q=query, k=keys[:real], v=values[:real]), 10)


@given(attention_shapes())
def test_attention_does_not_mind_the_order_of_words(shapes) -> None:
    query, keys, values = shapes
    found = engine("attention(q, k, v)", q=query, k=keys[::-1], v=values[::-1])
    close(found, engine("attention(q, k, v)", q=query, k=keys, v=values), 10)


@given(attention_shapes())
def test_rows_of_a_grid_are_worked_one_by_one(shapes) -> None:
    query, keys, values = shapes
    both = engine("attention(q, k, v)", q=[query, query[::-1]], k=keys, v=values)
    close(both[0], engine("attention(q, k, v)", q=query, k=keys, v=values), 10)
    close(both[1], engine("attention(q, k, v)", q=query[::-1], k=keys, v=values), 10)


@given(attention_shapes())
def test_products_of_grids_are_numpys(shapes) -> None:
    query, keys, values = shapes
    q, k, v = np.array([query, query]), np.array(keys), np.array(values)
    close(engine("q·kᵀ", q=q.tolist(), k=keys), q @ k.T, 100)
    close(engine("k·q", q=query, k=keys), k @ np.array(query), 100)
    close(engine("linear(k, q)", q=query, k=keys), k @ np.array(query), 100)
    close(engine("weighted_sum(p, v)", p=[1.0] * len(values), v=values), v.sum(axis=0), 100)


@given(st.lists(rows(3), min_size=1, max_size=5), st.data())
def test_mean_over_real_rows(grid: list[list[float]], data) -> None:
    real = data.draw(st.integers(1, len(grid)))
    close(engine("mean(g, n)", g=grid, n=real), np.array(grid)[:real].mean(axis=0), 10)


@given(small)
def test_sigmoid_and_relu(x: float) -> None:
    close([engine("sigmoid(x)", x=x)], [1 / (1 + mp.e ** -mp.mpf(x))])
    assert engine("relu(x)", x=x) == max(0, x)


@given(rows(3), st.lists(rows(3), min_size=2, max_size=3), st.data())
def test_dense(inputs: list[float], weights: list[list[float]], data) -> None:
    nudges = data.draw(rows(len(weights)))
    close(engine("dense(x, w, b)", x=inputs, w=weights, b=nudges), np.array(weights) @ inputs + nudges, 100)


@given(rows(2), st.integers(1, 64))
def test_scale(scores: list[float], width: int) -> None:
    close(engine("scale(s, w)", s=scores, w=width), [mp.mpf(s) / mp.sqrt(width) for s in scores])


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("table_entries(10000, 4)", 40000),
        ("padding_count(2, 100)", 98),
        ("chopped_count(500, 100)", 400),
        ("pad_or_chop([73, 88], 5)", [73, 88, 0, 0, 0]),
        ("pad_or_chop([1, 2, 3], 2)", [1, 2]),
        ("recurrent_steps(1, 80)", 79),
        ("attention_steps(1, 80)", 1),
        ("word_number(73, 10000, 10001)", 73),
        ("word_number(10000, 10000, 10001)", 10000),
        ("word_number(400000, 10000, 10001)", 10001),
        ("head_width(4, 2)", 2),
        ("glued_width(4, 2)", 4),
        ("glue_heads([2, 1], [0, 3])", [2, 1, 0, 3]),
        ("match_count(100)", 100),
        ("weighted_sum_width(100, 32)", 32),
        ("padding_mask([1, 4, 7], 2)", [1, 4, float("-inf")]),
        ("2·3 + 0·0 - 1·2", 4),
        ("(1 + 2)^2 / √9", 3),
        ("[1, 2] + [3, 4]", [4, 6]),
        ("0.5·[4, 0] + 0.5·[0, 4]", [2, 2]),
        ("[1, 2]ᵀ", [[1], [2]]),
        ("match [2,0,1,0] [3,0,2,0]", 8),
    ],
)
def test_by_hand(expression: str, value: object) -> None:
    assert engine(expression) == value


def test_a_lone_number_is_a_row_of_one() -> None:
    assert engine("softmax(3)") == [1.0]


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("dot([1, 2, 3], [1, 2])", "a row of 3 and a row of 2"),
        ("weighted_sum([1, 2], [[1, 2], [3, 4], [5, 6]])", "a row of 2 and a grid of 3 rows of 2"),
        ("dot(1, [1, 2])", "dot is given one number as first; write a row there"),
        ("[[1, 2], [3]]", "different shapes"),
        ("padding_mask([1, 2], 5)", "1 to 2"),
        ("mean([[1, 2]], 0.5)", "whole number"),
        ("1 / 0", "divides by zero"),
        ("√(-1)", "no value"),
        ("9^9^9^9", "too large"),
        ("sofmax([1])", "did you mean softmax"),
        ("softmax", r"softmax has nothing to work on; write softmax\(scores\)"),
        ("attention([1], [[1]])", r"attention\(query, keys, values, \[real\]\) is given 2 values"),
        ("nolan.want", "has no value"),
        ("arithmetic(1)", "is not known"),
        ("inf - inf", "no value"),
        ("linear([1, 2], [[1, 2], [3, 4]], 3)", "linear: order is one number"),
        ("linear([1, 2, 3], [[1, 2], [3, 4]])", "a grid of 2 rows of 2 and a row of 3"),
        ("linear(1, [1, 2])", "a grid of weights and a row of inputs"),
        (
            "cross_entropy([0.2, 0.8], [0.5, 0.5])",
            "cross_entropy: neither row has a single 1 among zeros, so which one is the target",
        ),
        ("cross_entropy([0.2, 0.8], [0, 1, 0])", "a row of 2 and a row of 3"),
        ("diff([1])", "two numbers or more"),
        ("outer(1, [1, 2])", "two rows"),
    ],
)
def test_what_has_no_value_says_why(expression: str, says: str) -> None:
    with pytest.raises(EngineError, match=says):
        engine(expression)


LENGTH_4 = [[0.5, 0.3, -0.2, 0.1], [-0.1, 0.4, 0.2, -0.3], [0.2, -0.1, 0.5, 0.1], [0, 0, 0, 0.2]]
FIRST_GRID = [[1, -1, 0, 0], [0, 0, 1, -1], [1, 1, 0, 0], [0, 1, 1, 0]]
SECOND_GRID = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]]


def test_one_block_of_two_words_comes_to_what_is_worked_by_hand() -> None:
    grids = {name: engine(f"permutation_grid({order})") for name, order in
             {"q": [3, 1, 4, 2], "k": [4, 3, 2, 1], "v": [2, 3, 4, 1], "o": [1, 2, 3, 4]}.items()}  # fmt: skip
    found = engine(
        "pre_norm_block(x, q, k, v, o, a, b)", x=[[2, 1, 1, 0], [0, 1, 2, 1]], a=FIRST_GRID, b=SECOND_GRID, **grids
    )
    by_hand = [[3.145, 3.863, 1.208, -0.654], [0.465, 1.707, 2.880, 1.000]]
    assert np.array(found) == pytest.approx(np.array(by_hand), abs=1.5e-3)


def test_four_words_of_causal_attention_by_numpy() -> None:
    x = np.array(LENGTH_4)
    scores = np.where(np.tril(np.ones((4, 4))) > 0, (0.5 * x) @ (0.5 * x).T / 2, -np.inf)
    portions = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    close(engine("causal_attention(0.5·x, 0.5·x, x)", x=LENGTH_4), portions @ x)
    assert portions[1] == pytest.approx([0.4906, 0.5094, 0, 0], abs=1e-4)


SQUARE = np.array([[1, 2], [3, 4]])
WIDE = np.array([[1, 2, 3], [4, 5, 6]])
ROWS = np.array([[5, 7], [1, -1]])


def ordered(expression: str, order: str) -> object:
    return as_lists(evaluate(read_expression(expression), {"o": order, "w": value_of(SQUARE.tolist())}))


@pytest.mark.parametrize("written", ["Wx", "W·x"])
def test_weights_by_rows(written: str) -> None:
    close(ordered("linear(w, [5, 7], o)", written), SQUARE @ [5, 7])
    close(ordered("projection([[5, 7], [1, -1]], w, o)", written), ROWS @ SQUARE.T)


@pytest.mark.parametrize("written", ["xW", "XW", "x·W"])
def test_weights_by_columns(written: str) -> None:
    close(ordered("linear(w, [5, 7], o)", written), [5, 7] @ SQUARE)
    close(ordered("projection([[5, 7], [1, -1]], w, o)", written), ROWS @ SQUARE)


def test_another_order_says_what_to_write() -> None:
    with pytest.raises(EngineError, match='projection: order is "xWx"'):
        ordered("projection([[5, 7], [1, -1]], w, o)", "xWx")


def test_shapes_tell_the_order() -> None:
    close(engine("linear(w, x)", w=WIDE.T.tolist(), x=[5, 7]), WIDE.T @ [5, 7])
    close(engine("linear(w, x)", w=WIDE.tolist(), x=[5, 7]), [5, 7] @ WIDE)
    close(engine("linear(x, w)", w=WIDE.tolist(), x=[5, 7]), [5, 7] @ WIDE)
    close(engine("linear(x, w)", w=SQUARE.tolist(), x=ROWS.tolist()), ROWS @ SQUARE.T)
    close(engine("projection(x, w)", w=WIDE.tolist(), x=ROWS.tolist()), ROWS @ WIDE)


def test_one_order_holds_for_both_grids_of_a_feed_forward_layer() -> None:
    second = [[1, 0, 0], [0, 1, 0], [1, 1, 1]]
    expected = np.maximum(ROWS @ WIDE, 0) @ np.array(second)
    close(engine("feed_forward(x, a, b)", x=ROWS.tolist(), a=WIDE.tolist(), b=second), expected)


def test_a_one_hot_target_may_stand_on_either_side() -> None:
    portions, marked = [0.2, 0.5, 0.3], [0, 0, 1]
    expected = engine("cross_entropy(p, 2)", p=portions)
    assert engine("cross_entropy(p, t)", p=portions, t=marked) == expected
    assert engine("cross_entropy(t, p)", p=portions, t=marked) == expected
    close([engine("soft_cross_entropy(p, t)", p=[0.2, 0.8], t=[0.5, 0.5])], [-0.5 * (mp.log("0.2") + mp.log("0.8"))])


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("round(2.675, 2)", 2.68),
        ("round(2.5)", 2),
        ("round(-3.5)", -4),
        ("mod(-7, 3)", 2),
        ("mod(7, -3)", -2),
        ("mod(0.3, 0.1)", pytest.approx(0, abs=1e-12)),
        ("clamp([-5, 0, 9], -3, 4)", [-3, 0, 4]),
        ("leaky_relu(-2, 0.1)", -0.2),
        ("leaky_relu([-2, 3])", [-0.02, 3]),
        ("length(3, 4)", 5),
        ("prod(2, 3, 4)", 24),
        ("running_total 1 2 3", [1, 3, 6]),
        ("argmax([3, 8, 8])", 1),
        ("argmin([[3, 1], [0, 4]], axis=1)", [1, 0]),
        ("var(1, 3)", 1),
        ("std(1, 3)", 1),
        ("mse(3, 1)", 4),
        ("mae([[1, 2], [3, 4]], [[0, 4], [3, 4]])", 0.75),
        ("outer([1, 2], [3, 4])", [[3, 4], [6, 8]]),
        ("exp2(3)", 8),
        ("sgn([-2, 0, 5])", [-1, 0, 1]),
        ("frobenius([[1, 2], [2, 4]])", 5),
    ],
)
def test_other_names_and_single_numbers(expression: str, value: object) -> None:
    assert engine(expression) == value


def test_a_wrong_turn_is_told_in_one_plain_sentence() -> None:
    judged = grade(read_answer("0.25 0.75"), solve(read_expression("softmax([1, 3])"), {}).key)
    assert judged.message == (
        'Skipped e^ (step "raise"): the scores themselves were shared out. Raise e to each score first.'
    )
