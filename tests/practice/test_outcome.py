"""Every slot of an answer beside what is true."""

from __future__ import annotations

import pytest

from katatx.decks.loading import load_deck
from katatx.questions.comparing import slot_marks


def marks(outcome) -> list[tuple]:
    return [(mark.row, mark.slot, mark.right, mark.typed, mark.true) for mark in slot_marks(outcome)]


def test_a_row_slot_by_slot(start) -> None:
    outcome = start("portions").answer("0.047 0.9", 5.0)
    assert marks(outcome) == [(None, 1, True, "0.047", "0.047"), (None, 2, False, "0.9", "0.953")]


def test_a_grid_row_by_row(start, home) -> None:
    session = start("masked-grid", deck=load_deck("length-4", home))
    rows = [[*row] for row in session.question.key]
    rows[1][0] = 9.0
    typed = "; ".join(" ".join("-inf" if cell < -1e9 else f"{cell:.3f}" for cell in row) for row in rows)
    found = [mark for mark in slot_marks(session.answer(typed, 5.0)) if not mark.right]
    assert [(mark.row, mark.slot, mark.typed) for mark in found] == [(2, 1, "9.000")]


@pytest.mark.parametrize("typed", ["half", "0.05 0.95", "1 2 3"])
def test_what_costs_nothing_has_no_marks(start, typed: str) -> None:
    assert slot_marks(start("portions").answer(typed, 5.0)) == ()


def test_a_choice_tells_the_right_letter(start) -> None:
    session = start("which-tag-scores")
    choices = session.question.choices
    at = next(at for at, choice in enumerate(choices) if choice.right)
    right = "abcdefg"[at]
    wrong = next(letter for letter in "abcd" if letter != right)
    assert marks(session.answer(wrong, 5.0)) == [(None, 1, False, wrong, f"{right}: {choices[at].says}")]
