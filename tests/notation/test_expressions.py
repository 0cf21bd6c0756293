"""Expressions: every form and what it is read as, what is refused or asked about where, and whatever else may be typed."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.notation.answers import arithmetic_value
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.lexer import Lexer, names_defined
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.syntax import Literal, Name
from katatx.notation.walking import replaced, with_names_replaced
from tests.growth import BOUND, growth_by_length

HOSTILE = {
    "brackets": "(" * 100_000,
    "square brackets": "[" * 90_000,
    "roots": "√" * 90_000,
    "powers": "9^" * 40_000 + "9",
    "minus signs": "-" * 90_000 + "1",
    "a long number": "9" * 1_000_000,
    "a long line": "1+" * 5_000_000,
    "long name": "a" * 90_000,
    "spaces": " " * 90_000,
    "a product": "1*" * 40_000 + "1",
    "transposes": "2" + "ᵀ" * 90_000,
    "a product of allowed length": "·".join(["2"] * 99),
}


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_lines_take_time_by_their_length(text: str) -> None:
    def read(part: str) -> None:
        try:
            read_expression(part)
        except NotationError as error:
            assert len(str(error)) < 200  # noqa: PT017

    assert growth_by_length(text, read) < BOUND


_HIGH_WATER = (
    "import re, sys; from katatx.cli import main; sys.argv = ['katatx', 'check', '-']\n"
    "try: main()\n"
    "finally: print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)"
)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not tell how much memory was used")
def test_a_ten_megabyte_line_costs_a_few_megabytes() -> None:
    """Through the real program, so that nothing before the reader holds the line either."""
    kilobytes = []
    for length in (10, 5_000_000):
        lines = f"print('2·3 = 6'); print('1+' * {length}); print('1/2 = 0.5')"
        with subprocess.Popen([sys.executable, "-c", lines], stdout=subprocess.PIPE) as source:
            done = subprocess.run(
                [sys.executable, "-c", _HIGH_WATER], stdin=source.stdout, capture_output=True, text=True, check=False
            )
        assert done.returncode == 2
        assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["2·3 = 6", "again", "1 / 2 = 0.5"]
        trouble, used = done.stderr.splitlines()
        assert trouble == "katatx: 1 line could not be read"
        kilobytes.append(int(used))
    assert kilobytes[1] - kilobytes[0] < 8_000


_LITERALS = st.sampled_from(["2", "0.25", "1.5·10^-3", "2e3", "50%", "3K", "e", "½", "4²", "√2", "|-2|", "-3"])
_EXPRESSIONS = st.recursive(
    _LITERALS,
    lambda inner: st.builds(
        str.format,
        st.sampled_from(
            ["({})/({})", "({})·({})", "({})^({})", "({}) + ({})", "({}) - ({})", "√({})", "-({})", "abs({})"]
        ),
        inner,
        inner,
    ),
    max_leaves=4,
)


@given(_EXPRESSIONS)
def test_what_is_written_has_the_value_of_what_was_read(text: str) -> None:
    node = read_expression(text)
    try:
        value, again = evaluate(node, {}), evaluate(read_expression(write_expression(node)), {})
    except EngineError:
        return  # such as a root of a negative number, or a power too large on the way
    assert again == pytest.approx(value, rel=1e-12)


@given(st.text(alphabet="0123456789.,·*/+-^√ᵀ()[];= esoftmax\t→∞", max_size=40))
@example("a.0 0")
@example("∞00")
def test_anything_typed_is_read_or_refused(text: str) -> None:
    try:
        node = read_expression(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1  # noqa: PT017
    else:
        assert write_expression(read_expression(write_expression(node))) == write_expression(node)


FORMS = {
    # remainders, percentages, whole divisions
    "7 % 3": "mod(7, 3)",
    "17 // 5": "floor(17 / 5)",
    # products without a sign
    "[0.5 (3 + 4)]": "[0.5, 3 + 4]",
    "softmax 1 -4": "softmax(1, -4)",
    # items of a list
    "3 -5 4": "[3 - 5, 4]",
    "1, 3 -5": "[1, 3, -5]",
    # powers, roots, transposes
    "√-4": "√(-4)",
    "-2^2": "-(2^2)",
    "9^9^9": "9^(9^9)",
    "x^T y": "xᵀ·y",
    "x^ᵀ": "xᵀ",
    "sqrt 4": "√4",
    # bars and brackets of other shapes
    "‖x‖₂": "norm(x)",
    "⟨[1, 2], [3, 4]⟩": "[1, 2]·[3, 4]",
    # numbers and constants
    "[1,000]": "[1000]",
    "-(2·10^3)": "-2·10^3",
    # calls
    "dot a/2 b": "dot(a / 2, b)",
    "dot aᵀ b": "dot(aᵀ, b)",
    "dot a[0] b[1]": "dot(a[0], b[1])",
    # indices
    "A[0 1 2]": "A[0, 1, 2]",
    "x[1 2:3]": "x[1, 2:3]",
    "[5, 6, 7][1]": "[5, 6, 7][1]",
}  # fmt: skip


def test_a_form_is_read_as_its_standard_spelling() -> None:
    assert {text: write_expression(read_expression(text)) for text in FORMS} == FORMS
    assert {text: write_expression(read_expression(text)) for text in FORMS.values()} == {
        each: each for each in FORMS.values()
    }


REFUSED = [
    ("2 ·/ 3", 4, "found"),
    ("a=b", 2, "="),
    ("2 √3 4 +", 9, "missing"),
    ("1)", 2, 'found ")" where an operation sign such as + or the end of the line should be'),
    ("[]", 2, "a number, a name or a bracket should be"),
    ("2 + ()", 6, "a number, a name or a bracket should be"),
    ("x[]", 2, "the square brackets are empty; write which entry to take, as in x[0]"),
    ("[1,,2]", 4, 'found "," where a number, a name or a bracket should be'),
    ("[1 2", 5, 'a comma or "]" is missing after "2"; add it there'),
    ("f(1 2", 6, 'a comma or ")" is missing after "2"; add it there'),
    ("f(,1)", 3, 'found "," where a number, a name or a bracket should be'),
    ("f(1,,2)", 5, 'found "," where'),
    ("x[0", 4, 'a comma or "]" is missing'),
    ("x[,]", 3, "a number, a name or a bracket should be"),
    ("|1", 3, '"|" is missing'),
    ("1e400", 1, '" is too large to work with; write a number below 1e308'),
    ("2·10^999", 1, '" is too large to work with; write a number below 1e308'),
    ("2 + ٣", 5, '"٣" cannot be read here; delete it'),
    ("5 _", 3, "where an operation sign such as + or the end of the line should be"),
    ("2 + ?", 5, '"?" cannot be read here; delete it'),
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
    ("2^3x", 4, "· after"), ("2^3(4)", 4, "· after"), ("√2x", 3, "· after"),
    ("√2π", 3, "· after"), ("1/2x", 4, "· after"), ("6//2(1+2)", 5, "· after"),
    ("1 048", 3, "Write 1048 or [1, 48]"), ("[1 048]", 4, "Write 1048 or [1, 48]"), ("1/2%", 3, "Write 0.5% or 1/(2%)"),
    ("1.000,5", 1, "Write 1000.5 or [1.000, 5]"), ("1–2", 2, "Write - for minus"), ("1½", 2, "Write 3/2 for 1½"),
    ("[1,200, 2,300]", 2, "Write 1200 or [1, 200]"), ("[1,200 (3), 400]", 2, "Write 1200 or [1, 200]"),
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
        ("(" * 49 + "1" + ")" * 49, "(" * 50 + "1" + ")" * 50, "too many brackets, powers or roots"),
        ("1^" * 49 + "1", "1^" * 50 + "1", "too many brackets, powers or roots"),
        ("·".join("1" * 100), "·".join("1" * 101), "more than 100 factors, transposes or picks in a row"),
        ("x" + "^T" * 99, "x" + "^T" * 100, "more than 100 factors, transposes or picks in a row"),
        ("1" * 60, "1" * 61, "a number has 61 characters"),
        ("1" + " " * 4999, "1" + " " * 5000, "more than 5,000 characters"),
    ],
    ids=lambda text: text[:6],
)
def test_a_limit_holds_at_its_number_and_no_more(most: str, more: str, message: str) -> None:
    read_expression(most)
    with pytest.raises(NotationError, match=message):
        read_expression(more)


TOKENS = {
    "x = 2; 3 x 4": "x = 2 ; 3 x 4",
    "5 x(2)": "5 x ( 2 )",
    "(x).; 2": "( x ) ; 2",
    "[1] . [2]": "[ 1 ] · [ 2 ]",
}  # fmt: skip


@pytest.mark.parametrize("character", "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅒")
def test_a_fraction_in_one_character_has_its_value(character: str) -> None:
    assert arithmetic_value(read_expression(character)) == pytest.approx(unicodedata.numeric(character))


@pytest.mark.parametrize("text", TOKENS)
def test_a_text_has_these_tokens(text: str) -> None:
    *tokens, end = Lexer(text, names_defined(text)).tokens()
    assert " ".join(token.text for token in tokens) == TOKENS[text]
    assert (end.kind, end.column, end.end) == ("end", len(text) + 1, len(text) + 1)


WIDE = "f(1 + x·2, k=y)[4] + [√5, -6]^7 - π"


def test_parts_of_a_copy_are_replaced() -> None:
    node = read_expression(WIDE)
    assert write_expression(replaced(node, lambda one: one._replace(text="9"))) == "f(9 + x·9, k=y)[4] + [√9, -9]^7 - π"
    power = read_expression("(2·3)**4 + 5^(6·7) + .5")
    assert write_expression(replaced(power, lambda one: Name("n", one.column))) == "(n·n)^4 + n^(n·n) + n"
    names = {"x": Literal("8", 8.0, 1)}
    quotient = read_expression("10/21 + π + e + inf")
    assert write_expression(replaced(quotient, lambda one: Name("n", one.column))) == "n / n + π + e + inf"
    assert write_expression(with_names_replaced(node, names.get)) == "f(1 + 8·2, k=y)[4] + [√5, -6]^7 - π"
    assert write_expression(node) == WIDE
