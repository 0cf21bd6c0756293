"""Every row of the table of verdicts, on keys written by hand."""

from __future__ import annotations

import pytest

from scoring import Answer, Band, Key, KnownTurn, TypedNumber, Verdict, grade
from scoring.wording import capital


def number(text: str) -> TypedNumber:
    if "/" in text:
        over, under = text.split("/")
        return TypedNumber(text, float(over) / float(under), None)
    return TypedNumber(text, float(text), len(text.partition(".")[2]))


def answer(*texts: str, shape: tuple[int, ...] | None = None) -> Answer:
    numbers = tuple(map(number, texts))
    return Answer(numbers, shape if shape is not None else (() if len(texts) == 1 else (len(texts),)))


def turn(name: str, *values: float, shape: tuple[int, ...] | None = None, slack: float = 0.0) -> KnownTurn:
    band = Band(tuple(v - slack for v in values), tuple(v + slack for v in values))
    return KnownTurn(
        name, "line", "it happened", "do that", shape if shape is not None else (len(values),), values, band
    )


# softmax([1, 4]); the bands are worked by hand: 2.718/57.318 = 0.04742 and 54.60/57.32 = 0.95255, the
# last line not yet rounded.
PORTIONS = Key(
    shape=(2,),
    value=(0.04742587317756678, 0.9525741268224334),
    band=Band((0.04742, 0.95255), (0.04743, 0.9526)),
    early=Band((0.047, 0.95), (0.05, 0.96)),
    wrong_turns=(
        turn("softmax/raw-shares", 0.2, 0.8),
        turn("softmax/base-2", 0.1111, 0.8889, slack=0.0002),
        turn("softmax/scores-summed", 5.0, shape=()),
    ),
)
WHOLE = Key((), (8.0,), Band((8.0,), (8.0,)), Band((8.0,), (8.0,)))
NEW_STICK = Key(
    (4,),
    (0.0948517, 2.8577224, 0.9525741, 0.0474259),
    Band((0.094, 2.857, 0.952, 0.047), (0.095, 2.859, 0.953, 0.0475)),
    Band((0.09, 2.84, 0.94, 0.04), (0.1, 2.88, 0.96, 0.05)),
)


@pytest.mark.parametrize(
    ("key", "texts", "verdict"),
    [
        (PORTIONS, ("0.047", "0.953"), Verdict.RIGHT),
        (PORTIONS, ("0.0474", "0.9526"), Verdict.RIGHT),
        (PORTIONS, ("0.04742587", "0.95257413"), Verdict.RIGHT),
        (WHOLE, ("8",), Verdict.RIGHT),
        (WHOLE, ("8.000",), Verdict.RIGHT),
        (WHOLE, ("16/2",), Verdict.RIGHT),
        (NEW_STICK, ("0.094", "2.859", "0.953", "0.047"), Verdict.CARRIED),
        (NEW_STICK, ("0.095", "2.858", "0.953", "0.047"), Verdict.RIGHT),
        (PORTIONS, ("0.05", "0.95"), Verdict.COARSE),
        (PORTIONS, ("0.0", "1.0"), Verdict.COARSE),
        (PORTIONS, ("0.05", "0.953"), Verdict.COARSE),
        (PORTIONS, ("0.2", "0.8"), Verdict.WRONG_TURN),
        (PORTIONS, ("0.111", "0.889"), Verdict.WRONG_TURN),
        (PORTIONS, ("5",), Verdict.WRONG_TURN),
        (PORTIONS, ("0.047", "0.953", "0"), Verdict.UNREAD),
        (WHOLE, ("8", "0"), Verdict.UNREAD),
        (PORTIONS, ("-0.047", "0.953"), Verdict.SLIP),
        (PORTIONS, ("0.47", "0.953"), Verdict.SLIP),
        (PORTIONS, ("0.047", "0.935"), Verdict.SLIP),
        (PORTIONS, ("0.953", "0.047"), Verdict.SLIP),
        (PORTIONS, ("0.123", "0.953"), Verdict.SLIP),
        (PORTIONS, ("0.047", "0.952"), Verdict.SLIP),  # cut, not rounded
        (NEW_STICK, ("0.100", "2.850", "0.950", "0.050"), Verdict.SLIP),  # rounded too early
        (PORTIONS, ("0.3", "0.6"), Verdict.WRONG),
        (WHOLE, ("9",), Verdict.WRONG),
        (WHOLE, ("8.001",), Verdict.WRONG),
    ],
)
def test_each_row_of_the_table(key: Key, texts: tuple[str, ...], verdict: Verdict) -> None:
    assert grade(answer(*texts), key).verdict == verdict


