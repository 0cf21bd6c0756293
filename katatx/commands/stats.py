"""`katatx stats`: how a learner stands."""

from __future__ import annotations

import gc
import shutil
from datetime import date
from pathlib import Path
from typing import Any

from katatx.commands.desk import opened_desk
from katatx.commands.drill import split_name
from katatx.commands.output import narrate, print_json
from katatx.decks.loading import no_such
from katatx.errors import KatatxError
from katatx.practice.desk import Desk
from katatx.practice.report import DeckReport, DrillReport, Report, SkillReport

_NARROWEST, _WIDEST = 40, 100


def run(name: str | None, as_json: bool, rebuild: bool, home: Path) -> int:
    """Print the standing of all decks, of one, of one drill or of one skill; first derive it anew where asked."""
    # What is loaded stays until it is printed: there is no garbage to look for among it.
    gc.disable()
    with opened_desk(home, to_read=not rebuild) as desk:
        if rebuild:
            from katatx.practice.knowing import know_decks

            know_decks(desk.decks, desk.log, all_of_them=True)
            count = desk.log.rebuild()
            narrate(f"derived anew from {count} {'answer' if count == 1 else 'answers'}")
        deck, drill = (None, None) if name is None else split_name(name)
        skill = _find_skill(desk, name) if drill is not None and deck not in desk.decks else None
        if skill is not None:
            print_json(skill_document(desk, skill)) if as_json else print("\n".join(_skill_lines(skill)))
            return 0
        report = desk.report(deck)
        if deck is not None and not report.decks:
            raise KatatxError(no_such(deck, "deck", list(desk.decks)))
        found = None if drill is None else _find(report.decks[0], drill)
        if as_json:
            print_json(document(desk, report) if found is None else drill_document(desk, found))
        else:
            print("\n".join(_lines(desk, report, deck, found)))
    return 0


def _find_skill(desk: Desk, name: str | None) -> SkillReport | None:
    return next((each for each in desk.report().skills if each.name == name), None)


def document(desk: Desk, report: Report) -> dict[str, Any]:
    """The report as one JSON object."""
    weakest = report.weakest
    return {
        "attempts": report.attempts,
        "due": report.due,
        "automatic": report.automatic,
        "skills": [skill_document(desk, skill) for skill in report.skills],
        "weakest": None if weakest is None else weakest.name,
        "decks": [_deck_document(desk, deck) for deck in report.decks],
        "day": report.day.isoformat(),
        "forecast": [{"day": day.isoformat(), "due": count} for day, count in report.forecast],
        "calendar": [
            {"day": each.day.isoformat(), "attempts": each.attempts, "right": each.right, "seconds": each.seconds}
            for each in report.days
        ],
    }


def skill_document(desk: Desk, skill: SkillReport) -> dict[str, Any]:
    """A skill's standing as JSON."""
    known, miss = skill.skill, skill.missed
    return {
        "skill": skill.name,
        "standing": skill.word,
        "automatic": skill.automatic,
        "goes": round(skill.goes, 2),
        "drills": len(skill.drills),
        "full": skill.full,
        "score": None if known is None else known.score,
        "recall": skill.recall,
        "due": _due(desk, skill.due_day),
        "pace": None if known is None else known.pace,
        "days": 0 if known is None else known.days,
        "stability_days": None if known is None or known.memory is None else known.memory.stability,
        "fell_back": None
        if known is None or known.fell_back is None
        else date.fromordinal(known.fell_back).isoformat(),
        "missed": None
        if miss is None
        else {"day": _day(miss.day), "drill": miss.place, "wrong_turn": miss.turn or None},
    }


def drill_document(desk: Desk, drill: DrillReport) -> dict[str, Any]:
    """One drill's standing as JSON."""
    standing = drill.standing
    return {
        "id": drill.drill,
        "attempts": standing.attempts,
        "accuracy": drill.accuracy,
        "automatic": drill.automatic,
        "due": _due(desk, drill.due_day),
        "wrong_turns": _sorted(standing.wrong_turns),
        "missing": drill.sentence,
        "standing": drill.word,
        "last_day": drill.last_day,
        "in_deck": drill.in_deck,
        "skills": [skill.name for skill in drill.skills],
    }


def _deck_document(desk: Desk, deck: DeckReport) -> dict[str, Any]:
    return {
        "deck": deck.name,
        "due": deck.due,
        "automatic": deck.automatic,
        "drills": [drill_document(desk, drill) for drill in deck.drills],
        "title": deck.title,
        "begun": deck.begun,
        "last_day": deck.last_day,
        "skills": [skill.name for skill in deck.skills],
        "kata_day": deck.kata_day,
    }


def _day(ordinal: int | None) -> str | None:
    return None if ordinal is None else date.fromordinal(ordinal).isoformat()


def _sorted(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _due(desk: Desk, day: str | None) -> str | None:
    """The moment from which something is due: when its day begins for the learner."""
    return None if day is None else desk.beginning_of(day).isoformat()


def _find(deck: DeckReport, name: str) -> DrillReport:
    for drill in deck.drills:
        if drill.drill == name:
            return drill
    raise KatatxError(no_such(name, f"drill of {deck.name}", [drill.drill for drill in deck.drills]))


def _skill_lines(skill: SkillReport) -> list[str]:
    from katatx.practice.stats_lines import skill_stats_lines

    return skill_stats_lines(skill)


def _lines(desk: Desk, report: Report, deck: str | None, drill: DrillReport | None) -> list[str]:
    from katatx.practice.stats_lines import deck_stats_lines, drill_stats_lines, stats_lines

    width = min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)
    if drill is not None:
        return drill_stats_lines(drill, desk.log.attempts_at(drill.deck, drill.drill), width)
    return stats_lines(report, width) if deck is None else deck_stats_lines(report, report.decks[0], width)
