"""Where the operands of an expression end: numbers with their signs, functions with their arguments, rows without
brackets.
"""

from __future__ import annotations

from katatx.audit.functions import is_common
from katatx.audit.spellings import canonical_name
from katatx.audit.units import Unit

MONEY = frozenset({"$", "€", "£", "¥"})


WIDE = 3
# Letters that stand for numbers, and for no unit of measure.
FACTORS = frozenset("abfijnqrvwxyzXYZQR")
_CONSTANTS = frozenset({"e", "π", "pi"})
_MOST_SIGNS = 4
_MOST_POWERS = 20
# The tokens of `[1, 2; 3, 4]`.
_LEAST_OF_GRID = 6


def spaced_row(units: list[Unit], start: int, end: int) -> int:
    """Where numbers end that stand side by side with nothing but space between; 0 where there is one alone."""
    if not is_plain(units, start, end):
        return 0
    at = end
    while at < len(units) and units[at].gap >= 1:
        after = operand_end(units, at)
        if after is None or not is_plain(units, at, after):
            break
        at = after
    alone = at == len(units) or units[at].gap >= WIDE or units[at].kind in ("mark", "group")
    return at if at > end and alone else 0


def listed_end(units: list[Unit], start: int, end: int) -> int:
    """Where the last ends of numbers side by side, of which the first stands from `start` to `end`; 0 where it
    stands alone.
    """
    if not is_plain(units, start, end):
        return 0
    at = end
    while at + 1 < len(units) and units[at].text in (",", "and"):
        begins = at + 1 + (units[at + 1].text in ("and", "or"))
        after = operand_end(units, begins)
        if after is None or not is_plain(units, begins, after):
            break
        if after < len(units) and (units[after].kind in ("operator", "postfix") or _begins_chain(units, after)):
            break
        if after < len(units) and not units[after].gap and units[after].text in FACTORS:
            break  # `x = 12, 3x = 36`
        at = after
    return at if at > end else 0


def _begins_chain(units: list[Unit], at: int) -> bool:
    """Whether a join at a unit belongs to the number before it alone: not `12, 30 and 18 → total 60`."""
    if units[at].kind != "join":
        return False
    if units[at].text != "→" or at + 1 == len(units):
        return True
    return units[at + 1].kind not in ("word", "function") and not (units[at + 1].known and units[at + 1].text.isalpha())


def listed(units: list[Unit], at: int) -> int:
    """Where numbers end that begin at a unit and go on after commas; 0 where there is one alone, or none."""
    end = operand_end(units, at)
    return 0 if end is None else listed_end(units, at, end)


def is_plain(units: list[Unit], start: int, end: int) -> bool:
    """Whether units are one number, with a sign or without."""
    signs = units[start : end - 1]
    last = units[end - 1]
    plain = (
        last.kind == "operand"
        and last.known is None
        and (last.text[:1].isdigit() or last.text in (".", "inf", "∞") or last.text[:1] == ".")
    )
    return plain and len(signs) <= 1 and all(unit.text in "+-" for unit in signs)


# Functions of one number that stand behind a factor: `.5 ln(.5/.9)`.
_OF_ONE = frozenset({"ln", "log", "log2", "log10", "exp", "sin", "cos", "tan", "tanh", "sqrt"})


def _is_factor_of(units: list[Unit], at: int) -> bool:
    """Whether a number before a function multiplies it, and does not only say which: `row 2 exp(3)`."""
    before = units[at - 1]
    called = at + 1 < len(units) and units[at + 1].text == "(" and not units[at + 1].gap
    which = at > 1 and units[at - 2].kind in ("word", "function") and before.gap <= 1
    number = before.known is None and (before.text[:1].isdigit() or before.text[:1] == ".")
    return units[at].text.lower() in _OF_ONE and called and number and not which


def operand_end(units: list[Unit], at: int) -> int | None:
    """Where the operand ends that begins at a unit, with any signs and roots before it and any powers after it."""
    end = _factor_end(units, at)
    powers = 0
    while end is not None and end + 1 < len(units) and units[end].text == "^" and units[end].gap <= 1:
        end, powers = _factor_end(units, end + 1), powers + 1
        if powers > _MOST_POWERS:
            return None
    return end


def _factor_end(units: list[Unit], at: int, argument: bool = False) -> int | None:
    signs = 0
    while at < len(units) and signs < _MOST_SIGNS and _is_sign(units[at]):
        at, signs = at + 1, signs + 1
    if at >= len(units):
        return None
    if units[at].kind == "function" and argument:
        return None  # one in another needs brackets
    if units[at].kind == "function":
        if at + 1 < len(units) and units[at + 1].kind == "group" and not units[at + 1].gap:
            return at + 2  # `tanh(z)`, where z comes later
        return called_end(units, at)
    if units[at].kind not in ("operand", "dots") and not is_variable(units, at):
        return None
    at += 1
    while at < len(units) and units[at].kind == "postfix" and units[at].gap <= 1:
        at += 1
    return at


