"""Judgements of answers in whole sentences, slips, decimal places and target times, on cases worked by hand."""

from __future__ import annotations

from math import inf, nan

import pytest

from scoring import Answer, Band, Judgement, Key, KnownTurn, TypedNumber, Verdict, grade
from scoring.answer import Form
from scoring.judge import sentence_of
from scoring.places import (
    agrees,
    compared_places,
    enough,
    half_unit,
    most_carried,
    noise,
    unit,
    whole_at,
    within,
    within_early,
)
from scoring.slips import are_reordered, find_slip, kept_too_short, one_digit_off
from scoring.slots import Slot, judge_slots
from scoring.target import (
    Pace,
    TimedAnswer,
    measured_pace,
    reading_seconds,
    target_seconds,
    timed_typing,
    was_idle,
)

KEEP_THREE = "rounded too early: keep three decimals on every line"
KEEP_MORE = "rounded too early: keep more digits on every line"


def typed(text: str) -> TypedNumber:
    """Return a number as typed: "≈0.4" is approximate, "1/3" and "inf" are exact, "12%" is 0.12."""
    bare = text.lstrip("≈").replace("−", "-").removesuffix("%")
    about, percent = text.startswith("≈"), text.endswith("%")
    if "/" in bare or "inf" in bare:
        over, _, under = bare.partition("/")
        return TypedNumber(text, float(over) / float(under or 1), None, about)
    places = len(bare.partition(".")[2])
    return TypedNumber(text, float(bare) / (100 if percent else 1), places + 2 * percent, about)


def answer(text: str, shape: tuple[int, ...] | None = None) -> Answer:
    numbers = tuple(map(typed, text.split()))
    return Answer(numbers, shape if shape is not None else () if len(numbers) == 1 else (len(numbers),))


def exact(*values: float, shape: tuple[int, ...] | None = None, places: int | None = 3, **more: object) -> Key:
    band = Band(values, values)
    return Key(
        shape if shape is not None else () if len(values) == 1 else (len(values),), values, band, band, places, **more
    )


def ranged(value: float, low: float, high: float, places: int | None = 3, **more: object) -> Key:
    band = Band((low,), (high,))
    return Key((), (value,), band, band, places, **more)


def turn(name: str, *values: float, slack: float = 0.0, line: str = "line", **more: object) -> KnownTurn:
    band = Band(tuple(value - slack for value in values), tuple(value + slack for value in values))
    shape = () if len(values) == 1 else (len(values),)
    return KnownTurn(name, line, f"{name} happened", "raise it", shape, values, band, **more)


def said(text: str, key: Key, own: Key | None = None) -> tuple[Verdict, str]:
    judged = grade(answer(text, key.shape), key, own)
    return judged.verdict, judged.message


# Right answers, and those that are nearly right.


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ("8", exact(8.0), "right"),
        ("1/3", exact(1 / 3), "right"),
        ("0.33", exact(1 / 3, places=2), "right to 2 places"),
        ("0.3333", exact(1 / 3), "right to 4 places"),
        ("0.333 0.67", exact(1 / 3, 2 / 3, places=None), "right to 2 places"),
        ("8 0.333", exact(8.0, 1 / 3), "right to 3 places"),  # 8 was not rounded
        ("1.4142135623731", exact(2**0.5), "right to 12 places; more are not compared"),
    ],
)
def test_a_right_answer_is_told_to_how_many_places(text: str, key: Key, message: str) -> None:
    assert said(text, key) == (Verdict.RIGHT, message)


def test_carried_coarse_and_unread_answers_are_told_why() -> None:
    key = ranged(0.4234, 0.3, 0.5)
    assert said("0.428", key) == (
        Verdict.CARRIED,
        "right: only the rounding of your lines shows in the last digits",
    )
    precision = "give 3 decimals, or 4 significant figures"
    assert said("0.42", key) == (Verdict.COARSE, f"right so far; {precision}")
    assert said("0.00", exact(0.001, places=None)) == (Verdict.COARSE, f"right so far; {precision}")
    assert said("9", ranged(12.34, 8.0, 13.0, places=1)) == (
        Verdict.COARSE,
        "right so far; give 1 decimal, or 4 significant figures",
    )
    assert said("0.4", exact(0.4234, places=2)) == (
        Verdict.COARSE,
        "right so far; give 2 decimals, or 4 significant figures",
    )
    tens = Answer((TypedNumber("1.23e3", 1230.0, -1),), ())
    assert grade(tens, exact(1234.56, places=0)).message == "right so far; give 0 decimals, or 4 significant figures"
    judged = grade(answer("0.420 0.58"), key)
    assert judged == Judgement(
        Verdict.UNREAD, "this reads as a row of 2, and one number is asked for", unexplained=True
    )
    half = TypedNumber("1/2", 0.5, None, forms=frozenset({Form.FRACTION}))
    judged = grade(Answer((half,), ()), exact(0.5, forms=frozenset()))
    assert (judged.verdict, judged.slots, judged.unexplained) == (Verdict.UNREAD, (), False)
    assert judged.message.startswith("1/2 is still to be worked out")


