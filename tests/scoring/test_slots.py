"""The quality of one typed number, shapes, keys, and what answers show, on cases worked by hand."""

from __future__ import annotations

from math import inf

import pytest

from scoring import Answer, Band, Key, KnownTurn, TypedNumber
from scoring.answer import Form
from scoring.shapes import describe, row_of, same_shape
from scoring.slots import (
    Slot,
    distance,
    equals_turn,
    fits_turn,
    is_early,
    is_much_narrower,
    is_near,
    is_two_decimals,
    is_value,
    judge_slot,
    judge_slots,
    spellings,
)
from scoring.unworked import find_unworked
from scoring.wording import capital, joined
from scoring.work import Finding, Work, find


def typed(text: str) -> TypedNumber:
    """Return a number as typed: "≈0.4" is approximate, "1/3" exact, "inf" infinite."""
    bare = text.lstrip("≈")
    about = bare != text
    if "/" in bare or "inf" in bare:
        over, _, under = bare.partition("/")
        return TypedNumber(text, float(over) / float(under or 1), None, about)
    return TypedNumber(text, float(bare), len(bare.partition(".")[2]), about)


def all_typed(*texts: str) -> tuple[TypedNumber, ...]:
    return tuple(map(typed, texts))


def key_of(
    *values: float, low: float | None = None, high: float | None = None, places: int | None = 3, **more: object
) -> Key:
    """Return a key whose band reaches from `low` to `high`, or is the values themselves."""
    band = Band(values if low is None else (low,) * len(values), values if high is None else (high,) * len(values))
    return Key(() if len(values) == 1 else (len(values),), values, band, band, places, **more)


def turn_of(*values: float, low: float | None = None, high: float | None = None, **more: object) -> KnownTurn:
    key = key_of(*values, low=low, high=high)
    return KnownTurn("a/b", "b", "it happened", "do that", key.shape, values, key.band, **more)


# One number.


@pytest.mark.parametrize(
    ("text", "key", "slot"),
    [
        ("0.380", key_of(0.3801), Slot.RIGHT),
        ("0.38", key_of(0.3801), Slot.RIGHT),  # the decimal left out is 0
        ("0.38", key_of(0.3812), Slot.COARSE),
        ("0.38", key_of(0.3801, places=2), Slot.RIGHT),
        ("0.3804", key_of(0.3801), Slot.OFF),  # a digit too many is compared too
        ("0.4", key_of(0.3801), Slot.COARSE),
        ("≈0.4", key_of(0.3801), Slot.RIGHT),
        ("≈5", key_of(4.9), Slot.RIGHT),
        ("5", key_of(4.9), Slot.OFF),
        ("0", key_of(0.0004), Slot.OFF),
        ("0.0", key_of(0.0004), Slot.COARSE),
        ("0.000", key_of(0.0004), Slot.RIGHT),
        ("1/3", key_of(1 / 3), Slot.RIGHT),
        # In the band and with enough decimals: carried up to 2 % of 0.42, which is 0.0084.
        ("0.428", key_of(0.42, low=0.3, high=0.5), Slot.CARRIED),
        ("0.429", key_of(0.42, low=0.3, high=0.5), Slot.EARLY),
        ("0.428", key_of(0.42, low=0.3, high=0.427), Slot.OFF),
        ("0.41", key_of(0.4204, low=0.3, high=0.5), Slot.COARSE),
        ("≈0.41", key_of(0.4204, low=0.3, high=0.5), Slot.EARLY),
        ("0.41", key_of(0.42, low=0.3, high=0.5, places=None), Slot.CARRIED),  # one unit of the place typed
        ("0.400", key_of(0.42, low=0.3, high=0.5, own=(0.4,)), Slot.CARRIED),
        ("0.390", key_of(0.42, low=0.3, high=0.5, own=(0.4,)), Slot.EARLY),
        # Four figures and a zero.
        ("54.600", key_of(54.59815, low=54.5980, high=54.5983), Slot.OFF),
        ("54.600", key_of(54.59815, low=54.5980, high=54.5983, figures=4), Slot.CARRIED),
    ],
)
def test_the_quality_of_one_number(text: str, key: Key, slot: Slot) -> None:
    assert judge_slot(typed(text), key, 0) is slot


