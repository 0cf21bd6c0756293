"""The lines of a kata: a calculation on several lines, each worked from the learner's previous lines.

The true value of a line is worked from the true lines before it. A departure is a line that differs from its true
value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite

from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared
from katatx.engine.chains import WorkedChain, solution_from_own_lines
from katatx.engine.pencils.interval import Interval, Number, low_of
from katatx.engine.values import Value, as_lists, entry_by_entry, shaped
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.progress.log import Log
from katatx.progress.records import Answered, Attempt, Run
from katatx.questions.kata import KataResult, KataRow, advice_on
from katatx.questions.question import Question
from katatx.sessions.queue import Queued
from scoring import Judgement, Verdict
from scoring.answer import Answer, TypedNumber
from scoring.places import half_unit, unit, whole_at
from scoring.shapes import same_shape


@dataclass
class Kata:
    """The lines of a run at a kata.

    `worked` has the true values, `rows` the learner's lines so far; the first are kept if they were answered in an
    earlier run that this one continues. `is_stale` is True if the deck changed so that earlier answers no longer have
    the same given numbers and verdicts. Raises KatatxError if the kata cannot be worked.
    """

    deck: Deck
    kata: Prepared
    run: Run
    worked: WorkedChain = field(init=False)
    rows: list[KataRow] = field(init=False, default_factory=list)
    is_stale: bool = field(init=False, default=False)
    # The lines of which an answer was taken back.
    _taken_back: set[str | None] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        """Work the kata with the run's numbers."""
        if self.run.always_fresh:
            self.kata, self.worked = self.kata.drawn(self.run.seed)
        else:
            self.worked = self.kata.page

    @property
    def names(self) -> list[str]:
        """Return the names of the lines."""
        return [line.name for line in self.kata.lines]

    @property
    def is_whole(self) -> bool:
        """Return whether the run starts at the first line, not at the first mistake of an earlier run."""
        return self.run.drill is None

    @property
    def place(self) -> str:
        """Return the position of the next line as text, for the screen's title."""
        fresh, again = " · fresh numbers" * self.run.always_fresh, " · reworked" * (not self.is_whole)
        return f"kata · line {len(self.rows) + 1} of {len(self.kata.lines)}{fresh}{again}"

    @property
    def result(self) -> KataResult:
        """Return the result of the lines answered so far."""
        return KataResult(self.deck.name, self.kata.lines, self.worked, tuple(self.rows), self.is_whole)

    @property
    def lines_so_far(self) -> list[tuple[str, KataRow | None]]:
        """Return (name, answer) of every line; the answer is None if the line has none yet."""
        answered = {row.line: row for row in self.rows}
        return [(name, answered.get(name)) for name in self.names]

    def replay(self, log: Log) -> None:
        """Make the rows anew from the answers in the log."""
        self.rows.clear()
        self._taken_back.clear()
        for attempt in _attempts(log, self.run):
            if attempt.undone:
                self._taken_back.add(attempt.answer.line)
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
            help=max(answer.help, name in self._taken_back),
            own=_value(read, _exact) if fits else true.value,
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
        chain_line = self.kata.lines[at]
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


def _exact(number: TypedNumber) -> Number:
    return number.value


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
