"""Where the verdict on a printed result changes: at its bounds, and between its reasons."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import (
    Judged,
    begins_with_result,
    compared,
    is_roughly,
    is_slip,
    judge,
)
from katatx.audit.values import Candidate, Known, Number, Printed
from katatx.engine.pencils.interval import Interval
from katatx.engine.values import Value
from katatx.notation.parser import read_expression

RIGHT, CARRIED, WRONG, UNCHECKED = ClaimVerdict
NOTHING_GIVES_IT = "no calculation on the page gives this result"
NONE_WORKED = "no calculation for it can be worked out"
CUT = "it may have been cut off or rounded up"
UNIT = "right only in another unit, such as percent"
MOST = "most of its numbers differ from the calculation"
UNSURE = "the page does not say for certain how it was calculated"
OTHER_GIVES_IT = "another calculation on the page gives this result"


def number(text: str, places: int | None = None) -> Number:
    """Return a printed number; "≈5" is approximate, and the places are those of its text unless given."""
    bare = text.lstrip("≈")
    counted = len(bare.partition(".")[2]) if places is None else places
    return Number(float(bare.replace("∞", "inf")), counted, bare, 0, len(bare), text.startswith("≈"))


def printed(text: str) -> Printed:
    """Return a number, or a row of several."""
    numbers = tuple(map(number, text.split()))
    return Printed(numbers, () if len(numbers) == 1 else (len(numbers),))


class Worked(Candidate):
    """A calculation with given values in each view: without a `band` it is that of the printed value."""

    __slots__ = ("asked", "given_roots", "on_results", "views")

    def __init__(
        self,
        value: Value,
        *,
        true: Value = None,
        band: Value = None,
        mended: Value = None,
        sure: bool | None = True,
        roots: tuple[int, ...] = (),
        on_results: bool = True,
        text: str = "1 + 1",
        names: tuple[str, ...] = (),
    ) -> None:
        super().__init__(read_expression(text), {name: Known(1.0, 0, 0) for name in names}, sure)
        self.views = {"printed": value, "true": true, "band": band, "mended": mended}
        self.given_roots, self.on_results = frozenset(roots), on_results
        self.asked: dict[str, int] = {}

    def value(self, view: str, places: int = 3) -> Value:
        self.asked[view] = places
        return self.views[view]

    @property
    def roots(self) -> frozenset[int]:
        return self.given_roots

    @property
    def stands_on_results(self) -> bool:
        return self.on_results


def verdict(text: str, *candidates: Candidate) -> ClaimVerdict:
    return judge(printed(text), candidates).verdict


# One calculation.


def test_a_result_that_fits_is_right_or_carried_by_wrong_ones_before_it() -> None:
    fits = Worked(2.5)
    assert judge(printed("2.5"), [fits]) == Judged(RIGHT, fits, 2.5)
    rounded = Worked(12.3)
    assert judge(printed("12"), [rounded]) == Judged(RIGHT, rounded, 12.3)
    uses = Worked(2.5, true=3.5, roots=(4, 7))
    assert judge(printed("2.5"), [uses]) == Judged(CARRIED, uses, 2.5, (), frozenset({4, 7}))
    for true, roots in ((2.52, frozenset()), (None, frozenset({4})), ((2.5, 2.5), frozenset({4}))):
        found = judge(printed("2.5"), [Worked(2.5, true=true, roots=(4,))])
        assert (found.verdict, found.roots) == (CARRIED if roots else RIGHT, roots)


def test_a_result_may_be_right_by_the_true_values() -> None:
    one = Worked(2.6, true=2.5, roots=(3,))
    assert judge(printed("2.5"), [one]) == Judged(RIGHT, one, 2.5)
    assert judge(printed("2.5 1.5"), [Worked((2.6, 1.5), true=(2.5, 1.5))]).verdict is RIGHT
    assert judge(printed("2.5 1.5"), [Worked((2.6, 1.5), true=(2.5, 1.6))]).verdict is WRONG
    assert judge(printed("2.5"), [Worked(2.6, true=None)]).verdict is not RIGHT


def test_only_the_first_eight_calculations_are_worked_from_true_values() -> None:
    others = [Worked(100.0 * n, true=100.0 * n, sure=None) for n in range(1, 10)]
    last = Worked(2.6, true=2.55, sure=True)
    assert judge(printed("2.55"), [*others[:7], last]).candidate is last
    assert judge(printed("2.55"), [*others[:7], last]).verdict is RIGHT
    assert judge(printed("2.55"), [*others[:8], last]).verdict is WRONG


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("123", 123.4, RIGHT),
        ("12.3", 12.34, RIGHT),
        ("12", 12.3, UNCHECKED),
        ("12", 12.0, RIGHT),
        ("0", 1e-13, RIGHT),
        ("0", 1e-11, UNCHECKED),
        ("12", 12.0 * (1 + 5e-10), RIGHT),
        ("12", 12.0 * (1 + 3e-9), UNCHECKED),
        ("1.2 5", (1.2, 5.0), RIGHT),
        ("1.2 0.5", (1.23, 0.52), RIGHT),  # three figures together
        ("1 0.5", (1.0, 0.52), UNCHECKED),
        ("1 0.5", (1.0, 0.5), RIGHT),
        ("0 1.2 0", (0.0, 1.23, 0.0), UNCHECKED),  # zeros are no figures
    ],
)
@pytest.mark.parametrize(("sure", "view"), [(None, "printed"), (None, "true"), (False, "true")])
def test_a_calculation_that_is_not_written_confirms_three_figures_or_exact_numbers(
    text: str, value: Value, verdict: ClaimVerdict, sure: bool | None, view: str
) -> None:
    far = tuple(99.0 for _ in value) if isinstance(value, tuple) else 99.0
    candidate = Worked(value if view == "printed" else far, true=value, sure=sure)
    assert judge(printed(text), [candidate]).verdict is verdict
    written = Worked(candidate.views["printed"], true=value, sure=True)
    assert judge(printed(text), [written]).verdict is RIGHT


def test_why_a_result_is_unchecked() -> None:
    assert judge(printed("7"), []) == Judged(UNCHECKED, why=NONE_WORKED)
    assert judge(printed("7"), [Worked(None), Worked((7.0, 7.0))]) == Judged(UNCHECKED, why=NONE_WORKED)
    assert judge(printed("7"), [Worked(90.0, sure=None)]) == Judged(UNCHECKED, why=NOTHING_GIVES_IT)
    assert judge(printed("7"), [Worked(None), Worked(90.0, sure=False)]) == Judged(UNCHECKED, why=NOTHING_GIVES_IT)
    for text, value, why in (
        ("6", 6.6667, CUT), ("7", 6.1, CUT), ("0.6", 0.6667, CUT), ("0.7", 0.61, CUT),
        ("3.25", 3250.0, UNIT), ("1 2 3", (1.0, 20.0, 30.0), MOST),
    ):  # fmt: skip
        found = judge(printed(text), [Worked(value)])
        assert (found.verdict, found.why, found.true, found.off) == (UNCHECKED, why, None, ())


def test_a_wrong_result_is_told_with_its_value_and_its_roots() -> None:
    one = Worked(900.0, roots=(2,))
    assert judge(printed("731"), [one]) == Judged(WRONG, one, 900.0, (0,), frozenset({2}))
    row = Worked((1.5, 9.5, 3.5))
    assert judge(printed("1.5 2.5 3.5"), [row]) == Judged(WRONG, row, (1.5, 9.5, 3.5), (1,))


# Several calculations.


def test_a_written_calculation_decides_before_an_implied_one() -> None:
    implied, written = Worked(7.41, sure=False), Worked(9.15, sure=True)
    assert judge(printed("7.31"), [implied]).verdict is WRONG
    assert judge(printed("7.31"), [implied, written]).candidate is written
    assert judge(printed("7.31"), [written, implied]).candidate is written
    assert judge(printed("7.31"), [Worked(7.41, sure=None)]).verdict is UNCHECKED
    assert judge(printed("7.31"), [Worked(9.15, sure=False)]) == Judged(UNCHECKED, why=NOTHING_GIVES_IT)


def test_of_two_written_calculations_that_with_fewer_wrong_numbers_decides() -> None:
    two, one = Worked((1.5, 2.5, 9.0, 9.0)), Worked((1.5, 2.5, 3.5, 9.0))
    for candidates in ([two, one], [one, two]):
        assert judge(printed("1.5 2.5 3.5 4.5"), candidates).candidate is one
    first, second = Worked(900.0), Worked(800.0)
    assert judge(printed("731"), [first, second]).candidate is first


def test_a_calculation_that_rounding_explains_goes_before_a_wrong_one() -> None:
    wrong, carried = Worked(900.0), Worked(725.0, band=Interval(720.0, 735.0))
    assert judge(printed("731"), [wrong, carried]) == Judged(CARRIED, carried, 725.0)
    implied = Worked(735.0, band=Interval(720.0, 735.0), sure=False)
    assert judge(printed("731"), [wrong, implied]) == Judged(CARRIED, implied, 735.0)
    uses = Worked(725.0, band=Interval(720.0, 735.0), roots=(5,))
    assert judge(printed("731"), [uses]) == Judged(CARRIED, uses, 725.0, (), frozenset({5}))


def test_a_written_calculation_in_doubt_ends_the_search() -> None:
    unit, implied = Worked(7310.0), Worked(7.41, sure=False)
    assert judge(printed("7.31"), [unit, implied]) == Judged(UNCHECKED, why=UNIT)
    assert judge(printed("7.31"), [Worked(9.15), unit]).verdict is WRONG
    # An implied one in doubt does not.
    assert judge(printed("0.6"), [Worked(0.6667, sure=False)]) == Judged(UNCHECKED, why=NOTHING_GIVES_IT)


def test_another_calculation_that_gives_the_result_raises_doubt() -> None:
    wrong, gives = Worked(90.0), Worked(12.3, sure=None)
    found = judge(printed("12"), [wrong, gives])
    assert found == Judged(UNCHECKED, wrong, why=OTHER_GIVES_IT)
    assert judge(printed("12"), [wrong, Worked(13.3, sure=None)]).verdict is WRONG
    assert judge(printed("1 2"), [Worked((1.0, 9.0)), Worked((1.0, 3.0), sure=None)]).verdict is WRONG


# What rounding explains.


@pytest.mark.parametrize(
    ("text", "low", "high", "inside"),
    [
        # Rounded, or cut off towards zero after two decimals or more.
        ("0.66", 0.6699, 0.7, True),
        ("0.66", 0.6701, 0.7, False),
        ("0.66", 0.6, 0.6551, True),
        ("0.66", 0.6, 0.6549, False),
        ("-0.66", -0.7, -0.6699, True),
        ("0.7", 0.749, 0.8, True),
        ("0.7", 0.6, 0.651, True),
        # A single digit is exact, unless it is approximate.
        ("5", 5.1, 5.4, False),
        ("≈5", 5.1, 5.4, True),
        ("≈5", 5.51, 5.9, False),
        ("5", 4.0, 6.0, True),
        ("9", 9.4, 9.45, False),
        ("10", 9.4, 9.49, False),
        ("10", 9.51, 9.6, True),
        ("12", 12.6, 12.7, False),
        # Noise.
        ("5", 5 + 4e-13, 6.0, True),
        ("5", 5 + 6e-13, 6.0, False),
        ("5", 4.0, 5 - 4e-13, True),
        ("5", 4.0, 5 - 6e-13, False),
        ("5", 5 + 4e-13, 5 + 4e-13, True),
    ],
)
def test_a_number_is_the_rounding_of_a_value_in_the_band(text: str, low: float, high: float, inside: bool) -> None:
    far = 1e6 if "-" not in text else -1e6
    found = judge(printed(text), [Worked(far, band=Interval(low, high))])
    assert (found.verdict is CARRIED) is inside


def test_the_values_put_right_may_explain_a_result_that_uses_a_wrong_one() -> None:
    for roots, band, mended, expected in (
        ((3,), Interval(90.0, 95.0), Interval(720.0, 735.0), CARRIED),
        ((3,), Interval(720.0, 735.0), Interval(90.0, 95.0), CARRIED),
        ((), Interval(90.0, 95.0), Interval(720.0, 735.0), WRONG),
        ((3,), Interval(90.0, 95.0), Interval(80.0, 85.0), WRONG),
    ):
        assert verdict("731", Worked(900.0, band=band, mended=mended, roots=roots)) is expected
    # The view that leaves fewer wrong numbers counts.
    row = Worked(
        (9.1, 9.2, 9.3, 9.4),
        band=(Interval(1.0, 2.0), 9.2, 9.3, 9.4),
        mended=(Interval(1.0, 2.0), Interval(2.0, 3.0), Interval(3.0, 4.0), 9.4),
        roots=(3,),
    )
    found = judge(printed("1.5 2.5 3.5 4.5"), [row])
    assert (found.verdict, found.off) == (WRONG, (3,))


def test_an_approximate_number_is_wrong_only_by_a_written_calculation() -> None:
    assert verdict("≈7.31", Worked(9.15, on_results=True)) is WRONG
    assert verdict("≈7.31", Worked(7.41, sure=False)) is CARRIED
    assert verdict("7.31", Worked(7.41, sure=False)) is WRONG


@pytest.mark.parametrize(
    ("text", "value", "carried"),
    [
        # Eight units, or a twentieth of the value.
        ("108", 100.0, True),
        ("109", 100.0, False),
        ("92", 100.0, True),
        ("91", 100.0, False),
        ("1050", 1000.0, True),
        ("1051", 1000.0, False),
        ("1.07", 1.0, True),
        ("1.09", 1.0, False),
        ("1.07 5.0", (1.0, 5.0), True),
        ("1.09 5.0", (1.0, 5.0), False),
        ("1.07 9.9", (1.0, 5.0), False),
    ],
)
def test_a_result_far_off_is_not_explained_by_digits_that_were_not_printed(
    text: str, value: Value, carried: bool
) -> None:
    wide = Interval(-1e6, 1e6)
    band = (wide, wide) if isinstance(value, tuple) else wide
    assert (verdict(text, Worked(value, band=band, on_results=False)) is CARRIED) is carried
    assert verdict(text, Worked(value, band=band, on_results=True)) is CARRIED


@pytest.mark.parametrize(
    ("text", "cancels"),
    [
        ("2.721 - 2.718", True),
        ("5 · sqrt(2.721 - 2.718)", True),
        ("2.721 + 2.718", False),
        ("2.721 - 2.7", False),
        ("2.721 - 2", False),
        ("2.721 · 2.718 - 1", False),
        ("2.721 · 3 - 2 · 2.718", True),
        ("1 - 0.999", False),
    ],
)
def test_rounded_numbers_that_are_subtracted_may_leave_anything(text: str, cancels: bool) -> None:
    candidate = Worked(100.0, band=Interval(-1e6, 1e6), on_results=False, text=text)
    assert (verdict("731", candidate) is CARRIED) is cancels


# What may be meant otherwise.


@pytest.mark.parametrize(
    ("text", "value", "cut"),
    [
        ("6", 6.99, True),
        ("6", 7.0, False),
        ("7", 6.01, True),
        ("7", 6.0, False),
        ("-6", -6.99, True),
        ("0.6", 0.699, True),
        ("0.6", 0.701, False),
        ("0.66", 0.6751, False),
    ],
)
def test_a_number_of_at_most_one_decimal_may_be_cut_off_or_rounded_up(text: str, value: float, cut: bool) -> None:
    found = judge(printed(text), [Worked(value)])
    assert (found.why == CUT) is cut
    assert (found.verdict is UNCHECKED) is cut
    row = judge(printed(f"{text} 1.5 2.5"), [Worked((value, 1.5, 2.5))])
    assert row.verdict is WRONG


def test_a_number_in_thousands_or_percent_is_that_in_another_unit_within_half_a_place() -> None:
    for text, value, is_unit in (
        ("3.25", 3254.9, True), ("3.25", 3255.1, False), ("3.25", 0.0325, True), ("3.25", 0.03256, False),
        ("0", 40.0, False), ("0.00", 40.0, False), ("-3.25", -3250.0, True), ("-3.25", 3250.0, False),
        ("2", 2048.0, True), ("0.001", 0.0608, False),
    ):  # fmt: skip
        found = judge(printed(text), [Worked(value)])
        assert (found.why == UNIT) is is_unit
        assert (found.verdict is WRONG) is not is_unit
    assert judge(printed("3.25 1.5"), [Worked((3250.0, 1.5))]).verdict is WRONG


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("1.5 2.5", (9.0, 9.0), WRONG),  # two numbers may both be wrong
        ("1.5 2.5 3.5", (9.0, 9.0, 3.5), UNCHECKED),
        ("1.5 2.5 3.5", (9.0, 2.5, 3.5), WRONG),
        ("1.5 2.5 3.5 4.5", (9.0, 9.0, 3.5, 4.5), WRONG),
        ("1.5 2.5 3.5 4.5", (9.0, 9.0, 9.0, 4.5), UNCHECKED),
    ],
)
def test_at_most_half_of_three_numbers_or_more_may_be_wrong(text: str, value: Value, expected: ClaimVerdict) -> None:
    found = judge(printed(text), [Worked(value)])
    assert (found.verdict, found.why) == (expected, MOST if expected is UNCHECKED else "")


@pytest.mark.parametrize(
    ("text", "value", "near"),
    [
        ("192", 200.0, True),  # eight units
        ("208", 200.0, True),
        ("191", 200.0, False),
        ("211", 200.0, False),
        ("207 12.5 7.25", (200.0, 12.5, 7.25), True),
        ("291 12.5 7.25", (200.0, 12.5, 7.25), True),  # one may be far off
        ("291 19.9 7.25", (200.0, 12.5, 7.25), False),
        ("291 99.9 7.25", (200.0, 55.5, 7.25), False),
        ("207 13.0 7.25", (200.0, 12.5, 7.25), True),  # two are a little off
    ],
)
def test_rounding_explains_an_implied_result_near_its_calculation(text: str, value: Value, near: bool) -> None:
    wide = Interval(-1e6, 1e6)
    band = (wide,) * len(value) if isinstance(value, tuple) else wide
    found = judge(printed(text), [Worked(value, band=band, sure=False)])
    assert (found.verdict, found.why) == ((CARRIED, "") if near else (UNCHECKED, NOTHING_GIVES_IT))


# Slips.


@pytest.mark.parametrize(
    ("text", "value", "off", "expected"),
    [
        ("73.2", 73.1, (0,), True),
        ("7.2", 7.1, (0,), False),  # two figures
        ("1.25 2 3.6", (1.25, 2.0, 3.5), (2,), True),  # four figures in two numbers
        ("1.5 2 3.6", (1.5, 2.0, 3.5), (2,), False),
        ("1.5 2.5 3.6", (1.5, 2.5, 3.5), (2,), True),
        ("3.6 1.5 2.5", (3.5, 1.5, 2.5), (0,), True),
        ("0.0 1.5 2.5 3.6", (0.0, 1.5, 2.5, 3.5), (3,), True),
        ("0.0 1.5 3.6", (0.0, 1.5, 3.5), (2,), False),
        ("1.5 ∞ 3.6", (1.5, inf, 3.5), (2,), False),
        ("1.5 2.5 ∞", (1.5, 2.5, 3.5), (2,), False),
        ("4.5 1.5 2.5 3.5", (3.5, 1.5, 2.5, 4.5), (0, 3), True),
        ("4.5 1.5 2.5 9.5", (3.5, 1.5, 2.5, 4.5), (0, 3), False),
        ("9.5 1.5 2.5 3.5", (3.5, 1.5, 2.5, 4.5), (0, 3), False),
        ("1.5 2.5 3.5", (1.5, 2.5, 3.5), (), False),
        ("1.5 2.5 7.5 3.6", (1.5, 2.5, 7.5, 3.5), (3,), True),
        ("1.6 2.5 3.5 9.1 9.2", (1.5, 2.5, 3.5, 4.5, 5.5), (0, 3, 4), False),
    ],
)
def test_a_slip_needs_figures_and_right_numbers_around_it(
    text: str, value: Value, off: tuple[int, ...], expected: bool
) -> None:
    assert is_slip(printed(text), value, off) is expected


# Sides of a chain.


def surely(_: str) -> bool:
    return True


def side(
    value: Value,
    before: Value,
    text: str = "2 · 3",
    is_certain: Callable[[str], bool] = surely,
    this: dict[str, object] | None = None,
    other: dict[str, object] | None = None,
) -> Judged | None:
    return compared(Worked(value, text=text, **(this or {})), Worked(before, **(other or {})), is_certain)


def test_two_sides_agree_and_a_wrong_result_in_either_is_carried() -> None:
    before = Worked(6.0)
    assert compared(Worked(6.0), before, surely) == Judged(RIGHT, before, 6.0)
    before = Worked(6.0, roots=(1,))
    assert compared(Worked(6.0, roots=(2,)), before, surely) == Judged(CARRIED, before, 6.0, (), frozenset({1, 2}))
    before = Worked((6.0, 7.0))
    assert compared(Worked((6.0, 7.5)), before, surely) == Judged(WRONG, before, (6.0, 7.0), (1,))
    found = side(6.0, 7.0, this={"roots": (2,)}, other={"roots": (1,)})
    assert (found.verdict, found.off, found.roots) == (WRONG, (0,), frozenset({1, 2}))


def test_sides_that_cannot_be_compared_have_no_judgement() -> None:
    assert side(None, 6.0) is None
    assert side(6.0, None) is None
    assert side(None, None) is None
    assert side((6.0, 6.0), 6.0) is None
    assert side(7.0, 6.0, other={"sure": False}) is None
    assert side(7.0, 6.0, other={"sure": None}) is None
    assert side(7.0, 6.0, other={"sure": True}).verdict is WRONG


def test_sides_may_agree_by_their_true_values() -> None:
    assert side(7.0, 6.0, this={"true": 6.5}, other={"true": 6.51}).verdict is RIGHT
    for true, wanted in ((6.5, 6.6), (6.5, None), (None, 6.5)):
        assert side(7.0, 6.0, this={"true": true}, other={"true": wanted}).verdict is WRONG


def test_numbers_put_in_for_names_may_be_meant_and_uncertain_names_accuse_nobody() -> None:
    named, plain = {"names": ("x", "y")}, {"names": ("z",)}
    found = side(7.0, 6.0, other=named)
    assert (found.verdict, found.why) == (UNCHECKED, "its names have other values above")
    assert side(7.0, 6.0, this=named, other=plain).verdict is WRONG
    assert side(7.0, 6.0, this=named).verdict is WRONG
    for uncertain in "xyz":
        assert side(7.0, 6.0, is_certain=lambda name, bad=uncertain: name != bad, this=named, other=plain) is None
    assert side(6.0, 6.0, is_certain=lambda _: False, this=named, other=plain).verdict is RIGHT


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (Interval(6.9, 7.1), Interval(5.0, 6.95), CARRIED),
        (Interval(6.9, 7.1), Interval(5.0, 6.8), WRONG),
        (Interval(5.0, 6.95), Interval(6.9, 7.1), CARRIED),
        (Interval(5.0, 6.8), Interval(6.9, 7.1), WRONG),
        (Interval(7.0, 7.0), Interval(6.0, 7.0 - 5e-10), CARRIED),
        (Interval(7.0, 7.0), Interval(6.0, 7.0 - 2e-9), WRONG),
        (Interval(7.0, 7.0), Interval(7.0 + 5e-10, 8.0), CARRIED),
        (Interval(7.0, 7.0), Interval(7.0 + 2e-9, 8.0), WRONG),
        (None, Interval(5.0, 7.5), WRONG),
        (Interval(0.0, 9.0), None, WRONG),
        (Interval(0.0, 9.0), (Interval(0.0, 9.0),) * 2, WRONG),
    ],
)
def test_sides_whose_bands_meet_differ_by_rounding(first: Value, second: Value, expected: ClaimVerdict) -> None:
    found = side(7.0, 6.0, this={"band": first}, other={"band": second, "roots": (4,)})
    assert (found.verdict, found.true, found.roots) == (expected, 6.0, frozenset({4}))


def test_only_numbers_whose_bands_do_not_meet_are_wrong() -> None:
    wide, five, six = Interval(0.0, 9.0), Interval(5.0, 5.5), Interval(6.0, 6.5)
    found = side((5.0, 6.0, 1.0), (6.0, 5.0, 1.0), this={"band": (five, wide, five)},
                 other={"band": (six, five, six)})  # fmt: skip
    assert (found.verdict, found.off) == (WRONG, (0,))


@pytest.mark.parametrize(
    ("text", "value", "before", "agrees"),
    [
        # A sum of numbers: half a unit of each that is not whole, and noise.
        ("0.3 + 0.45", 0.75, 0.804, True),
        ("0.3 + 0.45", 0.75, 0.806, False),
        ("0.45 - 0.3", 0.75, 0.696, True),
        ("0.45 - 0.3", 0.75, 0.694, False),
        ("0.3 + 4", 4.3, 4.349, True),
        ("0.3 + 4", 4.3, 4.351, False),
        ("3 + 4", 7.0, 7.0 + 5e-9, True),
        ("3 + 4", 7.0, 7.0 + 9e-9, False),
        ("7 + 2", 0.5, 0.5 + 8e-10, True),
        ("7 + 2", 0.5, 0.5 + 2e-9, False),
        # Anything else: 0.5 % of the larger.
        ("2 · 3", 100.0, 100.5, True),
        ("2 · 3", 100.5, 100.0, True),
        ("2 · 3", 100.0, 100.51, False),
        ("2 · 3", 100.51, 100.0, False),
        ("2 · 3", -100.0, -100.51, False),
        ("0.3 + 2 · 3", 100.0, 100.5, True),
        ("0.3 + 2 · 3", 100.0, 100.51, False),
        ("2 · 3", 0.0, 5e-10, True),
        ("2 · 3", 0.0, 2e-9, False),
        ("2 · 3", inf, inf, True),
    ],
)
def test_two_sides_may_differ_by_rounding_within_them(text: str, value: float, before: float, agrees: bool) -> None:
    found = side(value, before, text)
    assert (found.verdict is RIGHT) is agrees


@pytest.mark.parametrize(
    ("first", "second", "roughly"),
    [
        (1024.0, 1000.0, True),
        (80.0, 100.0, True),
        (100.0, 80.0, True),
        (79.0, 100.0, False),
        (100.0, 79.0, False),
        (80.0, -100.0, False),
        ((80.0, 1.0), (100.0, 1.0), True),
        ((80.0, 1.0), (100.0, 2.0), False),
        (0.0, 0.0, True),
        (0.0, 1e-6, False),
    ],
)
def test_two_sides_are_roughly_equal_within_a_fifth(first: Value, second: Value, roughly: bool) -> None:
    assert is_roughly(Worked(first), Worked(second)) is roughly


@pytest.mark.parametrize(
    ("text", "value", "begins"),
    [
        ("11 · 3", 11.0, True),
        ("11 + 3", 11.0, True),
        ("11 · 3 + 4", 11.0, True),
        ("11 / 3", 11.3, True),  # rounded
        ("3 · 11", 11.0, False),
        ("3 + 11", 11.0, False),
        ("12 · 3", 11.0, False),
        ("-11 · 3", -11.0, True),
        ("11", 11.0, True),
        ("x · 3", 11.0, False),
        ("sqrt(11) · 3", 11.0, False),
        ("11 · 3", (11.0, 11.0), False),
        ("11 · 3", None, False),
    ],
)
def test_a_side_begins_with_the_result_before_it(text: str, value: Value, begins: bool) -> None:
    assert begins_with_result(read_expression(text), Worked(value)) is begins
