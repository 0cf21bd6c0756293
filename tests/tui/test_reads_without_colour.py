"""Every screen read by its characters alone says what the program's own objects say, at every size; where a size
has no room for all of it, once it is scrolled with the program's own keys.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from katatx.questions.comparing import SlotMark, slot_marks
from katatx.questions.outcome import Outcome
from katatx.sessions.kata import KataSitting
from katatx.tui.screens.confirm import ConfirmScreen, StopScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.browser import BrowserScreen
from katatx.tui.screens.lists.listing import ListScreen
from katatx.tui.screens.lists.map import MapScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.lesson import LessonScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.screens.settings import SettingsScreen
from katatx.tui.widgets.charts.skill_grid import SkillGrid
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.verdict import SIGNS, VerdictView
from katatx.tui.widgets.question.working import WorkingView
from katatx.tui.widgets.question.wrong_working import WrongWorkingView
from katatx.views.home_lines import goal_words, upcoming_words
from katatx.views.stats.skill_map import map_rows
from katatx.views.table import shortened
from tests.e2e.screen_reader import Mark, Screen
from tests.tiers import quick_first
from tests.tui.cells import shown_text
from tests.tui.states import SIZES, STATES, make_app, open_scene, seed_log

_MOST_PAGES = 30
# In a window of so many lines there is room for the question and its covered working.
_ROOMY = 30


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("seeded")
    seed_log(home)
    return home


@pytest.mark.parametrize("size", quick_first(SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("state", quick_first(STATES))
async def test_it_reads_as_it_is(seeded: Path, tmp_path: Path, state: str, size: tuple[int, int]) -> None:
    scene = open_scene(seeded, tmp_path / "copy")
    app = make_app(scene, state)
    async with app.run_test(size=size) as pilot:
        await pilot.press(*STATES[state][1])
        await settled(pilot)
        screen = app.screen
        match screen:
            case HomeScreen():
                await check_home(pilot, screen)
            case MapScreen():
                await check_map(pilot, screen)
            case BrowserScreen():
                await check_browser(pilot, screen)
            case SettingsScreen():
                check_cursor(pilot, screen, "Clock")
            case DrillScreen():
                await check_drill(pilot, screen, state)
            case StopScreen():
                assert "y stop · n go on" in shown(pilot).text
            case ConfirmScreen():
                assert "y yes · n no" in shown(pilot).text
            case SummaryScreen():
                await check_summary(pilot, screen)
            case _:
                assert shown(pilot).text.strip()
    scene.log.close()


async def settled(pilot) -> None:
    """Wait for the working, and for whatever is worked out ahead."""
    await pilot.pause(0.05)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def shown(pilot) -> Screen:
    return Screen(shown_text(pilot.app))


def squashed(text: str) -> str:
    return " ".join(text.rstrip(" ▁▂▃▄▅▆▇█").split())


async def pages(pilot, *, back: str = "pageup", on: str = "pagedown") -> AsyncIterator[Screen]:
    """The screen from its top on, page by page."""
    await pilot.press(*[back] * 4)
    last = None
    for _ in range(_MOST_PAGES):
        await pilot.pause()
        now = shown(pilot)
        if last is not None and now.text == last.text:
            return
        yield now
        last = now
        await pilot.press(on)


def check_cursor(pilot, screen: ListScreen, name: str) -> None:
    """The row under the cursor is the only one with its sign."""
    page = shown(pilot)
    assert page.pointed is not None
    assert page.pointed.lstrip("○◐● ").startswith(name)
    assert page.sheet.count("▸") == 1


async def check_home(pilot, screen: HomeScreen) -> None:
    """Every deck begun is there with its bar, once all is scrolled through."""
    check_cursor(pilot, screen, screen.rows.here.deck or "Today")
    report = screen.desk.report()
    assert upcoming_words(screen.desk.upcoming(report))[1] in shown(pilot).text
    assert goal_words(screen.desk.today(report)) in shown(pilot).text
    decks = {name: bar async for page in pages(pilot) for name, bar in page.decks.items()}
    assert {name: (bar.done, bar.total) for name, bar in decks.items()} == {
        deck.name: (deck.automatic, len(deck.skills)) for deck in report.decks if deck.present and deck.begun
    }
    assert all(bar.is_true for bar in decks.values())
    assert len({bar.cells for bar in decks.values()}) == 1


async def check_map(pilot, screen: MapScreen) -> None:
    """Every recipe is there with the signs of its skills, once all is scrolled through."""
    read: dict[str, str] = {}
    async for page in pages(pilot):
        read |= page.map_rows
    rows = map_rows(screen.desk.report())
    room = screen.query_one(SkillGrid)._name_room
    expected = {shortened(row.name, room): row.signs for row in rows}
    assert len(expected) == len(rows)
    assert {name: signs for name, signs in read.items() if name in expected} == expected


async def check_browser(pilot, screen: BrowserScreen) -> None:
    filtered = [screen.drills[row] for row in screen.selection.shown]
    if filtered:
        check_cursor(pilot, screen, screen._drill.drill)
    else:
        assert "Nothing matches" in shown(pilot).text
    done = f"{screen.report.automatic} of {len(screen.report.skills)} skills automatic"
    assert done in shown(pilot).text
    assert f", {sum(drill.is_due for drill in screen.drills)} due; " in shown(pilot).text
    signs = {"new": "○", "learning": "◐", "automatic": "●"}
    read = [standing async for page in pages(pilot) for standing in page.standings]
    assert set(read) == {(signs[drill.word], drill.drill, drill.word) for drill in filtered}


async def check_summary(pilot, screen: SummaryScreen) -> None:
    told = screen.summary
    await pilot.press(*["up"] * (len(told.rows) + 2))
    seen = [page.text async for page in pages(pilot)]
    check_words(seen, told.headline, *told.came_of_it)
    at = -1
    for row in told.rows:
        while screen.row is None or screen.row == at:
            await pilot.press("down")
        at = screen.row
        seen = [page.text async for page in pages(pilot)]
        assert any(f"▸ {row.sign} " in page for page in seen)
        check_words(seen, row.name, row.yours, row.true, row.timed, *row.work_out())


def check_words(seen: list[str], *lines: str) -> None:
    """All words are seen, however lines are broken."""
    words = {word for page in seen for word in page.split()}
    assert {word for line in lines for word in line.split()} <= words


async def check_drill(pilot, screen: DrillScreen, state: str) -> None:
    seen = [page async for page in pages(pilot)]
    check_progress(seen[0], screen)
    check_verdict(seen, screen, state)
    check_pointing(seen, screen)
    if screen.query(WrongWorkingView):
        check_mistake(seen, screen.query_one(WrongWorkingView))
    elif screen.sitting.shows_working or not screen.judged:
        await check_working(pilot, screen)
    if isinstance(screen.sitting, KataSitting):
        check_kata(seen[0], screen.sitting)


def check_progress(page: Screen, screen: DrillScreen) -> None:
    bar = page.progress
    assert bar is not None
    assert (bar.done, bar.total) == (screen.sitting.finished, screen.sitting.total)
    assert bar.is_true


def check_verdict(seen: list[Screen], screen: DrillScreen, state: str) -> None:
    verdicts = {page.verdict for page in seen} - {None}
    outcome = screen.query_one(VerdictView).outcome
    example = isinstance(screen, LessonScreen)  # shown, and nothing typed yet
    assert (outcome is not None) == ((screen.judged and not example) or state == "unread")
    assert verdicts == (set() if outcome is None else {(SIGNS[outcome.judgement.verdict], outcome.headline.split()[0])})
    if not screen.judged or outcome is None:
        return
    marks = {mark for page in seen for mark in page.marks}
    assert marks == {expected_mark(mark, len(slot_marks(outcome))) for mark in told_marks(outcome)}


def told_marks(outcome: Outcome) -> tuple[SlotMark, ...]:
    """What is right needs no mark, and where the true working opens it says which numbers are wrong."""
    in_table = outcome.tells_truth and outcome.question.answer_type != "choice"
    return () if in_table or outcome.judgement.verdict.counts_as_right else slot_marks(outcome)


def expected_mark(mark: SlotMark, count: int) -> Mark:
    """Of a choice that is told, its letter with a colon."""
    true = None if mark.right or mark.true is None else mark.true.split()[0]
    return Mark(mark.row, mark.slot if count > 1 else None, mark.right, mark.typed, true)


def check_pointing(seen: list[Screen], screen: DrillScreen) -> None:
    question, box = screen.sitting.question, screen.query_one(AnswerBox)
    at = question.pointed_at(box.value) if question.options else None
    pointed = {page.pointed for page in seen} - {None}
    if at is None:
        assert not pointed
    else:
        option = " ".join(str(question.options[at]).split())
        assert len(pointed) == 1
        assert option.startswith(pointed.pop())  # a narrow window breaks it
    cells = {page.cell for page in seen} - {None}
    assert cells == ({box.cells.at} if box.in_cells and not screen.judged else set())


def check_mistake(seen: list[Screen], view: WrongWorkingView) -> None:
    """The line of the first mistake is in sight, marked, with the cursor on it, and what to do instead below."""
    line, lines = None, view.working.lines
    for index in view.working.mistake:
        line, lines = lines[index], lines[index].lines
    for page in seen:
        assert (line.name, True) in page.mistaken
        assert squashed(line.note) in squashed(page.boxes["working"])
        assert all(squashed(told) in " ".join(page.boxes["working"].split()) for told in (view.instead, view.again))


async def check_working(pilot, screen: DrillScreen) -> None:
    view = screen.query_one(WorkingView)
    whole = view.opened.lines - (view.opened.step != "value")
    working = shown(pilot).working
    if screen.query("#words"):  # what the words mean lies over it
        return
    if working is None:  # a low window shows the question, or a kata's lines, in the place of what is still covered
        assert isinstance(screen.sitting, KataSitting) or screen.size.height < _ROOMY
        assert view.opened.lines == 0
        assert not screen.judged
        return
    assert (working.whole, working.total) == (whole, len(view.steps))
    rows = {(row.text, row.inside, row.covered) for row in working.rows}
    if screen.judged and whole:
        rows |= await rows_by_cursor(pilot, screen, view)
    lines = view._lines()
    for line in lines:
        inside = "" if not line.explains else "⌄" if line.explained else "›"
        if line.covered:
            continue
        # Before the verdict the newest line is in sight, wherever the others are.
        if not screen.judged and line.path != (view.opened.lines - 1,):
            continue
        text = " ".join(f"{line.name} {line.texts[0] if line.texts else '▒' * 12}".split())
        found = [row for row in rows if row[0] and text.startswith(row[0][:20])]
        assert found, f"{text} is not seen among {rows}"
        assert any(row[1:] == (inside, not line.texts) for row in found) or len(line.texts) > 1


async def rows_by_cursor(pilot, screen: DrillScreen, view: WorkingView) -> set:
    """Every open line, as the cursor comes to it."""
    rows = set()
    paths = [line.path for line in view._lines() if line.texts]
    await pilot.press(*["up"] * len(paths))
    for path in paths:
        await pilot.pause()
        assert view.at == path
        working = shown(pilot).working
        here = [row for row in working.rows if row.cursor]
        line = next(line for line in view._lines() if line.path == path)
        assert len(here) == 1
        assert here[0].text.startswith(line.name)
        rows |= {(row.text, row.inside, row.covered) for row in working.rows}
        await pilot.press("down")
    return rows


def check_kata(page: Screen, kata: KataSitting) -> None:
    read = page.kata_lines
    rows = list(enumerate(kata.rows, 1))
    expected = {
        at: (SIGNS[row.verdict], row.line, row.shown, "" if row.right else row.verdict.value) for at, row in rows
    }
    assert read
    assert read.items() <= expected.items()
