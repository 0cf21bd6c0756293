"""Working code with NumPy, and the same calculation with one thing written another way."""

from __future__ import annotations

import ast
import operator
import re
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from katatx.notation.code.table import (
    JOINING,
    MODULES,
    NUMPY,
    SPELLED,
    TORCH,
    Found,
    broadcast,
    matmul,
    too_large,
)
from katatx.notation.errors import Ambiguous, CodeError
from katatx.notation.quoting import plain

PATIENCE, LONGEST_WORK = 0.1, 0.8  # seconds of looking for a slip, and of working a line
_EXACT = 2**53
_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.MatMult: matmul,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.USub: operator.neg,
    ast.UAdd: operator.pos, ast.Invert: np.logical_not,
}  # fmt: skip
# What may have been written for a keyword of a call that takes it.
_KEYWORD_SLIPS: dict[str, tuple[Any, ...]] = {
    "axis": (0, 1, None), "ddof": (0, 1), "eps": (0, 1e-5, 1), "reduction": ("sum", "mean")
}  # fmt: skip
# Functions that are taken for one another.
_ALIKE = (
    {"log", "log2", "log10"}, {"mean", "sum"}, {"gelu", "silu", "relu", "sigmoid"}, {"var", "std"},
    {"softmax", "log_softmax"},
)  # fmt: skip


class Worker:
    """Works trees of allowed nodes; `names` are those defined so far.

    Methods are those of the `library`: "numpy", "torch", or "both" where it is not known, and asked if it matters.
    """

    def __init__(self, library: str, names: Mapping[str, Any]) -> None:
        self.library = library
        self.torch = library != "numpy"
        self.names = dict(names)
        self.until = time.perf_counter() + LONGEST_WORK

    def assign(self, names: list[str], value: Any) -> None:
        values = [value] if len(names) < 2 else list(value) if isinstance(value, (tuple, list, np.ndarray)) else []
        if names and len(values) != len(names):
            raise CodeError(f"{len(names)} names for {len(values)} values; write as many")
        self.names.update(zip(names, values, strict=False))

    def whole(self, tree: ast.expr) -> Any:
        """Return the value of a whole side, without what NumPy would print as a warning."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return self.value(tree)

    def value(self, node: ast.expr) -> Any:
        """Work a node; what NumPy says about shapes and axes is told as it says it. Raises CodeError."""
        if time.perf_counter() > self.until:
            raise CodeError("this takes too long; write it in parts")
        try:
            return _plain(self._worked(node))
        except (CodeError, Ambiguous):
            raise
        except RecursionError:
            raise CodeError("brackets or signs are too deep; write the steps one after another, with ;") from None
        except Exception as error:  # noqa: BLE001 - whatever NumPy raises of hostile arguments
            message = re.sub(r"\S*<\w+>\(\)", "this function", " ".join(str(error).split()))[:160]
            raise CodeError(f"{plain(ast.unparse(node), 40)}: {message or 'has no value'}") from None

    def _worked(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=number):
                return np.float64(number) if isinstance(number, float) else number
            case ast.List(elts=entries):
                return [self.value(each) for each in entries]
            case ast.Tuple(elts=entries):
                return tuple(self.value(each) for each in entries)
            case ast.Slice(lower=low, upper=high, step=step):
                return slice(*(each and _place(self.value(each)) for each in (low, high, step)))
            case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _OPERATORS:
                return _OPERATORS[type(sign)](as_array(self.value(operand)))
            case (
                ast.BinOp(left=left, op=sign, right=right) | ast.Compare(left=left, ops=[sign], comparators=[right])
            ) if type(sign) in _OPERATORS:
                return self._both(type(sign), self.value(left), self.value(right))
            case ast.Subscript(value=whole, slice=places):
                return _picked(self.value(whole), _place(self.value(places)))
            case ast.Call():
                return self._called(node)
            case ast.Name(id=name):
                return self.names[name] if name in self.names else _known("", name)
            case ast.Attribute(value=whole, attr=name):
                module = self._module(whole)
                return _known(module, name) if module else _known("array", name)(as_array(self.value(whole)))
        instead = "write numbers, arrays and calls, ** for a power, np.where for a choice"
        raise CodeError(f"{plain(ast.unparse(node), 40)} is not worked here; {instead}")

    def _module(self, node: ast.expr) -> str:
        """Return the dotted name of a module, of at most three parts; "" for what is a value."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute) and len(parts) < 2:
            parts.insert(0, node.attr)
            node = node.value
        dotted = ".".join([node.id, *parts]) if isinstance(node, ast.Name) else ""
        return dotted if dotted in MODULES and dotted.split(".")[0] not in self.names else ""

    def _both(self, kind: type, left: Any, right: Any) -> Any:
        if kind in (ast.Mult, ast.Pow) and isinstance(left, (list, tuple)) and isinstance(right, (list, tuple, int)):
            raise CodeError("two lists: entry by entry, or a product? Write np.array(…) around each, or @ between them")
        left, right = as_array(left), as_array(right)
        if kind is ast.MatMult:
            return matmul(left, right)
        if kind is ast.Pow and isinstance(left, int) and not (isinstance(right, int) and 0 <= right <= 53):
            left = np.float64(left)
        return _OPERATORS[kind](*broadcast(left, right))

    def _called(self, node: ast.Call) -> Any:
        given = [self.value(each) for each in node.args]
        keywords = {SPELLED.get(str(each.arg), str(each.arg)): self.value(each.value) for each in node.keywords}
        name = _name_of(node.func)
        if isinstance(node.func, ast.Attribute) and not self._module(node.func.value):
            given.insert(0, self.value(node.func.value))
            function = self._method(name)
        else:
            function = self.value(node.func)
        return _run(name, function, given, keywords)

    def _method(self, name: str) -> Any:
        if self.library == "both" and name in NUMPY and NUMPY[name] is not TORCH[name]:
            raise Ambiguous(f"is .{name}() NumPy's or PyTorch's? Write np.{name}(…) or torch.{name}(…)", 1)
        return _known("torch" if self.torch else "np", name)

    def slips(self, tree: ast.expr) -> Iterator[tuple[str, Any]]:
        """Yield what the same calculation gives with one thing written another way, and what is told of that."""
        until = time.perf_counter() + PATIENCE
        for node in ast.walk(tree):
            written = dict(vars(node))
            for told, fields in _slips_at(node):
                if time.perf_counter() > until:
                    return
                vars(node).update(fields)
                try:
                    found = self.whole(tree)
                except CodeError:
                    continue
                finally:
                    vars(node).update(written)
                yield told.replace("axis", "dim") if self.torch else told, found


