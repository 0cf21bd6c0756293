from __future__ import annotations

import pytest

from katatx.decks.prepared import prepare
from katatx.practice.asking import ask
from katatx.practice.sheet import fill
from scoring import Verdict


def question(attention, drill: str, seed: int | None = None):
    return ask(prepare(attention, attention.by_id[drill]), seed)


def test_the_prompt_is_filled_and_other_braces_stay() -> None:
    assert fill("a {x} {y} {{z}}", {"x": (1.0, 2.5)}) == "a [1, 2.5] {y} {{z}}"


def test_the_sheet_shows_what_the_prompt_does_not(attention) -> None:
    assert question(attention, "new-stick").sheet == [
        "scores     = [1, 4]",
        "nolan.GIVE = [2, 0, 0, 1]",
        "ended.GIVE = [0, 3, 1, 0]",
    ]
    assert question(attention, "want-stick").sheet[:2] == [
        "WANT.grid   = [1, 0, 0, 0]",
        "              [0, 0, 0, 0]",
    ]
    assert question(attention, "scaled").sheet == []


def test_worked_lines_end_with_the_answer(attention) -> None:
    for drill in attention.drills:
        if drill.spot is not None:
            continue
        asked = question(attention, drill.id)
        last = [step for step in asked.steps() if step.line != "because"][-1]
        assert last.value == (asked.key if isinstance(asked.key, str) else asked.solution.value)


def test_a_choice_is_answered_by_letter_or_in_full(attention) -> None:
    asked = question(attention, "unknown-word")
    index = next(i for i, choice in enumerate(asked.choices) if choice.right)
    letter = "abcd"[index]
    for typed in (letter, letter.upper(), f"{letter})", f" {letter}. ", asked.choices[index].says.upper()):
        assert asked.judge(typed).verdict == Verdict.RIGHT
    for typed in ("", "e", "ab", "the reserved"):
        assert asked.judge(typed).verdict == Verdict.UNREAD


def test_a_wrong_choice_names_its_belief(attention) -> None:
    asked = question(attention, "unknown-word")
    index = next(i for i, choice in enumerate(asked.choices) if choice.belief == "padding-number")
    judged = asked.judge("abcd"[index])
    assert judged.verdict == Verdict.WRONG_TURN
    assert judged.wrong_turns[0].name == "unknown-word/padding-number"


def test_targets_grow_with_the_work(attention) -> None:
    one, whole = question(attention, "match"), question(attention, "whole-attention")
    assert one.target_seconds() < whole.target_seconds()
    assert question(attention, "unknown-word").target_seconds() is None


@pytest.mark.parametrize(
    "typed", ["", "\x1b[2J", "9" * 100_000, "[" * 50, "½½", "\u202e5", "1e-400", "1e-320", "\udcff"]
)
def test_judging_never_raises(attention, typed: str) -> None:
    for drill in ("match", "match-row", "unknown-word", "want-stick"):
        judged = question(attention, drill).judge(typed)
        assert judged.verdict in (Verdict.UNREAD, Verdict.WRONG)
        assert "\x1b" not in judged.message
