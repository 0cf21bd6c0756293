"""What is said of the precision and the shape of an answer, and which values end where they are written."""

from __future__ import annotations

from math import inf

from scoring import Answer, Band, Key, TypedNumber, Verdict, grade
from scoring.places import noise, whole_at


def exact(*values: float, shape: tuple[int, ...] = (), places: int | None = 3) -> Key:
    return Key(shape, values, Band(values, values), Band(values, values), places)


def test_an_answer_right_to_tens_says_so() -> None:
    typed = Answer((TypedNumber("2.858e4", 28580.0, -1),), ())
    assert grade(typed, exact(28583.2)).message == "right to the nearest 10"


def test_no_more_places_are_called_right_than_were_compared() -> None:
    root = 2**0.5
    for places in range(1, 40):
        said = grade(Answer((TypedNumber("", root, places),), ()), exact(root, places=None)).message
        assert said == (
            f"right to {places} place{'s' * (places > 1)}"
            if places <= 12
            else "right to 12 places; more are not compared"
        )
        # The last place that is called right was compared.
        off = 1.1 * 10.0 ** -min(places, 12)
        assert (
            grade(Answer((TypedNumber("", root + off, places),), ()), exact(root, places=None)).verdict
            is not Verdict.RIGHT
        )


def test_the_coarsest_comparison_of_a_row_decides() -> None:
    key = exact(1e9 * 2**0.5, 2**0.5, shape=(2,), places=None)
    typed = Answer(tuple(TypedNumber("", value, 8) for value in key.value), (2,))
    assert grade(typed, key).message == "right to 3 places; more are not compared"


def test_a_value_near_nought_is_compared_to_every_place() -> None:
    assert grade(Answer((TypedNumber("1e-320", 1e-320, 320),), ()), exact(1e-320, places=None)).verdict is Verdict.RIGHT


def test_one_decimal_is_asked_for_in_the_singular() -> None:
    band = Band((1150.0,), (1250.0,))
    judged = grade(Answer((TypedNumber("1.2e3", 1200.0, -2),), ()), Key((), (1234.5,), band, band, places=1))
    assert (judged.verdict, judged.message) == (
        Verdict.COARSE,
        "right so far; give 1 decimal, or 4 significant figures",
    )


def test_only_where_a_grid_is_asked_for_is_it_said_how_to_write_one() -> None:
    pair = Answer((TypedNumber("1", 1.0, 0), TypedNumber("2", 2.0, 0)), (2,))
    grid = grade(pair, exact(1.0, 2.0, 3.0, 4.0, shape=(2, 2)))
    row = grade(pair, exact(1.0, 2.0, 3.0, shape=(3,)))
    assert grid.message.endswith("; write its rows one after the other, as [1 2; 3 4]")
    assert row.message == "this reads as a row of 2, and a row of 3 is asked for"
    assert grid.unexplained
    assert row.unexplained


def test_half_is_not_whole_and_what_is_not_finite_has_no_noise() -> None:
    assert not whole_at(2.5, 0)
    assert whole_at(2.5, 1)
    assert noise(inf, 1.0) == 0.0
