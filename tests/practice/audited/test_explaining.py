"""What is said of a claim, its working, and what is said of a page."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from katatx.audit.findings import Claim, ClaimVerdict
from katatx.engine.checking import check
from katatx.pages.page import Page
from katatx.pictures.parts import cells, text_of
from katatx.views.audited.explaining import as_text, explain, to_work
from katatx.views.audited.layout import laid_out, laid_out_working
from katatx.views.audited.working import worked
from tests.audit.planting import page_paths
from tests.practice.audited.pages import WRONG, audited, claim

PAGE = audited(WRONG)


def test_what_stands_on_a_wrong_number_is_told_both_ways() -> None:
    page = audited("a = 2·3.5 + 1.25 = 9.25\n\nb = a·2 = 18.5\n\nc = b + 1 = 19.5\n")
    first, *others = page.claims
    assert explain(page.page, first).notes[-1] == "Lines 3, 5 use it."
    assert [each.verdict for each in others] == [ClaimVerdict.CARRIED] * 2
    assert explain(page.page, others[0]).notes == (
        "Correct from the numbers before it, but follows from line 1, which is wrong.",
    )


def test_a_worksheet_begins_with_the_claim_itself() -> None:
    assert to_work(claim(PAGE, "softmax([1, 4]) = [0.2, 0.8]")) == "softmax([1, 4]) = [0.2, 0.8]"
    for found in PAGE.claims:
        judgement = check(to_work(found)).worst.judgement
        assert judgement is not None
        assert judgement.verdict.counts_as_right is (found.verdict is not ClaimVerdict.WRONG)


def test_nothing_laid_out_is_wider_than_its_room_on_pages_of_every_format() -> None:
    for path in page_paths()[::20]:
        page = audited(path.read_text(encoding="utf-8"), path.name)
        for found in page.claims[::3]:
            for width in (30, 57):
                lines = [*laid_out(explain(page.page, found), width), *laid_out_working(worked(found), width)]
                assert max(cells(text_of(line)) for line in lines) <= width, (path, found)


@given(
    st.text(max_size=80),
    st.text(max_size=80),
    st.lists(st.text(max_size=12), max_size=5),
    st.sampled_from(ClaimVerdict),
)
def test_nothing_a_page_holds_reaches_the_screen_as_it_is(
    text: str, calculation: str, numbers: list[str], verdict
) -> None:
    found = Claim(
        0, 1, text, text, verdict, calculation, [1.0] * len(numbers) or 2.0, text, numbers=tuple(numbers), off=(0,)
    )
    page = Page(str(Path("a") / "b"), "x", ())
    for line in laid_out(explain(page, found), 40):
        assert text_of(line).isprintable() or not text_of(line)
    assert all(line.isprintable() for line in as_text(page, found).splitlines())
    worked(found._replace(to_check=calculation))
