"""The report, the streak and the minutes of a day against a count of the same answers by other means."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain
from random import Random

import fsrs
import pytest

from katatx.progress.whole import PracticeDay
from katatx.settings import Settings
from katatx.show.report import make_report
from scoring.days import in_a_row, minutes_of
from tests.practice.small_decks import know_decks, record, small_deck, worked_deck

# What each drill is worked by, as a person reads it off the recipes: the lines in order, and which lines stand in each
# step of the working.
STEPS = {
    "one/a": [["softmax/raise"], ["softmax/total"], ["softmax/divide"]],
    "one/b": [["dot/products", "dot/sum"]],
    "one/c": [["scale/root"], ["scale/divide"]],
    "two/f": [["softmax/raise"], ["softmax/total"], ["softmax/divide"]],
    "two/g": [["arithmetic/multiply"]],
    "new/k": [["arithmetic/multiply"]],
    "gone/x": [],
}
LINES = {name: [line for step in steps for line in step] for name, steps in STEPS.items()}
# A known mistake at each, and the line on which it is made.
TURNS = {
    "one/a": ("softmax/raw-total", "softmax/total"),
    "one/b": ("dot/left-in-pieces", "dot/sum"),
    "one/c": ("scale/width-for-root", "scale/root"),
    "two/f": ("softmax/not-divided", "softmax/divide"),
    "two/g": ("nobody/knows", None),
    "gone/x": ("nobody/knows", None),
}
PLACES = {
    line: [name for name, lines in LINES.items() if line in lines] for line in {*chain(*LINES.values())}
}  # fmt: skip
VERDICTS = ["right"] * 5 + ["carried", "wrong-turn", "wrong-turn", "slip", "wrong", "coarse", "unread"]
RIGHT, COSTS_NOTHING = {"right", "carried"}, {"coarse", "unread"}


@pytest.fixture
def decks(tmp_path):
    folder = tmp_path / "decks"
    return {
        "one": worked_deck(folder, "one", {"a": "softmax([a, 4])", "b": "dot([a, 2], [3, 1])", "c": "scale(a, 4)"}),
        "two": worked_deck(folder, "two", {"f": "softmax([a, 2])", "g": "a·7"}),
        "new": small_deck(folder, "new", {"N": "k"}),
    }


@pytest.fixture
def known(decks, open_log):
    """A log that knows the decks, and nothing else."""
    log = open_log()
    know_decks(decks, log)
    return log


@pytest.fixture
def practised(known, clock):
    """A log of three weeks, and every graded answer in it as (day, name, verdict, help, turn, seconds)."""
    source, told = Random(0), []
    for _ in range(40):
        clock.move(hours=source.choice([0, 0.1, 3, 9, 15]))
        name, verdict = source.choice(list(TURNS)), source.choice(VERDICTS)
        turn = TURNS[name][0] if verdict == "wrong-turn" else ""
        helped, seconds = source.choice([0, 0, 0, 0, 1]), source.choice([3.0, 12.345, 40.0])
        record(known, clock, name, verdict, help=helped, wrong_turns=(turn,) if turn else (), seconds=seconds)
        if verdict not in COSTS_NOTHING:
            told.append(((clock.now - timedelta(hours=4)).date(), name, verdict, helped, turn, seconds))
    return known, told, (clock.now - timedelta(hours=4)).date()


def says(name: str, verdict: str, helped: int, turn: str) -> tuple[list[str], list[str]]:
    """The steps that an answer shows known, and those that it shows missed; a drill without lines is its own step."""
    lines = LINES[name] or [name]
    if helped:
        return [], list(chain(*STEPS[name][:helped])) or [name]
    if verdict in RIGHT:
        return lines, []
    line = TURNS[name][1] if turn else None
    if verdict == "slip" or line is None:
        return [], lines if len(lines) == 1 and verdict != "slip" else []
    return LINES[name][: LINES[name].index(line)], [line]


def counted(told) -> dict[str, list[tuple[date, str, bool, str]]]:
    """By step: the day, the place, whether known, and the wrong turn of each answer that tells of it: the day's first
    at a place.
    """
    found, seen = defaultdict(list), set()
    for day, name, verdict, helped, turn, _ in told:
        if (name, day) not in seen:
            seen.add((name, day))
            known, missed = says(name, verdict, helped, turn)
            for step in known + missed:
                found[step].append((day, name, step in known, "" if step in known else turn))
    return found


def recall(answers, day: date) -> float:
    """Return how likely it is still known, by the package of FSRS itself: of each day the first answer counts."""
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card, rated = fsrs.Card(), set()
    for on, _, was_known, _ in answers:
        if on not in rated:
            rated.add(on)
            rating = fsrs.Rating.Good if was_known else fsrs.Rating.Again
            card, _ = scheduler.review_card(card, rating, datetime.combine(on, time(12), UTC))
    return scheduler.get_card_retrievability(card, datetime.combine(day, time(12), UTC))


def first_due(answers) -> date:
    day = answers[-1][0]
    while recall(answers, day) >= 0.9:
        day += timedelta(days=1)
    return day


def test_every_number_of_the_report_is_that_of_a_count_by_hand(decks, practised) -> None:
    log, told, today = practised
    check_drills(decks, log, told, today)
    check_steps(decks, log, told, today)


def check_drills(decks, log, told, today: date) -> None:
    report = make_report(decks, log, today)
    assert [deck.name for deck in report.decks] == ["one", "two", "new"]
    for deck in report.decks:
        for drill in deck.drills:
            name = f"{drill.deck}/{drill.drill}"
            mine = [each for each in told if each[1] == name]
            assert drill.standing.attempts == len(mine)
            assert drill.practised == bool(mine)
            assert drill.standing.wrong_turns == dict(Counter(each[4] for each in mine if each[4]))
            assert drill.last_day == (max(each[0] for each in mine).isoformat() if mine else None)
            assert [step.name for step in drill.steps] == LINES[name]
            firsts = list({each[0]: each for each in reversed(mine)}.values())
            clean = sum(each[2] in RIGHT and not each[3] for each in firsts)
            assert (drill.standing.firsts_right, drill.standing.firsts) == (clean, len(firsts))
            automatic = bool(mine) and all(step.state.automatic for step in drill.steps)
            assert drill.word == ("automatic" if automatic else "learning" if mine else "new")
    by_day = Counter(each[0] for each in told)
    assert {each.day: each.attempts for each in report.days} == by_day
    assert report.attempts == len(told) == sum(by_day.values())
    assert sum(each.right for each in report.days) == sum(each[2] in RIGHT for each in told)
    assert sum(each.seconds for each in report.days) == pytest.approx(sum(each[5] for each in told))


def check_steps(decks, log, told, today: date) -> None:
    report = make_report(decks, log, today)
    by = counted(told)
    assert {step.name for step in report.steps} == set(PLACES)
    # The most used first.
    used = [len(step.drills) for step in report.steps]
    assert used == sorted(used, reverse=True)
    for step in report.steps:
        answers, places = by[step.name], PLACES[step.name]
        assert list(step.drills) == sorted(places)
        assert (step.state.told == 0) == (not answers) == (step.word == "new")
        if not answers:
            assert (len(step.state.days), step.places, step.due_day, step.state.missed) == (0, 0, None, None)
            continue
        assert (step.state.told, step.state.right) == (len(answers), sum(each[2] for each in answers))
        known = [(day, place) for day, place, was_known, _ in answers if was_known]
        assert len(step.state.days) <= len({day for day, _ in known})
        assert step.state.places <= {place for _, place in known}
        assert step.state.automatic <= (len(step.state.days) == 5 and step.places == min(3, len(places)))
        assert step.recall == pytest.approx(recall(answers, today))
        assert step.is_due == (recall(answers, today) < 0.9)
        assert step.due_day == first_due(answers).isoformat()
        misses = [(day.toordinal(), place, turn) for day, place, was_known, turn in answers if not was_known]
        missed = step.state.missed
        assert (None if missed is None else (missed.day, missed.place, missed.turn)) == (misses or [None])[-1]
    assert sum(step.is_due for step in report.steps) == sum(
        recall(answers, today) < 0.9 for line, answers in by.items() if line in PLACES
    )
    for deck in report.decks:
        here = {line for name, lines in LINES.items() if name.startswith(f"{deck.name}/") for line in lines}
        assert {step.name for step in deck.steps} == here


# A Monday.
TODAY = date(2026, 3, 9)


def back(*days: int) -> list[date]:
    return [TODAY - timedelta(days=each) for each in days]


@pytest.mark.parametrize(
    ("days", "count"),
    [([], 0), ([0], 1), ([1], 1), ([2], 0), ([0, 1, 2], 3), ([1, 2, 3], 3), ([0, 2, 3], 1), ([1, 3], 1), ([-1], 0)],
)
def test_a_streak_is_days_in_a_row_up_to_today_or_yesterday(days: list[int], count: int) -> None:
    assert in_a_row(back(*days), TODAY) == count


def test_minutes_count_each_answer_for_three_minutes_at_the_most_and_five_seconds_more() -> None:
    assert minutes_of(PracticeDay(TODAY, 2, 1, 50.0)) == 1.0
    assert minutes_of(PracticeDay(TODAY, 2, 1, 9999.0)) == (2 * 180 + 2 * 5) / 60


def test_a_practice_day_is_that_of_the_settings(tmp_path, open_log, clock) -> None:
    decks = {"one": small_deck(tmp_path / "decks", "one", {"S": "abc"})}
    log = open_log(settings=Settings(day_start=4, minutes=3))
    know_decks(decks, log)

    def told() -> tuple[int, float]:
        day = log.settings.day_of(clock())
        days = {each.day: minutes_of(each) for each in make_report(decks, log, day).days}
        return in_a_row(days, day), days.get(day, 0.0)

    record(log, clock, "one/a", seconds=55.0)  # at nine in the morning
    clock.move(hours=17)  # two at night is the same day
    record(log, clock, "one/b", seconds=25.0)
    assert told() == (1, 1.5)
    clock.move(hours=3)  # and five is the next
    record(log, clock, "one/c", seconds=25.0)
    record(log, clock, "one/c", "unread", seconds=25.0)
    assert told() == (2, 0.5)
    log.undo(clock())
    assert told() == (1, 0.0)
