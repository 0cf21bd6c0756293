"""Lookup tables for work on paper: powers of e, roots, sines and cosines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, exp, isqrt, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

_HALVES = [number / 2 for number in range(-10, 11)]
_TENTHS = [number / 10 for number in range(1, 10) if number != 5]
_RADIANS = [*(number / 10 for number in range(1, 10)), *range(1, 7)]
# Below this value four decimals are written: e^-5 is 0.0067.
_SMALL = 0.1


class Table(NamedTuple):
    """A lookup table: a heading and its entries."""

    heading: str
    entries: tuple[str, ...]


def tables_for(steps: Iterable[Step]) -> list[Table]:
    """Return the lookup tables that a working, given as its steps, needs; all tables if it needs none."""
    used = set(_operations(steps))
    found = [make() for names, make in _TABLES if used & names]
    return found or [make() for _, make in _TABLES]


def _operations(steps: Iterable[Step]) -> Iterator[str]:
    """Yield the operation of each step, including nested ones."""
    for step in steps:
        yield step.done
        yield from _operations(step.steps)


def _powers() -> Table:
    """Return the table of powers of e."""
    entries = (f"e^{x:g} = {_written(exp(x))}" for x in sorted((*_HALVES, *_TENTHS)))
    return Table("e^x; for others e^(a+b) = e^a · e^b", tuple(entries))


def _roots() -> Table:
    """Return the table of square roots."""
    return Table("roots", tuple(f"√{n} = {_written(sqrt(n))}" for n in range(2, 33) if isqrt(n) ** 2 != n))


def _sines() -> Table:
    """Return the table of sines and cosines."""
    entries = (f"{x:g}: {_written(sin(x))} {_written(cos(x))}" for x in _RADIANS)
    return Table("sine and cosine of an angle in radians", tuple(entries))


def _written(value: float) -> str:
    """Return a value as text with three decimals, or four if it is below 0.1 in size."""
    return f"{value:.{3 if abs(value) >= _SMALL else 4}f}"


_TABLES = (
    (frozenset({"exp"}), _powers),
    (frozenset({"root"}), _roots),
    (frozenset({"sine", "cosine"}), _sines),
)
