"""What a statement defines and what it claims; results that are sure to be whole; questions about numbers."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, nan

import numpy as np
import pytest

from katatx.engine import asking
from katatx.engine.checking import check
from katatx.engine.defining import (
    Scope,
    _only_names,
    defined_names,
    values_of,
    with_names_joined,
    without_homonyms,
)
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.evaluate import evaluate
from katatx.engine.names import Defined
from katatx.engine.pencils.interval import Interval
from katatx.engine.values import Value, value_of
from katatx.engine.whole import stays_whole
from katatx.notation.errors import Ambiguous
from katatx.notation.expressions import read_expression
from katatx.notation.statements import Side, split_statements
from katatx.notation.syntax import Name, Node, Unary

NOTHING: Mapping[str, Defined] = {}


def above(text: str) -> Mapping[str, Defined]:
    return check(text).defined if text else NOTHING


def sides_of(text: str) -> list[Side]:
    return split_statements(text)[-1]


def definition(text: str) -> Defined:
    return Defined(read_expression(text))


# ---- names in scope


def test_a_definition_holds_the_definitions_it_uses() -> None:
    two, other = definition("2"), definition("5")
    scope = Scope({"a": two, "c": other}, one_statement=True)
    node = read_expression("a + x + 1")
    scope.define("b", node, 4.0, "numpy", settled=False)
    made = scope.names["b"]
    assert made is scope.given["b"]
    assert (made.node, made.names, made.value, made.code) == (node, {"a": two}, None, "numpy")
    assert set(scope.names) == {"a", "b", "c"}
    assert set(scope.given) == {"b"}
    assert scope.one_statement


def test_a_settled_definition_gives_later_texts_only_its_value() -> None:
    scope = Scope({"a": definition("2")}, one_statement=True)
    scope.define("b", read_expression("a + 1"), 3.0, "torch", settled=True)
    here, later = scope.names["b"], scope.given["b"]
    assert (here.value, set(here.names or {})) == (None, {"a"})
    assert (later.value, later.names, later.code) == (3.0, {}, "torch")


def test_a_name_for_a_name_has_its_definition() -> None:
    two = definition("2")
    scope = Scope({"a": two}, one_statement=True)
    scope.define("b", read_expression("a + 1"), 3.0, "", settled=True)
    scope.define("c", read_expression("b"), 3.0, "", settled=False)
    scope.define("d", read_expression("a"), 2.0, "", settled=True)
    assert scope.names["c"] is scope.names["b"]
    assert scope.given["c"] is scope.given["b"]
    assert scope.names["d"] is scope.given["d"] is two
    scope.define("f", Name("unknown", 1), 1.0, "", settled=False)
    assert scope.names["f"].node == Name("unknown", 1)


def test_a_name_is_from_above_until_the_text_defines_it() -> None:
    scope = Scope({"a": definition("2")}, one_statement=False)
    assert scope.is_from_above("a") is True
    assert scope.is_from_above("b") is False
    for name in ("a", "b"):
        scope.define(name, read_expression("3"), 3.0, "", settled=False)
        assert scope.is_from_above(name) is False


def test_a_scope_leaves_the_names_before_it_as_they_were() -> None:
    before = {"a": definition("2")}
    Scope(before, one_statement=True).define("b", read_expression("3"), 3.0, "", settled=False)
    assert set(before) == {"a"}


def test_a_definition_keeps_the_meaning_of_its_names() -> None:
    names = above("w = 2·1; v = w + 1")
    assert check("w = 9·1; v + w", names=names).links[-1].value == 12  # v is still 3


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("e^x", {"σ", "x"}),
        ("1 + e ^ 2", {"σ", "x"}),
        ("e**2", {"σ", "x"}),
        ("e ** 2", {"σ", "x"}),
        ("e² + 1", {"σ", "x"}),
        ("e⁻¹", {"σ", "x"}),
        ("eˣ", {"σ", "x"}),
        ("σ(1)", {"e", "x"}),
        ("σ (1)", {"e", "x"}),
        (r"\sigma(1)", {"e", "x"}),
        (r"\sigma\left(1\right)", {"e", "x"}),
        ("e^x + σ(1)", {"x"}),
        ("e + 1", {"e", "σ", "x"}),
        ("we^2", {"e", "σ", "x"}),
        ("3/σ", {"e", "σ", "x"}),
        ("x^2 + x(1)", {"e", "σ", "x"}),
    ],
)
def test_an_earlier_name_is_not_meant_where_its_letter_has_a_meaning_of_its_own(text: str, left: set[str]) -> None:
    names = {name: definition("2") for name in ("e", "σ", "x")}
    assert set(without_homonyms(names, text)) == left
    assert without_homonyms({"x": names["x"]}, text) == {"x": names["x"]}


# ---- names of operations in several words


def with_joined(text: str, names: tuple[str, ...] = ()) -> list[str]:
    (side,) = sides_of(text)
    return [token.text for token in with_names_joined(side, names).tokens]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("layer norm 1 3", "layer_norm 1 3"),
        ("layer norm x", "layer_norm x"),
        ("layer norm [1, 3]", "layer_norm [ 1 , 3 ]"),
        ("mean absolute error [1] [2]", "mean_absolute_error [ 1 ] [ 2 ]"),
        ("gaussian error linear unit 1", "gaussian_error_linear_unit 1"),
        ("softmax cross entropy x", "softmax_cross_entropy x"),  # not softmax of a cross entropy
        ("2·layer norm 1 3 + cross entropy a b", "2 · layer_norm 1 3 + cross_entropy a b"),
        ("norm layer norm 1 3", "norm layer_norm 1 3"),
        ("layer norm", "layer norm"),  # of nothing
        ("mean absolute error", "mean absolute error"),
        ("layer norm + 1", "layer norm + 1"),
        ("(layer norm)", "( layer norm )"),
        ("blue sky 1", "blue sky 1"),
        ("layer 2 norm", "layer 2 norm"),
        ("l 2 norm 3", "l 2 norm 3"),
        ("layer - norm 1", "layer - norm 1"),
        (r"\log softmax [1, 4]", "log softmax [ 1 , 4 ]"),
        ("layer·norm 1", "layer · norm 1"),
        ("softmax 1 4", "softmax 1 4"),
        ("softmax", "softmax"),
    ],
)
def test_the_words_of_an_operation_are_one_name_if_an_operand_follows(text: str, expected: str) -> None:
    assert with_joined(text) == expected.split()


@pytest.mark.parametrize("defined", ["layer", "norm"])
def test_a_word_with_a_value_is_no_part_of_a_name(defined: str) -> None:
    assert with_joined("layer norm 1 3", (defined,)) == ["layer", "norm", "1", "3"]
    assert with_joined(f"{defined} = 2; layer norm 1 3") == ["layer", "norm", "1", "3"]
    assert with_joined("layer norm 1 3", ("other",)) == ["layer_norm", "1", "3"]


@pytest.mark.parametrize(
    ("text", "at", "column", "end"),
    [
        ("layer norm 1 3", 0, 1, 11),
        ("√layer norm 1 3", 1, 2, 12),
        ("2 + layer norm 1 3", 2, 5, 15),
        ("√(layer  norm 1 3)", 2, 3, 14),
        ("2·mean absolute error [1] [2]", 2, 3, 22),
    ],
)
def test_a_joined_name_stands_where_its_words_stood(text: str, at: int, column: int, end: int) -> None:
    (side,) = sides_of(text)
    name = with_names_joined(side, ()).tokens[at]
    assert "_" in name.text
    assert (name.kind, name.column, name.end) == ("name", column, end)


# ---- what a statement defines


@pytest.mark.parametrize(
    ("earlier", "text", "names", "verdicts"),
    [
        # new names
        ("", "a = 4", {"a": 4}, []),
        ("", "a = 2·3 = 6", {"a": 6}, ["right"]),
        ("", "a = b = 4", {"a": 4, "b": 4}, []),
        ("", "a = b = c = 4", {"a": 4, "b": 4, "c": 4}, []),
        ("", "Q = K = [[1, 0]]", {"Q": [1, 0], "K": [1, 0]}, []),
        ("", "∂L/∂w = 0.5", {"∂L/∂w": 0.5}, []),
        ("", "x.y = 3", {"x.y": 3}, []),
        ("", "2·3 = 6", {}, ["right"]),
        ("", "e = 2.718", {}, ["right"]),  # constants are numbers
        ("", "π = 3", {}, ["wrong"]),
        ("", "e = [1, 2]", {"e": [1, 2]}, []),
        # several at once, and a square
        ("", "a, b = 3, 4", {"a": 3, "b": 4}, []),
        ("", "a, b = [3, 4]", {"a": 3, "b": 4}, []),
        ("", "a, b, c = 3, 4, 5", {"a": 3, "b": 4, "c": 5}, []),
        ("", "a, b = 3, 4; a, b = b, a", {"a": 4, "b": 3}, []),
        ("", "a = 1; b = 2; a, b", {"a": 1, "b": 2}, [None]),
        ("", "[1, 2]", {}, [None]),
        ("", "σ² = 6.25", {"σ": 2.5}, []),
        ("", "σ = 3; σ² = 9", {"σ": 3}, ["right"]),
        ("", "σ = 3; σ²", {"σ": 3}, [None]),
        ("σ = 3", "σ² = 4", {"σ": 2}, []),
        ("σ = √16·2", "σ² = 64", {}, ["right"]),
        # a heading without values
        ("", "q·k = 2·3", {"q·k": 6}, []),
        ("", "q·k + r = 2·3 + 1 = 7", {"q·k + r": 7}, ["right"]),
        ("q = 2; k = 3", "q·k = 6", {}, ["right"]),
        # a name with a value keeps it
        ("", "s = 8/3; s = 2.667", {"s": 8 / 3}, ["right"]),
        ("", "w = 1; w = 2", {"w": 1}, ["wrong"]),
        ("", "a = 1; b = a = 1", {"a": 1, "b": 1}, ["right"]),
        ("s = 8/3", "s = 2.667", {}, ["right"]),
        ("s = 8/3", "s = -2.5", {}, ["wrong"]),
        ("s = [8/3, 2]", "s = [2.667, 2]", {}, ["right"]),
        # unless the new value uses the old
        ("", "w = 1; w = w - 0.25", {"w": 0.75}, []),
        ("", "w = 1; w -= 0.25", {"w": 0.75}, []),
        ("", "w = 1; w = 2·w = 2", {"w": 2}, ["right"]),
        ("w = 3/2", "w = w + 1", {"w": 2.5}, []),
        ("w = 3/2", "w += 1", {"w": 2.5}, []),
        # a name from above is redefined if it stood for numbers
        ("s = 3", "s = 5", {"s": 5}, []),
        ("s = [1, -2]", "s = [5, 6]", {"s": [5, 6]}, []),
        ("σ² = 4", "σ = 5", {"σ": 5}, []),
        # or in a text of several statements
        ("s = 8/3", "s = 2; t = 4", {"s": 2, "t": 4}, []),
        ("s = 8/3", "t = 4; s = 2", {"s": 2, "t": 4}, []),
        ("s = 8/3", "s = 2; s = 4", {"s": 2}, ["wrong"]),
        # or by a calculation or a name
        ("s = 8/3", "s = 3·3", {"s": 9}, []),
        ("s = 8/3; r = 1 + 1", "s = r", {"s": 2}, []),
        # comparisons, attributes and quotients are claims
        ("x = 3", "x == 3", {}, ["right"]),
        ("x = 3", "x == 4", {}, ["wrong"]),
        ("", "b = 4; a = b == 4", {"b": 4, "a": 4}, ["right"]),
        ("M = [[1, 2], [3, 4]]", "M.shape = (2, 2)", {}, ["right"]),
        ("x.y = 3; x = 1", "x.y = 5", {"x.y": 5}, []),
        ("", "dL = 6; dw = 3; dL/dw = 2", {"dL": 6, "dw": 3}, ["right"]),
        ("dL = 6; dw = 3", "dL/dw = 5", {"dL/dw": 5}, []),
        ("", "dL/dw = 2; dw = 3; dL/dw = 2", {"dL/dw": 2, "dw": 3}, ["right"]),
        ("dL/dw = 2·1", "dw = 3; dL/dw = 5", {"dL/dw": 5, "dw": 3}, []),
        ("Q = 2; K = 3", "QK = 7", {"QK": 7}, []),
        ("QK = 7", "Q = 2; K = 3; QK = 8", {"Q": 2, "K": 3, "QK": 8}, []),
    ],
)  # fmt: skip
def test_a_statement_defines_new_names_and_claims_of_old_ones(
    earlier: str, text: str, names: dict, verdicts: list
) -> None:
    checked = check(text, names=above(earlier))
    assert checked.names == {name: value_of(value) for name, value in names.items()}
    assert set(checked.defined) == set(names)
    links = () if checked.only_defines else checked.links
    assert [None if link.judgement is None else link.judgement.verdict.value for link in links] == verdicts


def test_a_new_name_that_may_be_a_product_is_asked_about() -> None:
    with pytest.raises(Ambiguous, match=r'^column 15: is "QK" a product of names above or a new name') as raised:
        check("Q = 2; K = 3; QK = 7")
    assert raised.value.column == 15


@pytest.mark.parametrize("text", ["q·k", "√q = 2", "x == 3", "2·q = 6", "n.m·k = 6", "e·x = 3", "a = 1; a = b = 1"])
def test_names_without_a_value_that_define_nothing_are_unknown(text: str) -> None:
    with pytest.raises(UnknownName):
        check(text)


@pytest.mark.parametrize("text", ["a, b = 3, 4, 5", "a, b = 7", "a, b = [[1], [2], [3]]"])
def test_names_are_no_list_of_names_unless_there_is_a_value_for_each(text: str) -> None:
    assert defined_names(sides_of(text), Scope({}, one_statement=True)) == ["a, b"]  # one heading


def test_a_claim_defines_nothing() -> None:
    assert defined_names(sides_of("2·3 = 6"), Scope({}, one_statement=True)) == []
    assert defined_names(sides_of("2·3"), Scope({}, one_statement=True)) == []
    assert defined_names(sides_of("a"), Scope({}, one_statement=True)) == []


@pytest.mark.parametrize("text", ["x == n = 3", "x.size = n = 1", "x = n = 3", "dx/dx = n = 1", "x·1 = n = 3"])
def test_after_a_claim_no_name_is_defined(text: str) -> None:
    scope = Scope({}, one_statement=False)
    for name in ("x", "dx"):
        scope.define(name, read_expression("3"), 3.0, "", settled=False)
    assert defined_names(sides_of(text), scope) == []
    assert defined_names(sides_of("n = m = 3"), scope) == ["n", "m"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("q·k", True),
        ("q + k", True),
        ("q·k·v", True),
        ("(q)", True),
        ("√q", False),  # two
        ("q", False),
        ("2·q", False),
        ("q·2", False),
        ("n.m·k", False),
        ("k·n.m", False),
        ("e·x", False),
        ("x·π", False),
        ("softmax·x", False),
        ("x·softmax", False),
        ("known·x", False),
        ("x·known", False),
        ("q.sum()", False),
        ("(·)", False),  # no word
    ],
)
def test_a_side_is_a_heading_if_it_is_words_without_values(text: str, expected: bool) -> None:
    (side,) = sides_of(text)
    assert _only_names(side, {"known": definition("2")}) is expected


def values(text: str, defined: list[str]) -> list[tuple[Node, Value]]:
    sides = sides_of(text)
    node = read_expression(sides[-1].text)
    return values_of(sides, defined, node, evaluate(node), {})


def test_a_list_is_divided_among_several_names() -> None:
    assert [value for _, value in values("a, b = 3, 4", ["a", "b"])] == [3, 4]
    assert [node for node, _ in values("a, b = 3, 4", ["a", "b"])] == list(read_expression(" 3, 4").items)
    assert [value for _, value in values("a = b = 3, 4", ["a", "b"])] == [(3, 4), (3, 4)]
    assert [value for _, value in values("a = 3, 4", ["a"])] == [(3, 4)]
    assert values("2·3 = 6", []) == []
    assert values("3, 4", []) == []


def test_the_name_of_a_square_gets_the_root() -> None:
    ((node, value),) = values("σ² = 6.25", ["σ"])
    assert node == Unary("√", read_expression(" 6.25"), 1)
    assert value == 2.5
    assert [value for _, value in values("σ² = 6.25", ["other"])] == [6.25]
    with pytest.raises(EngineError):
        values("σ² = 1 - 5", ["σ"])


# ---- results that are sure to be whole


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n + 1", True),
        ("n·m - 3", True),
        ("-n", True),
        ("[n, 2]", True),
        ("big + 1", True),  # infinite
        ("max(n, big)", True),
        ("7", True),
        ("head_width(12, n)", True),  # heads divide the width evenly
        ("linear([[1, 2], [3, 4]], row, order)", True),
        ("6 / 3", False),
        ("n / 2", False),
        ("⌊n / 2⌋", False),
        ("0.5", False),
        ("[n, 0.5]", False),
        ("[0.5, n]", False),
        ("n·0.5", False),
        ("0.5 + 0.5", False),
        ("half·2", False),
        ("-half + n", False),
        ("row[0] + part[0]", False),
        ("√n", False),
        ("n/2 + n", False),
        ("n + n/2", False),
        ("n/0", False),
        ("missing + 1", False),
        ("row * row", False),  # two readings
        ("head_width(12, n)/2", False),
    ],
)
def test_a_result_is_sure_to_be_whole_if_every_step_is(text: str, expected: bool) -> None:
    given = {
        "n": 4.0, "m": -3.0, "big": inf, "half": 0.5, "row": (1.0, -2.0), "part": (1.0, -0.5), "order": "Wx",
    }  # fmt: skip
    assert stays_whole(read_expression(text), given) is expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0.0, True), (1.0, True), (-1.0, True), (-7.0, True), (inf, True), (-inf, True),
        (0.5, False), (-0.5, False), (1.25, False), (-3.75, False),
        (Interval(2.0, 2.5), True), (Interval(1.5, 2.0), False),  # the lower end counts
    ],
)  # fmt: skip
def test_a_given_number_must_be_whole(number: Value, expected: bool) -> None:
    assert stays_whole(read_expression("n"), {"n": number}) is expected
    assert stays_whole(read_expression("row[1]"), {"row": (3.0, number)}) is expected
    assert stays_whole(read_expression("row[1]"), {"row": (number, 3.0)}) is expected
    assert stays_whole(read_expression("m + 1"), {"m": 3.0, "n": number})


# ---- questions about numbers

YES, NO = True, False


@pytest.mark.parametrize(
    ("question", "number", "expected"),
    [
        (asking.is_true, -2.0, YES), (asking.is_true, 0.5, YES), (asking.is_true, 0.0, NO),
        (asking.is_true, Interval(0.0, 1.0), NO), (asking.is_true, Interval(-1.0, 0.0), YES),
        (asking.is_exact, 2.5, YES), (asking.is_exact, Interval(1.0, 1.0), YES),
        (asking.is_exact, Interval(1.0, 1.001), NO), (asking.is_exact, Interval(-1.0, 1.0), NO),
        (asking.is_masked, inf, NO), (asking.is_masked, 0.0, NO), (asking.is_masked, -1e300, NO),
        (asking.is_masked, Interval(-inf, -inf), YES), (asking.is_masked, Interval(-inf, 0.0), NO),
        (asking.is_zero_or_one, 0.0, YES), (asking.is_zero_or_one, 1.0, YES), (asking.is_zero_or_one, -1.0, NO),
        (asking.is_zero_or_one, 2.0, NO), (asking.is_zero_or_one, 1e-9, NO),
        (asking.is_zero_or_one, Interval(0.0, 0.4), YES), (asking.is_zero_or_one, Interval(0.9, 1.0), NO),
        (asking.is_probability, 0.0, YES), (asking.is_probability, 1.0, YES), (asking.is_probability, 0.5, YES),
        (asking.is_probability, -0.001, NO), (asking.is_probability, 1.001, NO),
        (asking.is_probability, Interval(0.0, 1.0), YES), (asking.is_probability, Interval(-0.1, 0.5), NO),
        (asking.is_probability, Interval(0.5, 1.1), NO),
        (lambda number: asking.is_above(number, 2.0), 2.001, YES),
        (lambda number: asking.is_above(number, 2.0), 2.0, NO),
        (lambda number: asking.is_above(number, 2.0), 1.0, NO),
        (lambda number: asking.is_above(number, 2.0), Interval(0.0, 3.0), YES),
        (lambda number: asking.is_at_most(number, 2.0), 2.0, YES),
        (lambda number: asking.is_at_most(number, 2.0), 1.0, YES),
        (lambda number: asking.is_at_most(number, 2.0), 2.001, NO),
        (lambda number: asking.is_at_most(number, 2.0), Interval(1.0, 3.0), YES),
        (lambda number: asking.is_at_most(number, Interval(2.0, 9.0)), 3.0, NO),
        (lambda number: asking.is_at_most(number, Interval(2.0, 9.0)), 2.0, YES),
        (lambda number: asking.is_as_high(number, 3.0), 3.0, YES),
        (lambda number: asking.is_as_high(number, 3.0), 4.0, NO),
        (lambda number: asking.is_as_high(number, 3.0), Interval(0.0, 3.0), YES),
        (lambda number: asking.is_as_high(number, Interval(3.0, 4.0)), Interval(0.0, 4.0), YES),
        (lambda number: asking.is_as_high(number, Interval(3.0, 4.0)), 3.0, NO),
    ],
)  # fmt: skip
def test_a_question_about_one_number(question, number, expected: bool) -> None:
    assert question(number) is expected


def test_a_common_answer_is_the_answer() -> None:
    assert asking.all_agree(True) is True
    assert asking.all_agree(False) is False
    assert asking.all_agree(np.array([True, True])) is True
    assert asking.all_agree(np.array([False, False])) is False
    with pytest.raises(asking.Disagree, match="the draws disagree") as parted:
        asking.all_agree(np.array([False, True]))
    assert parted.value.holds.tolist() == [False, True]


def test_the_lower_end_must_be_the_same_in_all_draws() -> None:
    assert asking.lowest_of(2.5) == 2.5
    assert asking.lowest_of(Interval(2.0, 3.0)) == 2.0
    assert asking.lowest_of(np.array([4.0])) == 4.0
    assert asking.lowest_of(np.array([4.0, 4.0])) == 4.0
    assert asking.lowest_of(Interval(np.array([4.0, 4.0]), np.array([5.0, 6.0]))) == 4.0
    with pytest.raises(asking.Disagree) as parted:
        asking.lowest_of(np.array([3.0, 1.0, 1.0]))
    assert parted.value.holds.tolist() == [True, False, False]  # equal to the first
    with pytest.raises(asking.Disagree) as parted:
        asking.lowest_of(np.array([1.0, 3.0, 1.0]))
    assert parted.value.holds.tolist() == [True, False, True]
    with pytest.raises(asking.Disagree) as parted:
        asking.lowest_of(np.array([nan, nan]))
    assert parted.value.holds.tolist() == [False, False]


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (2.5, 2.5),
        (Interval(1.5, 3.0), 1.5),
        (np.array([2.0, 5.0, 7.0]), 2.0),
        (np.array([2.0]), 2.0),
        (Interval(np.array([1.0, 5.0]), np.array([2.0, 6.0])), 1.0),
    ],
)
def test_a_message_shows_the_first_draw(number, expected: float) -> None:
    found = asking.first_of(number)
    assert type(found) is float
    assert found == expected


@pytest.mark.parametrize(
    ("square", "row", "expected"),
    [
        # 1e-13 of the largest size is 2e-12; its square is 4e-24
        (3.9e-24, (10.0, -20.0), True),
        (4.1e-24, (10.0, -20.0), False),
        (3.9e-24, (20.0, -10.0), True),
        (4.1e-24, (20.0, -10.0), False),
        (0.0, (0.0, 0.0), True),
        (1e-30, (0.0, 0.0), False),
        (0.9e-26, (1.0,), True),
        (1.1e-26, (1.0,), False),
        (Interval(0.0, 4.1e-24), (20.0,), False),
        (Interval(3.8e-24, 3.9e-24), (Interval(1.0, 20.0),), True),
    ],
)
def test_a_spread_is_noise_below_a_tiny_part_of_the_largest_number(square, row: tuple, expected: bool) -> None:
    assert bool(asking.is_noise(square, row)) is expected


def test_noise_is_told_draw_by_draw() -> None:
    found = asking.is_noise(np.array([3.9e-24, 4.1e-24]), (np.array([20.0, 20.0]), 3.0))
    assert found.tolist() == [True, False]
    found = asking.is_noise(3.9e-24, (3.0, np.array([-20.0, 10.0])))
    assert found.tolist() == [True, False]


def test_the_largest_of_a_row_is_the_first_with_the_highest_upper_end() -> None:
    first, second = Interval(1.0, 3.0), Interval(2.0, 3.0)
    assert asking.largest_in((0.5, first, second)) is first
    assert asking.largest_in((second, first)) is second
    assert asking.largest_in((4.0, first)) == 4.0
    assert asking.highest_in((4.0, first)) == 4.0
    assert asking.highest_in((-4.0, -2.0, -3.0)) == -2.0
    assert asking.highest_in((5.0,)) == 5.0


def test_uncertain_numbers_of_many_draws_have_no_one_largest() -> None:
    uncertain = Interval(np.array([1.0, 2.0]), np.array([2.0, 3.0]))
    for row in ((uncertain,), (uncertain, 1.0), (1.0, uncertain)):
        with pytest.raises(asking.OneByOne):
            asking.largest_in(row)
    assert asking.highest_in((uncertain, 2.5)).tolist() == [2.5, 3.0]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ((5.0,), [1]),
        ((3.0, 1.0, 2.0), [1, 0, 0]),
        ((1.0, 2.0, 3.0), [0, 0, 1]),
        ((-1.0, -1.0), [1, 0]),
        ((4.0, 2.0, 4.0, 4.0), [1, 0, 0, 0]),
        ((1.0, Interval(0.0, 4.0), Interval(3.0, 4.0)), [0, 1, 0]),
    ],
)
def test_one_number_of_a_row_is_marked_as_the_largest(row: tuple, expected: list[int]) -> None:
    found = [asking.is_largest(row, at) for at in range(len(row))]
    assert found == expected
    assert all(type(each) is float for each in found)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ((7.0,), [0]),
        ((3.0, 5.0, 1.0), [1, 0, 2]),
        ((3.0, 5.0, 5.0, 1.0), [2, 0, 1, 3]),  # of equal numbers the first
        ((5.0, 5.0, 5.0), [0, 1, 2]),
        ((-3.0, 2.0, -1.0, 0.0), [3, 0, 2, 1]),
        ((Interval(0.0, 4.0), 3.0, Interval(1.0, 2.0)), [1, 0, 2]),  # by midpoint
        ((Interval(0.0, 4.0), 2.0), [0, 1]),
        ((2.0, Interval(0.0, 4.0)), [0, 1]),
    ],
)
def test_a_rank_counts_the_numbers_ahead(row: tuple, expected: list[int]) -> None:
    assert [asking.rank_in(row, at) for at in range(len(row))] == expected


def test_ranks_are_told_draw_by_draw() -> None:
    row = (np.array([1.0, 5.0, 3.0]), 3.0, np.array([3.0, 9.0, 0.0]))
    found = [np.broadcast_to(asking.rank_in(row, at), 3).tolist() for at in range(3)]
    assert found == [[2, 1, 0], [0, 2, 1], [1, 0, 2]]
