"""Every recipe once more, from the textbook formula at 50 digits, without the engine.

What is given comes as it stands in the formulas: rows and grids as lists of Number (see
`exact`), counts as plain whole numbers. What comes out is compared by `agree`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from itertools import pairwise
from typing import Any

import mpmath as mp

mp.mp.dps = 50

PRECISION = mp.mpf("1e-12")
# Below this a float has fewer digits than the comparison asks for.
SMALLEST = mp.mpf(sys.float_info.min)
# A row this much narrower than its numbers are large is not tamed twice: its digits are lost.
NARROWEST = mp.mpf("1e-3")


class TooNarrow(Exception):
    """A row inside a block whose numbers are all but equal: 1e-12 says nothing about what follows from it."""


class Number:
    """A number of 50 digits, and the sum of the absolute values of the terms it was added up from.

    `size` is the condition of the sum: where large terms cancel, a float keeps no more
    than its share of them. It grows as the formula, multiplied out, is read with every
    sign made plus; a function (e to the power, root) is one term again.
    """

    __slots__ = ("size", "value")

    def __init__(self, value: Any, size: Any = None) -> None:
        self.value = mp.mpf(value)
        self.size = abs(self.value) if size is None else mp.mpf(size)

    def __add__(self, other: Any) -> Number:
        other = exact(other)
        return Number(self.value + other.value, self.size + other.size)

    def __neg__(self) -> Number:
        return Number(-self.value, self.size)

    def __sub__(self, other: Any) -> Number:
        return self + -exact(other)

    def __mul__(self, other: Any) -> Number:
        other = exact(other)
        return Number(self.value * other.value, self.size * other.size)

    def __truediv__(self, other: Any) -> Number:
        below = exact(other).value
        return Number(self.value / below, self.size / abs(below))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Any) -> Number:
        return exact(other) - self

    def __rtruediv__(self, other: Any) -> Number:
        return exact(other) / self


Row = list[Number]
Grid = list[Row]


def exact(plain: Any) -> Any:
    """A number, or lists of them, with all its digits."""
    if isinstance(plain, (list, tuple)):
        return [exact(item) for item in plain]
    return plain if isinstance(plain, Number) else Number(plain)


def as_floats(value: Any) -> Any:
    """Return what was worked out, as plain numbers to read."""
    return [as_floats(item) for item in value] if isinstance(value, list) else float(exact(value).value)


def agree(found: Any, expected: Any) -> bool:
    """Return whether plain numbers are those expected, to 1e-12.

    1e-12 of the number itself; where terms cancel in it, 1e-12 times the sum of the
    absolute values of the terms (the condition of the sum, `Number.size`). A grid of one
    row is written as that row.
    """
    if isinstance(expected, list) and len(expected) == 1 and isinstance(expected[0], list):
        return agree(found, expected[0])
    return _same(found, expected)


def _same(found: Any, expected: Any) -> bool:
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(_same, found, expected))
    if isinstance(found, list):
        return False
    wanted = exact(expected)
    if mp.isinf(wanted.value):
        return found == wanted.value
    return mp.isfinite(found) and abs(found - wanted.value) <= PRECISION * wanted.size + SMALLEST


def oracle_of(recipe: str) -> Callable[..., Any] | None:
    """The formula of a recipe; an underscore stands after a name that Python has taken."""
    return globals().get(recipe) or globals().get(f"{recipe}_")


# What the formulas are written with.


def add_up(terms: Iterable[Number]) -> Number:
    every = list(terms)
    return Number(mp.fsum(each.value for each in every), mp.fsum(each.size for each in every))


def raised(number: Number) -> Number:
    return Number(mp.exp(number.value))


def rooted(number: Number) -> Number:
    """A root; where its number is added up from terms that cancel, their root is its size."""
    if number.size == abs(number.value):
        return Number(mp.sqrt(number.value))
    return Number(mp.sqrt(number.value), mp.sqrt(number.size))


def is_grid(value: Any) -> bool:
    return isinstance(value, list) and isinstance(value[0], list)


def by_rows(work: Callable[[Row], Any], value: Any) -> Any:
    """Return what is done to a row, done to each row of a grid."""
    return [work(row) for row in value] if is_grid(value) else work(value)


def by_entries(work: Callable[..., Number], *values: Any) -> Any:
    """Return what is done to numbers, done to each number of a row or grid, or of two of one shape."""
    if isinstance(values[0], list):
        return [by_entries(work, *items) for items in zip(*values, strict=True)]
    return work(*map(exact, values))


def as_grid(value: Any) -> Grid:
    return value if is_grid(value) else [value]


def whole(number: Any) -> int:
    return int(exact(number).value)


def columns_of(grid: Grid) -> Grid:
    return [[row[column] for row in grid] for column in range(len(grid[0]))]


# The keys of a calculator.


def exp(power: Any) -> Any:
    return by_entries(raised, power)


def log(number: Any) -> Any:
    return by_entries(lambda x: Number(mp.log(x.value)), number)


def sin(angle: Any) -> Any:
    return by_entries(lambda x: Number(mp.sin(x.value)), angle)


def cos(angle: Any) -> Any:
    return by_entries(lambda x: Number(mp.cos(x.value)), angle)


def sum_(numbers: Any) -> Any:
    return by_rows(add_up, numbers)


def max_(numbers: Any) -> Any:
    return by_rows(lambda row: max(row, key=lambda x: x.value), numbers)


def abs_(number: Any) -> Any:
    return by_entries(lambda x: -x if x.value < 0 else x, number)


def floor_(number: Any) -> Any:
    return by_entries(lambda x: Number(mp.floor(x.value)), number)


def ceil_(number: Any) -> Any:
    return by_entries(lambda x: Number(mp.ceil(x.value)), number)


def by_float(work: Callable[[Any], Any], value: Any) -> Any:
    """A function of single numbers, of each number; its size is its value."""
    return by_entries(lambda x: Number(work(x.value)), value)


def tanh(inputs: Any) -> Any:
    """(e^x - e^-x) / (e^x + e^-x)."""
    return by_float(lambda x: mp.expm1(2 * x) / (mp.exp(2 * x) + 1), inputs)


def erf(number: Any) -> Any:
    return by_float(mp.erf, number)


def log2(number: Any) -> Any:
    return by_float(lambda x: mp.log(x, 2), number)


def log10(number: Any) -> Any:
    return by_float(lambda x: mp.log(x, 10), number)


def exp2(exponent: Any) -> Any:
    return by_float(lambda x: mp.power(2, x), exponent)


def sign(number: Any) -> Any:
    return by_float(mp.sign, number)


def as_decimal(number: Any) -> Decimal:
    """A number as it was typed."""
    return Decimal(repr(float(exact(number).value)))


def round_(number: Any, decimals: int = 0) -> Any:
    step = Decimal(1).scaleb(-decimals)
    return by_entries(lambda x: Number(float(as_decimal(x).quantize(step, ROUND_HALF_EVEN))), number)


def mod(number: Any, divisor: Any) -> Any:
    def one(x: Number, by: Number) -> Number:
        times = Number((as_decimal(x) / as_decimal(by)).to_integral_value(ROUND_FLOOR))
        return x - times * by

    return by_entries(one, number, divisor)


def clip(number: Any, low: float, high: float) -> Any:
    return by_entries(lambda x: exact(low) if x.value < low else exact(high) if x.value > high else x, number)


def leaky_relu(inputs: Any, slope: float = 0.01) -> Any:
    return by_entries(lambda x: x if x.value > 0 else x * exact(slope), inputs)


def gelu(inputs: Any) -> Any:
    """x·½·(1 + erf(x/√2)) at 50 digits, as erfc."""
    return by_float(lambda x: x * mp.erfc(-x / mp.sqrt(2)) / 2, inputs)


def silu(inputs: Any) -> Any:
    return by_float(lambda x: x / (1 + mp.exp(-x)), inputs)


# Rows.


def min_(numbers: Any) -> Any:
    return by_rows(lambda row: min(row, key=lambda x: x.value), numbers)


def argmax(numbers: Any) -> Any:
    return by_rows(lambda row: min(range(len(row)), key=lambda k: (-row[k].value, k)), numbers)


def argmin(numbers: Any) -> Any:
    return by_rows(lambda row: min(range(len(row)), key=lambda k: (row[k].value, k)), numbers)


def norm(row: Any) -> Any:
    return by_rows(lambda each: rooted(add_up(x * x for x in each)), row)


def frobenius_norm(grid: Grid) -> Any:
    return norm([x for row in as_grid(grid) for x in row])


def product(numbers: Any) -> Any:
    return by_rows(lambda row: Number(mp.fprod(x.value for x in row)), numbers)


def cumsum(numbers: Any) -> Any:
    return by_rows(lambda row: [add_up(row[: k + 1]) for k in range(len(row))], numbers)


def diff(numbers: Any) -> Any:
    return by_rows(lambda row: [after - before for before, after in pairwise(row)], numbers)


def outer(first: Row, second: Row) -> Grid:
    return [[a * b for b in second] for a in first]


# Softmax and masks.


def scale(scores: Any, width: float) -> Any:
    return by_entries(lambda score: score / mp.sqrt(width), scores)


def softmax(scores: Any) -> Any:
    def one_row(row: Row) -> Row:
        whole = add_up(raised(score) for score in row)
        return [raised(score) / whole for score in row]

    return by_rows(one_row, scores)


stable_softmax = softmax


def padding_mask(scores: Any, real: int) -> Any:
    return by_rows(lambda row: row[:real] + [Number(-mp.inf)] * (len(row) - real), scores)


def masked_softmax(scores: Any, real: int) -> Any:
    return by_rows(lambda row: softmax(row[:real]) + [Number(0)] * (len(row) - real), scores)


def causal_mask(scores: Grid) -> Grid:
    return [padding_mask(row, word) for word, row in enumerate(scores, 1)]


def causal_softmax(scores: Grid) -> Grid:
    return [masked_softmax(row, word) for word, row in enumerate(scores, 1)]


# Products.


def dot(first: Any, second: Row) -> Any:
    return by_rows(lambda row: add_up(a * b for a, b in zip(row, second, strict=True)), first)


def linear(weights: Any, inputs: Any, order: str | None = None) -> Any:
    """W·x; x·W where only that fits, or it is asked for. A grid of weights may stand second."""
    if is_grid(inputs):
        return by_rows(lambda row: linear(inputs, row, order), weights)
    grid = as_grid(weights)
    if order == "xW" or (order is None and len(grid[0]) != len(inputs)):
        grid = columns_of(grid)
    return [add_up(weight * x for weight, x in zip(row, inputs, strict=True)) for row in grid]


def scores(query: Any, keys: Grid, own: int | None = None) -> Any:
    return by_rows(lambda row: linear(keys, row), query)


def matmul(left: Any, right: Grid) -> Any:
    columns = range(len(as_grid(right)[0]))
    return by_rows(lambda row: [add_up(x * as_grid(right)[k][j] for k, x in enumerate(row)) for j in columns], left)


def projection(row: Any, weights: Grid, order: str | None = None) -> Any:
    return by_rows(lambda each: linear(weights, each, order), row)


def weighted_sum(portions: Any, values: Grid) -> Any:
    return matmul(portions, values)


def weighted_sum_width(words: int, width: int) -> int:
    return width


# Attention.


def attention(query: Any, keys: Grid, values: Grid, real: int | None = None) -> Any:
    seen = len(keys) if real is None else real
    return weighted_sum(softmax(scale(scores(query, keys[:seen]), len(keys[0]))), values[:seen])


def causal_attention(queries: Grid, keys: Grid, values: Grid) -> Grid:
    return [attention(query, keys[:word], values[:word]) for word, query in enumerate(queries, 1)]


def self_attention(rows: Grid, wq: Grid, wk: Grid, wv: Grid, wo: Grid | None = None, order: str | None = None) -> Grid:
    fits = all(len(grid[0]) == len(rows[0]) for grid in (wq, wk, wv)) and (wo is None or len(wo[0]) == len(wv))
    order = order or ("Wx" if fits else "xW")
    mixed = attention(*(projection(rows, grid, order) for grid in (wq, wk, wv)))
    return mixed if wo is None else projection(mixed, wo, order)


# The way back.


def value_gradient(portions: Grid, output_gradient: Grid) -> Grid:
    """∂L/∂V[j][c] = Σᵢ A[i][j]·∂L/∂Y[i][c]."""
    words = range(len(portions))
    return [
        [add_up(portions[i][j] * output_gradient[i][c] for i in words) for c in range(len(output_gradient[0]))]
        for j in range(len(portions[0]))
    ]


def portion_gradient(output_gradient: Grid, values: Grid) -> Grid:
    """∂L/∂A[i][j] = Σ_c ∂L/∂Y[i][c]·V[j][c]."""
    return [[dot(above, value) for value in values] for above in output_gradient]


def softmax_backward(portions: Any, portion_gradients: Any) -> Any:
    """∂L/∂s[j] = Σᵢ ∂L/∂a[i]·∂a[i]/∂s[j], with the Jacobian a[i]·(δ[i][j] - a[j]) written out."""
    if is_grid(portions):
        return [softmax_backward(*rows) for rows in zip(portions, portion_gradients, strict=True)]
    pairs = list(zip(portions, portion_gradients, strict=True))
    return [
        add_up(above * a * (int(i == j) - portions[j]) for i, (a, above) in enumerate(pairs)) for j in range(len(pairs))
    ]


def query_gradient(score_gradients: Grid, keys: Grid) -> Grid:
    """∂L/∂Q[i][c] = Σⱼ ∂L/∂S[i][j]·K[j][c] / √d."""
    return scale(matmul(score_gradients, keys), len(keys[0]))


def key_gradient(score_gradients: Grid, queries: Grid) -> Grid:
    """∂L/∂K[j][c] = Σᵢ ∂L/∂S[i][j]·Q[i][c] / √d."""
    return scale(value_gradient(score_gradients, queries), len(queries[0]))


def attention_portions(queries: Grid, keys: Grid, causal: int | None) -> Grid:
    scaled = scale(scores(queries, keys), len(keys[0]))
    return causal_softmax(scaled) if causal else softmax(scaled)


def attention_score_gradient(
    queries: Grid, keys: Grid, values: Grid, output_gradient: Grid, causal: int | None
) -> Grid:
    return softmax_backward(attention_portions(queries, keys, causal), portion_gradient(output_gradient, values))


def attention_query_gradient(
    queries: Grid, keys: Grid, values: Grid, output_gradient: Grid, causal: int | None = None
) -> Grid:
    return query_gradient(attention_score_gradient(queries, keys, values, output_gradient, causal), keys)


def attention_key_gradient(
    queries: Grid, keys: Grid, values: Grid, output_gradient: Grid, causal: int | None = None
) -> Grid:
    return key_gradient(attention_score_gradient(queries, keys, values, output_gradient, causal), queries)


def attention_value_gradient(queries: Grid, keys: Grid, output_gradient: Grid, causal: int | None = None) -> Grid:
    return value_gradient(attention_portions(queries, keys, causal), output_gradient)


# The head.


def relu(inputs: Any) -> Any:
    return by_entries(lambda x: x if x.value > 0 else Number(0, x.size), inputs)


def sigmoid(inputs: Any) -> Any:
    return by_entries(lambda x: 1 / (1 + raised(-x)), inputs)


def dense(inputs: Any, weights: Grid, nudges: Row, order: str | None = None) -> Any:
    return by_rows(lambda row: plus(linear(weights, row, order), nudges), inputs)


def dropout(row: Any, kept: Any, rate: float) -> Any:
    share = 1 - mp.mpf(rate)
    return by_entries(lambda x, stays: x / share if stays.value else Number(0), row, kept)


def dropout_at_exam(row: Any, rate: float) -> Any:
    return row


def dropout_count(slots: int, rate: float) -> Any:
    return slots * mp.mpf(rate)


# Averages and norms.


def mean(rows: Any, real: int | None = None) -> Any:
    words = rows if real is None else rows[:real]
    return [mean(column) for column in columns_of(words)] if is_grid(words) else add_up(words) / len(words)


def deviations(row: Any) -> Any:
    return by_rows(lambda each: [x - mean(each) for x in each], row)


def mean_square(numbers: Any) -> Any:
    return by_rows(lambda row: add_up(x * x for x in row) / len(row), numbers)


def variance(row: Any) -> Any:
    return mean_square(deviations(row))


def standard_deviation(row: Any) -> Any:
    return by_entries(rooted, variance(row))


def layer_norm(row: Any, gamma: Any = None, beta: Any = None, eps: float | None = None) -> Any:
    """(x - mean)/√(variance + eps)·gamma + beta, where gamma and beta are rows, or one number for all slots."""

    def one_row(each: Row) -> Row:
        spread = mp.sqrt(variance(each).value + mp.mpf(eps or 0))
        tamed = [gap / spread for gap in deviations(each)]
        stretch, shift = _for_all(1 if gamma is None else gamma, each), _for_all(0 if beta is None else beta, each)
        return [x * g + b for x, g, b in zip(tamed, stretch, shift, strict=True)]

    return by_rows(one_row, row)


def rms_norm(row: Any, gamma: Any = None, eps: float | None = None) -> Any:
    """x/√(mean square + eps)·gamma, where gamma is a row, or one number for all slots."""

    def one_row(each: Row) -> Row:
        size = mp.sqrt(mean_square(each).value + mp.mpf(eps or 0))
        return [x / size * g for x, g in zip(each, _for_all(1 if gamma is None else gamma, each), strict=True)]

    return by_rows(one_row, row)


def _for_all(value: Any, row: Row) -> Row:
    return value if isinstance(value, list) else [exact(value)] * len(row)


def batch_norm(rows: Grid) -> Grid:
    return columns_of([layer_norm(column) for column in columns_of(rows)])


# The block.


def plus(first: Any, second: Any) -> Any:
    return by_entries(lambda a, b: a + b, first, second)


residual = plus


def feed_forward(
    row: Any, w1: Grid, w2: Grid, b1: Row | None = None, b2: Row | None = None, order: str | None = None
) -> Any:
    """W₂·max(0, W₁·x + b₁) + b₂."""

    def one_row(each: Row) -> Row:
        fits = len(as_grid(w1)[0]) == len(each) and len(as_grid(w2)[0]) == len(as_grid(w1))
        own = order or ("Wx" if fits else "xW")
        wide = linear(w1, each, own)
        narrow = linear(w2, relu(wide if b1 is None else plus(wide, b1)), own)
        return narrow if b2 is None else plus(narrow, b2)

    return by_rows(one_row, row)


def tamed(rows: Grid) -> Grid:
    """Layer norm inside a block, of rows that are not all but equal numbers."""
    for row in rows:
        if rooted(variance(row)).value <= NARROWEST * max(x.size for x in row):
            raise TooNarrow
    return layer_norm(rows)


def pre_norm_block(rows: Grid, wq: Grid, wk: Grid, wv: Grid, wo: Grid, w1: Grid, w2: Grid) -> Grid:
    stream = plus(rows, self_attention(tamed(rows), wq, wk, wv, wo))
    return plus(stream, feed_forward(tamed(stream), w1, w2))


def post_norm_block(rows: Grid, wq: Grid, wk: Grid, wv: Grid, wo: Grid, w1: Grid, w2: Grid) -> Grid:
    stream = tamed(plus(rows, self_attention(rows, wq, wk, wv, wo)))
    return tamed(plus(stream, feed_forward(stream, w1, w2)))


# Counts, counted out where they are small enough.


def recurrent_steps(first: int, last: int) -> int:
    return len(range(first, last))


def attention_steps(first: int, last: int) -> int:
    return 1


def match_count(words: int) -> int:
    return words


def score_multiplications(length: int, width: int) -> int:
    return sum(width for _query in range(length) for _key in range(length))


def attention_multiplications(length: int, width: int) -> int:
    """Q·Kᵀ has a product for each width of each pair of words; A·V one for each pair and each width."""
    return length * length * width + length * width * length


def scale_divisions(length: int) -> int:
    return length**2


def softmax_exponentials(length: int) -> int:
    return length**2


def masked_cells(length: int) -> int:
    return sum(1 for row in range(length) for column in range(length) if column > row)


def seen_cells(length: int) -> int:
    return sum(1 for row in range(length) for column in range(length) if column <= row)


def length_growth(before: int, after: int) -> Any:
    return mp.mpf(after * after) / (before * before)


def dense_parameters(inputs: int, outputs: int) -> int:
    return (inputs + 1) * outputs


def attention_parameters(width: int, inner: int) -> int:
    return 3 * (inner * width) + width * inner


def layer_norm_parameters(width: int) -> int:
    return width + width


def feed_forward_parameters(width: int, inner: int) -> int:
    return 2 * width * inner + inner + width


# Grids.


def transpose(grid: Grid) -> Grid:
    return columns_of(as_grid(grid))


def permutation_grid(order: Row) -> list[list[int]]:
    return [[int(k == slot) for k in range(1, len(order) + 1)] for slot in map(whole, order)]


def reorder(row: Any, order: Row) -> Any:
    return by_rows(lambda each: [each[whole(slot) - 1] for slot in order], row)


# Heads.


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


# Losses.


def minus_log(number: Number) -> Number:
    """-ln x; of a sum, which has lost 1e-16 of its terms, no closer than that share of it."""
    value = -mp.log(number.value)
    is_sum = number.size > abs(number.value)
    return Number(value, max(abs(value), number.size / number.value) if is_sum else None)


def binary_cross_entropy(truth: int, predicted: float) -> Number:
    chance = exact(predicted)
    return minus_log(chance if truth else 1 - chance)


def cross_entropy(portions: Any, target: Any) -> Any:
    """-ln of the true class's portion; of two rows the target is the one with a single 1 and zeros."""
    if isinstance(target, list):
        first, second = ([float(x.value) for x in row] for row in (portions, target))
        if sorted(second) == [0.0] * (len(second) - 1) + [1.0]:
            return minus_log(portions[second.index(1)])
        return minus_log(target[first.index(1)])
    return by_rows(lambda row: minus_log(row[target]), portions)


