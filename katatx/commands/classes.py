"""`katatx class`: the progress of a class, for its teacher."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from katatx.commands.output import fields, print_json
from katatx.decks.loading import load_library
from katatx.decks.works import works_of_all
from katatx.notation.quoting import plain
from katatx.progress.classes import LearnerRow, read_class
from katatx.progress.opening import open_store
from katatx.settings import load_settings
from katatx.show.text import columns, plain_lines

_MOST_SHOWN, _NAMES_SHOWN = 10, 4


def run(as_json: bool, home: Path) -> int:
    works = works_of_all(load_library(home).decks)
    store = open_store(home, to_read=True, every_learner=True)
    try:
        learners = read_class(store, works, load_settings(home).retention)
    finally:
        store.close()
    print_json(_document(learners)) if as_json else _print_tables(learners)
    return 0


def _document(learners: list[LearnerRow]) -> dict[str, Any]:
    def steps(each: LearnerRow) -> list[dict[str, Any]]:
        return [
            {
                "step": name,
                "standing": step.standing,
                "days": len(step.days),
                "answers": step.told,
                "right": step.right,
                "stuck": name in each.stuck,
            }
            for name, step in sorted(each.whole.steps.items())
        ]

    return {
        "learners": [
            {
                **fields(each, "learner", "automatic", "last_day", "note"),
                "begun": len(each.whole.steps),
                "steps": steps(each),
                "wrong_turns": dict(sorted(each.turns.items())),
            }
            for each in learners
        ],
        "wrong_turns": [{"id": turn, "times": times, "learners": who} for turn, times, who in _turns(learners)],
    }


def _print_tables(learners: list[LearnerRow]) -> None:
    """Print a line per learner, the steps at which most are stuck, and the most widespread mistakes."""
    stuck: dict[str, list[str]] = defaultdict(list)
    for each in learners:
        for step in each.stuck:
            stuck[step].append(each.learner)
    rows = [
        (each.learner, each.automatic, len(each.whole.steps), each.last_day or "", each.note or _some(each.stuck))
        for each in learners
    ]
    most = sorted(stuck.items(), key=lambda item: (-len(item[1]), item[0]))
    steps = [(name, len(who), _some(who)) for name, who in most]
    for heads, table in (
        (("learner", "steps automatic", "steps started", "last day", "stuck at"), rows),
        (("step", "stuck", "who"), steps),
        (("mistake", "times", "learners"), _turns(learners)[:_MOST_SHOWN]),
    ):
        if table:
            cells = [tuple(plain(str(each), 60, keep="") for each in row) for row in (heads, *table)]
            print(*plain_lines(columns("l" * len(heads), cells)), "", sep="\n")
    if not learners:
        print("Nobody has practised yet.")


def _turns(learners: list[LearnerRow]) -> list[tuple[str, int, int]]:
    """Return (mistake, times made, number of learners), most widespread first."""
    who = Counter(turn for each in learners for turn in each.turns)
    times = Counter({turn: sum(each.turns.get(turn, 0) for each in learners) for turn in who})
    return sorted(((turn, times[turn], who[turn]) for turn in times), key=lambda each: (-each[2], -each[1], each[0]))


def _some(names: list[str]) -> str:
    return ", ".join(names[:_NAMES_SHOWN]) + (", …" if len(names) > _NAMES_SHOWN else "")
