"""The first days of an ordinary learner through the program, its clock passed in: what `katatx review` asks each day.

    python bench/first_week.py [--days 8] [--seed 1] [--write]

Every answer goes through `katatx review --plain` as a person would type it, into a log of its own. The learner is the
ordinary one of bench/skills.py, transfer 0.6. `--write` puts the table into docs/practise/counting.md.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.skills import KINDS, Hand
from katatx.decks.loading import load_library
from katatx.notation.printing import write_value
from katatx.plain import practise_plainly
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.questions.question import Question
from katatx.sessions.desk import Desk
from katatx.sessions.sitting import Sitting
from scoring.planning import BETWEEN
from scoring.work import Work

BEGINS = datetime(2026, 3, 2, 19, tzinfo=UTC)
PAGE = ROOT / "docs" / "practise" / "counting.md"
MARKS = "<!-- first week -->\n", "<!-- end of first week -->"


@dataclass
class Clock:
    """The time of day, moved by hand."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return (self.now - BEGINS) / timedelta(seconds=1)

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Row(NamedTuple):
    """One day of the table: its cells, and the names of the drills asked."""

    cells: tuple[str, ...]
    asked: list[str]


class Paper(io.StringIO):
    """Text stream that collects the output, and advances the clock while a person would read the last verdict."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    def write(self, text: str, /) -> int:
        if text == "\n":
            self.clock.move(BETWEEN)
        return super().write(text)


class Person:
    """Reads what is asked off the sitting, takes their time, and types."""

    def __init__(self, hand: Hand, sitting: Sitting, clock: Clock, day: int) -> None:
        self.hand, self.sitting, self.clock, self.day = hand, sitting, clock, day
        self.asked: list[tuple[str, str, Work]] = []

    def readline(self, size: int | None = -1, /) -> str:
        question = self.sitting.question
        if question is None:
            return ""
        name = question.id
        deck, _, drill = name.rpartition("/")
        work = self.sitting.log.standings.works.of(deck, drill)
        verdict, turns, seconds = self.hand.answer(work, name, self.day + 0.5)
        self.clock.move(seconds)
        self.asked.append((name, question.section, work))
        return (right_answer(question) if verdict == "right" else wrong_answer(question, turns)) + "\n"


def right_answer(question: Question) -> str:
    """Return what the key says, in the form that is asked for."""
    if question.answer_type == "choice":
        shown = [choice.right for choice in question.choices]
        return "abcdefg"[shown.index(True)]
    if question.answer_type == "line":
        return f"{question.number}: {write_value(question.key, 3)}"  # type: ignore[attr-defined]
    return write_value(question.key, 3)


def wrong_answer(question: Question, turns: tuple[str, ...]) -> str:
    """Return what a wrong turn leads to where there is one, else something off."""
    if question.answer_type == "choice":
        shown = [choice.right for choice in question.choices]
        return "abcdefg"[shown.index(False)]
    known = getattr(getattr(question, "solution", None), "key", None)
    for turn in known.wrong_turns if known is not None else ():
        if turn.name in turns and len(turn.value) == 1:
            return f"{turn.value[0]:.3f}"
    return right_answer(question).replace("1", "4").replace("2", "7") + "3"


def live(days: int, seed: int) -> list[Row]:
    """The rows of the table."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        home, clock = Path(folder), Clock(BEGINS)
        desk = Desk(load_library(home).decks, Log(SqliteStore(home)), clock, iter(range(10**6)).__next__, home=home)
        hand = Hand(f"first week {seed}", KINDS["ordinary"], 0.6)
        for day in range(1, days + 1):
            clock.now = BEGINS + timedelta(days=day - 1)
            begun = clock.now
            sitting = desk.review()
            person = Person(hand, sitting, clock, day)
            practise_plainly(sitting, person, Paper(clock), clock.seconds)  # type: ignore[arg-type]
            minutes = (clock.now - begun) / timedelta(minutes=1)
            report = desk.report()
            new = {name for name, _, _ in person.asked} - {name for row in rows for name in row.asked}
            sections = list(dict.fromkeys(section for _, section, _ in person.asked))
            softmax = sum(any(line.startswith("softmax/") for line, _ in work.lines) for _, _, work in person.asked)
            begun_skills = sum(skill.skill is not None for skill in report.skills)
            cells = (
                str(day), f"{minutes:.1f}", str(len(person.asked)), str(len(new)), str(softmax), str(begun_skills),
                str(report.automatic), ", ".join(sections[:4]),
            )  # fmt: skip
            rows.append(Row(cells, [name for name, _, _ in person.asked]))
        desk.log.close()
    return rows


def table(rows: list[Row]) -> str:
    """The table as Markdown."""
    head = ("day", "minutes", "answers", "new drills", "with softmax", "skills begun", "automatic", "sections first")
    lines = [head, tuple("---" for _ in head), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found = table(live(asked.days, asked.seed))
    print(found)
    if asked.write:
        text = PAGE.read_text(encoding="utf-8")
        before, _, rest = text.partition(MARKS[0])
        _, _, after = rest.partition(MARKS[1])
        PAGE.write_text(f"{before}{MARKS[0]}\n{found}\n\n{MARKS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
