"""What every screen looks like: named states of the real app, on a seeded log and a clock that stands still."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual.pilot import Pilot

from katatx.decks.loading import load_library
from katatx.notation.printing import write_value
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.sessions.deck import open_session
from katatx.sessions.desk import Desk
from katatx.sessions.kata import open_kata
from katatx.settings import AppSettings, Settings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.page import AuditedPageScreen
from katatx.tui.screens.practice.calibration import CalibrationScreen
from katatx.tui.screens.practice.question import QuestionScreen
from katatx.tui.screens.practice.sittings import screen_of
from katatx.tui.screens.welcome import WelcomeScreen
from katatx.tui.screens.worksheet import WorksheetScreen
from katatx.tui.widgets.question.working import WorkingView
from katatx.views.audited.watching import WatchedPage
from tests.tui.patience import LOOKS

SIZES = [(80, 24), (60, 18), (120, 40), (200, 60)]
NOW = datetime(2026, 3, 9, 9, 0, tzinfo=UTC)
_ANSWER_SECONDS = 12.0


@dataclass
class Scene:
    """Where a state begins: an opened desk on its own copy of the seeded log."""

    desk: Desk
    log: Log

    def drill(self, deck: str, drill: str):
        return open_session(self.desk.decks[deck], self.log, self.desk.clock, lambda: 7, drill)

    def kata(self, deck: str, answers=()):
        kata = open_kata(self.desk.decks[deck], self.log, self.desk.clock, lambda: 7, page=True)
        for answer in answers:
            kata.answer(answer, _ANSWER_SECONDS)
            kata.advance()
        return kata


def seed_log(home: Path) -> None:
    """A week of practice: most of it right, a mistake here and there, some of it helped."""
    decks, now = load_library(home).decks, NOW - timedelta(days=6)
    log = Log(SqliteStore(home), Settings(zone="UTC"))

    def clock() -> datetime:
        return now

    for day in range(6):
        for name in ("attention", "vision") if day % 2 else ("attention",):
            drills = list(decks[name].by_id)[: 6 + day]
            for at, drill in enumerate(drills):
                session = open_session(decks[name], log, clock, lambda: 7 + day, drill, seed=day + 1)  # noqa: B023 - called at once
                if session.question is None:
                    continue
                question = session.question
                if (day + at) % 5 == 1:
                    session.hint()
                typed = "0 0" if (day + 2 * at) % 7 == 3 else _right(question)
                session.answer(typed, 8.0 + (day * 5 + at * 3) % 11)
        now += timedelta(days=1)
    log.close()


def _right(question) -> str:
    if question.options and question.answer_type == "choice":
        return question.key
    value = write_value(question.key, max(3, question.places))
    return f"{question.number}: {value}" if question.answer_type == "line" else value


def open_scene(seeded: Path, home: Path) -> Scene:
    shutil.copytree(seeded, home, dirs_exist_ok=True)
    log = Log(SqliteStore(home), Settings(zone="UTC"))
    return Scene(Desk(load_library(home).decks, log, lambda: NOW, lambda: 7, home=home), log)


KATA = ["2 0 1 0", "2 7", "1 3.5", "2.718 33.12", "35.83", "0.076 0.924", "0.152 2.772 0.924 0.076"]


WORKSHEET = """\
# one head, two words
q = [2, 0, 1, 0]
K = [[1,0,0,0],[3,0,2,0]]
q·Kᵀ = [2, 8]
scores = q·Kᵀ/√4 = [1, 4]
softmax(scores) = [0.2, 0.8]
softmax(scores) ≈ 5% 95%
look = attention(q, K, [[2,0,0,1],[0,3,1,0]])
1/2x = 3
"""


def _worksheet(text: str) -> Callable:
    return lambda scene: WorksheetScreen(Path("attention.kata") if text else None, text)


def _home(scene: Scene):
    return HomeScreen(scene.desk)


def _drill(deck: str, drill: str) -> Callable:
    return lambda scene: screen_of(scene.drill(deck, drill))


def _session(scene: Scene):
    """A sitting of some answers, most of them right."""
    session = open_session(scene.desk.decks["attention"], scene.log, scene.desk.clock, lambda: 7)
    for at in range(8):
        if at == 4:
            session.hint()
        session.answer("5" if at in (2, 5) else _right(session.question), 6.0 + at)
        session.advance()
    return screen_of(session)


def _kata(answers) -> Callable:
    return lambda scene: screen_of(scene.kata("attention", answers))


def _first_question(scene: Scene):
    """As whoever is new has it, whom the seeded log does not know."""
    scene.log.has_answers = lambda: False
    sitting = scene.drill("attention", "portions")
    sitting.introduce()
    return screen_of(sitting)


def _page(scene: Scene):
    return AuditedPageScreen(WatchedPage(Path(__file__).parent / "audited_page.md"))


# Each state: how its first screen is made, and the keys pressed then.
STATES: dict[str, tuple[Callable, list[str]]] = {
    "home": (_home, []),
    "home-deck": (_home, ["down"]),
    "map": (_home, ["m", "down", "right"]),
    "undo": (_home, ["u"]),
    "browser": (_home, ["b", "down", "down"]),
    "filtered": (_home, ["b", "slash", *"match row"]),
    "search": (_home, ["slash", *"nothing is so called"]),
    "sorted": (_home, ["s", "v", "v"]),
    "drill-page": (_home, ["b", "i"]),
    "skill-page": (_home, ["s", "enter"]),
    "stats-days": (_home, ["s", "shift+tab"]),
    "reset": (_home, ["b", "x"]),
    "stats": (_home, ["s"]),
    "deck-stats": (_home, ["i"]),
    "settings": (_home, ["o", "down"]),
    "home-help": (_home, ["question_mark"]),
    "palette": (_home, ["ctrl+p"]),
    "palette-found": (_home, ["ctrl+p", *"drill port"]),
    "palette-nothing": (_home, ["ctrl+p", *"zzz"]),
    "welcome": (lambda scene: WelcomeScreen(scene.desk.welcome(), lambda _: []), ["right"]),
    "first-question": (_first_question, []),
    "drill": (_drill("attention", "scaled-row"), []),
    "typed": (_drill("attention", "portions"), [*"0.047 0.953"]),
    "hinted": (_drill("attention", "portions"), ["h", "h", "h", "h", "h"]),
    "right": (_drill("attention", "portions"), [*"0.047 0.953", "enter"]),
    "wrong-turn": (_drill("attention", "portions"), [*"0.2 0.8", "enter"]),
    "wrong-deeper": (_drill("attention", "whole-attention"), [*"0.4 2.4 0.8 0.2", "enter", "e"]),
    "wrong-slot": (_drill("attention", "whole-attention"), [*"0.095 2.858 0.953 1", "enter"]),
    "wrong-choice": (_drill("attention", "which-tag-scores"), ["b", "enter"]),
    "explained": (_drill("attention", "whole-attention"), [*"0.095 2.858 0.953 0.047", "enter", "h", "h", "h", "e"]),
    "stopping": (_drill("attention", "portions"), [*"0.04", "q"]),
    "unread": (_drill("attention", "portions"), [*"1 000", "enter"]),
    "choice": (_drill("attention", "which-tag-scores"), ["down", "down"]),
    "spot": (_drill("attention", "spot-in-attention"), ["down", "down", *"2 8"]),
    "spotted": (_drill("attention", "spot-in-attention"), [*"3: 2 8", "enter", "h"]),
    "long-spot": (_drill("block", "spot-in-block"), ["up"]),
    "set-out": (_drill("vision", "match-grid"), []),
    "words": (_drill("attention", "portions"), ["w"]),
    "grid": (_drill("length-4", "masked-grid"), [*"2 0 ", "down", "1"]),
    "kata": (_kata(KATA[:2]), [*"1 3.5", "enter"]),
    "kata-over": (_kata(KATA), []),
    "summary": (_session, ["q"]),
    "summary-missed": (_session, ["q", "down", "down"]),
    "summary-empty": (_drill("attention", "scaled-row"), ["q"]),
    "pause": (_drill("attention", "scaled-row"), ["p"]),
    "help": (_drill("attention", "portions"), ["question_mark"]),
    "worksheet": (_worksheet(WORKSHEET), ["down", "down", "down", "down", "down"]),
    "worksheet-begun": (_worksheet(""), []),
    "worksheet-completion": (_worksheet(""), [*"scores = 14", "enter", *"softm"]),
    "worksheet-save": (_worksheet(""), ["1", "ctrl+s"]),
    "page": (_page, []),
    "page-right": (_page, ["N", "N", "N", "N", "N"]),
    "page-find": (_page, ["slash", *"row"]),
    "calibration": (lambda scene: CalibrationScreen(scene.desk.calibration()), []),
}


def make_app(scene: Scene, state: str, look: AppSettings | None = None) -> KatatxApp:
    """The app at the beginning of a state. Answers take always the same time, and the clock stands still."""
    first = STATES[state][0](scene)
    sitting = getattr(first, "sitting", None)
    if sitting is not None:
        answer = sitting.answer
        sitting.answer = lambda typed, *times: answer(typed, _ANSWER_SECONDS)
    return KatatxApp(first, replace(look or AppSettings()), ticks=lambda: 0.0)


async def settled(pilot: Pilot) -> None:
    """Wait until a question's working is there, what is typed is told as it will be read, and all is painted."""
    for _ in range(LOOKS):
        await pilot.pause()
        screen = pilot.app.screen
        if isinstance(screen, (WorksheetScreen, AuditedPageScreen)) and not screen.is_settled:
            await pilot.pause(0.01)
            continue
        if not isinstance(screen, QuestionScreen) or (screen.query_one(WorkingView).steps and not screen.echoes):
            break
        await pilot.pause(0.01)
    await pilot.wait_for_scheduled_animations()
    await pilot.pause()
