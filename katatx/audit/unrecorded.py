"""Expressions worked for their value alone: as with a pencil, but with no record of the lines, and no wrong turns.

Most of what a page prints is a calculation with a few single numbers. Writing down every line of that costs several
times what the calculation does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from math import isfinite

from katatx.audit.old_rounding import OldRounding, rounded
from katatx.engine import operations as op
from katatx.engine.evaluate import work_out
from katatx.engine.interval import Interval, Number, minus
from katatx.engine.operations import Arithmetic, Operation
from katatx.engine.pencils import ROUNDING_COST, STARTED, Effort, Pencil
from katatx.engine.recipe import Recipe
from katatx.engine.values import Row, Value
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Sum, Unary

_Hand = Callable[[Arithmetic, tuple[Number, ...]], Number]


def value_of_node(node: Node, names: Mapping[str, Value], effort: int) -> Value:
    """The exact value of an expression that is `standard`, for so much effort at most. Raises what `work_out` does."""
    try:
        return _exact(node, names)
    except (_NotPlain, ArithmeticError, ValueError, RecursionError):  # the pencil says why there is no value
        return work_out(_entry_by_entry(node), names, _Exact(Effort(effort)))


def rounded_value_of_node(node: Node, names: Mapping[str, Value], decimals: int, figures: int, effort: int) -> Value:
    """What rounding each line to so many decimals or figures may leave of an expression that is `standard`. Raises what
    `work_out` raises.
    """
    pencil = _Rounded(Effort(effort), decimals, figures)
    try:
        return _by_hand(node, names, pencil.hand)
    except (_NotPlain, RecursionError):
        return work_out(_entry_by_entry(node), names, _Rounded(Effort(effort), decimals, figures))


# ---- pencils that keep no record


class _Exact(Pencil):
    """A pencil that leaves nothing behind but the value."""

    def __init__(self, effort: Effort) -> None:
        self.effort: Effort | None = effort

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        """One line of a recipe, which nobody will look up."""
        return self.work(how, *given)

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """The value of an operation or a whole recipe. Raises EngineError where it has none."""
        if isinstance(how, Arithmetic):
            return self._arithmetic(how, given)
        if not isinstance(how, Recipe):
            return super().work(how, *given)
        if self.effort is not None:
            self.effort.spend(STARTED)
        given = how.bind(given)
        if how.goes_row_by_row(given[0]):
            return tuple([self.work(how, row, *given[1:]) for row in given[0]])
        return how.lines(self, *given)

    def _arithmetic(self, how: Arithmetic, given: tuple[Value, ...]) -> Value:
        if not any(type(value) is tuple for value in given):
            return how.apply(self.hand, *given) if how.folds else self.hand(how, given)
        if how.folds:
            return how.apply(self.hand, *given)
        lengths = {len(value) for value in given if type(value) is tuple}
        deep = any(type(value) is tuple and type(value[0]) is tuple for value in given)
        if deep or len(lengths) > 1:
            return how.apply(self.hand, *given)
        (length,) = lengths
        return self._entries(how, [value if type(value) is tuple else (value,) * length for value in given])

    def _entries(self, how: Arithmetic, columns: list[Row]) -> Row:
        """An operation on the numbers of rows, one after the other."""
        try:
            made = tuple(map(how.work, *columns))
        except (ArithmeticError, ValueError):
            made = ()
        if not made or not all(map(isfinite, made)):  # the hand says why there is no value, or takes a mask
            return tuple([self.hand(how, numbers) for numbers in zip(*columns, strict=True)])
        if self.effort is not None:
            self.effort.spend(len(made))
        return made


class _Rounded(_Exact, OldRounding):
    """As that, each line rounded."""

    def __init__(self, effort: Effort, decimals: int, figures: int) -> None:
        self.effort, self.decimals, self.figures = effort, decimals, figures

    def _entries(self, how: Arithmetic, columns: list[Row]) -> Row:
        return tuple([self.hand(how, numbers) for numbers in zip(*columns, strict=True)])

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """One operation on numbers that may be uncertain, its result rounded."""
        if not any(isinstance(number, Interval) for number in numbers):
            try:
                value = operation.work(*numbers)
            except (ArithmeticError, ValueError):
                value = math.inf
            if isfinite(value):
                if self.effort is not None:
                    self.effort.spend(ROUNDING_COST)
                return rounded(value, self.decimals, self.figures)
        return super().hand(operation, numbers)


# ---- single numbers


class _NotPlain(Exception):
    """There is more in an expression than signs between single numbers."""


def _exact(node: Node, names: Mapping[str, Value]) -> float:
    """A calculation with single numbers, exactly. Raises _NotPlain for any other, and for what has no finite value."""
    value: Value = None
    if isinstance(node, Name):
        value = names.get(node.text)
    elif isinstance(node, Literal):
        value = node.value
    elif isinstance(node, Binary):
        value = _exact_of_two(node, names)
    elif isinstance(node, Sum):
        value = math.fsum([_exact(term, names) if sign == "+" else -_exact(term, names) for sign, term in node.terms])
    elif isinstance(node, Unary) and node.sign != "ᵀ":
        operand = _exact(node.operand, names)
        value = -operand if node.sign == "-" else math.sqrt(operand)
    if type(value) is not float or not isfinite(value):
        raise _NotPlain
    return value


def _exact_of_two(node: Binary, names: Mapping[str, Value]) -> float:
    right = _exact(node.right, names)
    if is_power_of_e(node):
        return math.exp(right)
    left = _exact(node.left, names)
    match node.sign:
        case "/":
            return left / right
        case "^":
            return math.pow(left, right)
        case _:
            return left * right


def _by_hand(node: Node, names: Mapping[str, Value], hand: _Hand) -> Number:
    """A calculation with single numbers, each of its steps taken by `hand`. Raises _NotPlain for any other."""
    value: Value = None
    if isinstance(node, Name):
        value = names.get(node.text)
    elif isinstance(node, Literal):
        value = node.value
    elif isinstance(node, Binary):
        value = _two_by_hand(node, names, hand)
    elif isinstance(node, Sum):
        terms = [(sign, _by_hand(term, names, hand)) for sign, term in node.terms]
        value = hand(op.total, tuple([number if sign == "+" else minus(number) for sign, number in terms]))
    elif isinstance(node, Unary) and node.sign != "ᵀ":
        operand = _by_hand(node.operand, names, hand)
        if node.sign == "√":
            value = hand(op.root, (operand,))
        else:
            value = minus(operand) if isinstance(node.operand, Literal) else hand(op.negate, (operand,))
    if type(value) is not float and type(value) is not Interval:
        raise _NotPlain
    return value


_SIGNS = {"·": op.multiply, "⊙": op.multiply, "/": op.divide, "^": op.power}


def _two_by_hand(node: Binary, names: Mapping[str, Value], hand: _Hand) -> Number:
    right = _by_hand(node.right, names, hand)
    if is_power_of_e(node):
        return hand(op.exp, (right,))
    return hand(_SIGNS[node.sign], (_by_hand(node.left, names, hand), right))


def is_power_of_e(node: Binary) -> bool:
    """Whether two operands are e and what it is raised to."""
    return node.sign == "^" and isinstance(node.left, Literal) and node.left.text == "e"


def _entry_by_entry(node: Node) -> Node:
    """Return an expression in which a power of a grid is that of its entries, as pages mostly mean it."""
    match node:
        case Binary(sign="^") if not is_power_of_e(node):
            return node._replace(sign="**", left=_entry_by_entry(node.left), right=_entry_by_entry(node.right))
        case Binary():
            return node._replace(left=_entry_by_entry(node.left), right=_entry_by_entry(node.right))
        case Unary():
            return node._replace(operand=_entry_by_entry(node.operand))
        case Sum():
            return node._replace(terms=tuple((sign, _entry_by_entry(term)) for sign, term in node.terms))
        case Call():
            return node._replace(arguments=tuple(map(_entry_by_entry, node.arguments)))
        case Listing():
            return node._replace(items=tuple(map(_entry_by_entry, node.items)))
        case _:
            return node
