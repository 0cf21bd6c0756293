"""Given numbers, figures, words and tables against what they are made of."""

from __future__ import annotations

import math

import pytest

from katatx.decks.loading import load_deck
from katatx.decks.parts import placeholders
from katatx.decks.prepared import prepare
from katatx.engine.values import flat
from katatx.notation.printing import write_number
from katatx.questions.asking import ask
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.questions.true_working import steps_of
from katatx.show.ask import words_in, words_lines
from katatx.show.figures import figures_of, shares
from katatx.show.given import given_lines
from katatx.show.tables import tables_for
from katatx.show.text import plain_lines
from tests.conftest import BUILT_IN, ROOT


def question_of(deck: str, drill: str) -> Question:
    found = load_deck(deck, ROOT / "nowhere")
    return ask(prepare(found, found.by_id[drill]))


def test_given_lines_hold_every_number_that_the_prompt_does_not_tell() -> None:
    for name in BUILT_IN:
        deck = load_deck(name, ROOT / "nowhere")
        for drill in deck.drills:
            question = ask(prepare(deck, drill))
            told = placeholders(question.asked)
            left = [value for key, value in question.given.items() if key not in told]
            numbers = sorted(write_number(number, 6) for value in left for number in flat(value))
            for width in (56, 92, 150):
                lines = given_lines(question.given, question.asked, width)
                assert all(line.cell_len <= width for line in lines), question.id
                shown = [
                    line.plain[span.start : span.end] for line in lines for span in line.spans if span.style == "given"
                ]
                assert question.node is None or not left or sorted(shown) == numbers, question.id


def test_every_figure_fits_and_bars_are_as_long_as_their_portions() -> None:
    deck = load_deck("vision", ROOT / "nowhere")
    for drill in deck.drills:
        question = ask(prepare(deck, drill))
        for step in steps_of(question):
            assert all(line.cell_len <= 56 for line in figures_of([step], 56))
    question = question_of("attention", "portions")
    typed, true = "0.2 0.8", 1 / (1 + math.e**3)
    _, *rows = plain_lines(shares(Outcome(question, typed, question.judge(typed), 1.0, 0), steps_of(question), 92))
    for row, parts in zip(rows, ((0.2, true), (0.8, 1 - true)), strict=True):
        bars = [piece for piece in row.split() if "━" in piece]
        assert [each.count("━") / len(each) for each in bars] == [pytest.approx(part, abs=0.05) for part in parts]


def test_tables_are_true_and_the_working_chooses_them() -> None:
    steps = steps_of(question_of("attention", "portions"))
    every, (title, *heads_and_rows) = (plain_lines(tables_for(steps, 150, 12, only)) for only in (False, True))
    assert every[0].partition("  ")[0] == title != every[0], "the others stand beside it"
    assert not tables_for([], 150, 12, only_needed=True)
    numbers = [float(each) for row in heads_and_rows[1:] for each in row.split()]
    assert all(math.exp(x) == pytest.approx(y, abs=5e-4) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
    for width, rows in ((36, 12), (150, 12), (150, 40)):
        lines = tables_for(steps, width, rows, only_needed=True)
        assert max(line.cell_len for line in lines) <= width
        assert len(lines) <= 1 + rows or width < 40


def test_words_of_the_question_come_first() -> None:
    words = {"stick": "vector", "portion": "attention weight", "tag width": "d_k"}
    lit = words_in(words, ["Write the portions of nolan.stick."])
    lines = words_lines(words, lit, 30)
    assert [line.plain.split()[0] for line in lines] == ["stick", "portion", "tag"]
    assert [any(span.style == "lead" for span in line.spans) for line in lines] == [True, True, False]
