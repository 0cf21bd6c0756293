"""What the program does when the machine, its files or its surroundings fail: `python bench/faults.py [--write]`.

Each fault is brought about for real, under the real program, in a home of its own. The table says what must hold and
what the program did; `--write` puts it into docs/reliability.md. Exits with 1 where something did not hold.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pytest

from bench.harness import options
from katatx.progress.events import Answer
from katatx.progress.stores import FILE_NAME
from tests.e2e.broken_disk import VERDICT, Place, Plainly, full_disk, read_only
from tests.e2e.terminal import PROGRAM

DOCUMENT = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- bench/faults.py writes this table -->", "<!-- to here -->"
NOT_TRIED = "cannot be tried on this machine"
_MOST_SHOWN = 150
# Answers of which the first is right; all of them are graded.
ANSWERS = ("73 88 5 0 0", "5 5 5 5", "7")
# The program on a disk that takes nothing for good: fsync and fdatasync fail.
NO_FSYNC = """
import ctypes, os, struct, sys
calls = {"x86_64": (74, 75), "aarch64": (82, 83)}[os.uname().machine]
steps = [(32, 0, 0, 0), (21, 2, 0, calls[0]), (21, 1, 0, calls[1]), (6, 0, 0, 0x7FFF0000), (6, 0, 0, 0x00050005)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(steps), ctypes.addressof(code)))
libc = ctypes.CDLL(None)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
    sys.exit("no system call can be made to fail here")
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
# The program with its clock so many days off.
OTHER_CLOCK = """
import sys
from datetime import timedelta
from katatx.settings.model import Settings
now, days = Settings.now, timedelta(days=float(sys.argv.pop(1)))
Settings.now = lambda self: now(self) + days
from katatx.cli import main
main()
"""


class Seen(NamedTuple):
    """The outcome of a fault: if the requirement held, and what the program did, in a few words."""

    holds: bool
    does: str


class Fault(NamedTuple):
    """A failure, the requirement while it lasts, and the function that causes it in a folder and checks."""

    name: str
    must: str
    see: Callable[[Place], Seen]


class Ended(NamedTuple):
    """A finished run of the program: its exit status and output."""

    status: int
    out: str
    err: str

    @property
    def is_one_line(self) -> bool:
        """Return whether it was refused as every trouble should be: one line, status 2, no traceback."""
        return self.status == 2 and self.err.count("\n") == 1 and self.err.startswith("katatx: ")


