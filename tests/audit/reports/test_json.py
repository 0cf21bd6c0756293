import json
from math import inf, nan

from hypothesis import given
from hypothesis import strategies as st

from katatx.audit.findings import PageAudit
from katatx.audit.reports.json import chunks, page_document, page_text
from tests.audit.reports.hand_pages import audits, claim, hidden, page, right_page, total_page


def test_the_document_of_a_page():
    document = json.loads(page_text(total_page()))
    assert list(document) == ["file", "seen", "checked", "carried", "wrong", "unchecked", "claims", "skipped"]
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


def test_a_claim_of_several_lines_names_its_last():
    source = "M =\n 1 2\n 3 4\nafter"
    made = claim(source, "M =\n 1 2\n 3 4\n", true=((1.0, 2.0), (3.0, -inf)))
    found = json.loads(page_text(PageAudit(page(source), (made,))))["claims"][0]
    assert (found["line"], found["end"], found["column"]) == (1, 3, 1)
    assert found["true"] == [[1, 2], [3, "-inf"]]


def test_what_is_no_number_is_a_string():
    made = claim("a = 1", "a = 1", true=[nan, inf, -inf, 0.5])
    assert '"true": ["nan", "inf", "-inf", 0.5]' in page_text(PageAudit(page("a = 1"), (made,)))


def test_long_texts_are_cut_and_names_are_not():
    source = "1" * 500
    document = page_document(PageAudit(page(source, "d/" * 200 + "p.txt"), (claim(source, source),)))
    assert document["claims"][0]["text"] == "1" * 200 + "…"
    assert document["file"] == "d/" * 200 + "p.txt"


def test_several_pages_come_piece_by_piece():
    taken = []

    def pages():
        for number in range(10_000):
            taken.append(number)
            yield total_page(f"{number}.txt") if number % 5_000 == 0 else right_page(f"{number}.txt")

    pieces = chunks(pages())
    first = [next(pieces) for _ in range(3)]
    assert taken == [0, 1]
    document = json.loads("".join([*first, *pieces]))
    assert list(document) == ["files", "seen", "checked", "carried", "wrong", "unchecked"]
    assert [each["file"] for each in document["files"][:2]] == ["0.txt", "1.txt"]
    assert [document[key] for key in list(document)[1:]] == [10_006, 10_004, 2, 2, 2]


def test_no_pages_are_a_document_too():
    assert json.loads("".join(chunks([]))) == {
        "files": [],
        "seen": 0,
        "checked": 0,
        "carried": 0,
        "wrong": 0,
        "unchecked": 0,
    }


@given(st.lists(audits(), max_size=3))
def test_no_text_from_outside_reaches_the_report_raw(pages):
    text = "".join(chunks(pages))
    assert not list(hidden(text))
    document = json.loads(text)
    assert document["seen"] == sum(len(each["claims"]) for each in document["files"])
    assert document["checked"] + document["unchecked"] == document["seen"]
