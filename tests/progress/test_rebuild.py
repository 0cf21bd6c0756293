"""Whatever was answered, when and where: the standing derived anew from the log is the standing kept up with it."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import fsrs
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.progress.records import Answered, Attempt, Uncovering
from katatx.progress.standing import Whole
from katatx.settings import Settings
from scoring.schedule import Rating, Schedule
from scoring.skills import AT_ONCE, LATELY, Learner, Skill
from scoring.work import Work
from tests.progress.histories import Works, attention, edited

pytestmark = pytest.mark.slow

# More by hand: KATATX_EXAMPLES=1000 pytest tests/progress/test_rebuild.py
EXAMPLES = int(os.environ.get("KATATX_EXAMPLES", "100"))
thorough = settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
brief = settings(thorough, max_examples=max(1, EXAMPLES // 3))

DRILLS = [("attention", "match"), ("attention", "portions"), ("block", "match"), ("vision", "a/b é")]
# What these are worked by: the deck as it is and as it is after an edit, one made up here, and choices alone.
BLOCK = Work(
    (("dot/products", 6.0), ("softmax/divide", 9.0)),
    {"dot/summed": "dot/products", "softmax/not-divided": "softmax/divide", "dot/left-in-pieces": "dot/sum"},
    (("dot/products",), (), ("softmax/divide",)),
    words=9,
    characters=4,
)
KATA = Work((("dot/sum", 3.0),), {"dot/left-in-pieces": "dot/sum"}, (("dot/sum",),), words=2, characters=4)
DECKS: dict[str, list[tuple[str, Works]]] = {
    "attention": [attention(), edited()],
    "block": [("block", {("match", ""): BLOCK, ("match", "matches"): KATA}), ("other block", {("match", ""): KATA})],
    "vision": [("vision", {("a/b é", ""): Work(words=12, characters=1)})],
}
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
    help: int = 0
    wrong_turns: tuple[str, ...] = ()
    seconds: float = 10.0
    first_key: float | None = None
    untouched: bool = False
    line: str | None = None


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


@dataclass(frozen=True)
class Knows:
    """What a deck's drills are worked by from now on: one of its texts, or none."""

    deck: str
    text: int | None


Event = Answering | Uncovers | Passes | Travels | Undoes | Resets | Fits | Rebuilds | Knows
History = tuple[str, datetime, int, list[Event]]

VERDICTS = [*["right"] * 7, "carried", "follows", "wrong", "wrong-turn", "wrong-turn", "slip", "coarse", "unread"]
TURNS = [
    (),
    ("dot/summed",),
    ("softmax/not-divided",),
    ("dot/left-in-pieces", "dot/summed"),
    ("a: b", "softmax/raw-total"),
    ("a: b",),
]


def answering(source: random.Random) -> Answering:
    untouched = source.random() < 0.15
    verdict = source.choice(VERDICTS)
    return Answering(
        drill=source.choice(DRILLS[: source.choice([1, 1, 4])]),
        verdict=verdict,
        help=source.choice([*[0] * 9, 1, 2]),
        wrong_turns=source.choice(TURNS) if verdict in ("wrong", "wrong-turn") else (),
        seconds=source.uniform(200, 400) if untouched else source.choice([source.uniform(0.001, 400), 15.5]),
        first_key=source.choice([None, source.uniform(0, 20)]),
        untouched=untouched,
        line=source.choice([None, None, None, "matches", "portions"]),
    )


def good(source: random.Random) -> Answering:
    return Answering(source.choice(DRILLS[:3]), "right", seconds=source.uniform(8, 30))


def passing(source: random.Random) -> Passes:
    return Passes(source.choice([source.randint(1, 120), source.randint(600, 4_000), 60 * 24 * 40]))


def knowing(source: random.Random) -> Knows:
    deck = source.choice(list(DECKS))
    return Knows(deck, source.choice([None, *range(len(DECKS[deck]))]))


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
    knowing: 2,
}
ALL_KNOWN = [Knows(deck, 0) for deck in DECKS]


