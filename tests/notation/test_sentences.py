"""Arithmetic among words, and the statements of a text: where tokens stand, how far each form goes, and what is left out."""

from __future__ import annotations

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.engine.evaluate import work_out
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.sentences import SentenceLexer, SentenceReader, is_printed
from katatx.notation.statements import split_statements, without_markup

KNOWN = {"x": 3.0, "b": 0.5, "long_name": 7.0, "v": (1.0, 2.0), "W": ((1.0, 2.0), (3.0, 4.0)), "P(win)": 0.25}
RANKS = {"x": 0, "b": 0, "long_name": 0, "v": 1, "W": 2, "M": 2, "P(win)": 0, "P(a|b)": None, "P(a,b)": 0}
OPERATIONS = frozenset(("softmax", "mean", "exp"))
PIECES = st.sampled_from([
    *"0123456789", *"=+-·*/^()[]{},.;:|~≈→√!%#&$'\"_\\<>\n \t", " is ", "1,000", "x", "e^", "dL/dw", "∂", "∂L/∂w", "(∂L)/(∂w)", "ᵀ", "²", "½", "…", "...", "softmax(", "#", "->", "<-",
])  # fmt: skip


def reader_of(text: str) -> SentenceReader:
    return SentenceReader(SentenceLexer(text).tokens(), RANKS.get, OPERATIONS.__contains__)


def first(text: str) -> tuple[str, object] | None:
    """Return the first expression of a text that is more than a number or a name, and what it comes to."""
    reader = reader_of(text)
    for at, token in enumerate(reader.tokens[:-1]):
        found = reader.read(at)
        if found is not None and not is_printed(found.node) and type(found.node).__name__ != "Name":
            stop = reader.tokens[found.after - 1].end
            return text[token.column - 1 : stop - 1], work_out(standard(found.node, KNOWN), KNOWN, Pencil())
    return None


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_is_cut_into_tokens_in_order(text: str) -> None:
    tokens = SentenceLexer(text).tokens()
    assert tokens[-1].kind == "end"
    columns = [token.column for token in tokens]
    assert columns == sorted(columns)
    assert all(1 <= token.column <= token.end <= len(text) + 1 for token in tokens)
    reader = reader_of(text)
    for at in range(len(tokens) - 1):
        found = reader.read(at)
        assert found is None or at < found.after < len(tokens)


PROSE = [
    "so 2·3 + 1 = 7 matches", "1,250 → 12.5% of x", "a  ≈ (b - 3)/[1, 2]ᵀ", "∂L/∂w = dL/dz·x, and so on …", "p(win) := √2 # 1.41",
]  # fmt: skip


@pytest.mark.parametrize("text", PROSE)
def test_a_token_stands_where_its_text_does(text: str) -> None:
    for token in SentenceLexer(text).tokens()[:-1]:
        printed = text[token.column - 1 : token.end - 1]
        if token.kind in ("number", "name"):
            assert printed.replace(",", "").replace(" ", "") == token.text
        assert printed.strip() == printed != ""


@pytest.mark.parametrize(
    ("text", "expression", "value"),
    [
        ("so 2·3 + 1·2 = 8 matches", "2·3 + 1·2", 8),
        ("the parts 2·3, 4 and 5", "2·3", 6),
        ("Check: e^1/(e^1+e^4) = 0.047 for it", "e^1/(e^1+e^4)", exp(1) / (exp(1) + exp(4))),
        ("we have 30 dials x 16 of them", "30 dials x 16", 480),
        ("12 rows · 10 words = 120", "12 rows · 10 words", 120),
        ("then 2(3 + 4) is", "2(3 + 4)", 14),
        ("loss -ln 0.25 = 1.386", "-ln 0.25", -log(0.25)),
        ("1,200 + 34 = 1,234", "1,200 + 34", 1234),
        ("with 2x + b = 6.5", "2x + b", 6.5),
        ("with 3·long_name words", "3·long_name", 21),
        ("1 - P(win) = 0.75", "1 - P(win)", 0.75),
        ("Wᵀ = [1, 3; 2, 4]", "Wᵀ", ((1, 3), (2, 4))),
        ("mean([1, 2, 6]) = 3", "mean([1, 2, 6])", 3),
        ("1 + 2 + cats", "1 + 2", 3),
        ("2·3 - and no more", "2·3", 6),
        ("a = 3 + 4    5 + 6", "3 + 4", 7),
    ],
)
def test_the_longest_expression_is_read(text: str, expression: str, value: object) -> None:
    found = first(text)
    assert found is not None
    assert found[0] == expression
    assert found[1] == pytest.approx(value) if not isinstance(value, tuple) else found[1] == value


