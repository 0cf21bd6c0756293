"""What reporting and the first prompt do not use, they do not import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.begun import begin
from tests.e2e.test_imports import imported

# Of the drivers only where KATATX_STORE asks for one.
NEVER = {"psycopg", "genanki", "fsrs_rs_python", "numpy", "pydantic", "rich"}
CASES = [
    (["check", "softmax 1 4 = 0.2 0.8"], {"fsrs", "plotille", "peewee", "textual"}),
    (["stats", "--json"], {"plotille", "textual", "fsrs"}),
    (["stats", "attention/match", "--json"], {"plotille", "textual", "fsrs"}),
    (["stats"], {"textual", "fsrs"}),
    ([], {"plotille", "textual", "fsrs"}),
    (["drill", "attention", "--plain"], {"fsrs", "plotille", "textual"}),
    (["review", "--plain"], {"fsrs", "plotille", "textual"}),
    (["export"], {"fsrs", "plotille", "textual"}),
    (["calibrate", "--plain"], {"fsrs", "plotille", "textual"}),
]


@pytest.fixture(autouse=True)
def _begun(home: Path) -> None:
    """The worked example of a first question is drawn, for which NumPy may be needed."""
    begin(home)


@pytest.mark.parametrize(
    ("arguments", "unwanted"), CASES, ids=lambda each: " ".join(each) if isinstance(each, list) else ""
)
def test_what_is_not_used_is_not_imported(arguments: list[str], unwanted: set[str]) -> None:
    """A drill and a review are stopped at their first prompt: what grading takes comes after it."""
    assert not imported(*arguments) & (unwanted | NEVER)


def test_a_log_in_use_needs_no_scheduler_of_others() -> None:
    for typed in ("73\nq\n", "q\n"):
        code = (
            "import sys\nfrom katatx.cli import main\nsys.argv = ['katatx', 'review', '--plain']\n"
            "try:\n    main()\nexcept SystemExit:\n    pass\n"
            "print(' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, input=typed)
        loaded = set(done.stdout.splitlines()[-1].split())
        assert not loaded & {"fsrs", "plotille", "textual", *NEVER}
