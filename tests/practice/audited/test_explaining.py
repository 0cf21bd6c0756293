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
from katatx.views.audited.page import AuditedPage
from katatx.views.audited.summary import summary
from katatx.views.audited.working import worked
from tests.audit.planting import page_paths
from tests.practice.audited.pages import RIGHT, WRONG, audited, claim

PAGE = audited(WRONG)


def said(page: AuditedPage, text: str, width: int = 60) -> list[str]:
    return [text_of(line) for line in laid_out(explain(page.page, claim(page, text)), width)]


def working(page: AuditedPage, text: str, width: int = 60) -> list[str]:
    return [text_of(line) for line in laid_out_working(worked(claim(page, text)), width)]


def test_a_wrong_number_stands_beside_what_its_calculation_comes_to() -> None:
    assert said(PAGE, "2 + 2 = 5") == [
        "2 + 2 = 5", "", "calculate  2 + 2", "comes to   4", "printed    5 ✗",
    ]  # fmt: skip
    assert explain(PAGE.page, claim(PAGE, "2 + 2 = 5")).where == "line 5"


def test_wrong_rows_stand_number_over_number_with_the_mistake_that_led_there() -> None:
    lines = said(PAGE, "softmax([1, 4]) = [0.2, 0.8]")
    assert lines[3:7] == ["", "printed      ✗ 0.2  ✗ 0.8", "true         0.047  0.953", ""]
    assert " ".join(lines[7:]).startswith('Skipped e^ (step "raise")')


def test_its_working_is_written_out_and_drawn() -> None:
    assert working(PAGE, "softmax([1, 4]) = [0.2, 0.8]")[:3] == [
        "working",
        "raise      e^1 = 2.718",
        "           e^4 = 54.598",
    ]
    (picture,) = worked(claim(PAGE, "softmax([1, 4]) = [0.2, 0.8]")).pictures
    assert "0.953" in picture.said()[-1]
    assert working(PAGE, "2 + 2 = 5") == []


def test_what_stands_on_a_wrong_number_is_told_both_ways() -> None:
    page = audited("a = 2·3.5 + 1.25 = 9.25\n\nb = a·2 = 18.5\n\nc = b + 1 = 19.5\n")
    first, *others = page.claims
    assert explain(page.page, first).notes[-1] == "Lines 3, 5 use it."
    assert [each.verdict for each in others] == [ClaimVerdict.CARRIED] * 2
    assert explain(page.page, others[0]).notes == (
        "Correct from the numbers before it, but follows from line 1, which is wrong.",
    )


def test_an_unchecked_claim_says_why() -> None:
    page = audited("The scores are s = [1, 4].\n")
    assert said(page, "The scores are s = [1, 4]")[-1].startswith("Not checked: ")


def test_a_finding_is_copied_as_a_report_names_it() -> None:
    assert as_text(PAGE.page, claim(PAGE, "2 + 2 = 5")) == "page.md:5:9: 2 + 2 = 4, printed 5"
    assert as_text(PAGE.page, claim(PAGE, "3 + 4 = 7")) == "page.md:3:1: right: 3 + 4 = 7"


def test_a_worksheet_begins_with_the_claim_itself() -> None:
    assert to_work(claim(PAGE, "softmax([1, 4]) = [0.2, 0.8]")) == "softmax([1, 4]) = [0.2, 0.8]"
    for found in PAGE.claims:
        judgement = check(to_work(found)).worst.judgement
        assert judgement is not None
        assert judgement.verdict.counts_as_right is (found.verdict is not ClaimVerdict.WRONG)


def test_the_counts_say_what_is_wrong_and_a_long_name_is_cut() -> None:
    assert PAGE.counts == "4 of 4 claims checked · ✗ 2 wrong"
    assert audited(RIGHT).counts == "2 of 2 claims checked · ✓ nothing wrong"
    assert audited("Only words.\n").counts == "no claims found"
    assert AuditedPage(PAGE.page).counts == "auditing…"
    long = AuditedPage(Page("/a/folder/" + "n" * 90 + ".md", PAGE.page.source, ()))
    assert (PAGE.name(40), long.name(10), long.name(0)) == ("page.md", "n" * 9 + "…", "n" * 7 + "…")


def test_a_line_without_a_claim_has_what_was_found_on_the_page() -> None:
    def told(page: AuditedPage, line: int = 1) -> list[str]:
        return [text_of(each) for each in summary(page, line, 100) if each]

    assert told(PAGE) == ["No claim on this line.", "✗ 2 wrong, on lines 5, 7."]
    assert told(audited(RIGHT))[1].startswith("✓ Nothing is wrong: all 2 claims")
    assert "no calculation with a result was found" in told(audited("Words.\n"))[1]
    assert told(audited("2 + 2 = 4\n" + "x" * 30_000, "a.txt"), 2)[0].startswith("Line 2 was not read: longer than")
    assert told(AuditedPage(PAGE.page)) == ["auditing…"]


def test_nothing_laid_out_is_wider_than_its_room_on_pages_of_every_format() -> None:
    for path in page_paths()[::4]:
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