def test_each_number_is_marked_unless_it_is_wrong() -> None:
    key = Key((4,), (0.4204,) * 4, Band((0.3,) * 4, (0.5,) * 4), Band((0.3,) * 4, (0.5,) * 4))
    assert grade(answer("0.420 0.428 0.42 0.420"), key).slots == (True,) * 4
    assert grade(answer("0.420 0.428 0.42 0.390"), key).slots == (True, True, True, False)
    assert grade(answer("0.420 0.600 0.42 0.390"), key).slots == (True, False, True, False)
    assert grade(answer("0.420 0.428 0.420 0.420"), key) == Judgement(
        Verdict.CARRIED, "right: only the rounding of your lines shows in the last digits", (True,) * 4
    )


# The learner's own lines.


FOLLOWS = (Verdict.FOLLOWS, "correct from your earlier line, which was wrong")


@pytest.mark.parametrize(
    ("text", "own", "expected"),
    [
        ("9.000", exact(9.0), FOLLOWS),
        ("9.200", ranged(9.123, 9.0, 9.3), FOLLOWS),  # carried: 2 % of 9.123 are 0.18
        ("9.1", exact(9.1234), (Verdict.COARSE,
         "correct so far from your earlier line; give 3 decimals, or 4 significant figures")),
        ("9.1", exact(9.1234, places=2), (Verdict.COARSE,
         "correct so far from your earlier line; give 2 decimals, or 4 significant figures")),
        ("-9.123", exact(9.1234), (Verdict.SLIP, "right but for a sign: it has the wrong one")),
        ("5.500", exact(9.0, wrong_turns=(turn("other", 5.5),)),
         (Verdict.WRONG_TURN, 'Other happened (step "line"). Raise it.')),
        ("9.000", exact(9.0, 9.0), (Verdict.WRONG, "wrong: it is 1 too large")),
        ("-8.000", exact(9.0), (Verdict.SLIP, "right but for a sign: it has the wrong one")),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_explained_by_the_learners_own_line_first(
    text: str, own: Key | None, expected: tuple[Verdict, str]
) -> None:
    assert said(text, exact(8.0), own) == expected


def test_a_coarse_answer_stands_if_it_is_right_by_the_learners_own_line() -> None:
    key, coarse = exact(12.83), "right so far; give 3 decimals, or 4 significant figures"
    assert said("13", key, exact(13.0)) == FOLLOWS
    for own in (exact(12.9), exact(7.0), exact(-13.0), None, exact(13.0, 13.0)):
        assert said("13", key, own) == (Verdict.COARSE, coarse)


# Wrong answers.


@pytest.mark.parametrize(
    ("text", "key", "rounded"),
    [
        ("5", exact(4.9), True),
        ("5", exact(4.55), True),  # 0.45 off, and a tenth is 0.455
        ("5", exact(4.54), False),
        ("5 8", exact(4.9, 7.8), True),
        ("5 8", exact(4.9, 6.8), False),
        ("5 0.5", exact(4.9, 0.455), True),
        ("5 0.5", exact(4.9, 0.452), False),
    ],
)
def test_the_rounded_value_is_told_if_all_numbers_are_within_a_tenth(text: str, key: Key, rounded: bool) -> None:
    judged = grade(answer(text), key)
    assert (judged.message == "wrong: that is only the rounded value; write its decimals") is rounded
    assert judged.verdict in (Verdict.WRONG, Verdict.SLIP)
    assert judged.unexplained


TWELVE = tuple(float(n) * 11 for n in range(1, 13))


@pytest.mark.parametrize(
    ("wrong", "shape", "message"),
    [
        ({1, 2, 5, 11}, (12,), "wrong: number 2; number 3; number 6; number 12"),
        ({1, 2, 5, 8, 11}, (12,), "wrong: 5 of 12 numbers, the first is number 2"),
        (set(range(12)), (12,), "wrong: no number is right"),
        ({2, 3}, (6, 2), "wrong: row 2"),
        ({0, 1, 2, 3, 6, 7, 10, 11}, (6, 2), "wrong: row 1; row 2; row 4; row 6"),
        ({0, 1, 2, 3, 4, 5, 6, 7, 10, 11}, (6, 2), "wrong: 10 of 12 numbers, the first is row 1, column 1"),
        ({3, 4, 5, 9}, (4, 3), "wrong: row 2, column 1; row 2, column 2; row 2, column 3; row 4, column 1"),
        ({2, 3}, (12, 1), "wrong: number 3; number 4"),
    ],
)
def test_wrong_numbers_are_listed_by_row_or_number_and_at_most_four(
    wrong: set[int], shape: tuple[int, ...], message: str
) -> None:
    numbers = tuple(typed(f"{5000 + 700 * at}" if at in wrong else f"{value:g}") for at, value in enumerate(TWELVE))
    judged = grade(Answer(numbers, shape), exact(*TWELVE, shape=shape))
    assert (judged.verdict, judged.message, judged.unexplained) == (Verdict.WRONG, message, True)


def test_what_to_do_instead_is_told_of_a_wrong_turn() -> None:
    plain = KnownTurn("s/raw", "raise", "skipped e^", "raise each score", (), (5.0,), Band((5.0,), (5.0,)))
    full = plain._replace(detail="the scores were shared out")
    assert sentence_of(plain) == 'Skipped e^ (step "raise"). Raise each score.'
    assert sentence_of(full) == 'Skipped e^ (step "raise"): the scores were shared out. Raise each score.'
    assert sentence_of(full._replace(line="answer")) == "Skipped e^: the scores were shared out. Raise each score."
    for each, detail in ((plain, ""), (full, ": the scores were shared out")):
        judged = grade(answer("5"), exact(1.0, wrong_turns=(each._replace(convention=True),)))
        assert judged.verdict is Verdict.SLIP
        assert judged.message == f"right by another convention: skipped e^{detail}. Raise each score"
        assert judged.slots == (False,)
        judged = grade(answer("5"), exact(1.0, wrong_turns=(each,)))
        assert judged == Judgement(Verdict.WRONG_TURN, sentence_of(each), (False,), (each,))


@pytest.mark.parametrize(
    ("turns", "order"),
    [
        ((turn("b", 5.0, slack=0.1), turn("a", 5.0, slack=0.1)), "ab"),
        ((turn("b", 5.0, slack=0.1), turn("a", 5.02, slack=0.1)), "ba"),
        ((turn("b", 5.02, slack=0.1), turn("a", 5.0, slack=0.1)), "ab"),
        ((turn("a", 5.0, slack=0.1), turn("b", 5.0, slack=0.1, left_out=True)), "ba"),
        ((turn("a", 5.0, slack=0.1), turn("b", 5.02, slack=0.1, left_out=True)), "ab"),
        ((turn("a", 5.0, slack=0.1), turn("b", 5.02, slack=0.1, convention=True)), "ba"),
        ((turn("a", 5.0, slack=0.1), turn("b", 5.0, slack=0.1, line="answer")), "ba"),
        ((turn("a", 5.0, slack=0.1), turn("b", 5.02, slack=0.1, line="answer")), "ab"),
        (
            (
                turn("a", 5.0, slack=0.1, convention=True),
                turn("b", 5.0, slack=0.1, line="answer"),
                turn("c", 5.0, slack=0.1, left_out=True),
            ),
            "bac",
        ),
        ((turn("b", 5.0, slack=0.1), turn("a", 5.0 + 1e-11, slack=0.1)), "ab"),  # as near, but for noise
        ((turn("b", 5.0, slack=0.1), turn("a", 9.0, slack=0.1)), "b"),
    ],
)
def test_beliefs_then_conventions_then_the_nearest_wrong_turns_are_told_first(
    turns: tuple[KnownTurn, ...], order: str
) -> None:
    judged = grade(answer("5.000"), exact(1.0, wrong_turns=turns))
    assert "".join(each.name for each in judged.wrong_turns) == order
    assert judged.verdict is (Verdict.SLIP if judged.wrong_turns[0].convention else Verdict.WRONG_TURN)


def test_a_wrong_turn_of_another_shape_is_told_without_marks() -> None:
    summed = turn("sum", 5.0)
    judged = grade(answer("5"), exact(0.2, 0.8, wrong_turns=(summed,)))
    assert (judged.verdict, judged.slots, judged.wrong_turns) == (Verdict.WRONG_TURN, (), (summed,))
    assert grade(answer("6"), exact(0.2, 0.8, wrong_turns=(summed,))).verdict is Verdict.UNREAD
    assert grade(answer("5 6"), exact(1.0, 2.0, wrong_turns=(summed,))).wrong_turns == ()


# A line rounded too early, or a wrong turn.


def early_key(wide: float, *turns: KnownTurn, **more: object) -> Key:
    """Return the key of 9.77 whose lines one digit shorter give `wide` in either direction."""
    return Key((), (9.77,), Band((9.765,), (9.775,)), Band((9.77 - wide,), (9.77 + wide,)), 3, turns, **more)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (early_key(0.1), KEEP_THREE),
        (early_key(0.05), "wrong: it is 0.1 too small"),
        (early_key(0.1, turn("near", 9.7, slack=0.04)), KEEP_THREE),  # 0.081 and 0.201
        (early_key(2.0, turn("near", 9.7, slack=0.04)), 'Near happened (step "line"). Raise it.'),
        (early_key(2.0, turn("near", 9.7, slack=0.2)), KEEP_THREE),
        (early_key(0.1, turn("near", 9.67, slack=0.04)), 'Near happened (step "line"). Raise it.'),
        (early_key(0.05, turn("near", 9.7, slack=0.04)), 'Near happened (step "line"). Raise it.'),
        (early_key(0.05, turn("near", 9.67), two_decimals=((9.67,),)), KEEP_THREE),
        # One of two wrong turns is enough.
        (early_key(2.0, turn("wide", 9.7, slack=0.4), turn("near", 9.7, slack=0.04)),
         'Near happened (step "line"). Raise it. Or: Wide happened (step "line"). Raise it.'),
    ],
)  # fmt: skip
def test_rounding_too_early_goes_before_a_wrong_turn_that_explains_less(key: Key, message: str) -> None:
    judged = grade(answer("9.670"), key)
    assert judged.message == message
    assert judged.slots == (False,)


