"""`katatx stats`: how a learner stands."""

from __future__ import annotations

import gc
import shutil
from pathlib import Path
from typing import Any

from katatx.commands.desk import opened_desk
from katatx.commands.drill import split_name
from katatx.commands.output import narrate, print_json
from katatx.decks.loading import no_such
from katatx.errors import KatatxError
from katatx.practice.desk import Desk
from katatx.practice.report import DeckReport, DrillReport, Report

_NARROWEST, _WIDEST = 40, 100


def run(name: str | None, as_json: bool, rebuild: bool, home: Path) -> int:
    """Print the standing of all decks, of one, or of one drill; first derive it anew where asked."""
    # What is loaded stays until it is printed: there is no garbage to look for among it.
    gc.disable()
    with opened_desk(home, to_read=not rebuild) as desk:
        if rebuild:
            count = desk.log.rebuild()
            narrate(f"derived anew from {count} {'answer' if count == 1 else 'answers'}")
        deck, drill = (None, None) if name is None else split_name(name)
        report = desk.report(deck)
        if deck is not None and not report.decks:
            raise KatatxError(no_such(deck, "deck", list(desk.decks)))
        found = None if drill is None else _find(report.decks[0], drill)
        if as_json:
            print_json(document(desk, report) if found is None else drill_document(desk, found))
        else:
            print("\n".join(_lines(desk, report, deck, found)))
    return 0


def document(desk: Desk, report: Report) -> dict[str, Any]:
    """The report as one JSON object."""
    return {
        "attempts": report.attempts,
        "cold": report.cold,
        "due": report.due,
        "decks": [_deck_document(desk, deck) for deck in report.decks],
        "day": report.day.isoformat(),
        "forecast": [{"day": day.isoformat(), "due": count} for day, count in report.forecast],
        "calendar": [
            {"day": each.day.isoformat(), "attempts": each.attempts, "right": each.right, "seconds": each.seconds}
            for each in report.days
        ],
    }


def drill_document(desk: Desk, drill: DrillReport) -> dict[str, Any]:
    """One drill's standing as JSON."""
    standing, rule, estimate = drill.standing, drill.standing.automaticity, drill.estimate
    return {
        "id": drill.drill,
        "attempts": standing.attempts,
        "cold": standing.cold,
        "accuracy": drill.accuracy,
        "automatic": standing.automatic,
        "unmet": [str(condition) for condition in rule.unmet],
        "due": _due(desk, drill),
        "stability_days": standing.stability,
        "target_seconds": rule.target,
        "median_seconds": rule.median_seconds,
        "wrong_turns": dict(standing.wrong_turns),
        "spread": rule.spread,
        "missing": drill.sentence if standing.last_day is None else rule.sentence,
        "standing": drill.word,
        "fell_back": standing.fell_back,
        "last_day": standing.last_day,
        "in_deck": drill.in_deck,
        "times": [
            {"day": each.day, "seconds": each.seconds, "target": each.target, "right": each.clean}
            for each in standing.recent
        ],
        "days_to_automatic": None
        if estimate is None
        else {"low": estimate.low, "middle": estimate.middle, "high": estimate.high},
    }


def _deck_document(desk: Desk, deck: DeckReport) -> dict[str, Any]:
    estimate = deck.estimate
    return {
        "deck": deck.name,
        "due": deck.due,
        "automatic": deck.automatic,
        "drills": [drill_document(desk, drill) for drill in deck.drills],
        "title": deck.title,
        "begun": deck.begun,
        "last_day": deck.last_day,
        "days_to_automatic": None
        if estimate is None
        else {"low": estimate.low, "middle": estimate.middle, "high": estimate.high},
    }


def _due(desk: Desk, drill: DrillReport) -> str | None:
    """The moment from which a drill is due: when its day begins for the learner."""
    day = drill.standing.due_day
    return None if day is None else desk.beginning_of(day).isoformat()


def _find(deck: DeckReport, name: str) -> DrillReport:
    for drill in deck.drills:
        if drill.drill == name:
            return drill
    raise KatatxError(no_such(name, f"drill of {deck.name}", [drill.drill for drill in deck.drills]))


def _lines(desk: Desk, report: Report, deck: str | None, drill: DrillReport | None) -> list[str]:
    from katatx.practice.stats_lines import deck_stats_lines, drill_stats_lines, stats_lines

    width = min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)
    if drill is not None:
        return drill_stats_lines(drill, desk.log.attempts_at(drill.deck, drill.drill), width)
    return stats_lines(report, width) if deck is None else deck_stats_lines(report, report.decks[0], width)
