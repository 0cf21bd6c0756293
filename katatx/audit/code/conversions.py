"""Python's own functions: lengths, types, lists."""

from __future__ import annotations

from typing import Any

from katatx.audit.code import operators, reducing
from katatx.audit.code.arrays import Array, Unsupported, as_array, plain
from katatx.audit.code.arrays import rows as rows_of
from katatx.audit.code.calls import Call, typed
from katatx.audit.code.shown import Text


def length(call: Call) -> int:
    """How many parts a value has."""
    value = call.args[0]
    call.done(1)
    if isinstance(value, Array) and value.shape:
        return value.shape[0]
    if isinstance(value, (list, tuple, str)):
        return len(value)
    raise Unsupported("a length of what has none")


def count(call: Call) -> Any:
    """How many numbers; in PyTorch the shape."""
    value = as_array(call.args[0])
    at = call.get(1, "axis")
    call.done(2)
    if call.torch:
        return value.shape if at is None else value.shape[at]
    return len(value.numbers) if at is None else value.shape[at]


def only_item(call: Call) -> Any:
    """The only number of an array."""
    value = as_array(call.args[0])
    call.done(1)
    if len(value.numbers) != 1:
        raise Unsupported("one item of several")
    return value.numbers[0]


def to_float(call: Call) -> Any:
    """A number with decimals."""
    value = call.args[0] if call.args else 0.0
    call.done(1)
    if isinstance(value, str) and value.strip().lstrip("+-") in ("inf", "nan", "infinity"):
        return float(value)
    return float(only_item(Call([value], {}, call.meter)))


def to_int(call: Call) -> Any:
    """A whole number."""
    return typed(only_item(call), "int", call.meter)


def to_bool(call: Call) -> bool:
    """A truth value."""
    return bool(only_item(call))


def astype(call: Call) -> Any:
    """Another type of number."""
    value, kind = call.get(0, "x"), call.get(1, "dtype")
    call.done(2)
    return typed(value, kind, call.meter)


def as_is(call: Call) -> Any:
    """The value itself."""
    return call.args[0]


def python_list(call: Call) -> list[Any]:
    """The parts as a list."""
    return list(python_tuple(call))


def python_tuple(call: Call) -> tuple[Any, ...]:
    """The parts as a tuple."""
    value = call.args[0] if call.args else ()
    call.done(1)
    if isinstance(value, Array):
        return tuple(plain(row) for row in rows_of(value))
    if not isinstance(value, (list, tuple)):
        raise Unsupported("a list of what has no parts")
    return tuple(value)


def zipped(call: Call) -> list[Any]:
    """Parts of several values, side by side."""
    call.named_only("strict")
    call.done(len(call.args))
    return list(zip(*(python_tuple(Call([part], {}, call.meter)) for part in call.args), strict=False))


def counted_off(call: Call) -> list[Any]:
    """Parts with their places."""
    first = call.get(1, "start", 0)
    call.done(2)
    return list(enumerate(python_tuple(Call(call.args[:1], {}, call.meter)), first))


def turned_round(call: Call) -> list[Any]:
    """Parts from the last to the first."""
    return list(python_tuple(call))[::-1]


def added_up(call: Call) -> Any:
    """Python's sum, which adds up rows as well, and NumPy's."""
    value = call.args[0]
    if isinstance(value, (list, tuple)) and any(isinstance(part, Array) for part in value) and not call.named:
        made: Any = call.get(1, "start", 0)
        for part in value:
            made = operators.binary("Add", made, part, call.meter)
        return made
    return reducing.reducing(reducing.total, call)


def as_text(call: Call) -> Text:
    """A value as text."""
    return Text((call.args[0],))
