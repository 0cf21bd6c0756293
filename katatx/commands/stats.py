"""`katatx stats`: print the learner's progress."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from rich.text import Text

from katatx.commands.desk import opened_desk
from katatx.commands.drill import split_name
from katatx.commands.output import print_json, print_lines
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import plain, quote
from katatx.sessions.desk import Desk
from katatx.show.progress import Progress
from katatx.show.report import DeckReport, DrillReport, Report, StepReport
from katatx.show.text import ago, counted, line
from katatx.show.way import title_of

_NARROWEST, _WIDEST = 40, 100
_STEPS_SHOWN, _MISTAKES_SHOWN = 12, 8
# Makes the document of what is asked for, and makes the lines for a width.
_Told = tuple[Callable[[], Any], Callable[[int], list[Text]]]


def run(name: str | None, as_json: bool, home: Path) -> int:
    """Print the progress in all decks (`name` None), or in a deck, a drill, a step or the steps of a recipe.

    Returns the exit status 0. Raises KatatxError if there is nothing of that name or the settings cannot be read,
    LogError if the log cannot be used.
    """
    with opened_desk(home, to_read=True) as desk:
        document, lines = _told(desk, name)
        if as_json:
            print_json(document())
        else:
            width = min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)
            print_lines(lines(width), width)
    return 0


def _told(desk: Desk, name: str | None) -> _Told:
    deck, drill = (None, None) if name is None else split_name(name)
    report = desk.report(deck if deck in desk.decks else None)
    if name is not None and deck not in desk.decks:
        steps = steps_named(report, name)
        if steps:
            return _told_of_steps(desk, report, steps, name)
        report = desk.report(deck)
        if not report.decks:
            lines = [each.name for each in desk.report().steps]
            names = [*desk.decks, *dict.fromkeys(each.partition("/")[0] for each in lines), *lines]
            raise KatatxError(f"no deck or step is called {quote(name)}{nearest(name, names)}")
    progress = Progress(report, desk.log, desk.decks, deck)
    if drill is None:
        return partial(document, desk, report), partial(_overview if deck is None else _of_deck, progress)
    found = next((each for each in report.drills if each.drill == drill), None)
    if found is None:
        near = nearest(drill, [each.drill for each in report.drills])
        raise KatatxError(f"no drill of {deck} is called {quote(drill)}{near}")
    return partial(drill_document, desk, found), lambda width: [
        _heading(found.place), line(), *progress.tell_drill(found, width)
    ]  # fmt: skip


def steps_named(report: Report, name: str) -> list[StepReport]:
    """Return the step called `name`, or all steps of the recipe called so; [] if there is neither."""
    step = [each for each in report.steps if each.name == name]
    return step or [each for each in report.steps if each.name.partition("/")[0] == name]


def _told_of_steps(desk: Desk, report: Report, steps: list[StepReport], name: str) -> _Told:
    progress, step = Progress(report, desk.log, desk.decks), steps[0]
    if step.name == name:
        heading = _heading(f"{step.words} ({name})")
        return partial(step_document, desk, step), lambda width: [heading, line(), *progress.tell_step(step, width)]
    automatic = f"{name}: {sum(each.automatic for each in steps)} of {counted(len(steps), 'step')} automatic."
    return (
        lambda: [step_document(desk, each) for each in steps],
        lambda width: [_heading(automatic), line(), *progress.steps(steps).printed(width)],
    )


# ---- lines


def _overview(progress: Progress, width: int) -> list[Text]:
    """Return the decks, and if anything was practised the steps nearest to automatic, the mistakes and the weeks."""
    report, decks = progress.report, progress.on_decks().printed(width)
    if not report.attempts:
        return [*decks, line(), line("Nothing practised yet.")]
    answers = f"{counted(report.attempts, 'answer')}; {report.automatic} of {len(report.steps)} steps automatic."
    begun = [each for each in progress.nearest if each.word == "learning"]
    more = len(begun) - _STEPS_SHOWN
    nearest_steps = progress.steps(begun[:_STEPS_SHOWN]).printed(width)
    return [
        *decks,
        *_section(answers, []),
        *_section("Nearest to automatic", nearest_steps),
        *([line((f"and {more} more; katatx stats DECK shows all of a deck", "dim"))] if more > 0 else []),
        *_weakest(report),
        *_mistakes(progress, width),
        *_section("The last ten weeks", progress.weeks(10)),
    ]


def _of_deck(progress: Progress, width: int) -> list[Text]:
    """Return the steps, drills and mistakes of the report's deck."""
    (deck,) = progress.report.decks
    title = title_of(progress.decks[deck.name]) if deck.name in progress.decks else deck.title
    kata = f"; kata right and in time {ago(deck.kata_day, progress.report.day)}" if deck.kata_day else ""
    steps = f"{deck.automatic} of {counted(len(deck.steps), 'step')} automatic, {counted(deck.due, 'question')} today"
    return [
        _heading(title),
        line(f"{steps}{kata}."),
        *_section("Steps", progress.table("steps").printed(width)),
        *_section("Drills", progress.drills().printed(width)),
        *_mistakes(progress, width),
    ]


