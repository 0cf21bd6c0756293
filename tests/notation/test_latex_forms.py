"""Every form of LaTeX: what it is read as, and how a form that is not read is refused."""

from __future__ import annotations

import unicodedata

import pytest

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.tokens import tokenize

FORMS = {
    # fractions and roots
    r"\frac{1}{2}": "1 / 2",
    r"\frac12": "1 / 2",
    r"\frac{a}b": "a / b",
    r"\dfrac{1}{2} + \tfrac{1}{2} + \cfrac{1}{2} + \nicefrac{1}{2}": "1 / 2 + 1 / 2 + 1 / 2 + 1 / 2",
    r"\frac{a + b}{2}": "(a + b) / 2",
    r"(1, 2) \cdot 3": "[1, 2]·3",
    r"(1; 2) \cdot 3": "[[1], [2]]·3",
    r"a \mathrm{and} b": "a·and·b",
    r"\mathrm{a/b}": "a / b",
    r"\mathbf{[1, 2]}": "[1, 2]",
    r"\alpha \beta": "α·β",
    r"2^{(1)}": "2^1",
    r"x^{(a + b)}": "x^(a + b)",
    r"(x)^{Q}": "x^Q",
    r"x^{Qk}": "x^Qk",
    r"x^{*}": "x_star",
    r"x^{2 T}": "x^(2·T)",
    r"x^{T + 1}": "x^(T + 1)",
    r"2\frac{a}{2}": "2·(a / 2)",
    r"{1 \over 2}": "1 / 2",
    r"{a + b \over c + d} + 1": "(a + b) / (c + d) + 1",
    r"\sqrt{4}": "√4",
    r"\sqrt 4": "√4",
    r"\sqrt{a + b}": "√(a + b)",
    r"\sqrt[3]{8}": "8^(1 / 3)",
    r"\sqrt[n]{8}": "8^(1 / n)",
    r"\sqrt[3]{8} + 1": "8^(1 / 3) + 1",
    # signs and commands of layout
    r"2 \cdot 3 \times 4": "2·3·4",
    r"6 \div 3": "6 / 3",
    r"a \odot b": "a⊙b",
    r"\infty": "∞",
    r"\lVert x \rVert": "norm(x)",
    r"\| x \|": "norm(x)",
    r"\lvert x \rvert": "|x|",
    r"\langle a, b \rangle": "a·b",
    r"\lfloor 2.5 \rfloor + \lceil 2.5 \rceil": "floor(2.5) + ceil(2.5)",
    r"7 \bmod 3": "mod(7, 3)",
    r"50\%": "50%",
    r"[1 \quad 2]": "[1, 2]",
    r"[1, \quad 2]": "[1, 2]",
    r"[1 \quad, 2]": "[1, 2]",
    r"[\quad 1, 2 \quad]": "[1, 2]",
    r"2 \quad": "2",
    r"\left( 1 + 2 \right) \cdot 3": "(1 + 2)·3",
    r"\left. 2 \right.": "2",
    r"2 \, x \; y": "2·x·y",
    r"\displaystyle 2": "2",
    r"\{1 + 2\} x": "(1 + 2)·x",
    r"2[1 + 3x] \cdot 1": "2·(1 + 3·x)·1",
    r"\cdot".join("23"): "2·3",
    r"$2 \cdot 3$": "2·3",
    r"\(2 \cdot 3\)": "2·3",
    # groups, wrappers, skipped
    r"2^{3}": "2^3",
    r"2^{a + b}": "2^(a + b)",
    r"2^10 \cdot x": "2^10·x",
    r"{2}{3} \cdot 1": "2·3·1",
    r"\boxed{3} + 1": "3 + 1",
    r"2 \tag{1}": "2",
    r"2 \hspace{1cm} + 1": "2 + 1",
    r"2 \label x": "2·x",
    # names
    r"W_Q \cdot x_{i}": "W_Q·x_i",
    r"x_{1}": "x_1",
    r"x_1 \cdot 2": "x_1·2",
    r"x_{i+1}": "x_i₊1",
    r"x_{i-1}": "x_i₋1",
    r"x_{i,j}": "x_i_j",
    r"d_{\text{model}}": "d_model",
    r"d_\text{model}": "d_model",
    r"d_{\mathrm{k}}": "d_k",
    r"x_{\alpha}": "x_α",
    r"x_\alpha": "x_α",
    r"\|x\|_2": "norm(x)",
    r"z^{(1)} \cdot 2": "z⁽¹⁾·2",
    r"z^{(l)}": "z⁽l⁾",
    r"W^Q \cdot 2": "W_Q·2",
    r"W^{Q}": "W_Q",
    r"x^* + \alpha": "x_star + α",
    r"x^{\top} y": "xᵀ·y",
    r"x^\top": "xᵀ",
    r"x^{T}": "xᵀ",
    r"x^{\mathsf{T}}": "xᵀ",
    r"A^\intercal": "Aᵀ",
    r"x^{q} \cdot 1": "x^q·1",
    r"2^{Q}": "2^Q",
    r"\alpha + \beta": "α + β",
    r"\pi r^{2}": "π·(r^2)",
    r"\partial L": "∂L",
    r"\partial \theta": "∂θ",
    r"\nabla \mathbf{L}": "∇L",
    r"\nabla \hat{y}": "∇ŷ",
    r"\hat{y}": "ŷ",
    r"\hat y + 1": "ŷ + 1",
    r"\bar{x} + \tilde{x}": "x̄ + x̃",
    r"\hat{\theta}": "θ̂",
    r"\mathbf{x}": "x",
    r"\mathbf x": "x",
    r"\mathbf{3} + \mathbf 4": "3 + 4",
    r"\mathbf{\theta} + \mathbf \mu": "θ + μ",
    r"\mathrm{} 2": "2",
    r"\mathrm{a + b}": "a + b",
    r"\mathrm{\frac{1}{2}}": "1 / 2",
    r"\text{softmax}(x)": "softmax(x)",
    r"\operatorname{foo}(x)": "foo(x)",
    r"\operatorname{foo} x": "foo(x)",
    r"\mathrm{foo} x": "foo·x",
    r"\text{log_softmax}(x)": "log_softmax(x)",
    r"[1 \text{ and } 2]": "[1, 2]",
    r"[1 \text{, and } 2]": "[1, 2]",
    r"\text{and}": "and",
    r"\text{3} + 1": "3 + 1",
    r"x_\mathrm k": "x_k",
    r"x_{\rm max}": "x_max",
    r"z^{(12)} \cdot 2": "z⁽¹²⁾·2",
    # functions
    r"\ln 2": "ln(2)",
    r"\ln 2x": "ln(2·x)",
    r"\exp(-1)": "exp(-1)",
    r"\ln{2} + 1": "ln(2) + 1",
    r"\ln -2": "ln(-2)",
    r"\tanh^2(x)": "tanh(x)^2",
    r"\tanh^{2}(x)": "tanh(x)^2",
    r"\arg\max(x)": "argmax(x)",
    r"\arg\min(x)": "argmin(x)",
    r"\max(1, 2)": "max(1, 2)",
    r"\ln \max(1, 2)": "ln(max(1, 2))",
    # matrices
    r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}": "[[1, 2], [3, 4]]",
    r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \\ \end{bmatrix}": "[[1, 2], [3, 4]]",
    r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}": "[[1], [2]]",
    r"\begin{bmatrix*} 1 & 2 \end{bmatrix*}": "[1, 2]",
    r"\begin{array}{cc} 1 & 2 \\ 3 & 4 \end{array}": "[[1, 2], [3, 4]]",
    r"\begin{array} 1 & 2 \end{array}": "[1, 2]",
    r"\begin{bmatrix}{1} & 2 \end{bmatrix}": "[1, 2]",
    r"[3, \begin{bmatrix} 1 & 2 \end{bmatrix}]": "[3, [1, 2]]",
    r"\begin{cases} 2 \end{cases} + \begin{bmatrix} 1 & 2 \end{bmatrix}": "2 + [1, 2]",
    r"\left[\begin{matrix} 1 & 2 \end{matrix}\right]": "[1, 2]",
    r"\left(\begin{matrix} 1 \\ 2 \end{matrix}\right) + 1": "[[1], [2]] + 1",
    r"[\begin{matrix} 1 & 2 \end{matrix}, 3]": "[[1, 2], 3]",
    r"\begin{bmatrix} [1, 2] & 3 \end{bmatrix}": "[[1, 2], 3]",
    r"\begin{bmatrix} 1 & 2 \\[2pt] 3 & 4 \end{bmatrix}": "[[1, 2], [3, 4]]",
    r"\begin{bmatrix} 1 \quad 2 \end{bmatrix} + x": "[1, 2] + x",
    r"\begin{aligned} 2 & + 3 \end{aligned}": "2 + 3",
    r"2\begin{bmatrix} 1 & 2 \end{bmatrix}": "2·[1, 2]",
    r"\begin{bmatrix} 1 & 2 \end{bmatrix}\begin{bmatrix} 3 \\ 4 \end{bmatrix}": "[1, 2]·[[3], [4]]",
}  # fmt: skip


