from __future__ import annotations

import pytest

from katatx.decks.loading import load_deck
from katatx.decks.model import Choice
from katatx.decks.prepared import prepare
from katatx.notation.printing import write_value
from katatx.questions.asking import ask
from katatx.questions.choice import judge_choice
from katatx.questions.sheet import fill
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
        "WANT.grid   = [1, 0,  0, 0]",
        "              [0, 0,  0, 2]",
    ]
    assert question(attention, "kept-word").sheet == []


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


def test_a_choice_is_answered_by_its_number_unless_the_choices_are_numbers(attention) -> None:
    asked = ask(prepare(attention, attention.by_id["which-tag-scores"]))
    right = next(i for i, choice in enumerate(asked.choices, 1) if choice.right)
    assert asked.judge(str(right)).verdict is Verdict.RIGHT
    assert asked.judge(f" {right}) ").verdict is Verdict.RIGHT
    for typed in ("0", "9", "11", "1.5"):
        judged = asked.judge(typed)
        assert judged.verdict is Verdict.UNREAD
        assert judged.message.endswith(f"type a to {'abcdefghi'[len(asked.choices) - 1]}, or 1 to {len(asked.choices)}")
    numbers = [Choice(says="4", right=True), Choice(says="2"), Choice(says="1")]
    assert [judge_choice(typed, numbers, "drill").verdict for typed in ("4", "2", "1", "3", "a")] == [
        Verdict.RIGHT, Verdict.WRONG, Verdict.WRONG, Verdict.UNREAD, Verdict.RIGHT,
    ]  # fmt: skip


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


def test_a_general_slip_never_speaks_for_a_right_answer(attention) -> None:
    for drill in attention.drills:
        if drill.choices is None and drill.spot is None:
            asked = question(attention, drill.id)
            judged = asked.judge(write_value(asked.key, 6))
            assert judged.verdict.counts_as_right, drill.id
            assert not judged.unexplained, drill.id


def test_a_wrong_answer_that_nothing_knows_says_what_it_looks_like(attention) -> None:
    # e^1 and e^4 over 57.32 are 0.047 and 0.953; the first row alone is taken.
    judged = question(attention, "new-stick").judge("0.095 0 0 0.047")
    assert judged.verdict is Verdict.WRONG
    assert judged.wrong_turns == ()
    assert judged.slots == (True, False, False, True)
    assert '"ended.GIVE" was left out' in judged.line


def test_a_decimal_point_that_a_mistake_may_have_moved_is_told_with_the_mistake(attention) -> None:
    # 38/10 multiplied instead of divided; the decimal point of 3.8 two places on
    from katatx.engine.key import solve
    from katatx.engine.values import value_of
    from katatx.notation.expressions import read_expression
    from katatx.questions.number import judge_numbers, with_general_slip

    node, given = read_expression("letters / tokens"), {"letters": value_of(38.0), "tokens": value_of(10.0)}
    key = solve(node, given).key._replace(wrong_turns=())
    judged = with_general_slip(judge_numbers("380", key), "380", node, given, key)
    assert judged.message.startswith("right but for the decimal point, which is 2 places too far right")
    assert judged.message.endswith(". Or: Multiplied where it is to be divided.")


def test_a_lost_minus_is_told_beside_a_known_mistake_of_the_same_value(home) -> None:
    block = load_deck("block", home)
    # 2·(-1) + 1·4 = 2; without the minus 6, which is also (2 + -1) + (1 + 4).
    judged = question(block, "score-cat-sat").judge("6")
    assert judged.verdict is Verdict.WRONG_TURN
    assert judged.also.startswith("A minus of ")
    assert judged.line.endswith(judged.also)
