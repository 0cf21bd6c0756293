"""What the drill screen does, key by key, without a terminal."""

from __future__ import annotations

import re

from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.sessions.kata import open_kata
from katatx.tui.app import KatatxApp
from katatx.tui.screens.help import HelpScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.widgets.question.answer_line import AnswerLine
from katatx.tui.widgets.question.verdict import SIGNS
from scoring import Verdict


def shown(app: KatatxApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


async def test_every_verdict_has_a_sign_and_says_what_happened(start) -> None:
    assert set(SIGNS) == set(Verdict)
    app = KatatxApp(DrillScreen(start("portions")))
    async with app.run_test() as pilot:
        await pilot.press(*"0.2 0.8", "enter")
        assert shown(app, "#verdict").startswith('✗ Skipped e^ (step "raise"): ')
        assert app.screen.query_one("#verdict").has_class("wrong")


async def test_a_katas_working_stays_covered_once_its_line_is_graded(attention, open_log, clock) -> None:
    app = KatatxApp(DrillScreen(open_kata(attention, open_log(), clock, lambda: 7, page=True)))
    async with app.run_test() as pilot:
        await pilot.press(*"2 0 1 1", "enter", "h", "space", "down")
        assert "0 of" in str(app.screen.query_one("#working").border_title)
        assert "uncover" not in shown(app, "#keys")
        await pilot.press("n", "h", "h", "h")
        assert "1 of" in str(app.screen.query_one("#working").border_title)


async def test_the_help_page_scrolls_and_other_keys_close_it(attention, start) -> None:
    app = KatatxApp(DrillScreen(start()))
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("question_mark", "pagedown", "down", "pageup")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("x")
        assert isinstance(app.screen, DrillScreen)


async def test_times_come_from_the_keys(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await pilot.pause(0.3)
        await pilot.press("3", "enter")
    attempt = session.log.attempts(session.run.id)[0].answer
    assert attempt.first_key_seconds is not None
    assert 0.2 < attempt.first_key_seconds <= attempt.seconds < 10


async def test_an_answer_that_is_unread_stays_to_be_mended(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await pilot.press(*"3,5", "enter")
        line = app.screen.query_one(AnswerLine)
        assert line.value == "3,5"
        await pilot.press("backspace", "backspace", "enter")
        assert shown(app, "#verdict").startswith("✓ right · ")


async def test_uncovering_after_the_verdict_is_no_help(start) -> None:
    session = start("scaled-row")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await pilot.press(*"1 4", "enter", "space", "down", "h", "h")
        assert "2 of 2" in str(app.screen.query_one("#working").border_title)
    assert session.log.uncovered(session.run.id, "attention", "scaled-row", None).lines == 0


async def test_help_opens_and_any_key_closes_it(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("x")
        assert isinstance(app.screen, DrillScreen)
        await pilot.press("3", "enter")
        assert shown(app, "#verdict").startswith("✓ right · ")


async def test_outside_text_is_no_markup(start, tmp_path) -> None:
    from katatx.decks.loading import load_file

    path = tmp_path / "mine.yaml"
    path.write_text(
        'deck: mine\ntitle: t\npage: p\ndrills:\n  - {id: one, kind: worked, section: "[red]S", prompt: "[bold]x[/]", answer: 1 + 1}\n'
    )
    app = KatatxApp(DrillScreen(start(deck=load_file(path))))
    async with app.run_test():
        assert shown(app, "#prompt") == "[bold]x[/]"
        assert "[red]S" in shown(app, "#place")


async def test_a_drill_that_cannot_be_worked_is_left_out_and_told_of_at_the_end(start, tmp_path) -> None:
    from katatx.decks.loading import load_file

    path = tmp_path / "mine.yaml"
    path.write_text(
        "deck: mine\ntitle: t\npage: p\ndrills:\n"
        "  - {id: one, kind: worked, section: S, prompt: p, answer: nope(1)}\n"
        "  - {id: two, kind: worked, section: S, prompt: q, answer: 1 + 1}\n"
        "  - {id: three, kind: worked, section: S, given: {a: 0}, prompt: r, answer: 1 / a}\n"
    )
    app = KatatxApp(DrillScreen(start(deck=load_file(path))))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.2)
        assert shown(app, "#prompt") == "q"
        await pilot.press("2", "enter", "enter")
        await pilot.pause(0.2)
        assert isinstance(app.screen, SummaryScreen)
        told = "\n".join(app.screen.lines)
        assert "All drills done: 1 of 1." in told
        assert re.search(r"mine\.yaml:5:\d+: one: ", told)
        assert re.search(r"mine\.yaml:7:\d+: three: 1 / 0 divides by zero", told)


async def test_a_log_that_fails_ends_the_app_without_a_verdict(start, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(start("match")))

    def fail(self: Log, attempt: object) -> None:
        raise LogError("the log cannot be written: disk full")

    async with app.run_test() as pilot:
        monkeypatch.setattr(Log, "record", fail)
        await pilot.press("3", "enter")
        await pilot.pause()
    assert app.return_code == 2
    assert isinstance(app.trouble, KatatxError)


async def test_the_end_of_all_drills_is_the_summary(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await pilot.press("3", "enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, SummaryScreen)
        await pilot.press("q")
    assert app.return_code == 0
