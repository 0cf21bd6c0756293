"""Sessions at a kata: a calculation on several lines, each worked from the learner's previous lines.

The true value of a line is worked from the true lines before it. A departure is a line that differs from its true
value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING

from katatx.clock import Clock
from katatx.decks.kata import PreparedKata, prepare_kata
from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared
from katatx.engine.chains import WorkedChain, solution_from_own_lines
from katatx.engine.pencils.interval import Interval, Number, low_of
from katatx.engine.values import Value, as_lists, entry_by_entry, shaped
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Answered, Run
from katatx.questions.kata_line import KataQuestion
from katatx.questions.kata_result import KataResult, KataRow
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.questions.seeds import seed_of
from katatx.sessions.pacing import pace_of
from katatx.sessions.queue_sitting import new_run_id
from katatx.sessions.sitting import Sitting
from scoring import Judgement, Verdict
from scoring.answer import Answer, TypedNumber
from scoring.places import half_unit, unit, whole_at
from scoring.shapes import same_shape

if TYPE_CHECKING:
    from katatx.views.summary import Summary


@dataclass
class KataSitting(Sitting):
    """A session at a kata.

    Its time is the sum over its lines, without the time between sessions. `kept` holds the first lines if they were
    answered in an earlier run that this run continues. `worked` has the true values, `rows` the learner's lines so far.
    `is_stale` is True if the deck changed so that earlier answers no longer have the same given numbers and verdicts.
    """

    deck: Deck
    kata: PreparedKata
    kept: tuple[KataRow, ...] = ()
    rows: list[KataRow] = field(init=False, default_factory=list)
    worked: WorkedChain = field(init=False)
    is_stale: bool = field(init=False)
    # The lines of which an answer was taken back.
    _taken_back: set[str | None] = field(init=False)

    def __post_init__(self) -> None:
        """Work the kata with the run's numbers, replay its recorded answers, and show the next line.

        Raises KatatxError if it cannot be worked, LogError if the log cannot be read.
        """
        if self.run.always_fresh:
            self.kata, self.worked = self.kata.drawn(self.run.seed)
        else:
            self.worked = self.kata.page
        self.pace = pace_of(self.log)
        self.is_stale = False
        self.rows += self.kept
        self._taken_back = set()
        for attempt in self.log.attempts(self.run.id):
            if attempt.undone:
                self._taken_back.add(attempt.answer.line)
            else:
                self._replay(attempt.answer)
        self._show_next()

    @property
    def title(self) -> str:
        """Return the deck's title."""
        return self.deck.contents.title

    @property
    def total(self) -> int:
        """Return the number of lines."""
        return len(self.kata.file.lines)

    @property
    def finished(self) -> int:
        """Return the number of lines answered, those kept from an earlier run included."""
        return len(self.rows)

    @property
    def place(self) -> str:
        """Return the position in the kata as text, for the screen's title."""
        again = " · reworked" * (not self.is_whole)
        return f"kata · line {self.finished + 1} of {self.total}{' · fresh numbers' * self.run.always_fresh}{again}"

    @property
    def is_whole(self) -> bool:
        """Return whether the kata starts at its first line; False if it starts at the first mistake of an
        earlier run.
        """
        return self.run.drill is None

    @property
    def seconds_before(self) -> float:
        """Return the seconds taken by the lines answered in this run so far."""
        return self.result.seconds

    @property
    def opening(self) -> str:
        """Return the text shown at the start."""
        title = self.kata.file.title
        begun = f", {self.finished} of them done" if self.finished else ""
        return f"Kata: {title}. {self.total} lines{begun}; each builds on your own earlier lines."

    @property
    def shows_working(self) -> bool:
        """Return False, because in a kata the true working stays hidden until the end."""
        return False

    @property
    def result(self) -> KataResult:
        """Return the result of the lines answered so far."""
        return KataResult(self.deck.name, self.kata.lines, self.worked, tuple(self.rows), self.is_whole)

    @property
    def lines_so_far(self) -> list[tuple[str, KataRow | None]]:
        """Return (name, answer) of every line; the answer is None if the line has none yet."""
        rows: list[KataRow | None] = [*self.rows, *[None] * (self.total - len(self.rows))]
        return [(line.name, row) for line, row in zip(self.kata.lines, rows, strict=True)]

    def summary(self) -> Summary:
        """Return the summary of the kata, with what it changed in the log."""
        from katatx.sessions.changes import came_of_it
        from katatx.views.kata_summary import kata_summary
        from katatx.views.summary import paragraphs

        return kata_summary(self.result, paragraphs(came_of_it(self)), self._best())

    def _best(self) -> float | None:
        """Return the seconds of the fastest other kata of the deck, worked right and without help from first to last
        line.

        Only katas with the same kind of numbers count: random ones, or the page's. Returns None if there is none, or
        if the log cannot be read.
        """
        from katatx.progress.bests import clean_katas

        try:
            clean = clean_katas(self.log, self.deck.name)
        except LogError:
            return None
        same = (kata for kata in clean if kata.always_fresh == self.run.always_fresh and kata.run != self.run.id)
        return min((kata.seconds for kata in same), default=None)

    @property
    def sequels(self) -> Mapping[str, Callable[[], Sitting]]:
        """Return functions that start the sessions that may follow, by action: "kata-again", and "rework" if there is a
        mistake; {} while the log cannot be written.
        """
        from katatx.sessions.kata_rework import rework

        found: dict[str, Callable[[], Sitting]] = {"kata-again": partial(begin_again, self)}
        return found if self.result.first_departure is None else {"rework": partial(rework, self), **found}

    def advance(self) -> Question | None:
        """Show the next line and return its question; None after the last."""
        self._show_next()
        return self.question

    def _way_back(self) -> Callable[[], None]:
        """Return a function that removes the rows added after this call, to undo an answer.

        The line's next answer counts as helped, because its verdict was seen.
        """
        worked = len(self.rows)

        def go_back() -> None:
            """Remove the rows added since `_way_back` was called, and remember that the line's next answer counts as
            helped.
            """
            del self.rows[worked:]
            self._taken_back.add(self.kata.lines[worked].name)

        return go_back

    def _graded(self, outcome: Outcome) -> None:
        """Add a row for a graded answer."""
        times = outcome.seconds, outcome.question.target_seconds(self.pace)
        self._add_row(outcome.typed, outcome.judgement, times, outcome.help)

    def _add_row(self, typed: str, judgement: Judgement, times: tuple[float, float | None], uncovered: int) -> None:
        """Add the row of an answer to the next line, unless all lines have one.

        `times` are its seconds and its target, `uncovered` the number of lines of its working that were uncovered (at
        least 1 counts if an answer to this line was undone). For an answer that cannot be read, or has another shape,
        the true value goes on to the next lines.
        """
        (seconds, target), verdict = times, judgement.verdict
        turns = judgement.wrong_turns
        at = len(self.rows)
        if at == self.total:
            return
        true = self.worked.solutions[at]
        try:
            answer = read_answer(typed, true.key.shape)
        except NotationError:  # an older version accepted more notations
            answer = Answer((), (0,))
        fits = same_shape(answer.shape, true.key.shape)
        own = _value(answer, lambda number: number.value) if fits else true.value
        uncertain = _value(answer, _uncertain) if fits else true.value
        line = self.kata.lines[at].name
        uncovered = max(uncovered, line in self._taken_back)  # its verdict was seen
        said, slots = judgement.line, judgement.slots
        self.rows.append(
            KataRow(
                line,
                typed,
                verdict,
                turns,
                seconds,
                uncovered,
                own,
                uncertain,
                fits,
                target,
                slots,
                said,
                judgement.message,
            )
        )

    def _replay(self, attempt: Answered) -> None:
        """Add an attempt recorded earlier in this run, with its recorded verdict.

        Ungraded ones are ignored, those not at the next line, and those worked from lines that another terminal
        answered: if two answered the same line, the first answer counts. Sets `is_stale` if the given numbers or the
        verdict would now differ, as after an edit of the deck.
        """
        verdict, at = Verdict(attempt.verdict), len(self.rows)
        if verdict.costs_nothing or at == self.total or attempt.line != self.kata.lines[at].name:
            return
        question = self._line(at)
        now = {name: as_lists(value) for name, value in question.given.items()}
        differing = {name for name in now.keys() | attempt.given.keys() if now.get(name) != attempt.given.get(name)}
        lines = {row.line for row in self.rows}
        if differing and differing <= lines:
            return  # another terminal's lines were its input
        judgement = question.judge(attempt.typed)
        self.is_stale |= bool(differing) or judgement.verdict is not verdict
        times = attempt.seconds, attempt.target_seconds
        self._add_row(attempt.typed, judgement._replace(verdict=verdict), times, attempt.help)

    def _show_next(self) -> None:
        """Show the next unanswered line, or none."""
        at = len(self.rows)
        self._show(self._line(at) if at < self.total else None)

    def _line(self, at: int) -> KataQuestion:
        """Return the question of the line with index `at`, worked from the learner's lines so far.

        If these lead to no result, it is worked from the true lines.
        """
        file_line, chain_line = self.kata.file.lines[at], self.kata.lines[at]
        names = {**self.worked.given, **{row.line: row.own for row in self.rows}}
        uncertain = {**self.worked.given, **{row.line: row.uncertain for row in self.rows}}
        on_error = any(row.line in chain_line.uses and not row.sound for row in self.rows)
        own = solution_from_own_lines(chain_line, names) if on_error else None
        has_no_result = on_error and (own is None or own.rounded_band is None)
        if has_no_result:
            names = {**self.worked.given, **self._true_lines()}
        return KataQuestion(
            prepared=Prepared(self.deck, find_drill(self.deck, file_line.drill)),
            seed=self.run.seed if self.run.always_fresh else None,
            given={name: value for name, value in names.items() if name in chain_line.uses},
            file_line=file_line,
            chain_line=chain_line,
            true=self.worked.solutions[at],
            uncertain=uncertain,
            stands_on_error=on_error and not has_no_result,
            starts_anew=has_no_result,
            replaced=tuple(row.line for row in self.rows if row.line in chain_line.uses and not row.can_be_carried),
        )

    def _true_lines(self) -> dict[str, Value]:
        """Return the true value of every line, by name, rounded as a learner would write it."""
        lines = zip(self.kata.lines, self.worked.solutions, strict=True)
        return {line.name: entry_by_entry(_rounded, solution.value) for line, solution in lines}


