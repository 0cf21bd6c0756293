"""What a sitting came to: what is automatic now, what to look at again, what comes next; and what a kata came to.

The app shows the parts as cards; line mode and the clipboard have them one below the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from katatx.decks.loading import Deck
from katatx.decks.step_names import step_words
from katatx.engine.values import as_lists
from katatx.errors import KatatxError
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.progress.records import Opened
from katatx.questions.outcome import Outcome, slot_marks
from katatx.questions.sheet import letter
from katatx.show.calendar import weeks_map
from katatx.show.compared import compared
from katatx.show.home import Ahead
from katatx.show.text import (
    Piece,
    ago,
    bar,
    block,
    clock,
    columns,
    counted,
    line,
    plain_lines,
    shortened,
    width_of,
    wrapped,
)
from katatx.show.way import title_of
from katatx.show.working import working_lines
from scoring.today import BETWEEN

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step
    from katatx.questions.kata import KataResult, KataRow

# The longest text that may be copied to a terminal's clipboard.
_LONGEST_TEXT = 20_000
_LONGEST_NAME, _LONGEST_SAID = 34, 400
# The width from which the fastest times are told, and what is kept for both answers to a question.
_WIDE, _NUMBERS = 70, 29
_MOST_STEPS, _MOST_TIMES = 6, 6
_BAR = 24


class Part(NamedTuple):
    """A part with its title; `kind` is that of its card, `under` stands in its lower edge, `head` above its rows."""

    title: str
    lines: Sequence[Text]
    kind: str = ""
    under: str = ""
    head: Sequence[Text] = ()


@dataclass(frozen=True)
class Shown:
    """A summary for one width: where one is and how it went, large numbers with what they count, and its parts.

    Each line of `rows` can be pointed at; `behind` returns the working behind one. `at` is the row to begin with, whose
    working is told too where nothing can be pointed at.
    """

    where: Text
    count: Text
    before: Sequence[Part]
    rows: Part
    behind: Callable[[int], Part]
    after: Sequence[Part]
    figures: Sequence[tuple[str, str]] = ()
    weeks: Sequence[Text] = ()
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


class Fastest(NamedTuple):
    """The seconds of a fastest answer in a section, and of the fastest before it."""

    section: str
    seconds: float
    before: float


@dataclass(frozen=True)
class Changes:
    """The steps that became automatic, those that no longer are, and how many were begun; or why it is not known."""

    automatic: Sequence[str] = ()
    lost: Sequence[str] = ()
    begun: int = 0
    trouble: str = ""

    def parts(self) -> Iterator[Part]:
        gained = [line(("✦ ", "right"), (step_words(name), "b")) for name in self.automatic[:_MOST_STEPS]]
        if len(self.automatic) > _MOST_STEPS:
            gained.append(line((f"and {len(self.automatic) - _MOST_STEPS} more", "dim")))
        if gained:
            yield Part("became automatic", gained, "good")
        if self.lost:
            yield Part("to learn again", [line(step_words(name)) for name in self.lost[:_MOST_STEPS]])
        if self.trouble:
            yield Part("what changed is not known", [line(self.trouble)], "bad")


class Day(NamedTuple):
    """A day of which nothing is left: the days in a row, the most ever, and its right answers of all."""

    day: date
    streak: int
    longest: int
    right: int
    attempts: int
    minutes: Mapping[date, float]
    goal: int


@dataclass(frozen=True)
class SittingSummary:
    """What a sitting at drills came to. The way is through the `deck`, at the section `here`.

    `leeches` are the drills missed on so many days in succession that they come back easier, `left` says what is left.
    `day` is known if nothing is left today, `tomorrow` after a review.
    """

    deck: Deck | None
    here: str | None
    title: str
    outcomes: Sequence[Outcome]
    changes: Changes
    fastest: Sequence[Fastest]
    leeches: Mapping[str, int]
    left: str
    goal: int
    day: Day | None
    tomorrow: Ahead | None
    faults: Sequence[str]

    @property
    def right(self) -> int:
        return sum(each.is_right for each in self.outcomes)

    @property
    def minutes(self) -> int:
        return round(sum(each.seconds + BETWEEN for each in self.outcomes) / 60)

    def shown(self, width: int) -> Shown:
        """Return what is shown of it, in lines of at most `width` cells."""
        missed = [*{each.question.id: each for each in self.outcomes if not each.is_right}.values()]
        where = line(("today is done", "b")) if self.day else line((f"{self.title} › ", "dim"), ("done", "b"))
        return Shown(
            where=where,
            count=self._count(),
            before=[*self.changes.parts()],
            rows=Part("to look at again", self._missed(missed, width)),
            behind=lambda at: _behind_miss(missed[at], width),
            after=[*self._after(width)],
            figures=self._figures(),
            weeks=weeks_map(self.day.minutes, self.day.day, self.day.goal) if self.day else (),
        )

    def _count(self) -> Text:
        if self.day is not None:
            done = self.day.minutes.get(self.day.day, 0.0)
            return line((f"{round(done)} of {self.day.goal} minutes", "right"))
        if not self.outcomes:
            return line(("no question answered", "dim"))
        time = f"   {counted(self.minutes, 'minute')}" if self.minutes else ""
        helped = sum(each.is_right and each.help > 0 for each in self.outcomes)
        return line((str(self.right), "right"), (f" of {len(self.outcomes)} right{_aid(helped)}{time}", "dim"))

    def _figures(self) -> list[tuple[str, str]]:
        if self.day is not None:
            row, longest = counted(self.day.streak, "day").partition(" ")[2], self.day.longest
            best = "your longest so far" if self.day.streak == longest else f"your longest: {longest}"
            return [
                (str(self.day.streak), f"{row} in a row,\n{best}"),
                (str(self.day.right), f"right today,\nof {self.day.attempts}"),
            ]
        if not self.outcomes:
            return []
        time = counted(self.minutes, "minute").partition(" ")[2]
        made = [
            (str(self.right), f"right, of {len(self.outcomes)}"),
            (str(self.minutes), f"{time}, of {self.goal} a day"),
        ]
        more = ((len(self.fastest), "fastest yet"), (self.changes.begun, "steps begun"))
        return made + [(str(count), what) for count, what in more if count]

    def _missed(self, missed: Sequence[Outcome], width: int) -> list[Text]:
        """Return a row for each miss: its section, yours beside true, and below it what happened."""
        longest = min(_LONGEST_NAME, width - _NUMBERS)
        room = max(8, min(24, (width - longest - 9) // 2))
        rows: list[list[Piece]] = []
        for each in missed:
            section = line(("✗ ", "wrong"), (shortened(_section(each), longest), "b"))
            rows.append([section, _cut(_yours(each), room), ("for", "dim"), _cut(line((_true(each), "right")), room)])
        notes = (wrapped(line("  ", (self._note(each), "dim")), width, indent=2) for each in missed)
        return [block([row, *note]) for row, note in zip(columns("llll", rows) if rows else [], notes, strict=True)]

    def _note(self, missed: Outcome) -> str:
        days = self.leeches.get(missed.question.id)
        often = f" Missed on the last {days} days; next time a worked example comes first." if days else ""
        return plain(missed.happened, _LONGEST_SAID, keep="") + often

    def _after(self, width: int) -> Iterator[Part]:
        if self.outcomes:
            title = "all right" if self.right == len(self.outcomes) else "by section"
            yield Part(title, [_cut(each, width) for each in columns("ll", [*self._sections(width)])], "quiet")
        if self.faults:
            yield Part("left out", [each for fault in self.faults for each in wrapped(fault, width)], "quiet")
        said = [line((self.left, "b"))] if self.left else []
        if self.tomorrow is not None:
            said.append(line(("Tomorrow: ", "dim"), (self.tomorrow.asked, "b"), (f"   {self.tomorrow.kinds}", "dim")))
        if said:
            yield Part("what is next", [each for text in said for each in wrapped(text, width)], "quiet")

    def _sections(self, width: int) -> Iterator[tuple[Piece, Piece]]:
        sections: dict[str, list[Outcome]] = {}
        for each in self.outcomes:
            sections.setdefault(_section(each), []).append(each)
        best = {each.section: each for each in reversed(self.fastest)}
        for name, outcomes in sections.items():
            right, found = sum(each.is_right for each in outcomes), best.get(name)
            sign = ("✓", "right") if right == len(outcomes) else ("✗", "wrong")
            fast = f"   your fastest yet: {clock(found.seconds)}" if found and width >= _WIDE else ""
            yield line(sign, " ", name), line(f"{right:>2}", (f" of {len(outcomes)}{fast}", "dim"))


def _section(outcome: Outcome) -> str:
    return plain(outcome.question.section, _LONGEST_NAME, keep="")


def _aid(helped: int) -> str:
    return f", {helped} with help" if helped else ""


def _cut(text: Text, width: int) -> Text:
    text.truncate(width, overflow="ellipsis")
    return text


def _yours(outcome: Outcome) -> Text:
    """Return the typed answer with its wrong numbers lit, or the letter of a choice."""
    question, typed = outcome.question, plain(outcome.typed, _LONGEST_SAID, keep="")
    marks = slot_marks(outcome)
    if question.choices or not marks:
        picked = question.pointed_at(outcome.typed) if question.choices else None
        return line((typed if picked is None else letter(picked), "wrong"))
    made = line()
    for before, mark in zip([None, *marks], marks, strict=False):
        made.append("" if before is None else " " if before.row == mark.row else "; ")
        made.append_text(line((mark.typed, "" if mark.right else "wrong")))
    return made


def _true(outcome: Outcome) -> str:
    question, at = outcome.question, outcome.question.right_option
    if question.choices:
        return "" if at is None else letter(at)
    true = written(question.key, max(3, question.places))
    return true if at is None else f"{at + 1}: {true}"


def written(value: object, places: int = 3) -> str:
    """Return a number, row or grid as one types it: `2 8`, `1 2; 3 4`."""
    if not isinstance(value, Sequence):
        return write_number(value, places)  # type: ignore[arg-type]
    inside = [written(each, places) for each in value]
    return ("; " if value and isinstance(value[0], Sequence) else " ").join(inside)


def _behind_miss(outcome: Outcome, width: int) -> Part:
    return Part(f"✗ {_section(outcome)}", _worked(outcome, width), "bad")


def _worked(outcome: Outcome, width: int) -> list[Text]:
    """Return what happened and what to do, and the learner's working beside the true one, or the true one alone."""
    from katatx.questions.true_working import steps_of

    said = _said(" ".join(filter(None, (outcome.happened, outcome.instead))), width)
    try:
        steps = steps_of(outcome.question)
        both = compared(replace(outcome, tells_truth=True), steps)
    except KatatxError as error:
        return [*said, *wrapped(plain(str(error)), width)]
    return [*said, *(_all_of(steps, width) if both is None else both.lines(width))]


