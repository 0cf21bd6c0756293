"""Lines that are left alone: what stands beside the comment that asks so is read, its reason is not."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited


def told(text: str, name: str) -> list[tuple[str, str]]:
    """Each claim's result with its reason where it is left alone, its verdict where not."""
    return [
        (claim.printed, claim.why if claim.verdict is ClaimVerdict.UNCHECKED else claim.verdict.value)
        for claim in audited(text, name).claims
    ]


@pytest.mark.parametrize(
    ("name", "line", "printed"),
    [
        ("page.py", "x = 2 + 5  # 8 katatx: ignore the slip", "8"),
        ("page.py", "x = 2 + 5  # = 8 – katatx: ignore the slip", "8"),
        ("page.py", "x = 2 + 5  # 8  # katatx: ignore the slip", "8"),
        ("page.md", "6·7 = 43 <!-- katatx: ignore the slip -->", "43"),
        ("page.txt", "6·7 = 43; katatx: ignore: the slip", "43"),
        ("page.tex", "6·7 = 43 % katatx: ignore the slip", "43"),
    ],
)
def test_a_result_beside_the_comment_is_read_and_left_alone(name: str, line: str, printed: str) -> None:
    assert told(line + "\n", name) == [(printed, "ignored by a comment: the slip")]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("page.py", "x = 2 + 5  # 8"),
        ("page.py", "x = 2 + 5  # 8, katatx: ignore"),
        ("page.txt", "6·7 = 43  # katatx: left alone by nobody"),
    ],
)
def test_without_a_reason_or_the_comment_it_is_wrong(name: str, line: str) -> None:
    ((_, verdict),) = told(line + "\n", name)
    assert verdict == "wrong"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.txt", "# katatx: ignore as pupils write 2 + 3 = 6\n4 + 4 = 9\n"),
        ("page.py", "# katatx: ignore as pupils write 2 + 3 = 6\nx = 4 + 4  # = 9\n"),
    ],
)
def test_a_reason_is_not_read(name: str, text: str) -> None:
    assert told(text, name) == [("9", "ignored by a comment: as pupils write 2 + 3 = 6")]


def test_what_stands_on_a_silenced_number_is_not_blamed_on_it() -> None:
    page = "a = 2·3 = 7 (katatx: ignore the slip)\n\nb = a + 1 = 8\n"
    assert told(page, "page.txt")[0] == ("7", "ignored by a comment: the slip")
    assert told(page, "page.txt")[1][1] in ("right", "carried")


@pytest.mark.parametrize("verdict", ["is wrong.", "is false.", "would be nonsense.", "is not right;", "is no sum. So"])
def test_a_denial_ends_with_its_sentence(verdict: str) -> None:
    _, (printed, why) = told(f"2 + 2 = 5 {verdict} 3 + 3 = 7.\n", "page.md")
    assert (printed, why) == ("7", "wrong")
