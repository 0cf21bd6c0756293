"""Notation with more than one meaning: right in one of them is not wrong, and wrong in all of them is."""

from __future__ import annotations

import numpy as np
import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited
from tests.audit.test_chains import RIGHT, softmax, told, wrong

# Right as it is meant, though another reading of it is not.
MEANT = [
    "(3 / 4) × 10^2 = 75",
    "2.5 / 5 × 10^6 = 500,000",
    "-0.25 log 0.25 - 0.75 log 0.75 = 0.811 bits",
    r"$H = -\frac{3}{7}\log\frac{3}{7} - \frac{4}{7}\log\frac{4}{7} = 0.985$",
    "-log(0.2) - log(0.1) = 0.699 + 1 = 1.699",
    "argmax([0.1, 0.7, 0.2]) = 2 (counting from 1)",
    "The prior is π = 0.3.",
    "e = 1.6 - 2 = -0.4; e^-1 = 0.368",
    r"errors: e = 0.05. Then $\frac{1}{1+e^{-0.3}} = 0.574$",
    "x = (3,4), so ||x||_2^2 = 25",
    "1½ + ½ = 2",
]

# A number with a letter behind it, which is a name of the page too.
UNITS = [
    "K = 3 clusters. 10K = 10,000 points.",
    "B = 32\n\nLlama 7B: ~13 GB",
    "x = 3. That is 10x ≈ 9.8 times faster",
    "Let h = 8 heads. 24h = 1440 min",
    "Let d = 64. In 2d ≈ 100 points are enough.",
    "3 days / 2 = 36 h",
]

# What stands beside a calculation and does not belong to it.
BESIDE = [
    "ln(2) = 0.693   ln(3) = 1.099",
    "A   sqrt(0.83^2 + 1.33^2) = 1.57      sqrt(3.33^2 + 4.67^2) = 5.74    1",
    "0.941 ± 1.96·0.0075 = 0.941 ± 0.015",
    "    1*1 + 2*0 + 0*(-1)\n  + 4*2 + 1*0 + 1*(-2)\n  + 0*1 + 2*0 + 5*(-1)\n  = 1 + 8 - 2 - 5\n  = 2",
    "width 4\n\n+ 3·4 = 12\n+ 2·4 = 8",
]


# More is done than is written, digits that nobody sees, or denied.
DOUBTED = [
    "| a | r | n |\n|---|---|---|\n| x | 3-0 | 3 |\n| y | 4-1 | 3 |\n| z | 2-1 | 3 |",
    "(2.721 - 2.718)/0.001 = 2.7196",
    "The variance is 100.67 - 10.03² = 0.0022",
    "distance: 2 - 10 = 8",
    "mean: 2 + 5 + 4 = 3.667",
    "If you forget the brackets you get 2 + 3·4 = 20 instead of 14",
    "2 + 2 = 5 should not be accepted",
    "x = 5\n\nx = 2·4\n\nx + 1 = 6",
    "A = [1, 2]\n\n## Part A\n\n[3, 4]\n\nA + [1, 1] = [2, 3]",
]


@pytest.mark.parametrize("text", [*MEANT, *UNITS, *BESIDE, *DOUBTED])
def test_right_in_one_meaning_is_not_wrong(text: str) -> None:
    assert wrong(text, "page.md") == []


# The same, with a result that no reading gives.
SLIPS = [
    ("(3 / 4) × 10^2 = 85", "85"),
    ("-0.25 log 0.25 - 0.75 log 0.75 = 0.911 bits", "0.911"),
    ("sqrt(4) = 2   sqrt(9) = 4", "4"),
    ("W = [0, 2; 1, 0]\n\n2W = [0, 4; 3, 0]", "[0, 4; 3, 0]"),
    ("4 exp + 4 sum + 4 div = ~32 ops", "32"),
    ("sum = 5. 4 exp + 4 sum + 4 div = ~32 ops", "32"),
    ("-[log(0.5) + log(0.25)] = 3.079", "3.079"),
    ("x = √(175/5) = √(135/5) = √35 = 5.916", "√(135/5)"),
    ("total: 2.718 + 54.598 = 57.613", "57.613"),
]


@pytest.mark.parametrize(("text", "slip"), SLIPS)
def test_wrong_in_every_meaning_is_wrong(text: str, slip: str) -> None:
    assert [printed for _, printed in wrong(text, "page.md")] == [slip]


Q, K, V = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 0.0], [0.0, 2.0]])
GRIDS = "Q = [[1, 0], [0, 1]], K = [[1, 2], [3, 4]], V = [[1, 0], [0, 2]].\n\n"
ATTENDED = softmax(Q @ K.T / np.sqrt(2)) @ V


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("softmax(Q Kᵀ / √2) V", ATTENDED),
        ("softmax(QKᵀ/√2)V", ATTENDED),
        (r"$\mathrm{softmax}\left(\frac{QK^T}{\sqrt{2}}\right)V$", ATTENDED),
        ("QKᵀV / 2", Q @ K.T @ V / 2),
    ],
)
def test_grids_side_by_side_are_multiplied_to_the_end_of_the_formula(formula: str, value: np.ndarray) -> None:
    printed = [[f"{number:.3f}" for number in row] for row in value]
    shown = str(printed).replace("'", "")
    assert told(f"{GRIDS}{formula} = {shown}", "page.md") == [(3, shown, RIGHT)]
    wrong_one = shown.replace(printed[1][1], f"{value[1, 1] + 0.1:.3f}")
    assert wrong(f"{GRIDS}{formula} = {wrong_one}", "page.md") == [(3, wrong_one)]


@pytest.mark.parametrize(
    "text",
    [
        "(2) V = [[1, 0], [0, 2]]",
        "Step (1/2) V = [[1, 0], [0, 2]]",
        "max(1, 2) V = [[1, 0], [0, 2]]",
        "The QV pair: 3 + 4 = 7.",
        "KV + 1 = [[4, 1], [1, 3]]",
    ],
)
def test_a_label_before_a_grid_is_no_factor(text: str) -> None:
    assert wrong(GRIDS + text, "page.md") == []


def test_a_dot_product_in_words_is_one_of_two_rows() -> None:
    """3·4 is 12, the product of one row alone."""
    right = audited("The dot product of (1, 2) and (3, 4) is 11.\n").claims[-1]
    other = audited("The dot product of (1, 2) and (3, 4) is 12.\n").claims[-1]
    assert (right.printed, right.verdict) == ("11", ClaimVerdict.RIGHT)
    assert (other.printed, other.verdict) == ("12", ClaimVerdict.UNCHECKED)
