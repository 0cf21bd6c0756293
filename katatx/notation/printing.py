"""Writing numbers and expressions as a person does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import floor, inf, isfinite, log10

from katatx.notation.syntax import Binary, Call, Code, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary
from scoring.places import DECIMALS, NOISE, close, unit, whole_at

Printable = float | Sequence["Printable"]

_NUMBERS_KEPT = 4096  # a working names the same numbers again and again
_EXPONENT_BELOW = 1e-4  # smaller numbers are written with an exponent
_MOST_FIGURES = 15
_TIE_UP = 1 + 4e-16  # what ends in 5 is rounded up, as school does: 0.5625 is 0.563, 2.675 is 2.68


def write_number(value: float, places: int = 3) -> str:
    """Return a number as text, rounded to `places` decimals.

    A number that ends within `places` (at least 0) has no trailing zeros, a rounded one keeps them: 2.0 is "2", 0.5 is
    "0.5", 0.49998 is "0.500". Unless `places` is 0, a small rounded number has at least two figures, with more decimals
    than `places`: 0.0042, 1.6e-05. No number has more than 15 figures, which is what a float holds; one of 1e15 or more
    has four. The others are "inf", "-inf" and "nan".
    """
    return _text_of(float(value), places)


@lru_cache(maxsize=_NUMBERS_KEPT)  # of plain floats: comparing a number of a tape would be noted on it
def _text_of(value: float, places: int) -> str:
    if value in (inf, -inf):
        return "-inf" if value < 0 else "inf"
    if isfinite(value) and abs(value) >= 1e15:
        return f"{value:.4g}"
    if 0 < abs(value) <= max(9.5 * 10.0**-places, _EXPONENT_BELOW) * (1 + NOISE) and places > 0:
        return _write_small(value, places)
    if abs(value) * 10.0**places >= 10.0**_MOST_FIGURES:
        places = max(0, _MOST_FIGURES - 1 - floor(log10(abs(value))))
    text = f"{value * _TIE_UP:.{places}f}"
    if "." in text and whole_at(value, places):
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _write_small(value: float, places: int) -> str:
    if whole_at(value, places) and abs(value) >= _EXPONENT_BELOW:
        return f"{value:.{places}f}".rstrip("0")
    figures = min(_MOST_FIGURES, max(2, floor(log10(abs(value))) + places + 1))
    text = f"{value * _TIE_UP:#.{figures}g}"
    return f"{value:.{figures}g}" if close(float(text), value) else text


def write_kept(value: float) -> str:
    """Return a number as text as a line keeps it: 3 decimals or 4 significant figures, whichever is coarser.

    A number that ends within 3 decimals is written in full, and a small one as `write_number` does. 54.59815 is
    "54.60", 5.65685 "5.657", 54.598 "54.598", 0.00421 "0.0042".
    """
    last = unit(value)
    if last <= 10.0**-DECIMALS or not isfinite(value) or whole_at(value, DECIMALS):
        return write_number(value, DECIMALS)
    return f"{round(value / last * _TIE_UP) * last:.{max(0, -round(log10(last)))}f}"


def write_typed(value: Printable, places: int | None = None) -> str:
    """Return a number, row or grid as one types it: `2.718 54.60`, `1 2; 3 4`; by `write_kept`, or to `places`."""
    if not isinstance(value, Sequence):
        return write_kept(value) if places is None else write_number(value, places)
    return ("; " if value and isinstance(value[0], Sequence) else " ").join(write_typed(each, places) for each in value)


def write_value(value: Printable, places: int = 3) -> str:
    """Return a number, row or grid as text on one line, rounded by `write_number`: `[0.047, 0.953]`."""
    if isinstance(value, Sequence):
        return "[" + ", ".join(write_value(item, places) for item in value) + "]"
    return write_number(value, places)


def write_grid(rows: Sequence[Sequence[float]], places: int = 3) -> list[str]:
    """Return a grid as one line of text in brackets for each row, with aligned decimal points; [] for no rows.

    Numbers are rounded to `places` decimals by `write_number`; all rows must be equally long, else ValueError is
    raised.
    """
    columns: list[list[str]] = []
    for numbers in zip(*rows, strict=True):
        texts = [write_number(number, places) for number in numbers]
        wholes = [len(text.partition("e")[0].partition(".")[0]) for text in texts]
        texts = [" " * (max(wholes) - whole) + text for text, whole in zip(texts, wholes, strict=True)]
        commas = "," if len(columns) < len(rows[0]) - 1 else ""
        width = max(map(len, texts)) + len(commas)
        columns.append([f"{text}{commas}".ljust(width) for text in texts])
    return [f"[{' '.join(cells)}]" for cells in zip(*columns, strict=True)]


def write_expression(node: Node) -> str:
    """Return an expression as text in its standard spelling; reading it gives the same value, but for `Call.alone`."""
    match node:
        case Literal():
            return re.sub(r"^0+(?=\d)", "", node.text)  # 00 behind a comma would be asked about
        case Name() | Code():
            return node.text
        case Listing():
            return "[" + ", ".join(map(write_expression, node.items)) + "]"
        case Call():
            keywords = (f"{key}={write_expression(value)}" for key, value in node.keywords)
            return f"{node.name}({', '.join([*map(write_expression, node.arguments), *keywords])})"
        case Pick():
            text, bare = write_expression(node.value), isinstance(node.value, (Name, Call, Listing, Pick))
            return f"{text if bare else f'({text})'}[{', '.join(map(_write_index, node.places))}]"
        case Unary(sign="|"):
            text = write_expression(node.operand)
            return f"abs({text})" if "|" in text else f"|{text}|"
        case Unary():
            inside = _inside(node.operand) if node.sign == "-" else _closely(node.operand)
            return f"{inside}ᵀ" if node.sign == "ᵀ" else f"{node.sign}{inside}"
        case Binary():
            gap = " " if node.sign == "/" else ""
            divided = isinstance(node.left, Binary) and node.left.sign == "/"  # `1/4·2` could be 1/(4·2)
            left = _closely(node.left) if node.sign == "^" else _inside(node.left, product=not divided)
            return f"{left}{gap}{node.sign}{gap}{_closely(node.right)}"
        case Sum():
            first_sign, first = node.terms[0]
            text = ("-" if first_sign == "-" else "") + write_expression(first)
            return text + "".join(f" {sign} {_inside(term, product=True)}" for sign, term in node.terms[1:])


def _write_index(index: Node | Slice) -> str:
    if not isinstance(index, Slice):
        return write_expression(index)
    start, stop = ("" if each is None else write_expression(each) for each in (index.start, index.stop))
    return f"{start}:{stop}" if index.step is None else f"{start}:{stop}:{write_expression(index.step)}"


def _closely(node: Node) -> str:
    """Return an expression as a divisor, a base or the like: in brackets unless it needs none, as a name or a call."""
    text = _inside(node)
    return f"({text})" if isinstance(node, Literal) and "·" in text else text


def _inside(node: Node, product: bool = False) -> str:
    """Return an expression as an operand, in brackets unless it needs none."""
    text = write_expression(node)
    bare = isinstance(node, (Literal, Name, Listing, Call, Pick)) or (product and isinstance(node, Binary))
    return text if bare or (isinstance(node, Unary) and node.sign != "-") else f"({text})"
