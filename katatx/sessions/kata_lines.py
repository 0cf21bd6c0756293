"""The lines of a kata: a calculation on several lines, each worked from the learner's previous lines.

The true value of a line is worked from the true lines before it. A departure is a line that differs from its true
value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from operator import attrgetter

from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared
from katatx.engine.chains import solution_from_own_lines
from katatx.engine.pencils.interval import Interval, Number, low_of
from katatx.engine.values import Value, as_lists, entry_by_entry, shaped
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.progress.events import Answered, Attempt, Run
from katatx.progress.log import Log
from katatx.questions.kata import KataResult, KataRow, advice_on
from katatx.questions.question import Question
from katatx.sessions.queue import Queued
from scoring import Judgement, Verdict
from scoring.answer import Answer, TypedNumber
from scoring.places import half_unit, unit, whole_at
from scoring.shapes import same_shape


@dataclass(kw_only=True)
class Kata(KataResult):
    """The lines of a run at a kata.

    The first rows are kept if they were answered in an earlier run that this one continues. `is_stale` is True if the
    deck changed so that earlier answers no longer have the same given numbers and verdicts.
    """

    kata: Prepared
    run: Run
    is_stale: bool = False
    # The lines of which an answer was taken back.
    taken_back: set[str | None] = field(default_factory=set)

    @property
    def deck(self) -> Deck:
        return self.kata.deck

    @property
    def names(self) -> list[str]:
        return [line.name for line in self.lines]

    @property
    def place(self) -> str:
        """Return the position of the next line as text, for the screen's title."""
        fresh, again = " · fresh numbers" * self.run.always_fresh, " · reworked" * (not self.is_whole)
        return f"kata · line {len(self.rows) + 1} of {len(self.lines)}{fresh}{again}"

    def replay(self, log: Log) -> None:
        """Make the rows anew from the answers in the log."""
        self.rows.clear()
        self.taken_back.clear()
        for attempt in _attempts(log, self.run):
            if attempt.undone:
                self.taken_back.add(attempt.answer.line)
            else:
                self._take_again(attempt.answer)

    def _take_again(self, answer: Answered) -> None:
        """Add an answer recorded earlier in this run, with its recorded verdict.

        Ungraded ones are ignored, those not at the next line, and those worked from lines that another terminal
        answered: if two answered the same line, the first answer counts. Sets `is_stale` if the given numbers or the
        verdict would now differ, as after an edit of the deck.
        """
        if not answer.graded or answer.line not in self.names[len(self.rows) : len(self.rows) + 1]:
            return
        question = self._line(len(self.rows))
        now = {name: as_lists(value) for name, value in question.given.items()}
        differing = {name for name in now.keys() | answer.given.keys() if now.get(name) != answer.given.get(name)}
        if differing and differing <= {row.line for row in self.rows}:
            return  # another terminal's lines were its input
        verdict, judgement = Verdict(answer.verdict), question.judge(answer.typed)
        self.is_stale |= bool(differing) or judgement.verdict is not verdict
        self.take(answer, judgement._replace(verdict=verdict))

    def take(self, answer: Answered, judgement: Judgement) -> None:
        """Add the row of a graded answer to the next line.

        At least one line of help counts if an answer to the line was undone, since its verdict was seen. For an answer
        that cannot be read, or has another shape, the true value goes on to the next lines.
        """
        at = len(self.rows)
        true = self.worked.solutions[at]
        read = _read(answer.typed, true.key.shape)
        fits = same_shape(read.shape, true.key.shape)
        name = self.names[at]
        row = KataRow(
            line=name,
            typed=answer.typed,
            judgement=judgement,
            seconds=answer.seconds,
            help=max(answer.help, name in self.taken_back),
            own=_value(read, attrgetter("value")) if fits else true.value,
            uncertain=_value(read, _uncertain) if fits else true.value,
            can_be_carried=fits,
            target=answer.target_seconds,
            is_kept=answer.run != self.run.id,
        )
        self.rows.append(row)

    def ask(self, turn: Queued) -> Question:
        """Return the question of a line, worked from the learner's lines before it."""
        return self._line(self.names.index(turn.drill))

    def _line(self, at: int) -> Question:
        """Return the question of a line; from the true lines, if the learner's lead to no result."""
        chain_line = self.lines[at]
        file_line = self.kata.kata_file.lines[chain_line.name]
        used = [row for row in self.rows if row.line in chain_line.uses]
        names: Mapping[str, Value] = {**self.worked.given, **{row.line: row.own for row in self.rows}}
        on_error = any(not row.sound for row in used)
        own = solution_from_own_lines(chain_line, names) if on_error else None
        has_no_result = on_error and (own is None or own.rounded_band is None)
        if has_no_result:
            names = {**self.worked.given, **self._true_lines()}
        return Question(
            prepared=Prepared(self.deck, find_drill(self.deck, file_line.drill)),
            seed=self.run.seed if self.run.always_fresh else None,
            given={name: value for name, value in names.items() if name in chain_line.uses},
            asked=file_line.prompt,
            node=chain_line.node,
            worked=self.worked.solutions[at],
            chain=chain_line,
            uncertain={**self.worked.given, **{row.line: row.uncertain for row in self.rows}},
            on_error=on_error and not has_no_result,
            advice=advice_on(has_no_result, [row.line for row in used if not row.can_be_carried]),
        )

    def _true_lines(self) -> dict[str, Value]:
        """Return the true value of every line, by name, rounded as a learner would write it."""
        values = (entry_by_entry(_rounded, solution.value) for solution in self.worked.solutions)
        return dict(zip(self.names, values, strict=True))


def worked_kata(prepared: Prepared, run: Run) -> Kata:
    """Return the kata with the run's numbers, nothing answered. Raises KatatxError if it cannot be worked."""
    prepared, worked = prepared.drawn(run.seed) if run.always_fresh else (prepared, prepared.page)
    return Kata(lines=prepared.lines, worked=worked, is_whole=run.drill is None, kata=prepared, run=run)


def _attempts(log: Log, run: Run) -> list[Attempt]:
    """Return the attempts of a run, after those at the lines before it of the run that it continues, if it does."""
    before = None if run.drill is None else log.run(run.drill)
    own = log.attempts(run.id)
    # A continued run begins at an earlier line, so this ends.
    if before is None or (before.seed, before.always_fresh) != (run.seed, run.always_fresh):
        return own
    if len(before.drills) <= len(run.drills):
        return own
    return [*(each for each in _attempts(log, before) if each.answer.line not in run.drills), *own]


def _read(typed: str, shape: tuple[int, ...]) -> Answer:
    try:
        return read_answer(typed, shape)
    except NotationError:  # an older version accepted more notations
        return Answer((), (0,))


def _value(answer: Answer, number: Callable[[TypedNumber], Number]) -> Value:
    """Return an answer as a value of its shape, each typed number converted by `number`."""
    return shaped(answer.shape, [number(each) for each in answer.numbers])


def _uncertain(number: TypedNumber) -> Number:
    """Return a typed number; as an interval of a unit of its last decimal if it was rounded as in written work."""
    half = half_unit(number.places)
    if number.places is None or whole_at(number.value, 0) or 2 * half > unit(number.value) * 1.5:
        return number.value
    return Interval(number.value - half, number.value + half)


def _rounded(number: Number) -> Number:
    """Return a true number as a learner would write it: to 3 decimals or 4 significant figures, whichever is coarser.

    An infinity is unchanged; of an interval, the lower end is taken.
    """
    return round(low_of(number) / unit(low_of(number))) * unit(low_of(number)) if isfinite(low_of(number)) else number
