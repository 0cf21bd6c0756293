"""Every numeric drill and every line of a kata, on the page's and fresh numbers, against what a reader of its prompt works
out in NumPy alone.

A formula takes the numbers that a drill gives, those shown in its prompt first, then in the order of its file. It is
written from the prompt, and knows nothing of the expression in `answer`. Whole numbers come as integers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy import array, cumsum, diag, exp, eye, hstack, inf, log, mean, outer, prod, rint, sin, sqrt, vstack

from katatx.decks.prepared import Prepared, prepare, prepare_kata
from katatx.engine.values import as_lists
from tests.conftest import BUILT_IN
from tests.decks.test_decks import deck

relu = partial(np.maximum, 0)
# The numbers at which a prompt says what a function comes to.
PHI = {0: 0.5, 0.5: 0.691, 1: 0.841, 1.5: 0.933, 2: 0.977}


def softmax(scores):
    powers = exp(scores - np.max(scores, axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def causal(scores):
    return softmax(np.where(np.tri(len(scores)), scores, -inf))


def attend(query, keys, values):
    return softmax(query @ array(keys).T / sqrt(query.shape[-1])) @ array(values)


def norm(row):
    return (row - mean(row, axis=-1, keepdims=True)) / np.std(row, axis=-1, keepdims=True)


def rms(row):
    return row / sqrt(mean(row**2))


def silu(row):
    return row / (1 + exp(-row))


def turn(pairs, cosine, sine):
    first, second = pairs[..., ::2], pairs[..., 1::2]
    return np.stack([first * cosine - second * sine, first * sine + second * cosine], axis=-1).reshape(pairs.shape)


def wave(position, width):
    angles = position / 10000 ** (np.arange(0, width, 2) / width)
    return np.stack([sin(angles), np.cos(angles)], axis=-1).ravel()


def patches(photo, size):
    bands, across = len(photo) // size, len(photo[0]) // size
    return photo.reshape(bands, size, across, size).transpose(0, 2, 1, 3).reshape(-1, size * size)


def pad(words, slots):
    return [*words, *[0] * slots][:slots]


def step(maximum, total, *scores):
    """The state of a block after more scores: the largest so far, and the sum of the powers below it."""
    scores = hstack(scores)
    new = max(maximum, *scores)
    return new, total * exp(maximum - new) + exp(scores - new).sum()


def step_with_output(maximum, total, output, score, value):
    new, more = step(maximum, total, score)
    return hstack([new, more, output * exp(maximum - new) + exp(score - new) * value])


def merged(first, first_total, second, second_total):
    both = max(first, second)
    return both, first_total * exp(first - both) + second_total * exp(second - both)


def scale_of(row, largest):
    return abs(row).max(axis=-1) / largest


def by_codes(x, w, largest):
    first, second = scale_of(x, largest), scale_of(w, largest)
    return rint(x / first) @ rint(w / second) * first * second


def top_k(portions, k):
    kept = np.isin(np.arange(len(portions)), np.argsort(-portions, kind="stable")[:k])
    return portions * kept / portions[kept].sum()


def top_p(portions, p):
    running = cumsum(np.sort(portions)[::-1])
    return top_k(portions, 1 + np.count_nonzero(running < p - 1e-9))


def times_in(word, pair):
    return [*pairwise(word)].count((*pair,))


def best_pair(words, frequencies=(1,) * 9):
    totals: dict[Any, float] = {}
    for word, times in zip(np.atleast_2d(words), frequencies, strict=False):
        for pair in pairwise(word):
            totals[pair] = totals.get(pair, 0) + times
    return max(totals, key=totals.__getitem__)


def merge(word, pair, symbol):
    left, made = list(word), []
    while left:
        found = tuple(left[:2]) == tuple(pair)
        made.append(symbol if found else left[0])
        del left[: 1 + found]
    return made


def encode(word, merges):
    for *pair, symbol in merges:
        word = merge(word, pair, symbol)
    return word


# The formula of each drill, by the names of all drills that ask for it.
FORMULAS: dict[str, Callable[..., Any]] = {
    # arithmetic
    "attention/table-entries count-a-model/table-used-twice count-a-model/gigabytes length-4/query-row "
    "length-4/weigh-i-for-work look-across/stays-four-wide quantise/back quantise/which-scales "
    "next-token/scores-of-a-new-word": lambda *numbers: prod(array(numbers, dtype=object), axis=0),
    "block/stream-cat block/out-sat llama-block/stream-not-normalized next-token/row-kept tokenizer/vocabulary "
    "tokenizer/vocabulary-grows vision/add-stamp": lambda *numbers: sum(numbers),
    "tokenizer/length-after tokenizer/merges-of-gpt-2 training-step/logit-gradient": lambda a, *rest: a - sum(rest),
    "attention/walk-rewrites": lambda first, last: last - first,
    "block/fourth-deviation": lambda *deviations: -sum(deviations),
    "block/head-divisor look-across/growth-with-width": lambda width, by: sqrt(width / by),
    "block/nth-word-share": lambda n: 1 / n,
    "length-4/masked-cells": lambda tokens: tokens * (tokens - 1) / 2,
    "length-4/all-products": lambda tokens, width: 2 * tokens**2 * width,
    "length-4/softmax-steps": lambda tokens: [tokens**2, 3 * tokens, 3 * tokens**2],
    "length-4/story-products": lambda tokens, width: tokens**2 * width / 1e6,
    "length-4/longer-text": lambda before, after: (after / before) ** 2,
    "length-4/gradient-shapes": lambda t, d, v: [[t, t], [t, v], [t, t], [t, d], [t, d]],
    "llama-block/first-token-stays": lambda by, tokens: (tokens - 1) * by,
    "llama-block/kv-head": lambda heads, shared, head: head // (heads / shared),
    "llama-block/first-of-the-group": lambda shared, size, served: served * size,
    "look-across/half-kept": lambda first, mark, last: mark / 2 ** (last - first),
    "look-across/belt-update": lambda belt, news, keep, admit: keep * belt + admit * news,
    "look-across/fit-to-length": lambda slots, short, long: [slots - short, long - slots],
    "look-across/divisor-of-32": sqrt,
    "look-across/two-ways-to-build-heads": lambda width, heads, key_dim: [width / heads, key_dim * heads],
    "look-across/weights-in-heads": lambda heads, width, key_dim, words: heads * 3 * width * key_dim,
    "look-across/sheet-down-to-tick": lambda n, width, key_dim, heads, last: [n * width, n * width, width, last, 1],
    "look-across/turns-of-the-dials": lambda epochs, reviews, batch: reviews / batch * epochs,
    "look-across/no-doubling": lambda heads, key_dim, words, width: words * width,
    "look-across/self-counts": lambda words: words**2,
    "next-token/keys-made-again": lambda blocks, heads, words: blocks * heads,
    "training-step/weight-gradient-size": lambda outputs, inputs, examples: outputs * inputs,
    # what a model counts and costs
    "count-a-model/one-layer": lambda inputs, outputs: inputs * outputs + outputs,
    "look-across/dials-of-dense": lambda neurons, width: neurons * width + neurons,
    "look-across/table-size": lambda width, kept: (kept + 1) * width,
    "block/widened": lambda width, times: 2 * width * (times * width),
    "count-a-model/gpt-block": lambda d: 4 * (d**2 + d) + (4 * d**2 + 4 * d) + (4 * d**2 + d) + 2 * 2 * d,
    "count-a-model/twice-as-wide": lambda weights, factor: weights * factor**2,
    "count-a-model/outside-the-blocks": lambda tokens, positions, width: (tokens + positions + 2) * width,
    "count-a-model/whole-gpt": lambda layers, block, outside: layers * block + outside,
    "count-a-model/attention-in-groups": lambda d, heads, shared: 2 * d**2 + 2 * d * shared * d / heads,
    "count-a-model/key-grid": lambda width, heads, shared: width * width / heads * shared,
    "count-a-model/llama-block": lambda d, heads, shared, inner: (
        2 * d**2 * (1 + shared / heads) + 3 * d * inner + 2 * d
    ),
    "count-a-model/flops-of-a-token": lambda billions: 2 * billions,
    "count-a-model/look-up-is-free": lambda blocks, table, output: 2 * (blocks + output),
    "count-a-model/flops-of-the-cache": lambda tokens, layers, width: tokens * layers * 2 * (width + width),
    "count-a-model/flops-of-training": lambda tokens, weights: (2 + 2 * 2) * weights * tokens,
    "count-a-model/cache-bytes": lambda n, layers, d, heads, shared, size: 2 * n * layers * shared * d / heads * size,
    "llama-block/cache-numbers": lambda d, heads, shared, layers, n: 2 * n * layers * shared * d / heads,
    "llama-block/cache-bytes": lambda d, heads, shared, layers, size, n: 2 * n * layers * shared * d / heads * size,
    "llama-block/kv-heads-counted": lambda heads, shared, width, tokens: 2 * shared * width * tokens,
    "count-a-model/pace": lambda bandwidth, size, speed, flops: min(bandwidth / size, speed / flops),
    "count-a-model/faster-processor": lambda size, flops, bandwidth, speed, factor: min(
        bandwidth / size, factor * speed / flops
    ),
    "count-a-model/four-bits": lambda billions, bandwidth: bandwidth / (billions * 4 / 8),
    "count-a-model/side-by-side": lambda size, bandwidth, texts: texts * bandwidth / size,
    "lora/trained-numbers": lambda rank, inputs, outputs: rank * inputs + outputs * rank,
    "lora/products-of-the-detour": lambda inputs, outputs, rank: rank * inputs + outputs * rank,
    "lora/share": lambda outputs, inputs, trained: trained / (outputs * inputs),
    "lora/size-of-the-update": lambda outputs, rank, inputs: outputs * inputs,
    "lora/cost-of-a-merged-grid": lambda inputs, outputs, rank: inputs * outputs,
    "lora/numbers-of-an-adapter": lambda rank, grids, layers, width: layers * grids * 2 * rank * width,
    "lora/frozen-not-free": lambda frozen, trained: 2 * frozen + 16 * trained,
    "lora/eight-tasks": lambda model, adapter, tasks: model + tasks * adapter,
    # words, tables, positions
    "attention/padded-row": pad,
    "attention/look-up-word": lambda table, word: table[word],
    "next-token/number-is-an-address": lambda token, half, table: table[token],
    "look-across/look-up-the-sheet": lambda review, table: table[review],
    "look-across/unknown-word": lambda slots, nolan, rare, ended, kept, unknown: pad(
        [rank if rank <= kept else unknown for rank in (nolan, rare, ended)], slots
    ),
    "block/x-of-text": lambda text, words, positions: words[text] + positions,
    "next-token/row-in": lambda token, at, words, positions: words[token] + positions[at],
    "block/stamp-angle": lambda width, pair, position: position / 10000 ** (2 * pair / width),
    "vision/wave-angle": lambda width, pair, position: position / 10000 ** (2 * pair / width),
    "block/stamped-row": lambda position, word: word + wave(position, 4),
    "vision/stamp-of-seat": wave,
    "vision/fast-and-slow-gap": lambda at, then: [sin(then) - sin(at), sin(then / 100) - sin(at / 100)],
    "llama-block/quarter-turn": lambda pair: turn(pair, 0, 1),
    "llama-block/turn-once": lambda key: turn(key, 0.5, 0.866),
    "llama-block/length-kept": lambda pair, position: pair @ pair,
    "llama-block/angle-of-each-pair": lambda position, base: position / base ** array([0, 0.5]),
    "llama-block/turn-by-a-radian llama-block/not-degrees": lambda vector: turn(vector, 0.54030, 0.84147),
    "llama-block/halves-as-pairs": lambda v: turn(v[[0, 2, 1, 3]], array([0, 1]), array([1, 0]))[[0, 2, 1, 3]],
    "llama-block/score-by-distance": lambda key, place, query: turn(query, 0.5, 0.866) @ key,
    # products of rows and grids
    "attention/want-stick attention/match block/mixing-rows length-4/dot-i-will length-4/y-stop look-across/row-times-stick "
    "llama-block/values-not-turned lora/product-of-rank-2 next-token/values-mixed next-token/one-logit "
    "training-step/input-gradient training-step/column-not-row": np.matmul,
    "length-4/back-to-portions next-token/key-of-a-row next-token/all-logits vision/match-grid vision/tags-of-strips": (
        lambda rows, grid: rows @ grid.T
    ),
    "attention/grid-row-times-stick": lambda grid, vector: grid[1] @ vector,
    "attention/match-row look-across/match-row": lambda query, *keys: vstack(keys) @ query,
    "attention/weighted-sum block/mixed-both look-across/weighted-sum": lambda weights, *rows: weights @ vstack(rows),
    "attention/two-heads": lambda first, rows, second, more: hstack([first @ rows, second @ more]),
    "attention/mixed-heads": lambda first, second, grid: grid @ hstack([first, second]),
    "length-4/gram-row-work": lambda first, second, work, stop: vstack([first, second, work, stop]) @ work,
    "look-across/three-rows": lambda vector, *grids: [grid @ vector for grid in grids],
    "look-across/which-tags-meet": lambda query, key, value, her_query, her_key, her_value: [
        query @ her_key,
        her_query @ key,
    ],
    "block/three-views": lambda vector, *orders: [vector[order - 1] for order in orders],
    "block/ask-grid-written": lambda order: eye(4)[order - 1],
    "block/score-cat-sat": lambda cat, sat, asked, offered: cat[asked - 1] @ sat[offered - 1],
    "block/project-cat": lambda weights, first, second, grid: grid @ (weights @ vstack([first, second])),
    "next-token/output-grid": lambda x, mixed, grid: x + grid @ mixed,
    "next-token/heads-side-by-side": lambda v, first, second: hstack([first @ v[:, :2], second @ v[:, 2:]]),
    "vision/new-strips": lambda first, second, values: vstack([first, second]) @ values,
    "vision/exchanged-strips": lambda scores: scores[::-1, ::-1],
    "lora/product-of-rank-1": outer,
    "lora/second-row": lambda row, below: row[1:] * (below / row[0]),
    "lora/update": lambda b, a, alpha: alpha / 2 * b @ a,
    "lora/beside-the-weights": lambda x, w, a, b, alpha: w @ x + alpha / 1 * b @ (a @ x),
    "lora/at-the-start": lambda x, w, a, b: w @ x,
    "lora/merge": lambda w, b, a, alpha: w + alpha / 2 * b @ a,
    "lora/taken-off": lambda w, b, a, alpha: w - alpha / 2 * b @ a,
    "lora/another-adapter": lambda grid, old, new: grid - old + new,
    # scores become weights
    "attention/scaled-row attention/scaled": lambda scores, width: scores / sqrt(width),
    "look-across/scaled length-4/root-on-the-way-back": lambda width, scores: scores / sqrt(width),
    "length-4/scaled-row-work look-across/not-standardising": lambda query, *keys: vstack(keys) @ query / 2,
    "next-token/width-of-a-head": lambda width, heads, query, keys: keys @ query / sqrt(width / heads),
    "length-4/factor-both": lambda c, row: c * c * row,
    "attention/raise-scores": exp,
    "attention/own-match": lambda *scores: softmax(hstack(scores))[1],
    "attention/softmax-of-zeros attention/portions look-across/equal-matches next-token/negative-logit "
    "online-softmax/portions-by-shift online-softmax/difference-counts": (lambda *scores: softmax(hstack(scores))),
    "attention/total-of-raised look-across/total-is-not-ten": lambda scores, width: exp(scores / sqrt(width)).sum(),
    "attention/portions-of-three": lambda scores: softmax(scores / sqrt(4)),
    "attention/sharpened": lambda scores, factor: softmax(factor * scores),
    "block/percent-cat": lambda scores, width: 100 * softmax(scores / sqrt(width)),
    "block/share-rows vision/portions-of-s2": lambda scores, width: softmax(scores / sqrt(width)),
    "next-token/portions-of-a-head": lambda width, scores: softmax(scores / sqrt(width)),
    "next-token/warm": lambda logits, warmth: softmax(logits / warmth),
    "next-token/surer-or-not": lambda logits, warmth: [softmax(logits).max(), softmax(logits / warmth).max()],
    "look-across/what-scaling-softens": lambda nolan, ended: [exp((ended - nolan) / 2), exp(ended - nolan)],
    "length-4/total-work": lambda products: exp((products - products.max()) / 8).sum(),
    "length-4/portions-work": lambda products: softmax(products / 8),
    "length-4/raise-will": lambda seen: hstack([exp(seen - seen.max()), 0, 0]),
    "length-4/zero-is-no-mask": lambda seen: softmax(hstack([seen, 0, 0])),
    "next-token/masked-is-not-zero": lambda first, own: softmax(hstack([first, own, 0])),
    "attention/masked-portions": lambda scores, real: softmax(np.where(np.arange(4) < real, scores, -inf)),
    "vision/token-2-of-3": lambda scores: softmax(hstack([scores[:2], -inf])),
    "vision/two-directions": lambda scores: [softmax(scores), softmax(hstack([scores[:2], -inf]))],
    "vision/masked-too-late": lambda weights: weights[:2].sum(),
    "length-4/masked-grid": lambda scores: np.where(np.tri(3), scores, -inf),
    "length-4/portions-i-will": lambda own, meets, other: causal(array([[own, meets], [meets, other]]) / 8),
    "next-token/causal-portions": causal,
    "vision/no-keepdims": lambda raised: raised / raised.sum(axis=-1),
    # attention
    "attention/new-stick length-4/y-work block/swapped-words-mix online-softmax/four-keys online-softmax/blocks-alone": (
        lambda scores, *values: softmax(scores) @ (values[0] if len(values) == 1 else vstack(values))
    ),
    "attention/whole-attention": lambda query, key, her_key, *values: attend(query, vstack([key, her_key]), values),
    "next-token/whole-head llama-block/one-new-token": attend,
    "length-4/y-will": lambda first, will: attend(will / 2, vstack([first, will]) / 2, [first, will]),
    "block/causal-mix": lambda scores, values: causal(scores) @ values,
    "llama-block/sees-itself": lambda query, key, value, keys, values: attend(
        query, vstack([keys, key]), vstack([values, value])
    ),
    "llama-block/two-heads-one-cache": lambda query, keys, values: attend(query.reshape(2, 4), keys, values),
    "vision/shapes-in-code": lambda n, d_k, d_v: [[d_k, n], [n, n], [n, 1], [n, d_v]],
    # norms and averages
    "attention/average look-across/average-three": lambda *rows: mean(rows, axis=0),
    "attention/average-past-padding": lambda first, second, *padding: (first + second) / 2,
    "look-across/padding-averaged-too": lambda first, second, padding: mean([first, second, padding, padding], axis=0),
    "vision/middle-of-three": mean,
    "block/deviations-of-two vision/diffs-of-three": lambda *rows: [row - mean(row) for row in rows],
    "block/stream-distances vision/spread": lambda *rows: np.std(rows, axis=-1),
    "block/tamed-cat block/tamed-after-the-add next-token/normalise vision/tamed-strip": lambda *rows: norm(sum(rows)),
    "block/coarse-speck": lambda row, eps: (row - mean(row)) / sqrt(np.var(row) + eps),
    "block/pre-norm-half": lambda row, factor: row + factor * norm(row),
    "vision/stretch-and-shift": lambda row, gamma, beta: gamma * norm(row) + beta,
    "vision/means-by-axis": lambda x: [x.mean(axis=-1), x.mean(axis=0)],
    "llama-block/rms-norm": rms,
    "llama-block/mean-not-subtracted": lambda more, row: rms(row + more),
    "llama-block/rms-gamma": lambda gamma, row: gamma * rms(row),
    # neurons
    "attention/two-workers": lambda x, first, second, biases: relu(vstack([first, second]) @ x + biases),
    "look-across/two-workers training-step/hidden": lambda x, weights, biases: relu(weights @ x + biases),
    "training-step/first-layer": lambda x, weights, biases: weights @ x + biases,
    "attention/sigmoid": lambda x: 1 / (1 + exp(-x)),
    "look-across/verdict": lambda inputs, neuron, bias: 1 / (1 + exp(-(neuron @ inputs + bias))),
    "look-across/dropout": lambda row, kept, rate: [row * kept / (1 - rate), row],
    "look-across/slot-in-code": lambda e_n, e_e, nolan, ended: (e_n * nolan + e_e * ended) / (e_n + e_e),
    "block/bent-cat next-token/first-grid-and-relu": lambda x, grid: relu(grid @ x),
    "block/worker-sat next-token/feed-forward": lambda x, first, second: second @ relu(first @ x),
    "next-token/gelu-by-table": lambda row: [x * (PHI[x] if x >= 0 else 1 - PHI[-x]) for x in row],
    "llama-block/silu-of-gate": silu,
    "llama-block/gated": lambda gate, up: silu(gate) * up,
    "llama-block/gate-up-down": lambda gate, up, down: down @ (silu(gate) * up),
    "llama-block/whole-swiglu": lambda x, gate, up, down: down @ (silu(gate @ x) * (up @ x)),
    "llama-block/first-token": lambda x, down: x + rms(x) + down @ (silu(rms(x + rms(x))) * rms(x + rms(x))),
    # choosing the next token
    "next-token/greedy": np.argmax,
    "next-token/top-k": top_k,
    "next-token/those-that-stay": lambda portions, k: top_k(portions, k).max(),
    "next-token/top-p": top_p,
    "next-token/beyond-p": lambda portions, p: top_p(portions, p).max(),
    "next-token/drawn-word": lambda portions: cumsum(portions)[1:3],
    "next-token/perplexity next-token/losses-averaged": lambda portions: exp(-log(portions).mean()),
    # tokens
    "tokenizer/count-pair tokenizer/order-in-pair tokenizer/three-alike": times_in,
    "tokenizer/count-by-frequency": lambda words, times, pair: times @ [times_in(word, pair) for word in words],
    "tokenizer/best-in-word tokenizer/first-seen tokenizer/across-words tokenizer/best-by-frequency "
    "tokenizer/each-word-once": best_pair,
    "tokenizer/merge-twice tokenizer/used-once tokenizer/every-place": merge,
    "tokenizer/next-round": lambda text, symbol: merge(text, best_pair(text), symbol),
    "tokenizer/encode-nanna tokenizer/longest-first": encode,
    "tokenizer/order-of-merges": lambda word, merges: encode(word, merges[::-1]),
    # softmax in blocks
    "online-softmax/shifted-powers": lambda scores: exp(scores - scores.max()),
    "online-softmax/state-of-three online-softmax/sum-beside-maximum": lambda scores: step(-inf, 0, scores),
    "online-softmax/factor": lambda old, score: exp(old - score),
    "online-softmax/next-block online-softmax/next-score online-softmax/sum-not-rescaled online-softmax/lower-block": step,
    "online-softmax/merge-small online-softmax/inverse-factor": merged,
    "online-softmax/first-output": lambda scores, values: exp(scores - scores.max()) @ values,
    "online-softmax/output-of-step online-softmax/output-not-rescaled": step_with_output,
    "online-softmax/output-divided": lambda *state: step_with_output(*state)[2],
    "online-softmax/last-division": lambda state: state[2:] / state[1],
    # codes of few bits
    "quantise/largest-code": lambda bits: 2 ** (bits - 1) - 1,
    "quantise/absmax-scale quantise/which-is-largest": lambda largest, row: scale_of(row, largest),
    "quantise/scales-of-groups": scale_of,
    "quantise/errors-of-groups": lambda groups, largest: scale_of(groups, largest) / 2,
    "quantise/codes": lambda row, scale: rint(row / scale),
    "quantise/error-of-a-row": lambda row, largest: row - rint(row / scale_of(row, largest)) * scale_of(row, largest),
    "quantise/largest-error": lambda scale: scale / 2,
    "quantise/more-bits": lambda few, error, many: error * few / many,
    "quantise/beside-a-large-one": lambda first, large, largest: large / largest / 2,
    "quantise/bits-of-a-weight": lambda bits, group, more: bits + more / group,
    "quantise/gigabytes": lambda billions, bits: billions * bits / 8,
    "quantise/never-negative": lambda largest: largest + 1,
    "quantise/scale-with-a-zero-point": lambda largest, row: (max(row.max(), 0) - min(row.min(), 0)) / largest,
    "quantise/zero-point": lambda row, scale: rint(-row.min() / scale),
    "quantise/codes-with-a-zero-point": lambda row, scale, zero: rint(row / scale) + zero,
    "quantise/code-zero": lambda scale, zero: -zero * scale,
    "quantise/back-with-a-zero-point": lambda codes, scale, zero: (codes - zero) * scale,
    "quantise/product-of-codes": by_codes,
    "quantise/error-of-a-product": lambda x, w, coded: x @ w - coded,
    "quantise/room-for-a-sum": lambda largest, products: products * largest**2,
    # losses and the way back
    "look-across/loss-of-two": lambda one, p, other, q: [-log(p if one else 1 - p), -log(q if other else 1 - q)],
    "length-4/next-token-loss": lambda last, head, true: -log(softmax(head @ last)[true]),
    "training-step/loss": lambda logits, true: -log(softmax(logits)[true]),
    "training-step/prediction-less-truth": lambda logits, true: softmax(logits) - eye(3)[true],
    "training-step/mean-loss": lambda examples, portions, truth: (portions - truth) / examples,
    "length-4/logit-slopes": lambda logits, true: [[0, 0, 0], softmax(logits[1]) - eye(3)[true]],
    "length-4/back-to-values": lambda second, slope: vstack([[1, 0], second]).T @ slope,
    "length-4/jacobian-row": lambda a: (diag(a) - outer(a, a))[0],
    "length-4/back-through-softmax": lambda a, slope: (diag(a) - outer(a, a)) @ slope,
    "length-4/back-to-query": lambda first, second, keys: array([first, second, -first - second]) @ keys / 2,
    "length-4/back-to-keys": lambda first, second, q: array([[first, -first], [second, -second]]).T @ q / 2,
    "training-step/weight-gradient": lambda inputs, slope: outer(slope, inputs),
    "training-step/relu-backward": lambda z, slope: slope * (z > 0),
    "training-step/which-sign-decides": lambda z, slope, weights: (weights.T @ slope) * (z > 0),
    "training-step/first-weights": lambda z, x, slope: outer(slope * (z > 0), x),
    "lora/gradient-of-b": lambda slope, x, a: outer(slope, a @ x),
    "training-step/batch-bias": lambda slope: slope.sum(axis=0),
    "training-step/batch-weights": lambda slope, x: slope.T @ x,
    "training-step/central-difference": lambda above, below, h: (above - below) / (2 * h),
    "training-step/both-sides": lambda w, h: ((w + h) ** 3 - (w - h) ** 3) / (2 * h),
    # a step of training
    "training-step/descent": lambda weights, slope, rate: weights - rate * slope,
    "training-step/down-not-up": lambda w, rate: (w - rate * 2 * w) ** 2,
    "training-step/two-large-steps": lambda w, rate: w * (1 - 2 * rate) ** 2,
    "training-step/momentum": lambda w, v, slope, kept, rate: [kept * v + slope, w - rate * (kept * v + slope)],
    "training-step/rate-for-the-whole": lambda w, v, slope, kept, rate: w - rate * (kept * v + slope),
    "training-step/velocity-of-three": lambda first, second, third, kept: kept * (kept * first + second) + third,
    "training-step/first-moment": lambda m, slope, kept: kept * m + (1 - kept) * slope,
    "training-step/second-moment": lambda v, slope, kept: kept * v + (1 - kept) * slope**2,
    "training-step/mean-of-squares": lambda kept, first, second: (1 - kept) * (kept * first**2 + second**2),
    "training-step/bias-correction": lambda m, kept, t: m / (1 - kept**t),
    "training-step/adam-first-step": lambda w, slope, rate: w - rate * np.sign(slope),
    "training-step/correction-matters": lambda t, m, v: m / (1 - 0.9**t) / sqrt(v / (1 - 0.95**t)),
    "training-step/eps-after-the-root": lambda m, v, eps: m / (sqrt(v) + eps),
    "training-step/decoupled": lambda w, m, v, rate, decay: w - rate * decay * w - rate * m / sqrt(v),
    "training-step/not-in-the-gradient": lambda w, slope, rate, decay: w - rate * decay * w - rate * np.sign(slope),
    # photos
    "vision/stack-of-strips": lambda photo: patches(photo, 2),
    "vision/stamp-two-strips": lambda photo, positions: patches(photo, 2) + positions,
    "vision/strip-3-without-swap": lambda photo: photo.reshape(4, 4)[2],
    "vision/sheet-of-strips": lambda height, width, size: [height * width / size**2, size**2],
    "vision/fold-shape": lambda height, width, size: [height / size, size, width / size, size],
    "vision/black-strips": lambda side, size: [side / size, side / size**2],
    "vision/four-labels": lambda size, row, column: [*divmod(row, size), *divmod(column, size)],
    "vision/swapped-labels": lambda size, row, column: [row // size, column // size, row % size, column % size],
    "vision/chip-and-spot": lambda width, size, row, column: [
        row // size * (width // size) + column // size,
        row % size * size + column % size,
    ],
    "vision/dot-at-chip-and-spot": lambda width, size, place, patch: [
        patch // (width / size) * size + place // size,
        patch % (width / size) * size + place % size,
    ],
}
DRILLS = {drill: formula for drills, formula in FORMULAS.items() for drill in drills.split()}


def kata_attention(grid, vector, key, her_key, value, her_value):
    yield (query := grid @ vector)
    yield (scores := vstack([key, her_key]) @ query)
    yield scores / 2
    yield exp(scores / 2)
    yield exp(scores / 2).sum()
    yield (weights := softmax(scores / 2))
    yield weights @ vstack([value, her_value])


def kata_block(words, positions, asked, offered, handed, output, first, second):
    yield (x := words + positions)
    yield (normed := norm(x))
    yield from (views := [normed[:, order - 1] for order in (asked, offered, handed)])
    yield (scores := views[0] @ views[1].T)
    yield scores / 2
    yield softmax(scores / 2)
    yield (mixed := attend(*views))
    yield mixed @ output.T
    yield (stream := x + mixed @ output.T)
    yield norm(stream)
    yield (wide := norm(stream) @ first.T)
    yield relu(wide)
    yield (made := relu(wide) @ second.T)
    yield stream + made


def kata_count_a_model(width, heads, shared, inner, layers, vocabulary, tokens, size, bandwidth):
    yield (grids := 2 * width**2 * (1 + shared / heads))
    yield 3 * width * inner
    yield (block := grids + 3 * width * inner + 2 * width)
    yield (model := layers * block + vocabulary * width + width)
    yield size * model
    yield 2 * (layers * (block - 2 * width) + vocabulary * width)
    yield (kept := 2 * tokens * layers * shared * width / heads * size)
    yield bandwidth / (size * model + kept)


def kata_length_4(*x):
    work, rows = x[2], vstack(x)
    yield work / 2
    yield (scores := rows / 2 @ (work / 2))
    yield scores / 2
    yield (masked := hstack([scores[:3] / 2, -inf]))
    yield masked - masked.max()
    yield (raised := exp(masked - masked.max()))
    yield raised.sum()
    yield (weights := softmax(masked))
    yield (new := weights @ rows)
    yield (slope := softmax(new) - eye(4)[3])
    yield rows @ slope
    yield (back := (diag(weights) - outer(weights, weights)) @ (rows @ slope))
    yield back @ (rows / 2) / 2


def kata_llama_block(x, w_q, w_k, w_v, old_key, old_value, w_o, w_gate, w_up, w_down):
    yield (n := rms(x))
    yield (query := (w_q @ n).reshape(2, 2))
    yield (key := w_k @ n)
    yield (value := w_v @ n)
    yield (query := turn(query, 0.5, 0.866))
    yield (key := turn(key, 0.5, 0.866))
    yield (scores := query @ vstack([old_key, key]).T)
    yield scores / sqrt(2)
    yield softmax(scores / sqrt(2))
    yield (mixed := softmax(scores / sqrt(2)) @ vstack([old_value, value]))
    yield (attended := w_o @ mixed.ravel())
    yield (stream := x + attended)
    yield (m := rms(stream))
    yield (gate := w_gate @ m)
    yield (up := w_up @ m)
    yield silu(gate)
    yield silu(gate) * up
    yield (down := w_down @ (silu(gate) * up))
    yield stream + down


def kata_look_across(vector, grid, key, her_key, value, her_value, ended, neurons, biases, last_neuron, last_bias):
    *lines, new = kata_attention(grid, vector, key, her_key, value, her_value)
    yield from lines
    yield lines[-1][0] * value
    yield lines[-1][1] * her_value
    yield new
    yield (summary := (new + ended) / 2)
    yield (sums := neurons @ summary + biases)
    yield relu(sums)
    yield (last := last_neuron @ relu(sums) + last_bias)
    yield 1 / (1 + exp(-last))
    yield log(1 + exp(-last))


def kata_lora(x, w, a, b, alpha):
    yield w @ x
    yield a @ x
    yield b @ (a @ x)
    yield w @ x + alpha / 2 * b @ (a @ x)
    yield b @ a
    yield w + alpha / 2 * b @ a
    yield (w + alpha / 2 * b @ a) @ x


def kata_next_token(ids, tokens, positions, w_q, w_k, w_v, w_o, w_1, w_2):
    yield (x := tokens[ids] + positions)
    yield (a := norm(x))
    yield (query := w_q @ a[-1])
    yield (keys := a @ w_k.T)
    yield (values := a @ w_v.T)
    scores = [keys[:, part] @ query[part] / sqrt(2) for part in (slice(2), slice(2, 4))]
    yield from scores
    yield from map(softmax, scores)
    yield (mixed := hstack([softmax(scores[0]) @ values[:, :2], softmax(scores[1]) @ values[:, 2:]]))
    yield (stream := x[-1] + w_o @ mixed)
    yield norm(stream)
    yield (wide := relu(w_1 @ norm(stream)))
    yield (z := stream + w_2 @ wide)
    yield norm(z)
    yield tokens @ norm(z)
    yield np.argmax(tokens @ norm(z))


def kata_online_softmax(scores, values, more_scores, more_values):
    new = max(*scores, *more_scores)
    yield step(-inf, 0, scores)
    yield exp(scores - scores.max()) @ values
    yield step(-inf, 0, scores, more_scores)
    yield exp(scores.max() - new)
    yield exp(more_scores - new) @ more_values
    yield exp(hstack([scores, more_scores]) - new) @ vstack([values, more_values])
    yield softmax(hstack([scores, more_scores])) @ vstack([values, more_values])


def kata_quantise(x, w, largest):
    yield (x_scale := scale_of(x, largest))
    yield (x_codes := rint(x / x_scale))
    yield (w_scale := scale_of(w, largest))
    yield (w_codes := rint(w / w_scale))
    yield x_codes @ w_codes
    yield by_codes(x, w, largest)
    yield x @ w
    yield x @ w - by_codes(x, w, largest)


def kata_tokenizer(text, word):
    yield (first := best_pair(text))
    yield (shorter := merge(text, first, 4))
    yield (second := best_pair(shorter))
    yield merge(shorter, second, 5)
    yield encode(word, [(*first, 4), (*second, 5)])


def kata_training_step(x, w_1, b_1, w_2, b_2, truth, rate):
    yield (z := w_1 @ x + b_1)
    yield (h := relu(z))
    yield (s := w_2 @ h + b_2)
    yield softmax(s)
    yield -log(softmax(s)) @ truth
    yield (slope := softmax(s) - truth)
    yield outer(slope, h)
    yield slope @ w_2
    yield (slope_z := slope @ w_2 * (z > 0))
    yield outer(slope_z, x)
    yield b_2 - rate * slope
    yield w_1 - rate * outer(slope_z, x)


def kata_vision(photo, positions, query_grid, key_grid, value_grid):
    yield patches(photo, 2)
    yield (x := patches(photo, 2) + positions)
    yield from (made := [x @ grid.T for grid in (query_grid, key_grid, value_grid)])
    yield (scores := made[0] @ made[1].T)
    yield scores / 2
    yield softmax(scores / 2)
    yield from (new := attend(*made))
    yield new[0] - mean(new[0])
    yield np.std(new[0])
    yield norm(new[0])
    yield causal(scores / 2)


NUMERIC = {f"{name}/{drill.id}": drill for name in BUILT_IN for drill in deck(name).drills if drill.answer}
# Their prompts give what a function comes to, rounded.
ROUNDED = ("next-token/gelu-by-table", "llama-block/turn-by-a-radian", "llama-block/not-degrees")
# Fresh draws looked at.
FEW_AND_MANY = pytest.mark.parametrize(
    "count", [1, pytest.param(20, marks=[pytest.mark.slow, pytest.mark.nightly])], ids=["few", "many"]
)


def test_every_numeric_drill_has_a_formula() -> None:
    assert DRILLS.keys() == NUMERIC.keys()


@FEW_AND_MANY
@pytest.mark.parametrize("name", NUMERIC)
def test_a_drill_is_what_its_prompt_comes_to(name: str, count: int) -> None:
    part = prepare(deck(name.partition("/")[0]), NUMERIC[name])
    agree(part, lambda *given: [DRILLS[name](*given)], count, 1e-3 if name in ROUNDED else 1e-9)


@FEW_AND_MANY
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_kata_is_what_its_prompts_come_to(name: str, count: int) -> None:
    agree(prepare_kata(deck(name)), globals()["kata_" + name.replace("-", "_")], count, 1e-9)


def agree(part: Prepared, formula: Callable[..., Any], count: int, within: float) -> None:
    for worked in (part.page, *map(part.draws.draw_solved, range(count))):
        lines = [*formula(*(plain(as_lists(worked.given[name])) for name in part.file.given))]
        assert len(lines) == len(worked.solutions)
        for line, solution in zip(lines, worked.solutions, strict=True):
            mine = np.hstack([*map(np.ravel, line)]) if isinstance(line, list | tuple) else np.ravel(line)
            true = np.ravel(as_lists(solution.value))
            np.testing.assert_allclose(mine.astype(float), true, within, within, err_msg=f"{part.name} {worked.given}")


def plain(value: Any) -> Any:
    """Return numbers as NumPy takes them: whole ones as integers, which can point at rows."""
    numbers = array(value)
    numbers = numbers.astype(int) if np.all(numbers == rint(numbers)) else numbers
    return numbers if numbers.ndim else numbers.item()
