"""Signs of mathematics and the spellings of names, worked out by hand here: what is right, and a wrong one beside it."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong

_ROWS = "u = (2, -5, 1)\nv = (1, 3, 2)\n"


@pytest.mark.parametrize(
    ("claim", "right", "slip"),
    [
        ("‖u‖₁ =", "8", "5"),
        ("‖u‖_1 =", "8", "7"),
        ("||u||_1 =", "8", "7"),
        ("‖u‖_∞ =", "5", "2"),
        ("‖u‖_{inf} =", "5", "2"),
        ("‖u‖₂² =", "30", "32"),
        ("‖u‖² =", "30", "32"),
        ("‖u‖₁ / ‖v‖_∞ ≈", "2.67", "2.76"),
        ("Σ_{i=1}^{5} 3 =", "15", "13"),
        ("Σ_{k=0}^{2} (1 + 3) =", "12", "16"),
        ("Σ_{i=3}^{6} i =", "18", "16"),
        ("Σ_{i=1}^{3} 2i =", "12", "14"),
        ("Σ_{i=1}^{3} 1/i ≈", "1.83", "1.38"),
        ("Σ_{i=1}^{3} v_i/(i + 2) ≈", "1.483", "1.493"),
        ("Σ_i u_i · Σ_i v_i =", "-12", "12"),
        ("Σ_i u_i Σ_i v_i =", "-12", "-11"),
        ("Σ_i u_i v_i =", "-11", "-12"),
    ],
)
def test_a_length_or_a_sum_is_the_one_that_its_sign_says(claim: str, right: str, slip: str) -> None:
    """‖(2, -5, 1)‖₁ = 8 and its sum is -2; 1 + 3 + 2 = 6; 2·1 - 5·3 + 1·2 = -11."""
    assert all_right(f"{_ROWS}{claim} {right}\n")
    assert wrong(f"{_ROWS}{claim} {slip}\n") == [(3, slip)]


def test_a_length_in_tex_is_the_one_that_stands_below_its_bars() -> None:
    page = "$u = (6, -8)$\n\n$\\|u\\|_1 = {}$, $\\|u\\|_\\infty = {}$, $\\lVert u \\rVert_2 = {}$\n"
    assert all_right(page.format(14, 8, 10), "page.md")
    assert wrong(page.format(10, 10, 14), "page.md") == [(3, "10"), (3, "10"), (3, "14")]


@pytest.mark.parametrize(
    "page",
    ["‖w‖_3 = 4.1\n", "Σ_{i=1}^{3} c = 6\n", "Σ_{i=1}^{2} Σ_{j=1}^{3} 1 = 6\n"],
)
def test_what_no_one_sign_says_is_not_called_wrong(page: str) -> None:
    assert wrong("w = (1, 4)\nc = 2\n" + page) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("x_1", "x1"), ("x1", "x₁"), ("mu", "μ"), ("z_hat", "ẑ"), ("∂x", "dx"), ("W", "w"), ("lr", "LR")],
)
def test_two_spellings_with_two_values_are_two_names(one: str, other: str) -> None:
    page = f"{one} = 3\n{other} = 8\n{one} + 1 = {{}}\n{other} + 1 = {{}}\n"
    assert all_right(page.format(4, 9))
    assert wrong(page.format(5, 9)) == [(3, "5")]
    assert wrong(page.format(4, 5)) == [(4, "5")]


def test_two_spellings_of_one_value_are_one_name() -> None:
    assert all_right("mu = 4\nμ + 1 = 5\nx_2 = 7\nx₂ + 1 = 8\n")
    assert wrong("mu = 4\nμ + 1 = 6\n") == [(2, "6")]
