"""Replacing the numbers of an expression with names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat

from katatx.decks.drafting.patterns import is_e, is_number, number_of
from katatx.decks.parts import is_name
from katatx.engine.book import find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.recipe import Recipe
from katatx.engine.values import Value, rank_of, value_of
from katatx.notation.printing import write_expression
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Sum, Unary
from katatx.notation.walking import literals

# Names by rank: for numbers, rows, grids.
_LETTERS = ("abcdfghkmnpqrstuvwz", "xyuvwzpqrs", "ABCDFGHKMNPQ")
_POWERS = ("^", "**")


@dataclass
class GivenNumbers:
    """The given values of an expression, by name.

    `fixed` names those that must not change: a width or a count that other numbers depend on.
    """

    given: dict[str, Value] = field(default_factory=dict)
    fixed: set[str] = field(default_factory=set)
    _by_text: dict[str, str] = field(default_factory=dict)
    _renamed: dict[str, str] = field(default_factory=dict)
    _has_decimals: bool = False
    _in_row: bool = False

    def _put(self, value: Value, hint: str = "") -> str:
        """Add a value under a free name, and return the name.

        The name is `hint`, with a number after it if that is taken; a letter if `hint` is not a valid name. For a row,
        the hint "rows" means "numbers".
        """
        letters = _LETTERS[min(rank_of(value), 2)]
        hint = "numbers" if hint == "rows" and rank_of(value) == 1 else hint
        name = next(each for each in _names(hint, letters) if each not in self.given)
        self.given[name] = value
        return name

    def take(self, node: Node, names: Mapping[str, Value]) -> Node:
        """Add the numbers of an expression and the values `names`, and return the expression with names in place of
        numbers.

        Some numbers stay: constants such as π, exponents of other bases than e, indices, keyword arguments, and 1 and 2
        among decimals, as in `1 - p`. Names that a drill file can have are kept, others are replaced. Call it once.
        """
        for name, value in names.items():
            if is_name(name) and name not in self.given:
                self._renamed[name] = name
                self.given[name] = value
        for name, value in names.items():
            if name not in self._renamed:
                self._renamed[name] = self._put(value)
        self._has_decimals = any("." in literal.text for literal in literals(node))
        return self._replaced(node)

    def _replaced(self, node: Node, hint: str = "") -> Node:
        """Return an expression with its numbers added and replaced by names; `hint` is the preferred name.

        Exponents stay unless the base is e; then the exponent is replaced instead of the base.
        """
        match node:
            case Name():
                return node._replace(text=self._renamed.get(node.text, node.text))
            case Listing() | Literal() | Unary() if is_number(node) or _is_written_out(node):
                return self._numbers(node, hint)
            case Listing():
                self._in_row = True
                return node._replace(items=tuple(self._replaced(item) for item in node.items))
            case Call():
                return self._call(node)
            case Pick():
                return node._replace(value=self._replaced(node.value, hint))
            case Unary():
                return node._replace(operand=self._replaced(node.operand, hint))
            case Binary(sign=sign) if sign in _POWERS:
                if is_e(node.left):
                    return node._replace(right=self._replaced(node.right))
                return node._replace(left=self._replaced(node.left))
            case Binary():
                return node._replace(left=self._replaced(node.left), right=self._replaced(node.right))
            case Sum():
                return node._replace(terms=tuple((sign, self._replaced(term)) for sign, term in node.terms))
        return node

    def _call(self, node: Call) -> Node:
        """Return a call with its arguments' numbers replaced, under the names of the called recipe's parameters.

        If an argument is a single number beside others, such as a width, the names added for it, or the name that it
        is, go into `fixed` too.
        """
        found = find_recipe(node.name)
        hints = _hints(found, len(node.arguments))
        taken = []
        for (hint, is_count), argument in zip(hints, node.arguments, strict=True):
            before = set(self.given)
            made = self._replaced(argument, hint)
            if is_count:
                self.fixed |= set(self.given) - before
                self.fixed |= {made.text} if isinstance(made, Name) else set()
            taken.append(made)
        return node._replace(arguments=tuple(taken))

    def _numbers(self, node: Node, hint: str) -> Node:
        """Add a written number, row or grid, and return its name as a node.

        1 and 2 without a `hint` stay if the expression has decimals, as in `1 - p`. A number that occurs again gets the
        same name if it has a decimal point or if a row was met.
        """
        text = "" if isinstance(node, Listing) else write_expression(node)
        if text in ("1", "2") and self._has_decimals and not hint:
            return node
        if text in self._by_text and ("." in text or self._in_row):
            return Name(self._by_text[text], node.column)
        name = self._put(value_of(_plain(node)), hint)
        if text:
            self._by_text[text] = name
        return Name(name, node.column)


def _is_written_out(node: Node) -> bool:
    """Return whether a node is a row or grid of written numbers, with rows of one length."""
    if not isinstance(node, Listing):
        return False
    if not all(is_number(item) or _is_written_out(item) for item in node.items):
        return False
    try:
        value_of(_plain(node))
    except EngineError:  # its rows have different lengths
        return False
    return True


def _plain(node: Node) -> object:
    """Return a written number as a float, a row or grid as nested lists, keeping a grid of one row."""
    return [_plain(item) for item in node.items] if isinstance(node, Listing) else number_of(node)


def _hints(found: Recipe | None, count: int) -> Iterator[tuple[str, bool]]:
    """Yield (name of its parameter, whether it is a single number beside other parameters) for each of `count`
    arguments.

    `found` is the recipe that is called, None if it is unknown. An argument without a parameter gives ("", False).
    """
    parameters = () if found is None else found.parameters
    for parameter in parameters[:count]:
        yield parameter.name, len(parameters) > 1 and parameter.kind in ("number", "count")
    yield from repeat(("", False), count - len(parameters))


def _names(hint: str, letters: str) -> Iterator[str]:
    """Yield candidate names: the hint if it is a valid name, else each of `letters`; then the first of these with 2 to
    999 after it.
    """
    candidates = (hint,) if is_name(hint) else letters
    yield from candidates
    base = candidates[0]
    yield from (f"{base}{number}" for number in range(2, 1000))
