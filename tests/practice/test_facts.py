"""What is told of skills, days and mistakes, by hand."""

from __future__ import annotations

from datetime import date

import pytest

from katatx.decks.loading import load_library
from katatx.progress.standing import Standing
from katatx.views.days import ago_words, counted, due_words
from katatx.views.stats.facts import pace_words
from katatx.views.stats.mistakes import mistake_words, mistakes
from katatx.views.stats.report import Around, DrillReport, SkillReport
from scoring.schedule import Schedule
from scoring.skills import Learner, Skill

TODAY = date(2026, 3, 9)
AROUND = Around(TODAY, Schedule(), Learner(usual=1.0))


@pytest.mark.parametrize(
    ("day", "due", "ago"),
    [
        (None, "", "never"),
        ("2026-03-09", "now", "today"),
        ("2026-03-10", "tomorrow", "today"),
        ("2026-03-15", "in 6 days", "today"),
        ("2026-03-16", "16 Mar", "today"),
        ("2027-01-02", "2 Jan 2027", "today"),
        ("2026-03-08", "now", "yesterday"),
        ("2026-03-03", "now", "6 days ago"),
        ("2026-03-02", "now", "2 Mar"),
        ("2025-12-31", "now", "31 Dec 2025"),
    ],
)
def test_days_in_words(day: str | None, due: str, ago: str) -> None:
    assert (due_words(day, TODAY), ago_words(day, TODAY)) == (due, ago)


def test_counts_in_words() -> None:
    assert [counted(count, "answer") for count in (0, 1, 2, 1234)] == [
        "0 answers", "1 answer", "2 answers", "1,234 answers",
    ]  # fmt: skip


def test_pace_is_told_in_seconds_against_what_is_quick_enough() -> None:
    """Strokes of 10 s: at a pace of 0.5 they take 5 s, at first 20 s. Quick enough is 0.72 of that, or 1.4 of the usual."""
    skill = Skill(pace=0.5, first_pace=2.0, paced=5)
    assert pace_words(SkillReport("a/b", skill, ("d/x",), AROUND, 10.0)) == "5.0 s, target 14 s; 20 s at first"
    slow = Skill(pace=1.25, first_pace=1.25, paced=1)
    assert pace_words(SkillReport("a/b", slow, ("d/x",), AROUND, 10.0)) == "12 s, target 14 s; 12 s at first"
    assert pace_words(SkillReport("a/b", Skill(), ("d/x",), AROUND, 10.0)) == "not timed yet"


def test_mistakes_are_counted_over_drills_in_their_own_words(tmp_path) -> None:
    decks = load_library(tmp_path).decks
    drill = next(each for each in decks["attention"].drills if any(one.belief for one in each.choices or []))
    choice = next(one for one in drill.choices if one.belief)
    belief = f"{drill.id}/{choice.belief}"

    def report(name: str, **turns: int) -> DrillReport:
        found = {turn.replace("__", "/").replace("_", "-"): count for turn, count in turns.items()}
        return DrillReport("attention", name, Standing(wrong_turns=found), (), AROUND)

    made = mistakes(
        [
            report("portions", softmax__raw_shares=2),
            report("masked-portions", softmax__raw_shares=3, nobody__knows=1),
            DrillReport("attention", drill.id, Standing(wrong_turns={belief: 1}), (), AROUND),
        ],
        decks,
    )
    assert (made[0].turn, made[0].times, made[0].skill) == ("softmax/raw-shares", 5, "softmax/raise")
    assert made[0].words == "softmax: skipped e^" == mistake_words("softmax/raw-shares")
    assert made[0].places == ("attention/masked-portions", "attention/portions")
    by_turn = {each.turn: each.words for each in made}
    assert by_turn["nobody/knows"] == "knows"
    assert by_turn[belief].startswith(f"chose “{choice.says[:20]}")
