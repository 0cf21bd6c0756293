"""Formulas of pages as pencil text: read as far as they go, each character with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.notation.latex import formula_text


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (r"\frac{6}{2} \cdot 3 = 9", "6/2·3 = 9"),
        (r"6/\frac{1}{2} + \frac{1}{2}(3 + 5)", "6/(1/2) + (1/2)·(3 + 5)"),
        (r"2\frac{3}{4}", "2 3/4"),
        (r"\left(1 + 2\right) -3", "(1 + 2) - 3"),
        (r"x^{2}3 + 2^10", "x^2 3 + 2^10"),
        (r"\sum_{i=1}^{3} x_i + e^L", "Σ·x_i + e^L"),
        (r"\text{sum of both} = \mathrm{ReLU}(3) = 3 \text{ ms}", "sum of both = ReLU(3) = 3 ms"),
        ("\\begin{bmatrix}\n1 & 0 \\\\\n0 & 1\n\\end{bmatrix}", "[1, 0; 0, 1]"),
        (r"\begin{aligned} a &= 1 + 2 \\ \\ &= 3 \\[2pt] b &= 4 \end{aligned}", "a = 1 + 2 = 3\nb = 4"),
        ("a = 1 + 2\n= 3\nb = 5", "a = 1 + 2 = 3\nb = 5"),
        (r"1{,}000 + 12\,288", "1,000 + 12288"),
        (r"0.1\overline{6}", "0.1…"),
        (r"\underbrace{1+2}_{\text{sum}} = \boxed{3} \tag{3}", "1 + 2 = 3"),
        (r"\bar{f}(\hat{x}) + \nabla f(x)", "f̄(x̂) + ∇f(x)"),
        (r"\begin{cases} 1 & x > 0 \\ 0 & x \le 0 \end{cases}", "1, x > 0\n0, x ≤ 0"),
        (r"\foo{x} \bar y", "foo·x·ȳ"),
    ],
)
def test_a_formula_reads_as_by_pencil(formula: str, written: str) -> None:
    assert formula_text(formula).text == written


def test_each_character_knows_its_place() -> None:
    formula = r"\frac{6}{2} \cdot e^{-1}"
    plain = formula_text(formula)
    assert plain.text == "6/2·e^(-1)"
    assert [formula[start:end] for start, end in plain.places or ()][:5] == ["6", "\\frac", "2", "\\cdot", "e"]


_PARTS = (
    "\\ x ^ _ { } & \\frac \\begin{bmatrix} \\end{bmatrix} \\begin{array}{ \\sqrt[ [ ] ( ) \\text{ \\hat \\left. \\ln 2 12 "
    ", \\\\ \\\\[2pt] \\over \\nabla \\arg\\max \\color{ \\quad ' $ ~ \\foo = - . \\sum_ \\mathbf{ \\underbrace{ % "
)


@given(st.lists(st.sampled_from([*_PARTS.split(), " ", "\n", "\n\n", "\0"]), max_size=30).map("".join))
def test_whatever_stands_there_is_read_as_far_as_it_goes(formula: str) -> None:
    plain = formula_text(formula)
    assert len(plain.text) == len(plain.places or ())
    assert all(0 <= start <= end <= len(formula) for start, end in plain.places or ())
