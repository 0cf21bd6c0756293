"""What a sitting came to: what is automatic now, what to look at again, what comes next; and what a kata came to.

The app shows the parts as cards; line mode and the clipboard have them one below the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from katatx.decks.loading import Deck
from katatx.decks.parts import step_words
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.progress.whole import Whole
from katatx.questions.outcome import Outcome
from katatx.show.ask import in_words, kata_lines, kata_sign
from katatx.show.compared import beside_true
from katatx.show.drill_text import question_lines, true_of
from katatx.show.home import Ahead
from katatx.show.text import Piece, bar, block, clock, columns, counted, in_width, line, plain_lines, spaced, wrapped
from katatx.show.way import WHOLE_PAGE

if TYPE_CHECKING:
    from katatx.sessions.kata import Kata

# The longest text that may be copied to a terminal's clipboard.
_LONGEST_TEXT = 20_000
_LONGEST_NAME, _LONGEST_SAID, _NARROW = 34, 400, 60


class Part(NamedTuple):
    """A part with its title; `kind` is that of its card."""

    title: str
    lines: Sequence[Text]
    kind: str = ""


@dataclass(frozen=True)
class Shown:
    """A summary for one width. Each line of `rows` can be pointed at; `behind` returns the working behind one. `at` is
    the row to begin with, whose working is told too where nothing can be pointed at.
    """

    where: Text
    count: Text
    before: Sequence[Part]
    rows: Part
    behind: Callable[[int], Part]
    after: Sequence[Part]
    at: int | None = None

    def lines(self) -> list[str]:
        slip = [] if self.at is None else [self.behind(self.at)]
        lines = [f"{self.where.plain}: {' '.join(self.count.plain.split())}"]
        for title, texts, _ in (*self.before, self.rows, *slip, *self.after):
            told = plain_lines(block(texts).split("\n")) if texts else []
            lines += ["", f"{title}:", *(f"  {each}".rstrip() for each in told)] if told else []
        return [plain(each) for each in lines]

    @property
    def text(self) -> str:
        """Return it for the clipboard, cut to 20,000 characters."""
        return plain("\n".join(self.lines()), _LONGEST_TEXT) + "\n"


class Day(NamedTuple):
    """A day of which nothing is left: the days in a row, the most ever, its right answers of all, and its minutes."""

    streak: int
    longest: int
    right: int
    attempts: int
    minutes: float
    goal: int

    def part(self) -> Part:
        best = "your longest so far" if self.streak == self.longest else f"your longest: {self.longest}"
        row = line((f"{counted(self.streak, 'day')} in a row", "b"), (f"   {best}", "dim"))
        return Part("✓ today is done", [row, line((f"{self.right} of {self.attempts} right today", "dim"))], "good")


@dataclass(frozen=True)
class Summary:
    """The outcome of a sitting at drills or at a kata; `left` says what is left. `leeches` are the drills missed on so
    many days in succession that they come back easier. `day` is known if nothing is left today, `tomorrow` after a
    review. The way is through the `deck`, at the section `here`, by what is `whole`.
    """

    title: str
    outcomes: Sequence[Outcome]
    left: str
    automatic: Sequence[str] = ()
    trouble: str = ""
    deck: Deck | None = None
    whole: Whole | None = None
    here: str | None = None
    kata: Kata | None = None
    leeches: Mapping[str, int] = field(default_factory=dict)
    day: Day | None = None
    tomorrow: Ahead | None = None
    faults: Sequence[str] = ()

    def shown(self, width: int) -> Shown:
        """Return what is shown of it, in lines of at most `width` cells."""
        where = line((f"{self.title} › ", "dim"), ("summary" if self.kata is None else WHOLE_PAGE, "b"))
        before = [*([self.day.part()] if self.day else []), *self._changed(), *self._next(width)]
        if self.kata is not None:
            behind, slip = partial(_behind_line, self.kata, self.outcomes, width), self.kata.first_departure
            signs = Counter(kata_sign(row)[0] for row in self.kata.rows)
            slips = counted(signs["✗"], "slip") if signs["✗"] else "no slip"
            from_slip = "   ┆ right from your slip" * bool(signs["┆"])
            title = f"{slips} in {counted(len(self.kata.rows), 'line')}{from_slip}"
            rows = Part(title, kata_lines(self.kata, width, is_over=True))
            return Shown(where, self._count(), before, rows, behind, (), slip)
        missed = [*{each.question.id: each for each in self.outcomes if not each.is_right}.values()]
        return Shown(
            where=line(("today is done", "b")) if self.day else where,
            count=self._count(),
            before=before,
            rows=Part("to look at again", self._missed(missed, width)),
            behind=lambda at: _behind_missed(missed[at], width),
            after=[*self._after(width)],
        )

    def _count(self) -> Text:
        if self.day is not None:
            return line((f"{round(self.day.minutes)} of {self.day.goal} minutes", "right"))
        rows = None if self.kata is None else [row for row in self.kata.rows if not row.is_kept]
        answers = self.outcomes if rows is None else rows
        if not answers:
            return line(("nothing graded this time", "dim"))
        right = [each for each in answers if each.judgement.verdict.counts_as_right]
        helped = sum(each.help > 0 for each in right)
        asked = len(answers) if rows is None else counted(len(answers), "line")
        said = f" of {asked} right{f', {helped} with help' * (helped > 0)}   "
        return line((str(len(right)), "right"), (said, "dim"), clock(sum(each.seconds for each in answers)))

    def _changed(self) -> Iterator[Part]:
        if self.automatic:
            steps = [line(("✦ ", "right"), (step_words(name), "b")) for name in self.automatic]
            yield Part("became automatic", steps, "good")
        if self.trouble:
            yield Part("what changed is not known", [line(self.trouble)], "bad")

    def _next(self, width: int) -> Iterator[Part]:
        said = [line((self.left, "b"))] if self.left else []
        if self.tomorrow is not None:
            said.append(line(("Tomorrow: ", "dim"), (self.tomorrow.asked, "b"), (f"   {self.tomorrow.kinds}", "dim")))
        if said:
            yield Part("what is next", in_width(said, width), "lit" + " spare" * (self.kata is not None))

    def _missed(self, missed: Sequence[Outcome], width: int) -> list[Text]:
        rows, below = [], []
        room = (width - 8 - max((len(_section(each)) for each in missed), default=0)) // 2
        for each in missed:
            at = each.question.pointed_at(each.typed) if each.question.choices else None
            typed = plain(each.typed if at is None else each.question.choices[at].says, _LONGEST_SAID, keep="")
            row: list[Piece] = [line(("✗", "wrong"), " ", (_section(each), "b")), ("yours ", "dim"), (typed, "wrong")]
            row += [("true ", "dim"), (true_of(each.question), "right")]
            yours, true = line(*row[1:3]), line(*row[3:])
            is_long = max(yours.cell_len, true.cell_len) > room
            rows.append(row[:1] if is_long else row)
            notes = [*([yours, true] if is_long else []), line((self._note(each), "dim"))]
            below.append([part for note in notes if note for part in wrapped(line("  ", note), width, indent=8)])
        return [block([row, *more]) for row, more in zip(columns("llrlr", rows, (3, 0, 3, 0)), below, strict=True)]

    def _note(self, missed: Outcome) -> str:
        days = self.leeches.get(missed.question.id)
        often = f"Missed on the last {days} days; a worked example comes first next time." if days else ""
        return f"{_happened(missed)} {often}".strip()

    def _after(self, width: int) -> Iterator[Part]:
        if self.outcomes:
            yield Part("by section", self._sections(width >= _NARROW), "quiet spare")
        if self.faults:
            yield Part("left out", [each for fault in self.faults for each in wrapped(fault, width)], "quiet")

    def _sections(self, with_bars: bool) -> list[Text]:
        of = Counter(map(_section, self.outcomes))
        right = Counter(_section(each) for each in self.outcomes if each.is_right)
        rows: list[list[Piece]] = []
        for name, count in of.items():
            sign = ("✓", "right") if right[name] == count else " "
            bars = [bar(right[name], 0, count, 16)] * with_bars
            rows.append([line(sign, " ", name), *bars, f"{right[name]} of {count}"])
        return columns("lll" if with_bars else "ll", rows)


def _section(outcome: Outcome) -> str:
    return plain(outcome.question.section, _LONGEST_NAME, keep="")


def _happened(outcome: Outcome) -> str:
    return plain(outcome.happened, _LONGEST_SAID, keep="") if outcome.judgement.causes else ""


def _worked(outcome: Outcome, width: int, said: str | None = None) -> list[Text]:
    """Return what is said of an answer, and below it the learner's working beside the true one, or that alone."""
    from katatx.questions.true_working import steps_of

    try:
        working, instead = beside_true(replace(outcome, tells_truth=True), steps_of(outcome.question), width)
    except KatatxError as error:
        working, instead = wrapped(plain(str(error)), width), ""
    told = f"{_happened(outcome)} {plain(instead)}".strip() if said is None else said
    return [*wrapped(line((told, "b")), width), line(), *working] if told else working


def _behind_missed(missed: Outcome, width: int) -> Part:
    told = spaced(question_lines(missed.question, width), _worked(missed, width))
    return Part(f"✗ {_section(missed)}", told, "bad")


def _behind_line(kata: Kata, outcomes: Sequence[Outcome], width: int, at: int) -> Part:
    row, source = kata.rows[at], kata.source_of(at)
    outcome, (sign, style) = {each.question.line: each for each in outcomes}.get(row.line), kata_sign(row)
    said = None if outcome else row.judgement.message
    if row.judgement.verdict.counts_as_right:
        said = "" if source is None else f"It is right from your line {source + 1}."
    kind = {"right": "good", "wrong": "bad"}.get(style, "")
    title = f"{sign} line {at + 1}: {in_words(row.line)}"
    return Part(title, _worked(outcome, width, said) if outcome else wrapped(said or "", width), kind)
