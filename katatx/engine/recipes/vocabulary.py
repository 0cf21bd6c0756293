"""From words to rows: numbers for words, padding, the embedding table."""

from __future__ import annotations

from itertools import cycle, islice

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number, low_of
from katatx.engine.operations import Arrangement, add, multiply, subtract
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.checks import MOST, need_counts, whole_number
from katatx.engine.values import Grid, Row, Value, rank_of, shape_of, size_of, transposed
from katatx.notation.printing import write_number
from scoring.shapes import describe

# A review of more slots, or a sheet of more numbers, is not worked by pencil.
_LONGEST = 1_000
_MOST_NUMBERS = 10_000


@recipe("token_id")
def word_number(pencil: Pencil, rank: Number, kept: Number, unknown: Number) -> Number:
    """The number of a word: its rank by count if kept, else the one reserved for unknown words."""
    need_counts(rank=rank, kept=kept, unknown=unknown)
    look_up = Arrangement("look up", lambda rank, kept, unknown: rank if low_of(rank) <= low_of(kept) else unknown)
    return pencil("look up", look_up, rank, kept, unknown)


def _for_a_rare_word(line: Line, number: Number) -> Number:
    """A mistake made only where the word is not kept."""
    if low_of(line.inputs["rank"]) <= low_of(line.inputs["kept"]):
        raise EngineError("the word is kept")
    return number


word_number.goes_wrong(
    "look up", "own-rank", lambda line: line.inputs["rank"],
    happened="a word outside the dictionary kept its own rank",
    instead="only the kept words have a number of their own",
)  # fmt: skip
word_number.goes_wrong(
    "look up", "padding-number", lambda line: _for_a_rare_word(line, 0.0),
    happened="the word was given the number of padding",
    instead="0 marks an empty slot; a rare word is there, and gets the unknown number",
)  # fmt: skip
word_number.goes_wrong(
    "look up", "last-kept", lambda line: _for_a_rare_word(line, line.inputs["kept"]),
    happened="the word was given the number of the last kept word",
    instead="the unknown number is reserved; no kept word shares it",
)  # fmt: skip


@recipe("table_size")
def table_entries(pencil: Pencil, words: Number, width: Number) -> Number:
    """How many numbers an embedding table holds."""
    whole_number(words, "words", 0, MOST)
    whole_number(width, "width", 0, MOST)
    return pencil("multiply", multiply, words, width)


table_entries.goes_wrong(
    "multiply", "added", lambda line: line.work(add, *line.given),
    happened="words and width were added",
    instead="every word has a row of its own: multiply",
)  # fmt: skip
table_entries.goes_wrong(
    "multiply", "rows-only", lambda line: line.given[0],
    happened="only the rows were counted",
    instead="each row holds as many numbers as the width: multiply",
)  # fmt: skip
table_entries.goes_wrong(
    "multiply", "width-squared", lambda line: line.work(multiply, line.work(multiply, *line.given), line.given[1]),
    happened="the width was multiplied in twice",
    instead="a word has one row of that width: multiply once",
)  # fmt: skip


@recipe("padding_zeros")
def padding_count(pencil: Pencil, words: Number, slots: Number) -> Number:
    """How many padding slots fill a review up to its length."""
    whole_number(words, "words", 0, whole_number(slots, "slots", 0, MOST))
    return pencil("subtract", subtract, slots, words)


padding_count.goes_wrong(
    "subtract", "all-slots", lambda line: line.given[0],
    happened="every slot was counted as padding",
    instead="the words fill slots too: take them away",
)  # fmt: skip
padding_count.goes_wrong(
    "subtract", "words-counted", lambda line: line.given[1],
    happened="the words were counted, not the padding",
    instead="count the slots left empty",
)  # fmt: skip
padding_count.goes_wrong(
    "subtract", "added", lambda line: line.work(add, *line.given),
    happened="the words were added to the slots",
    instead="the words go into the slots: take them away",
)  # fmt: skip


@recipe()
def chopped_count(pencil: Pencil, words: Number, slots: Number) -> Number:
    """How many words are chopped from a review that is too long."""
    whole_number(words, "words", whole_number(slots, "slots", 0, MOST), MOST)
    return pencil("subtract", subtract, words, slots)