def open_kata(
    deck: Deck, log: Log, clock: Clock, new_seed: Callable[[], int], seed: int | None = None, page: bool = False
) -> KataSitting:
    """Return a session at the deck's kata: the last one with such numbers if it is unfinished and still valid, or a new
    recorded one.

    Numbers are random, from `seed` or else from `new_seed`; with `page` they are the page's. Raises KatatxError if the
    deck has no kata or it cannot be worked, LogError if the log cannot be used.
    """
    kata = _prepared(deck, log)
    for run in log.runs(deck.name, "kata"):
        if run.always_fresh == (not page) and seed in (None, run.seed):
            sitting = _sitting_at(run, log, clock, deck, kata)
            if sitting is not None and sitting.question is not None and not sitting.is_stale:
                return sitting
            break
    return _begun(log, clock, deck, kata, new_seed() if seed is None else seed, fresh=not page)


def begin_again(before: KataSitting) -> KataSitting:
    """Start and return a new session at the whole kata with other numbers. Raises KatatxError if it cannot
    be started.
    """
    seed = seed_of(f"{before.run.seed} again {before.clock().isoformat()}")
    return _begun(before.log, before.clock, before.deck, _prepared(before.deck, before.log), seed, fresh=True)


def _begun(log: Log, clock: Clock, deck: Deck, kata: PreparedKata, seed: int, fresh: bool) -> KataSitting:
    """Start and record a new run of the kata; return its session.

    `fresh` means random numbers from `seed`, else the page's.
    """
    run = Run(new_run_id(), deck.name, None, line_names(kata), seed, fresh, clock(), "kata")
    sitting = KataSitting(log, run, clock, deck, kata)
    log.start_run(run)
    return sitting


