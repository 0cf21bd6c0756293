"""Wrong answers beside the true working: what is said to be right is, the first mistake is marked, and all fits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.text import Text

from katatx.decks.loading import load_deck
from katatx.decks.prepared import prepare
from katatx.engine.values import as_lists, floats, like, shape_of
from katatx.notation.printing import write_value
from katatx.progress.events import Opened
from katatx.questions.asking import ask
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.questions.true_working import steps_of
from katatx.show.compared import Compared, compared
from katatx.show.working import COVER, working_lines
from tests.conftest import BUILT_IN, ROOT

WIDTHS = (56, 76, 92, 150)


@pytest.fixture(scope="module", params=["some", pytest.param("all", marks=pytest.mark.slow)])
def questions(request: pytest.FixtureRequest) -> list[Question]:
    """Every sixth drill of one deck with the page's numbers; all drills of all decks where the slow tests run."""
    names, every = (["attention"], 6) if request.param == "some" else (BUILT_IN, 1)
    decks = [load_deck(name, ROOT / "nowhere") for name in names]
    return [ask(prepare(deck, drill)) for deck in decks for drill in deck.drills[::every]]


def answered(question: Question, typed: str) -> Compared | None:
    return compared(Outcome(question, typed, question.judge(typed), 9.0, 0), steps_of(question))


def wrong_answers(question: Question) -> Iterator[str]:
    """The first or the last number bumped, then what each known mistake leads to."""
    if question.options:
        return
    numbers = list(floats(question.solution.value))
    for at in {0, len(numbers) - 1}:
        bumped = [each + 7.5 * (place == at) for place, each in enumerate(numbers)]
        yield write_value(like(shape_of(question.solution.value), bumped), 9)
    for mistake in question.solution.mistakes:
        yield write_value(as_lists(mistake.value), 9)


def test_every_wrong_answer_is_compared_and_fits(questions: list[Question]) -> None:
    for question in questions:
        for typed in wrong_answers(question):
            table = answered(question, typed)
            if table is None:  # right after all, or too coarse
                continue
            assert sum("✗" in line.marks for line in table.compared) == 1, (question.id, typed)
            for line in table.compared:
                for yours, true, mark in zip(line.yours, line.true, line.marks, strict=False):
                    assert mark != "✓" or float(yours) == pytest.approx(float(true), abs=0.01), (question.id, typed)
            for width in WIDTHS:
                assert all(line.cell_len <= width for line in table.lines(width)), (question.id, typed, width)
            check_points(table)


def check_points(table: Compared) -> None:
    """The points of the true numbers are in one cell column; those of grids have columns of their own."""
    head, *lines = table.lines(150)
    if "true" not in head.plain or any(line.wide for line in table.compared):
        return
    start, end = head.plain.index("yours") + len("yours"), head.plain.index("true") + len("true")
    cells = [line.plain[start:end] for line in lines]
    assert len({each.index(".") for each in cells if "." in each}) <= 1, cells


def test_a_working_covers_what_is_not_open_and_fits(questions: list[Question]) -> None:
    for question in questions:
        steps = steps_of(question)
        for width in WIDTHS:
            lines = working_lines(steps, Opened(len(steps), "value"), width)
            assert all(line.cell_len <= width for line in lines), question.id
            assert COVER not in Text("\n").join(lines).plain
        if not question.options:
            first = working_lines(steps, Opened(0, "value"), 60)
            assert all(line.plain.endswith(COVER) for line in first), question.id


@pytest.mark.parametrize(
    ("typed", "marked", "sure"),
    [("0.2 0.8", ["raise"], []), ("0.047 0.963", ["divide"], ["raise", "total"]), ("0.3 0.6", ["divide"], [])],
)
def test_softmax_opens_where_the_numbers_tell(typed: str, marked: list[str], sure: list[str]) -> None:
    """The scores shared out themselves; one of two weights right, so that the total is; nothing right."""
    deck = load_deck("attention", ROOT / "nowhere")
    table = answered(ask(prepare(deck, deck.by_id["portions"])), typed)
    assert table is not None
    assert [line.name for line in table.compared if "✗" in line.marks] == marked
    assert [line.name for line in table.compared if set(line.marks) == {"✓"}] == sure
