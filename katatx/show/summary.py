"""What a sitting came to: what is automatic now, what to look at again, what comes next; and what a kata came to.

The app shows the parts as cards; line mode and the clipboard have them one below the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from katatx.decks.loading import Deck
from katatx.decks.parts import step_words
from katatx.engine.values import as_lists
from katatx.errors import KatatxError
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.progress.whole import Whole
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.show.ask import kata_sign
from katatx.show.compared import compared
from katatx.show.home import Ahead
from katatx.show.text import (
    Piece,
    ago,
    block,
    clock,
    columns,
    counted,
    cut_to,
    line,
    plain_lines,
    shortened,
    width_of,
    wrapped,
)
from katatx.show.way import title_of
from katatx.show.working import whole_working
from scoring import Judgement
from scoring.today import BETWEEN

if TYPE_CHECKING:
    from katatx.questions.kata import KataResult, KataRow

# The longest text that may be copied to a terminal's clipboard.
_LONGEST_TEXT = 20_000
_LONGEST_NAME, _LONGEST_SAID = 34, 400
# What is kept for both answers to a question.
_NUMBERS = 29
_MOST_TIMES = 6


class Part(NamedTuple):
    """A part with its title; `kind` is that of its card, `under` stands in its lower edge, `head` above its rows."""

    title: str
    lines: Sequence[Text]
    kind: str = ""
    under: str = ""
    head: Sequence[Text] = ()


@dataclass(frozen=True)
class Shown:
    """A summary for one width: where one is and how it went, and its parts.

    Each line of `rows` can be pointed at; `behind` returns the working behind one. `at` is the row to begin with, whose
    working is told too where nothing can be pointed at.
    """

    where: Text
    count: Text
    before: Sequence[Part]
    rows: Part
    behind: Callable[[int], Part]
    after: Sequence[Part]
    at: int | None = None

    def lines(self) -> list[str]:
        """Return all of it as lines of text."""
        slip = [] if self.at is None else [self.behind(self.at)]
        lines = [f"{self.where.plain}: {' '.join(self.count.plain.split())}"]
        for title, texts, _, under, head in (*self.before, self.rows, *slip, *self.after):
            told = plain_lines(block([*head, *texts]).split("\n")) if texts else []
            # Bars say nothing without their colours.
            lines += ["", f"{title}{f' ({under})' * bool(under)}:"] * bool(told)
            lines += [f"  {each.replace('━', '').rstrip()}".rstrip() for each in told]
        return [plain(each) for each in lines]

    @property
    def text(self) -> str:
        """Return it for the clipboard, cut to 20,000 characters."""
        return plain("\n".join(self.lines()), _LONGEST_TEXT) + "\n"


@dataclass(frozen=True)
class Changes:
    """The steps that became automatic, and those that no longer are; or why it is not known."""

    automatic: Sequence[str] = ()
    lost: Sequence[str] = ()
    trouble: str = ""

    def parts(self) -> Iterator[Part]:
        if self.automatic:
            yield Part(
                "became automatic", [line(("✦ ", "right"), (step_words(name), "b")) for name in self.automatic], "good"
            )
        if self.lost:
            yield Part("to learn again", [line(step_words(name)) for name in self.lost])
        if self.trouble:
            yield Part("what changed is not known", [line(self.trouble)], "bad")


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
class SittingSummary:
    """What a sitting at drills came to. The way is through the `deck`, at the section `here`, by what is `whole`.

    `leeches` are the drills missed on so many days in succession that they come back easier, `left` says what is left.
    `day` is known if nothing is left today, `tomorrow` after a review.
    """

    deck: Deck | None
    whole: Whole | None
    here: str | None
    title: str
    outcomes: Sequence[Outcome]
    changes: Changes
    leeches: Mapping[str, int]
    left: str
    day: Day | None
    tomorrow: Ahead | None
    faults: Sequence[str]

    def shown(self, width: int) -> Shown:
        """Return what is shown of it, in lines of at most `width` cells."""
        missed = [*{each.question.id: each for each in self.outcomes if not each.is_right}.values()]
        where = line(("today is done", "b")) if self.day else line((f"{self.title} › ", "dim"), ("done", "b"))
        return Shown(
            where=where,
            count=self._count(),
            before=[*([self.day.part()] if self.day else []), *self.changes.parts()],
            rows=Part("to look at again", self._missed(missed, width)),
            behind=lambda at: Part(f"✗ {_section(missed[at])}", _worked(missed[at], width), "bad"),
            after=[*self._after(width)],
        )

    def _count(self) -> Text:
        if self.day is not None:
            return line((f"{round(self.day.minutes)} of {self.day.goal} minutes", "right"))
        if not self.outcomes:
            return line(("no question answered", "dim"))
        minutes = round(sum(each.seconds + BETWEEN for each in self.outcomes) / 60)
        time = f"   {counted(minutes, 'minute')}" if minutes else ""
        right = sum(each.is_right for each in self.outcomes)
        return line((str(right), "right"), (f" of {len(self.outcomes)} right{time}", "dim"))

    def _missed(self, missed: Sequence[Outcome], width: int) -> list[Text]:
        """Return a row for each miss: its section, yours beside true, and below it what happened."""
        longest = min(_LONGEST_NAME, width - _NUMBERS)
        room = max(8, min(24, (width - longest - 9) // 2))
        rows: list[list[Piece]] = []
        for each in missed:
            section = line(("✗ ", "wrong"), (shortened(_section(each), longest), "b"))
            yours, true = shortened(plain(each.typed, keep=""), room), shortened(_true(each.question), room)
            rows.append([section, (yours, "wrong"), ("for", "dim"), (true, "right")])
        notes = (wrapped(line("  ", (self._note(each), "dim")), width, indent=2) for each in missed)
        both = zip(columns("llll", rows), notes, strict=True)
        return [block([row, *(each for each in note if each.plain.strip())]) for row, note in both]

    def _note(self, missed: Outcome) -> str:
        """Return what happened, as far as it has a name, and whether it happens often."""
        days = self.leeches.get(missed.question.id)
        happened = plain(missed.happened, _LONGEST_SAID, keep="") if missed.judgement.causes else ""
        return happened + (f" Missed on the last {days} days; a worked example comes first next time." if days else "")

    def _after(self, width: int) -> Iterator[Part]:
        if self.outcomes:
            helped = sum(each.is_right and each.help > 0 for each in self.outcomes)
            yield Part("by section", self._sections(), "quiet", f"{helped} with help" * (helped > 0))
        if self.faults:
            yield Part("left out", [each for fault in self.faults for each in wrapped(fault, width)], "quiet")
        said = [line((self.left, "b"))] if self.left else []
        if self.tomorrow is not None:
            said.append(line(("Tomorrow: ", "dim"), (self.tomorrow.asked, "b"), (f"   {self.tomorrow.kinds}", "dim")))
        if said:
            yield Part("what is next", [each for text in said for each in wrapped(text, width)], "quiet")

    def _sections(self) -> list[Text]:
        """Return how many answers were right in each section."""
        of, right = (
            Counter(map(_section, self.outcomes)),
            Counter(_section(each) for each in self.outcomes if each.is_right),
        )
        rows: list[list[Piece]] = []
        for name, count in of.items():
            sign = ("✓", "right") if right[name] == count else ("✗", "wrong")
            rows.append([line(sign, " ", name), str(right[name]), (f"of {count}", "dim")])
        return columns("lrl", rows, gap=(2, 1))


def _section(outcome: Outcome) -> str:
    return plain(outcome.question.section, _LONGEST_NAME, keep="")


def _cells(typed: str, judgement: Judgement) -> list[Piece]:
    """Return what is typed number by number, the wrong ones lit."""
    texts = plain(typed, _LONGEST_SAID, keep="").replace(",", " ").split()
    told = judgement.slots if len(judgement.slots) == len(texts) else [False] * len(texts)
    counts = judgement.verdict.counts_as_right
    return [(text, "" if right or counts else "wrong") for text, right in zip(texts, told, strict=True)]


def _true(question: Question) -> str:
    if question.choices:
        return str(question.key)
    at, true = question.right_option, written(question.key, question.places)
    return true if at is None else f"{at + 1}: {true}"


def written(value: Any, places: int) -> str:
    """Return a number, row or grid as one types it: `2 8`, `1 2; 3 4`."""
    if not isinstance(value, Sequence):
        return write_number(value, max(3, places))
    inside = [written(each, places) for each in value]
    return ("; " if value and isinstance(value[0], Sequence) else " ").join(inside)


def _worked(outcome: Outcome, width: int, said: str | None = None) -> list[Text]:
    """Return what is said of an answer, and below it the learner's working beside the true one, or that alone."""
    from katatx.questions.true_working import steps_of

    if said is None:
        said = " ".join(filter(None, (outcome.happened, outcome.instead)))
    above = [*wrapped(line((plain(said, _LONGEST_SAID, keep=""), "b")), width), line()] if said else []
    try:
        steps = steps_of(outcome.question)
        both = compared(replace(outcome, tells_truth=True), steps)
    except KatatxError as error:
        return [*above, *wrapped(plain(str(error)), width)]
    if both is not None:
        return [*above, *both.lines(width)]
    return [*above, *whole_working(steps, width)]


