"""What a claim's text is: its calculation and its result as they stand on the page."""

from __future__ import annotations

import pytest

from tests.audit.planting import audited


def texts(page: str, name: str = "page.md") -> list[tuple[str, str]]:
    return [(claim.printed, claim.text) for claim in audited(page, name).claims]


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("so 3·4 + 5 = 12 + 5 = 17 now", [("12 + 5", "3·4 + 5 = 12 + 5"), ("17", "3·4 + 5 = 12 + 5 = 17")]),
        ("6·7 = 42, and 9 - 2 = 7.", [("42", "6·7 = 42"), ("7", "9 - 2 = 7")]),
        ("total: 1.5 + 2.25 = 3.75", [("3.75", "total: 1.5 + 2.25 = 3.75")]),
        ("Then (4·4 = 16) follows.", [("16", "4·4 = 16")]),
        ("softmax([0, 0]) = [0.5, 0.5]", [("[0.5, 0.5]", "softmax([0, 0]) = [0.5, 0.5]")]),
        ("3·5 + 6\n  = 15 + 6\n  = 21", [("15 + 6", "3·5 + 6\n= 15 + 6"), ("21", "3·5 + 6\n= 15 + 6\n= 21")]),
        ("7·8\n\n  = 56", [("56", "7·8\n= 56")]),
        ("It costs k + 5 = 31.", [("31", "k + 5 = 31")]),
        ("2 3 7\n\nsum 12, mean 4", [("12", "sum 12"), ("4", "mean 4")]),
        ("| n | 3·n |\n|---|---|\n| 2 | 6 |\n| 5 | 15 |", [("6", "| 2 | 6 |"), ("15", "| 5 | 15 |")]),
        ("$$\\frac{8}{2} = 4$$", [("4", "8/2 = 4")]),
        (">>> 6 * 9\n54", [("54", "6 * 9\n54")]),
        ("```python\nx = 6 + 3  # 9\nprint(x)\n# 9\n```", [("9", "x = 6 + 3  # 9"), ("9", "print(x)\n9")]),
    ],
)
def test_a_claim_reads_from_its_calculation_to_its_result(page: str, found: list[tuple[str, str]]) -> None:
    assert texts(page) == found


def test_a_long_calculation_is_cut_and_keeps_its_result() -> None:
    ((printed, text),) = texts("a sum: " + " + ".join(["12"] * 150) + " = 1800 and so on")
    assert printed == "1800"
    assert len(text) == 200
    assert text.startswith("a sum: 12 + 12")
    assert text.endswith("12 + 12 = 1800")
    assert text.count("…") == 1


def test_a_result_on_a_long_line_is_shown_with_what_is_near() -> None:
    words = " | ".join(["a cell of some words"] * 12)
    page = "\n".join(
        [
            f"| {words} | n | n² | {words} |",
            "|---" * 26 + "|",
            *(f"| {words} | {n} | {n * n} | {words} |" for n in (3, 4, 7)),
        ]
    )
    found = texts(page)
    assert [printed for printed, _ in found] == ["9", "16", "49"]
    for (_, text), near in zip(found, ("| 3 | 9", "| 4 | 16", "| 7 | 49"), strict=True):
        assert len(text) <= 200
        assert near in text
