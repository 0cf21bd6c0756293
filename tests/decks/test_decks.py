"""The decks against their pages: every turn, every figure, fresh numbers, simulated learners."""

from __future__ import annotations

import os
import random

import pytest

from katatx.decks.loading import load_deck
from katatx.decks.prepared import prepare
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.suitable import collisions
from katatx.engine.key import open_turns
from katatx.engine.operations_used import operations_used
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard
from katatx.engine.values import as_lists, like, value_of
from katatx.notation.answers import read_answer
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Name
from katatx.questions.asking import ask
from scoring import Verdict, grade
from tests.conftest import BUILT_IN, ROOT
from tests.simulation import HONEST, Learner, MixedLearner

NO_HOME = ROOT / "nowhere"
DECKS = {name: load_deck(name, NO_HOME) for name in BUILT_IN}
PREPARED = {f"{name}/{drill.id}": prepare(deck, drill) for name, deck in DECKS.items() for drill in deck.drills}
NUMERIC = [name for name, prepared in PREPARED.items() if not (prepared.is_choice or prepared.is_spot)]
CHOICES = [name for name, prepared in PREPARED.items() if prepared.is_choice]
SPOTS = [name for name, prepared in PREPARED.items() if prepared.is_spot]
# Honest learners in all; bench/learners.py runs many more.
LEARNERS = int(os.environ.get("KATATX_LEARNERS", "8000"))
# The blocks of each page that ask the reader, and that clash with a belief.
TURNS = {
    "attention": (7, 6),
    "block": (0, 0),
    "length-4": (0, 0),
    "look-across": (7, 7),
    "vision": (6, 0),
    "llama-block": (9, 9),
    "training-step": (12, 10),
    "online-softmax": (7, 8),
    "tokenizer": (9, 10),
    "next-token": (14, 10),
}


@pytest.mark.parametrize("deck", BUILT_IN)
def test_every_turn_of_the_page_is_there(deck: str) -> None:
    for kind, count in zip(("your-turn", "wrong-turn"), TURNS[deck], strict=True):
        found = sorted({drill.turn for drill in DECKS[deck].drills if drill.kind == kind})
        assert found == list(range(1, count + 1))


def test_there_is_enough_to_practise() -> None:
    assert len(PREPARED) >= 150
    assert len(NUMERIC) >= 120


def test_every_numeric_drill_draws_fresh_numbers() -> None:
    assert [name for name in NUMERIC if not PREPARED[name].can_be_fresh] == []


@pytest.mark.parametrize("deck", BUILT_IN)
def test_every_deck_has_a_kata_and_lines_to_spot(deck: str) -> None:
    assert DECKS[deck].contents.kata is not None
    spots = [drill.spot for drill in DECKS[deck].drills if drill.spot is not None]
    assert len(spots) >= 3
    assert "kata" in spots


@pytest.mark.parametrize("name", [name for name in NUMERIC if operations_used(PREPARED[name].node)])
def test_the_question_is_never_the_answer(name: str) -> None:
    """What is asked, with its numbers in it, is not taken for its own answer: there is something to work out."""
    prepared = PREPARED[name]
    for seed in (None, 1):
        question = ask(prepared, seed)
        typed = write_expression(_with_numbers(standard(prepared.node, question.given), question.given))
        assert not question.judge(typed).verdict.counts_as_right, typed


def _with_numbers(node, given):
    """An expression with numbers for its names."""
    if isinstance(node, Name) and node.text in given:
        return read_expression(write_value(as_lists(given[node.text]), 6))
    if isinstance(node, tuple):
        parts = [_with_numbers(part, given) for part in node]
        return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
    return node


# What the first page prints as the check of each YOUR TURN.
CHECKS = {1: None, 2: "1", 3: "3", 4: "5", 5: "0.5 0.5", 6: "[2,2]", 7: "[2, 1]"}


@pytest.mark.parametrize("turn", CHECKS)
def test_the_pages_check_of_every_your_turn_is_right(turn: int) -> None:
    (drill,) = (d for d in DECKS["attention"].drills if d.kind == "your-turn" and d.turn == turn)
    question = ask(PREPARED[f"attention/{drill.id}"])
    typed = CHECKS[turn] or next(choice.says for choice in question.choices if choice.right)
    assert question.judge(typed).verdict == Verdict.RIGHT


@pytest.mark.parametrize("name", [name for name, p in PREPARED.items() if p.drill.page_says is not None])
def test_what_the_page_prints_is_right_or_carried_but_for_errata(name: str) -> None:
    drill = PREPARED[name].drill
    typed = drill.page_says if isinstance(drill.page_says, str) else write_value(drill.page_says, 6)
    verdict = ask(PREPARED[name]).judge(typed).verdict
    if drill.erratum is None:
        assert verdict in (Verdict.RIGHT, Verdict.CARRIED)
    elif PREPARED[name].is_choice:
        assert not verdict.counts_as_right
    else:
        assert verdict in (Verdict.WRONG, Verdict.WRONG_TURN, Verdict.SLIP)


@pytest.mark.parametrize("name", CHOICES)
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


