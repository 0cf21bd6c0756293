"""Functions that work slot by slot."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from katatx.audit.code import operators
from katatx.audit.code.arrays import Unsupported, each, is_scalar, together
from katatx.audit.code.calls import Call

_MOST_PLACES = 30


def of_one(function: Callable[[Any], Any], call: Call) -> Any:
    """A function of one number, of every number."""
    value = call.get(0, "x")
    call.done(1)
    return each(function, value, call.meter)


def of_two(function: Callable[[Any, Any], Any], call: Call) -> Any:
    """A function of two numbers, slot by slot."""
    values = [call.get(0, "x1"), call.get(1, "x2", call.named_only("exponent"))]
    call.done(2)
    return together(function, values, call.meter)


def logarithm(call: Call) -> Any:
    """The natural logarithm, or to another base."""
    if len(call.args) == 2:
        made = [each(operators.OF_ONE["log"], value, call.meter) for value in call.args]
        return together(operators.divided, made, call.meter)
    return of_one(operators.OF_ONE["log"], call)


def round_to(call: Call) -> Any:
    """Numbers rounded to some places."""
    value = call.get(0, "a")
    places = call.get(1, "decimals", call.named_only("ndigits"))
    call.done(2)
    if places is not None and (not isinstance(places, int) or abs(places) > _MOST_PLACES):
        raise Unsupported("places that are not known")
    if places is None and is_scalar(value) and math.isfinite(value):
        return round(value)
    return each(lambda number: operators.rounded(number, places or 0), value, call.meter)


def whole_below(function: Callable[[float], int], call: Call) -> Any:
    """Numbers brought to whole ones."""
    return of_one(lambda number: function(number) if math.isfinite(number) else number, call)


def clip(call: Call) -> Any:
    """Numbers kept between two."""
    value = call.get(0, "a")
    low = call.get(1, "a_min", call.named_only("min"))
    high = call.get(2, "a_max", call.named_only("max"))
    call.done(3)
    made = value if low is None else together(operators.larger, [value, low], call.meter)
    return made if high is None else together(operators.smaller, [made, high], call.meter)


def chosen(call: Call) -> Any:
    """One value or another, slot by slot."""
    call.done(3)
    if len(call.args) != 3:
        raise Unsupported("where without two values")
    return together(lambda truth, one, other: one if truth else other, call.args, call.meter)


def masked_fill(call: Call) -> Any:
    """Numbers replaced where a mask is true."""
    value, mask, filling = call.get(0, "x"), call.get(1, "mask"), call.get(2, "value")
    call.done(3)
    return together(lambda number, truth, other: other if truth else number, [value, mask, filling], call.meter)


def near(call: Call) -> Any:
    """Whether numbers are near to each other, slot by slot."""
    values = [call.get(0, "a"), call.get(1, "b")]
    relative = call.named_only("rtol", call.named_only("rel_tol", 1e-5))
    absolute = call.named_only("atol", call.named_only("abs_tol", 1e-8))
    call.done(2)
    return together(lambda one, other: abs(one - other) <= absolute + relative * abs(other), values, call.meter)
