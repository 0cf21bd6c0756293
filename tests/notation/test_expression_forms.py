"""Every form of an expression: what it is read as, and how a form that is not read is refused."""

from __future__ import annotations

import unicodedata

import pytest

from katatx.notation.brackets import unreadable_brackets
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.sentences import sentence_tokens
from katatx.notation.syntax import Binary, Call, Literal, Name, Node
from katatx.notation.tokens import dialect_of, tokenize
from katatx.notation.typed_numbers import arithmetic_value
from katatx.notation.walking import literals, mapped, names_of, parts_of, replaced, with_names_replaced

FORMS = {
    # remainders, percentages, whole divisions
    "7 mod 3": "mod(7, 3)",
    "7 % 3": "mod(7, 3)",
    "20% 80%": "[20%, 80%]",
    "17 // 5": "floor(17 / 5)",
    # products without a sign
    "[0.5 (3 + 4)]": "[0.5, 3 + 4]",
    "(x) y": "x·y",
    # items of a list
    "3 -5 4": "[3 - 5, 4]",
    "1, 3 -5": "[1, 3, -5]",
    "[1 √4 |2| (3)]": "[1, √4, |2|, 3]",
    "[1 1/2; 3 4]": "[[1, 1 / 2], [3, 4]]",
    "[1 1/2 1 1/2; 3 4 5 6]": "[[1, 1 / 2, 1, 1 / 2], [3, 4, 5, 6]]",
    "[1 √4/2]": "[1, √4 / 2]",
    "[1 $5]": "[1, 5]",
    "[1 ‖x‖ ⟨1, 2⟩]": "[1, norm(x), [1, 2]]",
    "[1 ⌊2⌋ ⌈3⌉ ∞ ∛8]": "[1, floor(2), ceil(3), ∞, 8^(1 / 3)]",
    # powers, roots, transposes
    "2⁺³": "2^3",
    "x^T y": "xᵀ·y",
    "x^ᵀ": "xᵀ",
    "∛8": "8^(1 / 3)",
    "sqrt 4": "√4",
    # bars and brackets of other shapes
    "‖x‖₂": "norm(x)",
    "‖x‖_2 + 1": "norm(x) + 1",
    "⌈2.5⌉": "ceil(2.5)",
    "⟨[1, 2], [3, 4]⟩": "[1, 2]·[3, 4]",
    "⟨1, 2⟩": "[1, 2]",
    "<a, b>": "a·b",
    # numbers and constants
    "$5 + 1": "5 + 1",
    "5,000 + 50": "5000 + 50",
    "50 + 5,125": "50 + 5125",
    "1,234,567 + 1": "1234567 + 1",
    "1,234.5 + 1": "1234.5 + 1",
    "[1,000]": "[1000]",
    "[1,200 (3, 4)]": "[1, 200, [3, 4]]",
    "[1,200 [3, 4]]": "[1, 200, [3, 4]]",
    "-(2·10^3)": "-2·10^3",
    # calls
    "f(0 1/2)": "f(0, 1 / 2)",
    "dot a/2 b": "dot(a / 2, b)",
    "dot aᵀ b": "dot(aᵀ, b)",
    "dot a^2 b": "dot(a^2, b)",
    "dot a[0] b[1]": "dot(a[0], b[1])",
    "dot f(1) 2": "dot(f(1), 2)",
    "tanh²(x)": "tanh(x)^2",
    r"\tanh^{|2|}(x)": "tanh(x)^|2|",
    # indices
    "A[0 1 2]": "A[0, 1, 2]",
    "x[1 2:3]": "x[1, 2:3]",
    "x[np.newaxis]": "x[None]",
    "[1, 2][0, 1]": "[1, 2]·[0, 1]",
    "2[0]": "2·[0]",
    "A[…, 0]": "A[:, 0]",
    "[5, 6, 7][1]": "[5, 6, 7][1]",
    # library code
    "np.float32": "float32",
    "np.exp(a)*b": "exp(a)⊙b",
    "np.where(x > 0, 1, 0)": "where(x>0, 1, 0)",
    "x.T": "xᵀ",
    "x.T.sum()": "sum(xᵀ)",
    "A.T.mT.sum()": "sum(Aᵀᵀ)",
    "(1, 2).T": "[1, 2]ᵀ",
    "np.array([1, 2]).shape": "shape([1, 2])",
    "x[np.newaxis, :]": "x[None, :]",
}  # fmt: skip


