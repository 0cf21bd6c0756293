"""How much of a page is read: the rest is told of, and what is kept grows no faster than the page."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from katatx.audit.auditing import audit_page
from katatx.audit.findings import ClaimVerdict
from katatx.audit.reading import reader
from katatx.pages.documents import notebook, reading
from katatx.pages.documents.reading import read_as
from tests.audit.planting import audited, how_many


def notebook_of(count: int) -> str:
    cells = [{"cell_type": "code", "source": [f"x{at + 1} = x{at} + 5  # = 1"]} for at in range(count)]
    return json.dumps({"nbformat": 4, "cells": [{"cell_type": "code", "source": ["x0 = 1"]}, *cells]})


def cells_of_text(count: int) -> str:
    cells = [{"cell_type": "markdown", "source": [f"x{at + 1} = x{at} + x{at} = 1"]} for at in range(count)]
    return json.dumps({"nbformat": 4, "cells": cells})


STANDING_ON_EACH_OTHER: dict[str, tuple[str, Callable[[int], str]]] = {
    "next names": ("page.txt", lambda count: "".join(f"x{at + 1} = x{at} + x{at} = 1\n" for at in range(count))),
    "cells": ("page.ipynb", notebook_of),
    "cells of text": ("page.ipynb", cells_of_text),
    "table": ("page.md", lambda count: "| a | b | a·b |\n|--|--|--|\n" + "| 2 | 3 | 6 |\n" * count),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", STANDING_ON_EACH_OTHER)
def test_memory_grows_with_the_page_and_no_faster(kind: str) -> None:
    name, made = STANDING_ON_EACH_OTHER[kind]
    small, large = (peak(name, made(count)) for count in (100, 400))
    assert large < 5 * small


def peak(name: str, text: str) -> int:
    """Return the most bytes that the audit of a text takes."""
    audit_page(read_as(Path(name), text))  # imports, and patterns compiled on first use
    tracemalloc.start()
    try:
        audit_page(read_as(Path(name), text))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_value_remembers_its_latest_wrong_claims() -> None:
    text = "x0 = 1\n" + "".join(f"x{at + 1} = x{at} + 5 = {7 * at + 1}\n" for at in range(30)) + "x30 + 1 = 205\n"
    claims = audited(text).claims
    assert [claim.verdict for claim in claims[:-1]].count(ClaimVerdict.WRONG) == 30
    assert claims[-1].follows_from == tuple(range(12, 32))


@pytest.mark.parametrize(("count", "stopped"), [(4, 0), (5, 5), (9, 5)])
@pytest.mark.parametrize("bound", ["lines", "characters", "claims", "numbers"])
def test_a_page_is_read_up_to_its_bound(bound: str, count: int, stopped: int, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, most = {
        "lines": (reading, "MOST_LINES", 4),
        "characters": (reading, "MOST_CHARACTERS", 43),
        "claims": (reader, "MOST_CLAIMS", 4),
        "numbers": (reader, "MOST_NUMBERS", 8),
    }[bound]
    monkeypatch.setattr(where, name, most)
    audit = audited("1 + 1 = 2\n" * count)
    assert (how_many(audit, ClaimVerdict.RIGHT), audit.page.stopped) == (4, stopped)
    assert [line for line, _ in audit.page.skipped] == [stopped] * bool(stopped)


def test_a_long_line_is_cut_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_CHARACTERS", 100)
    audit = audited("<p>1 + 1 = 2</p>" * 10, "page.html")
    assert (how_many(audit, ClaimVerdict.RIGHT), audit.page.stopped) == (6, 1)


def test_values_of_names_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MOST_NUMBERS", 12)
    assert audited("a = [1, 2, 3]\nb = a + a\nc = b + b\nd = c + c\n1 + 1 = 2\n").page.stopped > 1


@pytest.mark.parametrize(
    ("where", "name"), [(notebook, "_MOST_VALUES"), (notebook, "_LONGEST")], ids=["values", "cell"]
)
def test_a_notebook_of_too_many_parts_is_refused(where: object, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, name, 10)
    with pytest.raises(ValueError, match="too long, "):
        read_as(Path("page.ipynb"), notebook_of(20))


@pytest.mark.parametrize("number", ["1e800", "1e-800", f"1e{'9' * 50}", f"1e-{'9' * 50}", "1e800%", "1e-300%"])
def test_a_number_beyond_floats_is_no_failure(number: str) -> None:
    rows = f"| 2 | 3 | {number} |\n| {number} | 3 | 6 |\n| 4 | 3 | 12 |\n"
    page = f"| a | b | a·b |\n|--|--|--|\n{rows}\n2·3 = {number}\n\nx = {number}, x + 1 = {number}\n\n2·4 = 8\n"
    assert audited(page, "page.md").claims[-1].verdict is ClaimVerdict.RIGHT, "what follows is read as ever"
