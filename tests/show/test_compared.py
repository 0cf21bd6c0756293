"""Wrong answers beside the true working: what is said to be right is, the first mistake is marked, and all fits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.text import Text

from katatx.decks.loading import load_deck
from katatx.decks.prepared import prepare
from katatx.engine.values import as_lists, floats, like, shape_of
from katatx.notation.printing import write_value
from katatx.progress.records import Opened
from katatx.questions.asking import ask
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.questions.true_working import steps_of
from katatx.show.compared import Compared, compared
from katatx.show.working import COVER, working_lines
from tests.conftest import BUILT_IN, ROOT

WIDTHS = (56, 76, 92, 150)


@pytest.fixture(
    scope="module", params=[["attention"], pytest.param(BUILT_IN, marks=pytest.mark.slow)], ids=["one", "all"]
)
def questions(request: pytest.FixtureRequest) -> list[Question]:
    decks = [load_deck(name, ROOT / "nowhere") for name in request.param]
    return [ask(prepare(deck, drill)) for deck in decks for drill in deck.drills]


def answered(question: Question, typed: str) -> Compared | None:
    return compared(Outcome(question, typed, question.judge(typed), 9.0, 0), steps_of(question))


def wrong_answers(question: Question) -> Iterator[tuple[str, bool]]:
    """One number bumped, then what each known mistake leads to; with whether the mistake is known."""
    if question.options:
        return
    numbers = list(floats(question.solution.value))
    for at in {0, len(numbers) - 1}:
        bumped = [each + 7.5 * (place == at) for place, each in enumerate(numbers)]
        yield write_value(like(shape_of(question.solution.value), bumped), 9), False
    for mistake in question.solution.mistakes:
        yield write_value(as_lists(mistake.value), 9), True


def test_every_wrong_answer_is_compared_and_fits(questions: list[Question]) -> None:
    found = 0
    for question in questions:
        for typed, _ in wrong_answers(question):
            table = answered(question, typed)
            if table is None:
                continue
            found += 1
            assert sum("✗" in line.marks for line in table.compared) >= 1, (question.id, typed)
            assert table.said()
            for width in WIDTHS:
                lines = table.lines(width)
                assert all(line.cell_len <= width for line in lines), (question.id, typed, width)
                assert any("✗" in line.plain for line in lines)
    assert found > len(questions)


def test_points_are_in_line_and_ticks_are_true(questions: list[Question]) -> None:
    for question in questions:
        for typed, is_known in wrong_answers(question):
            table = answered(question, typed)
            for line in table.compared if table is not None else ():
                for yours, true, mark in zip(line.yours, line.true, line.marks, strict=False):
                    assert mark != "✓" or float(yours) == pytest.approx(float(true), abs=0.01)
            if table is not None and not is_known and not any(line.wide for line in table.compared):
                check_points(table)


def check_points(table: Compared) -> None:
    """The points of the true numbers with decimals are all in one cell column."""
    lines, places = table.lines(150), set()
    for line, true in zip(lines[1:], [text for each in table.compared for text in each.true or ("",)], strict=False):
        before = line.plain.find(f" {true}  ") if "." in true else -1
        places |= {before + 1 + true.index(".")} if before >= 0 else set()
    assert len(places) <= 2  # the learner's number may be the same


def test_a_working_covers_what_is_not_open_and_fits(questions: list[Question]) -> None:
    for question in questions:
        steps = steps_of(question)
        for width in WIDTHS:
            lines = working_lines(steps, Opened(len(steps), "value"), width, question.given)
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
