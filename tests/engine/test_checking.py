"""Checked lines: what each link of a text calculates and claims, what a text defines, and what limits its work."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import pytest

from katatx.engine.checked import Link
from katatx.engine.checking import check
from katatx.engine.defining import Scope, names_given, with_names_joined
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.key import Solution
from katatx.engine.names import Defined
from katatx.engine.pencils.pencil import Exhausted
from katatx.errors import KatatxError
from katatx.notation.errors import NotationError
from katatx.notation.parser import read_expression
from katatx.notation.statements import Side, split_statements
from katatx.notation.syntax import Unary
from scoring import Verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("5.66 = √32", Verdict.RIGHT),
        ("5.67 = √32", Verdict.WRONG),
        ("0.2 0.8 = softmax 1 4", Verdict.WRONG),
        # spaces part factors where one number is claimed, and numbers of a row where a row is
        ("1 √4 = 1 2", Verdict.RIGHT),
        ("-(0.5 ln 0.5 + 0.5 ln 0.5) = 0.693", Verdict.RIGHT),
        ("mean(1 √4) √4 = 3", Verdict.RIGHT),
        ("2 sum(1 √4) = 6", Verdict.RIGHT),
        ("[1, 2] [3, 4] = 11", Verdict.AGAIN),
        ("1 2 = 2", Verdict.AGAIN),
        # a module and what it is given
        # a mistake inside may leave a row, and `*` between two rows has two readings
        ("dot([1,2],[3,4]) * [5,7] = 55 77", Verdict.RIGHT),
        ("dot([1,2],[3,4]) * [5,7] = 56 77", Verdict.WRONG),
        ("22/7 ≈ π", Verdict.RIGHT),
        ("22/7 = π", Verdict.WRONG),
        ("50,257 × 768 = 38,597,376 ≈ 36.8M", Verdict.WRONG),
        ("√2 ≈ 10/7", Verdict.WRONG),
        ("e^5.704 ≈ 600/2", Verdict.RIGHT),  # 300.06
        ("e^5.7 ≈ 600/2", Verdict.WRONG),  # 298.87: zeros of an exact number count
        ("e^5.7 ≈ 300", Verdict.RIGHT),
        ("padding_mask([1, 4], 1) = 1 -inf", Verdict.RIGHT),
        ("dot [1,2] [3,4] = 11 0", Verdict.AGAIN),
        # bullets, where minus signs cannot be
        ("- 2 + 1 = 44\n> - 3·2 = 6", Verdict.WRONG),
        ("- softmax 1 4 = 0.2 0.8", Verdict.WRONG),
        ("- x = 2·3 = 7", Verdict.WRONG),
        # PyTorch compares two tensors, and NumPy takes an axis
        ("x = [[1, 5], [3, 2]]; n = 1; np.max(x, n) = [5, 3]", Verdict.RIGHT),
        # small numbers, by hand
        ("e^-28 = 9e-13", Verdict.WRONG),
        ("e^-28 = 6.9e-13", Verdict.RIGHT),
        ("0.0003·0.02 = 0.000007", Verdict.WRONG),
        # 0.00033·0.7 is 0.000231; honest rounding of that to 3 decimals is 0, but five times it is not 0.0013.
        ("0.00033·0.7·5 = 0.001155", Verdict.RIGHT),
        # e to 0.333 instead of 1/3 is 1.3951 instead of 1.3956.
        ("e^(1/3) = 1.395", Verdict.RIGHT),
        ("e^(1/3) = 1.394", Verdict.WRONG),
        ("0.1 + 0.2 - 0.3 = 0", Verdict.RIGHT),
        ("sin(π) = 0", Verdict.RIGHT),
        ("1 + 1e-12 - 1 = 2e-12", Verdict.WRONG),
        ("1/56 = 0.01784", Verdict.WRONG),
    ],
)
def test_the_worst_link_speaks_for_the_line(line: str, verdict: Verdict) -> None:
    judgement = check(line).worst.judgement
    assert judgement is not None
    assert judgement.verdict == verdict


@pytest.mark.parametrize(("line", "column"), [("softmax 1 4 = soft 2", 15), ("2 = 3 +", 8), ("6 = 2 $ 3", 7)])
def test_errors_point_into_the_whole_line(line: str, column: int) -> None:
    with pytest.raises(KatatxError, match=f"column {column}"):
        check(line)


@pytest.mark.parametrize(
    "text",
    [
        "concat([1, 2], [3, 4])",
        "stack([1, 2], [3, 4])",
        "t(3) = 3",
        "np.ones((2, 2, 2, 2, 2000))",
        "np.concatenate([[1, 2], [3, 4]], axis=2)",
    ],
)
def test_what_is_no_axis_and_no_function_is_refused(text: str) -> None:
    with pytest.raises(KatatxError):
        check(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("q = [2,0,1,0]; k = [3,0,2,0]; q·k = 8; q·k/√4 = 8", ["right", "wrong"]),
        ("s = 8/3; s = 2.667", ["right"]),
        ("a = 2\nb = a + 1\na·b = 6", ["right"]),
        ("e = 2.718", ["right"]),
        ("e = 2.72; π = 3.2", ["right", "wrong"]),
        ("softmax 0 1 = 27% 73%", ["right"]),
        ("√32 ≈ 6", ["right"]),
        ("2048^2·64 ≈ 268000000", ["right"]),
        ("[0,0,1,0] . [1.414,0,0,-1.414] = 0", ["right"]),
        ("6 = 2·3 = 7 = 14/2", ["right", "wrong", "right"]),
        ("0.125 = 1/8 = 12.5%", ["right", "right"]),
        ("10/√4 ≈ 3", ["wrong"]),
        ("layernorm 50 60 40 30 = 0.04 0.12 -0.04 -0.12", ["wrong"]),
    ],
)
def test_names_percent_roundings_and_several_claims(text: str, found: list[str]) -> None:
    assert [verdict for *_, verdict in links_of(text) if verdict] == found


def test_a_mistake_inside_a_definition_is_found_from_what_is_made_of_it() -> None:
    judgement = check("s = softmax 1 4; weighted_sum(s, [[2,0,0,1],[0,3,1,0]]) = 0.4 2.4 0.8 0.2").worst.judgement
    assert judgement is not None
    assert judgement.wrong_turns == ("softmax/raw-shares",)


def test_a_small_value_is_shown_with_figures_that_say_something() -> None:
    assert check("1/81300").worst.shown == "1.2e-05"
    assert check("1/81300 = 0.0000124").worst.shown == "1.23e-05"
    assert check("0.0021·2").worst.shown == "0.0042"
    assert check("1/3 = 0.33333").worst.shown == "0.33333"


def link_of(text: str, places: int | None = None) -> Link:
    (link,) = check(text, places).links
    return link


def links_of(text: str, places: int | None = None) -> list[tuple[str, Any, str | None]]:
    """Return of each link of a text the calculation, the claim and the verdict."""
    return [
        (link.expression, link.claim, None if link.judgement is None else link.judgement.verdict.value)
        for link in check(text, places).links
    ]


def test_a_link_has_the_shape_of_its_value() -> None:
    assert [link_of(text).shape for text in ("2", "1 2", "[1 2; 3 4; 5 6]")] == [(), (2,), (3, 2)]


@pytest.mark.parametrize(
    ("text", "least", "written"),
    [
        ("1/3 = 0.33", 3, "0.33"),
        ("1/3 = 2/6·1", 3, "(2 / 6)·1 = 0.333"),
        ("1/3 = 2/6·1", 5, "(2 / 6)·1 = 0.33333"),
        ("[1, 2]/4 = [0.3, 0.50]", 2, "[0.3, 0.5]"),
    ],
)
def test_a_claim_as_text_follows_the_calculation_that_made_it(text: str, least: int, written: str) -> None:
    assert link_of(text).claim_text(least) == written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/3 = 0.33 = 0.34", [("1 / 3", 0.33, "right"), ("1 / 3", 0.34, "wrong")]),
        ("0.333 = 1/3 = 0.33", [("1 / 3", 0.333, "right"), ("1 / 3", 0.33, "right")]),
        ("2·3 = 8 = 14/2", [("2·3", 8, "wrong"), ("2·3", 7, "wrong")]),
        ("2·3 = 5 + 2 = 7", [("2·3", 7, "wrong"), ("5 + 2", 7, "right")]),
        ("0.4 = 1/3 = 0.333", [("1 / 3", 0.4, "wrong"), ("1 / 3", 0.333, "right")]),
        ("0.3 ≈ 1/3", [("1 / 3", 0.3, "right")]),
        ("2·3; 2·4 = 8; 5", [("2·3", None, None), ("2·4", 8, "right"), ("5", None, None)]),
        ("x = 5; x -= 0.5 = 4.5", [("x - 0.5", 4.5, "right")]),
        ("x = 5; x += 0.5 = 4.5", [("x + 0.5", 4.5, "wrong")]),
    ],
)  # fmt: skip
def test_each_side_is_compared_with_the_calculation_before_it(text: str, expected: list[tuple[Any, ...]]) -> None:
    found = links_of(text)
    assert [(expression, claim) for expression, claim, _ in found] == [each[:2] for each in expected]
    for (_, _, verdict), (_, _, wanted) in zip(found, expected, strict=True):
        assert verdict == wanted


def test_words_of_an_earlier_name_are_not_joined() -> None:
    above = check("layer = 2·1; norm = 3·1").defined
    assert check("layer·norm = 6", names=above).worst.value == 6
    assert check("layer norm 1 3 = -1 1").worst.expression == "layer_norm([1, 3])"


def test_a_value_has_at_most_two_thousand_numbers() -> None:
    assert check("np.ones((40, 50))").worst.shape == (40, 50)
    with pytest.raises(EngineError, match="the result has 2,001 numbers, and at most 2,000 can be shown"):
        check("np.ones(2001)")


def test_all_calculations_of_a_text_share_one_effort() -> None:
    row = f"x = [{', '.join('1' * 990)}]; "
    assert len(check(row + "exp(x); " * 5).links) == 5
    with pytest.raises(Exhausted):
        check(row + "exp(x); " * 8)


def test_a_claim_that_is_carried_has_no_note_of_a_cut_search() -> None:
    for search in range(20, 200, 4):
        try:
            judgement = check("e^1/(e^1 + e^4) = 2.718/57.32", search=search).worst.judgement
        except EngineError:
            continue
        assert judgement is not None
        assert (judgement.verdict, judgement.rounded) == (Verdict.RIGHT, True)
        assert "not every known mistake" not in judgement.message


def test_the_worst_link_is_the_last_of_the_worst_and_else_the_last() -> None:
    assert check("2·3 = 7; 2·4 = 9; 2·5 = 10").worst.expression == "2·4"
    assert check("2·3 = 6; 2·4 = 8; 2·5").worst.expression == "2·4"
    assert check("2·3; 2·4").worst.expression == "2·4"


def test_fifty_statements_are_checked_at_once() -> None:
    assert len(check("1;" * 50).links) == 50
    with pytest.raises(NotationError):
        check("1;" * 51)


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
        ("", "a, b = 3, 4 = 3 4; b·2 = 8", {"a": 3, "b": 4}, ["right", "right"]),
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
        ("⌊n / 2⌋", True),
        ("⌊half⌋ + n", True),
        ("round(half, 1)", False),  # to decimals
        ("⌊half⌋·half", False),
        ("6 / 3", False),
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
