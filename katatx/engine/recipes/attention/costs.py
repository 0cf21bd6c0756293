"""Cost of attention: products, exponentials, masked cells, and growth with length.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import add, divide, multiply, square, subtract
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.numbers.checks import need_counts


@recipe("qk_multiplications")
def score_multiplications(pencil: Pencil, length: Number, width: Number) -> Number:
    """Count the products in Q·Kᵀ, or in A·V: as many as the width for each pair of words."""
    need_counts(length=length, width=width)
    pairs = pencil("pairs", square, length)
    return pencil("products", multiply, pairs, width)


score_multiplications.goes_wrong(
    "pairs", "length-once", lambda line: line.given[0],
    happened="counted the length once",
    instead="multiply the length by itself: every word meets every word",
)  # fmt: skip
score_multiplications.goes_wrong(
    "products", "width-forgotten", lambda line: line.given[0],
    happened="counted each match as one product",
    instead="multiply by the width: a dot product takes that many products",
)  # fmt: skip
score_multiplications.goes_wrong(
    "products", "width-added", lambda line: line.work(add, *line.given),
    happened="added the width",
    instead="multiply by it: each pair takes as many products as the width",
)  # fmt: skip
score_multiplications.goes_wrong(
    "pairs", "doubled", lambda line: line.work(multiply, line.given[0], 2.0),
    happened="doubled the length instead of squaring it",
    instead="multiply the length by itself: every word meets every word",
)  # fmt: skip


@recipe()
def attention_multiplications(pencil: Pencil, length: Number, width: Number) -> Number:
    """Count the products in Q·Kᵀ and A·V together."""
    matches = pencil("matches", score_multiplications, length, width)
    mixing = pencil("weighted sums", score_multiplications, length, width)
    return pencil("add", add, matches, mixing)


attention_multiplications.goes_wrong(
    "add", "matches-only", lambda line: line.given[0],
    happened="counted the matches alone",
    instead="count the weighted sums too: they take as many products again",
)  # fmt: skip
attention_multiplications.goes_wrong(
    "add", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied the two counts",
    instead="add them: one grid product is worked after the other",
)  # fmt: skip


@recipe()
def scale_divisions(pencil: Pencil, length: Number) -> Number:
    """Count the divisions that scale a whole match grid: one for each entry."""
    need_counts(length=length)
    return pencil("entries", square, length)


@recipe("exponentials")
def softmax_exponentials(pencil: Pencil, length: Number) -> Number:
    """Count the exponentials in the softmax of a whole match grid without a mask: one for each entry."""
    need_counts(length=length)
    return pencil("entries", square, length)


for _each in (scale_divisions, softmax_exponentials):
    _each.goes_wrong(
        "entries", "one-row", lambda line: line.given[0],
        happened="counted one word's row alone",
        instead="multiply the length by itself: every word has such a row",
    )  # fmt: skip
    _each.goes_wrong(
        "entries", "doubled", lambda line: line.work(multiply, line.given[0], 2.0),
        happened="doubled the length instead of squaring it",
        instead="multiply the length by itself: every word has a row, with an entry for every word",
    )  # fmt: skip
    _each.goes_wrong(
        "entries", "seen-only", lambda line: _triangle(line, 1.0),
        happened="counted only the entries that a causal mask leaves open",
        instead="count every entry: nothing is masked here",
    )  # fmt: skip


def _triangle(line: Line, more: float) -> Number:
    """Return length·(length + more)/2, where the length is the line's first operand."""
    length = line.given[0]
    return line.work(divide, line.work(multiply, length, line.work(add, length, more)), 2.0)


@recipe()
def masked_cells(pencil: Pencil, length: Number) -> Number:
    """Count the cells that a causal mask sets to minus infinity: length·(length - 1)/2."""
    need_counts(length=length)
    before = pencil("one less", subtract, length, 1.0)
    both = pencil("multiply", multiply, length, before)
    return pencil("halve", divide, both, 2.0)


masked_cells.divides_evenly = True


masked_cells.goes_wrong(
    "one less", "own-cells-masked", lambda line: line.work(add, *line.given),
    happened="counted the diagonal as masked",
    instead="count only the cells right of the diagonal: a word sees itself",
)  # fmt: skip
masked_cells.goes_wrong(
    "one less", "all-cells", lambda line: line.work(multiply, line.given[0], 2.0),
    happened="counted every cell of the grid",
    instead="count only the cells right of the diagonal",
)  # fmt: skip
masked_cells.goes_wrong(
    "halve", "both-triangles", lambda line: line.given[0],
    happened="counted the past along with the future",
    instead="halve it: only the upper triangle is masked",
)  # fmt: skip
masked_cells.goes_wrong(
    "one less", "half-of-all", lambda line: line.given[0],
    happened="took half of all cells",
    instead="leave out the diagonal: length·(length - 1)/2 cells are masked",
)  # fmt: skip


@recipe()
def seen_cells(pencil: Pencil, length: Number) -> Number:
    """Count the cells that a causal mask leaves open: length·(length + 1)/2."""
    need_counts(length=length)
    after = pencil("one more", add, length, 1.0)
    both = pencil("multiply", multiply, length, after)
    return pencil("halve", divide, both, 2.0)


seen_cells.divides_evenly = True


seen_cells.goes_wrong(
    "one more", "own-cells-masked", lambda line: line.work(subtract, *line.given),
    happened="left out the diagonal",
    instead="count it: a word sees itself",
)  # fmt: skip
seen_cells.goes_wrong(
    "halve", "not-halved", lambda line: line.given[0],
    happened="left out the halving",
    instead="halve the product: 1 + 2 + ... + n is n·(n + 1)/2",
)  # fmt: skip
seen_cells.goes_wrong(
    "one more", "half-of-all", lambda line: line.given[0],
    happened="took half of all cells",
    instead="count the whole diagonal too: length·(length + 1)/2 cells are open",
)  # fmt: skip


@recipe("growth")
def length_growth(pencil: Pencil, before: Number, after: Number) -> Number:
    """Find how many times as many matches a longer sequence takes: the square of the lengths' ratio."""
    need_counts(before=before, after=after)
    ratio = pencil("ratio", divide, after, before)
    return pencil("square", square, ratio)


length_growth.goes_wrong(
    "square", "like-the-length", lambda line: line.given[0],
    happened="let the work grow only as much as the length",
    instead="square the ratio: twice the length is four times the work",
)  # fmt: skip
length_growth.goes_wrong(
    "square", "doubled", lambda line: line.work(multiply, line.given[0], 2.0),
    happened="doubled the ratio",
    instead="square it",
)  # fmt: skip
length_growth.goes_wrong(
    "square", "cubed", lambda line: line.work(multiply, line.work(square, line.given[0]), line.given[0]),
    happened="cubed the ratio",
    instead="square it: every token is matched with every token, so two lengths grow, not three",
)  # fmt: skip