# ---- a kata


class KataTime(NamedTuple):
    """A run through a whole kata: its day, its right lines, the seconds, and whether it is the present one."""

    day: str
    right: int
    seconds: float
    is_now: bool


@dataclass(frozen=True)
class KataSummary:
    """What a kata came to, with the `outcomes` of this sitting by line, and the `times` of the whole runs so far."""

    deck: Deck
    whole: Whole | None
    kata: KataResult
    outcomes: Mapping[str, Outcome]
    changes: Changes
    times: Sequence[KataTime]
    today: date
    here: str | None = field(default=None, init=False)

    def shown(self, width: int) -> Shown:
        """Return what is shown of it, in lines of at most `width` cells."""
        rows = self.kata.rows
        slips, follows = (sum(kata_sign(row)[0] == sign for row in rows) for sign in "✗┆")
        head, *table = self._table(width)
        title = f"{counted(slips, 'slip') if slips else 'no slip'} in {counted(len(rows), 'line')}"
        return Shown(
            where=line((f"{title_of(self.deck)} › ", "dim"), ("Kata", "b")),
            count=self._count(),
            before=(),
            rows=Part(title, table, under="┆ right from your own line" * (follows > 0), head=[head]),
            behind=lambda at: self._behind(at, width),
            after=[*self._after(width)],
            at=self.kata.first_departure,
        )

    def _count(self) -> Text:
        own = [row for row in self.kata.rows if not row.is_kept]
        if not own:
            return line(("nothing answered this time", "dim"))
        helped = sum(row.help > 0 for row in own)
        said = f" of {counted(len(own), 'line')} right{f', {helped} with help' * (helped > 0)}   "
        return line((str(sum(map(_counts, own))), "right"), (said, "dim"), clock(self.kata.seconds))

    def _table(self, width: int) -> list[Text]:
        """Return a heading, and each line as it was typed, with the true one beside it where there is room."""
        worked = zip(self.kata.lines, self.kata.worked.solutions, strict=True)
        truths = [written(as_lists(solution.value), each.places or 0).split() for each, solution in worked]
        most = max(map(len, [row.typed.replace(",", " ").split() for row in self.kata.rows] + truths), default=0)
        room: list[Piece] = [""] * most
        rows: list[list[Piece]] = [["", "", ("line", "dim"), ("yours", "dim"), *room[1:], "", ("true", "dim")]]
        for at, (row, truth) in enumerate(zip(self.kata.rows, truths, strict=False), 1):
            head: list[Piece] = [kata_sign(row), (str(at), "dim"), plain(row.line, _LONGEST_NAME, keep="")]
            yours, beside = (
                _cells(row.typed, row.judgement),
                [(text, "dim" if row.right else "right") for text in truth],
            )
            rows.append([*head, *yours, *room[len(yours) :], "", *beside])
        kinds = "lll" + "." * most
        made = (columns(f"{kinds}l{'.' * most}", rows, gap) for gap in (2, 1))
        alone = columns(kinds, [row[: len(kinds)] for row in rows])
        fits = next((table for table in made if width_of(table) <= width), alone)
        return [cut_to(each, width) for each in fits]

    def _behind(self, at: int, width: int) -> Part:
        """Return how a line is worked from the learner's lines before it."""
        row, source = self.kata.rows[at], self.kata.source_of(at)
        outcome, (sign, style) = self.outcomes.get(row.line), kata_sign(row)
        said = None if outcome else row.judgement.message
        if _counts(row):
            said = "" if source is None else f"It is right from your line {source + 1}."
        kind = {"right": "good", "wrong": "bad"}.get(style, "")
        title = f"{sign} line {at + 1}: {plain(row.line, _LONGEST_NAME, keep='')}"
        return Part(title, _worked(outcome, width, said) if outcome else wrapped(said or "", width), kind)

    def _after(self, width: int) -> Iterator[Part]:
        if worth := self._worth():
            yield Part("what it is worth", wrapped(worth, width), "quiet")
        yield from self.changes.parts()
        if self.times:
            yield Part("your times", self._times(), "quiet")

    def _worth(self) -> str:
        kata = self.kata
        if len(kata.rows) < len(kata.lines):
            return f"{len(kata.rows)} of {counted(len(kata.lines), 'line')} are done; next time you go on from there."
        if kata.clean:
            late = "The whole page is right. It is passed once you are as quick as your target."
            return "The whole page is right, and in time: you have passed this deck's kata." if kata.in_time else late
        if kata.is_whole:
            return ""
        right = "Every line is right now" if kata.first_departure is None else "Not every line is right yet"
        return f"{right}. Only a whole kata, from its first line, can be passed."

    def _times(self) -> list[Text]:
        seconds = [each.seconds for each in self.times]
        rows: list[list[Piece]] = []
        for day, right, took, is_now in self.times[-_MOST_TIMES:]:
            style = "b" * is_now
            best = "fastest yet" * (is_now and took == min(seconds) and len(seconds) > 1)
            when = ("today", "lead") if is_now else (ago(day, self.today), "dim")
            of = (f"{right} of {len(self.kata.lines)}", style)
            rows.append([when, of, (clock(took), style), (best, "right")])
        return columns("llrl", rows)


def _counts(row: KataRow) -> bool:
    return row.judgement.verdict.counts_as_right
