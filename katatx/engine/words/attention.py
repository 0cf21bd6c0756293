"""Functions that the recipes in the folder attention use."""

from __future__ import annotations

from functools import partial, reduce
from math import inf

from katatx.engine.book import known
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, divide, subtract
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line
from katatx.engine.recipe_rows import body, joining, turn, word, words
from katatx.engine.values import MOST, Grid, Row, Value, need_whole, rank_of, shape_of, shapes_in_words, whole_number
from katatx.engine.words.common import need_row, width
from katatx.engine.words.numbers import without_own
from katatx.notation.printing import write_number

# For scores farther from 0, e^score overflows or loses digits.
_FARTHEST = 705.0

words(
    evens_below=lambda width: tuple(map(float, range(0, int(width), 2))),
    unfit=lambda dial, row: shape_of(dial) not in ((), (len(row),)),
    far=lambda scores: any(each > _FARTHEST for each in scores) or all(each < -_FARTHEST for each in scores),
    all_masked=lambda scores: all(score == -inf for score in scores),
    any_masked=lambda scores: -inf in scores,
    zero_where=lambda scores, largest: tuple(0.0 if score == largest else score for score in scores),
    fill_padding=lambda scores, real, fill: tuple(score if at < real else fill for at, score in enumerate(scores)),
    fill_words=lambda scores, real, fill: tuple(fill if at < real else score for at, score in enumerate(scores)),
    halves_in_turns=lambda row: in_turns(row[: len(row) // 2], row[len(row) // 2 :]),
    in_halves=lambda row: row[::2] + row[1::2],
    state_size=lambda values: 2.0 if values is None else 2.0 + width(values),
    misfits=lambda state, values: len(state) != 2.0 + width(values),
    until=lambda rows, position: rows[: int(position) + 1],
)

side_by_side = Arrangement("glue", lambda rows: tuple(number for row in rows for number in row), joins=True)


@joining
def in_turns(first: Row, second: Row, slots: float | None = None) -> Row:
    numbers = tuple(number for pair in zip(first, second, strict=True) for number in pair)
    return numbers if slots is None else numbers[: int(slots)]


@word
def masked_as_0(scores: Row) -> Row:
    return tuple(0.0 if score == -inf else score for score in scores) if -inf in scores else scores


@word
def one_for_the_largest(scores: Row) -> Row:
    at = max(range(len(scores)), key=lambda place: scores[place])
    return tuple(float(place == at) for place in range(len(scores)))


@word
def fill_later(scores: Grid, fill: float, first: float = 1.0) -> Grid:
    """Return a grid with `fill` in each row from `first` columns after the row's own on."""
    return tuple(
        tuple(fill if column >= row + first else score for column, score in enumerate(numbers))
        for row, numbers in enumerate(scores)
    )


@turn
def own_word_masked(line: Line) -> Grid:
    """Return the portions of earlier words only; the first word, which has none, gets zeros."""
    scores = line.inputs["scores"]
    others = fill_later(scores, -inf, 0)[1:]
    return ((0.0,) * len(scores), *(line.work(known("softmax"), others) if others else ()))


@joining
def put_in_front(first: float, rest: Row) -> Row:
    return (first, *rest)


@word
def with_output(whole: float, output: Row, values: Grid | None) -> Row:
    """Return the sum, followed by the output if there are values. Raises EngineError if the output is not a row."""
    if values is None:
        return (whole,)
    if any(isinstance(number, tuple) for number in output):  # a mistake may leave something that is not a row
        raise EngineError("this mistake leaves something other than one row of output")
    return (whole, *output)


@body
def online_attention(pencil: Pencil, query: Row, keys: Grid, values: Grid, block: float) -> Row:
    if len(keys) != len(values):
        raise EngineError(
            f"online_attention: the keys are {shapes_in_words(keys)} and the values {shapes_in_words(values)}; "
            "write one row of values for each key"
        )
    size = whole_number(block, "block", 1, len(keys))
    matches = pencil("match", known("scores"), query, keys)
    scaled = pencil("scale", known("scale"), matches, width(query))
    need_row(scaled, "cutting the scores into blocks")
    state = pencil("first block", known("softmax_state"), scaled[:size], values[:size])
    for start in range(size, len(keys), size):
        end = start + size
        state = pencil("next block", known("online_step"), state, scaled[start:end], values[start:end])
    return pencil("divide", divide, state[2:], state[1])


def _block_outputs(line: Line) -> list[Value]:
    query, keys, values, block = line.inputs.values()
    size = whole_number(block, "block", 1, len(keys))
    starts = range(0, len(keys), size)
    return [line.work(known("attention"), query, keys[at : at + size], values[at : at + size]) for at in starts]


@turn
def blocks_added(line: Line) -> Value:
    return reduce(partial(line.work, add), _block_outputs(line))


@turn
def blocks_averaged(line: Line) -> Value:
    outputs = _block_outputs(line)
    return line.work(divide, reduce(partial(line.work, add), outputs), float(len(outputs)))


def heads_of(row: Row, heads: float) -> Grid:
    _need_parts(float(len(row)), heads, "the width of a query, key or value,", "heads")
    size = len(row) // int(heads)
    return tuple(row[start : start + size] for start in range(0, len(row), size))


def _need_parts(number: float, size: float, what: str, by: str) -> None:
    """Raise EngineError if a number or a size is not a positive whole number, or if there is a remainder."""
    need_whole(number, what, 1, MOST)
    need_whole(size, by, 1, MOST)
    if number % size:
        whole, part = write_number(number), write_number(size)
        raise EngineError(f"{what} {whole} divided by {by} {part} leaves a remainder; write numbers that leave none")


def _split_rows(heads: float) -> Arrangement:
    return Arrangement("split", lambda rows: tuple(zip(*(heads_of(row, heads) for row in rows), strict=True)))


@body
def grouped_query_attention(pencil: Pencil, query: Row, keys: Grid, values: Grid, heads: float, kv_heads: float) -> Row:
    _need_parts(heads, kv_heads, "heads", "kv_heads")
    queries = pencil("split query", Arrangement("split", lambda row: heads_of(row, heads)), query)
    key_heads = pencil("split keys", _split_rows(kv_heads), keys)
    value_heads = pencil("split values", _split_rows(kv_heads), values)
    made = []
    for head, own in enumerate(queries):
        served = pencil("kv head", known("kv_head"), float(head), heads, kv_heads)
        at = whole_number(served, "the key-value head", 0, len(key_heads) - 1)
        made.append(pencil("head", known("attention"), own, key_heads[at], value_heads[at]))
    return pencil("glue", side_by_side, tuple(made))


@turn
def without_itself(line: Line) -> Value:
    """Return the attention output without each word's own key and value; a single query belongs to the first."""
    query, keys, values = line.inputs["query"], line.inputs["keys"], line.inputs["values"]
    if rank_of(query) != 2:
        return _row_without(line, query, keys, values, 1.0)
    return tuple(_row_without(line, row, keys, values, float(own)) for own, row in enumerate(query, 1))


def _row_without(line: Line, query: Row, keys: Grid, values: Grid, own: float) -> Row:
    """Return the attention output of one query without the key and value number `own`, from 1."""
    real = line.inputs["real"]
    is_word = real is None or own <= real
    keys, values = without_own(keys, own), without_own(values, own)
    scaled = line.work(known("scale"), line.work(known("scores"), query, keys), width(query))
    if real is not None:
        scaled = line.work(known("padding_mask"), scaled, line.work(subtract, real, 1.0 if is_word else 0.0))
    return line.work(known("weighted_sum"), line.work(known("softmax"), scaled), values)
