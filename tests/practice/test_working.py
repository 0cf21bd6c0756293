"""What of a working lies open, and what comes open next."""

from __future__ import annotations

import pytest

from katatx.engine.key import write_out
from katatx.notation.parser import read_expression
from katatx.progress.events import STEPS, Opened
from katatx.questions.working import NOTHING_OPEN, hint, opened_next

ATTENTION = "attention([[2,0],[1,0]], [[1,0],[3,0]], [[2,0],[0,3]])"


def steps(expression: str):
    return write_out(read_expression(expression), {})


def test_hints_open_name_then_expression_then_value() -> None:
    working, opened, told = steps("softmax([1, 4])"), NOTHING_OPEN, []
    while (following := opened_next(working, opened)) is not None:
        opened = following
        told.append(hint(working, opened))
    assert told == [
        "raise: the next line, 1 of 3",
        "raise: e^1; e^4",
        "raise: e^1 = 2.718  e^4 = 54.598",
        "total: the next line, 2 of 3",
        "total: 2.718 + 54.598",
        "total: 2.718 + 54.598 = 57.316",
        "divide: the next line, 3 of 3",
        "divide: 2.718 / 57.316; 54.598 / 57.316",
        "divide: 2.718 / 57.316 = 0.047  54.598 / 57.316 = 0.953",
    ]


@pytest.mark.parametrize(
    "expression", [ATTENTION, "layer_norm([50,60,40,30])", "dot([2,0],[3,1])", "scores([[1,2]],[[3,4]])"]
)
def test_no_step_shows_what_a_later_one_does(expression: str) -> None:
    """The name tells no number, the expression no result, whatever the working."""
    working = steps(expression)
    for lines, step in enumerate(working, 1):
        name, worked, value = (hint(working, Opened(lines, how_far)) for how_far in STEPS)
        assert not any(letter.isdigit() for letter in name.replace(step.line, "").split(",")[0])
        assert value.endswith(step.text)
        assert step.expressions
        assert "= " not in worked
        results = {result for _, result in step.items}
        assert not results & set(worked.split(": ", 1)[1].split("; ")), worked
