"""Which sign and colour claims give to lines, and which claim is looked at."""

from __future__ import annotations

from katatx.audit.findings import ClaimVerdict
from katatx.views.audited.marks import chosen_on, next_claim, sign_of, stretches
from katatx.views.audited.page import AuditedPage
from tests.practice.audited.pages import RIGHT, WRONG, audited

R, W, U = ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.UNCHECKED


def signs(page: AuditedPage, *, as_read: bool = False, unchecked: bool = True) -> list[ClaimVerdict | None]:
    view = page.view(as_read=as_read)
    return [sign_of(view.marks.on(at), 0, 10_000, unchecked=unchecked) for at in range(len(view.lines))]


def marked(page: AuditedPage, line: int, start: int = 0, stop: int = 200) -> list[tuple[str, str, bool]]:
    view = page.view(as_read=False)
    text, marks = view.lines[line].text, view.marks.on(line)
    parts = stretches(text, marks, start, min(stop, len(text)), None, unchecked=True)
    return [(part.text, part.verdict or "", part.is_figure) for part in parts]


def test_each_line_has_the_sign_of_its_worst_claim() -> None:
    assert [sign for sign in signs(audited(WRONG)) if sign] == [R, W, W]
    assert [at for at, sign in enumerate(signs(audited(WRONG)), 1) if sign is W] == [5, 7]
    assert set(signs(audited(RIGHT))) == {R, None}


def test_wrong_numbers_are_marked_within_their_claim() -> None:
    assert marked(audited(WRONG), 6) == [
        ("softmax([1, 4]) = [", "wrong", False), ("0.2", "wrong", True), (", ", "wrong", False), ("0.8", "wrong", True),
        ("]", "wrong", False),
    ]  # fmt: skip
    assert marked(audited(WRONG), 6, 19, 25) == [("0.2", "wrong", True), (", ", "wrong", False), ("0", "wrong", True)]


def test_of_a_long_line_each_row_has_its_own_sign() -> None:
    page = audited("2 + 2 = 5 " + "word " * 20 + "and 1 + 1 = 2.\n", "page.txt")
    marks = page.view(as_read=False).marks.on(0)
    assert [sign_of(marks, start, start + 60, unchecked=True) for start in (0, 80)] == [W, R]
    assert [chosen_on(marks, start, start + 60, unchecked=True) for start in (0, 80)] == [0, 1]
    assert chosen_on(marks, 20, 40, unchecked=True) is None


def test_formulas_are_marked_where_their_markup_stands() -> None:
    page = audited("Then $\\frac{1}{4} + \\frac{1}{2} = 0.85$.\n")
    assert [part for part in marked(page, 0) if part[1]] == [
        ("\\frac{1}{4} + \\frac{1}{2} = ", "wrong", False), ("0.85", "wrong", True),
    ]  # fmt: skip
    assert signs(page, as_read=True) == [W]
    view = page.view(as_read=True)
    line, column = view.marks.place(0)
    assert view.lines[line].text[column:].startswith("0.85")


def test_the_next_claim_goes_round() -> None:
    for now, by, found in (
        (2, 1, 5),
        (5, 1, 9),
        (9, 1, 2),
        (5, -1, 2),
        (2, -1, 9),
        (2.5, 1, 5),
        (2.5, -1, 2),
        (9.5, 1, 2),
    ):
        assert next_claim([2, 5, 9], now, by) == found
    assert next_claim([], 3, 1) is None
    assert next_claim([4], 4, 1) == next_claim([4], 4, -1) == 4