def run(place: Place, *arguments: str, typed: str = "", **environment: str) -> Ended:
    """Run the program to its end."""
    done = subprocess.run(
        [*place.command, *arguments], input=typed.encode(), env=place.environment | environment,
        capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def practised(place: Place, answers: tuple[str, ...] = ANSWERS, **environment: str) -> Ended:
    """Answer the first questions of a deck."""
    return run(place, "drill", "attention", "--plain", typed="\n".join([*answers, "q", ""]), **environment)


def kept(place: Place) -> list[str]:
    """Return what the log holds of what was typed."""
    with closing(sqlite3.connect(place.seen / FILE_NAME)) as database:
        rows = database.execute("SELECT data FROM events WHERE kind = 'answer' ORDER BY number")
        return [json.loads(text)["typed"] for (text,) in rows]


def is_sound(place: Place) -> bool:
    """Return whether the log is sound, and all of it can be taken in."""
    with closing(place.log()) as log:
        (sound,) = log.store.execute("PRAGMA integrity_check").fetchone()
        return bool(sound == "ok" and log.whole)


def shown(place: Place, ended: Ended) -> str:
    """Return how a run ended: its status, and the last line it wrote, without the folder it ran in."""
    lines = [*ended.out.splitlines(), *ended.err.splitlines()]
    said = next((line.strip() for line in reversed(lines) if line.strip()), "").replace(str(place.home), "HOME")
    said = said.replace(str(place.own), "~").replace(str(place.home.parent), "FOLDER")
    return f"status {ended.status}: {said[:_MOST_SHOWN]}{'…' * (len(said) > _MOST_SHOWN)}"


# ---- the disk


def disk_gives_out(makes: Callable[[Place], AbstractContextManager[Place]]) -> Callable[[Place], Seen]:
    def see(sound: Place) -> Seen:
        with makes(sound) as place, Plainly(place, "drill", "attention") as program:
            program.type(ANSWERS[0])
            place.break_it(program.child.pid)
            lines = program.type(ANSWERS[1])
            out, err, status = program.leave()
            ended = Ended(status, out, err)
            told = any(VERDICT.match(line) for line in lines)
            holds = ended.is_one_line and not told and is_sound(place)
            with closing(place.log()) as log:
                typed = [each.typed for each in log.events() if isinstance(each, Answer)]
            return Seen(holds and typed == list(ANSWERS[:1]), shown(place, ended))

    return see


def no_fsync(place: Place) -> Seen:
    practised(place, ANSWERS[:1])
    failing = replace(place, command=[sys.executable, "-c", NO_FSYNC, *PROGRAM[1:]])
    ended = practised(failing, ANSWERS[1:2])
    if "no system call" in ended.err:
        pytest.skip(NOT_TRIED)
    verdicts = [line for line in ended.out.splitlines() if VERDICT.match(line)]
    holds = ended.is_one_line and not verdicts and kept(place) == list(ANSWERS[:1]) and is_sound(place)
    return Seen(holds, shown(failing, ended))


# ---- the clock


def other_clock(days: float) -> Callable[[Place], Seen]:
    def see(place: Place) -> Seen:
        practised(place, ANSWERS[:1])
        off = replace(place, command=[sys.executable, "-c", OTHER_CLOCK, str(days)])
        ended = practised(off, ANSWERS[1:2])
        back = practised(place, ANSWERS[2:])
        holds = ended.status == back.status == 0 and kept(place) == list(ANSWERS) and is_sound(place)
        return Seen(holds, f"status 0; {len(kept(place))} answers in the log")

    return see


# ---- signals and other processes


def ended_by(number: signal.Signals, status: int) -> Callable[[Place], Seen]:
    def see(place: Place) -> Seen:
        with Plainly(place, "drill", "attention") as program:
            program.type(ANSWERS[0])
            program.child.send_signal(number)
            _, err = program.child.communicate(timeout=60)
            code = program.child.returncode
        holds = code == status and kept(place) == list(ANSWERS[:1]) and is_sound(place) and "Traceback" not in err
        return Seen(holds, f"status {code}; the answer is in the log")

    return see


def two_at_once(place: Place) -> Seen:
    practised(place, ANSWERS[:1])  # somebody new is told what the verdicts mean
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: practised(place, 4 * ANSWERS), range(2)))
    verdicts = sum(bool(VERDICT.match(line)) for each in both for line in each.out.splitlines())
    holds = all(each.status == 0 for each in both) and len(kept(place)) == 1 + verdicts > 1 and is_sound(place)
    return Seen(holds, f"{verdicts} verdicts shown, {len(kept(place)) - 1} answers in the log")


