"""How much work there is: steps, matches, multiplications, masked cells, parameters, and how they grow."""

from __future__ import annotations

from katatx.engine.interval import Number
from katatx.engine.operations import add, divide, keep, multiply, square, subtract
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.whole import MOST, whole_number


def _counts(**given: Number) -> None:
    """Raises EngineError where one of these is no count."""
    for name, number in given.items():
        whole_number(number, name)


@recipe("rewrites")
def recurrent_steps(pencil: Pencil, first: Number, last: Number) -> Number:
    """How many times a recurrent memory is rewritten from one word to a later one."""
    whole_number(last, "last", whole_number(first, "first", 0, MOST), MOST)
    return pencil("subtract", subtract, last, first)


recurrent_steps.goes_wrong(
    "subtract", "words-counted", lambda line: line.work(add, line.work(subtract, *line.given), 1.0),
    happened="the words were counted, both ends included",
    instead="count the steps between them: one fewer than the words",
)  # fmt: skip
recurrent_steps.goes_wrong(
    "subtract", "between-counted", lambda line: line.work(subtract, line.work(subtract, *line.given), 1.0),
    happened="only the words in between were counted",
    instead="the last word rewrites the memory too",
)  # fmt: skip
recurrent_steps.goes_wrong(
    "subtract", "added", lambda line: line.work(add, *line.given),
    happened="the two positions were added",
    instead="take the first position from the last",
)  # fmt: skip


@recipe("direct_steps")
def attention_steps(pencil: Pencil, first: Number, last: Number) -> Number:
    """How many steps attention needs from any word to any other: one."""
    whole_number(last, "last", whole_number(first, "first", 0, MOST), MOST)
    return pencil("look", keep, 1.0)


attention_steps.goes_wrong(
    "look", "walked", lambda line: line.work(subtract, line.inputs["last"], line.inputs["first"]),
    happened="the words in between were walked through",
    instead="attention looks straight across, near or far",
)  # fmt: skip
attention_steps.goes_wrong(
    "look", "both-ends-counted",
    lambda line: line.work(add, line.work(subtract, line.inputs["last"], line.inputs["first"]), 1.0),
    happened="all words from one to the other were counted",
    instead="attention looks straight across, near or far",
)  # fmt: skip
attention_steps.goes_wrong(
    "look", "no-step", lambda line: 0.0,
    happened="the look itself was not counted",
    instead="one look takes one step",
)  # fmt: skip


@recipe("entry_count")
def match_count(pencil: Pencil, words: Number) -> Number:
    """How many numbers one word's match row has: one for every word, itself included."""
    _counts(words=words)
    return pencil("count", keep, words)


match_count.goes_wrong(
    "count", "itself-left-out", lambda line: line.work(add, line.given[0], -1.0),
    happened="the word's match with itself was not counted",
    instead="a word dots every key, its own too: n matches, not n - 1",
)  # fmt: skip
match_count.goes_wrong(
    "count", "pairs-counted", lambda line: line.work(multiply, line.given[0], line.given[0]),
    happened="the matches of all words were counted, not those of one",
    instead="one word's row has one match a word; the whole grid has n times n",
)  # fmt: skip
match_count.goes_wrong(
    "count", "own-only", lambda line: 1.0,
    happened="only the word's match with itself was counted",
    instead="a word dots every key: one match a word",
)  # fmt: skip


@recipe("qk_multiplications")
def score_multiplications(pencil: Pencil, length: Number, width: Number) -> Number:
    """Products in Q·Kᵀ, or in A·V: one of every width for each pair of words."""
    _counts(length=length, width=width)
    pairs = pencil("pairs", square, length)
    return pencil("products", multiply, pairs, width)


score_multiplications.goes_wrong(
    "pairs", "length-once", lambda line: line.given[0],
    happened="the length was counted once",
    instead="every word meets every word: length times length",
)  # fmt: skip
score_multiplications.goes_wrong(
    "products", "width-forgotten", lambda line: line.given[0],
    happened="each match was counted as one product",
    instead="a dot product takes as many products as the width",
)  # fmt: skip
score_multiplications.goes_wrong(
    "products", "width-added", lambda line: line.work(add, *line.given),
    happened="the width was added",
    instead="multiply: each pair takes as many products as the width",
)  # fmt: skip
score_multiplications.goes_wrong(
    "pairs", "doubled", lambda line: line.work(multiply, line.given[0], 2.0),
    happened="the length was doubled where it should be squared",
    instead="every word meets every word: length times length",
)  # fmt: skip


