"""`katatx class`: the progress of a class, for its teacher."""

from __future__ import annotations

import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from katatx.commands.shared.output import print_json
from katatx.decks.loading import load_library
from katatx.decks.works import works_of_all
from katatx.notation.quoting import plain
from katatx.progress.classes import LearnerRow, read_class
from katatx.progress.opening import open_store
from katatx.settings import load_settings
from katatx.show.text import columns, plain_lines

_STUCK_SHOWN, _TURNS_SHOWN, _NAMES_SHOWN = 3, 10, 4


def run(form: str, as_json: bool, home: Path) -> int:
    """Print the class as a table, as CSV or as JSON ("table", "csv" or "json"), without adding to the log."""
    settings = load_settings(home)
    works = works_of_all(load_library(home).decks)
    store = open_store(home, to_read=True, every_learner=True)
    try:
        learners = read_class(store, settings.day_of(settings.now()), works, settings.retention)
    finally:
        store.close()
    if as_json or form == "json":
        print_json(document(learners))
    elif form == "csv":
        _write_csv(learners)
    else:
        print("\n".join(class_lines(learners)))
    return 0


def document(learners: list[LearnerRow]) -> dict[str, Any]:
    """Return the JSON document of a class: each learner's steps and mistakes, and the mistakes of all, most widespread
    first.
    """
    return {
        "learners": [
            {
                "learner": each.learner,
                "automatic": each.automatic,
                "begun": len(each.steps),
                "last_day": each.last_day,
                "note": each.note,
                "steps": [
                    {**asdict(step), "recall": round(step.recall, 3), "stuck": step.is_stuck} for step in each.steps
                ],
                "wrong_turns": dict(sorted(each.turns.items())),
            }
            for each in learners
        ],
        "wrong_turns": [{"id": turn, "times": times, "learners": who} for turn, times, who in _turns(learners)],
    }


def class_lines(learners: list[LearnerRow]) -> list[str]:
    """Return the tables of a class as lines: a line per learner, the steps at which learners are stuck (five answers
    or more, few of them right), and the ten most widespread mistakes. Without learners, one line says so.
    """
    if not learners:
        return ["Nobody has practised yet."]
    heading = ("learner", "steps automatic", "steps started", "last day", "stuck at")
    rows = [
        (
            plain(each.learner, 30, keep=""),
            str(each.automatic),
            str(len(each.steps)),
            each.last_day or "",
            _stuck(each) if each.note is None else each.note,
        )
        for each in learners
    ]
    lines = _aligned([heading, *rows])
    stuck: dict[str, list[str]] = defaultdict(list)
    for each in learners:
        for step in each.stuck:
            stuck[step.step].append(each.learner)
    if stuck:
        most = sorted(stuck.items(), key=lambda item: (-len(item[1]), item[0]))
        table = [
            ("step", "stuck", "who"),
            *((plain(name, 40, keep=""), str(len(who)), _who(who)) for name, who in most),
        ]
        lines += ["", *_aligned(table)]
    turns = _turns(learners)[:_TURNS_SHOWN]
    if turns:
        table = [("mistake", "times", "learners")]
        table += [(plain(turn, 60, keep=""), str(times), str(who)) for turn, times, who in turns]
        lines += ["", *_aligned(table)]
    return lines


def _write_csv(learners: list[LearnerRow]) -> None:
    """Print a CSV table with a row per learner and a column per step with its standing, "" if never practised."""
    names = sorted({step.step for each in learners for step in each.steps})
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["learner", "automatic", "begun", "last_day", *(_cell(name) for name in names)])
    for each in learners:
        standing = {step.step: step.standing for step in each.steps}
        cells = (standing.get(name, "") for name in names)
        writer.writerow([_cell(each.learner), each.automatic, len(each.steps), each.last_day or "", *cells])


def _cell(name: str) -> str:
    """Return a name, cut to 63 characters, as a cell: after ' if a spreadsheet would take it for a formula."""
    shown = plain(name, 63, keep="")
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@")) else shown


def _turns(learners: list[LearnerRow]) -> list[tuple[str, int, int]]:
    """Return (mistake, times made, number of learners), most widespread first."""
    times: Counter[str] = Counter()
    who: Counter[str] = Counter()
    for each in learners:
        times.update(each.turns)
        who.update(each.turns.keys())
    return sorted(((turn, times[turn], who[turn]) for turn in times), key=lambda each: (-each[2], -each[1], each[0]))


def _stuck(learner: LearnerRow) -> str:
    """Return up to three steps at which a learner is stuck, as text, with a count of the others."""
    names = [plain(step.step, 40, keep="") for step in learner.stuck]
    more = f" and {len(names) - _STUCK_SHOWN} more" if len(names) > _STUCK_SHOWN else ""
    return ", ".join(names[:_STUCK_SHOWN]) + more


def _who(names: list[str]) -> str:
    """Return up to four names of learners as text, with a count of the others."""
    shown = ", ".join(plain(name, 30, keep="") for name in names[:_NAMES_SHOWN])
    return shown + (f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else "")


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    return plain_lines(columns("l" * len(rows[0]), rows))
