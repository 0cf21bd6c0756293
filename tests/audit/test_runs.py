"""Runs of results in one line, each with no more than a word before it, worked out by hand here."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited

Found = list[tuple[int, str, ClaimVerdict]]

SOFTMAX = "s1: [1, 4] → e^1=2.72, e^4=54.60, total 57.32 → [0.047, 0.953]\n"
SOFTMAX_IN_WORDS = "exp(2) = 7.389; exp(1) = 2.718; sum 10.107; shares 0.731, 0.269\n"
MARKDOWN = "- **e^2 = 7.389**, **e^1 = 2.718**, sum **10.107**, so portions **[0.731, 0.269]**\n"
SPREAD = "[4, 8, 9, 7]: sum 28, mean 7, deviations −3 1 2 0, squares 9 1 4 0, variance 3.5\n"
TWO_ROWS = (
    "first: 4, 8, 9, 7, sum 28, mean 7; deviations [-3, 1, 2, 0]; squares [9, 1, 4, 0]; largest square 9\n"
    "other: 1, 3, 8, 4, sum 16, mean 4; deviations [-3, -1, 4, 0]; squares [9, 1, 16, 0]; total of the squares 26\n"
)
HTML = "<p>Lengths 12, 30 and 18 → total 60 → <b>[0.2, 0.5, 0.3]</b></p>\n"
ARROWS = "[2, 1, 0] → raised: 7.389, 2.718, 1 → total 11.107 → portions: 0.665, 0.245, 0.090\n"
BARS = "scores 2, 1, 0 | exp 7.389, 2.718, 1.000 | sum 11.107 | softmax 0.665, 0.245, 0.090\n"
SPACED = "x = 4 8 9 7, n = 4, sum = 28, mean = 7, max 9, min 4\n"
NORM = "Layer norm of [1, 3]: mean 2, deviations −1, 1, variance 1, sd 1, normalised [−1, 1].\n"
DASHED = "q·k1 = 1·0 + 2·0 = 0, q·k2 = 1·2 + 2·3 = 8\nthe raw scores are [0.0, 8.0] -- it likes the second.\n"


def verdicts(text: str, name: str = "page.txt") -> Found:
    """The line, the printed result and the verdict of each claim."""
    audit = audited(text, name)
    return [(audit.page.place(claim.start).line, claim.printed, claim.verdict) for claim in audit.claims]


def wrong(text: str, name: str = "page.txt") -> list[tuple[int, str]]:
    """The line and the printed result of each claim that is called wrong."""
    return [(line, printed) for line, printed, verdict in verdicts(text, name) if verdict is ClaimVerdict.WRONG]


# A short number that only agrees with what its word may mean is no check.
SHORT = 3


@pytest.mark.parametrize(
    ("page", "name", "claims"),
    [
        (SOFTMAX, "page.txt", ["2.72", "54.60", "57.32", "[0.047, 0.953]"]),
        (SOFTMAX + SOFTMAX, "page.txt", 2 * ["2.72", "54.60", "57.32", "[0.047, 0.953]"]),
        (SOFTMAX_IN_WORDS, "page.txt", ["7.389", "2.718", "10.107", "0.731, 0.269"]),
        (MARKDOWN, "page.md", ["7.389", "2.718", "10.107", "[0.731, 0.269]"]),
        (SPREAD, "page.txt", ["28", "7", "−3 1 2 0", "9 1 4 0", "3.5"]),
        (
            TWO_ROWS,
            "page.txt",
            ["28", "7", "[-3, 1, 2, 0]", "[9, 1, 4, 0]", "9", "16", "4", "[-3, -1, 4, 0]", "[9, 1, 16, 0]", "26"],
        ),
        (HTML, "page.html", ["60", "[0.2, 0.5, 0.3]"]),
        (ARROWS + ARROWS, "page.txt", 2 * ["7.389, 2.718, 1", "11.107", "0.665, 0.245, 0.090"]),
        (BARS, "page.txt", ["7.389, 2.718, 1.000", "11.107", "0.665, 0.245, 0.090"]),
        (SPACED, "page.txt", ["28", "7", "9", "4"]),
        (NORM + NORM, "page.txt", 2 * ["2", "−1, 1", "1", "1", "[−1, 1]"]),
        (DASHED, "page.txt", ["0", "8", "[0.0, 8.0]"]),
    ],
)
def test_each_figure_is_a_claim(page: str, name: str, claims: list[str]) -> None:
    found = verdicts(page, name)
    assert [printed for _, printed, _ in found] == claims
    assert ClaimVerdict.WRONG not in {verdict for _, _, verdict in found}
    long = [verdict for _, printed, verdict in found if len(printed) > SHORT]
    assert not long or any(verdict is not ClaimVerdict.UNCHECKED for verdict in long)


@pytest.mark.parametrize(
    ("page", "name", "right", "printed", "line"),
    [
        (SOFTMAX, "page.txt", "57.32", "57.42", 1),
        (SOFTMAX + SOFTMAX.replace("57.32", "57.42"), "page.txt", "", "57.42", 2),
        (SOFTMAX, "page.txt", "[0.047, 0.953]", "[0.047, 0.853]", 1),
        (SOFTMAX_IN_WORDS, "page.txt", "10.107", "10.207", 1),
        (SOFTMAX_IN_WORDS, "page.txt", "0.731, 0.269", "0.731, 0.289", 1),
        (MARKDOWN, "page.md", "10.107", "16.107", 1),
        (SPREAD, "page.txt", "−3 1 2 0", "−3 7 2 0", 1),
        (SPREAD, "page.txt", "9 1 4 0", "9 1 6 0", 1),
        (TWO_ROWS, "page.txt", "[9, 1, 16, 0]", "[9, 1, 18, 0]", 2),
        (HTML, "page.html", "[0.2, 0.5, 0.3]", "[0.2, 0.8, 0.3]", 1),
    ],
)
def test_the_one_that_is_changed_is_found(page: str, name: str, right: str, printed: str, line: int) -> None:
    assert wrong(page.replace(right, printed) if right else page, name) == [(line, printed)]


@pytest.mark.parametrize(
    "page",
    [
        "s1: [1, 4] → e^1=2.72, total budget 90 tokens → [12, 45]\n",
        "e^1 = 2.72, e^4 = 54.60, mean 512 steps, max 90 → 17\n",
        "3 + 4 = 7, 5 + 6 = 11, total 40 pages, shares 12, 30 in the city\n",
        "check: ÷2 → [0, 2]\n[8, 4] → [0, 9]\ncheck: ÷4 → [3, 1]\n",
        "The runs took 12, 30 and 18 minutes, mean reversion 4 of them, spread 3, largest 7\n",
    ],
)
def test_what_is_said_of_something_else_is_never_wrong(page: str) -> None:
    assert wrong(page) == []
