"""The words of home and of its print."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from katatx.progress.standing import Standing
from katatx.sessions.changes import tomorrow
from katatx.sessions.desk import Desk
from katatx.sessions.queue import Queued
from katatx.sessions.register_decks import know_decks
from katatx.tui.widgets.home_rows import today_row
from katatx.views.home_lines import day_lines, deck_cells, home_lines, share_bar, tomorrow_words
from katatx.views.stats.report import Around, DeckReport, DrillReport, SkillReport
from katatx.views.stats.skill_map import counts, filled, goes_words, map_rows, rows_of, skill_facts
from katatx.views.stats.weak_spot import mistake_words
from katatx.views.upcoming import Upcoming
from scoring.schedule import Memory, Schedule
from scoring.skills import Go, Learner, Skill
from tests.practice.small_decks import record, worked_deck


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


def printed(desk: Desk) -> list[str]:
    report = desk.report()
    today = desk.today(report)
    return [*day_lines(report, today, desk.upcoming(report), desk.weak_spot(report, today)), *home_lines(report)]


def test_home_in_a_pipe_tells_the_same(desk, clock) -> None:
    first = printed(desk)
    assert first[0].startswith("Today  4 questions, about ")
    assert first[0].endswith(": 4 new")
    assert len(first) == 4
    for _ in range(2):
        record(desk.log, clock, "one/a", "wrong-turn", wrong_turns=("softmax/raw-shares",))
        clock.move(days=1)
    record(desk.log, clock, "one/b", seconds=55.0)
    lines = printed(desk)
    assert lines[0].startswith("Today      3 questions, about ")
    assert lines[0].endswith(" min: 1 question due, 2 new")
    assert lines[1] == "Done       3-day streak · 1 of 10 min today"
    assert lines[2].startswith("Tomorrow   ")
    assert lines[3] == "Weak spot  skipped e^ (2 times this week)"
    heading, one, two = lines[4:]
    assert heading.split() == ["deck", "automatic", "practised", "kata", "page"]
    assert one.split()[2:6] == ["0/5", "3", "started", "today"]
    assert two.split()[2:] == ["3", "new", "Two"]


def test_a_mistake_is_told_in_its_own_words(desk) -> None:
    decks = list(desk.decks.values())
    assert mistake_words("softmax/raw-shares", decks) == "skipped e^"
    assert mistake_words("nobody/knows-it", decks) == "knows it"
    assert mistake_words("odd", decks) == ""


def test_what_comes_is_told_by_day_as_far_as_it_fits(desk, clock) -> None:
    assert tomorrow_words(desk.report()) == "0 skills due"
    record(desk.log, clock, "one/a")
    report = desk.report()
    day = next(day for day, count in report.forecast[1:] if count)
    assert (day - report.day) > timedelta(days=1)
    whole = tomorrow_words(report)
    assert whole.startswith("0 skills due · ")
    assert whole.endswith(" +3")
    assert tomorrow_words(report, 18) == "0 skills due"
    clock.move(days=(day - report.day).days)
    assert tomorrow_words(desk.report(), 18) == "3 skills due", "those due today, if they are not practised"
    report = desk.report()
    assert tomorrow(desk.log, report.whole, report.day) == "Tomorrow: 3 skills due.", "as a summary says it"


# The map.


def test_the_map_has_every_skill_once_those_of_started_decks_first(desk, clock) -> None:
    record(desk.log, clock, "two/d")
    report = desk.report()
    rows = map_rows(report)
    assert sorted(skill.name for row in rows for skill in row.skills) == sorted(skill.name for skill in report.skills)
    assert all(skill.name.startswith(f"{row.recipe}/") for row in rows for skill in row.skills)
    assert [row.is_open for row in rows] == [True, True, False]
    assert {row.recipe for row in rows if row.is_open} == {"dot", "relu"}
    assert counts(report.skills) == "● 0 automatic · ◐ 1 learning · ○ 5 new"


def test_a_cell_has_a_sign_and_is_filled_by_goes() -> None:
    deck = deck_of(1, 1, 1)
    (row,) = rows_of(deck.skills)
    assert row.signs == "●◐○"
    around = deck.drills[0].around
    goes = [Skill(told=1, goes={"one/a": Go(clean, 1)}, clean=clean) for clean in (0, 5, 10, 25)]
    assert [filled(SkillReport("dot/sum", skill, ("one/a",), around)) for skill in goes] == [" ", "▃", "▇", "▇"]
    fallen = Skill(told=1, fell_back=1, memory=Memory(1.0, 5.0, 1))
    assert rows_of([SkillReport("dot/sum", fallen, ("one/a",), around)])[0].signs == "↓"


def test_the_page_of_a_skill_in_short(desk, clock) -> None:
    def facts(name: str) -> dict[str, str]:
        skill = next(each for each in desk.report().skills if each.name == name)
        return dict(skill_facts(skill, desk.missed_words(skill)))

    assert facts("softmax/raise") == {"standing": "○ new", "used in": "1 drill: one/a"}
    record(desk.log, clock, "one/a", "wrong-turn", wrong_turns=("softmax/raw-shares",))
    record(desk.log, clock, "one/b", seconds=20.0)
    clock.move(days=1)
    told = facts("softmax/raise")
    assert told["standing"] == "◐ learning"
    assert told["goes"] == "0 of 10"
    assert [goes_words(goes) for goes in (0, 0.1, 0.9, 1, 2.2)] == ["0", "<1", "<1", "1", "2"]
    assert told["pace"] == "not measured yet"
    assert told["missed"] == "yesterday, one/a: skipped e^"
    assert facts("dot/sum")["pace"] == "1.0 times your usual"
    assert facts("dot/sum")["used in"] == "2 drills: one/b, two/c"
    assert facts("dot/sum")["due"].startswith("in ")


# The rows of the screen.


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300), st.integers(0, 300), st.integers(30, 200))
@example(0, 0, 0, 0, 80)
def test_today_takes_two_lines_in_every_width(missed: int, due: int, new: int, others: int, room: int) -> None:
    turns = (Queued("one/a", 0),) * (missed + due + new + others)
    lines = today_row(Upcoming(turns, 600.0, True, missed, due, new), 13, room, "r").lines
    assert len(lines) == 2
    assert max(line.cell_length for line in lines) <= room
    assert turns or "r" not in str(lines[0]).split(), "there is nothing to start"
    if room >= 60 and turns:
        assert str(lines[0]).endswith("r start")
        assert all(f"{count} {kind}" in str(lines[1]) for count, kind in ((due, "question"), (new, "new")) if count)