def test_each_number_is_compared_with_its_own() -> None:
    key = key_of(0.4204, 0.8, low=0.3, high=0.9)
    assert judge_slots(all_typed("0.420", "0.95"), key) == (Slot.RIGHT, Slot.OFF)
    assert judge_slots(all_typed("0.8", "0.8"), key) == (Slot.COARSE, Slot.RIGHT)
    assert judge_slots(all_typed("0.800", "0.800"), key) == (Slot.EARLY, Slot.RIGHT)
    narrow = Key((2,), (1.0, 2.0), Band((1.0, 1.99), (1.01, 2.0)), Band((1.0, 1.9), (1.1, 2.0)))
    assert judge_slots(all_typed("1.010", "1.990"), narrow) == (Slot.CARRIED, Slot.CARRIED)
    assert judge_slots(all_typed("0.990", "2.010"), narrow) == (Slot.OFF, Slot.OFF)


@pytest.mark.parametrize(
    ("text", "row", "at", "asked", "times", "near"),
    [
        ("0.4284", (0.42,), 0, 3, 1.0, True),  # 2 % of 0.42
        ("0.4285", (0.42,), 0, 3, 1.0, False),
        ("0.4368", (0.42,), 0, 3, 2.0, True),
        ("0.05", (0.03, 1.0), 0, 3, 1.0, True),  # of the largest in the row
        ("1.021", (0.03, 1.0), 1, 3, 1.0, False),
        ("0.000", (0.00149,), 0, 3, 1.0, True),  # one unit from 0.001, to which 0.00149 is rounded
        ("0.002", (0.00149,), 0, 3, 1.0, True),
        ("0.0000", (0.00149,), 0, None, 1.0, False),  # 2 % only
        ("0.00", (0.00149,), 0, None, 1.0, True),  # one unit of the place typed
        ("0.0", (inf,), 0, 3, 1.0, False),
        ("inf", (inf, 2.0), 1, None, 1.0, False),
    ],
)
def test_a_number_is_near_by_two_per_cent_of_its_row_or_by_a_unit(
    text: str, row: tuple[float, ...], at: int, asked: int | None, times: float, near: bool
) -> None:
    assert is_near(typed(text), row, (len(row),), at, asked, times) is near


@pytest.mark.parametrize(
    ("texts", "early"),
    [
        (("0.270", "0.73"), True),
        (("0.270", "0.75"), False),
        (("0.28", "0.73"), False),
    ],
)
def test_lines_one_digit_shorter_must_give_every_number(texts: tuple[str, ...], early: bool) -> None:
    values = (0.26894, 0.73106)
    key = Key((2,), values, Band(values, values), Band((0.2685, 0.73), (0.2695, 0.732)))
    assert is_early(all_typed(*texts), key) is early


@pytest.mark.parametrize(
    ("texts", "is_one"),
    [
        (("0.27", "0.73"), True),
        (("0.27", "0.74"), True),
        (("0.28", "0.74"), False),
        (("0.28", "0.73"), True),
        (("0.271", "0.730"), False),
    ],
)
def test_rounding_to_two_decimals_gives_all_numbers_by_one_habit(texts: tuple[str, ...], is_one: bool) -> None:
    key = key_of(0.26894, 0.73106, two_decimals=((0.27, 0.73), (0.27, 0.74), (0.28, 0.73)))
    assert is_two_decimals(all_typed(*texts), key) is is_one
    assert not is_two_decimals(all_typed(*texts), key._replace(two_decimals=()))


# Known wrong turns.


