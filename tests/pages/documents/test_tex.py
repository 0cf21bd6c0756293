"""TeX formulas in pencil notation."""

from __future__ import annotations

import pytest

from katatx.pages.documents.formulas import read_plain
from katatx.pages.documents.tex import write_formula


def pencil(formula: str) -> str:
    return write_formula(formula, 0, len(formula)).text


def plain(text: str) -> list[str]:
    return [line.text for line in read_plain(text)]


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (r"\frac{6}{2} \cdot 3 = 9", "6/2 · 3 = 9"),
        (r"\tfrac{a+b}{c}", "(a+b)/c"),
        (r"\frac12 + \frac34", "1/2 + 3/4"),
        (r"6/\frac{1}{2}", "6/(1/2)"),
        (r"\frac{1}{2}(3 + 5)", "(1/2)(3 + 5)"),
        (r"2\frac{3}{4}", "2 3/4"),
        (r"\sqrt{2} \approx 1.414", "√2 ≈ 1.414"),
        (r"\sqrt{9 + 16} = 5", "√(9 + 16) = 5"),
        (r"2 \times 3 \ast 4 \div 6", "2 · 3 · 4 ÷ 6"),
        (r"\left(1 + 2\right)\bigl[3\bigr]", "(1 + 2)[3]"),
        (r"x^{T} y^\top Q^{\mathsf T} K^{\mathsf{T}}", "xᵀ yᵀ Qᵀ Kᵀ"),
        (r"x^2 + e^{-1} + 2^{10} + x^{a+b} + h^{(1)}", "x^2 + e^(-1) + 2^10 + x^(a+b) + h_layer1"),
        (r"x^{2}3", "x^(2)3"),
        (r"x_{i} + x_{ij} + x_1 + W_Q", "x_i + x_ij + x_1 + W_Q"),
        (r"x_{i+1} - x_{i-1}", "x_iplus1 - x_iminus1"),
        (r"\sum_{i=1}^{3} x_i", "Σ_(i=1)^3 x_i"),
        (r"\text{sum of both} = \mathrm{ReLU}(3) = \operatorname{max}(0, 3)", "sum of both = ReLU(3) = max(0, 3)"),
        (r"\exp(1) + \log 2 + \ln 3 + \sin x + \max(1, 2)", "exp(1) + log 2 + ln 3 + sin x + max(1, 2)"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "[1, 2; 3, 4]"),
        ("\\begin{bmatrix}\n1 & 0 \\\\\n0 & 1\n\\end{bmatrix}", "[1, 0; 0, 1]"),
        (r"\begin{aligned} a &= 1 + 2 \\ &= 3 \\[2pt] b &= 4 \end{aligned}", "a = 1 + 2\n= 3\nb = 4"),
        (r"\hat{y}_1 = \bar x + \tilde{x}", "y_hat_1 = x_bar + x_tilde"),
        (r"1{,}000", "1,000"),
        (r"12\,288", "12288"),
        (r"\alpha\beta = 2\pi r", "α β = 2π r"),
        (r"\underbrace{1+2}_{\text{sum}} = 3", "1+2 = 3"),
        (r"a = 1 \tag{3}", "a = 1 "),
        ("a = 1 + 2\n= 3\nb = 5", "a = 1 + 2 = 3\nb = 5"),
    ],
)
def test_a_formula_reads_as_by_pencil(formula: str, written: str) -> None:
    assert pencil(formula) == written


@pytest.mark.parametrize(
    "formula", ["\\", "x^", "x_", "{", "}", "&", "\\frac", "\\frac{1}{", "\\begin{bmatrix", "\\end", "\\sqrt[", "^{_{"]
)
def test_a_formula_left_unfinished_is_read_as_far_as_it_goes(formula: str) -> None:
    pencil(formula)
    pencil(f"2 {formula} 3")


def test_each_character_knows_its_place() -> None:
    formula = r"\frac{6}{2} \cdot e^{-1}"
    pieces = write_formula(formula, 0, len(formula), base=100)
    assert pieces.text == "6/2 · e^(-1)"
    assert list(pieces.offsets) == [106, 100, 109, 111, 112, 117, 118, 119, 119, 121, 122, 119]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("it costs $5 and $6 today", "it costs $5 and $6 today"),
        ("from $5-$6 to US$7$", "from $5-$6 to US$7$"),
        ("so $x^{2}$ is 4", "so x^2 is 4"),
        ("10$^{-3}$", "10^(-3)"),
        (r"so \(\frac{1}{2}\) is", "so 1/2 is"),
        (r"\$5 and \$6", r"\$5 and \$6"),
    ],
)
def test_only_a_dollar_that_opens_and_closes_is_mathematics(text: str, read: str) -> None:
    assert plain(text) == [read]