@pytest.mark.parametrize("text", FORMS)
def test_latex_is_read_as_its_standard_spelling(text: str) -> None:
    written = write_expression(read_expression(text))
    assert unicodedata.normalize("NFC", written) == unicodedata.normalize("NFC", FORMS[text])


TOKENS = {
    r"a \\ b \cdot": "a ; b ·",
    r"a \\ = b \cdot": "a = b ·",
    r"a \\ & \approx b": "a ≈ b",
    r"a &= b \\ &= c \cdot": "a = b = c ·",
    r"\begin{aligned} a &= b \\ \end{aligned}": "a = b",
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}": "a = b ; c = d",
    r"\begin{cases} 1 \\ 2 \end{cases}": "1 ; 2",
    r"\begin{bmatrix} 1 \quad & 2 , \\ \end{bmatrix} \\ 3": "[ 1 , 2 ] ; 3",
    r"$5 \cdot": "$ 5 ·",
    r"$5$ \cdot": "5 ·",
    r"{ 2 }": "( 2 )",
    r"[1 \quad 2]": "[ 1 , 2 ]",
    r"(1, \quad 2 \quad)": "( 1 , 2 )",
    r"\frac{1}{2}": "( ( 1 ) / ( 2 ) )",
    r"\frac12": "( 1 / 2 )",
    r"{a \over b}": "( ( a ) / ( b ) )",
    r"\frac123": "( 1 / 2 ) 3",
}  # fmt: skip


