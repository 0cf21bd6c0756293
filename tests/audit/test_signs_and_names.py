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


@pytest.mark.parametrize(
    "said",
    [
        "M t = 20", "M t = [3, 1]", "f t = 20", "d t = 20", "max t = 20", "dim t = 20", "Δt = 20", "p : t = 20",
        "p:t = 2:20", "p:t:r = 2:20:5", "40 : t = 20", "t : 40 = 20", "P(t = 20) = 0.5", "h(t) = 20", "t ≠ 20",
    ],
)  # fmt: skip
def test_what_is_said_of_more_than_a_letter_does_not_say_what_that_is(said: str) -> None:
    """2 + 1 = 3, and 40 : 2 = 20."""
    assert wrong(f"t = 2\n{said}\nt + 1 = 3\n") in ([], [(2, "20")])
    assert (3, "5") in wrong(f"t = 2\n{said}\nt + 1 = 5\n")


@pytest.mark.parametrize("said", ["for t = 7", "at t = 7 it stops", "if t = 7 then all is lost"])
def test_what_a_name_stands_for_a_while_may_hold_on_or_not(said: str) -> None:
    assert wrong(f"t = 2\n{said}\nt + 1 = 3\n") == []
    assert wrong(f"t = 2\n{said}\nt + 1 = 8\n") == []
    assert wrong("t = 2\nt = 7\nt + 1 = 3\n") == [(3, "3")]
    assert wrong("for t = 7: 2·t = 15\n") == [(1, "15")]


@pytest.mark.parametrize("line", ["the row t = 7", "matrix T = 7, t = 7", "let t = 7", "new t = 7"])
def test_a_word_before_a_name_leaves_it_the_name(line: str) -> None:
    assert all_right(f"t = 2\n{line}\nt + 1 = 8\n")
    assert wrong(f"t = 2\n{line}\nt + 1 = 9\n") == [(3, "9")]


def test_a_ratio_is_as_great_as_the_one_that_it_is_said_to_be() -> None:
    assert all_right("m = 6\nn = 9\nm:n = 2:3\nm : n = 2 : 3\n4 : 5 = 8 : 10\n")
    assert wrong("6:9 = 3:4\n4 : 5 = 8 : 11\n") == [(1, "3:4"), (2, "8 : 11")]
    assert wrong("16:45 = 4:45 pm\n") == []


@pytest.mark.parametrize(("bars", "planted"), [("|{}|", "6"), ("‖{}‖", "6"), ("||{}||", "6")])
def test_a_wide_gap_begins_a_new_equation_whose_name_stands_between_bars(bars: str, planted: str) -> None:
    """|p| = √(16 + 9) = 5, |r| = √(64 + 36) = 10"""
    p, r = bars.replace("{}", "p"), bars.replace("{}", "r")
    line = f"{p} = √(16 + 9) = √25 = {{}}    {r} = √(64 + 36) = √100 = 10\n"
    for given in ("", "p = (4, 3)   r = (8, -6)\n"):
        assert wrong(given + line.replace("{}", "5")) == []
        assert [printed for _, printed in wrong(given + line.replace("{}", planted))] == [planted]


def test_bars_round_a_row_are_its_length_unless_a_row_is_said_to_be_what_it_comes_to() -> None:
    assert all_right("p = (4, -3)\n|p| = 5\n|p| = (4, 3)\n")
    assert wrong("p = (4, -3)\n|p| = 50\n|p| = (4, 4)\n") == [(2, "50"), (3, "(4, 4)")]