def _mistakes(progress: Progress, width: int) -> list[Text]:
    table = progress.mistakes()
    shown = table._replace(rows=table.rows[:_MISTAKES_SHOWN]).printed(width)
    return _section("Mistakes made most", shown) if shown else []


def _weakest(report: Report) -> list[Text]:
    weakest = report.weakest
    if weakest is None or weakest.state.missed is None:
        return []
    when = ago(date.fromordinal(weakest.state.missed.day), report.day)
    return _section(f"Weakest step of the week: {weakest.words}, missed {when}", [
        line(f"katatx review --focus {weakest.name} practises it.")
    ])  # fmt: skip


def _section(title: str, lines: Sequence[Text]) -> list[Text]:
    return [line(), _heading(title), *lines]


def _heading(text: str) -> Text:
    return line((plain(text, keep=""), "b"))


# ---- documents


def document(desk: Desk, report: Report) -> dict[str, Any]:
    """Return the JSON document of a report: its counts, steps, decks and practice days."""
    weakest = report.weakest
    return {
        "attempts": report.attempts,
        "due": report.due,
        "automatic": report.automatic,
        "steps": [step_document(desk, step) for step in report.steps],
        "weakest": None if weakest is None else weakest.name,
        "decks": [_deck_document(desk, deck) for deck in report.decks],
        "day": report.day.isoformat(),
        "calendar": [
            {"day": each.day.isoformat(), "attempts": each.attempts, "right": each.right, "seconds": each.seconds}
            for each in report.days
        ],
    }


def step_document(desk: Desk, step: StepReport) -> dict[str, Any]:
    """Return the JSON document of a step: its progress, days, pace, due day and last miss; None where unknown."""
    known, miss = step.state, step.state.missed
    return {
        "step": step.name,
        "standing": step.word,
        "days": step.days,
        "drills": len(step.drills),
        "drills_right": step.places,
        "answers": known.told,
        "right": known.right,
        "recall": step.recall,
        "due": _due(desk, step.due_day),
        "pace": known.pace,
        "stability_days": None if known.memory is None else known.memory.stability,
        "missed": None
        if miss is None
        else {"day": date.fromordinal(miss.day).isoformat(), "drill": miss.place, "wrong_turn": miss.turn or None},
    }


def drill_document(desk: Desk, drill: DrillReport) -> dict[str, Any]:
    """Return the JSON document of a drill's standing: its answers, mistakes, due day and steps."""
    standing = drill.standing
    return {
        "id": drill.drill,
        "attempts": standing.attempts,
        "accuracy": standing.firsts_right / standing.firsts if standing.firsts else None,
        "automatic": drill.automatic,
        "due": _due(desk, drill.due_day),
        "wrong_turns": dict(sorted(standing.wrong_turns.items())),
        "standing": drill.word,
        "last_day": drill.last_day,
        "in_deck": drill.in_deck,
        "steps": [step.name for step in drill.steps],
    }


def _deck_document(desk: Desk, deck: DeckReport) -> dict[str, Any]:
    """Return the JSON document of a deck's progress: its counts, its drills, and the names of its steps."""
    return {
        "deck": deck.name,
        "due": deck.due,
        "automatic": deck.automatic,
        "drills": [drill_document(desk, drill) for drill in deck.drills],
        "title": deck.title,
        "begun": deck.begun,
        "last_day": deck.last_day,
        "steps": [step.name for step in deck.steps],
        "kata_day": deck.kata_day,
    }


def _due(desk: Desk, day: str | None) -> str | None:
    """Return the moment at which a due day, an ISO date, begins for the learner, in ISO format; None for None."""
    return None if day is None else desk.log.settings.beginning_of(date.fromisoformat(day)).isoformat()
