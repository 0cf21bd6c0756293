from __future__ import annotations

import pytest

from katatx.decks.loading import load_deck
from katatx.decks.model import Choice
from katatx.decks.prepared import prepare
from katatx.questions.asking import ask
from katatx.questions.choice import judge_choice
from katatx.questions.sheet import fill
from scoring import Verdict
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
