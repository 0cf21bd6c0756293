"""What a drill's attempts come to: pure, the same step whether they come one by one or all again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType

from scoring.automatic import ANSWERS, Automaticity, FirstAnswer, judge_automatic
from scoring.schedule import LONGEST_UNTIL_AUTOMATIC, Memory, Rating, Schedule, rate, spread_out

# Part of what standings are derived with: raised whenever the same log would come to another standing.
RULE = 1
_NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evidence:
    """What of a graded attempt the standing needs. `seconds` is None where it sat untouched, `helped`
    where a line was uncovered that day, before it or with it.
    """

    day: str
    instant: int
    right: bool
    helped: bool
    seconds: float | None
    target: float | None
    wrong_turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A drill's schedule and automaticity. `recent` are the last days' first answers, `last_day` the
    practice day of the last of them; `due_day` is None until it was rated once. `fell_back` is the
    day on which it was automatic no more, None where it is, or never was.
    """

    attempts: int = 0
    cold: int = 0
    cold_right: int = 0
    first_day: str | None = None
    last_day: str | None = None
    last_instant: int = -(2**63)
    due_day: str | None = None
    ratings: int = 0
    stability: float | None = None
    difficulty: float | None = None
    automatic: bool = False
    fell_back: str | None = None
    recent: tuple[FirstAnswer, ...] = ()
    wrong_turns: Mapping[str, int] = field(default_factory=lambda: _NOTHING)

    @property
    def automaticity(self) -> Automaticity:
        """What the rule says of it, condition by condition."""
        return judge_automatic(self.recent)

    @property
    def memory(self) -> Memory | None:
        """What FSRS knows of it."""
        if self.stability is None or self.difficulty is None or self.last_day is None:
            return None
        return Memory(self.stability, self.difficulty, date.fromisoformat(self.last_day))

    def take_in(self, evidence: Evidence, name: str, schedule: Schedule) -> Standing:
        """The standing after one more attempt, not earlier than those before it.

        Only a day's first answer moves the schedule and the rule; a day is over once a later one
        has begun, wherever the learner travels. `name` is the drill's, `deck/drill`.
        """
        turns = dict(self.wrong_turns)
        for turn in evidence.wrong_turns:
            turns[turn] = turns.get(turn, 0) + 1
        counted = replace(
            self,
            attempts=self.attempts + 1,
            first_day=self.first_day or evidence.day,
            last_instant=evidence.instant,
            wrong_turns=dict(sorted(turns.items())),
        )
        rating = self.rating(evidence)
        return counted if rating is None else counted._rated(evidence, rating, name, schedule)

    def rating(self, evidence: Evidence) -> Rating | None:
        """What FSRS is told of an attempt; None where its day had an answer already."""
        if self.last_day is not None and evidence.day <= self.last_day:
            return None
        late = evidence.seconds is not None and evidence.target is not None and evidence.seconds > evidence.target
        return rate(evidence.right and not evidence.helped, late, self.automatic)

    def _rated(self, evidence: Evidence, rating: Rating, name: str, schedule: Schedule) -> Standing:
        day = date.fromisoformat(evidence.day)
        clean = evidence.right and not evidence.helped
        memory, days = schedule.review(self.memory, rating, day)
        answer = FirstAnswer(evidence.day, clean, evidence.seconds, evidence.target)
        recent = (*self.recent, answer)[-ANSWERS:]
        automatic = judge_automatic(recent).automatic
        fell = evidence.day if self.automatic and not automatic else None if automatic else self.fell_back
        ratings = self.ratings + 1
        if not automatic:
            days = min(days, LONGEST_UNTIL_AUTOMATIC)
        return replace(
            self,
            cold=self.cold + (not evidence.helped),
            cold_right=self.cold_right + clean,
            last_day=evidence.day,
            due_day=date.fromordinal(day.toordinal() + spread_out(days, name, ratings)).isoformat(),
            ratings=ratings,
            stability=memory.stability,
            difficulty=memory.difficulty,
            automatic=automatic,
            fell_back=fell,
            recent=recent,
        )