def test_a_longer_answer_claims_more() -> None:
    third = Key((), (1 / 3,), Band((0.333,), (0.33334,)), Band((0.33,), (0.34,)))
    assert grade(answer("0.333"), third).verdict == Verdict.RIGHT
    assert grade(answer("0.330"), third).verdict == Verdict.SLIP
    assert grade(answer("0.33"), third).verdict == Verdict.COARSE


def test_four_significant_figures_are_enough() -> None:
    raised = Key((), (54.598150033144236,), Band((54.598,), (54.6,)), Band((54.6,), (54.6,)))
    assert grade(answer("54.60"), raised).verdict == Verdict.RIGHT
    assert grade(answer("54.6"), raised).verdict == Verdict.COARSE


def test_slots_are_marked_one_by_one() -> None:
    judged = grade(answer("0.123", "0.953"), PORTIONS)
    assert judged.slots == (False, True)
    assert "1" in judged.message


def test_every_turn_that_fits_is_named_and_the_nearest_first() -> None:
    key = Key((), (1.0,), Band((1.0,), (1.0,)), Band((1.0,), (1.0,)), 3, (
        turn("far", 5.02, shape=(), slack=0.1), turn("near", 5.0, shape=(), slack=0.1), turn("other", 9.0, shape=()),
    ))  # fmt: skip
    assert [t.name for t in grade(answer("5.001"), key).wrong_turns] == ["near", "far"]


def test_a_lone_zero_accuses_nobody() -> None:
    key = Key((), (1.0,), Band((1.0,), (1.0,)), Band((1.0,), (1.0,)), 3, (turn("small", 0.04, shape=()),))
    assert grade(answer("0"), key).verdict == Verdict.WRONG


def test_follows_the_learners_own_line_only_where_the_truth_is_missed() -> None:
    own = Key((), (9.0,), Band((9.0,), (9.0,)), Band((9.0,), (9.0,)))
    assert grade(answer("9"), WHOLE, own).verdict == Verdict.FOLLOWS
    assert grade(answer("8"), WHOLE, own).verdict == Verdict.RIGHT
    assert grade(answer("7"), WHOLE, own).verdict == Verdict.WRONG


def test_a_grid_of_one_row_is_a_row_and_a_row_of_one_a_number() -> None:
    assert grade(answer("0.047", "0.953", shape=(1, 2)), PORTIONS).verdict == Verdict.RIGHT
    assert grade(answer("0.047", "0.953", shape=(2, 1)), PORTIONS).verdict == Verdict.RIGHT
    assert grade(answer("8", shape=(1,)), WHOLE).verdict == Verdict.RIGHT


def test_infinities() -> None:
    masked = Key((2,), (1.0, float("-inf")), *[Band((1.0, float("-inf")), (1.0, float("-inf")))] * 2)
    minus = TypedNumber("-inf", float("-inf"), None)
    assert grade(Answer((number("1"), minus), (2,)), masked).verdict == Verdict.RIGHT
    assert grade(answer("1", "0"), masked).verdict != Verdict.RIGHT
    assert grade(Answer((minus,), ()), WHOLE).verdict == Verdict.WRONG


