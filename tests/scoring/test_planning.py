"""What is asked next: what a plan keeps to, whatever is known."""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from scoring.planning import Drill, Known, plan
from scoring.schedule import Schedule
from scoring.skills import Learner, Skill
from scoring.work import Work, places_of

DAY = 739_000
# What a day may begin and what a drill is worth, written down a second time.
NEXT, NEW_LINES, GOES, SCORE = 24, 5, 10, 0.85
_FORGOTTEN, _MISSED, _OWN = 0.03, 0.3, 0.02
_CARRIES, _BEGINS, _SAME_SECTION = 0.25, 0.6, 0.6
LINES = tuple(f"{recipe}/{line}" for recipe in ("dot", "softmax", "mean", "dots") for line in "abc")


def drill(number: int, lines: Iterable[str] = (), each: float = 6.0, words: int = 8, section: str = "") -> Drill:
    work = Work(tuple((name, each) for name in lines), words=words, characters=3)
    return Drill(f"deck/{number:03}", section or f"section {number}", work)


def known_of(drills: list[Drill], learner: Learner | None = None) -> Known:
    """Return what is known where nothing was answered yet."""
    places = {name: len(found) for name, found in places_of((each.place, each.work) for each in drills).items()}
    return Known(learner or Learner(), {}, {}, places, Schedule(), DAY)


def practise(known: Known, drills: Iterable[Drill], ago: int, times: int = 1, right: bool = True) -> None:
    """Answers at some drills, the last of them so many days ago."""
    for days in range(ago + times - 1, ago - 1, -1):
        for each in drills:
            own = known.own.setdefault(each.place, Skill())
            own.take_in(True, each.place, DAY - days, known.schedule)
            for name, _ in each.work.lines:
                skill = known.skills.setdefault(name, Skill())
                skill.take_in(right, each.place, DAY - days, known.schedule)
                skill.take_pace(1.0)


def drawn(seed: int) -> tuple[list[Drill], Known, float]:
    """Drills of few lines and of many, some practised often, some long ago, some today, and minutes for some of them."""
    source = random.Random(seed)
    lines = source.sample(LINES, source.randint(1, len(LINES)))
    drills = [
        drill(
            number,
            source.sample(lines, min(len(lines), source.choice([0, 1, 1, 2, 3, 9]))),
            source.choice([1.0, 6.0, 30.0]),
            source.choice([0, 8, 40]),
            f"section {number // 4}",
        )
        for number in range(source.randint(0, 60))
    ]
    known = known_of(drills, Learner(usual=source.choice([None, 0.7, 2.0])))
    for ago in (60, 9, 1, 0):
        chosen = [each for each in drills if source.random() < 0.25]
        practise(known, chosen, ago, source.choice([1, 2, 12]), right=source.random() < 0.8)
    return drills, known, source.choice([0.5, 3.0, 10.0, 60.0])


scenes = st.integers(0, 2**32).map(drawn)


def worth(known: Known, goes: list[str], drill: Drill) -> float:
    """Return what a drill is worth for each second, after goes at some lines."""
    total = _OWN if known.is_new(drill.place) or known.is_own_due(drill.place) else 0.0
    for name, _ in drill.work.lines:
        skill, places = known.skills.get(name, Skill()), known.places[name]
        if goes.count(name) + skill.clean < 2 * GOES:
            here = (skill.goes_at(drill.place) < GOES) / 2
            elsewhere = max(0, places - skill.full_places(places)) / 2
            total += (here + elsewhere) / GOES / places * places ** (_CARRIES if name in known.skills else _BEGINS)
        if name in known.skills and name not in goes:
            recall = skill.recall(known.schedule, DAY)
            total += (recall < known.schedule.retention) * (
                _FORGOTTEN + known.schedule.retention - recall
            ) + _MISSED * max(0.0, SCORE - skill.score)
    return total / known.seconds(drill.work)


@given(scenes, st.booleans())
def test_each_drill_is_the_one_worth_most_of_all_that_may_come(
    scene: tuple[list[Drill], Known, float], all_fit: bool
) -> None:
    """By a loop over all of them, weighed anew each time."""
    drills, known, minutes = scene
    order = plan(drills, known, minutes, all_fit=all_fit)
    next_ones = [each for each in drills if known.is_new(each.place)][:NEXT]
    waiting = next_ones + [each for each in drills if not known.is_new(each.place) and comes_again(known, each)]
    left, lines_left, goes, section = 60 * minutes, NEW_LINES, list[str](), ""
    costs, due = costs_of(known, drills), due_of(known)

    def begun(each: Drill) -> int:
        return sum(name not in known.skills and name not in goes for name, _ in each.work.lines)

    def may_come(each: Drill) -> bool:
        if left <= 0 or ((section or all_fit) and known.seconds(each.work) > left):
            return False
        due_seconds = sum(costs.get(name, 0.0) for name in due)
        return not known.is_new(each.place) or (due_seconds <= left and begun(each) <= lines_left)

    def values() -> dict[str, float]:
        after = {each.place: _SAME_SECTION if each.section == section else 1.0 for each in waiting if may_come(each)}
        return {each.place: worth(known, goes, each) * after[each.place] for each in waiting if each.place in after}

    for place in order:
        if not any(values().values()):  # nothing else is left for the minutes
            lines_left = len(known.places)
        assert values()[place] >= max(values().values()) - 1e-12
        drill = next(each for each in waiting if each.place == place)
        waiting.remove(drill)
        left -= known.seconds(drill.work)
        lines_left -= begun(drill)
        goes += [name for name, _ in drill.work.lines]
        due -= set(goes)
        section = drill.section
    lines_left = len(known.places)
    assert not any(values().values())


def comes_again(known: Known, drill: Drill) -> bool:
    """Return whether a drill answered before may be asked: not today, and one of no lines only when it is due."""
    own = known.own[drill.place]
    return own.goes[drill.place].day < DAY and (
        bool(drill.work.lines) or own.recall(known.schedule, DAY) < known.schedule.retention
    )


def due_of(known: Known) -> set[str]:
    return {name for name, skill in known.skills.items() if skill.recall(known.schedule, DAY) < 0.9}


def costs_of(known: Known, drills: list[Drill]) -> dict[str, float]:
    """Return what it takes at the least to bring back each line, of those drills that may come again."""
    costs: dict[str, float] = {}
    for each in drills:
        if not known.is_new(each.place) and comes_again(known, each):
            for name, _ in each.work.lines:
                share = known.seconds(each.work) / len(each.work.lines)
                costs[name] = min(share, costs.get(name, share))
    return costs
