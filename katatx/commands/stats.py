"""`katatx stats`: print the learner's progress."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from katatx.commands.drill import split_name
from katatx.commands.shared.desk import opened_desk
from katatx.commands.shared.output import print_json
from katatx.commands.shared.terminal import is_dumb
from katatx.decks.loading import no_such_message
from katatx.errors import KatatxError
from katatx.pictures.parts import Line, Span
from katatx.sessions.desk import Desk
from katatx.views.stats.report import DeckReport, DrillReport, Report, StepReport

_NARROWEST, _WIDEST = 40, 100
# Codes of the sixteen colours of the terminal's palette.
_COLOURS = {"head": "1", "strong": "1", "faint": "2", "bar": "36", "right": "34", "wrong": "33", "target": "33"}


def run(name: str | None, as_json: bool, home: Path) -> int:
    """Print the progress in all decks (`name` None), or in a deck, a drill or a step; return the exit status 0.

    A recipe's name prints all its steps. Raises KatatxError if there is nothing of that name or the settings
    cannot be read, LogError if the log cannot be used.
    """
    with opened_desk(home, to_read=True) as desk:
        deck, drill = (None, None) if name is None else split_name(name)
        if name is not None and deck not in desk.decks:
            steps = steps_named(desk.report(), name)
            if steps:
                _show_steps(desk, name, steps, as_json)
                return 0
        report = desk.report(deck)
        if name is not None and not report.decks:
            lines = [each.name for each in desk.report().steps]
            recipes = dict.fromkeys(each.partition("/")[0] for each in lines)
            raise KatatxError(no_such_message(name, "deck or step", [*desk.decks, *recipes, *lines]))
        found = None if drill is None else _find(report.decks[0], drill)
        if as_json:
            print_json(document(desk, report) if found is None else drill_document(desk, found))
        else:
            _print(_lines(desk, report, deck, found))
    return 0


def steps_named(report: Report, name: str) -> list[StepReport]:
    """Return the step called `name`, or all steps of the recipe called so; [] if there is neither."""
    step = [each for each in report.steps if each.name == name]
    return step or [each for each in report.steps if each.name.partition("/")[0] == name]


def _show_steps(desk: Desk, name: str, steps: list[StepReport], as_json: bool) -> None:
    """Print `steps`, which are the step called `name` or those of the recipe with that name; as JSON if `as_json`."""
    is_recipe = steps[0].name != name
    if as_json:
        print_json([step_document(desk, each) for each in steps] if is_recipe else step_document(desk, steps[0]))
        return
    from katatx.views.stats.lines import recipe_stats_lines, step_stats_lines

    width = _width()
    if is_recipe:
        _print(recipe_stats_lines(name, steps, width))
    else:
        step = steps[0]
        _print(step_stats_lines(step, desk.report(), desk.attempts_of(step), desk.decks, width))


def document(desk: Desk, report: Report) -> dict[str, Any]:
    """Return the JSON document of a report: its counts, steps, decks, forecast and practice days."""
    weakest = report.weakest
    return {
        "attempts": report.attempts,
        "due": report.due,
        "automatic": report.automatic,
        "steps": [step_document(desk, step) for step in report.steps],
        "weakest": None if weakest is None else weakest.name,
        "decks": [_deck_document(desk, deck) for deck in report.decks],
        "day": report.day.isoformat(),
        "forecast": [{"day": day.isoformat(), "due": count} for day, count in report.forecast],
        "calendar": [
            {"day": each.day.isoformat(), "attempts": each.attempts, "right": each.right, "seconds": each.seconds}
            for each in report.days
        ],
    }


def step_document(desk: Desk, step: StepReport) -> dict[str, Any]:
    """Return the JSON document of a step: its standing, days, pace, due day and last miss; None where unknown."""
    known, miss = step.state, step.missed
    return {
        "step": step.name,
        "standing": step.word,
        "days": step.days,
        "drills": len(step.drills),
        "drills_right": step.places,
        "answers": 0 if known is None else known.told,
        "right": 0 if known is None else known.right,
        "recall": step.recall,
        "due": _due(desk, step.due_day),
        "pace": None if known is None else known.pace,
        "stability_days": None if known is None or known.memory is None else known.memory.stability,
        "missed": None
        if miss is None
        else {"day": _day(miss.day), "drill": miss.place, "wrong_turn": miss.turn or None},
    }


def drill_document(desk: Desk, drill: DrillReport) -> dict[str, Any]:
    """Return the JSON document of a drill's standing: its answers, mistakes, due day, what it lacks, and its steps."""
    standing = drill.standing
    return {
        "id": drill.drill,
        "attempts": standing.attempts,
        "accuracy": drill.accuracy,
        "automatic": drill.automatic,
        "due": _due(desk, drill.due_day),
        "wrong_turns": dict(sorted(standing.wrong_turns.items())),
        "missing": drill.sentence,
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


def _day(ordinal: int | None) -> str | None:
    """Return the ISO date of an ordinal; None for None."""
    return None if ordinal is None else date.fromordinal(ordinal).isoformat()


def _due(desk: Desk, day: str | None) -> str | None:
    """Return the moment at which a due day, an ISO date, begins for the learner, in ISO format; None for None."""
    return None if day is None else desk.log.settings.beginning_of(date.fromisoformat(day)).isoformat()


def _find(deck: DeckReport, name: str) -> DrillReport:
    """Return a deck's drill by its id. Raises KatatxError if there is none."""
    for drill in deck.drills:
        if drill.drill == name:
            return drill
    raise KatatxError(no_such_message(name, f"drill of {deck.name}", [drill.drill for drill in deck.drills]))


def _lines(desk: Desk, report: Report, deck: str | None, drill: DrillReport | None) -> list[Line]:
    """Return the lines to print: on `drill` if it is given, else on the first deck of the report; on all its decks if
    `deck` is None.
    """
    from katatx.views.stats.lines import deck_stats_lines, drill_stats_lines, stats_lines

    width = _width()
    if drill is not None:
        return drill_stats_lines(drill, desk.log.attempts_at(drill.deck, drill.drill), desk.decks, width)
    if deck is None:
        return stats_lines(report, desk.decks, width)
    return deck_stats_lines(report, report.decks[0], desk.decks, width)


def _width() -> int:
    """Return the width for output: the terminal's, from 40 to 100 columns."""
    return min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)


def _print(lines: Iterable[Line]) -> None:
    """Print lines, in colour if the terminal supports it."""
    coloured = is_coloured()
    print("\n".join("".join(_span(span, coloured) for span in line).rstrip() for line in lines))


def is_coloured() -> bool:
    """Return whether to print colours: stdout is a terminal that has them, and NO_COLOR is not set (see
    no-color.org).
    """
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR") and not is_dumb()


def _span(span: Span, coloured: bool) -> str:
    """Return a span's text, with a colour code if `coloured`."""
    code = _COLOURS.get(span.role)
    return f"\x1b[{code}m{span.text}\x1b[0m" if coloured and code and span.text.strip() else span.text
