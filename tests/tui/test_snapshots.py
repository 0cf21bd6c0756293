"""The main screens as pictures, at a small and a large size. Look at them before updating:
`pytest tests/tui --snapshot-update`, then open the SVG files."""

from __future__ import annotations

import pytest

from katatx.tui.app import KatatxApp
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
}


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
    app = KatatxApp(session)
    AnswerLine.cursor_blink = False
    assert snap_compare(app, terminal_size=size, press=keys, run_before=_still)
