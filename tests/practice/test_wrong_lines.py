"""The working of a wrong answer: the learner's own numbers after a known mistake, only what was typed after others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from katatx.decks.loading import load_library
from katatx.decks.prepared import Prepared, prepare
from katatx.engine.key import Mistake
from katatx.engine.values import as_lists, floats
from katatx.notation.printing import write_value
from katatx.pictures.parts import cells, text_of
from katatx.questions.asking import ask
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.questions.true_working import steps_of
from katatx.views.wrong_lines import (
    LEFT_OUT,
    WrongLine,
    WrongWorking,
    wrong_working,
)
from katatx.views.wrong_table import opened_to, table

_PLACES = 9
# A data folder without drill files of its own.
NOWHERE = Path("nowhere")


def answered(question: Question, typed: str) -> Outcome:
    return Outcome(question, typed, question.judge(typed), 9.0, 0)


def worked(question: Question, typed: str) -> WrongWorking:
    found = wrong_working(answered(question, typed), steps_of(question))
    assert found is not None
    return found


def line_at(working: WrongWorking, path: tuple[int, ...]) -> WrongLine:
    line, lines = None, working.lines
    for index in path:
        line, lines = lines[index], lines[index].lines
    assert line is not None
    return line


@pytest.mark.nightly
def test_a_known_mistakes_value_shows_the_learners_own_lines(prepared_drills: list[Prepared]) -> None:
    """Typing what a mistake leads to names it, marks one of its lines first, and ends in what was typed; lines
    before it are right.
    """
    for prepared in (each for each in prepared_drills if not (each.is_choice or each.is_spot)):
        question = ask(prepared)
        for mistake in question.solution.mistakes:
            check_mistake(question, mistake)


def check_mistake(question: Question, mistake: Mistake) -> None:
    outcome = answered(question, write_value(as_lists(mistake.value), _PLACES))
    judged = outcome.judgement
    if not judged.causes or judged.causes[0].name != mistake.name:
        return  # a nearer mistake, or a slip, explains what was typed
    working = wrong_working(outcome, steps_of(question))
    assert working is not None, mistake.name
    lines = [line for line in working.lines if not line.text]
    assert lines[-1].yours is not None
    assert len([text for row in lines[-1].yours.rows for text in row]) == len(floats(mistake.value))
    line = line_at(working, working.mistake)
    assert line.is_mistake, mistake.name
    assert line.differs or line.yours is None, mistake.name
    for line in before(working):
        assert not line.differs, (mistake.name, line.name)
    check_table(working)


def before(working: WrongWorking) -> Iterator[WrongLine]:
    """The lines before the first mistake, on each level down to it."""
    lines = working.lines
    for index in working.mistake:
        yield from (line for line in lines[:index] if line.yours is not None and line.true is not None)
        lines = lines[index].lines


def check_table(working: WrongWorking) -> None:
    """The line of the mistake is in the table, marked, and no row is wider than there is room."""
    for width in (54, 76, 120):
        rows = table(working, opened_to(working.mistake), working.mistake, width)
        assert working.mistake in {row.path for row in rows}
        assert any("✗" in text_of(row.spans) for row in rows if row.path == working.mistake)
        assert all(cells(text_of(row.spans)) <= width for row in rows), width


@pytest.fixture(scope="module")
def question():
    decks = load_library(NOWHERE).decks

    def one(name: str) -> Question:
        deck, _, drill = name.rpartition("/")
        return ask(prepare(decks[deck], decks[deck].by_id[drill]))

    return one


def told(line: WrongLine) -> tuple[str, str | None, str | None, str]:
    yours, true = (None if side is None else side.said for side in (line.yours, line.true))
    return line.name, yours, true, line.note


def test_a_line_that_was_left_out_and_all_that_comes_of_it(question) -> None:
    """Shares of the scores 1 and 4 themselves: 1/5 and 4/5 of a total of 5."""
    assert [told(line) for line in worked(question("attention/portions"), "0.2 0.8").lines] == [
        ("scores", "1 4", "1 4", ""),
        ("raise", "1 4", "2.718 54.598", LEFT_OUT),
        ("total", "5", "57.316", ""),
        ("divide", "0.2 0.8", "0.047 0.953", ""),
    ]
