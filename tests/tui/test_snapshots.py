"""The main screens as pictures, at a small and a large size. Look at them before updating:
`pytest tests/tui --snapshot-update`, then open the SVG files."""

from __future__ import annotations

import pytest

from katatx.practice.kata import open_kata
from katatx.tui.app import KatatxApp
from katatx.tui.screens.drill import DrillScreen
from katatx.tui.widgets.answer_line import AnswerLine

SIZES = [(80, 24), (120, 40)]
STATES = {
    "asking": ("new-stick", []),
    "hinted": ("new-stick", ["tab", "tab", "tab"]),
    "right": ("scaled-row", [*"1 4", "enter"]),
    "carried": ("whole-attention", [*"0.094 2.859 0.953 0.047", "enter"]),
    "wrong-turn": ("scaled-row", [*"2 8", "enter", "h", "h"]),
    "slip": ("portions", [*"0.047 0.9", "enter"]),
    "unread": ("portions", [*"0,5", "enter"]),
    "grid": ("want-stick", [*"2 0"]),
    "choice": ("which-tag-scores", ["b", "enter", "h", "h"]),
    "help": ("portions", ["question_mark"]),
    "summary": ("scaled-row", ["q"]),
    "spot": ("spot-in-attention", [*"3: 2 8", "enter", "h"]),
}


def _in_twelve_seconds(sitting):
    """Every answer takes the same time, which the verdict tells, however busy the machine is."""
    answer = sitting.answer
    sitting.answer = lambda typed, *times: answer(typed, 12.0)
    return sitting


async def _still(pilot) -> None:
    """A cursor that blinks would make two pictures of one screen."""
    for line in pilot.app.screen.query(AnswerLine):
        line.cursor_blink = False
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("state", STATES)
def test_screen(snap_compare, start, state: str, size: tuple[int, int]) -> None:
    drill, keys = STATES[state]
    session = start(drill)
    if state == "summary":  # a time that no busy machine changes
        session.answer("2 8", 32.0)
        session.advance()
    app = KatatxApp(DrillScreen(_in_twelve_seconds(session)))
    AnswerLine.cursor_blink = False
    assert snap_compare(app, terminal_size=size, press=keys, run_before=_still)


KATA = ["2 0 1 0", "2 7", "1 3.5", "2.718 33.12", "35.83", "0.076 0.924", "0.152 2.772 0.924 0.076"]


@pytest.mark.parametrize("size", [(60, 18), *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lines", [2, 7])
def test_kata(snap_compare, attention, open_log, clock, lines: int, size: tuple[int, int]) -> None:
    """A wrong second line with a third that follows, and the end."""
    kata = open_kata(attention, open_log(), clock, lambda: 7, page=True)
    for answer in KATA[:lines]:
        kata.answer(answer, 12.0)
        kata.advance()
    keys = [*"1 3.5", "enter"] if lines == 2 else []
    AnswerLine.cursor_blink = False
    assert snap_compare(
        KatatxApp(DrillScreen(_in_twelve_seconds(kata))), terminal_size=size, press=keys, run_before=_still
    )