def test_a_form_is_read_as_its_standard_spelling() -> None:
    assert {text: write_expression(read_expression(text)) for text in FORMS} == FORMS


CALLS = {
    "np.float_power(2, 3)": "2**3", "torch.sub(a, b)": "a - b", "torch.mul(a, b)": "a⊙b", "torch.div(a, b)": "a / b",
    "np.true_divide(a, b)": "a / b", "torch.pow(a, 2)": "a**2", "torch.neg(a)": "-a", "np.sqrt(a)": "√a",
    "torch.mm(A, B)": "A·B", "torch.mv(A, b)": "A·b", "torch.t(A)": "Aᵀ", "A.t()": "Aᵀ", "A.transpose(0, 1)": "Aᵀ",
    "np.hypot(a, b)": "√(a**2 + b**2)", "np.maximum(a, b)": "max(a, b)", "np.amin(a)": "min(a)", "np.fabs(a)": "abs(a)",
    "torch.clamp(a, 0, 1)": "clip(a, 0, 1)", "F.mse_loss(a, b)": "mse(a, b)", "F.l1_loss(a, b)": "mae(a, b)",
    "x.sum(0)": "sum(x, axis=0)", "np.sum(x, 0)": "sum(x, axis=0)", "np.sum(x, n)": "sum(x, axis=n)",
    "np.max(x, 1)": "max(x, axis=1)", "np.max(x, [1, 2])": "max(x, [1, 2])", "np.cumsum(x, 0)": "cumsum(x, axis=0)",
    "np.mean(x, 0, keepdims=True)": "mean(x, axis=0, keepdims=True)", "np.linalg.norm(x)": "norm(x)",
    "np.linalg.norm(x, 1)": "sum(abs(x))", "np.linalg.norm(x, 2)": "norm(x)", "np.linalg.norm(x, np.inf)": "max(abs(x))",
    "np.linalg.norm(x, ord=1, axis=0)": "sum(abs(x), axis=0)", "torch.norm(x, p=2.0)": "norm(x)",
    "torch.std(x)": "std(x, ddof=1)", "torch.var(x, unbiased=False)": "var(x)", "torch.var(x, unbiased=True)": "var(x, ddof=1)",
    "torch.var(x, correction=0)": "var(x, ddof=0)", "torch.var(x, ddof=0)": "var(x, ddof=0)", "np.var(x)": "var(x)",
    "np.array([1, 2], dtype=float)": "[1, 2]", "x.float()": "x", "x.astype(int)": "x", "np.matrix([1, 2], [3, 4])": "[[1, 2], [3, 4]]",
    "np.stack((a, b), axis=-1)": "[a, b]ᵀ", "np.stack((a, b), 1)": "[a, b]ᵀ", "np.stack((a, b), axis=0)": "[a, b]",
    "x.size()": "shape(x)", "x.size(0)": "shape(x)[0]", "x.size(dim=1)": "shape(x)[1]", "np.size(x)": "size(x)",
    "np.size(x, 0)": "shape(x)[0]", "x.unsqueeze(1)": "as_column(x)", "x.unsqueeze(dim=-1)": "as_column(x)", "x.unsqueeze(0)": "[x]",
    "x.reshape(2, 3)": "reshape(x, [2, 3])", "x.reshape((2, 3))": "reshape(x, [2, 3])", "x.view(4)": "reshape(x, [4])",
    "np.hstack((a, b))": "join(-1, a, b)", "np.concatenate((a, b))": "join(0, a, b)", "torch.cat((a, b), 1)": "join(1, a, b)",
    "torch.cat((a, b), dim=1)": "join(1, a, b)", "np.concatenate(a)": "join(0, a)", "np.vstack((a, b))": "vstack(a, b)",
    "np.log(8)": "log(8)", "math.log(8, 2)": "log(8) / log(2)", "x.flatten()": "flatten(x)", "len(x)": "len(x)", "x.len()": "len(x)",
    "F.layer_norm(x, (2,))": "layer_norm(x, eps=1e-5)", "F.layer_norm(x, (2,), w, b, 1)": "layer_norm(x, gamma=w, beta=b, eps=1)",
    "F.rms_norm(x, (2,), w)": "rms_norm(x, weight=w)", "F.linear(x, W)": "x·Wᵀ", "F.linear(x, W, b)": "x·Wᵀ + b",
    "F.softmax(x, -1)": "softmax(x, axis=-1)", "F.softmax(x, dim=0)": "softmax(x, dim=0)",
    "F.binary_cross_entropy(p, t)": "binary_cross_entropy(t, p)", "np.average(x)": "mean(x)",
    "np.average(x, weights=w)": "x·w / sum(w)", "torch.logsumexp(x, 0)": "log(sum(exp(x), axis=0))", "np.ptp(x)": "max(x) - min(x)",
    "F.softplus(x)": "log(1 + exp(x))", "np.log1p(x)": "log(1 + x)", "np.expm1(x)": "exp(x) - 1", "np.exp2(x)": "2**x",
    "np.cbrt(x)": "x**(1 / 3)", "torch.rsqrt(x)": "1 / √x", "np.floor_divide(a, b)": "floor(a / b)", "x.numel()": "size(x)",
    "F.normalize(x)": "x / norm(x, axis=-1, keepdims=True)", "F.normalize(x, dim=0)": "x / norm(x, dim=0, keepdims=True)",
    "F.cosine_similarity(a, b)": "sum(a⊙b, axis=-1) / (norm(a, axis=-1)⊙norm(b, axis=-1))",
    "F.cosine_similarity(a, b, dim=0)": "sum(a⊙b, dim=0) / (norm(a, dim=0)⊙norm(b, dim=0))",
    "F.binary_cross_entropy_with_logits(z, t)": "binary_cross_entropy(t, sigmoid(z))", "np.diagonal(x)": "diag(x)",
    "torch.log_softmax(x, 1)": "log_softmax(x, axis=1)", "np.max(x, -1)": "max(x, axis=-1)", "np.max(x, n)": "max(x, axis=n)",
    "x.max([1, 2])": "max(x, axis=[1, 2])", "np.sum(x, [0, 1])": "sum(x, axis=[0, 1])", "np.max(x, f(1))": "max(x, f(1))",
    "np.min(a, 0)": "min(a, axis=0)", "torch.prod(x, 1)": "prod(x, axis=1)", "np.argmax(x, 0)": "argmax(x, axis=0)",
    "x.norm(1)": "sum(abs(x))", "np.linalg.norm(x, None)": "norm(x)", "np.linalg.norm(x, ord=1.0)": "sum(abs(x))", "torch.norm(x, p=1)": "sum(abs(x))",
    "np.average(x, axis=0)": "mean(x, axis=0)", "np.concatenate((a, b), axis=1)": "join(1, a, b)", "x.unsqueeze(2)": "[x]",
    "torch.stack((a, b), dim=1)": "[a, b]ᵀ", "np.size(x, 1)": "shape(x)[1]", "np.square(a)": "a**2", "np.reciprocal(a)": "1 / a",
    "np.dot(a, b)": "a·b", "np.subtract(a, b)": "a - b", "torch.transpose(A, 0, 1)": "Aᵀ", "x.to(a, b)": "x", "np.reshape(x, 2, 3)": "reshape(x, [2, 3])",
}  # fmt: skip


