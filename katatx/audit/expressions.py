"""An expression of a page, made one that the engine works."""

from __future__ import annotations

import re
from collections.abc import Mapping

from katatx.audit.frozen_notation.expressions import read_tokens
from katatx.audit.frozen_notation.tokens import Token as Sign
from katatx.audit.functions import operation_named
from katatx.audit.known import Known, given, wobbling
from katatx.audit.old_places import DECIMALS, FIGURES
from katatx.audit.scope import Scope
from katatx.audit.tokens import Token
from katatx.audit.units import MEASURES, is_power_of_e
from katatx.audit.unrecorded import rounded_value_of_node, value_of_node
from katatx.audit.written_out import written_out
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import standard
from katatx.engine.interval import Interval, high_of, low_of
from katatx.engine.pencils import Exhausted
from katatx.engine.values import Value, flat, shape_of
from katatx.errors import KatatxError
from katatx.notation.syntax import Name, Node, Sum

# What one expression of a page may take to be worked: far more than a block over a few words.
_EFFORT = 20_000
_CONSTANTS = frozenset({"e", "pi", "π", "inf"})
# A number printed with so many decimals, of which nobody knows where it comes from, may be a rounded one.
_LOOKS_ROUNDED = 3
# A number printed with so many decimals is recognized by its digits where it is used again.
_RECOGNIZED = 1
# Where much is taken for rounded, a decimal with so many figures is.
_LOOSE = 2
_MONEY = ("$", "€", "£", "¥")
_DECIMALS = re.compile(r"\d*\.(\d+)$")


# The lowest and the highest that each number may be.
Ends = tuple[tuple[float, ...], tuple[float, ...]]


_NO_PARTS: Mapping[str, Expression] = {}


class Unreadable(Exception):
    """An expression that cannot be worked: why."""


