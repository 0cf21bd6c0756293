from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from katatx.audit.findings import Claim, ClaimVerdict, Figure, PageAudit
from katatx.audit.reports.terminal import lines
from tests.audit.reports.hand_pages import audits, claim, page, right_page, total_page, wrong


def under(report: list[str], at: int) -> str:
    """Return what is underlined in the quoted line that stands at an index of a report."""
    quoted, marks = report[at], report[at + 1]
    return "".join(
        each
        for index, each in enumerate(quoted)
        if marks[cell_len(quoted[:index]) : cell_len(quoted[:index]) + 1] == "^"
    )


def test_a_wrong_claim_is_named_quoted_and_underlined():
    assert list(lines([total_page()])) == [
        "page.txt:3:23: 2.72 + 54.60 = 57.32, printed 57.3",
        "  3  total: 2.72 + 54.60 = 57.3",
        "                           ^^^^",
        "  line 4 uses it",
        "page.txt:5:1: unchecked: x·y = z: x is not known",
        "page.txt: 4 seen, 3 checked, 1 carried, 1 wrong, 1 unchecked",
    ]


def test_lines_that_were_not_read_are_named():
    made = right_page()
    made.page.skipped = tuple((number, "longer than 20,000 characters") for number in range(1, 24))
    report = list(lines([made]))
    assert report[0] == "right.txt:1: not read: longer than 20,000 characters"
    assert report[20] == "right.txt: 3 more lines not read"
    assert report[21:] == ["right.txt: 1 seen, 1 checked, 0 carried, 0 wrong, 0 unchecked"]


def test_of_several_pages_only_those_with_findings_are_named_and_a_total_ends():
    report = list(lines([right_page(), total_page(), right_page()]))
    assert report[0].startswith("page.txt:3:23:")
    assert report[-2:] == [
        "page.txt: 4 seen, 3 checked, 1 carried, 1 wrong, 1 unchecked",
        "3 pages: 6 seen, 5 checked, 1 carried, 1 wrong, 1 unchecked",
    ]
    assert next(lines([PageAudit(page("words"), ())])).endswith("; no calculation with a result was found")
    assert list(lines([])) == ["0 pages: 0 seen, 0 checked, 0 carried, 0 wrong, 0 unchecked"]


def test_a_long_line_is_cut_round_the_number():
    source = "words " * 300 + "2+2 = 5" + " words" * 300
    report = list(lines([PageAudit(page(source), (wrong(source, "2+2 = 5", "5", "4"),))], width=60))
    assert under(report, 1) == "5"
    assert "2+2 = 5 words" in report[1]
    assert report[1].count("…") == 2
    assert 55 <= cell_len(report[1]) <= 60


def test_two_wrong_numbers_of_a_line_are_underlined_together_and_far_ones_apart():
    source = "[1, 3, 4] = [7, 8, 9]" + " " * 200 + "tail 6\nlast 5\r\n"
    figures = tuple(Figure(source.index(text), source.index(text) + 1, "0") for text in "7956")
    report = list(
        lines([PageAudit(page(source), (Claim(0, 225, "", "", ClaimVerdict.WRONG, figures=figures),))], width=60)
    )
    assert under(report, 1) == "79"
    assert under(report, 3) == "6"
    assert (under(report, 5), report[5]) == ("5", "  2  last 5")


def test_a_claim_without_figures_is_underlined_as_far_as_its_first_line():
    source = "M = [1, 2,\n 3]\n"
    made = claim(source, "M = [1, 2,\n 3]", ClaimVerdict.WRONG, printed="[1, 2,\n 3]", why="two numbers come out")
    report = list(lines([PageAudit(page(source), (made,))]))
    assert report[:3] == [
        "page.txt:1:1: [1, 2, 3] is wrong: two numbers come out",
        "  1  M = [1, 2,",
        "     ^^^^^^^^^^",
    ]


@given(audits(path=st.just("p")), st.integers(30, 120))
def test_quoted_lines_keep_to_the_width_and_something_is_underlined(audit, width):
    report = list(lines([audit], width))
    quotes = [(line, below) for line, below in pairwise(report) if set(below) == {" ", "^"}]
    made = [each for each in audit.claims if each.verdict is ClaimVerdict.WRONG]
    assert len(quotes) >= len(made)
    assert all(cell_len(line) <= width for line, _ in quotes)
