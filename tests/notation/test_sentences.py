"""Arithmetic among words: where its tokens stand, how far an expression goes, and what words are left out of it."""

from __future__ import annotations

from math import exp, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.engine.evaluate import work_out
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard
from katatx.notation.sentences import SentenceReader, is_printed, sentence_tokens

KNOWN = {"x": 3.0, "b": 0.5, "long_name": 7.0, "v": (1.0, 2.0), "W": ((1.0, 2.0), (3.0, 4.0)), "P(win)": 0.25}
OPERATIONS = frozenset(("softmax", "mean", "exp"))
PIECES = st.sampled_from([
    *"0123456789", *"=+-·*/^()[]{},.;:|~≈→√!%#&$'\"_\\<>\n \t", " is ", "1,000", "x", "e^", "dL/dw", "∂", "∂L/∂w", "(∂L)/(∂w)", "ᵀ", "²", "½", "…", "...", "softmax(", "#", "->", "<-",
])  # fmt: skip


def reader_of(text: str) -> SentenceReader:
    ranks = {name: 0 if isinstance(value, float) else 1 + isinstance(value[0], tuple) for name, value in KNOWN.items()}
    return SentenceReader(sentence_tokens(text), ranks.get, OPERATIONS.__contains__)


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
    tokens = sentence_tokens(text)
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
    for token in sentence_tokens(text)[:-1]:
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
        ("here √2 + 1 = 2.41", "√2 + 1", sqrt(2) + 1),
        ("loss -ln 0.25 = 1.386", "-ln 0.25", -log(0.25)),
        ("1,200 + 34 = 1,234", "1,200 + 34", 1234),
        ("with 2x + b = 6.5", "2x + b", 6.5),
        ("with 3·long_name words", "3·long_name", 21),
        ("1 - P(win) = 0.75", "1 - P(win)", 0.75),
        ("W·v = [5, 11]", "W·v", (5, 11)),
        ("v·v is 5", "v·v", 5),
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
