"""Formulas of numbers/quantizing, and what each may be given."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN
from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, from_to, one_or_more, rows, shapes, whole_number
from tests.engine.oracles.formulas import Number, Row, add_up, as_decimal, by_entries, by_rows, exact


def absmax_scale(numbers: Any, levels: int) -> Any:
    return by_rows(lambda row: Number(max(abs(x.value) for x in row) / levels), numbers)


def affine_scale(numbers: Any, levels: int) -> Any:
    return by_rows(lambda row: Number((_above(row) - _below(row)) / levels), numbers)


def zero_point(numbers: Any, scale: float) -> Any:
    return by_rows(lambda row: _nearest(-_below(row), scale), numbers)


def quantize(numbers: Any, scale: float, zero_point: int = 0) -> Any:
    return by_entries(lambda x: _nearest(x, scale) + zero_point, numbers)


def dequantize(codes: Any, scale: float, zero_point: float = 0) -> Any:
    return by_entries(lambda code: (code - zero_point) * scale, codes)


def quantization_error(numbers: Any, levels: int) -> Any:
    return by_rows(lambda row: [x - _nearest(x, _scale(row, levels)) * _scale(row, levels) for x in row], numbers)


def quantized_dot(first: Row, second: Row, levels: int) -> Number:
    one, two = _scale(first, levels), _scale(second, levels)
    return add_up(_nearest(a, one) * one * (_nearest(b, two) * two) for a, b in zip(first, second, strict=True))


def _scale(row: Row, levels: int) -> Number:
    return exact(absmax_scale(row, levels))


def _below(row: Row) -> Any:
    return min(0, *(x.value for x in row))


def _above(row: Row) -> Any:
    return max(0, *(x.value for x in row))


def _nearest(x: Any, scale: Any) -> Number:
    """The nearest whole multiple; a half goes to the even neighbour."""
    return Number(int((as_decimal(x) / as_decimal(scale)).quantize(1, ROUND_HALF_EVEN)) * mp.mpf(1))


_step = st.sampled_from([0.1, 0.25, 0.5, 1, 2])
_levels = st.sampled_from([1, 2, 4, 5, 8, 10])


def _uneven(width: int) -> st.SearchStrategy[list]:
    return rows(width).filter(any)


ARGUMENTS: dict[str, Given] = {
    "absmax_scale": shapes(lambda n: (one_or_more(_uneven(n)), from_to(1, 127))),
    "affine_scale": shapes(lambda n: (one_or_more(_uneven(n)), from_to(1, 255))),
    "zero_point": shapes(lambda n: (one_or_more(rows(n)), _step)),
    "quantize": shapes(lambda n: (one_or_more(rows(n)), _step, whole_number), needed=2),
    "dequantize": shapes(lambda n: (one_or_more(rows(n, whole_number)), _step, whole_number), needed=2),
    "quantization_error": shapes(lambda n: (one_or_more(_uneven(n)), _levels)),
    "quantized_dot": shapes(lambda n: (_uneven(n), _uneven(n), _levels)),
}
