"""Walking from word to word, or looking straight across."""

from __future__ import annotations

from katatx.engine.interval import Number
from katatx.engine.operations import add, keep, multiply, subtract
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.checks import MOST, need_counts, whole_number


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
    need_counts(words=words)
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
