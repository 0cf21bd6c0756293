"""A deck's drills as notes: everything a card or a sheet of paper shows, as plain text.

The sheet is what a question shows below its prompt, such as given values. A spot question shows a working in which one
line is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from katatx.decks.loading import Deck
from katatx.decks.prepared import prepare
from katatx.notation.printing import write_value
from katatx.questions.asking import ask, seed_of
from katatx.questions.question import Question
from katatx.questions.sheet import letter
from katatx.questions.true_working import steps_of
from katatx.questions.working import flat_lines
from scoring.places import DECIMALS


class Note(NamedTuple):
    """A drill with its numbers and its answer.

    `sheet` are the lines below the prompt, without the choices, which have their letters. `answer` is as a learner
    types it, for a choice its letter and text. `erratum` is a correction of the page. `standing` is how far the learner
    is: a word (new, due, learning or automatic), and a line about it.
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
    standing: tuple[str, str] | None

    @property
    def name(self) -> str:
        return f"{self.deck}/{self.drill}"


def draw_notes(deck: Deck, standings: Mapping[str, tuple[str, str]], seed: int | None) -> Iterator[Note]:
    """Yield a note for each drill of the deck, in the order of the page.

    `standings` are by the drill's id. With a `seed` the numbers are random where a drill has ranges; if it is None they
    are the page's own. Choices are shuffled either way, always alike for the same `seed`. Raises KatatxError at the
    first drill that cannot be asked or worked.
    """
    for drill in deck.drills:
        prepared = prepare(deck, drill)
        question = ask(prepared, None if seed is None else seed_of(f"{seed} {prepared.name}"))
        choices = tuple(f"{letter(index)}) {_one_line(each.says)}" for index, each in enumerate(question.choices))
        yield Note(
            deck.name, drill.id, question.section, drill.kind, question.prompt,
            tuple(question.sheet[: len(question.sheet) - len(choices)]), choices, _answer(question, choices),
            tuple(_worked(question)), question.erratum, standings.get(drill.id),
        )  # fmt: skip


def _answer(question: Question, choices: tuple[str, ...]) -> str:
    """Return the answer as a learner types it, with at least as many decimals as asked for; a spot question's with the
    line's number before.
    """
    at = question.right_option
    if at is not None and choices:
        return choices[at]
    value = write_value(question.key, max(DECIMALS, question.places))
    return value if at is None else f"{at + 1}: {value}"


def _worked(question: Question) -> Iterator[str]:
    """Yield each step of the working as a line of text, with the steps' names in a column."""
    steps = flat_lines(steps_of(question))
    width = max((len(step.line) for step in steps), default=0)
    for step in steps:
        yield f"{step.line.ljust(width)}  {_one_line(step.text)}".rstrip()


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())
