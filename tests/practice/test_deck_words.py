"""Mistakes told in the words of the page, not in those of the engine."""

from __future__ import annotations

import pytest

from katatx.engine.key import Belief, solve
from katatx.notation.expressions import read_expression
from katatx.questions.deck_words import in_words_of
from katatx.questions.number import judge_numbers
from scoring import Judgement, Verdict
from scoring.key import Band, KnownTurn

WORDS = {
    "WANT": "query (Q)", "HAVE": "key (K)", "GIVE": "value", "share": "attention weight", "middle": "mean",
    "strip": "token (a patch)",
}  # fmt: skip


def judged(expression: str, typed: str, words: dict[str, str]) -> Judgement:
    return in_words_of(words, judge_numbers(typed, solve(read_expression(expression), {}).key))


@pytest.mark.parametrize(
    ("expression", "typed", "says"),
    [
        ("attention([2, 0], [[1, 0], [0, 1]], [[4, 0], [0, 4]])", "0.804 0.196", "Weighted the HAVEs"),
        ("deviations([1, 5])", "1 5", "Left out subtracting the middle"),
        ("causal_mask([[1, 3], [2, 4]])", "1 0; 2 4", "Gave later strips the score 0"),
        ("mse([1, 9], [2, 2])", "5", "root mean squared error"),
        ("softmax([1, 3])", "2.718 20.086", "so that the shares add to 1"),
    ],
)
def test_the_words_of_the_page_stand_for_those_of_the_engine(expression: str, typed: str, says: str) -> None:
    told = judged(expression, typed, WORDS)
    assert says in told.message
    assert all(turn.happened for turn in told.wrong_turns)


def test_names_of_givens_and_of_steps_stay_as_they_are() -> None:
    turn = KnownTurn("dot/x", "value", "added the values", 'work "value" first', (), (3.0,), Band((3.0,), (3.0,)))
    message = 'Added the values (step "value"). Work "value" first.'
    told = in_words_of(
        WORDS, Judgement(Verdict.WRONG_TURN, message, wrong_turns=(turn,), also='A minus of "values" was lost.')
    )
    assert told.message == 'Added the GIVEs (step "value"). Work "value" first.'
    assert told.also == 'A minus of "values" was lost.'


def test_a_page_with_the_words_of_the_engine_changes_nothing() -> None:
    plain = judged("softmax([1, 3])", "2.718 20.086", {})
    assert judged("softmax([1, 3])", "2.718 20.086", {"portion": "attention weight", "A": "a name"}) == plain


def test_a_belief_stands_before_what_the_engine_knows_of_the_same_value() -> None:
    belief = Belief("d/own", read_expression("[1, 4]"), "the key was taken as it stands", "work it")
    key = solve(read_expression("scale([1, 4], 4)"), {}, 3, [belief]).key
    told = in_words_of(WORDS, judge_numbers("1 4", key))
    assert told.verdict is Verdict.WRONG_TURN
    assert told.message == "The key was taken as it stands. Work it."
    assert [turn.name for turn in told.wrong_turns] == ["d/own", "scale/not-scaled"]
    assert [turn.name for turn in told.named] == ["d/own"]


def test_what_was_left_out_stands_before_another_calculation_of_the_same_value() -> None:
    # Unscaled [2, 8] and the totals multiplied and halved, [1.5, 7.5], lie 6 apart both.
    expression = "softmax(scale(scores([2, 0, 1, 0], [[1, 0, 0, 0], [3, 0, 2, 0]]), 4))"
    assert judged(expression, "0.002 0.998", {}).wrong_turns[0].name == "scale/not-scaled"