@recipe()
def attention_multiplications(pencil: Pencil, length: Number, width: Number) -> Number:
    """Products in Q·Kᵀ and A·V together."""
    matches = pencil("matches", score_multiplications, length, width)
    mixing = pencil("weighted sums", score_multiplications, length, width)
    return pencil("add", add, matches, mixing)


attention_multiplications.goes_wrong(
    "add", "matches-only", lambda line: line.given[0],
    happened="only the matches were counted",
    instead="the weighted sums take as many products again",
)  # fmt: skip
attention_multiplications.goes_wrong(
    "add", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="the two counts were multiplied",
    instead="one grid product is worked after the other: add",
)  # fmt: skip


@recipe()
def scale_divisions(pencil: Pencil, length: Number) -> Number:
    """Divisions it takes to scale a whole match grid: one an entry."""
    _counts(length=length)
    return pencil("entries", square, length)


@recipe("exponentials")
def softmax_exponentials(pencil: Pencil, length: Number) -> Number:
    """Exponentials in the softmax of a whole match grid without a mask: one an entry."""
    _counts(length=length)
    return pencil("entries", square, length)


for _each in (scale_divisions, softmax_exponentials):
    _each.goes_wrong(
        "entries", "one-row", lambda line: line.given[0],
        happened="only one word's row was counted",
        instead="every word has such a row: length times length",
    )  # fmt: skip
    _each.goes_wrong(
        "entries", "doubled", lambda line: line.work(multiply, line.given[0], 2.0),
        happened="the length was doubled where it should be squared",
        instead="a row for every word, an entry for every word: length times length",
    )  # fmt: skip
    _each.goes_wrong(
        "entries", "seen-only", lambda line: _triangle(line, 1.0),
        happened="only the entries a causal mask leaves open were counted",
        instead="without a mask every entry counts",
    )  # fmt: skip


def _triangle(line: Line, more: float) -> Number:
    """Half of length times (length + more)."""
    length = line.given[0]
    return line.work(divide, line.work(multiply, length, line.work(add, length, more)), 2.0)


@recipe()
def masked_cells(pencil: Pencil, length: Number) -> Number:
    """Cells that a causal mask sets to minus infinity: length·(length - 1)/2."""
    _counts(length=length)
    before = pencil("one less", subtract, length, 1.0)
    both = pencil("multiply", multiply, length, before)
    return pencil("halve", divide, both, 2.0)


masked_cells.goes_wrong(
    "one less", "own-cells-masked", lambda line: line.work(add, *line.given),
    happened="the diagonal was counted as masked",
    instead="a word sees itself: only cells right of the diagonal are masked",
)  # fmt: skip
masked_cells.goes_wrong(
    "halve", "both-triangles", lambda line: line.given[0],
    happened="the past was counted with the future",
    instead="only the upper triangle is masked: half of them",
)  # fmt: skip
masked_cells.goes_wrong(
    "one less", "half-of-all", lambda line: line.given[0],
    happened="half of all cells was taken",
    instead="the diagonal stays open: length times one less, halved",
)  # fmt: skip


@recipe()
def seen_cells(pencil: Pencil, length: Number) -> Number:
    """Cells that a causal mask leaves open: length·(length + 1)/2."""
    _counts(length=length)
    after = pencil("one more", add, length, 1.0)
    both = pencil("multiply", multiply, length, after)
    return pencil("halve", divide, both, 2.0)


seen_cells.goes_wrong(
    "one more", "own-cells-masked", lambda line: line.work(subtract, *line.given),
    happened="the diagonal was not counted",
    instead="a word sees itself: the diagonal is open",
)  # fmt: skip
seen_cells.goes_wrong(
    "halve", "not-halved", lambda line: line.given[0],
    happened="the product was not halved",
    instead="word i sees i words: 1 + 2 + ... is half of that product",
)  # fmt: skip
seen_cells.goes_wrong(
    "one more", "half-of-all", lambda line: line.given[0],
    happened="half of all cells was taken",
    instead="the whole diagonal is open too: length times one more, halved",
)  # fmt: skip


@recipe("growth")
def length_growth(pencil: Pencil, before: Number, after: Number) -> Number:
    """How many times as many matches a longer sequence takes: the square of the lengths' ratio."""
    _counts(before=before, after=after)
    ratio = pencil("ratio", divide, after, before)
    return pencil("square", square, ratio)


