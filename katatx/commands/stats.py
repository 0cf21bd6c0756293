"""`katatx stats`: print the learner's progress."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path
from typing import Any

from rich.text import Text

from katatx.commands.desk import opened_desk
from katatx.commands.drill import split_name
from katatx.commands.output import fields, print_json
from katatx.decks.parts import step_words
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import plain, quote
from katatx.sessions.desk import Desk
from katatx.show.progress import Progress
from katatx.show.report import DeckReport, DrillReport, Report, StepReport
from katatx.show.text import counted, in_width, line, plain_lines
from scoring.wording import capital

_NARROWEST, _WIDEST = 40, 100
# How many rows of a table are shown of all decks together.
_SHOWN = 12


def run(name: str | None, as_json: bool, home: Path) -> int:
    with opened_desk(home, to_read=True) as desk:
        width = min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)
        deck, drill = (None, None) if name is None else split_name(name)
        report = desk.report(deck)
        progress = Progress(report, desk.log, desk.decks)
        if name is None or (report.decks and drill is None):
            found = document(desk, report)
            lines = _overview(progress, found, name, width)
        elif report.decks:
            each = _drill_named(report, drill)
            found, lines = drill_document(desk, each), [_heading(name), line(), *progress.tell_drill(each)]
        else:
            found, lines = _of_steps(desk, name, width)
        print_json(found) if as_json else print(*plain_lines(in_width(lines, width)), sep="\n")
    return 0


def _drill_named(report: Report, name: str | None) -> DrillReport:
    found = {each.drill: each for each in report.drills}
    if name not in found:
        raise KatatxError(f"no drill of the deck is called {quote(name or '')}{nearest(name or '', found)}")
    return found[name]


def _of_steps(desk: Desk, name: str, width: int) -> tuple[Any, list[Text]]:
    """Return the document and the lines of the step called `name`, or of all steps of the recipe called so."""
    report = desk.report()
    progress, steps = Progress(report, desk.log, desk.decks), {each.name: each for each in report.steps}
    if step := steps.get(name):
        return step_document(desk, step), [_heading(f"{name}: {step_words(name)}"), line(), *progress.tell_step(step)]
    found = [each for each in report.steps if each.name.startswith(f"{name}/")]
    if not found:
        names = [*desk.decks, *dict.fromkeys(each.partition("/")[0] for each in steps), *steps]
        raise KatatxError(f"no deck or step is called {quote(name)}{nearest(name, names)}")
    automatic = f"{name}: {sum(each.state.automatic for each in found)} of {counted(len(found), 'step')} automatic."
    lines = [_heading(automatic), line(), *progress.steps(name).lines(width, names=True)]
    return [step_document(desk, each) for each in found], lines


def _overview(progress: Progress, found: dict[str, Any], deck: str | None, width: int) -> list[Text]:
    """Return the tables of steps and mistakes, all of one deck's, or the first rows of all decks' and the decks."""
    automatic = f"{found['automatic']} of {counted(len(found['steps']), 'step')} automatic"
    answers, questions = counted(found["attempts"], "answer"), counted(found["due"], "question")
    lines = [_heading(f"{answers}; {automatic}, {questions} today.")]
    for name in ("decks", "steps", "mistakes")[deck is not None :]:
        table = progress.table(name)
        shown = table if deck or name == "decks" else table._replace(rows=table.rows[:_SHOWN])
        lines += [line(), _heading(capital(name)), *shown.lines(width, names=True)]
    return lines


def _heading(text: str) -> Text:
    return line((plain(text, keep=""), "b"))


# ---- documents


def document(desk: Desk, report: Report) -> dict[str, Any]:
    """Return the JSON document of a report: its counts, steps, decks and practice days."""
    return {
        "attempts": report.attempts,
        "due": sum(deck.due for deck in report.decks),
        "automatic": sum(step.state.automatic for step in report.steps),
        "steps": [step_document(desk, step) for step in report.steps],
        "weakest": report.weakest and report.weakest.name,
        "decks": [_deck_document(desk, deck) for deck in report.decks],
        "day": report.day.isoformat(),
        "calendar": [
            {"day": each.day.isoformat(), **fields(each, "attempts", "right", "seconds")} for each in report.days
        ],
    }


def step_document(desk: Desk, step: StepReport) -> dict[str, Any]:
    """Return the JSON document of a step: its progress, days, due day and last miss; None where unknown."""
    known, miss = step.state, step.state.missed
    return {
        "step": step.name,
        "standing": step.word,
        "days": len(step.state.days),
        "drills": len(step.drills),
        "drills_right": step.places,
        "answers": known.told,
        "due": _due(desk, step.due_day),
        "missed": miss
        and {"day": date.fromordinal(miss.day).isoformat(), "drill": miss.place, "wrong_turn": miss.turn or None},
        "recall": step.recall,
        "right": known.right,
    }


def drill_document(desk: Desk, drill: DrillReport) -> dict[str, Any]:
    """Return the JSON document of a drill's standing: its answers, mistakes, due day and steps."""
    standing = drill.standing
    return {
        "id": drill.drill,
        "attempts": standing.attempts,
        "accuracy": standing.firsts_right / standing.firsts if standing.firsts else None,
        "due": _due(desk, drill.due_day),
        "wrong_turns": dict(sorted(standing.wrong_turns.items())),
        "standing": drill.word,
        "last_day": drill.last_day,
        "steps": [step.name for step in drill.steps],
    }


def _deck_document(desk: Desk, deck: DeckReport) -> dict[str, Any]:
    return {
        "deck": deck.name,
        "automatic": deck.counts[0],
        "drills": [drill_document(desk, drill) for drill in deck.drills],
        "steps": [step.name for step in deck.steps],
        **fields(deck, "due", "last_day", "kata_day"),
    }


def _due(desk: Desk, day: str | None) -> str | None:
    """Return the moment at which a due day, an ISO date, begins for the learner, in ISO format; None for None."""
    return None if day is None else desk.log.settings.beginning_of(date.fromisoformat(day)).isoformat()
