"""Every row of docs/reliability.md holds, and the document lists them all."""

from __future__ import annotations

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("faults are brought about as POSIX systems have them", allow_module_level=True)

from bench.faults import DOCUMENT, FAULTS, NOT_TRIED, Fault, seen


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda each: each.name)
def test_a_fault_ends_as_it_must(fault: Fault) -> None:
    found = seen(fault)
    if found is None:
        pytest.skip(NOT_TRIED)
    assert found.holds, found.does


def test_the_document_lists_every_fault_and_what_must_hold() -> None:
    rows = [
        line.split(" | ")[:2] for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")
    ]
    assert [f"{name.removeprefix('| ')}: {must}" for name, must in rows[1:]] == [
        f"{fault.name}: {fault.must}" for fault in FAULTS
    ]
