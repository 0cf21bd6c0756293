"""Every row of the table of verdicts, on keys written by hand."""

from __future__ import annotations

import pytest

from scoring import Answer, Band, Key, KnownTurn, TypedNumber, Verdict, grade


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


def test_a_lone_zero_accuses_nobody() -> None:
    key = Key((), (1.0,), Band((1.0,), (1.0,)), Band((1.0,), (1.0,)), 3, (turn("small", 0.04, shape=()),))
    assert grade(answer("0"), key).verdict == Verdict.WRONG


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


def test_an_answer_right_in_the_other_layout_is_told_so() -> None:
    judged = grade(answer("1", "3", "2", "4", shape=(2, 2)), GRID)
    assert judged.verdict is Verdict.SLIP
    assert judged.message.startswith("right by another convention")
    assert [turn.name for turn in judged.wrong_turns] == ["layout"]


# 0.0042 was rounded to 0.004 before it was multiplied by 100: the band is wide, the truth 0.42.


def test_two_decimals_go_before_a_wrong_turn_unless_the_answer_is_the_turns_own() -> None:
    key = Key(
        (), (9.77,), Band((9.765,), (9.775,)), Band((9.6,), (9.9,)), 3,
        (turn("near", 9.68, shape=(), slack=0.02),), two_decimals=((9.73,), (9.69,)),
    )  # fmt: skip
    assert grade(answer("9.690"), key).message == "rounded too early: keep three decimals on every line"
    assert grade(answer("9.685"), key).verdict is Verdict.SLIP
    assert grade(answer("9.680"), key).verdict is Verdict.WRONG_TURN