@pytest.mark.parametrize("text", TOKENS)
def test_latex_becomes_these_plain_tokens(text: str) -> None:
    *tokens, end = tokenize(text)
    assert " ".join(token.text for token in tokens) == TOKENS[text]
    assert end.kind == "end"


REFUSED = [
    (r"\foo 2", 1, r'"\foo" is a LaTeX command that cannot be read here; write the line without it'),
    (r"2 + \foo", 5, '"\\foo" is a LaTeX command that cannot be read here; write the line without it'),
    (r"\frac{1}", 9, "the last LaTeX command has nothing to work on; write that after it in braces, as in \\sqrt{2}"),
    (r"\sqrt", 6, "the last LaTeX command has nothing to work on; write that after it in braces, as in \\sqrt{2}"),
    (r"2 \cdot {3", 9, 'this "{" is never closed; add a "}" where its part ends'),
    (r"x_{3", 3, 'this "{" is never closed; add a "}" where its part ends'),
    (r"x^{3", 3, 'this "{" is never closed; add a "}" where its part ends'),
    (r"2_{3}", 2, "there is no name before the small index; write one, as in x_1"),
    (r"\|x\|_{1}", 6, "there is no name before the small index; write one, as in x_1"),
    (r"2 \cdot \hat{a b}", 9, r'"\hat" stands over more than one name; write it over a single name'),
    (r"\hat{2}", 1, '"\\hat" stands over more than one name; write it over a single name'),
    (r"2 + \text{log softmax}", 5, '"log softmax" is words, not arithmetic; leave it out'),
    (r"\text{3 4}", 1, '"3 4" is words, not arithmetic; leave it out'),
    (r"(1 2) \cdot 3", 1, "numbers stand side by side in brackets; put a comma or a sign such as + between them"),
    (r"[1, 5] \cdot (1 2)", 14, "numbers stand side by side in brackets; put a comma or a sign such as + between them"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "message"), REFUSED)
def test_latex_that_is_not_read_is_refused_where_it_goes_wrong(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_expression(text)
    assert message in caught.value.problem
    assert caught.value.column == column


@pytest.mark.parametrize("text", [r"1\frac{1}{2}", r"1\frac12", r"1 \dfrac{3}{4}"])
def test_a_whole_number_before_a_fraction_of_numbers_is_asked_about(text: str) -> None:
    with pytest.raises(Ambiguous, match="is 1 added to the fraction after it or multiplied by it") as caught:
        read_expression(text)
    assert caught.value.column == 1


def test_braces_nest_a_hundred_deep_and_no_more() -> None:
    tokenize(r"\cdot" + "{" * 99 + "1" + "}" * 99)
    with pytest.raises(NotationError, match="more than 100 LaTeX commands inside one another; write the line in parts"):
        tokenize(r"\cdot" + "{" * 100 + "1" + "}" * 100)
    tokenize(r"\cdot" + "{1}" * 300)


def test_a_subscript_ends_a_name() -> None:
    for text, ends in ((r"\cdot x_{12}", 12), (r"\cdot x_3", 10), (r"\cdot x_\alpha", 15)):
        assert tokenize(text)[1].end == ends
