"""The program inside tmux, on a server of its own: keys by send-keys, the screen by capture-pane."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from tests.e2e.journey import Step
from tests.e2e.terminal import PROGRAM

NAMES = {
    "enter": "Enter",
    "tab": "Tab",
    "down": "Down",
    "up": "Up",
    "left": "Left",
    "pagedown": "PageDown",
    "ctrl+p": "C-p",
    "ctrl+q": "C-q",
    "right": "Right",
    "escape": "Escape",
}
_CONFIGURATION = """\
set -g default-terminal screen-256color
set -g status off
set -g remain-on-exit on
set -g default-shell /bin/sh
set -s escape-time 0
"""
_servers = count(1)


def why_not() -> str | None:
    """Return why tmux cannot be used here; None where it can."""
    return None if shutil.which("tmux") else "tmux is not installed"


class Tmux:
    """A server with one window; `end` ends it. Raises CalledProcessError where it cannot be started."""

    def __init__(self, folder: Path, home: Path, columns: int = 80, lines: int = 24) -> None:
        self.socket = f"katatx-{os.getpid()}-{next(_servers)}"
        configuration = folder / "tmux.conf"
        configuration.write_text(_CONFIGURATION)
        left_out = ("TMUX", "COLORTERM", "COLUMNS", "LINES")
        self.environment = {name: value for name, value in os.environ.items() if name not in left_out}
        self.environment["KATATX_HOME"] = str(home)
        size = ["-x", str(columns), "-y", str(lines)]
        # tmux does not always know how a pane's program ended.
        self.status = folder / "status"
        command = f"{shlex.join(PROGRAM)}; echo $? > {shlex.quote(str(self.status))}"
        self._tmux("-f", str(configuration), "new-session", "-d", *size, command)

    @property
    def text(self) -> str:
        shown = self._tmux("capture-pane", "-p").split("\n")
        return "\n".join(line.rstrip() for line in shown)

    def take(self, step: Step) -> None:
        if step.typed:
            self._tmux("send-keys", "-l", "--", step.typed)
        pressed: Sequence[str] = [step.press] if isinstance(step.press, str) else step.press
        if pressed:
            self._tmux("send-keys", *(NAMES.get(key, key) for key in pressed))

    def wait_until(self, seen: Callable[[str], bool], wanted: str, seconds: float = 20) -> str:
        until = time.monotonic() + seconds
        text = self.text
        while not seen(text):
            assert time.monotonic() < until, f"never came: {wanted}; the screen shows:\n{text}"
            text = self.text
        return text

    def wait_for_exit(self, seconds: float = 20) -> int:
        until = time.monotonic() + seconds
        while not (self.status.exists() and self.status.read_text().endswith("\n")):
            assert time.monotonic() < until, f"it never ended; the screen shows:\n{self.text}"
        return int(self.status.read_text())

    def end(self) -> None:
        """End the server, and leave no socket."""
        socket = self._tmux("display-message", "-p", "#{socket_path}").strip()
        self._tmux("kill-server")
        Path(socket).unlink(missing_ok=True)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self.socket, *arguments]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True, timeout=20)
        return done.stdout
