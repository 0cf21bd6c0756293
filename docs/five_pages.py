"""Write docs/five-pages.md from the list of claims in five_pages.json and the audit of the five pages.

    python docs/five_pages.py FOLDER [--check]

FOLDER holds the pages, by the file names in the list. With --check nothing is written: exits with 1 where the document
is not what would be written.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from tests.audit.planting import Listed, clean_audit, is_blamed, lines_of, matching, numbers_in, reached

LIST = Path(__file__).parent / "five_pages.json"
DOCUMENT = Path(__file__).parent / "five-pages.md"
BY_HAND = ("right", "carried", "wrong", "spoilt", "unclear")
SEVERITY = (ClaimVerdict.WRONG, ClaimVerdict.CARRIED, ClaimVerdict.RIGHT)
BY_AUDIT = ("audit: claims", "checked", "carried", "wrong", "unread")
HEADS = ("page", "listed", *BY_HAND, "checked", *BY_AUDIT, "wrong found", "false alarms")
_FIGURE = re.compile(r"-?(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)|-?∞")
INTRODUCTION = """\
# The five pages, claim by claim

The first five decks come from pages that are not part of katatx. Readers who had not seen the audit's results listed
every claim on these pages and worked it out. This page compares their list with the audit.
`python docs/five_pages.py FOLDER` writes it from `five_pages.json` and the pages.

| by hand | meaning |
|---|---|
| right | the calculation comes to the printed figures |
| carried | it does so from the rounded figures that the page goes on with |
| wrong | a mistake is made here |
| spoilt | follows from a wrong figure above |
| unclear | the page does not say what is calculated |
| - | not listed: only the audit sees a claim, such as a side of a chain |

| audit | meaning |
|---|---|
| right, wrong | its verdict |
| carried | follows from a wrong figure above, or is right but for rounding |
| unread | it sees a claim and cannot work it out |
| not seen | it sees no claim |

A listed claim is checked if the audit calls it right, carried or wrong. A wrong claim is found if the audit calls one
of its figures wrong. A false alarm is a claim that the audit calls wrong and the list does not.
"""


class Row(NamedTuple):
    """A claim of a page: its line, its figures, the verdict by hand and that of the audit."""

    line: int
    figures: str
    by_hand: str
    audit: str


def main() -> int:
    """Write or check the document; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--check", action="store_true", help="only say whether the document is as it should be")
    options = parser.parse_args()
    text = document(json.loads(LIST.read_text(encoding="utf-8")), options.folder)
    if not options.check:
        DOCUMENT.write_text(text, encoding="utf-8")
    elif text != DOCUMENT.read_text(encoding="utf-8"):
        print(f"{DOCUMENT.name} is not what docs/five_pages.py writes")
        return 1
    return 0


def document(found: dict[str, Any], folder: Path) -> str:
    """Return the document for a list and the folder that holds its pages."""
    summary: list[tuple[object, ...]] = []
    wrong: list[tuple[object, ...]] = []
    sections: list[str] = []
    for page in found["pages"]:
        name, path = page["name"], folder / page["file"]
        listed = [Listed(**claim) for claim in page["claims"]]
        audit = clean_audit(path)
        summary.append((name, *counts_of(path, listed)))
        wrong += [
            (
                name,
                each["line"],
                each["printed"],
                each["worked"],
                each["true"],
                "found" if is_found(audit, each) else "-",
            )
            for each in found["wrong"]
            if each["page"] == name
        ]
        sections.append(f"## {name}\n\n" + table(("line", "figures", "by hand", "audit"), rows_of(audit, listed)))
    summary.append(("all", *(sum(column) for column in list(zip(*summary, strict=True))[1:])))
    heads = ("page", "line", "printed", "worked", "true", "audit")
    sections.insert(0, "## Wrong, worked by hand\n\n" + table(heads, wrong))
    return "\n".join([INTRODUCTION, table(HEADS, summary), *sections])


def counts_of(path: Path, listed: Sequence[Listed]) -> list[int]:
    """Return the numbers of a page's row in the summary."""
    audit, found = clean_audit(path), reached(path, listed)
    by_hand = Counter(each.verdict for each in listed)
    verdicts = Counter(claim.verdict for claim in audit.claims)
    of_audit = [verdicts[each] for each in (ClaimVerdict.CARRIED, ClaimVerdict.WRONG, ClaimVerdict.UNCHECKED)]
    by_audit = [len(audit.claims), len(audit.claims) - of_audit[-1], *of_audit]
    return [len(listed), *(by_hand[each] for each in BY_HAND), found.checked, *by_audit, found.found, len(found.alarms)]


def is_found(audit: PageAudit, wrong: dict[str, Any]) -> bool:
    """Return whether the audit calls a figure wrong that is wrong by hand."""
    listed = Listed(wrong["line"], wrong["printed"])
    blamed = [claim for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG]
    return any(is_blamed(audit, listed, claim) for claim in blamed)


def rows_of(audit: PageAudit, listed: Sequence[Listed]) -> list[Row]:
    """Return a row for each listed claim, and one for each claim that only the audit sees, by line."""
    rows: list[Row] = []
    shown: list[Claim] = []
    for each in listed:
        claims = claims_for(audit, each, shown)
        shown += claims
        verdicts = [claim.verdict for claim in claims]
        verdict = next((verdict for verdict in SEVERITY if verdict in verdicts), "unread" if claims else "not seen")
        rows.append(Row(each.line, each.printed, each.verdict, verdict))
    for claim in audit.claims:
        if claim not in shown:
            verdict = "unread" if claim.verdict is ClaimVerdict.UNCHECKED else claim.verdict
            figures = ", ".join(_FIGURE.findall(claim.printed.replace("−", "-")))
            rows.append(Row(audit.page.place(claim.start).line, figures or claim.printed, "-", verdict))
    return sorted(rows, key=lambda row: row.line)


def claims_for(audit: PageAudit, listed: Listed, shown: Sequence[Claim]) -> list[Claim]:
    """Return the claims that a listed one is: one with its numbers as a result, not shown yet where there are several;
    else one with them in its text; else all that hold them together; else one that could not be worked out.
    """
    found = matching(audit, listed)
    wanted = numbers_in(listed.printed, is_listed=True)
    if not found:
        here = [claim for claim in audit.claims if listed.line in lines_of(audit.page, claim)]
        found = [claim for claim in here if claim.verdict is ClaimVerdict.UNCHECKED]
        found = [claim for claim in found if wanted <= numbers_in(claim.printed)]
    results = [claim for claim in found if wanted <= numbers_in(claim.printed)]
    holding = results or [claim for claim in found if wanted <= numbers_in(claim.text)]
    fresh = [claim for claim in holding if claim not in shown]
    return (fresh or holding)[:1] or found


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table whose columns of whole numbers stand to the right."""
    rows = [list(row) for row in rows]
    numeric = [all(isinstance(row[at], int) for row in rows) for at in range(len(heads))]
    marks = ["--:" if is_numeric else "---" for is_numeric in numeric]
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in [heads, marks, *rows])


if __name__ == "__main__":
    sys.exit(main())
