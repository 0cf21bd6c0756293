"""Questions: choices and symbols as typed and shown, what of a working lies open, and lines that a person would write."""

from __future__ import annotations

import re
from itertools import product

import pytest

from katatx.decks.loading import load_deck
from katatx.decks.model import Choice
from katatx.decks.prepared import prepare
from katatx.engine.key import write_out
from katatx.notation.parser import read_expression
from katatx.progress.events import STEPS, Opened
from katatx.questions.asking import ask
from katatx.questions.choice import judge_choice
from katatx.questions.sheet import fill
from katatx.questions.working import NOTHING_OPEN, hint, opened_next
from scoring import Verdict
from scoring.places import unit, whole_at
from tests.conftest import ROOT


def question(attention, drill: str, seed: int | None = None):
    return ask(prepare(attention, attention.by_id[drill]), seed)


def test_a_choice_is_answered_by_letter_or_in_full(attention) -> None:
    asked = question(attention, "unknown-word")
    index = next(i for i, choice in enumerate(asked.choices) if choice.right)
    letter = "abcd"[index]
    for typed in (letter, letter.upper(), f"{letter})", f" {letter}. ", asked.choices[index].says.upper()):
        assert asked.judge(typed).verdict == Verdict.RIGHT
    for typed in ("", "e", "ab", "the reserved"):
        assert asked.judge(typed).verdict == Verdict.AGAIN


def test_a_choice_is_answered_by_its_number_unless_the_choices_are_numbers(attention) -> None:
    asked = ask(prepare(attention, attention.by_id["which-tag-scores"]))
    right = next(i for i, choice in enumerate(asked.choices, 1) if choice.right)
    assert asked.judge(str(right)).verdict is Verdict.RIGHT
    assert asked.judge(f" {right}) ").verdict is Verdict.RIGHT
    for typed in ("0", "9", "11", "1.5"):
        assert asked.judge(typed).verdict is Verdict.AGAIN
    numbers = [Choice(says="4"), Choice(says="2", belief="half"), Choice(says="1", belief="one")]
    assert [judge_choice(typed, numbers, "drill").verdict for typed in ("4", "2", "1", "3", "a")] == [
        Verdict.RIGHT, Verdict.WRONG, Verdict.WRONG, Verdict.AGAIN, Verdict.RIGHT,
    ]  # fmt: skip


def test_a_wrong_choice_names_its_belief(attention) -> None:
    asked = question(attention, "unknown-word")
    index = next(i for i, choice in enumerate(asked.choices) if choice.belief == "padding-number")
    judged = asked.judge("abcd"[index])
    assert [asked.pointed_at(key) for key in "1234"] == [0, 1, 2, 3], "a text in digits takes no number's place"
    assert (judged.verdict, judged.wrong_turns) == (Verdict.WRONG, ("unknown-word/padding-number",))


@pytest.mark.parametrize(
    "typed", ["", "\x1b[2J", "9" * 100_000, "[" * 50, "½½", "\u202e5", "1e-400", "1e-320", "\udcff"]
)
def test_judging_never_raises(attention, typed: str) -> None:
    for drill in ("match", "match-row", "unknown-word", "want-stick"):
        judged = question(attention, drill).judge(typed)
        assert judged.verdict in (Verdict.AGAIN, Verdict.WRONG)
        assert "\x1b" not in judged.message


def test_symbols_are_shown_as_letters_and_their_numbers_below() -> None:
    given = {"word": (2.0, 1.0, 7.0), "words": ((1.0, 2.0), (2.0, 2.0))}
    assert fill('"{word:a,b}" of {words:a,b}; {other:a,b}', given) == '"b a 7" of a b, b b; {other:a,b}'
    tokenizer = load_deck("tokenizer", ROOT / "nowhere")
    asked = ask(prepare(tokenizer, tokenizer.by_id["count-pair"]))
    assert '"a b a a b n"' in asked.prompt
    assert asked.sheet == ["word = [1, 2, 1, 1, 2, 3]", "pair = [1, 2]"]


ATTENTION = "attention([[2,0],[1,0]], [[1,0],[3,0]], [[2,0],[0,3]])"


def steps(expression: str):
    return write_out(read_expression(expression), {})


def test_hints_open_expression_then_value() -> None:
    working, opened, told = steps("softmax([1, 4])"), NOTHING_OPEN, []
    while (following := opened_next(working, opened)) is not None:
        opened = following
        told.append(hint(working, opened))
    assert told == [
        "raise: e^1; e^4",
        "raise: e^1 = 2.718  e^4 = 54.598",
        "total: 2.718 + 54.598",
        "total: 2.718 + 54.598 = 57.316",
        "divide: 2.718 / 57.316; 54.598 / 57.316",
        "divide: 2.718 / 57.316 = 0.047  54.598 / 57.316 = 0.953",
    ]


@pytest.mark.parametrize(
    "expression", [ATTENTION, "layer_norm([50,60,40,30])", "dot([2,0],[3,1])", "scores([[1,2]],[[3,4]])"]
)
def test_no_step_shows_what_a_later_one_does(expression: str) -> None:
    """The expression tells no result, whatever the working."""
    working = steps(expression)
    for lines, step in enumerate(working, 1):
        worked, value = (hint(working, Opened(lines, how_far)) for how_far in STEPS[1:])
        assert value.endswith(step.text)
        assert step.expressions
        assert "= " not in worked
        results = {result for _, result in step.items}
        assert not results & set(worked.split(": ", 1)[1].split("; ")), worked


@pytest.mark.nightly
def test_no_line_has_a_number_that_nobody_would_write(prepared_drills) -> None:
    for prepared, seed in product([each for each in prepared_drills if each.is_spot], (None, 1, 2)):
        question = ask(prepared, seed)
        for line in question.spot.lines:
            for text in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?", line.text.rpartition(" = ")[2]):
                number = float(text)
                decimals = len(text.partition(".")[2])
                assert abs(number) < (1000 if decimals else 10_000_000), line
                kept = whole_at(number, 3) and (decimals <= 2 or not text.endswith("0"))
                assert abs(number) < 0.01 or 10.0**-decimals >= unit(number) * 0.999 or kept, line
