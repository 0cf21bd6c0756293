"""What every screen looks like: named states of the real app, on a seeded log and a clock that stands still.

Several states follow from one another in one run of the app.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from katatx.app.app import KatatxApp
from katatx.app.home import HomeScreen
from katatx.app.opening import OpeningScreen
from katatx.app.page import PageScreen
from katatx.app.question import QuestionScreen
from katatx.app.welcome import WelcomeScreen
from katatx.app.worksheet import WorksheetScreen
from katatx.decks.loading import deck_names
from katatx.engine.values import as_lists
from katatx.notation.printing import write_value
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from katatx.sessions.desk import Desk
from katatx.sessions.drills import open_session
from katatx.sessions.kata import open_kata
from katatx.sessions.sitting import Practice
from katatx.settings import AppSettings, Settings
from katatx.show.audited import WatchedPage
from tests.app.helpers import built_in

NOW = datetime(2026, 3, 9, 9, 0, tzinfo=UTC)
_ANSWER_SECONDS = 12.0
_DAYS = 22
# Drills that states ask with the page's numbers.
_UNASKED = {"portions", "whole-attention", "which-tag-scores", "spot-in-attention"}
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


@dataclass
class Scene:
    """Where a run begins: an opened desk on its own copy of the seeded log."""

    desk: Desk
    log: Log

    def drill(self, deck: str, drill: str):
        return open_session(self.desk, deck, drill)

    def kata(self, answers):
        kata = open_kata(self.desk, "attention", page=True)
        for answer in answers:
            kata.answer(answer, _ANSWER_SECONDS)
            kata.advance()
        return kata


def seed_log(home: Path) -> None:
    """Three weeks of practice but for some days: most of it right, a known mistake here and there, some of it helped."""
    deck = built_in("attention")
    drills = [each for each in deck.by_id if each not in _UNASKED]
    log = Log(SqliteStore(home), Settings(zone="UTC"))
    for day in range(_DAYS):
        if day % 6 == 5:
            continue
        now = NOW - timedelta(days=_DAYS - day)
        for at, drill in enumerate(drills[max(0, day - 6) : 3 + day]):
            practice = Practice({deck.name: deck}, log, lambda now=now: now, lambda: 7)
            session = open_session(practice, deck.name, drill, seed=day + 1)
            if session.question is None:
                continue
            if (day + at) % 9 == 1:
                session.hint()
            typed = _mistaken(session.question) if (day + 2 * at) % 7 == 3 else _right(session.question)
            session.answer(typed, 8.0 + (day * 5 + at * 3) % 11)
    log.close()


def _mistaken(question) -> str:
    """What a known mistake comes to, where there is one."""
    if question.options or not question.solution.mistakes:
        return "7 7"
    return write_value(as_lists(question.solution.mistakes[0].value), max(3, question.places))


def _right(question) -> str:
    if question.options and question.answer_type == "choice":
        return question.key
    value = write_value(question.key, max(3, question.places))
    return f"{question.right_option + 1}: {value}" if question.answer_type == "line" else value


def open_scene(seeded: Path, home: Path) -> Scene:
    shutil.copytree(seeded, home, dirs_exist_ok=True)
    log = Log(SqliteStore(home), Settings(zone="UTC"))
    decks = {name: built_in(name) for name in deck_names(home)}
    return Scene(Desk(decks, log, lambda: NOW, lambda: 7, home=home), log)


def _home(scene: Scene):
    return HomeScreen(scene.desk)


def _first_desk(scene: Scene) -> Desk:
    """The desk of whoever is new, whom an empty log does not know."""
    log = Log(SqliteStore(scene.desk.home / "new"), Settings(zone="UTC"))
    return Desk(scene.desk.decks, log, scene.desk.clock, lambda: 7, home=scene.desk.home / "new")


def _first_home(scene: Scene):
    return HomeScreen(_first_desk(scene))


def _welcome(scene: Scene):
    sitting = _first_desk(scene).review()
    return OpeningScreen(lambda _: lambda: WelcomeScreen(sitting))


def _drill(deck: str, drill: str) -> Callable:
    return lambda scene: QuestionScreen(scene.drill(deck, drill))


def _session(scene: Scene):
    """A sitting of some answers, most of them right."""
    session = open_session(scene.desk, "attention")
    for at in range(8):
        if at == 4:
            session.hint()
        session.answer("5" if at in (2, 5) else _right(session.question), 6.0 + at)
        session.advance()
    return QuestionScreen(session)


def _lesson(scene: Scene):
    return QuestionScreen(scene.desk.lesson("attention", "Softmax"))


def _worksheet(text: str) -> Callable:
    return lambda scene: WorksheetScreen(Path("attention.kata") if text else None, text)


def _page(scene: Scene):
    return PageScreen(WatchedPage(Path(__file__).parent / "audited_page.md"))


# Each run: how its first screen is made, and the states that follow, each with the keys that lead there; what
# follows = is typed at once.
RUNS: dict[str, tuple[Callable, dict[str, list[str]]]] = {
    "home": (
        _home,
        {"home": [], "help": ["question_mark"], "undo": ["escape", "u"], "settings": ["n", "o", "down"]},
    ),
    "first": (_first_home, {"home-first": []}),
    "palette": (_home, {"palette": ["ctrl+p", "=port"]}),
    "browse": (_home, {"browse": ["b", "down", "down"], "found": ["slash", "=row"]}),
    "progress": (
        _home,
        {"days": ["p"], "decks": ["tab"], "mistakes": ["tab"], "steps": ["tab"]},
    ),
    "welcome": (_welcome, {"welcome": [], "first-deck": ["enter"]}),
    "drill": (
        _drill("attention", "portions"),
        {
            "question": [],
            "stopping": ["=0.2 0.8", "q"],
            "words": ["n", "w"],
            "tables": ["v"],
            "unread": ["v", "ctrl+u", "=1 000", "enter"],
            "pause": ["ctrl+u", "p"],
            "wrong": ["x", "=0.2 0.8", "enter"],
            "unnamed": ["u", "=0.047 0.963", "enter"],
            "hint": ["u", "h", "h", "h", "h"],
            "question-help": ["question_mark"],
            "right": ["x", "=0.047 0.953", "enter"],
        },
    ),
    "whole": (_drill("attention", "whole-attention"), {"wrong-long": ["=0.095 2.858 0.953 1", "enter"]}),
    "choice": (_drill("attention", "which-tag-scores"), {"choice": ["down", "down"], "wrong-choice": ["enter"]}),
    "spot": (_drill("attention", "spot-in-attention"), {"spot": ["down", "down", "=2"], "spotted": ["enter"]}),
    "grid": (
        _drill("length-4", "masked-grid"),
        {
            "grid": ["=0.049 -inf -inf 0 "],
            "wrong-grid": ["ctrl+u", "=[0.049 -inf -inf; 0 0.038 -inf; -0.002 0.001 0.39]", "enter"],
        },
    ),
    "opening": (lambda scene: QuestionScreen(scene.desk.drill("block")), {"opening": [], "first-lesson": ["enter"]}),
    "lesson": (_lesson, {"lesson": [], "lesson-covered": ["n"], "lesson-wrong": ["=1 4", "enter"]}),
    "kata": (lambda scene: QuestionScreen(scene.kata(KATA[:2])), {"kata": [], "kata-line": ["=1 3.5", "enter"]}),
    "kata-over": (lambda scene: QuestionScreen(scene.kata(KATA)), {"kata-over": []}),
    "summary": (_session, {"summary": ["q"], "summary-missed": ["down", "down"]}),
    "worksheet": (_worksheet(WORKSHEET), {"worksheet": ["down"] * 5}),
    "worksheet-begun": (
        _worksheet(""),
        {"worksheet-completion": ["=scores = 14", "enter", "=softm"], "worksheet-save": ["ctrl+s"]},
    ),
    "page": (_page, {"page": []}),
}
# Every state at every size; the whole of them is looked at, these are kept.
SIZES = [(80, 24), (60, 18), (120, 36), (200, 50)]
KEPT = {
    "home", "home-first", "browse", "days", "settings", "welcome", "question", "wrong", "right", "choice", "grid",
    "opening", "lesson-covered", "kata", "summary", "worksheet", "page",
}  # fmt: skip


def make_app(scene: Scene, run: str, theme: str = "dark") -> KatatxApp:
    """The app at the beginning of a run. Answers take always the same time, and the clock stands still."""
    first = RUNS[run][0](scene)
    sitting = getattr(first, "sitting", None)
    if sitting is not None:
        answer = sitting.answer
        sitting.answer = lambda typed, *times: answer(typed, _ANSWER_SECONDS)
    return KatatxApp(first, AppSettings(theme=theme), ticks=lambda: 0.0)
