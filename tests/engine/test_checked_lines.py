"""Checked lines: what each link of a text calculates and claims, what a text defines, and what limits its work."""

from __future__ import annotations

from typing import Any

import pytest

from katatx.engine import checking
from katatx.engine.checking import Checked, Link, check, read_claim
from katatx.engine.errors import EngineError
from katatx.engine.pencils.pencil import Exhausted
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.statements import split_statements
from scoring.answer import Answer
from scoring.judgement import Verdict

TOO_LONG = "the line is too long to tell rounding from a mistake; check it in parts"
NOT_EXACT = "numbers of 16 digits and more are not exact here; write ≈ and fewer digits"


def link_of(text: str, places: int | None = None) -> Link:
    (link,) = check(text, places).links
    return link


def links_of(text: str, places: int | None = None) -> list[tuple[str, Any, str | None]]:
    """Return of each link of a text the calculation, the claim and the verdict."""
    return [
        (link.expression, link.claim, None if link.judgement is None else link.judgement.verdict.value)
        for link in check(text, places).links
    ]


def verdict_of(text: str, places: int | None = None) -> Verdict | None:
    judgement = check(text, places).worst.judgement
    return None if judgement is None else judgement.verdict


# ---- one link


@pytest.mark.parametrize(
    ("text", "expression", "value", "claim", "claimed_places"),
    [
        ("1/3 = 0.33", "1 / 3", 1 / 3, 0.33, 2),
        ("2·3", "2·3", 6, None, 0),
        ("2·3 = 6", "2·3", 6, 6, 0),
        ("[1, 2]/4 = 0.25 0.5", "[1, 2] / 4", (0.25, 0.5), [0.25, 0.5], 2),
        ("[1, 2]/4 = [0.3, 0.50]", "[1, 2] / 4", (0.25, 0.5), [0.3, 0.5], 2),
        ("[[1, 2], [3, 4]]·1 = [1 2; 3 4]", "[[1, 2], [3, 4]]·1", ((1, 2), (3, 4)), [[1, 2], [3, 4]], 0),
        ("0.333 = 1/3", "1 / 3", 1 / 3, 0.333, 3),
        ("portions 1 4 = 0.2 0.8", "softmax([1, 4])", pytest.approx((0.04742587, 0.95257413)), [0.2, 0.8], 1),
        ("1/2 = 2/4", "1 / 2", 0.5, 0.5, 0),
    ],
)
def test_a_link_has_a_calculation_and_a_claim(
    text: str, expression: str, value: Any, claim: Any, claimed_places: int
) -> None:
    link = link_of(text)
    assert (link.expression, link.value, link.claim, link.claimed_places) == (expression, value, claim, claimed_places)
    assert (link.judgement is None) == (claim is None)


def test_a_link_has_the_shape_of_its_value() -> None:
    assert [link_of(text).shape for text in ("2", "1 2", "[1 2; 3 4; 5 6]")] == [(), (2,), (3, 2)]


@pytest.mark.parametrize(
    ("text", "least", "written"),
    [
        ("1/3 = 0.33", 3, "0.33"),
        ("1/3 = 0.333333", 3, "0.333333"),
        ("1/3 = 0.333333", 1, "0.333333"),
        ("9·8 = 8·9", 3, "8·9 = 72"),
        ("1/3 = 2/6·1", 3, "(2 / 6)·1 = 0.333"),
        ("1/3 = 2/6·1", 5, "(2 / 6)·1 = 0.33333"),
        ("[1, 2]/4 = [0.3, 0.50]", 2, "[0.3, 0.5]"),
    ],
)
def test_a_claim_as_text_follows_the_calculation_that_made_it(text: str, least: int, written: str) -> None:
    assert link_of(text).claim_text(least) == written


@pytest.mark.parametrize(
    ("text", "places", "shown_places", "shown"),
    [
        ("1/3", None, 3, "0.333"),
        ("1/3 = 0.3", None, 3, "0.333"),
        ("1/3 = 0.333", None, 3, "0.333"),
        ("1/3 = 0.3333", None, 4, "0.3333"),
        ("1/3 = 0.33333333333333333", None, 17, "0.333333333333333"),
        ("1/3 = 0.333333333333333333", None, 18, "0.333333333333333"),
        ("1/3 = 0.3333333333333333333", None, 18, "0.333333333333333"),
        ("1/3 = 0.3333", 2, 2, "0.33"),
        ("4/3", 0, 0, "1"),
        ("4/3 ≈ 1.33", 5, 3, "1.333"),
        ("[4, 5]/3", 1, 1, "[1.3, 1.7]"),
    ],
)
def test_the_value_is_shown_to_the_decimals_required_or_claimed(
    text: str, places: int | None, shown_places: int, shown: str
) -> None:
    link = link_of(text, places)
    assert (link.shown_places, link.shown) == (shown_places, shown)


