"""Tokens: word numbers, padding, and the embedding table.

A review is a text to be classified: a row of word numbers, brought to a fixed number of slots, in which 0 is padding.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from itertools import cycle, islice

from katatx.engine.asking import is_at_most
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, multiply, subtract
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.numbers.checks import MOST, need_counts, need_whole, whole_number
from katatx.engine.values import Grid, Row, Value, rank_of, shape_of, size_of, transposed
from katatx.notation.printing import write_number
from scoring.shapes import describe

# Limits on the slots of a review and on the numbers of a result.
_LONGEST = 1_000
_MOST_NUMBERS = 10_000


@recipe("token_id")
def word_number(pencil: Pencil, rank: Number, kept: Number, unknown: Number) -> Number:
    """Look up a word's number: its rank by count if kept, else the number reserved for unknown words.

    Ranks count from 1. `kept` is how many words are kept, those of the first ranks; `unknown` is the reserved number.
    """
    need_counts(rank=rank, kept=kept, unknown=unknown)
    look_up = Arrangement("look up", lambda rank, kept, unknown: rank if is_at_most(rank, kept) else unknown)
    return pencil("look up", look_up, rank, kept, unknown)


def _for_a_rare_word(line: Line, number: Number) -> Number:
    """Return `number` if the word is not kept. Raises EngineError otherwise: the mistake does not apply."""
    if is_at_most(line.inputs["rank"], line.inputs["kept"]):
        raise EngineError("this mistake needs a word that is not kept, and this one is")
    return number


def _unknown_for_a_kept_word(line: Line) -> Number:
    """Return the unknown number if the word is kept. Raises EngineError otherwise: it is right."""
    if not is_at_most(line.inputs["rank"], line.inputs["kept"]):
        raise EngineError("this mistake needs a word that is kept, and this one is not")
    return line.inputs["unknown"]


word_number.goes_wrong(
    "look up", "own-rank", lambda line: line.inputs["rank"],
    happened="kept the rank of a word outside the dictionary",
    instead="give it the number that all rarer words share: only the kept words have their own",
)  # fmt: skip
word_number.goes_wrong(
    "look up", "unknown-number", _unknown_for_a_kept_word,
    happened="gave a kept word the number of the unknown words",
    instead="compare its rank with how many are kept: a kept word has its own number",
)  # fmt: skip
word_number.goes_wrong(
    "look up", "padding-number", lambda line: _for_a_rare_word(line, 0.0),
    happened="gave the word the number of padding",
    instead="give it the number that all rarer words share: 0 marks an empty slot",
)  # fmt: skip
word_number.goes_wrong(
    "look up", "last-kept", lambda line: _for_a_rare_word(line, line.inputs["kept"]),
    happened="gave the word the number of the last kept word",
    instead="give it the number that all rarer words share; no kept word has it",
)  # fmt: skip


@recipe("table_size")
def table_entries(pencil: Pencil, words: Number, width: Number) -> Number:
    """Count the numbers in an embedding table."""
    need_whole(words, "words", 0, MOST)
    need_whole(width, "width", 0, MOST)
    return pencil("multiply", multiply, words, width)


table_entries.goes_wrong(
    "multiply", "added", lambda line: line.work(add, *line.given),
    happened="added words and width",
    instead="multiply them: every word has a row of its own",
)  # fmt: skip
table_entries.goes_wrong(
    "multiply", "rows-only", lambda line: line.given[0],
    happened="counted the rows alone",
    instead="multiply by the width: each row holds that many numbers",
)  # fmt: skip
table_entries.goes_wrong(
    "multiply", "width-squared", lambda line: line.work(multiply, line.work(multiply, *line.given), line.given[1]),
    happened="multiplied by the width twice",
    instead="multiply once: a word has one row of that width",
)  # fmt: skip


@recipe("padding_zeros")
def padding_count(pencil: Pencil, words: Number, slots: Number) -> Number:
    """Count the padding slots that fill a review up to its length.

    Raises EngineError if there are more words than slots.
    """
    need_whole(slots, "slots", 0, MOST)
    need_whole(words, "words", 0, slots)
    return pencil("subtract", subtract, slots, words)


padding_count.goes_wrong(
    "subtract", "all-slots", lambda line: line.given[0],
    happened="counted every slot as padding",
    instead="subtract the words: they fill slots too",
)  # fmt: skip
padding_count.goes_wrong(
    "subtract", "words-counted", lambda line: line.given[1],
    happened="counted the words, not the padding",
    instead="count the slots left empty",
)  # fmt: skip
padding_count.goes_wrong(
    "subtract", "added", lambda line: line.work(add, *line.given),
    happened="added the words to the slots",
    instead="subtract them: the words go into the slots",
)  # fmt: skip


@recipe()
def chopped_count(pencil: Pencil, words: Number, slots: Number) -> Number:
    """Count the words that do not fit into the slots.

    Raises EngineError if there are fewer words than slots.
    """
    need_whole(slots, "slots", 0, MOST)
    need_whole(words, "words", slots, MOST)
    return pencil("subtract", subtract, words, slots)


chopped_count.goes_wrong(
    "subtract", "kept-counted", lambda line: line.given[1],
    happened="counted the words that stay",
    instead="count those beyond the last slot",
)  # fmt: skip
chopped_count.goes_wrong(
    "subtract", "all-counted", lambda line: line.given[0],
    happened="counted all words as cut off",
    instead="subtract the slots: that many words stay",
)  # fmt: skip
chopped_count.goes_wrong(
    "subtract", "added", lambda line: line.work(add, *line.given),
    happened="added words and slots",
    instead="subtract the slots from the words",
)  # fmt: skip


@recipe("pad", "chop")
def pad_or_chop(pencil: Pencil, numbers: Row, slots: Number) -> Row:
    """Make a review exactly `slots` numbers long: zeros follow a short one, and the end of a long one is cut off.

    There are at most 1000 slots.
    """
    length = whole_number(slots, "slots", 1, _LONGEST)
    fit = Arrangement("fit", lambda row, slots: (row + (0.0,) * int(slots))[: int(slots)])
    return pencil("fit", fit, numbers, float(length))


pad_or_chop.goes_wrong(
    "fit", "padded-in-front", lambda line: ((0.0,) * int(line.given[1]) + line.given[0])[-int(line.given[1]) :],
    happened="padded or cut the review at the front",
    instead="pad and cut at the end: the words come first",
)  # fmt: skip
pad_or_chop.goes_wrong(
    "fit", "left-as-it-is", lambda line: line.given[0],
    happened="left the review at its length",
    instead="fill or cut it to the number of slots",
)  # fmt: skip
pad_or_chop.goes_wrong(
    "fit", "started-again", lambda line: tuple(islice(cycle(line.given[0]), int(line.given[1]))),
    happened="filled the empty slots by starting the review again",
    instead="write 0, the padding, in every empty slot",
)  # fmt: skip


@recipe("lookup", "table_row", "seat_row")
def embedding(pencil: Pencil, token: Value, table: Grid) -> Value:
    """Look up the row of a token or a position, counted from 0, in a learned table; several tokens give a grid.

    The result has at most 10,000 numbers.
    """
    if size_of(token) * len(table[0]) > _MOST_NUMBERS:
        size = f"{size_of(token):,} tokens with {len(table[0]):,} numbers each"
        raise EngineError(
            f"embedding is asked for {size}; write fewer tokens, for at most {_MOST_NUMBERS:,} numbers in all"
        )
    if rank_of(token) > 1:
        raise EngineError(
            f"embedding is given {describe(shape_of(token))} as tokens; write one number or a row of them"
        )
    return pencil("look up", _fetch, token, table)


def _row_of(token: Value, table: Grid) -> Value:
    """Return the table's row of a token, counted from 0; of a row of tokens, a grid.

    Raises EngineError if the table has no such row.
    """
    if isinstance(token, tuple):
        return tuple(_row_of(each, table) for each in token)
    index = low_of(token)
    if index != index // 1 or not 0 <= index < len(table):
        last = len(table) - 1
        raise EngineError(
            f"token {write_number(index)} is not in a table of {len(table)} rows; write a whole number, 0 to {last}"
        )
    return table[int(index)]


_fetch = Arrangement("look up", _row_of)


def _moved(line: Line, by: float) -> Value:
    """Return the table's rows with the tokens' indices shifted by `by`. Raises EngineError if there is no such row."""
    return _row_of(line.work(add, line.given[0], by), line.given[1])


embedding.goes_wrong(
    "look up", "counted-from-1", lambda line: _moved(line, -1.0),
    happened="took the row before the one that is asked for",
    instead="count from 0: the first row is number 0, the second number 1",
)  # fmt: skip
embedding.goes_wrong(
    "look up", "row-after", lambda line: _moved(line, 1.0),
    happened="took the row after the one that is asked for",
    instead="count from 0: the first row is number 0, the second number 1",
)  # fmt: skip


embedding.goes_wrong(
    "look up", "column-for-row", lambda line: _row_of(line.given[0], transposed(line.given[1])),
    happened="read a column",
    instead="read a row: its numbers stand side by side",
)  # fmt: skip
embedding.goes_wrong(
    "look up", "column-from-1", lambda line: _row_of(line.work(add, line.given[0], -1.0), transposed(line.given[1])),
    happened="read a column, counted from 1",
    instead="read a row, counted from 0: its numbers stand side by side",
)  # fmt: skip
embedding.goes_wrong(
    "look up", "multiplied", lambda line: line.work(multiply, line.given[0], _row_of(line.given[0], line.given[1])),
    happened="multiplied the row by its number",
    instead="copy the row: the number only says which one",
)  # fmt: skip
