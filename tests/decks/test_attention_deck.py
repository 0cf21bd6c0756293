"""The attention deck against its page: every turn, every figure, fresh numbers, simulated learners."""

from __future__ import annotations

import os
import random

import pytest

from katatx.decks.lint import lint_deck
from katatx.decks.loading import load_deck
from katatx.decks.prepared import prepare
from katatx.engine.draws import collisions
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import open_turns
from katatx.engine.pencils import Pencil
from katatx.notation.answers import read_answer
from katatx.notation.printing import write_value
from katatx.practice.asking import ask
from scoring import Verdict, grade
from tests.conftest import ROOT
from tests.simulation import HONEST, Learner, MixedLearner

DECK = load_deck("attention", ROOT / "nowhere")
PREPARED = {drill.id: prepare(DECK, drill) for drill in DECK.drills}
FRESH = [name for name, prepared in PREPARED.items() if prepared.can_be_fresh]
# Honest learners in all; bench/learners.py runs many more.
LEARNERS = int(os.environ.get("KATATX_LEARNERS", "8000"))


def test_lint_finds_nothing() -> None:
    assert lint_deck(DECK) == []


def test_every_turn_of_the_page_is_there() -> None:
    turns = {kind: [d.turn for d in DECK.drills if d.kind == kind] for kind in ("your-turn", "wrong-turn")}
    assert sorted(set(turns["your-turn"])) == [1, 2, 3, 4, 5, 6, 7]
    assert sorted(set(turns["wrong-turn"])) == [1, 2, 3, 4, 5, 6]


def test_every_numeric_drill_draws_fresh_numbers() -> None:
    assert [name for name, p in PREPARED.items() if not p.is_choice and not p.can_be_fresh] == []


# What the page prints as the check of each YOUR TURN.
CHECKS = {1: None, 2: "1", 3: "3", 4: "5", 5: "0.5 0.5", 6: "[2,2]", 7: "[2, 1]"}


@pytest.mark.parametrize("turn", CHECKS)
def test_the_pages_check_of_every_your_turn_is_right(turn: int) -> None:
    (drill,) = (d for d in DECK.drills if d.kind == "your-turn" and d.turn == turn)
    question = ask(PREPARED[drill.id])
    typed = CHECKS[turn] or next(choice.says for choice in question.choices if choice.right)
    assert question.judge(typed).verdict == Verdict.RIGHT


@pytest.mark.parametrize("name", [name for name, p in PREPARED.items() if p.drill.page_says is not None])
def test_what_the_page_prints_is_right_or_carried(name: str) -> None:
    says = PREPARED[name].drill.page_says
    typed = says if isinstance(says, str) else write_value(says, 6)
    assert ask(PREPARED[name]).judge(typed).verdict in (Verdict.RIGHT, Verdict.CARRIED)


@pytest.mark.parametrize("name", [name for name, p in PREPARED.items() if p.is_choice])
def test_a_choice_is_shuffled_and_one_is_right(name: str) -> None:
    prepared = PREPARED[name]
    orders = {ask(prepared, shuffle=str(seed)).order for seed in range(20)}
    assert len(orders) > 1
    for seed in range(3):
        question = ask(prepared, shuffle=str(seed))
        letters = "abcdefg"[: len(question.choices)]
        verdicts = [question.judge(letter).verdict for letter in letters]
        assert verdicts.count(Verdict.RIGHT) == 1
        assert set(verdicts) <= {Verdict.RIGHT, Verdict.WRONG_TURN}
        assert question.judge("z").verdict == Verdict.UNREAD


@pytest.mark.parametrize("name", FRESH)
def test_honest_learners_and_wrong_turns_on_fresh_numbers(name: str) -> None:
    """No honest learner is graded wrong; every one who takes a known wrong turn is told so."""
    prepared, source = PREPARED[name], random.Random(name)
    for seed in range(max(2, LEARNERS // len(FRESH) // 8)):
        names, solution = prepared.draws.draw_solved(seed)
        assert collisions(solution) <= prepared.draws.unavoidable().collisions
        for learner in [*map(Learner, HONEST), MixedLearner(source), MixedLearner(source)]:
            answer = learner.answer(prepared.node, names)
            judged = grade(read_answer(answer), solution.key)
            assert judged.verdict.counts_as_right, (names, answer, judged.line)
        _take_wrong_turns(prepared, names, solution)


def _take_wrong_turns(prepared, names, solution) -> None:
    exact = Pencil()
    evaluate(prepared.node, names, exact)
    for turn in open_turns(exact):
        if turn.id in solution.hidden:
            assert frozenset({"right", turn.id}) in prepared.draws.unavoidable().collisions
            continue
        for habit in HONEST[:2]:
            try:
                answer = Learner(habit, turn).answer(prepared.node, names)
            except (EngineError, IndexError):
                continue  # with these numbers the mistake leads nowhere
            judged = grade(read_answer(answer), solution.key)
            assert judged.verdict == Verdict.WRONG_TURN, (turn.id, names, answer, judged.line)
            assert turn.id in [found.name for found in judged.wrong_turns]


@pytest.mark.parametrize(
    ("drill", "typed", "turn"),
    [
        ("scaled-row", "2 8", "scale/not-scaled"),
        ("scaled-row", "0.5 2", "scale/width-for-root"),
        ("portions", "0.2 0.8", "softmax/raw-shares"),
        ("portions", "5", "softmax/scores-summed"),
        ("whole-attention", "1.635 0.547 0.182 0.818", "attention/value-for-key"),
        ("match-row", "8", "scores/itself-left-out"),
        ("average", "4 2", "mean/not-divided"),
        ("average-past-padding", "1.5 2", "mean/padding-counted"),
        ("width-survives", "100", "weighted_sum_width/word-count"),
        ("matches-a-word", "1", "match_count/itself-left-out"),
        ("glued-width", "8", "head_width/not-split"),
        ("not-standardising", "-1 1", "scale/standardised"),
    ],
)
def test_mistakes_every_learner_makes_are_named(drill: str, typed: str, turn: str) -> None:
    judged = ask(PREPARED[drill]).judge(typed)
    assert judged.verdict == Verdict.WRONG_TURN
    assert judged.wrong_turns[0].name == turn
