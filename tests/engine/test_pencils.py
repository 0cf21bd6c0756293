from __future__ import annotations

import random

import pytest

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.sources import numbered_source
from katatx.engine.key import count_strokes, open_turns, solve, write_out
from katatx.engine.names import Defined, Names
from katatx.engine.pencils.interval import Interval, through
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.recipe import all_recipes, all_wrong_turns, find_recipe
from katatx.notation.expressions import read_expression
from katatx.notation.syntax import Node
from tests.engine.oracles import SAMPLES


def test_softmax_is_three_written_lines() -> None:
    steps = write_out(read_expression("softmax(1, 4)"), {})
    assert [(step.line, step.text) for step in steps] == [
        ("raise", "e^1 = 2.718  e^4 = 54.598"),
        ("total", "2.718 + 54.598 = 57.316"),
        ("divide", "2.718 / 57.316 = 0.047  54.598 / 57.316 = 0.953"),
    ]


def test_a_dot_product_is_written_in_one_go() -> None:
    (match, row) = write_out(read_expression("scores([2, 0, 1], [[3, 5, 2]])"), {})
    assert match.text == "2·3 + 0·5 + 1·2 = 6 + 0 + 2 = 8"
    assert row.text == "[8]"


def test_a_written_line_stands_up_to_a_pencil() -> None:
    """0.047·2 would be 0.094; the line shows as many digits as 0.095 needs."""
    steps = write_out(read_expression("weighted_sum(softmax(1, 4), [[2], [0]])"), {})
    assert "0.0474·2 = 0.095" in steps[1].text


def test_strokes_are_counted_as_by_hand() -> None:
    strokes = count_strokes(read_expression("softmax(1, 4)"), {})
    assert (strokes.products, strokes.sums, strokes.exponentials, strokes.divisions) == (0, 1, 2, 2)
    strokes = count_strokes(read_expression("dot([2,0,1,0],[3,0,2,0])"), {})
    assert (strokes.products, strokes.sums) == (4, 3)


def test_a_turn_inside_a_nested_recipe_is_found_from_the_last_answer_alone() -> None:
    node = read_expression("attention([2,0,1,0], [[1,0,0,0],[3,0,2,0]], [[2,0,0,1],[0,3,1,0]])")
    turns = {turn.name: turn for turn in solve(node, {}).key.wrong_turns}
    # Raw shares of [1, 4] are 0.2 and 0.8: 0.2·[2,0,0,1] + 0.8·[0,3,1,0].
    assert turns["softmax/raw-shares"].value == pytest.approx([0.4, 2.4, 0.8, 0.2])
    # Unscaled portions, dotted by hand with the values.
    assert turns["attention/key-for-value"].value == pytest.approx([2.9051482536448664, 0, 1.9051482536448667, 0])


WRONG_BY_HAND = [
    ("softmax(1, 4)", "softmax/raw-shares", [0.2, 0.8]),
    ("softmax(1, 4)", "softmax/scores-summed", [5]),
    ("softmax(1, 3)", "softmax/base-2", [0.2, 0.8]),
    ("softmax(1, 2)", "softmax/largest-takes-all", [0, 1]),
    ("scale([2, 8], 4)", "scale/not-scaled", [2, 8]),
    ("scale([2, 8], 4)", "scale/width-for-root", [0.5, 2]),
    ("scale([2, 8], 4)", "scale/standardised", [-1, 1]),
    ("dot([2,2],[3,4])", "dot/summed", [11]),
    ("dot([2,1],[3,4])", "dot/left-in-pieces", [6, 4]),
    ("dot([2,1],[3,4])", "dot/last-pair-missed", [6]),
    ("dot([2,1],[3,4])", "dot/sums-multiplied", [21]),
    ("scores([2,1],[[3,4],[1,1]])", "scores/itself-left-out", [3]),
    ("linear([[1,2],[3,4]],[1,0])", "linear/down-the-columns", [1, 2]),
    ("weighted_sum([0.2,0.8],[[1,2],[3,4]])", "weighted_sum/plain-average", [2, 3]),
    ("weighted_sum([0.2,0.8],[[1,2],[3,4]])", "weighted_sum/unweighted", [4, 6]),
    ("weighted_sum([0.5,0.5],[[1,2],[3,4]])", "weighted_sum/width-collapsed", [1.5, 3.5]),
    ("mean([[4,2],[0,0]])", "mean/not-divided", [4, 2]),
    ("mean([[4,2],[2,6],[0,0]], 2)", "mean/padding-counted", [2, 8 / 3]),
    ("relu([-2, 3])", "relu/absolute-value", [2, 3]),
    ("glued_width(4, 2)", "head_width/not-split", [8]),
    ("match_count(2)", "match_count/itself-left-out", [1]),
    ("weighted_sum_width(100, 32)", "weighted_sum_width/word-count", [100]),
    ("recurrent_steps(1, 80)", "recurrent_steps/words-counted", [80]),
    ("word_number(400000, 10000, 10001)", "word_number/padding-number", [0]),
    ("10/√4", "arithmetic/root-not-taken", [2.5]),
    ("masked_softmax([0, 0, 0], 2)", "masked_softmax/masked-afterwards", [1 / 3, 1 / 3, 0]),
    ("padding_mask([1, 4, 7], 2)", "padding_mask/zero-for-minus-infinity", [1, 4, 0]),
]


