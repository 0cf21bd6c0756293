"""Fresh numbers: ranges, what makes numbers fit, what a drill or a chain draws, and that a seed always gives the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from katatx.engine.chains import ChainLine, solution_from_own_lines
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.line_check import LineCheck
from katatx.engine.fresh_numbers.ranges import Range, numbered_source, read_range
from katatx.engine.fresh_numbers.suitable import ExactResult, gap, leads_too_far, pencil_sized, says_something
from katatx.engine.names import Names
from katatx.engine.pencils.interval import Interval
from katatx.engine.values import Value, flat, value_of
from katatx.notation.parser import read_expression
from scoring import Band


def draws(expression: str, ranges: dict[str, str], **given: object) -> Draws:
    values = {name: value_of(v) for name, v in given.items()}
    line = ChainLine("answer", read_expression(expression))
    return Draws("deck/drill", [line], values, {n: read_range(t) for n, t in ranges.items()})


SOFTMAX = {"scores": "integers(-2..4, like scores)"}


def line(name: str, text: str, **more: int) -> ChainLine:
    return ChainLine(name, read_expression(text), **more)


CHAIN = [line("s", "x·2"), line("t", "s + y"), line("x2", "t / 3", places=2)]


def chain(**ranges: str) -> Draws:
    return Draws("kata", CHAIN, {"x": 2.0, "y": 1.0}, {name: read_range(text) for name, text in ranges.items()})


def drawn() -> list[object]:
    """The numbers of some seeds: of a drill, of one with a large number of its own, and of a chain."""
    made = (
        draws("softmax(scores)", SOFTMAX, scores=[1, 4]),
        draws("x - 123456 + 123400", {"x": "integers(2..9)"}, x=2),
        chain(x="integers(2..9)", y="integers(1..20)"),
    )
    return [each.draw(seed) for each in made for seed in (3, 11, 3, 5)]


def test_a_seed_gives_the_same_numbers_elsewhere_and_with_what_was_written_down(tmp_path: Path) -> None:
    code = "from tests.engine.test_draws import drawn; print(drawn())"
    elsewhere = {**os.environ, "KATATX_HOME": str(tmp_path / "elsewhere")}
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=elsewhere)
    assert there.stdout.strip() == str(drawn()) == str(drawn())


def test_a_seed_gives_the_same_numbers_whatever_was_drawn_before() -> None:
    used = draws("x - 123456 + 123400", {"x": "integers(2..9)"}, x=2)
    assert [used.draw(seed) for seed in (3, 5, 11, 3)] == [drawn()[at] for at in (4, 7, 5, 4)]


def written_down(home: Path) -> list[Path]:
    return sorted((home / "cache").rglob("*.json"))


def test_what_no_numbers_avoid_is_found_out_once_and_written_down(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = drawn()
    kept = {path: path.read_text() for path in written_down(home)}
    assert kept
    for path in kept:
        path.write_text("[[", "utf-8")  # as a full disk leaves it
    assert drawn() == found
    assert {path: path.read_text() for path in written_down(home)} == kept
    monkeypatch.setattr(LineCheck, "_find_unavoidable", None)
    assert drawn() == found


def test_numbers_are_drawn_where_nothing_can_be_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = drawn()
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("KATATX_HOME", str(tmp_path / "file"))
    assert drawn() == found


def test_the_source_is_the_promised_sequence() -> None:
    """Pinned: a change here would change every learner's numbers."""
    source = numbered_source("attention/match 1")
    assert [round(source(), 12) for _ in range(2)] == [0.018535391036, 0.361014362478]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 40))])
def test_no_mistake_hides_in_the_right_answer_or_behind_another(seed: int) -> None:
    one = draws("softmax(scores)", SOFTMAX, scores=[1, 4])
    names, (solution,) = one.draw_solved(seed)
    assert names["scores"] != (1.0, 4.0)
    assert one.checks[0].collisions(names) == {frozenset({"right", "softmax/shifted"})}  # another right way
    assert says_something(solution.key.value, solution.key.places)
    assert all(pencil_sized(number) for number in flat(names["scores"]))


def test_what_no_numbers_can_part_is_found_and_left_out() -> None:
    one = draws("mean([a, b])", {"a": "integers(0..9, like a)", "b": "integers(0..9, like b)"}, a=[4, 2], b=[0, 0])
    one.draw(1)
    same = one.checks[0].unavoidable()
    assert same == {frozenset({"right", "mean/halved"})}