def _sitting_at(run: Run, log: Log, clock: Clock, deck: Deck, kata: PreparedKata) -> KataSitting | None:
    """Return a session at a recorded run; None if it cannot be resumed.

    That is so if the kata's lines have changed, and for a run that repeats a kata from its first mistake also on a
    later day, or if the lines before that cannot be restored or are no longer right.
    """
    if run.drill is not None:
        from katatx.sessions.kata_rework import reworked

        return reworked(run, log, clock, deck, kata)
    return KataSitting(log, run, clock, deck, kata) if run.drills == line_names(kata) else None


def _prepared(deck: Deck, log: Log) -> PreparedKata:
    """Return the deck's kata with the learner's setting for decimals. Raises KatatxError if it has none or a faulty
    one.
    """
    return prepare_kata(deck, log.settings.places)


def line_names(kata: PreparedKata) -> tuple[str, ...]:
    """Return the names of the kata's lines."""
    return tuple(line.name for line in kata.file.lines)


def _value(answer: Answer, number: Callable[[TypedNumber], Number]) -> Value:
    """Return an answer as a value of its shape, each typed number converted by `number`."""
    return shaped(answer.shape, [number(each) for each in answer.numbers])


def _rounded(number: Number) -> Number:
    """Return a true number as a learner would write it: to 3 decimals or 4 significant figures, whichever is coarser.

    An infinity is unchanged; of an interval, the lower end is taken.
    """
    return round(low_of(number) / unit(low_of(number))) * unit(low_of(number)) if isfinite(low_of(number)) else number


def _uncertain(number: TypedNumber) -> Number:
    """Return the value a typed number stands for.

    It is an interval of one unit of the last decimal if the number was rounded as lines of working are, otherwise the
    number itself.
    """
    half = half_unit(number.places)
    if number.places is None or whole_at(number.value, 0) or 2 * half > unit(number.value) * 1.5:
        return number.value
    return Interval(number.value - half, number.value + half)