@pytest.mark.parametrize(("expression", "name", "value"), WRONG_BY_HAND)
def test_wrong_turns_by_hand(expression: str, name: str, value: list[float]) -> None:
    turns = {turn.name: turn for turn in solve(read_expression(expression), {}).key.wrong_turns}
    assert turns[name].value == pytest.approx(value)


def test_every_wrong_turn_replaces_a_line_that_exists_and_says_what_and_instead() -> None:
    ids = [turn.id for turn in all_wrong_turns()]
    assert len(ids) == len(set(ids))
    for turn in all_wrong_turns():
        assert turn.happened
        assert turn.instead
        assert not turn.happened.endswith(".")
    for recipe in all_recipes():
        assert recipe.summary.endswith(".")
        assert find_recipe(recipe.name.upper().replace("_", "-")) is recipe


def test_intervals_hold_what_their_numbers_can_reach() -> None:
    square = through(lambda a: a * a, (Interval(-1, 2),), rising=False, bends=lambda low, high: (0.0,))
    assert isinstance(square, Interval)
    assert (square.low, square.high) == (0, 4)
    product = through(lambda a, b: a * b, (Interval(-1, 2), Interval(-3, 4)), rising=False)
    assert isinstance(product, Interval)
    assert (product.low, product.high) == (-6, 8)


def test_dividing_by_what_may_round_to_zero_is_an_error() -> None:
    with pytest.raises(EngineError, match="zero"):
        evaluate(read_expression("1/(1/3 - 0.333)"), {}, Rounding())


def _names(source: random.Random) -> str:
    """Definitions that use those before them."""
    one = source.choice(["2·3", "√16", "e^1", "8/2", "2^2"])
    two = source.choice(["a + 1", "a/2", "a·a", "√a", "a^2"])
    three = source.choice(["b·a/2", "b + a", "√b·a", "b/a", "e^(b/a)"])
    return f"a = {one}; b = {two}; {three}"


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Pencil, Rounding])
def test_what_a_pencil_copies_is_what_it_would_have_worked(kind: type[Pencil]) -> None:
    """Every wrong turn of every exercise, and of names that stand for one another, copied and worked afresh."""
    source, compared = numbered_source("copied"), 0
    for name, samples in SAMPLES.items():
        draws = samples[0].draws()
        given = {n: each.draw(source, draws.given) for n, each in draws.ranges.items()}
        compared += _compare_copied(kind, draws.node, {**draws.given, **given}, name)
    for seed in range(60):
        (*definitions, last) = _names(random.Random(seed)).split("; ")
        names = {text[0]: Defined(read_expression(text[4:])) for text in definitions}
        compared += _compare_copied(kind, read_expression(last), names, last)
    assert compared > 800


def _compare_copied(kind: type[Pencil], node: Node, names: Names, what: str) -> int:
    """Return how many turns were compared: none where these numbers cannot be worked at all."""
    right = kind()
    try:
        evaluate(node, names, right)
    except EngineError:
        return 0
    turns = open_turns(right)
    for turn in turns:
        assert _outcome(node, names, kind(turn)) == _outcome(node, names, kind(turn, after=right)), (what, turn.id)
    return len(turns)


def _outcome(node: Node, names: Names, pencil: Pencil) -> object:
    try:
        return band_of(evaluate(node, names, pencil))
    except EngineError as error:
        return type(error)