def test_fresh_numbers_of_a_chain_differ_from_its_own_and_have_their_solutions() -> None:
    fresh = chain(x="integers(2..9)")
    for seed in range(6):
        found = fresh.draw_solved(seed)
        assert found.given == fresh.draw(seed) == chain(x="integers(2..9)").draw(seed)
        assert set(found.given) == {"x", "y"}
        assert found.given["y"] == 1
        assert found.given["x"] in range(3, 10)
        s, t, last = (solution.value for solution in found.solutions)
        assert (s, t, last) == (found.given["x"] * 2, s + 1, t / 3)


def test_numbers_that_are_always_those_of_the_page_are_not_fresh() -> None:
    one = draws("x·2", {"x": "one of(2, 2)"}, x=2)
    with pytest.raises(
        EngineError, match=r"^deck/drill: 5000 sets .*they are always the page's own\); choose other rang"
    ):
        one.draw(1)


def test_the_band_of_own_lines_is_left_out_if_they_may_have_no_value() -> None:
    names = {"s": 0.1}
    found = solution_from_own_lines(line("t", "1/s"), names, {"s": Interval(-0.4, 0.6)})
    assert found is not None
    assert (found.value, found.key.band) == (10, Band((10,), (10,)))
    assert solution_from_own_lines(line("t", "1/s"), {"s": 0.0}, {"s": 0.0}) is None


def source_of(*numbers: float) -> Callable[[], float]:
    """Return a source of exactly these numbers."""
    left = iter(numbers)
    return lambda: next(left)


LAST = 1 - 2**-53


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("integers(-2..4)", Range("integers", -2, 4)),
        ("integers(100..900 by 50)", Range("integers", 100, 900, 50)),
        ("integers(0..3, like g.h_1)", Range("integers", 0, 3, like="g.h_1")),
        ("integers(0..3, 1x1)", Range("integers", 0, 3, shape=(1, 1))),
        ("integers(0..3, 2x64)", Range("integers", 0, 3, shape=(2, 64))),
        (" integers ( 1 .. 9  by 2 , 2 x 3 ) ", Range("integers", 1, 9, 2, shape=(2, 3))),
        ("tenths(-0.5..3, 2x4)", Range("tenths", -5, 30, over=10, shape=(2, 4))),
        ("tenths(0..3 by 5)", Range("tenths", 0, 30, 5, 10)),
        ("portions(like p)", Range("portions", like="p")),
        ("portions()", Range("portions")),
        ("one of(4, 9, 16)", Range("one of", choices=(4.0, 9.0, 16.0))),
        ("one of(-1, 0, 1, like dials)", Range("one of", choices=(-1.0, 0.0, 1.0), like="dials")),
        ("shuffled(like order)", Range("shuffled", like="order")),
    ],
)
def test_a_range_is_read(text: str, expected: Range) -> None:
    assert read_range(text) == expected


FORMS = '" is not a way to draw fresh numbers'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("integers", FORMS),
        ("integers()", FORMS),
        ("integers(1..9) by 2", FORMS),
        ("integers(١..٩)", FORMS),
        ("integers(1..9, like é)", FORMS),
        ("portions(1..2)", FORMS),
        ("integers(0..3, 65)", r'\)" has too many rows or columns, or none; write 1 to 64 of each'),
        ("integers(0.5..3)", r'\)" has a bound that does not fit integers; write whole numbers for both$'),
        ("tenths(0.25..1)", r'\)" has a bound that does not fit tenths'),
        ("integers(4..4)", r'\)" holds no number; write the lower bound first, as in 1\.\.9, and a step of 1 or more$'),
        ("integers(1..9 by 0)", r'"integers\(1\.\.9 by 0\)" holds no number'),
    ],
)
def test_what_is_no_range_is_refused_for_its_own_reason(text: str, message: str) -> None:
    with pytest.raises(EngineError, match=message) as raised:
        read_range(text)
    assert text in str(raised.value)