def _is_sign(unit: Unit) -> bool:
    return unit.kind == "root" or unit.text in ("+", "-") or unit.text in MONEY


SMALL_WORDS = frozenset({
    "a", "i", "is", "of", "to", "in", "so", "or", "we", "as", "at", "by", "if", "it", "my", "no", "on", "up", "an",
    "be", "do", "he", "me", "us", "go", "vs", "am", "pm"
})  # fmt: skip


STANDS_FOR = frozenset({"that", "this", "it", "each", "result"})


def is_variable(units: list[Unit], at: int) -> bool:
    """Whether a word stands for a number or row: a letter that nobody defined, or `that`, with a sign beside it."""
    unit = units[at]
    if unit.kind != "word":
        return False
    beside = [units[near] for near in (at - 1, at + 1) if 0 <= near < len(units)]
    signed = any(each.kind == "operator" for each in beside)
    letter = len(unit.text) <= 2 and unit.text.isalpha() and unit.text.lower() not in SMALL_WORDS
    return signed and (letter or unit.text.lower() in STANDS_FOR)


def called_end(units: list[Unit], at: int) -> int | None:
    """Where a function with its argument ends."""
    following = at + 1
    if following >= len(units):
        return None
    if units[following].text == "^":  # sin^2(x)
        return None
    tight = units[following].kind == "operand" and units[following].gap == 0
    if is_common(units[at].text) and not tight:
        return None
    return _factor_end(units, following, argument=True)


def is_product(units: list[Unit], at: int) -> bool:
    """Whether the operand at a unit is multiplied by the one before it, with no sign between: `0.5 X`, `2(3 + 4)`."""
    unit, before = units[at], units[at - 1]
    if unit.kind == "root":
        return before.kind == "operand" and unit.gap <= 1
    if unit.text == "[" and before.text == "[" and unit.kind == before.kind == "operand":
        return unit.gap <= 1
    if unit.text == "[" and unit.kind == before.kind == "operand" and is_scaled(units, at):
        return True
    if unit.text == "(" and unit.kind == "operand" and unit.gap == 1 and _is_fraction(units, at - 3):
        return True  # `1/4 (3 + 5)`
    if unit.kind not in ("operand", "function") or unit.gap > 1 or before.kind not in ("operand", "postfix"):
        return False
    if unit.kind == "function" and unit.gap and (_is_factor_of(units, at) or _is_factor(units, at)):
        return True
    if unit.text == "(" or unit.kind == "function":
        return unit.gap == 0 and unit.first > 0
    if unit.text in _CONSTANTS and unit.known is None:
        return before.known is None and before.text[:1].isdigit() and unit.gap <= (unit.text != "e")
    return unit.known is not None and (unit.gap <= 1)


def _is_fraction(units: list[Unit], at: int) -> bool:
    """Whether a fraction of two whole numbers stands at a unit, at the beginning of what is worked."""
    if at < 0 or units[at + 1].text != "/" or units[at + 1].gap or units[at + 2].gap:
        return False
    begins = at == 0 or units[at - 1].kind in ("operator", "join", "root", "mark")
    return begins and all(units[near].known is None and units[near].text.isdigit() for near in (at, at + 2))


def is_scaled(units: list[Unit], at: int) -> bool:
    """Whether square brackets are multiplied by what stands before them: `0.4 [2, 1]`, `3[2, 1]`, `h [1, 2; 3, 4]`."""
    unit, before = units[at], units[at - 1]
    if before.known is not None:
        return (
            unit.gap == 1
            and len(canonical_name(before.text).split("_")[0]) == 1
            and unit.last - unit.first > _LEAST_OF_GRID
        )
    number = before.text[:1].isdigit() and unit.gap <= 1
    begins = at == 1 or units[at - 2].kind in ("operator", "join", "root") or units[at - 2].text in ":,|"
    return number and begins


def _is_factor(units: list[Unit], at: int) -> bool:
    """Whether a function is multiplied by what stands a space before it: `(1/4) sum(x)`, `0.5 tanh(0.3)`, `a ln(a)`."""
    before = units[at - 1]
    called = at + 1 < len(units) and units[at + 1].kind in ("operand", "group") and units[at + 1].gap == 0
    if not called:
        return False
    if before.known is not None:
        return len(canonical_name(before.text).split("_")[0]) == 1
    begins = at == 1 or units[at - 2].kind in ("operator", "join", "root") or units[at - 2].text in ":,|"
    return begins and (before.text == "(" or before.text[:1].isdigit())
