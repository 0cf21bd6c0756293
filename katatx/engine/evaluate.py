"""Evaluation of parsed expressions with a pencil (`katatx.engine.pencils`), for example exactly or rounded."""

from __future__ import annotations

from operator import neg

from katatx.engine import operations as op
from katatx.engine.arrays import broadcast, picked
from katatx.engine.book import ARITHMETIC, all_names, find_recipe, known
from katatx.engine.calls import work_call
from katatx.engine.errors import EngineError, TwoReadings, UnknownName, limited_depth
from katatx.engine.layouts import WX
from katatx.engine.names import NO_NAMES, Defined, Names, is_written_out, names_in
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard, unknown_name
from katatx.engine.values import (
    Value,
    as_grid,
    as_written,
    entry_by_entry,
    is_column,
    is_number,
    need_alike,
    rank_of,
    transposed,
    whole_number,
)
from katatx.notation.syntax import Binary, Call, Code, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary

_ENTRY_BY_ENTRY = {"⊙": ("multiply", op.multiply), "^": ("power", op.power), "**": ("power", op.power)}
_TWO_READINGS = {
    "|": "is |x| of a row each number without its sign, or the length of the row? Write abs(x) or ‖x‖",
    "*": "does * multiply number by number, or does it make a dot product? Write ⊙ for the one, · for the other",
    "^": "does the power act on each number of the grid, or is the grid multiplied by itself? Write X ⊙ X for the one, "
    "X·X for the other",
}


def evaluate(node: Node, names: Names = NO_NAMES, pencil: Pencil | None = None) -> Value:
    """Return the value of an expression, worked line by line with a pencil; None works exactly.

    A grid of one row is returned as that row. Raises UnknownName for an unknown name or operation, TwoReadings for
    notation that has them, EngineError if there is no value.
    """
    return work_out(standard(node, names), names, pencil or Pencil())


def work_out(node: Node, names: Names, pencil: Pencil) -> Value:
    """Return the value of an expression in standard form, as `evaluate` does; `pencil` must be unused."""
    with limited_depth():
        pencil.value = as_written(pencil.work(known(ARITHMETIC), lambda p: _Worker(p, names, {}).value(node, True)))
    return pencil.value


