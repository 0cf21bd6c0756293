"""How far a long work is, as a person sees it on a terminal, and a script does not."""

from __future__ import annotations

import io
import re

import pyte
import pytest

from katatx.commands.shared.progress_bar import progress_bar

COLOUR = re.compile(r"\x1b\[[0-9;]*[34][0-9;]*m")


class Screen(io.StringIO):
    """A terminal, and what it was sent."""

    def isatty(self) -> bool:
        return True

    def shows(self, columns: int = 80) -> str:
        screen = pyte.Screen(columns, 10)
        pyte.Stream(screen).feed(self.getvalue().replace("\n", "\r\n"))
        return "\n".join(line.rstrip() for line in screen.display).strip()


class Gone(Screen):
    """A terminal whose window is closed."""

    def write(self, text: str, /) -> int:
        raise OSError(5, "Input/output error")


def work(screen: Screen, upto: int = 10, step: float = 1.0) -> str:
    """Do ten steps that take so many seconds each, or some of them; what the screen showed at the last but one."""
    now, seen = [100.0], ""
    with progress_bar("deriving", "attempts", screen, lambda: now[0]) as progress:
        assert progress is not None
        progress(0, 10)
        for done in range(1, upto + 1):
            seen = screen.shows()
            now[0] += step
            progress(done, 10)
        if upto < 10:
            raise KeyboardInterrupt
    return seen


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    for wish in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(wish, raising=False)


def test_a_bar_is_on_a_terminal_alone_while_the_work_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, quick, broken_off = Screen(), Screen(), Screen()
    assert re.search(r"^deriving ━+[╸╺]?━* +90% 9/10 ", work(screen))
    assert COLOUR.search(screen.getvalue())
    with pytest.raises(KeyboardInterrupt):
        work(broken_off, upto=5)
    for each in (screen, broken_off):
        assert each.shows() == ""
        assert each.getvalue().count("\x1b[?25l") == each.getvalue().count("\x1b[?25h") == 1
    work(quick, step=0.04)  # less than half a second in all
    assert quick.getvalue() == ""
    work(Gone())  # what fails to be drawn does not stop the work
    with progress_bar("deriving", "attempts", io.StringIO()) as progress:
        assert progress is None
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Screen()
    assert "9/10" in work(plain)
    assert not COLOUR.search(plain.getvalue())
    monkeypatch.setenv("TERM", "dumb")
    dumb = Screen()
    work(dumb)
    assert dumb.getvalue() == "deriving 10 attempts ...\n"
