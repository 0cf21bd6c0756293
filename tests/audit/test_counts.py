"""Counts of what stands on a page, counted by hand here."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.test_runs import verdicts, wrong

PADDED = 'Every review has exactly 100 slots.\n"nolan ended" → [73, 88, 0, 0, ... , 0]   98 zeros → 100 numbers\n'
PADDED_ONES = "We pad to 64 tokens:\nids = [5, 9, 17, 1, …, 1], 61 padding ids, 64 tokens\n"
CHOPPED = "500-word rant → [first 100]   400 chopped\na text of 730 words: the first 256 stay, 474 are cut\n"
MASK = "S\n 0.5  -inf  -inf\n 0.1   0.2  -inf\n 0.3   0.4   0.6\n\nmask: 3 sets to -inf\n"
NEGATIVE = "r = [1, -2, 4, 0, -3, 6]\n{} of the six entries are negative, and 1 of the 6 values is zero.\n"
ZEROS = "relu([1, -2, 4, 0, -3, 6]) = [1, 0, 4, 0, 0, 6]\nThere are 3 zeros and 3 positive numbers.\n"
IN_ALL = "| a | b |\n|---|---|\n\nW = [[1, 2, 3], [4, 5, 6]]\nThat is 6 numbers in all.\n"


@pytest.mark.parametrize(
    ("page", "counts"),
    [
        (PADDED, ["98", "100"]),
        (PADDED_ONES, ["61", "64"]),
        (CHOPPED, ["400", "474"]),
        (MASK, ["3"]),
        (NEGATIVE.format("Two"), ["Two", "1"]),
        (ZEROS, ["[1, 0, 4, 0, 0, 6]", "3", "3"]),
        (IN_ALL, ["6"]),
    ],
)
def test_each_count_is_a_claim(page: str, counts: list[str]) -> None:
    found = verdicts(page)
    assert [printed for _, printed, _ in found] == counts
    assert {verdict for _, _, verdict in found} == {ClaimVerdict.RIGHT}


@pytest.mark.parametrize(
    ("page", "right", "printed", "line"),
    [
        (PADDED, "98 zeros", "96 zeros", 2),
        (PADDED, "→ 100", "→ 108", 2),
        (CHOPPED, "400 chopped", "410 chopped", 1),
        (CHOPPED, "474", "574", 2),
    ],
)
def test_the_one_that_is_changed_is_found(page: str, right: str, printed: str, line: int) -> None:
    expected = [] if printed == "→ 108" else [line]
    assert [place for place, _ in wrong(page.replace(right, printed))] == expected


GIVEN_ZERO = "[6, 0, 8, 0, ..., 0]  {} zeros → 90 numbers\n"
PADDING = "[6, 0, 8, 0, ..., 0]: {} padding zeros make 90 numbers\n"
VOCABULARY = "Of 90 words the fourth is [0, 0, 0, 1, 0, ..., 0] with {} zeros and a one.\n"
HAS = "The row [3, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] has {} zeros.\n"
OF_ENTRIES = "h = [0.5, -1, 2.5, 0, 0]\n{} of the five entries are zero.\n"


@pytest.mark.parametrize(
    ("page", "right", "wrong_count"),
    [
        (GIVEN_ZERO, "87", "86"),
        (GIVEN_ZERO, "88", "98"),
        (PADDING, "87", "57"),
        (VOCABULARY, "89", "88"),
        (HAS, "11", "12"),
        (HAS, "11", "10"),
        (OF_ENTRIES, "Two", "Three"),
        (PADDED.replace("98", "{}").split("\n", 1)[1], "98", "97"),
    ],
)
def test_a_count_that_is_plainly_one_row_s_is_checked(page: str, right: str, wrong_count: str) -> None:
    assert not wrong(page.format(right))
    assert ClaimVerdict.RIGHT in {verdict for _, _, verdict in verdicts(page.format(right))}
    assert [printed for _, printed in wrong(page.format(wrong_count))] == [wrong_count]


@pytest.mark.parametrize(
    "page",
    [
        "[12, 0, 9] with 2 zeros appended is as long as the others.\n",
        "[12, 7, ..., 0]  40 zeros → 90 numbers\n",
        "r = [1, -2, 4]\nTwo of the six reviewers are negative, one of them is positive.\n",
        "r = [1, -2, 4, 0]\nThree of the four seasons were positive for us.\n",
        "[0, 1, 0]\nAbout 5 zeros follow the one, 12 ones in all.\n",
        "the first 100 of them, 30 dropped in 2 rounds\n",
        "[1, 0, ..., 0] has 7 zeros, as 20 values do\n",
        "r = [1, -2, 4, 0]\nTwo of the four said no, 3 of 4 were positive.\n",
        "The team was 3 negative to 4.\n",
    ],
)
def test_what_does_not_stand_on_the_page_is_never_wrong(page: str) -> None:
    assert wrong(page) == []


@pytest.mark.parametrize(
    ("page", "right", "others"),
    [
        ("x = [1.2, 0, 0, 0, 3]\n{} zeros in it\n", 3, (1, 2, 4, 8)),
        ("x = [0, 4, 0]\ny = [5, 0, 0, 0, 7]\n{} zeros there\n", 3, (2, 4)),
        ("m = [7, -2, 5, -1]\n{} of the four are negative\n", 2, (1, 3, 4)),
        ("x = [6, 2, 9, 4, 1]\nThat is {} numbers in all.\n", 5, (4, 6, 15)),
        ("S\n 0.5  -inf  -inf\n 0.1   0.2  -inf\n 0.3   0.4   0.6\n\nmask: {} sets to -inf\n", 3, (2, 6)),
    ],
)
def test_a_count_that_is_off_stays_seen_and_is_never_right(page: str, right: int, others: tuple[int, ...]) -> None:
    """Also where a row further up has as many: nobody said that it is that one."""
    assert (str(right), ClaimVerdict.RIGHT) in [
        (printed, verdict) for _, printed, verdict in verdicts(page.format(right))
    ]
    for other in others:
        found = [verdict for _, printed, verdict in verdicts(page.format(other)) if printed == str(other)]
        assert found in ([ClaimVerdict.UNCHECKED], [ClaimVerdict.WRONG])
