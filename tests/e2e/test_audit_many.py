"""`katatx audit` over many pages: the same report from any number of processes, and nothing left of it when it is ended."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.e2e.terminal import PROGRAM

pytestmark = pytest.mark.slow

PAGES = 200
LINES = 20


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """200 pages of 20 sums, the last of every fifth page wrong, and two files that are no pages."""
    folder = tmp_path_factory.mktemp("shelf")
    for number in range(PAGES):
        sums = [f"{number} + {line} = {number + line}" for line in range(LINES)]
        if number % 5 == 0:
            sums[-1] += "1"
        page = folder / f"{number // 50}" / f"{number:03}.txt"
        page.parent.mkdir(exist_ok=True)
        page.write_text("\n\n".join(sums) + "\n", encoding="utf-8")
    for name in ("1/060.md", "3/zzz.txt"):
        (folder / name).write_bytes(b"\xff\n")
    return folder


def audit(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, "audit", *arguments], capture_output=True, text=True, check=False, **options)


@pytest.mark.parametrize("form", ["text", "sarif"])
def test_the_report_is_the_same_from_any_number_of_processes(shelf: Path, form: str) -> None:
    alone = audit("1", "0", "--format", form, "--jobs", "1", cwd=shelf)
    several = audit("1", "0", "--format", form, "--jobs", "3", cwd=shelf)
    assert (several.returncode, several.stdout, several.stderr) == (2, alone.stdout, alone.stderr)


# ---- ended before it is done


# More than any machine audits before the test has ended it: 50 pages a time.
LONG = ["0"] * 400
# Enough that the end of a process comes in the middle of it, and no more: this one is waited for.
FULL = ["0"] * 16


def _heeds_interrupts() -> None:
    # A shell has what it starts in the background ignore them, and all that is started from there. One system call in
    # the child is safe, whatever threads there are.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def running(shelf: Path, request: pytest.FixtureRequest):
    """An audit that has begun to report, and its processes."""
    program = subprocess.Popen(
        [*PROGRAM, "audit", *getattr(request, "param", LONG), "--jobs", "2"],
        cwd=shelf, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=_heeds_interrupts,  # noqa: PLW1509
    )  # fmt: skip
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline().startswith("0/000.txt:39:")
    workers = psutil.Process(program.pid).children(recursive=True)
    assert len(workers) == 2
    yield program, workers
    for stream in (program.stdout, program.stderr):
        stream.close()
    for each in workers:
        if each.is_running():
            each.kill()
    if program.poll() is None:
        program.kill()
        program.wait()


@pytest.mark.parametrize(
    ("end", "status"),
    [
        pytest.param(lambda program: os.killpg(program.pid, signal.SIGINT), 130, id="ctrl-c"),
        pytest.param(lambda program: program.kill(), -signal.SIGKILL, id="killed"),
    ],
)
def test_ended_early_it_says_nothing_and_leaves_no_process(
    running, end: Callable[[subprocess.Popen[str]], None], status: int
) -> None:
    program, workers = running
    end(program)
    _, said = program.communicate(timeout=30)
    assert (program.returncode, said) == (status, "")
    _, alive = psutil.wait_procs(workers, timeout=30)
    assert alive == []


@pytest.mark.parametrize("running", [FULL], indirect=True, ids=[""])
def test_a_process_that_is_killed_loses_nothing(running, shelf: Path) -> None:
    program, workers = running
    workers[0].kill()
    # Not by `communicate`, which would drop what was read ahead of the first line.
    rest, said = program.stdout.read(), program.stderr.read()
    wanted = audit(*FULL, "--jobs", "1", cwd=shelf)
    assert (program.wait(timeout=30), said) == (wanted.returncode, wanted.stderr) == (1, "")
    assert wanted.stdout.partition("\n")[2] == rest