def soft_cross_entropy(portions: Any, target: Row) -> Any:
    return by_rows(lambda row: add_up(t * minus_log(p) for p, t in zip(row, target, strict=True) if t.value), portions)


def mse(predicted: Any, target: Any) -> Any:
    return mean_square([a - b for a, b in zip(one_row_of(predicted), one_row_of(target), strict=True)])


def mae(predicted: Any, target: Any) -> Any:
    return mean([abs_(a - b) for a, b in zip(one_row_of(predicted), one_row_of(target), strict=True)])


def one_row_of(value: Any) -> Row:
    """Every number, in reading order."""
    return [x for item in value for x in one_row_of(item)] if isinstance(value, list) else [exact(value)]


def log_softmax(scores: Any) -> Any:
    """x - ln Σ e^x, whose size is that of its two terms."""

    def one_row(row: Row) -> Row:
        whole = Number(mp.log(mp.fsum(mp.exp(x.value) for x in row)))
        return [x - whole for x in row]

    return by_rows(one_row, scores)


def logit_cross_entropy(logits: Any, target: int) -> Any:
    """ln Σⱼ e^(sⱼ - s), where s is the true class's score.

    One of the terms under the logarithm is 1, so 1 is the least its condition can be.
    """

    def one_row(row: Row) -> Number:
        value = mp.log(mp.fsum(mp.exp(score.value - row[target].value) for score in row))
        return Number(value, 1 + value)

    return by_rows(one_row, logits)


