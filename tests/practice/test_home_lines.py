"""The words of home and of its print."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.progress.standing import Standing
from katatx.sessions.desk import Desk
from katatx.sessions.register_decks import know_decks
from katatx.views.home_lines import deck_cells, share_bar
from katatx.views.stats.report import Around, DeckReport, DrillReport, SkillReport
from scoring.schedule import Memory, Schedule
from scoring.skills import Go, Learner, Skill
from tests.practice.small_decks import worked_deck


def deck_of(automatic: int, learning: int, new: int, opened: bool = True) -> DeckReport:
    """A deck of so many skills of each standing."""
    from datetime import date

    around = Around(date(2026, 3, 9), Schedule(), Learner())
    memory = Memory(1000.0, 5.0, around.today)
    known = [Skill(told=1, clean=1, memory=memory, automatic=True)] * automatic
    skills = [*known, *[Skill(told=1, memory=memory)] * learning, *[None] * new]
    own = Skill(goes={"one/a": Go(1, around.today)}) if opened else Skill()
    drill = DrillReport("one", "a", Standing(attempts=int(opened), own=own), (), around)
    reports = tuple(SkillReport(f"softmax/{at}", skill, ("one/a",), around) for at, skill in enumerate(skills))
    return DeckReport("one", "One", (drill,), reports)


@pytest.mark.parametrize(
    ("counted", "opened", "bar", "told"),
    [
        ((0, 0, 10), True, "░░░░░░░░░░", ("0/10", "0 started")),
        ((0, 9, 1), True, "▒▒▒▒▒▒▒▒▒░", ("0/10", "9 started")),
        ((8, 1, 1), True, "████████▒░", ("8/10", "80 %")),
        ((199, 1, 0), True, "█████████▒", ("199/200", "99 %")),
        ((1, 0, 199), True, "▒░░░░░░░░░", ("1/200", "0 %")),
        ((10, 0, 0), True, "██████████", ("10/10", "100 %")),
        ((4, 1, 5), False, "░░░░░░░░░░", ("10", "new, 4 known")),
        ((0, 0, 10), False, "░░░░░░░░░░", ("10", "new")),
    ],
)
def test_a_deck_tells_what_is_automatic_started_and_new(counted, opened: bool, bar: str, told) -> None:
    deck = deck_of(*counted, opened=opened)
    assert share_bar(deck, 10) == bar
    assert deck_cells(deck, deck.drills[0].around.day)[1:3] == told


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(1, 40))
def test_a_bar_is_as_wide_as_asked_and_full_only_at_the_end(
    automatic: int, learning: int, new: int, width: int
) -> None:
    if not automatic + learning + new:
        return
    bar = share_bar(deck_of(automatic, learning, new), width)
    assert len(bar) == width
    assert (bar == "█" * width) == (learning + new == 0)
    assert ("░" in bar) <= (new > 0)
    assert bool(automatic + learning) == (bar[0] != "░")


@pytest.fixture
def desk(tmp_path, open_log, clock):
    folder = tmp_path / "decks"
    decks = {
        "one": worked_deck(folder, "one", {"a": "softmax([a, 4])", "b": "dot([a, 2], [3, 1])"}),
        "two": worked_deck(folder, "two", {"c": "dot([a, 1], [2, 1])", "d": "relu([a])"}),
    }
    found = Desk(decks, open_log(), clock, lambda: 7)
    know_decks(decks, found.log)
    return found


# The map.


# The rows of the screen.
