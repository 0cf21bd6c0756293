"""A simulated year of daily review against the same minutes of reading again: `python bench/year.py --learners 20`.

The learners, and what is assumed of them, are those of `tests/learner_year.py`. Reading goes through the drills in order,
round and round, and takes as long as working them; it strengthens half as much as recalling, or as much. Recall is the
mean chance over all drills of knowing them: on the year's last day, and three months and a year later without
practice. Drills never met count as not known.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean, stdev

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from katatx.settings import Settings
from tests.learner_year import DAYS, READING, Learner, drills, read_again, review_daily

LATER = (0, 90, 365)
READINGS = (READING, 1.0)
Row = dict[str, float]


def live(asked: tuple[int, int, float]) -> Row:
    """One learner's year, reviewed and read."""
    seed, count, minutes = asked
    reviewer = Learner(seed, drills(count))
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        log = Log(SqliteStore(Path(folder)), Settings())
        year = review_daily(reviewer, log, minutes=minutes)
        automatic = sum(standing.automatic for standing in log.standings.all().values())
        log.close()
    firsts = [each for each in year.answers if each.after.ratings > each.before.ratings]
    right = [each.answer for each in firsts if each.answer.verdict == "right"]
    row = {
        "drills met": sum(trace.met > 0 for trace in reviewer.traces.values()),
        "automatic at the end": automatic,
        "fallen back in the year": sum(each.before.automatic and not each.after.automatic for each in firsts),
        "minutes a day of practice": mean(year.minutes.values()),
        "due a day of practice": mean(year.due.values()),
        "most due on a day": max(year.due.values()),
        "first answers a day": len(firsts) / DAYS,
        "of them missed": 1 - len(right) / len(firsts),
        "of them right, over target": sum(each.seconds > (each.target_seconds or 1e9) for each in right) / len(firsts),
    }
    row |= {f"review {later}": reviewer.knows(DAYS + later) for later in LATER}
    for factor in READINGS:
        reader = Learner(seed, drills(count))
        read_again(reader, year.minutes, factor)
        row |= {f"reading {factor} {later}": reader.knows(DAYS + later) for later in LATER}
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learners", type=int, default=4)
    parser.add_argument("--drills", type=int, default=120)
    parser.add_argument("--minutes", type=float, default=10.0)
    asked = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        rows = list(pool.map(live, [(seed, asked.drills, asked.minutes) for seed in range(asked.learners)]))
    print(f"{asked.learners} learners, {asked.drills} drills, up to {asked.minutes:g} minutes a day\n")
    for name in list(rows[0])[:9]:
        print(f"{name:32} {_middle(rows, name, 2)}")
    print(f"\n{'mean recall':40} {'day 365':>14} {'3 months later':>14} {'a year later':>14}")
    arms = [("review", "daily review")]
    arms += [(f"reading {factor}", f"reading again, {factor:g} as strengthening") for factor in READINGS]
    for arm, title in arms:
        print(f"{title:40} " + " ".join(f"{_middle(rows, f'{arm} {later}', 3):>14}" for later in LATER))


def _middle(rows: list[Row], name: str, places: int) -> str:
    values = [row[name] for row in rows]
    return f"{mean(values):.{places}f} ±{stdev(values) if len(values) > 1 else 0:.{places}f}"


if __name__ == "__main__":
    main()
