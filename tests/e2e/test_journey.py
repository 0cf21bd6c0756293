"""The whole journey by three ways in: a pseudo-terminal, tmux, and a window whose size changes before every key."""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pexpect
import pytest

from tests.e2e.journey import Answer, Journey, Step, go, squashed
from tests.e2e.terminal import Terminal
from tests.e2e.tmux import Tmux, why_not

KEYS = {
    "enter": "\r",
    "tab": "\t",
    "down": "\x1b[B",
    "up": "\x1b[A",
    "left": "\x1b[D",
    "pagedown": "\x1b[6~",
    "ctrl+p": "\x10",
    "ctrl+q": "\x11",
    "right": "\x1b[C",
    "escape": "\x1b",
}


class Pty(Terminal):
    """The program in a pseudo-terminal of 80 by 24. What it writes while nobody watches is on no screen."""

    is_watched = True

    def __init__(self, **options) -> None:
        super().__init__(**options)
        self.raw = bytearray()  # megabytes come, a little at a time

    def take(self, step: Step) -> None:
        self.type(step.typed)
        self.press(step.press)

    def type(self, text: str) -> None:
        if text:
            self.child.send(text)

    def press(self, keys: str | tuple[str, ...]) -> None:
        pressed = [keys] if isinstance(keys, str) else keys
        if pressed:
            self.child.send("".join(KEYS.get(key, key) for key in pressed))

    def _read(self, seconds: float = 0.2) -> bool:
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        if self.is_watched:
            self.stream.feed(data)
        return True

    def wait_until(self, seen: Callable[[str], bool], wanted: str, seconds: float = 20) -> str:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if seen(self.text):
                return self.text
            if not self._read():
                break
        assert seen(self.text), f"never came: {wanted}; the screen shows:\n{self.text}"
        return self.text


SMALL = (59, 17)
USUAL = (80, 24)
WALK = [(60, 18), (200, 60), SMALL, (120, 40), USUAL]
# Far longer than between the ticks at which the program paints.
QUIET = 0.05
TOO_SMALL = "katatx needs a window of at least 60 by 18."
_ESCAPE = re.compile(rb"\x1b\[[^a-zA-Z]*[a-zA-Z]")
_CLOCK = re.compile(r"(?<= )\d+:\d\d(?= )")


class Resized(Pty):
    """The same, its window going through other sizes before every key, and in the middle of what is typed. Where it
    is too small, keys are pressed that grade, go on, uncover or answer elsewhere, and must do nothing.
    """

    last = Step("the beginning", (), ())

    def take(self, step: Step) -> None:
        middle = (len(step.typed) + 1) // 2
        if step.typed:
            self.type(step.typed[:middle])
            is_typed = partial(_is_typed, step.typed[:middle])
            self.wait_until(is_typed, f"{step.typed[:middle]} to be read")
            self.walk(is_typed)
            self.type(step.typed[middle:])
        elif step.press:
            self.walk(self.last.is_seen)
        self.press(step.press)
        self.last = step

    def walk(self, is_kept: Callable[[str], bool]) -> None:
        """Go through the sizes. The screen must be the same again; where it was scrolled, its head and its keys, and
        what it is looked at for, at the latest when it is scrolled back.
        """
        self.settle()
        before = _timeless(self.text)
        for size in WALK:
            if size in (SMALL, USUAL):
                self.settle()
                self.resize(*size)
            else:
                self.glance(*size)
            if size == SMALL:
                self.press(("enter", "n", "h", "y", "7"))
                self.settle(0.005)  # nothing is to be painted
        self.wait_until(lambda text: _edges(text) == _edges(before), f"the screen as it was:\n{before}\n")
        if _timeless(self.text) != before:
            self.settle()
        if _timeless(self.text) != before and not is_kept(self.text):
            self.press("pagedown")
            self.wait_until(is_kept, f"what was seen before:\n{before}\n")

    def resize(self, columns: int, lines: int) -> None:
        """Change the size, and wait for the screen in it, painted anew from top to bottom."""
        self.is_watched = True
        self.screen.reset()
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)
        small = (columns, lines) == SMALL
        self.wait_until(
            lambda text: bool(text.strip()) and (TOO_SMALL in squashed(text)) == small, f"{columns}x{lines}"
        )

    def glance(self, columns: int, lines: int) -> None:
        """Change the size, and wait until its last line is written; an emulator would take longer than the program."""
        self.is_watched = False
        before = len(self.raw)
        self.child.setwinsize(lines, columns)
        self.wait_until(lambda _: _is_painted(_ESCAPE.sub(b"", self.raw[before:])), f"{columns}x{lines}")

    def settle(self, quiet: float = QUIET) -> None:
        """Read until nothing more comes: every key is taken in, and every timer that paints has run."""
        while True:
            before = len(self.raw)
            self._read(quiet)
            if len(self.raw) == before and (sys.platform != "linux" or (not self._unread() and self._sleeps())):
                return

    def _unread(self) -> int:
        """Return how many bytes of what was pressed the program has not read yet."""
        end = os.open(f"/proc/{self.child.pid}/fd/0", os.O_RDWR | os.O_NOCTTY)
        try:
            return struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, bytes(4)))[0]
        finally:
            os.close(end)

    def _sleeps(self) -> bool:
        """Return whether every thread of the program waits for something from outside."""
        states = [
            stat.read_text().rpartition(")")[2].split()[0]
            for stat in Path(f"/proc/{self.child.pid}/task").glob("*/stat")
        ]
        return set(states) == {"S"}


