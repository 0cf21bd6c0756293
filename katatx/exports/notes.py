"""A deck's drills as notes: everything a card or a sheet of paper shows, as plain text.

The sheet is what a question shows below its prompt, such as given values. A spot question shows a working in which one
line is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.decks.loading import Deck
from katatx.decks.prepared import prepare
from katatx.notation.printing import write_value
from katatx.questions.asking import ask, seed_of
from katatx.questions.question import Question
from katatx.questions.sheet import letter
from katatx.questions.true_working import steps_of
from katatx.questions.working import flat_lines
from scoring.places import DECIMALS

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step


@dataclass(frozen=True, slots=True)
class DrillStanding:
    """The standing of a drill: a word (new, due, learning or automatic), and a line about it.

    The line is such as "learning, due 2026-12-01; softmax/divide not automatic yet".
    """

    word: str
    line: str


@dataclass(frozen=True, slots=True)
class Note:
    """A drill with its numbers and its answer.

    `sheet` are the lines below the prompt, without the choices, which have their letters. `answer` is as a learner
    types it, for a choice its letter and text. `working` are the lines of the true working, `erratum` a correction of
    the page or None, and `standing` the learner's standing or None.
    """

    deck: str
    drill: str
    section: str
    kind: str
    prompt: str
    sheet: tuple[str, ...]
    choices: tuple[str, ...]
    answer: str
    working: tuple[str, ...]
    erratum: str | None
    standing: DrillStanding | None

    @property
    def name(self) -> str:
        """Return `deck/drill`."""
        return f"{self.deck}/{self.drill}"


def draw_notes(deck: Deck, standings: Mapping[str, DrillStanding], seed: int | None) -> Iterator[Note]:
    """Yield a note for each drill of the deck, in the order of the page.

    `standings` maps a drill's id to its standing; a drill without one gets None. With a `seed` the numbers are random
    where a drill has ranges; if it is None they are the page's own. Choices are shuffled either way, always alike for
    the same `seed`. Raises KatatxError at the first drill that cannot be asked or worked.
    """
    for drill in deck.drills:
        prepared = prepare(deck, drill)
        question = ask(prepared, None if seed is None else seed_of(f"{seed} {prepared.name}"))
        yield _note(question, standings.get(drill.id))


def _note(question: Question, standing: DrillStanding | None) -> Note:
    """Return the note of a question. Raises KatatxError if it cannot be worked."""
    drill = question.prepared.drill
    choices = tuple(f"{letter(index)}) {_one_line(each.says)}" for index, each in enumerate(question.choices))
    return Note(
        deck=question.prepared.deck.name,
        drill=drill.id,
        section=question.section,
        kind=drill.kind,
        prompt=question.prompt,
        sheet=tuple(question.sheet[: len(question.sheet) - len(choices)]),
        choices=choices,
        answer=_answer(question, choices),
        working=tuple(_worked(flat_lines(steps_of(question)))),
        erratum=question.erratum,
        standing=standing,
    )


def _answer(question: Question, choices: Sequence[str]) -> str:
    """Return the answer as a learner types it, with at least as many decimals as asked for.

    `choices` are the lettered choices, () unless the question is a choice. A spot question has the line's number
    before.
    """
    at = question.right_option
    if at is not None and choices:
        return choices[at]
    value = write_value(question.key, max(DECIMALS, question.places))
    return value if at is None else f"{at + 1}: {value}"


def _worked(steps: Sequence[Step]) -> Iterator[str]:
    """Yield each step of the working as a line of text, with the steps' names in a column."""
    width = max((len(step.line) for step in steps), default=0)
    for step in steps:
        yield f"{step.line.ljust(width)}  {_one_line(step.text)}".rstrip()


def _one_line(text: str) -> str:
    """Return text with line breaks replaced by spaces."""
    return " ".join(text.splitlines())