def anything(seed: int, length: int) -> History:
    """Any event at any time. Drawn by seed: what hypothesis makes of lists this long is too much alike."""
    source = random.Random(seed)
    kinds = source.choices(list(KINDS), list(KINDS.values()), k=length)
    begun = ALL_KNOWN if source.random() < 0.8 else []
    return *source.choice(BEGINNINGS), source.choice([0, 4, 23]), [*begun, *(kind(source) for kind in kinds)]


def steadily(seed: int, length: int) -> History:
    """A few drills a day, mostly right and quick: some lines become automatic, and some fall back when they are missed
    for a while.
    """
    source = random.Random(seed)
    events: list[Event] = list(ALL_KNOWN)
    for number in range(length):
        kind = good if source.random() < 0.94 else source.choice(list(KINDS))
        if number > length * 0.7 and seed % 2:
            events.append(Answering(DRILLS[0], "wrong-turn", wrong_turns=("dot/summed",)))
        events += [kind(source), Passes(source.randint(300, 1_500))]
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
                    first_key_seconds=each.first_key,
                    untouched=each.untouched,
                    line=each.line,
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
        case Knows():
            with log.store.writing():
                if each.text is None:
                    log.standings.know_decks({}, gone=[each.deck])
                else:
                    log.standings.know_decks({each.deck: DECKS[each.deck][each.text]})
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
    return log.standings.whole(), log.standings.days(), lies


def kept(log: Log, drill: tuple[str, str]) -> list[Attempt]:
    """A drill's attempts that count, oldest first."""
    return [each for each in log.attempts_at(*drill) if not each.undone and each.answer.verdict not in UNGRADED]


def in_order(log: Log) -> list[Attempt]:
    """All attempts that count, oldest first, of one instant as they came in."""
    rows = log.store.database.execute_sql(
        "SELECT uid FROM attempts WHERE learner = ? ORDER BY instant, id", (log.store.learner,)
    )
    place = {uid: number for number, (uid,) in enumerate(rows.fetchall())}
    return sorted((each for drill in DRILLS for each in kept(log, drill)), key=lambda each: place[each.uid])


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


@given(histories)
@brief
def test_known_from_the_beginning_or_only_at_the_end_it_comes_to_the_same(desk: Desk, history: History) -> None:
    """The decks as they are at the end, whatever was known of them before."""
    *begun, events = history
    told = [each for each in events if not isinstance(each, Knows)]
    edit = [Knows("attention", 1), Knows("block", 1), Knows("vision", 0)]
    first, last = desk.played((*begun, [*edit, *told])), desk.played((*begun, [*told, *edit]))
    through = desk.played((*begun, [*ALL_KNOWN, *told, *edit]))
    assert derived(first)[:2] == derived(last)[:2] == derived(through)[:2]
    never = desk.played((*begun, told))
    assert never.standings.whole().skills == {}
    assert never.standings.days() == first.standings.days()
    assert never.standings.names() == first.standings.names()
    for log in (first, last, through, never):
        log.close()


@given(histories, st.sampled_from([0.7, 0.8, 0.97]))
@brief
def test_another_retention_leaves_what_is_derived_as_it_is(desk: Desk, history: History, retention: float) -> None:
    log = desk.played(history)
    changed = desk.open(log.store.learner, Settings(retention=retention, day_start=history[2]))
    assert derived(changed) == derived(log)
    for skill in log.standings.whole().skills.values():
        days = skill.due_day(changed.standings.schedule) - skill.due_day(log.standings.schedule)
        assert days >= 0 if retention < 0.9 else days <= 0
    changed.close()
    log.close()


def test_a_lower_retention_asks_later(desk: Desk) -> None:
    log = desk.played((*BEGINNINGS[0], 4, [*ALL_KNOWN, *[Answering(DRILLS[0], "right"), Passes(60 * 24 * 3)] * 5]))
    skill = log.standings.whole().skills["dot/sum"]
    changed = desk.open(log.store.learner, Settings(retention=0.8))
    assert skill == changed.standings.whole().skills["dot/sum"]
    assert skill.due_day(log.standings.schedule) < skill.due_day(changed.standings.schedule)
    changed.close()
    log.close()


