"""What is told of a small error, whole sentences for answers to keys written by hand."""

from __future__ import annotations

import pytest

from scoring import Answer, Band, Key, Verdict, grade
from tests.scoring.test_verdicts import answer, number


def exact(*values: float, shape: tuple[int, ...] | None = None, places: int | None = 3) -> Key:
    band = Band(values, values)
    return Key(shape if shape is not None else ((len(values),) if len(values) > 1 else ()), values, band, band, places)


ONE, WHOLE, SHARE = exact(12.345), exact(4096.0), exact(0.125)
ROW = exact(0.047, 0.953)
PER_CENT = (
    "right but for the decimal point, which is 2 places too far right in number 1 and number 2;"
    " if you mean per cent, write 4.7%"
)
GRID = exact(1.25, 2.5, 3.75, 4.5, 5.25, 6.125, shape=(2, 3))


@pytest.mark.parametrize(
    ("key", "texts", "message"),
    [
        (ONE, ("-12.345",), "right but for a sign: it has the wrong one"),
        (ROW, ("-0.047", "0.953"), "right but for a sign: number 1 has the wrong one"),
        (ROW, ("-0.047", "-0.953"), "right but for a sign: number 1 and number 2 have the wrong ones"),
        (ONE, ("1.2345",), "right but for the decimal point, which is one place too far left"),
        (ONE, ("123.45",), "right but for the decimal point, which is one place too far right"),
        (ONE, ("0.12345",), "right but for the decimal point, which is 2 places too far left"),
        (ONE, ("1234.5",), "right but for the decimal point, which is 2 places too far right"),
        (ONE, ("0.012345",), "right but for the decimal point, which is 3 places too far left"),
        (ONE, ("12345",), "right but for the decimal point, which is 3 places too far right"),
        (ROW, ("0.47", "0.953"), "right but for the decimal point, which is one place too far right in number 1"),
        (ROW, ("0.0047", "0.953"), "right but for the decimal point, which is one place too far left in number 1"),
        (
            SHARE,
            ("12.5",),
            "right but for the decimal point, which is 2 places too far right; if you mean per cent, write 12.5%",
        ),
        (ROW, ("4.7", "95.3"), PER_CENT),
        (WHOLE, ("40960",), "right but for a zero too many at the end"),
        (WHOLE, ("409600",), "right but for 2 zeros too many at the end"),
        (exact(1 / 3), ("0.033",), "right but for the decimal point, which is one place too far left"),
        (exact(4000.0), ("400",), "right but for a zero too few at the end"),
        (ONE, ("12.435",), "right but for two digits that changed places in it: 12.345"),
        (ONE, ("21.345",), "right but for two digits that changed places in it: 12.345"),
        (ONE, ("13.245",), "right but for two digits that changed places in it: 12.345"),
        (exact(0.6666667), ("0.666",), "it was cut off where it should be rounded"),
        (exact(0.6666667, 0.8888889), ("0.666", "0.889"), "number 1 was cut off where it should be rounded"),
        (
            exact(0.6666667, 0.8888889),
            ("0.666", "0.888"),
            "number 1 and number 2 were cut off where they should be rounded",
        ),
        (ROW, ("0.047", "0.935"), "right but for two digits that changed places in number 2: 0.953"),
        (ROW, ("0.407", "0.953"), "right but for two digits that changed places in number 1: 0.047"),
        (ROW, ("0.953", "0.047"), "right but for order: number 1 and number 2 are swapped"),
        (
            GRID,
            ("1.25", "5.25", "3.75", "4.5", "2.5", "6.125"),
            "right but for order: row 1, column 2 and row 2, column 2 are swapped",
        ),
        (GRID, ("4.5", "5.25", "6.125", "1.25", "2.5", "3.75"), "right but for order: rows 1 and 2 are swapped"),
        (GRID, ("3.75", "2.5", "1.25", "6.125", "5.25", "4.5"), "right but for order: columns 1 and 3 are swapped"),
        (ROW, ("0.047", "0.853"), "nearly: only number 2 is wrong: it is 0.1 too small"),
        (ROW, ("0.047", "1.953"), "nearly: only number 2 is wrong"),  # more than the number itself
        (ROW, ("0.047", "0.954"), "nearly: only number 2 is wrong: it is 0.001 too large"),
        (ROW, ("0.047", "0.111"), "nearly: only number 2 is wrong"),
    ],
)
def test_a_slip_is_told_in_words(key: Key, texts: tuple[str, ...], message: str) -> None:
    judged = grade(answer(*texts, shape=key.shape), key)
    assert (judged.verdict, judged.message) == (Verdict.SLIP, message)


@pytest.mark.parametrize(
    ("key", "texts", "message"),
    [
        (ONE, ("12.346",), "wrong"),  # its last digit may be rounding
        (ONE, ("12.445",), "wrong: it is 0.1 too large"),
        (ONE, ("11.345",), "wrong: it is 1 too small"),
        (ONE, ("22.345",), "wrong: it is 10 too large"),
        (ONE, ("112.345",), "wrong"),  # more than the number itself
        (ONE, ("12.545",), "wrong"),
        (WHOLE, ("5096",), "wrong: it is 1000 too large"),
        (exact(2345678.0), ("3345678",), "wrong"),  # digits of a million do not count
        (exact(2345678.0), ("2445678",), "wrong: it is 100000 too large"),
        (ROW, ("0.1", "0.2"), "wrong: no number is right"),
        (exact(1.5, 2.5, 3.5), ("2.5", "3.5", "1.5"), "wrong: the right numbers, in other places"),
        (exact(1.0, 2.0, 3.0, 4.0, shape=(2, 2)), ("7", "9", "3", "4"), "wrong: row 1"),
        (exact(1.0, 2.0, 3.0, 4.0, shape=(2, 2)), ("1", "2", "7", "9"), "wrong: row 2"),
    ],
)
def test_what_is_no_slip_is_told_how_far_it_is_off(key: Key, texts: tuple[str, ...], message: str) -> None:
    judged = grade(answer(*texts, shape=key.shape), key)
    assert (judged.verdict, judged.message) == (Verdict.WRONG, message)


def test_a_slip_of_digits_may_have_another_cause() -> None:
    for text, doubtful in (("1.2345", True), ("12.435", True), ("-12.345", False)):
        assert grade(answer(text), ONE).doubtful is doubtful
    assert not grade(answer("-0.047", "0.953"), ROW).doubtful
    assert grade(answer("-0.047", "-0.953"), ROW).doubtful
    assert not grade(answer("0.047", "0.111"), ROW).doubtful
    for text, unexplained in (("0.111", True), ("0.935", False)):
        assert grade(answer("0.047", text), ROW).unexplained is unexplained


def test_swapped_digits_are_found_behind_a_printed_minus() -> None:
    minus = number("-21.345")._replace(text="−21.345")
    judged = grade(Answer((minus,), ()), exact(-12.345))
    assert judged.message == "right but for two digits that changed places in it: −12.345"


def test_swapped_digits_are_not_sought_in_a_long_number() -> None:
    truth, swapped = "12.34500000000000000000000", "21.34500000000000000000000"
    assert len(swapped) > 24
    assert grade(answer(swapped[:12]), exact(float(truth))).verdict is Verdict.SLIP
    assert grade(answer(swapped), exact(float(truth))).verdict is Verdict.WRONG
