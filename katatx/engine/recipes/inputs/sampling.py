"""Sampling the next word: temperature, top-k, top-p and perplexity.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.asking import is_above, is_probability, rank_in
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, divide, exp, log, log10, multiply, negate, power, total
from katatx.engine.pencils.interval import Number, high_of, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.attention.softmax import softmax
from katatx.engine.recipes.numbers.checks import need_portions, whole_number
from katatx.engine.values import Row, Value
from katatx.notation.printing import write_number

# Binary noise in a running total: 0.1 + 0.2 + 0.5 reaches 0.8.
_NOISE = 1e-12


@recipe("softmax_with_temperature")
def temperature_softmax(pencil: Pencil, logits: Row, temperature: Number) -> Row:
    """Divide logits by a temperature above 0, then take softmax (Hinton et al. 2015, eq. 1)."""
    if not is_above(temperature, 0.0):
        given = write_number(low_of(temperature))
        raise EngineError(f"temperature is {given}; write a number above 0, or argmax for greedy choice")
    scaled = pencil("divide", divide, logits, temperature)
    return pencil("portions", softmax, scaled)


temperature_softmax.goes_wrong(
    "divide", "temperature-forgotten", lambda line: line.given[0],
    happened="left the logits as they were",
    instead="divide each logit by the temperature before softmax",
)  # fmt: skip
temperature_softmax.goes_wrong(
    "divide", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied the logits by the temperature",
    instead="divide by it: a high temperature brings the logits closer together",
)  # fmt: skip
temperature_softmax.goes_wrong(
    "portions", "divided-afterwards",
    lambda line: line.work(divide, line.work(softmax, line.inputs["logits"]), line.inputs["temperature"]),
    happened="divided the portions by the temperature",
    detail="they no longer add to 1",
    instead="divide the logits first, then take softmax",
)  # fmt: skip


def _by_size(portions: Row) -> Row:
    """Return the indices of a row's numbers in descending order; of equal numbers the first comes first."""
    ranks = [rank_in(portions, place) for place in range(len(portions))]
    return tuple(float(next(place for place, own in enumerate(ranks) if own == rank)) for rank in range(len(ranks)))


def _kept(portions: Row, order: Row, count: Number) -> Row:
    """Return a row in which the numbers at the first `count` indices of `order` are kept, and the others are 0."""
    places = order[: int(low_of(count))]
    return tuple(number if place in places else 0.0 for place, number in enumerate(portions))


def _largest_kept(portions: Row, count: Number) -> Row:
    """Return a row in which only the `count` largest portions, of equal ones the first, are kept; the others are 0."""
    ranks = (rank_in(portions, place) for place in range(len(portions)))
    return tuple(number if rank < low_of(count) else 0.0 for number, rank in zip(portions, ranks, strict=True))


def _in_row_order(portions: Row) -> Row:
    """Return the indices 0, 1, ... of a row, as if it needed no sorting."""
    return tuple(map(float, range(len(portions))))


def _equal_portions(line: Line) -> Row:
    """Return equal portions for the words that are kept and 0 for the others, a known mistake.

    A word counts as kept if its number in the row to be divided is not exactly 0.
    """
    kept, _ = line.given
    dropped = [type(number) is float and number == 0.0 for number in kept]
    share = line.work(divide, 1.0, float(dropped.count(False)))
    return tuple(0.0 if gone else share for gone in dropped)


@recipe("top_k_filter")
def top_k(pencil: Pencil, portions: Row, k: Number) -> Row:
    """Keep the k largest portions and divide by their total; the rest get 0 (Fan et al. 2018, section 5.4).

    Of equal portions the first is kept. The portions given must add to 1, within 0.05.
    """
    need_portions("top_k", portions)
    count = float(whole_number(k, "k", 1, len(portions)))
    kept = pencil("keep", Arrangement("keep", _largest_kept), portions, count)
    whole = pencil("total", total, kept)
    return pencil("divide", divide, kept, whole)


@recipe("nucleus")
def top_p(pencil: Pencil, portions: Row, p: Number) -> Row:
    """Keep the fewest largest portions that add to p or more, and divide by their total (Holtzman et al. 2020).

    The rest get 0 (section 3.1). `p` is above 0 and at most 1, and the portions given must add to 1, within 0.05; if
    all together are below p, all are kept. Of equal portions the first counts as larger.
    """
    need_portions("top_p", portions)
    if not (is_probability(p) and is_above(p, 0.0)):
        raise EngineError(f"p is {write_number(low_of(p))}; write a number above 0, and 1 at most")
    order = pencil("order", Arrangement("order", _by_size), portions)
    reached, count = portions[int(order[0])], 1
    while count < len(portions) and not _reaches(reached, p):
        reached = pencil("add", add, reached, portions[int(order[count])])
        count += 1
    kept = pencil("keep", Arrangement("keep", _kept), portions, order, float(count))
    whole = pencil("total", total, kept)
    return pencil("divide", divide, kept, whole)


