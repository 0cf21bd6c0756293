"""A call in code on a page, and types of number."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from katatx.audit.code.arrays import Meter, Number, Unsupported, each


class Builtin:
    """A function that code may call: its name, whether it stood without a prefix, whether that was PyTorch's."""

    def __init__(self, name: str, bare: bool, torch: bool = False) -> None:
        self.name, self.bare, self.torch = name, bare, torch


class Call:
    """One call: its arguments, those with names, the work left, and whether PyTorch's defaults hold."""

    def __init__(self, args: list[Any], named: dict[str, Any], meter: Meter, torch: bool = False) -> None:
        self.args, self.named, self.meter, self.torch = args, named, meter, torch
        self._used: set[str] = set()

    def get(self, at: int, name: str, otherwise: Any = None) -> Any:
        """An argument by its place or its name."""
        self._used.add(name)
        if at < len(self.args):
            return self.args[at]
        return self.named.get(name, otherwise)

    def named_only(self, name: str, otherwise: Any = None) -> Any:
        """An argument that has no place."""
        self._used.add(name)
        return self.named.get(name, otherwise)

    def axis(self, at: int, otherwise: Any = None) -> Any:
        """The axis, which PyTorch calls dim."""
        named = self.named_only("dim", self.named_only("axis", otherwise))
        return self.args[at] if at < len(self.args) else named

    def keep(self) -> bool:
        """Whether axes are kept."""
        return bool(self.named_only("keepdims", self.named_only("keepdim", False)))

    def done(self, most: int) -> None:
        """Raises Unsupported where arguments are left that were not asked for."""
        if len(self.args) > most or set(self.named) - self._used - {"dtype", "copy", "device", "requires_grad"}:
            raise Unsupported("an argument that is not known here")


Function = Callable[[Call], Any]


TYPES = {
    "float": "float",
    "float64": "float",
    "double": "float",
    "float32": "float",
    "single": "float",
    "int": "int",
    "int64": "int",
    "int32": "int",
    "long": "int",
    "bool": "bool",
    "bool_": "bool",
    "float_": "float",
}


def typed(value: Any, kind: object, meter: Meter) -> Any:
    """A value as another type of number: floats, whole numbers or truth values."""
    if kind is None:
        return value
    name = getattr(kind, "name", kind)
    match TYPES.get(name) if isinstance(name, str) else None:
        case "int":
            return each(_whole, value, meter)
        case "float":
            return each(float, value, meter)
        case "bool":
            return each(bool, value, meter)
        case _:
            raise Unsupported("a type of number that is not worked here")


def _whole(number: Number) -> Number:
    if not math.isfinite(number):
        raise Unsupported("a whole number of what is none")
    return math.trunc(number)
