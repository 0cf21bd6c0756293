"""Byte-pair encoding: counting pairs of symbols, merging one, encoding by a list of merges.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from katatx.engine.asking import is_as_high
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, keep, multiply, place_of_largest, place_of_smallest, total
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.numbers.checks import need_whole
from katatx.engine.values import Grid, Row, Value, flat, rank_of, shapes_in_words, transposed

# One number for each symbol: 1 if a pair begins there, else 0.
Marks: TypeAlias = tuple[float, ...]


def _is_pair(first: Row, second: Row) -> bool:
    """Return whether two rows hold the same symbols."""
    return len(first) == len(second) and all(map(is_as_high, first, second))


def _every_place(symbols: Row, pair: Row) -> Marks:
    """Return for each symbol 1 if the pair begins there, else 0; overlapping pairs are included."""
    return tuple(float(_is_pair(symbols[at : at + 2], pair)) for at in range(len(symbols)))


def _either_order(symbols: Row, pair: Row) -> Marks:
    """Return for each symbol 1 if the pair begins there in either order, else 0; overlapping pairs are included.

    Raises EngineError if its two symbols are the same.
    """
    if is_as_high(*pair):
        raise EngineError("this mistake needs two different symbols, and these are the same")
    return tuple(map(max, _every_place(symbols, pair), _every_place(symbols, pair[::-1])))


def _need_overlap(pair: Row) -> None:
    """Raise EngineError if occurrences of the pair cannot overlap: its two symbols differ."""
    if not is_as_high(*pair):
        raise EngineError("this mistake needs two of the same symbol, and these differ")


def _apart(marks: Iterable[float]) -> Marks:
    """Return marks of a pair's beginnings without those that would use a symbol twice, counted from the left.

    That is, a mark directly after one that is kept becomes 0.
    """
    kept: list[float] = []
    for mark in marks:
        kept.append(float(mark and not (kept and kept[-1])))
    return tuple(kept)


def _merged_places(symbols: Row, pair: Row) -> Marks:
    """Return for each symbol 1 if it begins a pair that is merged, else 0.

    Pairs are taken from the left, and no symbol is used twice.
    """
    return _apart(_every_place(symbols, pair))


def _from_the_right(symbols: Row, pair: Row) -> Marks:
    """Return for each symbol 1 if it begins a pair that would be merged from the right, else 0.

    Raises EngineError if the pair cannot overlap: its two symbols differ.
    """
    _need_overlap(pair)
    return _apart(_every_place(symbols, pair)[::-1])[::-1]


def _overlapping(symbols: Row, pair: Row) -> Marks:
    """Return for each symbol 1 if the pair begins there, else 0; overlapping pairs are included.

    Raises EngineError if the pair cannot overlap: its two symbols differ.
    """
    _need_overlap(pair)
    return _every_place(symbols, pair)


def _each_symbol_once(symbols: Row, pair: Row) -> Marks:
    """Return for each symbol 1 if it begins a pair that is merged from the left, else 0; no symbol is used twice.

    Raises EngineError if the pair cannot overlap: its two symbols differ.
    """
    _need_overlap(pair)
    return _merged_places(symbols, pair)


def _in_pieces_of_two(line: Line) -> Marks:
    """Return for each symbol 1 if it begins the pair at an even index, else 0, as if the row were cut into twos."""
    return tuple(mark * float(at % 2 == 0) for at, mark in enumerate(_every_place(*line.given)))


def _first_alone(marks: Marks) -> Marks:
    """Return the marks with all ones but the first replaced by 0."""
    return tuple(mark * (1.0 not in marks[:at]) for at, mark in enumerate(marks))


def _put(symbols: Row, marks: Marks, symbol: Number) -> Row:
    """Return the symbols with each marked pair replaced by the new symbol.

    `marks` has 1 at the first symbol of each pair. The second is left out unless it is marked itself.
    """
    made: list[Number] = []
    for at, old in enumerate(symbols):
        if marks[at]:
            made.append(symbol)
        elif not (at and marks[at - 1]):
            made.append(old)
    return tuple(made)


_mark_all = Arrangement("mark", _every_place)
_mark_merges = Arrangement("mark", _merged_places)
_replace = Arrangement("replace", _put)


def _need_two(pair: Row) -> None:
    """Raise EngineError if a pair is not two symbols."""
    if len(pair) != 2:
        raise EngineError(f"the pair is {shapes_in_words(pair)}; write two symbols, as in [1, 2]")


def _need_a_word(recipe_name: str, symbols: Value) -> Row:
    """Return the symbols as a row, a single one as a row of one. Raises EngineError, naming the recipe, for a grid."""
    if rank_of(symbols) > 1:
        raise EngineError(f"{recipe_name} is given {shapes_in_words(symbols)}; write one row of symbols")
    return symbols if isinstance(symbols, tuple) else (symbols,)


@recipe("count_pair")
def pair_count(pencil: Pencil, symbols: Row, pair: Row) -> Number:
    """Count the places where a pair's symbols are adjacent; in 1 1 1 there are two (Sennrich et al. 2016, alg. 1)."""
    _need_two(pair)
    marks = pencil("mark", _mark_all, symbols, pair)
    return pencil("count", total, marks)


