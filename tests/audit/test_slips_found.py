"""Slips that a looser reading would pass: of exact numbers, of units, of ratios, of short cells; twins that are honest."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import wrong


@pytest.mark.parametrize(
    ("page", "right", "planted", "name"),
    [
        # A literal of one or two figures that stands nowhere above is what it says.
        ("0.001·5 = {}\n", "0.005", "0.007", "page.txt"),
        ("0.012·100 = {}\n", "1.2", "1.24", "page.txt"),
        # A result that came out exactly, and was not rounded.
        ("1.5·1.5 = 2.25\n\n2.25 - 3.5 = -1.25\n\n(2.25 - 1.25) / 8 = {}\n", "0.125", "0.127", "page.txt"),
        # Lines are rounded to as many places as they have.
        ("tanh(1.1) = {} = 0.8005\n", "(9.0250 - 1) / (9.0250 + 1)", "(9.0150 - 1) / (9.0250 + 1)", "page.txt"),
        ("odds: 0.4 : 0.1 = {}\n", "4 : 1", "4 : 3", "page.txt"),
        ("3 cards, 2 x 32 GB + 1 x 16 GB = {} GB\n", "80", "50", "page.txt"),
        ("4 GPUs × 6 h → {} GPU-h\n", "24", "34", "page.txt"),
        ("a = [2.5, 0]\n\nb = [0.5, 1]\n\nc = [0, 6]\n\nd = [1, 3]\n\nadd the three: {}\n", "[1.5, 10]", "[4, 10]", "page.txt"),
        # Two cells that changed places, in a row and in a grid.
        ("| x | x² | x³ |\n|--:|--:|--:|\n| 11 | {} |\n| 12 | 144 | 1728 |\n| 13 | 169 | 2197 |\n", "121 | 1331", "1331 | 121", "page.md"),
        # A total that nothing but its column tells, and a calculation that stands beside its result.
        ("| share | of | value |\n|---|---|--:|\n| red | 3 / 8 | {} |\n| blue | 1 / 4 | 0.25 |\n| grey | 5 / 7 | 0.71 |\n", "0.38", "0.98", "page.md"),
        ("    place     1      2      3    sum\n    loss  0.742  1.310  2.075  4.127\n    m         1      1      0      {}\n    kept  0.742  1.310      0  2.052\n", "2", "7", "page.txt"),
        ("    place     1      2      3     sum\n    loss  0.742  1.310  2.075  {}\n    m         1      1      0       2\n    kept  0.742  1.310      0   2.052\n", "4.127", "-4.127", "page.txt"),
        ("| n | a | b | product |\n|---|--:|--:|--:|\n| 1 | 0.3 | 5 | 1.5 |\n| 2 | -0.1 | 2 | {} |\n| 3 | 0.5 | 8 | 4.0 |\n| 4 | 0.4 | 3 | 1.2 |\n", "-0.2", "-0.0", "page.md"),
        # Two neighbouring digits in the other order: 12.4 + 18.9 + 14.6 = 45.9; 1.44 + 6.25 + 3.61 = 11.30.
        ("The three took 12.4, 18.9 and 14.6 minutes.\n\ntotal: {}\n", "45.9", "54.9", "page.txt"),
        ("squares: [1.44, 6.25, 3.61]\nThe squares total {}.\n", "11.30", "13.10", "page.txt"),
        ("| hall | visits | per day |\n|---|--:|--:|\n| a | 413 | 59 |\n| b | 826 | 118 |\n| c | 511 | 73 |\n| total | 1750 | {} |\n", "250", "520", "page.md"),
    ],
)  # fmt: skip
def test_a_slip_is_found(page: str, right: str, planted: str, name: str) -> None:
    assert wrong(page.format(right), name) == []
    assert len(wrong(page.format(planted), name)) == 1


@pytest.mark.parametrize(
    "page",
    [
        # 0.0860 stands for 0.08595 to 0.08605: its logarithm may be 2.4537.
        "The loss is now -ln 0.0860 = 2.4537.\n",
        "2 + 5 = 7, so it is 28 percent.\n\nPeak 0.6, warm-up 400 steps, cosine down to 0.06 at step 2000.\n",
        "2·3 + 1 = 7\n\n3·3 - 4 = 5\n\n8 / 2 = 4\n\nsorted side by side: [4, 5, 7]\n",
        "3 files × 2 GB → 20 GB free\n",
        # Another rate, of the same few digits.
        "lr = 0.1, and 0.01 was too small\n\nmean of 4.5 and 5.5: 5\n\nlast year's: 4.5\n",
        # Measured beside each other, and by chance nearly in proportion.
        "| batch | forward | backward |\n|--:|--:|--:|\n| 8 | 9.1 | 17.9 |\n| 16 | 16.4 | 33.0 |\n| 32 | 31.2 | 62.7 |\n",
        # Another figure than the sum in one row of the last column: the largest, the mean.
        "     a     b     c    sum\n x  1.25  2.50  4.25  8.00\n y  3.75  1.50  2.25  7.50\n z  3     6     9     6\n",
        # One that no sum belongs to: so many of a kind for each of another.
        (
            "| day | Mo | Tu | We | total |\n|---|--:|--:|--:|--:|\n| geese | 130 | 150 | 120 | 400 |\n| visits | 40 | 50 | 60 | 150 |\n"
            "| geese per visit | 3.25 | 3 | 2 | 2.67 |\n"
        ),
        # A row of numbers that happen to count, with nothing named beside them.
        "item  1  2  3\nx     2  4  6\ny     3  5  9\n",
    ],
)
def test_what_may_be_meant_otherwise_is_not_called_wrong(page: str) -> None:
    assert wrong(page, "page.md" if page.startswith("|") else "page.txt") == []
