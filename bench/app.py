"""How quick and how large the app is beside the least that a Textual app can be, in one run:
`python bench/app.py`.

Both are driven through a pseudo-terminal of 80 by 24, in turns. The ratio is of the quickest runs, which
say what the program costs; that of the medians stands beside it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pexpect

PYTHON = sys.executable
KATATX = str(Path(PYTHON).with_name("katatx"))

# One line of text and one to type on, which is what any drill needs.
MINIMAL = """
from textual.app import App
from textual.widgets import Input, Static
class Minimal(App):
    def compose(self):
        yield Static("painted")
        yield Input()
    def on_input_submitted(self):
        self.query_one(Static).update("sub" + "mitted")
Minimal().run()
"""
ANSWER = "0.094 2.859 0.953 0.047"


def spawn(home: str, *command: str) -> pexpect.spawn:
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    child = pexpect.spawn(
        command[0], list(command[1:]), dimensions=(24, 80), timeout=30, env={**env, "KATATX_HOME": home, "TERM": "xterm-256color"}
    )  # fmt: skip
    child.delaybeforesend = None
    return child


def begun_home() -> tempfile.TemporaryDirectory[str]:
    """A home in which something was answered before: nobody is welcomed there."""
    home = tempfile.TemporaryDirectory()
    shutil.copytree(_answered(), home.name, dirs_exist_ok=True)
    return home


@cache
def _answered() -> str:
    """A home with an answer in the section of the drill that is measured, so that no lesson comes before it."""
    from katatx.progress.database.stores import SqliteStore
    from katatx.progress.log import Log
    from katatx.progress.records import Answered

    home = tempfile.mkdtemp()
    log = Log(SqliteStore(Path(home)))
    log.record(
        Answered(
            run="r", deck="attention", drill="weighted-sum", seed=None, given={}, answered=datetime.now(UTC),
            typed="3", verdict="wrong", wrong_turns=(), slots=(False,), help=0, seconds=5.0,
        )
    )  # fmt: skip
    log.close()
    return home


def painted(wanted: str, *command: str) -> Callable[[], float]:
    """Seconds from process start until a text is on the screen; a fresh copy of a home each time."""

    def run() -> float:
        with begun_home() as home:
            begun = time.perf_counter()
            child = spawn(home, *command)
            child.expect_exact(wanted)
            taken = time.perf_counter() - begun
            child.close(force=True)
        return taken

    return run


def settled(child: pexpect.spawn) -> None:
    """Read on until nothing more is painted."""
    while True:
        try:
            child.read_nonblocking(100_000, timeout=0.25)
        except pexpect.TIMEOUT:
            return


def typed(wanted: str, *command: str) -> Callable[[], float]:
    """Seconds from a key until the letter it types is on the screen, at the median of eight."""

    def run() -> float:
        with begun_home() as home:
            child = spawn(home, *command)
            child.expect_exact(wanted)
            settled(child)
            taken = []
            for letter in "zxjyZXWV":  # in no escape sequence, and no keys of the screen
                begun = time.perf_counter()
                child.send(letter)
                child.expect_exact(letter)
                taken.append(time.perf_counter() - begun)
                settled(child)
            child.close(force=True)
        return statistics.median(taken)

    return run


def entered(wanted: str, then: str, *command: str) -> Callable[[], float]:
    """Seconds from Enter until what it leads to is on the screen; in katatx the answer is on disk by then."""

    def run() -> float:
        with begun_home() as home:
            child = spawn(home, *command)
            child.expect_exact(wanted)
            settled(child)
            child.send(ANSWER)
            settled(child)
            begun = time.perf_counter()
            child.send("\r")
            child.expect_exact(then)
            taken = time.perf_counter() - begun
            child.close(force=True)
        return taken

    return run


def memory(wanted: str, then: str, *command: str) -> Callable[[], float]:
    """Megabytes that a process holds once an answer is graded."""

    def run() -> float:
        with begun_home() as home:
            child = spawn(home, *command)
            child.expect_exact(wanted)
            settled(child)
            child.send(ANSWER)
            settled(child)
            child.send("\r")
            child.expect_exact(then)
            settled(child)
            status = Path(f"/proc/{child.pid}/status").read_text()
            child.close(force=True)
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    return run


def main() -> None:
    # As installed: compiled modules are kept (the first round, left out, makes them).
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    least, drill = (PYTHON, "-c", MINIMAL), (KATATX, "drill", "attention/whole-attention")
    rows: list[tuple[str, float | None, Callable[[], float], Callable[[], float], str]] = [
        ("first paint of katatx", 1.3, painted("katatx", KATATX), painted("painted", *least), "s"),
        ("first paint of katatx drill", 1.3, painted("katatx", *drill), painted("painted", *least), "s"),
        ("first prompt of katatx drill", None, painted("whole of attention", *drill), painted("painted", *least), "s"),
        ("key to paint", 1.5, typed("whole of attention", *drill), typed("painted", *least), "s"),
        ("Enter to verdict, the answer on disk", None, entered("whole of attention", "right: only", *drill), entered("painted", "submitted", *least), "s"),
        ("memory after a verdict", 2.0, memory("whole of attention", "right: only", *drill), memory("painted", "submitted", *least), "MB"),
    ]  # fmt: skip
    print(f"{'beside a minimal Textual app':40} ratio  (medians)   aim")
    for name, aim, ours, theirs, unit in rows:
        pairs = [(ours(), theirs()) for _ in range(rounds + 1)][1:]
        mine, other = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        times = " / ".join(
            f"{best * 1000:.0f} ms" if unit == "s" else f"{best:.0f} MB" for best in (min(mine), min(other))
        )
        wanted = "  - " if aim is None else f"{aim:4.2f}"
        ratio = statistics.median(mine) / statistics.median(other)
        print(f"{name:40} {min(mine) / min(other):5.2f}  ({ratio:5.2f})    {wanted}   {times}")


if __name__ == "__main__":
    main()