@pytest.mark.parametrize(
    ("coarsest", "slots", "message"),
    [
        ((), (Slot.EARLY,), KEEP_MORE),
        ((None,), (Slot.EARLY,), KEEP_MORE),
        ((0.0042,), (Slot.EARLY,), "rounded too early: 0.004 has one significant figure; keep 0.0042"),
        ((0.04237,), (Slot.EARLY,), "rounded too early: 0.042 has two significant figures; keep 0.0424"),
        ((0.00042,), (Slot.EARLY,), "rounded too early: 0.000 has no significant figure; keep 0.00042"),
        ((0.4237,), (Slot.EARLY,), KEEP_MORE),
        ((1.0042,), (Slot.EARLY,), KEEP_MORE),
        (
            (0.4237, 0.0042, 0.0077),
            (Slot.RIGHT, Slot.EARLY, Slot.EARLY),
            "rounded too early: 0.004 has one significant figure; keep 0.0042",
        ),
        (
            (0.0042, 0.0077, None),
            (Slot.OFF, Slot.EARLY, Slot.CARRIED),
            "rounded too early: 0.008 has one significant figure; keep 0.0077",
        ),
    ],
)
def test_the_line_that_was_kept_too_short_is_told_with_its_figures(
    coarsest: tuple[float | None, ...], slots: tuple[Slot, ...], message: str
) -> None:
    assert kept_too_short(exact(*[0.5] * len(slots), coarsest=coarsest), slots) == message


