"""Goes through the statements of a page's code: what they assign, print and show."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

from katatx.audit.code import operators
from katatx.audit.code.arrays import Array, Meter, Unsupported, as_array, broadcast
from katatx.audit.code.indexing import item
from katatx.audit.code.interpreter import ERRORS, Function, Interpreter
from katatx.audit.code.names import PREFIXES, dotted, imported, made_in, may_be_same, read_in
from katatx.audit.code.shown import Opaque, Text
from katatx.audit.code.statements import LONGEST
from katatx.audit.code.table import FUNCTIONS, METHODS
from katatx.audit.code.texts import put_together

_MOST_SHOWN = 500
# What going through one statement takes, counted in numbers added.
_STATEMENT = 25
_CHANGING = frozenset({"shuffle", "fill_diagonal", "put", "copyto", "place", "putmask", "at"})
_BY_TEXT = frozenset({"exec", "globals", "vars", "setattr"})
_HARMLESS = frozenset(FUNCTIONS) | {"print", "isinstance", "display"}


class _Returned(Exception):
    """A function's value on its way out."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Came(NamedTuple):
    """What a statement came to: the value that it assigns, shows or prints (or Opaque), and all that it prints; whether
    that value is merely written down, and whether an interpreter shows it.
    """

    value: Any
    printed: tuple[Any, ...]
    literal: bool
    is_shown: bool


NOTHING = Came(None, (), literal=True, is_shown=False)


def parsed(source: str) -> list[ast.stmt] | None:
    """The statements of a source; None where it is no Python."""
    if len(source) > LONGEST or "\0" in source:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source).body
        except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError):
            return None


