"""The program killed outright right after it showed a verdict, and what is on disk afterwards:

    python bench/kills.py [--kills 100] [--seed 0]

Real processes get SIGKILL: `katatx drill`, `review` and `kata` line by line and fed as fast as they take it, the app in
a pseudo-terminal, `undo` and `import`. A kill counts if at least one verdict (a verdict on an answer, or what undo or
import says when it is done) had come out before it and the process had not ended by itself. Every verdict that was
shown must be in the log, which must be sound. Each home is used again
and again, so that what a kill leaves behind is what the next one finds. Ends with 1 where a verdict is lost, a log
spoilt, or where too few kills came about.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.harness import options
from katatx.decks.loading import load_deck
from katatx.errors import KatatxError
from katatx.progress.events import Answered, Run, answer_event, row_of
from katatx.progress.log import Log
from katatx.progress.stores import FILE_NAME, SqliteStore
from scoring.work import Work
from tests.e2e.terminal import PROGRAM, Terminal

HOMES = 2
# How long after the verdict that is waited for; the next answers come out in that time.
LONGEST = 0.15
TRIES = 3
PATIENCE = 120
DECKS = ("attention", "vision", "length-4", "look-across", "block")
# Drills whose answer is one number.
ONE_NUMBER = ("attention/match", "attention/scaled", "attention/table-entries")
WAYS = {"drill": 6, "review": 4, "kata": 4, "app": 3, "undo": 2, "import": 2}
_VERDICT = re.compile(r"(right|again|follows|wrong)(?=\W|$)")
# The title of its card in the app, and what the log calls it.
_IN_APP = {"─ ✓ right ─": "right", "─ ✗ not yet ─": "wrong"}


class Killed(NamedTuple):
    """The verdicts that a process had shown, with what must be in the log, and whether it was killed or ended before."""

    shown: list[tuple[str, str]]
    died: bool


def main() -> int:
    asked = options(__doc__, kills=100, seed=0)
    with tempfile.TemporaryDirectory() as folder:
        found = kill_in_turns(Path(folder), asked.kills, str(asked.seed))
    print(
        ", ".join(
            f"{name} {found[name]}" for name in ("kills", "verdicts shown", "verdicts lost", "logs spoilt", *WAYS)
        )
    )
    return 0 if is_clean(found) and found["kills"] == asked.kills and all(found[way] for way in WAYS) else 1


def is_clean(found: Counter[str]) -> bool:
    return not found["verdicts lost"] and not found["logs spoilt"]


def kill_in_turns(folder: Path, kills: int, seed: str) -> Counter[str]:
    """Kill until so many kills came after a verdict, or until three times as many were tried; count what was found."""
    source, found = random.Random(seed), Counter[str]()
    homes = [folder / f"home-{at}" for at in range(HOMES)]
    for home in homes:
        practise_for_days(home, source)
    ways = source.choices(list(WAYS), list(WAYS.values()), k=TRIES * kills)
    for number, way in enumerate([*TRIES * source.sample(list(WAYS), len(WAYS)), *ways]):
        if found["kills"] < kills and not (number < TRIES * len(WAYS) and found[way]):  # first each way once
            found += kill_once(homes[number % HOMES], way, source)
    return found


def practise_for_days(home: Path, source: random.Random) -> None:
    """A log with something in it, and something due."""
    log, decks = Log(SqliteStore(home)), {name: load_deck(name, ROOT) for name in DECKS}
    begun = log.settings.now() - timedelta(days=12)
    log.add([Run("days", "attention", None, (), 3, False, begun)])
    for day in range(12):
        for name in DECKS:
            for drill in source.sample(decks[name].drills, 5):
                verdict = source.choice(["right", "right", "right", "wrong"])
                at = begun + timedelta(days=day, seconds=source.randrange(3600))
                log.record(Answered("days", name, drill.id, None, {}, "1", verdict, (), (), 0, at, 9.0))
    log.close()


def kill_once(home: Path, way: str, source: random.Random) -> Counter[str]:
    """One kill and what stands afterwards; nothing is counted where no verdict came before it."""
    before = rows_after(home, way, 0)
    if way == "app":
        killed = in_app(home, source)
    elif way == "import":
        killed = importing(home, source)
    elif way == "undo":
        killed = line_by_line(home, ["undo"], [], 1, source)
    else:
        named = [] if way == "review" else [source.choice(DECKS)]
        page = ["--page"] if way == "kata" and source.random() < 0.5 else []
        wanted = source.randint(1, 4 if way == "kata" else 9)
        killed = line_by_line(home, [way, *named, *page, "--plain"], mistaken(source), wanted, source)
    if not killed.died or not killed.shown:
        return Counter()
    recorded = rows_after(home, way, len(before))
    lost = sum(each not in recorded[at : at + 1] for at, each in enumerate(killed.shown))
    counts = {"kills": 1, "verdicts shown": len(killed.shown), "verdicts lost": lost, "logs spoilt": not is_sound(home)}
    found = Counter({way: 1, **counts})
    if not is_clean(found):
        print(f"{home.name}, katatx {way}: {found}\n{killed.shown}\n{recorded}", file=sys.stderr)
    return found


def mistaken(source: random.Random) -> list[str]:
    """Answers of every kind, hardly one of them right, and now and then a line uncovered first."""

    def one(kind: str) -> str:
        number = f"{source.random():.6f}"
        return {"row": f"{number} {source.random():.5f}", "step": f"{source.randrange(1, 5)}: {number}",
                "choice": source.choice("abc"), "words": f"what {number}", "help": "h"}.get(kind, number)  # fmt: skip

    kinds = ("number", "row", "choice", "step", "words", "help")
    return [one(kind) for kind in source.choices(kinds, weights=[8, 4, 4, 2, 1, 1], k=2_000)]


# What is killed


def line_by_line(home: Path, words: list[str], fed: list[str], wanted: int, source: random.Random) -> Killed:
    """Run a command and feed it lines; kill it some time after it has shown the wanted number of verdicts."""
    shown: list[str] = []
    with subprocess.Popen(
        [*PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "KATATX_HOME": str(home), "PYTHONUNBUFFERED": "1"}, cwd=ROOT,
    ) as child:  # fmt: skip
        feeding = threading.Thread(target=feed, args=(child, fed))
        feeding.start()
        late: threading.Timer | None = None
        for verdict in verdict_lines(child):
            shown.append(verdict)
            if len(shown) >= wanted and late is None:
                late = threading.Timer(source.uniform(0.0, LONGEST) if fed else 0, child.kill)
                late.start()
        child.wait(PATIENCE)
        feeding.join()
    # Answers are read in the order fed, and every line of them is judged: the first verdict is the first's.
    answers = [typed for typed in fed if typed != "h"] or [""]
    return Killed(list(zip(answers, shown, strict=False)), child.returncode == -signal.SIGKILL)


def feed(child: subprocess.Popen[str], lines: list[str]) -> None:
    assert child.stdin is not None
    with suppress(OSError):
        child.stdin.write("".join(f"{line}\n" for line in lines))
    with suppress(OSError):
        child.stdin.close()


def verdict_lines(child: subprocess.Popen[str]) -> Iterator[str]:
    """Yield the verdicts that a process prints, each below a question mark, and "done" for undo and import."""
    assert child.stdout is not None
    before = ""
    for line in child.stdout:
        if verdict := _VERDICT.match(line) if before == "?\n" and line.endswith("\n") else None:
            yield verdict[1]
        elif line.startswith(("undone: ", "imported ")):
            yield "done"
        before = line


def importing(home: Path, source: random.Random) -> Killed:
    """Import an answer that the log does not have; it is shown once the command says that it is done."""
    now = datetime.now().astimezone()
    typed = f"{source.random():.9f}"
    answer = Answered("days", "attention", "match", None, {}, typed, "wrong", (), (), 0, now, 9.0)
    file = home.parent / "import.json"
    file.write_text(f"{row_of(answer_event(answer, now.date(), Work()))[-1]}\n")
    killed = line_by_line(home, ["import", str(file)], [], 1, source)
    return Killed([(typed, "wrong") for _ in killed.shown], killed.died)


def in_app(home: Path, source: random.Random) -> Killed:
    """Answer a question in the app, and kill it when the verdict is on the screen."""
    app, typed = Terminal("drill", source.choice(ONE_NUMBER), home=home), f"{source.random():.6f}"
    app.wait_for("↵ answer", seconds=PATIENCE)
    app.send(typed, "enter")
    app.wait_for("n next", seconds=PATIENCE)
    shown = [verdict for title, verdict in _IN_APP.items() if title in app.text]
    os.kill(app.child.pid, signal.SIGKILL)
    return Killed([(typed, verdict) for verdict in shown], app.wait_for_exit() == -signal.SIGKILL)


# What is on disk


def rows_after(home: Path, way: str, number: int) -> list[tuple[str, str]]:
    """Return what was typed and its verdict, from an answer of a number on; for `undo` what was undone."""
    kind = "undo" if way == "undo" else "answer"
    with closing(sqlite3.connect(home / FILE_NAME)) as log:
        found = log.execute("SELECT data FROM events WHERE kind = ? ORDER BY number", (kind,)).fetchall()
    rows = [json.loads(text) for (text,) in found[number:]]
    return [("", "done") if kind == "undo" else (row["typed"], row["verdict"]) for row in rows]


def is_sound(home: Path) -> bool:
    """Return whether the log is sound, and all of it can be taken in."""
    try:
        with closing(Log(SqliteStore(home))) as log:
            (sound,) = log.store.execute("PRAGMA integrity_check").fetchone()
            return sound == "ok" and sum(day.attempts for day in log.whole.days.values()) > 0
    except (KatatxError, sqlite3.Error) as error:
        print(f"{home.name}: {error}", file=sys.stderr)
        return False


if __name__ == "__main__":
    sys.exit(main())
