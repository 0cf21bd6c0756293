"""What is set holds in practice: minutes end a sitting, places are asked for, the pace makes targets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from katatx.decks.kata import prepare_kata
from katatx.decks.loading import Deck, load_library
from katatx.decks.prepared import Prepared, prepare
from katatx.engine.values import as_lists, shaped
from katatx.errors import KatatxError
from katatx.notation.printing import write_value
from katatx.questions.asking import ask
from katatx.questions.question import Question
from katatx.sessions.deck import open_session
from katatx.sessions.desk import Desk
from katatx.sessions.kata import open_kata
from katatx.sessions.register_decks import know_decks
from katatx.sessions.review import open_review
from katatx.settings import AppSettings, Preferences, Settings, load_preferences
from katatx.views.stats.report import make_report
from scoring import Verdict
from scoring.target import target_seconds
from tests.conftest import ROOT
from tests.practice.small_decks import answer, record, small_deck
from tests.tiers import quick_first

DECKS = load_library(ROOT).decks
NUMBERED = [
    f"{deck.name}/{drill.id}" for deck in DECKS.values() for drill in deck.drills if drill.choices is None
]  # fmt: skip


@cache
def ready(name: str, most: int | None) -> Prepared:
    deck, drill = name.split("/")
    return prepare(DECKS[deck], DECKS[deck].by_id[drill], most)


def graded(question: Question, value, places: int) -> Verdict:
    line = f"{question.number}: " if question.answer_type == "line" else ""
    return question.judge(f"{line}{write_value(value, places)}").verdict


@pytest.fixture
def small(tmp_path) -> Deck:
    return small_deck(tmp_path / "decks", "small", {"S": "abcdef"})


@pytest.fixture
def begin(small, open_log, clock):
    """Begins a session at the small deck, or a review of it, by some settings."""

    def begin_one(review: bool = False, limit: int | None = None, **wishes):
        log = open_log(settings=Settings(**wishes))
        if review:
            return open_review({"small": small}, log, clock, lambda: 7, limit)
        return open_session(small, log, clock, lambda: 7, limit=limit)

    return begin_one


def test_minutes_end_a_sitting_after_the_answer_that_is_being_given(begin) -> None:
    sitting = begin(minutes=1)
    assert sitting.answer("?", 500.0).judgement.verdict is Verdict.UNREAD  # costs nothing, no time either
    for seconds in (30.0, 29.9, 55.0):
        assert sitting.question is not None
        sitting.answer("-1", seconds)
        sitting.advance()
    assert sitting.question is None
    assert "1 minute is over (answers 1:55): 0 of 6 drills done; 6 left for next time." in sitting.summary_lines()
    again = begin(minutes=1)
    assert again.question is not None, "the next sitting has its own minutes"
    assert again.run.id == sitting.run.id


def test_the_minutes_of_a_review_are_those_set(begin) -> None:
    sitting = begin(review=True, minutes=1)
    assert sitting.minutes == 1
    while sitting.question is not None:
        sitting.answer("-1", 30.0)
        sitting.advance()
    # With five seconds to read each verdict: 35, and 70.
    assert len(sitting.outcomes) == 2
    assert "1 minute is over (answers 1:00, with reading 1:10): 0 drills done." in sitting.summary_lines()


@pytest.mark.parametrize(("limit", "answers"), [(1, 1), (3, 2), (None, 2)])
def test_the_limit_and_the_minutes_hold_whichever_is_first(begin, limit: int | None, answers: int) -> None:
    sitting = begin(limit=limit, minutes=2)
    while sitting.question is not None:
        sitting.answer("21", 61.0)
        sitting.advance()
    assert len(sitting.outcomes) == answers
    assert any("minutes are over" in line for line in sitting.summary_lines()) == (answers == 2)


def test_all_done_is_what_is_said_where_both_end_it(begin) -> None:
    sitting = begin(minutes=1)
    while sitting.question is not None:
        sitting.answer("21", 10.0)
        sitting.advance()
    lines = sitting.summary_lines()
    assert "All drills done: 6 of 6." in lines
    assert not any("over" in line for line in lines)


def test_a_kata_is_never_cut(attention, open_log, clock) -> None:
    kata = open_kata(attention, open_log(settings=Settings(minutes=1)), clock, lambda: 7, page=True)
    kata.answer("1", 1000.0)
    assert kata.advance() is not None


@pytest.mark.parametrize("wished", [0.5, 1.0, 3])
def test_the_pace_that_is_set_makes_the_target(attention, open_log, clock, wished: float) -> None:
    log = open_log(settings=Settings(pace=wished))
    session = open_session(attention, log, clock, lambda: 7, "match")
    kata = open_kata(attention, log, clock, lambda: 7, page=True)
    pace = replace(log.pace(), pencil=wished)
    for sitting in (session, kata):
        question = sitting.question
        assert question is not None
        assert question.target_seconds(sitting.pace) == target_seconds(
            question.pencil_seconds("tables"), question.characters, pace
        )


def test_each_drill_asks_for_no_more_places_than_are_set() -> None:
    """Nearly all of those with many places; what is asked for suffices, and is needed."""
    fewer = 0
    for name in NUMBERED:
        question, own = ask(ready(name, 2)), ask(ready(name, None))
        assert question.places <= own.places
        assert question.given == own.given
        assert question.key == own.key
        assert graded(question, question.key, question.places) in (Verdict.RIGHT, Verdict.CARRIED), name
        if question.places < own.places:
            fewer += 1
            assert question.places == 2
            if graded(own, own.key, 2) is Verdict.COARSE:
                assert graded(question, own.key, 2) is Verdict.RIGHT
    assert fewer > 0.75 * len(NUMBERED)


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("seed", [None, 3])
def test_with_fewer_places_no_more_wrong_turns_pass_for_right(most: int, seed: int | None) -> None:
    """Every known mistake, written as short as is asked, is judged right only where it would be with its
    drill's own places too.
    """
    for name in NUMBERED[:: 1 if seed is None else 3]:
        question = ask(ready(name, most), seed)
        assert question.places <= ready(name, None).drill.places
        key = question.spot.key if question.answer_type == "line" else question.solution.key
        for turn in key.wrong_turns:
            if turn.shape != key.shape:
                continue
            value = as_lists(shaped(turn.shape, turn.value))
            if graded(question, value, question.places) in (Verdict.RIGHT, Verdict.CARRIED):
                own = graded(question, value, ready(name, None).drill.places)
                assert own in (Verdict.RIGHT, Verdict.CARRIED), (name, turn.name)


@pytest.mark.parametrize("name", quick_first(DECKS))
def test_places_of_a_kata_reach_its_lines_and_its_keys(name: str, open_log, clock) -> None:
    deck = DECKS[name]
    own, fewer = prepare_kata(deck), prepare_kata(deck, 2)
    assert [line.places for line in own.lines] == [line.places for line in own.file.lines]
    asked = [line.places for line in fewer.lines]
    assert any(places == 2 for places in asked)
    assert all(few in (2, line.places) for few, line in zip(asked, own.file.lines, strict=True))
    for seed in (None, 5):
        kata = open_kata(deck, open_log(settings=Settings(places=2)), clock, lambda: 7, seed, page=seed is None)
        for at in range(len(asked)):
            question = kata.question
            assert question is not None
            assert question.places == kata.kata.lines[at].places == kata.worked.solutions[at].key.places, name
            verdict = kata.answer(write_value(question.key, max(question.places, 2)), 5.0).judgement.verdict
            assert verdict in (Verdict.RIGHT, Verdict.CARRIED), (name, question.line)
            kata.advance()
        assert kata.question is None


def test_grading_lint_and_what_is_exported_stay_as_the_file_says(attention) -> None:
    for drill in attention.drills:
        assert prepare(attention, drill).places == drill.places


def test_drills_of_a_session_ask_for_the_places_it_began_with(attention, open_log, clock) -> None:
    log = open_log(settings=Settings(places=2))
    session = open_session(attention, log, clock, lambda: 7)
    log.settings = Settings(places=1)
    while session.question is not None and len(session.outcomes) < 12:
        assert session.question.places in (session.question.prepared.drill.places, 2)
        key = session.question.key
        session.answer(key if isinstance(key, str) else write_value(key, 6), 5.0)
        session.advance()


@pytest.fixture
def desk(small, open_log, clock, home) -> Desk:
    return Desk({"small": small}, open_log(), clock, lambda: 7, home=home, preferences=load_preferences(home))


def test_a_desk_shows_and_saves_settings(desk, home) -> None:
    assert desk.preferences == Preferences()
    desk.save("practice", "minutes", 10)
    desk.save("app", "theme", "light")
    desk.save("keys", "review", "R")
    wanted = Preferences(Settings(minutes=10), AppSettings("light", keymap={"review": "R"}))
    assert desk.preferences == load_preferences(home) == wanted
    assert desk.log.settings == wanted.practice
    with pytest.raises(KatatxError, match="601"):
        desk.save("practice", "minutes", 601)
    assert desk.preferences == wanted
    desk.save("practice", "minutes", None)
    assert desk.drill("small").settings == Settings()


def test_a_desk_has_the_settings_its_log_was_opened_with(small, open_log, clock) -> None:
    desk = Desk({"small": small}, open_log(settings=Settings(tools="none", minutes=3)), clock, lambda: 7)
    assert desk.preferences == Preferences(Settings(tools="none", minutes=3))


def test_another_retention_makes_every_due_day_another_and_no_standing(desk, open_log, clock) -> None:
    know_decks(desk.decks, desk.log)
    for _ in range(6):
        record(desk.log, clock, "small/a")
        record(desk.log, clock, "small/b")
        clock.move(days=3)

    def days(report) -> list[str | None]:
        return [each.due_day for each in (*report.skills, *report.decks[0].drills) if each.due_day]

    before, kept = days(desk.report()), desk.log.standings.whole()
    assert len(before) == 3
    desk.save("practice", "retention", 0.75)
    after = days(desk.report())
    assert all(later > sooner for sooner, later in zip(before, after, strict=True))
    assert desk.log.standings.whole() == kept, "what is known is the same"
    again = open_log(settings=Settings(retention=0.75))
    assert days(make_report(desk.decks, again, desk.day)) == after
    desk.save("practice", "retention", None)
    desk.save("practice", "minutes", 5)
    assert days(desk.report()) == before


# Each stroke by hand: seconds for an exponential and for a division, by what is allowed beside the pencil.
@pytest.mark.parametrize(
    ("tools", "exponential", "division"), [("none", 15, 5), ("tables", 4, 5), ("calculator", 3, 2.5)]
)
def test_the_tools_that_are_set_make_the_target(attention, open_log, clock, tools, exponential, division) -> None:
    log = open_log(settings=Settings(tools=tools))
    session = open_session(attention, log, clock, lambda: 7, "portions")
    question = session.question
    # softmax([1, 4]): e^1 = 2.718, e^4 = 54.598, their sum 57.316, two divisions to 0.047 and 0.953; numbers are kept to
    # three places: 4 + 5 + 5 + 4 + 4 digits at 0.3 s, a sum at 1.5 s.
    strokes = 2 * exponential + 1.5 + 2 * division + 0.3 * 22
    reading = len(question.prompt.split()) / 240 * 60
    assert question.pencil_seconds(tools) == pytest.approx(reading + strokes, abs=0.11)
    typing = 0.3 * len("[0.047, 0.953]")
    assert question.target_seconds(session.pace) == pytest.approx(reading + strokes + typing, abs=0.11)
    session.answer("0.047 0.953", 20.0)
    (attempt,) = log.attempts(session.run.id)
    assert attempt.answer.pencil_seconds == question.pencil_seconds(tools)
    assert attempt.answer.target_seconds == question.target_seconds(session.pace)


def test_tools_and_a_pace_that_is_set_hold_together(attention, open_log, clock) -> None:
    log = open_log(settings=Settings(tools="none", pace=2.0))
    for sitting in (
        open_session(attention, log, clock, lambda: 7, "portions"),
        open_kata(attention, log, clock, lambda: 7, page=True),
    ):
        question = sitting.question
        work, typing = question.pencil_seconds("none"), 0.3 * question.characters
        assert question.target_seconds(sitting.pace) == pytest.approx(2 * work + typing, abs=0.06)


def test_a_sitting_keeps_the_tools_it_began_with(desk) -> None:
    sitting = desk.drill("small")
    desk.save("practice", "tools", "none")
    assert sitting.pace.tools == "tables"
    assert desk.drill("small").pace.tools == "none"


def test_another_day_start_and_zone_hold_at_once(desk) -> None:
    assert desk.beginning_of("2026-03-02").hour == 4
    desk.save("practice", "day_start", 6)
    assert desk.beginning_of("2026-03-02").hour == 6
    desk.save("practice", "zone", "Asia/Kolkata")
    assert desk.beginning_of("2026-03-02").isoformat() == "2026-03-02T06:00:00+05:30"


def test_a_desk_begins_one_drill_or_the_deck_from_one_on(desk) -> None:
    assert desk.drill("small").run.drills == tuple("abcdef")
    alone = desk.drill("small", "c")
    assert (alone.run.drill, alone.total) == ("c", 1)
    later = desk.drill("small", start="d")
    assert later.run.drills == tuple("defabc")
    asked = []
    while later.question is not None and len(asked) < 4:
        asked.append(later.question.prepared.drill.id)
        answer(later)
    assert asked == list("defa")
    on = desk.drill("small")
    assert (on.run.id, on.question.prepared.drill.id) == (later.run.id, "b"), "it is gone on with"
    assert desk.drill("small", start="a").run.drills == tuple("abcdef")
    with pytest.raises(KatatxError, match='no drill of small is called "z"; write one of: f, e, d, c, b, a'):
        desk.drill("small", start="z")


def test_a_desk_begins_a_drill_anew(desk) -> None:
    session = desk.drill("small")
    answer(session)
    assert desk.log.standings.one("small", "a").attempts == 1
    assert desk.reset("small", "a") == 1
    assert desk.log.standings.one("small", "a").attempts == 0
    assert desk.reset("small", "a") == 0
    assert make_report(desk.decks, desk.log, desk.day).attempts == 0


def test_a_desk_has_nothing_to_bring_back_and_measures_typing(desk) -> None:
    assert desk.bring_back() is None
    calibration = desk.calibration()
    while calibration.text is not None:
        assert calibration.take(calibration.text, 2.0)
    assert desk.log.has_typings()
