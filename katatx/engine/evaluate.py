"""Evaluation of parsed expressions with a pencil.

A pencil (`katatx.engine.pencils`) works an expression in one particular way, for example exactly or rounded. It is
given the expression in standard form (`katatx.engine.standard_form`).
"""

from __future__ import annotations

from katatx.engine import operations as op
from katatx.engine.arrays import ARRANGED, arranged, broadcast, is_column, picked, row_of_column, whole_number
from katatx.engine.calls import COMPARED, is_plain_call, one_row, work_call
from katatx.engine.errors import EngineError, TwoReadings, UnknownName
from katatx.engine.names import NO_NAMES, Defined, Names, is_written_out, names_in
from katatx.engine.pencils.interval import minus
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import WX, all_names, find_recipe
from katatx.engine.recipes.numbers import arithmetic, functions, products
from katatx.engine.standard_form import standard, unknown_name
from katatx.engine.values import Row, Value, as_written, entry_by_entry, is_number, rank_of, shape_of, transposed
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary
from scoring.shapes import describe


def evaluate(node: Node, names: Names = NO_NAMES, pencil: Pencil | None = None) -> Value:
    """Return the value of an expression, worked line by line with a pencil; None works exactly.

    `names` maps names to values or definitions. A grid of one row is returned as that row. Raises UnknownName for an
    unknown name or operation, TwoReadings for notation that has them, EngineError if there is no value, NotationError
    for wrong arguments of a library function such as `hypot(3)`.
    """
    return work_out(standard(node, names), names, pencil or Pencil())


def work_out(node: Node, names: Names, pencil: Pencil) -> Value:
    """Return the value of an expression in standard form, as `standard` returns it, worked line by line with a pencil.

    `names` maps names to values or definitions; `pencil` must be unused. A grid of one row is returned as that row.
    Raises UnknownName for an unknown name or operation, TwoReadings for notation that has them, EngineError if there is
    no value.
    """
    try:
        return as_written(pencil.work(arithmetic.arithmetic, lambda p: _Worker(p, names).whole(node)))
    except RecursionError as error:
        raise EngineError(
            "the line is too long, or has too many brackets inside one another; write it in parts"
        ) from error