@pytest.mark.parametrize(
    ("text", "turn", "asked", "fits"),
    [
        ("2.718", turn_of(2.71828), 3, True),
        ("2.72", turn_of(2.71828), 3, True),  # one decimal fewer than asked
        ("2.7", turn_of(2.71828), 3, False),
        ("≈2.7", turn_of(2.71828), 3, True),
        ("2.7", turn_of(2.71828), None, True),
        ("0.0", turn_of(0.04), None, False),
        ("2.719", turn_of(2.71828), 3, False),
        ("19/7", turn_of(19 / 7), 3, True),
        # Eight hundredths of 5 are 0.4, and a band from 3 to 4 is widened to 2.9 and 4.1.
        ("5.400", turn_of(5.0, low=4.0, high=6.0), 3, True),
        ("5.401", turn_of(5.0, low=4.0, high=6.0), 3, False),
        ("3.100", turn_of(3.2, low=3.2, high=4.2), 3, True),
        ("3.099", turn_of(3.2, low=3.2, high=4.2), 3, False),
        ("4.102", turn_of(4.0, low=3.0, high=4.0), 3, False),
        # A band without end is not widened.
        ("4.9", turn_of(5.0, low=4.8, high=inf), 1, True),
        ("4.7", turn_of(5.0, low=4.8, high=inf), 1, False),
        # Four figures and a zero.
        ("54.600", turn_of(54.59815, low=54.5980, high=54.5983), 3, True),
    ],
)
def test_a_wrong_turn_fits_an_answer(text: str, turn: KnownTurn, asked: int | None, fits: bool) -> None:
    assert fits_turn(all_typed(text), turn, asked) is fits


@pytest.mark.parametrize(
    ("texts", "asked", "equal"),
    [
        (("2.718", "1"), 3, True),
        (("2.72", "1.0"), 3, True),
        (("2.7", "1"), 3, False),
        (("≈2.7", "1"), 3, True),
        (("2.7", "1"), None, True),
        (("2.718", "2"), 3, False),
        (("2.719", "1"), 3, False),
        (("2.71820", "1"), 3, False),
    ],
)
def test_a_value_is_equal_in_all_digits_if_they_are_enough(
    texts: tuple[str, ...], asked: int | None, equal: bool
) -> None:
    assert is_value(all_typed(*texts), (2.71828, 1.0), asked) is equal


@pytest.mark.parametrize(
    ("widths", "rounded", "narrower"),
    [
        # With the last place 0.001 and 0.02: twenty times.
        ((0.0,), (0.019,), True),
        ((0.0,), (0.0189,), False),
        ((0.001,), (0.039,), True),
        # The rooms are multiplied: 5 · 4 = 20, and 5 · 3.9.
        ((0.0, 0.0), (0.004, 0.003), True),
        ((0.0, 0.0), (0.004, 0.0029), False),
        ((0.0, 0.009), (0.099, 0.0), False),  # 100 / 10
        # What is infinite is left out.
        ((0.0,), (inf,), False),
        ((inf,), (0.1,), False),
        ((0.0, 0.0), (inf, 0.1), True),
        ((0.0, inf), (0.1, 1.0), True),
        ((0.0, 0.0), (inf, 0.009), False),  # 10
    ],
)
def test_a_band_is_much_narrower_with_a_twentieth_of_the_room(
    widths: tuple[float, ...], rounded: tuple[float, ...], narrower: bool
) -> None:
    zeros = (0.0,) * len(widths)
    turn = turn_of(*zeros)._replace(band=Band(zeros, widths))
    assert is_much_narrower(turn, Band(zeros, rounded)) is narrower


def test_an_answer_equals_a_wrong_turn_in_every_digit_typed() -> None:
    turn = turn_of(2.71828, 4.9, low=0.0, high=9.0)
    assert equals_turn(all_typed("2.7", "4.9"), turn)
    assert not equals_turn(all_typed("2.8", "4.9"), turn)
    assert not equals_turn(all_typed("2.7", "4.8"), turn)
    assert not equals_turn(all_typed("2.7", "5"), turn)
    assert equals_turn(all_typed("2.7", "≈5"), turn)


