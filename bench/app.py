"""How quick and how large the app is beside the least that a Textual app can be, in one run:
`python bench/app.py`.

Both are driven through a pseudo-terminal of 80 by 24, in turns.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pexpect

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.harness import Ratio, options
from katatx.decks.loading import load_library
from tests.e2e.begun import begin
from tests.e2e.terminal import PROGRAM

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
ANSWER = "1 1 1 1"


class Driven(NamedTuple):
    """A program, and what is on its screen when it is first painted, when it asks, and when it was answered."""

    command: list[str]
    painted: str
    asks: str
    answered: str


LEAST = Driven([sys.executable, "-c", MINIMAL], "painted", "painted", "submitted")
HOME = Driven(PROGRAM, "katatx", "quit", "")
DRILL = Driven([*PROGRAM, "drill", "attention/whole-attention"], "katatx", "their softmax", "✗")
# A drill of its section: who has answered it is shown no lesson first.
KNOWN = "attention/weighted-sum"


@contextmanager
def running(program: Driven) -> Iterator[tuple[pexpect.spawn, float]]:
    """Start a program in a home of its own, in which nobody is welcomed or shown a lesson, and the decks were read;
    and the moment of the start.
    """
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    with tempfile.TemporaryDirectory() as home:
        begin(Path(home), KNOWN)
        os.environ["KATATX_HOME"] = home
        load_library(Path(home))
        env |= {"KATATX_HOME": home, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
        begun = time.perf_counter()
        child = pexpect.spawn(program.command[0], program.command[1:], dimensions=(24, 80), timeout=30, env=env)
        child.delaybeforesend = None
        yield child, begun
        child.close(force=True)


def settled(child: pexpect.spawn) -> None:
    """Read on until nothing more is painted."""
    while True:
        try:
            child.read_nonblocking(100_000, timeout=0.25)
        except pexpect.TIMEOUT:
            return


def until(child: pexpect.spawn, wanted: str, sent: str = "") -> float:
    """Send something; return the seconds until a text is painted."""
    begun = time.perf_counter()
    child.send(sent)
    child.expect_exact(wanted.encode())
    return time.perf_counter() - begun


def painted(program: Driven, wanted: str) -> Callable[[], float]:
    """Return what takes the seconds from the start until a text stands on the screen."""

    def run() -> float:
        with running(program) as (child, begun):
            child.expect_exact(wanted.encode())
            return time.perf_counter() - begun

    return run


def typed(program: Driven) -> float:
    """Seconds from a key until the letter it types is on the screen, at the median of eight."""
    taken = []
    with running(program) as (child, _):
        child.expect_exact(program.asks)
        settled(child)
        for letter in "zxjyZXWV":  # in no escape sequence, and no keys of the screen
            taken.append(until(child, letter, letter))
            settled(child)
    return median(taken)


def entered(program: Driven, memory: list[float]) -> float:
    """Seconds from Enter until what it leads to is on the screen (in katatx the answer is on disk); the megabytes that
    the process holds then go into a list.
    """
    with running(program) as (child, _):
        child.expect_exact(program.asks)
        settled(child)
        child.send(ANSWER)
        settled(child)
        taken = until(child, program.answered, "\r")
        settled(child)
        status = Path(f"/proc/{child.pid}/status").read_text()
    memory.append(int(status.split("VmRSS:")[1].split()[0]) / 1024)
    return taken


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as installed: compiled modules are kept
    rounds = options(__doc__, rounds=15).rounds
    least = painted(LEAST, LEAST.painted)
    print(Ratio.HEAD)
    print(Ratio(rounds, painted(HOME, HOME.painted), least).row("first paint of katatx", 1.3))
    print(Ratio(rounds, painted(DRILL, DRILL.asks), least).row("first prompt of katatx drill", 1.4))
    print(Ratio(rounds, partial(typed, DRILL), partial(typed, LEAST)).row("key to paint", 1.15))
    ours, theirs = list[float](), list[float]()
    enter = Ratio(rounds, partial(entered, DRILL, ours), partial(entered, LEAST, theirs))
    print(enter.row("Enter to verdict, the answer on disk"))
    print(Ratio(rounds, iter(ours).__next__, iter(theirs).__next__).row("memory after a verdict", 2.0, "MB"))


if __name__ == "__main__":
    main()