def test_a_library_call_is_read_as_what_it_stands_for() -> None:
    assert {text: write_expression(read_expression(text)) for text in CALLS} == CALLS


REFUSED_CALLS = {
    "np.add(1)": "add takes 2 values, and is given 1",
    "np.add(1, 2, where=3)": "add does not take where= here; leave it out",
    "np.transpose()": "transpose has nothing to work on; write a value in its brackets",
    "np.array(1, 2)": "array takes one value, and is given 2; put brackets around them, as in array([1, 2])",
    "np.linalg.norm(x, -1)": "this norm is not of order 1, 2 or inf; write norm(x), or ord=1, ord=2 or ord=inf in it",
    "F.softmax(x, 0, 1)": "softmax takes at most 2 values here",
    "F.softmax(x, size=1)": "softmax does not take size= here; leave it out",
    "F.cosine_similarity(a)": "cosine_similarity is given too few values (1); write all that it needs in its brackets",
    "F.binary_cross_entropy(x)": "binary_cross_entropy is given too few values (1)",
    "np.average(x, 0, weights=w)": "average with weights takes nothing else here, such as axis=",
    "np.exp(1) + torch.exp(1) + x.var()": "var divides by n in NumPy and by n - 1 in PyTorch, and the line has both: which is meant",
    "np.exp(1) + torch.exp(1) + x.var(axis=0)": "var divides by n in NumPy and by n - 1 in PyTorch, and the line has both: which is meant",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED_CALLS)