@pytest.mark.slow
@pytest.mark.parametrize("name", NUMERIC)
def test_honest_learners_and_wrong_turns_on_fresh_numbers(name: str) -> None:
    """No honest learner is graded wrong; every one who takes a known wrong turn, or another layout, is told so."""
    prepared, source = PREPARED[name], random.Random(name)
    for seed in range(max(2, LEARNERS // len(NUMERIC) // 8)):
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
            except EngineError:
                continue  # with these numbers the mistake leads nowhere
            judged = grade(read_answer(answer), solution.key)
            expected = Verdict.SLIP if turn.convention else Verdict.WRONG_TURN
            assert judged.verdict == expected, (turn.id, names, answer, judged.line)
            if turn.convention:
                assert judged.message.startswith("right by another convention"), judged.line
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
        ("scaled-row", "-1 1", "scale/standardised"),
        ("own-match", "0.731", "own-match/itself-left-out"),
        ("total-of-raised", "5", "exp/exponent-kept"),
    ],
)
def test_mistakes_every_learner_makes_are_named(drill: str, typed: str, turn: str) -> None:
    judged = ask(PREPARED[f"attention/{drill}"]).judge(typed)
    assert judged.verdict == Verdict.WRONG_TURN
    assert judged.wrong_turns[0].name == turn


@pytest.mark.parametrize(
    ("drill", "typed", "belief"),
    [
        ("block/ask-grid-written", "0 0 3 0; 1 0 0 0; 0 0 0 4; 0 2 0 0", "slot-numbers-for-ones"),
        ("length-4/all-products", "80", "causal-pairs-only"),
        ("llama-block/first-token-stays", "3", "position-for-angle"),
        ("llama-block/stream-not-normalized", "0.784 1.177", "sum-normalized"),
        ("llama-block/values-not-turned", "-1.098 4.098", "mixed-values-turned"),
        ("look-across/belt-update", "2.1", "admits-the-rest"),
        ("look-across/turns-of-the-dials", "320", "batch-size-for-batches"),
        ("look-across/unknown-word", "73 10000 88 0 0", "last-kept-number"),
        ("next-token/keys-made-again", "12", "values-counted-too"),
        ("tokenizer/count-by-frequency", "2", "frequencies-left-out"),
        ("tokenizer/vocabulary-grows", "46", "two-a-merge"),
    ],
)
def test_mistakes_that_only_one_drill_invites_are_named(drill: str, typed: str, belief: str) -> None:
    judged = ask(PREPARED[drill]).judge(typed)
    assert judged.verdict == Verdict.WRONG_TURN
    assert judged.wrong_turns[0].name == f"{drill.partition('/')[2]}/{belief}"


@pytest.mark.slow
@pytest.mark.parametrize("name", SPOTS)
def test_a_wrong_line_is_found_by_working_it_again(name: str) -> None:
    """The line and its value are right, any other line or the value shown is not, on page and fresh numbers."""
    for seed in (None, 1, 2, 3):
        question = ask(PREPARED[name], seed)
        lines = len(question.spot.lines)
        right = write_value(question.key, 4)
        assert question.judge(f"{question.number}: {right}").verdict.counts_as_right
        assert question.judge(f"Line {question.number}) {right}").verdict.counts_as_right
        for number, line in enumerate(question.spot.lines, 1):
            # What stands there is wrong on every line: elsewhere nothing is amiss, there it is.
            assert question.judge(f"{number}: {line.text.rpartition('= ')[2]}").verdict == Verdict.WRONG
            # What cannot be read says nothing of which line it is.
            assert question.judge(f"{number}: 1 2 3 4 5 6 7").verdict == Verdict.UNREAD
            assert question.judge(f"{number}: 1/2x").verdict == Verdict.UNREAD
        assert question.judge(f"{question.number}").verdict == Verdict.UNREAD
        assert question.judge(f"{lines + 1}: 1").verdict == Verdict.UNREAD
        assert question.judge("no idea").verdict == Verdict.UNREAD


@pytest.mark.slow
@pytest.mark.parametrize("deck", BUILT_IN)
def test_a_line_worked_from_the_lines_shown_is_right(deck: str) -> None:
    """The lines of a spotted kata are shown rounded: whoever works from them is not wrong."""
    prepared = next(p for p in PREPARED.values() if p.deck.name == deck and p.spots_kata)
    for seed in (None, *range(12)):
        question = ask(prepared, seed)
        spot, lines = question.spot, prepared.kata.lines
        names = dict(question.given)
        for line, shown in zip(lines[: spot.wrong], spot.lines, strict=False):
            answer = read_answer(shown.text.rpartition(" = ")[2])
            names[line.name] = value_of(like(answer.shape, [number.value for number in answer.numbers]))
        for habit in HONEST[:3]:
            typed = Learner(habit).answer(lines[spot.wrong].node, names)
            judged = question.judge(f"{question.number}: {typed}")
            assert judged.verdict.counts_as_right, (seed, lines[spot.wrong].name, typed, judged.line)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPOTS)
def test_which_line_is_wrong_changes_and_every_seed_has_one(name: str) -> None:
    questions = [ask(PREPARED[name], seed) for seed in range(25)]
    assert len({question.number for question in questions}) >= 3
    # Nothing but its numbers tells the wrong line: the form of the working is always the same.
    assert len({tuple(line.name for line in question.spot.lines) for question in questions}) == 1