# Slips.


@pytest.mark.parametrize(
    ("text", "values", "at", "says"),
    [
        ("2.818", (2.7182,), 0, "it is 0.1 too large"),
        ("2.618", (2.7182,), 0, "it is 0.1 too small"),
        ("57.416", (57.316,), 0, "it is 0.1 too large"),
        ("2.719", (2.718, 1.0), 0, "it is 0.001 too large"),
        ("0.954", (0.9533,), 0, ""),  # the last digit
        ("0.954", (0.9533, 1.0), 0, ""),  # the truth does not end there
        ("0.954", (0.953, 1.0), 0, "it is 0.001 too large"),
        ("2.818", (1.0, 2.7182), 1, "it is 0.1 too large"),
        ("2.818", (2.7182, 1.0), 1, ""),
        ("2.0", (1.0,), 0, ""),  # as large as the number itself
        ("3.0", (2.0,), 0, "it is 1 too large"),
        ("0.001", (0.0, 1.0), 0, "it is 0.001 too large"),
        ("0.010", (0.0, 1.0), 0, ""),
        ("212", (112.0,), 0, "it is 100 too large"),
        ("3234567", (2234567.0,), 0, ""),
        ("28/10", (2.7,), 0, ""),
        ("2.7", (inf,), 0, ""),
    ],
)
def test_a_digit_that_is_one_off(text: str, values: tuple[float, ...], at: int, says: str) -> None:
    assert one_digit_off(typed(text), exact(*values), at) == says