class Program:
    """A page's code as far as it has been gone through."""

    def __init__(self, meter: Meter) -> None:
        self.interpreter = Interpreter(meter, self._body)
        self._printed: list[Any] = []
        self._same: dict[str, set[str]] = {}
        self._bodies: dict[str, set[str]] = {}
        # The names around them that functions may give other values to.
        self._outer: set[str] = set()
        self._by_text = False

    def fork(self) -> None:
        """Go on apart from the program that this one is a copy of."""
        before = self.interpreter
        self.interpreter = Interpreter(before.meter, self._body)
        self.interpreter.names = [dict(before.names[0])]
        self.interpreter.prefixes = dict(before.prefixes)
        self.interpreter.functions = dict(before.functions)
        self.interpreter.hidden = set(before.hidden)
        self._same = {name: set(group) for name, group in self._same.items()}
        self._bodies = dict(self._bodies)
        self._outer = set(self._outer)

    @property
    def names(self) -> dict[str, Any]:
        """What names stand for at the top."""
        return self.interpreter.names[0]

    def forget(self, names: set[str], groups: bool = False) -> None:
        """Let nobody know any more what names stand for; with `groups`, neither those that may be the same values."""
        for name in list(names):
            for each in list(self._same.get(name, ())) if groups else []:
                self.names.pop(each, None)
                self.interpreter.hidden.add(each)
            self.names.pop(name, None)
            self.interpreter.hidden.add(name)

    def run(self, statements: Sequence[ast.stmt]) -> Came:
        """Go through statements; what the last of them came to, and all that was printed. Never raises."""
        printed: list[Any] = []
        came = NOTHING
        for statement in statements:
            came = self._statement(statement)
            printed += came.printed
        return came._replace(printed=tuple(printed[:_MOST_SHOWN]))

    def _statement(self, statement: ast.stmt) -> Came:
        self._printed = []
        self.interpreter.names = self.interpreter.names[:1]
        try:
            value, is_shown = self._do(statement, top=True)
        except Unsupported as error:
            return self._failed(statement, str(error))
        except ERRORS:
            return self._failed(statement, "it has no value that can be told")
        made = made_in(statement)
        self.interpreter.hidden -= {name for name in made if name in self.names}
        return Came(value, tuple(self._printed), _is_literal(statement), is_shown)

    def _failed(self, statement: ast.stmt, why: str) -> Came:
        self.interpreter.names = self.interpreter.names[:1]
        self.forget(made_in(statement))
        self.forget(_changed_in(statement) | self._reached(statement) | self._given_elsewhere(statement), groups=True)
        is_expression = isinstance(statement, ast.Expr)
        printed = (
            (Opaque(why),) if self._printed or not isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign)) else ()
        )
        return Came(Opaque(why), printed, literal=False, is_shown=is_expression)

    def _reached(self, statement: ast.stmt) -> set[str]:
        """The names whose values a call of unknown effect may have changed."""
        reached: set[str] = set()
        for call in ast.walk(statement):
            if not isinstance(call, ast.Call):
                continue
            path = dotted(call.func)
            library = (
                bool(path)
                and len(path) > 1
                and (path[0] in self.interpreter.prefixes or path[0] in PREFIXES)
                and path[0] not in self.names
            )
            if library and path[-1] not in _CHANGING and not any(each.arg == "out" for each in call.keywords):
                continue
            if len(path) == 1 and path[0] in _HARMLESS and path[0] not in self.names:
                continue
            if isinstance(call.func, ast.Attribute) and not library and call.func.attr in METHODS:
                continue
            reached |= read_in(call) | (self._bodies.get(path[0], set()) if path else set())
        return {name for name in reached if isinstance(self.names.get(name), (Array, list, tuple))}

    def _given_elsewhere(self, statement: ast.stmt) -> set[str]:
        """The names that what a statement calls may have given other values: those that a function calls global, and
        all of them where code may name them by texts.
        """
        for each in ast.walk(statement):
            if isinstance(each, (ast.Global, ast.Nonlocal)):
                self._outer.update(each.names)
            elif isinstance(each, ast.Name) and each.id in _BY_TEXT:
                self._by_text = True
        if not any(isinstance(each, ast.Call) for each in ast.walk(statement)):
            return set()
        return set(self.names) if self._by_text else self._outer

    # ---- single statements

    def _do(self, node: ast.stmt, top: bool) -> tuple[Any, bool]:
        """Do what a statement says: its value, and whether an interpreter shows it."""
        self.interpreter.meter.spend(_STATEMENT)
        match node:
            case ast.Expr():
                return self._expression(node.value)
            case ast.Assign():
                return self._assigned(node.targets, node.value, top), False
            case ast.AnnAssign() if node.value is not None:
                return self._assigned([node.target], node.value, top), False
            case ast.AugAssign():
                return self._augmented(node, top), False
            case ast.Return() if not top:
                raise _Returned(None if node.value is None else self.interpreter.work(node.value))
            case _:
                self._plain(node, top)
        return None, False

    def _plain(self, node: ast.stmt, top: bool) -> None:
        """A statement that has no value."""
        match node:
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.FunctionDef() if not node.decorator_list:
                self._define(node)
            case ast.For() if not node.orelse:
                for value in self.interpreter.parts(self.interpreter.work(node.iter)):
                    self.interpreter.assign(node.target, value)
                    self._all(node.body, top)
            case ast.If():
                self._all(node.body if self.interpreter.truth(self.interpreter.work(node.test)) else node.orelse, top)
            case ast.With() if not any(each.optional_vars for each in node.items):
                self._all(node.body, top)
            case ast.Pass() | ast.Assert() | ast.Delete() | ast.AnnAssign():
                self.forget(made_in(node) if isinstance(node, ast.Delete) else set())
            case _:
                raise Unsupported("a statement that is not worked here")

    def _all(self, body: list[ast.stmt], top: bool) -> None:
        for node in body:
            self._do(node, top)

    def _body(self, _interpreter: Interpreter, body: list[ast.stmt]) -> Any:
        """The value that the body of a function returns."""
        try:
            self._all(body, top=False)
        except _Returned as returned:
            return returned.value
        return None

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        prefixes, functions, unknown = imported(node)
        self.interpreter.prefixes.update(prefixes)
        self.interpreter.functions.update(functions)
        for name in (*prefixes, *functions):
            self.names.pop(name, None)
            self.interpreter.hidden.discard(name)
        self.forget(set(unknown))

    def _define(self, node: ast.FunctionDef) -> None:
        self._given_elsewhere(node)
        body = node.body
        if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        self._bodies[node.name] = read_in(*node.body) | made_in(node)
        self.interpreter.names[-1][node.name] = Function(node.args, body, list(self.interpreter.names))

    # ---- values

    def _expression(self, node: ast.expr) -> tuple[Any, bool]:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "display", "pprint")
        ):
            return self._print(node), False
        return self.interpreter.work(node), True

    def _print(self, node: ast.Call) -> Any:
        named = {each.arg: each.value for each in node.keywords}
        between = named.get("sep")
        separator = between.value if isinstance(between, ast.Constant) and isinstance(between.value, str) else " "
        values: list[Any] = []
        why = ""
        for argument in node.args:
            try:
                values.append(self.interpreter.work(argument))
            except Unsupported as error:
                why = str(error)
        if why:
            self._printed.append(Opaque(why))
            return Opaque(why)
        parts: list[Any] = []
        for at, value in enumerate(values):
            parts += [separator, value] if at else [value]
        whole = put_together(parts) if parts else ""
        self._printed.append(whole if isinstance(whole, Text) else Text((whole,)))
        if len(self._printed) > _MOST_SHOWN:
            raise Unsupported("it prints more than is read")
        kept = [value for value in values if not isinstance(value, str)]
        kept = [part for value in kept for part in (_only_values(value) if isinstance(value, Text) else [value])]
        return kept[0] if len(kept) == 1 else tuple(kept) if kept else None

    def _assigned(self, targets: list[ast.expr], node: ast.expr, top: bool) -> Any:
        value = self.interpreter.work(node)
        for target in targets:
            if isinstance(target, ast.Subscript):
                self._change(target, value, top)
                continue
            self.interpreter.assign(target, value)
            if top:
                self._share(made_in(target), read_in(node) if may_be_same(node) else set(), len(targets) > 1)
        return value

    def _share(self, made: set[str], read: set[str], several: bool) -> None:
        """Remember which names may stand for the same value, or a part of it."""
        for name in made:
            self._same.pop(name, set()).discard(name)
        others = {name for name in read if isinstance(self.names.get(name), (Array, list, tuple))}
        if others or several:
            whole = set().union(*(self._same.get(name, {name}) for name in others)) | made
            for name in whole:
                self._same[name] = whole

    def _augmented(self, node: ast.AugAssign, top: bool) -> Any:
        if isinstance(node.target, ast.Subscript):
            old = self.interpreter.work(ast.Subscript(node.target.value, node.target.slice, ast.Load()))
            made = self.interpreter.work(node.value)
            value = operators.binary(type(node.op).__name__, old, made, self.interpreter.meter)
            self._change(node.target, value, top)
            return value
        if not isinstance(node.target, ast.Name):
            raise Unsupported("a part of a value is changed")
        name = node.target.id
        old = self.interpreter.find(name)
        value = self.interpreter.work(ast.BinOp(ast.Name(name, ast.Load()), node.op, node.value))
        if isinstance(old, (Array, list)):
            self._in_place(name, top)
            if isinstance(old, Array) and (
                not isinstance(value, Array) or value.shape != old.shape or _loses(old, value)
            ):
                raise Unsupported("a change that does not fit the array")
        self.interpreter.names[-1][name] = value
        return value

    def _in_place(self, name: str, top: bool) -> None:
        """A value is changed where it stands: whatever else may be the same value is not known any more."""
        if not top or name not in self.names:
            raise Unsupported("a function changes its arguments")
        self.forget(self._same.pop(name, set()) - {name})

    def _change(self, target: ast.Subscript, value: Any, top: bool) -> None:
        """`x[1] = 3`."""
        if not isinstance(target.value, ast.Name):
            raise Unsupported("a part of a part is changed")
        name = target.value.id
        old = self.interpreter.find(name)
        index = self.interpreter.index(target.slice, isinstance(old, Array))
        self._in_place(name, top)
        if isinstance(old, list) and type(index) is int and -len(old) <= index < len(old):
            made: Any = list(old)
            made[index] = value
        elif isinstance(old, Array):
            self.interpreter.meter.spend(len(old.numbers))
            places = as_array(item(Array(old.shape, range(len(old.numbers))), index))
            numbers = list(old.numbers)
            for at, number in zip(places.numbers, broadcast(as_array(value), places.shape), strict=True):
                numbers[int(at)] = number
            made = Array(old.shape, numbers)
            if _loses(old, made):
                raise Unsupported("a change that does not fit the array")
        else:
            raise Unsupported("a part of a value is changed")
        self.names[name] = made


