"""Every form of LaTeX: what it is read as alone and on a page, and how a form that is not read is refused."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.notation.errors import NotationError
from katatx.notation.latex import formula_text, tokens_of
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression

FORMS = {
    # fractions and roots
    r"\mathbf{[1, 2]}": "[1, 2]",
    r"x^{*}": "x_star",
    # signs and commands of layout
    r"[\quad 1, 2 \quad]": "[1, 2]",
    r"\left. 2 \right.": "2",
    # groups, wrappers, skipped
    r"2 \tag{1}": "2",
    r"2 \hspace{1cm} + 1": "2 + 1",
    # names
    r"d_\text{model}": "d_model",
    r"\|x\|_2": "norm(x)",
    r"z^{(1)} \cdot 2": "z⁽¹⁾·2",
    r"\mathbf{3} + \mathbf 4": "3 + 4",
    r"\mathrm{} 2": "2",
    r"[1 \text{ and } 2]": "[1, 2]",
    r"[1 \text{, and } 2]": "[1, 2]",
    r"x_\mathrm k": "x_k",
    # functions
    r"\ln 2x": "ln(2·x)",
    r"\ln -2": "ln(-2)",
    r"\arg\max(x)": "argmax(x)",
    r"(1 2) \cdot 3": "[1, 2]·3",  # as by pencil
    # matrices
    r"\begin{array}{cc} 1 & 2 \\ 3 & 4 \end{array}": "[[1, 2], [3, 4]]",
    r"[3, \begin{bmatrix} 1 & 2 \end{bmatrix}]": "[3, [1, 2]]",
    r"\begin{bmatrix} 1 & 2 \\[2pt] 3 & 4 \end{bmatrix}": "[[1, 2], [3, 4]]",
}  # fmt: skip


def test_latex_is_read_as_its_standard_spelling() -> None:
    for text, spelling in FORMS.items():
        written = write_expression(read_expression(text))
        assert unicodedata.normalize("NFC", written) == unicodedata.normalize("NFC", spelling), text


TOKENS = {
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}": "a = b ; c = d",
    r"\begin{bmatrix} 1 \quad & 2 \\ \end{bmatrix} \\ 3": "[ 1 , 2 ] ; 3",
    r"(1, \quad 2 \quad)": "( 1 , 2 )",
}  # fmt: skip


@pytest.mark.parametrize("text", TOKENS)
def test_latex_becomes_these_plain_tokens(text: str) -> None:
    (*tokens, _), _ = tokens_of(text)
    assert " ".join(token.text for token in tokens) == TOKENS[text]


REFUSED = [
    (r"\foo 2", 1, r'"\foo" is a LaTeX command that cannot be read here; write the line without it'),
    (r"2 + \foo", 5, '"\\foo" is a LaTeX command that cannot be read here; write the line without it'),
    (r"\frac{1}", 9, "the last LaTeX command has nothing to work on; write that after it in braces, as in \\sqrt{2}"),
    (r"\sqrt", 6, "the last LaTeX command has nothing to work on; write that after it in braces, as in \\sqrt{2}"),
    (r"2 \cdot {3", 9, 'this "{" is never closed; add a "}" where its part ends'),
    (r"x_{3", 3, 'this "{" is never closed; add a "}" where its part ends'),
    (r"x^{3", 3, 'this "{" is never closed; add a "}" where its part ends'),
    (r"2_{3}", 2, "there is no name before the small index; write one, as in x_1"),
    (r"2 \cdot \hat{a b}", 9, r'"\hat" stands over more than one name; write it over a single name'),
    (r"\hat{2}", 1, '"\\hat" stands over more than one name; write it over a single name'),
    (r"2 + \text{log softmax}", 5, '"log softmax" is words, not arithmetic; leave it out'),
    (r"\text{3 4}", 1, '"3 4" is words, not arithmetic; leave it out'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "message"), REFUSED)
def test_latex_that_is_not_read_is_refused_where_it_goes_wrong(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_expression(text)
    assert message in caught.value.problem
    assert caught.value.column == column


def test_braces_nest_fifty_deep_and_no_more() -> None:
    tokens_of(r"\cdot" + "{" * 50 + "1" + "}" * 50)
    with pytest.raises(NotationError, match="more than 50 LaTeX groups inside one another; write the line in parts"):
        tokens_of(r"\cdot" + "{" * 51 + "1" + "}" * 51)
    tokens_of(r"\cdot" + "{1}" * 300)


def test_a_subscript_ends_a_name() -> None:
    for text, ends in ((r"\cdot x_{12}", 13), (r"\cdot x_3", 10), (r"\cdot x_\alpha", 15)):
        assert tokens_of(text)[0][1].end == ends


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (r"\frac{6}{2} \cdot 3 = 9", "6/2·3 = 9"),
        (r"6/\frac{1}{2} + \frac{1}{2}(3 + 5)", "6/(1/2) + 1/2·(3 + 5)"),
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