class _Worker:
    """Evaluator of the nodes of one expression in standard form; each written sign is a line of the pencil.

    `worked` has the values of definitions by their id and that of the names in scope, for all workers of an expression.
    """

    def __init__(self, pencil: Pencil, names: Names, worked: dict[tuple[int, int], Value]) -> None:
        self.pencil = pencil
        self.names = names
        self.worked = worked

    def value(self, node: Node, is_whole: bool = False) -> Value:
        match node:
            case Literal() | Code():
                return node.value
            case Name():
                return self.named(node)
            case Listing():
                return self.listing(node)
            case Call():
                return self.call(node, is_whole)
            case Pick():
                return self.pick(node)
            case Unary():
                return self.unary(node)
            case Binary():
                return self.binary(node)
            case Sum():
                return self.sum(node)

    def named(self, node: Name) -> Value:
        """Return the value of a name, worked on first use and kept."""
        if node.text in self.names:
            found = self.names[node.text]
            if not isinstance(found, Defined):
                return found
            scope = self.names if found.names is None and found.value is None else found.names
            key = id(found), id(scope)
            if key not in self.worked:
                self.worked[key] = self.defined(node.text, found)
            return self.worked[key]
        operation = find_recipe(node.text)
        if operation is not None:
            raise UnknownName(f"{operation.name} has nothing to work on; write {operation.signature}", node.column)
        raise UnknownName(unknown_name(node.text, [*self.names, *all_names()], "value"), node.column, node.text)

    def defined(self, name: str, defined: Defined) -> Value:
        """Return the value of a defined name, written as a line of its own unless it is literal numbers and names only.

        The names that a definition uses are worked first, so that definitions never nest: a pencil that copies lines
        relies on their numbers.
        """
        if defined.value is not None:
            return self.pencil(f"{name} =", op.taken_over, defined.value)
        worker = self if defined.names is None else _Worker(self.pencil, defined.names, self.worked)
        for used in names_in(defined.node):
            worker.named(used)
        if is_written_out(defined.node):
            return worker.value(defined.node)
        return self.pencil(f"{name} =", known(ARITHMETIC), lambda _: worker.value(defined.node, True))

    def listing(self, node: Listing) -> Value:
        items = tuple(self.value(item) for item in node.items)
        place = f"column {node.column}: "
        need_alike(items, place)
        if rank_of(items) > 2:
            raise EngineError(
                f"{place}brackets stand three levels deep; use at most two levels, as in [[1, 2], [3, 4]]"
            )
        return items

    def call(self, node: Call, is_whole: bool) -> Value:
        given = tuple(self.value(argument) for argument in node.arguments)
        keywords = {  # a word without a value, such as None or True, stays text
            key: each.text if isinstance(each, Name) and each.text not in self.names else self.value(each)
            for key, each in node.keywords
        }
        return work_call(self.pencil, known(node.name), given, keywords, node.alone, is_whole)

    def pick(self, node: Pick) -> Value:
        places = [self.as_slice(each) if isinstance(each, Slice) else self.value(each) for each in node.places]
        return picked(self.value(node.value), places)

    def as_slice(self, node: Slice) -> slice:
        start, stop, step = (
            None if each is None else whole_number(self.value(each), "a number beside the colon") for each in node[:3]
        )
        if step == 0:
            raise EngineError("the step after the second colon is 0; write another whole number, such as 1")
        return slice(start, stop, step)

    def unary(self, node: Unary) -> Value:
        value = self.value(node.operand)
        if node.sign == "√":
            return self.pencil("root", op.root, value)
        if node.sign == "ᵀ":
            return value if is_number(value) else transposed(as_grid(value))
        if node.sign == "|":
            if not is_number(value):
                raise TwoReadings(_TWO_READINGS["|"], node.column)
            return self.pencil("abs", known("abs"), value)
        return -value if isinstance(node.operand, Literal) else self.pencil("negate", op.negate, value)

    def binary(self, node: Binary) -> Value:
        if node.sign in ("^", "**") and isinstance(node.left, Literal) and node.left.text == "e":
            return self.pencil("raise", op.exp, self.value(node.right))
        left, right = self.value(node.left), self.value(node.right)
        if node.sign == "·":
            is_transposed_row = isinstance(node.left, Unary) and node.left.sign == "ᵀ" and is_column(left)
            if is_transposed_row and not is_number(right) and len(left) == len(right):  # qᵀ·k and xᵀ·W of a row
                (left,) = transposed(left)
        is_unclear = {"*": not (is_number(left) or is_number(right)), "^": rank_of(left) == 2 and is_number(right)}
        if is_unclear.get(node.sign):
            raise TwoReadings(_TWO_READINGS[node.sign], node.column)
        if node.sign in ("·", "*"):
            return self.product(left, right)
        line, how = _ENTRY_BY_ENTRY.get(node.sign, ("divide", op.divide))
        return self.pencil(line, how, *broadcast(left, right))

    def product(self, left: Value, right: Value) -> Value:
        """Return `left · right`: a product with a number, a dot product or a matrix product, by the shapes."""
        if is_number(left) or is_number(right):
            return self.pencil("multiply", op.multiply, left, right)
        if rank_of(right) == 1 and rank_of(left) == 1:
            return self.pencil("dot", known("dot"), left, right)
        if rank_of(right) == 1 and not is_column(left):
            return self.pencil("linear", known("linear"), left, right, WX)
        return self.pencil("matmul", known("matmul"), left, as_grid(right))

    def sum(self, node: Sum) -> Value:
        if all(isinstance(term, Binary) and term.sign == "·" for _, term in node.terms):
            values: Value = self.products(node)
        else:
            values = tuple(self.value(term) for _, term in node.terms)
        whole, *others = signed = [  # a changed sign is no line of its own
            value if sign == "+" else entry_by_entry(neg, value)
            for (sign, _), value in zip(node.terms, values, strict=True)
        ]
        if all(map(is_number, signed)):
            return self.pencil("add", op.total, tuple(signed))
        for value in others:
            whole = self.pencil("add", op.add, *broadcast(whole, value))
        return whole

    def products(self, node: Sum) -> Value:
        """Return the products of a sum of terms with `·`; those of numbers, `2·3 + 0·0`, are written as one line."""
        factors = [(self.value(t.left), self.value(t.right)) for _, t in node.terms if isinstance(t, Binary)]
        lefts, rights = zip(*factors, strict=True)
        if all(map(is_number, (*lefts, *rights))):
            return self.pencil("multiply", op.multiply, lefts, rights)
        return tuple(self.product(left, right) for left, right in factors)