GRID = Key(
    (2, 2), (1.0, 2.0, 3.0, 4.0), *[Band((1.0, 2.0, 3.0, 4.0), (1.0, 2.0, 3.0, 4.0))] * 2, wrong_turns=(
        turn("layout", 1.0, 3.0, 2.0, 4.0, shape=(2, 2))._replace(convention=True),
    ),
)  # fmt: skip


def test_a_wrong_number_of_a_grid_is_named_by_row_and_column() -> None:
    judged = grade(answer("1", "2", "7", "4", shape=(2, 2)), GRID)
    assert (judged.verdict, judged.message) == (Verdict.SLIP, "nearly: only row 2, column 1 is wrong")
    judged = grade(answer("1", "7", "7", "4", shape=(2, 2)), GRID)
    assert (judged.verdict, judged.message) == (Verdict.WRONG, "wrong: row 1, column 2; row 2, column 1")


def test_an_answer_right_in_the_other_layout_is_told_so() -> None:
    judged = grade(answer("1", "3", "2", "4", shape=(2, 2)), GRID)
    assert judged.verdict is Verdict.SLIP
    assert judged.message.startswith("right by another convention")
    assert [turn.name for turn in judged.wrong_turns] == ["layout"]


# 0.0042 was rounded to 0.004 before it was multiplied by 100: the band is wide, the truth 0.42.
EARLY = Key((), (0.42,), Band((0.4,), (0.43,)), Band((0.0,), (1.0,)), 3, coarsest=(0.0042,))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("0.420", Verdict.RIGHT), ("0.428", Verdict.CARRIED), ("0.412", Verdict.CARRIED), ("0.400", Verdict.SLIP)],
)
def test_rounding_is_carried_up_to_two_per_cent(text: str, verdict: Verdict) -> None:
    judged = grade(answer(text), EARLY)
    assert judged.verdict is verdict
    if verdict is Verdict.SLIP:
        assert judged.message == "rounded too early: 0.004 has one significant figure; keep 0.0042"


def test_the_two_per_cent_are_of_the_largest_number_in_the_row() -> None:
    band = Band((0.02, 0.97), (0.04, 0.99))
    assert grade(answer("0.038", "0.970"), Key((2,), (0.03, 0.97), band, band)).verdict is Verdict.CARRIED
    column = Band((0.02,), (0.04,))
    assert grade(answer("0.038"), Key((), (0.03,), column, column)).verdict is Verdict.SLIP


def test_one_unit_of_the_last_place_asked_is_carried() -> None:
    band = Band((0.001,), (0.004,))
    assert grade(answer("0.003"), Key((), (0.0024,), band, band)).verdict is Verdict.CARRIED
    assert grade(answer("0.004"), Key((), (0.0024,), band, band)).verdict is Verdict.SLIP


def test_two_decimals_go_before_a_wrong_turn_unless_the_answer_is_the_turns_own() -> None:
    key = Key(
        (), (9.77,), Band((9.765,), (9.775,)), Band((9.6,), (9.9,)), 3,
        (turn("near", 9.68, shape=(), slack=0.02),), two_decimals=((9.73,), (9.69,)),
    )  # fmt: skip
    assert grade(answer("9.690"), key).message == "rounded too early: keep three decimals on every line"
    assert grade(answer("9.685"), key).verdict is Verdict.SLIP
    assert grade(answer("9.680"), key).verdict is Verdict.WRONG_TURN


# The widths are 0.075 and 0.077, with the last place; 1.501 is twenty times 0.07505.
@pytest.mark.parametrize(("slack", "verdict"), [(0.037, Verdict.WRONG_TURN), (0.038, Verdict.SLIP)])
def test_a_wrong_turn_goes_before_early_rounding_that_leaves_twenty_times_its_room(slack, verdict) -> None:
    key = Key(
        (), (9.77,), Band((9.765,), (9.775,)), Band((9.0,), (10.5,)), 3, (turn("near", 9.68, shape=(), slack=slack),)
    )
    assert grade(answer("9.690"), key).verdict is verdict