def locked(place: Place) -> Seen:
    practised(place, ANSWERS[:1])
    with closing(sqlite3.connect(place.home / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        ended = practised(place)
        other.execute("ROLLBACK")
    return Seen(ended.is_one_line and is_sound(place), shown(place, ended))


# ---- files


def log_changed(statement: str) -> Callable[[Place], Seen]:
    def see(place: Place) -> Seen:
        practised(place, ANSWERS[:1])
        with closing(sqlite3.connect(place.home / FILE_NAME)) as database, database:
            database.execute(statement)
        return refused(place, practised(place))

    return see


def file_written(name: str, content: bytes, *arguments: str) -> Callable[[Place], Seen]:
    def see(place: Place) -> Seen:
        path = place.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return refused(place, run(place, *(each.replace("FILE", str(path)) for each in arguments)))

    return see


def refused(place: Place, ended: Ended) -> Seen:
    return Seen(ended.is_one_line, shown(place, ended))


# ---- surroundings


def no_home(place: Place) -> Seen:
    (place.own / "file").write_text("")
    return refused(place, practised(place, KATATX_HOME=str(place.own / "file" / "home")))


def no_terminal(place: Place) -> Seen:
    ended = run(place, "drill", "attention", typed=f"{ANSWERS[0]}\nq\n")
    holds = ended.status == 0 and kept(place) == [ANSWERS[0]] and "\x1b" not in ended.out
    return Seen(holds, f"status {ended.status}; the answer is in the log")


PLAINLY = ("drill", "attention", "--plain")
ONE_LINE = "one line says what and where; exit status 2"
KEPT = "every answer with a verdict is kept"
NOTHING = "no verdict for what is not on disk; one line; the log is as before"
IN_LOG = f"{KEPT}; the log opens"
DECK = b"deck: mine\ntitle: t\npage: p\nsections:\n  s:\n    one: {prompt: p, answer: 1 +}\n"
FAULTS = (
    Fault("disk full in mid-sitting", NOTHING, disk_gives_out(full_disk)),
    Fault("folder read-only in mid-sitting", NOTHING, disk_gives_out(read_only)),
    Fault("fsync fails", NOTHING, no_fsync),
    Fault("clock set forward a day", IN_LOG, other_clock(1)),
    Fault("clock set back a day", IN_LOG, other_clock(-1)),
    Fault("clock 100 years ahead", IN_LOG, other_clock(36_525)),
    Fault("clock 50 years behind", IN_LOG, other_clock(-18_262)),
    Fault("SIGTERM", f"{IN_LOG}; no traceback", ended_by(signal.SIGTERM, -signal.SIGTERM)),
    Fault("SIGHUP", f"{IN_LOG}; no traceback", ended_by(signal.SIGHUP, -signal.SIGHUP)),
    Fault("SIGINT", f"{IN_LOG}; status 130; no traceback", ended_by(signal.SIGINT, 130)),
    Fault("SIGKILL", IN_LOG, ended_by(signal.SIGKILL, -signal.SIGKILL)),
    Fault("two processes at one log", IN_LOG, two_at_once),
    Fault("log locked by another program", f"{ONE_LINE}; the log is as before", locked),
    Fault("broken rows in the log", ONE_LINE, log_changed("UPDATE events SET data = '{'")),
    Fault("log of a newer version", ONE_LINE, log_changed("PRAGMA user_version = 99")),
    Fault("another file in the log's place", ONE_LINE, file_written(FILE_NAME, b"no log\n" * 99, *PLAINLY)),
    Fault("broken settings", ONE_LINE, file_written("config.toml", b"[practice\n", *PLAINLY)),
    Fault("broken drill file", ONE_LINE, file_written("mine.yaml", DECK, "grade", "FILE/one", "3")),
    Fault("broken YAML", ONE_LINE, file_written("mine.yaml", b"deck: [\n", "drill", "FILE", "--plain")),
    Fault("a million values in a drill file", ONE_LINE, file_written("mine.yaml", b"a: [" + b"1, " * 1_000_000 + b"1]", "drill", "FILE", "--plain")),
    Fault("aliases that explode", ONE_LINE, file_written("mine.yaml", b"a: &a [x]\nb: [*a, *a]\n", "drill", "FILE", "--plain")),
    Fault("page that is no text", ONE_LINE, file_written("page.md", b"\0\1", "audit", "FILE")),
    Fault("log to import that is none", ONE_LINE, file_written("log.json", b"[1, 2]\n", "import", "FILE")),
    Fault("no folder for the home", ONE_LINE, no_home),
    Fault("no terminal", "practice goes line by line, without escape sequences", no_terminal),
)  # fmt: skip


def seen(fault: Fault) -> Seen | None:
    """Return what came of a fault; None where this machine cannot bring it about."""
    with tempfile.TemporaryDirectory() as name:
        folder, before = Path(name).resolve(), Path.cwd()
        home, own = folder / "home", folder / "own"
        home.mkdir()
        own.mkdir()
        os.chdir(folder)
        try:
            return fault.see(Place(home, own, home))
        except pytest.skip.Exception:
            return None
        finally:
            os.chdir(before)


def table() -> tuple[str, list[str]]:
    """Return all faults as a table of Markdown, and the names of those where something did not hold."""
    lines, broken = ["| fault | what must hold | what the program does |", "|---|---|---|"], []
    for fault in FAULTS:
        found = seen(fault)
        if found is not None and not found.holds:
            broken.append(fault.name)
        does = NOT_TRIED if found is None else found.does.replace("|", "\\|").replace("`", "'")
        lines.append(f"| {fault.name} | {fault.must} | {does} |")
    return "\n".join(lines), broken


def main() -> int:
    writes = options(__doc__, write=False).write
    text, broken = table()
    print(text)
    for name in broken:
        print(f"did not hold: {name}", file=sys.stderr)
    if writes and not broken:
        before, rest = DOCUMENT.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        DOCUMENT.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
