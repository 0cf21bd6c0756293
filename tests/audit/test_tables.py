"""Tables, aligned rows, bills, arrays in comments and other ways of writing, worked out by hand here."""

from __future__ import annotations

import pytest

from katatx.audit.auditing import audit_page
from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited, read_text

HEADINGS = """\
| z | e^z | e^z / Σ | -ln p |
|---|-----|---------|-------|
| 2 | 7.389 | 0.6439 | 0.4402 |
| 1 | 2.718 | 0.2369 | 1.4402 |
| 0 | 1 | 0.0871 | 2.4402 |
| -1 | 0.368 | 0.0321 | 3.4402 |

| p | -p ln p | p² | 1 - p |
|---|---------|----|-------|
| 0.5 | 0.347 | 0.25 | 0.5 |
| 0.3 | 0.361 | 0.09 | 0.7 |
| 0.2 | 0.322 | 0.04 | 0.8 |

| x | x - mean(x) | (x - mean(x))² |
|---|-------------|----------------|
| 2.5 | -1.75 | 3.0625 |
| 3.5 | -0.75 | 0.5625 |
| 6.75 | 2.5 | 6.25 |

| price p (€) | n | cost = p·n | with VAT (cost × 1.2) |
|---|---|---|---|
| 3.50 | 4 | 14.00 | 16.80 |
| 2.25 | 6 | 13.50 | 16.20 |
| 0.80 | 12 | 9.60 | 11.52 |
"""
RECURRENCE = """\
w_0 = 0 and η = 0.25; the rule is w_{t+1} = w_t - η·g_t with g_t = 2·(w_t - 3), and f(w) = (w - 3)².

| t | g_t | w_t | f(w) |
|---|------|--------|--------|
| 0 |  | 0 | 9 |
| 1 | -6 | 1.5 | 2.25 |
| 2 | -3 | 2.25 | 0.5625 |
| 3 | -1.5 | 2.625 | 0.140625 |
"""
WORDS = """\
| x | sigmoid | tanh | ReLU |
|---|---|---|---|
| 1.5 | 0.8176 | 0.9051 | 1.5 |
| -0.5 | 0.3775 | -0.4621 | 0 |
| 2.5 | 0.9241 | 0.9866 | 2.5 |

| score | softmax |
|---|---|
| 2 | 0.665 |
| 1 | 0.245 |
| 0 | 0.090 |

| y | ŷ | error | squared error |
|---|---|---|---|
| 3.2 | 2.5 | -0.7 | 0.49 |
| 5.1 | 5.4 | 0.3 | 0.09 |
| 2.4 | 3.6 | 1.2 | 1.44 |

|       | cat | dog | total | recall |
|-------|-----|-----|-------|--------|
| cat   | 40  | 10  | 50    | 0.80 |
| dog   | 5   | 45  | 50    | 0.90 |
| total | 45  | 55  | 100   |      |
| precision | 0.889 | 0.818 | | |
"""
ROWS = """\
Their lengths are 1, 3, 2, 5, 4 with the mean 3.

length - 3           -2  0  -1  2  1
squared              4   0   1  4  1
sum                  10

scores           2      1      0
exp              7.389  2.718  1
sum              11.107
softmax          0.665  0.245  0.090

inputs         0.5    -1     2
weights        0.4    0.3   -0.2
products       0.2   -0.3   -0.4

y              3.1    5.2   2.3   4.4
predicted      2.5    5.4   3.1   4.4
error         -0.6    0.2   0.8   0
error squared  0.36   0.04  0.64  0
mean           0.26

|  | x1 | x2 | x3 | total |
|--|----|----|----|-------|
| x | 2 | 4 | 9 | 15 |
| deviations | -3 | -1 | 4 | 0 |
| squares | 9 | 1 | 16 | 26 |
"""
BILL = """\
  3 pizzas × $9.20      = $27.60
  4 soups at $7.50      = $30.00
  together                $57.60
  − 15%  → $48.96 → split by 4 → $12.24 each

coffee      2 x 3.20         6.40
cake        3 x 2.50         7.50
tea         1 x 1.90         1.90
                           ------
sum                         15.80
less 1/10 discount           1.58
to pay                      14.22
VAT 20%                      2.844
with VAT                    17.064

Hotel ................ 2 nights × 80.00 = 160.00
Breakfast ............ 4 × 9.50 = 38.00
City tax ............. 4.00
Total ................ 202.00
10% service .......... 20.20
To pay ............... 222.20

| item | qty | unit | price |
|------|-----|------|------|
| bolts | 12 | 0.25 € | 3.00 € |
| nuts | 12 | 0.15 € | 1.80 € |
| box | 1 | 2.40 € | 2.40 € |
| subtotal | | | 7.20 € |
| discount 10% | | | -0.72 € |
| net | | | 6.48 € |
| VAT 19% | | | 1.23 € |
| total | | | 7.71 € |

server   291 photos × 0.04 €  =  11.64 €
card     1½ h × 0.86 €       =   1.29 €
"""
FORMS = """\
odds: 0.2 : 0.8 = 0.25, and 0.3 : 0.06 = 5 : 1
The median, after sorting to 1.9, 2.0, 2.4, 2.5, 2.7, is 2.4.
2.07 ± 0.294 = 1.776 to 2.364
The interval is 2.3 ± 2 × 0.13 = 2.04 … 2.56.
0.62 +/- 0.05 → [0.57, 0.67]
File: 37128 bytes = 36.26 KiB, and 1.5 h = 90 min.
"""
COMMENTED = """\
import numpy as np

A = np.array([[2.0, 1.0], [1.0, 3.0]])
np.linalg.det(A)                  # 5
print(np.linalg.inv(A))
# [[ 0.6 -0.2]
#  [-0.2  0.4]]
x = np.linalg.solve(A, np.array([3.0, 5.0]))
# array([0.8, 1.4])
print("x is", x)
# x is [0.8 1.4]
np.kron(np.eye(2), np.array([[1, 2]]))
# -> [[1. 2. 0. 0.],
#     [0. 0. 1. 2.]]
np.argsort([0.3, 0.1, 0.2])       # [1 2 0]
np.einsum("ij,jk->ik", A, A)      # [[5, 5], [5, 10]]
np.percentile([1, 2, 3, 4], 25)   # 1.75
"""
UNCLAIMED = """\
Mon   3   4   5
Tue   2   2   2
Wed   5   6   9

  mean     3    4    5
  std      1.2  1.1  0.9
  min      1    2    2

| sample | loss | weight |
|--------|------|--------|
| a | 0.42 | 1.5 |
| b | 0.37 | 2.0 |
| c | 0.91 | 0.5 |

rent                        700
heating                      80
last year in all            812

Step 3 : 4 + 5 = 9, at 10 : 30 the bus leaves.
The scale is 5 ± 2 and the range 1 to 9.
"""


