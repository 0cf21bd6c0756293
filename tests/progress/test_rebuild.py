"""Whatever was answered, when and where: the standing derived anew from the log is the standing kept up with it."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from statistics import mean, median, stdev
from zoneinfo import ZoneInfo

import fsrs
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from katatx.progress.log import Log
from katatx.progress.records import Answered, Attempt, Uncovering
from katatx.progress.standing import Standing
from katatx.progress.stores import SqliteStore
from katatx.settings import Settings

pytestmark = pytest.mark.slow

# More by hand: KATATX_EXAMPLES=1000 pytest tests/progress/test_rebuild.py
EXAMPLES = int(os.environ.get("KATATX_EXAMPLES", "100"))
thorough = settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
brief = settings(thorough, max_examples=max(1, EXAMPLES // 3))

DRILLS = [("attention", "match"), ("attention", "scaled"), ("block", "match"), ("vision", "a/b é")]
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "UTC"]
# Shortly before clocks change there, or a date is left out; and a day on which nothing happens.
BEGINNINGS = [
    ("Europe/Berlin", datetime(2026, 3, 28, 22, 30, tzinfo=UTC)),
    ("Europe/Berlin", datetime(2026, 10, 24, 22, 30, tzinfo=UTC)),
    ("America/New_York", datetime(2026, 3, 8, 5, 30, tzinfo=UTC)),
    ("America/New_York", datetime(2026, 11, 1, 4, 30, tzinfo=UTC)),
    ("Pacific/Apia", datetime(2011, 12, 30, 8, 30, tzinfo=UTC)),
    ("Pacific/Apia", datetime(2021, 4, 3, 12, 30, tzinfo=UTC)),
    ("Asia/Kolkata", datetime(2026, 12, 31, 18, 0, tzinfo=UTC)),
]
RIGHT = {"right", "carried", "follows"}
UNGRADED = {"coarse", "unread"}


@dataclass(frozen=True)
class Answering:
    drill: tuple[str, str]
    verdict: str
    help: int
    wrong_turns: tuple[str, ...]
    seconds: float
    untouched: bool
    target: float | None


@dataclass(frozen=True)
class Uncovers:
    drill: tuple[str, str]


@dataclass(frozen=True)
class Passes:
    """Time: backwards where a second machine's clock, or its log, is behind."""

    minutes: int


@dataclass(frozen=True)
class Travels:
    zone: str


@dataclass(frozen=True)
class Undoes:
    pass


@dataclass(frozen=True)
class Resets:
    drill: tuple[str, str]


@dataclass(frozen=True)
class Fits:
    """Parameters that are the package's with the first stabilities other than they are."""

    factor: float


@dataclass(frozen=True)
class Rebuilds:
    pass


Event = Answering | Uncovers | Passes | Travels | Undoes | Resets | Fits | Rebuilds
History = tuple[str, datetime, int, list[Event]]

VERDICTS = [*["right"] * 7, "carried", "follows", "wrong", "wrong-turn", "slip", "coarse", "unread"]
TURNS = [(), (), (), ("softmax/raw-shares",), ("dot/added", "a: b"), ("dot/added",)]


def answering(source: random.Random) -> Answering:
    untouched = source.random() < 0.15
    return Answering(
        drill=source.choice(DRILLS[: source.choice([1, 1, 4])]),
        verdict=source.choice(VERDICTS),
        help=source.choice([*[0] * 7, 1]),
        wrong_turns=source.choice(TURNS),
        seconds=source.uniform(200, 400) if untouched else source.choice([source.uniform(0.001, 400), 15.5]),
        untouched=untouched,
        target=source.choice([None, 20.0, 60.0, 400.0]),
    )


def good(source: random.Random) -> Answering:
    return Answering(DRILLS[0], "right", 0, (), source.uniform(8, 14), untouched=False, target=20.0)


def passing(source: random.Random) -> Passes:
    return Passes(source.choice([source.randint(1, 120), source.randint(600, 4_000), 60 * 24 * 40]))


KINDS: dict[Callable[[random.Random], Event], int] = {
    answering: 12,
    good: 6,
    passing: 10,
    lambda source: Passes(-source.randint(1, 5_000)): 2,
    lambda source: Travels(source.choice(ZONES)): 3,
    lambda source: Uncovers(source.choice(DRILLS)): 1,
    lambda source: Undoes(): 2,
    lambda source: Fits(source.uniform(0.5, 2)): 1,
    lambda source: Resets(source.choice(DRILLS)): 1,
}


