"""Lines rounded in one fixed way, the ends of honest rounding, and values in their shape, by hand."""

from __future__ import annotations

import pytest

from katatx.engine.evaluate import evaluate
from katatx.engine.pencils.interval import highest, lowest
from katatx.engine.pencils.rounding import Plain
from katatx.engine.values import as_lists, shaped
from katatx.notation.expressions import read_expression


def rounded(text: str, decimals: int, figures: int | None, to_even: bool = False, ends_at: int = 0) -> object:
    pencil = Plain(decimals, figures, to_even, ends_at)
    return as_lists(evaluate(read_expression(text), {}, pencil))


@pytest.mark.parametrize(
    ("text", "decimals", "figures", "away", "even"),
    [
        ("1/7", 3, None, 0.143, 0.143),
        ("-(1/7)", 3, None, -0.143, -0.143),
        ("(-1)/7", 2, None, -0.14, -0.14),
        ("1/8", 2, None, 0.13, 0.12),
        ("(-1)/8", 2, None, -0.13, -0.12),
        ("3/8", 2, None, 0.38, 0.38),
        ("1/40", 2, None, 0.03, 0.02),
        ("(1/8)·8", 2, None, 1.04, 0.96),
        ("10000/7", 3, None, 1428.571, 1428.571),
        ("10000/7", 3, 4, 1429.0, 1429.0),
        ("100000/7", 3, 4, 14290.0, 14290.0),
        ("-(100000/7)", 3, 4, -14290.0, -14290.0),
        ("1/7000", 3, 4, 0.0, 0.0),
    ],
)
def test_every_line_is_rounded(text: str, decimals: int, figures: int | None, away: float, even: float) -> None:
    assert rounded(text, decimals, figures) == pytest.approx(away, abs=1e-12)
    assert rounded(text, decimals, figures, to_even=True) == pytest.approx(even, abs=1e-12)


def test_what_ends_soon_enough_is_not_rounded() -> None:
    assert rounded("1/8", 2, None, ends_at=3) == 0.125
    assert rounded("1/16", 2, None, ends_at=3) == 0.06


def test_the_unrounded_value_of_a_line_is_remembered() -> None:
    pencil = Plain(2, None, to_even=False, ends_at=0)
    number = evaluate(read_expression("1/7"), {}, pencil)
    assert (number, pencil.unrounded(number)) == (0.14, 1 / 7)
    assert pencil.unrounded(3.0) == 3.0


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        (0.2689, 0.2689, 0.269),  # four decimals are honest too
        (0.26894, 0.2689, 0.269),
        (2.4, 2.4, 2.4),
        (-0.26894, -0.269, -0.2689),
        (54.5981, 54.598, 54.6),
        (float("inf"), float("inf"), float("inf")),
    ],
)
def test_the_lowest_and_the_highest_that_is_written(value: float, low: float, high: float) -> None:
    assert (lowest(value, 3, 4), highest(value, 3, 4)) == pytest.approx((low, high), abs=1e-12)


def test_numbers_in_their_shape() -> None:
    assert shaped((), [1.0]) == 1.0
    assert shaped((3,), [1.0, 2.0, 3.0]) == (1.0, 2.0, 3.0)
    assert shaped((2, 2), [1.0, 2.0, 3.0, 4.0]) == ((1.0, 2.0), (3.0, 4.0))
    assert shaped((2, 1, 2), [1.0, 2.0, 3.0, 4.0]) == (((1.0, 2.0),), ((3.0, 4.0),))