def test_a_link_has_its_working_and_what_it_costs_by_hand() -> None:
    link = link_of("2·3 + 1·2 = 8")
    assert [step.line for step in link.steps()] == ["multiply", "add"]
    strokes = link.strokes()
    assert (strokes.products, strokes.sums, strokes.divisions) == (2, 1, 0)
    assert link._replace(has_working=False).steps() == []


def test_the_calculations_of_a_link_are_those_of_its_left_side() -> None:
    one, two, three = (link.strokes_taken for link in check("2·3; 2·3/4; √(2·3/4)").links)
    assert (two - one, three - two) == (1, 1)


def test_only_a_claim_that_is_calculated_has_an_expression() -> None:
    assert link_of("9·8 = 72").claimed is None
    assert link_of("9·8").claimed is None
    assert link_of("9·8 = 8·9").claimed is not None


# ---- chains


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2·3 = 6", [("2·3", 6, "right")]),
        ("2·3 = 3·2 = 6", [("2·3", 6, "right"), ("3·2", 6, "right")]),
        ("6 = 2·3", [("2·3", 6, "right")]),
        ("6.0 = 2·3", [("2·3", 6, "right")]),
        ("6 = 2·3 = 3·2 = 6", [("2·3", 6, "right"), ("2·3", 6, "right"), ("3·2", 6, "right")]),
        ("1/3 = 0.33 = 0.333", [("1 / 3", 0.33, "right"), ("1 / 3", 0.333, "right")]),
        ("1/3 = 0.33 = 0.34", [("1 / 3", 0.33, "right"), ("1 / 3", 0.34, "wrong")]),
        ("0.333 = 1/3 = 0.33", [("1 / 3", 0.333, "right"), ("1 / 3", 0.33, "right")]),
        ("0.5 = 0.50", [("0.5", 0.5, "right")]),
        ("1/2 = 0.5", [("1 / 2", 0.5, "right")]),
        ("1/2 = 1/2", [("1 / 2", 0.5, "right")]),
        ("2·3 = 7 = 14/2", [("2·3", 7, "wrong"), ("14 / 2", 7, "right")]),
        ("2·3 = 8 = 14/2", [("2·3", 8, "wrong"), ("2·3", 7, "wrong")]),
        ("2·3 = 6 = 12/2", [("2·3", 6, "right"), ("2·3", 6, "right")]),
        ("2·3 = 6 = 14/2 = 7", [("2·3", 6, "right"), ("2·3", 7, "wrong"), ("2·3", 7, "wrong")]),
        ("2·3 = 5 + 2 = 7", [("2·3", 7, "wrong"), ("5 + 2", 7, "right")]),
        ("0.4 = 1/3 = 0.333", [("1 / 3", 0.4, "wrong"), ("1 / 3", 0.333, "right")]),
        ("0.3 ≈ 1/3", [("1 / 3", 0.3, "right")]),
        ("[1,000, 2] = [500, 1]·2", [("[1000, 2]", [1000, 2], "right")]),  # a first side with two readings
        ("2·3 = 6; 2·4 = 9", [("2·3", 6, "right"), ("2·4", 9, "wrong")]),
        ("2·3; 2·4 = 8; 5", [("2·3", None, None), ("2·4", 8, "right"), ("5", None, None)]),
        ("x = 5; x -= 0.5 = 4.5", [("x - 0.5", 4.5, "right")]),
        ("x = 5; x += 0.5 = 4.5", [("x + 0.5", 4.5, "wrong")]),
        ("x = 5; x *= 2 = 10", [("x*2", 10, "right")]),
        ("x = 5; x /= 2 = 2.5", [("x / 2", 2.5, "right")]),
        ("x = 4.5; x -= 0.5 = 8/2", [("x - 0.5", 4, "right")]),
    ],
)  # fmt: skip
def test_each_side_is_compared_with_the_calculation_before_it(text: str, expected: list[tuple[Any, ...]]) -> None:
    found = links_of(text)
    assert [(expression, claim) for expression, claim, _ in found] == [each[:2] for each in expected]
    for (_, _, verdict), (_, _, wanted) in zip(found, expected, strict=True):
        assert (verdict in ("wrong", "wrong-turn", "slip")) if wanted == "wrong" else verdict == wanted


