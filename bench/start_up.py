"""How quick katatx is, as ratios in one run: `python bench/start_up.py`.

Whole processes, taken in turns so that a busy machine slows all alike. The ratio is of
the quickest runs, which say what the program costs; that of the medians stands beside it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pexpect

PYTHON = sys.executable
KATATX = str(Path(PYTHON).with_name("katatx"))
SIXTIETH = 1 / 60

# The least that a Textual app can do: one line of text, as the app of the comparison.
MINIMAL = """
from textual.app import App
from textual.widgets import Static
class Minimal(App):
    def compose(self):
        yield Static("painted")
Minimal().run()
"""


def whole(*command: str) -> Callable[[], float]:
    """Seconds a process takes from start to exit."""

    def run() -> float:
        begun = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begun

    return run


# The same sum as `softmax 1 4`, by a person who knows numpy.
ONE_LINER = "import numpy as np; e = np.exp(np.array([1, 4.0])); print(e / e.sum())"
STREAM = """
import sys, numpy as np
for line in sys.stdin:
    row, claim = line.removeprefix("softmax ").split(" = ")
    e = np.exp(np.array(row.split(), dtype=float))
    print(np.allclose(e / e.sum(), np.array(claim.split(), dtype=float), atol=5e-4), flush=True)
"""
LINES = "softmax 1 4 = 0.047 0.953\nsoftmax 0 2 = 0.119 0.881\nsoftmax 2 0 1 = 0.665 0.090 0.245\n" * 2_000


def streamed(*command: str) -> Callable[[], float]:
    """Seconds a process takes to answer 6,000 lines on its stdin, each as it is read."""

    def run() -> float:
        begun = time.perf_counter()
        subprocess.run(command, input=LINES.encode(), stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begun

    return run


def spawn(home: Path, *command: str) -> pexpect.spawn:
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    child = pexpect.spawn(
        command[0], list(command[1:]), dimensions=(24, 80), timeout=30, env={**env, "KATATX_HOME": str(home), "TERM": "xterm-256color"}
    )  # fmt: skip
    child.delaybeforesend = None
    return child


def first_paint(wanted: str, *command: str) -> Callable[[], float]:
    """Seconds from process start until a text is on the screen; a fresh home each time."""

    def run() -> float:
        with tempfile.TemporaryDirectory() as home:
            begun = time.perf_counter()
            child = spawn(Path(home), *command)
            child.expect_exact(wanted)
            taken = time.perf_counter() - begun
            child.close(force=True)
        return taken

    return run


def keystrokes(count: int) -> list[float]:
    """Seconds from Enter until the verdict is on the screen, the answer being on disk by then."""
    taken = []
    for _ in range(count):
        with tempfile.TemporaryDirectory() as home:
            child = spawn(Path(home), KATATX, "drill", "attention/whole-attention")
            child.expect_exact("whole run")
            time.sleep(0.3)
            child.send("0.094 2.859 0.953 0.047")
            time.sleep(0.2)
            begun = time.perf_counter()
            child.send("\r")
            child.expect_exact("carried")
            taken.append(time.perf_counter() - begun)
            child.close(force=True)
    return taken


def compare(rounds: int, ours: Callable[[], float], theirs: Callable[[], float]) -> tuple[list[float], list[float]]:
    pairs = [(ours(), theirs()) for _ in range(rounds + 1)][1:]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def main() -> None:
    # As installed: compiled modules are kept (the first round, left out, makes them).
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    rows = [
        (
            'katatx check "softmax 1 4" / python -c "import numpy"', 1.25,
            compare(rounds, whole(KATATX, "check", "softmax 1 4"), whole(PYTHON, "-c", "import numpy")),
        ),
        (
            'katatx check "softmax 1 4" / the same sum by a numpy one-liner', 1.25,
            compare(rounds, whole(KATATX, "check", "softmax 1 4"), whole(PYTHON, "-c", ONE_LINER)),
        ),
        (
            "6,000 lines through katatx check - / through a numpy loop", None,
            compare(max(3, rounds // 3), streamed(KATATX, "check", "-"), streamed(PYTHON, "-c", STREAM)),
        ),
        (
            "first prompt of katatx drill attention / minimal Textual app", 1.3,
            compare(
                rounds,
                first_paint("dictionary", KATATX, "drill", "attention"),
                first_paint("painted", PYTHON, "-c", MINIMAL),
            ),
        ),
        ("Enter to verdict / one frame at 60 Hz", 1.0, (keystrokes(max(3, rounds // 2)), [SIXTIETH])),
    ]  # fmt: skip
    print(f"{'':62} ratio  (medians)   aim")
    for name, aim, (ours, theirs) in rows:
        medians = statistics.median(ours) / statistics.median(theirs)
        times = f"{min(ours) * 1000:.0f} ms / {min(theirs) * 1000:.0f} ms"
        wanted = "   -" if aim is None else f"{aim:4.2f}"
        print(f"{name:62} {min(ours) / min(theirs):5.2f}  ({medians:5.2f})    {wanted}   {times}")


if __name__ == "__main__":
    main()
