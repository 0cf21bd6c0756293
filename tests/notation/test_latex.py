"""Every form of LaTeX: what it is read as alone and on a page, and how a form that is not read is refused."""

from __future__ import annotations

import unicodedata

import pytest

from katatx.notation.errors import NotationError
from katatx.notation.latex import formula_text, tokens_of
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression

FORMS = {
    # fractions and roots
    r"\mathbf{[1, 2]}": "[1, 2]",
    r"x^{*}_1": "x_1_star",
    r"2^3\frac{1}{2} + e^{x}(1 - y)": "2^3·(1 / 2) + e^x·(1 - y)",
    r"\mathbf w^Tx": "wᵀ·x",
    # signs and commands of layout
    r"[\quad 1, 2 \quad]": "[1, 2]",
    r"\left. 2 \right.": "2",
    # groups, wrappers, skipped
    r"2 \hspace{1cm} + 1 \tag{1}": "2 + 1",
    # names
    r"d_\text{model}": "d_model",
    r"\|x\|_2": "norm(x)",
    r"z^{(1)} \cdot 2": "z⁽¹⁾·2",
    r"\mathbf{3} + \mathbf 4": "3 + 4",
    r"\mathrm{} 2": "2",
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


def test_a_formula_of_a_page_is_read_as_far_as_it_goes() -> None:
    assert formula_text("\\frac" + "{" * 999).text == "/"
    assert formula_text(r"\foo{2} + 1" + "\n" + r"= \sqrt").text == "foo·2 + 1 = √"


REFUSED = [
    (r"\foo 2", 1, r'"\foo" is a LaTeX command that cannot be read here; write the line without it'),
    (r"2 + \foo", 5, '"\\foo" is a LaTeX command that cannot be read here; write the line without it'),
    (r"\frac{1}", 9, "a LaTeX command has nothing to work on"),
    (r"\sqrt", 6, "a LaTeX command has nothing to work on"),
    (r"2 \cdot {3", 11, "a brace is never closed"),
    (r"x_{3", 5, "a brace is never closed"),
    (r"x^{3", 5, "a brace is never closed"),
    (r"2_{3}", 2, 'found "…"'),
    (r"2 \cdot \hat{a b}", 9, 'found "…"'),
    (r"\hat{2}", 1, 'found "…"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "message"), REFUSED)
def test_latex_that_is_not_read_is_refused_where_it_goes_wrong(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_expression(text)
    assert message in caught.value.problem
    assert caught.value.column == column
