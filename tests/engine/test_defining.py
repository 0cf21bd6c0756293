"""What a statement defines and what it claims; results that are sure to be whole."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

import pytest

from katatx.engine.checking import check
from katatx.engine.defining import Scope, names_given, with_names_joined
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.key import Solution
from katatx.engine.names import Defined
from katatx.notation.parser import read_expression
from katatx.notation.statements import Side, split_statements
from katatx.notation.syntax import Unary

NOTHING: Mapping[str, Defined] = {}


def above(text: str) -> Mapping[str, Defined]:
    return check(text).defined if text else NOTHING


def sides_of(text: str) -> list[Side]:
    return split_statements(text)[-1]


def test_a_definition_keeps_the_meaning_of_its_names() -> None:
    names = above("w = 2·1; v = w + 1")
    assert check("w = 9·1; v + w", names=names).links[-1].value == 12  # v is still 3


def with_joined(text: str, names: tuple[str, ...] = ()) -> list[str]:
    (side,) = sides_of(text)
    return [token.text for token in with_names_joined(side, names).tokens]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("layer norm 1 3", "layer_norm 1 3"),
        ("layer norm x", "layer_norm x"),
        ("2·layer norm 1 3 + cross entropy a b", "2 · layer_norm 1 3 + cross_entropy a b"),
        ("layer norm + 1", "layer norm + 1"),
        ("layer 2 norm", "layer 2 norm"),
        ("l 2 norm 3", "l 2 norm 3"),
        ("layer - norm 1", "layer - norm 1"),
        (r"\log softmax [1, 4]", "log_softmax [ 1 , 4 ]"),
    ],
)
def test_the_words_of_an_operation_are_one_name_if_an_operand_follows(text: str, expected: str) -> None:
    assert with_joined(text) == expected.split()


@pytest.mark.parametrize(
    ("earlier", "text", "names", "verdicts"),
    [
        ("", "a = 2·3 = 6", {"a": 6}, ["right"]),
        ("", "a = b = c = 4", {"a": 4, "b": 4, "c": 4}, []),
        ("", "π = 4", {}, ["wrong"]),
        ("", "a, b = 3, 4; a, b = b, a; 10·a + b = 43", {"a": 4, "b": 3}, ["right"]),
        ("σ = 3", "σ² = 4", {"σ": 2}, []),
        ("σ = √16·2", "σ² = 64", {}, ["right"]),
        ("", "q·k = 2·3", {"q·k": 6}, []),
        ("", "w = 1; w = 2", {"w": 1}, ["wrong"]),
        ("", "w = 1; w = 2·w = 2", {"w": 2}, ["right"]),
        ("w = 3/2", "w += 1", {"w": 2.5}, []),
        ("s = 8/3", "s = -2.5", {}, ["wrong"]),
        ("s = 3", "s = 5", {"s": 5}, []),
        ("s = 8/3", "t = 4; s = 2", {"s": 2, "t": 4}, []),
        ("s = 8/3", "s = 3·3", {"s": 9}, []),
        ("", "w = 1; w := 2; w·3 = 6", {"w": 2}, ["right"]),
        ("s = 8/3", "s := 2 = 2", {"s": 2}, ["right"]),
        ("a = 2·3; q = 1·1", "a, q ← 1, 2; q² ≔ 9", {"a": 1, "q": 3}, []),
        ("x = 2·3", "x \\coloneqq 4", {"x": 4}, []),
        ("", "b = 4; a = b == 4", {"b": 4, "a": 4}, ["right"]),
        ("", "dL = 6; dw = 3; dL/dw = 2", {"dL": 6, "dw": 3}, ["right"]),
        ("dL/dw = 2·1", "dw = 3; dL/dw = 5", {"dL/dw": 5, "dw": 3}, []),
        ("QK = 7", "Q = 2; K = 3; QK = 8", {"Q": 2, "K": 3, "QK": 8}, []),
    ],
)
def test_a_statement_defines_new_names_and_claims_of_old_ones(
    earlier: str, text: str, names: dict, verdicts: list
) -> None:
    checked = check(text, names=above(earlier))
    assert checked.names == names
    links = () if checked.only_defines else checked.links
    assert [link.judgement and link.judgement.verdict.value for link in links] == verdicts


@pytest.mark.parametrize("text", ["√q = 2", "x == 3", "a = 1; a = b = 1"])
def test_names_without_a_value_that_define_nothing_are_unknown(text: str) -> None:
    with pytest.raises(UnknownName):
        check(text)


@pytest.mark.parametrize("text", ["a, b = 3, 4, 5", "a, b = 7", "a, b = [[1], [2], [3]]"])
def test_names_are_no_list_of_names_unless_there_is_a_value_for_each(text: str) -> None:
    assert names_given(sides_of(text), Scope({})) == [["a, b"]]  # one heading


def test_the_name_of_a_square_gets_the_root() -> None:
    checked = check("a = σ² = 6.25")
    assert checked.names == {"a": 6.25, "σ": 2.5}
    assert checked.defined["σ"].node == Unary("√", checked.defined["a"].node, 4)
    with pytest.raises(EngineError):
        check("σ² = 1 - 5")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-n", True),
        ("big + 1", True),  # infinite
        ("max(n, big)", True),
        ("head_width(12, n)", True),  # heads divide the width evenly
        ("linear([[1, 2], [3, 4]], row, order)", True),
        ("6 / 3", False),
        ("⌊n / 2⌋", False),
        ("0.5", False),
        ("0.5 + 0.5", False),
        ("half·2", False),
        ("-half + n", False),
        ("row[0] + part[0]", False),
        ("n/0", False),
        ("missing + 1", False),
        ("row * row", False),  # two readings
    ],
)
def test_a_result_is_sure_to_be_whole_if_every_step_is(text: str, expected: bool) -> None:
    given = {
        "n": 4.0, "m": -3.0, "big": inf, "half": 0.5, "row": (1.0, -2.0), "part": (1.0, -0.5), "order": "Wx",
    }  # fmt: skip
    try:
        found = Solution(read_expression(text), given).stays_whole
    except EngineError:
        found = False
    assert found is expected
