"""The real program in a real pseudo-terminal, and the screen a person would see."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pexpect
import pyte

# Stands at the right end of a lesson's first line.
OPENING, LESSON = "what it is for", "lesson  ●"
PROGRAM = [sys.executable, "-m", "katatx"]
KEYS = {
    "enter": "\r", "tab": "\t", "escape": "\x1b", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "pagedown": "\x1b[6~", "backspace": "\x7f", "ctrl+p": "\x10", "ctrl+q": "\x11",
}  # fmt: skip


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
            self.child.send(KEYS.get(key, key))

    def click(self, text: str) -> None:
        """Click on the first letter of a text on the screen, at its lowest place, once all is painted."""
        painted = -1
        while painted != len(self.raw):
            painted = len(self.raw)
            self._read()
        row, line = [(at, line) for at, line in enumerate(self.screen.display, 1) if text in line][-1]
        place = f"{line.index(text) + 1};{row}"
        self.child.send(f"\x1b[<0;{place}M\x1b[<0;{place}m")

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)
        self.child.kill(signal.SIGWINCH)  # the system tells of a size before it is set: who is quick reads the old one

    def wait_for(self, *wanted: str, gone: str = "\0", seconds: float = 60) -> str:
        """Read until the screen shows every wanted text, broken or not, and not what is `gone`; a deck's opening or
        a lesson that nobody wants to see is left.
        """
        until, left = time.monotonic() + seconds, ""
        text = self.text
        while time.monotonic() < until:
            aside = next((sign for sign in (OPENING, LESSON) if sign in text and sign not in wanted), "")
            if aside and aside != left:
                self.send("enter" if aside == OPENING else "k")
            elif not aside and gone not in text and shows(text, wanted):
                return text
            left = aside
            self._read()
            text = self.text
        raise AssertionError(f"{wanted} never came; the screen shows:\n{text}")

    def leave(self, *keys: str) -> int:
        """Press the keys that end it; the exit status."""
        self.send(*keys)
        return self.wait_for_exit()

    def wait_for_exit(self, seconds: float = 90) -> int:
        until = time.monotonic() + seconds
        while time.monotonic() < until and self._read():
            pass
        self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else -(self.child.signalstatus or 0)

    def _read(self) -> bool:
        """Take in what is painted until there is a pause: looking at the screen takes longer than painting it."""
        data, pause = b"", 0.2
        try:
            while True:
                data += self.child.read_nonblocking(65536, timeout=pause)
                pause = 0.02
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        finally:
            self.raw += data
            self.stream.feed(data)


def shows(text: str, wanted: Sequence[str]) -> bool:
    """Return whether a screen shows every text, in one line or broken into several."""
    flat = " ".join(re.sub("[│╭╮╰╯─]", " ", text).split())
    return all(each in text or each in flat for each in wanted)