def verdicts(text: str, name: str = "page.md") -> list[tuple[int, str, ClaimVerdict]]:
    """The line, the printed result and the verdict of each claim."""
    page = read_text(name, text)
    return [(page.place(claim.start).line, claim.printed, claim.verdict) for claim in audit_page(page).claims]


PAGES = {
    "headings": ("page.md", HEADINGS, 13),
    "recurrence": ("page.md", RECURRENCE, 4),
    "words": ("page.md", WORDS, 12),
    "rows": ("page.md", ROWS, 14),
    "bill": ("page.md", BILL, 27),
    "forms": ("page.txt", FORMS, 5),
    "commented": ("page.py", COMMENTED, 11),
}


@pytest.mark.parametrize("page", PAGES)
def test_what_is_right_is_checked_and_never_wrong(page: str) -> None:
    name, text, least = PAGES[page]
    found = verdicts(text, name)
    assert sum(verdict is ClaimVerdict.RIGHT for _, _, verdict in found) >= least
    assert {verdict for _, _, verdict in found} <= {ClaimVerdict.RIGHT, ClaimVerdict.UNCHECKED}


@pytest.mark.parametrize(
    ("page", "right", "wrong", "line"),
    [
        ("headings", "0.2369", "0.2569", 4),
        ("headings", "2.4402", "2.4902", 5),
        ("headings", "0.361", "0.351", 11),
        ("headings", "0.5625", "0.5525", 17),
        ("headings", "16.20", "18.20", 23),
        ("recurrence", "2.625", "2.675", 8),
        ("recurrence", "0.5625", "0.5675", 7),
        ("recurrence", "| 1.5 |", "| 1.7 |", 6),
        ("words", "-0.4621", "-0.4521", 4),
        ("words", "45  | 55", "48  | 55", 23),
        ("rows", "-2  0  -1  2  1", "-2  0  -1  3  1", 3),
        ("rows", "11.107", "11.607", 9),
        ("rows", "0.245", "0.285", 10),
        ("rows", "-0.3   -0.4", "-0.5   -0.4", 14),
        ("rows", "0.36   0.04", "0.36   0.06", 19),
        ("rows", "| 9 | 1 | 16 |", "| 9 | 1 | 15 |", 26),
        ("bill", "$27.60", "$27.80", 1),
        ("bill", "48.96", "49.96", 4),
        ("bill", "7.50\n", "7.60\n", 7),
        ("bill", "14.22", "14.42", 12),
        ("bill", "20.20", "20.40", 20),
        ("bill", "222.20", "222.30", 21),
        ("bill", "7.71", "7.91", 32),
        ("bill", "11.64", "11.46", 34),
        ("forms", "= 0.25", "= 0.35", 1),
        ("forms", "2.364", "2.464", 3),
        ("forms", "0.67", "0.77", 5),
        ("forms", "36.26", "36.16", 6),
        ("commented", "# 5\n", "# 7\n", 4),
        ("commented", "-0.2  0.4]]", "-0.2  0.9]]", 7),
        ("commented", "[0.8 1.4]", "[0.8 1.6]", 11),
        ("commented", "[5, 10]]", "[5, 11]]", 16),
    ],
)
def test_a_number_that_is_changed_is_found_where_it_stands(page: str, right: str, wrong: str, line: int) -> None:
    name, text, _ = PAGES[page]
    assert text.count(right) == 1
    found = verdicts(text.replace(right, wrong), name)
    assert {place for place, _, verdict in found if verdict is ClaimVerdict.WRONG} == {line}


def test_data_that_nobody_worked_out_is_no_claim_or_unchecked() -> None:
    assert not [found for found in verdicts(UNCLAIMED) if found[2] is ClaimVerdict.WRONG]


def test_percent_of_what_stands_before_and_points_are_both_read() -> None:
    found = verdicts("57.60 - 15% = 48.96\n\n40% - 15% = 25%\n\n80 + 25% = 100\n")
    assert [verdict for _, _, verdict in found] == [ClaimVerdict.RIGHT] * 3


def test_a_comment_below_that_is_about_something_else_is_left_alone() -> None:
    code = "import numpy as np\ny = np.array([1.0, 2.0]) * 2\n# [7.5, 9.5] is what we want in the end\n# 3 4 are the sides\n"
    assert not [found for found in verdicts(code, "page.py") if found[2] is ClaimVerdict.WRONG]


def test_a_wrong_cell_has_a_number_for_its_truth() -> None:
    (claim,) = [
        claim
        for claim in audited("| x | x² |\n|---|---|\n| 3 | 9 |\n| 4 | 17 |\n| 5 | 25 |\n", "page.md").claims
        if claim.verdict == "wrong"
    ]
    assert (claim.printed, claim.true) == ("17", 16.0)
