import json

from hypothesis import given
from hypothesis import strategies as st

from katatx.audit.findings import PageAudit
from katatx.audit.reports.machine import chunks, page_document, page_text
from tests.audit.reports.hand_pages import audits, claim, hidden, page, total_page


def test_the_document_of_a_page():
    document = json.loads(page_text(total_page()))
    assert (document["file"], document["seen"], document["checked"], document["wrong"]) == ("page.txt", 4, 3, 1)
    assert (document["carried"], document["unchecked"]) == (1, 1)
    assert list(document["claims"][1].items()) == [
        ("line", 3),
        ("end", 3),
        ("column", 8),
        ("text", "2.72 + 54.60 = 57.3"),
        ("printed", "57.3"),
        ("calculation", "2.72 + 54.60"),
        ("true", 57.32),
        ("verdict", "wrong"),
        ("why", ""),
        ("spoils", [4]),
        ("correct", [{"line": 3, "column": 23, "printed": "57.3", "correct": "57.32"}]),
    ]
    assert [each["verdict"] for each in document["claims"]] == ["right", "wrong", "carried", "unchecked"]


def test_long_texts_are_cut_and_names_are_not():
    source = "1" * 500
    document = page_document(PageAudit(page(source, "d/" * 200 + "p.txt"), (claim(source, source),)))
    assert document["claims"][0]["text"] == "1" * 200 + "…"
    assert document["file"] == "d/" * 200 + "p.txt"


@given(st.lists(audits(), max_size=3))
def test_no_text_from_outside_reaches_the_report_raw(pages):
    text = "".join(chunks(pages))
    assert not list(hidden(text))
    document = json.loads(text)
    assert document["seen"] == sum(len(each["claims"]) for each in document["files"])
    assert document["checked"] + document["unchecked"] == document["seen"]
