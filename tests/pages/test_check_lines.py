"""Check lines as pages write them: the expression, and what it gives."""

from __future__ import annotations

import pytest

from katatx.pages.check_lines import CheckLine, read_check_line


@pytest.mark.parametrize(
    ("text", "answer", "says"),
    [
        ("10 / 2 = 5.", "10 / 2", "5"),
        ("12 / √4 = 12 / 2 = 6.", "12 / √4", "6"),
        ("2·1 + 0·0 + 1·1 = 3.", "2·1 + 0·0 + 1·1", "3"),
        ("(4+0)/2=2, (2+0)/2=1 → [2, 1].", "[(4+0)/2, (2+0)/2]", "[2, 1]"),
        ("(6+0)/3 = 2, (3+3)/3 = 2, (3+0)/3 = 1 -> [2, 2, 1]", "[(6+0)/3, (3+3)/3, (3+0)/3]", "[2, 2, 1]"),
        ("0.5·[4,0] + 0.5·[0,4] = [2,0]+[0,2] = [2,2].", "0.5·[4,0] + 0.5·[0,4]", "[2,2]"),
        ("halve → [0, 2]. e^0=1, e^2=7.39, total 8.39 → [1/8.39, 7.39/8.39] = [0.119, 0.881].",
         "[1/8.39, 7.39/8.39]", "[0.119, 0.881]"),
        ("the middle is (2+4+6)/3 = 4", "(2+4+6)/3", "4"),
        ("√32 ≈ 5.657", "√32", "5.657"),
        ("dot([1,2],[3,4]) = 11 ✓", "dot([1,2],[3,4])", "11"),
        ("2/8 = 0.25, 6/8 = 0.75.", "[2/8, 6/8]", "[0.25, 0.75]"),
        ("e^1 = 2.718, e^3 = 20.09, so [2.718, 20.09].", "[e^1, e^3]", "[2.718, 20.09]"),
        ("raise both → 2.718, 20.09", None, "2.718, 20.09"),
        ("token 2 sees 1 and 2 → [0.5, 0.5, 0].", None, "[0.5, 0.5, 0]"),
        ("[0.5, 0.5]", None, "[0.5, 0.5]"),
        ("1 + 1 = 3", None, "3"),  # the page is wrong: the result is kept, no expression proposed
        ("the shared tag, never the padding 0.", None, None),
        ("", None, None),
        ("= = = =", None, None),
    ],
)  # fmt: skip
def test_a_check_line_is_read_as_far_as_it_is_arithmetic(text: str, answer: str | None, says: str | None) -> None:
    assert read_check_line(text) == CheckLine(answer, says)