class Expression:
    """An expression, and what stands behind the names and numbers in it. `parts` are what it has in common with others,
    each a single number, by the names that they have in it. `others` are what it comes to where it is read otherwise,
    `reading` how it was read itself, if not as it is mostly.
    """

    def __init__(self, node: Node, names: dict[str, Known], parts: Mapping[str, Expression] = _NO_PARTS) -> None:
        self.node = node
        self.names = names
        self.parts = parts
        self.others: tuple[Expression, ...] = ()
        self.reading = ""
        roots = [known.roots for known in names.values() if known.roots]
        self.roots: frozenset[int] = frozenset[int]().union(*roots, *[part.roots for part in parts.values()])
        self._true: Value = None
        self._bands: dict[tuple[int, int, bool], Ends] = {}
        values = {name: known.printed for name, known in names.items()}
        self.printed: Value = self._work(values | {name: part.printed for name, part in parts.items()})

    @property
    def true(self) -> Value:
        """Its value from what its operands truly are."""
        if self._true is None:
            exact = all(known.true == known.printed for known in self.names.values())
            exact = exact and all(part.true == part.printed for part in self.parts.values())
            values = {} if exact else {name: known.true for name, known in self.names.items()}
            try:
                self._true = (
                    self.printed
                    if exact
                    else self._work(values | {name: part.true for name, part in self.parts.items()})
                )
            except Unreadable:  # what was meant for a divisor is truly nothing
                self._true = self.printed
        return self._true

    def band(self, decimals: int = DECIMALS, figures: int = FIGURES, mended: bool = False) -> Ends | None:
        """What honest rounding of operands, and of lines to so many decimals or figures, can end in; None where that
        cannot be told. `mended` puts what would be printed, were it right, for what is printed wrongly.
        """
        key = decimals, figures, mended
        if key not in self._bands:
            names = {name: known.mended if mended else known.band for name, known in self.names.items()}
            for name, part in self.parts.items():
                ends = part.band(decimals, figures, mended)
                if ends is None:
                    return None
                low, high = ends[0][0], ends[1][0]
                names[name] = low if low == high else Interval(low, high)
            try:
                numbers = flat(rounded_value_of_node(self.node, names, decimals, figures, _EFFORT))
            except (EngineError, Exhausted, ArithmeticError, ValueError, TypeError):
                return None
            self._bands[key] = tuple(map(low_of, numbers)), tuple(map(high_of, numbers))
        return self._bands[key]

    def read_as(self, reading: str) -> Expression:
        """Itself, with how it was read."""
        self.reading = reading
        return self

    def row(self, index: int) -> Expression:
        """One row of a grid, counted from 0."""
        return _RowOf(self, index)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of its value."""
        return shape_of(self.printed)

    def _work(self, values: dict[str, Value]) -> Value:
        try:
            return value_of_node(self.node, values, _EFFORT)
        except (EngineError, Exhausted) as error:
            raise Unreadable(str(error).removeprefix("column 1: ")) from error
        except (ArithmeticError, ValueError, TypeError, IndexError) as error:
            raise Unreadable("has no value") from error


class _RowOf(Expression):
    """One row of what an expression comes to; the row of a column is its one number."""

    def __init__(self, whole: Expression, index: int) -> None:
        self.whole, self.index = whole, index
        self.node, self.names, self.parts, self.roots = whole.node, whole.names, whole.parts, whole.roots
        self.others, self.reading = (), ""
        self.printed, self._true = whole.printed[index], whole.true[index]
        if shape_of(self.printed) == (1,):
            self.printed, self._true = self.printed[0], self._true[0]

    def band(self, decimals: int = DECIMALS, figures: int = FIGURES, mended: bool = False) -> Ends | None:
        found = self.whole.band(decimals, figures, mended)
        if found is None:
            return None
        width = len(flat(self.printed))
        part = slice(self.index * width, (self.index + 1) * width)
        return found[0][part], found[1][part]


def expression(
    tokens: list[Token], scope: Scope, line: int, words: dict[str, Known] | None = None, loose: bool = False
) -> Expression:
    """Tokens as an expression. `words` says what words that nobody defined stand for; `loose` takes every decimal
    with two figures for a rounded one. Raises Unreadable.
    """
    writing = _InNotation(scope, line, words or {}, loose)
    signs, names = writing.signs(tokens), writing.names
    if not signs:
        raise Unreadable("nothing stands there")
    try:
        node = standard(written_out(read_tokens(signs)), {name: known.printed for name, known in names.items()})
    except KatatxError as error:
        raise Unreadable(re.sub(r"^column \d+: ", "", str(error)).replace("#", "")) from error
    try:
        return Expression(node, names)
    except Unreadable as error:
        spread = _spread(node, names) if "shapes do not match" in str(error) else None
        if spread is None:
            raise
        return Expression(node, spread)


def _spread(node: Node, names: dict[str, Known]) -> dict[str, Known] | None:
    """Names with the rows that are added to grids written once for each row of them; None where there are none."""
    heights = {len(known.printed) for known in names.values() if len(shape_of(known.printed)) == 2}
    if not isinstance(node, Sum) or not heights:
        return None
    added = {term.text for _, term in node.terms if isinstance(term, Name)}
    height = max(heights)
    return {
        name: known._replace(
            printed=(known.printed,) * height, true=(known.true,) * height, band=(known.band,) * height
        )
        if name in added and len(shape_of(known.printed)) == 1
        else known
        for name, known in names.items()
    }


class _InNotation:
    """Puts tokens into the project's notation; `names` gathers what the names in it stand for."""

    def __init__(self, scope: Scope, line: int, words: dict[str, Known], loose: bool) -> None:
        self.scope, self.line, self.words, self.loose = scope, line, words, loose
        self.names: dict[str, Known] = {}

    def signs(self, tokens: list[Token]) -> list[Sign]:
        """The tokens as the notation has them, with products that go without a sign written out."""
        made: list[Sign] = []
        at = depth = 0
        while at < len(tokens):
            token = tokens[at]
            taken, sign = self._sign(tokens, at)
            at += taken
            if sign is None:
                continue
            if made and _needs_product(made[-1], sign, token, outside=depth == 0):
                made.append(Sign("sign", "·", at, spaced=True, end=at))
            made.append(sign)
            depth += (sign.text in ("[", "(")) - (sign.text in ("]", ")"))
            function = sign.kind == "name" and not sign.text.startswith("#") and sign.text not in _CONSTANTS
            if function and at < len(tokens) and tokens[at].kind != "open":
                at = self._argument(tokens, at, made)
        return made

    def _sign(self, tokens: list[Token], at: int) -> tuple[int, Sign | None]:
        """A token in the notation, and how many tokens that took; None for what says nothing there."""
        token = tokens[at]
        before = tokens[at - 1] if at else None
        spaced = token.gap > 0 or (before is not None and before.text in _MONEY and before.gap > 0)
        sign = Sign("sign", token.text, at + 1, spaced, end=at + 2)
        if token.kind == "number":
            return 1, self._number(token, sign)
        if token.kind == "name":
            return self._name(tokens, at, sign)
        if token.kind == "mark" and token.text == ".":
            return 1, sign._replace(text="·")
        if token.text == ",":
            closes = at + 1 < len(tokens) and tokens[at + 1].kind == "close"
            return 1, None if closes else sign
        silent = token.text in (*_MONEY, "~") or (token.kind == "mark" and token.text != ";")
        return 1, None if silent else sign

    def _argument(self, tokens: list[Token], at: int, made: list[Sign]) -> int:
        """The argument of an operation written without brackets, put in brackets."""
        end = at
        while end < len(tokens) and tokens[end].text in ("+", "-", "√"):
            end += 1
        if end >= len(tokens) or tokens[end].kind not in ("number", "name"):
            return at
        found = self.scope.longest(tokens, end)
        end += found[0] if found else 1
        made.append(Sign("sign", "(", at + 1, spaced=False, end=at + 1))
        made.extend(self.signs(tokens[at:end]))
        made.append(Sign("sign", ")", end + 1, spaced=False, end=end + 1))
        return end

    def _number(self, token: Token, sign: Sign) -> Sign:
        known: Known | None = None
        decimals = _DECIMALS.match(token.text)
        places = len(decimals[1]) if decimals else 0
        if token.scale != 1.0 or "/" in token.text:
            over, _, under = token.text.partition("/")
            known = given(float(over) / float(under or 1) * token.scale, self.line)
        elif places >= _RECOGNIZED:
            known = self.scope.number(token.text)
        if known is None and places and self._may_be_rounded(token.text, places):
            known = wobbling(float(token.text), places, self.line)
        if known is None:
            return sign._replace(kind="number", text=token.text)
        name = f"#{len(self.names)}"
        self.names[name] = known
        return sign._replace(kind="name", text=name)

    def _may_be_rounded(self, text: str, places: int) -> bool:
        figures = len(text.replace(".", "").lstrip("0"))
        looks_so = len(text.rstrip("0").partition(".")[2]) >= _LOOKS_ROUNDED and figures > _LOOSE
        return (self.loose and figures >= _LOOSE) or looks_so or self.scope.stood_above(text, self.line)

    def _name(self, tokens: list[Token], at: int, sign: Sign) -> tuple[int, Sign | None]:
        token = tokens[at]
        found = None if is_power_of_e(tokens, at) else self.scope.longest(tokens, at)
        counted = at > 0 and tokens[at - 1].kind == "number" and token.gap == 1 and token.text in MEASURES
        if counted and at + 1 < len(tokens) and tokens[at + 1].kind == "name" and tokens[at + 1].gap <= 1:
            counted = self.scope.longest(tokens, at + 1) is None  # `1/2 m v^2`
        if counted:
            return 1, None
        if found is not None:
            taken, known = found
            name = next((each for each, other in self.names.items() if other is known), f"#{len(self.names)}")
            self.names[name] = known
            return taken, sign._replace(kind="name", text=name)
        if token.text in self.words:
            self.names[f"#{token.text}"] = self.words[token.text]
            return 1, sign._replace(kind="name", text=f"#{token.text}")
        if token.text in _CONSTANTS:
            return 1, sign._replace(kind="name", text=token.text)
        measure = _is_measure(tokens, at)
        operation = operation_named(token.text)
        if operation is not None and not measure:
            return 1, sign._replace(kind="name", text=operation)
        if measure:
            return 1, None
        raise Unreadable(f"nobody said what {token.text[:40]} stands for")


def _is_measure(tokens: list[Token], at: int) -> bool:
    """Whether a word says what was counted: `4 words`."""
    before, after = tokens[at - 1] if at else None, tokens[at + 1] if at + 1 < len(tokens) else None
    follows = before is not None and before.kind in ("number", "close", "name")
    return follows and (after is None or after.kind in ("sign", "close", "name"))


def _needs_product(before: Sign, sign: Sign, token: Token, outside: bool) -> bool:
    ends = (
        before.kind == "number"
        or before.text in (")", "ᵀ", "]")
        or before.text.startswith("#")
        or before.text in _CONSTANTS
    )
    if sign.text == "[" and outside and (before.text == "]" or before.kind == "number" or before.text.startswith("#")):
        return True
    named = sign.text.startswith("#") and token.kind == "name"
    begins = sign.text in ("(", "√") or (sign.kind == "name" and (named or not sign.text.startswith("#")))
    return ends and begins and not (before.text == "]" and sign.text == "(" and sign.spaced)