WORDS = ["a and b", "cats + dogs", "nothing on page 3 here", "unknown(3, 4)", "q·k is", "at 5 -0.12", "z² + y", "no. 3 (of 4)", "e is a letter"]  # fmt: skip


@pytest.mark.parametrize("text", WORDS)
def test_words_take_part_in_nothing(text: str) -> None:
    assert first(text) is None


def begins_with(text: str) -> tuple[str, str] | None:
    """Return the expression that a text begins with in its standard spelling, and the text it is read from."""
    reader = reader_of(text)
    found = reader.read(0)
    return found and (write_expression(found.node), text[: reader.tokens[found.after - 1].end - 1])


READ = [
    # a sign belongs to two terms, or to the second number
    ("x -2", "x", "x"),
    ("3       + 4", "3", "3"),
    ("2 + cats", "2", "2"),
    # units
    ("3 big red dials · 4", "3·4", "3 big red dials · 4"),
    ("3 ln = 4", "3", "3"),
    ("4 exp + 4 sum", "4 + 4", "4 exp + 4"),
    ("(x W)", "x·W", "(x W)"),
    # factors beside each other
    ("Wᵀ W", "Wᵀ·W", "Wᵀ W"),
    ("(2) ln(2)", "2·ln(2)", "(2) ln(2)"),
    ("2 mean([1, 3])", "2·mean([1, 3])", "2 mean([1, 3])"),
    ("2  (3 + 4) = 14", "2", "2"),
    ("2 (x = 3) + 6", "2", "2"),
    ("2 ((x) = 3) + 6", "2", "2"),
    # names, constants, operations
    ("P(win) + 1", "P(win) + 1", "P(win) + 1"),
    ("e (2.718)", "e", "e"),
    ("e^2", "e^2", "e^2"),
    ("ln -2", "ln(-2)", "ln -2"),
    ("log2 3 / 8", "log2(3) / 8", "log2 3 / 8"),
    ("sqrt 4 + 1", "√4 + 1", "sqrt 4 + 1"),
    ("round(2.5)", "2.5", "round(2.5)"),
    ("print(2 + 3, 4)", "2 + 3", "print(2 + 3, 4)"),
    ("1,250 + 1", "1250 + 1", "1,250 + 1"),
]  # fmt: skip


def test_a_text_begins_with_an_expression() -> None:
    assert [(text, *begins_with(text)) for text, _, _ in READ] == READ


UNREAD = [
    "100 + 10%", "log2 3/8", "sqrt cats", "π = 0.3", "π ≈ 0.3",
    "f(2)", "(1", "(cats)", "[1, cats]", "", ".",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREAD)
def test_a_text_begins_with_no_expression(text: str) -> None:
    assert begins_with(text) is None


@pytest.mark.parametrize(
    ("word", "whether"),
    [
        ("cats(2)", True), ("cats (2)", False), ("π", True),
    ],
)  # fmt: skip
def test_a_word_may_begin_an_expression(word: str, whether: bool) -> None:
    assert reader_of(word).may_be_name(0) == whether


@pytest.mark.parametrize(
    ("text", "whether"),
    [
        ("[1, -2]", True), ("-∞", True),
        ("[1, e]", False), ("1/2", False),
        ("[x]", False),
    ],
)  # fmt: skip
def test_a_printed_number_leaves_nothing_to_calculate(text: str, whether: bool) -> None:
    assert is_printed(read_expression(text)) == whether


TOKENS = [
    ("No. 5 ends. Then", "name:No stop:. number:5 name:ends stop:. name:Then"),
    ("[0,2.859,0.953,0]", "sign:[ number:0 sign:, number:2.859 sign:, number:0.953 sign:, number:0 sign:]"),
    ("1,250,000 and 1, 2", "number:1250000 name:and number:1 sign:, number:2"),
    ("a: 1", "name:a rel:: number:1"),
    ("a:-1", "name:a rel:: sign:- number:1"),
    ("f((1), k=1)", "name:f sign:( sign:( number:1 sign:) sign:, name:k sign:= number:1 sign:)"),
    ("a <- 1", "name:a rel:= number:1"),
    ("1½", "number:1 other:½"),
    ("1 ½", "number:1 other:½"),
    ("# = 5", "rel:# rel:= number:5"),
    ("? 1", "other:? number:1"),
    ("(∂L)/(∂w)", "name:∂L/∂w"),
    ("(dL/dw)", "name:dL/dw"),
    ("v . v", "name:v sign:· name:v"),
    ("[1].[2]", "sign:[ number:1 sign:] sign:· sign:[ number:2 sign:]"),
    ("is 5.", "name:is number:5 stop:."),
    ("[1]. x", "sign:[ number:1 sign:] stop:. name:x"),
    ("..1,25", "dots:… number:1 sign:, number:25"),
    (") f(k=1)", "sign:) name:f sign:( name:k sign:= number:1 sign:)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tokens"), TOKENS)
