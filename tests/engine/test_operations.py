"""Single operations: their results, and what is known of them."""

from __future__ import annotations

import math
from contextlib import suppress
from itertools import product
from math import inf, nan

import pytest

from katatx.engine import operations as op
from katatx.engine.operations import Arithmetic


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((100.1, -100.0), 0.1),
        ((-100.1, 99.6), -0.5),  # half a percent is left
        ((10.1, -9.9), 10.1 - 9.9),  # 2 % are left: the result is not touched
        ((1 / 3, 1 / 3), 2 / 3),
        ((100.1, -100.1), 0.0),
        ((1e15, 1.0 - 1e15), 1.0),
        ((-inf, 0.5), -inf),
        ((0.1, 0.2, -0.3), 0.0),
        ((1e15, 0.1, -1e15), 0.1),  # a whole number is exact
        ((123456.7, -123456.0, -0.6), 0.1),
        ((1e-20, -5e-21), 5e-21),
    ],
)
def test_a_sum_has_no_binary_noise_if_its_terms_nearly_cancel(numbers: tuple[float, ...], expected: float) -> None:
    assert op.total.work(*numbers) == expected
    if len(numbers) == 2:
        assert op.add.work(*numbers) == op.subtract.work(numbers[0], -numbers[1]) == expected


def test_a_total_that_cancels_is_no_negative_zero() -> None:
    assert math.copysign(1, op.total.work(-0.1, -0.2, 0.3)) == 1
    assert math.copysign(1, op.log.work(1 - 2**-53)) == 1


@pytest.mark.parametrize("operation", [op.floor, op.ceiling, op.round_to])
def test_no_number_stays_none_when_it_is_rounded(operation: Arithmetic) -> None:
    assert math.isnan(operation.work(nan))


TWO_NUMBERS = {
    "multiply", "divide", "add", "subtract", "total", "power", "quotient", "remainder", "largest", "smallest",
}  # fmt: skip


def test_an_operation_keeps_numbers_whole_if_each_result_of_whole_numbers_is() -> None:
    numbers = [float(number) for number in range(-4, 5)]
    for name, operation in vars(op).items():
        if isinstance(operation, Arithmetic) and name not in ("round_to", "larger", "smaller"):
            results = []
            for given in product(numbers, repeat=1 + (name in TWO_NUMBERS)):
                with suppress(ArithmeticError, ValueError):
                    results.append(operation.work(*given))
            assert operation.keeps_whole == all(result == int(result) for result in results), name
