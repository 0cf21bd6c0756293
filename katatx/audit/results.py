"""Printed results, and how they stand to what is true."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import log10
from typing import NamedTuple

from katatx.audit.expressions import Expression
from katatx.audit.old_places import DECIMALS, FIGURES, agrees, half_unit, within
from katatx.audit.tokens import Token
from katatx.engine.values import Value, floats, shaped
from katatx.notation.syntax import Binary, Literal, Name, Node, Sum, Unary
from scoring.answer import TypedNumber
from scoring.shapes import Shape, same_shape

_MOST_PLACES = 12
_HUNDRED = 100.0
_HUGE = 1e15
_GRID = 2
_INFINITE = ("inf", "∞")
# Behind a number whose digits go on.
_MORE = "…"
_NOISE = 1e-9


class Printed(NamedTuple):
    """A result as it stands on the page: its numbers, where each stands in the line (from, to), and their shape."""

    numbers: tuple[TypedNumber, ...]
    spans: tuple[tuple[int, int], ...]
    shape: Shape
    start: int
    stop: int
    # What each was multiplied by: a million, for `41.84 million`.
    scales: tuple[float, ...] = ()

    @property
    def value(self) -> Value:
        """The numbers in their shape."""
        return shaped(self.shape, [number.value for number in self.numbers])


class Fit(IntEnum):
    """How one printed number stands to an expression, the worst last."""

    RIGHT = 0
    CARRIED = 1
    WRONG = 2


class Comparison(NamedTuple):
    """How the printed numbers stand to an expression, each, and the value that it comes to; `ends` are the lowest and
    the highest that honest rounding before it leaves, where that was needed.
    """

    fits: tuple[Fit, ...]
    value: Value
    from_print: bool
    ends: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())

    @property
    def worst(self) -> Fit:
        """The worst of them."""
        return max(self.fits)

    @property
    def off(self) -> int:
        """How many are wrong."""
        return sum(fit is Fit.WRONG for fit in self.fits)


def read_printed(tokens: Sequence[Token], about: bool = False, row: bool = False) -> Printed | None:
    """Tokens as a printed result: a number, a row or a grid of numbers; None where they are something to work.

    A `row` may stand without commas and brackets.
    """
    if len(tokens) == 1 and tokens[0].kind == "number" and "/" not in tokens[0].text:
        token = tokens[0]
        number = typed_number(token, negative=False, about=about)
        return Printed((number,), ((token.start, token.stop),), (), token.start, token.stop, (token.scale,))
    ends = [token.text for token in (*tokens[:2], *tokens[-2:])]
    if ends == ["(", "[", "]", ")"]:
        tokens = tokens[1:-1]
    reading = _Reading(about, row)
    if not tokens or not all(reading.takes(tokens, index) for index in range(len(tokens))):
        return None
    return reading.printed(tokens)


class _Reading:
    """Numbers being put together, token by token."""

    def __init__(self, about: bool, row: bool) -> None:
        self.about, self.row = about, row
        self.rows: list[list[TypedNumber]] = [[]]
        self.spans: list[tuple[int, int]] = []
        self.depth, self.deepest = 0, int(row)
        self.sign: Token | None = None
        self.scales: list[float] = []

    def takes(self, tokens: Sequence[Token], index: int) -> bool:
        """Take one more token; whether it belongs to a printed result."""
        token, before = tokens[index], tokens[index - 1] if index else None
        if before is not None and (before.kind in ("number", "close") or before.text in _INFINITE):
            if token.text in "+-" and not self._is_sign(tokens, index):
                return False
            if token.kind == "open" and self.depth == 0:
                return False
        if token.kind in ("open", "close"):
            return self._bracket(token)
        if (token.kind == "number" and "/" not in token.text) or token.text in _INFINITE:
            return self._number(token)
        if token.text in "+-" and self.sign is None:
            self.sign = token
            return True
        return self._separator(token.text)

    def _is_sign(self, tokens: Sequence[Token], index: int) -> bool:
        """Whether a sign after a number begins the next one: `[3 -5]`."""
        apart = bool(tokens[index].gap) and index + 1 < len(tokens) and not tokens[index + 1].gap
        return apart and bool(self.depth or self.row)

    def _bracket(self, token: Token) -> bool:
        if token.kind == "close":
            self.depth -= 1
            return True
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        if self.depth == _GRID and self.rows[-1]:
            self.rows.append([])
        return token.text in "(["

    def _number(self, token: Token) -> bool:
        negative = self.sign is not None and self.sign.text == "-"
        self.rows[-1].append(typed_number(token, negative, self.about))
        self.scales.append(token.scale)
        self.spans.append((self.sign.start if self.sign is not None else token.start, token.stop))
        self.sign = None
        return True

    def _separator(self, text: str) -> bool:
        if text == ";" and self.depth:
            self.rows.append([])
        elif text == "," and not self.depth:
            self.deepest = max(self.deepest, 1)
        return text in ("~", "$", "€", "£", "¥", ",", "and") or (text == ";" and self.depth > 0)

    def printed(self, tokens: Sequence[Token]) -> Printed | None:
        """What was put together; None where it is no number, row or grid."""
        rows = [row for row in self.rows if row]
        whole = not self.depth and self.sign is None and self.deepest <= _GRID
        if not rows or not whole or len({len(row) for row in rows}) > 1:
            return None
        numbers = tuple(number for row in rows for number in row)
        if len(numbers) > 1 and not self.deepest:
            return None
        shape: Shape = ()
        if len(rows) > 1 or self.deepest == _GRID:
            shape = (len(rows), len(rows[0]))
        elif _is_row(tokens, numbers):
            shape = (len(numbers),)
        return Printed(padded(numbers), tuple(self.spans), shape, tokens[0].start, tokens[-1].stop, tuple(self.scales))


def _is_row(tokens: Sequence[Token], numbers: tuple[TypedNumber, ...]) -> bool:
    return len(numbers) > 1 or any(token.text == "[" for token in tokens)


def typed_number(token: Token, negative: bool, about: bool) -> TypedNumber:
    """A number token as it was printed: with its places, and those that its percent sign or its scale make of them."""
    if token.text in ("inf", "∞"):
        return TypedNumber(token.text, float("-inf") if negative else float("inf"), 0)
    value = float(token.text) * token.scale
    text = f"{token.text}{_MORE}" if token.more else token.text
    mantissa, _, power = token.text.lower().partition("e")
    places = len(mantissa.partition(".")[2]) - int(power or 0)
    if token.scale == 0.01:
        places, text = places + 2, f"{token.text}%"
    elif token.scale != 1.0:
        places -= round(log10(token.scale))
        about = True
    elif about and places == 0 and value:
        digits = f"{abs(value):.0f}"
        places = min(0, max(2, len(digits.rstrip("0"))) - len(digits))
    return TypedNumber(text, -value if negative else value, places, about)


def padded(numbers: tuple[TypedNumber, ...]) -> tuple[TypedNumber, ...]:
    """In a row with decimals a bare 0 is as short for what rounds to nothing."""
    most = max((number.places or 0 for number in numbers), default=0)
    return tuple(
        number._replace(places=most) if number.value == 0 and number.places == 0 else number for number in numbers
    )


def compare(printed: Printed, worked: Expression) -> Comparison | None:
    """How a printed result stands to an expression; None where their shapes do not meet."""
    values = _values(printed, worked)
    if values is None:
        return None
    direct, true = values
    fits: list[Fit] = []
    band = mended = None
    by_print = False
    for index, number in enumerate(printed.numbers):
        if _agrees(number, true[index], worked) or _agrees_without_scale(printed, index, true[index]):
            fits.append(Fit.RIGHT)
        elif _agrees(number, direct[index], worked):
            fits.append(Fit.RIGHT)
            by_print = True
        else:
            band = band or worked.band(*_fineness(printed)) or ((), ())
            inside = bool(band[0]) and (
                within(number.value, number.places, band[0][index], band[1][index])
                or _is_rounding(number, worked, band[0][index], band[1][index])
            )
            by_print = by_print or inside
            if not inside and worked.roots:  # right from what would stand above, were that right
                mended = mended or worked.band(*_fineness(printed), mended=True) or ((), ())
                inside = bool(mended[0]) and within(number.value, number.places, mended[0][index], mended[1][index])
            fits.append(Fit.CARRIED if inside else Fit.WRONG)
    value = worked.true if not worked.roots or not by_print else worked.printed
    return Comparison(tuple(fits), value, by_print, band or ((), ()))


def _values(printed: Printed, worked: Expression) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """What an expression comes to from its operands as printed, and as they truly are; None where its shape is not that
    of a result.
    """
    shape = worked.shape
    if printed.shape != shape and not same_shape(printed.shape, shape) and not _one_column(printed.shape, shape):
        return None
    direct, true = floats(worked.printed), floats(worked.true)
    return (direct, true) if len(direct) == len(true) == len(printed.numbers) else None


def is_right(printed: Printed, worked: Expression) -> bool:
    """Whether a printed result is what an expression comes to, rounded; quicker than to compare them."""
    values = _values(printed, worked)
    return values is not None and all(
        _agrees(number, true, worked) or _agrees_without_scale(printed, index, true) or _agrees(number, direct, worked)
        for index, (number, direct, true) in enumerate(zip(printed.numbers, *values, strict=True))
    )


def is_honest(printed: Printed, worked: Expression) -> bool:
    """Whether a printed result is what an expression comes to, as far as honest rounding leaves it."""
    found = compare(printed, worked)
    return found is not None and found.worst is not Fit.WRONG


def count_far(printed: Printed, worked: Expression, times: float) -> int:
    """How many printed numbers are off what an expression comes to by more than so many half units of their last place;
    0 where their shapes do not meet, or a number has a scale.
    """
    values = _values(printed, worked)
    if values is None or any(scale != 1.0 for scale in printed.scales):
        return 0
    return sum(
        not any(
            abs(number.value - truth) <= times * half_unit(number.places) or _agrees(number, truth, worked)
            for truth in both
        )
        for number, *both in zip(printed.numbers, *values, strict=True)
    )


def _is_rounding(number: TypedNumber, worked: Expression, low: float, high: float) -> bool:
    """Whether a value that is only written down again is rounded to what is printed."""
    half = half_unit(number.places) if isinstance(worked.node, Name) else 0.0
    return bool(half) and low - half <= number.value <= high + half


def _fineness(printed: Printed) -> tuple[int, int]:
    """To how many decimals and figures the lines before a result are rounded: as it is itself, and never coarser
    than the rule.
    """
    places = max((number.places or 0 for number in printed.numbers), default=0)
    whole = max(
        (len(str(int(abs(number.value)))) for number in printed.numbers if abs(number.value) < _HUGE), default=1
    )
    return max(DECIMALS, min(places, _MOST_PLACES)), max(FIGURES, min(places, _MOST_PLACES) + whole)


def _one_column(first: Shape, second: Shape) -> bool:
    """Whether one is a row and the other a column, or a grid of one row, of as many."""
    sizes = [[side for side in shape if side != 1] for shape in (first, second)]
    return bool(first and second) and sizes[0] == sizes[1] and len(sizes[0]) <= 1


def _agrees_without_scale(printed: Printed, index: int, truth: float) -> bool:
    """`41844736 / 1000000 = 41.84 million`: the word says again what was divided by."""
    scale = printed.scales[index] if index < len(printed.scales) else 1.0
    if scale <= 1.0:
        return False
    number = printed.numbers[index]
    return agrees(number.value / scale, (number.places or 0) + round(log10(scale)), truth)


def _agrees(number: TypedNumber, truth: float, worked: Expression) -> bool:
    if agrees(number.value, number.places, truth, number.about):
        return True
    if number.text.endswith(_MORE):  # cut, and not rounded
        unit = 2 * half_unit(number.places)
        return 0 <= (abs(truth) - abs(number.value)) * (1 + _NOISE) + unit * _NOISE < unit and truth * number.value >= 0
    if not number.text.endswith("%") or not agrees(number.value * 100, (number.places or 2) - 2, truth, number.about):
        return False
    # `3 / 40 × 100 = 7.5%`: the percent sign says again what the factor said; `90 / 100 = 0.9%` has no such factor.
    return number.value != 0 and (abs(truth) > 1 or bool(worked.names) or _has_factor_of_percent(worked.node))


def _has_factor_of_percent(node: Node) -> bool:
    """Whether something is multiplied by 100 in an expression."""
    match node:
        case Binary():
            hundred = any(isinstance(one, Literal) and one.value == _HUNDRED for one in (node.left, node.right))
            return (
                (hundred and node.sign == "·")
                or _has_factor_of_percent(node.left)
                or _has_factor_of_percent(node.right)
            )
        case Unary():
            return _has_factor_of_percent(node.operand)
        case Sum():
            return any(_has_factor_of_percent(term) for _, term in node.terms)
        case _:
            return False


def corrected_text(number: TypedNumber, text: str, truth: float) -> str:
    """The true number written as the printed one is: as many decimals, its percent sign, thousands and scale."""
    if truth in (float("inf"), float("-inf")):
        return "-inf" if truth < 0 else "inf"
    scale, unit = 1.0, ""
    if text.endswith("%"):
        scale, unit = 0.01, "%" if not text.endswith(" %") else " %"
    elif text[-1:] in "kKMGBT" and text[-1:]:
        scale, unit = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "B": 1e9, "T": 1e12}[text[-1]], text[-1]
    bare = text.removesuffix(unit).lower()
    mantissa, exponent, _ = bare.partition("e")
    decimals = len(mantissa.partition(".")[2])
    if exponent:
        return f"{truth:.{decimals}e}"
    whole = round(truth / scale, decimals)
    if decimals == 0 and not number.about and unit == "" and abs(truth - whole) > 1e-9:
        return f"{truth:.3f}".rstrip("0").rstrip(".").replace("-", text[0] if text[0] in "-−–" else "-")
    made = f"{whole:,.{decimals}f}" if "," in text else f"{whole:.{decimals}f}"
    if float(made.replace(",", "")) == 0:
        made = made.removeprefix("-")
    if made.startswith("-") and text[0] in "−–":
        made = text[0] + made[1:]
    return ("+" if text.startswith("+") and not made.startswith(("-", "−")) else "") + made + unit