def last_fit(log: Log) -> list[float]:
    """The parameters fitted last by the clock, whenever they came into the log."""
    rows = log.store.database.execute_sql("SELECT at, id, parameters FROM fits WHERE learner = ?", (log.store.learner,))
    found = sorted((datetime.fromisoformat(at), number, parameters) for at, number, parameters in rows.fetchall())
    return json.loads(found[-1][2]) if found else list(fsrs.scheduler.DEFAULT_PARAMETERS)


@dataclass
class Seen:
    """What a reader noted of a skill: every answer that told of it, and the last day of each place."""

    told: list[tuple[str, int, bool, str]] = field(default_factory=list)
    paces: list[float] = field(default_factory=list)
    last: dict[str, int] = field(default_factory=dict)
    automatic: bool = False
    fell_back: int | None = None

    def is_first(self, place: str, day: int) -> bool:
        return day > self.last.get(place, 0)

    def score(self) -> float:
        score = 0.5
        for number, (_, _, known, _) in enumerate(self.told, 1):
            score += max(0.12, 1 / (1 + number)) * (known - score)
        return score

    def pace(self, moves: float = 0.25) -> float | None:
        pace = None
        for number, each in enumerate(self.paces, 1):
            pace = each if pace is None else pace + max(moves, 1 / number) * (each - pace)
        return pace

    def first_pace(self) -> float | None:
        return Seen(paces=self.paces[:2]).pace()

    def rated(self) -> list[tuple[int, bool]]:
        days: list[tuple[int, bool]] = []
        for _, day, known, _ in self.told:
            if not days or day > days[-1][0]:
                days.append((day, known))
        return days

    def full(self, carry: float, at_once: bool, places: int) -> int:
        """Of places seen and not seen, those with ten goes: there, and of those elsewhere as much as carries over."""
        clean = {place: sum(known for at, _, known, _ in self.told if at == place) for place in self.last}
        everywhere, newest = carry * sum(clean.values()), max((day for _, day, _, _ in self.told), default=0)
        full = [place for place, here in clean.items() if (1 - carry) * here + everywhere >= 10 - 1e-9]
        if at_once:
            return min(places, len(full) + (places - len(clean)) * (everywhere >= 10))
        return min(places, sum(clean[place] > 0 and self.last[place] >= newest - LATELY for place in full))


