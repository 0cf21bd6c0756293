"""A drill that is answered by choosing a statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.decks.model import Choice
from katatx.notation.quoting import plain, quote
from katatx.practice.question import Question
from katatx.practice.reading import read_choice
from katatx.practice.sheet import Option, letter
from scoring import Band, Judgement, KnownTurn, Verdict

if TYPE_CHECKING:
    from katatx.engine.pencils import Step


@dataclass
class ChoiceQuestion(Question):
    """Asks which of some statements is right. `order` is the order they are shown in."""

    order: tuple[int, ...] = ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        choices = self.prepared.drill.choices or []
        return tuple(choices[index] for index in self.order)

    @property
    def sheet(self) -> list[str]:
        return [*super().sheet, *map(str, self.options)]

    @property
    def options(self) -> list[Option]:
        return [Option(f"{letter(index)}) ", plain(each.says)) for index, each in enumerate(self.choices)]

    def pointed_at(self, typed: str) -> int | None:
        return _picked(typed, self.choices)

    def pointing_at(self, option: int, typed: str) -> str:
        return letter(option)

    @property
    def answer_type(self) -> str:
        return "choice"

    @property
    def key(self) -> str:
        return self._right.says

    @property
    def _right(self) -> Choice:
        return next(choice for choice in self.choices if choice.right)

    def reading(self, typed: str) -> str:
        return read_choice(typed, [choice.says for choice in self.choices], _picked(typed, self.choices))

    def judge(self, typed: str) -> Judgement:
        return judge_choice(typed, self.choices, self.prepared.drill.id)

    def steps(self) -> list[Step]:
        from katatx.engine.pencils import Step

        right = self._right
        because = right.because or self.prepared.drill.because
        ruled_out = [
            (index, each.because) for index, each in enumerate(self.choices) if not each.right and each.because
        ]
        steps = [Step(f"not {letter(index)}", why, None) for index, why in ruled_out if why is not None]
        steps.append(Step("answer", right.says, right.says))
        return [*steps, Step("because", because, None)] if because else steps


def judge_choice(typed: str, choices: Sequence[Choice], drill: str) -> Judgement:
    """The verdict on a letter, or on a choice typed out."""
    index = _picked(typed, choices)
    if index is None:
        letters = ", ".join(letter(i) for i in range(len(choices)))
        return Judgement(Verdict.UNREAD, f"{quote(typed)} is none of the choices; type one of {letters}")
    choice = choices[index]
    if choice.right:
        return Judgement(Verdict.RIGHT, "right", (True,))
    because = choice.because or "that is a belief many hold, and it is not so"
    if choice.belief is None:
        return Judgement(Verdict.WRONG, f"wrong: {because}", (False,))
    turn = KnownTurn(f"{drill}/{choice.belief}", "answer", because, "", (), (), Band((), ()))
    return Judgement(Verdict.WRONG_TURN, f"{turn.name}: {because}", (False,), (turn,))


def _picked(typed: str, choices: Sequence[Choice]) -> int | None:
    word = " ".join(typed.split()).casefold().rstrip(".)").lstrip("(")
    for index, choice in enumerate(choices):
        if word in (letter(index), " ".join(choice.says.split()).casefold().rstrip(".")):
            return index
    return None