RIGHT_BUT = "right but for "
POINT = f"{RIGHT_BUT}the decimal point, which is "


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        # Cut off, and not also rounded.
        ("0.666", exact(2 / 3), "it was cut off where it should be rounded"),
        ("-0.666", exact(-2 / 3), "it was cut off where it should be rounded"),
        ("6", exact(6.7, places=0), "it was cut off where it should be rounded"),
        ("0.66", exact(2 / 3, places=None), "it was cut off where it should be rounded"),
        # Signs.
        ("-0.667", exact(2 / 3), f"{RIGHT_BUT}a sign: it has the wrong one"),
        ("0.667 -0.333", exact(-2 / 3, 1 / 3),
         f"{RIGHT_BUT}a sign: number 1 and number 2 have the wrong ones"),
        # The decimal point; the decimals move with it.
        ("1.2345", exact(12.3449), f"{POINT}one place too far left"),
        ("123.45", exact(12.34496, places=2), f"{POINT}one place too far right"),
        ("1234.5", exact(12.34496), f"{POINT}2 places too far right"),
        ("0.012345", exact(12.3449), f"{POINT}3 places too far left"),
        ("1/2", exact(5.0), f"{POINT}one place too far left"),
        # Per cent of at most one.
        ("100.0", exact(1.0), f"{POINT}2 places too far right; if you mean per cent, write 100.0%"),
        ("125", exact(1.25), f"{POINT}2 places too far right"),
        ("1250%", exact(0.125), f"{POINT}2 places too far right"),
        ("100.0 250.0", exact(1.0, 2.5), f"{POINT}2 places too far right in number 1 and number 2"),
        # Zeros at the end of whole numbers.
        ("400", exact(4000.0), f"{RIGHT_BUT}a zero too few at the end"),
        ("40000", exact(4000.0), f"{RIGHT_BUT}a zero too many at the end"),
        ("−400", exact(-4000.0), f"{RIGHT_BUT}a zero too few at the end"),
        ("300 70", exact(30.0, 7.0), f"{RIGHT_BUT}a zero too many at the end in number 1 and number 2"),
        # Digits.
        ("0.463", exact(0.634), None),
        ("0.463", exact(0.436), f"{RIGHT_BUT}two digits that changed places in it: 0.436"),
        ("−0.463", exact(-0.436), f"{RIGHT_BUT}two digits that changed places in it: −0.436"),
        ("0.463 0.5", exact(0.436, 0.5), f"{RIGHT_BUT}two digits that changed places in number 1: 0.436"),
        ("46.3%", exact(0.436), None),
        # Order.
        ("0.5 0.25", exact(0.25, 0.5), f"{RIGHT_BUT}order: number 1 and number 2 are swapped"),
        ("0.5 7 0.25", exact(0.25, 7.0, 0.5), f"{RIGHT_BUT}order: number 1 and number 3 are swapped"),
        ("0.7 0.25", exact(0.25, 0.5), None),
    ],
)  # fmt: skip
def test_a_slip_is_told_exactly(text: str, key: Key, message: str | None) -> None:
    judged = grade(answer(text), key)
    if message is None:
        assert (judged.verdict, judged.unexplained) == (Verdict.WRONG, True)
    else:
        assert (judged.verdict, judged.message, judged.unexplained) == (Verdict.SLIP, message, False)


def test_digits_are_exchanged_in_texts_of_24_characters_and_no_longer() -> None:
    for zeros, found in ((18, True), (19, False)):
        text = f"21.345{'0' * zeros}"
        number = TypedNumber(text, 21.345, 3)
        assert len(text) == 24 + (not found)
        assert ("two digits" in grade(Answer((number,), ()), exact(12.345)).message) is found


@pytest.mark.parametrize(
    ("text", "shape", "message"),
    [
        ("7 8 9 4 5 6 1 2 3", (3, 3), "rows 1 and 3 are swapped"),
        ("1 3 2 4 6 5 7 9 8", (3, 3), "columns 2 and 3 are swapped"),
        ("3 4 1 2 5 6 7 8", (4, 2), "rows 1 and 2 are swapped"),
        # Only one of the two is in the other's place.
        ("7 8 9 4 5 6 77 88 99", (3, 3), None),
        ("77 88 99 4 5 6 1 2 3", (3, 3), None),
    ],
)
def test_rows_and_columns_that_are_swapped(text: str, shape: tuple[int, int], message: str | None) -> None:
    numbers = text.split()
    key = exact(*(float(n) for n in range(1, len(numbers) + 1)), shape=shape)
    judged = grade(answer(text, shape), key)
    if message is None:
        assert judged.verdict is Verdict.WRONG
    else:
        assert (judged.verdict, judged.message) == (Verdict.SLIP, f"{RIGHT_BUT}order: {message}")