def anything(seed: int, length: int) -> History:
    """Any event at any time. Drawn by seed: what hypothesis makes of lists this long is too much alike."""
    source = random.Random(seed)
    kinds = source.choices(list(KINDS), list(KINDS.values()), k=length)
    return *source.choice(BEGINNINGS), source.choice([0, 4, 23]), [kind(source) for kind in kinds]


def steadily(seed: int, length: int) -> History:
    """A drill a day, mostly right and in time: some become automatic, some fall back."""
    source = random.Random(seed)
    events: list[Event] = []
    for _ in range(length * 2 // 3):
        kind = good if source.random() < 0.92 else source.choice(list(KINDS))
        events += [kind(source), Passes(source.randint(1_000, 3_000))]
    return *source.choice(BEGINNINGS), source.choice([0, 4, 23]), events


histories = st.builds(
    lambda kind, seed, length: kind(seed, length),
    st.sampled_from([anything, steadily]),
    st.integers(0, 2**32),
    st.sampled_from([45, 30, 10]) | st.integers(1, 45),
)


@dataclass
class Desk:
    """A folder of logs, a learner for each history."""

    folder: Path
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def new_learner(self) -> str:
        return f"learner-{next(self.numbers)}"

    def open(self, learner: str, wishes: Settings) -> Log:
        return Log(SqliteStore(self.folder, learner), wishes)

    def played(self, history: History, **wishes: float) -> Log:
        """A new learner's log with a history in it, told one event at a time."""
        zone, now, day_start, events = history
        log = self.open(self.new_learner(), Settings(day_start=day_start, **wishes))
        for each in events:
            match each:
                case Passes(minutes):
                    now += timedelta(minutes=minutes)
                case Travels():
                    zone = each.zone
                case _:
                    tell(log, each, now.astimezone(ZoneInfo(zone)))
        return log


def tell(log: Log, each: Event, moment: datetime) -> Attempt | None:
    match each:
        case Answering():
            return log.record(
                Answered(
                    run="r",
                    deck=each.drill[0],
                    drill=each.drill[1],
                    seed=None,
                    given={},
                    typed="3",
                    verdict=each.verdict,
                    wrong_turns=each.wrong_turns,
                    slots=(),
                    help=each.help,
                    answered=moment,
                    seconds=each.seconds,
                    untouched=each.untouched,
                    pencil_seconds=each.target,
                    target_seconds=each.target,
                )
            ).attempt
        case Uncovers():
            log.uncover(Uncovering("r", *each.drill, None, 1, moment))
        case Undoes():
            log.undo(moment)
        case Resets():
            log.reset(*each.drill, moment)
        case Rebuilds():
            log.rebuild()
        case Fits():
            parameters = [each.factor * first for first in fsrs.scheduler.DEFAULT_PARAMETERS[:4]]
            log.fit([*parameters, *fsrs.scheduler.DEFAULT_PARAMETERS[4:]], moment)
    return None


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    """In memory where there is a place for it: nobody pulls the plug here."""
    place = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=place if os.access(place, os.W_OK) else None))
    yield Desk(folder)
    shutil.rmtree(folder)


def derived(log: Log) -> object:
    """All that is derived: as it is read, and as it lies in its tables."""
    lies = [
        log.store.database.execute_sql(
            f"SELECT * FROM {table} WHERE learner = ? ORDER BY {order}", (log.store.learner,)
        ).fetchall()
        for table, order in (("standings", "deck, drill"), ("days", "day"), ("bases", "basis"))
    ]
    return log.standings.all(), log.standings.days(), lies


def kept(log: Log, drill: tuple[str, str]) -> list[Attempt]:
    """A drill's attempts that count, oldest first."""
    return [each for each in log.attempts_at(*drill) if not each.undone and each.answer.verdict not in UNGRADED]


def firsts(attempts: list[Attempt]) -> list[Attempt]:
    """The first of each day; a day is over once a later one has begun."""
    found: list[Attempt] = []
    for each in attempts:
        if not found or each.day > found[-1].day:
            found.append(each)
    return found


@given(histories)
@thorough
def test_derived_anew_it_is_the_same_bit_for_bit(desk: Desk, history: History) -> None:
    log = desk.played(history)
    before = derived(log)
    graded = sum(len(kept(log, drill)) for drill in DRILLS)
    assert log.rebuild() == graded
    assert derived(log) == before
    log.rebuild()
    assert derived(log) == before
    log.close()


@given(histories)
@brief
def test_opened_again_nothing_is_other_than_it_was(desk: Desk, history: History) -> None:
    log = desk.played(history)
    before = derived(log)
    again = desk.open(log.store.learner, log.settings)
    assert derived(again) == before
    log.close()
    again.close()


