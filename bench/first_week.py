"""A learner's first weeks at the built-in decks: what the screens say, and whether it holds.

    python bench/first_week.py [--days 60] [--right 0.95] [--moments 200] [--seed 0]

A learner works the list of each day, now and then in two sittings or only in part, and is right as often as said. At
random moments home, `stats --json` and `due --json` are run, at the learner's time, and must say the same numbers. No
automatic step may be lost but by a miss, and what is left for today may only fall within a day.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.commands import due, home, stats
from katatx.commands.desk import opened_desk
from katatx.notation.printing import write_value
from katatx.questions.question import Question
from katatx.sessions.desk import Desk
from katatx.settings import Settings

NOW = [datetime(2026, 3, 2, 18, 0, tzinfo=ZoneInfo("Europe/Berlin"))]


class Learner:
    """A learner at a desk, right as often as said; `lost` counts automatic steps lost without a miss, `grew` the times
    that more was left for today than before an answer.
    """

    def __init__(self, desk: Desk, source: random.Random, right: float) -> None:
        self.desk, self.source, self.right = desk, source, right
        self.answers = self.lost = self.grew = 0

    def practise(self, look: Callable[[], None]) -> None:
        """Work at today's list, to its end or to a random place; call `look` now and then."""
        sitting = self.desk.review()
        most = self.source.choice((5, 15, 100, 100))
        for _ in range(most):
            if sitting.question is None:
                return
            before, left = self.automatic(), self.left()
            typed = typed_by(sitting.question, self.source.random() < self.right)
            seconds = self.source.uniform(0.3, 0.9) * (sitting.question.target_seconds() or 20)
            NOW[0] += timedelta(seconds=seconds + 5)
            sitting.answer(typed, seconds)
            self.answers += 1

            self.lost += sum(not self._was_missed(name) for name in before - self.automatic())
            self.grew += self.left() > left
            look()
            sitting.advance()

    def left(self) -> int:
        """Return the number of questions left of today's list."""
        return sum(deck.due for deck in self.desk.report().decks)

    def automatic(self) -> set[str]:
        return {name for name, step in self.desk.log.whole.steps.items() if step.automatic}

    def _was_missed(self, name: str) -> bool:
        missed = self.desk.log.whole.steps[name].missed
        return missed is not None and missed.day == self.desk.day.toordinal()


def typed_by(question: Question, is_right: bool) -> str:
    """Return what a learner types who has worked it, or who is far off; for a choice the sign of an option."""
    if question.answer_type == "choice":
        signs = "abcdef"
        return question.key if is_right else next(each for each in signs if each != question.key)
    numbers = write_value(question.key if is_right else farther(question.key), 6)
    return f"{(question.right_option or 0) + 1}: {numbers}" if question.answer_type == "line" else numbers


def farther(value: Any) -> Any:
    return [farther(each) for each in value] if isinstance(value, list) else value + 1000.5


def said(folder: Path) -> tuple[int, ...]:
    """Return what is left for today as home, `stats --json`, `stats` of each deck and `due --json` say it."""
    shown = re.search(r"^Today .*?(?:(\d+) questions?|is done)", printed(home.run, folder), re.MULTILINE)
    told = json.loads(printed(stats.run, None, True, folder))
    assert shown is not None
    return (
        int(shown[1] or 0), told["due"], sum(deck["due"] for deck in told["decks"]),
        json.loads(printed(due.run, True, folder))["questions"],
    )  # fmt: skip


def printed(run: Callable[..., int], *values: object) -> str:
    with redirect_stdout(io.StringIO()) as out:
        run(*values)
    return out.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("days", 60), ("moments", 200), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--right", type=float, default=0.95)
    asked = parser.parse_args()
    source, unlike, looks = random.Random(asked.seed), 0, 0
    Settings.now = lambda _: NOW[0]  # type: ignore[assignment, method-assign]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KATATX_HOME"] = folder

        def look() -> None:
            nonlocal looks, unlike
            if source.random() < 2 * asked.moments / (asked.days * 25) and looks < asked.moments:
                looks, unlike = looks + 1, unlike + (len(set(said(Path(folder)))) != 1)

        with opened_desk(Path(folder)) as desk:
            learner = Learner(desk, source, asked.right)
            for _ in range(asked.days):
                for _ in range(source.choice((1, 1, 2))):
                    learner.practise(look)
                    NOW[0] += timedelta(hours=source.choice((1, 2)))
                look()
                NOW[0] = (NOW[0] + timedelta(days=1)).replace(hour=source.randrange(7, 20))
            report = desk.report()
    automatic = sum(step.state.automatic for step in report.steps)
    print(f"{asked.days} days, {learner.answers} answers: {automatic} of {len(report.steps)} steps automatic")
    print(f"automatic steps lost without a miss: {learner.lost}; answers after which more was left: {learner.grew}")
    print(f"moments at which home, stats and due were compared: {looks}; unlike at {unlike}")


if __name__ == "__main__":
    main()
