"""Katas: every line on the learner's own line before it, the first departure found, reworked from there, nothing counted twice."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

import pytest

from katatx.decks.loading import Deck, load_deck
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.values import floats, shape_of
from katatx.notation.answers import read_answer
from katatx.progress.log import Log
from katatx.sessions.drills import open_session
from katatx.sessions.kata import open_kata
from katatx.sessions.sitting import Practice, Sitting
from katatx.sessions.summing_up import summary_of
from scoring import Verdict
from tests.conftest import BUILT_IN, ROOT
from tests.simulation import HONEST, Learner, typed
from tests.tiers import several_quick_first

RUNS = [("attention", None), *((name, seed) for name in BUILT_IN for seed in (1, 2))]


@cache
def deck_of(name: str) -> Deck:
    return load_deck(name, ROOT / "nowhere")


def practice(name: str, log: Log, clock) -> Practice:
    return Practice({name: deck_of(name)}, log, clock, lambda: 7)


@pytest.fixture
def begin(open_log, clock):
    def begin_one(name: str = "attention", seed: int | None = None):
        clock.move(minutes=1)
        return open_kata(practice(name, open_log(), clock), name, seed, page=seed is None)

    return begin_one


def work(kata, habit) -> str:
    """Return what an honest learner writes on the line up now, from the lines as they stand."""
    line = kata.question.chain
    return Learner(habit).answer(line.node, kata.question.given)


def mistake(kata) -> tuple[str, str] | None:
    """A known mistake on the line up now, as typed, and its name; one that keeps the shape."""
    solution, lines = kata.question.solution, kata.plan.kata.kata.lines
    for each in solution.mistakes:
        numbers = floats(each.value), solution.key.value
        if shape_of(each.value) == solution.shape and any(abs(a - b) > 0.01 for a, b in zip(*numbers, strict=True)):
            names = {
                **kata.plan.kata.worked.given,
                lines[0].name: kata.plan.kata.rows[0].own,
                lines[1].name: each.value,
            }
            try:
                for line in lines[2:]:
                    names[line.name] = evaluate(line.node, names, Learner(HONEST[0]))
            except EngineError:
                continue
            return typed(each.value, 3), each.name
    return None


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "seed"), several_quick_first(RUNS))
@pytest.mark.parametrize("habit", HONEST[1:2])
def test_an_honest_learner_is_clean(name: str, seed: int | None, habit, begin) -> None:
    kata = begin(name, seed)
    while kata.question is not None:
        answer = work(kata, habit)
        outcome = kata.answer(answer, 5.0)
        assert outcome.judgement.verdict is Verdict.RIGHT, (kata.question.line, answer, outcome.line)
        kata.advance()
    assert kata.plan.kata.clean
    assert kata.plan.kata.first_departure is None
    assert kata.plan.kata.seconds == 5.0 * kata.total


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "seed"), several_quick_first(RUNS))
def test_a_wrong_second_line_is_named_and_the_rest_follows(name: str, seed: int | None, begin) -> None:
    kata = begin(name, seed)
    kata.answer(work(kata, HONEST[0]), 5.0)
    kata.advance()
    made = mistake(kata)
    if made is None:
        pytest.skip("no known mistake keeps the shape of this line")
    answer, turn = made
    outcome = kata.answer(answer, 5.0)
    assert outcome.judgement.verdict is Verdict.WRONG
    assert turn in outcome.judgement.wrong_turns
    kata.advance()
    agreed, touched = 0, {kata.plan.kata.kata.lines[1].name}
    while kata.question is not None:
        answer = work(kata, HONEST[0])
        verdict = kata.answer(answer, 5.0).judgement.verdict
        # A line that comes out right all the same is right.
        true = kata.plan.kata.worked.solutions[len(kata.plan.kata.rows) - 1].key.value
        same = all(
            abs(n.value - t) < 6e-4 or n.value == t for n, t in zip(read_answer(answer).numbers, true, strict=True)
        )
        line = kata.plan.kata.kata.lines[len(kata.plan.kata.rows) - 1]
        stands_on_it = bool(line.uses & touched)
        # A line that comes out right all the same passes nothing wrong on.
        touched |= {line.name} if stands_on_it and not same else set()
        agreed += same and stands_on_it
        expected = (Verdict.FOLLOWS, Verdict.RIGHT) if stands_on_it else (Verdict.RIGHT,)
        assert verdict in expected, (kata.plan.kata.rows[-1], verdict)
        assert same or verdict is not Verdict.RIGHT or not stands_on_it, (kata.plan.kata.rows[-1], verdict)
        kata.advance()
    assert agreed <= 1
    assert not kata.plan.kata.clean
    assert kata.plan.kata.first_departure == 1
    rows = summary_of(kata).shown(100).rows.lines
    assert [row.plain.splitlines()[-1][0] for row in rows][:2] == ["✓", "✗"]


def test_a_mistake_made_in_going_on_from_a_wrong_line_is_named(begin) -> None:
    kata = begin("attention")
    for answer in ("2 0 1 0", "2 7"):
        kata.answer(answer, 1.0)
        kata.advance()
    outcome = kata.answer("2 7", 1.0)
    assert outcome.judgement.verdict is Verdict.WRONG
    assert "scale/not-scaled" in outcome.judgement.wrong_turns


def test_an_answer_of_another_shape_carries_nothing_on(begin) -> None:
    kata = begin("attention")
    kata.answer("2 0 1 0", 1.0)
    kata.advance()
    assert kata.answer("8", 1.0).judgement.verdict is Verdict.WRONG  # itself left out
    kata.advance()
    assert kata.question.sheet[-1] == "Your scores cannot be used further, so this is the true one."
    assert kata.question.given["scores"] == (2.0, 8.0)
    assert kata.answer("1 4", 1.0).judgement.verdict is Verdict.RIGHT
    assert not kata.plan.kata.clean


def test_help_keeps_a_kata_from_being_clean(begin) -> None:
    kata = begin("attention")
    assert kata.hint() is not None
    outcome = kata.answer("2 0 1 0", 1.0)
    assert "with help" in outcome.line
    assert "comes back" not in outcome.line
    kata.advance()
    while kata.question is not None:
        kata.answer(work(kata, HONEST[0]), 1.0)
        kata.advance()
    assert not kata.plan.kata.clean
    assert [row.help for row in summary_of(kata).kata.rows] == [1, 0, 0, 0, 0, 0, 0]


def test_a_kata_left_unfinished_goes_on_as_it_was(begin, open_log) -> None:
    kata = begin("attention", 5)
    kata.answer(work(kata, HONEST[0]), 2.0)
    kata.advance()
    kata.answer("1", 2.0)  # unread: costs nothing, and is no line
    kata.hint()
    again = begin("attention", 5)
    assert (again.run.id, again.plan.kata.rows, again.opened.lines) == (kata.run.id, kata.plan.kata.rows, 1)
    assert again.question.given == kata.question.given
    assert "1 of them done" in again.opening
    assert begin("attention", 6).run.id != kata.run.id
    assert begin("attention").run.id != kata.run.id


def test_a_line_is_practice_of_its_drill(begin, open_log, clock) -> None:
    kata = begin("attention")
    kata.answer("2 0 1 0", 1.0)
    (attempt,) = open_log().attempts(kata.run.id)
    answer = attempt.answer
    assert (answer.drill, answer.line, attempt.helped, answer.seed) == ("want-stick", "nolan.query", False, None)
    whole = open_log().whole
    assert {name: step.places for name, step in whole.steps.items()} == {
        "dot/products": {"attention/want-stick"},
        "dot/sum": {"attention/want-stick"},
    }
    # The drill by itself has not been met: it begins with the page's numbers.
    drill = open_session(practice("attention", open_log(), clock), "attention", "want-stick")
    assert drill.question.seed is None


RIGHT = ["2 0 1 0", "2 8", "1 4", "2.718 54.598", "57.316", "0.047 0.953", "0.095 2.858 0.953 0.047"]
# The second line wrong, and the rest rightly from it.
WRONG = ["2 0 1 0", "2 7", "1 3.5", "2.718 33.12", "35.83", "0.076 0.924", "0.152 2.772 0.924 0.076"]


def give(kata: Sitting, answers: list[str], seconds: float = 1.0) -> Sitting:
    for answer in answers:
        kata.answer(answer, seconds)
        kata.advance()
    return kata


def rework(kata: Sitting, clock) -> Sitting:
    clock.move(minutes=1)
    return kata.sequels["rework"]()


def test_only_what_is_answered_anew_is_in_the_log(begin, clock) -> None:
    kata = give(begin(), WRONG)
    again = give(rework(kata, clock), RIGHT[1:])
    log = again.log
    assert [each.answer.line for each in log.attempts(again.run.id)] == [
        line.name for line in again.plan.kata.kata.lines[1:]
    ]
    assert len(log.attempts(kata.run.id)) == 7
    lines = [attempt for run in log.runs("attention", "kata") for attempt in log.attempts(run.id)]
    assert sum(each.answer.line == "nolan.query" for each in lines) == 1
    kept = deepcopy(standing(log))
    works = log.works
    log.know(lambda: works)
    assert standing(log) == kept


def test_stopped_it_is_gone_on_with_on_its_day_alone(begin, clock) -> None:
    again = give(rework(give(begin(), WRONG), clock), RIGHT[1:3])
    resumed = begin()
    assert (resumed.run.id, resumed.question.line) == (again.run.id, "raised")
    assert [row.is_kept for row in resumed.plan.kata.rows] == [True, False, False]
    assert [row.judgement.verdict for row in resumed.plan.kata.rows] == [Verdict.RIGHT] * 3
    clock.move(days=1)
    later = begin()
    assert (later.run.id != again.run.id, later.finished) == (True, 0)


def test_each_line_says_what_it_follows_from(begin) -> None:
    told = summary_of(give(begin(), WRONG)).shown(100)
    signs = [row.plain.splitlines()[-1][0] for row in told.rows.lines]
    assert signs == ["✓", "✗", "┆", "┆", "┆", "┆", "┆"]
    assert (told.at, told.rows.lines[1].plain.split()) == (1, ["✗", "2", "scores", "2", "7", "2", "8"])
    slip = [each.plain.split() for each in told.behind(1).lines]
    assert any(cells[-1:] == ["2·1"] or ("7" in cells and "8" in cells) for cells in slip), "yours beside true"
    assert all("line 2" in told.behind(at).lines[0].plain for at in range(2, 7))


def standing(log: Log):
    found = log.whole
    return found.learner, found.steps, found.drills