@given(histories, st.integers(0, 45))
@brief
def test_derived_anew_in_between_it_goes_on_the_same(desk: Desk, history: History, cut: int) -> None:
    *begun, events = history
    log = desk.played(history)
    other = desk.played((*begun, [*events[:cut], Rebuilds(), *events[cut:]]))
    assert derived(log)[:2] == derived(other)[:2]
    log.close()
    other.close()


@given(histories, st.sampled_from([0.7, 0.8, 0.97]))
@brief
def test_another_retention_derives_everything_anew(desk: Desk, history: History, retention: float) -> None:
    log = desk.played(history)
    log.close()
    changed = desk.open(log.store.learner, Settings(retention=retention, day_start=history[2]))
    opened = derived(changed)
    changed.rebuild()
    assert derived(changed) == opened
    always = desk.played(history, retention=retention)
    assert (always.standings.all(), always.standings.days()) == opened[:2]
    changed.close()
    always.close()


def test_a_lower_retention_asks_later(desk: Desk) -> None:
    good = Answering(DRILLS[0], "right", 0, (), 10.0, untouched=False, target=20.0)
    log = desk.played((*BEGINNINGS[0], 4, [good, Passes(60 * 24 * 3)] * 5))
    before = log.standings.one(*DRILLS[0])
    log.close()
    changed = desk.open(log.store.learner, Settings(retention=0.8))
    after = changed.standings.one(*DRILLS[0])
    changed.close()
    assert before.automatic
    assert before.due_day < after.due_day
    assert before.stability == after.stability


def last_fit(log: Log) -> list[float]:
    """The parameters fitted last by the clock, whenever they came into the log."""
    rows = log.store.database.execute_sql("SELECT at, id, parameters FROM fits WHERE learner = ?", (log.store.learner,))
    found = sorted((datetime.fromisoformat(at), number, parameters) for at, number, parameters in rows.fetchall())
    return json.loads(found[-1][2]) if found else list(fsrs.scheduler.DEFAULT_PARAMETERS)


@given(histories)
@thorough
def test_a_standing_is_what_a_reader_of_the_attempts_would_say(desk: Desk, history: History) -> None:
    """Worked out here from the attempts alone, with the package called directly."""
    log = desk.played(history)
    oracle = fsrs.Scheduler(last_fit(log), 0.9, (), (), 36_500, enable_fuzzing=False)
    assert set(log.standings.all()) == {drill for drill in DRILLS if kept(log, drill)}
    for drill, standing in log.standings.all().items():
        card, automatic, fell, due = fsrs.Card(card_id=1), False, None, None
        clean: list[bool] = []
        attempts = kept(log, drill)
        for number, each in enumerate(firsts(attempts), 1):
            answer, day = each.answer, date.fromisoformat(each.day)
            noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
            clean.append(not each.helped and answer.verdict in RIGHT)
            late = not answer.untouched and answer.target_seconds is not None and answer.seconds > answer.target_seconds
            rating = 1 if not clean[-1] else 2 if late else 4 if automatic else 3
            card, _ = oracle.review_card(card, fsrs.Rating(rating), noon)
            last = firsts(attempts)[max(0, number - 5) : number]
            automatic, before = len(last) == 5 and all(clean[-5:]) and steady([one.answer for one in last]), automatic
            fell = each.day if before and not automatic else None if automatic else fell
            due = (card.due - noon).days if automatic else min(7, (card.due - noon).days), day
        note(f"{drill}: {standing}")
        assert (standing.stability, standing.difficulty) == (card.stability, card.difficulty)
        assert (standing.automatic, standing.fell_back) == (automatic, fell)
        assert (standing.ratings, standing.attempts) == (len(clean), len(attempts))
        assert standing.cold_right == sum(clean)
        longest, day = due
        assert 0.9 * longest - 1 <= (date.fromisoformat(standing.due_day) - day).days <= longest
        turns = [turn for each in attempts for turn in each.answer.wrong_turns]
        assert standing.wrong_turns == {turn: turns.count(turn) for turn in turns}
    log.close()


def steady(answers: list[Answered]) -> bool:
    target = answers[-1].target_seconds
    times = [each.seconds for each in answers if not each.untouched]
    return target is None or (len(times) >= 3 and median(times) <= target and stdev(times) / mean(times) <= 0.4)


@given(histories)
@thorough
def test_a_day_moves_a_drills_schedule_once_at_most(desk: Desk, history: History) -> None:
    log = desk.played(history)
    for drill, standing in log.standings.all().items():
        days = {each.day for each in kept(log, drill)}
        assert 1 <= standing.ratings <= len(days)
        assert standing.cold_right <= standing.cold <= standing.ratings <= standing.attempts
        assert len({answer.day for answer in standing.recent}) == len(standing.recent) == min(5, standing.ratings)
        assert standing.last_day == standing.recent[-1].day
        assert standing.due_day > standing.last_day
        assert standing.first_day in days
        assert standing.automatic == (not standing.automaticity.unmet)
        if standing.automatic:
            assert len(days) >= 5
            assert standing.fell_back is None
    log.close()


