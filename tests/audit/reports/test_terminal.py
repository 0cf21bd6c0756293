from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from katatx.audit.findings import Claim, ClaimVerdict, Figure, PageAudit
from katatx.audit.reports.terminal import lines
from tests.audit.reports.hand_pages import audits, claim, hidden, page, right_page, total_page, wrong


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
        "page.txt: 4 seen, 3 checked, 1 carried, 1 wrong, 1 unchecked",
    ]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"calculation": "2 + 2", "true": 4.0}, "2 + 2 = 4, printed 5"),
        ({"calculation": "row 1 · row 2", "true": [1.0, 0.25]}, "row 1 · row 2 = [1, 0.25], printed 5"),
        ({"true": 4.0}, "should be 4, printed 5"),
        ({"calculation": "[1, 2]", "true": [1.0, 2.0]}, "should be [1, 2], printed 5"),
        ({"calculation": "2 + 2"}, "5 is not what 2 + 2 comes to"),
        ({"calculation": "e^1", "true": 2.71828182846, "printed": "2.7182820"}, "e^1 = 2.71828183, printed 2.7182820"),
        ({"calculation": "1/2", "true": 0.5, "printed": "51%"}, "1/2 = 50%, printed 51%"),
        ({}, "5 is wrong"),
    ],
)
def test_the_calculation_is_shown_with_what_it_comes_to(more, said):
    source = "2 + 2 = 5"
    (head, *_) = lines([PageAudit(page(source), (wrong(source, source, "5", "4")._replace(**more),))])
    assert head == f"page.txt:1:9: {said}"


@pytest.mark.parametrize(
    ("used", "said"),
    [
        ((15, 14, 14), "lines 14 and 15 use it"),
        ((1, 2, 3), "lines 1, 2 and 3 use it"),
        (tuple(range(1, 30)), f"lines {', '.join(map(str, range(1, 21)))} and 9 more use it"),
    ],
)
def test_the_lines_that_use_a_wrong_result_are_named(used, said):
    source = "2 + 2 = 5"
    report = list(lines([PageAudit(page(source), (wrong(source, source, "5", "4", spoils=used),))]))
    assert report[3] == f"  {said}"


def test_lines_that_were_not_read_are_named():
    made = right_page()
    made.page.skipped = tuple((number, "longer than 20,000 characters") for number in range(1, 24))
    report = list(lines([made]))
    assert report[0] == "right.txt:1: not read: longer than 20,000 characters"
    assert report[20] == "right.txt: 3 more lines not read"
    assert report[21:] == ["right.txt: 1 seen, 1 checked, 0 carried, 0 wrong, 0 unchecked"]


def test_what_could_not_be_read_is_named_when_asked():
    report = list(lines([total_page()], unread=True))
    assert report[4] == "page.txt:5:1: unchecked: x·y = z: x is not known"
    assert report[5] == "page.txt: 4 seen, 3 checked, 1 carried, 1 wrong, 1 unchecked"


def test_a_page_without_findings_has_its_counts():
    assert list(lines([right_page()])) == ["right.txt: 1 seen, 1 checked, 0 carried, 0 wrong, 0 unchecked"]


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


def test_the_room_left_by_a_number_near_an_end_goes_to_the_other_side():
    source = "words " * 300 + "2+2 = 5"
    report = list(lines([PageAudit(page(source), (wrong(source, "2+2 = 5", "5", "4"),))], width=60))
    assert report[1].endswith("2+2 = 5")
    assert 59 <= cell_len(report[1]) <= 60
    assert under(report, 1) == "5"


def test_wide_characters_are_underlined_by_cells():
    source = "\t合計: 2+2 = 5"
    report = list(lines([PageAudit(page(source), (wrong(source, "2+2 = 5", "5", "4"),))]))
    assert report[1] == "  1   合計: 2+2 = 5"
    assert report[2].index("^") == cell_len("  1   合計: 2+2 = ")


def test_two_wrong_numbers_of_a_line_are_underlined_together_and_far_ones_apart():
    source = "[1, 3, 4] = [7, 8, 9]" + " " * 200 + "tail 6\nlast 5\r\n"
    figures = tuple(Figure(source.index(text), source.index(text) + 1, "0") for text in "7956")
    report = list(
        lines([PageAudit(page(source), (Claim(0, 225, "", "", ClaimVerdict.WRONG, figures=figures),))], width=60)
    )
    assert under(report, 1) == "79"
    assert under(report, 3) == "6"
    assert (under(report, 5), report[5]) == ("5", "  2  last 5")


def test_many_wrong_numbers_are_counted():
    source = " ".join("1" * 20)
    figures = tuple(Figure(at, at + 1, "2") for at in range(0, 39, 2))
    report = list(lines([PageAudit(page(source), (Claim(0, 39, "", "", ClaimVerdict.WRONG, figures=figures),))]))
    assert report[-2] == "  and 12 more wrong numbers"


def test_a_claim_without_figures_is_underlined_as_far_as_its_first_line():
    source = "M = [1, 2,\n 3]\n"
    made = claim(source, "M = [1, 2,\n 3]", ClaimVerdict.WRONG, printed="[1, 2,\n 3]", why="two numbers come out")
    report = list(lines([PageAudit(page(source), (made,))]))
    assert report[:3] == [
        "page.txt:1:1: [1, 2, 3] is wrong: two numbers come out",
        "  1  M = [1, 2,",
        "     ^^^^^^^^^^",
    ]


def test_names_and_results_are_cut():
    source = "2+2 = 5"
    made = wrong(source, source, "5", "4", why="w" * 999, true=[0.5] * 999)
    head = next(iter(lines([PageAudit(page(source, "n" * 999), (made,))])))
    assert head.startswith("n" * 200 + "…:1:7: should be [0.5, ")
    assert len(head) < 700


def test_a_megabyte_on_one_line_is_quoted_in_time():
    source = "1+1=3 " * 200_000
    made = [
        Claim(at, at + 5, "", "3", ClaimVerdict.WRONG, "1 + 1", 2.0, figures=(Figure(at + 4, at + 5, "2"),))
        for at in range(0, 6_000, 6)
    ]
    assert len(list(lines([PageAudit(page(source), tuple(made))]))) == 3_001


@given(audits(), st.integers(0, 90), st.booleans())
def test_no_text_from_outside_reaches_the_report_raw(audit, width, unread):
    for line in lines([audit, right_page()], width, unread):
        assert not list(hidden(line))


@given(audits(path=st.just("p")), st.integers(30, 120))
def test_quoted_lines_keep_to_the_width_and_something_is_underlined(audit, width):
    report = list(lines([audit], width))
    quotes = [(line, below) for line, below in pairwise(report) if set(below) == {" ", "^"}]
    made = [each for each in audit.claims if each.verdict is ClaimVerdict.WRONG]
    assert len(quotes) >= len(made)
    assert all(cell_len(line) <= width for line, _ in quotes)