def test_an_answer_inside_the_right_band_is_compared_with_that_band() -> None:
    key = EARLY._replace(wrong_turns=(turn("near", 0.401, shape=(), slack=0.002),))
    assert grade(answer("0.400"), key).message == "rounded too early: 0.004 has one significant figure; keep 0.0042"


@pytest.mark.parametrize(("text", "verdict"), [("9.740", Verdict.WRONG_TURN), ("9.742", Verdict.WRONG)])
def test_a_wrong_turns_band_is_a_tenth_wider_at_each_end(text: str, verdict: Verdict) -> None:
    key = Key(
        (), (12.0,), Band((12.0,), (12.0,)), Band((12.0,), (12.0,)), 3, (turn("far", 9.68, shape=(), slack=0.05),)
    )
    assert grade(answer(text), key).verdict is verdict


def test_a_mistake_keeps_its_name_without_trailing_zeros() -> None:
    # 14.6002 to three decimals is 14.600: who leaves the zeros away has written it all.
    key = WHOLE._replace(wrong_turns=(turn("shift", 14.6002, shape=()),))
    assert grade(answer("14.6", shape=()), key).verdict is Verdict.WRONG_TURN
    assert grade(answer("14.5", shape=()), key).verdict is Verdict.WRONG
    assert (
        grade(answer("0", shape=()), WHOLE._replace(wrong_turns=(turn("shift", 0.0002, shape=()),))).wrong_turns == ()
    )
    truth = WHOLE._replace(value=(4.8002,), band=Band((4.8,), (4.801,)), early=Band((4.8,), (4.81,)))
    assert "for a sign" in grade(answer("-4.8", shape=()), truth).message


def test_a_slip_in_two_numbers_is_told_of_both() -> None:
    key = Key(
        (2,), (0.1256, 0.3777), Band((0.1256, 0.3777), (0.1256, 0.3777)), Band((0.1256, 0.3777), (0.1256, 0.3777)), 3
    )
    signs, cut = grade(answer("-0.126", "-0.378"), key), grade(answer("0.125", "0.377"), key)
    assert signs.message == "right but for a sign: number 1 and number 2 have the wrong ones"
    assert cut.message == "number 1 and number 2 were cut off where they should be rounded"


def test_a_whole_number_is_never_rounded_too_early() -> None:
    count = Key((), (10001.0,), Band((10001.0,), (10001.0,)), Band((10001.0,), (10001.0,)))
    assert grade(answer("10000", shape=()), count).verdict is Verdict.WRONG


@pytest.mark.parametrize(("typed", "truth", "is_told"), [("5", 4.9, True), ("2", 1.696, False), ("0", 0.119, False)])
def test_a_rounding_is_told_only_near_the_truth(typed: str, truth: float, is_told: bool) -> None:
    key = Key((), (truth,), Band((truth,), (truth,)), Band((truth,), (truth,)))
    judged = grade(answer(typed, shape=()), key)
    assert judged.verdict is Verdict.WRONG
    assert ("rounded value" in judged.message) is is_told


@pytest.mark.parametrize(
    ("text", "truth", "verdict"),
    [
        ("0.38", 0.3801, Verdict.RIGHT),
        ("0.380", 0.3801, Verdict.RIGHT),
        ("0.4", 0.3801, Verdict.COARSE),
        ("0.38", 0.3834, Verdict.COARSE),
        ("1", 0.9996, Verdict.RIGHT),
        ("0.0", 0.0004, Verdict.COARSE),
    ],
)
def test_zeros_at_the_end_may_be_left_out(text: str, truth: float, verdict: Verdict) -> None:
    key = Key((), (truth,), Band((truth,), (truth,)), Band((truth,), (truth,)), 3)
    assert grade(answer(text, shape=()), key).verdict is verdict