pair_count.goes_wrong(
    "mark", "each-symbol-once", lambda line: _each_symbol_once(*line.given),
    happened="counted pairs that share no symbol",
    detail="that is how many merges there are",
    instead="count every place where the two stand side by side",
)  # fmt: skip
pair_count.goes_wrong(
    "mark", "either-order", lambda line: _either_order(*line.given),
    happened="counted the pair in the opposite order too",
    instead="keep the order: 1 2 and 2 1 are different pairs",
)  # fmt: skip
pair_count.goes_wrong(
    "mark", "cut-apart", _in_pieces_of_two,
    happened="cut the row into pieces of two",
    instead="look at every place: a pair may begin at any symbol",
)  # fmt: skip
pair_count.goes_wrong(
    "mark", "first-symbol-counted",
    lambda line: tuple(float(is_as_high(symbol, line.given[1][0])) for symbol in line.given[0]),
    happened="counted the first symbol of the pair alone",
    instead="count it only where the second symbol comes right after it",
)  # fmt: skip


def _distinct(words: Grid) -> Grid:
    """Return the distinct pairs of neighbours in the words, in order of first occurrence."""
    found: list[Row] = []
    for word in words:
        for pair in pairwise(word):
            if not any(_is_pair(pair, each) for each in found):
                found.append(pair)
    return tuple(found)


_list_pairs = Arrangement("list", _distinct)
_count_pairs = Arrangement(
    "count", lambda words, pairs: tuple(tuple(sum(_every_place(word, pair)) for pair in pairs) for word in words)
)
_pick = Arrangement("pick", lambda pairs, place: pairs[int(low_of(place))])


@recipe("best_pair")
def most_frequent_pair(pencil: Pencil, words: Grid, frequencies: Row | None = None) -> Row:
    """Find the most frequent pair of adjacent symbols; of several, the first from left to right.

    Each row is a word, and no pair spans two words. `frequencies` says how often each word occurs; once if omitted
    (Sennrich et al. 2016, algorithm 1).
    """
    if len(words[0]) < 2:
        raise EngineError(
            "most_frequent_pair is given words of one symbol, which have no pairs; write words of two symbols or more"
        )
    if frequencies is not None and len(frequencies) != len(words):
        found = shapes_in_words(words, frequencies)
        raise EngineError(f"most_frequent_pair is given {found}; write one frequency for each word, which is a row")
    for frequency in frequencies or ():
        need_whole(frequency, "frequency", 0)
    pairs = pencil("pairs", _list_pairs, words)
    in_words = pencil("in each word", _count_pairs, words, pairs)
    if frequencies is not None:
        in_words = pencil("times", multiply, frequencies, in_words)
    counts = pencil("counts", total, transposed(in_words))
    place = pencil("place", place_of_largest, counts)
    return pencil("pair", _pick, pairs, place)


def _last_alike(counts: Row, place: Number) -> Number:
    """Return the last index with the same count as index `place`."""
    wanted = counts[int(low_of(place))]
    return float(max(at for at, count in enumerate(counts) if is_as_high(count, wanted)))


def _last_of_a_tie(line: Line) -> Number:
    """Return the index of the last pair with the largest count. Raises EngineError if there is no tie."""
    first = line.work(place_of_largest, line.given[0])
    last = _last_alike(line.given[0], first)
    if is_as_high(first, last):
        raise EngineError("this mistake needs two pairs that are equally frequent, and one is ahead")
    return last


def _rarest(line: Line) -> Number:
    """Return the index of the last pair with the smallest count. Raises EngineError if all counts are alike."""
    rarest = line.work(place_of_smallest, line.given[0])
    largest = line.work(place_of_largest, line.given[0])
    if is_as_high(*(line.given[0][int(low_of(place))] for place in (rarest, largest))):
        raise EngineError("this mistake needs a pair that is rarer than another, and none is")
    return _last_alike(line.given[0], rarest)


def _across_words(line: Line) -> Value:
    """Return the most frequent pair if the words are wrongly joined.

    Raises EngineError if there is only one word, or if frequencies are given.
    """
    if len(line.inputs["words"]) == 1 or line.inputs["frequencies"] is not None:
        raise EngineError("this mistake needs several words without frequencies, and these are others")
    return line.work(most_frequent_pair, flat(line.inputs["words"]))


most_frequent_pair.goes_wrong(
    "place", "first-seen", lambda line: 0.0,
    happened="took the pair that is seen first",
    instead="count all pairs, and take the one with the largest count",
)  # fmt: skip
most_frequent_pair.goes_wrong(
    "place", "rarest-taken", _rarest,
    happened="took the rarest pair",
    instead="take the pair with the largest count: merging it saves most",
)  # fmt: skip
most_frequent_pair.goes_wrong(
    "place", "last-of-a-tie", _last_of_a_tie,
    happened="took the last of the pairs with the same count",
    instead="take the one seen first, from left to right",
)  # fmt: skip
most_frequent_pair.goes_wrong(
    "times", "frequencies-ignored", lambda line: line.given[1],
    happened="counted each word once",
    instead="count a word's pairs as often as the word occurs",
)  # fmt: skip
most_frequent_pair.goes_wrong(
    "pair", "across-words", _across_words,
    happened="counted pairs across the end of a word",
    instead="count inside each word alone: no token spans two words",
)  # fmt: skip


