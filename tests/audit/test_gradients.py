"""Grids that their names say are gradients: outer products of rows above, worked by hand here."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited

PAGE = """\
$$
a = \\begin{{bmatrix}} 0.25 & 0.60 & 0.15 \\end{{bmatrix}}, \\qquad g = \\begin{{bmatrix}} -1.20 & 0.50 \\end{{bmatrix}}
$$

$$
V = \\begin{{bmatrix}} 1.0 & 0.0 \\\\ -0.5 & 2.0 \\\\ 3.0 & 1.0 \\end{{bmatrix}}
$$

The values receive the outer product:

$$
{} = \\begin{{bmatrix}}
-0.300 & 0.125 \\\\
{} & 0.300 \\\\
-0.180 & 0.075
\\end{{bmatrix}}
$$
"""
NAMES = [r"\frac{\partial L}{\partial V}", "dL/dV"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("printed", "verdict"), [("-0.720", "right"), ("-0.750", "wrong"), ("0.720", "wrong")])
def test_a_gradient_of_a_grid_is_the_outer_product_of_two_rows(name: str, printed: str, verdict: str) -> None:
    claims = audited(PAGE.format(name, printed), "page.md").claims
    assert [each.verdict.value for each in claims] == ["right", verdict, "right"]


def test_a_grid_of_another_name_is_given() -> None:
    assert audited(PAGE.format("W", "-0.750"), "page.md").claims == ()


def test_a_gradient_of_what_is_not_known_is_given() -> None:
    claims = audited(PAGE.format("dL/dU", "-0.750"), "page.md").claims
    assert ClaimVerdict.WRONG not in {each.verdict for each in claims}