@pytest.mark.parametrize(
    ("text", "places", "verdict", "required"),
    [
        ("1/3 = 0.33", 3, Verdict.COARSE, 3),
        ("1/3 = 0.333", 3, Verdict.RIGHT, 3),
        ("1/3 = 0.33", 2, Verdict.RIGHT, 2),
        ("1/3 ≈ 0.33", 3, Verdict.RIGHT, None),
        ("0.33 = 1/3", 3, Verdict.COARSE, 3),
        ("0.33 ≈ 1/3", 3, Verdict.RIGHT, None),
        ("1/3 = 1·2/6", 3, Verdict.RIGHT, 3),
        ("1/3 = 0.33", None, Verdict.RIGHT, None),
        ("2·3 = 6", 3, Verdict.RIGHT, 3),
        ("2/3", 3, None, 3),
    ],
)
def test_decimals_are_required_of_every_claim_but_an_approximate_one(
    text: str, places: int | None, verdict: Verdict | None, required: int | None
) -> None:
    link = link_of(text, places)
    assert (None if link.judgement is None else link.judgement.verdict, link.places) == (verdict, required)


def test_the_worst_link_is_the_last_of_the_worst_and_else_the_last() -> None:
    assert check("2·3 = 7; 2·4 = 9; 2·5 = 10").worst.expression == "2·4"
    assert check("2·3 = 6; 2·4 = 8; 2·5").worst.expression == "2·4"
    assert check("2·3; 2·4").worst.expression == "2·4"
    assert check("2·4 = 77; 1/3 = 0.33; 5·5 = 25").worst.expression == "2·4"


# ---- approximate claims


@pytest.mark.parametrize(
    ("claim", "places"),
    [
        ("3000", -2), ("-3000", -2), ("3100", -2), ("3150", -1), ("3145", 0), ("300", -1), ("30", 0), ("5", 0), ("0", 0),
        ("1000000", -5), ("3.5", 1), ("3.50", 2), ("22/7", 2), ("600/2", 0), ("1/3", 3), ("2/300", 5),
        ("50000/3", -2), ("0/3", None),
    ],
)  # fmt: skip
def test_an_approximate_number_claims_few_digits(claim: str, places: int | None) -> None:
    ((_, side),) = split_statements(f"x·1 ≈ {claim}", defined=["x"])
    found = read_claim(side, ())
    assert found is not None
    assert [(number.places, number.about) for number in found.numbers] == [(places, True)]


@pytest.mark.parametrize(("claim", "places"), [("3000", 0), ("3.50", 2), ("22/7", None)])
def test_an_exact_number_claims_all_its_digits(claim: str, places: int | None) -> None:
    ((_, side),) = split_statements(f"x·1 = {claim}", defined=["x"])
    found = read_claim(side, ())
    assert found is not None
    assert [(number.places, number.about) for number in found.numbers] == [(places, False)]


def test_a_side_to_calculate_is_no_written_number() -> None:
    ((_, side),) = split_statements("x·1 ≈ softmax 1 4", defined=["x"])
    assert read_claim(side, ()) is None


def test_written_numbers_have_the_shape_expected_if_they_can() -> None:
    ((_, side),) = split_statements("x·1 = 1 2 3 4", defined=["x"])
    shapes = [found.shape for found in (read_claim(side, (4,)), read_claim(side, ())) if isinstance(found, Answer)]
    assert shapes == [(4,), (4,)]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("√2 ≈ √2.0001", Verdict.RIGHT),  # 1.41425
        ("√2 ≈ 1.5 - 0.09", Verdict.RIGHT),
        ("√2 ≈ 1.5 - 0.1", Verdict.WRONG),
        ("√2 = 1.5 - 0.09", Verdict.WRONG),
        ("2·1000 + 4 ≈ 1000 + 1000", Verdict.RIGHT),
        ("2·1000 + 6 ≈ 1000 + 1000", Verdict.WRONG),
        ("1/3 ≈ 1000/2999", Verdict.RIGHT),
        ("0·5 ≈ 1 - 1", Verdict.RIGHT),
        ("0.4·1 ≈ 1 - 1", Verdict.WRONG),
        ("padding_mask([1, 4], 1)·1 ≈ padding_mask([1, 4], 1)·1", Verdict.RIGHT),
    ],
)
def test_a_calculation_after_an_approximate_sign_claims_three_figures(text: str, verdict: Verdict) -> None:
    assert (verdict_of(text) == Verdict.RIGHT) == (verdict == Verdict.RIGHT)


