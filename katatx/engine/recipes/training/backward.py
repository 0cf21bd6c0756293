"""The backward pass of attention: gradients of values, portions, scores, queries and keys.

Each gradient follows from the next by the chain rule, starting from that of the result; the formulas are derivatives of
Vaswani et al. 2017, eq. 1.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import divide, multiply, root, subtract, total, transposing
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Recipe, recipe
from katatx.engine.recipes.attention.masks import causal_softmax
from katatx.engine.recipes.attention.softmax import scale, softmax
from katatx.engine.recipes.attention.weighted_sum import width_of
from katatx.engine.recipes.numbers.checks import need_a_key_a_query, need_same_shape, whole_number
from katatx.engine.recipes.numbers.products import matmul
from katatx.engine.recipes.numbers.products import scores as match_rows
from katatx.engine.values import Grid, Value, transposed


@recipe("dV", "grad_v")
def value_gradient(pencil: Pencil, portions: Grid, output_gradient: Grid) -> Grid:
    """Find ∂L/∂V from ∂L/∂Y of Y = A·V: Aᵀ·∂L/∂Y."""
    columns = pencil("transpose", transposing, portions)
    return pencil("multiply", matmul, columns, output_gradient)


@recipe("dA", "grad_a")
def portion_gradient(pencil: Pencil, output_gradient: Grid, values: Grid) -> Grid:
    """Find ∂L/∂A from ∂L/∂Y of Y = A·V: ∂L/∂Y·Vᵀ."""
    columns = pencil("transpose", transposing, values)
    return pencil("multiply", matmul, output_gradient, columns)


for _each in (value_gradient, portion_gradient):
    _each.goes_wrong(
        "transpose", "transpose-lost", lambda line: line.given[0],
        happened="left out the transpose",
        instead="transpose the grid before multiplying, even a square one",
    )  # fmt: skip


@recipe("dS", "grad_s", "score_gradient")
def softmax_backward(pencil: Pencil, portions: Value, portion_gradients: Value) -> Value:
    """Find ∂L/∂S from ∂L/∂A of A = softmax(S): a·(∂L/∂a less its row's mean, weighted by a), row by row.

    This is the product with the Jacobian diag(a) - a·aᵀ, which is not written out.
    """
    need_same_shape("softmax_backward", portions, portion_gradients)
    weighed = pencil("weigh", multiply, portions, portion_gradients)
    means = pencil("row mean", total, weighed)
    centred = pencil("subtract", subtract, portion_gradients, means)
    return pencil("multiply", multiply, portions, centred)


def _plain_means(line: Line) -> Value:
    """Return the unweighted mean of each row's gradients, a known mistake."""
    gradients = line.inputs["portion_gradients"]
    return line.work(divide, line.work(total, gradients), width_of(gradients))


def _each_alone(line: Line) -> Value:
    """Return the gradients wrongly worked as if each portion depended on its own score only."""
    slopes = line.work(multiply, line.given[0], line.work(subtract, 1.0, line.given[0]))
    return line.work(multiply, line.inputs["portion_gradients"], slopes)


softmax_backward.goes_wrong(
    "subtract", "mean-not-subtracted", lambda line: line.given[0],
    happened="left out subtracting the row's weighted mean",
    instead="subtract it, then multiply by the portions: these always add to 1",
)  # fmt: skip
softmax_backward.goes_wrong(
    "row mean", "plain-mean", _plain_means,
    happened="subtracted the plain mean of the row",
    instead="multiply each gradient by its portion before adding",
)  # fmt: skip
softmax_backward.goes_wrong(
    "multiply", "portion-forgotten", lambda line: line.given[1],
    happened="left out the last multiplication by the portions",
    instead="multiply each centred gradient by its own portion",
)  # fmt: skip
softmax_backward.goes_wrong(
    "multiply", "like-a-sigmoid", _each_alone,
    happened="treated each portion alone, with a·(1 - a)",
    instead="subtract the row's weighted mean: every score moves every portion",
)  # fmt: skip


@recipe("dQ", "grad_q")
def query_gradient(pencil: Pencil, score_gradients: Grid, keys: Grid) -> Grid:
    """Find ∂L/∂Q from ∂L/∂S of S = Q·Kᵀ/√d: ∂L/∂S·K/√d, where d is the width of a key."""
    divisor = pencil("root", root, width_of(keys))
    product = pencil("multiply", matmul, score_gradients, keys)
    return pencil("divide", divide, product, divisor)


@recipe("dK", "grad_k")
def key_gradient(pencil: Pencil, score_gradients: Grid, queries: Grid) -> Grid:
    """Find ∂L/∂K from ∂L/∂S of S = Q·Kᵀ/√d: ∂L/∂Sᵀ·Q/√d, where d is the width of a query."""
    divisor = pencil("root", root, width_of(queries))
    columns = pencil("transpose", transposing, score_gradients)
    product = pencil("multiply", matmul, columns, queries)
    return pencil("divide", divide, product, divisor)


for _each in (query_gradient, key_gradient):
    _each.goes_wrong(
        "divide", "root-lost", lambda line: line.given[0],
        happened="left out dividing by √d",
        instead="divide by the root of the width, as in the forward pass",
    )  # fmt: skip
    _each.goes_wrong(
        "root", "width-for-root", lambda line: line.given[0],
        happened="divided by the width itself",
        instead="take its root first, as in the forward pass",
    )  # fmt: skip
    _each.goes_wrong(
        "divide", "multiplied", lambda line: line.work(multiply, *line.given),
        happened="multiplied by the root",
        instead="divide by it, as in the forward pass",
    )  # fmt: skip
query_gradient.goes_wrong(
    "multiply", "transposed", lambda line: line.work(matmul, transposed(line.given[0]), line.given[1]),
    happened="transposed the scores' gradient",
    instead="use it as it is: its rows belong to the queries",
)  # fmt: skip
key_gradient.goes_wrong(
    "transpose", "transpose-lost", lambda line: line.given[0],
    happened="left out the transpose of the scores' gradient",
    instead="transpose it first: its columns belong to the keys",
)  # fmt: skip


def _portions(pencil: Pencil, queries: Grid, keys: Grid, causal: Number | None) -> Grid:
    """Return the attention portions of the forward pass; `causal` 1 masks the future, 0 and None do not.

    Raises EngineError for any other `causal`, and for masking without one key for each query.
    """
    if causal is not None and whole_number(causal, "causal", 0, 1):
        need_a_key_a_query("attention", queries, keys)
    matches = pencil("match", match_rows, queries, keys)
    scaled = pencil("scale", scale, matches, width_of(queries))
    how: Recipe = softmax if causal is None or low_of(causal) == 0 else causal_softmax
    return pencil("portions", how, scaled)


def _score_gradients(pencil: Pencil, portions: Grid, values: Grid, output_gradient: Grid) -> Grid:
    """Return the gradient of the scores, worked back from that of the output."""
    above = pencil("∂L/∂A", portion_gradient, output_gradient, values)
    return pencil("∂L/∂S", softmax_backward, portions, above)


@recipe()
def attention_query_gradient(
    pencil: Pencil, queries: Grid, keys: Grid, values: Grid, output_gradient: Grid, causal: Number | None = None
) -> Grid:
    """Find ∂L/∂Q of whole attention from ∂L/∂Y, forward and back; `causal` 1 masks the future."""
    portions = _portions(pencil, queries, keys, causal)
    below = _score_gradients(pencil, portions, values, output_gradient)
    return pencil("∂L/∂Q", query_gradient, below, keys)


@recipe()
def attention_key_gradient(
    pencil: Pencil, queries: Grid, keys: Grid, values: Grid, output_gradient: Grid, causal: Number | None = None
) -> Grid:
    """Find ∂L/∂K of whole attention from ∂L/∂Y, forward and back; `causal` 1 masks the future."""
    portions = _portions(pencil, queries, keys, causal)
    below = _score_gradients(pencil, portions, values, output_gradient)
    return pencil("∂L/∂K", key_gradient, below, queries)


@recipe()
def attention_value_gradient(
    pencil: Pencil, queries: Grid, keys: Grid, output_gradient: Grid, causal: Number | None = None
) -> Grid:
    """Find ∂L/∂V of whole attention from ∂L/∂Y, forward and back; `causal` 1 masks the future."""
    portions = _portions(pencil, queries, keys, causal)
    return pencil("∂L/∂V", value_gradient, portions, output_gradient)


for _each in (attention_query_gradient, attention_key_gradient):
    _each.goes_wrong(
        "∂L/∂S", "not-through-softmax", lambda line: line.given[1],
        happened="skipped softmax on the way back",
        instead="subtract the row's weighted mean and multiply by the portions",
    )  # fmt: skip