class Reader:
    """Someone who reads the attempts and nothing else, works the rules out anew, and asks the package about memory."""

    def __init__(self, log: Log) -> None:
        self.works, self.places = log.standings.works.works, dict[str, set[str]]()
        for (deck, drill, _), work in self.works.items():
            for name, _ in work.lines if log.standings.known_decks()[deck] != "gone" else ():
                self.places.setdefault(name, set()).add(f"{deck}/{drill}")
        self.lines: dict[str, Seen] = {}
        self.own: dict[str, Seen] = {}
        self.usual, self.gains, self.met = Seen(), list[tuple[float, float]](), list[bool]()
        self.firsts: dict[str, list[bool]] = {}
        for each in in_order(log):
            self.read(each)

    def read(self, attempt: Attempt) -> None:
        answer, day = attempt.answer, date.fromisoformat(attempt.day).toordinal()
        place = f"{answer.deck}/{answer.drill}"
        work = self.works.get((answer.deck, answer.drill, answer.line or ""), Work())
        says, own = self.says(attempt, work)
        seen = self.own.setdefault(place, Seen())
        pace = None
        if answer.verdict in RIGHT and not attempt.helped and not answer.untouched and work.lines:
            pace = self.seconds(answer, work) / max(1.0, sum(each for _, each in work.lines))
        if not seen.last:
            self.meet(work, says, own, None if pace is None else self.seconds(answer, work))
        if seen.is_first(place, day):
            self.firsts.setdefault(place, []).append(answer.verdict in RIGHT and not attempt.helped)
        turn = answer.wrong_turns[0] if answer.wrong_turns else ""
        self.usual.paces += [] if pace is None else [min(max(pace, 0.2), 20.0)]
        if seen.is_first(place, day):
            seen.last[place] = day
            seen.told += [] if own is None else [(place, day, own, "" if own else turn)]
        for name, known in says.items():
            line = self.lines.setdefault(name, Seen())
            if line.is_first(place, day):
                line.last[place] = day
                line.told.append((place, day, known, "" if known else turn))
                line.paces += [] if pace is None else [min(max(pace, 0.2), 20.0)]
                self.judge(name, line, day)

    def says(self, attempt: Attempt, work: Work) -> tuple[dict[str, bool], bool | None]:
        answer, names = attempt.answer, [name for name, _ in work.lines]
        if answer.help:
            open_lines = {name: False for step in work.steps[: answer.help] for name in step}
            return open_lines, None if open_lines else False
        if attempt.helped:
            return {}, False
        if answer.verdict in RIGHT:
            return dict.fromkeys(names, True), True
        if answer.verdict == "slip":
            return {}, True
        for turn in answer.wrong_turns:
            if turn in work.turns:
                wrong = work.turns[turn]
                before = names[: names.index(wrong)] if wrong in names else []
                return {**dict.fromkeys(before, True), wrong: False}, None
        return {}, False

    def seconds(self, answer: Answered, work: Work) -> float:
        typed, first = len(answer.typed), answer.first_key_seconds
        typing = 0.3 * typed if first is None else min(max(0.0, answer.seconds - first), 0.6 * typed)
        return max(0.0, answer.seconds - typing - work.words / 4)

    def meet(self, work: Work, says: dict[str, bool], own: bool | None, seconds: float | None) -> None:
        seen = [self.lines.get(name, Seen()) for name, _ in work.lines]
        if not seen or min(len(each.told) for each in seen) < 3:
            return
        self.met += [*says.values(), *([False] if own is False else [])]
        if seconds is not None and all(each.paces for each in seen):
            begun = sum(each.first_pace() * time for each, (_, time) in zip(seen, work.lines, strict=True))
            now = sum(each.pace() * time for each, (_, time) in zip(seen, work.lines, strict=True))
            self.gains.append((1 - now / begun, min(max(1 - seconds / begun, -1.0), 1.0)))

    def judge(self, name: str, line: Seen, day: int) -> None:
        usual, places = self.usual.pace(0.02), len(self.places.get(name, "x"))
        full = line.full(self.carry, (5.4 + sum(self.met)) / (6 + len(self.met)) >= AT_ONCE, places)
        was, pace = line.automatic, line.pace()
        quick = pace is not None and ((usual is not None and pace <= 1.4 * usual) or pace <= 0.72 * line.first_pace())
        if was:
            line.automatic = line.score() >= 0.7 and full >= 0.6 * places
        else:
            line.automatic = line.score() >= 0.85 and full >= 0.8 * places and len(line.rated()) >= 4 and quick
        line.fell_back = None if line.automatic else day if was else line.fell_back

    @property
    def carry(self) -> float:
        shown = 0.05 + sum(gained * here for gained, here in self.gains)
        return min(max(shown / (0.1 + sum(gained * gained for gained, _ in self.gains)), 0.0), 1.0)


def near(number: float | None) -> object:
    return None if number is None else pytest.approx(number, rel=1e-9, abs=1e-12)


