"""Numbers written with more than digits and a point, worked out by hand here, and a wrong one of each form."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong


def checked(line: str, name: str = "page.txt") -> bool:
    """Whether a line has a claim, and all of it is right."""
    return all_right(line + "\n", name)


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("4 1/2 = {}", "4.5", "4.6"),
        ("1 2/3 + 2 1/3 = {}", "4", "5"),
        ("2 ½ + 3 ½ = {}", "6", "7"),
        ("9/4 = {}", "2 1/4", "2 3/4"),
        ("6 1/4 - 3 3/4 = {}", "2 1/2", "3 1/2"),
        ("3 1/2 : 1 3/4 = {}", "2", "3"),
        ("12 1/2% of 400 = {}", "50", "60"),
        ("-1 1/4 + 2 = {}", "0.75", "0.85"),
        ("1 1/2 cups + 2 1/2 cups = {} cups", "4", "5"),
        (r"$2\frac{1}{4} + 1\frac{3}{4} = {}$", "4", "5"),
    ],
)
def test_a_whole_number_and_a_fraction_are_one_number(line: str, right: str, slip: str) -> None:
    assert checked(line.replace("{}", right))
    assert [printed for _, printed in wrong(line.replace("{}", slip) + "\n")] == [slip]


@pytest.mark.parametrize(
    "line", ["Exercise 3 1/4 + 1/2 = 3/4", "3 1/4 + 1/2 = 3/4", "p = [3 1/4 1/2], so 1/4 + 1/2 = 3/4"]
)
def test_the_number_of_a_line_is_no_part_of_a_fraction(line: str) -> None:
    assert wrong(line + "\n") == []


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("2/9 = {}", "0.(2)", "0.(3)"),
        ("2/11 = {}", "0.(18)", "0.(81)"),
        ("2/9 = {}", "0.2̅", "0.3̅"),
        (r"$\frac{5}{11} = {}$", r"0.\overline{45}", r"0.\overline{54}"),
        (r"$\frac{7}{12} = {}$", r"0.58\overline{3}", r"0.53\overline{8}"),
        ("7/9 = {}", "0.777...", "0.767..."),
        ("8/9 = {}", "0.888…", "0.878…"),
        ("√3 = {}", "1.73205...", "1.73215..."),
        ("0.(27) = {}", "3/11", "4/11"),
    ],
)
def test_digits_that_go_on_are_cut_and_not_rounded(line: str, right: str, slip: str) -> None:
    assert checked(line.replace("{}", right))
    assert len(wrong(line.replace("{}", slip) + "\n")) == 1


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("1101_2 = {}", "13", "14"),
        ("(1101)_2 = {}", "13", "14"),
        ("0b1101 = {}", "13", "14"),
        ("0x2C = {}", "44", "45"),
        ("2C_16 = {}", "44", "45"),
        ("25_8 = {}", "21", "25"),
        ("0x2C + 1 = {}", "0x2D", "0x2E"),
        ("1101₂ = {}₁₀", "13", "14"),
        ("$1101_2 = {}_{10}$", "13", "14"),
        ("13 = {}", "0b1101", "0b1001"),
    ],
)
def test_digits_in_another_base_are_a_number(line: str, right: str, slip: str) -> None:
    assert checked(line.replace("{}", right))
    assert len(wrong(line.replace("{}", slip) + "\n")) == 1


@pytest.mark.parametrize(
    "line",
    ["0xFE = -2", "0x40400000 = 3.0", "0xF0 & 0x3C = 0x30", "0xF0 ^ 0x3C = 0xCC", "0x0F | 0x30 = 0x3F", "1302_2 = 5",
     "A_2 = 3, B_8 = 4", "0x10 << 1 = 0x20"],
)  # fmt: skip
def test_patterns_of_bits_are_no_numbers(line: str) -> None:
    assert wrong(line + "\n") == []


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("$2^2 5^2 = {}$", "100", "110"),
        ("$2^2 3^3 = {}$", "108", "118"),
        ("{} = 2² 3 5", "60", "70"),
        ("{} = 2^2 7^2 3", "588", "578"),
    ],
)
def test_powers_side_by_side_are_multiplied(line: str, right: str, slip: str) -> None:
    assert checked(line.replace("{}", right))
    assert wrong(line.replace("{}", slip) + "\n") == [(1, slip)]


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("sin 30 deg + 1 = {}", "1.5", "1.6"),
        ("4 · sin(30°) = {}", "2", "3"),
        ("cos 120° = {}", "-0.5", "0.5"),
        ("tan(30°) = {}", "0.577", "0.677"),
        ("cos(45 degrees) = {}", "0.7071", "0.7171"),
        (r"$\sin 60^\circ = {}$", "0.866", "0.966"),
        ("180° - 50° - 60° = {}°", "70", "80"),
        ("(6 - 2) · 180° = {}°", "720", "730"),
    ],
)
def test_angles_in_degrees(line: str, right: str, slip: str) -> None:
    assert checked(line.replace("{}", right))
    assert [printed for _, printed in wrong(line.replace("{}", slip) + "\n")] == [slip]


def test_an_angle_is_not_its_measure_in_radians() -> None:
    assert wrong("60° = π/3 = 1.047\n45° 30' = 45.5°\n") == []
