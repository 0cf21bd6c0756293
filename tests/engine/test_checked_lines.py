"""Checked lines: what each link of a text calculates and claims, what a text defines, and what limits its work."""

from __future__ import annotations

from typing import Any

import pytest

from katatx.engine.checked import Link
from katatx.engine.checking import check
from katatx.engine.errors import EngineError
from katatx.engine.pencils.pencil import Exhausted
from katatx.notation.errors import NotationError
from scoring import Verdict


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
        ("0.5 = 0.50", [("0.5", 0.5, "right")]),
        ("1/2 = 0.5", [("1 / 2", 0.5, "right")]),
        ("2·3 = 8 = 14/2", [("2·3", 8, "wrong"), ("2·3", 7, "wrong")]),
        ("2·3 = 5 + 2 = 7", [("2·3", 7, "wrong"), ("5 + 2", 7, "right")]),
        ("0.4 = 1/3 = 0.333", [("1 / 3", 0.4, "wrong"), ("1 / 3", 0.333, "right")]),
        ("0.3 ≈ 1/3", [("1 / 3", 0.3, "right")]),
        ("[1,000, 2] = [500, 1]·2", [("[1000, 2]", [1000, 2], "right")]),  # a first side with two readings
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
        assert verdict == wanted


def test_a_text_that_cannot_be_read_with_minus_signs_has_bullets() -> None:
    assert verdict_of("- 2 + 1 = 44\n> - 3·2 = 6") == Verdict.WRONG
    assert verdict_of("- softmax 1 4 = 0.2 0.8") == Verdict.WRONG
    assert verdict_of("- x = 2·3 = 7") == Verdict.WRONG


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


def test_several_names_are_defined_with_a_claim_about_them() -> None:
    checked = check("a, b = 3, 4 = 3 4; b·2 = 8")
    assert checked.names == {"a": 3, "b": 4}
    assert links_of("a, b = 3, 4 = 3 4; b·2 = 8") == [("[3, 4]", [3, 4], "right"), ("b·2", 8, "right")]


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