class _Worker:
    """Evaluator of the nodes of one expression in standard form; each written sign is a line of the pencil.

    `names` maps names to values or definitions. `worked` has the values of names that were already used. `scoped` has
    those of definitions, by id; the evaluators of one expression share it, and None starts it.
    """

    def __init__(self, pencil: Pencil, names: Names, scoped: dict[int, Value] | None = None) -> None:
        self.pencil = pencil
        self.names = names
        self.worked: dict[str, Value] = {}
        # Values, by id, of definitions worked once for the whole expression.
        self.scoped: dict[int, Value] = {} if scoped is None else scoped

    def whole(self, node: Node) -> Value:
        """Return the value of the whole expression.

        If it is one call that needs no `work_call`, its lines are not nested in another line, unless the recipe is
        written `on_one_line`.
        """
        if isinstance(node, Call) and not (node.keywords or node.alone or node.name in ARRANGED):
            recipe = find_recipe(node.name)
            given = tuple(self.value(argument) for argument in node.arguments)
            if recipe is not None and is_plain_call(recipe, given):
                given = one_row(recipe, given)
                if not recipe.on_one_line:
                    return self.pencil.work(recipe, *given)
                return self.pencil(recipe.name, recipe, *given)
        return self.value(node)

    def value(self, node: Node) -> Value:
        """Return the value of any node in standard form. Raises UnknownName, TwoReadings or EngineError."""
        match node:
            case Literal():
                return node.value
            case Name():
                return self.named(node)
            case Listing():
                return self.listing(node)
            case Call():
                return self.call(node)
            case Pick():
                return self.pick(node)
            case Unary():
                return self.unary(node)
            case Binary():
                return self.binary(node)
            case Sum():
                return self.sum(node)

    def named(self, node: Name) -> Value:
        """Return the value of a name, worked on first use and kept.

        Raises UnknownName if it has none, and what `value` raises if it is defined by an expression.
        """
        if node.text in self.worked:
            return self.worked[node.text]
        if node.text in self.names:
            found = self.names[node.text]
            self.worked[node.text] = value = self.defined(node.text, found) if isinstance(found, Defined) else found
            return value
        operation = find_recipe(node.text)
        if operation is not None:
            raise UnknownName(f"{operation.name} has nothing to work on; write {operation.signature}", node.column)
        raise UnknownName(unknown_name(node.text, [*self.names, *all_names()], "value"), node.column, node.text)

    def defined(self, name: str, defined: Defined) -> Value:
        """Return the value of a defined name, written as a line of its own unless it is literal numbers and names only.

        A definition with a known value is not worked, but written as a line too. Values are kept in `scoped`. The names
        that the definition uses are worked first, so that definitions never nest: a pencil that copies lines relies on
        their numbers.
        """
        worker = self
        if (defined.names is not None or defined.value is not None) and id(defined) in self.scoped:
            return self.scoped[id(defined)]
        if defined.value is not None:
            self.scoped[id(defined)] = value = self.pencil(f"{name} =", op.taken_over, defined.value)
            return value
        if defined.names is not None:
            worker = _Worker(self.pencil, defined.names, self.scoped)
        for used in names_in(defined.node):
            worker.named(used)
        if is_written_out(defined.node):
            value = worker.value(defined.node)
        else:
            value = self.pencil(f"{name} =", arithmetic.arithmetic, lambda _: worker.whole(defined.node))
        self.scoped[id(defined)] = value
        return value

    def listing(self, node: Listing) -> Value:
        """Return a row or grid. Raises EngineError if its items differ in shape, or are grids."""
        items = tuple(self.value(item) for item in node.items)
        if len({shape_of(item) for item in items}) > 1:
            shapes = ", ".join(dict.fromkeys(describe(shape_of(item)) for item in items))
            raise EngineError(
                f"column {node.column}: the items of a list have different shapes: {shapes}; make them all alike"
            )
        if len(shape_of(items)) > 2:
            raise EngineError(
                f"column {node.column}: brackets stand three levels deep; use at most two levels, as in [[1, 2], [3, "
                "4]]"
            )
        return items

    def call(self, node: Call) -> Value:
        """Return the value of a call of an operation or of an arranging function.

        Raises UnknownName, TwoReadings or EngineError.
        """
        given = tuple(self.value(argument) for argument in node.arguments)
        recipe = find_recipe(node.name)
        if recipe is None and node.name in ARRANGED:
            if node.keywords:
                raise EngineError(f"{node.name} does not take {node.keywords[0][0]}= here; leave it out")
            return arranged(node.name, given)
        if recipe is None:
            raise UnknownName(unknown_name(node.name, all_names(), "operation"), node.column, node.name)
        keywords = {key: self.keyword(value) for key, value in node.keywords}
        return work_call(self.pencil, recipe, given, keywords, whole_grid=node.alone)

    def keyword(self, node: Node) -> Value:
        """Return the value of a keyword argument; a word without a value, such as None or True, stays text."""
        return node.text if isinstance(node, Name) and node.text not in self.names else self.value(node)

    def pick(self, node: Pick) -> Value:
        """Return the part of a value that an index selects; `None` in the index of a row makes it a column or a grid.

        Raises EngineError if the index does not fit.
        """
        value = self.value(node.value)
        new = [isinstance(each, Name) and each.text == "None" for each in node.places]
        if any(new):  # x[:, None] makes a row a column, x[None, :] a grid of one row
            others = [each for each in node.places if not (isinstance(each, Name) and each.text == "None")]
            whole = all(isinstance(each, Slice) and each[:3] == (None, None, None) for each in others)
            if rank_of(value) != 1 or len(new) != 2 or sum(new) != 1 or not whole:
                raise EngineError(
                    "None in square brackets cannot be read here; write x[:, None] or x[None, :], where x is a row"
                )
            return _transpose_of(value) if new[-1] else (value,)
        index = [self.as_slice(each) if isinstance(each, Slice) else self.value(each) for each in node.places]
        return picked(value, index)

    def as_slice(self, node: Slice) -> slice:
        """Return a Slice of an index as a Python slice.

        Raises EngineError for a step of 0, or a part that is not whole.
        """
        ends = (
            None if each is None else whole_number(self.value(each), "a number beside the colon")
            for each in (node.start, node.stop, node.step)
        )
        start, stop, step = ends
        if step == 0:
            raise EngineError("the step after the second colon is 0; write another whole number, such as 1")
        return slice(start, stop, step)

    def unary(self, node: Unary) -> Value:
        """Return the value of a root, transpose, absolute value or negation.

        A negative literal and a transpose are no lines of the pencil. Raises TwoReadings for `|...|` of a row or grid.
        """
        value = self.value(node.operand)
        if node.sign == "√":
            return self.pencil("root", op.root, value)
        if node.sign == "ᵀ":
            return _transpose_of(value)
        if node.sign == "|":
            if not is_number(value):
                raise TwoReadings(
                    "is |x| of a row each number without its sign, or the length of the row? Write abs(x) or ‖x‖",
                    node.column,
                )
            return self.pencil("abs", functions.abs, value)
        if isinstance(node.operand, Literal):
            return -value
        return self.pencil("negate", op.negate, value)

    def binary(self, node: Binary) -> Value:
        """Return the value of an operation with a sign between two operands.

        Raises TwoReadings for `*` between two rows or grids, and for `^` between a grid and a number; EngineError if
        shapes do not match or there is no value.
        """
        if node.sign in ("^", "**") and isinstance(node.left, Literal) and node.left.text == "e":
            return self.pencil("raise", op.exp, self.value(node.right))
        left, right = self.value(node.left), self.value(node.right)
        if node.sign == "·":
            transposed_row = isinstance(node.left, Unary) and node.left.sign == "ᵀ" and is_column(left)
            if transposed_row and not is_number(right) and len(left) == len(right):  # qᵀ·k and xᵀ·W of a row
                left = row_of_column(left)
            return self.product(left, right)
        if node.sign == "*":
            if not (is_number(left) or is_number(right)):
                raise TwoReadings(
                    "does * multiply number by number, or does it make a dot product? Write ⊙ for the one, · for the "
                    "other",
                    node.column,
                )
            return self.pencil("multiply", op.multiply, left, right)
        if node.sign == "^" and rank_of(left) == 2 and is_number(right):
            raise TwoReadings(
                "does the power act on each number of the grid, or is the grid multiplied by itself? Write X ⊙ X for "
                "the one, X·X for the other",
                node.column,
            )
        left, right = broadcast(left, right)
        if node.sign in COMPARED:
            return self.pencil("compare", COMPARED[node.sign], left, right)
        if node.sign in ("^", "**"):
            return self.pencil("power", op.power, left, right)
        if node.sign == "⊙":
            return self.pencil("multiply", op.multiply, left, right)
        return self.pencil("divide", op.divide, left, right)

    def product(self, left: Value, right: Value) -> Value:
        """Return `left · right`: a product with a number, a dot product or a matrix product, depending on the shapes.

        Raises EngineError if the shapes do not fit.
        """
        if is_number(left) or is_number(right):
            return self.pencil("multiply", op.multiply, left, right)
        ranks = rank_of(left), rank_of(right)
        if ranks == (1, 1):
            return self.pencil("dot", products.dot, left, right)
        if ranks == (2, 1) and is_column(left):  # a column times a row is a grid
            return self.pencil("matmul", products.matmul, left, (right,))
        if ranks[1] == 1:
            return self.pencil("linear", products.linear, left, right, WX)
        return self.pencil("matmul", products.matmul, left, right)

    def sum(self, node: Sum) -> Value:
        """Return the value of a sum of numbers, rows or grids. Rows and grids are broadcast.

        Raises EngineError if their shapes do not fit.
        """
        if all(isinstance(term, Binary) and term.sign == "·" for _, term in node.terms):
            values: Row = self.products(node)
        else:
            values = tuple(self.value(term) for _, term in node.terms)
        # A changed sign is no line of its own.
        signed = tuple(
            value if sign == "+" else entry_by_entry(minus, value)
            for (sign, _), value in zip(node.terms, values, strict=True)
        )
        if all(map(is_number, signed)):
            return self.pencil("add", op.total, signed)
        whole = signed[0]
        for value in signed[1:]:
            whole = self.pencil("add", op.add, *broadcast(whole, value))
        return whole

    def products(self, node: Sum) -> Row:
        """Return the products of a sum whose terms are all written with `·`, without their signs.

        Products of numbers, as in `2·3 + 0·0`, are written as one line.
        """
        factors = [(self.value(t.left), self.value(t.right)) for _, t in node.terms if isinstance(t, Binary)]
        lefts, rights = zip(*factors, strict=True)
        if not all(map(is_number, (*lefts, *rights))):
            return tuple(self.product(left, right) for left, right in factors)
        products: Row = self.pencil("multiply", op.multiply, lefts, rights)
        return products


def _transpose_of(value: Value) -> Value:
    """Return the transpose of a grid; a row becomes a column, a number stays as it is."""
    if is_number(value):
        return value
    return transposed((value,) if len(shape_of(value)) == 1 else value)
