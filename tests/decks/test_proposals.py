"""Drills proposed from what a page works: against operations named by hand, and lint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from katatx.audit.calculations import calculations_of
from katatx.decks.drafting.likely_ranges import likely_range
from katatx.decks.drafting.patterns import recognized
from katatx.decks.drafting.proposals import MOST_PROPOSED, Proposal, Proposals, propose
from katatx.decks.linting.drill_file import lint_text
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.fresh_numbers.sources import numbered_source
from katatx.engine.values import Value, as_lists, floats
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression
from katatx.pages.blocks import headings
from katatx.pages.documents.reading import read_as


def proposed(text: str) -> Proposals:
    return propose(calculations_of(read_as(Path("page.md"), text)), headings(text), "A page")


def only(text: str) -> Proposal:
    (drill,) = proposed(text).drills
    return drill


@pytest.mark.parametrize(
    ("written", "operation"),
    [
        ("0.4·2 + 0.6·5", "dot([0.4, 0.6], [2, 5])"),
        ("0.4·2 + 0.6·5 + 0.1", "dot([0.4, 0.6], [2, 5]) + 0.1"),
        ("(1 + 4 + 7) / 3", "mean([1, 4, 7])"),
        ("(1 + 4 + 7) / 4", "(1 + 4 + 7) / 4"),
        ("√((3^2 + 5^2) / 2)", "√mean_square([3, 5])"),
        ("1 / (1 + e^-0.7)", "sigmoid(0.7)"),
        ("1 / (1 + exp(-0.7))", "sigmoid(0.7)"),
        ("1 / (e^-0.7 - 1)", "1 / (e^(-0.7) - 1)"),
        ("[8/5, 4/5, -2/5]", "[8, 4, -2] / 5"),
        ("[1·2, 3·4]", "[1, 3]⊙[2, 4]"),
        ("[(1 - 4)/3, (7 - 4)/3]", "([1, 7] - 4) / 3"),
        ("[0.5·2 + 0.5·4, 0.5·0 + 0.5·6]", "weighted_sum([0.5, 0.5], [[2, 0], [4, 6]])"),
        ("[2·0.5 - 1·0.8, 2·0.8 + 1·0.5]", "[2·0.5 - 1·0.8, 2·0.8 + 1·0.5]"),
        ("[1·2 + 3·4, 5]", "[1·2 + 3·4, 5]"),
        ("[1·2 + 2·4, 1·0 + 2·6]", "[1, 2]·[[2, 0], [4, 6]]"),
        ("[[1·3, 1·4], [2·3, 2·4]]", "outer([1, 2], [3, 4])"),
        ("[e^1, e^2]", "e^[1, 2]"),
    ],
)
def test_arithmetic_is_recognized_and_comes_to_the_same(written: str, operation: str) -> None:
    node = recognized(read_expression(written))
    assert write_expression(node) == operation
    assert floats(evaluate(node)) == pytest.approx(floats(evaluate(read_expression(written))))


def test_the_clearest_form_with_the_names_of_the_page() -> None:
    drill = only("# Head\n\n## Match\n\nq = [1, 2] and k = [0.5, 3], so q · k = 1·0.5 + 2·3 = 6.5.\n")
    assert (drill.answer, drill.section, drill.says) == ("dot(q, k)", "Match", "6.5")
    assert {name: as_lists(value) for name, value in drill.given.items()} == {"q": [1, 2], "k": [0.5, 3]}
    assert set(drill.fresh) == {"q", "k"}


def test_a_product_of_grids_is_worked_from_the_names_of_the_page() -> None:
    drill = only("X = [[1, 2], [0, 1]]\n\nW = [[1, 0], [1, -1]]\n\nX·W = [[3, -2], [1, -1]]\n")
    assert drill.answer == "X·W"
    assert np.allclose(as_lists(evaluate(drill.node, drill.given)), np.array([[1, 2], [0, 1]]) @ [[1, 0], [1, -1]])


@pytest.mark.slow
def test_twins_are_asked_once_and_trivial_lines_not_at_all() -> None:
    found = proposed("2 + 3 = 5\n\n4·5 = 20\n\nsoftmax([0, 2]) = [0.119, 0.881]\n\nsoftmax([1, 4]) = [0.047, 0.953]\n")
    assert [drill.answer for drill in found.drills] == ["softmax(scores)"]
    assert found.left_out == {"nothing to work out": 2, "same as another drill": 1}


@pytest.mark.slow
def test_an_error_of_the_page_is_asked_for_rather_than_its_right_twin() -> None:
    drill = only("softmax([1, 4]) = [0.047, 0.953]\n\nsoftmax([0, 2]) = [0.119, 0.818]\n")
    assert (drill.says, drill.truth) == ("[0.119, 0.818]", "[0.119, 0.881]")
    assert any("erratum" in line for line in drill.lines())


def test_a_result_of_fewer_places_is_asked_for_to_as_many() -> None:
    assert only("0.5·1.32 + 2·0.55 + 0.8·3.1 = 4.2\n").places == 1
    assert only("0.5·2 + 2·0.5 = 2\n").places == 3


def test_numbers_that_are_not_for_a_pencil_are_left_out() -> None:
    assert proposed("4096·4096·32 + 1 = 536870913\n").left_out == {"too large for a pencil": 1}


@pytest.mark.slow
def test_a_page_gets_so_many_drills_and_says_what_it_leaves_out() -> None:
    # Each is longer than the one before, so that no two are twins.
    lines = [f"{' + '.join(['1.5·2.5'] * n)} - 0.5 = {3.75 * n - 0.5:g}" for n in range(2, 6)]
    shapes = [
        f"({'+'.join(map(str, range(1, n + 1)))})·{m}.5/4 = {n * (n + 1) / 2 * (m + 0.5) / 4:.3f}"
        for n in range(2, 36)
        for m in (2,)
    ]
    more = [f"({'+'.join(map(str, range(1, n + 1)))})/7 - 0.5 = {n * (n + 1) / 14 - 0.5:.3f}" for n in range(2, 36)]
    found = proposed("\n\n".join([*lines, *shapes, *more]))
    assert len(found.drills) == MOST_PROPOSED
    assert found.left_out[f"more than {MOST_PROPOSED} drills"] > 0
    assert [drill.source.lines for drill in found.drills] == sorted(drill.source.lines for drill in found.drills)
    assert len({drill.id for drill in found.drills}) == MOST_PROPOSED


@pytest.mark.parametrize(
    "value",
    [(0.0, 2.0), 5.0, -3.0, (0.25, 0.75), 0.4, (-1.5, 2.25), ((1.0, 0.0), (0.0, 1.0)), 1200.0, -0.3, (0.1, 12.0)],
)
@pytest.mark.parametrize("wide", [False, True])
def test_ranges_draw_numbers_of_the_same_sign_and_shape(value: Value, wide: bool) -> None:
    text = likely_range(value, wide)
    assert text is not None
    numbers = floats(value)
    for seed in range(20):
        drawn = floats(read_range(text, "x").draw(numbered_source(f"{text} {seed}"), {"x": value}))
        assert len(drawn) == len(numbers)
        assert min(drawn) >= 0 or min(numbers) < 0
        assert max(drawn) <= 0 or max(numbers) >= 0


def test_a_target_stays_a_target() -> None:
    assert likely_range((0.0, 1.0, 0.0)) == "shuffled"


@pytest.mark.parametrize("value", [0.001, float("inf"), 1e9, (0.01, 0.02)])
def test_what_has_no_range_keeps_its_numbers(value: Value) -> None:
    assert likely_range(value) is None


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    "page", sorted(Path(__file__).parents[1].glob("audit/pages/*/*.md"))[:6], ids=lambda page: page.stem
)
def test_what_is_proposed_of_pages_lints_clean(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    drills = proposed(text).drills
    lines = [
        "deck: d",
        "title: t",
        "page: p",
        "sections:",
        "  s:",
        "    drills:",
        *(line for drill in drills for line in drill.lines()),
    ]
    assert drills
    assert all("still to be written" in fault.problem for fault in lint_text("\n".join(lines) + "\n", "d.yaml"))


def test_every_drill_has_an_id_of_its_own() -> None:
    sums = {"Step": "(3 + 5)·4 - 2 = 30", "Step 2": "(7 - 2)·3·2 = 30", "Step 3": "9/3 + 4 - 1·2 = 5"}
    text = "\n".join(f"# {title.removesuffix(' 3')}\n\n{work}\n" for title, work in sums.items())
    assert [drill.id for drill in proposed(text).drills] == ["step", "step-2", "step-3"]