def assert_as_seen(skill: Skill, seen: Seen, parameters: list[float]) -> None:
    assert (skill.told, skill.clean) == (len(seen.told), sum(known for _, _, known, _ in seen.told))
    assert skill.score == near(seen.score())
    assert (skill.pace, skill.first_pace, skill.paced) == (near(seen.pace()), near(seen.first_pace()), len(seen.paces))
    clean = {place: sum(known for at, _, known, _ in seen.told if at == place) for place in seen.last}
    assert {place: (go.clean, go.day) for place, go in skill.goes.items()} == {
        place: (clean[place], day) for place, day in seen.last.items()
    }
    missed = [(day, place, turn) for place, day, known, turn in seen.told if not known]
    assert (None if skill.missed is None else (skill.missed.day, skill.missed.place, skill.missed.turn)) == (
        missed[-1] if missed else None
    )
    assert (skill.automatic, skill.fell_back) == (seen.automatic, seen.fell_back)
    oracle, card = fsrs.Scheduler(parameters, 0.9, (), (), 36_500, enable_fuzzing=False), fsrs.Card(card_id=1)
    for day, known in seen.rated():
        noon = datetime.combine(date.fromordinal(day), datetime.min.time(), UTC) + timedelta(hours=12)
        card, _ = oracle.review_card(card, fsrs.Rating(3 if known else 1), noon)
    days = [day for day, _ in seen.rated()]
    if not days:
        assert (skill.memory, skill.days, skill.first_day, skill.last_day) == (None, 0, None, None)
    else:
        assert skill.memory == (card.stability, card.difficulty, days[-1])
        assert (skill.days, skill.first_day, skill.last_day) == (len(days), days[0], days[-1])


@given(histories)
@thorough
def test_a_standing_is_what_a_reader_of_the_attempts_would_say(desk: Desk, history: History) -> None:
    log = desk.played(history)
    reader, whole, parameters = Reader(log), log.standings.whole(), last_fit(log)
    assert whole.skills.keys() == {name for name, seen in reader.lines.items() if seen.told}
    for name, skill in whole.skills.items():
        note(f"{name}: {skill}")
        assert_as_seen(skill, reader.lines[name], parameters)
    assert set(whole.drills) == {drill for drill in DRILLS if kept(log, drill)}
    for drill, standing in whole.drills.items():
        attempts, place = kept(log, drill), "/".join(drill)
        assert_as_seen(standing.own, reader.own[place], parameters)
        assert standing.attempts == len(attempts)
        assert (standing.firsts, standing.firsts_right) == (len(reader.firsts[place]), sum(reader.firsts[place]))
        turns = [turn for each in attempts for turn in each.answer.wrong_turns]
        assert standing.wrong_turns == {turn: turns.count(turn) for turn in turns}
    learner = whole.learner
    assert (learner.usual, learner.paced) == (near(reader.usual.pace(0.02)), len(reader.usual.paces))
    assert (learner.met, learner.met_known) == (len(reader.met), sum(reader.met))
    assert learner.carry == near(reader.carry)
    log.close()


@given(histories)
@brief
def test_the_ratings_of_a_skill_come_to_its_memory(desk: Desk, history: History) -> None:
    log = desk.played(history)
    whole, found = log.standings.whole(), {}
    for name, days in log.standings.ratings().items():
        memory = None
        for day, rating in days:
            memory = Schedule(last_fit(log)).review(memory, Rating(rating), day.toordinal())
        found[name] = memory
    owns = {"/".join(drill): standing.own.memory for drill, standing in whole.drills.items()}
    lines = {name: skill.memory for name, skill in whole.skills.items()}
    assert found == {name: memory for name, memory in (lines | owns).items() if memory is not None}
    log.close()


@given(histories)
@thorough
def test_a_place_moves_a_skill_once_a_day_at_most(desk: Desk, history: History) -> None:
    log = desk.played(history)
    whole, attempts = log.standings.whole(), in_order(log)
    for skill in (*whole.skills.values(), *(standing.own for standing in whole.drills.values())):
        days = {(f"{each.answer.deck}/{each.answer.drill}", each.day) for each in attempts}
        there = [(place, day) for place, day in days if place in skill.goes]
        assert skill.clean <= skill.told <= len(there)
        assert skill.days <= len({day for _, day in there})
        assert skill.clean == sum(go.clean for go in skill.goes.values())
        assert 0 < skill.score < 1
        if skill.automatic:
            assert skill.days >= 4
            assert skill.fell_back is None
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
    assert (log.standings.whole(), log.standings.days()) == (Whole(), [])
    log.close()


