"""Slips with the given numbers: one is misread, or whole givens are taken in another order or for one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, pairwise
from math import copysign

from katatx.engine.errors import EngineError
from katatx.engine.key import Solution
from katatx.engine.mistakes.trying import Try
from katatx.engine.values import Value, floats, is_number, rank_of, shape_of, transposed
from katatx.notation.printing import write_number
from scoring.shapes import name_slot
from scoring.verdict import Cause

# Digits that are easily taken for one another.
_ALIKE = {"38", "17", "60", "56", "49", "27", "35", "89", "98", "08"}


def lost_signs(solution: Solution) -> Iterator[Try]:
    """Yield a minus lost, or brought in, at one given number; then at all of one given."""
    for at, number in enumerate(solution.numbers):
        if number:
            says = f"{write_number(number)}{_place(solution, at)} was taken as {write_number(-number)}"
            yield _changed(solution, at, [-number], Cause(says, "keep the signs"))
    for name, start, value in _givens(solution):
        numbers = floats(value)
        for says, changed in (
            (f"the minus signs of {_said(name)} were lost", [abs(number) for number in numbers]),
            (f"all signs of {_said(name)} were turned round", [-number for number in numbers]),
        ):
            if len(numbers) > 1:
                yield _changed(solution, start, changed, Cause(says, "keep the signs"))


def misreadings(solution: Solution, alike: bool) -> Iterator[Try]:
    """Yield one given number misread: as digits that look `alike`, or as any others."""
    for at, number in enumerate(solution.numbers):
        for read in _misread(number, alike):
            says = f"{write_number(number)}{_place(solution, at)} was read as {write_number(read)}"
            yield _changed(solution, at, [read], Cause(says, "copy it as it stands"))


def _misread(number: float, alike: bool) -> list[float]:
    """Return what a number may be misread as: another digit, or if alike, two digits exchanged or the point moved."""
    text = f"{abs(number):.6g}"
    found = [
        f"{text[:at]}{other}{text[at + 1 :]}"
        for at, digit in enumerate(text if text.replace(".", "", 1).isdigit() else "")
        for other in "0123456789"
        if digit not in (".", other) and bool({digit + other, other + digit} & _ALIKE) == alike
    ]
    moved = [*digits_exchanged(text), abs(number) * 10, abs(number) / 10] if alike else []
    read = dict.fromkeys(round(each, 12) for each in [*map(float, found), *moved])
    return [copysign(value, number) for value in read if value != abs(number)]


def digits_exchanged(text: str) -> list[float]:
    """Return the numbers that a number written without exponent becomes if two digits side by side are exchanged."""
    digits = [at for at, letter in enumerate(text) if letter.isdigit()] if set(text) <= set("-.0123456789") else []
    return [
        float(f"{text[:one]}{text[two]}{text[one + 1 : two]}{text[one]}{text[two + 1 :]}")
        for one, two in pairwise(digits)
        if text[one] != text[two]
    ]


def taken_for_another(solution: Solution) -> Iterator[Try]:
    """Yield one given number taken for another of the same row or grid, and two exchanged."""
    for name, start, value in _givens(solution):
        numbers = floats(value)
        for one, two in combinations(range(len(numbers)), 2):
            first, second = write_number(numbers[one]), write_number(numbers[two])
            if first == second:
                continue
            said = _said(name)
            for at, by in ((one, numbers[two]), (two, numbers[one])):
                says = f"{write_number(by)} was used in place of {write_number(numbers[at])} in {said}"
                yield _changed(solution, start + at, [by], Cause(says, "take each number in its own place"))
            swapped = [numbers[two], *numbers[one + 1 : two], numbers[one]]
            cause = Cause(f"{first} and {second} of {said} were exchanged", "take each number in its own place")
            yield _changed(solution, start + one, swapped, cause)


def counted_otherwise(solution: Solution) -> Iterator[Try]:
    """Yield one whole number given taken one too high or too low: a count, or a place."""
    for name, _, value in _givens(solution):
        for more, how in ((1.0, "many"), (-1.0, "few")):
            if is_number(value) and value % 1 == 0:
                with suppress(EngineError):
                    other = Solution(solution.node, {**solution.names, name: value + more})
                    says = f"{write_number(value + more)} was used for {write_number(value)}: one too {how}"
                    yield Try(Cause(says, "count again"), (other.tape,), other.numbers)


def mixed_up(solution: Solution) -> Iterator[Try]:
    """Yield a given in another order, and two givens of one shape exchanged or taken for each other."""
    givens = list(_givens(solution))
    for name, start, value in givens:
        if rank_of(value) and any(floats(value)):
            left_out = Cause(f"left out {_said(name)}", "include it")
            yield _changed(solution, start, [0.0] * len(floats(value)), left_out)
        for happened, instead, change in orders(value):
            with suppress(EngineError):
                cause = Cause(f"{happened} {_said(name)}", instead)
                yield _changed(solution, start, floats(change(value)), cause)
    for (one, first, value), (two, second, other) in combinations(givens, 2):
        if shape_of(value) == shape_of(other) and value != other:
            size, numbers = len(floats(value)), list(solution.numbers)
            numbers[first : first + size], numbers[second : second + size] = floats(other), floats(value)
            said = _said(one, value), _said(two, other)
            cause = Cause(f"{said[0]} and {said[1]} were exchanged", "put each in its own place")
            yield Try(cause, (solution.tape,), numbers)
            for at, taken, names in ((first, other, said[::-1]), (second, value, said)):
                cause = Cause(f"{names[0]} was taken where {names[1]} is meant", "put each in its own place")
                yield _changed(solution, at, floats(taken), cause)


def orders(value: Value) -> Iterator[tuple[str, str, Callable[[Value], Value]]]:
    """Yield the ways of taking the numbers of a row or grid in other places, with what happened and what is right."""
    rank = rank_of(value)
    parts = "rows" if rank > 1 else "numbers"
    if rank:
        yield f"took the {parts} in the opposite order in", f"keep the order of the {parts}", lambda each: each[::-1]
    if rank > 1:
        yield "used the first row for every row of", "take each row", lambda each: each[:1] * len(each)
        if len(value) == len(value[0]):
            yield "exchanged the rows and columns of", "take its rows as rows", transposed
        for one, two in combinations(range(len(value)), 2):
            yield (
                f"exchanged rows {one + 1} and {two + 1} of",
                "keep the order of the rows",
                partial(exchanged, one, two),
            )


def exchanged(one: int, two: int, items: Sequence[Value]) -> Value:
    """Return items with two of them exchanged."""
    return tuple(items[{one: two, two: one}.get(at, at)] for at in range(len(items)))


def _givens(solution: Solution) -> Iterator[tuple[str, int, Value]]:
    """Yield each given name with the place of its first number, and its value."""
    start = 0
    for name in solution.given:
        value: Value = solution.names[name]
        yield name, start, value
        start += len(floats(value))


def _place(solution: Solution, at: int) -> str:
    """Return where a given number stands, such as " in row 1, column 2 of K"; empty for a number by itself."""
    for name, start, value in _givens(solution):
        size = len(floats(value))
        if start <= at < start + size:
            return f", {name_slot(at - start, shape_of(value))} of {_said(name)}," if size > 1 else ""
    return ""


def _said(name: str, value: Value = ()) -> str:
    return write_number(value) if is_number(value) else f'"{name}"'


def _changed(solution: Solution, start: int, numbers: Sequence[float], cause: Cause) -> Try:
    whole = [*solution.numbers[:start], *numbers, *solution.numbers[start + len(numbers) :]]
    return Try(cause, (solution.tape,), whole)
