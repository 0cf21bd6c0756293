"""Results in order from processes, whatever becomes of them. Each case is a program of its own, as processes begin from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BEGINNING = """
import os, sys
from multiprocessing import active_children
from pathlib import Path
from katatx.commands.auditing.pool import in_order

HERE = Path(__file__).parent


def squared(number):
    sum(range(number % 7 * 20_000))  # later ones may be done sooner
    return number * number


def dies_at_three(number):
    if number == 3:
        os._exit(9)
    return number


if __name__ == "__main__":
"""


def ran(folder: Path, body: str) -> None:
    program = folder / "program.py"
    program.write_text(BEGINNING + "".join(f"    {line}\n" for line in body.strip().splitlines()), encoding="utf-8")
    done = subprocess.run([sys.executable, "-W", "error", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 5])
def test_results_come_in_the_order_of_the_items(tmp_path: Path, jobs: int) -> None:
    ran(tmp_path, f"assert list(in_order(squared, range(300), {jobs})) == [n * n for n in range(300)]")


def test_only_the_item_that_ends_its_process_is_lost(tmp_path: Path) -> None:
    ran(
        tmp_path,
        "wanted = [None if n == 3 else n for n in range(50)]\nassert list(in_order(dies_at_three, range(50), 2)) == wanted",
    )


@pytest.mark.slow
def test_few_items_are_taken_ahead(tmp_path: Path) -> None:
    ran(
        tmp_path,
        """
taken = []
results = in_order(abs, (taken.append(n) or n for n in range(1000)), 2)
assert next(results) == 0
assert len(taken) <= 20
for _ in range(100):
    next(results)
assert len(taken) <= 120
results.close()
""",
    )


@pytest.mark.slow
def test_closed_early_it_ends_its_processes(tmp_path: Path) -> None:
    ran(
        tmp_path,
        """
results = in_order(squared, range(1000), 3)
next(results)
assert len(active_children()) >= 1
results.close()
assert active_children() == []
""",
    )