@pytest.mark.parametrize(
    ("text", "values", "shape", "reordered"),
    [
        ("2.5 3.5 1.5", (1.5, 2.5, 3.5), (3,), True),
        ("2.5 1.5 3.5", (1.5, 2.5, 3.5), (3,), False),  # two are swapped
        ("2.5 3.5 4.5 1.5", (1.5, 2.5, 3.5, 4.5), (2, 2), False),
        ("2.5 3.5 2.5", (1.5, 2.5, 3.5), (3,), False),
        ("1.5 2.5 3.5", (1.5, 2.5, 3.5), (3,), False),
        ("7 2.5 3.5 1.5", (7.0, 1.5, 2.5, 3.5), (4,), True),
        ("7 2.5 7 1.5", (7.0, 1.5, 2.5, 3.5), (4,), False),  # a place is taken once
    ],
)
def test_numbers_of_a_row_in_other_places(
    text: str, values: tuple[float, ...], shape: tuple[int, ...], reordered: bool
) -> None:
    assert are_reordered(answer(text).numbers, exact(*values, shape=shape)) is reordered


@pytest.mark.parametrize(
    ("text", "key", "explains", "sure"),
    [
        ("0.666 0.5", exact(2 / 3, 0.5), True, True),
        ("-0.667 0.5", exact(2 / 3, 0.5), True, True),
        ("-0.667 -0.5", exact(2 / 3, 0.5), True, False),
        ("6.67 0.5", exact(2 / 3, 0.5), True, False),
        ("0.463 0.5", exact(0.436, 0.5), True, False),
        ("0.5 0.25", exact(0.25, 0.5), True, True),
        ("0.111 0.5", exact(2 / 3, 0.5), False, True),
        ("0.111 0.7", exact(2 / 3, 0.5), None, None),
        ("0.111 0.3", exact(2 / 3, 1 / 3), None, None),  # the other is coarse
    ],
)
def test_a_slip_of_digits_is_unsure_and_the_only_wrong_number_is_named(
    text: str, key: Key, explains: bool | None, sure: bool | None
) -> None:
    numbers = answer(text).numbers
    slip = find_slip(numbers, key, judge_slots(numbers, key))
    assert (slip and slip.explains, slip and slip.sure) == (explains, sure)


# Verdicts.


def test_what_a_verdict_means() -> None:
    assert [verdict.value for verdict in Verdict if verdict.counts_as_right] == ["right", "carried", "follows"]
    assert [verdict.value for verdict in Verdict if verdict.costs_nothing] == ["coarse", "unread"]
    assert [verdict.value for verdict in Verdict][5:] == ["wrong-turn", "slip", "wrong"]


# Places.


def test_noise_is_a_ten_trillionth_and_at_most_a_thousandth() -> None:
    for values, expected in (
        ((1.0,), 1e-13), ((5.0, -20.0), 2e-12), ((-20.0, 5.0, 1.0), 2e-12), ((0.0,), 0.0), ((1e9,), 1e-4),
        ((1e10,), 1e-3), ((1e15,), 1e-3), ((inf, 1.0), 0.0), ((nan,), 0.0),
    ):  # fmt: skip
        assert noise(*values) == pytest.approx(expected, rel=1e-12)


def test_decimals_are_compared_down_to_noise() -> None:
    # The noise of 1 is 1e-13, and twice that is between 1e-13 and 1e-12.
    places = {1.0: 12, -1.0: 12, 4.9: 12, 10.0: 11, 1e3: 9, 1e10: 2, 1e15: 2, 0.01: 14, 0.0: 300}
    assert {value: compared_places(value) for value in places} == places


@pytest.mark.parametrize(
    ("value", "decimals", "figures", "last"),
    [
        (5.657, 3, 4, 0.001),
        (0.00005, 3, 4, 0.001),
        (9.999, 3, 4, 0.001),
        (10.0, 3, 4, 0.01),
        (999.9, 3, 4, 0.1),
        (1000.0, 3, 4, 1.0),
        (54.6, 2, 3, 0.1),
        (54.6, 1, 4, 0.1),
        (5460.0, 3, 2, 100.0),
        (0.0, 3, 4, 0.001),
        (inf, 3, 4, 0.001),
        (nan, 1, 4, 0.1),
    ],
)
def test_the_last_place_of_a_line(value: float, decimals: int, figures: int, last: float) -> None:
    assert unit(value, decimals, figures) == pytest.approx(last, rel=1e-12)


@pytest.mark.parametrize(
    ("value", "places", "ends"),
    [
        (0.25, 2, True),
        (0.25, 1, False),
        (12.5, 0, False),
        (1200.0, -2, True),
        (1250.0, -2, False),
        (0.0, 0, True),
        (inf, 0, True),
        (nan, 3, True),
        (0.0004, 3, False),
        (5 + 1e-13, 0, True),
        (5 + 1e-12, 0, False),
        (1e10 + 1e-3, 0, False),
        (1e10, 0, True),
        (1e12 + 1, 0, False),
        (123456789012e6, 0, True),
        (1234567890123e6, 0, False),
        (1 / 3, 400, False),
        (0.5, 400, True),
    ],
)
def test_a_value_ends_within_its_places(value: float, places: int, ends: bool) -> None:
    assert whole_at(value, places) is ends


