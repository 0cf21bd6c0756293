"""Rows of a recipe's text, made functions that a pencil works.

A line is one step: an operation or another recipe on names that stand above it. A wrong turn is the same line with
another right side, of any depth, which is worked as part of that one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from katatx.engine import operations as op
from katatx.engine.arrays import broadcast, picked
from katatx.engine.errors import EngineError
from katatx.engine.layouts import WX
from katatx.engine.names import names_in
from katatx.engine.operations import Arithmetic, Arrangement, Operation
from katatx.engine.recipe import ROWS, Line, Parameter, Recipe
from katatx.engine.values import MOST, Value, is_number, need_whole, rank_of, shapes_in_words, transposed
from katatx.errors import KatatxError
from katatx.notation.errors import NotationError
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_number
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary
from katatx.notation.walking import parts_of

if TYPE_CHECKING:
    from katatx.engine.pencils.pencil import Pencil

# Operations by the name and the number of operands with which a recipe writes them; they come before recipes.
STEPS: dict[tuple[str, int], Operation] = {
    ("sum", 1): op.total, ("max", 1): op.largest, ("min", 1): op.smallest, ("max", 2): op.larger,
    ("min", 2): op.smaller, ("ln", 1): op.log, ("log10", 1): op.log10, ("log2", 1): op.log2, ("abs", 1): op.absolute,
    ("sin", 1): op.sine, ("cos", 1): op.cosine, ("tanh", 1): op.tanh, ("erf", 1): op.erf, ("floor", 1): op.floor,
    ("ceil", 1): op.ceiling, ("round", 1): op.nearest, ("sign", 1): op.sign_of, ("whole_times", 2): op.quotient,
    ("mod", 2): op.remainder, ("positive", 1): op.keep_positive, ("keep_negative", 1): op.keep_negative,
    ("step", 1): op.step, ("join", 2): op.glue,
}  # fmt: skip
# Functions that move, choose or test and write nothing; whole mistakes; and bodies of recipes, all by name.
WORDS: dict[str, Arrangement] = {}
TURNS: dict[str, Callable[[Line], Value]] = {}
BODIES: dict[str, Callable[..., Value]] = {}
# Operands of a line in Python, as its wrong turns call them.
_OPERANDS = ("first", "second", "third", "fourth")

# Names that stand above every line; `row_number` too, that of the row of a grid at work (1 outside a grid).
_CONSTANTS: dict[str, Value] = {"Wx": WX, "none": None}
_ROW_NUMBER = "row_number"
_NONE = Name("none", 1)

Work = Callable[..., Value]
Names = dict[str, Value]
# What is read: a function of the names that stand above, and of what works a step, `pencil.work` or `line.work`.
Reader = Callable[[Names, Work], Value]


def words(joins: bool = False, /, **works: Callable[..., Any]) -> None:
    """Make functions of values known to recipes by name: they move, choose or test, and write nothing.

    Those that `joins` marks only put together what was worked just before.
    """
    WORDS.update({name: Arrangement(name.replace("_", " "), work, joins) for name, work in works.items()})


def word(work: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function a word, under its own name."""
    words(**{work.__name__: work})
    return work