def _all_of(steps: Sequence[Step], width: int) -> list[Text]:
    return working_lines(steps, Opened(len(steps), "value"), width, worked=True)


def _said(text: str, width: int) -> list[Text]:
    """Return a sentence above a working."""
    return [*wrapped(line((plain(text, _LONGEST_SAID, keep=""), "b")), width), line()]


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
    kata: KataResult
    outcomes: Mapping[str, Outcome]
    changes: Changes
    times: Sequence[KataTime]
    today: date
    here: str | None = field(default=None, init=False)

    def shown(self, width: int) -> Shown:
        """Return what is shown of it, in lines of at most `width` cells."""
        rows = self.kata.rows
        slips = sum(not _counts(row) for row in rows)
        follows = any(_counts(row) and not row.right for row in rows)
        head, *table = self._table(width)
        title = f"{counted(slips, 'slip') if slips else 'no slip'} in {counted(len(rows), 'line')}"
        return Shown(
            where=line((f"{title_of(self.deck)} › ", "dim"), ("Kata", "b")),
            count=self._count(),
            before=(),
            rows=Part(title, table, under="┆ right from your own line" * follows, head=[head]),
            behind=lambda at: self._behind(at, width),
            after=[*self._after(width)],
            at=self.kata.first_departure,
        )

    def _count(self) -> Text:
        own = [row for row in self.kata.rows if not row.is_kept]
        if not own:
            return line(("nothing answered this time", "dim"))
        said = f" of {counted(len(own), 'line')} right{_aid(sum(row.help > 0 for row in own))}   "
        return line((str(sum(map(_counts, own))), "right"), (said, "dim"), clock(self.kata.seconds))

    def _table(self, width: int) -> list[Text]:
        """Return a heading, and each line as it was typed, with the true one beside it where there is room."""
        both = [(_cells(row.typed), _cells(self._true(at))) for at, row in enumerate(self.kata.rows)]
        most = max((len(cells) for pair in both for cells in pair), default=0)
        room: list[Piece] = [""] * most
        rows: list[list[Piece]] = [["", "", ("line", "dim"), ("yours", "dim"), *room[1:], "", ("true", "dim")]]
        for at, (row, (yours, true)) in enumerate(zip(self.kata.rows, both, strict=True)):
            wrong = {index for index, right in enumerate(row.judgement.slots) if not (right or _counts(row))}
            sign = ("✓", "right") if row.right else ("┆", "lead") if _counts(row) else ("✗", "wrong")
            head: list[Piece] = [sign, (str(at + 1), "dim"), plain(row.line, _LONGEST_NAME, keep="")]
            mine = [(text, "wrong" if index in wrong else "") for index, text in enumerate(yours)]
            beside = [(text, "dim" if row.right else "right") for text in true]
            rows.append([*head, *mine, *room[len(yours) :], "", *beside])
        kinds = "lll" + "." * most
        made = (columns(f"{kinds}l{'.' * most}", rows, gap) for gap in (2, 1))
        alone = columns(kinds, [row[: len(kinds)] for row in rows])
        fits = next((table for table in made if width_of(table) <= width), alone)
        return [_cut(each, width) for each in fits]

    def _true(self, at: int) -> str:
        return written(as_lists(self.kata.worked.solutions[at].value), max(3, self.kata.lines[at].places or 0))

    def _behind(self, at: int, width: int) -> Part:
        row, source = self.kata.rows[at], self.kata.source_of(at)
        title = f"line {at + 1}: {plain(row.line, _LONGEST_NAME, keep='')}"
        if row.right:
            return Part(f"✓ {title}", self._true_working(at, width), "good")
        if not _counts(row) and at == self.kata.first_departure and row.line in self.outcomes:
            return Part(f"✗ {title}", _worked(self.outcomes[row.line], width), "bad")
        said = "your own earlier numbers" if source is None else f"your line {source + 1}"
        said = f"It is right from {said}. The true working:" if _counts(row) else row.judgement.message
        sign, kind = ("┆", "") if _counts(row) else ("✗", "bad")
        return Part(f"{sign} {title}", [*_said(said, width), *self._true_working(at, width)], kind)

    def _true_working(self, at: int, width: int) -> list[Text]:
        """Return the working of a line from the true lines before it."""
        from katatx.engine.key import write_out

        true = zip(self.kata.lines[:at], self.kata.worked.solutions, strict=False)
        names = {**self.kata.worked.given, **{each.name: solution.value for each, solution in true}}
        try:
            return _all_of(write_out(self.kata.lines[at].node, names), width)
        except KatatxError:
            return []

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
            parts = (took, 0.0) if is_now else (0.0, took)
            best = "fastest yet" * (is_now and took == min(seconds) and len(seconds) > 1)
            when = ("today", "lead") if is_now else (ago(day, self.today), "dim")
            of = (f"{right} of {len(self.kata.lines)}", style)
            rows.append([when, of, (clock(took), style), bar(*parts, max(seconds), _BAR), (best, "right")])
        return columns("llrll", rows)


def _cells(text: str) -> list[str]:
    return plain(text, _LONGEST_SAID, keep="").replace(",", " ").split()


def _counts(row: KataRow) -> bool:
    return row.judgement.verdict.counts_as_right
