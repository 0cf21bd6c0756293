"""Fresh numbers of a drill or a chain: what they promise, and that a seed always gives the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from katatx.engine.chains import ChainLine, solution_from_own_lines
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.line_check import LineCheck
from katatx.engine.fresh_numbers.ranges import numbered_source, read_range
from katatx.engine.fresh_numbers.suitable import pencil_sized, says_something
from katatx.engine.pencils.interval import Interval
from katatx.engine.values import flat, value_of
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