def _is_painted(written: bytes) -> bool:
    """Return whether the last line was written: the keys, which end with help, or those of a filter that is typed."""
    return b"help" in written or b"esc clears" in written


def _is_typed(typed: str, text: str) -> bool:
    """Return whether it stands on a line by itself, as on the answer's or the palette's, after a line's number or a
    filter's sign, or before the places that are left to fill.
    """
    lines = (re.sub(r" *__.*| {3,}.*", "", line.strip(" │🔎▁▔")) for line in text.splitlines())
    return any(
        line == typed.strip() or line.endswith((f": {typed.strip()}", f"  {typed.strip()}", f"/ {typed.strip()}"))
        for line in lines
    )


def _edges(text: str) -> tuple[str, str]:
    """Its first line and its last."""
    lines = _timeless(text).splitlines()
    return lines[0], lines[-1]


def _timeless(text: str) -> str:
    return _CLOCK.sub("", text)


def check_log(journey: Journey) -> None:
    """The log holds exactly what was answered."""
    with closing(sqlite3.connect(journey.home / "log.sqlite")) as log:
        rows = log.execute(
            "select runs.kind, attempts.drill, line, typed, verdict, help from attempts join runs on runs.id = run "
            "order by attempts.id"
        ).fetchall()
        assert [Answer(*row) for row in rows] == journey.answers
        assert log.execute("select drill, lines, step from uncoverings order by id").fetchall() == journey.uncoverings
        undone = log.execute("select drill from undos join attempts on attempts.uid = undos.uid").fetchall()
        assert sorted(drill for (drill,) in undone) == sorted(journey.undone)
        assert log.execute("select distinct deck from attempts").fetchall() == [("attention",)]


def test_through_a_pseudo_terminal(home: Path) -> None:
    home.mkdir()
    check_log(go(Pty(home=home), home))


@pytest.mark.slow
@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
def test_inside_tmux(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    tmux = Tmux(tmp_path, home)
    try:
        check_log(go(tmux, home))
    finally:
        tmux.end()


@pytest.mark.slow
def test_in_a_window_that_changes_before_every_key(home: Path) -> None:
    home.mkdir()
    check_log(go(Resized(home=home), home))


@pytest.mark.slow
def test_no_color_writes_no_colour(home: Path) -> None:
    home.mkdir()
    terminal = Pty(home=home, NO_COLOR="1")
    check_log(go(terminal, home))
    codes = list(colour_codes(terminal.raw))
    assert {code[0] for code in codes} >= {1, 7}  # bold, and the other way round
    assert [code for code in codes if is_colour(code[0])] == []


@pytest.mark.slow
def test_the_terminals_own_theme_keeps_to_its_palette(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('[app]\ntheme = "terminal"\n')
    terminal = Pty(home=home)
    check_log(go(terminal, home, "terminal"))
    codes = list(colour_codes(terminal.raw))
    assert any(is_colour(code[0]) for code in codes)
    assert [code for code in codes if code[:2] in {(38, 2), (48, 2), (58, 2)}] == []


def colour_codes(raw: bytes | bytearray) -> Iterator[tuple[int, ...]]:
    """Every attribute that is set, a colour given by numbers together with them."""
    for found in re.finditer(rb"\x1b\[([\d;:]*)m", raw):
        numbers = [int(number or 0) for number in re.split(rb"[;:]", found[1])]
        while numbers:
            count = {5: 3, 2: 5}.get(numbers[1], 1) if numbers[0] in (38, 48, 58) and len(numbers) > 1 else 1
            yield tuple(numbers[:count])
            del numbers[:count]


def is_colour(code: int) -> bool:
    """Return whether it is one: 39, 49 and 59 are the terminal's own."""
    return 30 <= code <= 38 or 40 <= code <= 48 or code == 58 or 90 <= code <= 107