def _loses(old: Array, made: Array) -> bool:
    """Whether whole numbers would have to take on others."""
    return not any(isinstance(each, float) for each in old.numbers) and any(
        isinstance(each, float) for each in made.numbers
    )


def _only_values(text: Text) -> list[Any]:
    return [part for part in text.parts if not isinstance(part, str)]


def _changed_in(node: ast.AST) -> set[str]:
    """The names of which parts are changed where they stand."""
    found = {
        each.target.id
        for each in ast.walk(node)
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
    }
    for each in ast.walk(node):
        if isinstance(each, (ast.Subscript, ast.Attribute)) and isinstance(each.ctx, (ast.Store, ast.Del)):
            found |= made_in(each)
    return found


def _is_literal(node: ast.stmt) -> bool:
    """Whether a statement assigns what is merely written down."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
        return False
    value: ast.expr = node.value
    while (
        isinstance(value, ast.Call)
        and value.args
        and dotted(value.func)[-1:]
        and dotted(value.func)[-1] in ("array", "asarray", "tensor", "float")
    ):
        value = value.args[0]
    kinds = (ast.Constant, ast.List, ast.Tuple, ast.UnaryOp, ast.USub, ast.UAdd, ast.expr_context)
    return all(isinstance(each, kinds) for each in ast.walk(value))