chopped_count.goes_wrong(
    "subtract", "kept-counted", lambda line: line.given[1],
    happened="the words that stay were counted",
    instead="count those beyond the last slot",
)  # fmt: skip
chopped_count.goes_wrong(
    "subtract", "all-counted", lambda line: line.given[0],
    happened="all words were counted as chopped",
    instead="the first slots' worth of words stays",
)  # fmt: skip
chopped_count.goes_wrong(
    "subtract", "added", lambda line: line.work(add, *line.given),
    happened="words and slots were added",
    instead="take the slots from the words",
)  # fmt: skip


@recipe("pad", "chop")
def pad_or_chop(pencil: Pencil, numbers: Row, slots: Number) -> Row:
    """A review of exactly `slots` numbers: zeros behind a short one, the end cut off a long one."""
    length = whole_number(slots, "slots", 1, _LONGEST)
    fit = Arrangement("fit", lambda row, slots: (row + (0.0,) * int(slots))[: int(slots)])
    return pencil("fit", fit, numbers, float(length))


pad_or_chop.goes_wrong(
    "fit", "padded-in-front", lambda line: ((0.0,) * int(line.given[1]) + line.given[0])[-int(line.given[1]) :],
    happened="the review was filled, or cut, at the front",
    instead="the words come first: pad and chop at the end",
)  # fmt: skip
pad_or_chop.goes_wrong(
    "fit", "left-as-it-is", lambda line: line.given[0],
    happened="the review kept its length",
    instead="every review ends up with the same number of slots",
)  # fmt: skip
pad_or_chop.goes_wrong(
    "fit", "started-again", lambda line: tuple(islice(cycle(line.given[0]), int(line.given[1]))),
    happened="the empty slots were filled by starting the review again",
    instead="an empty slot holds padding, 0",
)  # fmt: skip


@recipe("lookup", "table_row", "seat_row")
def embedding(pencil: Pencil, token: Value, table: Grid) -> Value:
    """The row of a learned table that belongs to a token or a position, counted from 0; a grid for several."""
    if size_of(token) * len(table[0]) > _MOST_NUMBERS:
        raise EngineError(f"embedding of {size_of(token)} tokens; {_MOST_NUMBERS:,} numbers are looked up at most")
    if rank_of(token) > 1:
        raise EngineError(f"embedding takes a number or a row of them, and is given {describe(shape_of(token))}")
    return pencil("look up", _fetch, token, table)


def _row_of(token: Value, table: Grid) -> Value:
    """The table's row of each token.

    Raises EngineError, with both, where the table has no such row.
    """
    if isinstance(token, tuple):
        return tuple(_row_of(each, table) for each in token)
    index = low_of(token)
    if index != index // 1 or not 0 <= index < len(table):
        last = len(table) - 1
        raise EngineError(f"token {write_number(index)} in a table of {len(table)} rows; they count from 0 to {last}")
    return table[int(index)]


_fetch = Arrangement("look up", _row_of)


def _moved(line: Line, by: float) -> Value:
    return _row_of(line.work(add, line.given[0], by), line.given[1])


embedding.goes_wrong(
    "look up", "counted-from-1", lambda line: _moved(line, -1.0),
    happened="the table's first row was taken for number 1",
    instead="tables count from 0: number 1 is the second row",
)  # fmt: skip
embedding.goes_wrong(
    "look up", "row-after", lambda line: _moved(line, 1.0),
    happened="the row after it was read",
    instead="read the row of the number itself, counted from 0",
)  # fmt: skip
embedding.goes_wrong(
    "look up", "column-for-row", lambda line: _row_of(line.given[0], transposed(line.given[1])),
    happened="a column of the table was read",
    instead="a word's numbers stand side by side in one row",
)  # fmt: skip
embedding.goes_wrong(
    "look up", "multiplied", lambda line: line.work(multiply, line.given[0], _row_of(line.given[0], line.given[1])),
    happened="the row was multiplied by the word's number",
    instead="the number only says which row; nothing is computed with it",
)  # fmt: skip
