"""Convert standings to table rows and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date
from math import inf, isfinite
from typing import Any

from katatx.progress.database.rows import Columns
from katatx.progress.standing import Name, Standing, Whole
from scoring.schedule import Memory
from scoring.skills import Go, Learner, Miss, Skill
from scoring.work import Work

# In a row of works, in the place of the fingerprint of a deck that is there no more.
GONE = "gone"
# The row of the learner as a whole.
_WHOLE: Name = ("", "")
_COUNTS = ("attempts", "firsts", "firsts_right", "misses", "last_instant")
_PLAIN = ("told", "clean", "days", "first_day", "last_day", "score", "pace", "first_pace", "paced", "fell_back")
COLUMNS = (
    "deck", "drill", *_COUNTS, "wrong_turns", *_PLAIN, "stability", "difficulty", "automatic", "goes", "missed",
)  # fmt: skip
# Early enough for every due day to be a valid date.
_LAST_DAY = date(9000, 1, 1).toordinal()
_MOST = 2**31
_MOST_STABILITY = 1e6


def rows_of(whole: Whole) -> Iterator[Columns]:
    """Yield the columns of every row of the standings: the learner's, then those of practised skills, then
    of drills.
    """
    one = Skill(pace=whole.learner.usual, paced=whole.learner.paced)
    yield _row(*_WHOLE, one) | {"last_instant": whole.last_instant}
    for name, skill in whole.skills.items():
        if skill.told:
            yield _row("", name, skill)
    for (deck, drill), standing in whole.drills.items():
        counted = {name: getattr(standing, name) for name in _COUNTS}
        turns = json.dumps(standing.wrong_turns, sort_keys=True)
        yield _row(deck, drill, standing.own) | counted | {"wrong_turns": turns}


def whole_of(rows: Iterable[Any]) -> Whole:
    """Return the standings in rows that hold the values of `COLUMNS`.

    Raises ValueError or a similar error for invalid rows, which other programs may write on a server.
    """
    whole = Whole()
    for deck, drill, attempts, firsts, right, misses, instant, turns, *values in rows:
        skill = _skill(*values)
        if (deck, drill) == _WHOLE:
            whole.last_instant = instant
            whole.learner = Learner(skill.pace, skill.paced)
        elif not deck:
            whole.skills[drill] = skill
        else:
            taken = {str(turn): int(times) for turn, times in json.loads(turns).items()} if turns != "{}" else {}
            whole.drills[deck, drill] = Standing(attempts, firsts, right, misses, instant, taken, skill)
    return whole


def work_of(text: str) -> Work:
    """Return the work (recipe lines and sizes) in the JSON text of a row.

    Raises ValueError, TypeError or similar for invalid text.
    """
    lines, turns, steps, words, characters = json.loads(text)
    known = tuple((str(name), float(seconds)) for name, seconds in lines)
    if not all(0 <= seconds < inf for _, seconds in known):
        raise ValueError
    by_turn = {str(turn): str(name) for turn, name in turns.items()}
    return Work(known, by_turn, tuple(tuple(map(str, step)) for step in steps), int(words), int(characters))


def _row(deck: str, drill: str, skill: Skill) -> Columns:
    """Return the columns of a skill: a recipe line called `drill` if `deck` is "", else the own part of a drill.

    If both are "", it is the learner as a whole. The counts of answers (`_COUNTS`) are 0; the caller replaces those it
    knows.
    """
    memory, missed = skill.memory, skill.missed
    return {
        "deck": deck,
        "drill": drill,
        **dict.fromkeys(_COUNTS, 0),
        "wrong_turns": "{}",
        **{name: getattr(skill, name) for name in _PLAIN},
        "stability": None if memory is None else memory.stability,
        "difficulty": None if memory is None else memory.difficulty,
        "automatic": skill.automatic,
        "goes": json.dumps({place: [go.clean, go.day] for place, go in sorted(skill.goes.items())}),
        "missed": None if missed is None else json.dumps([missed.day, missed.place, missed.turn]),
    }


def _skill(
    told: int,
    clean: int,
    days: int,
    first_day: int | None,
    last_day: int | None,
    score: float,
    pace: float | None,
    first_pace: float | None,
    paced: int,
    fell_back: int | None,
    stability: float | None,
    difficulty: float | None,
    automatic: int,
    goes: str,
    missed: str | None,
) -> Skill:
    """Return the skill with these columns of a row.

    Raises ValueError if a value is out of range, or a similar error if it is invalid.
    """
    if not isfinite(score + (pace or 0.0) + (first_pace or 0.0) + (stability or 0.0) + (difficulty or 0.0)):
        raise ValueError
    if not all(0 <= count < _MOST for count in (told, clean, days, paced)) or score < 0:
        raise ValueError
    by_place = {str(place): Go(_count(clean), _day(day)) for place, (clean, day) in json.loads(goes).items()}
    memory, miss = None, None
    if stability is not None:
        if difficulty is None or last_day is None or not 0 < stability <= _MOST_STABILITY:
            raise ValueError
        memory = Memory(float(stability), float(difficulty), _day(last_day))
    if missed is not None:
        on, place, turn = json.loads(missed)
        miss = Miss(_day(on), str(place), str(turn))
    for day in (first_day, last_day, fell_back):
        if day is not None:
            _day(day)
    return Skill(
        told, clean, days, first_day, last_day, memory, score, pace, first_pace, paced, by_place, miss,
        bool(automatic), fell_back,
    )  # fmt: skip


def _count(count: int) -> int:
    """Return the count as an `int`. Raises ValueError unless it is from 0 to 2³¹ - 1."""
    if not 0 <= count < _MOST:
        raise ValueError
    return int(count)


def _day(ordinal: int) -> int:
    """Return the ordinal of a day as an `int`. Raises ValueError unless it is from 1 to that of 9000-01-01."""
    if not 0 < ordinal <= _LAST_DAY:
        raise ValueError
    return int(ordinal)