def test_half_a_unit_of_the_last_place() -> None:
    halves = {None: 0.0, 0: 0.5, 1: 0.05, 3: 0.0005, -1: 5.0, -2: 50.0}
    assert {places: half_unit(places) for places in halves} == pytest.approx(halves)
    assert half_unit(300) == half_unit(400) == pytest.approx(5e-301)
    assert half_unit(299) == pytest.approx(5e-300)


@pytest.mark.parametrize(
    ("value", "places", "truth", "about", "agreed"),
    [
        (0.12, 2, 0.125, False, True),
        (0.13, 2, 0.125, False, True),
        (0.12, 2, 0.1251, False, False),
        (0.12, 2, 0.1149, False, False),
        (5.0, 0, 4.9, False, False),
        (5.0, 0, 4.9, True, True),
        (5.0, 0, 4.4, True, False),
        (-5.0, 0, -4.9, False, False),
        (9.0, 0, 9.49, False, False),
        (9.0, 0, 9.5, False, True),
        (10.0, 0, 9.5, False, True),
        (12.0, 0, 12.6, False, False),
        (4.9, 1, 4.94, False, True),
        (1230.0, -1, 1236.0, False, False),
        (0.5, None, 0.5 + 1e-14, False, True),
        (0.5, None, 0.5001, False, False),
        (inf, 0, -inf, False, False),
        (1.0, 0, inf, True, False),
        (1.0, 0, nan, True, False),
    ],
)
def test_a_number_agrees_with_the_truth_rounded_to_its_places(
    value: float, places: int | None, truth: float, about: bool, agreed: bool
) -> None:
    assert agrees(value, places, truth, about) is agreed
    assert about or agrees(value, places, truth) is agreed


@pytest.mark.parametrize(
    ("value", "places", "truth", "asked", "is_enough"),
    [
        (0.27, 2, 0.26894, 3, False),
        (0.2689, 4, 0.26894, 3, True),
        (1235.0, 0, 1234.56, 3, True),  # the fourth figure
        (1230.0, -1, 1234.56, 3, False),
        (123.5, 1, 123.456, 3, True),
        (123.0, 0, 123.456, 0, True),
        (123.0, 0, 123.456, -1, True),
        (1230.0, -1, 1234.56, 0, False),
        (12300.0, -2, 12345.6, 3, False),
        (0.0, 2, 0.001, None, False),
        (0.0, 3, 0.0001, None, True),
        (0.0, 0, 0.0, None, True),
        (0.1, 1, 0.123, None, True),
        (0.3, None, 0.26894, 3, True),
    ],
)
def test_a_number_has_enough_decimals(
    value: float, places: int | None, truth: float, asked: int | None, is_enough: bool
) -> None:
    assert enough(value, places, truth, asked) is is_enough


@pytest.mark.parametrize(
    ("value", "places", "low", "high", "figures", "expected"),
    [
        (0.5, 1, 0.5, 0.6, None, True),
        (0.4, 1, 0.46, 0.6, None, False),
        (0.7, 1, 0.5, 0.65, None, True),
        (0.7, 1, 0.5, 0.64, None, False),
        (10.0, 0, 9.4, 9.5, None, True),
        (10.0, 0, 9.4, 9.49, None, False),
        (9.0, 0, 9.4, 9.6, None, True),
        (-9.0, 0, -9.49, -9.4, None, False),
        (1.0, 0, -12.0, 0.7, None, True),
        (2.0, 0, 2.4, inf, None, False),
        (inf, None, 1.0, 2.0, None, False),
        (0.5, None, 0.5 + 1e-14, 0.6, None, True),
        (0.5, None, 0.5001, 0.6, None, False),
        # Four figures, then zeros.
        (54.600, 3, 54.598, 54.599, 4, True),
        (54.600, 3, 54.594, 54.5949, 4, False),
        (54.600, 3, 54.605, 54.606, 4, True),
        (54.601, 3, 54.598, 54.599, 4, False),
        (54.6, 1, 54.56, 54.57, 4, True),
        (5.600, 3, 5.598, 5.599, 4, False),
        (54.600, 3, 54.598, 54.598, 4, False),
        (54.600, 3, 54.5981, 54.5981, 4, True),
        (28580.0, 0, 28583.20012, 28583.20012, 4, True),
        (28580.0, 0, 28586.20012, 28586.20012, 4, False),
    ],
)
def test_a_number_is_the_rounding_of_a_value_in_a_range(
    value: float, places: int | None, low: float, high: float, figures: int | None, expected: bool
) -> None:
    assert within(value, places, low, high, figures) is expected