def test_prose_has_these_tokens(text: str, tokens: str) -> None:
    *made, end = SentenceLexer(text).tokens()
    assert " ".join(f"{token.kind}:{token.text}" for token in made) == tokens
    assert (end.kind, end.column, end.end) == ("end", len(text) + 1, len(text) + 1)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (">>> 2", "    2"),
        ("... 2", "    2"),
        ("2 # two\n3", "2      \n3"),
        ("`2`", " 2 "),
        ("**2**", "  2  "),
        ("**2·3**", "  2·3  "),
        ("- 2" + " " * 4998, "- 2" + " " * 4998),
    ],
    ids=lambda text: text[:12],
)
def test_marks_become_spaces_of_the_same_length(text: str, left: str) -> None:
    assert without_markup(text) == left


def shown(text: str, **given: object) -> list[str]:
    return [
        " | ".join(f"{side.sign if side.sign != '=' else ''}{side.text.strip()}" for side in statement)
        for statement in split_statements(text, **given)  # type: ignore[arg-type]
    ]


SPLIT = [
    ("w -= 0.1", ["w | 0.1"]),
    ("w - = 2", ["w - | 2"]),
    ("w == 2", ["w | ==2"]),
    ("w ≈ 2 = 2", ["w | ≈2 | 2"]),
    ("(a = 1) = 2", ["(a = 1) | 2"]),
    ("a b c d e: 1", ["1"]),
    ("a b c d e f: x", ["x"]),
    ("3: x", ["3: x"]),
    ("a 3: x", ["x"]),
    ("a + b: 2", ["a + b: 2"]),
    ("a:", ["a:"]),
    ("1\n+ 2", ["1\n+ 2"]),
    ("1\n-2", ["1", "-2"]),
    ("1\n- 2", ["1\n- 2"]),
    *((f"1\n{sign} 2", [f"1\n{sign} 2"]) for sign in "·/^*⊙,"),
    *((f"1 {sign}\n2", [f"1 {sign}\n2"]) for sign in "·/^*⊙+"),
    *((f"1 {sign}\n1", ["1 | 1"]) for sign in ("=", "⇒")),
    ("1;;2", ["1", "2"]),
    ("1,\n2", ["1,\n2"]),
    ("1 -\n2", ["1 -\n2"]),
    ("(1\n-2)", ["(1\n-2)"]),
    ("⟨1\n-2⟩", ["⟨1\n-2⟩"]),
    ("1)\n2", ["1)", "2"]),
    ("[1; 2]; 3", ["[1; 2]", "3"]),
    ("2·3 = 6, 2·4 = 8", ["2·3 | 6", "2·4 | 8"]),
    ("x = 3, 4", ["x | 3, 4"]),
    ("x = 3, y", ["x | 3", "y"]),
    ("x = 1, 2, y = 3", ["x | 1, 2", "y | 3"]),
    ("a, b = 3, b", ["a, b | 3, b"]),
    ("a, b = b, a", ["a, b | b, a"]),
    ("a = 1,2 + 3 = 5", ["a | 1,2 + 3 | 5"]),
    ("2·x = y,3 + 1 = 4", ["2·x | y", "3 + 1 | 4"]),
    ("x = 6, 7 - 2 = 5", ["x | 6", "7 - 2 | 5"]),
    ("x = 3, e", ["x | 3, e"]),
    ("x = 3, exp(1)", ["x | 3, exp(1)"]),
    ("x = 3, softmax(1)", ["x | 3", "softmax(1)"]),
    ("2·3 = 6, 5% = 0.05", ["2·3 | 6, 5% | 0.05"]),
    ("2·3 = 6, +7 = 7", ["2·3 | 6, +7 | 7"]),
    ("2·3 = 6, -7 = -7", ["2·3 | 6, -7 | -7"]),
    ("x = 4 ⇒ x + 1", ["x | 4", "x + 1"]),
    ("x + 1 ⇒ 4", ["x + 1 | 4"]),
    ("x = 4 ⇒ 5", ["x | 4 | 5"]),
    ("x + 1 = 4 ⇒ x", ["x + 1 | 4", "x"]),
]  # fmt: skip


def test_a_text_has_these_statements() -> None:
    assert [(text, shown(text)) for text, _ in SPLIT] == SPLIT


def test_a_name_defined_elsewhere_is_no_label() -> None:
    assert shown("scale: 2") == ["2"]
    assert shown("scale: 2", defined=("scale",)) == ["scale: 2"]


@pytest.mark.parametrize("text", ["exp 1: 2.718", "row 1: -3"])
def test_numbers_on_both_sides_of_a_colon_may_be_a_claim(text: str) -> None:
    assert shown(text) == [text]
