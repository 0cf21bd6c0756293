import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx import __version__
from katatx.audit.findings import ClaimVerdict, NotAudited, PageAudit
from katatx.audit.reports.machine import log as log_of
from tests.audit.reports.hand_pages import audits, claim, hidden, page, right_page, total_page, wrong

Draft202012Validator = pytest.importorskip("jsonschema").Draft202012Validator
pytestmark = pytest.mark.slow


# What SARIF 2.1.0's own schema says of the parts used here, and no part beside them.
LOG = Draft202012Validator(json.loads(Path(__file__).with_name("sarif.schema.json").read_text(encoding="utf-8")))


def log(*pages: PageAudit, root: str = "") -> dict:
    document = json.loads(log_of(pages, root))
    LOG.validate(document)
    return document["runs"][0]


def where(path: str, root: str = "") -> dict:
    (found,) = log(total_page(path), root=root)["results"]
    return found["locations"][0]["physicalLocation"]["artifactLocation"]


def test_files_that_were_not_audited_are_errors() -> None:
    files = []

    def pages():
        yield right_page()
        files.append(NotAudited("/repo/own/a b.md", "no such file or {folder}"))
        files.append(NotAudited("/else/\x1b.md", "not UTF-8 text (line 1, column 1)"))

    log = json.loads(log_of(pages(), "/repo", files))
    LOG.validate(log)
    (invocation,) = log["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"] == [
        {
            "level": "error",
            "message": {"text": f"could not be audited: {why}"},
            "locations": [{"physicalLocation": {"artifactLocation": address}}],
        }
        for why, address in [
            ("no such file or {{folder}}", {"uri": "own/a%20b.md", "uriBaseId": "%SRCROOT%"}),
            ("not UTF-8 text (line 1, column 1)", {"uri": "file:///else/%1B.md"}),
        ]
    ]


def test_a_wrong_claim_is_a_result_with_its_fix():
    run = log(right_page(), total_page())
    address = {"uri": "page.txt", "uriBaseId": "%SRCROOT%"}
    place = {"startLine": 3, "startColumn": 23, "endLine": 3, "endColumn": 27}
    assert run["results"] == [
        {
            "ruleId": "wrong-number",
            "ruleIndex": 0,
            "level": "error",
            "message": {"text": "2.72 + 54.60 = 57.32, printed 57.3"},
            "locations": [{"physicalLocation": {"artifactLocation": address, "region": place}}],
            "relatedLocations": [
                {
                    "physicalLocation": {"artifactLocation": address, "region": {"startLine": 4}},
                    "message": {"text": "uses the wrong result"},
                }
            ],
            "fixes": [
                {
                    "description": {"text": "Print what the calculation comes to."},
                    "artifactChanges": [
                        {
                            "artifactLocation": address,
                            "replacements": [{"deletedRegion": place, "insertedContent": {"text": "57.32"}}],
                        }
                    ],
                }
            ],
        }
    ]
    counts = {"seen": 5, "checked": 4, "restated": 0, "carried": 1, "wrong": 1, "unchecked": 1, "partial": 0}
    assert run["properties"] == counts
    assert (run["tool"]["driver"]["name"], run["tool"]["driver"]["version"]) == ("katatx", __version__)


def test_what_cannot_be_put_right_number_by_number_has_no_fix():
    source = "M =\n 1 2\n 3"
    run = log(PageAudit(page(source), (claim(source, source, ClaimVerdict.WRONG),)))
    (found,) = run["results"]
    assert run["tool"]["driver"]["rules"][found["ruleIndex"]]["id"] == found["ruleId"]
    assert found["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 1,
        "startColumn": 1,
        "endLine": 3,
        "endColumn": 3,
    }
    assert "fixes" not in found


def test_columns_count_characters():
    source = "𝟘𝟙\n𝑥 = 𝑦 = 2+2 = 5𝟘 𝟙"
    run = log(PageAudit(page(source), (wrong(source, "2+2 = 5𝟘", "5𝟘", "4"),)))
    at = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert source.split("\n")[1][at["startColumn"] - 1 : at["endColumn"] - 1] == "5𝟘"


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("docs/page.md", "docs/page.md"),
        ("./docs//a/../page.md", "docs/page.md"),
        ("a b%ä:?#.md", "a%20b%25%C3%A4%3A%3F%23.md"),
        ("/repo/docs/page.md", "docs/page.md"),
        ("../repo/page.md", "page.md"),
        ("a\udcff\n.md", "a%FF%0A.md"),
    ],
)
def test_addresses_are_relative_to_the_root(path, uri):
    assert where(path, "/repo") == {"uri": uri, "uriBaseId": "%SRCROOT%"}


@given(st.lists(audits(), max_size=2))
def test_any_page_makes_a_valid_log_that_hides_nothing(pages):
    text = log_of(pages)
    assert not list(hidden(text))
    LOG.validate(json.loads(text))
