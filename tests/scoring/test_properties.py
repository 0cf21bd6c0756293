"""What holds for every number."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from hypothesis import given
from hypothesis import strategies as st

from scoring import Answer, Band, Key, TypedNumber, Verdict, grade
from scoring.places import agrees

values = st.floats(min_value=-999, max_value=999, allow_nan=False).filter(lambda v: abs(v) > 0.01)
places = st.integers(min_value=1, max_value=8)


def point(value: float) -> Key:
    return Key((), (value,), Band((value,), (value,)))


def typed(value: Decimal) -> Answer:
    return Answer((TypedNumber(str(value), float(value), max(0, -value.as_tuple().exponent)),), ())


@given(values, places, st.sampled_from([ROUND_HALF_UP, ROUND_HALF_EVEN]))
def test_the_truth_rounded_to_any_places_agrees(value: float, kept: int, ties: str) -> None:
    written = Decimal(repr(value)).quantize(Decimal(1).scaleb(-kept), rounding=ties)
    assert agrees(float(written), kept, value)


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False), st.integers(0, 400))
def test_no_number_however_large_or_small_breaks_the_grader(truth: float, said: float, kept: int) -> None:
    judged = grade(Answer((TypedNumber(repr(said), said, kept),), ()), point(truth))
    assert judged.verdict in set(Verdict)


@given(st.integers(-(2**50), 2**50))
def test_a_whole_number_is_never_its_neighbour(value: int) -> None:
    for off in (1, -1):
        said = Answer((TypedNumber(str(value + off), float(value + off), 0),), ())
        assert not grade(said, point(float(value))).verdict.counts_as_right


@given(values, st.integers(3, 8))
def test_the_truth_rounded_to_enough_places_is_right_and_to_fewer_is_never_wrong(value: float, kept: int) -> None:
    exact = Decimal(repr(value))
    full = exact.quantize(Decimal(1).scaleb(-kept), rounding=ROUND_HALF_UP)
    assert grade(typed(full), point(value)).verdict == Verdict.RIGHT
    fewer = exact.quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
    assert grade(typed(fewer), point(value)).verdict in (Verdict.RIGHT, Verdict.AGAIN)
