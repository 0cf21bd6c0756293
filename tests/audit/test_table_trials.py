"""Formulas tried on a whole column in plain numbers: none is given up that enough rows would fit when worked one by one."""

from __future__ import annotations

from random import Random

import pytest

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import given
from katatx.audit.table_cells import is_far
from katatx.audit.table_formulas import formulas, node_of
from katatx.audit.table_parts import parted
from katatx.audit.table_trials import Part, Trial
from katatx.audit.table_words import constant_formulas, word_formulas
from katatx.audit.tables import TableCell
from scoring.answer import TypedNumber
from tests.audit.planting import audited

WORDS = "softmax tanh relu sigmoid exp log log2 log10 entropy abs sqrt squared z deviation shifted inverse complement growth recall f1 scaled odds logit"  # fmt: skip
FORMULAS = sorted({
    *formulas(3, [0, 1, 2], "mean"), "c1", *word_formulas(WORDS, [0, 1, 2]), *constant_formulas(3, [0, 1, 2, 4], ["0.25", "3"])
})  # fmt: skip
ROWS = 7


def column(numbers: list[float], places: int) -> list[tuple[int, TableCell]]:
    return [
        (index, TableCell((), TypedNumber(f"{number:.{places}f}", round(number, places), places), 0, 1))
        for index, number in enumerate(numbers)
    ]


def columns(seed: int) -> dict[str, Part]:
    source = Random(seed)
    numbers = [[round(source.uniform(-3, 9), 2) for _ in range(ROWS)] for _ in range(5)]
    numbers[1][2] = 0.0
    parts: dict[str, Part] = {"k": float(ROWS - 1), "d0": [numbers[index % 5][index] for index in range(ROWS)]}
    for at, each in enumerate(numbers):
        parts |= {f"c{at}": each, f"a{at}": tuple(each), f"p{at}": [float("nan"), *each[:-1]]}
        parts[f"r{at}"] = [sum(each[: index + 1]) for index in range(ROWS)]
    return parts


def worked(formula: str, parts: dict[str, Part], index: int) -> Expression | None:
    node, names = node_of(formula)
    values = {name: parts[name][index] if type(parts[name]) is list else parts[name] for name in names}
    if any(value != value for value in values.values()):
        return None
    try:
        return Expression(node, {name: given(value, 0) for name, value in values.items()})
    except Unreadable:
        return None


@pytest.mark.parametrize("formula", FORMULAS)
def test_as_many_rows_are_far_off_as_when_each_is_worked(formula: str) -> None:
    parts = columns(seed=len(formula))
    results = [worked(formula, parts, index) for index in range(ROWS)]
    shown = [0.5 if each is None else each.printed for each in results]
    for slip in range(3):  # in so many rows
        cells = column([value + (7 + abs(value) if at < slip else 0) for at, value in enumerate(shown)], 4)
        far = sum(each is not None and is_far(cells[at][1], each) for at, each in enumerate(results))
        trial = Trial(cells, ROWS, parts.__getitem__)
        for allowed in range(ROWS):
            if any(each is not None for each in results):
                assert trial.is_hopeless(formula, allowed) == (far > allowed)


@pytest.mark.parametrize(
    ("formula", "hopeless"),
    [
        ("c0·c1", False),  # 2·6 = 12, 3·5 = 15, 4·4 = 16
        ("c0 + c1", True),  # 8, 8, 8
        ("c0·c1/1", False),
        ("100·c0/p1", False),  # 300/6 = 50 and 400/5 = 80 are two rows off; the first has none
        ("c0·c0", True),  # 4, 9 and 16: two rows off where one may be
    ],
)
def test_a_formula_is_given_up_where_too_many_rows_are_far_off(formula: str, hopeless: bool) -> None:
    parts: dict[str, Part] = {"c0": [2.0, 3.0, 4.0], "c1": [6.0, 5.0, 4.0], "p1": [float("nan"), 6.0, 5.0]}
    allowed = 2 if "p" in formula else 1
    assert Trial(column([12, 15, 16], 0), 3, parts.__getitem__).is_hopeless(formula, allowed) is hopeless


def test_operations_on_whole_columns_are_parts_of_their_own() -> None:
    of = parted("exp(c1)/sum(exp(a1))")
    assert of.names == ("c1",)
    assert [names for _, names in of.wholes.values()] == [("a1",)]
    assert parted("c1·c2").wholes == {}


# e^0.4 = 1.4918, e^1.1 = 3.0042, e^-0.7 = 0.4966, e^2 = 7.3891, and 12.3817 all together.
SHARES = "| n | x | softmax |\n|---|---|---|\n| a | 0.4 | 0.120 |\n| b | 1.1 | {} |\n| c | -0.7 | 0.040 |\n| d | 2.0 | 0.597 |\n"


@pytest.mark.parametrize(("printed", "wrong"), [("0.243", []), ("0.343", ["0.343"])])
def test_shares_of_a_column_are_checked(printed: str, wrong: list[str]) -> None:
    claims = audited(SHARES.format(printed), "page.md").claims
    assert len(claims) == 4
    assert [claim.printed for claim in claims if claim.verdict.value == "wrong"] == wrong
