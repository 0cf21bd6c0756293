"""Works out the values of numeric Python from its syntax tree; nothing of it is ever run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from katatx.audit.code import operators
from katatx.audit.code.arrays import (
    Array,
    Meter,
    Unsupported,
    as_array,
    is_scalar,
    matrix_product,
    plain,
    rows,
    transposed,
)
from katatx.audit.code.calls import Builtin, Call
from katatx.audit.code.indexing import NewAxis, item
from katatx.audit.code.library import USUAL, CodeNames
from katatx.audit.code.names import SHORT_FLOATS, dotted
from katatx.audit.code.shown import Text
from katatx.audit.code.table import FUNCTIONS, METHODS
from katatx.audit.code.texts import filled_in, format_text, put_together

_DEEPEST = 120
# What going through one part of an expression takes, counted in numbers added.
_NODE = 4
_MOST_BITS = 4_000
_LONGEST_TEXT = 4_000
_MOST_REPEATS = 200
# What may go wrong in working out code that is not meant to be worked: none of it is a fault of ours.
ERRORS = (ArithmeticError, TypeError, ValueError, IndexError, KeyError, AttributeError, RecursionError)


_FORMS: dict[type[ast.expr], str] = {
    ast.Constant: "_constant",
    ast.Name: "_name",
    ast.Attribute: "_attribute",
    ast.List: "_list",
    ast.Tuple: "_tuple",
    ast.BinOp: "_binary",
    ast.UnaryOp: "_unary",
    ast.Compare: "_comparison",
    ast.BoolOp: "_boolean",
    ast.IfExp: "_choice",
    ast.Subscript: "_subscript",
    ast.ListComp: "_comprehension",
    ast.GeneratorExp: "_comprehension",
    ast.JoinedStr: "_text",
    ast.Call: "_call",
    ast.Lambda: "_lambda",
}


class Function:
    """A function that the code itself defines: its arguments, its body or its expression, and the names around it."""

    def __init__(self, arguments: ast.arguments, body: list[ast.stmt] | ast.expr, around: list[dict[str, Any]]) -> None:
        self.arguments, self.body, self.around = arguments, body, around


class Interpreter(CodeNames):
    """Works out expressions. `names` are what the code has given values so far, the innermost last.

    Raises Unsupported for everything that it does not know.
    """

    def __init__(self, meter: Meter, run: Callable[[Interpreter, list[ast.stmt]], Any] | None = None) -> None:
        super().__init__()
        self.meter = meter
        self._run = run
        self._depth = 0

    def work(self, node: ast.expr) -> Any:
        """The value of an expression."""
        try:
            return self._work(node)
        except ERRORS as error:
            raise Unsupported("it has no value that can be told") from error

    def _work(self, node: ast.expr) -> Any:
        self.meter.spend(_NODE)
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                raise Unsupported("it is nested too deeply")
            form = _FORMS.get(type(node))
            if form is None:
                raise Unsupported("it has a form that is not worked here")
            return getattr(self, form)(node)
        finally:
            self._depth -= 1

    # ---- names

    def _name(self, node: ast.Name) -> Any:
        return self.find(node.id)

    def _attribute(self, node: ast.Attribute) -> Any:
        path = dotted(node)
        if path and self.is_library(path[0]):
            if path[1:-1] and not set(path[1:-1]) <= {"linalg", "nn", "functional", "numpy", "special", "F"}:
                raise Unsupported(f"{'.'.join(path)[:60]} is not worked here")
            return self.of_library(self.prefixes.get(path[0], USUAL.get(path[0], path[0])), path[-1])
        value = self._work(node.value)
        if isinstance(value, (int, float)):
            value = Array((), (value,))
        if not isinstance(value, Array):
            raise Unsupported(f".{node.attr[:40]} is not worked here")
        match node.attr:
            case "T" | "mT" | "H":
                return transposed(value) if len(value.shape) > 1 or node.attr == "T" else value
            case "shape":
                return value.shape
            case "size":
                return len(value.numbers)
            case "ndim":
                return len(value.shape)
            case "data" | "real":
                return plain(value)
        raise Unsupported(f".{node.attr[:40]} is not worked here")

    # ---- plain values

    def _constant(self, node: ast.Constant) -> Any:
        value = node.value
        if isinstance(value, int) and value.bit_length() > _MOST_BITS:
            raise Unsupported("a number of too many digits")
        if isinstance(value, str) and len(value) > _LONGEST_TEXT:
            raise Unsupported("a text that is too long")
        if value is None or value is Ellipsis or isinstance(value, (int, float, str)):
            return value
        raise Unsupported("a value that is no number")

    def _items(self, nodes: list[ast.expr]) -> list[Any]:
        made: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                made.extend(self.parts(self._work(node.value)))
            else:
                made.append(self._work(node))
        return made

    def _list(self, node: ast.List) -> Any:
        return self._items(node.elts)

    def _tuple(self, node: ast.Tuple) -> Any:
        return tuple(self._items(node.elts))

    def parts(self, value: Any) -> list[Any]:
        """The parts of a list, a tuple or an array, one after the other."""
        found = [plain(row) for row in rows(value)] if isinstance(value, Array) else value
        if not isinstance(found, (list, tuple)):
            raise Unsupported("something that has no parts")
        self.meter.spend(len(found))
        return list(found)

    # ---- operators

    def _binary(self, node: ast.BinOp) -> Any:
        left, right = self._work(node.left), self._work(node.right)
        if isinstance(node.op, ast.MatMult):
            return matrix_product(left, right, self.meter)
        if isinstance(left, (str, Text)):
            if isinstance(node.op, ast.Mod):
                return filled_in(left, right)
            if isinstance(node.op, ast.Add):
                return put_together([left, right])
            if (
                isinstance(node.op, ast.Mult)
                and isinstance(left, str)
                and type(right) is int
                and 0 <= right <= _MOST_REPEATS
            ):
                return put_together([left * right])
            raise Unsupported("an operator of a text")
        return operators.binary(type(node.op).__name__, left, right, self.meter)

    def _unary(self, node: ast.UnaryOp) -> Any:
        value = self._work(node.operand)
        match node.op:
            case ast.USub():
                return operators.negative(value, self.meter)
            case ast.Invert():
                return operators.inverted(value, self.meter)
            case ast.Not():
                return not self.truth(value)
            case _:
                return value

    def truth(self, value: Any) -> bool:
        """Whether a value counts as true. Raises Unsupported for an array of several numbers."""
        if isinstance(value, Array):
            if len(value.numbers) != 1:
                raise Unsupported("the truth of several numbers")
            return bool(value.numbers[0])
        if value is None or isinstance(value, (int, float, str, list, tuple)):
            return bool(value)
        raise Unsupported("the truth of what is no number")

    def _comparison(self, node: ast.Compare) -> Any:
        left = self._work(node.left)
        made: Any = True
        for sign, other in zip(node.ops, node.comparators, strict=True):
            right = self._work(other)
            if isinstance(sign, (ast.Is, ast.IsNot)):
                if left is not None and right is not None:
                    raise Unsupported("a comparison that is not worked here")
                made = (left is right) == isinstance(sign, ast.Is)
            else:
                made = operators.compared(type(sign).__name__, left, right, self.meter)
            if len(node.ops) > 1 and not self.truth(made):
                return False
            left = right
        return made

    def _boolean(self, node: ast.BoolOp) -> Any:
        value: Any = None
        for part in node.values:
            value = self._work(part)
            if self.truth(value) == isinstance(node.op, ast.Or):
                break
        return value

    def _choice(self, node: ast.IfExp) -> Any:
        return self._work(node.body if self.truth(self._work(node.test)) else node.orelse)

    # ---- indexes

    def _subscript(self, node: ast.Subscript) -> Any:
        value = self._work(node.value)
        self.meter.spend(len(value.numbers) if isinstance(value, Array) else 1)
        return item(value, self.index(node.slice, isinstance(value, Array)))

    def index(self, node: ast.expr, of_array: bool) -> Any:
        """What stands in square brackets."""
        if isinstance(node, ast.Tuple):
            return tuple(self.index(part, of_array) for part in node.elts)
        if isinstance(node, ast.Slice):
            ends = [None if end is None else self._work(end) for end in (node.lower, node.upper, node.step)]
            if not all(end is None or isinstance(end, int) for end in ends) or ends[2] == 0:
                raise Unsupported("a slice that is not known")
            return slice(*ends)
        value = self._work(node)
        if value is None and of_array:
            return NewAxis()
        return value

    # ---- comprehensions

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Any:
        made: list[Any] = []
        self.names.append({})
        try:
            self._generated(node, 0, made)
        finally:
            self.names.pop()
        return made

    def _generated(self, node: ast.ListComp | ast.GeneratorExp, at: int, made: list[Any]) -> None:
        if at == len(node.generators):
            made.append(self._work(node.elt))
            return
        part = node.generators[at]
        for value in self.parts(self._work(part.iter)):
            self.meter.spend(1)
            self.assign(part.target, value)
            if all(self.truth(self._work(test)) for test in part.ifs):
                self._generated(node, at + 1, made)

    def assign(self, target: ast.expr, value: Any) -> None:
        """Give a value to a name, or its parts to several. Raises Unsupported for other targets."""
        if isinstance(target, ast.Name):
            self.names[-1][target.id] = value
            return
        if not isinstance(target, (ast.Tuple, ast.List)):
            raise Unsupported("a part of a value is changed")
        parts = self.parts(value)
        starred = [at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
        if starred or len(parts) != len(target.elts):
            raise Unsupported("parts that do not go to as many names")
        for each, part in zip(target.elts, parts, strict=True):
            self.assign(each, part)

    # ---- texts

    def _text(self, node: ast.JoinedStr) -> Any:
        parts: list[Any] = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                spec = self._text(part.format_spec) if isinstance(part.format_spec, ast.JoinedStr) else ""
                parts.append(format_text(self._work(part.value), spec))
            else:
                parts.append(self._work(part))
        return put_together(parts)

    # ---- calls

    def _call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute):
            path = dotted(node.func)
            if not (path and self.is_library(path[0])):
                return self._method(node, node.func)
        function = self._work(node.func)
        args, named = self._arguments(node)
        if isinstance(function, Builtin):
            if function.name == "print":
                raise Unsupported("print gives no value")
            return self._builtin(function, args, named)
        if isinstance(function, Function):
            return self._own(function, args, named)
        raise Unsupported("something that is no function is called")

    def _arguments(self, node: ast.Call) -> tuple[list[Any], dict[str, Any]]:
        named = {}
        for part in node.keywords:
            if part.arg is None:
                raise Unsupported("arguments that are not written out")
            named[part.arg] = None if part.arg in ("device", "precision", "separator") else self._type_or_value(part)
        return self._items(node.args), named

    def _type_or_value(self, part: ast.keyword) -> Any:
        value = self._work(part.value)
        if part.arg == "dtype" and str(getattr(value, "name", value)) in SHORT_FLOATS:
            self.single = True
        return value

    def _builtin(self, function: Builtin, args: list[Any], named: dict[str, Any]) -> Any:
        if function.name not in FUNCTIONS:
            raise Unsupported(f"{function.name} is not worked here")
        if function.name in ("array2string", "array_repr", "array_str"):
            named = {}
            args = args[:1]
        if function.bare and function.name in ("sum", "max", "min", "sorted", "any", "all") and args:
            first = args[0]
            if isinstance(first, Array) and len(first.shape) > 1:
                if function.name != "sum":
                    raise Unsupported("rows put in order")
                args = [self.parts(first), *args[1:]]
        self.meter.spend(1 + sum(len(arg) for arg in args if isinstance(arg, (list, tuple))))
        return FUNCTIONS[function.name](Call(args, named, self.meter, function.torch))

    def _method(self, node: ast.Call, named: ast.Attribute) -> Any:
        value = self._work(named.value)
        args, keywords = self._arguments(node)
        if isinstance(value, str) and named.attr == "format":
            return filled_in(value, args, braces=True)
        if named.attr not in METHODS or not (isinstance(value, Array) or is_scalar(value)):
            raise Unsupported(f".{named.attr[:40]}() is not worked here")
        if (
            named.attr in ("std", "var")
            and self.torch
            and self.numpy
            and not {"ddof", "unbiased", "correction"} & set(keywords)
        ):
            raise Unsupported("libraries differ in what it divides by")
        for arg in args:
            if named.attr == "astype" and str(getattr(arg, "name", arg)) in SHORT_FLOATS:
                self.single = True
        call = Call([as_array(value) if named.attr != "size" else value, *args], keywords, self.meter, self.torch)
        made = FUNCTIONS[named.attr](call)
        return plain(made) if isinstance(made, Array) else made

    def _own(self, function: Function, args: list[Any], named: dict[str, Any]) -> Any:
        own = self._bound(function, args, named)
        before, self.names = self.names, [*function.around, own]
        try:
            if isinstance(function.body, ast.expr):
                return self._work(function.body)
            if self._run is None:
                raise Unsupported("a function that is not worked here")
            return self._run(self, function.body)
        finally:
            self.names = before

    def _bound(self, function: Function, args: list[Any], named: dict[str, Any]) -> dict[str, Any]:
        given = function.arguments
        places = [each.arg for each in (*given.posonlyargs, *given.args)]
        if given.vararg or given.kwarg or len(args) > len(places):
            raise Unsupported("arguments that do not fit")
        own = dict(zip(places, args, strict=False))
        if set(named) & set(own) or not set(named) <= {*places, *(each.arg for each in given.kwonlyargs)}:
            raise Unsupported("arguments that do not fit")
        own.update(named)
        usual = list(zip(places[len(places) - len(given.defaults) :], given.defaults, strict=True))
        usual += [(each.arg, node) for each, node in zip(given.kwonlyargs, given.kw_defaults, strict=True) if node]
        for name, node in usual:
            if name not in own:
                own[name] = self._work(node)
        if not set(places) <= set(own):
            raise Unsupported("arguments that do not fit")
        return own

    def _lambda(self, node: ast.Lambda) -> Function:
        return Function(node.args, node.body, list(self.names))
