"""Path lengths: steps between two words in a recurrent network and in attention.

Each call of a recipe's pencil writes one line and returns its value. Recipes raise EngineError for shapes or numbers
that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import add, keep, multiply, subtract
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.numbers.checks import MOST, need_counts, need_whole


@recipe("rewrites")
def recurrent_steps(pencil: Pencil, first: Number, last: Number) -> Number:
    """Count how often a recurrent network's memory is rewritten from one word to a later one.

    `first` and `last` are positions, from 0. Raises EngineError if `last` is before `first`.
    """
    need_whole(first, "first", 0, MOST)
    need_whole(last, "last", first, MOST)
    return pencil("subtract", subtract, last, first)


recurrent_steps.goes_wrong(
    "subtract", "words-counted", lambda line: line.work(add, line.work(subtract, *line.given), 1.0),
    happened="counted the words, both ends included",
    instead="count the steps between them: one fewer than the words",
)  # fmt: skip
recurrent_steps.goes_wrong(
    "subtract", "between-counted", lambda line: line.work(subtract, line.work(subtract, *line.given), 1.0),
    happened="counted only the words in between",
    instead="count the last word too: it also rewrites the memory",
)  # fmt: skip
recurrent_steps.goes_wrong(
    "subtract", "added", lambda line: line.work(add, *line.given),
    happened="added the two positions",
    instead="subtract the first position from the last",
)  # fmt: skip


@recipe("direct_steps")
def attention_steps(pencil: Pencil, first: Number, last: Number) -> Number:
    """Count the steps attention needs from any word to any other: one.

    `first` and `last` are positions, from 0. Raises EngineError if `last` is before `first`.
    """
    need_whole(first, "first", 0, MOST)
    need_whole(last, "last", first, MOST)
    return pencil("look", keep, 1.0)


attention_steps.goes_wrong(
    "look", "walked", lambda line: line.work(subtract, line.inputs["last"], line.inputs["first"]),
    happened="counted a step for each word on the way",
    instead="count one step: attention reaches every word directly, near or far",
)  # fmt: skip
attention_steps.goes_wrong(
    "look", "both-ends-counted",
    lambda line: line.work(add, line.work(subtract, line.inputs["last"], line.inputs["first"]), 1.0),
    happened="counted all words from one to the other",
    instead="count one step: attention reaches every word directly, near or far",
)  # fmt: skip
attention_steps.goes_wrong(
    "look", "no-step", lambda line: 0.0,
    happened="counted no step",
    instead="count one step: attention looks once, however near the word is",
)  # fmt: skip


@recipe("entry_count")
def match_count(pencil: Pencil, words: Number) -> Number:
    """Count the numbers in one word's match row: one for every word, itself included."""
    need_counts(words=words)
    return pencil("count", keep, words)


match_count.goes_wrong(
    "count", "itself-left-out", lambda line: line.work(add, line.given[0], -1.0),
    happened="left out the word's match with itself",
    instead="count it: the query is dotted with every key, the word's own too",
)  # fmt: skip
match_count.goes_wrong(
    "count", "pairs-counted", lambda line: line.work(multiply, line.given[0], line.given[0]),
    happened="counted the matches of all words",
    instead="count one word's row: one match for each word",
)  # fmt: skip
match_count.goes_wrong(
    "count", "own-only", lambda line: 1.0,
    happened="counted only the word's match with itself",
    instead="count one match for each word: the query is dotted with every key",
)  # fmt: skip