def test_a_calculated_claim_has_the_shape_and_the_places_of_its_value() -> None:
    assert link_of("[2, 4]/2 = [3, 6]/3·1").claim == [1, 2]
    link = link_of("√2 ≈ 1.5 - 0.09")
    assert (link.claim, link.claimed_places) == (1.41, 2)
    assert link_of("√2·1 = 1.5 - 0.09").claimed_places == 0


# ---- bullets and minus signs


@pytest.mark.parametrize(
    ("text", "expression", "verdict"),
    [
        ("- 2 + 1 = 3", "2 + 1", Verdict.RIGHT),
        ("- 2 + 1 = -1", "-2 + 1", Verdict.RIGHT),
        ("– 2 + 1 = -1", "-2 + 1", Verdict.RIGHT),
        ("− 2 + 1 = -1", "-2 + 1", Verdict.RIGHT),
        ("  - 2 + 1 = -1", "-2 + 1", Verdict.RIGHT),
        ("- 2 + 1 = 44", "2 + 1", Verdict.WRONG),
        ("- 2·3", "2·3", None),
        ("* 2 + 1 = 3", "2 + 1", Verdict.RIGHT),
        ("-2 + 1 = -1", "-2 + 1", Verdict.RIGHT),
        ("-2 + 1 = 44", "-2 + 1", Verdict.WRONG),
        ("- 1/3 = 0.3", "1 / 3", Verdict.RIGHT),
    ],
)
def test_a_dash_is_a_minus_if_only_then_the_claims_are_true(
    text: str, expression: str, verdict: Verdict | None
) -> None:
    worst = check(text).worst
    assert (worst.expression, None if worst.judgement is None else worst.judgement.verdict) == (expression, verdict)


def test_a_text_that_cannot_be_read_with_minus_signs_has_bullets() -> None:
    assert verdict_of("- 2 + 1 = 44\n> - 3·2 = 6") == Verdict.WRONG
    assert verdict_of("- softmax 1 4 = 0.2 0.8") == Verdict.WRONG_TURN
    assert verdict_of("- x = 2·3 = 7") == Verdict.WRONG


# ---- calls of libraries


@pytest.mark.parametrize(
    "text",
    [
        "a = [1, 5]; b = [3, 2]; torch.max(a, b) = [3, 5]",
        "a = [1, 5]; b = [3, 2]; torch.min(a, b) = [1, 2]",
        "x = [[1, 5], [3, 2]]; torch.max(x, 1) = [5, 3]",
        "x = [[1, 5], [3, 2]]; n = 1; np.max(x, n) = [5, 3]",
    ],
)
def test_pytorch_compares_two_tensors_and_numpy_takes_an_axis(text: str) -> None:
    assert verdict_of(text) == Verdict.RIGHT


# ---- definitions


def test_the_names_of_a_text_have_their_values() -> None:
    checked = check("a = 2·3; b = a + 1; a·b = 42")
    assert checked.names == {"a": 6, "b": 7}
    assert not checked.only_defines
    assert [link.expression for link in checked.links] == ["a·b"]
    assert set(checked.defined) == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "names", "expression", "value"),
    [
        ("x = √16", {"x": 4}, "√16", 4),
        ("x = 2; y = 3·x", {"x": 2, "y": 6}, "3·x", 6),
        ("a = b = 2·3", {"a": 6, "b": 6}, "2·3", 6),
        ("a, b = 3, 4", {"a": 3, "b": 4}, "[3, 4]", (3, 4)),
        ("σ² = 6.25", {"σ": 2.5}, "6.25", 6.25),
        ("x = 5; x -= 2", {"x": 3}, "x - 2", 3),
        ("x = 5; x += 2", {"x": 7}, "x + 2", 7),
        ("x = 5; x *= 2", {"x": 10}, "x*2", 10),
        ("x = 5; x /= 2", {"x": 2.5}, "x / 2", 2.5),
    ],
)
def test_a_text_that_only_defines_has_its_last_definition_as_link(
    text: str, names: dict[str, float], expression: str, value: Any
) -> None:
    checked = check(text)
    assert checked.only_defines
    assert checked.names == names
    (link,) = checked.links
    assert (link.expression, link.value, link.judgement) == (expression, value, None)


