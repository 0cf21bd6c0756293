"""`katatx class`: the progress of a class, for its teacher."""

from __future__ import annotations

import csv
import sys
from collections import Counter, defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.text import Text

from katatx.commands.output import print_json
from katatx.decks.loading import load_library
from katatx.decks.works import works_of_all
from katatx.notation.quoting import plain
from katatx.progress.classes import LearnerRow, read_class
from katatx.progress.opening import open_store
from katatx.settings import load_settings
from katatx.show.text import columns, line, plain_lines

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
        print_json(_document(learners))
    elif form == "csv":
        _write_csv(learners)
    else:
        print("\n".join(plain_lines(_class_lines(learners))))
    return 0


def _document(learners: list[LearnerRow]) -> dict[str, Any]:
    """Return the JSON document of a class: each learner's steps and mistakes, and the mistakes of all."""
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


def _class_lines(learners: list[LearnerRow]) -> list[Text]:
    """Return a line per learner, the steps at which learners are stuck (five answers or more, few of them right), and
    the ten most widespread mistakes.
    """
    if not learners:
        return [line("Nobody has practised yet.")]
    rows = [
        (
            plain(each.learner, 30, keep=""), str(each.automatic), str(len(each.steps)), each.last_day or "",
            _some([step.step for step in each.stuck], _STUCK_SHOWN) if each.note is None else each.note,
        )
        for each in learners
    ]  # fmt: skip
    lines = columns("lllll", [("learner", "steps automatic", "steps started", "last day", "stuck at"), *rows])
    stuck: dict[str, list[str]] = defaultdict(list)
    for each in learners:
        for step in each.stuck:
            stuck[step.step].append(each.learner)
    most = sorted(stuck.items(), key=lambda item: (-len(item[1]), item[0]))
    steps = [(plain(name, 40, keep=""), str(len(who)), _some(who, _NAMES_SHOWN)) for name, who in most]
    turns = [(plain(turn, 60, keep=""), f"{times}", f"{who}") for turn, times, who in _turns(learners)[:_TURNS_SHOWN]]
    for heads, table in ((("step", "stuck", "who"), steps), (("mistake", "times", "learners"), turns)):
        lines += [line(), *columns("lll", [heads, *table])] if table else []
    return lines


def _write_csv(learners: list[LearnerRow]) -> None:
    """Print a CSV table with a row per learner and a column per step, "" if never practised."""
    names = sorted({step.step for each in learners for step in each.steps})
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["learner", "automatic", "begun", "last_day", *(_cell(name) for name in names)])
    for each in learners:
        standing = {step.step: step.standing for step in each.steps}
        cells = (standing.get(name, "") for name in names)
        writer.writerow([_cell(each.learner), each.automatic, len(each.steps), each.last_day or "", *cells])


def _cell(name: str) -> str:
    """Return a name as a cell: after ' if a spreadsheet would take it for a formula."""
    shown = plain(name, 63, keep="")
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@")) else shown


def _turns(learners: list[LearnerRow]) -> list[tuple[str, int, int]]:
    """Return (mistake, times made, number of learners), most widespread first."""
    who = Counter(turn for each in learners for turn in each.turns)
    times = Counter({turn: sum(each.turns.get(turn, 0) for each in learners) for turn in who})
    return sorted(((turn, times[turn], who[turn]) for turn in times), key=lambda each: (-each[2], -each[1], each[0]))


def _some(names: list[str], most: int) -> str:
    """Return the first of some names, and how many others there are."""
    shown = ", ".join(plain(name, 40, keep="") for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
