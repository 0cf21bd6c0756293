"""What is told after an answer, by hand: its time against its target, and the goes it was worth."""

from __future__ import annotations

import pytest

from katatx.progress.records import Answered
from katatx.progress.standing import Standing
from katatx.progress.standings import Moved
from katatx.questions.after_answer import Goes, told_of
from katatx.sessions.deck import open_session
from katatx.sessions.kata import open_kata
from scoring.skills import Go, Learner, Miss, Skill
from tests.practice.small_decks import worked_deck

TODAY = 800_000
HERE = "deck/drill"


@pytest.fixture
def answered(clock):
    def one(verdict: str = "right", seconds: float = 31.4, **other) -> Answered:
        told = {"target_seconds": 25.0, "wrong_turns": (), "help": 0, "untouched": False} | other
        return Answered(
            run="r", deck="deck", drill="drill", seed=None, given={}, typed="3", verdict=verdict, slots=(),
            answered=clock(), seconds=seconds, pencil_seconds=20.0, **told,
        )  # fmt: skip

    return one


def skill(here: int, elsewhere: int = 0, missed: Miss | None = None) -> Skill:
    goes = {HERE: Go(here, TODAY)} | ({"deck/other": Go(elsewhere, TODAY - 1)} if elsewhere else {})
    clean = here + elsewhere
    return Skill(told=clean + (missed is not None), clean=clean, last_day=TODAY, goes=goes, missed=missed)


def told(answer: Answered, **skills: Skill) -> str:
    # With a learner of whom nothing is known half of the goes elsewhere count.
    return told_of(
        answer, Moved(Standing(), {name.replace("__", "/"): each for name, each in skills.items()}, Learner())
    ).line


def test_the_time_and_of_each_recipe_the_line_with_the_fewest_goes(answered) -> None:
    found = told(answered(), dot__products=skill(4), dot__sum=skill(3), layer_norm__root=skill(2, 7))
    # Here 2, and half of the 7 elsewhere: five and a half, of which five are whole.
    assert found == "31 s, target 25 s; dot 3 of 10, layer norm 5 of 10"


def test_goes_are_dots() -> None:
    assert Goes("softmax", 3).dots == "●●●○○○○○○○"
    assert Goes("softmax", 10).dots == "●" * 10


def test_ten_goes_are_all_there_are(answered) -> None:
    assert told(answered(), dot__sum=skill(40)) == "31 s, target 25 s; dot 10 of 10"


def test_what_has_no_target_or_no_time_says_so(answered) -> None:
    assert told(answered(target_seconds=None)) == "31 s"
    assert told(answered(untouched=True)) == "not timed, target 25 s"


def test_lines_that_were_not_told_of_here_are_left_out(answered) -> None:
    elsewhere = Skill(told=2, clean=2, last_day=TODAY, goes={"deck/other": Go(2, TODAY)})
    assert told(answered(), dot__sum=skill(1), softmax__total=Skill(), mean__add=elsewhere) == (
        "31 s, target 25 s; dot 1 of 10"
    )


def test_more_than_four_recipes_are_too_many(answered) -> None:
    many = {f"recipe{number}__line": skill(number) for number in range(1, 7)}
    assert told(answered(), **many).endswith(
        "; recipe1 1 of 10, recipe2 2 of 10, recipe3 3 of 10, recipe4 4 of 10 and more"
    )


def test_the_line_that_was_missed_is_named(answered) -> None:
    missed = skill(2, missed=Miss(TODAY, HERE, "layer_norm/mean-kept"))
    wrong = answered("wrong-turn", wrong_turns=("layer_norm/mean-kept",))
    assert told(wrong, layer_norm__divide=missed) == ("31 s, target 25 s; layer norm/divide missed; layer norm 2 of 10")
    helped = skill(2, missed=Miss(TODAY, HERE, ""))
    assert "dot/sum missed" in told(answered(help=1), dot__sum=helped)


@pytest.mark.parametrize("miss", [Miss(TODAY - 1, HERE, "t"), Miss(TODAY, "deck/other", "t"), Miss(TODAY, HERE, "u")])
def test_a_line_missed_at_another_time_or_place_is_not(answered, miss: Miss) -> None:
    assert "missed" not in told(answered("wrong-turn", wrong_turns=("t",)), dot__sum=skill(2, missed=miss))


@pytest.fixture
def session(tmp_path, open_log, clock):
    deck = worked_deck(tmp_path / "decks", "small", {"s": "softmax([a, 4])"})
    return open_session(deck, open_log(), clock, lambda: 7)


def test_what_was_missed_and_is_right_later_that_day_is_not_missed_again(session) -> None:
    # e^3 and e^4, not divided; with a = 3 they are 20.086 and 54.598.
    first = session.answer("20.086 54.598", 9.0)
    assert "softmax/divide missed; softmax 0 of 10" in first.standing.line
    question = session.advance()
    again = session.answer(" ".join(f"{number:.4f}" for number in question.key), 8.0)
    assert again.judgement.verdict.counts_as_right
    assert "missed" not in again.standing.line
    assert again.standing.line.startswith("8 s, target ")


def test_a_clean_answer_a_day_is_a_go_of_each_line(session, clock, open_log) -> None:
    for day in range(1, 4):
        outcome = session.answer(" ".join(f"{number:.4f}" for number in session.question.key), 8.0)
        assert outcome.standing.line.endswith(f"; softmax {day} of 10")
        clock.move(days=1)
        session = open_session(session.deck, open_log(), clock, lambda: 7)


def test_a_line_of_a_kata_counts_for_its_lines(attention, open_log, clock) -> None:
    log = open_log()
    kata = open_kata(attention, log, clock, lambda: 7, page=True)
    standings = []
    for typed in ("2 0 1 0", "2 8", "1 4", "2.718 54.598"):
        standings.append(kata.answer(typed, 5.0).standing.line)
        kata.advance()
    assert [each.split("; ")[1] for each in standings[:3]] == [
        "dot 1 of 10",
        "dot 1 of 10",
        "scale 1 of 10",
    ]
    skills = log.standings.whole().skills
    # Two lines of the kata are of products, at two drills.
    assert skills["dot/sum"].clean == len(skills["dot/sum"].goes) == 2
    assert skills["scale/divide"].clean == 1
