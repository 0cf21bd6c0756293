"""A mistake is told once, where it was made: what is worked from it is carried, what it did not touch stays right."""

from __future__ import annotations

import pytest

from katatx.audit.findings import Claim, ClaimVerdict
from tests.audit.planting import audited
from tests.audit.test_chains import CARRIED, RIGHT, WRONG, told, wrong
from tests.audit.test_judge import verdicts


def spoiled(text: str, name: str = "page.txt") -> list[tuple[int, ...]]:
    """Return the lines that each wrong claim of a page spoils."""
    return [claim.spoils for claim in audited(text + "\n", name).claims if claim.verdict is WRONG]


# A page, the verdicts of its claims in order (right, carried, wrong, unchecked), and the lines that each wrong one spoils.
PAGES = {
    "by a name": ("a = 2·3 = 7\nb = a + 1 = 8\nc = b·2 = 16", "wcc", [(2, 3)]),
    "two roots": ("a = 2·3 = 7\nb = a + 1 = 8\nc = 4·5 = 21\nd = b + c = 29", "wcwc", [(2, 4), (4,)]),
    "a root that stands on a root": ("a = 2·3 = 7\nb = a·3 = 25\nc = b + 1 = 26", "wwc", [(3,), (3,)]),
    "by its digits": ("1.25 + 2.50 + 3.75 = 7.60\n7.60 / 3 = 2.533\n2.533 - 1 = 1.533", "wcc", [(2, 3)]),
    "through a function": ("z = 0.5·2 - 0.1 = 0.8\na = sigmoid(z) = 0.690\nloss = -ln(0.690) = 0.371", "wcc", [(2, 3)]),
    "through a row": ("h = [1, 2] + [3, 4] = [4, 7]\nrelu(h) = [4, 7]\n2·h = [8, 14]\nh·h = 65", "wccc", [(2, 3, 4)]),
    "through a grid": (
        """Q = [[1, 0], [0, 1]]
K = [[1, 2], [3, 4]]
S = Q·Kᵀ = [[1, 3], [2, 5]]
A = softmax(S) = [[0.119, 0.881], [0.047, 0.953]]
A·K = [[2.762, 3.762], [2.906, 3.906]]""",
        "wcc", [(4, 5)],
    ),
    "a step of one chain": ("(2 + 3)·(2 + 4) = 5·6 = 31\n\n7·8 = 56", "rwr", [()]),
    "the next line goes on from the right number": ("a = 2·3 = 7\nb = a + 1 = 7", "wr", [()]),
    "its digits are those of the right number": ("e^2 = 7.489\n7.389 + 1.000 = 8.389", "wr", [()]),
    "the name was given another number": ("x = 2·3 = 7\nx = 9\nx + 1.5 = 10.5", "wr", [()]),
    "a wrong number that fits nothing": ("a = 2·3 = 7\nb = a + 1 = 9", "ww", [(), ()]),
}  # fmt: skip


@pytest.mark.parametrize("kind", PAGES)
def test_the_root_is_wrong_and_what_stands_on_it_is_carried(kind: str) -> None:
    text, expected, spoils = PAGES[kind]
    assert verdicts(text).replace("u", "") == expected
    assert spoiled(text) == spoils


def test_what_is_carried_names_the_line_of_its_root() -> None:
    text = "a = 2·3 = 7\n\nb = 4·5 = 21\n\nc = a + b = 28\n"
    carried: Claim = audited(text).claims[-1]
    assert carried.verdict is CARRIED
    assert carried.why == "follows from lines 1, 3"
    assert carried.true == 28
    assert carried.figures == ()


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("b = a + 1 = 101", CARRIED),
        ("b = a + 1 = 102", WRONG),
        ("b = a + 1 = 100", RIGHT),
        ("b = a + 1 = 100.4", WRONG),
        ("b = a·2 = 199", WRONG),
        ("b = 100 + 1 = 102", WRONG),
        ("b = 100 + 1 = 101", CARRIED),
    ],
)
def test_only_a_number_that_a_wrong_one_leads_to_is_carried(line: str, verdict: ClaimVerdict) -> None:
    first, second = audited(f"a = 98 + 1 = 100\n\n{line}\n").claims
    assert (first.verdict, second.verdict) == (WRONG, verdict)


def test_rounding_along_the_way_has_no_root() -> None:
    """The logarithm of 0.0860 is -2.45341; of 0.08597, which is 0.0860 as well, -2.45376."""
    (claim,) = audited("-ln 0.0860 = 2.4537\n").claims
    assert claim.verdict is CARRIED
    assert "rounding" in claim.why


def test_a_wrong_cell_spoils_the_total_below() -> None:
    table = "| part | a | b | sum |\n|---|---|---|---|\n| p | 12 | 13 | 25 |\n| q | 21 | 17 | {} |\n| r | 30 | 11 | 41 |\n| s | 14 | 12 | 26 |\n| total | 77 | 53 | {} |"
    assert wrong(table.format(38, 130), "page.md") == []
    for total, verdict in ((131, CARRIED), (130, RIGHT)):
        assert wrong(table.format(39, total), "page.md") == [(4, "39")]
        assert told(table.format(39, total), "page.md")[-1] == (7, str(total), verdict)
