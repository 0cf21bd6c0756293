"""The library of wrong turns: each can be taken, leads astray, and says so in plain words."""

from __future__ import annotations

import re

import pytest

from katatx.engine.errors import EngineError
from katatx.engine.key import solve
from katatx.engine.recipe import all_recipes, all_wrong_turns
from katatx.engine.sources import numbered_source
from katatx.notation.expressions import read_expression
from tests.samples import SAMPLES

# What each line gives when it goes wrong, by hand.
BY_HAND = [
    ("embedding(1, [[1, 2], [3, 4], [5, 6]])", "embedding/counted-from-1", [1, 2]),
    ("embedding(2, [[1, 2], [3, 4], [5, 6]])", "embedding/multiplied", [10, 12]),
    ("position_encoding(1, 4)", "position_encoding/i-for-2i", [0.841, 0.540, 0.0998, 0.995]),
    ("position_encoding(1, 4)", "position_encoding/degrees", [0.0175, 0.9998, 0.0002, 1]),
    ("position_encoding(2, 4)", "position_encoding/sine-and-cosine-swapped", [-0.416, 0.909, 0.9998, 0.020]),
    ("position_encoding(1, 4)", "position_encoding/in-halves", [0.841, 0.010, 0.540, 1]),
    ("add_position([2, 2], [0, 1])", "add_position/glued", [2, 2, 0, 1]),
    ("patches([[1, 2, 3, 4], [5, 6, 7, 8]], 2)", "patches/strips-cut-as-rows", [1, 2, 3, 4, 5, 6, 7, 8]),
    ("patches([[1, 2, 3, 4], [5, 6, 7, 8]], 2)", "patches/swap-before-fold", [1, 5, 2, 6, 3, 7, 4, 8]),
    ("patches([[1, 2, 3, 4], [5, 6, 7, 8]], 2)", "patches/down-each-square", [1, 5, 2, 6, 3, 7, 4, 8]),
    ("patch_count(28, 28, 7)", "patch_count/divided-once", [112]),
    ("fold_address(1, 2, 2)", "fold_address/remainder-first", [1, 0, 0, 1]),
    ("swap_address(1, 2, 2)", "swap_address/places-first", [1, 0, 0, 1]),
    ("patch_address(2, 4, 2, 6)", "patch_address/size-for-across", [4, 0]),
    ("flat_index(2, 1, 5)", "flat_index/column-first", [7]),
    ("scores([[1, 0], [2, 1]], [[3, 1], [0, 2]])", "scores/query-and-key-swapped", [3, 7, 0, 2]),
    ("matmul([[1, 2], [3, 4]], [[0, 1], [1, 0]])", "matmul/turned-round", [3, 4, 1, 2]),
    ("matmul([[1, 2], [3, 4]], [[0, 1], [1, 0]])", "matmul/entry-by-entry", [0, 2, 3, 0]),
    ("permutation_grid([3, 1, 2])", "permutation_grid/on-its-side", [0, 1, 0, 0, 0, 1, 1, 0, 0]),
    ("reorder([5, 6, 7], [3, 1, 2])", "reorder/sent-for-read", [6, 7, 5]),
    ("scale([2, 8], 9)", "scale/halved", [2 / 4.5, 8 / 4.5]),
    ("softmax(0, 0, 0, 0)", "softmax/turned-over", [4, 4, 4, 4]),
    ("softmax([[0, 0], [0, 0]])", "softmax/over-the-whole-grid", [0.25] * 4),
    ("softmax([0, -inf])", "softmax/mask-raised-to-1", [0.5, 0.5]),
    ("causal_softmax([[0, 0], [0, 0]])", "causal_softmax/masked-afterwards", [0.5, 0, 0.5, 0.5]),
    ("causal_softmax([[0, 0], [0, 0]])", "causal_softmax/own-position-masked", [0, 0, 1, 0]),
    ("causal_mask([[1, 2], [3, 4]])", "causal_mask/past-masked", [1, 2, float("-inf"), 4]),
    ("weighted_sum([0.25, 0.75], [[4], [8]])", "weighted_sum/portions-reversed", [5]),
    ("weighted_sum([0.25, 0.75], [[4, 8], [0, 4]])", "weighted_sum/rows-dotted", [7, 3]),
    ("masked_cells(5)", "masked_cells/all-cells", [25]),
    ("position_encoding(1, 2)", "position_encoding/position-before", [0, 1]),
    ("logit_gradient([0, 0], 1)", "logit_gradient/counted-from-1", [-0.5, 0.5]),
    ("deviations([2, 4, 6])", "deviations/turned-round", [2, 0, -2]),
    ("variance([2, 4, 6])", "mean_square/n-minus-1", [4]),
    ("variance([2, 4, 6])", "mean_square/not-divided", [8]),
    ("variance([2, 4, 6])", "variance/distances-averaged", [0]),
    ("mean_square([-1, 2])", "mean_square/minus-squared-kept", [1.5]),
    ("permutation_grid([3, 1, 2])", "permutation_grid/counted-from-0", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    ("permutation_grid([1, 2, 3])", "permutation_grid/counted-from-0", [0, 1, 0, 0, 0, 1, 1, 0, 0]),
    ("layer_norm([[3, 1], [5, 9]], 2)", "layer_norm/down-the-columns", [-2, -2, 2, 2]),
    ("word_number(400, 100, 101)", "word_number/last-kept", [100]),
    ("standard_deviation([2, 4, 6])", "standard_deviation/variance-not-rooted", [8 / 3]),
    ("layer_norm([50, 60, 40, 30])", "layer_norm/variance-not-rooted", [0.04, 0.12, -0.04, -0.12]),
    ("layer_norm([3, 1], 1, 0, 3)", "layer_norm/eps-outside-the-root", [0.25, -0.25]),
    ("layer_norm([3, 1], 2, 5)", "layer_norm/beta-forgotten", [2, -2]),
    ("layer_norm([[3, 1], [5, 9]])", "layer_norm/down-the-columns", [-1, -1, 1, 1]),
    ("residual([1, 2], [10, 20])", "residual/residual-forgotten", [10, 20]),
    ("feed_forward([1, 1], [[1, 1], [-1, -1]], [[1, 0], [0, 1]])", "relu/absolute-value", [2, 2]),
    ("dropout([2, 4], [1, 0], 0.5)", "dropout/not-grown", [2, 0]),
    ("dropout_at_exam([2, 4], 0.5)", "dropout_at_exam/shrunk", [1, 2]),
    ("binary_cross_entropy(1, 0.1)", "binary_cross_entropy/log-base-10", [1]),
    ("binary_cross_entropy(0, 0.75)", "binary_cross_entropy/sign-lost", [-1.386294]),
    ("cross_entropy([0.25, 0.25, 0.5], 0)", "cross_entropy/largest-picked", [0.693147]),
    ("logit_gradient([0, 0], 1)", "logit_gradient/turned-round", [-0.5, 0.5]),
    ("softmax_backward([0.5, 0.5], [2, 0])", "softmax_backward/mean-not-subtracted", [1, 0]),
    ("softmax_backward([0.5, 0.5], [2, 0])", "softmax_backward/like-a-sigmoid", [0.5, 0]),
    ("query_gradient([[1, 2]], [[1, 0, 0, 0], [0, 1, 0, 0]])", "query_gradient/root-lost", [1, 2, 0, 0]),
    ("value_gradient([[1, 2], [3, 4]], [[1], [0]])", "value_gradient/transpose-lost", [1, 3]),
    ("key_dim_width(32, 2)", "key_dim_width/count-added", [34]),
    ("multi_head_width(32, 32, 2)", "multi_head_width/glued", [64]),
    ("score_multiplications(4, 4)", "score_multiplications/length-once", [16]),
    ("masked_cells(4)", "masked_cells/own-cells-masked", [10]),
    ("length_growth(4, 32)", "length_growth/like-the-length", [8]),
    ("dense_parameters(32, 20)", "dense_parameters/bias-an-input", [672]),
    ("√9", "arithmetic/halved", [4.5]),
    ("exp(2)", "exp/multiplied-by-e", [5.436564]),
    ("sin(90)", "sin/degrees", [1]),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "name", "value"), BY_HAND)
