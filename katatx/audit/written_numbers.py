"""Numbers that are written with more than digits and a point: `2 3/4`, `0.(3)`, `0.333…`, `0xFF`, `1011_2`.

What stands for an exact fraction becomes one number with a slash in it: such a number is worked, and held against what
stands beside it to the last digit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from katatx.audit.token import Token

_LINES = frozenset({
    "exercise", "exercises", "ex", "problem", "question", "q", "task", "no", "nr", "number", "line", "row", "step",
    "page", "p", "pp", "chapter", "section", "part", "item", "figure", "fig", "table", "eq", "equation", "day", "week",
    "month", "epoch", "layer", "head", "example", "version", "aufgabe", "lesson", "unit", "and", "or"
})  # fmt: skip
_MOST_DIGITS = 4
_LARGEST_BASE = 16
_LONGEST = 40
_MOST_BITS = 53
_PERIOD = re.compile(r"(\d+)\.(\d*)\((\d+)\)|(\d+)\.(\d*?)((?:\d[\u0304\u0305])+)")
_LITERAL = {"0x": 16, "0b": 2, "0o": 8}
# Beside these, digits in another base are patterns of bits, and no numbers to add or to raise.
_BITWISE = frozenset({"&", "|", "^", "~", "<", ">", "xor", "and", "or", "not", "shl", "shr", "bcd"})


def as_fraction(text: str) -> str:
    """A number with a period (`0.8(3)`, `0.3̅`) or in another base (`0xFF`, `1011_2`, `(FF)₁₆`) as a fraction: `255/1`.
    Nothing where the digits are none of their base.
    """
    period = _PERIOD.fullmatch(text) if len(text) <= _LONGEST else None
    return _of_period(*(period.groups()[:3] if period[3] else period.groups()[3:])) if period else _in_base(text)


def _of_period(whole: str, before: str, period: str) -> str:
    """`0.8(3)` as 75/90."""
    digits = re.sub("[\u0304\u0305]", "", period)
    shorter = int(whole + before)
    under = 10 ** len(before) * (10 ** len(digits) - 1)
    return f"{int(whole + before + digits) - shorter}/{under}"


def _in_base(text: str) -> str:
    if len(text) > _LONGEST + _MOST_BITS:
        return ""
    base = _LITERAL.get(text[:2].lower())
    if base is not None:
        digits = text[2:]
    else:
        digits, _, index = _plain_index(text).replace("(", "").replace(")", "").partition("_")
        base = int(index) if index.isdigit() else 0
    if not 2 <= base <= _LARGEST_BASE:
        return ""
    try:
        value = int(digits, base)
    except ValueError:
        return ""
    return f"{value}/1" if value.bit_length() <= _MOST_BITS else ""


def _plain_index(text: str) -> str:
    """`1011₂` as `1011_2`."""
    body = text.rstrip("₀₁₂₃₄₅₆₇₈₉")
    index = text[len(body) :].translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))
    return f"{body}_{index}" if index else text


def in_one_number(tokens: list[Token]) -> list[Token]:
    """The tokens with whole numbers and fractions that stand together as one number each, and digits in other bases as
    marks, where they are patterns of bits.
    """
    if any(token.kind == "based" for token in tokens):
        tokens = _based(tokens)
    if any(token.text == "/" or "/" in token.text for token in tokens):
        tokens = _mixed(tokens)
    if any(token.kind == "dots" for token in tokens):
        tokens = _cut_off(tokens)
    return tokens


# ---- other bases


def _based(tokens: list[Token]) -> list[Token]:
    """Digits in another base as numbers, where the numbers of their line are whole and none is below nothing: `0xFF =
    -1` tells of bits, `0x3F800000 = 1.0` too.
    """
    numbers = all(token.text.lower() not in _BITWISE for token in tokens)
    numbers = numbers and all("." not in token.text for token in tokens if token.kind == "number")
    numbers = numbers and not any(
        token.text == "-" and (not at or tokens[at - 1].kind in ("join", "open")) for at, token in enumerate(tokens)
    )
    return [
        token._replace(kind="number" if numbers else "mark") if token.kind == "based" else token for token in tokens
    ]


# ---- mixed numbers


def _mixed(tokens: list[Token]) -> list[Token]:
    """`2 3/4` and `2 ½` as 11/4."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        taken, number = _mixed_at(tokens, at)
        made.append(number)
        at += taken
    return made


def _mixed_at(tokens: list[Token], at: int) -> tuple[int, Token]:
    whole = tokens[at]
    over, under, end = _fraction(tokens, at + 1)
    if not end or not _is_count(whole) or not _stands_alone(tokens, at, end):
        return 1, whole
    last = tokens[end - 1]
    return end - at, whole._replace(text=f"{int(whole.text) * under + over}/{under}", stop=last.stop, scale=last.scale)


def _fraction(tokens: Sequence[Token], at: int) -> tuple[int, int, int]:
    """The proper fraction that stands one space behind what is before it: its two numbers, and where it ends; 0 for
    that where none does.
    """
    if at >= len(tokens) or tokens[at].kind != "number" or tokens[at].gap != 1 or tokens[at].scale != 1.0:
        return 0, 0, 0
    over, slash, under = tokens[at].text.partition("/")
    end = at + 1
    if not slash:
        part = tokens[at + 1 : at + 3]
        if (
            len(part) < 2
            or part[0].text != "/"
            or part[0].gap
            or part[1].gap
            or not _is_count(part[1]._replace(scale=1.0))
        ):
            return 0, 0, 0
        under, end = part[1].text, at + 3
    proper = over.isdigit() and under.isdigit() and len(under) < _MOST_DIGITS and 0 < int(over) < int(under)
    return (int(over), int(under), end) if proper else (0, 0, 0)


def _is_count(token: Token) -> bool:
    return token.kind == "number" and token.text.isdigit() and token.scale == 1.0 and len(token.text) <= _MOST_DIGITS


def _stands_alone(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether nothing beside a whole number and a fraction says that they are two: another number, a sign at the
    fraction, a word that counts lines, or square brackets.
    """
    before = tokens[at - 1] if at else None
    after = tokens[end] if end < len(tokens) else None
    if after is not None and (
        after.kind == "number" or (after.text in ("/", "^") and not after.gap) or (after.text == "," and at == 0)
    ):
        return False
    if before is None:
        return True
    counts = before.kind == "name" and before.text.lower() in _LINES
    beside = before.kind in ("number", "close") and tokens[at].gap > 0
    tight = before.text in ("/", "^", "#") or (before.text in (".", ":") and not tokens[at].gap)
    return not counts and not beside and not tight and before.text != "["


# ---- digits that go on


def _cut_off(tokens: list[Token]) -> list[Token]:
    """`0.333…` as one number of which more digits are not written."""
    made: list[Token] = []
    for at, token in enumerate(tokens):
        before = made[-1] if made else None
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        goes_on = token.kind == "dots" and not token.gap and before is not None and _has_decimals(before)
        if goes_on and before is not None and not (after is not None and after.kind in ("number", "dots", "name")):
            made[-1] = before._replace(stop=token.stop, more=True)
        else:
            made.append(token)
    return made


def _has_decimals(token: Token) -> bool:
    return token.kind == "number" and token.scale == 1.0 and len(token.text.partition(".")[2]) > 1
