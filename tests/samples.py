"""An exercise for every recipe: what is asked, and what fresh numbers it draws."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.engine.draws import Draws
from katatx.engine.ranges import read_range
from katatx.engine.values import value_of
from katatx.notation.expressions import read_expression


@dataclass(frozen=True)
class Sample:
    expression: str
    ranges: dict[str, str]
    given: dict[str, object] | None = None

    def draws(self) -> Draws:
        given = {
            name: value if isinstance(value, str) else value_of(value) for name, value in (self.given or {}).items()
        }
        ranges = {name: read_range(text) for name, text in self.ranges.items()}
        return Draws(self.expression, read_expression(self.expression), given, ranges)


def grid(low: int, high: int, rows: int, columns: int, kind: str = "integers") -> str:
    return f"{kind}({low}..{high}, {rows}x{columns})"


# Weights of tenths for queries and keys keep the scores small: large ones leave every
# softmax with one portion of 1, and mistakes in it cannot be told apart.
_ONE_HEAD = {**{n: grid(-1, 1, 3, 3, "tenths") for n in "qk"}, **{n: grid(-2, 2, 3, 3) for n in "vo"}}
_TWO_HEADS = {**{n: grid(-1, 1, 6, 3, "tenths") for n in "qk"}, "v": grid(-2, 2, 6, 3), "o": grid(-2, 2, 3, 6)}
_PRE = {**{n: grid(-1, 1, 3, 3) for n in "qk"}, **{n: grid(-2, 2, 3, 3) for n in "voab"}}
_POST = {**{n: grid(-1, 1, 9, 4) for n in "qk"}, **{n: grid(-1, 1, 4, 4) for n in "voab"}}
_LONG = "integers(13..97)"
_BACK = {"q": grid(-2, 2, 3, 3), "k": grid(-2, 2, 3, 3), "v": grid(-3, 3, 3, 3), "g": grid(-2, 2, 3, 3)}

SAMPLES: dict[str, list[Sample]] = {
    # vocabulary
    "word_number": [Sample("word_number(r, 10000, 10001)", {"r": "integers(20000..900000 by 10000)"})],
    "table_entries": [Sample("table_entries(n, w)", {"n": "integers(1000..9000 by 1000)", "w": "integers(12..64)"})],
    "padding_count": [Sample("padding_count(n, s)", {"n": "integers(13..87)", "s": "integers(110..990)"})],
    "chopped_count": [Sample("chopped_count(n, s)", {"n": "integers(410..990)", "s": "integers(110..390)"})],
    "pad_or_chop": [Sample("pad_or_chop(r, 6)", {"r": "integers(11..99, 4)"})],
    "embedding": [Sample("embedding(t, m)", {"t": "integers(1..3)", "m": grid(-9, 9, 5, 4, "tenths")})],
    # positions
    "position_encoding": [Sample("position_encoding(p, w)", {"p": "integers(1..60)", "w": "one of(4, 6, 8)"})],
    "add_position": [Sample("add_position(r, s)", {"r": "tenths(-9..9, 4)", "s": "tenths(-1..1, 4)"})],
    # patches
    "patches": [Sample("patches(x, 2)", {"x": grid(0, 99, 4, 6)})],
    "patch_count": [Sample("patch_count(h, w, s)", {"h": "one of(24, 48, 72)", "w": "one of(36, 60, 84)", "s": "one of(2, 3, 4, 6)"})],
    "patch_width": [Sample("patch_width(s, c)", {"s": "integers(5..28)", "c": "one of(3, 5)"})],
    "fold_address": [Sample("fold_address(r, c, s)", {"r": "integers(10..80)", "c": "integers(10..80)", "s": "integers(3..16)"})],
    "swap_address": [Sample("swap_address(r, c, s)", {"r": "integers(10..80)", "c": "integers(10..80)", "s": "integers(3..16)"})],
    "flat_index": [Sample("flat_index(r, c, w)", {"r": "integers(2..19)", "c": "integers(2..19)", "w": "integers(21..40)"})],
    "patch_address": [Sample("patch_address(r, c, s, w)", {"r": "integers(5..47)", "c": "integers(5..47)", "s": "one of(3, 4, 6, 8)", "w": "one of(48, 96)"})],
    "pixel_address": [Sample("pixel_address(p, k, s, w)", {"p": "integers(9..60)", "k": "integers(2..15)", "s": "one of(4, 6, 8)", "w": "one of(48, 96)"})],
    # products
    "dot": [Sample("dot(a, b)", {"a": "integers(-9..9, 4)", "b": "integers(-9..9, 4)"})],
    "linear": [Sample("linear(w, x)", {"w": grid(-5, 5, 3, 3), "x": "integers(-9..9, 3)"}), Sample("linear(w, x, order)", {"w": grid(-5, 5, 3, 3), "x": "integers(-9..9, 3)"}, {"order": "xW"})],
    "scores": [Sample("scores(q, k)", {"q": grid(-5, 5, 3, 4), "k": grid(-5, 5, 3, 4)}), Sample("scores(q, k)", {"q": "integers(-9..9, 4)", "k": grid(-5, 5, 3, 4)})],
    "matmul": [Sample("matmul(a, b)", {"a": grid(-5, 5, 3, 3), "b": grid(-5, 5, 3, 3)})],
    "projection": [Sample("projection(x, w)", {"x": grid(-5, 5, 3, 3), "w": grid(-5, 5, 3, 3)})],
    "transpose": [Sample("transpose(g)", {"g": grid(-9, 9, 3, 3)})],
    "permutation_grid": [Sample("permutation_grid(o)", {"a": "integers(0..1)"}, {"o": order}) for order in ([3, 1, 4, 2], [2, 4, 1, 3], [4, 1, 2, 3])],
    "reorder": [Sample("reorder(r, o)", {"r": "tenths(-9..9, 4)"}, {"o": order}) for order in ([3, 1, 4, 2], [2, 3, 1, 4])],
    # softmax and masks
    "scale": [Sample("scale(s, w)", {"s": "integers(-20..20, 4)", "w": "one of(3, 9, 16, 25, 64)"})],
    "softmax": [Sample("softmax(s)", {"s": "integers(-2..4, 3)"}), Sample("softmax(s)", {"s": grid(-2, 4, 3, 3)}), Sample("softmax([a, b, -inf])", {"a": "integers(-2..4)", "b": "integers(-2..4)"})],
    "stable_softmax": [Sample("stable_softmax(s)", {"s": "tenths(-2..4, 3)"})],
    "padding_mask": [Sample("padding_mask(s, 3)", {"s": "integers(-9..9, 5)"})],
    "masked_softmax": [Sample("masked_softmax(s, 3)", {"s": "tenths(-2..4, 5)"})],
    "causal_mask": [Sample("causal_mask(s)", {"s": grid(-9, 9, 4, 4)})],
    "causal_softmax": [Sample("causal_softmax(s)", {"s": grid(-2, 3, 4, 4)})],
    # attention
    "weighted_sum": [Sample("weighted_sum(p, v)", {"p": "portions(3)", "v": grid(-9, 9, 3, columns)}) for columns in (4, 3)],
    "weighted_sum_width": [Sample("weighted_sum_width(n, w)", {"n": _LONG, "w": _LONG})],
    "attention": [Sample("attention(q, k, v)", {"q": grid(-2, 2, 2, 3), "k": grid(-2, 2, 3, 3), "v": grid(-3, 3, 3, 3)}), Sample("attention(q, k, v, 3)", {"q": "tenths(-2..2, 3)", "k": grid(-2, 2, 4, 3), "v": grid(-3, 3, 4, 3)})],
    "causal_attention": [Sample("causal_attention(q, k, v)", {"q": grid(-2, 2, 3, 3), "k": grid(-2, 2, 3, 3), "v": grid(-3, 3, 3, 3)})],
    "self_attention": [Sample("self_attention(x, q, k, v, o)", {"x": grid(-2, 2, 3, 3), **_ONE_HEAD})],
    # several heads
    "head_width": [Sample("head_width(w, h)", {"w": "one of(96, 192, 288, 384, 480)", "h": "one of(3, 4, 6, 8)"})],
    "glued_width": [Sample("glued_width(w, h)", {"w": "one of(96, 192, 288, 384, 480)", "h": "one of(3, 4, 6, 8)"})],
    "key_dim_width": [Sample("key_dim_width(d, h)", {"d": "integers(11..96)", "h": "integers(3..12)"})],
    "multi_head_width": [Sample("multi_head_width(w, d, h)", {"w": "integers(100..900)", "d": "integers(11..96)", "h": "integers(3..12)"})],
    "glue_heads": [Sample("glue_heads(a, b)", {"a": "tenths(-9..9, 3)", "b": "tenths(-9..9, 3)"})],
    "multi_head_attention": [Sample("multi_head_attention(x, 2, q, k, v, o)", {"x": grid(-2, 2, 3, 3), **_TWO_HEADS}), Sample("multi_head_attention(x, 2, q, k, v)", {"x": grid(-2, 2, 3, 3), **_TWO_HEADS})],
    # norms
    "deviations": [Sample("deviations(r)", {"r": "integers(-20..60, 4)"})],
    "mean_square": [Sample("mean_square(r)", {"r": "integers(-9..9, 5)"})],
    "variance": [Sample("variance(r)", {"r": "integers(-9..20, 5)"})],
    "standard_deviation": [Sample("standard_deviation(r)", {"r": "integers(-9..20, 5)"})],
    "layer_norm": [Sample("layer_norm(r, g, b, z)", {"r": "integers(-9..20, 4)", "g": "tenths(0..3, 4)", "b": "tenths(-2..2, 4)", "z": "one of(0.5, 1, 2)"}), Sample("layer_norm(r)", {"r": grid(-9, 20, 3, 4)})],
    "batch_norm": [Sample("batch_norm(r)", {"r": grid(-9, 20, 4, 3)})],
    "mean": [Sample("mean(r, 3)", {"r": grid(-9, 9, 5, 3)}), Sample("mean(r)", {"r": "integers(-9..30, 5)"})],
    # head
    "relu": [Sample("relu(r)", {"r": "tenths(-9..9, 4)"})],
    "sigmoid": [Sample("sigmoid(x)", {"x": "tenths(-3..3)"})],
    "dense": [Sample("dense(x, w, b)", {"x": "integers(-5..5, 3)", "w": grid(-3, 3, 3, 3, "tenths"), "b": "tenths(-2..2, 3)"})],
    "dropout": [Sample("dropout(r, k, p)", {"r": "tenths(-9..9, 5)", "k": "integers(0..1, 5)", "p": "one of(0.1, 0.2, 0.3, 0.4)"})],
    "dropout_at_exam": [Sample("dropout_at_exam(r, p)", {"r": "tenths(-9..9, 4)", "p": "one of(0.1, 0.2, 0.3, 0.4)"})],
    "dropout_count": [Sample("dropout_count(n, p)", {"n": "integers(120..960 by 20)", "p": "one of(0.1, 0.15, 0.2, 0.3)"})],
    # losses
    "binary_cross_entropy": [Sample("binary_cross_entropy(1, p/100)", {"p": "integers(3..97)"}), Sample("binary_cross_entropy(0, p/100)", {"p": "integers(3..97)"})],
    "cross_entropy": [Sample("cross_entropy(p, t)", {"p": "portions(4)", "t": "integers(1..3)"})],
    "logit_cross_entropy": [Sample("logit_cross_entropy(s, t)", {"s": "tenths(-2..4, 3)", "t": "integers(1..2)"})],
    "logit_gradient": [Sample("logit_gradient(s, t)", {"s": "tenths(-2..4, 3)", "t": "integers(0..2)"})],
    # block
    "residual": [Sample("residual(a, b)", {"a": "tenths(-9..9, 4)", "b": "tenths(-9..9, 4)"})],
    "feed_forward": [Sample("feed_forward(x, a, b, c, d)", {"x": "integers(-3..3, 3)", "a": grid(-3, 3, 3, 3), "b": grid(-3, 3, 3, 3), "c": "integers(-2..2, 3)", "d": "integers(-2..2, 3)"})],
    "pre_norm_block": [Sample("pre_norm_block(x, 0.4·q, k, v, o, a, b)", {"x": grid(-3, 4, 3, 3), **_PRE})],
    "post_norm_block": [Sample("post_norm_block(x, 0.1·q, k, v, o, a, b)", {"x": grid(-2, 2, 3, 4), **_POST})],
    # the way back
    "value_gradient": [Sample("value_gradient(softmax(s), g)", {"s": grid(-2, 3, 3, 3), "g": grid(-3, 3, 3, 3)})],
    "portion_gradient": [Sample("portion_gradient(g, v)", {"g": grid(-3, 3, 3, 3), "v": grid(-3, 3, 3, 3)})],
    "softmax_backward": [Sample("softmax_backward(softmax(s), g)", {"s": grid(-2, 3, 3, 3), "g": grid(-3, 3, 3, 3)}), Sample("softmax_backward(p, g)", {"p": "portions(3)", "g": "integers(-5..5, 3)"})],
    "query_gradient": [Sample("query_gradient(s, k)", {"s": grid(-3, 3, 3, 3), "k": grid(-3, 3, 3, 3)})],
    "key_gradient": [Sample("key_gradient(s, q)", {"s": grid(-3, 3, 3, 3), "q": grid(-3, 3, 3, 3)})],
    "attention_query_gradient": [Sample("attention_query_gradient(q, k, v, g)", _BACK), Sample("attention_query_gradient(q, k, v, g, 1)", _BACK)],
    "attention_key_gradient": [Sample("attention_key_gradient(q, k, v, g)", _BACK), Sample("attention_key_gradient(q, k, v, g, 1)", _BACK)],
    "attention_value_gradient": [Sample("attention_value_gradient(q, k, g)", {n: _BACK[n] for n in "qkg"}), Sample("attention_value_gradient(q, k, g, 1)", {n: _BACK[n] for n in "qkg"})],
    # counts
    "recurrent_steps": [Sample("recurrent_steps(a, b)", {"a": "integers(11..99)", "b": "integers(210..990)"})],
    "attention_steps": [Sample("attention_steps(a, b)", {"a": "integers(11..99)", "b": "integers(210..990)"})],
    "match_count": [Sample("match_count(n)", {"n": "integers(101..990)"})],
    "score_multiplications": [Sample("score_multiplications(t, d)", {"t": _LONG, "d": "one of(16, 32, 64, 128)"})],
    "attention_multiplications": [Sample("attention_multiplications(t, d)", {"t": "integers(5..30)", "d": "one of(4, 16, 32)"})],
    "scale_divisions": [Sample("scale_divisions(t)", {"t": _LONG})],
    "softmax_exponentials": [Sample("softmax_exponentials(t)", {"t": _LONG})],
    "masked_cells": [Sample("masked_cells(t)", {"t": _LONG})],
    "seen_cells": [Sample("seen_cells(t)", {"t": _LONG})],
    "length_growth": [Sample("length_growth(a, b)", {"a": "one of(2, 4, 8)", "b": "one of(24, 40, 56, 72, 88)"})],
    "dense_parameters": [Sample("dense_parameters(a, b)", {"a": _LONG, "b": _LONG})],
    "attention_parameters": [Sample("attention_parameters(w, i)", {"w": _LONG, "i": _LONG})],
    "layer_norm_parameters": [Sample("layer_norm_parameters(w)", {"w": "integers(112..896)"})],
    "feed_forward_parameters": [Sample("feed_forward_parameters(w, i)", {"w": _LONG, "i": _LONG})],
    # functions and plain sums
    "exp": [Sample("exp(a)", {"a": "tenths(-3..5)"})],
    "log": [Sample("log(a)", {"a": "tenths(0..30)"})],
    "sin": [Sample("sin(a)", {"a": "tenths(0..9)"})],
    "cos": [Sample("cos(a)", {"a": "tenths(0..9)"})],
    "sum": [Sample("sum(r)", {"r": "tenths(-9..20, 5)"})],
    "max": [Sample("max(r)", {"r": "tenths(-30..20, 5)"})],
    "floor": [Sample("floor(r)", {"r": "tenths(-9..9, 4)"})],
    "ceil": [Sample("ceil(r)", {"r": "tenths(-9..9, 4)"})],
    "abs": [Sample("abs(r)", {"r": "tenths(-9..9, 4)"})],
    "arithmetic": [Sample("a/√b + c^2", {"a": "integers(3..30)", "b": "one of(4, 9, 16, 25)", "c": "integers(3..12)"}), Sample("e^a", {"a": "tenths(0..5)"})],
    # more keys of a calculator, rows, bends, losses
    "tanh": [Sample("tanh(r)", {"r": "tenths(-2..2, 3)"})],
    "leaky_relu": [Sample("leaky_relu(r, 0.1)", {"r": "tenths(-9..9, 4)"})],
    "gelu": [Sample("gelu(r)", {"r": "tenths(-2..2, 3)"})],
    "silu": [Sample("silu(r)", {"r": "tenths(-3..3, 3)"})],
    "log2": [Sample("log2(a)", {"a": "tenths(0..30)"})],
    "log10": [Sample("log10(a)", {"a": "tenths(0..30)"})],
    "exp2": [Sample("exp2(a)", {"a": "integers(5..12)"})],
    "erf": [Sample("erf(a)", {"a": "tenths(-2..2)"})],
    "sign": [Sample("sign(r)", {"r": "integers(-9..9, 4)"})],
    "round": [Sample("round(r)", {"r": "one of(0.5, 2.5, -2.5, 4.5, 1.6, 3.7, 7.2, 5.1, like m)"}, {"m": [0, 0, 0, 0, 0]})],
    "mod": [Sample("mod(a, b)", {"a": "integers(-90..-20)", "b": "integers(3..12)"}), Sample("mod(a, b)", {"a": "integers(20..90)", "b": "integers(3..12)"})],
    "clip": [Sample("clip(r, -3, 4)", {"r": "integers(-9..9, 5)"})],
    "min": [Sample("min(r)", {"r": "tenths(-20..30, 5)"})],
    "argmax": [Sample("argmax(r)", {"r": "integers(-30..20, 6)"})],
    "argmin": [Sample("argmin(r)", {"r": "integers(-20..30, 6)"})],
    "norm": [Sample("norm(r)", {"r": "integers(-9..9, 4)"})],
    "frobenius_norm": [Sample("frobenius_norm(g)", {"g": grid(-9, 9, 2, 3)})],
    "product": [Sample("product(r)", {"r": "integers(-9..9, 4)"})],
    "cumsum": [Sample("cumsum(r)", {"r": "integers(-9..9, 5)"})],
    "diff": [Sample("diff(r)", {"r": "integers(-9..20, 5)"})],
    "outer": [Sample("outer(a, b)", {"a": "integers(-9..9, 3)", "b": "integers(-9..9, 3)"})],
    "log_softmax": [Sample("log_softmax(s)", {"s": "tenths(-2..4, 3)"}), Sample("log_softmax(s)", {"s": grid(-2, 3, 3, 3)})],
    "rms_norm": [Sample("rms_norm(r, g, z)", {"r": "integers(-9..20, 4)", "g": "tenths(0..3, 4)", "z": "one of(0.5, 1, 2)"}), Sample("rms_norm(r)", {"r": grid(-9, 20, 3, 4)})],
    "mse": [Sample("mse(a, b)", {"a": "tenths(-5..5, 4)", "b": "integers(-5..5, 4)"})],
    "mae": [Sample("mae(a, b)", {"a": "tenths(-5..5, 4)", "b": "integers(-5..5, 4)"})],
    "soft_cross_entropy": [Sample("soft_cross_entropy(p, t)", {"p": "portions(3)", "t": "portions(3)"})],
}  # fmt: skip
