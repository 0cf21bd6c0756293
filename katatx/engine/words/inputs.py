"""Functions that the recipes in the folder inputs use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice, pairwise

from katatx.engine.asking import is_above, is_as_high, is_at_most, is_probability, need_whole, whole_number
from katatx.engine.book import known
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, divide, keep, total
from katatx.engine.pencils.interval import Number, high_of, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe_rows import body, word
from katatx.engine.values import Grid, Row, Value, flat, shapes_in_words, size_of, transposed
from katatx.engine.words.common import improbable, is_grid, off_1
from katatx.notation.printing import write_number

# Most numbers of a result.
_MOST_NUMBERS = 10_000
# Binary noise in a running total: 0.1 + 0.2 + 0.5 reaches 0.8.
_NOISE = 1e-12


@word
def middle_swapped(labels: Row) -> Row:
    first, second, third, fourth = labels
    return first, third, second, fourth


@word
def folded(picture: Grid, size: Number) -> Value:
    """Return the pixels nested by four indices: band down, row in it, band across, column in it."""
    step = int(low_of(size))
    return tuple(
        tuple(tuple(row[left : left + step] for left in range(0, len(row), step)) for row in picture[top : top + step])
        for top in range(0, len(picture), step)
    )


@word
def pieces_by_square(folded: Value) -> Value:
    return tuple(transposed(band) for band in folded)


@word
def squares_turned(swapped: Value) -> Value:
    return tuple(tuple(transposed(square) for square in band) for band in swapped)


@word
def cut(nested: Value, size: Number) -> Grid:
    numbers, dots = flat(nested), int(low_of(size)) ** 2
    return tuple(numbers[start : start + dots] for start in range(0, len(numbers), dots))


@word
def rank_or_unknown(rank: Number, kept: Number, unknown: Number) -> Number:
    return rank if is_at_most(rank, kept) else unknown


@word
def is_rarer(rank: Number, kept: Number) -> bool:
    return not is_at_most(rank, kept)


@word
def fitted(numbers: Row, slots: Number) -> Row:
    length = int(low_of(slots))
    return (numbers + (0.0,) * length)[:length]


@word
def over_and_over(numbers: Row, slots: Number) -> Row:
    return tuple(islice(cycle(numbers), int(low_of(slots))))


@word
def too_many(token: Value, table: Grid) -> bool:
    return size_of(token) * len(table[0]) > _MOST_NUMBERS


@word
def rows_at(token: Value, table: Grid) -> Value:
    """Return the row of a token, counted from 0; of a row of tokens, a grid. Raises EngineError if there is none."""
    if isinstance(token, tuple):
        return tuple(rows_at(each, table) for each in token)
    index = low_of(token)
    if index % 1 or not 0 <= index < len(table):
        last = len(table) - 1
        raise EngineError(
            f"token {write_number(index)} is not in a table of {len(table)} rows; write a whole number, 0 to {last}"
        )
    return table[int(index)]


@word
def not_one_each(frequencies: Row, words: Grid) -> bool:
    """Return whether there are more or fewer frequencies than words. Raises EngineError for one that is not whole."""
    if len(frequencies) != len(words):
        return True
    for frequency in frequencies:
        need_whole(frequency, "frequency", 0)
    return False


def _are_alike(first: Row, second: Row) -> bool:
    return len(first) == len(second) and all(map(is_as_high, first, second))


@word
def places_of(symbols: Row, pair: Row) -> Row:
    """Return marks of every place where the pair begins; overlapping pairs are included."""
    return tuple(float(_are_alike(symbols[at : at + len(pair)], pair)) for at in range(len(symbols)))


@word
def places_either_way(symbols: Row, pair: Row) -> Row:
    return tuple(map(max, places_of(symbols, pair), places_of(symbols, pair[::-1])))


@word
def without_overlap(marks: Row) -> Row:
    """Return marks without those that would use a symbol twice, from the left: one directly after a kept one is 0."""
    kept: list[Number] = []
    for mark in marks:
        kept.append(0.0 if kept and kept[-1] else mark)
    return tuple(kept)


@word
def every_second(marks: Row) -> Row:
    return tuple(0.0 if at % 2 else mark for at, mark in enumerate(marks))


@word
def first_alone(marks: Row) -> Row:
    return tuple(0.0 if 1.0 in marks[:at] else mark for at, mark in enumerate(marks))


@word
def merged(symbols: Row, marks: Row, symbol: Number) -> Row:
    """Return the symbols with each marked pair replaced by the new symbol; a marked second symbol makes one too."""
    places = [at for at in range(len(symbols)) if marks[at] or not (at and marks[at - 1])]
    return tuple(symbol if marks[at] else symbols[at] for at in places)


@word
def first_replaced(symbols: Row, marks: Row, symbol: Number) -> Row:
    return tuple(symbol if mark else old for old, mark in zip(symbols, marks, strict=True))


@word
def pairs_in(words: Grid) -> Grid:
    """Return the distinct pairs of neighbours in the words, in order of first occurrence."""
    pairs = [pair for each in words for pair in pairwise(each)]
    return tuple(pair for at, pair in enumerate(pairs) if not any(_are_alike(pair, other) for other in pairs[:at]))


@word
def counts_in(words: Grid, pairs: Grid) -> Grid:
    return tuple(tuple(sum(places_of(each, pair)) for pair in pairs) for each in words)


@word
def last_smallest(row: Row) -> Number:
    return float(max(range(len(row)), key=lambda place: (-high_of(row[place]), place)))


@word
def last_largest(row: Row) -> Number:
    return float(max(range(len(row)), key=lambda place: (high_of(row[place]), place)))


@body
def bpe_encode(pencil: Pencil, symbols: Value, merges: Grid) -> Row:
    """Write the merges one after the other. Each is a pair of symbols and the new symbol for them."""
    if is_grid(symbols):
        raise EngineError(f"bpe_encode is given {shapes_in_words(symbols)}; write one row of symbols")
    if len(merges[0]) != 3:
        raise EngineError(f"the merges are {shapes_in_words(merges)}; write rows of 3, a pair and its new symbol")
    encoded = flat(symbols)
    for first, second, symbol in merges:
        encoded = pencil("merge", known("merge_pair"), encoded, (first, second), symbol)
    return pencil("tokens", keep, encoded)


@word
def longest_first(symbols: Row, merges: Grid) -> Row:
    """Return the symbols encoded from the left, each time by the longest token that fits."""
    tokens = [(_spelled_out(made, merges), made) for _, _, made in merges]
    tokens.sort(key=lambda token: -len(token[0]))
    made: list[Number] = []
    rest = symbols
    while rest:
        fit = (each for each in tokens if _are_alike(rest[: len(each[0])], each[0]))
        spelled, token = next(fit, (rest[:1], rest[0]))
        made.append(token)
        rest = rest[len(spelled) :]
    return tuple(made)


def _spelled_out(symbol: Number, merges: Sequence[Row]) -> Row:
    """Return the single symbols that a token stands for; merges use only tokens made by earlier merges."""
    for at, (first, second, made) in enumerate(merges):
        if is_as_high(symbol, made):
            return _spelled_out(first, merges[:at]) + _spelled_out(second, merges[:at])
    return (symbol,)


def _need_portions(recipe: str, portions: Row) -> None:
    """Raise EngineError unless a row is numbers from 0 to 1 that add to 1."""
    wrong = improbable(portions)
    if wrong is not None:
        number = write_number(low_of(wrong))
        raise EngineError(f"{recipe} is given {number} as a probability; write a number from 0 to 1")
    if off_1(portions):
        whole = write_number(sum(map(low_of, portions)))
        raise EngineError(f"{recipe}: the portions add to {whole}; write numbers that add to 1")


@word
def checked_k(k: Number, portions: Row) -> Number:
    """Return how many portions to keep. Raises EngineError if that cannot be, or if the portions do not add to 1."""
    _need_portions("top_k", portions)
    return float(whole_number(k, "k", 1, len(portions)))


@word
def above_0_up_to_1(portions: Row) -> Row:
    """Return probabilities as they are. Raises EngineError if a number is none, or 0."""
    for portion in portions:
        if not is_probability(portion) or not is_above(portion, 0.0):
            number = write_number(low_of(portion))
            raise EngineError(f"perplexity is given {number} as a probability; write a number above 0, up to 1")
    return portions


@word
def by_size(portions: Row) -> Row:
    """Return the places of the numbers in descending order; an interval counts as its midpoint."""
    return tuple(map(float, sorted(range(len(portions)), key=lambda at: -low_of(portions[at]) - high_of(portions[at]))))


@word
def kept(portions: Row, places: Row) -> Row:
    return tuple(number if place in places else 0.0 for place, number in enumerate(portions))


@word
def ones_where_kept(kept: Row) -> Row:
    return tuple(float(not (isinstance(number, float) and number == 0.0)) for number in kept)


@body
def top_p(pencil: Pencil, portions: Row, p: Number) -> Row:
    _need_portions("top_p", portions)
    if not (is_probability(p) and is_above(p, 0.0)):
        raise EngineError(f"p is {write_number(low_of(p))}; write a number above 0, and 1 at most")
    order = pencil("order", Arrangement("order", by_size), portions)
    reached, count = portions[int(order[0])], 1
    while count < len(portions) and not _reaches(reached, p):
        reached = pencil("add", add, reached, portions[int(order[count])])
        count += 1
    kept_ones = pencil("keep", Arrangement("keep", kept), portions, order[:count])
    whole = pencil("total", total, kept_ones)
    return pencil("divide", divide, kept_ones, whole)


def _reaches(reached: Number, p: Number) -> bool:
    """Return whether a running total is at least p, up to binary noise; an interval counts as its midpoint."""
    return low_of(reached) + high_of(reached) >= low_of(p) + high_of(p) - _NOISE
