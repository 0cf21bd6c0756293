"""Functions that the recipes in the folder inputs use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice, pairwise
from operator import eq

from katatx.engine.book import known
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, divide, keep, total
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe_rows import body, word, words
from katatx.engine.values import MOST, Grid, Row, Value, flat, need_whole, shapes_in_words, transposed, whole_number
from katatx.engine.words.common import improbable, is_grid, off_1
from katatx.notation.printing import write_number

# Most numbers of a result.
_MOST_NUMBERS = 10_000
# Binary noise in a running total: 0.1 + 0.2 + 0.5 reaches 0.8.
_NOISE = 5e-13

words(
    pieces_by_square=lambda folded: tuple(map(transposed, folded)),
    squares_turned=lambda swapped: tuple(tuple(map(transposed, band)) for band in swapped),
    rank_or_unknown=lambda rank, kept, unknown: rank if rank <= kept else unknown,
    is_rarer=lambda rank, kept: rank > kept,
    fitted=lambda numbers, slots: (numbers + (0.0,) * int(slots))[: int(slots)],
    over_and_over=lambda numbers, slots: tuple(islice(cycle(numbers), int(slots))),
    too_many=lambda token, table: len(flat(token)) * len(table[0]) > _MOST_NUMBERS,
    places_either_way=lambda symbols, pair: tuple(map(max, places_of(symbols, pair), places_of(symbols, pair[::-1]))),
    every_second=lambda marks: tuple(0.0 if at % 2 else mark for at, mark in enumerate(marks)),
    first_alone=lambda marks: tuple(0.0 if 1.0 in marks[:at] else mark for at, mark in enumerate(marks)),
    first_replaced=lambda symbols, marks, new: tuple(new if marks[at] else old for at, old in enumerate(symbols)),
    counts_in=lambda words, pairs: tuple(tuple(sum(places_of(each, pair)) for pair in pairs) for each in words),
    last_smallest=lambda row: float(max(range(len(row)), key=lambda place: (-row[place], place))),
    last_largest=lambda row: float(max(range(len(row)), key=lambda place: (row[place], place))),
    ones_where_kept=lambda kept: tuple(float(number != 0.0) for number in kept),
)


@word
def middle_swapped(labels: Row) -> Row:
    first, second, third, fourth = labels
    return first, third, second, fourth


@word
def folded(picture: Grid, size: float) -> Value:
    """Return the pixels nested by four indices: band down, row in it, band across, column in it."""
    step = int(size)
    return tuple(
        tuple(tuple(row[left : left + step] for left in range(0, len(row), step)) for row in picture[top : top + step])
        for top in range(0, len(picture), step)
    )


@word
def cut(nested: Value, size: float) -> Grid:
    numbers, dots = flat(nested), int(size) ** 2
    return tuple(numbers[start : start + dots] for start in range(0, len(numbers), dots))


@word
def rows_at(token: Value, table: Grid) -> Value:
    """Return the row of a token, counted from 0; of a row of tokens, a grid. Raises EngineError if there is none."""
    if isinstance(token, tuple):
        return tuple(rows_at(each, table) for each in token)
    if token % 1 or not 0 <= token < len(table):
        named = f"token {write_number(token)} is not in a table of {len(table)} rows"
        raise EngineError(f"{named}; write a whole number, 0 to {len(table) - 1}")
    return table[int(token)]


@word
def not_one_each(frequencies: Row, words: Grid) -> bool:
    """Return whether there are more or fewer frequencies than words. Raises EngineError for one that is not whole."""
    if len(frequencies) != len(words):
        return True
    for frequency in frequencies:
        need_whole(frequency, "frequency", 0, MOST)
    return False


def _are_alike(first: Row, second: Row) -> bool:
    return len(first) == len(second) and all(map(eq, first, second))


@word
def places_of(symbols: Row, pair: Row) -> Row:
    """Return marks of every place where the pair begins; overlapping pairs are included."""
    return tuple(float(_are_alike(symbols[at : at + len(pair)], pair)) for at in range(len(symbols)))


@word
def without_overlap(marks: Row) -> Row:
    """Return marks without those that would use a symbol twice, from the left: one directly after a kept one is 0."""
    kept: list[float] = []
    for mark in marks:
        kept.append(0.0 if kept and kept[-1] else mark)
    return tuple(kept)


@word
def merged(symbols: Row, marks: Row, symbol: float) -> Row:
    """Return the symbols with each marked pair replaced by the new symbol; a marked second symbol makes one too."""
    places = [at for at in range(len(symbols)) if marks[at] or not (at and marks[at - 1])]
    return tuple(symbol if marks[at] else symbols[at] for at in places)


@word
def pairs_in(words: Grid) -> Grid:
    """Return the distinct pairs of neighbours in the words, in order of first occurrence."""
    pairs = [pair for each in words for pair in pairwise(each)]
    return tuple(pair for at, pair in enumerate(pairs) if not any(_are_alike(pair, other) for other in pairs[:at]))


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
    made: list[float] = []
    rest = symbols
    while rest:
        fit = (each for each in tokens if _are_alike(rest[: len(each[0])], each[0]))
        spelled, token = next(fit, (rest[:1], rest[0]))
        made.append(token)
        rest = rest[len(spelled) :]
    return tuple(made)


def _spelled_out(symbol: float, merges: Sequence[Row]) -> Row:
    """Return the single symbols that a token stands for; merges use only tokens made by earlier merges."""
    for at, (first, second, made) in enumerate(merges):
        if symbol == made:
            return _spelled_out(first, merges[:at]) + _spelled_out(second, merges[:at])
    return (symbol,)


def _need_portions(recipe: str, portions: Row) -> None:
    """Raise EngineError unless a row is numbers from 0 to 1 that add to 1."""
    wrong = improbable(portions)
    if wrong is not None:
        number = write_number(wrong)
        raise EngineError(f"{recipe} is given {number} as a probability; write a number from 0 to 1")
    if off_1(portions):
        whole = write_number(sum(portions))
        raise EngineError(f"{recipe}: the probabilities add to {whole}; write numbers that add to 1")


@word
def checked_k(k: float, portions: Row) -> float:
    """Return how many portions to keep. Raises EngineError if that cannot be, or if the portions do not add to 1."""
    _need_portions("top_k", portions)
    return float(whole_number(k, "k", 1, len(portions)))


@word
def above_0_up_to_1(portions: Row) -> Row:
    """Return probabilities as they are. Raises EngineError if a number is none, or 0."""
    for portion in portions:
        if not 0 < portion <= 1:
            number = write_number(portion)
            raise EngineError(f"perplexity is given {number} as a probability; write a number above 0, up to 1")
    return portions


@word
def by_size(portions: Row) -> Row:
    """Return the places of the numbers in descending order."""
    return tuple(map(float, sorted(range(len(portions)), key=lambda at: -portions[at])))


@word
def kept(portions: Row, places: Row) -> Row:
    return tuple(number if place in places else 0.0 for place, number in enumerate(portions))


@body
def top_p(pencil: Pencil, portions: Row, p: float) -> Row:
    _need_portions("top_p", portions)
    if not 0 < p <= 1:
        raise EngineError(f"p is {write_number(p)}; write a number above 0, and 1 at most")
    order = pencil("order", Arrangement("order", by_size), portions)
    reached, count = portions[int(order[0])], 1
    while count < len(portions) and reached < p - _NOISE:
        reached = pencil("add", add, reached, portions[int(order[count])])
        count += 1
    kept_ones = pencil("keep", Arrangement("keep", kept), portions, order[:count])
    whole = pencil("total", total, kept_ones)
    return pencil("divide", divide, kept_ones, whole)
