"""Windows closed at random moments, and what is left of the app in each:

    python bench/orphans.py [--windows 200] [--seed 0]

Each window is a pseudo-terminal in which the real program starts, is sent keys that practise, open screens and type,
and is closed at some moment of its first seconds, which the program is told by SIGHUP alone. One in four is
ended by SIGTERM with its window open. A process that still runs two seconds later is an orphan.
"""

from __future__ import annotations

import argparse
import os
import pty
import random
import select
import signal
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "README.md"
COMMANDS: tuple[list[str], ...] = (
    [], ["drill", "attention"], ["review"], ["kata", "attention"], ["drill", "attention/spot-in-attention"],
    ["check"], ["audit", str(PAGE), "--open"],
)  # fmt: skip
KEYS = ("\r", "j", "1", "0.2 0.8", "h", "n", "s", "o", "q", "\x1b", "\t", "\x10", "?", "p", "\x1b[B", "softmax(1,4)")
LONGEST = 2.5
PATIENCE = 2.0
AT_ONCE = 4


@dataclass
class Window:
    """A pseudo-terminal with the program in it, to be closed at a moment."""

    process: int
    terminal: int
    closes: float
    by: str
    types: random.Random
    left: float | None = None
    waits: float = field(default=0.0)

    def use(self) -> None:
        """Take in what is painted, and now and then press a key."""
        with suppress(OSError):
            if select.select([self.terminal], [], [], 0)[0]:
                os.read(self.terminal, 65536)
            if self.types.random() < 0.2:
                os.write(self.terminal, self.types.choice(KEYS).encode())

    def close(self) -> None:
        """Close it, or end the program from outside."""
        if self.by == "SIGTERM":
            with suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGTERM)
        else:
            os.close(self.terminal)
        self.left = time.monotonic()

    @property
    def is_gone(self) -> bool:
        """Return whether the process has ended."""
        try:
            return os.waitpid(self.process, os.WNOHANG)[0] != 0
        except ChildProcessError:
            return True


def opened(home: Path, chance: random.Random) -> Window:
    """Start one of the commands in a new pseudo-terminal with this home, and return the window."""
    command = chance.choice(COMMANDS)
    process, terminal = pty.fork()
    if process == 0:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # as in any window, even if this runs under nohup
        environment = {**os.environ, "KATATX_HOME": str(home), "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
        os.execve(sys.executable, [sys.executable, "-m", "katatx", *command], environment)
    os.set_inheritable(terminal, False)  # a window that others hold open is not closed
    by = "SIGTERM" if chance.random() < 0.25 else "SIGHUP"
    closes = time.monotonic() + chance.uniform(0.05, LONGEST)
    return Window(process, terminal, closes, by, random.Random(chance.random()))


def run(windows: int, seed: int, patience: float = PATIENCE) -> tuple[list[float], int]:
    """Return how many seconds each took to end, and how many were still there after `patience` seconds."""
    chance, orphans, begun = random.Random(seed), 0, 0
    waits: list[float] = []
    open_now: list[Window] = []
    with tempfile.TemporaryDirectory() as folder:
        while begun < windows or open_now:
            while len(open_now) < AT_ONCE and begun < windows:
                home = Path(folder, str(begun % AT_ONCE))
                home.mkdir(exist_ok=True)
                open_now.append(opened(home, chance))
                begun += 1
            now = time.monotonic()
            for window in list(open_now):
                if window.left is None:
                    if now >= window.closes:
                        window.close()
                    else:
                        window.use()
                    continue
                if window.by == "SIGTERM":
                    with suppress(OSError):
                        if select.select([window.terminal], [], [], 0)[0]:
                            os.read(window.terminal, 65536)
                gone, waited = window.is_gone, now - window.left
                if not gone and waited < patience:
                    continue
                if gone:
                    waits.append(waited)
                else:
                    orphans += 1
                    os.kill(window.process, signal.SIGKILL)
                    os.waitpid(window.process, 0)
                if window.by == "SIGTERM":
                    os.close(window.terminal)
                open_now.remove(window)
            time.sleep(0.01)
    return waits, orphans


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--windows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    waits, orphans = run(given.windows, given.seed)
    waits.sort()
    middle = f", in the middle {waits[len(waits) // 2]:.2f} s, at most {waits[-1]:.2f} s" if waits else ""
    print(f"{given.windows} windows closed: {orphans} processes left after {PATIENCE:.0f} s{middle}")
    return 1 if orphans else 0


if __name__ == "__main__":
    sys.exit(main())