length_growth.goes_wrong(
    "square", "like-the-length", lambda line: line.given[0],
    happened="the work was taken to grow like the length",
    instead="every word meets every word: twice the length is four times the work",
)  # fmt: skip
length_growth.goes_wrong(
    "square", "doubled", lambda line: line.work(multiply, line.given[0], 2.0),
    happened="the ratio was doubled",
    instead="square it",
)  # fmt: skip
length_growth.goes_wrong(
    "square", "cubed", lambda line: line.work(multiply, line.work(square, line.given[0]), line.given[0]),
    happened="the ratio was cubed",
    instead="square it: the width stays what it was",
)  # fmt: skip


@recipe()
def dense_parameters(pencil: Pencil, inputs: Number, outputs: Number) -> Number:
    """Numbers that a dense layer learns: a weight for every pair of input and output, and a bias an output."""
    _counts(inputs=inputs, outputs=outputs)
    weights = pencil("weights", multiply, inputs, outputs)
    return pencil("biases", add, weights, outputs)


dense_parameters.goes_wrong(
    "biases", "biases-forgotten", lambda line: line.given[0],
    happened="the biases were left out",
    instead="add one bias an output",
)  # fmt: skip
dense_parameters.goes_wrong(
    "biases", "bias-an-input", lambda line: line.work(add, line.given[0], line.inputs["inputs"]),
    happened="a bias was counted for every input",
    instead="a bias belongs to a worker: one an output",
)  # fmt: skip
dense_parameters.goes_wrong(
    "biases", "one-bias", lambda line: line.work(add, line.given[0], 1.0),
    happened="one bias was counted for the whole layer",
    instead="every worker has its own: one an output",
)  # fmt: skip


@recipe()
def attention_parameters(pencil: Pencil, width: Number, inner: Number) -> Number:
    """Weights of attention without biases: four grids of width by `inner`, which is all heads' widths together."""
    _counts(width=width, inner=inner)
    grid = pencil("one grid", multiply, width, inner)
    return pencil("four grids", multiply, 4.0, grid)


attention_parameters.goes_wrong(
    "four grids", "output-grid-forgotten", lambda line: line.work(multiply, 3.0, line.given[1]),
    happened="the output grid was left out",
    instead="query, key, value and output: four grids",
)  # fmt: skip
attention_parameters.goes_wrong(
    "four grids", "one-grid", lambda line: line.given[1],
    happened="only one grid was counted",
    instead="query, key, value and output: four grids",
)  # fmt: skip
attention_parameters.goes_wrong(
    "one grid", "sides-added", lambda line: line.work(add, *line.given),
    happened="the sides of a grid were added",
    instead="a grid holds its rows times its columns",
)  # fmt: skip


@recipe()
def layer_norm_parameters(pencil: Pencil, width: Number) -> Number:
    """Numbers that a layer norm learns: gamma and beta, one each a slot."""
    _counts(width=width)
    return pencil("two a slot", multiply, 2.0, width)


layer_norm_parameters.goes_wrong(
    "two a slot", "gamma-only", lambda line: line.given[1],
    happened="only gamma was counted",
    instead="beta has as many again",
)  # fmt: skip
layer_norm_parameters.goes_wrong(
    "two a slot", "one-pair", lambda line: 2.0,
    happened="one gamma and one beta were counted for the whole row",
    instead="every slot has a gamma and a beta of its own",
)  # fmt: skip
layer_norm_parameters.goes_wrong(
    "two a slot", "squared", lambda line: line.work(multiply, line.given[1], line.given[1]),
    happened="a whole grid was counted",
    instead="gamma and beta are rows: two numbers a slot",
)  # fmt: skip


@recipe("worker_parameters")
def feed_forward_parameters(pencil: Pencil, width: Number, inner: Number) -> Number:
    """Numbers that the two grids of a worker learn, biases included."""
    first = pencil("first grid", dense_parameters, width, inner)
    second = pencil("second grid", dense_parameters, inner, width)
    return pencil("add", add, first, second)


feed_forward_parameters.goes_wrong(
    "add", "one-grid", lambda line: line.given[0],
    happened="only the first grid was counted",
    instead="the second grid brings the width back: count it too",
)  # fmt: skip
feed_forward_parameters.goes_wrong(
    "add", "first-grid-twice", lambda line: line.work(add, line.given[0], line.given[0]),
    happened="the first grid was counted twice",
    instead="the second grid has one bias for each slot of the narrow row",
)  # fmt: skip
