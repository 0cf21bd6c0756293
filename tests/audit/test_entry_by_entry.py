"""What is done to each number of a row in brackets, rows with their products, and rows told by what is seen."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.test_runs import verdicts, wrong

RELU = "ReLU: [−0.031 -> 0.000, 1.145 -> 1.145, 1.829 -> 1.829]\n"
EXP = "exp of each (0 → 1.000; 1 → 2.718; 2 → 7.389)\n"
SIGMOID = "- sigmoid, entry by entry: {0 ⇒ 0.500, 2 ⇒ 0.881, −2 ⇒ 0.119}\n"
ROWS = (
    "h = [0.000, 0.465, 0.200, 1.587]\n"
    "row1=[0,1,0,0]: 0.465    row2=[0,0,1,0]: 0.200    row3=[0,0,0,1]: 1.587    row4=[1,0,0,0]: 0.000\n"
)
ROWS_BY_ARROW = "x = [2, 5, 1.5]\n[1, 0, 2] → 5.0, [0, 3, 0] → 15.0; [1, 1, 4] → 13.0\n"
NOTHING = "stick = [2, 1, 1, 0]\nrow 1 = [1, 0, 0, 0] → 1·2 + 0·1 + 0·1 + 0·0 = 2\nrow 2 = [0, 0, 0, 0] → 0\n"
SEEN = "equal scores\nword 1 sees {1} -> shares [1.000, 0, 0]\nword 2 sees {1,2} -> shares [0.500, 0.500, 0]\n"
SEEN_IN_WORDS = (
    "Token 2 sees tokens 1 and 2, not 3 → [0.5, 0.5, 0].\nPosition 3 attends to 1, 2 and 3 = [0.333, 0.333, 0.333]\n"
)
SEEN_SCORES = "scores = [2, 1, 5, 3]\nplace 1 looks at positions 0 and 1: [0.731, 0.269, 0, 0]\n"


@pytest.mark.parametrize(
    ("page", "claims"),
    [
        (RELU, ["0.000", "1.145", "1.829"]),
        (EXP, ["1.000", "2.718", "7.389"]),
        (SIGMOID, ["0.500", "0.881", "0.119"]),
        (ROWS, ["0.465", "0.200", "1.587", "0.000"]),
        (ROWS_BY_ARROW, ["5.0", "15.0", "13.0"]),
        (NOTHING, ["2", "0"]),
        (SEEN, ["[1.000, 0, 0]", "[0.500, 0.500, 0]"]),
        (SEEN_IN_WORDS, ["[0.5, 0.5, 0]", "[0.333, 0.333, 0.333]"]),
        (SEEN_SCORES, ["[0.731, 0.269, 0, 0]"]),
    ],
)
def test_each_is_a_claim(page: str, claims: list[str]) -> None:
    found = verdicts(page)
    assert [printed for _, printed, _ in found] == claims
    assert ClaimVerdict.WRONG not in {verdict for _, _, verdict in found}
    assert ClaimVerdict.RIGHT in {verdict for _, _, verdict in found} or len(found) == 1


@pytest.mark.parametrize(
    ("page", "right", "printed", "line"),
    [
        (RELU, "-> 1.145", "-> 1.185", 1),
        (EXP, "7.389", "7.889", 1),
        (SIGMOID, "0.881", "0.871", 1),
        (ROWS, ": 0.200", ": 0.800", 2),
        (ROWS, ": 0.465", ": 0.645", 2),
        (ROWS_BY_ARROW, "15.0", "16.0", 2),
        (SEEN, "[0.500, 0.500, 0]", "[0.500, 0.400, 0]", 3),
        (SEEN_IN_WORDS, "[0.333, 0.333, 0.333]", "[0.333, 0.333, 0.133]", 2),
    ],
)
def test_the_one_that_is_changed_is_found(page: str, right: str, printed: str, line: int) -> None:
    assert [place for place, _ in wrong(page.replace(right, printed))] == [line]


@pytest.mark.parametrize(
    "page",
    [
        "ReLU in two sizes [128 -> 64, 64 -> 10] of the net\n",
        "h = [1, 2, 3]\nsee rows: [1, 1, 1]: 34    [2, 0, 0]: 57\n",
        "x = [2, 5]\n[3, 1] → 40 steps; [4, 9] → 12\n",
        "Token 2 sees tokens 1 and 2 → [0.731, 0.269, 0].\nShe sees 3 of them: [12, 14, 19]\n",
        "We see 1 and 2 in [8, 9, 7, 4].\n",
    ],
)
def test_what_is_alike_is_never_wrong(page: str) -> None:
    assert wrong(page) == []
