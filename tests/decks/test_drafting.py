"""Drills drafted from what a page works: against expressions named by hand, and lint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from katatx.audit.calculations import calculations_of
from katatx.decks.drafting import MOST_PROPOSED, Proposals, draft_deck, propose
from katatx.decks.lint import lint_file
from katatx.decks.loading import Deck, load_file
from katatx.decks.model import Drill
from katatx.decks.parts import range_near
from katatx.decks.prepared import prepare
from katatx.engine.fresh_numbers.ranges import numbered_source, read_range
from katatx.engine.values import Value, as_lists, floats
from katatx.pages.blocks import headings
from katatx.pages.documents.reading import read_as


def proposed(text: str) -> Proposals:
    return propose(calculations_of(read_as(Path("page.md"), text)), headings(text), "A page")


def drafted(folder: Path, text: str) -> Deck:
    path = folder / "mine.yaml"
    path.write_text(draft_deck("mine", "A page", proposed(text).drills), encoding="utf-8")
    return load_file(path)


def only(folder: Path, text: str) -> Drill:
    (drill,) = drafted(folder, text).drills
    return drill


@pytest.mark.slow
def test_the_clearest_form_with_the_names_of_the_page(tmp_path: Path) -> None:
    drill = only(tmp_path, "# Head\n\n## Match\n\nq = [1, 2] and k = [0.5, 3], so q · k = 1·0.5 + 2·3 = 6.5.\n")
    assert (drill.answer, drill.section, drill.page_says) == ("q·k", "Match", "6.5")
    assert (drill.given, drill.fresh) == ({"q": [1, 2], "k": [0.5, 3]}, None)


@pytest.mark.slow
def test_a_product_of_grids_is_worked_from_the_names_of_the_page(tmp_path: Path) -> None:
    deck = drafted(tmp_path, "X = [[1, 2], [0, 1]]\n\nW = [[1, 0], [1, -1]]\n\nX·W = [[3, -2], [1, -1]]\n")
    (drill,) = deck.drills
    assert drill.answer == "X·W"
    value = prepare(deck, drill).solution.value
    assert np.allclose(as_lists(value), np.array([[1, 2], [0, 1]]) @ [[1, 0], [1, -1]])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("0.5·1.32 + 2·0.55 + 0.8·3.1 = 4.24", "a·b + c·d + f·g"),
        ("(1.5 + 4)^2 / 3 = 10.083", "(a + b)^2 / c"),
        ("e^1.2 / (1 + e^0.7) = 1.102", "e^a / (b + e^c)"),
    ],
)
def test_numbers_become_names_but_for_constants_and_exponents(tmp_path: Path, written: str, answer: str) -> None:
    assert only(tmp_path, written + "\n").answer == answer


@pytest.mark.slow
def test_twins_are_asked_once_and_trivial_lines_not_at_all() -> None:
    found = proposed("2 + 3 = 5\n\n4·5 = 20\n\nsoftmax([0, 2]) = [0.119, 0.881]\n\nsoftmax([1, 4]) = [0.047, 0.953]\n")
    assert [drill.id for drill in found.drills] == ["softmax"]
    assert found.left_out == {"nothing to work out": 2, "same as another drill": 1}


@pytest.mark.slow
def test_an_error_of_the_page_is_asked_for_rather_than_its_right_twin(tmp_path: Path) -> None:
    drill = only(tmp_path, "softmax([1, 4]) = [0.047, 0.953]\n\nsoftmax([0, 2]) = [0.119, 0.818]\n")
    assert drill.page_says == "[0.119, 0.818]"
    assert "[0.119, 0.881]" in (drill.erratum or "")


def test_numbers_that_are_not_for_a_pencil_are_left_out() -> None:
    assert proposed("4096·4096·32 + 1 = 536870913\n").left_out == {"too large for a pencil": 1}


@pytest.mark.slow
def test_a_page_gets_so_many_drills_and_says_what_it_leaves_out() -> None:
    # Each is longer than the one before, so that no two are twins.
    sums = [("+".join(map(str, range(1, n + 1))), n * (n + 1) / 2) for n in range(2, 36)]
    lines = [f"({summed})·2.5/4 = {value * 2.5 / 4:.3f}" for summed, value in sums]
    lines += [f"({summed})/7 - 0.5 = {value / 7 - 0.5:.3f}" for summed, value in sums]
    found = proposed("\n\n".join(lines))
    assert len(found.drills) == MOST_PROPOSED
    assert found.left_out[f"more than {MOST_PROPOSED} drills"] > 0
    assert [drill.line for drill in found.drills] == sorted(drill.line for drill in found.drills)
    assert len({drill.id for drill in found.drills}) == MOST_PROPOSED


@pytest.mark.parametrize(
    "value",
    [(0.0, 2.0), 5.0, -3.0, (0.25, 0.75), 0.4, (-1.5, 2.25), ((1.0, 0.0), (0.0, 1.0)), 1200.0, -0.3, (0.1, 12.0)],
)
def test_numbers_drawn_near_others_have_their_sign_and_shape(value: Value) -> None:
    text = range_near(value)
    assert text is not None
    numbers = floats(value)
    for seed in range(20):
        drawn = floats(read_range(text, "x").draw(numbered_source(f"{text} {seed}"), {"x": value}))
        assert len(drawn) == len(numbers)
        assert min(drawn) >= 0 or min(numbers) < 0
        assert max(drawn) <= 0 or max(numbers) >= 0
        assert max(drawn) < 1 or max(numbers) >= 1


def test_a_target_stays_a_target() -> None:
    assert range_near((0.0, 1.0, 0.0)) == "shuffled"


@pytest.mark.parametrize("value", [0.001, float("inf"), 1e9, (0.01, 0.02)])
def test_what_has_no_range_keeps_its_numbers(value: Value) -> None:
    assert range_near(value) is None


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    "page", sorted(Path(__file__).parents[1].glob("audit/pages/*/*.md"))[:6], ids=lambda page: page.stem
)
def test_what_is_drafted_of_pages_lints_clean(page: Path) -> None:
    drills = proposed(page.read_text(encoding="utf-8")).drills
    assert drills
    assert lint_file(Path("d.yaml"), draft_deck("d", "A page", drills)) == []
