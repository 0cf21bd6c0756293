"""Katas: a calculation on several lines, each worked from the learner's previous lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isfinite

from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared, prepare_kata
from katatx.engine.chains import ChainLine, WorkedChain, solution_from_own_lines
from katatx.engine.pencils.interval import Interval, Number, low_of
from katatx.engine.values import Value, entry_by_entry, shaped
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.quoting import plain
from katatx.progress.events import Answered, Attempt, Run, as_kept
from katatx.progress.log import Log
from katatx.questions.asking import seed_of
from katatx.questions.question import Question
from katatx.sessions.queue import Queued
from katatx.sessions.sitting import Plan, Practice, Sequels, Sitting
from scoring import Judgement, Verdict
from scoring.answer import Answer, TypedNumber
from scoring.places import half_unit, unit, whole_at
from scoring.shapes import same_shape


@dataclass(frozen=True, slots=True)
class KataRow:
    """The answer to one line of a kata.

    `help` counts the lines of its working that were uncovered, at least 1 if an earlier answer to it was undone. `own`
    is the value that later lines use, the true one unless the answer `can_be_carried`; `uncertain` is it as an interval
    if the learner rounded it. `is_kept`: it was answered in an earlier run that this one continues.
    """

    answer: Answered
    judgement: Judgement
    help: int
    own: Value
    uncertain: Value
    can_be_carried: bool
    is_kept: bool = False

    @property
    def line(self) -> str:
        return self.answer.line or ""

    @property
    def seconds(self) -> float:
        return self.answer.seconds

    @property
    def shown(self) -> str:
        return plain(self.answer.typed, 200, keep="")

    @property
    def right(self) -> bool:
        """Return whether the answer is right by the page."""
        return self.judgement.verdict is Verdict.RIGHT

    @property
    def sound(self) -> bool:
        """Return whether later lines that use this one start from a true value."""
        return self.right or not self.can_be_carried


@dataclass(kw_only=True)
class Kata:
    """The lines of a run at a kata, their true values, and the answers so far; not `is_whole` from a mistake on.

    The first rows are kept if they were answered in an earlier run that this one continues. `is_stale`: the deck has
    changed so that earlier answers no longer have the same given numbers and verdicts. `taken_back` are the lines of
    which an answer was.
    """

    kata: Prepared
    run: Run
    lines: tuple[ChainLine, ...]
    worked: WorkedChain
    rows: list[KataRow] = field(default_factory=list)
    is_whole: bool = True
    is_stale: bool = False
    taken_back: set[str | None] = field(default_factory=set)

    @property
    def seconds(self) -> float:
        return sum(row.seconds for row in self.rows if not row.is_kept)

    @property
    def clean(self) -> bool:
        is_done = self.is_whole and len(self.rows) == len(self.lines)
        return is_done and all(row.right and not row.help for row in self.rows)

    @property
    def first_departure(self) -> int | None:
        """Return the index of the first answered line that is not the true value; None if there is none."""
        return next((at for at, row in enumerate(self.rows) if not row.right), None)

    def source_of(self, at: int) -> int | None:
        """Return the line with the mistake that the line `at` builds on, or None; all lines before it are answered.

        It is the latest wrong line that it uses, or, if that one only follows from another wrong line, that one's.
        """
        for number in reversed(range(at)):
            row = self.rows[number]
            if row.line in self.lines[at].uses and not row.right:
                return self.source_of(number) if row.judgement.verdict.counts_as_right else number
        return None

    @property
    def deck(self) -> Deck:
        return self.kata.deck

    @property
    def names(self) -> list[str]:
        return [line.name for line in self.lines]

    @property
    def place(self) -> str:
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
        """Add an answer recorded earlier in this run, with its recorded verdict, if it is graded and at the next line.

        Of two terminals that answered the same line, the first answer counts. Sets `is_stale` if the given numbers or
        the verdict would now differ, as after an edit of the deck.
        """
        if not answer.graded or answer.line not in self.names[len(self.rows) : len(self.rows) + 1]:
            return
        question = self._line(len(self.rows))
        now = as_kept(question.given)
        differing = {name for name in now.keys() | answer.given.keys() if now.get(name) != answer.given.get(name)}
        if differing and differing <= {row.line for row in self.rows}:
            return  # another terminal's lines were its input
        verdict, judgement = Verdict(answer.verdict), question.judge(answer.typed)
        self.is_stale |= bool(differing) or judgement.verdict is not verdict
        self.take(answer, judgement._replace(verdict=verdict))

    def take(self, answer: Answered, judgement: Judgement) -> None:
        """Add the row of a graded answer to the next line; the true value goes on where it has another shape."""
        true = self.worked.solutions[len(self.rows)]
        try:
            read = read_answer(answer.typed, true.key.shape)
        except NotationError:  # an older version accepted more notations
            read = Answer((), (0,))
        fits = same_shape(read.shape, true.key.shape)
        own = shaped(read.shape, [each.value for each in read.numbers]) if fits else true.value
        uncertain = shaped(read.shape, [_uncertain(each) for each in read.numbers]) if fits else true.value
        opened = max(answer.help, answer.line in self.taken_back)
        self.rows.append(KataRow(answer, judgement, opened, own, uncertain, fits, answer.run != self.run.id))

    def ask(self, turn: Queued) -> Question:
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
            true = (entry_by_entry(_rounded, solution.value) for solution in self.worked.solutions)
            names = {**self.worked.given, **dict(zip(self.names, true, strict=True))}
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
            advice=_advice(has_no_result, [row.line for row in used if not row.can_be_carried]),
        )


def _advice(starts_anew: bool, replaced: Sequence[str]) -> str | None:
    if starts_anew:
        return "Your earlier lines have no result here, so these are the true ones."
    these = "this is the true one" if len(replaced) == 1 else "these are the true ones"
    return f"Your {' and '.join(replaced)} cannot be used further, so {these}." if replaced else None


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


def _uncertain(number: TypedNumber) -> Number:
    """Return a typed number, as an interval if it was rounded as in written work."""
    half = half_unit(number.places)
    if number.places is None or whole_at(number.value, 0) or 2 * half > unit(number.value) * 1.5:
        return number.value
    return Interval(number.value - half, number.value + half)


def _rounded(number: Number) -> Number:
    """Return a true number, or the lower end of an interval, as a learner would write it."""
    low = low_of(number)
    return round(low / unit(low)) * unit(low) if isfinite(low) else number


# ---- sittings


def open_kata(practice: Practice, name: str, seed: int | None = None, page: bool = False) -> Sitting:
    """Return a sitting at the deck's kata: the last one with such numbers if it can be gone on with, or a new one.

    Numbers are random, from `seed` or else any; with `page` they are the page's. Raises KatatxError if the deck has no
    kata or it cannot be worked, LogError if the log cannot be used.
    """
    alike = (run for run in practice.log.runs(name, "kata") if run.always_fresh != page and seed in (None, run.seed))
    last = next(alike, None)
    sitting = None if last is None else _resumed(practice, last)
    return sitting or _begun(practice, name, seed, fresh=not page)


def _resumed(practice: Practice, run: Run) -> Sitting | None:
    """Return a sitting at a recorded run; None if it is over, or the kata has changed since.

    A rework is gone on with on its day alone, and only if the lines before it are there, and right.
    """
    prepared = prepare_kata(practice.decks[run.deck], practice.log.settings.places)
    lines = tuple(prepared.kata_file.lines)
    start = len(lines) - len(run.drills)
    is_whole = run.drill is None and start == 0
    is_rework = run.drill is not None and start >= 0 and practice.log.settings.day_of(run.started) == practice.day
    if run.drills != lines[start:] or not (is_whole or is_rework):
        return None
    kata = worked_kata(prepared, run)
    sitting = _sit(practice, kata)
    kept = [row for row in kata.rows if row.is_kept]
    is_sound = len(kept) == start and all(row.right for row in kept)
    return sitting if is_sound and sitting.question is not None and not kata.is_stale else None


def _begun(
    practice: Practice, name: str, seed: int | None, fresh: bool, start: int = 0, before: str | None = None
) -> Sitting:
    """Start and record a run of the kata, with the page's numbers unless `fresh`, from a line on after a run before."""
    prepared = prepare_kata(practice.decks[name], practice.log.settings.places)
    run = practice.run("kata", name, [*prepared.kata_file.lines][start:], before, seed, fresh)
    sitting = _sit(practice, worked_kata(prepared, run))
    practice.log.add([run])
    return sitting


def _sit(practice: Practice, kata: Kata) -> Sitting:
    plan = Plan(
        title=kata.deck.contents.title, about=f"Kata: {kata.kata.kata_file.title}",
        progress="{total} lines{begun}; each builds on your own earlier lines",
        names=kata.names, ask=kata.ask, sequels=partial(_sequels, kata), kata=kata, repeats=False,
    )  # fmt: skip
    return Sitting(practice, kata.run, plan)


def _sequels(kata: Kata, before: Sitting) -> Sequels:
    """Return how to start the kata again with other numbers, and from its first mistake if there is one."""
    run, at = before.run, kata.first_departure

    def begin_again() -> Sitting:
        seed = seed_of(f"{run.seed} again {before.clock().isoformat()}")
        return _begun(before.practice, run.deck, seed, fresh=True)

    def rework(at: int) -> Sitting:
        """Keep the lines before `at` as answered; this does not count as passing the kata."""
        # Continue the run in which the last kept line was answered.
        answered_there = kata.is_whole or not kata.rows[at - 1].is_kept
        last = run.id if answered_there else run.drill
        return _begun(before.practice, run.deck, run.seed, run.always_fresh, at, last)

    return {**({} if at is None else {"rework": partial(rework, at)}), "kata-again": begin_again}
