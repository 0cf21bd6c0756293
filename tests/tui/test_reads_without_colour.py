"""What screens show is read off their characters alone, without colours or styles, and is as it is."""

from __future__ import annotations

from katatx.tui.app import KatatxApp
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.widgets.question.verdict import SIGNS
from scoring import Verdict
from tests.e2e.screen_reader import Mark, Screen
from tests.tui.cells import shown_text
from tests.tui.helpers import press, settled
from tests.tui.states import open_scene, seed_log


async def test_home_and_a_question_read_as_they_are(tmp_path, start) -> None:
    assert set(SIGNS) == set(Verdict)
    seed_log(tmp_path / "seeded")
    scene = open_scene(tmp_path / "seeded", tmp_path / "copy")
    from katatx.tui.screens.home import HomeScreen

    app = KatatxApp(HomeScreen(scene.desk))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        bars = Screen(shown_text(app)).decks
        told = {deck.name: (deck.automatic, len(deck.skills)) for deck in scene.desk.report().decks if deck.begun}
        assert {name: (bar.done, bar.total) for name, bar in bars.items()} == told
        assert all(bar.is_true for bar in bars.values())
        assert shown_text(app).count("▸") == 1
        await app.push_screen(DrillScreen(start("whole-attention")))
        await settled(pilot)
        await press(pilot, "h", "h", "h")
        page = Screen(shown_text(app))
        assert (page.working.whole, page.working.total) == (1, len(app.screen.sitting.steps))
        assert (page.progress.done, page.progress.total, page.verdict) == (0, 1, None)
        await press(pilot, "=0.095 2.858 0.953 0.046", "enter")
        page = Screen(shown_text(app))
        assert page.verdict is not None
        assert page.verdict[0] == SIGNS[app.screen.sitting.outcomes[-1].judgement.verdict]
        assert all(isinstance(mark, Mark) for mark in page.marks)
    scene.log.close()