def test_a_library_call_that_is_not_read_says_why(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_expression(text)
    assert REFUSED_CALLS[text] in caught.value.problem


REFUSED = [
    ("6 : 3", 3, "the colon between two values cannot be read; write / to divide"),
    ("2 <= 3", 3, '"≤" cannot be checked'),
    ("2 != 3", 3, '"≠" cannot be checked'),
    ("1,", 3, 'one more number is missing after ","; add it there'),
    ("1)", 2, 'found ")" where an operation sign such as + or the end of the line should be'),
    ("[]", 1, "the brackets are empty; write numbers inside, as in [1, 2]"),
    ("2 + ()", 5, "the brackets are empty; write numbers inside, as in [1, 2]"),
    ("x[]", 2, "the square brackets are empty; write which entry to take, as in x[0]"),
    ("[1,,2]", 4, 'found "," where one more number should be; write that there, or delete ","'),
    ("[1 2", 5, 'a comma or "]" is missing after "2"; add it there'),
    ("f(1 2", 6, 'a comma or ")" is missing after "2"; add it there'),
    ("f(,1)", 3, 'found "," where a number, a name or a bracket should be'),
    ("f(1,,2)", 5, 'found "," where a number, a name or a bracket should be'),
    ("x[0", 4, 'a comma or "]" is missing'),
    ("x[,]", 3, "a number to pick by"),
    ("x[1:2:3:4]", 3, "the square brackets have too many colons; write at most a start, an end and a step, as in x[0:6:2]"),
    ("|1", 3, '"|" is missing'),
    ("--2", 2, "two signs in a row; put the second in brackets with its number, as in -(-3)"),
    ("1e400", 1, '" is too large to work with; write a number below 1e308'),
    ("2·10^999", 2, '" is too large to work with; write a number below 1e308'),
    ("sqrt + 2", 6, "sqrt has no number to take the root of; write one, as in sqrt(2)"),
    ("x⁺", 2, '"⁺" cannot be read as a power; write ^ and brackets, as in 2^(n+1)'),
    ("2 + ٣", 5, "is not a plain digit; write 0 to 9"),
    ("5 _", 3, 'a number cannot start with "_"; leave the "_" out'),
    ("2 + ?", 5, '"?" cannot be read here; delete it'),
    ("‖x‖₁", 4, '‖x‖ with a small "₁" cannot be worked; write ‖x‖ for the length, or sum(abs(x)) for ‖x‖₁'),
    ("1" * 61, 1, "a number has 61 characters, and at most 60 are allowed; write fewer digits"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "message"), REFUSED)
def test_a_form_that_is_not_read_is_refused_where_it_goes_wrong(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_expression(text)
    assert message in caught.value.problem
    assert caught.value.column == column
    assert not isinstance(caught.value, Ambiguous)


ASKED = [
    ("2^3x", 4, "is the power only the first factor after ^ or the whole product? Write 2^3·x or 2^(3x)"),
    ("2^3(4)", 4, "is the power only the first factor after ^ or the whole product? Write 2^3·x or 2^(3x)"),
    ("√2x", 3, "is the root of the number alone or of the whole product? Write √2·x or √(2x)"),
    ("1/2x", 4, "is the division by the whole product after it or by its first factor? Write 1/(2x) or (1/2)·x"),
    ("6//2(1+2)", 5, "is the division by the whole product after it or by its first factor? Write 1/(2x) or (1/2)·x"),
    ("1 048", 3, 'is "1 048" one number or two? Write 1048 for one'),
    ("[1 048]", 4, "or put a comma between two"),
    ("1/2%", 3, "is 1/2% half a per cent, or 1 divided by 2%? Write 0.5%, or 1/(2%)"),
    ("1,234", 2, 'does the comma in "1,234" mark thousands or separate two numbers'),
    ("0,5", 2, "Write 0.5, or put a space"),
    ("1.000,5", 1, '"1.000,5" has both a point and a comma: one number or two? Write 1000.5 for one, or put a space after the comma for two'),
    ("1–2", 2, 'is the dash "–" a minus sign or a range? Write - for minus'),
    ("1_0", 1, 'do the digits on both sides of "1_" make one number or two? Write one number without the "_"'),
    ("1½", 2, '½" one number or two? For 1½ write 3/2, for two put a comma between'),
    ("1 1/2", 1, "a whole number before a fraction"),
    ("[1 1/2 3; 4 5 1/2]", 2, "a whole number before a fraction"),
    ("1 1/2 + 3", 1, "a whole number before a fraction"),
    ("[1,200, 2,300]", 2, "commas before three digits"),
    ("[1,200 (3), 400]", 2, "commas before three digits"),
    ("sin^-1(0.5)", 4, "is sin with a negative power its inverse or 1 divided by it"),
    (r"\sin^-1(0.5)", 5, "is sin with a negative power its inverse or 1 divided by it"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "question"), ASKED)
def test_a_form_with_two_readings_is_asked_about_where_they_part(text: str, column: int, question: str) -> None:
    with pytest.raises(Ambiguous) as caught:
        read_expression(text)
    assert question in caught.value.problem
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("most", "more", "message"),
    [
        ("(" * 49 + "1" + ")" * 49, "(" * 50 + "1" + ")" * 50, "more than 50 brackets inside one another"),
        ("1^" * 49 + "1", "1^" * 50 + "1", "more than 50 powers inside one another; write the calculation in parts"),
        ("·".join("1" * 100), "·".join("1" * 101), "more than 100 factors, transposes or picks in a row"),
        ("x" + "^T" * 99, "x" + "^T" * 100, "more than 100 factors, transposes or picks in a row"),
        ("1" * 60, "1" * 61, "a number has 61 characters"),
        ("1" + " " * 4999, "1" + " " * 5000, "longer than 5,000 characters"),
    ],
    ids=lambda text: text[:6],
)
def test_a_limit_holds_at_its_number_and_no_more(most: str, more: str, message: str) -> None:
    read_expression(most)
    with pytest.raises(NotationError, match=message):
        read_expression(more)


TOKENS = {
    "M = 2; 3M": "M = 2 ; 3 M",
    "x = 2; 3 x 4": "x = 2 ; 3 x 4",
    "5 x(2)": "5 x ( 2 )",
    "5x (2)": "5 x ( 2 )",
    "mean of x (2)": "mean of x ( 2 )",
    "1.5e-3 1.5E3 .5 5. 2e−3": "1.5e-3 1.5E3 .5 5. 2e−3",
    "½": "( 1 / 2 )",
    "x.T": "x ᵀ",
    "(x).H": "( x ) ᵀ",
    "(x).; 2": "( x ) ; 2",
    "[1] . [2]": "[ 1 ] · [ 2 ]",
    "a – b": "a - b",
    "–5": "- 5",
}  # fmt: skip


@pytest.mark.parametrize("character", "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅒")
def test_a_fraction_in_one_character_has_its_value(character: str) -> None:
    assert arithmetic_value(read_expression(character)) == pytest.approx(unicodedata.numeric(character))


@pytest.mark.parametrize("text", TOKENS)
def test_a_text_has_these_tokens(text: str) -> None:
    *tokens, end = tokenize(text)
    assert " ".join(token.text for token in tokens) == TOKENS[text]
    assert end == ("end", "", len(text) + 1, end.spaced, False, len(text) + 1)


@pytest.mark.parametrize(
    ("text", "libraries", "latex", "code", "defined"),
    [("e = 2.718", (), False, "", ""), ("π = 3.14; 2", (), False, "", ""), ("x = 1" + " " * 4996, (), False, "", "")],
)
def test_a_text_shows_its_conventions(
    text: str, libraries: tuple[str, ...], latex: bool, code: str, defined: str
) -> None:
    assert dialect_of(text, libraries) == (latex, code, frozenset(defined.split()))


def test_a_method_is_refused_at_its_own_column() -> None:
    with pytest.raises(NotationError, match="add takes 2 values, and is given 3") as caught:
        read_expression("2 + xy.add(1, 2)")
    assert caught.value.column == 8


@pytest.mark.parametrize(
    ("text", "deepest", "at"), [("[(1]", 9, {1}), ("[(1])", 9, {1}), ("(((1))(2))", 3, {0}), ("((1)((2)))", 3, {0})]
)
def test_brackets_that_cannot_be_read_are_known(text: str, deepest: int, at: set[int]) -> None:
    assert unreadable_brackets(sentence_tokens(text), deepest) == at


WIDE = "f(1 + x·2, k=y)[4] + [√5, -6]^7 - π"


def test_the_numbers_and_names_of_an_expression_come_from_left_to_right() -> None:
    assert [each.text for each in literals(read_expression(WIDE))] == ["1", "2", "5", "6", "7", "π"]
    assert list(names_of(read_expression(WIDE))) == ["x", "y"]
    assert list(names_of(read_expression("f(3, k=2)[n] + a·a"))) == ["a", "a"]


def test_parts_of_a_copy_are_replaced() -> None:
    node = read_expression(WIDE)
    assert write_expression(replaced(node, lambda one: one._replace(text="9"))) == "f(9 + x·9, k=y)[4] + [√9, -9]^7 - π"
    power = read_expression("(2·3)**4 + 5^(6·7) + .5")
    assert write_expression(replaced(power, lambda one: Name("n", one.column))) == "(n·n)**4 + n^(n·n) + n"
    names = {"x": Literal("8", 8.0, 1)}
    quotient = read_expression("10/21 + π + e + inf")
    assert write_expression(replaced(quotient, lambda one: Name("n", one.column))) == "n / n + π + e + inf"
    assert write_expression(with_names_replaced(node, names.get)) == "f(1 + 8·2, k=y)[4] + [√5, -6]^7 - π"
    assert write_expression(node) == WIDE


def test_the_parts_of_what_was_replaced_are_left_alone() -> None:
    def other(node: Node) -> Node | None:
        return Call("g", (node,), loose=False, column=1) if isinstance(node, (Binary, Name)) else None

    assert write_expression(mapped(read_expression("a·b + c"), other)) == "g(a·b) + g(c)"


def calls_in(node: Node) -> list[Call]:
    """Return the calls in an expression, outermost first."""
    inside = [call for part in parts_of(node) for call in calls_in(part)]
    return [node, *inside] if isinstance(node, Call) else inside


def test_a_library_call_is_never_one_without_brackets() -> None:
    assert [text for text in CALLS if any(call.loose for call in calls_in(read_expression(text)))] == []
