"""Labels that name a statistic and nothing else: right and wrong figures after them, worked out by hand."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, verdicts, wrong

# Mean 6, deviations squared 16, 1, 9, 4, 0, 4: in all 34, over 6 is 5.667, over 5 is 6.8; roots 2.380 and 2.608.
DATA = "minutes: 10 5 3 8 6 4\n"
STEPS = DATA + "deviations: 4 -1 -3 2 0 -2\nsquares: 16 1 9 4 0 4\n"


@pytest.mark.parametrize("above", [DATA, STEPS])
@pytest.mark.parametrize(
    ("label", "right", "off"),
    [
        ("variance (n-1)", "6.80", "6.90"),
        ("variance, n-1", "6.80", "5.67"),
        ("variance, n", "5.67", "6.80"),
        ("variance, n-1 ...", "6.80", "6.30"),
        ("var", "5.667", "5.967"),
        ("sd (n-1)", "2.61", "2.71"),
        ("sd", "2.380", "2.330"),
        ("Standard deviation", "2.38", "3.38"),
    ],
)
def test_variance_and_spread_by_their_divisor(above: str, label: str, right: str, off: str) -> None:
    colon = "" if label.endswith("...") else ":"
    assert all_right(f"{above}{label}{colon} {right}\n")
    assert [printed for _, printed in wrong(f"{above}{label}{colon} {off}\n")] == [off]


@pytest.mark.parametrize(
    ("label", "right", "off"),
    [("sum", "36", "37"), ("their sum", "36", "86"), ("total", "36", "26"), ("max", "10", "18")],
)
def test_sums_and_largest_of_the_row_above(label: str, right: str, off: str) -> None:
    assert all_right(f"{DATA}{label}: {right}\n")
    assert wrong(f"{DATA}{label}: {off}\n") == [(2, off)]


def test_a_mean_may_be_of_a_row_further_up() -> None:
    page = "minutes: 61 66 59 63 53 64\ndeviations: 0 5 -2 2 -8 3\nmean: {}\n"
    assert all_right(page.format(61))
    assert wrong(page.format(71)) == [(3, "71")]


def test_one_digit_tells_nothing() -> None:
    """A sum of 0 would not be found wrong, were it 3: it is not called right either."""
    assert verdicts("deviations: 4 -1 -3 2 0 -2\ntheir sum: 0\n")[-1][2] == "unchecked"


@pytest.mark.parametrize(
    "line",
    [
        "variance of the weather: 6.9",
        "sd of the other class: 2.71",
        "the mean temperature: 7.1",
        "max length: 18",
        "sum assured: 37",
        "layers 1 ... 12",
    ],
)
def test_a_label_that_says_more_is_not_held_against_a_row(line: str) -> None:
    assert wrong(f"{STEPS}{line}\n") == []


def test_a_root_of_a_variance_as_it_was_printed() -> None:
    """34 / 5 = 6.8 printed as 7 has the root 2.6458."""
    assert wrong(f"{STEPS}variance, n-1: 34 / 5 ≈ 7\nsd (n-1): 2.65\n") == []


def test_a_label_with_a_comma_names_the_whole_of_it() -> None:
    """`variance, n` is no new value of n."""
    assert all_right("n = 6\nvariance, n: 34 / 6 = 5.67\nmean: 36 / n = 6\n")