@given(histories)
@brief
def test_days_are_counted_from_what_was_answered(desk: Desk, history: History) -> None:
    log = desk.played(history)
    attempts = [each for drill in DRILLS for each in kept(log, drill)]
    for day in log.standings.days():
        there = [each.answer for each in attempts if each.day == day.day.isoformat()]
        assert (day.attempts, day.right) == (len(there), sum(each.verdict in RIGHT for each in there))
        assert day.seconds == pytest.approx(sum(each.seconds for each in there), abs=0.001 * len(there))
    assert {day.day.isoformat() for day in log.standings.days()} == {each.day for each in attempts}
    log.close()


@given(histories)
@brief
def test_undone_to_the_last_nothing_is_left(desk: Desk, history: History) -> None:
    log = desk.played(history)
    count = sum(len(kept(log, drill)) for drill in DRILLS)
    undone = [log.undo(datetime(2030, 1, 1, tzinfo=UTC)) for _ in range(count + 1)]
    assert [each is None for each in undone] == [False] * count + [True]
    assert (log.standings.all(), log.standings.days()) == ({}, [])
    log.close()


@given(histories)
@brief
def test_a_drill_reset_leaves_the_others_as_they_were(desk: Desk, history: History) -> None:
    log = desk.played(history)
    for drill in DRILLS:
        before, count = log.standings.all(), len(kept(log, drill))
        assert log.reset(*drill, datetime(2030, 1, 1, tzinfo=UTC)) == count
        before.pop(drill, None)
        assert log.standings.all() == before
        assert log.reset(*drill, datetime(2030, 1, 1, tzinfo=UTC)) == 0
        incremental = derived(log)
        assert log.rebuild() == sum(len(kept(log, each)) for each in DRILLS)
        assert derived(log) == incremental
    assert derived(log) == ({}, [], [[], [], []])
    log.close()


@given(histories, st.integers(0, 2**32))
@brief
def test_an_answer_undone_at_once_leaves_no_trace(desk: Desk, history: History, seed: int) -> None:
    log = desk.played(history)
    before = log.standings.all(), log.standings.days()
    later = datetime(2035, 6, 1, 12, tzinfo=ZoneInfo("Europe/Berlin"))
    if tell(log, answering(random.Random(seed)), later).answer.verdict not in UNGRADED:
        log.undo(later)
    assert (log.standings.all(), log.standings.days()) == before
    log.close()


def numbers(log: Log, drill: tuple[str, str]) -> list[int]:
    """A drill's attempts by the order they were told in, oldest first."""
    where = "learner = ? AND deck = ? AND drill = ? ORDER BY instant"
    rows = log.store.database.execute_sql(f"SELECT id FROM attempts WHERE {where}", (log.store.learner, *drill))
    return [number for (number,) in rows.fetchall()]


def again(standing: Standing, attempts: list[Attempt]) -> bool:
    """Whether it is automatic after it had fallen back: five clean answers, later a miss, and five again."""
    clean = "".join("x" if each.cold and each.answer.verdict in RIGHT else "o" for each in attempts)
    return standing.automatic and re.search("xxxxxo.*xxxxx$", clean) is not None


def test_the_histories_reach_what_they_are_for(desk: Desk) -> None:
    """Automatic drills, drills fallen back, answers out of order, days by another zone."""
    seen: set[str] = set()
    for seed in range(80):
        log = desk.played((anything, steadily)[seed % 2](seed, 45))
        for drill, standing in log.standings.all().items():
            attempts = kept(log, drill)
            dates = [each.answer.answered.date().isoformat() for each in attempts]
            told = {
                "automatic": standing.automatic,
                "fell back": standing.fell_back is not None,
                "out of order": numbers(log, drill) != sorted(numbers(log, drill)),
                "twice a day": standing.ratings < len(attempts),
                "helped": standing.cold < standing.ratings,
                "day gone back": any(a.day > b.day for a, b in itertools.pairwise(attempts)),
                "automatic again": again(standing, firsts(attempts)),
                "untouched and counted as in time": any(
                    each.cold and each.answer.untouched and each.answer.verdict in RIGHT and each.answer.target_seconds
                    for each in firsts(attempts)
                ),
                "day of the night before": dates != [each.day for each in attempts],
            }
            seen.update(word for word, there in told.items() if there)
        log.close()
    assert seen == set(told)
