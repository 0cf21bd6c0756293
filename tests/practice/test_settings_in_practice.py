"""What is set holds in practice: minutes end a sitting, places are asked for, the pace makes targets."""

from __future__ import annotations

import re

import pytest

from katatx.decks.loading import Deck, load_deck
from katatx.decks.prepared import prepare_kata
from katatx.errors import KatatxError
from katatx.notation.printing import write_value
from katatx.sessions.desk import Desk
from katatx.sessions.drills import open_session
from katatx.sessions.kata import open_kata
from katatx.sessions.review import open_review
from katatx.sessions.sitting import Practice
from katatx.sessions.summing_up import summary_of
from katatx.settings import AppSettings, Preferences, Settings, load_preferences
from scoring import Verdict
from tests.conftest import BUILT_IN, ROOT
from tests.practice.small_decks import answer, small_deck
from tests.tiers import quick_first


@pytest.fixture
def small(tmp_path) -> Deck:
    return small_deck(tmp_path / "decks", "small", {"S": "abcdef"})


@pytest.fixture
def begin(small, open_log, clock):
    """Begins a session at the small deck, or a review of it, by some settings."""

    def begin_one(review: bool = False, limit: int | None = None, **wishes):
        log = open_log(settings=Settings(**wishes))
        if review:
            return open_review(Practice({"small": small}, log, clock, lambda: 7), limit)
        return open_session(Practice({"small": small}, log, clock, lambda: 7), "small", limit=limit)

    return begin_one


def test_minutes_end_a_sitting_after_the_answer_that_is_being_given(begin) -> None:
    sitting = begin(minutes=1)
    assert sitting.answer("?", 500.0).judgement.verdict is Verdict.AGAIN  # costs nothing, no time either
    for seconds in (30.0, 29.9, 55.0):
        assert sitting.question is not None
        sitting.answer("-1", seconds)
        sitting.advance()
    assert sitting.question is None
    assert re.findall(r"\d+", summary_of(sitting).left) == ["1", "3", "3"], "a minute, three left, three missed"
    again = begin(minutes=1)
    assert again.question is not None, "the next sitting has its own minutes"
    assert again.run.id == sitting.run.id


def test_a_kata_is_never_cut(attention, open_log, clock) -> None:
    kata = open_kata(
        Practice({"attention": attention}, open_log(settings=Settings(minutes=1)), clock, lambda: 7),
        "attention",
        page=True,
    )
    kata.answer("1", 1000.0)
    assert kata.advance() is not None


@pytest.mark.nightly
@pytest.mark.parametrize("name", quick_first(BUILT_IN))
def test_places_of_a_kata_reach_its_lines_and_its_keys(name: str, open_log, clock) -> None:
    deck = load_deck(name, ROOT / "nowhere")
    own, fewer = prepare_kata(deck), prepare_kata(deck, 2)
    assert [line.places for line in own.lines] == [line.places for line in own.file.lines.values()]
    asked = [line.places for line in fewer.lines]
    assert any(places == 2 for places in asked)
    assert all(few in (2, line.places) for few, line in zip(asked, own.file.lines.values(), strict=True))
    for seed in (None, 5):
        kata = open_kata(
            Practice({deck.name: deck}, open_log(settings=Settings(places=2)), clock, lambda: 7),
            deck.name,
            seed,
            page=seed is None,
        )
        for at in range(len(asked)):
            question = kata.question
            assert question is not None
            assert (
                question.places == kata.plan.kata.kata.lines[at].places == kata.plan.kata.worked.solutions[at].places
            ), name
            verdict = kata.answer(write_value(question.key, max(question.places, 2)), 5.0).judgement.verdict
            assert verdict is Verdict.RIGHT, (name, question.line)
            kata.advance()
        assert kata.question is None


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
    assert desk.log.settings == Settings()


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
    with pytest.raises(KatatxError, match='no drill of small is called "z"; write one of a, b, c, d, e, f'):
        desk.drill("small", start="z")
