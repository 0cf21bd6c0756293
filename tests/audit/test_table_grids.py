"""Tables with names at both sides that are grids worked from grids above them: masks, powers of e, shares."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import verdicts, wrong

SCORES = """Scores S of the three words

            SHE     SINGS    LOUD
    SHE     0.4      1.1     -0.3
    SINGS   1.3     -0.6      0.2
    LOUD    0.7      0.9     -1.2

"""
MASKED = """S after the causal mask

            SHE     SINGS    LOUD
    SHE     0.4     -inf     -inf
    SINGS   1.3     -0.6     -inf
    LOUD    0.7      0.9     -1.2

"""
# e^0.4 = 1.492, e^1.3 = 3.669, e^-0.6 = 0.549, e^0.7 = 2.014, e^0.9 = 2.460, e^-1.2 = 0.301
EXPS = """exp of each, and the total T of the row

              SHE     SINGS    LOUD       T
    SHE     1.492         0       0   1.492
    SINGS   3.669     0.549       0   4.218
    LOUD    2.014     2.460   0.301   4.775

"""
SHARES = """Weights A: each entry divided by its T

              SHE     SINGS    LOUD
    SHE     1.000       .        .
    SINGS   0.870     0.130      .
    LOUD    0.422     0.515    0.063
"""
PAGE = SCORES + MASKED + EXPS + SHARES


def test_every_row_of_the_grids_is_checked() -> None:
    found = verdicts(PAGE)
    assert [line for line, _, _ in found] == [11, 12, 13, 18, 19, 20, 25, 26, 27]
    assert all(verdict in ("right", "carried") for _, _, verdict in found)
    assert found[0][1] == "0.4, -inf, -inf"
    assert found[4][1] == "3.669, 0.549, 0, 4.218"


@pytest.mark.parametrize(
    ("right", "slip", "line"),
    [
        ("1.3     -0.6     -inf", "1.3     -0.8     -inf", 12),
        ("1.3     -0.6     -inf", "1.3      0.6     -inf", 12),
        ("2.014     2.460", "2.014     2.860", 20),
        ("0.549       0   4.218", "0.549       0   4.818", 19),
        ("0.422     0.515", "0.422     0.575", 27),
        ("0.870     0.130", "0.810     0.130", 26),
    ],
)
def test_a_slip_in_a_grid_is_found(right: str, slip: str, line: int) -> None:
    assert line in {number for number, _ in wrong(PAGE.replace(right, slip))}


def test_grids_of_other_numbers_are_left_alone() -> None:
    """A masked grid, and one that is alike, of which nothing above says how they were worked."""
    others = MASKED.replace("0.4 ", "2.7 ").replace("1.3", "4.8").replace("0.7", "3.1").replace("0.9", "5.5")
    assert wrong(SCORES + others.replace("S after the causal mask", "What the other group had")) == []


HALVES = "| days | left of it 0.5^k | worst 0.9^k |\n|---|---|---|\n| 1 | 0.500 | 0.900 |\n| 3 | 0.125 | {} |\n| 6 | 0.016 | 0.531 |\n"
HANDS = "| t | sin t | cos t | sin(t/5) | cos 0.2t |\n|---|---|---|---|---|\n| 1 | 0.841 | 0.540 | 0.199 | 0.980 |\n| 2 | 0.909 | -0.416 | {} | 0.921 |\n"


@pytest.mark.parametrize(
    ("page", "right", "slip", "line"),
    [(HALVES, "0.729", "0.129", 4), (HANDS, "0.389", "0.339", 4)],
)
def test_a_formula_behind_words_or_of_a_function(page: str, right: str, slip: str, line: int) -> None:
    found = verdicts(page.format(right), "page.md")
    assert {verdict for _, _, verdict in found} <= {"right", "carried"}
    assert right in next(printed for number, printed, _ in found if number == line)
    assert [number for number, _ in wrong(page.format(slip), "page.md")] == [line]