@given(histories)
@brief
def test_a_drill_reset_is_as_if_it_had_never_been_answered(desk: Desk, history: History) -> None:
    log = desk.played(history)
    for drill in DRILLS:
        before, count = log.standings.names(), len(kept(log, drill))
        assert log.reset(*drill, datetime(2030, 1, 1, tzinfo=UTC)) == count
        assert log.standings.names() == before - {drill}
        assert log.reset(*drill, datetime(2030, 1, 1, tzinfo=UTC)) == 0
        incremental = derived(log)
        assert log.rebuild() == sum(len(kept(log, each)) for each in DRILLS)
        assert derived(log) == incremental
    assert derived(log) == (Whole(), [], [[], [], []])
    log.close()


@given(st.integers(0, 2**32), st.sampled_from(DRILLS))
@brief
def test_answers_that_were_reset_leave_the_rest_as_if_they_were_not_there(
    desk: Desk, seed: int, drill: tuple[str, str]
) -> None:
    *begun, events = anything(seed, 40)
    events = [each for each in events if not isinstance(each, Undoes | Resets)]
    without = [each for each in events if not (isinstance(each, Answering) and each.drill == drill)]
    log, other = desk.played((*begun, [*events, Resets(drill)])), desk.played((*begun, without))
    assert derived(log)[:2] == derived(other)[:2]
    log.close()
    other.close()


@given(histories, st.integers(0, 2**32))
@brief
def test_an_answer_undone_at_once_leaves_no_trace(desk: Desk, history: History, seed: int) -> None:
    log = desk.played(history)
    before = derived(log)[:2]
    later = datetime(2035, 6, 1, 12, tzinfo=ZoneInfo("Europe/Berlin"))
    if tell(log, answering(random.Random(seed)), later).answer.verdict not in UNGRADED:
        log.undo(later)
    assert derived(log)[:2] == before
    log.close()


def test_the_histories_reach_what_they_are_for(desk: Desk) -> None:
    """Automatic lines, lines fallen back, answers out of order, days by another zone."""
    seen: set[str] = set()
    for seed in range(80):
        log = desk.played((anything, steadily)[seed % 2](seed // 2, 45))
        whole, attempts = log.standings.whole(), in_order(log)
        numbers = log.store.database.execute_sql(
            "SELECT id FROM attempts WHERE learner = ? ORDER BY instant, id", (log.store.learner,)
        ).fetchall()
        skills, drills = whole.skills.values(), whole.drills.values()
        turned = [each for each in attempts if each.answer.verdict == "wrong-turn"]
        told = {
            "automatic": any(skill.automatic for skill in skills),
            "fell back": any(skill.fell_back is not None for skill in skills),
            "at several places": any(len(skill.goes) > 1 for skill in skills),
            "missed by a name": any(skill.missed is not None and skill.missed.turn for skill in skills),
            "own part missed": any(standing.own.missed is not None for standing in drills),
            "nothing said of the own part": any(standing.firsts > standing.own.told for standing in drills),
            "met first": whole.learner.met > 0,
            "carried over": whole.learner.carry != Learner().carry,
            "nothing known of a deck": "gone" in log.standings.known_decks().values(),
            "edited": "edited" in log.standings.known_decks().values(),
            "line of a kata": any(each.answer.line for each in attempts),
            "a turn that the drill has not": any("a: b" in each.answer.wrong_turns[:1] for each in turned),
            "out of order": numbers != sorted(numbers),
            "twice a day": any(standing.firsts < standing.attempts for standing in drills),
            "helped": any(each.helped and not each.answer.help for each in attempts),
            "opened": any(each.answer.help for each in attempts),
            "day gone back": any(a.day > b.day for a, b in itertools.pairwise(attempts)),
            "untouched": any(each.answer.untouched and each.answer.verdict in RIGHT for each in attempts),
            "day of the night before": any(each.answer.answered.date().isoformat() != each.day for each in attempts),
        }
        seen.update(word for word, there in told.items() if there)
        log.close()
    assert set(told) - seen == set()
