"""Grading: by keys written by hand, and what holds for every number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Answer, Band, Judgement, Key, TypedNumber, Verdict, grade
from scoring.answer import Form
from scoring.judge import Readings
from scoring.places import agrees
from scoring.shapes import Shape

RIGHT, AGAIN, WRONG = Verdict.RIGHT, Verdict.AGAIN, Verdict.WRONG
SHARES = (0.0474, 0.9526)
# Small whole numbers, which are no rounding of these.
SMALL_AND_WHOLE = [("2", (1.7,)), ("1", (1.414,)), ("1 2", (1.4, 1.6)), ("0 1", (0.12, 0.88))]


def number(text: str, forms: frozenset[Form] = frozenset()) -> TypedNumber:
    about, digits = text.startswith("≈"), text.removeprefix("≈")
    exact = "/" in digits or digits.endswith("inf")
    top, _, bottom = digits.partition("/")
    places = None if exact else len(digits.partition(".")[2])
    return TypedNumber(text, float(top) / float(bottom or 1), places, about, forms)


def answer(text: str, shape: Shape | None = None) -> Answer:
    numbers = tuple(map(number, text.split()))
    return Answer(numbers, shape if shape is not None else () if len(numbers) == 1 else (len(numbers),))


def key(*value: float, slack: float = 0.0, places: int | None = 3, shape: Shape | None = None) -> Key:
    band = Band(tuple(each - slack for each in value), tuple(each + slack for each in value))
    return Key(shape if shape is not None else () if len(value) == 1 else (len(value),), value, band, places)


def judged(text: str, *value: float, slack: float = 0.0, places: int | None = 3) -> Judgement:
    return grade(answer(text), key(*value, slack=slack, places=places))


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("0.047 0.953", SHARES, RIGHT),
        ("0.0474 0.95260", SHARES, RIGHT),
        ("≈0.05 ≈0.95", SHARES, RIGHT),
        ("0.05 0.953", SHARES, AGAIN),
        ("0.06 0.953", SHARES, WRONG),
        ("0.33 0.667", (0.3302, 0.6668), RIGHT),
        ("0.5 0.303 2", (0.5, 0.3028, 2.0), RIGHT),
        ("0 0.303", (0.0004, 0.3028), RIGHT),
        ("0.303 1", (0.3028, 0.9998), RIGHT),
        ("0 0.953", SHARES, WRONG),
        ("0.047 1", SHARES, WRONG),
        ("0.05 0.95", SHARES, AGAIN),
        ("0.04 0.95", SHARES, WRONG),
        ("54.60", (54.598,), RIGHT),  # 4 figures are enough
        ("54.61", (54.598,), WRONG),
        ("2.5", (2.5,), RIGHT),
        ("-2.5", (2.5,), WRONG),
        ("1/3", (1 / 3,), RIGHT),
        ("0.33", (1 / 3,), AGAIN),
        ("0.34", (1 / 3,), WRONG),
        ("5", (4.9,), AGAIN),
        ("17", (16.6,), AGAIN),
        ("inf", (inf,), RIGHT),
        ("-inf 0.303", (-inf, 0.3028), RIGHT),
        ("-inf -inf", (-inf, 0.3028), WRONG),
        ("inf 0.303", (-inf, 0.3028), WRONG),
        ("12", (-inf,), WRONG),
        *((text, value, WRONG) for text, value in SMALL_AND_WHOLE),
    ],
)
def test_an_answer_without_a_band(text: str, value: tuple[float, ...], verdict: Verdict) -> None:
    assert judged(text, *value).verdict is verdict


@pytest.mark.parametrize(
    ("text", "places", "verdict"),
    [("0.3", None, RIGHT), ("0.33", 2, RIGHT), ("0.3", 2, AGAIN), ("0.33", 4, AGAIN), ("0.3333", 4, RIGHT)],
)
def test_as_many_decimals_as_are_asked(text: str, places: int | None, verdict: Verdict) -> None:
    assert judged(text, 1 / 3, places=places).verdict is verdict


@pytest.mark.parametrize(
    ("typed", "asked", "verdict"),
    [((1,), (), RIGHT), ((1, 1), (1,), RIGHT), ((4,), (2, 2), AGAIN), ((2, 2), (4,), AGAIN), ((4,), (4,), RIGHT)],
)
def test_another_shape_is_typed_again(typed: Shape, asked: Shape, verdict: Verdict) -> None:
    count = 4 if 4 in (*typed, *asked) else 1
    found = grade(answer(" ".join(["2"] * count), typed), key(*[2.0] * count, shape=asked))
    assert (found.verdict, found.slots) == (verdict, () if verdict is AGAIN else (True,) * count)


def test_the_wrong_numbers_are_marked() -> None:
    assert judged("0.303 0.4 0.1", 0.3028, 0.21, 0.1).slots == (True, False, True)
    found = grade(answer("1 2 3 5", (2, 2)), key(1, 2, 3, 4, shape=(2, 2)))
    assert (found.verdict, found.slots, found.rounded) == (WRONG, (True, True, True, False), False)
    # Too few digits are no mistake beside a wrong number.
    assert judged("0.05 0.34", *SHARES).slots == (True, False)


def asked_by(log: list[Sequence[Readings]], says: bool) -> Callable[[Sequence[Readings]], bool]:
    def is_honest(readings: Sequence[Readings]) -> bool:
        log.append(readings)
        return says

    return is_honest


@pytest.mark.parametrize(
    ("text", "is_asked", "verdict"),
    [
        ("0.303 0.953", False, RIGHT),  # true
        ("0.304 0.953", True, RIGHT),  # both in the band
        ("0.305 0.955", True, RIGHT),
        ("0.304 0.8", False, WRONG),  # one outside it
        ("0.4 0.8", False, WRONG),
    ],
)
def test_honest_rounding_is_asked_about_in_the_band_alone(text: str, is_asked: bool, verdict: Verdict) -> None:
    for says in (True, False):
        log: list[Sequence[Readings]] = []
        found = grade(answer(text), key(0.3028, 0.9526, slack=0.003), asked_by(log, says))
        assert bool(log) is is_asked
        assert (found.verdict, found.rounded) == ((WRONG, False) if is_asked and not says else (verdict, is_asked))
        assert all(readings[0][0] == number(text.split(maxsplit=1)[0]) for readings in log)


def test_a_whole_truth_has_no_band() -> None:
    assert judged("8.1", 8.0).verdict is WRONG
    assert grade(answer("9"), key(8.0), lambda _: True).verdict is WRONG


def test_a_form_that_leaves_the_work_undone_is_typed_again() -> None:
    half = Answer((number("1/2", frozenset({Form.FRACTION})),), ())
    for forms, verdict in ((None, RIGHT), (frozenset({Form.FRACTION}), RIGHT), (frozenset(), AGAIN)):
        assert grade(half, key(0.5)._replace(forms=forms)).verdict is verdict


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