def test_a_text_without_definitions_has_no_names() -> None:
    assert check("2·3 = 6").names == {}
    assert check("2·3 = 6").defined == {}
    assert Checked({}, (), only_defines=True).defined == {}


def test_several_names_are_defined_with_a_claim_about_them() -> None:
    checked = check("a, b = 3, 4 = 3 4; b·2 = 8")
    assert checked.names == {"a": 3, "b": 4}
    assert links_of("a, b = 3, 4 = 3 4; b·2 = 8") == [("[3, 4]", [3, 4], "right"), ("b·2", 8, "right")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("s = 2·3", None),
        ("s = 2·3 = 6", 6),
        ("s = 2·3 = 6 = 6.0", 6),
        ("s = 2·3 = 7", None),
        ("s = 2·3 = 6 = 7", None),
    ],
)
def test_a_later_text_uses_the_value_of_a_definition_that_is_written_down_correctly(
    text: str, value: float | None
) -> None:
    assert check(text).defined["s"].value == value


@pytest.mark.parametrize(("longest", "value"), [(3, None), (2, 6)])
def test_a_later_text_uses_the_value_of_a_long_calculation(
    longest: int, value: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = link_of("2·3").strokes_taken
    monkeypatch.setattr(checking, "LONGEST_CARRIED", taken + longest - 3)
    assert check("s = 2·3").defined["s"].value == value
    monkeypatch.setattr(checking, "LONGEST_CARRIED", taken + longest - 2)
    assert check("s = 2·3/4 = 1 + 1 = 7").defined["s"].value == (value and 1.5)


def test_a_definition_of_more_than_a_hundred_calculations_is_long() -> None:
    assert check("s = exp(ones(90))").defined["s"].value is None
    assert check("s = exp(ones(110))").defined["s"].value is not None


def test_numbers_given_to_a_calculated_name_are_a_claim_in_one_statement_alone() -> None:
    above = check("s = 2·3").defined
    alone = check("s = 7", names=above)
    assert alone.names == {}
    assert alone.worst.judgement is not None
    assert not alone.worst.judgement.verdict.counts_as_right
    assert check("s = 7; s·2", names=above).names == {"s": 7}
    assert check("s = 3·3", names=above).names == {"s": 9}
    assert check("n = 7", names=check("n = 5").defined).names == {"n": 7}
    assert check("s·2 = 12", names=above).worst.judgement == check("6·2 = 12").worst.judgement


def test_an_earlier_name_that_means_something_else_here_is_left_out() -> None:
    above = check("e = [1, 2]·1").defined
    assert check("e^0 = 1", names=above).worst.value == 1


def test_words_of_an_earlier_name_are_not_joined() -> None:
    above = check("layer = 2·1; norm = 3·1").defined
    assert check("layer·norm = 6", names=above).worst.value == 6
    assert check("layer norm 1 3 = -1 1").worst.expression == "layer_norm([1, 3])"


# ---- loose rows


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("softmax 1 4 = 0.047 0.953; 1 2", 28),
        ("softmax 1 4 = 0.047 0.953; -1 √2", 28),
        ("x = softmax 1 4 = 0.047 0.953\n1 2", 31),
    ],
)
def test_a_row_after_a_claim_may_be_one_more_row_of_it(text: str, column: int) -> None:
    with pytest.raises(Ambiguous, match="one more row of the result, or another calculation") as caught:
        check(text)
    assert caught.value.column == column


@pytest.mark.parametrize(
    "text",
    [
        "softmax 1 4; 1 2",
        "x = 2; 1 2",
        "2·3 = 6; [1/2, 3]",
        "x = 4; 2·3 = 6; [x, 1]",
        "2·3 = 6; 5",
        "2·3 = 6; -5",
        "2·3 = 6; 1 2 = 1 2",
        "2·3 = 6; softmax 1 2",
        "2·3 = 6; 2·4; 1 2",
    ],
)
def test_any_other_side_is_a_calculation_of_its_own(text: str) -> None:
    assert check(text).links


