"""An expression worked with a pencil."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from katatx.engine import operations as op
from katatx.engine import recipes as _known  # importing makes the recipes known
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.interval import minus
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Recipe, all_names, find_recipe
from katatx.engine.values import Row, Value, as_written, entry_by_entry, is_number, shape_of, transposed
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Sum, Unary
from scoring.shapes import describe


class Defined:
    """A name that stands for an expression: `s` after `s = q·k`. Its lines are worked, and
    rounded, where it is first used.
    """

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node


# What names stand for: values, or expressions to work out.
Names = Mapping[str, Value | Defined]
_NO_NAMES: Names = {}


def evaluate(node: Node, names: Names = _NO_NAMES, pencil: Pencil | None = None) -> Value:
    """The value of an expression, worked line by line with a pencil (exactly, by default).

    A grid of one row comes out as that row, as it stands on paper. Raises UnknownName
    for a name or operation nobody knows, EngineError for what has no value.
    """
    return work_out(standard(node, names), names, pencil or Pencil())


def work_out(node: Node, names: Names, pencil: Pencil) -> Value:
    """As `evaluate`, of an expression that is `standard` already: many pencils may work one."""
    try:
        return as_written(pencil.work(_known.arithmetic.arithmetic, lambda p: _Worker(p, names).whole(node)))
    except RecursionError as error:
        raise EngineError("the expression is too long or nested too deeply; write it in parts") from error


def standard(node: Node, names: Names = _NO_NAMES) -> Node:
    """The expression with operations by their textbook names, and a loose run of
    numbers made the row it stands for: `portions 1 4` becomes `softmax([1, 4])`.

    Raises UnknownName for an operation nobody knows; `names` are known to be values.
    EngineError where it is nested too deeply.
    """
    try:
        return _standard(node, names)
    except RecursionError as error:
        raise EngineError("the expression is too long or nested too deeply; write it in parts") from error


def _standard(node: Node, names: Names) -> Node:
    match node:
        case Call():
            return _standard_call(node, names)
        case Listing():
            return node._replace(items=tuple(_standard(item, names) for item in node.items))
        case Unary():
            return node._replace(operand=_standard(node.operand, names))
        case Binary():
            return node._replace(left=_standard(node.left, names), right=_standard(node.right, names))
        case Sum():
            return node._replace(terms=tuple((sign, _standard(term, names)) for sign, term in node.terms))
        case _:
            return node


def _standard_call(call: Call, names: Names) -> Node:
    found = find_recipe(call.name)
    if found is None and call.name in names:
        raise UnknownName(f"{quote(call.name)} is a value here; write {call.name}·... to multiply by it", call.column)
    if found is None or found is _known.arithmetic.arithmetic:
        raise UnknownName(_unknown(call.name, all_names(), "operation"), call.column)
    arguments = tuple(_standard(argument, names) for argument in call.arguments)
    if found.takes_one_row and _is_loose_row(found, arguments):
        arguments = (Listing(arguments, arguments[0].column),)
    return call._replace(name=found.name, arguments=arguments, loose=False)


def _is_loose_row(found: Recipe, arguments: tuple[Node, ...]) -> bool:
    """Whether numbers side by side are the one row an operation takes."""
    if len(found.parameters) > 1:
        return all(_is_plain_number(argument) for argument in arguments)
    return len(arguments) > 1 or (found.parameters[0].kind == "Row" and isinstance(arguments[0], Literal))


def _is_plain_number(node: Node) -> bool:
    match node:
        case Literal():
            return True
        case Unary():
            return node.sign != "ᵀ" and _is_plain_number(node.operand)
        case Binary():
            return _is_plain_number(node.left) and _is_plain_number(node.right)
        case _:
            return False


# Looking for what is near takes time that grows with the name; no name here is longer.
_LONGEST_NAME = 40


def _unknown(name: str, known: Iterable[str], what: str) -> str:
    import difflib

    near = difflib.get_close_matches(name[:_LONGEST_NAME], list(known), n=2, cutoff=0.6)
    hint = f"; did you mean {' or '.join(near)}?" if near else "; `katatx check --list` names all operations"
    return f"no {what} is called {quote(name)}{hint}"


class _Worker:
    """Works the nodes of one expression; each sign written is a line."""

    def __init__(self, pencil: Pencil, names: Names) -> None:
        self.pencil = pencil
        self.names = names
        self.worked: dict[str, Value] = {}

    def whole(self, node: Node) -> Value:
        """The whole expression; a lone operation's lines stand as the expression's own."""
        if isinstance(node, Call):
            recipe, given = self.call(node)
            if not recipe.on_one_line:
                return self.pencil.work(recipe, *given)
            return self.pencil(recipe.name, recipe, *given)
        return self.value(node)

    def value(self, node: Node) -> Value:
        match node:
            case Literal():
                return node.value
            case Name():
                return self.named(node)
            case Listing():
                return self.listing(node)
            case Call():
                recipe, given = self.call(node)
                return self.pencil(recipe.name, recipe, *given)
            case Unary():
                return self.unary(node)
            case Binary():
                return self.binary(node)
            case Sum():
                return self.sum(node)

    def named(self, node: Name) -> Value:
        if node.text in self.worked:
            return self.worked[node.text]
        if node.text in self.names:
            found = self.names[node.text]
            self.worked[node.text] = value = self.defined(node.text, found) if isinstance(found, Defined) else found
            return value
        operation = find_recipe(node.text)
        if operation is not None:
            raise UnknownName(f"{operation.name} needs something to work on: {operation.signature}", node.column)
        raise UnknownName(_unknown(node.text, [*self.names, *all_names()], "value"), node.column)

    def defined(self, name: str, defined: Defined) -> Value:
        """What a name stands for; if that takes work, a line of its own.

        The names it uses are worked first, so that no definition's lines stand inside
        another's: a pencil that copies one line must find all others where they were.
        """
        for used in names_in(defined.node):
            self.named(used)
        if is_written_out(defined.node):
            return self.value(defined.node)
        return self.pencil(f"{name} =", _known.arithmetic.arithmetic, lambda _: self.whole(defined.node))

    def listing(self, node: Listing) -> Value:
        items = tuple(self.value(item) for item in node.items)
        if len({shape_of(item) for item in items}) > 1:
            shapes = ", ".join(dict.fromkeys(describe(shape_of(item)) for item in items))
            raise EngineError(f"column {node.column}: a list of unlike things: {shapes}")
        if len(shape_of(items)) > 2:
            raise EngineError(f"column {node.column}: brackets three deep; a grid is rows of numbers")
        return items

    def call(self, node: Call) -> tuple[Recipe, tuple[Value, ...]]:
        found = find_recipe(node.name)
        if found is None:
            raise UnknownName(_unknown(node.name, all_names(), "operation"), node.column)
        given = tuple(self.value(argument) for argument in node.arguments)
        if found.takes_one_row and len(given) > 1 and all(map(is_number, given)):
            given = (given,)  # names of single numbers, side by side
        return found, given

    def unary(self, node: Unary) -> Value:
        value = self.value(node.operand)
        if node.sign == "√":
            return self.pencil("root", op.root, value)
        if node.sign == "ᵀ":
            return turned(value)
        if isinstance(node.operand, Literal):
            return -value
        return self.pencil("negate", op.negate, value)

    def binary(self, node: Binary) -> Value:
        if node.sign == "^" and isinstance(node.left, Literal) and node.left.text == "e":
            return self.pencil("raise", op.exp, self.value(node.right))
        left, right = self.value(node.left), self.value(node.right)
        if node.sign == "·":
            return self.product(left, right)
        _need_alike(left, right)
        if node.sign == "^":
            return self.pencil("power", op.power, left, right)
        if node.sign == "⊙":
            return self.pencil("multiply", op.multiply, left, right)
        return self.pencil("divide", op.divide, left, right)

    def product(self, left: Value, right: Value) -> Value:
        """`·` as shapes ask: number by number, dot product, or grid product."""
        if is_number(left) or is_number(right):
            return self.pencil("multiply", op.multiply, left, right)
        if len(shape_of(left)) == 1 and len(shape_of(right)) == 1:
            return self.pencil("dot", _known.products.dot, left, right)
        if len(shape_of(right)) == 1:
            return self.pencil("linear", _known.products.linear, left, right)
        return self.pencil("matmul", _known.products.matmul, left, right)

    def sum(self, node: Sum) -> Value:
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
            _need_alike(whole, value)
            whole = self.pencil("add", op.add, whole, value)
        return whole

    def products(self, node: Sum) -> Row:
        """`2·3 + 0·0`: all the products on one line, as a person writes them."""
        factors = [(self.value(t.left), self.value(t.right)) for _, t in node.terms if isinstance(t, Binary)]
        lefts, rights = zip(*factors, strict=True)
        if not all(map(is_number, (*lefts, *rights))):
            return tuple(self.product(left, right) for left, right in factors)
        products: Row = self.pencil("multiply", op.multiply, lefts, rights)
        return products


def names_in(node: Node) -> Iterator[Name]:
    """Every name in an expression."""
    match node:
        case Name():
            yield node
        case Listing() | Call():
            for each in node.items if isinstance(node, Listing) else node.arguments:
                yield from names_in(each)
        case Unary():
            yield from names_in(node.operand)
        case Binary():
            yield from names_in(node.left)
            yield from names_in(node.right)
        case Sum():
            for _, term in node.terms:
                yield from names_in(term)


def is_written_out(node: Node) -> bool:
    """Whether an expression is numbers as they stand, with nothing to work out."""
    match node:
        case Literal() | Name():
            return True
        case Listing():
            return all(map(is_written_out, node.items))
        case Unary():
            return node.sign == "-" and isinstance(node.operand, Literal)
        case _:
            return False


def _need_alike(left: Value, right: Value) -> None:
    """Raises EngineError naming both where two values are neither of one shape nor one of them a number."""
    if not (is_number(left) or is_number(right) or shape_of(left) == shape_of(right)):
        raise EngineError(f"the shapes do not match: {describe(shape_of(left))} and {describe(shape_of(right))}")


def _is_plain_product(node: Node) -> bool:
    return isinstance(node, Binary) and node.sign == "·"


def negative(value: Value) -> Value:
    """A value with every sign turned: part of a subtraction, so no line of its own."""
    return entry_by_entry(minus, value)


def turned(value: Value) -> Value:
    """The transpose; a row becomes a column."""
    if is_number(value):
        return value
    return transposed((value,) if len(shape_of(value)) == 1 else value)
