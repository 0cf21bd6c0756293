"""Slips in calculating: an operation taken for another, left out, turned round or done too early, a result one off."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from typing import NamedTuple

from katatx.engine import operations as op
from katatx.engine.errors import EngineError
from katatx.engine.key import Solution
from katatx.engine.mistakes.trying import Try
from katatx.engine.operations import Arithmetic
from katatx.engine.workings.noting import Step, Tape
from katatx.notation.printing import write_number
from katatx.notation.syntax import Call, Node
from katatx.notation.walking import mapped, parts_of
from scoring.places import DECIMALS, close
from scoring.verdict import Cause

Work = Callable[..., float]
# Of a longer sum the single terms are not left out.
_MOST_TERMS = 12
# Powers of ten by which a result may be off: from that of its last digit kept up to its first.
_MOST_DIGITS = 5


class _Other(NamedTuple):
    """Another operation, done in place of one: `{}` in `happened` is the calculation as it should be."""

    happened: str
    work: Work


def _first(number: float, *_: float) -> float:
    return number


_OTHERS: dict[str, list[_Other]] = {
    op.multiply.name: [
        _Other("added instead of multiplying {}", lambda a, b: a + b),
        _Other("divided instead of multiplying {}", lambda a, b: a / b),
        _Other("left out the second factor of {}", _first),
        _Other("left out the first factor of {}", lambda a, b: b),
    ],
    op.divide.name: [
        _Other("multiplied instead of dividing {}", lambda a, b: a * b),
        _Other("did not divide {}", _first),
        _Other("divided the other way round: it is {}", lambda a, b: b / a),
    ],
    op.subtract.name: [
        _Other("added instead of subtracting {}", lambda a, b: a + b),
        _Other("subtracted the other way round: it is {}", lambda a, b: b - a),
        _Other("did not subtract in {}", _first),
    ],
    op.add.name: [
        _Other("subtracted instead of adding {}", lambda a, b: a - b),
        _Other("multiplied instead of adding {}", lambda a, b: a * b),
        _Other("left out the second term of {}", _first),
        _Other("left out the first term of {}", lambda a, b: b),
    ],
    op.total.name: [
        _Other("multiplied instead of adding {}", lambda *row: math.prod(row)),
        _Other("left out the first of {}", lambda *row: sum(row[1:])),
        _Other("divided the sum {} by the count of its numbers", lambda *row: sum(row) / len(row)),
        _Other("took the largest instead of the sum {}", lambda *row: max(row)),
        _Other("added without the signs in {}", lambda *row: sum(map(abs, row))),
    ],
    op.exp.name: [
        _Other("did not raise {}", _first),
        _Other("changed the sign of the power in {}", lambda a: math.exp(-a)),
        _Other("took 2 instead of e in {}", lambda a: 2**a),
        _Other("multiplied by e instead of raising {}", lambda a: math.e * a),
        _Other("took 0 for {}", lambda a: 0.0 if a == 0 else math.exp(a)),
    ],
    op.log.name: [
        _Other("took the logarithm to base 10 for {}", math.log10),
        _Other("took the logarithm to base 2 for {}", math.log2),
        _Other("did not take {}", _first),
    ],
    op.log2.name: [_Other("took the natural logarithm for {}", math.log), _Other("did not take {}", _first)],
    op.log10.name: [_Other("took the natural logarithm for {}", math.log), _Other("did not take {}", _first)],
    op.square.name: [
        _Other("doubled instead of squaring {}", lambda a: 2 * a),
        _Other("did not square {}", _first),
        _Other("gave the square of a negative number a minus in {}", lambda a: a * abs(a)),
    ],
    op.root.name: [
        _Other("did not take the root {}", _first),
        _Other("halved instead of taking the root {}", lambda a: a / 2),
    ],
    op.power.name: [
        _Other("multiplied instead of raising {}", lambda a, b: a * b),
        _Other("did not raise {}", _first),
    ],
    op.negate.name: [_Other("lost the minus of {}", _first)],
    op.keep_positive.name: [_Other("kept the negative number in {}", _first), _Other("took the size in {}", abs)],
    op.tanh.name: [_Other("did not take {}", _first), _Other("took ReLU for {}", lambda a: max(0.0, a))],
    op.sine.name: [_Other("took the cosine for {}", math.cos), _Other("did not take {}", _first)],
    op.cosine.name: [_Other("took the sine for {}", math.sin), _Other("did not take {}", _first)],
    op.largest.name: [_Other("took the first for {}", _first), _Other("took the least for {}", lambda *row: min(row))],
    op.floor.name: [_Other("rounded up in {}", math.ceil), _Other("did not cut off in {}", _first)],
    op.ceiling.name: [_Other("rounded down in {}", math.floor), _Other("did not round up in {}", _first)],
}  # fmt: skip


def done_otherwise(solution: Solution, whole: bool) -> Iterator[Try]:
    """Yield another operation wherever a kind of line comes up, or with `whole` False in one calculation only."""
    tape, made = solution.tape, solution.tape.play(solution.numbers) or []
    kinds: dict[tuple[object, str], list[int]] = {}
    for at, step in enumerate(tape.steps):
        if step.operation is not None:
            kinds.setdefault((tape.lines[step.line], step.operation.name), []).append(at)
    for (_, name), places in kinds.items():
        for where in [places] if whole else [[at] for at in places] if len(places) > 1 else []:
            given = [[made[each] for each in tape.steps[at].places] for at in where]
            terms = _terms(given[0]) if name == op.total.name and len(where) == 1 else ()
            for other in (*_OTHERS.get(name, ()), *terms):
                said = _example(tape.steps[where[0]], other, given)
                if said:
                    cause = Cause(other.happened.format(said))
                    yield Try(cause, (_with(tape, where, other.work),), solution.numbers)


def _example(step: Step, other: _Other, given: list[list[float]]) -> str:
    """Return the first calculation, as written, whose result is another then; empty if there is none."""
    for numbers in given:
        with suppress(ArithmeticError, ValueError):
            if not close(other.work(*numbers), step.work(*numbers)):
                return written(step, numbers)
    return ""


def _terms(given: list[float]) -> Iterator[_Other]:
    """Yield each term of a sum left out, then each with the other sign."""
    for at, term in enumerate(given if 1 < len(given) <= _MOST_TERMS else []):
        said = write_number(term)
        yield _Other(f"left out {said} in {{}}", lambda *row, at=at: sum(row) - row[at])
        yield _Other(f"took {said} with the other sign in {{}}", lambda *row, at=at: sum(row) - 2 * row[at])


def one_result_off(solution: Solution) -> Iterator[Try]:
    """Yield one calculation whose result is off in one digit, in its sign or its point, or of the next row of e^x."""
    tape, made = solution.tape, solution.tape.play(solution.numbers) or []
    for index, at, step in calculations(tape, len(solution.numbers)):
        given = [made[each] for each in step.places]
        for says, wrong in _off(step.operation, given, made[at]) if math.isfinite(made[at]) else ():
            cause = Cause(f"{written(step, given)} {says}", "work it again")
            yield Try(cause, (_with(tape, [index], lambda *_, wrong=wrong: wrong),), solution.numbers)


def _off(operation: Arithmetic | None, given: list[float], right: float) -> Iterator[tuple[str, float]]:
    places = DECIMALS if right % 1 else 0
    kept = round(right, places)
    for digit, power in product(range(1, 10), range(_MOST_DIGITS)):
        size = round(digit * 10.0 ** (power - places), DECIMALS)
        if size <= max(abs(kept), 1.0) and (digit == 1 or operation is op.multiply):
            yield f"came out {write_number(size)} too large", kept + size
            yield f"came out {write_number(size)} too small", kept - size
    yield "came out with the wrong sign", -right
    yield "came out with the point one place too far right", right * 10
    yield "came out with the point one place too far left", right / 10
    if operation is op.exp:
        for row in (1.0, -1.0, 0.1, -0.1):
            near = min(given[0] + row, 700.0)
            yield f"was taken from another row of the table, e^{write_number(near)}", math.exp(near)


def _with(tape: Tape, places: list[int], work: Work) -> Tape:
    """Return a tape with other work at some of its steps."""
    steps = list(tape.steps)
    for at in places:
        steps[at] = steps[at]._replace(work=lambda *given: float(work(*given)))
    return tape._replace(steps=steps)


def written(step: Step, given: list[float]) -> str:
    """Return a calculation as people write it, such as "2·0.5"."""
    return step.operation.sign(*given) if step.operation else ""


def calculations(tape: Tape, numbers: int) -> Iterator[tuple[int, int, Step]]:
    """Yield each calculation of a tape: its index, the place of its result after so many `numbers`, and itself."""
    place = numbers + len(tape.constants)
    for index, step in enumerate(tape.steps):
        if step.operation is not None and step.outcome is None:
            yield index, place, step
        place += step.outcome is None


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


def _calls(node: Node) -> Iterator[Call]:
    if isinstance(node, Call):
        yield node
    for part in parts_of(node):
        yield from _calls(part)


def _instead(old: Node, new: Node, part: Node) -> Node | None:
    return new if part is old else None
