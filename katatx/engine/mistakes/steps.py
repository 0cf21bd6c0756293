"""Slips with whole steps: two done in the other order, or one more done with the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import exp, fsum, log, sqrt

from katatx.engine.errors import EngineError
from katatx.engine.key import Solution
from katatx.engine.mistakes.trying import Try
from katatx.notation.syntax import Call, Node
from katatx.notation.walking import mapped, parts_of
from scoring.verdict import Cause

# What may be done with each number of an answer that is finished.
_WITH_EACH: dict[str, Callable[[float], float]] = {
    "took the root": sqrt,
    "squared": lambda number: number * number,
    "subtracted from 1": lambda number: 1 - number,
    "divided 1 by it": lambda number: 1 / number,
    "raised e to it": exp,
    "took the logarithm": log,
    "halved": lambda number: number / 2,
}
# What a finished row may be divided by.
_DIVISORS: dict[str, Callable[[Sequence[float]], float]] = {
    "their total": fsum,
    "how many there are": len,
    "the largest": max,
}


def in_another_order(solution: Solution) -> Iterator[Try]:
    """Yield two steps, one in the other, done in the other order: `scale(softmax(x), 4)` of `softmax(scale(x, 4))`."""
    for outer in _calls(solution.node):
        inner = outer.arguments[0] if outer.arguments else None
        if isinstance(inner, Call) and inner.arguments and inner.name != outer.name:
            first = outer._replace(arguments=(inner.arguments[0], *outer.arguments[1:]))
            turned = inner._replace(arguments=(first, *inner.arguments[1:]))
            with suppress(EngineError):
                other = Solution(mapped(solution.node, partial(_instead, outer, turned)), solution.names)
                cause = Cause(f"did {outer.name} before {inner.name}", f"do {inner.name} first")
                yield Try(cause, (other.tape,), other.numbers)


def one_too_many(solution: Solution) -> Iterator[Try]:
    """Yield one more step, done with the right answer."""
    work: dict[str, Callable[[Sequence[float]], list[float]]] = {}
    work |= {says: partial(_with_each, each) for says, each in _WITH_EACH.items()}
    if len(solution.shape) == 1:
        work |= {f"divided by {by}": partial(_divided, divisor) for by, divisor in _DIVISORS.items()}
    for says, change in work.items():
        cause = Cause(f"{says} at the end", "that is one step too many")
        yield Try(cause, (solution.tape,), solution.numbers, change)
    if solution.shape:
        cause = Cause("shared evenly", "work out each share by itself")
        yield Try(cause, (solution.tape,), solution.numbers, _evenly)


def _calls(node: Node) -> Iterator[Call]:
    if isinstance(node, Call):
        yield node
    for part in parts_of(node):
        yield from _calls(part)


def _instead(old: Node, new: Node, part: Node) -> Node | None:
    return new if part is old else None


def _with_each(work: Callable[[float], float], row: Sequence[float]) -> list[float]:
    return [work(number) for number in row]


def _divided(divisor: Callable[[Sequence[float]], float], row: Sequence[float]) -> list[float]:
    return [number / divisor(row) for number in row]


def _evenly(row: Sequence[float]) -> list[float]:
    return [fsum(row) / len(row)] * len(row)