def logit_gradient(logits: Any, target: int) -> Any:
    return by_rows(lambda row: [a - int(j == target) for j, a in enumerate(softmax(row))], logits)


# Patches.


def patches(picture: Grid, size: int) -> Grid:
    across, down = len(picture[0]) // size, len(picture) // size
    return [
        [picture[(k // across) * size + i][(k % across) * size + j] for i in range(size) for j in range(size)]
        for k in range(across * down)
    ]


def patch_count(height: int, width: int, size: int) -> int:
    return len([(top, left) for top in range(0, height, size) for left in range(0, width, size)])


def patch_width(size: int, channels: int = 1) -> int:
    return size**2 * channels


def fold_address(row: int, column: int, size: int) -> list[int]:
    return [*divmod(row, size), *divmod(column, size)]


def swap_address(row: int, column: int, size: int) -> list[int]:
    return [row // size, column // size, row % size, column % size]


def flat_index(row: int, column: int, width: int) -> int:
    """Looked up in a picture whose dots hold their own place."""
    picture = [list(range(top * width, (top + 1) * width)) for top in range(row + 1)]
    return picture[row][column]


def patch_address(row: int, column: int, size: int, width: int) -> list[int]:
    """Searched for among all the patches of a picture just high enough."""
    marked = [[(top, left) for left in range(width)] for top in range((row // size + 1) * size)]
    return next(
        [patch, place]
        for patch, dots in enumerate(patches(marked, size))
        for place, dot_at in enumerate(dots)
        if dot_at == (row, column)
    )


def pixel_address(patch: int, place: int, size: int, width: int) -> list[int]:
    across = width // size
    return [(patch // across) * size + place // size, (patch % across) * size + place % size]


# Positions.


def position_encoding(position: int, width: int) -> Row:
    """sin(pos/10000^(2i/width)) in slot 2i, the cosine in slot 2i + 1.

    An angle is not exact, so a wave is compared with its height: 1, or for the sine of
    a small angle the angle.
    """
    return [_wave(slot, mp.mpf(position) / mp.power(10000, mp.mpf(slot - slot % 2) / width)) for slot in range(width)]


def _wave(slot: int, angle: Any) -> Number:
    return Number(mp.cos(angle), 1) if slot % 2 else Number(mp.sin(angle), min(angle, 1))


def add_position(row: Any, stamp: Any) -> Any:
    return plus(row, stamp)


# From words to rows.


def word_number(rank: int, kept: int, unknown: int) -> int:
    return unknown if rank > kept else rank


def table_entries(words: int, width: int) -> int:
    return words * width


def padding_count(words: int, slots: int) -> int:
    return len(range(words, slots))


def chopped_count(words: int, slots: int) -> int:
    return len(range(slots, words))


def pad_or_chop(numbers: Any, slots: int) -> Any:
    return by_rows(lambda row: [row[k] if k < len(row) else Number(0) for k in range(slots)], numbers)


def embedding(token: Any, table: Grid) -> Any:
    if isinstance(token, list):
        return [embedding(each, table) for each in token]
    return table[whole(token)]