@pytest.mark.parametrize(
    ("value", "places", "low", "high", "expected"),
    [
        (0.27, 2, 0.265, 0.266, True),
        (0.270, 3, 0.265, 0.266, True),
        (0.270, 3, 0.274, 0.2749, True),
        (0.270, 3, 0.2751, 0.276, False),
        (0.271, 3, 0.265, 0.266, False),
        (54.600, 3, 54.56, 54.57, True),  # three figures
        (54.600, 3, 54.54, 54.549, False),
        (54.651, 3, 54.646, 54.647, False),
        (1230.0, 0, 1226.0, 1227.0, True),
        (10000.0, 0, 10001.0, 10001.0, False),
        (10000.0, 0, 10001.5, 10001.5, True),
        (0.5, None, 0.496, 0.499, False),
        (0.5, None, 0.496, 0.5, True),
    ],
)
def test_a_number_may_be_rounded_one_digit_too_early(
    value: float, places: int | None, low: float, high: float, expected: bool
) -> None:
    assert within_early(value, places, low, high) is expected


@pytest.mark.parametrize(
    ("row", "places", "asked", "most"),
    [
        ((0.5,), 3, 3, 0.01),
        ((0.5, -2.0), 3, 3, 0.04),
        ((0.01,), 3, 3, 0.001),
        ((0.01,), None, 1, 0.1),
        ((1.0, inf), 3, 3, 0.02),
        ((), 3, 3, 0.001),
        ((0.01,), 2, None, 0.01),
        ((0.01,), 4, None, 0.0002),
        ((0.01,), None, None, 0.0002),
        ((inf,), None, None, 0.0),
    ],
)
def test_the_most_that_rounded_lines_may_be_off(
    row: tuple[float, ...], places: int | None, asked: int | None, most: float
) -> None:
    assert most_carried(row, places, asked) == pytest.approx(most, rel=1e-12)


# Target times.


def test_the_default_pace() -> None:
    assert Pace() == Pace(0.3, 1.0, "tables")
    assert target_seconds(10.0, 10) == 13.0
    assert target_seconds(36.7, 19) == 42.4
    assert target_seconds(10.04, 0) == 10.0
    assert reading_seconds(240) == 60.0


def timed(seconds: float, typing: float | None = None, characters: int = 3, pencil: float | None = 10.0) -> TimedAnswer:
    return TimedAnswer(characters, seconds, typing, pencil, shows_pencil=True)


def test_typing_is_measured_on_five_texts_of_three_characters() -> None:
    assert measured_pace([timed(60, 0.6, pencil=None)] * 5).character == 0.2
    assert measured_pace([timed(60, 0.6, pencil=None)] * 4).character == 0.3
    assert measured_pace([timed(60, 0.6, 2, None)] * 5).character == 0.3
    # Five texts measure alone; with four of them answers count too.
    texts, answers = [timed_typing(10, 1.0)], [timed(60, 3.0, 10, None)]
    assert measured_pace(answers * 9, texts * 5).character == 0.1
    assert measured_pace(answers * 5, texts * 4).character == 0.3
    assert measured_pace(answers, texts * 4).character == 0.1


def test_work_is_measured_on_ten_answers_and_scaled_to_its_default() -> None:
    assert measured_pace([timed(15.9)] * 10) == Pace(0.3, 1.5, "tables")
    assert measured_pace([timed(15.9)] * 9) == Pace(0.3, 1.0, "tables")
    assert measured_pace([timed(15.9)] * 12) == Pace(0.3, 1.5, "tables")
    assert measured_pace([timed(30.9, pencil=20.0)] * 10).pencil == 1.5
    assert measured_pace([timed(15.9)] * 9 + [timed(15.9, pencil=0.0)]).pencil == 1.0
    # With a typing pace of 0.5, three characters take 1.5 s.
    assert measured_pace([timed(16.5, 1.5)] * 10) == Pace(0.5, 1.5)


@pytest.mark.parametrize(
    ("rest", "target", "idle"),
    [(180.0, None, False), (180.5, None, True), (179.0, 0.0, False), (180.5, 0.0, True), (200.0, 40.0, False),
     (200.5, 40.0, True), (190.0, 35.0, True)],
)  # fmt: skip
def test_a_pause_of_three_minutes_and_five_targets_is_idle(rest: float, target: float | None, idle: bool) -> None:
    assert was_idle(rest, target) is idle
