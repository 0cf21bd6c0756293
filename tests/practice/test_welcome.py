"""Whoever is new: the first question is not timed, and comes under an example; what is told before it."""

from __future__ import annotations

from random import Random

import pytest

from katatx.decks.loading import load_library
from katatx.decks.prepared import prepare
from katatx.errors import KatatxError
from katatx.questions.asking import ask
from katatx.questions.worked_example import explain
from katatx.sessions.deck import open_session
from katatx.sessions.desk import Desk
from katatx.settings import load_settings
from katatx.views.welcome import TOOLS, Welcome
from tests.practice.small_decks import answer, record, right, worked_deck


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    decks = {"one": worked_deck(tmp_path / "decks", "one", {"a": "a^2", "b": "a^3"})}
    return Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)


def test_the_first_question_is_not_timed_and_the_second_is(desk) -> None:
    sitting = desk.drill("one")
    assert (desk.is_new, sitting.is_first, sitting.is_untimed) == (True, True, True)
    sitting.answer("nonsense", 3.0)  # costs nothing
    assert sitting.is_untimed
    outcome = sitting.answer(right(sitting.question), 3.0)
    assert outcome.standing.line.startswith("not timed")
    sitting.advance()
    assert not sitting.is_untimed
    assert sitting.question.above == ()
    sitting.answer(right(sitting.question), 3.0)
    answers = [each.answer for each in desk.log.attempts(sitting.run.id) if each.answer.graded]
    assert [each.untouched for each in answers] == [True, False]
    assert not desk.is_new
    assert not desk.drill("one").is_first


def test_its_example_is_worked_on_other_numbers_than_it_asks(desk) -> None:
    question = desk.drill("one").question
    assert question.given == {"a": 3.0}  # the page's
    head, prompt, *worked, asked = question.above
    assert (head, asked) == ("Worked on other numbers:", "Now with these:")
    assert prompt.startswith("a is ")
    assert prompt != question.prompt
    number = int(prompt.removeprefix("a is "))
    assert str(number**2) in worked[-1]


@pytest.mark.parametrize("kind", ["drill", "review"])
def test_a_drill_and_a_review_begin_alike(desk, kind: str) -> None:
    sitting = desk.drill("one") if kind == "drill" else desk.review()
    assert sitting.is_untimed
    assert sitting.question.above


def test_fresh_numbers_have_the_page_s_as_their_example(desk) -> None:
    deck = desk.decks["one"]
    sitting = open_session(deck, desk.log, desk.clock, lambda: 7, seed=5)
    sitting.introduce()
    assert sitting.question.is_fresh
    assert sitting.question.above[1] == "a is 3"


def test_a_choice_has_no_example_and_is_not_timed_either(attention, open_log, clock) -> None:
    sitting = open_session(attention, open_log(), clock, lambda: 7, "which-tag-scores")
    sitting.introduce()
    assert (sitting.is_untimed, sitting.question.above) == (True, ())


def test_stopped_without_an_answer_it_is_a_first_time_still(desk, clock) -> None:
    desk.drill("one").answer("nonsense", 1.0)
    assert desk.is_new
    assert desk.drill("one").is_first
    record(desk.log, clock, "elsewhere/gone")
    assert not desk.is_new
    assert not desk.drill("one").is_first


def test_what_was_answered_is_not_forgotten_by_an_undo(desk, clock) -> None:
    answer(desk.drill("one"))
    desk.log.undo(clock())
    assert not desk.is_new


def test_tools_are_chosen_and_kept_from_a_desk_and_from_a_sitting(desk, home) -> None:
    sitting = desk.drill("one")
    before = sitting.pace.tools
    welcome = desk.welcome()
    welcome.change_tools(1)
    assert (before, load_settings(home).tools, desk.log.settings.tools) == ("tables", "calculator", "calculator")
    welcome = sitting.welcome()
    assert welcome.tools == "calculator"
    welcome.change_tools(1)
    welcome.change_tools(-1)
    welcome.change_tools(1)
    assert (load_settings(home).tools, sitting.pace.tools, desk.log.settings.tools) == ("none",) * 3


def test_what_cannot_be_kept_leaves_the_tools_as_they_were() -> None:
    def fail(_: str) -> None:
        raise KatatxError("config.toml cannot be written")

    welcome = Welcome("t", {}, "tables", fail)
    with pytest.raises(KatatxError):
        welcome.change_tools(1)
    assert welcome.tools == "tables"


def test_a_page_s_words_are_told_plainly_and_not_too_many() -> None:
    words = {f"W{at}\x1b[31m": "query" for at in range(40)}
    *_, told = Welcome("t", words, "none", lambda _: None).sections
    assert len(told.rows) < 20
    assert "\x1b" not in str(told)
    assert len(Welcome("t", {}, "none", lambda _: None).sections) == 2


def test_tools_are_those_of_the_settings(home) -> None:
    home.mkdir()
    for tools in TOOLS:
        (home / "config.toml").write_text(f'[practice]\ntools = "{tools}"\n')
        assert load_settings(home).tools == tools


def test_a_long_prompt_of_an_example_is_cut_between_words(tmp_path) -> None:
    deck, cut = load_library(tmp_path).decks["attention"], 0
    for drill in deck.drills:
        question = ask(prepare(deck, drill, 3))
        explain(question, drill.id)
        if question.above and question.above[1].endswith("…"):
            last = question.above[1].removesuffix(" …").split()[-1]
            assert last in question.prompt.split() or any(map(str.isdigit, last))
            cut += 1
    assert cut > 0
