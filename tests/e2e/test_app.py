"""The app as a person uses it: real keys into the real program, in a terminal of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from tests.conftest import ROOT
from tests.e2e import terminal as terminals
from tests.e2e.begun import DECK, DRILLS, FIRST, RIGHT, SECOND, WRONG, begin
from tests.e2e.terminal import LESSON, OPENING, PROGRAM, Terminal

SIZES = [(60, 18), (200, 60), (80, 24)]
STUCK = """
import time
from katatx.app.signals import ending_at_signals
with ending_at_signals(lambda status: print(status, flush=True)):
    print("ready", flush=True)
    time.sleep(60)
"""


def logged(home: Path, columns: str = "drill, typed, verdict") -> list[tuple]:
    with closing(sqlite3.connect(home / "events.sqlite")) as log:
        rows = log.execute("select data from events where kind = 'answer' order by number").fetchall()
    answers = [each for (text,) in rows if (each := json.loads(text))["deck"] != DECK]
    return [tuple(each[name] for name in columns.split(", ")) for each in answers]


def kill(terminal: Terminal) -> None:
    os.kill(terminal.child.pid, signal.SIGKILL)
    terminal.wait_for_exit()


def go(terminal: Terminal, *, everywhere: bool = True, sizes: Sequence[tuple[int, int]] = ()) -> None:
    """Take the journey from an empty home to the exit, through the screens of practice or all of them; the window may
    change before every step.
    """

    def step(keys: list[str], *shown: str, gone: str = "\0") -> None:
        for columns, lines in sizes:
            terminal.resize(columns, lines)
            time.sleep(0.1)
        terminal.send(*keys)
        terminal.wait_for(*shown, gone=gone)

    step([], "what a wrong answer gets", "↵ begin")
    step(["enter"], OPENING, "↵ go on")
    step(["enter"], LESSON, "n next")
    step([], FIRST, "↵ answer")  # the lesson is left
    step([RIGHT, "enter"], "✓ right", "n next")
    step(["n"], SECOND, "↵ answer")
    step(["h"], "hint 1 of")
    step([WRONG, "enter"], "✗ not yet")
    step(["q"], "1 of 2 right", "missed")
    step(["q"], "q quit", gone="↵ leave")
    step(["k"], "Kata: the whole page", "0 of 7")
    step(["9999 0 0 0", "enter"], "✗ not yet", "1 of 7")
    step(["q"], "0 of 1 line right")
    step(["q"], "q quit", gone="↵ leave")
    step(["p"], "progress", "1 of 3 right")
    step(["q"], "q quit", gone="tab next")
    step(["u"], "last answer", "y: yes")
    step(["y"], "Taken back", "q quit", gone="y: yes")
    if everywhere:
        look_about(step)
    assert terminal.leave("q") == 0


def look_about(step: Callable[..., None]) -> None:
    """Check lines in a worksheet, hide the clock, and find another deck's kata by its name."""
    step(["c"], "worksheet", "ctrl+q leave")
    step(["scores = [1, 4]", "enter", "softmax(scores) ~ 5% 95%", "enter"], "✓ to 2 places")
    step(["softmax(scores) = 0.2 0.8", "enter"], "✗ skipped e^", "1 right 1 wrong")
    step(["ctrl+q"], "not saved", "y: yes")
    step(["y"], "q quit", gone="skipped e^")
    step(["o"], "Clock", "‹ shown ›")
    step(["down", "down", "right"], "‹ hidden ›")
    step(["q"], "q quit", gone="‹ hidden ›")
    step(["ctrl+p"], "a deck, a drill, a step")
    step(["kata vision"], "Kata of The vision transformer")
    step(["enter"], "Kata: the whole page", "↵ answer")
    step(["q"], "Kata: the whole page", "↵ leave")
    step(["q"], "q quit", gone="↵ leave")


def check_log(home: Path) -> None:
    assert logged(home, "verdict, help, line")[:2] == [("right", 0, None), ("wrong", 1, None)]
    assert [row[0] for row in logged(home, "help")] == [0, 1, 0]
    with closing(sqlite3.connect(home / "events.sqlite")) as log:
        undone = "select data from events where uid in (select place from events where kind = 'undo')"
        assert [json.loads(text)["typed"] for (text,) in log.execute(undone)] == ["9999 0 0 0"]


