"""Evaluation of parsed expressions with a pencil.

A pencil (`katatx.engine.pencils`) works an expression in one particular way, for example exactly or rounded. An
expression is in standard form if it uses textbook operation names and explicit rows; see `standard`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from katatx.engine import operations as op
from katatx.engine.arrays import ARRANGED, arranged, broadcast, is_column, picked, row_of_column, whole_number
from katatx.engine.calls import COMPARED, ENTRY_BY_ENTRY, is_plain_call, one_row, work_call
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.interval import minus
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import WX, Recipe, all_names, find_recipe
from katatx.engine.recipes.numbers import arithmetic, functions, products
from katatx.engine.values import Row, Value, as_written, entry_by_entry, is_number, rank_of, shape_of, transposed
from katatx.notation.errors import Ambiguous
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary
from scoring.shapes import describe


class Defined:
    """A name's definition as an expression: `s` after `s = q·k`.

    The expression is worked, with rounded lines, where the name is first used. `names` are the definitions its own
    names refer to; None if they are those in scope where it is used. If `value` is given, it is used instead, rounded
    once.
    """

    __slots__ = ("names", "node", "value")

    def __init__(self, node: Node, names: Mapping[str, Any] | None = None, value: Value | None = None) -> None:
        self.node = node
        self.names = names
        self.value = value

    @property
    def is_literal(self) -> bool:
        """Return whether the definition is literal numbers, including `σ² = 4`, which defines σ as a root."""
        node = self.node.operand if isinstance(self.node, Unary) and self.node.sign == "√" else self.node
        return is_literal(node)


# What names stand for: values, or expressions to work out.
Names = Mapping[str, Value | Defined]
_NO_NAMES: Names = {}


def evaluate(node: Node, names: Names = _NO_NAMES, pencil: Pencil | None = None) -> Value:
    """Return the value of an expression, worked line by line with a pencil; None works exactly.

    `names` maps names to values or definitions. A grid of one row is returned as that row. Raises UnknownName for an
    unknown name or operation, Ambiguous for notation with two readings, EngineError if there is no value.
    """
    return work_out(standard(node, names), names, pencil or Pencil())


def work_out(node: Node, names: Names, pencil: Pencil) -> Value:
    """Return the value of an expression that `standard` has already converted.

    It saves the conversion where several pencils work one expression. The parameters, result and errors are those of
    `evaluate`.
    """
    try:
        return as_written(pencil.work(arithmetic.arithmetic, lambda p: _Worker(p, names).whole(node)))
    except RecursionError as error:
        raise EngineError("the expression is too long or nested too deeply; write it in parts") from error


def standard(node: Node, names: Names = _NO_NAMES) -> Node:
    """Return an equivalent expression with textbook operation names and explicit rows.

    `portions 1 4` becomes `softmax([1, 4])`. `names` are the names that have a value. Raises UnknownName for an unknown
    operation, EngineError if the expression is nested too deeply.
    """
    try:
        return _standard(node, names)
    except RecursionError as error:
        raise EngineError("the expression is too long or nested too deeply; write it in parts") from error


def _standard(node: Node, names: Names) -> Node:
    """Return the expression as `standard` does; a deep expression may raise RecursionError."""
    match node:
        case Call():
            return _standard_call(node, names)
        case Pick():
            return _standard_pick(node, names)
        case Listing():
            return node._replace(items=tuple(_standard(item, names) for item in node.items))
        case Unary():
            parts = _split(node.operand, names) if node.sign == "ᵀ" else None
            if parts is not None:
                return _product(*parts[:-1], node._replace(operand=parts[-1]))
            return node._replace(operand=_standard(node.operand, names))
        case Binary():
            derivative = _derivative(node, names)
            if derivative is not None:
                return derivative
            parts = _split(node.left, names) if node.sign in ("^", "**") else None
            if parts is not None:
                return _product(*parts[:-1], node._replace(left=parts[-1], right=_standard(node.right, names)))
            return node._replace(left=_standard(node.left, names), right=_standard(node.right, names))
        case Sum():
            return node._replace(terms=tuple((sign, _standard(term, names)) for sign, term in node.terms))
        case Name():
            value, _, attribute = node.text.rpartition(".")
            if value in names and node.text not in names and attribute in ("shape", "size", "ndim"):
                return Call(attribute, (Name(value, node.column),), loose=False, column=node.column)
            parts = _split(node, names)
            return node if parts is None else _product(*parts)
        case _:
            return node


def _derivative(node: Binary, names: Names) -> Node | None:
    """Return `∂L/∂w` as one Name if that name has a value, with any factor before it; None otherwise."""
    if node.sign != "/" or not isinstance(node.right, Name):
        return None
    above = node.left.right if isinstance(node.left, Binary) and node.left.sign == "·" else node.left
    if not isinstance(above, Name) or f"{above.text}/{node.right.text}" not in names:
        return None
    whole = Name(f"{above.text}/{node.right.text}", above.column)
    if above is node.left or not isinstance(node.left, Binary):
        return whole
    return node.left._replace(left=_standard(node.left.left, names), right=whole)


def is_product_of(name: str, names: Names) -> bool:
    """Return whether a word can be read as a product of names that have values: `QK` as Q·K."""
    return _split(Name(name, 1), names) is not None


def _product(first: Node, *others: Node) -> Node:
    """Return the product of two or more expressions."""
    for other in others:
        first = Binary("·", first, other, other.column)
    return first


def _split(node: Node, names: Names) -> list[Node] | None:
    """Return the names a word consists of, `QK` giving Q and K; None if it is a name itself or cannot be split.

    At each place the longest name that fits is taken.
    """
    if not isinstance(node, Name) or node.text in names or len(node.text) > _LONGEST_NAME or find_recipe(node.text):
        return None
    text, parts, at = node.text, [], 0
    while at < len(text):
        found = max((name for name in names if text.startswith(name, at)), key=len, default="")
        if not found:
            return None
        parts.append(Name(found, node.column + at))
        at += len(found)
    return list(parts) if len(parts) > 1 else None


def _standard_pick(pick: Pick, names: Names) -> Node:
    """Return the standard form of a bracket after a name: an index of a value, or a row given to an operation."""
    base = pick.value
    if isinstance(base, Name) and base.text not in names and find_recipe(base.text) is not None:
        row = Listing(tuple(each for each in pick.places if not isinstance(each, Slice)), pick.column)
        return _standard(Call(base.text, (row,), loose=True, column=base.column), names)
    if isinstance(base, Pick):
        inner = _standard_pick(base, names)
        if isinstance(inner, Call):
            row = Listing(tuple(each for each in pick.places if not isinstance(each, Slice)), pick.column)
            return _standard(inner._replace(arguments=(*inner.arguments, row)), names)
        return pick._replace(value=inner, places=_standard_index(pick, names))
    return pick._replace(value=_standard(base, names), places=_standard_index(pick, names))


def _standard_index(pick: Pick, names: Names) -> tuple[Node | Slice, ...]:
    """Return the index expressions in standard form; slices are unchanged."""
    return tuple(each if isinstance(each, Slice) else _standard(each, names) for each in pick.places)


def _standard_call(call: Call, names: Names) -> Node:
    """Return a call in standard form; a call of a value is a product: `p(1 - p)`."""
    found = find_recipe("sigmoid" if call.name == "σ" and "σ" not in names else call.name)
    if found is None and call.name in ARRANGED:
        return call._replace(arguments=tuple(_standard(each, names) for each in call.arguments), loose=False)
    if found is None:
        factors = _factors(call, names)
        if factors is not None:
            return _product(*factors)
    if found is None or found is arithmetic.arithmetic:
        raise UnknownName(_unknown(call.name, all_names(), "operation"), call.column, call.name)
    arguments = tuple(_standard(argument, names) for argument in call.arguments)
    keywords = tuple(
        (key, value if isinstance(value, Name) and value.text not in names else _standard(value, names))
        for key, value in call.keywords
    )
    mixed = found.name in ENTRY_BY_ENTRY and not all(map(_is_plain_number, arguments)) and len(arguments) > 1
    loose = found.takes_one_row and not keywords and not mixed and len(arguments) > 0
    if loose and _is_loose_row(found, arguments):
        arguments = (Listing(arguments, arguments[0].column),)
    return call._replace(name=found.name, arguments=arguments, loose=False, keywords=keywords)


def _factors(call: Call, names: Names) -> list[Node] | None:
    """Return the factors of a product written without a sign, as in `p(1 - p)` or `W x`.

    None if the call is no such product.
    """
    first = Name(call.name, call.column)
    parts: list[Node] | None = [first] if call.name in names else _split(first, names)
    if parts is None or call.keywords:
        return None
    arguments = call.arguments
    if len(arguments) > 1 and not call.loose:
        arguments = (Listing(arguments, arguments[0].column),)
    return [*parts, *(_standard(each, names) for each in arguments)]


def _is_loose_row(found: Recipe, arguments: tuple[Node, ...]) -> bool:
    """Return whether the arguments are the numbers of the one row an operation takes, written without brackets."""
    if len(found.parameters) > 1:
        return all(_is_plain_number(argument) for argument in arguments)
    return len(arguments) > 1 or (found.parameters[0].kind == "Row" and isinstance(arguments[0], Literal))


def _is_plain_number(node: Node) -> bool:
    """Return whether an expression contains only literal numbers, signs and operations on them."""
    match node:
        case Literal():
            return True
        case Unary():
            return node.sign != "ᵀ" and _is_plain_number(node.operand)
        case Binary():
            return _is_plain_number(node.left) and _is_plain_number(node.right)
        case _:
            return False


# Similar names are searched for within this length, because the search takes time; all known names are shorter.
_LONGEST_NAME = 40


# Names of at most this length are similar to too many others to suggest one.
_SHORTEST_LIKE = 3


def _unknown(name: str, known: Iterable[str], what: str) -> str:
    """Return the message for an unknown name, with similar known ones; `what` is "operation" or "value"."""
    import difflib

    near = difflib.get_close_matches(name[:_LONGEST_NAME], list(dict.fromkeys(known)), n=2, cutoff=0.6)
    if near and len(name) > _SHORTEST_LIKE:
        return f"{quote(name)} is not known; did you mean {' or '.join(near)}?"
    if what == "operation":
        return f"{quote(name)} is not known; sum, mean, softmax and what `katatx check --list` names are"
    return f"{quote(name)} has no value; write {quote(name)[1:-1]} = ... before it"


class _Worker:
    """Evaluator of the nodes of one expression in standard form; each written sign is a line of the pencil."""

    def __init__(self, pencil: Pencil, names: Names, scoped: dict[int, Value] | None = None) -> None:
        self.pencil = pencil
        self.names = names
        self.worked: dict[str, Value] = {}
        # Values, by id, of definitions worked once for the whole expression.
        self.scoped: dict[int, Value] = {} if scoped is None else scoped

    def whole(self, node: Node) -> Value:
        """Return the value of the whole expression.

        If it is one call, its lines are not nested in another line.
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
        """Return the value of any node in standard form. Raises UnknownName, Ambiguous or EngineError."""
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
        """Return the value of a name, worked on first use."""
        if node.text in self.worked:
            return self.worked[node.text]
        if node.text in self.names:
            found = self.names[node.text]
            self.worked[node.text] = value = self.defined(node.text, found) if isinstance(found, Defined) else found
            return value
        operation = find_recipe(node.text)
        if operation is not None:
            raise UnknownName(f"{operation.name} needs something to work on: {operation.signature}", node.column)
        raise UnknownName(_unknown(node.text, [*self.names, *all_names()], "value"), node.column, node.text)

    def defined(self, name: str, defined: Defined) -> Value:
        """Return the value of a defined name, written as a line of its own if it must be worked.

        The names it uses are worked first, so that definitions never nest: a pencil that copies lines relies on their
        numbers.
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
        """Return a row or grid. Raises EngineError if its items differ in shape."""
        items = tuple(self.value(item) for item in node.items)
        if len({shape_of(item) for item in items}) > 1:
            shapes = ", ".join(dict.fromkeys(describe(shape_of(item)) for item in items))
            raise EngineError(f"column {node.column}: a list of unlike things: {shapes}")
        if len(shape_of(items)) > 2:
            raise EngineError(
                f"column {node.column}: this is a list of grids; use at most two levels, as in [[1, 2], [3, 4]]"
            )
        return items

    def call(self, node: Call) -> Value:
        """Return the value of a call of an operation or of an arranging function."""
        given = tuple(self.value(argument) for argument in node.arguments)
        if node.name in ARRANGED and find_recipe(node.name) is None:
            if node.keywords:
                raise EngineError(f"{node.name} does not take {node.keywords[0][0]} here")
            return arranged(node.name, given)
        recipe = find_recipe(node.name)
        if recipe is None:
            raise UnknownName(_unknown(node.name, all_names(), "operation"), node.column, node.name)
        keywords = {key: self.keyword(value) for key, value in node.keywords}
        return work_call(self.pencil, recipe, given, keywords, whole_grid=node.alone)

    def keyword(self, node: Node) -> Value:
        """Return the value of a keyword argument; a word without a value, such as None or True, stays text."""
        return node.text if isinstance(node, Name) and node.text not in self.names else self.value(node)

    def pick(self, node: Pick) -> Value:
        """Return the part of a value that an index selects."""
        value = self.value(node.value)
        new = [isinstance(each, Name) and each.text == "None" for each in node.places]
        if any(new):  # x[:, None] makes a row a column, x[None, :] a grid of one row
            others = [each for each in node.places if not (isinstance(each, Name) and each.text == "None")]
            whole = all(isinstance(each, Slice) and each[:3] == (None, None, None) for each in others)
            if rank_of(value) != 1 or len(new) != 2 or sum(new) != 1 or not whole:
                raise EngineError("None in brackets works only as x[:, None] or x[None, :], with a row x")
            return turned(value) if new[-1] else (value,)
        index = [self.stretch(each) if isinstance(each, Slice) else self.value(each) for each in node.places]
        return picked(value, index)

    def stretch(self, node: Slice) -> slice:
        """Return a slice of an index."""
        ends = (
            None if each is None else whole_number(self.value(each), "the end of a stretch")
            for each in (node.start, node.stop, node.step)
        )
        start, stop, step = ends
        if step == 0:
            raise EngineError("a slice cannot have a step of 0")
        return slice(start, stop, step)

    def unary(self, node: Unary) -> Value:
        """Return the value of a root, transpose, absolute value or negation.

        Raises Ambiguous for `|...|` of a row or grid.
        """
        value = self.value(node.operand)
        if node.sign == "√":
            return self.pencil("root", op.root, value)
        if node.sign == "ᵀ":
            return turned(value)
        if node.sign == "|":
            if not is_number(value):
                raise Ambiguous(
                    "|...| of a row: each number without its sign or its length? Write abs() or ‖...‖", node.column
                )
            return self.pencil("abs", functions.abs, value)
        if isinstance(node.operand, Literal):
            return -value
        return self.pencil("negate", op.negate, value)

    def binary(self, node: Binary) -> Value:
        """Return the value of an operation with a sign between two operands.

        Raises Ambiguous for `*` between two rows or grids, and for a power of a grid.
        """
        if node.sign in ("^", "**") and isinstance(node.left, Literal) and node.left.text == "e":
            return self.pencil("raise", op.exp, self.value(node.right))
        left, right = self.value(node.left), self.value(node.right)
        if node.sign == "·":
            turned_row = isinstance(node.left, Unary) and node.left.sign == "ᵀ" and is_column(left)
            if turned_row and not is_number(right) and len(left) == len(right):  # qᵀ·k and xᵀ·W of a row
                left = row_of_column(left)
            return self.product(left, right)
        if node.sign == "*":
            if not (is_number(left) or is_number(right)):
                raise Ambiguous(
                    "* between two rows or grids: entry by entry or a product? Write ⊙ for the one, · for the other",
                    node.column,
                )
            return self.pencil("multiply", op.multiply, left, right)
        if node.sign == "^" and rank_of(left) == 2 and is_number(right):
            raise Ambiguous(
                "a power of a grid: entry by entry or the grid times itself? Write X ⊙ X, or X·X", node.column
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
        """Return `left · right`: a product of numbers, a dot product or a matrix product, depending on the shapes."""
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
        """Return the value of a sum of numbers, rows or grids."""
        if all(_is_plain_product(term) for _, term in node.terms):
            values: Row = self.products(node)
        else:
            values = tuple(self.value(term) for _, term in node.terms)
        signed = tuple(
            value if sign == "+" else negative(value) for (sign, _), value in zip(node.terms, values, strict=True)
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


def names_in(node: Node) -> Iterator[Name]:
    """Yield every Name node in an expression, except in slices and in keyword arguments that are one word."""
    match node:
        case Name():
            yield node
        case Listing():
            for each in node.items:
                yield from names_in(each)
        case Call():
            for each in (*node.arguments, *(value for _, value in node.keywords if not isinstance(value, Name))):
                yield from names_in(each)
        case Pick():
            yield from names_in(node.value)
            for index in node.places:
                if not isinstance(index, Slice):
                    yield from names_in(index)
        case Unary():
            yield from names_in(node.operand)
        case Binary():
            yield from names_in(node.left)
            yield from names_in(node.right)
        case Sum():
            for _, term in node.terms:
                yield from names_in(term)


def names_used(node: Node) -> Iterator[str]:
    """Yield every word that may be a name with a value, including words in slices and keyword arguments.

    Words may repeat, and they come in no particular order.
    """
    parts: list[object] = [node]
    while parts:
        part = parts.pop()
        if isinstance(part, Name):
            yield part.text
        elif isinstance(part, tuple) and not isinstance(part, Literal):
            parts.extend(part)


def is_written_out(node: Node) -> bool:
    """Return whether an expression is literals and names only, with nothing to calculate."""
    match node:
        case Literal() | Name():
            return True
        case Listing():
            return all(map(is_written_out, node.items))
        case Unary():
            return node.sign == "-" and isinstance(node.operand, Literal)
        case _:
            return False


def is_literal(node: Node) -> bool:
    """Return whether an expression is literal numbers only."""
    return is_written_out(node) and next(names_in(node), None) is None


def _is_plain_product(node: Node) -> bool:
    """Return whether an expression is a product written with `·`."""
    return isinstance(node, Binary) and node.sign == "·"


def negative(value: Value) -> Value:
    """Return a value with all signs changed. No pencil is used, so no line is written."""
    return entry_by_entry(minus, value)


def turned(value: Value) -> Value:
    """Return the transpose of a grid; a row becomes a column, a number stays as it is."""
    if is_number(value):
        return value
    return transposed((value,) if len(shape_of(value)) == 1 else value)
