"""Tries a formula on all rows of a table at once, in plain numbers: much quicker than to work each with its rounding.

A number that a row does not have, or that has no value, is NaN here, which is never far from anything.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from operator import add, mul, neg, sub
from typing import TypeAlias

from katatx.audit.frozen_notation.expressions import read_expression
from katatx.audit.table_cells import FAR, slack
from katatx.audit.tables import TableCell
from katatx.audit.unrecorded import value_of_node
from katatx.audit.written_out import written_out
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import names_in, standard
from katatx.engine.values import Value
from katatx.notation.syntax import Binary, Call, Literal, Name, Node, Sum, Unary

NAN = math.nan
_EFFORT = 20_000
# What differs between formulas of one form: the cells, rows and columns in it, and its numbers.
_PART = re.compile(r"(?<![\w.])((?:[acdfprz]\d+|k|\d+(?:\.\d+)?)(?![\w.(]))")
# The largest power of e that a float holds.
_LARGEST_POWER = 709.0

# What a part of a formula stands for: one number for each row, one for all of them, or a whole column as a row.
Part: TypeAlias = Value
# A form, worked row by row as far as anybody asks.
_Form = Callable[[Sequence[Part]], Iterable[float]]


class _Untold(Exception):
    """A formula that cannot be tried in plain numbers."""


class _Parts(dict[str, Part]):
    """What the names and numbers in formulas stand for, each asked for once."""

    def __init__(self, part: Callable[[str], Part]) -> None:
        super().__init__()
        self.part = part

    def __missing__(self, name: str) -> Part:
        found = float(name) if name[0].isdigit() else self.part(name)
        if found is None:
            raise EngineError("a column has no numbers")
        self[name] = found
        return found


class Trial:
    """One column of a table, against which formulas are tried. `cells` are those with numbers, by their rows, of which
    there are `count`; `part` says what a name in a formula stands for.
    """

    def __init__(self, cells: Iterable[tuple[int, TableCell]], count: int, part: Callable[[str], Part]) -> None:
        self.parts = _Parts(part)
        own = [(NAN, NAN)] * count
        for index, cell in cells:
            if cell.number is not None:
                own[index] = cell.number.value, slack(cell.number)
        self.own = own

    def is_hopeless(self, formula: str, allowed: int) -> bool:
        """Whether more rows than allowed are far off what a formula comes to, or it has no value in any."""
        form, names = _read(formula)
        try:
            far = 0
            for (one, more), true in zip(self.own, form(list(map(self.parts.__getitem__, names))), strict=False):
                if abs(one - true) > more + FAR * abs(true):
                    far += 1
                    if far > allowed:
                        return True
        except _Untold:
            return False
        except (EngineError, ArithmeticError, ValueError, TypeError, IndexError):
            return True
        return False


@lru_cache(maxsize=8_000)
def _read(formula: str) -> tuple[_Form, tuple[str, ...]]:
    """The form of a formula, and what is put into it."""
    pieces = _PART.split(formula)
    return _form_of(tuple(pieces[::2])), tuple(pieces[1::2])


@lru_cache(maxsize=1_000)
def _form_of(between: tuple[str, ...]) -> _Form:
    """The form that has x0, x1 … between these."""
    text = between[0] + "".join(f"x{number}{after}" for number, after in enumerate(between[1:]))
    node = written_out(read_expression(text))
    return _form(standard(node, dict.fromkeys(name.text for name in names_in(node))))


def _form(node: Node) -> _Form:
    match node:
        case Name():
            return _name(int(node.text[1:]))
        case Literal():
            value = node.value
            return lambda _: repeat(value)
        case Binary() if node.sign in _TWO:
            return _of_two(_TWO[node.sign], _form(node.left), _form(node.right))
        case Sum():
            return _sum([(sign, _form(term)) for sign, term in node.terms])
        case Unary() if node.sign in _ONE:
            return _of_one(_ONE[node.sign], _form(node.operand))
        case Call():
            return _call(node)
        case _:
            return _untold


def _untold(parts: Sequence[Part]) -> Iterable[float]:
    raise _Untold


def _name(at: int) -> _Form:
    def work(parts: Sequence[Part]) -> Iterable[float]:
        part = parts[at]
        if type(part) is list:
            return part
        if type(part) is not float:
            raise _Untold
        return repeat(part)

    return work


def _of_one(work: Callable[[float], float], inside: _Form) -> _Form:
    return lambda parts: map(work, inside(parts))


def _of_two(work: Callable[[float, float], float], left: _Form, right: _Form) -> _Form:
    return lambda parts: map(work, left(parts), right(parts))


def _sum(terms: list[tuple[str, _Form]]) -> _Form:
    first, *others = [form if sign == "+" else _of_one(neg, form) for sign, form in terms]
    if len(others) == 1:
        return _of_two(add if terms[1][0] == "+" else sub, first, terms[1][1])
    return lambda parts: map(_fsum, zip(first(parts), *(form(parts) for form in others), strict=False))


def _call(node: Call) -> _Form:
    """An operation on the number of each row, or on a whole column."""
    used = {name.text: int(name.text[1:]) for name in names_in(node)}
    one = _ONE.get(node.name)
    each = _untold if one is None or len(node.arguments) != 1 else _of_one(one, _form(node.arguments[0]))

    def work(parts: Sequence[Part]) -> Iterable[float]:
        values = {name: parts[at] for name, at in used.items()}
        if any(type(value) is list for value in values.values()):
            return each(parts)
        value = value_of_node(node, values, _EFFORT)
        if type(value) is not float:
            raise _Untold
        return repeat(value)

    return work


def _divide(one: float, other: float) -> float:
    return one / other if other else NAN


def _fsum(numbers: tuple[float, ...]) -> float:
    try:
        return math.fsum(numbers)
    except (OverflowError, ValueError):
        return NAN


_TWO: dict[str, Callable[[float, float], float]] = {"·": mul, "⊙": mul, "/": _divide}
_ONE: dict[str, Callable[[float], float]] = {
    "-": neg,
    "√": lambda number: math.sqrt(number) if number >= 0 else NAN,
    "exp": lambda number: math.exp(number) if number < _LARGEST_POWER else NAN,
    "log": lambda number: math.log(number) if number > 0 else NAN,
    "abs": abs,
    "relu": lambda number: max(0.0, number),
    "sigmoid": lambda number: 1.0 / (1.0 + math.exp(-number)) if -number < _LARGEST_POWER else NAN,
}