def _reaches(reached: Number, p: Number) -> bool:
    """Return whether a running total is at least p, up to binary noise; an interval counts as its midpoint."""
    return low_of(reached) + high_of(reached) >= low_of(p) + high_of(p) - _NOISE


def _one_fewer(line: Line) -> Value:
    """Return the kept portions, wrongly without the one that reaches p. Raises EngineError if only one is kept."""
    portions, order, count = line.given
    if count == 1:
        raise EngineError("this mistake needs two words to reach p, and one alone does")
    return _kept(portions, order, count - 1)


for _filter in (top_k, top_p):
    _filter.goes_wrong(
        "divide", "not-renormalised", lambda line: line.given[0],
        happened="left the kept portions as they were",
        instead="divide them by their total, so that they add to 1 again",
    )  # fmt: skip
    _filter.goes_wrong(
        "divide", "shared-equally", _equal_portions,
        happened="gave all kept words the same portion",
        instead="divide each kept portion by their total: the ratios stay",
    )  # fmt: skip
top_k.goes_wrong(
    "keep", "smallest-kept", lambda line: _kept(line.given[0], _by_size(line.given[0])[::-1], line.given[1]),
    happened="kept the k smallest",
    instead="keep the k largest, and set the others to 0",
)  # fmt: skip
top_k.goes_wrong(
    "keep", "first-kept", lambda line: _kept(line.given[0], _in_row_order(line.given[0]), line.given[1]),
    happened="kept the first k of the row",
    instead="keep the k largest, wherever they are",
)  # fmt: skip
top_p.goes_wrong(
    "order", "not-sorted", lambda line: _in_row_order(line.given[0]),
    happened="added the portions in the order of the row",
    instead="begin with the largest, then the next largest",
)  # fmt: skip
top_p.goes_wrong(
    "order", "smallest-first", lambda line: _by_size(line.given[0])[::-1],
    happened="began with the smallest portion",
    instead="begin with the largest, then the next largest",
)  # fmt: skip
top_p.goes_wrong(
    "keep", "stopped-short", _one_fewer,
    happened="left out the word whose portion reaches p",
    instead="keep it too: the kept portions must add to p or more",
)  # fmt: skip


@recipe()
def perplexity(pencil: Pencil, portions: Row) -> Number:
    """Raise e to the mean of -ln over the probabilities given to the words that occurred (Jelinek et al. 1977)."""
    for portion in portions:
        if not is_probability(portion) or not is_above(portion, 0.0):
            raise EngineError(
                f"perplexity is given {write_number(low_of(portion))} as a probability; write a number above 0, up to 1"
            )
    logged = pencil("log", log, portions)
    whole = pencil("total", total, logged)
    average = pencil("mean", divide, whole, float(len(portions)))
    loss = pencil("flip", negate, average)
    return pencil("raise", exp, loss)


perplexity.goes_wrong(
    "mean", "not-averaged", lambda line: line.given[0],
    happened="raised e to the total loss",
    instead="divide the total by the number of words first",
)  # fmt: skip
perplexity.goes_wrong(
    "flip", "sign-lost", lambda line: line.given[0],
    happened="lost the minus before the logarithms",
    instead="change the sign before raising e: perplexity is never below 1",
)  # fmt: skip
perplexity.goes_wrong(
    "raise", "not-raised", lambda line: line.given[0],
    happened="gave the mean loss itself",
    instead="raise e to the mean loss",
)  # fmt: skip
perplexity.goes_wrong(
    "raise", "base-2", lambda line: line.work(power, 2.0, line.given[0]),
    happened="raised 2 to a loss made of natural logarithms",
    instead="raise e: the base must be the same as that of the logarithm",
)  # fmt: skip
perplexity.goes_wrong(
    "log", "log-base-10", lambda line: line.work(log10, line.given[0]),
    happened="took logarithms to base 10 and raised e",
    instead="take natural logarithms: their base, e, is the number that is raised",
)  # fmt: skip
perplexity.goes_wrong(
    "raise", "portions-averaged",
    lambda line: line.work(divide, float(len(line.inputs["portions"])), line.work(total, line.inputs["portions"])),
    happened="averaged the probabilities and divided 1 by that",
    instead="average their logarithms",
)  # fmt: skip