@pytest.mark.parametrize(
    ("texts", "values", "halves"),
    [
        (("0.428",), (0.42,), 16.0),  # 0.008 over 0.0005
        (("12",), (12.3,), 0.6),
        (("0.5", "0.25"), (0.6, 0.5), 2.0 + 50.0),
        (("1/2",), (0.75,), 250_000.0),
        (("inf", "1"), (inf, 2.0), 2.0),
        (("1",), (1.0,), 0.0),
    ],
)
def test_the_distance_is_in_half_units_of_the_last_place(
    texts: tuple[str, ...], values: tuple[float, ...], halves: float
) -> None:
    assert distance(all_typed(*texts), turn_of(*values)) == pytest.approx(halves)


# Shapes.


def test_shapes_are_compared_without_axes_of_length_one() -> None:
    for first, second, alike in (
        ((), (1,), True), ((), (1, 1), True), ((1,), (1, 1), True), ((2,), (2, 1), True), ((2,), (1, 2), True),
        ((2, 1), (1, 2), True), ((), (2,), False), ((2,), (3,), False), ((4,), (2, 2), False),
        ((2, 3), (3, 2), False), ((2, 3), (2, 3), True), ((0,), (), False),
    ):  # fmt: skip
        assert same_shape(first, second) is same_shape(second, first) is alike


def test_the_row_of_a_number() -> None:
    numbers = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
    rows = [row_of(numbers, (3, 2), index) for index in range(6)]
    assert rows == [(0.0, 1.0)] * 2 + [(2.0, 3.0)] * 2 + [(4.0, 5.0)] * 2
    assert row_of(numbers, (1, 6), 5) == numbers
    assert row_of(numbers[:2], (2,), 1) == (0.0, 1.0)
    assert row_of(numbers[:2], (2, 1), 1) == (0.0, 1.0)
    assert row_of((7.0,), (1,), 0) == row_of((7.0,), (1, 1), 0) == row_of((7.0,), (), 0) == (7.0,)


# Keys.


def test_two_bands_make_the_smallest_that_contains_both() -> None:
    band = Band((1.0, 5.0), (2.0, 6.0))
    assert band.hull(Band((0.0, 5.5), (1.5, 7.0))) == Band((0.0, 5.0), (2.0, 7.0))
    assert band.hull(Band((1.5, 4.0), (9.0, 4.5))) == Band((1.0, 4.0), (9.0, 6.0))
    assert band.hull(Band((0.0,), (9.0,))) == band
    assert band.hull(Band((0.0, 0.0, 0.0), (9.0, 9.0, 9.0))) == band


def test_a_key_is_widened_by_that_of_the_learners_lines() -> None:
    mine, extra = turn_of(5.0, low=4.9, high=5.0), turn_of(8.0)._replace(name="c/d")
    only = turn_of(7.0)._replace(name="e/f")
    key = key_of(1.0, wrong_turns=(mine, only), two_decimals=((1.01,),), figures=4)
    other = Key(
        (), (1.1,), Band((0.9,), (1.0,)), Band((0.5,), (1.5,)), 2,
        wrong_turns=(turn_of(5.2, low=5.0, high=5.2), extra), two_decimals=((1.02,), (1.03,)), own=(9.0,),
    )  # fmt: skip
    widened = key.widened(other)
    assert (widened.value, widened.shape, widened.places, widened.figures) == ((1.0,), (), 3, 4)
    assert (widened.band, widened.early) == (Band((0.9,), (1.0,)), Band((0.5,), (1.5,)))
    assert widened.own == (1.1,)
    assert widened.two_decimals == ((1.01,), (1.02,), (1.03,))
    assert widened.wrong_turns == (mine._replace(band=Band((4.9,), (5.2,))), only, extra)


def test_a_key_of_another_length_widens_nothing_but_the_wrong_turns() -> None:
    key = key_of(1.0, wrong_turns=(turn_of(5.0),), two_decimals=((1.01,),), own=(2.0,))
    extra = turn_of(8.0)._replace(name="c/d")
    widened = key.widened(key_of(1.0, 2.0, wrong_turns=(extra,), two_decimals=((1.0, 2.0),)))
    assert widened == key._replace(own=None, wrong_turns=(turn_of(5.0), extra))


# Answers that only repeat the question.


