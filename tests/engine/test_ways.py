"""Ways of rounding: whoever rounds the lines in a usual way is right; oracles in decimal arithmetic."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from itertools import accumulate, product

import pytest

from katatx.engine.key import Solution
from katatx.notation.answers import read_answer
from katatx.notation.parser import read_expression
from scoring import Verdict

EXACT = Context(prec=40)
Keep = Callable[[Decimal], Decimal]
Row = Sequence[Decimal]


def keeping(decimals: int | None, figures: int | None, ties: str) -> Keep:
    """Return what writes a line: to decimals, to figures, or to the coarser of both; whole numbers stay."""

    def keep(value: Decimal) -> Decimal:
        if value == value.to_integral_value():
            return value
        last = -99 if decimals is None else -decimals
        last = last if figures is None else max(last, value.adjusted() - figures + 1)
        return value.quantize(Decimal(1).scaleb(last), rounding=ties)

    return keep


LIMITS = ((3, None), (None, 4), (3, 4))
HABITS = [keeping(*limits, ties) for limits, ties in product(LIMITS, (ROUND_HALF_UP, ROUND_HALF_EVEN))]

THREE = HABITS[0]

# Each oracle rounds its lines with `keep`, and the last one with `end`.


def softmax(keep: Keep, end: Keep, row: Row) -> list[Decimal]:
    raised = [keep(each.exp(EXACT)) for each in row]
    total = keep(sum(raised, Decimal()))
    return [end(EXACT.divide(each, total)) for each in raised]


def dot(keep: Keep, end: Keep, row: Row) -> list[Decimal]:
    half = len(row) // 2
    return [end(sum((keep(a * b) for a, b in zip(row[:half], row[half:], strict=True)), Decimal()))]


def layer_norm(keep: Keep, end: Keep, row: Row) -> list[Decimal]:
    mean = keep(EXACT.divide(keep(sum(row, Decimal())), Decimal(len(row))))
    off = [keep(each - mean) for each in row]
    squares = keep(sum((keep(each * each) for each in off), Decimal()))
    root = keep(keep(EXACT.divide(squares, Decimal(len(row)))).sqrt(EXACT))
    return [end(EXACT.divide(each, root)) for each in off]


def multiplied(keep: Keep, end: Keep, row: Row) -> list[Decimal]:
    *before, last = row
    return [end(list(accumulate(before, lambda a, b: keep(a * b)))[-1] * last)]


def power(keep: Keep, end: Keep, row: Row) -> list[Decimal]:
    return multiplied(keep, end, [row[0]] * 5)


Oracle = Callable[[Keep, Keep, Row], list[Decimal]]
TASKS: dict[str, tuple[Oracle, str, int]] = {
    "softmax": (softmax, "softmax([{}, {}, {}])", 3),
    "dot": (dot, "dot([{}, {}, {}], [{}, {}, {}])", 6),
    "layer norm": (layer_norm, "layer_norm([{}, {}, {}, {}])", 4),
    "product": (multiplied, "{}·{}·{}", 3),
    "power": (power, "{}^5", 1),
}


def typed(values: Sequence[Decimal]) -> str:
    return " ".join(f"{each:f}" for each in values)


def verdict_on(text: str, solution: Solution) -> Verdict:
    return solution.grade(read_answer(text, solution.shape)).verdict


@pytest.mark.parametrize("task", TASKS)
def test_whoever_rounds_the_lines_is_right(task: str) -> None:
    oracle, written, count = TASKS[task]
    source = random.Random(task)
    for _ in range(25):
        row = [Decimal(source.randrange(105, 399)).scaleb(-2) for _ in range(count)]
        solution = Solution(read_expression(written.format(*row)), {})
        for keep in HABITS:
            for end in (keep, THREE):  # the last line, not rounded, is typed with the decimals asked for
                text = typed(oracle(keep, end, row))
                assert verdict_on(text, solution) is Verdict.RIGHT, (row, text, solution.value)


@pytest.mark.parametrize("task", TASKS)
def test_a_digit_in_the_middle_is_wrong(task: str) -> None:
    oracle, written, count = TASKS[task]
    source = random.Random(task)
    for _ in range(25):
        row = [Decimal(source.randrange(105, 399)).scaleb(-2) for _ in range(count)]
        solution = Solution(read_expression(written.format(*row)), {})
        first, *others = oracle(THREE, THREE, row)
        for off in (Decimal("0.03"), Decimal("-0.03"), Decimal("0.1")):
            assert verdict_on(typed([first + off, *others]), solution) is Verdict.WRONG, (row, off, solution.value)
