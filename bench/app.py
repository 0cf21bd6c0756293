"""How quick and how large the app is beside the least that a Textual app can be, in one run:
`python bench/app.py`.

Both are driven through a pseudo-terminal of 80 by 24, in turns. The ratio is of the quickest runs, which
say what the program costs; that of the medians stands beside it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pexpect

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

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
DRILL = Driven([*PROGRAM, "drill", "attention/whole-attention"], "katatx", "whole of attention", "not yet")
# A drill of its section: who has answered it is shown no lesson first.
KNOWN = "attention/weighted-sum"


@contextmanager
def running(program: Driven) -> Iterator[pexpect.spawn]:
    """Start a program in a home of its own, in which nobody is welcomed or shown a lesson."""
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    with tempfile.TemporaryDirectory() as home:
        begin(Path(home), KNOWN)
        env |= {"KATATX_HOME": home, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
        child = pexpect.spawn(program.command[0], program.command[1:], dimensions=(24, 80), timeout=30, env=env)
        child.delaybeforesend = None
        yield child
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
    child.expect_exact(wanted)
    return time.perf_counter() - begun


def first_prompt(program: Driven) -> float:
    """Seconds from the start until the question stands on the screen."""
    begun = time.perf_counter()
    with running(program) as child:
        child.expect_exact(program.asks)
        return time.perf_counter() - begun


def asking(child: pexpect.spawn, program: Driven) -> None:
    """Wait until it asks, and all is painted."""
    child.expect_exact(program.asks)
    settled(child)


def first_paint(program: Driven) -> float:
    begun = time.perf_counter()
    with running(program) as child:
        child.expect_exact(program.painted)
        return time.perf_counter() - begun


def typed(program: Driven) -> float:
    """Seconds from a key until the letter it types is on the screen, at the median of eight."""
    taken = []
    with running(program) as child:
        asking(child, program)
        for letter in "zxjyZXWV":  # in no escape sequence, and no keys of the screen
            taken.append(until(child, letter, letter))
            settled(child)
    return statistics.median(taken)


def entered(program: Driven) -> tuple[float, float]:
    """Seconds from Enter until what it leads to is on the screen, and the megabytes the process holds then; in katatx
    the answer is on disk.
    """
    with running(program) as child:
        asking(child, program)
        child.send(ANSWER)
        settled(child)
        taken = until(child, program.answered, "\r")
        settled(child)
        status = Path(f"/proc/{child.pid}/status").read_text()
    return taken, int(status.split("VmRSS:")[1].split()[0]) / 1024


def report(name: str, aim: float | None, pairs: list[tuple[float, float]], unit: str = "ms") -> None:
    mine, other = zip(*pairs, strict=True)
    scale = 1000 if unit == "ms" else 1
    times = " / ".join(f"{min(each) * scale:.0f} {unit}" for each in (mine, other))
    wanted = "  - " if aim is None else f"{aim:4.2f}"
    ratio = statistics.median(mine) / statistics.median(other)
    print(f"{name:40} {min(mine) / min(other):5.2f}  ({ratio:5.2f})    {wanted}   {times}")


def main() -> None:
    # As installed: compiled modules are kept (the first round, left out, makes them).
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = range(parser.parse_args().rounds + 1)
    print(f"{'beside a minimal Textual app':40} ratio  (medians)   aim")
    for name, program in (("first paint of katatx", HOME), ("first paint of katatx drill", DRILL)):
        report(name, 1.3, [(first_paint(program), first_paint(LEAST)) for _ in rounds][1:])
    report("first prompt of katatx drill", 1.4, [(first_prompt(DRILL), first_paint(LEAST)) for _ in rounds][1:])
    report("key to paint", 1.15, [(typed(DRILL), typed(LEAST)) for _ in rounds][1:])
    both = [(entered(DRILL), entered(LEAST)) for _ in rounds][1:]
    report("Enter to verdict, the answer on disk", None, [(ours[0], theirs[0]) for ours, theirs in both])
    report("memory after a verdict", 2.0, [(ours[1], theirs[1]) for ours, theirs in both], "MB")


if __name__ == "__main__":
    main()