@recipe("merge")
def merge_pair(pencil: Pencil, symbols: Value, pair: Row, symbol: Number) -> Row:
    """Replace a pair by one new symbol, from left to right; no symbol is used twice (Sennrich et al. 2016, alg. 1)."""
    symbols = _need_a_word("merge_pair", symbols)
    _need_two(pair)
    need_whole(symbol, "symbol", 0)
    marks = pencil("mark", _mark_merges, symbols, pair)
    return pencil("replace", _replace, symbols, marks, symbol)


merge_pair.goes_wrong(
    "mark", "from-the-right", lambda line: _from_the_right(*line.given),
    happened="merged from the right",
    instead="begin at the left: of three alike, the first two merge",
)  # fmt: skip
merge_pair.goes_wrong(
    "mark", "overlapping", lambda line: _overlapping(*line.given),
    happened="used a symbol in two merges",
    instead="use each symbol once, and look for the next pair after the merged one",
)  # fmt: skip
merge_pair.goes_wrong(
    "mark", "first-place-only", lambda line: _first_alone(_merged_places(*line.given)),
    happened="merged only the first of these pairs",
    instead="merge the pair wherever it occurs",
)  # fmt: skip
merge_pair.goes_wrong(
    "mark", "either-order", lambda line: _apart(_either_order(*line.given)),
    happened="merged the pair in the opposite order too",
    instead="keep the order: 1 2 and 2 1 are different pairs",
)  # fmt: skip
merge_pair.goes_wrong(
    "replace", "second-symbol-kept", lambda line: tuple(
        line.given[2] if mark else old for old, mark in zip(line.given[0], line.given[1], strict=True)
    ),
    happened="replaced the first symbol alone, and kept the second",
    instead="write one symbol for the two: each merge makes the row one shorter",
)  # fmt: skip


@recipe("encode", "byte_pair_encode")
def bpe_encode(pencil: Pencil, symbols: Value, merges: Grid) -> Row:
    """Encode a word by merges in the order learned: 1 2 5 writes 5 for 1 2 (Sennrich et al. 2016, section 3.2).

    Each row of `merges` is a pair of symbols and the new symbol for them.
    """
    symbols = _need_a_word("bpe_encode", symbols)
    if len(merges[0]) != 3:
        raise EngineError(f"the merges are {shapes_in_words(merges)}; write rows of 3, a pair and its new symbol")
    for first, second, symbol in merges:
        symbols = pencil("merge", merge_pair, symbols, (first, second), symbol)
    return pencil("tokens", keep, symbols)


def _in_order(line: Line, merges: Sequence[Row]) -> Row:
    """Return the symbols after the given merges, applied in this order."""
    symbols = _need_a_word("bpe_encode", line.inputs["symbols"])
    for first, second, symbol in merges:
        symbols = line.work(merge_pair, symbols, (first, second), symbol)
    return symbols


def _spelled_out(symbol: Number, merges: Sequence[Row]) -> Row:
    """Return the single symbols that a token stands for; merges use only tokens made by earlier merges."""
    for at, (first, second, made) in enumerate(merges):
        if is_as_high(symbol, made):
            return _spelled_out(first, merges[:at]) + _spelled_out(second, merges[:at])
    return (symbol,)


def _longest_first(symbols: Row, merges: Grid) -> Row:
    """Return the symbols encoded from the left, each time by the longest token that fits."""
    tokens = [(_spelled_out(made, merges), made) for _, _, made in merges]
    tokens.sort(key=lambda token: -len(token[0]))
    made: list[Number] = []
    rest = symbols
    while rest:
        spelled, token = next((each for each in tokens if _is_pair(rest[: len(each[0])], each[0])), (rest[:1], rest[0]))
        made.append(token)
        rest = rest[len(spelled) :]
    return tuple(made)


bpe_encode.goes_wrong(
    "tokens", "last-merge-first", lambda line: _in_order(line, line.inputs["merges"][::-1]),
    happened="went through the merges from the last to the first",
    instead="begin with the merge that was learned first",
)  # fmt: skip
bpe_encode.goes_wrong(
    "tokens", "first-merge-only", lambda line: _in_order(line, line.inputs["merges"][:1]),
    happened="stopped after the first merge",
    instead="go on through the whole list",
)  # fmt: skip
bpe_encode.goes_wrong(
    "tokens", "longest-token-first", lambda line: _longest_first(_in_order(line, ()), line.inputs["merges"]),
    happened="cut off the longest token that fits, from the left",
    instead="go through the merges in the order learned; the order decides, not the length",
)  # fmt: skip