def test_the_first_number_left_in_a_form_that_is_not_accepted_is_named() -> None:
    plain = TypedNumber("0.5", 0.5, 1)
    half = TypedNumber("1/2", 0.5, None, forms=frozenset({Form.FRACTION}))
    both = TypedNumber("1/√4", 0.5, None, forms=frozenset({Form.FRACTION, Form.POWER}))
    says = "{} is still to be worked out, and that is what is asked; write the number, such as 0.25"
    for numbers, accepted, named in (
        ((plain, half, both), frozenset(), "1/2"),
        ((both, half), frozenset(), "1/√4"),
        ((half, both), frozenset({Form.FRACTION}), "1/√4"),
        ((half, both), frozenset({Form.POWER}), "1/2"),
        ((both,), frozenset({Form.CALCULATION}), "1/√4"),
    ):
        assert find_unworked(Answer(numbers, (len(numbers),)), accepted) == says.format(named)
    for numbers, accepted in (((half, both), frozenset(Form)), ((both,), None), ((plain,), frozenset()), ((), None)):
        assert find_unworked(Answer(numbers, (len(numbers),)), accepted) is None


# Sentences.


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("a minus was lost", "A minus was lost"),
        ("no line", "No line"),
        ("qk is", "qk is"),
        ("d is", "d is"),
        ("dKx is", "dKx is"),
        ("first, raise", "First, raise"),
        ("e^0 is 1", "e^0 is 1"),
        ("", ""),
    ],
)
def test_a_clause_begins_a_sentence_unless_it_begins_with_notation(clause: str, sentence: str) -> None:
    assert capital(clause) == sentence


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        ("", ""),
        ("ABC", "A Or: B Or: C"),
        ("ABCD", "A Or: B Or: C Or: another mistake gives the same."),
        ("ABCDE", "A Or: B Or: C Or: 2 other mistakes give the same."),
    ],
)
def test_three_sentences_are_told_and_the_others_counted(sentences: str, text: str) -> None:
    assert joined(list(sentences)) == text


# What an answer shows.


WORK = Work(
    (("s/raise", 1.0), ("s/total", 1.0), ("s/divide", 1.0)),
    {"t": "s/total", "o": "other/line", "r": "s/raise"},
    (("s/raise",), (), ("s/total", "s/raise"), ("s/divide",)),
)


@pytest.mark.parametrize(
    ("right", "method_right", "turns", "opened", "helped", "finding"),
    [
        (True, True, ("t",), 2, True, Finding(missed=("s/raise",))),
        (False, False, (), 3, True, Finding(missed=("s/raise", "s/total"))),
        (True, True, ("t",), 0, True, Finding(own=False)),
        (True, True, ("t",), 0, False, Finding(known=("s/raise", "s/total", "s/divide"), own=True)),
        (False, True, ("t",), 0, False, Finding(own=True)),
        (False, False, ("t", "r"), 0, False, Finding(known=("s/raise",), missed=("s/total",))),
        (False, False, ("x", "r", "t"), 0, False, Finding(missed=("s/raise",))),
        (False, False, ("o", "t"), 0, False, Finding(missed=("other/line",))),
        (False, False, ("x",), 0, False, Finding(own=False)),
        (False, False, (), 0, False, Finding(own=False)),
    ],
)
def test_the_first_case_that_fits_says_what_an_answer_shows(
    right: bool, method_right: bool, turns: tuple[str, ...], opened: int, helped: bool, finding: Finding
) -> None:
    assert find(WORK, right, method_right, turns, opened, helped) == finding


def test_shapes_are_named_with_their_rows_and_length() -> None:
    shapes = ["one number", "a row of 4", "a grid of 1 row of 4", "a grid of 2 rows of 4"]
    assert [describe(shape) for shape in ((), (4,), (1, 4), (2, 4))] == shapes


def test_zeros_are_added_to_decimals_only() -> None:
    assert [each.places for each in spellings(typed("14.6"), 3)] == [1, 3]
    assert spellings(typed("0.0"), 3) == (typed("0.0"),)
