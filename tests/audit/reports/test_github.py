import re

from hypothesis import given

from katatx.audit.findings import NotAudited, PageAudit
from katatx.audit.reports.machine import workflow_commands
from tests.audit.reports.hand_pages import audits, hidden, page, right_page, total_page, wrong


def test_a_wrong_claim_is_a_workflow_command():
    assert list(workflow_commands([right_page(), total_page()])) == [
        (
            "::error file=page.txt,line=3,endLine=3,col=23,endColumn=27,title=wrong number"
            "::2.72 + 54.60 = 57.32, printed 57.3; line 4 uses it"
        )
    ]


def test_a_file_that_was_not_audited_is_an_error():
    files = [NotAudited("a\n::b,c%.md", "no such\r\nfile: 100%")]
    assert list(workflow_commands([right_page()], files)) == [
        "::error file=a�%3A%3Ab%2Cc%25.md,title=not audited::no such file: 100%25"
    ]


def test_what_commands_are_written_with_is_escaped():
    source = "half = 40%"
    made = wrong(source, source, "40%", "50%", why="a: b, 100%")
    assert list(workflow_commands([PageAudit(page(source, "a,b:c%d.txt"), (made,))])) == [
        (
            "::error file=a%2Cb%3Ac%25d.txt,line=1,endLine=1,col=8,endColumn=11,title=wrong number"
            "::40%25 is wrong: a: b, 100%25"
        )
    ]


@given(audits())
def test_no_text_from_outside_leaves_its_place(audit):
    for line in workflow_commands([audit]):
        assert not list(hidden(line))
        assert re.fullmatch(
            r"::error file=[^,:]*,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?,title=wrong number::.*", line
        )
        assert not re.search("%(?!25|3A|2C)", line)
