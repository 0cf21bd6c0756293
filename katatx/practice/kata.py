"""A kata: a page's calculation worked line by line, each line from the learner's own before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite

from katatx.decks.kata import PreparedKata, prepare_kata
from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared
from katatx.engine.chains import WorkedChain, leads_somewhere
from katatx.engine.interval import Interval, Number, low_of
from katatx.engine.values import Value, as_lists, entry_by_entry, shaped
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.practice.clock import Clock
from katatx.practice.kata_question import KataQuestion
from katatx.practice.kata_result import KataResult, KataRow
from katatx.practice.kata_summary import kata_summary_lines
from katatx.practice.outcome import Outcome
from katatx.practice.pacing import pace_of
from katatx.practice.question import Question
from katatx.practice.queued import new_run_id
from katatx.practice.sitting import Sitting
from katatx.progress.log import Log
from katatx.progress.records import Answered, Run
from scoring import Verdict
from scoring.answer import Answer, TypedNumber
from scoring.places import half_unit, unit, whole_at
from scoring.shapes import same_shape


@dataclass
class KataSitting(Sitting):
    """One sitting at a kata. Its clock runs over all its lines and stands still between sittings."""

    deck: Deck
    kata: PreparedKata
    rows: list[KataRow] = field(init=False, default_factory=list)
    worked: WorkedChain = field(init=False)
    is_stale: bool = field(init=False)

    def __post_init__(self) -> None:
        if self.run.always_fresh:
            self.kata, self.worked = self.kata.drawn(self.run.seed)
        else:
            self.worked = self.kata.page
        self.pace = pace_of(self.log)
        self.is_stale = False
        for attempt in self.log.attempts(self.run.id):
            if not attempt.undone:
                self._replay(attempt.answer)
        self._put_up()

    @property
    def title(self) -> str:
        return self.deck.contents.title

    @property
    def total(self) -> int:
        return len(self.kata.file.lines)

    @property
    def finished(self) -> int:
        return len(self.rows)

    @property
    def place(self) -> str:
        return f"kata · line {self.finished + 1} of {self.total}{' · fresh numbers' * self.run.always_fresh}"

    @property
    def opening(self) -> str:
        title = self.kata.file.title
        begun = f", of which {self.finished} are worked" if self.finished else ""
        return f"Kata: {title}. {self.total} lines{begun}; each stands on your own line before it."

    @property
    def shows_working(self) -> bool:
        return False

    @property
    def result(self) -> KataResult:
        """Return how it went, as far as it is worked."""
        return KataResult(self.kata.lines, self.worked, tuple(self.rows))

    @property
    def lines_so_far(self) -> list[tuple[str, KataRow | None]]:
        """Every line by its name, with how it was worked; None where it is not yet."""
        rows: list[KataRow | None] = [*self.rows, *[None] * (self.total - len(self.rows))]
        return [(line.name, row) for line, row in zip(self.kata.lines, rows, strict=True)]

    def summary_lines(self) -> list[str]:
        return kata_summary_lines(self.result)

    def advance(self) -> Question | None:
        self._put_up()
        return self.question

    def _graded(self, outcome: Outcome) -> None:
        turns = tuple(turn.name for turn in outcome.judgement.wrong_turns)
        times = outcome.seconds, outcome.question.target_seconds(self.pace)
        self._add_row(outcome.typed, outcome.judgement.verdict, turns, times, outcome.help)

    def _add_row(
        self, typed: str, verdict: Verdict, turns: tuple[str, ...], times: tuple[float, float | None], taken: int
    ) -> None:
        seconds, target = times
        at = len(self.rows)
        if at == self.total:
            return
        true = self.worked.solutions[at]
        try:
            answer = read_answer(typed, true.key.shape)
        except NotationError:  # an older version read more
            answer = Answer((), (0,))
        fits = same_shape(answer.shape, true.key.shape)
        own = _value(answer, lambda number: number.value) if fits else true.value
        uncertain = _value(answer, _uncertain) if fits else true.value
        line = self.kata.lines[at].name
        self.rows.append(KataRow(line, typed, verdict, turns, seconds, taken, own, uncertain, fits, target))

    def _replay(self, attempt: Answered) -> None:
        """Take in an attempt of an earlier sitting. Of two terminals at one run the one that was
        first at a line counts. Where the numbers given or the verdict are others now, as after the
        file was edited, the run is stale.
        """
        verdict, at = Verdict(attempt.verdict), len(self.rows)
        if verdict.costs_nothing or at == self.total or attempt.line != self.kata.lines[at].name:
            return
        question = self._line(at)
        now = {name: as_lists(value) for name, value in question.given.items()}
        differing = {name for name in now.keys() | attempt.given.keys() if now.get(name) != attempt.given.get(name)}
        lines = {row.line for row in self.rows}
        if differing and differing <= lines:
            return  # it stood on lines of another terminal
        self.is_stale |= bool(differing) or question.judge(attempt.typed).verdict is not verdict
        times = attempt.seconds, attempt.target_seconds
        self._add_row(attempt.typed, verdict, attempt.wrong_turns, times, attempt.help)

    def _put_up(self) -> None:
        at = len(self.rows)
        self._show(self._line(at) if at < self.total else None)

    def _line(self, at: int) -> KataQuestion:
        file_line, chain_line = self.kata.file.lines[at], self.kata.lines[at]
        names = {**self.worked.given, **{row.line: row.own for row in self.rows}}
        uncertain = {**self.worked.given, **{row.line: row.uncertain for row in self.rows}}
        on_error = any(row.line in chain_line.uses and not row.sound for row in self.rows)
        nowhere = on_error and not leads_somewhere(chain_line, names)
        if nowhere:
            names = {**self.worked.given, **self._true_lines()}
        return KataQuestion(
            prepared=Prepared(self.deck, find_drill(self.deck, file_line.drill)),
            seed=self.run.seed if self.run.always_fresh else None,
            given={name: value for name, value in names.items() if name in chain_line.uses},
            file_line=file_line,
            chain_line=chain_line,
            true=self.worked.solutions[at],
            uncertain=uncertain,
            stands_on_error=on_error and not nowhere,
            starts_anew=nowhere,
        )

    def _true_lines(self) -> dict[str, Value]:
        lines = zip(self.kata.lines, self.worked.solutions, strict=True)
        return {line.name: entry_by_entry(_rounded, solution.value) for line, solution in lines}


def open_kata(
    deck: Deck, log: Log, clock: Clock, new_seed: Callable[[], int], seed: int | None = None, page: bool = False
) -> KataSitting:
    """The deck's kata, gone on with where it was left unfinished, else begun anew: with fresh
    numbers, those of `seed`, or the page's.

    Raises KatatxError where the deck has no kata or it cannot be worked, LogError where the log
    cannot be used.
    """
    kata = prepare_kata(deck, log.settings.places)
    names = tuple(line.name for line in kata.file.lines)
    for run in log.runs(deck.name, "kata"):
        if run.always_fresh == (not page) and seed in (None, run.seed):
            sitting = KataSitting(log, run, clock, deck, kata) if run.drills == names else None
            if sitting is not None and sitting.question is not None and not sitting.is_stale:
                return sitting
            break
    chosen = new_seed() if seed is None else seed
    run = Run(new_run_id(), deck.name, None, names, chosen, not page, clock(), "kata")
    sitting = KataSitting(log, run, clock, deck, kata)
    log.start_run(run)
    return sitting


def _value(answer: Answer, number: Callable[[TypedNumber], Number]) -> Value:
    return shaped(answer.shape, [number(each) for each in answer.numbers])


def _rounded(number: Number) -> Number:
    """A true number as it would be written: one that goes on and on cannot be worked from."""
    return round(low_of(number) / unit(low_of(number))) * unit(low_of(number)) if isfinite(low_of(number)) else number


def _uncertain(number: TypedNumber) -> Number:
    """Return what a written number stands for: itself where it is whole or an exact form, all that
    rounds to it where it goes to the last place that a line is kept to.
    """
    half = half_unit(number.places)
    if number.places is None or whole_at(number.value, 0) or 2 * half > unit(number.value) * 1.5:
        return number.value
    return Interval(number.value - half, number.value + half)