def test_wrong_turns_by_hand(expression: str, name: str, value: list[float]) -> None:
    turns = {turn.name: turn for turn in solve(read_expression(expression), {}).key.wrong_turns}
    assert turns[name].value == pytest.approx(value, abs=6e-4)


def test_there_is_an_exercise_for_every_recipe() -> None:
    assert set(SAMPLES) == {recipe.name for recipe in all_recipes()}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_wrong_turn_can_be_taken_and_seen(name: str) -> None:
    """On some numbers of its own recipe's exercises each leads away from the right value; three or more are open."""
    (recipe,) = (each for each in all_recipes() if each.name == name)
    own = {turn.id for turns in recipe.wrong_turns.values() for turn in turns}
    seen: set[str] = set()
    for sample in SAMPLES[name]:
        draws, source = sample.draws(), numbered_source(name)
        for _ in range(6):
            given = {name: each.draw(source, draws.given) for name, each in draws.ranges.items()}
            try:
                seen |= {turn.name for turn in solve(draws.node, {**draws.given, **given}).key.wrong_turns}
            except EngineError:
                continue  # a row of equal numbers, say: such numbers are never asked
    assert own <= seen
    assert len(seen) >= 3


def test_what_is_said_of_a_wrong_turn_is_one_plain_clause() -> None:
    for turn in all_wrong_turns():
        for clause in (turn.happened, turn.instead):
            assert 8 < len(clause) < 120, turn.id
            assert not clause[0].isupper() or clause.startswith("ln "), turn.id
            assert not clause.endswith("."), turn.id
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", turn.name), turn.id
