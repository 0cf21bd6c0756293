"""Every screen read by its characters alone says what the program's own objects say, at every size; where a size
has no room for all of it, once it is scrolled with the program's own keys.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from katatx.practice.comparing import SlotMark, slot_marks
from katatx.practice.kata import KataSitting
from katatx.tui.screens.browser import BrowserScreen
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.drill import DrillScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.listing import ListScreen
from katatx.tui.screens.settings import SettingsScreen
from katatx.tui.screens.summary import SummaryScreen
from katatx.tui.widgets.answer_box import AnswerBox
from katatx.tui.widgets.verdict import SIGNS
from katatx.tui.widgets.working import WorkingView
from scoring import Verdict
from tests.e2e.screen_reader import Mark, Screen
from tests.tiers import quick_first
from tests.tui.cells import shown_text
from tests.tui.states import SIZES, STATES, make_app, open_scene, seed_log

UNGRADED = {"unread": Verdict.UNREAD}
_MOST_PAGES = 30


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
            case BrowserScreen():
                await check_browser(pilot, screen)
            case SettingsScreen():
                check_cursor(pilot, screen, "Clock")
            case DrillScreen():
                await check_drill(pilot, screen, state)
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
    check_cursor(pilot, screen, screen._decks(screen.report)[screen.row].name)
    report = screen.desk.report()
    decks = shown(pilot).decks
    assert {name: (bar.done, bar.total) for name, bar in decks.items()} == {
        deck.name: (deck.automatic, len(deck.skills)) for deck in report.decks if deck.present
    }
    assert all(bar.is_true for bar in decks.values())
    assert len({bar.cells for bar in decks.values()}) == 1
    assert pilot.app.size.width < 80 or all(bar.cells for bar in decks.values())


async def check_browser(pilot, screen: BrowserScreen) -> None:
    check_cursor(pilot, screen, screen._drill)
    done = f"{screen.report.automatic} of {len(screen.report.skills)} skills automatic, {screen.report.due} due"
    assert done in shown(pilot).text
    signs = {"new": "○", "learning": "◐", "automatic": "●"}
    read = [standing async for page in pages(pilot) for standing in page.standings]
    assert set(read) == {(signs[drill.word], drill.drill, drill.word) for drill in screen.drills}


async def check_summary(pilot, screen: SummaryScreen) -> None:
    seen = [squashed(page.text) async for page in pages(pilot, back="up", on="down")]
    assert all(any(squashed(line) in page for page in seen) for line in screen.lines)


async def check_drill(pilot, screen: DrillScreen, state: str) -> None:
    seen = [page async for page in pages(pilot)]
    check_progress(seen[0], screen)
    check_verdict(seen, screen, state)
    check_pointing(seen, screen)
    if screen.sitting.shows_working or not screen.judged:
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
    if not screen.judged:
        expected = UNGRADED.get(state)
        assert verdicts == ({(SIGNS[expected], expected.value)} if expected else set())
        return
    outcome = screen.sitting.outcomes[-1]
    verdict = outcome.judgement.verdict
    assert verdicts == {(SIGNS[verdict], verdict.value)}
    marks = {mark for page in seen for mark in page.marks}
    assert marks == {expected_mark(mark, len(slot_marks(outcome))) for mark in told_marks(slot_marks(outcome))}


def told_marks(slots: tuple[SlotMark, ...]) -> tuple[SlotMark, ...]:
    """One right number needs no mark."""
    return () if len(slots) == 1 and slots[0].right else slots


def expected_mark(mark: SlotMark, count: int) -> Mark:
    return Mark(mark.row, mark.slot if count > 1 else None, mark.right, mark.typed, None if mark.right else mark.true)


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


async def check_working(pilot, screen: DrillScreen) -> None:
    view = screen.query_one(WorkingView)
    whole = view.opened.lines - (view.opened.step != "value")
    working = shown(pilot).working
    if working is None:  # a narrow window shows a kata's lines in its place
        assert isinstance(screen.sitting, KataSitting)
        assert view.opened.lines == 0
        return
    assert (working.whole, working.total) == (whole, len(view.steps))
    rows = {(row.text, row.inside, row.marked, row.covered) for row in working.rows}
    if screen.judged and whole:
        rows |= await rows_by_cursor(pilot, screen, view)
    lines = view._lines()
    for line in lines:
        marked = line.path == view.marked
        inside = "" if not line.explains else "⌄" if line.explained else "›"
        if line.covered and not marked:
            continue
        # Before the verdict the newest line is in sight, wherever the others are.
        if not screen.judged and line.path != (view.opened.lines - 1,):
            continue
        text = " ".join(f"{line.name} {line.texts[0] if line.texts else '▒' * 12}".split())
        found = [row for row in rows if row[0] and text.startswith(row[0][:20])]
        assert found, f"{text} is not seen among {rows}"
        assert any(row[1:] == (inside, marked, not line.texts) for row in found) or len(line.texts) > 1


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
        rows |= {(row.text, row.inside, row.marked, row.covered) for row in working.rows}
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
