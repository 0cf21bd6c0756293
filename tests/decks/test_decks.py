"""The decks against their pages: every drill asked and answered right and wrong, every turn, every figure."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from katatx.decks.loading import Deck, load_deck
from katatx.decks.prepared import Prepared, prepare
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import Solution, open_turns
from katatx.engine.mistakes.judging import judge
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.values import as_lists, like, value_of
from katatx.notation.answers import read_answer
from katatx.notation.printing import write_value
from katatx.questions.asking import ask
from katatx.questions.numbers import judge_numbers
from katatx.questions.question import Question
from scoring import Verdict
from tests.conftest import BUILT_IN, ROOT
from tests.simulation import HONEST, Learner, MixedLearner

# The blocks of each page that ask the reader, and that clash with a belief; the page's number, and its steps.
PAGES = {
    "attention": ((7, 6), "000", 19),
    "block": ((0, 0), "004", 18),
    "count-a-model": ((10, 8), "010", 8),
    "length-4": ((0, 0), "002", 12),
    "llama-block": ((9, 9), "007", 9),
    "look-across": ((7, 7), "003", 9),
    "lora": ((11, 8), "012", 5),
    "next-token": ((14, 10), "005", 12),
    "online-softmax": ((7, 8), "008", 6),
    "quantise": ((14, 8), "011", 6),
    "tokenizer": ((9, 10), "009", 6),
    "training-step": ((12, 10), "006", 14),
    "vision": ((6, 0), "001", 11),
}


@cache
def deck(name: str) -> Deck:
    return load_deck(name, ROOT / "nowhere")


def prepared_in(name: str) -> list[Prepared]:
    return [prepare(deck(name), drill) for drill in deck(name).drills]


def steps_of(name: str) -> dict[str, list[str]]:
    """Return the drills of each step of a page, as docs/coverage.md lists them."""
    text = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", text, flags=re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^\| (\d{3}-\d+) \| .+? \| (.+?) \|$", section[1], flags=re.MULTILINE)
    return {step: re.findall(r"`([^`]+)`", drills) for step, drills in rows}


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_block_and_every_step_of_the_page_has_drills(name: str) -> None:
    turns, number, count = PAGES[name]
    for kind, last in zip(("your-turn", "wrong-turn"), turns, strict=True):
        assert sorted({drill.number for drill in deck(name).drills if drill.kind == kind}) == list(range(1, last + 1))
    steps = steps_of(name)
    assert [step for step in steps if step.startswith(number)] == [f"{number}-{at}" for at in range(1, count + 1)]
    named = {drill for drills in steps.values() for drill in drills}
    assert all(steps.values())
    assert named - set(deck(name).by_id) <= {"kata"}
    assert {drill.id for drill in deck(name).drills if drill.spot is None} <= named
    spots = [drill.spot for drill in deck(name).drills if drill.spot is not None]
    assert len(spots) >= 3
    assert all(prepared.can_be_fresh for prepared in prepared_in(name) if prepared.drill.answer)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_drill_is_asked_and_answered_right_and_wrong(name: str) -> None:
    for prepared in prepared_in(name):
        question = ask(prepared)
        right, wrong = answers(question)
        assert question.judge(right).verdict == Verdict.RIGHT, prepared.name
        assert not question.judge(wrong).verdict.counts_as_right, prepared.name
        assert (question.judge("no idea").verdict, bool(question.prompt)) == (Verdict.AGAIN, True)
        if prepared.drill.page_says is not None:
            said = prepared.drill.page_says
            typed = said if isinstance(said, str) else write_value(said, 6)
            assert question.judge(typed).verdict.counts_as_right == (prepared.drill.erratum is None), prepared.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_line_of_the_kata_is_judged_right_and_wrong(name: str) -> None:
    kata = prepared_in(name)[0].kata
    for line, solution in zip(kata.lines, kata.page.solutions, strict=True):
        right = write_value(as_lists(solution.value), 6)
        assert judge_numbers(right, solution).verdict == Verdict.RIGHT, line.name
        for wrong in first_mistake(solution):
            assert judge_numbers(wrong, solution).verdict == Verdict.WRONG, line.name


def answers(question: Question) -> tuple[str, str]:
    """Return the true answer to a question and a wrong one, the first known mistake if it has one."""
    right = question.right_option
    if question.spot is not None:
        shown = question.spot.lines[question.spot.wrong].text.rpartition("= ")[2]
        return f"{right + 1}: {write_value(question.key, 6)}", f"{right + 1}: {shown}"
    if right is not None:
        return "abcdefg"[right], "abcdefg"[right - 1 if right else 1]
    right = write_value(as_lists(question.solution.value), 6)
    return right, next(first_mistake(question.solution), "12345.678")


def first_mistake(solution: Solution) -> Iterator[str]:
    """Yield the result of the first known mistake that is no convention, if there is one."""
    values = (each.value for each in solution.mistakes if not each.is_convention and each.value != solution.value)
    yield from (write_value(as_lists(value), 6) for value in [*values][:1])


@pytest.mark.parametrize(
    ("drill", "typed", "turn"),
    [
        ("attention/scaled-row", "2 8", "scale/not-scaled"),
        ("attention/own-match", "0.881", "own-match/itself-left-out"),
        ("block/ask-grid-written", "0 0 3 0; 1 0 0 0; 0 0 0 4; 0 2 0 0", "ask-grid-written/slot-numbers-for-ones"),
        ("length-4/all-products", "80", "all-products/causal-pairs-only"),
        ("count-a-model/look-up-is-free", "2000", "look-up-is-free/table-multiplied"),
        ("count-a-model/faster-processor", "40", "faster-processor/as-much-faster"),
        ("llama-block/first-token-stays", "3", "first-token-stays/position-for-angle"),
        ("llama-block/stream-not-normalized", "0.784 1.177", "stream-not-normalized/sum-normalized"),
        ("llama-block/values-not-turned", "-1.098 4.098", "values-not-turned/mixed-values-turned"),
        ("look-across/belt-update", "2.1", "belt-update/admits-the-rest"),
        ("look-across/turns-of-the-dials", "320", "turns-of-the-dials/batch-size-for-batches"),
        ("look-across/unknown-word", "73 10000 88 0 0", "unknown-word/last-kept-number"),
        ("lora/cost-of-a-merged-grid", "6640", "cost-of-a-merged-grid/adapter-on-top"),
        ("lora/at-the-start", "8 7", "at-the-start/disturbed-by-a"),
        ("next-token/keys-made-again", "12", "keys-made-again/values-counted-too"),
        ("quantise/beside-a-large-one", "0.143", "beside-a-large-one/own-scale"),
        ("tokenizer/count-by-frequency", "2", "count-by-frequency/frequencies-left-out"),
        ("tokenizer/vocabulary-grows", "46", "vocabulary-grows/two-a-merge"),
    ],
)
def test_mistakes_that_learners_make_are_named(drill: str, typed: str, turn: str) -> None:
    name, _, its_id = drill.partition("/")
    judged = ask(prepare(deck(name), deck(name).by_id[its_id])).judge(typed)
    assert (judged.verdict, turn in judged.wrong_turns) == (Verdict.WRONG, True)


def test_choices_are_shuffled_and_one_is_right() -> None:
    prepared = next(each for each in prepared_in("attention") if each.kind == "choices")
    questions = [ask(prepared, shuffle=str(seed)) for seed in range(20)]
    assert len({tuple(each.says for each in question.choices) for question in questions}) > 1
    for question in questions[:3]:
        verdicts = [question.judge(letter).verdict for letter in "abcdefg"[: len(question.choices)]]
        assert (verdicts.count(Verdict.RIGHT), set(verdicts)) == (1, {Verdict.RIGHT, Verdict.WRONG})
        assert question.judge("z").verdict == Verdict.AGAIN


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
def test_honest_learners_and_wrong_turns_on_fresh_numbers(name: str) -> None:
    """No honest learner is graded wrong; every one who takes a known wrong turn, or another layout, is told so."""
    source = random.Random(name)
    for prepared in prepared_in(name):
        if prepared.kind == "choices" or prepared.is_spot:
            continue
        for seed in range(6):
            names, (solution,) = prepared.draws.draw_solved(seed)
            check = prepared.draws.checks[0]
            assert check.collisions(names) <= check.unavoidable()
            for learner in [*map(Learner, HONEST), MixedLearner(source), MixedLearner(source)]:
                answer = learner.answer(prepared.node, names)
                judged = solution.grade(read_answer(answer))
                assert judged.verdict.counts_as_right, (names, answer, judged.line)
            _take_wrong_turns(prepared, names, solution)


def _take_wrong_turns(prepared, names, solution) -> None:
    exact = Pencil()
    evaluate(prepared.node, names, exact)
    for turn in open_turns(exact):
        if frozenset({"right", turn.id}) in prepared.draws.checks[0].unavoidable():
            continue
        for habit in HONEST[:2]:
            try:
                answer = Learner(habit, turn).answer(prepared.node, names)
            except EngineError:
                continue  # with these numbers the mistake leads nowhere
            judged = judge(read_answer(answer), solution)
            assert judged.verdict is Verdict.WRONG, (turn.id, names, answer, judged.line)
            assert turn.id in judged.wrong_turns


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_wrong_line_is_found_by_working_it_again(name: str) -> None:
    """The line and its value are right, any other line or the value shown is not, on page and fresh numbers."""
    for prepared in prepared_in(name):
        numbers = set()
        for seed in range(25 if prepared.is_spot else 0):
            question = ask(prepared, seed)
            numbers.add(question.right_option + 1)
            if seed > 3:
                continue
            right, shown = answers(question)
            assert question.judge(right).verdict.counts_as_right
            assert question.judge(f"Line {right.replace(':', ')', 1)}").verdict.counts_as_right
            assert question.judge(shown).verdict == Verdict.WRONG
            for number, line in enumerate(question.spot.lines, 1):
                assert question.judge(f"{number}: {line.text.rpartition('= ')[2]}").verdict == Verdict.WRONG
                # What has another shape says nothing of which line it is.
                assert question.judge(f"{number}: {'1 2 ' * 20}").verdict == Verdict.AGAIN
            assert question.judge(f"{len(question.spot.lines) + 1}: 1").verdict == Verdict.AGAIN
        assert not prepared.is_spot or len(numbers) >= 3


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_line_worked_from_the_lines_shown_is_right(name: str) -> None:
    """The lines of a spotted kata are shown rounded: whoever works from them is not wrong."""
    prepared = next((each for each in prepared_in(name) if each.kind == "spot kata"), None)
    if prepared is None:
        pytest.skip("no wrong line in this kata")
    for seed in (None, *range(12)):
        question = ask(prepared, seed)
        spot, lines = question.spot, prepared.kata.lines
        names = dict(question.given)
        for line, shown in zip(lines[: spot.wrong], spot.lines, strict=False):
            answer = read_answer(shown.text.rpartition(" = ")[2])
            names[line.name] = value_of(like(answer.shape, [number.value for number in answer.numbers]))
        for habit in HONEST[:3]:
            typed = Learner(habit).answer(lines[spot.wrong].node, names)
            judged = question.judge(f"{question.right_option + 1}: {typed}")
            assert judged.verdict.counts_as_right, (seed, lines[spot.wrong].name, typed, judged.line)