def _slips_at(node: ast.AST) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what may have been meant at a node, as fields of it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.MatMult)):
        product, left, right = ast.MatMult(), node.left, node.right
        yield "the right side transposed", {"op": product, "right": ast.Attribute(right, "T")}
        yield "the left side transposed", {"op": product, "left": ast.Attribute(left, "T")}
        yield "the sides exchanged", {"op": product, "left": right, "right": left}
        yield from (("@", {"op": product}), ("*", {"op": ast.Mult()}))
    if isinstance(node, ast.Call):
        name, of = _name_of(node.func), getattr(node.func, "value", None)
        for other in [other for group in _ALIKE if name in group for other in sorted(group - {name})]:
            yield other, {"func": ast.Attribute(of, other) if of else ast.Name(other)}
        for word, others in _KEYWORD_SLIPS.items():
            args = [each for each in node.args if word != "axis" or not isinstance(each, (ast.Constant, ast.UnaryOp))]
            for value in others:
                keyword = ast.keyword(word, ast.Constant(value))
                yield f"{word}={value}", {"args": args, "keywords": [*node.keywords, keyword]}


def _name_of(function: ast.expr) -> str:
    return str(getattr(function, "attr", getattr(function, "id", "")))


def _known(module: str, name: str) -> Any:
    if name not in MODULES[module]:
        instead = "write a function of numbers, or the calculation itself" if module else f"write {name} = … before it"
        raise CodeError(f"{module}{module and '.'}{name} is not known here; {instead}")
    return MODULES[module][name]


def _run(name: str, function: Any, given: list[Any], keywords: dict[str, Any]) -> Any:
    """Call a function with arrays for lists, and PyTorch's keywords where they belong."""
    kind = keywords.pop("dtype", None)
    given = [keywords.pop("x"), *given] if "x" in keywords else given
    if name not in JOINING:
        given = [
            as_array(x) if isinstance(x, list) or (not at and isinstance(x, tuple)) else x for at, x in enumerate(given)
        ]
        broadcast(*given)
    if isinstance(function, np.ufunc):  # a float neither wraps round nor is refused a negative power
        given = [np.float64(each) if type(each) is int else each for each in given]
    others = {word: as_array(each) if isinstance(each, list) else each for word, each in keywords.items()}
    result = function(*given, **others)
    return kind(result) if callable(kind) else result


def as_array(value: Any) -> Any:
    """Return lists as arrays of floats, or of truths. Raises CodeError for what is not numbers."""
    if isinstance(value, (bool, int, float, np.generic, np.ndarray, Found)):
        return value
    try:
        found = np.array(value if isinstance(value, (list, tuple)) else None)
    except ValueError:
        raise CodeError("rows of different lengths; write rows of one length") from None
    if found.dtype.kind not in "bif":
        raise CodeError("a number is missing here; write a number or a list of numbers")
    return found if found.dtype == bool else found.astype(float)


def _plain(value: Any) -> Any:
    """Return a value of bounded size; whole numbers are floats in arrays, else Python's: none wraps."""
    if isinstance(value, np.ndarray):
        too_large(value.size)
        return as_array(value if value.dtype == bool else value.astype(float))[()]
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return int(value) if abs(int(value)) <= _EXACT else np.float64(value)
    return value


def _place(value: Any) -> Any:
    """Return a place or places to pick by, with whole numbers as such."""
    if isinstance(value, tuple):
        return tuple(map(_place, value))
    if isinstance(value, (list, np.ndarray)):
        found = as_array(value)
        return found if found.dtype == bool else found.astype(int)
    return int(value) if isinstance(value, float) and value == int(value) else value


def _picked(whole: Any, places: Any) -> Any:
    if isinstance(whole, (list, tuple)) and isinstance(places, (int, slice)):
        return whole[places]
    for each in places if isinstance(places, tuple) else (places,):
        too_large(np.size(each) * np.size(whole) / 100)
    return as_array(whole)[places]


def numbers_of(value: Any) -> Any:
    """Return a value as an array of floats. Raises CodeError for what is no number: a function, None, an empty row."""
    found = np.asarray(as_array(value.values if isinstance(value, Found) else value), float)
    if found.size == 0 or np.isnan(found).any():
        raise CodeError("this has no value; check what is divided or picked, and what a log or root is taken of")
    return found
