"""Tries a formula on all rows of a table at once, in plain numbers: much quicker than to work each with its rounding.

A number that a row does not have, or that has no value, is NaN here, which is never far from anything.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import repeat
from typing import TypeAlias

from katatx.audit.table_cells import FAR, slack
from katatx.audit.tables import TableCell
from katatx.audit.written_out import written_out
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import names_in, standard
from katatx.engine.unrecorded import value_of_node
from katatx.engine.values import Value
from katatx.notation.expressions import read_expression
from katatx.notation.syntax import Binary, Call, Literal, Name, Node, Sum, Unary

NAN = math.nan
_EFFORT = 20_000
# At first a formula is tried on few more rows than may be off.
_MORE_ROWS = 8
# What differs between formulas of one form: the cells, rows and columns in it, and its numbers.
_PART = re.compile(r"(?<![\w.])((?:[acdpr]\d+|k|\d+(?:\.\d+)?)(?![\w.(]))")
# The largest power of e that a float holds.
_LARGEST_POWER = 709.0

# What a part of a formula stands for: one number for each row, one for all of them, or a whole column as a row.
Part: TypeAlias = Value


class Untold(Exception):
    """A formula that cannot be tried in plain numbers."""


class Trial:
    """One column of a table, against which formulas are tried. `cells` are those with numbers, by their rows, of which
    there are `count`.
    """

    def __init__(self, cells: Iterable[tuple[int, TableCell]], count: int) -> None:
        self.own, self.slack = [NAN] * count, [NAN] * count
        for index, cell in cells:
            if cell.number is not None:
                self.own[index], self.slack[index] = cell.number.value, slack(cell.number)

    def is_hopeless(self, formula: str, part: Callable[[str], Part], allowed: int) -> bool:
        """Whether more rows than allowed are far off what a formula comes to, or it has no value in any. `part` says
        what its names stand for.
        """
        first = allowed + allowed // 4 + _MORE_ROWS
        try:
            return any(
                self._count_far(_tried(formula, part, rows)) > allowed
                for rows in ([first] if first < len(self.own) else []) + [len(self.own)]
            )
        except Untold:
            return False
        except (EngineError, ArithmeticError, ValueError, TypeError, IndexError):
            return True

    def _count_far(self, found: list[float]) -> int:
        return len(
            [
                1
                for one, more, true in zip(self.own, self.slack, found, strict=False)
                if abs(one - true) > more + FAR * abs(true)
            ]
        )


def _tried(formula: str, part: Callable[[str], Part], rows: int) -> list[float]:
    """What a formula comes to in each of the first `rows` rows. Raises Untold, and EngineError where it has no value in
    any row.
    """
    pieces = _PART.split(formula)
    names: dict[str, Part] = {}
    for number, text in enumerate(pieces[1::2]):
        value = float(text) if text[0].isdigit() else part(text)
        if value is None:
            raise EngineError("a column has no numbers")
        names[f"x{number}"] = value[:rows] if type(value) is list else value
    found = _worked(_form(tuple(pieces[::2])), names)
    return found if isinstance(found, list) else [found] * rows


@lru_cache(maxsize=1_000)
def _form(between: tuple[str, ...]) -> Node:
    """The form of a formula that has x0, x1 … between these."""
    text = between[0] + "".join(f"x{number}{after}" for number, after in enumerate(between[1:]))
    node = written_out(read_expression(text))
    return standard(node, dict.fromkeys(name.text for name in names_in(node)))


def _worked(node: Node, names: Mapping[str, Part]) -> list[float] | float:
    value: Part = None
    match node:
        case Name():
            value = names[node.text]
        case Literal():
            value = node.value
        case Binary():
            value = _of_two(node, _worked(node.left, names), _worked(node.right, names))
        case Sum():
            value = _sum([(sign, _worked(term, names)) for sign, term in node.terms])
        case Unary():
            value = _of_one(node.sign, _worked(node.operand, names))
        case Call() if not any(type(names.get(name.text)) is list for name in names_in(node)):
            value = value_of_node(node, names, _EFFORT)  # of whole columns
        case Call() if node.name in _CALLS and len(node.arguments) == 1:
            value = _of_one(node.name, _worked(node.arguments[0], names))
    if type(value) is not list and type(value) is not float:
        raise Untold
    return value


def _numbers(value: list[float] | float) -> Iterable[float]:
    return value if isinstance(value, list) else repeat(value)


def _of_two(node: Binary, left: list[float] | float, right: list[float] | float) -> list[float] | float:
    pairs: Iterable[tuple[float, float]] = zip(_numbers(left), _numbers(right), strict=False)
    if not isinstance(left, list) and not isinstance(right, list):
        pairs = ((left, right),)
    if node.sign in ("·", "⊙"):
        made = [one * other for one, other in pairs]
    elif node.sign == "/":
        made = [one / other if other else NAN for one, other in pairs]
    else:
        raise Untold
    return made if isinstance(left, list) or isinstance(right, list) else made[0]


def _sum(terms: list[tuple[str, list[float] | float]]) -> list[float] | float:
    signed = [value if sign == "+" else _of_one("-", value) for sign, value in terms]
    if not any(isinstance(value, list) for value in signed):
        return math.fsum(value for value in signed if isinstance(value, float))
    if len(signed) == 2:
        return [one + other for one, other in zip(*map(_numbers, signed), strict=False)]
    return [_fsum(row) for row in zip(*map(_numbers, signed), strict=False)]


def _fsum(numbers: tuple[float, ...]) -> float:
    try:
        return math.fsum(numbers)
    except (OverflowError, ValueError):
        return NAN


def _of_one(name: str, value: list[float] | float) -> list[float] | float:
    work = _CALLS[name]
    return list(map(work, value)) if isinstance(value, list) else work(value)


def _sigmoid(number: float) -> float:
    return 1.0 / (1.0 + math.exp(-number)) if -number < _LARGEST_POWER else NAN


_CALLS: dict[str, Callable[[float], float]] = {
    "-": lambda number: -number,
    "√": lambda number: math.sqrt(number) if number >= 0 else NAN,
    "exp": lambda number: math.exp(number) if number < _LARGEST_POWER else NAN,
    "log": lambda number: math.log(number) if number > 0 else NAN,
    "abs": abs,
    "relu": lambda number: max(0.0, number),
    "sigmoid": _sigmoid,
}
