"""A question that is answered by choosing a statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.decks.model import Choice
from katatx.notation.quoting import plain, quote
from katatx.questions.answer_form import Behind
from katatx.questions.question import Question
from katatx.questions.reading import read_choice
from katatx.questions.sheet import Option, letter
from scoring import Cause, Judgement, Verdict

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step


@dataclass
class ChoiceQuestion(Question):
    """A question with statements to choose from. `order` holds the drill's indexes of the statements, in the order
    shown.
    """

    order: tuple[int, ...] = ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices in the order shown."""
        choices = self.prepared.drill.choices or []
        return tuple(choices[index] for index in self.order)

    @property
    def options(self) -> list[Option]:
        """Return the choices as lettered options."""
        return [Option(f"{letter(index)}) ", plain(each.says)) for index, each in enumerate(self.choices)]

    def pointed_at(self, typed: str) -> int | None:
        """Return the index of the choice that the typed text selects; None if it selects none."""
        return _picked(typed, self.choices)

    def pointing_at(self, option: int, typed: str) -> str:
        """Return the letter of the option with this index, from 0, in the order shown; `typed` does not matter."""
        return letter(option)

    @property
    def answer_type(self) -> str:
        """Return "choice"."""
        return "choice"

    @property
    def key(self) -> str:
        """Return the text of the right choice, as in the drill."""
        return self._right.says

    @property
    def _right(self) -> Choice:
        """Return the right choice."""
        return next(choice for choice in self.choices if choice.right)

    def behind(self, typed: str) -> Behind:
        """Return the hint shown in the empty answer line: the letters to choose from; an empty one once something is
        typed.
        """
        return Behind() if typed else Behind("_", f"a to {letter(len(self.choices) - 1)}")

    def reading(self, typed: str) -> str:
        """Return the statement that the typed text selects, or a message that it selects none."""
        return read_choice(typed, [choice.says for choice in self.choices], _picked(typed, self.choices))

    def judge(self, typed: str) -> Judgement:
        """Return the verdict on a letter, a number or the text of a choice: `unread` if none is selected. No text
        raises an error.
        """
        return judge_choice(typed, self.choices, self.prepared.drill.id)

    def steps(self) -> list[Step]:
        """Return the solution as steps: why other choices are wrong, the answer, and why it is right, where known."""
        from katatx.engine.pencils.writing import Step

        right = self._right
        because = right.because or self.prepared.drill.because
        steps = [
            Step(f"not {letter(index)}", each.because, None)
            for index, each in enumerate(self.choices)
            if not each.right and each.because
        ]
        steps.append(Step("answer", right.says, right.says))
        return [*steps, Step("because", because, None)] if because else steps


def judge_choice(typed: str, choices: Sequence[Choice], drill: str) -> Judgement:
    """Return the verdict on a letter, a number or the text of one of the choices, which are in the order shown.

    It is `again` if none is selected. A belief is named `drill/belief`; `drill` is the drill's id.
    """
    index = _picked(typed, choices)
    if index is None:
        return Judgement(Verdict.AGAIN, f"{quote(typed)} is none of the choices; type {_ways(choices)}")
    choice = choices[index]
    if choice.right:
        return Judgement(Verdict.RIGHT, "right", (True,))
    because = choice.because or "many people believe that, but it is wrong"
    if choice.belief is None:
        return Judgement(Verdict.WRONG, f"wrong: {because}", (False,))
    cause = Cause(because, "", f"{drill}/{choice.belief}", "answer")
    return Judgement(Verdict.WRONG, because, (False,), causes=(cause,))


def _ways(choices: Sequence[Choice]) -> str:
    """Return what may be typed, as text: "a to d, or 1 to 4"."""
    letters = f"{letter(0)} to {letter(len(choices) - 1)}"
    return letters if _any_is_digits(choices) else f"{letters}, or 1 to {len(choices)}"


def _picked(typed: str, choices: Sequence[Choice]) -> int | None:
    """Return the index of the choice selected by its letter, number (from 1) or text; None if none is.

    If the text of any choice is digits only, a typed number is compared with their texts only.
    """
    text = " ".join(typed.split()).casefold()
    word = text.rstrip(".)").lstrip("(")
    says = [_comparable(choice) for choice in choices]
    for index, said in enumerate(says):
        if word in (letter(index), said) or text == said:
            return index
    if _any_is_digits(choices) or not (word.isascii() and word.isdigit() and len(word) == 1):
        return None
    return int(word) - 1 if 1 <= int(word) <= len(choices) else None


def _any_is_digits(choices: Sequence[Choice]) -> bool:
    """Return whether the text of any choice is digits only, so that a typed number may mean that text."""
    return any(_comparable(choice).isdigit() for choice in choices)


def _comparable(choice: Choice) -> str:
    """Return a choice's text in the form used for comparison: lower case, single spaces, no full stop at the end."""
    return " ".join(choice.says.split()).casefold().rstrip(".")
