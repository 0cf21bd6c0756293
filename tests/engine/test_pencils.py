from __future__ import annotations

import pytest

from katatx.engine.key import solve, write_out
from katatx.notation.expressions import read_expression


def test_a_dot_product_is_written_in_one_go() -> None:
    (match, row) = write_out(read_expression("scores([2, 0, 1], [[3, 5, 2]])"), {})
    assert match.text == "2·3 + 0·5 + 1·2 = 6 + 0 + 2 = 8"
    assert row.text == "[8]"


def test_a_written_line_stands_up_to_a_pencil() -> None:
    """0.047·2 would be 0.094; the line shows as many digits as 0.095 needs."""
    steps = write_out(read_expression("weighted_sum(softmax(1, 4), [[2], [0]])"), {})
    assert "0.0474·2 = 0.095" in steps[1].text


WRONG_BY_HAND = [
    ("scores([2,1],[[3,4],[1,1]])", "scores/itself-left-out", [3]),
    ("word_number(400000, 10000, 10001)", "word_number/padding-number", [0]),
    ("masked_softmax([0, 0, 0], 2)", "masked_softmax/masked-afterwards", [1 / 3, 1 / 3, 0]),
]


@pytest.mark.parametrize(("expression", "name", "value"), WRONG_BY_HAND)
def test_wrong_turns_by_hand(expression: str, name: str, value: list[float]) -> None:
    turns = {turn.name: turn for turn in solve(read_expression(expression), {}).key.wrong_turns}
    assert turns[name].value == pytest.approx(value)