# ---- limits


def test_fifty_statements_are_checked_at_once() -> None:
    assert len(check("1;" * 50).links) == 50
    with pytest.raises(NotationError, match=r"^column 1: more than 50 calculations at once; check them in parts$"):
        check("1;" * 51)


def test_a_value_has_at_most_two_thousand_numbers() -> None:
    assert check("ones(40, 50)").worst.shape == (40, 50)
    with pytest.raises(EngineError, match="the result has 2,001 numbers, and at most 2,000 can be shown"):
        check("join(0, ones(2000), 1)")


def test_all_calculations_of_a_text_share_one_effort() -> None:
    assert len(check("exp(ones(1980)); " * 3).links) == 3
    with pytest.raises(Exhausted):
        check("exp(ones(2000)); " * 3)
    assert len(check("exp(ones(1980)); " * 2 + "exp(ones(10))").links) == 3


def test_links_from_the_one_on_whose_working_is_too_long_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "exp(ones({})); exp(ones(100)); 2·3"
    assert [link.has_working for link in check(text.format(580)).links] == [True, True, True]
    assert [link.has_working for link in check(text.format(600)).links] == [True, False, False]
    assert [link.has_working for link in check(text.format(710)).links] == [False, False, False]
    taken = link_of("2·3").strokes_taken
    monkeypatch.setattr(checking, "LONGEST_WORKING", 2 * taken)
    assert [link.has_working for link in check("2·3; 2·4; 2·5").links] == [True, True, False]


def test_a_wrong_claim_is_explained_as_far_as_the_effort_goes() -> None:
    found = list[str]()
    for search in range(0, 240, 4):
        try:
            judgement = check("softmax 1 4 = 0.2 0.8", search=search).worst.judgement
        except EngineError as error:
            found.append(str(error))
            continue
        assert judgement is not None
        note = "(the line is long: not every known mistake was tried)" in judgement.message
        found.append(f"{judgement.verdict.value} {note}")
    assert list(dict.fromkeys(found)) == [TOO_LONG, "wrong True", "wrong-turn False"]
    assert found == sorted(found, key=[TOO_LONG, "wrong True", "wrong-turn False"].index)


def test_a_claim_that_is_right_or_has_another_shape_needs_no_search() -> None:
    for claim, verdict in (("0.047 0.953", Verdict.RIGHT), ("0.0 1.0", Verdict.COARSE), ("0.2", Verdict.UNREAD)):
        judgement = check(f"softmax 1 4 = {claim}", search=0).worst.judgement
        assert judgement is not None
        assert judgement.verdict == verdict
        assert "not every known mistake" not in judgement.message
    with pytest.raises(EngineError, match=f"^{TOO_LONG}$"):
        check("softmax 1 4 = 0.3 0.7", search=0)


def test_a_claim_that_is_carried_has_no_note_of_a_cut_search() -> None:
    for search in range(20, 200, 4):
        try:
            judgement = check("e^1/(e^1 + e^4) = 2.718/57.32", search=search).worst.judgement
        except EngineError:
            continue
        assert judgement is not None
        assert judgement.verdict == Verdict.CARRIED
        assert "not every known mistake" not in judgement.message


@pytest.mark.parametrize(
    ("text", "is_exact"),
    [
        ("2^53 - 1 = 9007199254740991", True),
        ("2^53 = 9007199254740992", False),
        ("-(2^53) = -9007199254740992", False),
        ("2^53 ≈ 9007000000000000", True),
        ("2^54 ≈ 1.8e16", True),
        ("1234567890123456 = 1234567890123456", True),
        ("9007199254740993 - 9007199254740990 = 3", False),
        ("10000000000000001 - 10000000000000000 ≈ 1", False),
        ("9007199254740992 - 9007199254740990 = 2", True),
        ("0.1234567890123456789·10 = 1.234567890123", True),
        ("padding_mask([1, 4], 1) = 1 -inf", True),
        ("[2^53, 1]·1 = 9007199254740992 1", False),
    ],
)
def test_numbers_too_large_to_be_exact_cannot_be_claimed_exactly(text: str, is_exact: bool) -> None:
    if is_exact:
        assert verdict_of(text) == Verdict.RIGHT
    else:
        with pytest.raises(EngineError, match=f"^{NOT_EXACT}$"):
            check(text)
