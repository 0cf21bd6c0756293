"""Units of measure: what one of them is in another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from katatx.audit.token import Token

_TIME = {"ms": 1e-3, "s": 1.0, "sec": 1.0, "second": 1.0, "seconds": 1.0}
_MINUTES = {"min": 60.0, "minute": 60.0, "minutes": 60.0}
_LONG_TIME = {"h": 3600.0, "hour": 3600.0, "hours": 3600.0, "d": 86400.0, "day": 86400.0, "days": 86400.0}
_LENGTH = {"mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3}
_MASS = {"mg": 1e-3, "g": 1.0, "kg": 1e3, "t": 1e6}
_ENERGY = {"J": 1.0, "kJ": 1e3, "MJ": 1e6, "Wh": 3600.0, "kWh": 3.6e6}
_BYTES = {"B": 1.0, "bytes": 1.0, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
_BINARY = {"KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40}
# Units of bytes that some count in thousands and others in steps of 1024.
BINARY_BYTES = {"B": 1.0, "bytes": 1.0, "kB": 2.0**10, "KB": 2.0**10, "MB": 2.0**20, "GB": 2.0**30, "TB": 2.0**40}
_PER = frozenset({*_TIME, *_MINUTES, *_LONG_TIME, "token", "step"})
_LOOSE = frozenset({"d", "day", "days", *_BYTES} - {"B", "bytes"})
_KINDS = ({**_TIME, **_MINUTES, **_LONG_TIME}, _LENGTH, _MASS, _ENERGY, {**_BYTES, **_BINARY})


def of_bytes(measure: str) -> float | None:
    """How many of a unit one byte is; None where that is no unit of bytes above the byte."""
    size = _KINDS[-1].get(measure, 1.0)
    return 1 / size if size > 1 else None


def size_of(measure: str, binary: bool = False) -> float:
    """How many of the smallest of its kind that is named alone a unit is; of bytes in steps of 1024 where `binary`."""
    if binary and measure in BINARY_BYTES:
        return BINARY_BYTES[measure]
    return next(kind[measure] for kind in _KINDS if measure in kind)


def factor(measure: str, other: str) -> float | None:
    """How many of the other unit one of the first is, 60 from `min` to `s`; None where they measure two things."""
    for kind in _KINDS:
        if measure in kind and other in kind:
            return kind[measure] / kind[other]
    return None


def is_sure(measure: str, other: str) -> bool:
    """Whether one unit is always as many of the other: a day of work has fewer hours, and a KB may have 1,024 bytes."""
    if factor(measure, other) is None:
        return False
    return not {measure, other} & _LOOSE


def mixes_scales(tokens: Sequence[Token]) -> bool:
    """Whether a sum has numbers with and without a letter for thousands, or in two units: `24 - 1.99G`."""
    if not any(token.text in "+-" and token.kind == "sign" for token in tokens):
        return False
    scales = {token.scale > 1 for token in tokens if token.kind == "number"}
    measures = [
        token.text
        for before, token in pairwise(tokens)
        if token.kind == "name" and before.kind == "number" and factor(token.text, token.text) is not None
    ]
    return len(scales) > 1 or any(factor(measures[0], each) not in (None, 1.0) for each in measures)


def in_one_unit(tokens: Sequence[Token], unit: str) -> list[Token]:
    """A sum of numbers with units of measure, each put in one unit: `2 cm + 30 mm` in cm is `2 + 3`. Nothing where a
    term has none, or measures another thing.
    """
    made: list[Token] = []
    term: list[Token] = []
    for token in (*tokens, _END):
        if token.text not in ("+", "-", ""):
            term.append(token)
            continue
        times = factor(term[-1].text, unit) if len(term) > 1 and term[-1].kind == "name" else None
        plain = all(each.kind == "number" or each.text in "·/" for each in term[:-1])
        if times is None or not plain or term[0].kind != "number":
            return []
        made += [term[0]._replace(scale=term[0].scale * times), *term[1:-1], token]
        term = []
    return made[:-1]


_END = Token("mark", "", 0, 0, 0)


def with_rates(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with each rate behind a number as one word: the `GB/s` of `2,000 GB/s`."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        unit, over, time = (tokens[at], *tokens[at + 1 : at + 3]) if at + 2 < len(tokens) else (tokens[at],) * 3
        if (
            made
            and made[-1].kind == "number"
            and unit.kind == time.kind == "name"
            and over.text == "/"
            and time.text in _PER
            and unit.gap <= 1
            and len(unit.text) > 1
            and over.gap == time.gap == 0
        ):
            made.append(unit._replace(text=f"{unit.text}/{time.text}", stop=time.stop))
            at += 3
        else:
            made.append(unit)
            at += 1
    return made
