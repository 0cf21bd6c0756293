"""Online softmax: a running maximum, sum and output, block by block.

A state is a row: the maximum, the sum, and the numbers of the output if there are values.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.operations import (
    Arrangement,
    add,
    divide,
    exp,
    larger,
    largest,
    multiply,
    negate,
    subtract,
    total,
)
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Recipe, recipe
from katatx.engine.recipes.attention.softmax import scale
from katatx.engine.recipes.attention.weighted_sum import attention, sum_of, weighted_sum, width_of
from katatx.engine.recipes.numbers.checks import need_same_shape, whole_number
from katatx.engine.recipes.numbers.products import scores as match_row
from katatx.engine.values import Grid, Row, Value, need_rank, rank_of, shapes_in_words

_put_in_front = Arrangement("put in front", lambda first, rest: (first, *rest))


def _block_sums(pencil: Pencil, raised: Row, values: Grid | None) -> Row:
    """Return the sum of a block's raised scores, followed by the numbers of its weighted sum if it has values.

    Raises EngineError if the weighted sum is not one row, as after a mistake.
    """
    whole = pencil("sum", total, raised)
    if values is None:
        return (whole,)
    output = pencil("weigh", weighted_sum, raised, values)
    if any(isinstance(number, tuple) for number in output):  # a mistake may leave something that is not a row
        raise EngineError("this mistake leaves something other than one row of output")
    return (whole, *output)


@recipe("block_state")
def softmax_state(pencil: Pencil, scores: Row, values: Grid | None = None) -> Row:
    """Write one block's state: its maximum, the sum of e^(score - maximum), and the values weighted with those powers.

    Milakov and Gimelshein 2018, algorithm 2; for the weighted values, not yet divided by the sum, Dao 2023, section
    3.1.1.
    """
    highest = pencil("maximum", largest, scores)
    shifted = pencil("shift", subtract, scores, highest)
    raised = pencil("raise", exp, shifted)
    return pencil("state", _put_in_front, highest, _block_sums(pencil, raised, values))


@recipe("online_softmax_step")
def online_step(pencil: Pencil, state: Row, scores: Value, values: Grid | None = None) -> Row:
    """Update a state with a block: the new maximum; sum and output times e^(old - new maximum), plus the block's own.

    Milakov and Gimelshein 2018, algorithm 3; with values Dao 2023, section 3.1.1. A block may be one score. `values`
    has one row for each score of the block; it is needed if the state has an output.
    """
    scores = scores if isinstance(scores, tuple) else (scores,)
    _need_a_state(state, scores, values)
    highest = pencil("maximum", largest, (state[0], *scores))
    factor = pencil("factor", exp, pencil("gap", subtract, state[0], highest))
    rescaled = pencil("rescale", multiply, state[1:], factor)
    shifted = pencil("shift", subtract, scores, highest)
    raised = pencil("raise", exp, shifted)
    sums = pencil("add", add, rescaled, _block_sums(pencil, raised, values))
    return pencil("state", _put_in_front, highest, sums)


def _need_a_state(state: Row, scores: Value, values: Grid | None) -> None:
    """Raise EngineError if the scores are a grid, or if the state does not fit the block's values.

    It fits if it has 2 numbers, and one more for each column of the values if there are any.
    """
    if rank_of(scores) > 1:
        raise EngineError(f"online_step is given {shapes_in_words(scores)} as scores; write one row of them, a block")
    needed = 2 + (0 if values is None else len(values[0]))
    if len(state) != needed:
        parts = "maximum and sum; with an output the values are needed too"
        if values is not None:
            parts = f"maximum, sum, and {needed - 2} of the output, as the values are {shapes_in_words(values)}"
        given = shapes_in_words(state)
        raise EngineError(f"online_step is given {given} as state; write {needed} numbers ({parts})")


@recipe("merge_blocks")
def merge_states(pencil: Pencil, first: Row, second: Row) -> Row:
    """Merge two blocks' states: the larger maximum, then each block's sum and output times e^(its own - larger), added.

    Milakov and Gimelshein 2018, section 3.1.
    """
    need_same_shape("merge_states", first, second)
    if len(first) < 2:
        raise EngineError("merge_states is given states of 1 number; write a maximum and a sum in each, or more")
    highest = pencil("maximum", larger, first[0], second[0])
    rescaled = []
    for state in (first, second):
        factor = pencil("factor", exp, pencil("gap", subtract, state[0], highest))
        rescaled.append(pencil("rescale", multiply, state[1:], factor))
    return pencil("state", _put_in_front, highest, pencil("add", add, *rescaled))


@recipe("flash_attention")
def online_attention(pencil: Pencil, query: Row, keys: Grid, values: Grid, block: Number) -> Row:
    """Attend to `block` keys at a time with a running maximum, sum and output, and divide at the end (Dao 2023, 3.1.1).

    The result is that of attention (Dao et al. 2022, theorem 1). `block` is at most the number of keys; the last block
    may be shorter.
    """
    if len(keys) != len(values):
        raise EngineError(
            f"online_attention: the keys are {shapes_in_words(keys)} and the values {shapes_in_words(values)}; "
            "write one row of values for each key"
        )
    size = whole_number(block, "block", 1, len(keys))
    matches = pencil("match", match_row, query, keys)
    scaled = pencil("scale", scale, matches, width_of(query))
    need_rank(scaled, 1, "cutting the scores into blocks")
    state = pencil("first block", softmax_state, scaled[:size], values[:size])
    for start in range(size, len(keys), size):
        end = start + size
        state = pencil("next block", online_step, state, scaled[start:end], values[start:end])
    return pencil("divide", divide, state[2:], state[1])


def _need_an_output(state: Row) -> None:
    """Raise EngineError if the state has no output."""
    if len(state) < 3:
        raise EngineError("this mistake needs a state with an output, and this one has none")


def _output_divided(line: Line) -> Row:
    """Return the rescaled sum and output if the output is wrongly divided by the sum at every block.

    Raises EngineError if the state has no output.
    """
    state = line.inputs["state"]
    _need_an_output(state)
    return line.work(multiply, (state[1], *line.work(divide, state[2:], state[1])), line.given[1])


def _output_left(line: Line) -> Row:
    """Return the rescaled sum, then the output wrongly left as it was. Raises EngineError if the state has none."""
    state = line.inputs["state"]
    _need_an_output(state)
    return (line.work(multiply, state[1], line.given[1]), *state[2:])


for _each in (online_step, merge_states):
    _each.goes_wrong(
        "rescale", "not-rescaled", lambda line: line.given[0],
        happened="left the earlier sum as it was",
        detail="its powers of e are relative to another maximum",
        instead="multiply it by e^(its own maximum - new maximum), then add",
    )  # fmt: skip
    _each.goes_wrong(
        "factor", "inverse-factor", lambda line: line.work(exp, line.work(negate, line.given[0])),
        happened="rescaled by e^(new - old maximum)",
        instead="rescale by e^(old - new maximum), which is never above 1",
    )  # fmt: skip
    _each.goes_wrong(
        "factor", "gap-for-factor", lambda line: line.given[0],
        happened="multiplied by the difference of the maxima itself",
        instead="raise e to the difference first",
    )  # fmt: skip
online_step.goes_wrong(
    "maximum", "old-maximum-kept", lambda line: line.given[0][0],
    happened="kept the old maximum",
    instead="take the larger of the old maximum and the block's, so that no power of e is above 1",
)  # fmt: skip
online_step.goes_wrong(
    "maximum", "block-maximum-alone", lambda line: line.work(largest, line.given[0][1:]),
    happened="took the largest score of the new block alone",
    instead="compare it with the old maximum too: the running maximum never falls",
)  # fmt: skip
online_step.goes_wrong(
    "rescale", "output-divided", _output_divided,
    happened="divided the output by the sum before going on",
    instead="carry the output undivided, and divide once, after the last block",
)  # fmt: skip
online_step.goes_wrong(
    "rescale", "output-not-rescaled", _output_left,
    happened="rescaled the sum, and left the output as it was",
    instead="multiply both by the same factor: both are sums of the same powers of e",
)  # fmt: skip
merge_states.goes_wrong(
    "state", "states-added", lambda line: line.work(add, line.inputs["first"], line.inputs["second"]),
    happened="added the two states number by number",
    instead="take the larger maximum, rescale each sum to it, then add the sums",
)  # fmt: skip
merge_states.goes_wrong(
    "maximum", "first-maximum-kept", lambda line: line.given[0],
    happened="kept the first block's maximum",
    instead="take the larger of the two maxima",
)  # fmt: skip


def _raised_without_shift(this: Recipe) -> None:
    """Register the wrong turns of the lines `shift` and `raise` for a recipe."""
    this.goes_wrong(
        "shift", "not-shifted", lambda line: line.given[0],
        happened="raised e to the scores themselves",
        instead="subtract the maximum from each score first",
    )  # fmt: skip
    this.goes_wrong(
        "raise", "not-raised", lambda line: line.given[0],
        happened="added the distances from the maximum, and skipped e^",
        instead="raise e to each distance first: the largest score gives 1",
    )  # fmt: skip


_raised_without_shift(softmax_state)
_raised_without_shift(online_step)
softmax_state.goes_wrong(
    "shift", "sign-turned", lambda line: line.work(subtract, line.given[1], line.given[0]),
    happened="subtracted the scores from the maximum",
    instead="subtract the maximum from each score: none of the differences is above 0",
)  # fmt: skip


def _block_outputs(line: Line) -> list[Value]:
    """Return the attention output of each block of keys and values by itself, in order."""
    query, keys, values, block = line.inputs.values()
    size = whole_number(block, "block", 1, len(keys))
    starts = range(0, len(keys), size)
    return [line.work(attention, query, keys[at : at + size], values[at : at + size]) for at in starts]


online_attention.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="left out the division by the sum",
    instead="divide the output by the sum after the last block",
)  # fmt: skip
online_attention.goes_wrong(
    "divide", "blocks-added", lambda line: sum_of(line, _block_outputs(line)),
    happened="added up the attention of each block by itself",
    instead="carry one maximum and one sum through all blocks",
)  # fmt: skip
online_attention.goes_wrong(
    "divide", "blocks-averaged",
    lambda line: line.work(divide, sum_of(line, _block_outputs(line)), float(len(_block_outputs(line)))),
    happened="averaged the attention of the blocks",
    instead="weigh the blocks by their sums: carry one maximum and one sum through all",
)  # fmt: skip
