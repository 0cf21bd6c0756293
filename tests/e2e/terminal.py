"""The real program in a real pseudo-terminal, and the screen a person would see."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pexpect
import pyte

# The end of a lesson's last line.
LEAVES_LESSON = "q leave lesson"
PROGRAM = [sys.executable, "-m", "katatx"]


class Terminal:
    """A program in a pseudo-terminal of some size."""

    def __init__(self, *arguments: str, home: Path, columns: int = 80, lines: int = 24, **environment: str) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        env = {**inherited, "KATATX_HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment}
        self.child = pexpect.spawn(
            PROGRAM[0], [*PROGRAM[1:], *arguments], env=env, dimensions=(lines, columns), timeout=30
        )
        self.child.delaybeforesend = None

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def send(self, *keys: str) -> None:
        for key in keys:
            self.child.send({"enter": "\r", "tab": "\t", "escape": "\x1b", "down": "\x1b[B"}.get(key, key))

    def wait_for(self, *wanted: str, seconds: float = 60) -> str:
        """Read until the screen shows every wanted text; a lesson that nobody wants to see is left."""
        until, leaving = time.monotonic() + seconds, False
        while time.monotonic() < until:
            in_lesson = LEAVES_LESSON in self.text and LEAVES_LESSON not in wanted
            if in_lesson and not leaving:
                self.send("q")
            elif not in_lesson and all(each in self.text for each in wanted):
                return self.text
            leaving = in_lesson
            self._read()
        raise AssertionError(f"{wanted} never came; the screen shows:\n{self.text}")

    def wait_for_exit(self, seconds: float = 90) -> int:
        until = time.monotonic() + seconds
        while time.monotonic() < until and self._read():
            pass
        self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else -(self.child.signalstatus or 0)

    def _read(self) -> bool:
        try:
            data = self.child.read_nonblocking(65536, timeout=0.2)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        return True