def grid_key(*numbers: float, shape: tuple[int, ...] = (2, 3)) -> Key:
    """Return the key of exact whole numbers in rows."""
    return Key(shape, numbers, Band(numbers, numbers), Band(numbers, numbers), 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4 5 6 1 2 3", "right but for order: rows 1 and 2 are swapped"),
        ("3 2 1 6 5 4", "right but for order: columns 1 and 3 are swapped"),
        ("1 2 3 4 6 6", "nearly: only row 2, column 2 is wrong: it is 1 too large"),
        ("1 2 3 4 9 6", "nearly: only row 2, column 2 is wrong"),
        ("10 20 30 40 50 60", "right but for a zero too many at the end"),
        ("7 8 9 4 5 6", "wrong: row 1"),
        ("7 2 9 4 5 6", "wrong: row 1, column 1; row 1, column 3"),
    ],
)
def test_a_slip_in_whole_numbers(text: str, says: str) -> None:
    assert grade(answer(*text.split(), shape=(2, 3)), grid_key(1, 2, 3, 4, 5, 6)).message.startswith(says)


def test_a_lone_number_is_told_how_far_off_it_is_but_not_in_its_last_digit() -> None:
    key = Key((), (57.316,), Band((57.316,), (57.316,)), Band((57.316,), (57.316,)))
    told = {typed: grade(answer(typed, shape=()), key) for typed in ("56.316", "57.4", "1057.316", "157.316")}
    assert {typed: judged.message for typed, judged in told.items()} == {
        "56.316": "wrong: it is 1 too small", "57.4": "wrong", "1057.316": "wrong", "157.316": "wrong",
    }  # fmt: skip
    assert {judged.verdict for judged in told.values()} == {Verdict.WRONG}


def test_digits_are_exchanged_over_the_point() -> None:
    key = Key((), (26.9,), Band((26.9,), (26.9,)), Band((26.9,), (26.9,)))
    assert grade(answer("29.6", shape=()), key).message.endswith("changed places in it: 26.9")


def test_numbers_in_other_places_are_told_so() -> None:
    key = Key((4,), (0.353, 0.0, 0.471, 0.176), *[Band((0.353, 0.0, 0.471, 0.176), (0.353, 0.0, 0.471, 0.176))] * 2)
    said = grade(answer("0.471", "0.353", "0.176", "0", shape=(4,)), key)
    assert (said.verdict, said.message) == (Verdict.WRONG, "wrong: the right numbers, in other places")
    assert said.unexplained


def test_of_many_mistakes_three_are_told() -> None:
    turns = tuple(turn(name, 5.0, shape=(), slack=0.1) for name in "abcde")
    key = Key((), (1.0,), Band((1.0,), (1.0,)), Band((1.0,), (1.0,)), 3, turns)
    judged = grade(answer("5"), key)
    assert len(judged.wrong_turns) == len(turns)
    assert judged.message.endswith(" Or: 2 other mistakes give the same.")


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [("a minus was lost", "A minus was lost"), ("e^0 is 1", "e^0 is 1"), ("W_O was left out", "W_O was left out"),
     ("row-wise, it is 1", "Row-wise, it is 1"), ("cat's key was", "Cat's key was"), ("dK is", "dK is"), ("dx is", "dx is"), ("axis=-1 is the last", "axis=-1 is the last"), ("", "")],
)  # fmt: skip
def test_a_clause_that_begins_with_notation_keeps_its_letter(clause: str, sentence: str) -> None:
    assert capital(clause) == sentence


def test_a_number_a_thousand_off_is_only_named() -> None:
    said = grade(answer(*["1", "2", "1003", "4", "5", "6"], shape=(2, 3)), grid_key(1, 2, 3, 4, 5, 6))
    assert said.message == "nearly: only row 1, column 3 is wrong"
