"""Arithmetic among words, and the statements of a text: every form, up to where it goes and no further."""

from __future__ import annotations

import pytest

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.sentences import SentenceReader, is_printed, sentence_tokens
from katatx.notation.statements import Side, split_statements, without_markup
from katatx.notation.tokens import dialect_of, tokenize
from katatx.notation.worded import in_signs

RANKS = {"x": 0, "b": 0, "v": 1, "W": 2, "M": 2, "P(win)": 0, "P(a|b)": None, "P(a,b)": 0}
OPERATIONS = frozenset(("softmax", "mean", "exp"))


def reader_of(text: str) -> SentenceReader:
    return SentenceReader(sentence_tokens(text), RANKS.get, OPERATIONS.__contains__)


def begins_with(text: str) -> tuple[str, str] | None:
    """Return the expression that a text begins with in its standard spelling, and the text it is read from."""
    reader = reader_of(text)
    found = reader.read(0)
    return found and (write_expression(found.node), text[: reader.tokens[found.after - 1].end - 1])


READ = [
    # a sign belongs to two terms, or to the second number
    ("5 - 0.12 m", "5 - 0.12", "5 - 0.12"),
    ("5 -0.12", "5", "5"),
    ("x -2", "x", "x"),
    ("x -b", "x - b", "x -b"),
    ("5-0.12", "5 - 0.12", "5-0.12"),
    ("5 -(3)", "5 - 3", "5 -(3)"),
    ("(2) -1", "2 - 1", "(2) -1"),
    ("1 + 2 -1", "1 + 2 - 1", "1 + 2 -1"),
    ("3      + 4", "3 + 4", "3      + 4"),
    ("3       + 4", "3", "3"),
    ("(3       + 4)", "3 + 4", "(3       + 4)"),
    ("2 + cats", "2", "2"),
    ("2·cats", "2", "2"),
    ("2^cats", "2", "2"),
    ("2·3 + 4·cats", "2·3 + 4", "2·3 + 4"),
    ("[1 -2]", "[1, -2]", "[1 -2]"),
    ("[1 + 3] + 2", "1 + 3 + 2", "[1 + 3] + 2"),
    ("2 + [1 + 3]", "2 + (1 + 3)", "2 + [1 + 3]"),
    ("1/4 [1.2 + 3]", "(1 / 4)·(1.2 + 3)", "1/4 [1.2 + 3]"),
    ("-[3]", "-3", "-[3]"),
    ("[3]", "[3]", "[3]"),
    # units
    ("3 km + 4 km", "3 + 4", "3 km + 4"),
    ("3 km + 4", "3 + 4", "3 km + 4"),
    ("3 dogs + 4 cats", "3 + 4", "3 dogs + 4"),
    ("5% + 10%", "5% + 10%", "5% + 10%"),
    ("10% + 5", "10% + 5", "10% + 5"),
    ("3 big red dials · 4", "3·4", "3 big red dials · 4"),
    ("2 · 3 big red dials · 4", "2·3·4", "2 · 3 big red dials · 4"),
    ("2 · 3 dials ≈ 6", "2·3", "2 · 3 dials"),
    ("3 very big red dials · 4", "3", "3"),
    ("3 dials, 4", "3", "3"),
    ("3 and · 4", "3", "3"),
    ("3  dials · 4", "3", "3"),
    ("3 dials ·4", "3", "3"),
    ("4 exp · 4", "4", "4"),
    ("4 dogs+4", "4", "4"),
    ("3 x + 4", "3", "3"),
    ("3 of + 4", "3", "3"),
    ("3 ln = 4", "3", "3"),
    ("4 exp + 4 sum", "4 + 4", "4 exp + 4"),
    ("(3 dials) · 2", "3·2", "(3 dials) · 2"),
    ("3 dials = 3", "3", "3"),
    ("3 dials· 4", "3", "3"),
    ("3 dials)", "3", "3"),
    ("2 - 3 dials = 6", "2 - 3", "2 - 3 dials"),
    ("2 / 3 dials = 6", "2 / 3", "2 / 3 dials"),
    ("2 · 3 dials → 6", "2·3", "2 · 3"),
    ("(x W)", "x·W", "(x W)"),
    ("[x W]", "[x, W]", "[x W]"),
    ("2 · 3 dials = 6", "2·3", "2 · 3 dials"),
    ("2 + 3 dials ≈ 5", "2 + 3", "2 + 3 dials"),
    # factors beside each other
    ("2x", "2·x", "2x"),
    ("2 x", "2", "2"),
    ("2cats", "2", "2"),
    ("2π", "2·π", "2π"),
    ("x W", "x·W", "x W"),
    ("x v", "x", "x"),
    ("x  W", "x", "x"),
    ("Wᵀ W", "Wᵀ·W", "Wᵀ W"),
    ("0.5 ln(2)", "0.5·ln(2)", "0.5 ln(2)"),
    ("0.5  ln(2)", "0.5", "0.5"),
    ("(2) ln(2)", "2·ln(2)", "(2) ln(2)"),
    ("2 mean([1, 3])", "2·mean([1, 3])", "2 mean([1, 3])"),
    ("2 lean([1, 3])", "2", "2"),
    ("0.1 [1, 2]", "0.1·[1, 2]", "0.1 [1, 2]"),
    ("0.1  [1, 2]", "0.1", "0.1"),
    ("[1, 2] [3, 4]", "[1, 2]·[3, 4]", "[1, 2] [3, 4]"),
    ("[1, 2]  [3, 4]", "[1, 2]", "[1, 2]"),
    ("2(3 + 4)", "2·(3 + 4)", "2(3 + 4)"),
    ("2 (3 + 4) = 14", "2·(3 + 4)", "2 (3 + 4)"),
    ("2 (3 + 4) ≈ 14", "2·(3 + 4)", "2 (3 + 4)"),
    ("2 (3 + 4) → 14", "2", "2"),
    ("2 (3 + 4) and", "2", "2"),
    ("2 (3) - 1", "2", "2"),
    ("2 (3) + 1", "2·3 + 1", "2 (3) + 1"),
    ("2 (3) · 1", "2·3·1", "2 (3) · 1"),
    ("2 (3)^2", "2·(3^2)", "2 (3)^2"),
    ("2  (3 + 4) = 14", "2", "2"),
    ("2 (x = 3) = 6", "2", "2"),
    ("2 (x = 3) + 6", "2", "2"),
    ("2 ((x) = 3) + 6", "2", "2"),
    ("0.85M", "0.85·M", "0.85M"),
    ("12k", "12k", "12k"),
    # names, constants, operations
    ("P(win) + 1", "P(win) + 1", "P(win) + 1"),
    ("π = 3.14", "π", "π"),
    ("π·2", "π·2", "π·2"),
    ("e = 2.718", "e", "e"),
    ("e ≈ 2.7", "e", "e"),
    ("e (2.718)", "e", "e"),
    ("π ≈ 3.14", "π", "π"),
    ("2·π = 0.3", "2·π", "2·π"),
    ("e^2", "e^2", "e^2"),
    ("e·2", "e·2", "e·2"),
    ("e/2", "e / 2", "e/2"),
    ("inf", "inf", "inf"),
    ("Infinity", "inf", "Infinity"),
    ("ln 2", "ln(2)", "ln 2"),
    ("ln -2", "ln(-2)", "ln -2"),
    ("log_2 8", "log2(8)", "log_2 8"),
    ("lg 100", "log10(100)", "lg 100"),
    ("lb(8)", "log2(8)", "lb(8)"),
    ("log_e(8)", "ln(8)", "log_e(8)"),
    ("log2 3 / 8", "log2(3) / 8", "log2 3 / 8"),
    ("sqrt 4 + 1", "√4 + 1", "sqrt 4 + 1"),
    ("round(2.5)", "2.5", "round(2.5)"),
    ("print(2 + 3, 4)", "2 + 3", "print(2 + 3, 4)"),
    ("np.exp(1)", "exp(1)", "np.exp(1)"),
    ("softmax([1, 4])", "softmax([1, 4])", "softmax([1, 4])"),
    ("tanh(1)", "tanh(1)", "tanh(1)"),
    ("1,250 + 1", "1250 + 1", "1,250 + 1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "spelling", "part"), READ)
def test_a_text_begins_with_an_expression(text: str, spelling: str, part: str) -> None:
    assert begins_with(text) == (spelling, part)


UNREAD = [
    "cats", "100 + 10%", "3 km + 4 kg", "3 h + 4 min", "log2 3/8", "sqrt + 2", "sqrt cats", "e is", "e = 5", "π = 0.3", "π ≈ 0.3", "e (3)", "e = 5, 2.7", "e ≈ 1 + 2.7",
    "f(2)", "(1", "(cats)", "[1, cats]", "", ".", "= 3", "i",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREAD)
def test_a_text_begins_with_no_expression(text: str) -> None:
    assert begins_with(text) is None


@pytest.mark.parametrize(
    ("most", "more"),
    [("·".join("1" * 30), "·".join("1" * 31)), ("(" * 11 + "1" + ")" * 11, "(" * 12 + "1" + ")" * 12)],
    ids=("factors", "brackets"),
)
def test_an_expression_in_prose_has_a_limit(most: str, more: str) -> None:
    assert begins_with(most) is not None
    assert begins_with(more) is None


def test_a_bracket_of_sixty_tokens_is_looked_through_for_what_follows() -> None:
    for terms, whether in ((29, True), (30, False)):  # 2·29 - 1 tokens and two brackets, or two more
        found = begins_with(f"2 ({' + '.join('1' * terms)}) = 7")
        assert found is not None
        assert (found[1] != "2") == whether


@pytest.mark.parametrize(
    ("word", "whether"),
    [
        ("x", True), ("cats", False), ("cats(2)", True), ("cats (2)", False), ("e", True), ("π", True), ("ln", True),
        ("lg", True), ("softmax", False), ("W", True),
    ],
)  # fmt: skip
def test_a_word_may_begin_an_expression(word: str, whether: bool) -> None:
    assert reader_of(word).may_be_name(0) == whether


def test_a_gap_is_counted_in_columns() -> None:
    reader = reader_of("  a   b,c")
    assert [reader.gap(at) for at in range(4)] == [2, 3, 0, 0]


@pytest.mark.parametrize(
    ("text", "whether"),
    [
        ("3", True), ("-3", True), ("[1, -2]", True), ("[[1, 2], [3, 4]]", True), ("inf", True), ("-∞", True),
        ("e", False), ("π", False), ("-e", False), ("[1, e]", False), ("√4", False), ("-√4", False), ("1/2", False),
        ("x", False), ("[x]", False), ("1 + 2", False), ("50%", True),
    ],
)  # fmt: skip
def test_a_printed_number_leaves_nothing_to_calculate(text: str, whether: bool) -> None:
    assert is_printed(read_expression(text)) == whether


TOKENS = [
    ("1,250 a", "number:1250 name:a"),
    ("1,250,000.5", "number:1250000.5"),
    ("1,25 a", "other:1,25 name:a"),
    ("0,125", "other:0,125"),
    ("1.250,25", "other:1.250,25"),
    ("(1,25)", "sign:( number:1 sign:, number:25 sign:)"),
    ("[1,250]", "sign:[ number:1 sign:, number:250 sign:]"),
    ("(1,250)", "sign:( number:1250 sign:)"),
    ("[1] 1,250", "sign:[ number:1 sign:] number:1250"),
    ("1..5", "number:1 dots:… number:5"),
    ("1, …, 5", "number:1 sign:, dots:… sign:, number:5"),
    ("a ⋯ b", "name:a dots:… name:b"),
    ("a: 1", "name:a rel:: number:1"),
    ("a:1", "name:a sign:: number:1"),
    ("a:-1", "name:a rel:: sign:- number:1"),
    ("a:[1]", "name:a rel:: sign:[ number:1 sign:]"),
    ("a:", "name:a rel::"),
    ("x[: 1]", "name:x sign:[ sign:: number:1 sign:]"),
    ("x ≔ 3 == 3 ≡ 3", "name:x rel:= number:3 rel:= number:3 rel:= number:3"),
    ("f(k=1)", "name:f sign:( name:k sign:= number:1 sign:)"),
    ("f (k=1)", "name:f sign:( name:k rel:= number:1 sign:)"),
    ("f(1)=1", "name:f sign:( number:1 sign:) rel:= number:1"),
    ("f((1)=1)", "name:f sign:( sign:( number:1 sign:) rel:= number:1 sign:)"),
    ("f((1), k=1)", "name:f sign:( sign:( number:1 sign:) sign:, name:k sign:= number:1 sign:)"),
    ("2 ~ 3 ≃ 3", "number:2 rel:≈ number:3 rel:≈ number:3"),
    ("2 -> 3 ⟹ 4 => 5", "number:2 rel:→ number:3 rel:→ number:4 rel:→ number:5"),
    ("a <- 1", "name:a back:← number:1"),
    ("+/- 3", "other:± number:3"),
    ("+- 3", "other:± number:3"),
    ("+-x", "sign:+ sign:- name:x"),
    ("1½", "number:1 other:½"),
    ("1 ½", "number:1 other:½"),
    ("½", "sign:( number:1 sign:/ number:2 sign:)"),
    ("# 5", "rel:# number:5"),
    ("# = 5", "rel:# rel:= number:5"),
    ("## -.5", "rel:# sign:- number:.5"),
    ("#x", "other:# name:x"),
    ("? 1", "other:? number:1"),
    ("9 X 3", "number:9 sign:· number:3"),
    ("9 X b", "number:9 name:X name:b"),
    ("9 x b", "number:9 sign:· name:b"),
    ("rows x 3", "name:rows sign:· number:3"),
    ("rows x b", "name:rows name:x name:b"),
    ("(∂L)/(∂w)", "name:∂L/∂w"),
    ("∂ L / ∂ w", "name:∂L/∂w"),
    ("(dL/dw)", "name:dL/dw"),
    ("dL/dw·2", "name:dL/dw sign:· number:2"),
    ("2 . v", "number:2 stop:. name:v"),
    ("v . v", "name:v sign:· name:v"),
    ("v. v", "name:v stop:. name:v"),
    ("[1].[2]", "sign:[ number:1 sign:] sign:· sign:[ number:2 sign:]"),
    ("(x).sum()", "sign:( name:x sign:) method:sum sign:( sign:)"),
    ("is 5.", "name:is number:5 stop:."),
    ("x.[2]", "name:x stop:. sign:[ number:2 sign:]"),
    ("V.[2]", "name:V stop:. sign:[ number:2 sign:]"),
    ("[1]. x", "sign:[ number:1 sign:] stop:. name:x"),
    ("[1].x", "sign:[ number:1 sign:] method:x"),
    ("5,1,25", "number:5 sign:, number:1 sign:, number:25"),
    ("..1,25", "dots:… number:1 sign:, number:25"),
    ("..1,250", "dots:… number:1 sign:, number:250"),
    ("1,25.", "other:1,25 stop:."),
    ("1,250.", "number:1250 stop:."),
    ("1,250,", "number:1250 sign:,"),
    ("] 1,250", "sign:] number:1250"),
    (") 1,25", "sign:) other:1,25"),
    (") f(k=1)", "sign:) name:f sign:( name:k sign:= number:1 sign:)"),
    ("is 5.5", "name:is number:5.5"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tokens"), TOKENS)
def test_prose_has_these_tokens(text: str, tokens: str) -> None:
    *made, end = sentence_tokens(text)
    assert " ".join(f"{token.kind}:{token.text}" for token in made) == tokens
    assert (end.kind, end.column, end.end) == ("end", len(text) + 1, len(text) + 1)


def test_a_stop_after_a_number_has_its_own_column() -> None:
    number, stop = sentence_tokens("25.")[:2]
    assert (number.column, number.end) == (1, 3)
    assert (stop.column, stop.end) == (3, 4)


def side_of(text: str) -> Side:
    return split_statements(text)[0][0]


@pytest.mark.parametrize(
    ("text", "name", "several", "squared", "label"),
    [
        ("x", "x", [], None, "x"),
        ("3", None, [], None, None),
        ("x + 1", None, [], None, None),
        ("a, b", None, ["a", "b"], None, None),
        ("a, b, c", None, ["a", "b", "c"], None, None),
        ("a, 3", None, [], None, None),
        ("a + b", None, [], None, None),
        ("x² = 4", None, [], "x", None),
        ("x^2 = 4", None, [], "x", None),
        ("(x)^2 = 4", None, [], None, None),
        ("x^(2) = 4", None, [], "x", None),
        ("x^3 = 8", None, [], None, None),
        ("e^2 = 7.389", None, [], None, None),
        ("2^2 = 4", None, [], None, None),
        ("x·2 = 4", None, [], None, None),
        ("∂L/∂w = 4", None, [], None, "∂L/∂w"),
        ("(∂L)/(∂w) = 4", None, [], None, "∂L/∂w"),
        ("dL/dw = 4", None, [], None, "dL/dw"),
        ("dL/dz_1 = 4", None, [], None, "dL/dz_1"),
        ("dL/dz₁ = 4", None, [], None, "dL/dz₁"),
        ("dog/dz = 4", None, [], None, None),
        ("dL·dw = 4", None, [], None, None),
        ("dL/2 = 4", None, [], None, None),
    ],
)
def test_what_a_side_can_define(
    text: str, name: str | None, several: list[str], squared: str | None, label: str | None
) -> None:
    side = side_of(text)
    assert (side.name, side.several, side.squared, side.label) == (name, several, squared, label)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("- 2·3", "  2·3"),
        ("-2·3", "-2·3"),
        ("* 2", "  2"),
        ("• 2", "  2"),
        ("> - 2", "    2"),
        ("1. 2·3", "   2·3"),
        ("12) x", "    x"),
        ("123) x", "123) x"),
        ("(a) 2", "    2"),
        ("a) 2", "   2"),
        ("(2) + 3", "(2) + 3"),
        ("1. + 2", "1. + 2"),
        ("- a\n- b", "  a\n  b"),
        (">>> 2", "    2"),
        ("In [3]: 2", "        2"),
        ("... 2", "    2"),
        ("2 # two\n3", "2      \n3"),
        ("`2`", " 2 "),
        ("**2**", "  2  "),
        ("**2·3**", "**2·3**"),
        ("2**3**2", "2**3**2"),
        ("2 + 3", "2 + 3"),
        ("- 2" + " " * 4997, "  2" + " " * 4997),
        ("- 2" + " " * 4998, "- 2" + " " * 4998),
    ],
    ids=lambda text: text[:12],
)
def test_marks_become_spaces_of_the_same_length(text: str, left: str) -> None:
    assert without_markup(text) == left


def test_bullets_stay_where_they_are_none() -> None:
    assert without_markup("- 2", bullets=False) == "- 2"


def shown(text: str, **given: object) -> list[str]:
    return [
        " | ".join(f"{side.changes}{'≈' * side.about}{'==' * side.compared}{side.text.strip()}" for side in statement)
        for statement in split_statements(text, **given)  # type: ignore[arg-type]
    ]


SPLIT = [
    ("w -= 0.1", ["w | -0.1"]),
    ("w += 0.1", ["w | +0.1"]),
    ("w *= 2", ["w | *2"]),
    ("w /= 2", ["w | /2"]),
    ("w ·= 2", ["w | ·2"]),
    ("w - = 2", ["w - | 2"]),
    ("w == 2", ["w | ==2"]),
    ("w ≈ 2 = 2", ["w | ≈2 | 2"]),
    ("(a = 1) = 2", ["(a = 1) | 2"]),
    ("a: 1 + 1", ["1 + 1"]),
    ("a b c d e: 1", ["1"]),
    ("a b c d e f: x", ["a b c d e f: x"]),
    ("a = 1; a: 2", ["a | 1", "a: 2"]),
    ("3: x", ["3: x"]),
    ("a 3: x", ["x"]),
    ("a 1: 2·3", ["2·3"]),
    ("a + b: 2", ["a + b: 2"]),
    ("a:", ["a:"]),
    ("1\n+ 2", ["1\n+ 2"]),
    ("1\n-2", ["1", "-2"]),
    ("1\n- 2", ["1\n- 2"]),
    *((f"1\n{sign} 2", [f"1\n{sign} 2"]) for sign in "·/^*⊙,"),
    *((f"1 {sign}\n2", [f"1 {sign}\n2"]) for sign in "·/^*⊙+"),
    *((f"1 {sign}\n1", ["1 | 1"]) for sign in ("=", "⇒")),
    ("1\n≈ 1", ["1 | ≈1"]),
    ("1;;2", ["1", "2"]),
    ("1\n· 2", ["1\n· 2"]),
    ("1,\n2", ["1,\n2"]),
    ("1 -\n2", ["1 -\n2"]),
    ("(1\n-2)", ["(1\n-2)"]),
    ("⟨1\n-2⟩", ["⟨1\n-2⟩"]),
    ("1)\n2", ["1)", "2"]),
    ("[1; 2]; 3", ["[1; 2]", "3"]),
    ("2·3 = 6, 2·4 = 8", ["2·3 | 6", "2·4 | 8"]),
    ("x = 3, y = 4", ["x | 3", "y | 4"]),
    ("x = 3, 4", ["x | 3, 4"]),
    ("x = 3, y", ["x | 3", "y"]),
    ("x = 1, 2, y = 3", ["x | 1, 2", "y | 3"]),
    ("x = 1,000 = 1000", ["x | 1,000 | 1000"]),
    ("a, b = 3, b", ["a, b | 3, b"]),
    ("a, b = b, a", ["a, b | b, a"]),
    ("a = 1,2 + 3 = 5", ["a | 1,2 + 3 | 5"]),
    ("2·x = y,3 + 1 = 4", ["2·x | y", "3 + 1 | 4"]),
    ("x = 3, y, z", ["x | 3", "y, z"]),
    ("x = 3, 4, y = 5", ["x | 3, 4", "y | 5"]),
    ("x = 6, 7 - 2 = 5", ["x | 6", "7 - 2 | 5"]),
    ("x = 3, e", ["x | 3, e"]),
    ("x = 3, exp(1)", ["x | 3, exp(1)"]),
    ("x = 3, softmax(1)", ["x | 3", "softmax(1)"]),
    ("2·3 = 6, 5% = 0.05", ["2·3 | 6, 5% | 0.05"]),
    ("2·3 = 6, +7 = 7", ["2·3 | 6, +7 | 7"]),
    ("2·3 = 6, 7 = 7", ["2·3 | 6, 7 | 7"]),
    ("2·3 = 6, -7 = -7", ["2·3 | 6, -7 | -7"]),
    ("x = 4 ⇒ x + 1", ["x | 4", "x + 1"]),
    ("x + 1 ⇒ 4", ["x + 1 | 4"]),
    ("x = 4 ⇒ 5", ["x | 4 | 5"]),
    ("x + 1 = 4 ⇒ x", ["x + 1 | 4 | x"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statements"), SPLIT)
def test_a_text_has_these_statements(text: str, statements: list[str]) -> None:
    assert shown(text) == statements


def test_a_name_defined_elsewhere_is_no_label() -> None:
    assert shown("scale: 2") == ["2"]
    assert shown("scale: 2", defined=("scale",)) == ["scale: 2"]
    assert shown("4 plus 3", defined=("plus",)) == ["4 plus 3"]


@pytest.mark.parametrize(
    ("text", "column"), [("exp 1: 2", 6), ("step 1: [2, -3]", 7), ("1 step: 2", 7), ("a 1: (2)", 4)]
)
def test_a_number_in_a_label_before_numbers_is_asked_about(text: str, column: int) -> None:
    with pytest.raises(Ambiguous, match="if a calculation, write = in place of the colon") as caught:
        split_statements(text)
    assert caught.value.column == column
    assert caught.value.problem.startswith(f'is "{text.partition(":")[0]}" a label')


def test_a_ratio_is_no_label() -> None:
    assert shown("ratio 3:4 = 0.75") == ["ratio 3:4 | 0.75"]
    assert shown("step 3: 4 + 1 = 5") == ["4 + 1 | 5"]
    assert shown("step 3 :4 + 1 = 5") == ["4 + 1 | 5"]
    assert shown("row 1:3 + 4 = 7") == ["3 + 4 | 7"]


@pytest.mark.parametrize(("text", "column"), [("1 = ; 2", 4), ("a: 1 = = 2", 7), ("1 = 2 ≈", 8), ("\n", 1)])
def test_an_empty_side_is_refused_at_its_column(text: str, column: int) -> None:
    with pytest.raises(NotationError, match="nothing is written here; write a calculation or a number") as caught:
        split_statements(text)
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("2 multiplied by 3", "2 · 3"),
        ("2 is about 3", "2 ≈ 3"),
        ("2 is equal to 3", "2 = 3"),
        ("2 is 3", "2 = 3"),
        ("2 equals 3", "2 = 3"),
        ("2 times 3", "2 · 3"),
        ("2 PLUS 3", "2 + 3"),
        ("2 raised to the power of 3", "2 ^ 3"),
        ("2 to the power of 3", "2 ^ 3"),
        ("2 squared", "2 ^ 2"),
        ("2 cubed plus 1", "2 ^ 3 + 1"),
        ("5 percent", "5 %"),
        ("half of 6", "1 / 2 · 6"),
        ("root of 4", "√ 4"),
        ("root 4", "root 4"),
        ("sum of 1 and 2 and 3", "sum ( 1 , 2 , 3 )"),
        ("sum of 1, 2 and 3", "sum ( 1 , 2 , 3 )"),
        ("sum of 1 and 2 and", "sum ( 1 , 2 ) and"),
        ("sum of 1 and 2 is 3 and 4", "sum ( 1 , 2 ) = 3 and 4"),
        ("sum of 1 and [2, 3] plus 1", "sum ( 1 , [ 2 , 3 ] ) + 1"),
        ("softmax of [1, 2]", "softmax [ 1 , 2 ]"),
        ("2 of 4", "2 of 4"),
        ("of 4", "of 4"),
        ("1/2 of", "1 / 2 of"),
        ("1/2 of 4", "1 / 2 · 4"),
        ("1 - 1/2 of 4", "1 - 1 / 2 · 4"),
        ("3 = 1/2 of 4", "3 = 1 / 2 · 4"),
        ("3 ≈ 1/2 of 4", "3 ≈ 1 / 2 · 4"),
        ("(1/2 of 4)", "( 1 / 2 · 4 )"),
        ("[1, 50% of 4]", "[ 1 , 50 % · 4 ]"),
        ("2·50% of 4", "2 · 50 % of 4"),
        ("2/50% of 4", "2 / 50 % of 4"),
        ("[1] plus 2", "[ 1 ] + 2"),
        ("xᵀ plus 2", "x ᵀ + 2"),
        ("‖x‖ plus [3]", "‖ x ‖ + [ 3 ]"),
        ("2 plus √4", "2 + √ 4"),
        ("2 plus -3", "2 + - 3"),
        ("2 plus |x|", "2 + | x |"),
        ("2 plus ‖x‖", "2 + ‖ x ‖"),
        ("2 plus ⟨a, b⟩", "2 + ⟨ a , b ⟩"),
        ("2 plus )", "2 plus )"),
        ("plus 3", "plus 3"),
        ("minus 3", "- 3"),
        ("the (x)", "the ( x )"),
        ("6 over 3", "6 / 3"),
        ("2 raised to 3", "2 ^ 3"),
        ("2 raised to the power 3", "2 ^ 3"),
        ("2 to the power 3", "2 ^ 3"),
        ("2 is approximately 3", "2 ≈ 3"),
        ("5 per cent of 2", "5 % · 2"),
        ("2 plus", "2 plus"),
        ("square root 4", "square root 4"),
        ("the square root of the x", "√ x"),
        ("the 3", "the 3"),
        ("(3) of 4", "( 3 ) · 4"),
        ("2 + 1/2 of 4", "2 + 1 / 2 · 4"),
        ("2 · 1/2 of 4", "2 · 1 / 2 of 4"),
        ("1 + 5% of 4", "1 + 5 % · 4"),
        ("sum of -3 and -√4", "sum ( - 3 , - √ 4 )"),
        ("sum of (1 + 2) and (3 + 4) plus 1", "sum ( ( 1 + 2 ) , ( 3 + 4 ) ) + 1"),
        ("sum of 2 and (3", "sum ( 2 , ( 3 )"),
        ("sum of 2 and - = 3", "sum ( 2 , - ) = 3"),
        ("sum of 1 and 2 equals 1 and 2", "sum ( 1 , 2 ) = 1 and 2"),
        ("x! minus 2", "x ! - 2"),
        ("|x| minus 2", "| x | - 2"),
        ("minus (3)", "- ( 3 )"),
        ("minus", "minus"),
        ("twice √4", "2 · √ 4"),
        (r"\frac{1}{2} plus 3", "( ( 1 ) / ( 2 ) ) plus 3"),
    ],
)
def test_a_word_is_a_sign_only_where_a_sign_can_stand(text: str, signs: str) -> None:
    (statement,) = split_statements(text)
    read = (
        f"{'' if not at else '≈ ' if side.about else '= '}{' '.join(token.text for token in side.tokens)}"
        for at, side in enumerate(statement)
    )
    assert " ".join(read) == signs


def test_a_sign_keeps_the_columns_of_its_words() -> None:
    tokens = side_of("2 divided by 3").tokens
    assert [(token.kind, token.text, token.column, token.end, token.spaced) for token in tokens] == [
        ("number", "2", 1, 2, False), ("sign", "/", 3, 13, True), ("number", "3", 14, 15, True)
    ]  # fmt: skip
    twice = side_of("twice 5").tokens
    assert [(token.kind, token.text) for token in twice] == [("number", "2"), ("sign", "·"), ("number", "5")]


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("plus = 2; 4 plus 3", "4 plus 3"), ("x = 1, plus = 2; 4 plus 3", "4 plus 3"), ("2·plus = 6; 4 plus 3", "4 + 3"),
        ("x = 2\nplus = 2\n4 plus 3", "4 plus 3"),
    ],
)  # fmt: skip
def test_a_name_that_the_text_defines_is_no_sign(text: str, signs: str) -> None:
    (side,) = split_statements(text)[-1]
    assert " ".join(token.text for token in side.tokens) == signs


def test_brackets_for_an_applied_name_keep_the_columns_of_the_words() -> None:
    tokens = side_of("sum of 1 and 2").tokens
    assert [token.text for token in tokens] == ["sum", "(", "1", ",", "2", ")"]
    assert [(token.column, token.end, token.spaced) for token in (tokens[1], tokens[-1])] == [
        (5, 7, False),
        (14, 15, True),
    ]


def test_a_side_has_its_text_from_its_column_on() -> None:
    (statement,) = split_statements("  2·3  =  6 ≈ 6")
    assert [(side.text, side.column) for side in statement] == [("2·3", 3), ("  6", 9), (" 6", 14)]


def test_a_statement_without_words_for_signs_is_returned_as_it_is() -> None:
    for text in ("2 + x", r"\frac{1}{2} plus 3"):
        tokens = tokenize(text)
        assert in_signs(tokens, dialect_of(text), ()) is tokens