def test_from_the_welcome_through_practice_to_the_end(home: Path) -> None:
    terminal = Terminal(home=home)
    go(terminal, everywhere=False)
    check_log(home)
    assert any(map(is_colour, colours(terminal.raw)))


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("theme", ["dark", "terminal"])
def test_without_colours_or_with_those_of_the_terminal_alone(home: Path, theme: str) -> None:
    home.mkdir()
    (home / "config.toml").write_text(f'[app]\ntheme = "{theme}"\n')
    terminal = Terminal(home=home, **({"NO_COLOR": "1"} if theme == "dark" else {}))
    go(terminal)
    codes = list(colours(terminal.raw))
    assert any(map(is_colour, codes)) == (theme == "terminal")
    assert [code for code in codes if code[:2] in {(38, 2), (48, 2), (58, 2)}] == []


@pytest.mark.nightly
@pytest.mark.slow
def test_in_a_window_that_changes_before_every_key(home: Path) -> None:
    go(Terminal(home=home), sizes=SIZES)
    check_log(home)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_inside_tmux(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmux = ["tmux", "-u", "-S", str(tmp_path / "socket"), "-f", "/dev/null", "set", "-g", "status", "off", ";"]
    set_up = ["set", "-s", "escape-time", "0", ";", "new-session"]
    monkeypatch.setattr(terminals, "PROGRAM", [*tmux, *set_up, *PROGRAM])
    go(Terminal(home=home))
    check_log(home)


def colours(raw: bytes) -> Iterator[tuple[int, ...]]:
    """Every attribute that is set, a colour given by numbers together with them."""
    for found in re.finditer(rb"\x1b\[([\d;:]*)m", raw):
        numbers = [int(number or 0) for number in re.split(rb"[;:]", found[1])]
        while numbers:
            count = {5: 3, 2: 5}.get(numbers[1], 1) if numbers[0] in (38, 48, 58) and len(numbers) > 1 else 1
            yield tuple(numbers[:count])
            del numbers[:count]


def is_colour(code: tuple[int, ...]) -> bool:
    """Return whether it is one: 39, 49 and 59 are the terminal's own."""
    return 30 <= code[0] <= 38 or 40 <= code[0] <= 48 or code[0] == 58 or 90 <= code[0] <= 107


def test_a_drill_answered_unread_and_in_bursts_of_keys(home: Path) -> None:
    """All keys that come at once are typed, and none of them is a command: a verdict takes no letters."""
    terminal = Terminal("drill", "attention", home=begin(home))
    terminal.wait_for(FIRST, f"0 of {DRILLS}", "↵ answer")
    typed = "sqrt(2) + sqrt(3) - 0.25 * e^2 / 7 + sqrt(16) + sqrt(5) + 12."
    assert len(typed) > 60
    terminal.send(typed)
    terminal.wait_for(f" {typed} ")
    terminal.send("\r" + "\x7f" * len(typed) + "1 1/2\r")
    terminal.wait_for("? not graded", "3/2")
    terminal.send(*["backspace"] * 5, "12")
    terminal.wait_for(" 12")
    terminal.resize(120, 40)
    terminal.wait_for(" 12", "words", "The whole page")  # a second column
    terminal.resize(80, 24)
    terminal.send(f"\x7f\x7f{RIGHT}\r\r{WRONG}\r" + "xyz" * 20)
    terminal.wait_for(SECOND, f" {WRONG} ", "✗ not yet", f"1 of {DRILLS}")
    terminal.send("n")
    terminal.wait_for("↵ answer", gone=SECOND)
    assert "xyz" not in terminal.text
    terminal.send("q")
    terminal.wait_for("1 of 2 right", f"{DRILLS - 2} questions are left")
    assert terminal.leave("q") == 0
    first = [("padded-row", typed, "again"), ("padded-row", "1 1/2", "again"), ("padded-row", RIGHT, "right")]
    assert logged(home) == [*first, ("look-up-word", WRONG, "wrong")]


def test_by_the_mouse_alone_but_for_the_answer(home: Path) -> None:
    terminal = Terminal(home=begin(home))
    terminal.wait_for("q quit", "The vision transformer")
    terminal.click("Attention from scratch  ")
    terminal.wait_for(FIRST, "↵ answer")
    terminal.click("w words")
    terminal.wait_for("place by place", "↵ answer")
    terminal.send("escape")
    terminal.wait_for("↵ answer", gone="place by place")
    terminal.send(RIGHT)
    terminal.wait_for(f" {RIGHT} ")
    terminal.click("answer  h hint")
    terminal.wait_for("✓ right")
    terminal.click("next")
    terminal.wait_for(SECOND, "↵ answer")
    terminal.click("stop")
    terminal.wait_for("1 of 1 right")
    terminal.click("leave")
    terminal.wait_for("q quit", gone="↵ leave")
    terminal.click("quit")
    assert terminal.wait_for_exit() == 0
    assert logged(home) == [("padded-row", RIGHT, "right")]


def test_a_choice_is_clicked_on(home: Path) -> None:
    terminal = Terminal("drill", "attention/unknown-word", home=begin(home))
    terminal.wait_for("one of 4", "↵ answer")
    terminal.click("nothing, the word is left out")
    terminal.wait_for("▸ ")
    true = re.search(r"\d  the reserved number", terminal.text)
    terminal.click("the reserved number that all unknown")
    terminal.wait_for(f"▸ {true and true[0]}", "one of 4")  # a click answers nothing
    terminal.click("answer  h hint")
    terminal.wait_for("✓ right")
    terminal.send("q")
    terminal.wait_for("1 of 1 right")
    assert terminal.leave("q") == 0
    assert [row[2] for row in logged(home)] == ["right"]


@pytest.mark.slow
def test_a_kata_killed_and_gone_on_with_without_colours(home: Path) -> None:
    terminal = Terminal("kata", "attention", "--page", home=home, NO_COLOR="1")
    terminal.wait_for("Kata: the whole page", "4 whole numbers")
    terminal.send("2 0 1 0", "enter")
    terminal.wait_for("✓ right", "1 of 7")
    terminal.send("enter", "2 6", "enter")
    terminal.wait_for("✗ not yet", "2 of 7")
    terminal.send("n")
    terminal.wait_for("─ line 3: scaled ─", "scores 2 6")
    terminal.send("1 3", "enter")
    terminal.wait_for("✓ right", "orrect from your earlier line")
    kill(terminal)
    assert not any(map(is_colour, colours(terminal.raw)))
    terminal = Terminal("kata", "attention", "--page", home=home, columns=60, lines=18)
    terminal.wait_for("─ line 4: raised ─", "3 of 7", "scaled 1 3")
    terminal.send("q")
    terminal.wait_for("2 of 3 lines right")
    assert terminal.leave("q") == 0
    assert [row[2] for row in logged(home)] == ["right", "wrong", "follows"]


def test_told_to_end_it_leaves_the_terminal_as_it_found_it(home: Path) -> None:
    terminal = Terminal("drill", "attention", home=begin(home))
    terminal.wait_for(FIRST, "q stop")
    os.kill(terminal.child.pid, signal.SIGHUP)
    assert terminal.wait_for_exit() == 128 + signal.SIGHUP
    for ended in (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h"):
        assert terminal.raw.rindex(ended) > terminal.raw.index(b"73, 88")


def test_a_program_that_does_not_leave_at_a_hang_up_is_ended() -> None:
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        program.send_signal(signal.SIGHUP)
        assert program.wait(30) == 128 + signal.SIGHUP
        assert program.stdout.read() == f"{128 + signal.SIGHUP}\n"


@pytest.mark.slow
def test_unsaved_text_of_a_worksheet_is_offered_after_a_kill(home: Path) -> None:
    terminal = Terminal("check", home=home)
    terminal.wait_for("ctrl+q leave")
    terminal.send("1 + 1 = 2")
    until = time.monotonic() + 60
    while not list(home.glob("worksheets/unsaved-*.kata")):
        assert time.monotonic() < until
        time.sleep(0.1)
    kill(terminal)
    terminal = Terminal("check", home=home)
    terminal.wait_for("1 line was not saved.")
    terminal.send("y")
    terminal.wait_for("1 + 1 = 2")
    kill(terminal)


# Only the first program of a terminal is sent SIGHUP when it goes away: this one, which ignores it.
SHELL = ["/bin/sh", "-c", 'trap "" HUP; "$0" -m katatx "$@"; exit $?', sys.executable]


def test_it_ends_with_its_terminal_without_a_signal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminals, "PROGRAM", SHELL)
    terminal = terminals.Terminal("drill", "attention/match", home=home, PYTHONPATH=str(ROOT))
    terminal.wait_for("↵ begin")
    terminal.send("enter")
    terminal.wait_for("↵ answer")
    terminal.send("9", "enter")
    terminal.wait_for("✗ not yet")
    terminal.child.ptyproc.fileobj.close()
    terminal.child.closed = terminal.child.ptyproc.closed = (
        True  # or it closes the number again, by then another file's
    )
    until = time.monotonic() + 30
    while (ended := os.waitpid(terminal.child.pid, os.WNOHANG))[0] == 0:
        if time.monotonic() > until:
            os.killpg(terminal.child.pid, signal.SIGKILL)
            pytest.fail("it lives on without a terminal")
        time.sleep(0.02)
    assert os.waitstatus_to_exitcode(ended[1]) == 128 + signal.SIGHUP
    log = Log(SqliteStore(home))
    assert [attempt.answer.typed for attempt in log.attempts_at("attention", "match")] == ["9"]
    log.close()
