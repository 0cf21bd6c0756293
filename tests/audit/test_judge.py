"""What the judge of a printed result says, on numbers counted by hand: slips, units, cut ends, and sides of a chain."""

from __future__ import annotations

import pytest

from katatx.audit.judge import is_one_digit_off
from katatx.audit.values import Number
from tests.audit.test_chains import told


def number(text: str) -> Number:
    """Return a printed number; its places are those of its text."""
    bare = text.rstrip("%").replace(",", "").replace("−", "-")
    places = len(bare.partition(".")[2])
    percent = text.endswith("%")
    return Number(float(bare) / (100 if percent else 1), places + 2 * percent, text, 0, len(text))


def verdicts(text: str) -> str:
    """Return the verdicts of a page's claims in order, by their first letters."""
    return "".join(verdict.value[0] for _, _, verdict in told(text))


@pytest.mark.parametrize(
    ("text", "truth", "is_slip"),
    [
        ("0.732", 0.731, True),
        ("0.713", 0.731, True),  # neighbours
        ("0.937", 0.739, True),  # one digit between them
        ("4231", 1234.0, False),  # two digits between them
        ("0.742", 0.731, False),  # two other digits
        ("0.137", 0.731, True),
        ("0.173", 0.731, False),  # three digits
        ("-0.731", 0.731, True),
        ("0.731", -0.731, True),
        ("−2.5", 2.5, True),
        ("0.000", 0.0, False),
        (".732", 0.731, True),
        ("1,234", 1235.0, True),
        ("73.2%", 0.731, True),
        ("7.32%", 0.0731, True),
        ("75.9%", 0.731, False),
        ("73%", 0.74, True),
        ("10.5", 9.5, False),  # of other lengths
        ("731", 0.731, False),
    ],
)
def test_one_digit_off(text: str, truth: float, is_slip: bool) -> None:
    assert is_one_digit_off(number(text), truth) is is_slip


@pytest.mark.parametrize("factor", [2, 7, 10, 60, 1e4, 1e5, 1e7, 1000**4, 1 / 60, 2000, 1024**2 / 2])
def test_a_result_times_any_other_factor_is_wrong(factor: float) -> None:
    half = f"{3.25 * factor / 2:.20f}".rstrip("0").rstrip(".")
    assert verdicts(f"{half} · 2 = 3.25") == "w"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        # Cut off towards zero; not away from zero.
        ("2/3 = 0.66", "u"),
        ("-2/3 = -0.66", "u"),
        ("2/3 = 0.6", "u"),
        ("20/3 = 6", "u"),
        ("1/3 = 0.34", "w"),
        ("-1/3 = -0.34", "w"),
        ("-13/7 = -1.85", "u"),
        ("-13/7 = -1.87", "w"),
        # A digit alone is exact, unless it is approximate.
        ("0.5 + 0.4 = 1", "u"),
        ("3.7 + 4.1 = 8", "u"),
        ("0.5 + 0.5 = 1", "r"),
        ("0.5 + 0.4 ≈ 1", "r"),
        ("9.8 + 0.1 = 10", "r"),
        ("[1, 2, 3] + [1, 1, 1] = [2, 3, 5]", "w"),
        ("[1, 2, 3] + [1, 1, 1] = [2, 4, 5]", "w"),
        ("softmax([2, 1, 3]) = [0.33, 0.17, 0.5]", "w"),
        ("4·√3 = 4·1.7230 = 6.892", "wr"),
        ("[1, 2, 3, 4] + [1, 1, 1, 1] = [2, 3, 5, 6]", "w"),
        ("[1, 2] + [1, 1] = [2, 4]", "w"),
        # Sides of a chain: a sum of decimals may be off by half a unit of each.
        ("0.5 + 0.25 = 0.3 + 0.45 = 0.75", "rr"),
        ("0.5 + 0.25 = 0.3 + 0.5", "r"),  # 0.05 off; half a unit of each is 0.1
        ("0.5 + 0.25 = 0.3 + 0.57", "w"),  # 0.12 off
        ("0.5 + 0.25 = 0.3 + 0.65", "w"),
        ("2 · 6 = 3 · 4 = 12", "rr"),
        ("2 · 6 = 3 · 5 = 15", "wr"),
        # A difference of rounded numbers carries their rounding, and 1/(1 - 0.999) what 0.999 stands for.
        ("(2.721 - 2.718) / 0.001 = 2.72", "c"),
        ("1/(1 - 0.999) = 990", "c"),
        ("1/(1 - 0.999) = 66", "w"),
    ],
)
def test_verdicts_of_one_line(page: str, expected: str) -> None:
    assert verdicts(page) == expected


@pytest.mark.parametrize(
    "text", ["5/4 = 1.24", "5/4 = 1.26", "3/2 = 1.49", "2.5 · 2 = 4.99", "[1, 2] + [-inf, 0] = [5, 2] + [0, 0]"]
)
def test_a_whole_unit_of_the_last_decimal_is_no_rounding(text: str) -> None:
    assert verdicts(text) == "w"
