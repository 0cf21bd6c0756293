"""Decks of a few quick drills, and a log that was answered into without a screen."""

from __future__ import annotations

from pathlib import Path

from katatx.decks.loading import Deck, load_file
from katatx.decks.works import works_of_all
from katatx.notation.printing import write_value
from katatx.progress.events import Answered
from katatx.questions.question import Question
from katatx.sessions.sitting import Sitting

Sections = dict[str, str]


def small_deck(folder: Path, name: str, sections: Sections) -> Deck:
    """A deck with a drill for every letter of each section: `{"S": "abc"}`. Each is worked by one line,
    `arithmetic/multiply`.
    """
    each = [(drill, section, "a·7") for section, drills in sections.items() for drill in drills]
    return _deck(folder, name, each, "11..99")


def worked_deck(folder: Path, name: str, answers: dict[str, str]) -> Deck:
    """A deck with a drill for every expression of `a`, each in a section of its own."""
    return _deck(folder, name, [(drill, drill.upper(), expression) for drill, expression in answers.items()], "1..6")


def _deck(folder: Path, name: str, each: list[tuple[str, str, str]], fresh: str) -> Deck:
    lines = []
    for at, (drill, section, expression) in enumerate(each):
        if at == 0 or each[at - 1][1] != section:
            lines.append(f"  {section}:\n")
        lines.append(
            f"    {drill}: {{given: {{a: 3}}, prompt: 'a is {{a}}', answer: '{expression}', fresh: {{a: integers({fresh})}}}}\n"
        )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(f"deck: {name}\ntitle: {name.title()}\npage: p\nsections:\n{''.join(lines)}", encoding="utf-8")
    return load_file(path)


def _wrong(question: Question) -> str:
    """Numbers that no known mistake comes to."""
    shape, _ = question.band or ((), None)
    return " ".join(["1000.5"] * (shape[0] if shape else 1))


def right(question: Question) -> str:
    return write_value(question.key, 6)


def answer(sitting: Sitting, verdict: str = "right", seconds: float = 5.0) -> str:
    """Answer the question up now in so many seconds, and go on; the drill's name."""
    question = sitting.question
    assert question is not None
    if verdict == "helped":
        assert sitting.hint() is not None
    outcome = sitting.answer(_wrong(question) if verdict == "wrong" else right(question), seconds)
    assert outcome.clean == (verdict == "right")
    sitting.advance()
    return question.id


def know_decks(decks, log) -> None:
    """Tell a log of decks, as a desk does."""
    log.know(lambda: works_of_all(decks))


def record(log, clock, name: str, verdict: str = "right", **other) -> None:
    """One answer in the log as a sitting elsewhere would put it there."""
    deck, drill = name.split("/")
    told = {"seconds": 5.0, "pencil_seconds": 5.0, "target_seconds": 20.0, "wrong_turns": (), "help": 0} | other
    log.record(
        Answered(run="elsewhere", deck=deck, drill=drill, seed=None, given={}, typed="3", verdict=verdict, slots=(), answered=clock(), **told)
    )  # fmt: skip
