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


ROW = "The scores are x = [3.0, -1.0, 2.0, 4.0].\n"
SHARES = "p = [0.2, 0.5, 0.3]\n"


@pytest.mark.parametrize(
    ("page", "right", "slip"),
    [
        # 9 + 1 + 4 + 16 = 30, over 4 is 7.5; roots 5.4772 and 2.7386.
        (ROW + "Its Euclidean length is {}.", "5.477", "5.417"),
        (ROW + "Here it has a mean square of 7.500, an RMS of {}.", "2.739", "2.789"),
        (ROW + "The root mean square of the scores: {}", "2.739", "2.139"),
        (ROW + "Squared they are [9, 1, 4, 16], and those add up to {}.", "30.00", "38.00"),
        ("Their powers of e are [1.105, 2.718, 0.607], which sum to {}, and so on.", "4.430", "4.830"),
        # 0.2 ln 5 + 0.5 ln 2 + 0.3 ln 3.333 = 0.3219 + 0.3466 + 0.3612
        (SHARES + "Entropy of the shares: {} nats.", "1.030", "1.080"),
        (STEPS + "their variance (over all six, not over 5) is {}", "5.667", "5.967"),
    ],
)
def test_statistics_told_in_a_sentence(page: str, right: str, slip: str) -> None:
    assert wrong(page.format(right) + "\n") == []
    number = page.count("\n") + 1
    assert any(each[:2] == (number, right) and each[2] == "right" for each in verdicts(page.format(right) + "\n"))
    assert (number, slip) in wrong(page.format(slip) + "\n")


@pytest.mark.parametrize(
    ("page", "right", "slip"),
    [
        ("The weight went from 0.36 to 0.27, i.e. {}.\n", "-0.09", "-0.08"),
        ("The box warmed from 41 to 73 degrees, up by {}.\n", "32", "33"),
        ("From day 3 to day 4 the price goes from 1.0077 to 1.1905, a change of {}.\n", "0.1828", "0.1328"),
    ],
)
def test_a_change_said_behind_both_ends(page: str, right: str, slip: str) -> None:
    assert all_right(page.format(right))
    assert wrong(page.format(slip)) == [(1, slip)]


@pytest.mark.parametrize(
    ("page", "right", "slip"),
    [
        ("The cost grows from 0.62 s with one card to 0.93 s with two, a factor of {}.\n", "1.50", "1.80"),
        ("Here it is 8.366 and there 2.091, a ratio of {}.\n", "4.001", "4.801"),
    ],
)
def test_a_factor_said_behind_two_numbers(page: str, right: str, slip: str) -> None:
    assert all_right(page.format(right))
    assert wrong(page.format(slip)) == [(1, slip)]


def test_what_rounded_numbers_leave_is_no_wrong_change() -> None:
    """0.3594 less 0.2646 is 0.0948."""
    assert wrong("The weight went from 0.359 to 0.265, i.e. by 0.095.\n") == []
    assert wrong("The weight went from 0.359 to 0.265, i.e. by 0.194.\n") == [(1, "0.194")]
    assert wrong("It went from 0.665 to 0.947, a factor of 1.423.\n") == []


def test_a_number_said_of_something_else_is_no_change() -> None:
    assert wrong("From 41 to 73 it took the box 33 minutes, and step 34 came next.\n") == []
