"""What is told after an answer: its time, and what it moved."""

from __future__ import annotations

from katatx.progress.records import Answered
from katatx.progress.standings import Moved
from scoring.skills import GOES

_SHOWN = 4


def time_and_goes(answer: Answered, moved: Moved) -> str:
    """Return how long an answer took against its target, and how far the lines it was worked by are at its drill: of
    each recipe the line with the fewest goes.
    """
    timed = "untouched, so not timed" if answer.untouched else f"{answer.seconds:.0f} s"
    target = "" if answer.target_seconds is None else f", target {answer.target_seconds:.0f} s"
    goes = _goes(answer, moved)
    return f"{timed}{target}{f'; {goes}' if goes else ''}"


def _goes(answer: Answered, moved: Moved) -> str:
    """Return the goes of each recipe, and which line was missed by the answer."""
    place, carry, fewest = f"{answer.deck}/{answer.drill}", moved.learner.carry, dict[str, int]()
    # A line that an earlier answer of the day missed is not told of again.
    turn = next(iter(answer.wrong_turns), "")
    misses = not answer.clean and bool(turn or answer.help)
    missed = None
    for name, skill in moved.skills.items():
        if not skill.told or place not in skill.goes:
            continue
        recipe = name.partition("/")[0].replace("_", " ")
        goes = min(GOES, int(skill.goes_at(place, carry)))
        fewest[recipe] = min(goes, fewest.get(recipe, goes))
        last = skill.missed
        if misses and last is not None and (last.place, last.day, last.turn) == (place, skill.last_day, turn):
            missed = name
    told = ", ".join(f"{recipe} {goes}" for recipe, goes in list(fewest.items())[:_SHOWN])
    more = " and more" if len(fewest) > _SHOWN else ""
    counted = f"{told}{more} of {GOES} goes" if told else ""
    return "; ".join(filter(None, [f"{missed.replace('_', ' ')} missed" if missed else "", counted]))