def joining(work: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function a word that joins."""
    words(True, **{work.__name__: work})
    return work


def operation(how: Operation, name: str = "", operands: int = 1) -> None:
    """Make an operation with a sign of its own known to recipes, as in `share = normal_share(number)`."""
    STEPS[name or how.name.replace(" ", "_"), operands] = how


def turn(take: Callable[[Line], Value]) -> Callable[[Line], Value]:
    """Make a function of a line known to recipes under its name: `wrong match by exchanged -- swapped`."""
    return TURNS.setdefault(take.__name__, take)


def body(work: Callable[..., Value]) -> Callable[..., Value]:
    """Make a function `(pencil, *arguments) -> value` the lines of the recipe of its name; its text leaves them out."""
    return BODIES.setdefault(work.__name__, work)


class RecipeError(KatatxError):
    """A recipe's text that cannot be read; the message begins with its `place`: file, line and column."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")


class Row(NamedTuple):
    """One row of a recipe: a line, a `let`, a `refuse` or a wrong turn (kinds `wrong` and `convention`).

    `title` is the line's name on paper, `name` the one that later rows use, or of a turn the Python function that takes
    it. `text` is the expression, which begins at `place`. `told` is what comes after `--` or `|`.
    """

    place: str
    kind: str
    title: str
    text: str
    name: str = ""
    each: tuple[str, str] | None = None
    when: str = ""
    told: str = ""

    @property
    def is_turn(self) -> bool:
        return self.kind in ("wrong", "convention")


class Rows:
    """The rows of one recipe, in order. Expressions are read when the recipe is first worked, a turn's when taken.

    `find` returns the recipe with a name, None if there is none.
    """

    def __init__(self, parameters: Sequence[Parameter], find: Callable[[str], Recipe | None]) -> None:
        self.parameters = [each.name for each in parameters]
        self.counts = [each.name for each in parameters if each.kind == "count"]
        self.optional = {each.name for each in parameters if each.optional}
        self.find = find
        self._start: Names = {**_CONSTANTS, **dict.fromkeys(self.optional)}
        self.rows: list[Row] = []
        # Set for a recipe whose lines are a Python function.
        self.is_python = False

    @property
    def lines(self) -> list[Row]:
        return [row for row in self.rows if row.kind == "line"]

    def __call__(self, pencil: Pencil, *given: Value) -> Value:
        """Work the rows with a pencil, and return the value of the last line."""
        names = self._start.copy()
        names[_ROW_NUMBER] = float(pencil.row or 1)
        names.update(zip(self.parameters, given, strict=False))
        for name in self.counts:
            if names[name] is not None:
                need_whole(names[name], name, 1, MOST)
        value: Value = None
        for work in self._program:
            value = work(names, pencil)
        return value

    def turn_taker(self, row: Row) -> Callable[[Line], Value]:
        """Return the function that works a wrong turn in place of its line.

        Its names are what stands above the line. A parameter means what was given, unless the line itself works on it.
        """
        if row.name:
            return TURNS[row.name]

        @cache
        def read() -> tuple[Reader, Reader | None, set[str]]:
            own = [each for each in self.lines if each.title == row.title]
            nodes = [self._read(each, each.text) for each in own]
            parts = {part.text for node in nodes for part in _operands(node) if isinstance(part, Name)}
            return self._reader(row, row.text), self._reader(row, row.when) if row.when else None, parts

        def take(line: Line) -> Value:
            reader, when, parts = read()
            names: Names = {**_CONSTANTS, **line.inputs}
            if self.is_python:
                names.update(zip(_OPERANDS, line.given, strict=False))
            elif row.title != ROWS:
                above = line.pencil.names
                names = above | names | {name: above[name] for name in parts}
            if when is not None and not when(names, line.work):
                raise EngineError(f"this mistake needs {row.when}")
            return reader(names, line.work)

        return take

    @cached_property
    def _program(self) -> list[Callable[[Names, Pencil], Value]]:
        made = {"line": self._line, "let": self._let, "refuse": self._refusal}
        return [made[row.kind](row) for row in self.rows if row.kind in made]

    def _read(self, row: Row, text: str) -> Node:
        """Return an expression of a row as read; a line's name of several words may stand in it with its spaces."""
        for name in {each.name for each in self.rows if "_" in each.name and not each.is_turn}:
            text = re.sub(rf"\b{name.replace('_', ' ')}\b(?!\()", name, text)
        try:
            node = read_expression(text)
        except NotationError as error:
            raise RecipeError(row.place, f"{text} cannot be read: {error}") from error
        above = self._above(row)
        for used in names_in(node):
            if used.text not in above:
                raise RecipeError(row.place, f"{used.text} does not stand above; what does is {', '.join(above)}")
        for call in _calls_in(node):
            if self._how(call) is None:
                raise RecipeError(row.place, f"{call.name} is no operation, recipe or word")
        return node

    def _how(self, call: Call) -> Operation | Recipe | None:
        return STEPS.get((call.name, len(call.arguments))) or WORDS.get(call.name) or self.find(call.name)

    def _above(self, row: Row) -> list[str]:
        """Return the names that a row may use: the parameters, and the lines above it, or above what it replaces."""
        own = next((each for each in self.lines if row.is_turn and each.title == row.title), row)
        lines = [] if row.title == ROWS else self.rows[: self.rows.index(own)]
        item = [own.each[0]] if own.each else []
        python = _OPERANDS if self.is_python and row.title != ROWS else ()
        return [
            *self.parameters, *(each.name for each in lines if each.kind in ("line", "let")), *item, *python,
            *_CONSTANTS, _ROW_NUMBER,
        ]  # fmt: skip

    def _reader(self, row: Row, text: str) -> Reader:
        return self._value_of(self._read(row, text))

    def _line(self, row: Row) -> Callable[[Names, Pencil], Value]:
        """Return what writes a line, whose first operand stands for it where it is left out."""
        node = self._one_step(row)
        write, is_left_out = self._written(row, node), self._is_left_out(row, node)
        first = self._value_of(next(iter(_operands(node)), _NONE))

        def work(names: Names, pencil: Pencil) -> Value:
            names[row.name] = value = first(names, pencil.work) if is_left_out(names, pencil) else write(names, pencil)
            return value

        return work

    def _one_step(self, row: Row) -> Node:
        node = self._read(row, row.text)
        parts = _operands(node)
        if not all(map(_is_at_hand, parts)) or (len(parts) > 2 and isinstance(node, Sum)):
            problem = f"{row.text} is more than one step; a line is one step"
            raise RecipeError(row.place, f"{problem}, so give what comes first a line of its own above it")
        return node

    def _written(self, row: Row, node: Node) -> Callable[[Names, Pencil], Value]:
        step = self._step_of(node)

        def write(names: Names, pencil: Pencil) -> Value:
            how, given = step(names, pencil.work)
            pencil.names = names
            return pencil(row.title, how, *given)

        if row.each is None:
            return write
        item, many = row.each[0], self._reader(row, row.each[1])
        return lambda names, pencil: tuple([write(names | {item: each}, pencil) for each in many(names, pencil.work)])

    def _is_left_out(self, row: Row, node: Node) -> Callable[[Names, Pencil], bool]:
        """Return whether an optional operand that a row needs was not given, or its `when` fails."""
        needed, when = self._needed(node), self._reader(row, row.when) if row.when else None
        if not needed and when is None:
            return lambda names, pencil: False
        return lambda names, pencil: (
            any(names[name] is None for name in needed) or not (when is None or when(names, pencil.work))
        )

    def _let(self, row: Row) -> Callable[[Names, Pencil], Value]:
        reader = self._reader(row, row.text)

        def work(names: Names, pencil: Pencil) -> Value:
            names[row.name] = value = reader(names, pencil.work)
            return value

        return work

    def _refusal(self, row: Row) -> Callable[[Names, Pencil], Value]:
        node = self._read(row, row.text)
        test, is_left_out = self._value_of(node), self._is_left_out(row, node)
        parts = re.split(r"\{([^}]*)\}", row.told)
        readers = [self._reader(row, text) for text in parts[1::2]]

        def work(names: Names, pencil: Pencil) -> None:
            if is_left_out(names, pencil) or not test(names, pencil.work):
                return
            values = [read(names, pencil.work) for read in readers]
            told = [write_number(each) if is_number(each) else shapes_in_words(each) for each in values]
            raise EngineError("".join(map("".join, zip(parts[::2], [*told, ""], strict=True))))

        return work

    def _needed(self, node: Node) -> list[str]:
        """Return the optional parameters without which a row is left out: those that its step cannot do without."""
        parts = _operands(node)
        if isinstance(node, Call) and (node.name, len(parts)) not in STEPS and node.name not in WORDS:
            found = self.find(node.name)
            may = () if found is None else [each.optional for each in found.parameters]
            parts = tuple(part for part, optional in zip(parts, may, strict=False) if not optional)
        return [part.text for part in parts if isinstance(part, Name) and part.text in self.optional]

    def _value_of(self, node: Node) -> Reader:
        """Return a function that works an expression from the inside out."""
        match node:
            case Literal():
                number = node.value
                return lambda names, do: number
            case Name():
                name = node.text
                return lambda names, do: names[name]
            case Listing():
                items = [self._value_of(each) for each in node.items]
                return lambda names, do: tuple([each(names, do) for each in items])
            case Pick():
                whole, places = self._value_of(node.value), [self._place(each) for each in node.places]
                return lambda names, do: picked(whole(names, do), [each(names, do) for each in places])
            case Unary(sign="ᵀ"):
                inner = self._value_of(node.operand)
                return lambda names, do: transposed(inner(names, do))
            case Unary(sign="-", operand=Literal(value=positive)):
                opposite = -positive
                return lambda names, do: opposite
            case Call() if node.name in WORDS:
                arguments, work = [self._value_of(each) for each in node.arguments], WORDS[node.name].work
                return lambda names, do: work(*[each(names, do) for each in arguments])
            case Sum() if len(node.terms) > 2:
                return self._value_of(
                    node._replace(terms=(("+", node._replace(terms=node.terms[:-1])), node.terms[-1]))
                )
        last = self._step_of(node)

        def value(names: Names, do: Work) -> Value:
            how, given = last(names, do)
            return given[0] if how is None else do(how, *given)

        return value

    def _place(self, part: Node | Slice) -> Callable[[Names, Work], Any]:
        if not isinstance(part, Slice):
            return self._value_of(part)
        ends = [None if each is None else self._value_of(each) for each in part[:3]]
        return lambda names, do: slice(*[None if each is None else int(each(names, do)) for each in ends])

    def _step_of(self, node: Node) -> Callable[[Names, Work], tuple[Any, Sequence[Value]]]:
        """Return a function that gives what an expression does last, and on which operands.

        A sign with an operand that is not given does nothing (None), and its first operand stands for it.
        """
        how, operands = _last_step(node)
        parts = [self._value_of(each) for each in operands]
        if isinstance(node, Call):
            return self._call_of(node, parts)
        if len(parts) == 1:
            (one,) = parts
            return lambda names, do: (how, (one(names, do),))
        (left, right), is_dot = parts, isinstance(node, Binary) and node.sign == "·"

        def step(names: Names, do: Work) -> tuple[Any, Sequence[Value]]:
            one, two = left(names, do), right(names, do)
            if one is None or two is None:
                return None, (one,)
            if is_dot and not (is_number(one) or is_number(two)):
                name = {(1, 1): "dot", (2, 1): "linear"}.get((rank_of(one), rank_of(two)), "matmul")
                return self.find(name), (one, two)
            # Two rows of different lengths are no column and row: the operation says that they do not match.
            return how, (one, two) if rank_of(one) == rank_of(two) == 1 else broadcast(one, two)

        return step

    def _call_of(self, node: Call, parts: list[Reader]) -> Callable[[Names, Work], tuple[Any, Sequence[Value]]]:
        how = self._how(node)
        if node.keywords and isinstance(how, Recipe):
            keys = dict(node.keywords)
            parts += [self._value_of(keys.get(each.name, _NONE)) for each in how.parameters[len(parts) :]]
        if isinstance(how, Arithmetic) and len(parts) == 2:
            left, right = parts
            return lambda names, do: (how, broadcast(left(names, do), right(names, do)))
        return lambda names, do: (how, [each(names, do) for each in parts])


def _calls_in(node: object) -> Iterator[Call]:
    if isinstance(node, Call):
        yield node
    if isinstance(node, tuple):
        for part in node:
            yield from _calls_in(part)


_UNARY: dict[str, Operation] = {"√": op.root, "-": op.negate, "|": op.absolute, "ᵀ": op.transposing}
_BINARY: dict[str, Operation] = {"/": op.divide, "^": op.power, "·": op.multiply, "⊙": op.multiply}


def _last_step(node: Node) -> tuple[Operation | None, tuple[Node, ...]]:
    """Return what an expression does last, None for a call, which may be of a recipe; and on which parts of it."""
    match node:
        case Call():
            return None, node.arguments
        case Unary():
            return _UNARY[node.sign], (node.operand,)
        case Binary(sign="^", left=Literal(text="e")):
            return op.exp, (node.right,)
        case Binary(sign="^", right=Literal(value=2)):
            return op.square, (node.left,)
        case Binary():
            return _BINARY[node.sign], (node.left, node.right)
        case Sum():
            return op.subtract if node.terms[1][0] == "-" else op.add, tuple(term for _, term in node.terms)
        case _:
            return op.keep, (node,)


def _operands(node: Node) -> tuple[Node, ...]:
    return _last_step(node)[1]


def _is_at_hand(node: Node) -> bool:
    """Return whether an operand needs no step of its own: a name, a number, or either only moved or chosen from."""
    match node:
        case Unary(sign="ᵀ") | Listing() | Pick():
            return all(map(_is_at_hand, parts_of(node)))
        case Call():
            return node.name in WORDS and all(map(_is_at_hand, node.arguments))
        case _:
            return isinstance(node, (Literal, Name)) or (isinstance(node, Unary) and isinstance(node.operand, Literal))
