"""Formulas in TeX and in plain signs, names that a formula defined, and what a sentence says of the results before it."""

from __future__ import annotations

import pytest

from katatx.audit.auditing import audit_page
from katatx.audit.findings import Claim, ClaimVerdict
from tests.audit.planting import read_text


def claims(text: str) -> list[Claim]:
    return list(audit_page(read_text("page.md", text)).claims)


def verdicts(text: str) -> dict[str, ClaimVerdict]:
    return {claim.printed: claim.verdict for claim in claims(text)}


# A page, the result at stake, and a wrong one in its place.
PAGES = {
    "sum over an index": ("x = (1, 2, 6)\n\n$$\\mu = \\frac{1}{3}\\sum_i x_i = 3.000$$", "3.000", "3.100"),
    "sum with bounds": ("x = (1, 2, 6)\n\nS = Σ_{i=1}^{3} x_i^2 = 41.00", "41.00", "47.00"),
    "sum in Unicode": ("w = (0.5, 2, 1)\nx = (2, 3, 4)\n\ns = Σᵢ wᵢ·xᵢ = 11.00", "11.00", "11.50"),
    "as many as there are": ("x = (1, 2, 6)\n\n$m = \\frac{1}{n}\\sum_{i=1}^{n} x_i = 3.000$", "3.000", "5.000"),
    "of the index": ("S = Σ_{k=1}^{4} k^2 = 30.0", "30.0", "36.0"),
    "length": ("v = (3, 4)\n\n$\\lVert \\mathbf{v} \\rVert = 5.000$", "5.000", "5.100"),
    "length in bars": ("v = (3, 4)\n\n||v||^2 = 25.00", "25.00", "24.00"),
    "without the sign": ("a = 1.25\nb = 3.5\n\n|a - b| = 2.250", "2.250", "2.750"),
    "primes": ("x = (1, 2)\np = (0.5, 0.25)\n\n$\\mathbf{x}' = \\mathbf{x} + \\mathbf{p} = (1.5, 2.25)$\n\nx′ - p = (1.00, 2.00)",
               "(1.00, 2.00)", "(1.00, 2.50)"),
    "hats": ("$\\hat{y} = 0.25 + 0.5 = 0.75$\n\n1 - ŷ = 0.250", "0.250", "0.350"),
    "Greek": ("alpha = 0.5\n\n$4 \\alpha = 2.000$", "2.000", "2.100"),
    "matrix behind a name": ("h = (1, 2)\n\n$h \\begin{bmatrix} 1 & 0 \\\\ 3 & 1 \\end{bmatrix} = (7.00, 2.00)$",
                             "(7.00, 2.00)", "(7.00, 3.00)"),
    "number before a row": ("$0.5 \\begin{bmatrix} 2 & 6 \\end{bmatrix} + 2 \\begin{bmatrix} 1 & 0 \\end{bmatrix} = (3.00, 3.00)$",
                            "(3.00, 3.00)", "(3.00, 3.50)"),
    "a name of the same line": ("W = [1, 2; 3, 4], x = [1, 1], q = x W = [4.00, 6.00]", "[4.00, 6.00]", "[4.00, 6.50]"),
    "row of a grid": ("K = [1, 2; 3, 4]\n\nq = [1, 1]\n\nq·k_2 = 7.00", "7.00", "7.50"),
    "said further on": ("p = (0.2, 0.5, 0.3)\n\np - y = (0.2, -0.5, 0.3) with y = (0, 1, 0)", "(0.2, -0.5, 0.3)", "(0.2, -0.7, 0.3)"),
    "slopes": ("$\\frac{\\partial L}{\\partial w} = 0.5 \\cdot 0.3 = 0.15$\n\n2·dL/dw = 0.300", "0.300", "0.350"),
    "measures": ("2·5898240 = 11796480 bytes\n\nThat is 11,796,480 bytes, or 11.25 MiB.", "11.25", "11.75"),
    "fourth root": ("1/0.01 = 100.0, whose fourth root is 3.162.", "3.162", "3.762"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_what_is_right_is_checked(name: str) -> None:
    page, result, _ = PAGES[name]
    found = verdicts(page)
    assert found[result] is ClaimVerdict.RIGHT
    assert set(found.values()) == {ClaimVerdict.RIGHT}


@pytest.mark.parametrize("name", PAGES)
def test_a_wrong_result_is_found_and_nothing_else(name: str) -> None:
    page, result, other = PAGES[name]
    made = page.replace(result, other)
    assert [claim.printed for claim in claims(made) if claim.verdict is ClaimVerdict.WRONG] == [other]


# Where a sentence says less, what it means is seen where it is right; another number is no slip of it.
SAID = {
    "tax": ("3·26 = 78\n\nWith 19% tax: 92.82 EUR.", "92.82"),
    "from and to": ("It goes from 0.0077 to 0.1905, a change of 0.1828.", "0.1828"),
    "so many of them": ("One block has 262144 + 524288 = 786,432 and six blocks have 4,718,592.", "4,718,592"),
    "apart": ("0.5·0.8 = 0.4000\n\nagainst 0.4003 from the rule: they are 0.0003 apart.", "0.0003"),
    "percent of": ("1.151 - 0.998 = 0.153, which is 13.3% of the old loss.", "13.3%"),
    "again in percent": ("34 / 170 = 0.200 of them, i.e. 20.0%.", "20.0%"),
    "fell by": ("0.0926 - 0.0524 = 0.0402, so it fell by 43.4%.", "43.4%"),
    "times the smaller": ("a = softmax([1, 0]) = [0.731, 0.269]. The bigger is 2.72 times the smaller.", "2.72"),
    "at a rate": ("144000 / 3600 = 40 h. At 6.5 kW this is 260 kWh.", "260"),
    "what is left": ('σ(-0.18) = 0.455, of "no" 0.545.', "0.545"),
    "root of that": ("(1 + 4 + 4)/4 = 2.25, and the root of that, 1.50, is the spread.", "1.50"),
    "layers": ("12·4096 = 49152; 6 layers => 294912", "294912"),
    "right answer": ("p = softmax([0, 0]) = (0.5, 0.5)\n\np - y = (0.5, -0.5)", "(0.5, -0.5)"),
    "results side by side": ("sin(0) = 0.00, cos(0) = 1.00\n\nx = (2, 3)\n\nx + p = (2.00, 4.00)", "(2.00, 4.00)"),
    "the row of a sum": ("μ = (1/3) Σ_i u_i = (1 + 2 + 6)/3 = 3\n\nu - μ = (-2, -1, 3)", "(-2, -1, 3)"),
    "one step more": ("x = 2\nw = 0.5\n\nz = w·x = 1\n\nw = 0.75\n\nz = 1.50", "1.50"),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_what_a_sentence_means_is_seen(name: str) -> None:
    page, result = SAID[name]
    assert verdicts(page)[result] in (ClaimVerdict.RIGHT, ClaimVerdict.UNCHECKED)


@pytest.mark.parametrize("name", SAID)
def test_what_a_sentence_may_mean_is_not_wrong(name: str) -> None:
    page, result = SAID[name]
    assert (
        ClaimVerdict.WRONG
        not in verdicts(page.replace(result, "7" * len(result) if result[0] != "(" else "(9, 9)")).values()
    )


ALIKE = (
    "We trained for 3 days on 8 cards; the loss fell from 2.31 to 1.87 in 12 epochs.",
    "The two matrices | 1 | and | 2 | stand on a page, and P(a|b) = 0.3, P(b|a) = 0.5.",
    "It's 3 o'clock, don't say 'x' = 3; the dogs' food costs 5.",
    "512 / 8 = 64. With 10% dropout we got 71.5, without it 68.2, and the difference is 3.4 points.",
    "In 2024 it was 19% tax, in 2025 it was 21%. Our 6 layers have 8 heads each.",
    "x = (1, 2, 3). x_1 = 7 is another thing.",
    "2·3 = 6. The weights add to 3. Step 4 of 12, 31% done.",
    "a = 0.5\n\nb = 0.25\n\nthe read-out vector is u = (1, -1)",
    "Σ over all words is 12, and Σ = 3.",
)  # fmt: skip


@pytest.mark.parametrize("page", ALIKE)
def test_what_only_looks_alike_is_not_wrong(page: str) -> None:
    assert ClaimVerdict.WRONG not in verdicts(page).values()
