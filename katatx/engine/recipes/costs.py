"""How much work attention takes, what a mask saves, and how it grows with the length."""

from __future__ import annotations

from katatx.engine.interval import Number
from katatx.engine.operations import add, divide, multiply, square, subtract
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.checks import need_counts


@recipe("qk_multiplications")
def score_multiplications(pencil: Pencil, length: Number, width: Number) -> Number:
    """Products in Q·Kᵀ, or in A·V: one of every width for each pair of words."""
    need_counts(length=length, width=width)
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
    need_counts(length=length)
    return pencil("entries", square, length)


@recipe("exponentials")
def softmax_exponentials(pencil: Pencil, length: Number) -> Number:
    """Exponentials in the softmax of a whole match grid without a mask: one an entry."""
    need_counts(length=length)
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
    need_counts(length=length)
    before = pencil("one less", subtract, length, 1.0)
    both = pencil("multiply", multiply, length, before)
    return pencil("halve", divide, both, 2.0)


masked_cells.goes_wrong(
    "one less", "own-cells-masked", lambda line: line.work(add, *line.given),
    happened="the diagonal was counted as masked",
    instead="a word sees itself: only cells right of the diagonal are masked",
)  # fmt: skip
masked_cells.goes_wrong(
    "one less", "all-cells", lambda line: line.work(multiply, line.given[0], 2.0),
    happened="every cell of the grid was counted",
    instead="only cells right of the diagonal are masked",
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
    need_counts(length=length)
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
    need_counts(before=before, after=after)
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