@pytest.mark.parametrize(
    ("text", "numbers", "expected"),
    [
        ("integers(-2..4)", (0.0,), -2.0),
        ("integers(-2..4)", (0.5,), 1.0),  # the fourth of seven
        ("integers(1..10 by 4)", (LAST,), 9.0),
        ("integers(1..10 by 4)", (0.34,), 5.0),
        ("integers(1..4, 2x2)", (0.0, 0.25, 0.5, 0.75), ((1.0, 2.0), (3.0, 4.0))),
        ("tenths(-0.5..3)", (0.0,), -0.5),
        ("tenths(-0.5..3)", (LAST,), 3.0),
        ("one of(4, 9, 16)", (0.0,), 4.0),
        ("one of(4, 9, 16)", (LAST,), 16.0),
        ("portions(2)", (0.0,), (0.05, 0.95)),
        ("portions(3)", (0.5, 0.5, 0.0), (0.05, 0.45, 0.5)),  # a cut drawn twice counts once
        ("portions(20)", tuple((cut + 0.5) / 19 for cut in range(19)), (0.05,) * 20),
        ("shuffled(like g)", (0.0, 0.0, 0.0), (5.0, 6.0, 7.0)),
        ("shuffled(like g)", (LAST, LAST, LAST), (7.0, 6.0, 5.0)),
        ("integers(0..9, like m)", (0.0, 0.1, 0.2, 0.3), ((0.0, 1.0), (2.0, 3.0))),
    ],
)
def test_a_range_draws_by_the_numbers_of_its_source(text: str, numbers: tuple[float, ...], expected: Value) -> None:
    given: Names = {"g": (5.0, 6.0, 7.0), "m": ((1.0, 2.0), (3.0, 4.0)), "n": 1.0}
    assert without_noise(read_range(text).draw(source_of(*numbers), given)) == expected


def without_noise(value: Value) -> Value:
    """Return a value with the noise after the twelfth decimal removed."""
    return tuple(map(without_noise, value)) if isinstance(value, tuple) else round(value, 12)


def test_a_range_like_a_name_that_is_not_given_is_refused() -> None:
    with pytest.raises(EngineError, match='like "h": no given number is called that'):
        read_range("integers(1..9, like h)").draw(source_of(0.5), {"g": 1.0})


def test_at_most_256_numbers_are_drawn() -> None:
    ranges, source = read_range("integers(1..9, like g)"), numbered_source("x")
    assert len(ranges.draw(source, {"g": (0.0,) * 256})) == 256
    with pytest.raises(EngineError, match="fresh numbers for 257 slots are too many to copy by hand"):
        ranges.draw(source, {"g": (0.0,) * 257})
    with pytest.raises(EngineError, match=r"for 4,096 slots"):
        read_range("integers(1..9, 64x64)").draw(source, {})


def test_at_most_20_portions_are_drawn() -> None:
    with pytest.raises(EngineError, match=r"^21 portions in steps of 0\.05 cannot add to 1; ask for at most 20$"):
        read_range("portions(21)").draw(numbered_source("x"), {})


def band(*values: float, slack: float = 0.0) -> Band:
    return Band(tuple(value - slack for value in values), tuple(value + slack for value in values))


def result(*values: float) -> ExactResult:
    return ExactResult("a", () if len(values) == 1 else (len(values),), values)


@pytest.mark.parametrize(
    ("value", "places", "says"),
    [
        ((0.0,), 3, False),
        ((0.5, 0.5), 3, False),
        ((0.5,), 3, True),
        ((0.5, 0.005), 3, True),
        ((0.5, 0.0049), 3, False),
        ((0.5, 0.05), 2, True),
        ((0.5, 0.049), 2, False),
        ((5.5, 0.005), 0, True),  # none counts as three
    ],
)
def test_an_answer_that_shows_its_working(value: tuple[float, ...], places: int, says: bool) -> None:
    assert says_something(value, places) is says


@pytest.mark.parametrize(
    ("slack", "places", "too_far"),
    [(0.0, 3, False), (0.001, 3, False), (0.2, 3, True), (0.01, 1, False), (5.0, 1, True)],
)
def test_honest_rounding_may_lead_too_far(slack: float, places: int, too_far: bool) -> None:
    assert leads_too_far((0.731,), (), band(0.731, slack=slack), places) is too_far


def test_bands_are_apart_if_one_number_is() -> None:
    first = band(1.0, 2.0, slack=0.1)
    assert gap(first, band(1.0, 2.5, slack=0.1)) == pytest.approx(0.3)
    assert gap(first, band(1.1, 2.1, slack=0.1)) == pytest.approx(-0.1)
    assert gap(band(float("-inf")), band(float("-inf"))) == 0
