"""Decks of a few quick drills, and a log that was answered into without a screen."""

from __future__ import annotations

from pathlib import Path

from katatx.decks.loading import Deck, load_file
from katatx.notation.printing import write_value
from katatx.practice.question import Question
from katatx.practice.sitting import Sitting
from katatx.progress.records import Answered

Sections = dict[str, str]


def small_deck(folder: Path, name: str, sections: Sections) -> Deck:
    """A deck with a drill for every letter of each section: `{"S": "abc"}`."""
    drills = [
        f"  - {{id: {drill}, kind: worked, section: {section}, given: {{a: 3}}, prompt: 'a is {{a}}', answer: a·7, fresh: {{a: integers(11..99)}}}}\n"
        for section, letters in sections.items()
        for drill in letters
    ]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(f"deck: {name}\ntitle: {name.title()}\npage: p\ndrills:\n{''.join(drills)}", encoding="utf-8")
    return load_file(path)


def right(question: Question) -> str:
    return write_value(question.key, 6)


def answer(sitting: Sitting, verdict: str = "right") -> str:
    """Answer the question up now, and go on; the drill's name."""
    question = sitting.question
    assert question is not None
    if verdict == "helped":
        assert sitting.hint() is not None
    outcome = sitting.answer(f"{question.key + 1000.5}" if verdict == "wrong" else right(question), 5.0)
    assert outcome.clean == (verdict == "right")
    sitting.advance()
    return question.id


def record(log, clock, name: str, verdict: str = "right", **other) -> None:
    """One answer in the log as a sitting elsewhere would put it there."""
    deck, drill = name.split("/")
    told = {"seconds": 5.0, "pencil_seconds": 5.0, "target_seconds": 20.0, "wrong_turns": (), "help": 0} | other
    log.record(
        Answered(run="elsewhere", deck=deck, drill=drill, seed=None, given={}, typed="3", verdict=verdict, slots=(), answered=clock(), **told)
    )  # fmt: skip
