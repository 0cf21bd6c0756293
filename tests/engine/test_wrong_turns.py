"""The library of wrong turns: each can be taken, leads astray, and says so in plain words."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from math import inf, log

import pytest

from katatx.engine.book import all_recipes, all_wrong_turns, find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.fresh_numbers.sources import numbered_source
from katatx.engine.key import Solution, open_turns
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import floats, shape_of
from katatx.notation.parser import read_expression
from katatx.notation.syntax import Node
from tests.engine.oracles import SAMPLES

# Long ones, shared: a row and two grids; gradients of scores beside rows of width 4; queries, keys, values and the
# gradient of what attention gave; two heads, without a preference and with one; a picture; two words through a block.
GRIDS = "[1, 2], [[2, 0], [0, -1]], [[3, 1], [-2, 1]]"
WIDE = "[[1, 2], [3, 4]], [[1, 0, 0, 0], [0, 1, 0, 0]]"
PICTURE = "[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]"
BLOCK = (
    "[[3, 1, 2], [0, 4, 2]], "
    "[[1, 0, 0], [0, 0, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[1, 0, 0], [1, 1, 0], [0, 0, 1]], "
    "[[0, 1, 0], [1, 0, 0], [0, 0, 1]], [[1, 0, 0], [1, 1, 0], [0, 0, 1]], [[1, 1, 0], [0, 1, 0], [1, 0, 0]]"
)
LLAMA_WEIGHTS = (
    "2, 1, [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, -1]], [[1, 0, 0], [0, 0, 1]], "
    "[[0, 1, 0], [1, 0, 1]], [[1, 0, 0, 0], [0, 1, 0, 1], [0, 0, 1, 0]]"
)
ROTARY = f"rotary_attention([[0.75, 0.25, 0.5], [0, 1, 0.5]], {LLAMA_WEIGHTS})"
LLAMA = f"llama_block([[3, 1, 2], [0, 4, 2]], {LLAMA_WEIGHTS}, [[1, 0, 0], [0, 1, 0]], [[1, 1, 0], [0, 0, 1]], [[1, 0], [0, 1], [1, 1]])"
PRE = f"pre_norm_block({BLOCK})"

# What each line gives when it goes wrong, by hand.
BY_HAND = [
    ("softmax([0, ln(3)])", "softmax/shifted", [0.25, 0.75]),
    ("online_attention([1], [[0], [ln(3)]], [[4], [8]], 1)", "online_attention/all-keys-at-once", [7]),
    ("attention([2, 0, 0, 0], [[0, 0, 0, 0], [ln(3)/2, 0, 0, 0]], [[4], [8]])", "attention/scaled-after-softmax", [3.5]),
    ("layer_norm([1, 3], [2, 1], [0, 0])", "layer_norm/gamma-before-the-norm", [-1, 1]),
    ("layer_norm([1, 3], [2, 1], [3, 0])", "layer_norm/both-before-the-norm", [1, -1]),
    ("online_step([0, 1, 4], [ln(2)], [[6]])", "online_step/sum-not-rescaled", [log(2), 2, 8]),
    ("online_step([0, 1, 4], [ln(2)], [[6]])", "online_step/old-maximum-for-the-block", [log(2), 2.5, 14]),
    ("logit_gradient([0, ln(3)], 0)", "logit_gradient/by-the-probability", [-4, 0]),
    ("scores([[1, 0], [2, 1]], [[3, 1], [0, 2]])", "scores/itself-left-out", [0, 7]),
    ("scores([[1, 0], [2, 1], [1, 1]], [[3, 1], [0, 2], [1, 4]])", "scores/own-only", [3, 2, 5]),
    ("feed_forward([1, 2], [[2, 0], [0, -1]], [[3, 1], [-2, 1]], [1, 4], [5, 7])", "feed_forward/stopped-at-the-bend", [8, 9]),
    ("feed_forward([1, 2], [[2, 0], [0, -1]], [[3, 1], [-2, 1]])", "feed_forward/bent-at-the-end", [4, 0]),
    # arithmetic
    ("√9", "arithmetic/root-not-taken", [9]),
    ("√9", "arithmetic/halved", [4.5]),
    ("5^2", "arithmetic/multiplied-for-power", [10]),
    ("e^2", "arithmetic/exponent-kept", [2]),
    ("6 / 4", "arithmetic/not-divided", [6]),
    ("6 / 4", "arithmetic/turned-over", [2 / 3]),
    # softmax
    ("scale([2, 8], 9)", "scale/not-scaled", [2, 8]),
    ("scale([2, 8], 9)", "scale/multiplied", [6, 24]),
    ("scale([2, 8], 9)", "scale/standardised", [-1, 1]),
    ("scale([2, 8], 9)", "scale/width-for-root", [2 / 9, 8 / 9]),
    ("scale([2, 8], 9)", "scale/halved", [2 / 4.5, 8 / 4.5]),
    ("softmax([1, 3])", "softmax/raw-shares", [0.25, 0.75]),
    ("masked_softmax([1, 3, 9], 2)", "softmax/raw-shares", [0.25, 0.75, 0]),
    ("softmax([0, 1])", "softmax/base-2", [1 / 3, 2 / 3]),
    ("softmax([0, 1])", "softmax/base-10", [1 / 11, 10 / 11]),
    ("softmax([0, -inf])", "softmax/mask-raised-to-1", [0.5, 0.5]),
    ("softmax([1, 3])", "softmax/scores-summed", [4]),
    ("softmax([0, 1])", "softmax/not-divided", [1, 2.718282]),
    ("softmax([1, 3])", "softmax/largest-takes-all", [0, 1]),
    ("softmax(0, 0, 0, 0)", "softmax/turned-over", [4, 4, 4, 4]),
    ("softmax([1, 3])", "softmax/raw-total", [0.679570, 5.021384]),
    ("softmax([[0, 0], [0, 1]])", "softmax/down-the-columns", [0.5, 0.268941, 0.5, 0.731059]),
    ("softmax([[0, 0], [0, 0]])", "softmax/over-the-whole-grid", [0.25] * 4),
    ("stable_softmax([1, 2])", "stable_softmax/divided-by-largest", [0.377541, 0.622459]),
    ("stable_softmax([1, 2, 3])", "stable_softmax/distances-kept-positive", [0.665241, 0.244728, 0.090031]),
    ("stable_softmax([1, 2, 3])", "stable_softmax/largest-alone-shifted", [0.244728, 0.665241, 0.090031]),
    # masks
    ("padding_mask([3, 5, 7], 2)", "padding_mask/zero-for-minus-infinity", [3, 5, 0]),
    ("padding_mask([3, 5, 7], 2)", "padding_mask/not-masked", [3, 5, 7]),
    ("padding_mask([3, 5, 7], 2)", "padding_mask/words-masked", [-inf, -inf, 7]),
    ("masked_softmax([0, 0, 0], 2)", "masked_softmax/masked-afterwards", [1 / 3, 1 / 3, 0]),
    ("causal_mask([[1, 2], [3, 4]])", "causal_mask/zero-for-minus-infinity", [1, 0, 3, 4]),
    ("causal_mask([[1, 2], [3, 4]])", "causal_mask/past-masked", [1, 2, -inf, 4]),
    ("causal_mask([[1, 2], [3, 4]])", "causal_mask/own-position-masked", [-inf, -inf, 3, -inf]),
    ("causal_mask([[1, 2], [3, 4]])", "causal_mask/not-masked", [1, 2, 3, 4]),
    ("causal_softmax([[0, 0], [0, 0]])", "causal_softmax/masked-afterwards", [0.5, 0, 0.5, 0.5]),
    ("causal_softmax([[0, 0], [0, 0]])", "causal_softmax/own-position-masked", [0, 0, 1, 0]),
    # products
    ("dot([1, 2, 3], [4, 5, 6])", "dot/summed", [21]),
    ("dot([1, 2, 3], [4, 5, 6])", "dot/left-in-pieces", [4, 10, 18]),
    ("dot([1, 2, 3], [4, 5, 6])", "dot/last-pair-missed", [14]),
    ("dot([1, 2, 3], [4, 5, 6])", "dot/sums-multiplied", [90]),
    ("linear([[1, 2], [3, 4]], [5, 7])", "linear/rows-summed", [3, 7]),
    ("linear([[1, 2], [3, 4]], [5, 7])", "linear/other-layout", [26, 38]),
    ("linear([[1, 2], [3, 4]], [5, 7], order=Wx)", "linear/other-layout", [26, 38]),
    ("linear([[1, 2], [3, 4]], [5, 7], order=xW)", "linear/other-layout", [19, 43]),
    ("projection([[5, 7]], [[1, 2], [3, 4]])", "linear/other-layout", [26, 38]),
    ("feed_forward([5, 7], [[1, 2], [3, 4]], [[1, 1], [2, 2]])", "linear/other-layout", [102, 102]),
    ("feed_forward([5, 7], [[1, 2], [3, 4]], [[1, 1], [2, 2]], [0, 0], [0, 0], order=xW)", "linear/other-layout", [62, 124]),
    ("scores([1, 2], [[3, 1], [0, 2], [1, 1]], 2)", "scores/itself-left-out", [5, 3]),
    ("scores([1, 2], [[3, 1], [0, 2], [1, 1]], 2)", "scores/own-only", [4]),
    ("scores([1, 2], [[3, 1], [0, 2], [1, 1]], 2)", "scores/added-up", [12]),
    ("scores([[1, 0], [2, 1]], [[3, 1], [0, 2]])", "scores/query-and-key-swapped", [3, 7, 0, 2]),
    ("matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]])", "matmul/rows-for-columns", [17, 23, 39, 53]),
    ("matmul([[1, 2], [3, 4]], [[0, 1], [1, 0]])", "matmul/entry-by-entry", [0, 2, 3, 0]),
    ("matmul([[1, 2], [3, 4]], [[0, 1], [1, 0]])", "matmul/turned-round", [3, 4, 1, 2]),
    ("projection([[1, 2], [3, 4]], [[5, 6], [7, 8]])", "projection/not-projected", [1, 2, 3, 4]),
    ("projection([[1, 2], [3, 4]], [[5, 6], [7, 8]])", "projection/weights-first", [17, 39, 23, 53]),
    # attention
    ("weighted_sum([0.25, 0.75], [[4, 8], [0, 4]])", "weighted_sum/plain-average", [2, 6]),
    ("weighted_sum([0.25, 0.75], [[4, 8], [0, 4]])", "weighted_sum/unweighted", [4, 12]),
    ("weighted_sum([0.25, 0.75], [[4], [8]])", "weighted_sum/portions-reversed", [5]),
    ("weighted_sum([0.25, 0.75], [[4, 8], [0, 4]])", "weighted_sum/rows-dotted", [7, 3]),
    ("weighted_sum([0.25, 0.75], [[4, 8], [0, 4]])", "weighted_sum/not-added", [1, 2, 0, 3]),
    ("weighted_sum([0.25, 0.75], [[4, 8], [0, 4]])", "weighted_sum/glued", [1, 2, 0, 3]),
    ("weighted_sum([0.25, 0.75], [[4, 8], [0, 4]])", "weighted_sum/width-collapsed", [3, 3]),
    ("attention([1], [[0], [0]], [[0], [1]])", "attention/value-for-key", [0.731059]),
    ("attention([0], [[2], [4]], [[6], [8]])", "attention/key-for-value", [3]),
    ("attention([0], [[2], [4]], [[6], [8]])", "attention/stopped-at-portions", [0.5, 0.5]),
    ("attention([[0], [0], [0]], [[1], [2], [3]], [[3], [6], [12]])", "attention/itself-left-out", [9, 7.5, 4.5]),
    ("self_attention([[0], [1]], [[1]], [[2]], [[3]])", "self_attention/key-and-value-swapped", [1, 1.905148]),
    ("self_attention([[0], [1]], [[1]], [[2]], [[3]])", "self_attention/rows-for-values", [0.5, 0.880797]),
    ("self_attention([[1], [3]], [[0]], [[5]], [[7]], [[2]])", "self_attention/output-grid-forgotten", [14, 14]),
    # backward
    ("value_gradient([[1, 2], [3, 4]], [[1], [0]])", "value_gradient/transpose-lost", [1, 3]),
    ("portion_gradient([[1, 2]], [[3, 4], [5, 6]])", "portion_gradient/transpose-lost", [13, 16]),
    ("softmax_backward([0.5, 0.5], [2, 0])", "softmax_backward/mean-not-subtracted", [1, 0]),
    ("softmax_backward([0.25, 0.75], [4, 0])", "softmax_backward/plain-mean", [0.5, -1.5]),
    ("softmax_backward([0.25, 0.75], [4, 0])", "softmax_backward/portion-forgotten", [3, -1]),
    ("softmax_backward([0.5, 0.5], [2, 0])", "softmax_backward/like-a-sigmoid", [0.5, 0]),
    ("query_gradient([[1, 2]], [[1, 0, 0, 0], [0, 1, 0, 0]])", "query_gradient/root-lost", [1, 2, 0, 0]),
    ("query_gradient([[1, 2]], [[1, 0, 0, 0], [0, 1, 0, 0]])", "query_gradient/multiplied", [2, 4, 0, 0]),
    ("query_gradient([[1, 2]], [[1, 0, 0, 0], [0, 1, 0, 0]])", "query_gradient/width-for-root", [0.25, 0.5, 0, 0]),
    (f"query_gradient({WIDE})", "query_gradient/transposed", [0.5, 1.5, 0, 0, 1, 2, 0, 0]),
    (f"key_gradient({WIDE})", "key_gradient/root-lost", [1, 3, 0, 0, 2, 4, 0, 0]),
    (f"key_gradient({WIDE})", "key_gradient/multiplied", [2, 6, 0, 0, 4, 8, 0, 0]),
    (f"key_gradient({WIDE})", "key_gradient/width-for-root", [0.25, 0.75, 0, 0, 0.5, 1, 0, 0]),
    (f"key_gradient({WIDE})", "key_gradient/transpose-lost", [0.5, 1, 0, 0, 1.5, 2, 0, 0]),
    # head
    ("feed_forward([1, 1], [[1, 1], [-1, -1]], [[1, 0], [0, 1]])", "relu/absolute-value", [2, 2]),
    ("relu([-2, 3])", "relu/not-bent", [-2, 3]),
    ("relu([-2, 3])", "relu/negatives-kept", [-2, 0]),
    ("relu([-2, 3])", "relu/on-or-off", [0, 1]),
    ("sigmoid(1)", "sigmoid/sign-kept", [0.268941]),
    ("sigmoid(1)", "sigmoid/one-forgotten", [2.718282]),
    ("sigmoid(1)", "sigmoid/not-turned-over", [1.367879]),
    ("dense([1, 2], [[1, 1], [0, 1]], [10, 20])", "dense/nudge-forgotten", [3, 2]),
    ("dense([1, 2], [[1, 1], [0, 1]], [10, 20])", "dense/one-nudge-for-all", [13, 12]),
    ("dense([1, 2], [[1, 1], [0, 1]], [10, 20])", "dense/nudge-subtracted", [-7, -18]),
    ("dropout([2, 4], [1, 0], 0.5)", "dropout/not-grown", [2, 0]),
    ("dropout([2, 4], [1, 0], 0.2)", "dropout/shrunk", [1.6, 0]),
    ("dropout([2, 4], [1, 0], 0.2)", "dropout/divided-by-the-rate", [10, 0]),
    ("dropout([2, 4], [1, 0], 0.2)", "dropout/nothing-dropped", [2.5, 5]),
    ("dropout([2, 4], [1, 0], 0.2)", "dropout/kept-dropped", [0, 5]),
    ("dropout_at_exam([2, 4], 0.5)", "dropout_at_exam/shrunk", [1, 2]),
    ("dropout_at_exam([2, 4], 0.2)", "dropout_at_exam/grown", [2.5, 5]),
    ("dropout_at_exam([2, 4], 0.2)", "dropout_at_exam/dropped", [0.4, 0.8]),
    # pooling
    ("mean([[2, 4], [6, 8], [4, 2]], 2)", "mean/not-divided", [8, 12]),
    ("mean([[2, 4], [6, 8], [4, 2]], 2)", "mean/padding-counted", [8 / 3, 4]),
    ("mean([[2, 4], [6, 8], [4, 2]], 2)", "mean/averaged-inside", [3, 7]),
    ("mean([[3, 6], [6, 9], [9, 15]])", "mean/halved", [9, 15]),
    ("mean([[2, 4], [6, 8], [4, 2]], 2)", "mean/padding-added", [6, 7]),
    # norms
    ("deviations([2, 4, 9])", "deviations/not-centred", [2, 4, 9]),
    ("deviations([2, 4, 6])", "deviations/turned-round", [2, 0, -2]),
    ("deviations([2, 4, 9])", "deviations/distances-kept-positive", [3, 1, 4]),
    ("variance([2, 4, 6])", "mean_square/n-minus-1", [4]),
    ("variance([2, 4, 6])", "mean_square/not-divided", [8]),
    ("mean_square([-1, 3])", "mean_square/not-squared", [2]),
    ("mean_square([-1, 2])", "mean_square/minus-squared-kept", [1.5]),
    ("variance([2, 4, 6])", "variance/distances-averaged", [0]),
    ("variance([2, 4, 6])", "variance/rooted", [1.632993]),
    ("standard_deviation([2, 4, 6])", "standard_deviation/variance-not-rooted", [8 / 3]),
    ("standard_deviation([2, 4, 6])", "standard_deviation/halved", [4 / 3]),
    ("layer_norm([50, 60, 40, 30])", "layer_norm/variance-not-rooted", [0.04, 0.12, -0.04, -0.12]),
    ("layer_norm([3, 1], 1, 0, 3)", "layer_norm/eps-outside-the-root", [0.25, -0.25]),
    ("layer_norm([4, 0])", "layer_norm/mean-kept", [2, 0]),
    ("layer_norm([4, 0])", "layer_norm/not-divided", [2, -2]),
    ("layer_norm([3, 1], 2, 5)", "layer_norm/gamma-forgotten", [6, 4]),
    ("layer_norm([3, 1], 2, 5)", "layer_norm/gamma-added", [8, 6]),
    ("layer_norm([3, 1], 2, 5)", "layer_norm/beta-forgotten", [2, -2]),
    ("layer_norm([3, 1], 2, 5)", "layer_norm/beta-multiplied", [10, -10]),
    ("layer_norm([[3, 1], [5, 9]], 2)", "layer_norm/down-the-columns", [-2, -2, 2, 2]),
    ("layer_norm([[3, 1], [5, 9]])", "layer_norm/down-the-columns", [-1, -1, 1, 1]),
    # block
    ("residual([1, 2], [10, 20])", "residual/residual-forgotten", [10, 20]),
    ("residual([1, 2], [10, 20])", "residual/change-forgotten", [1, 2]),
    ("residual([1, 2], [10, 20])", "residual/multiplied", [10, 40]),
    ("residual([1, 2], [10, 20])", "residual/subtracted", [-9, -18]),
    (f"feed_forward({GRIDS})", "feed_forward/stopped-at-the-bend", [2, 0]),
    ("feed_forward([1, 2], [[2, 0], [0, 1]], [[3, 1], [-2, 1]])", "feed_forward/bent-at-the-end", [8, 0]),
    (f"feed_forward({GRIDS})", "feed_forward/first-grid-again", [4, 0]),
    (f"feed_forward({GRIDS}, [1, 4], [5, 7])", "feed_forward/first-bias-forgotten", [11, 3]),
    (f"feed_forward({GRIDS}, [1, 4], [5, 7])", "feed_forward/second-bias-forgotten", [11, -4]),
    (PRE, "pre_norm_block/residual-of-the-tamed-row", [3.0234, 0.0511, 1.3793, -1.2247, 0.3682, 0]),
    (PRE, "pre_norm_block/residual-of-the-tamed-stream", [3.371, -0.2821, 0.8435, -1.3198, 1.1, 0.2198]),
    (PRE, "pre_norm_block/original-for-stream", [4.9662, 1.5614, 3.4048, 0, 4, 2]),
    (PRE, "pre_norm_block/post-norm-order", [1.3874, -0.9309, -0.4565, -0.3922, 1.3728, -0.9806]),
    (PRE, "pre_norm_block/not-tamed", [9.1155, 4.6848, 5.4142, 4.7071, 6.2071, 4]),
    (PRE, "pre_norm_block/stream-not-tamed", [10.8565, 6.713, 5, 3.1435, 6.287, 2]),
    # costs
    ("score_multiplications(4, 4)", "score_multiplications/length-once", [16]),
    ("score_multiplications(4, 3)", "score_multiplications/doubled", [24]),
    ("score_multiplications(4, 3)", "score_multiplications/width-forgotten", [16]),
    ("score_multiplications(4, 3)", "score_multiplications/width-added", [19]),
    ("attention_multiplications(4, 3)", "attention_multiplications/matches-only", [48]),
    ("attention_multiplications(4, 3)", "attention_multiplications/multiplied", [2304]),
    ("masked_cells(4)", "masked_cells/own-cells-masked", [10]),
    ("masked_cells(5)", "masked_cells/all-cells", [25]),
    ("masked_cells(5)", "masked_cells/half-of-all", [12.5]),
    ("masked_cells(5)", "masked_cells/both-triangles", [20]),
    ("length_growth(4, 32)", "length_growth/like-the-length", [8]),
    ("length_growth(4, 12)", "length_growth/doubled", [6]),
    ("length_growth(4, 12)", "length_growth/cubed", [27]),
    # functions
    ("exp(2)", "exp/exponent-kept", [2]),
    ("exp(2)", "exp/multiplied-by-e", [5.436564]),
    ("exp(2)", "exp/base-10", [100]),
    ("log(10)", "log/log-base-10", [1]),
    ("log(10)", "log/sign-lost", [-2.302585]),
    ("log(10)", "log/turned-over", [0.1]),
    ("sin(90)", "sin/degrees", [1]),
    ("sin(2)", "sin/cosine-for-sine", [-0.416147]),
    ("sin(2)", "sin/angle-kept", [2]),
    ("cos(60)", "cos/degrees", [0.5]),
    ("cos(2)", "cos/sine-for-cosine", [0.909297]),
    ("cos(2)", "cos/angle-kept", [2]),
    ("sum([3, -4, 7])", "sum/averaged", [2]),
    ("sum([3, -4, 7])", "sum/last-left-out", [-1]),
    ("sum([3, -4, 7])", "sum/signs-dropped", [14]),
    ("max([5, -9, 3])", "max/smallest-taken", [-9]),
    ("max([5, -9, 3])", "max/signs-dropped", [9]),
    ("max([5, -9, 3])", "max/last-taken", [3]),
    ("floor(2.75)", "floor/rounded", [3]),
    ("floor(-2.2)", "floor/rounded", [-2]),
    ("floor(2.75)", "floor/up", [3]),
    ("floor(2.75)", "floor/left-as-it-is", [2.75]),
    ("ceil(2.25)", "ceil/rounded", [2]),
    ("ceil(2.75)", "ceil/down", [2]),
    ("ceil(2.25)", "ceil/left-as-it-is", [2.25]),
    ("abs(-3)", "abs/sign-kept", [-3]),
    ("abs(3)", "abs/sign-turned", [-3]),
    ("abs(-3)", "abs/made-zero", [0]),
    # grids
    ("transpose([[1, 2, 3], [4, 5, 6]])", "transpose/left-as-it-is", [1, 2, 3, 4, 5, 6]),
    ("transpose([[1, 2, 3], [4, 5, 6]])", "transpose/rows-reversed", [4, 5, 6, 1, 2, 3]),
    ("transpose([[1, 2, 3], [4, 5, 6]])", "transpose/quarter-turn", [4, 1, 5, 2, 6, 3]),
    ("permutation_grid([3, 1, 2])", "permutation_grid/on-its-side", [0, 1, 0, 0, 0, 1, 1, 0, 0]),
    ("permutation_grid([3, 1, 2])", "permutation_grid/counted-from-0", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    ("permutation_grid([1, 2, 3])", "permutation_grid/counted-from-0", [0, 1, 0, 0, 0, 1, 1, 0, 0]),
    ("permutation_grid([2, 3, 1])", "permutation_grid/identity", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    ("reorder([5, 6, 7], [3, 1, 2])", "reorder/sent-for-read", [6, 7, 5]),
    ("reorder([5, 6, 7, 8], [3, 1, 4, 2])", "reorder/counted-from-0", [8, 6, 5, 7]),
    ("reorder([5, 6, 7, 8], [3, 1, 4, 2])", "reorder/left-as-it-is", [5, 6, 7, 8]),
    # heads
    ("head_width(12, 3)", "head_width/not-split", [12]),
    ("head_width(12, 3)", "head_width/multiplied", [36]),
    ("head_width(12, 3)", "head_width/turned-round", [0.25]),
    ("glue_heads([1, 2], [3, 4])", "glue_heads/added", [4, 6]),
    ("glue_heads([1, 2], [3, 4])", "glue_heads/second-first", [3, 4, 1, 2]),
    ("glue_heads([1, 2], [3, 4])", "glue_heads/interleaved", [1, 3, 2, 4]),
    ("key_dim_width(32, 2)", "key_dim_width/one-head", [32]),
    ("key_dim_width(32, 2)", "key_dim_width/split", [16]),
    ("key_dim_width(32, 2)", "key_dim_width/count-added", [34]),
    # losses
    ("binary_cross_entropy(1, 0.1)", "binary_cross_entropy/log-base-10", [1]),
    ("binary_cross_entropy(1, 0.25)", "binary_cross_entropy/other-side", [0.287682]),
    ("binary_cross_entropy(0, 0.75)", "binary_cross_entropy/sign-lost", [-1.386294]),
    ("binary_cross_entropy(1, 0.25)", "binary_cross_entropy/distance-for-log", [0.75]),
    ("cross_entropy([0.1, 0.9], 0)", "cross_entropy/log-base-10", [1]),
    ("cross_entropy([0.25, 0.75], 0)", "cross_entropy/sign-lost", [-1.386294]),
    ("cross_entropy([0.25, 0.75], 0)", "cross_entropy/distance-for-log", [0.75]),
    ("cross_entropy([0.25, 0.5, 0.25], 1)", "cross_entropy/counted-from-1", [1.386294]),
    ("cross_entropy([0.25, 0.25, 0.5], 0)", "cross_entropy/largest-picked", [0.693147]),
    ("logit_gradient([0, 0], 1)", "logit_gradient/truth-forgotten", [0.5, 0.5]),
    ("logit_gradient([0, 0], 1)", "logit_gradient/turned-round", [-0.5, 0.5]),
    ("logit_gradient([0, 0], 1)", "logit_gradient/counted-from-1", [-0.5, 0.5]),
    ("logit_gradient([0, 0], 1)", "logit_gradient/added", [0.5, 1.5]),
    # the next word
    ("temperature_softmax([2, 2], 2)", "temperature_softmax/divided-afterwards", [0.25, 0.25]),
    ("temperature_softmax([0, 2], 2)", "temperature_softmax/temperature-forgotten", [0.119203, 0.880797]),
    ("temperature_softmax([0, 1], 2)", "temperature_softmax/multiplied", [0.119203, 0.880797]),
    ("top_k([0.1, 0.3, 0.6], 2)", "top_k/not-renormalised", [0, 0.3, 0.6]),
    ("top_k([0.1, 0.3, 0.6], 2)", "top_k/shared-equally", [0, 0.5, 0.5]),
    ("top_k([0.1, 0.3, 0.6], 2)", "top_k/smallest-kept", [0.25, 0.75, 0]),
    ("top_k([0.6, 0.1, 0.3], 2)", "top_k/first-kept", [0.857143, 0.142857, 0]),
    ("top_p([0.1, 0.3, 0.6], 0.8)", "top_p/not-renormalised", [0, 0.3, 0.6]),
    ("top_p([0.1, 0.3, 0.6], 0.8)", "top_p/shared-equally", [0, 0.5, 0.5]),
    ("top_p([0.6, 0.1, 0.3], 0.7)", "top_p/not-sorted", [0.857143, 0.142857, 0]),
    ("top_p([0.1, 0.3, 0.6], 0.4)", "top_p/smallest-first", [0.25, 0.75, 0]),
    ("top_p([0.1, 0.3, 0.6], 0.8)", "top_p/stopped-short", [0, 0, 1]),
    ("perplexity([0.5, 0.125])", "perplexity/not-averaged", [16]),
    ("perplexity([0.5, 0.125])", "perplexity/sign-lost", [0.25]),
    ("perplexity([0.5, 0.125])", "perplexity/not-raised", [1.386294]),
    ("perplexity([0.5, 0.125])", "perplexity/base-2", [2.613926]),
    ("perplexity([0.1, 0.001])", "perplexity/log-base-10", [7.389056]),
    ("perplexity([0.5, 0.25])", "perplexity/portions-averaged", [2.666667]),
    # parameters
    ("dense_parameters(3, 5)", "dense_parameters/biases-forgotten", [15]),
    ("dense_parameters(32, 20)", "dense_parameters/bias-an-input", [672]),
    ("dense_parameters(3, 5)", "dense_parameters/one-bias", [16]),
    # patch_addresses
    ("fold_address(1, 2, 2)", "fold_address/remainder-first", [1, 0, 0, 1]),
    ("fold_address(7, 2, 3)", "fold_address/column-first", [0, 2, 2, 1]),
    ("fold_address(7, 2, 3)", "fold_address/swapped-already", [2, 0, 1, 2]),
    ("fold_address(7, 2, 3)", "fold_address/counted-from-1", [3, 2, 1, 3]),
    ("swap_address(7, 2, 3)", "swap_address/not-swapped", [2, 1, 0, 2]),
    ("swap_address(1, 2, 2)", "swap_address/places-first", [1, 0, 0, 1]),
    ("swap_address(7, 2, 3)", "swap_address/halves-exchanged", [0, 2, 2, 1]),
    ("flat_index(2, 1, 5)", "flat_index/counted-from-1", [12]),
    ("flat_index(2, 1, 5)", "flat_index/column-first", [7]),
    ("flat_index(2, 1, 5)", "flat_index/row-not-multiplied", [3]),
    ("patch_address(2, 4, 2, 6)", "patch_address/size-for-across", [4, 0]),
    ("patch_address(3, 4, 2, 6)", "patch_address/place-first", [2, 5]),
    ("patch_address(3, 4, 2, 6)", "patch_address/in-the-flat-line", [22]),
    ("pixel_address(5, 2, 2, 6)", "pixel_address/size-for-across", [5, 2]),
    ("pixel_address(5, 2, 2, 6)", "pixel_address/column-first", [4, 3]),
    ("pixel_address(5, 2, 2, 6)", "pixel_address/band-forgotten", [1, 4]),
    # patches
    ("patches([[1, 2, 3, 4], [5, 6, 7, 8]], 2)", "patches/strips-cut-as-rows", [1, 2, 3, 4, 5, 6, 7, 8]),
    ("patches([[1, 2, 3, 4], [5, 6, 7, 8]], 2)", "patches/swap-before-fold", [1, 5, 2, 6, 3, 7, 4, 8]),
    ("patches([[1, 2, 3, 4], [5, 6, 7, 8]], 2)", "patches/down-each-square", [1, 5, 2, 6, 3, 7, 4, 8]),
    (f"patches({PICTURE}, 2)", "patches/squares-down-first", [1, 2, 5, 6, 9, 10, 13, 14, 3, 4, 7, 8, 11, 12, 15, 16]),
    ("patch_count(28, 14, 7)", "patch_count/added", [6]),
    ("patch_count(28, 28, 7)", "patch_count/divided-once", [112]),
    ("patch_count(28, 14, 7)", "patch_count/across-only", [2]),
    ("patch_width(5)", "patch_width/one-side", [5]),
    ("patch_width(5)", "patch_width/sides-added", [10]),
    ("patch_width(5)", "patch_width/all-four-sides", [20]),
    ("patch_width(5, 3)", "patch_width/channels-forgotten", [25]),
    # positions
    ("position_encoding(1, 4)", "position_encoding/i-for-2i", [0.841, 0.540, 0.0998, 0.995]),
    ("position_encoding(1, 4)", "position_encoding/degrees", [0.0175, 0.9998, 0.0002, 1]),
    ("position_encoding(1, 4)", "position_encoding/multiplied", [0.841471, 0.540302, -0.506366, 0.862319]),
    ("position_encoding(1, 4)", "position_encoding/one-speed", [0.841471, 0.540302, 0.841471, 0.540302]),
    ("position_encoding(1, 4)", "position_encoding/counted-from-1", [0.909297, -0.416147, 0.019999, 0.999800]),
    ("position_encoding(1, 2)", "position_encoding/position-before", [0, 1]),
    ("position_encoding(2, 4)", "position_encoding/sine-and-cosine-swapped", [-0.416, 0.909, 0.9998, 0.020]),
    ("position_encoding(1, 4)", "position_encoding/in-halves", [0.841, 0.010, 0.540, 1]),
    ("add_position([2, 2], [0, 1])", "add_position/glued", [2, 2, 0, 1]),
    ("add_position([2, 3], [0.5, 1])", "add_position/multiplied", [1, 3]),
    ("add_position([2, 3], [0.5, 1])", "add_position/stamp-alone", [0.5, 1]),
    ("add_position([2, 3], [0.5, 1])", "add_position/stamp-forgotten", [2, 3]),
    # steps
    ("recurrent_steps(3, 8)", "recurrent_steps/words-counted", [6]),
    ("recurrent_steps(3, 8)", "recurrent_steps/between-counted", [4]),
    ("recurrent_steps(3, 8)", "recurrent_steps/added", [11]),
    # vocabulary
    ("word_number(400, 100, 101)", "word_number/own-rank", [400]),
    ("word_number(40, 100, 101)", "word_number/unknown-number", [101]),
    ("word_number(400, 100, 101)", "word_number/padding-number", [0]),
    ("word_number(400, 100, 101)", "word_number/last-kept", [100]),
    ("padding_count(30, 100)", "padding_count/all-slots", [100]),
    ("padding_count(30, 100)", "padding_count/words-counted", [30]),
    ("padding_count(30, 100)", "padding_count/added", [130]),
    ("chopped_count(300, 100)", "chopped_count/kept-counted", [100]),
    ("chopped_count(300, 100)", "chopped_count/all-counted", [300]),
    ("chopped_count(300, 100)", "chopped_count/added", [400]),
    ("pad_or_chop([7, 8], 4)", "pad_or_chop/padded-in-front", [0, 0, 7, 8]),
    ("pad_or_chop([7, 8, 9], 2)", "pad_or_chop/padded-in-front", [8, 9]),
    ("pad_or_chop([7, 8], 4)", "pad_or_chop/left-as-it-is", [7, 8]),
    ("pad_or_chop([7, 8], 4)", "pad_or_chop/started-again", [7, 8, 7, 8]),
    ("embedding(1, [[1, 2], [3, 4], [5, 6]])", "embedding/counted-from-1", [1, 2]),
    ("embedding(1, [[1, 2], [3, 4], [5, 6]])", "embedding/row-after", [5, 6]),
    ("embedding(1, [[1, 2], [3, 4], [5, 6]])", "embedding/column-for-row", [2, 4, 6]),
    ("embedding(2, [[1, 2], [3, 4], [5, 6]])", "embedding/column-from-1", [2, 4, 6]),
    ("embedding(2, [[1, 2], [3, 4], [5, 6]])", "embedding/multiplied", [10, 12]),
    # a step of training
    ("linear_weight_gradient([1, 2], [3, 4])", "linear_weight_gradient/input-forgotten", [1, 1, 2, 2]),
    ("linear_weight_gradient([[1, 2], [3, 4]], [[5], [6]])", "linear_weight_gradient/transpose-lost", [17, 39]),
    ("linear_weight_gradient([[1, 2], [3, 4]], [[5], [6]])", "linear_weight_gradient/averaged", [11.5, 17]),
    ("linear_bias_gradient([[1, 2], [3, 5]])", "linear_bias_gradient/along-the-rows", [3, 8]),
    ("linear_bias_gradient([[1, 2], [3, 5]])", "linear_bias_gradient/averaged", [2, 3.5]),
    ("linear_bias_gradient([[1, 2], [3, 5]])", "linear_bias_gradient/first-example-only", [1, 2]),
    ("linear_input_gradient([1, 2], [[3, 4], [5, 6]])", "linear_input_gradient/transpose-lost", [11, 17]),
    ("linear_input_gradient([1, 2], [[3, 4], [5, 6]])", "linear_input_gradient/gradient-forgotten", [8, 10]),
    ("linear_input_gradient([1, 2], [[3, 4], [5, 6]])", "linear_input_gradient/sign-turned", [-13, -16]),
    ("relu_backward([2, -3, 4], [-5, 6, 7])", "relu_backward/gated-by-gradient", [0, 6, 7]),
    ("relu_backward([2, -3], [-5, 6])", "relu_backward/not-gated", [-5, 6]),
    ("relu_backward([2, -3], [-5, 6])", "relu_backward/gates-alone", [1, 0]),
    ("relu_backward([2, -3], [-5, 6])", "relu_backward/multiplied-by-output", [-10, 0]),
    ("central_difference(7, 4, 0.5)", "central_difference/two-forgotten", [6]),
    ("central_difference(7, 4, 0.5)", "central_difference/turned-round", [-3]),
    ("central_difference(7, 5, 0.25)", "central_difference/not-divided", [2]),
    ("central_difference(7, 4, 0.5)", "central_difference/step-forgotten", [1.5]),
    ("sgd([1, 2], [3, -4], 0.5)", "sgd/uphill", [2.5, 0]),
    ("sgd([1, 2], [3, -4], 0.5)", "sgd/rate-forgotten", [-2, 6]),
    ("sgd([1, 2], [3, -4], 0.5)", "sgd/step-alone", [1.5, -2]),
    ("sgd([1, 2], [3, -4], 0.5)", "sgd/divided-by-rate", [-5, 10]),
    ("velocity(2, 3, 0.9)", "velocity/averaged", [2.1]),
    ("velocity(2, 3, 0.9)", "velocity/velocity-kept-whole", [5]),
    ("velocity(2, 3, 0.9)", "velocity/velocity-forgotten", [3]),
    ("velocity(2, 3, 0.9)", "velocity/subtracted", [-1.2]),
    ("sgd_momentum(1, 3, 2, 0.1, 0.5)", "sgd_momentum/rate-on-gradient-alone", [-0.3]),
    ("sgd_momentum(1, 3, 4, 0.1, 0.5)", "sgd_momentum/last-velocity", [0.6]),
    ("sgd_momentum(1, 3, 2, 0.1, 0.5)", "sgd_momentum/rate-times-momentum", [0.8]),
    ("moving_average(2, 5, 0.9)", "moving_average/new-added-whole", [6.8]),
    ("moving_average(2, 5, 0.9)", "moving_average/average-forgotten", [0.5]),
    ("moving_average(2, 5, 0.9)", "moving_average/shares-exchanged", [4.7]),
    ("second_moment(4, 3, 0.9)", "second_moment/not-squared", [3.9]),
    ("second_moment(4, 3, 0.9)", "second_moment/squared-late", [3.69]),
    ("second_moment(4, 3, 0.9)", "second_moment/average-squared", [4.41]),
    ("bias_correction(0.38, 0.9, 2)", "bias_correction/not-corrected", [0.38]),
    ("bias_correction(0.38, 0.9, 2)", "bias_correction/power-left-out", [3.8]),
    ("bias_correction(0.81, 0.9, 2)", "bias_correction/divided-by-power", [1]),
    ("bias_correction(0.38, 0.9, 2)", "bias_correction/multiplied-for-power", [-0.475]),
    ("bias_correction(0.5, 0.9, 2)", "bias_correction/multiplied", [0.095]),
    ("adam(1, 2, 0, 0, 1, 0.5, 0.9, 0.95)", "adam/root-not-taken", [0.75]),
    ("adam(1, 4, 0, 0, 1, 0.5, 0.9, 0.95, 9)", "adam/eps-inside-the-root", [0.6]),
    ("adam(1, 3, 1.8, 0.2, 2, 0.5, 0.5, 0.9)", "adam/gradient-for-moment", [0.370847]),
    ("adam(1, 2, 0, 0, 1, 0.5, 0.9, 0.95)", "adam/not-divided", [0]),
    ("adamw(2, 4, 0, 0, 1, 0.1, 0.5, 0.9, 0.95, 1)", "adamw/decay-in-gradient", [1.916667]),
    ("adamw(2, 4, 0, 0, 1, 0.1, 0.5, 0.9, 0.95)", "adamw/decay-forgotten", [1.9]),
    ("adamw(2, 4, 0, 0, 1, 0.1, 0.5, 0.9, 0.95)", "adamw/weights-grown", [2]),
    ("adamw(2, 4, 0, 0, 1, 0.1, 0.5, 0.9, 0.95)", "adamw/rate-left-out", [0.9]),
    # more keys of a calculator
    ("log2(8)", "log2/natural-log", [2.079442]),
    ("log2(100)", "log2/log-base-10", [2]),
    ("log2(32)", "log2/divided-by-the-base", [16]),
    ("log2(8)", "log2/sign-lost", [-3]),
    ("log10(100)", "log10/natural-log", [4.605170]),
    ("log10(8)", "log10/log-base-2", [3]),
    ("log10(1000)", "log10/divided-by-the-base", [100]),
    ("log10(1000)", "log10/sign-lost", [-3]),
    ("exp2(5)", "exp2/multiplied-by-2", [10]),
    ("exp2(5)", "exp2/squared", [25]),
    ("exp2(2)", "exp2/base-e", [7.389056]),
    ("erf(1)", "erf/normal-share", [0.841345]),
    ("erf(1)", "erf/tanh-for-erf", [0.761594]),
    ("erf(1)", "erf/left-as-it-is", [1]),
    ("sign([-3, 0, 5])", "sign/size-kept", [-3, 0, 5]),
    ("sign([-3, 0, 5])", "sign/sign-turned", [1, 0, -1]),
    ("sign([-3, 0, 5])", "sign/negatives-made-0", [0, 0, 1]),
    ("round(2.5)", "round/half-up", [3]),
    ("round(0.125, 2)", "round/half-up", [0.13]),
    ("round(2.7)", "round/cut-off", [2]),
    ("round(-2.7)", "round/cut-off", [-2]),
    ("round(2.2)", "round/always-up", [3]),
    ("round(2.2)", "round/left-as-it-is", [2.2]),
    ("mod(-7, 3)", "mod/quotient-for-remainder", [-3]),
    ("mod(-7, 3)", "mod/towards-zero", [-1]),
    ("mod(7, 4)", "mod/rest-as-decimals", [0.75]),
    ("clip([-5, 0, 9], -3, 4)", "clip/low-forgotten", [-5, 0, 4]),
    ("clip([-5, 0, 9], -3, 4)", "clip/high-forgotten", [-3, 0, 9]),
    ("clip([-5, 0, 9], -3, 4)", "clip/left-as-it-is", [-5, 0, 9]),
    # bends
    ("tanh(1)", "tanh/sigmoid-for-tanh", [0.731059]),
    ("tanh(1)", "tanh/tangent-for-tanh", [1.557408]),
    ("tanh(2)", "tanh/powers-not-doubled", [0.761594]),
    ("tanh(2)", "tanh/not-bent", [2]),
    ("leaky_relu([-2, 3])", "leaky_relu/like-relu", [0, 3]),
    ("leaky_relu([-2, 3])", "leaky_relu/not-bent", [-2, 3]),
    ("leaky_relu([-2, 3], 0.1)", "leaky_relu/slope-everywhere", [-0.2, 0.3]),
    ("leaky_relu([-2, 3], 0.1)", "leaky_relu/sign-dropped", [0.2, 3]),
    ("gelu(2)", "gelu/quick-gelu", [1.935656]),
    ("gelu(-1)", "gelu/sign-forgotten", [-0.841345]),  # Φ(1) is 0.841345
    ("gelu(2)", "gelu/sigmoid-for-share", [1.761594]),
    ("gelu(1)", "gelu/erf-for-share", [0.842701]),
    ("gelu(2)", "gelu/not-multiplied", [0.977250]),
    ("gelu([-2, 2])", "gelu/like-relu", [0, 2]),
    ("silu(2)", "silu/gelu-for-silu", [1.954500]),
    ("silu(2)", "silu/not-multiplied", [0.880797]),
    ("silu([-2, 2])", "silu/like-relu", [0, 2]),
    # rows
    ("min([5, -9, 3])", "min/largest-taken", [5]),
    ("min([5, -9, 3])", "min/signs-dropped", [3]),
    ("min([5, -9, 3])", "min/first-taken", [5]),
    ("argmax([4, -9, 5])", "argmax/number-for-place", [5]),
    ("argmax([4, -9, 5])", "argmax/counted-from-1", [3]),
    ("argmax([4, -9, 5])", "argmax/smallest-taken", [1]),
    ("argmax([4, -9, 5])", "argmax/signs-dropped", [1]),
    ("argmin([4, -9, 2])", "argmin/number-for-place", [-9]),
    ("argmin([4, -9, 5])", "argmin/counted-from-1", [2]),
    ("argmin([4, -9, 5])", "argmin/largest-taken", [2]),
    ("argmin([4, -9, 5])", "argmin/signs-dropped", [0]),
    ("norm([3, -4])", "norm/root-not-taken", [25]),
    ("norm([3, -4])", "norm/sizes-added", [7]),
    ("norm([3, -4])", "norm/largest-taken", [4]),
    ("norm([3, -4])", "norm/mean-square-rooted", [3.535534]),
    ("cosine_similarity([3, 4], [6, 8])", "cosine_similarity/not-divided", [50]),
    ("cosine_similarity([3, 4], [6, 8])", "cosine_similarity/one-length-alone", [10]),
    ("cosine_similarity([3, 4], [6, 8])", "cosine_similarity/lengths-squared", [0.02]),
    ("cosine_similarity([3, 4], [6, 8])", "cosine_similarity/lengths-added", [3.333333]),
    ("product([2, 3, 4])", "product/added", [9]),
    ("product([2, 3, 4])", "product/last-left-out", [6]),
    ("product([2, -3, 4])", "product/sign-lost", [24]),
    ("cumsum([2, 3, 4])", "cumsum/total-not-carried", [2, 3, 4]),
    ("cumsum([2, 3, 4])", "cumsum/one-place-late", [0, 2, 5]),
    ("cumsum([2, 3, 4])", "cumsum/from-the-end", [9, 7, 4]),
    ("cumsum([2, 3, 4])", "cumsum/total-alone", [9]),
    ("diff([2, 5, 4])", "diff/turned-round", [-3, 1]),
    ("diff([2, 5, 4])", "diff/from-the-first", [3, 2]),
    ("diff([2, 5, 4])", "diff/signs-dropped", [3, 1]),
    ("diff([2, 5, 4])", "diff/added", [7, 9]),
    ("outer([1, 2], [3, 4])", "outer/on-its-side", [3, 6, 4, 8]),
    ("outer([1, 2], [3, 4])", "outer/dotted", [11]),
    ("outer([1, 2], [3, 4])", "outer/slot-by-slot", [3, 8]),
    ("outer([1, 2], [3, 4])", "outer/added", [4, 5, 5, 6]),
    ("log_softmax([0, 0])", "log_softmax/log-not-taken", [0.5, 0.5]),
    ("log_softmax([0, 0])", "log_softmax/total-not-logged", [-2, -2]),
    ("log_softmax([0, 0])", "log_softmax/log-base-10", [-0.301030, -0.301030]),
    ("log_softmax([0, 0])", "log_softmax/sign-turned", [0.693147, 0.693147]),
    ("log_softmax([1, 3])", "log_softmax/raw-total", [-0.386294, 1.613706]),
    ("log_softmax([[0, 0], [0, 1]])", "log_softmax/down-the-columns", [-0.693147, -1.313262, -0.693147, -0.313262]),
    ("rms_norm([1, 7])", "rms_norm/root-not-taken", [0.04, 0.28]),
    ("rms_norm([1, 7], 1, 11)", "rms_norm/eps-outside-the-root", [0.0625, 0.4375]),
    ("rms_norm([1, 7])", "rms_norm/mean-subtracted", [-1, 1]),
    ("rms_norm([3, 4])", "rms_norm/divided-by-the-length", [0.6, 0.8]),
    ("rms_norm([1, 7], 2)", "rms_norm/gamma-forgotten", [0.2, 1.4]),
    ("rms_norm([1, 7], 2)", "rms_norm/gamma-added", [2.2, 3.4]),
    ("rms_norm([1, 1], [1, 7])", "rms_norm/gamma-before-the-norm", [0.2, 1.4]),
    ("rms_norm([[1, 2], [7, 2]])", "rms_norm/down-the-columns", [0.2, 1, 1.4, 1]),
    # rotary positions, shared keys and values, a Llama block; worked with NumPy
    ("rotate_pairs([1, 2], 0.6, 0.8)", "rotate_pairs/other-way", [2.2, 0.4]),
    ("rotate_pairs([1, 2], 0.6, 0.8)", "rotate_pairs/sine-and-cosine-swapped", [-0.4, 2.2]),
    ("rotate_pairs([1, 2], 0.6, 0.8)", "rotate_pairs/minus-forgotten", [2.2, 2]),
    ("rotate_pairs([1, 2], 0.6, 0.8)", "rotate_pairs/first-slot-used-twice", [-1, 0.4]),
    ("rotate_pairs([1, 2, 3, 4], [0.6, 1], [0.8, 0])", "rotate_pairs/halves-paired", [-1.8, 2, 2.6, 4]),
    ("rope([1, 2, 3, 4], 3, 100)", "rope/i-for-2i", [-1.27223, -1.83886, -1.50233, 4.76896]),
    ("rope([1, 2, 3, 4], 3, 100)", "rope/degrees", [0.893958, 2.0496, 2.97901, 4.01565]),
    ("rope([1, 2, 3, 4], 3, 100)", "rope/multiplied", [-1.27223, -1.83886, 4.41488, -2.34709]),
    ("rope([1, 2, 3, 4], 3, 100)", "rope/one-speed", [-1.27223, -1.83886, -3.53446, -3.53661]),
    ("rope([1, 2, 3, 4], 3, 100)", "rope/counted-from-1", [0.859961, -2.06409, 1.20551, 4.8525]),
    ("rope([1, 2, 3, 4], 3, 100)", "rope/position-before", [-2.23474, 0.077004, 2.14552, 4.51627]),
    ("rope([1, 2, 3, 4], 3, 100)", "rope/not-turned", [1, 2, 3, 4]),
    ("rope([1, 2, 3, 4], 3, 100)", "rope/angle-added", [1.14112, 1.01001, 3.29552, 4.95534]),
    ("rope_rows([[1, 2, 3, 4], [1, 2, 3, 4], [4, 3, 2, 1]], 2)", "rope_rows/one-position", [-1.14264, 1.92208, -1.74498, 4.68562, -1.14264, 1.92208, -1.74498, 4.68562, -0.363204, 4.98679, 0.239134, 2.22324]),
    ("rope_rows([[1, 2, 3, 4], [1, 2, 3, 4], [4, 3, 2, 1]], 2)", "rope_rows/row-as-one-head", [1, 2, 3, 4, -1.14264, 1.92208, 2.95985, 4.0298, -4.39248, 2.38875, 1.9796, 1.0398]),
    ("kv_head(6, 8, 4)", "kv_head/dealt-in-turns", [2]),
    ("kv_head(7, 12, 4)", "kv_head/place-in-group", [1]),
    ("kv_head(7, 12, 4)", "kv_head/counted-from-1", [3]),
    ("kv_head(7, 12, 4)", "kv_head/a-kv-head-each", [7]),
    ("kv_head(7, 12, 4)", "kv_head/heads-for-group", [1]),
    ("grouped_query_attention([1, 2, 3, 0], [[1, 0], [0, 1]], [[2, 0], [0, 4]], 2, 1)", "grouped_query_attention/scaled-by-the-full-width", [0.755081, 2.48984, 1.63515, 0.729702]),
    ("grouped_query_attention([1, 2, 3, 0], [[1, 0], [0, 1]], [[2, 0], [0, 4]], 2, 1)", "grouped_query_attention/heads-added", [2.44639, 3.10721]),
    ("grouped_query_attention([1, 2, 3, 0], [[1, 0], [0, 1]], [[2, 0], [0, 4]], 2, 1)", "grouped_query_attention/last-head-first", [1.78592, 0.428167, 0.660477, 2.67905]),
    ("cached_attention([1, 2], [1, 1], [5, 0], [[1, 0], [0, 1]], [[2, 0], [0, 4]])", "cached_attention/itself-left-out", [0.660477, 2.67905]),
    ("cached_attention([1, 2], [1, 1], [5, 0], [[1, 0], [0, 1]], [[2, 0], [0, 4]])", "cached_attention/cache-not-read", [5, 0]),
    ("cached_attention([1, 2], [1, 1], [5, 0], [[1, 0], [0, 1]], [[2, 0], [0, 4]])", "cached_attention/key-kept-as-value", [0.856034, 1.71196]),
    ("kv_cache_numbers(10, 3, 24, 12, 4)", "kv_cache_numbers/query-heads-counted", [1440]),
    ("kv_cache_numbers(10, 3, 24, 12, 4)", "kv_cache_numbers/one-kv-head", [120]),
    ("kv_cache_numbers(10, 3, 24, 12, 4)", "kv_cache_numbers/keys-alone", [240]),
    ("kv_cache_numbers(10, 3, 24, 12, 4)", "kv_cache_numbers/tokens-squared", [4800]),
    ("kv_cache_numbers(10, 3, 24, 12, 4)", "kv_cache_numbers/one-layer", [160]),
    ("kv_cache_bytes(10, 3, 24, 12, 4, 2)", "kv_cache_bytes/numbers-for-bytes", [480]),
    ("kv_cache_bytes(10, 3, 24, 12, 4, 2)", "kv_cache_bytes/bits", [7680]),
    ("kv_cache_bytes(10, 3, 24, 12, 4, 2)", "kv_cache_bytes/divided", [240]),
    ("swiglu([1, -2], [[1, 0], [0, 1]], [[1, 1], [2, 0]], [[1, 1], [0, 3]])", "swiglu/relu-for-silu", [-1, 0]),
    ("swiglu([1, -2], [[1, 0], [0, 1]], [[1, 1], [2, 0]], [[1, 1], [0, 3]])", "swiglu/sigmoid-for-silu", [-0.492653, 0.715218]),
    ("swiglu([1, -2], [[1, 0], [0, 1]], [[1, 1], [2, 0]], [[1, 1], [0, 3]])", "swiglu/gate-not-bent", [-5, -12]),
    ("swiglu([1, -2], [[1, 0], [0, 1]], [[1, 1], [2, 0]], [[1, 1], [0, 3]])", "swiglu/gate-on-the-wrong-branch", [-3.79213, -10.5696]),
    ("swiglu([1, 2], [[1, 2], [0, 1]], [[1, 0], [0, 1]], [[1, 0, 1], [0, 1, 1]])", "swiglu/gate-on-the-wrong-branch",
     [0.731059, 7.046377, 7.777435]),
    ("swiglu([1, -2], [[1, 0], [0, 1]], [[1, 1], [2, 0]], [[1, 1], [0, 3]])", "swiglu/branches-added", [1.49265, 5.28478]),
    ("swiglu([1, -2], [[1, 0], [0, 1]], [[1, 1], [2, 0]], [[1, 1], [0, 3]])", "swiglu/up-forgotten", [0.492653, -0.715218]),
    ("swiglu([1, -2], [[1, 0], [0, 1]], [[1, 1], [2, 0]], [[1, 1], [0, 3]])", "swiglu/stopped-before-down", [-0.731059, -0.476812]),
    (ROTARY, "rotary_attention/keys-not-rotated", [0.25, 2.5, 0.25, 0.707312, 1.73563, 0.557059]),
    (ROTARY, "rotary_attention/queries-not-rotated", [0.25, 2.5, 0.25, 0.594593, 1.84221, 0.563196]),
    (ROTARY, "rotary_attention/values-rotated", [0.25, 2.5, 0.25, 0.165523, 2.36123, 0.203675]),
    (ROTARY, "rotary_attention/future-seen", [0.505301, 1.95349, 0.54121, 0.735748, 1.74788, 0.516373]),
    (ROTARY, "rotary_attention/not-projected", [0.25, 1.25, 0.25, 1.25, 0.735748, 0.764252, 0.516373, 0.983627]),
    (LLAMA, "llama_block/not-normalized-before-attention", [4.78848, 11.562, 4.35044, 4.78825, 11.562, 4.35065]),
    (LLAMA, "llama_block/not-normalized-before-swiglu", [33.991, 19.4434, 46.8054, 10.5552, 25.8343, 30.5676]),
    (LLAMA, "llama_block/residual-of-the-normalized-row", [2.64012, 5.65397, 2.73917, 1.95756, 5.29287, 2.65394]),
    (LLAMA, "llama_block/residual-of-the-normalized-stream", [2.18081, 2.05075, 2.6036, 0.643671, 2.38745, 1.72094]),
    (LLAMA, "llama_block/original-for-stream", [4.3304, 1.66837, 3.99876, 0.336764, 4.78979, 3.12655]),
    # softmax in blocks
    ("softmax_state([1, 3])", "softmax_state/not-shifted", [3, 22.803819]),
    ("softmax_state([1, 3])", "softmax_state/not-raised", [3, -2]),
    ("softmax_state([1, 3])", "softmax_state/sign-turned", [3, 8.389056]),
    ("online_step([1, 2], [3])", "online_step/not-rescaled", [3, 3]),
    ("online_step([1, 2], [3])", "online_step/inverse-factor", [3, 15.778112]),
    ("online_step([1, 2], [3])", "online_step/gap-for-factor", [3, -3]),
    ("online_step([1, 2], [3])", "online_step/old-maximum-kept", [1, 9.389056]),
    ("online_step([3, 2], [1])", "online_step/block-maximum-alone", [1, 15.778112]),
    ("online_step([1, 2], [3])", "online_step/not-shifted", [3, 20.356208]),
    ("online_step([1, 2], [3, 2])", "online_step/not-raised", [3, -0.729329]),
    ("online_step([1, 2, 8], [3], [[1]])", "online_step/output-divided", [3, 1.270671, 1.541341]),
    ("online_step([1, 2, 8], [3], [[1]])", "online_step/output-not-rescaled", [3, 1.270671, 9]),
    ("merge_states([1, 2], [3, 4])", "merge_states/not-rescaled", [3, 6]),
    ("merge_states([1, 2], [3, 4])", "merge_states/inverse-factor", [3, 18.778112]),
    ("merge_states([1, 2], [3, 4])", "merge_states/gap-for-factor", [3, -4]),
    ("merge_states([1, 2], [3, 4])", "merge_states/states-added", [4, 6]),
    ("merge_states([1, 2], [3, 4])", "merge_states/first-maximum-kept", [1, 31.556224]),
    ("online_attention([0], [[1], [2], [3]], [[3], [6], [12]], 2)", "online_attention/not-divided", [21]),
    ("online_attention([0], [[1], [2], [3]], [[3], [6], [12]], 2)", "online_attention/blocks-added", [16.5]),
    ("online_attention([0], [[1], [2], [3]], [[3], [6], [12]], 2)", "online_attention/blocks-averaged", [8.25]),
    # byte pairs
    ("pair_count([1, 1, 1, 2], [1, 1])", "pair_count/each-symbol-once", [1]),
    ("pair_count([1, 2, 3, 2, 1], [1, 2])", "pair_count/either-order", [2]),
    ("pair_count([1, 2, 3, 1, 2], [1, 2])", "pair_count/cut-apart", [1]),  # 1 2, 3 1, 2
    ("pair_count([1, 2, 3, 1, 1], [1, 2])", "pair_count/first-symbol-counted", [3]),
    ("most_frequent_pair([3, 1, 2, 1, 2])", "most_frequent_pair/first-seen", [3, 1]),
    ("most_frequent_pair([1, 2, 1, 2, 3])", "most_frequent_pair/rarest-taken", [2, 3]),
    ("most_frequent_pair([1, 2, 3])", "most_frequent_pair/last-of-a-tie", [2, 3]),
    ("most_frequent_pair([[1, 2], [3, 1]], [2, 5])", "most_frequent_pair/frequencies-ignored", [1, 2]),
    ("most_frequent_pair([[3, 1], [2, 1], [2, 3]])", "most_frequent_pair/across-words", [1, 2]),
    ("merge_pair([1, 1, 1], [1, 1], 3)", "merge_pair/from-the-right", [1, 3]),
    ("merge_pair([1, 1, 1], [1, 1], 3)", "merge_pair/overlapping", [3, 3]),
    ("merge_pair([1, 2, 1, 2], [1, 2], 3)", "merge_pair/first-place-only", [3, 1, 2]),
    ("merge_pair([1, 2, 2, 1], [1, 2], 3)", "merge_pair/either-order", [3, 3]),
    ("merge_pair([1, 2, 2, 1], [1, 2], 3)", "merge_pair/second-symbol-kept", [3, 2, 2, 1]),
    ("bpe_encode([1, 2, 3], [[1, 2, 4], [2, 3, 5]])", "bpe_encode/last-merge-first", [1, 5]),
    ("bpe_encode([1, 2, 3], [[1, 2, 4], [4, 3, 5]])", "bpe_encode/first-merge-only", [4, 3]),
    ("bpe_encode([1, 2, 3, 1], [[3, 1, 4], [1, 2, 5], [5, 3, 6]])", "bpe_encode/longest-token-first", [6, 1]),
    # losses of two rows
    ("mse([1, 5], [2, 2])", "mse/added", [29]),
    ("mse([1, 9], [2, 2])", "mse/rooted", [5]),
    ("mse([1, 5], [2, 2])", "mse/half-mean", [2.5]),
    ("mae([1, 5], [2, 2])", "mae/signs-kept", [1]),
    ("mae([1, 5], [2, 2])", "mae/squared", [5]),
    ("mae([1, 5], [2, 2])", "mae/added", [5]),
    ("soft_cross_entropy([0.1, 0.9], [0.5, 0.5])", "soft_cross_entropy/log-base-10", [0.522879]),
    ("soft_cross_entropy([0.25, 0.75], [0.5, 0.5])", "soft_cross_entropy/sign-lost", [-0.836988]),
    ("soft_cross_entropy([0.5, 0.5], [0.25, 0.75])", "soft_cross_entropy/rows-exchanged", [0.836988]),
    ("soft_cross_entropy([0.25, 0.75], [0.5, 0.5])", "soft_cross_entropy/not-weighed", [1.673976]),
    # what was left out, taken for another, or laid out otherwise
    ("attention([2, 0], [[1, 0], [0, 1]], [[4, 0], [0, 4]])", "attention/softmax-skipped", [5.656854, 0]),
    ("attention([2], [[1], [0], [0], [0]], [[1], [0], [0], [0]])", "attention/keys-for-width", [0.475367]),
    ("softmax([0, 1])", "softmax/sign-turned", [0.731059, 0.268941]),
    ("softmax([0, 1])", "softmax/largest-for-total", [0.367879, 1]),
    ("binary_cross_entropy(1, 0.25)", "binary_cross_entropy/log-base-2", [2]),
    ("binary_cross_entropy(1, 0.25)", "binary_cross_entropy/log-not-taken", [0.25]),
    ("cross_entropy([0.25, 0.75], 0)", "cross_entropy/log-base-2", [2]),
    ("cross_entropy([0.25, 0.75], 0)", "cross_entropy/log-not-taken", [0.25]),
    ("soft_cross_entropy([0.25, 0.75], [0.5, 0.5])", "soft_cross_entropy/log-base-2", [1.207519]),
    ("dense([1, 2], [[1, 0], [0, -1]], [-3, 4])", "dense/bent-before-the-nudge", [-2, 4]),
    ("feed_forward([1, 2], [[2, 0], [0, -1]], [[3, 1], [-2, 1]], [1, 4], [5, 7])", "feed_forward/bent-before-the-bias", [18, 5]),
    ("feed_forward([1, 2], [[2, 0], [0, -1]], [[3, 1], [-2, 1]])", "feed_forward/output-bent", [6, 0]),
    ("position_encoding(1, 2)", "position_encoding/slot-for-pair", [0.841471, 0.99995]),
    ("mean([1, 2, 6])", "mean/largest-taken", [6]),
    ("standard_deviation([1, 1, 1, 5])", "standard_deviation/distances-averaged", [1.5]),
    ("layer_norm([1, 1, 1, 5])", "layer_norm/distances-averaged", [-2 / 3, -2 / 3, -2 / 3, 2]),
    (PRE, "pre_norm_block/first-residual-forgotten", [0.707107, 1.563631, 0.0, 0.707107, -0.856524, 0.707107]),
    (PRE, "pre_norm_block/worker-grids-on-their-side", [3.561354, 2.417878, 2.0, 0.219774, 4.243455, 2.0]),
]  # fmt: skip


TAKES_LONG = (LLAMA, PRE, ROTARY)


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param(each, marks=pytest.mark.slow) if each in TAKES_LONG else each
        for each in dict.fromkeys(expression for expression, _, _ in BY_HAND)
    ],
)
def test_wrong_turns_by_hand(expression: str) -> None:
    turns = {each.name: floats(each.value) for each in Solution(read_expression(expression), {}).mistakes}
    for name, value in ((name, value) for one, name, value in BY_HAND if one == expression):
        assert turns[name] == pytest.approx(value, abs=6e-4), name


def test_every_wrong_turn_was_worked_by_hand() -> None:
    worked = {name for _, name, _ in BY_HAND}
    assert {turn.id for turn in all_wrong_turns()} == worked, "work each by hand, and add it to BY_HAND"


def test_there_is_an_exercise_for_every_recipe() -> None:
    assert set(SAMPLES) == {recipe.name for recipe in all_recipes()}


def shown_turns(node: Node, names: Names) -> set[str]:
    """Return the wrong turns that lead away from the right value."""
    right = Pencil()
    try:
        value = work_out(node, names, right)
    except EngineError:
        return set()  # a row of equal numbers, say: such numbers are never asked
    shown = set()
    for turn in open_turns(right):
        with suppress(EngineError):
            other = work_out(node, names, Pencil(turn, after=right))
            if shape_of(other) != shape_of(value) or floats(other) != pytest.approx(floats(value), nan_ok=True):
                shown.add(turn.id)
    return shown


@pytest.mark.parametrize("name", SAMPLES)
def test_every_wrong_turn_can_be_taken_and_seen(name: str) -> None:
    """On some numbers of its own recipe's exercises each leads away from the right value; three or more are open."""
    (recipe,) = (each for each in all_recipes() if each.name == name)
    # A convention may be another way to the same value.
    own = {turn.id for turns in recipe.wrong_turns.values() for turn in turns if not turn.convention}
    seen: set[str] = set()
    source = numbered_source(name)
    for sample, _ in product(SAMPLES[name], range(6)):
        draws = sample.draws()
        seen |= shown_turns(standard(draws.lines[0].node, draws.given), draws.numbers(source))
        if own <= seen and len(seen) >= 3:
            break
    assert own <= seen
    assert len(seen) >= 3


def test_a_bug_of_a_wrong_turn_is_not_taken_for_a_turn_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = WrongTurn("dot", "sum", "broken", lambda line: line.given[0] + 1, "added 1", "add nothing")
    dot = find_recipe("dot")
    assert dot is not None
    monkeypatch.setitem(dot.wrong_turns, "sum", [broken])
    with pytest.raises(TypeError, match="concatenate"):
        _ = Solution(read_expression("dot([1, 2], [3, 4])"), {}).mistakes


@pytest.mark.parametrize("expression", ["sum([3])", "attention([1], [[2]], [[3]])", "scores([1], [[2]])"])
def test_a_turn_that_leaves_nothing_is_not_looked_for(expression: str) -> None:
    found = Solution(read_expression(expression), {}).mistakes
    assert all(floats(each.value) for each in found)
    assert not any(each.name.endswith("left-out") for each in found)
