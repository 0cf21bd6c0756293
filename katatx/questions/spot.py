"""Spot questions: a working with one wrong line, to be found and corrected."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from katatx.decks.parts import placeholders
from katatx.engine.values import as_lists
from katatx.notation.quoting import quote
from katatx.pictures.parts import BLANK
from katatx.questions.answer_form import Behind, Wanted, decimals_in_words
from katatx.questions.number import judge_numbers, unreadable
from katatx.questions.question import Question
from katatx.questions.reading import read_numbers
from katatx.questions.sheet import Option
from scoring import Band, Judgement, Verdict
from scoring.wording import capital

if TYPE_CHECKING:
    from collections.abc import Sequence

    from katatx.engine.mistakes.spotting import Spot
    from katatx.engine.pencils.writing import Step
    from katatx.pictures.parts import Picture

_ANSWER = re.compile(r"\s*(?:line\s*)?(\d{1,3})\s*[:;)]\s*(\S.*)", re.IGNORECASE | re.DOTALL)
_LINE_ALONE = re.compile(r"\s*(?:line\s*)?(\d{1,3})\s*[:;)]?\s*", re.IGNORECASE)


@dataclass
class SpotQuestion(Question):
    """A question that shows a working with a mistake on one line, continued from there without another."""

    spot: Spot

    @property
    def choosing(self) -> list[str]:
        """Return the lines of the working, and how to answer."""
        return [*super().choosing, self.how_to_answer]

    @property
    def how_to_answer(self) -> str:
        """Return what to type, with an example in the form that the working has: whole numbers or decimals."""
        form = "in whole numbers" if self._is_whole else f"with {self._decimals}"
        rows = "; put ; between the rows of a grid" if any(len(line.shape) > 1 for line in self.spot.lines) else ""
        example = f"such as {self._example(2)}{rows}"
        return f"Write the line's number, a colon, and what should stand there, {form}, {example}"

    def _example(self, number: int) -> str:
        """Return an answer in the right form: a line's number (from 1), and one number or two as that line has."""
        first, second = ("4", "3") if self._is_whole else (f"{each:.{self.places}f}" for each in (0.5, 0.25))
        return f"{number}: {first}" if self.spot.lines[number - 1].shape == () else f"{number}: {first} {second}"

    @property
    def _is_whole(self) -> bool:
        """Return whether all numbers of the working, and of what should be there, are whole."""
        return not any("." in line.text for line in self.spot.lines) and "." not in self.spot.right

    @property
    def _decimals(self) -> str:
        """Return how many decimals are asked for, in words."""
        return decimals_in_words(self.places, self.places)

    @property
    def pictures(self) -> Sequence[Picture]:
        """Return pictures of the given values, above a rule."""
        from katatx.pictures.choosing import pictures_of

        return pictures_of(None, self.given, placeholders(self.prompt_as_written), ruled=True)

    @property
    def options(self) -> list[Option]:
        """Return the lines of the working with their numbers."""
        width = max(len(line.name) for line in self.spot.lines)
        digits = len(str(len(self.spot.lines)))
        return [
            Option(f"{number:>{digits}}  {line.name.ljust(width)}  ", line.text)
            for number, line in enumerate(self.spot.lines, 1)
        ]

    def pointed_at(self, typed: str) -> int | None:
        """Return the index, from 0, of the line whose number is typed; None if there is no such line."""
        found = _ANSWER.fullmatch(typed) or _LINE_ALONE.fullmatch(typed)
        number = int(found[1]) if found else 0
        return number - 1 if 1 <= number <= len(self.spot.lines) else None

    def pointing_at(self, option: int, typed: str) -> str:
        """Return the typed text with its line number changed to that of the line with index `option`, from 0.

        Only a value after a line number and one of `:;)` is kept: other text becomes "2: ".
        """
        found = _ANSWER.fullmatch(typed)
        return f"{option + 1}: {found[2] if found else ''}"

    @property
    def answer_type(self) -> str:
        """Return "line"."""
        return "line"

    @property
    def places(self) -> int:
        """Return the decimals asked for: those of the file, or possibly fewer if the learner set a limit."""
        asked = self.spot.solution.places
        return super().places if self.prepared.most_places is None or asked is None else asked

    @property
    def number(self) -> int:
        """Return the number of the wrong line, from 1."""
        return self.spot.wrong + 1

    @property
    def key(self) -> Any:
        """Return the value that should be on the wrong line."""
        return as_lists(self.spot.solution.value)

    @property
    def band(self) -> tuple[tuple[int, ...], Band]:
        """Return the shape of the wrong line's true value and the lowest and highest accepted values of its numbers."""
        key, own = self.spot.solution.key, self.spot.own
        return key.shape, key.band if own is None else key.band.hull(own.key.band)

    def reading(self, typed: str) -> str:
        """Return how the typed line number and value will be read, or how to answer if there is no line number."""
        found = _ANSWER.fullmatch(typed)
        if found is not None:
            return f"line {found[1]}: {read_numbers(found[2], self._shape_of(int(found[1])), frozenset())}"
        alone = _LINE_ALONE.fullmatch(typed)
        return self.how_to_answer if alone is None else f"line {alone[1]}; and what should stand there?"

    def behind(self, typed: str) -> Behind:
        """Return the hint after the typed text: what is missing, which is the line number, the value or its places.

        It is empty after a colon that no line's number precedes.
        """
        if not typed:
            form = "whole numbers" if self._is_whole else self._decimals
            return Behind(f"_: {BLANK}", f"the line: what should stand there, {form}")
        line, colon, numbers = typed.partition(":")
        alone = _LINE_ALONE.fullmatch(line)
        shape = None if alone is None else self._shape_of(int(alone[1]))
        if shape is None or not colon:
            return Behind() if colon else Behind(f": {BLANK}")
        hint = Wanted(shape, self.places).behind(numbers.lstrip())
        return hint if numbers else hint._replace(places=f" {hint.places}")

    def _shape_of(self, number: int) -> tuple[int, ...] | None:
        """Return the shape of a line, numbered from 1; None if there is no such line."""
        return self.spot.lines[number - 1].shape if 1 <= number <= len(self.spot.lines) else None

    def judge(self, typed: str) -> Judgement:
        """Return the verdict on an answer such as `2: 0.5 0.5`; `again` for a line alone. Never raises."""
        found = _ANSWER.fullmatch(typed)
        alone = _LINE_ALONE.fullmatch(typed)
        if found is None and alone is None:
            return Judgement(Verdict.AGAIN, f"{quote(typed)} is not a line number. {self.how_to_answer}")
        number = int((found or alone)[1])  # type: ignore[index]  # one of the two was found
        if not 1 <= number <= len(self.spot.lines):
            return Judgement(Verdict.AGAIN, f"there is no line {number}; the lines are 1 to {len(self.spot.lines)}")
        if found is None:
            missing = f"write what should stand on line {number} too, such as {self._example(number)}"
            return Judgement(Verdict.AGAIN, missing)
        # The same message for any line, so that it does not reveal which one is wrong.
        unread = unreadable(found[2], self.spot.lines[number - 1].shape)
        if unread is not None:
            return unread
        if number != self.number:
            return Judgement(Verdict.WRONG, f"wrong: {self._not_that_line(number)}", (False,))
        return self._judge_value(found[2])

    def _not_that_line(self, number: int) -> str:
        """Return why the line with this number is not the one with the mistake."""
        if number > self.number:
            return f"line {number} is correct, given the lines before it; the mistake is on an earlier line"
        return f"line {number} is as it should be"

    def _judge_value(self, typed: str) -> Judgement:
        """Return the verdict on the value typed for the line that is wrong."""
        judged = judge_numbers(typed, self.spot.solution, self.spot.own)
        if judged.verdict.counts_as_right:
            return judged._replace(message=f"{judged.message}; the mistake there: {self.spot.turn.happened}")
        if judged.verdict.costs_nothing:
            return judged
        if self.spot.turn.id in judged.wrong_turns:
            return Judgement(
                Verdict.WRONG,
                f"wrong: line {self.number} is the wrong one, but that is what it says already",
                judged.slots,
            )
        return judged._replace(message=f"line {self.number} is the wrong one. {capital(judged.message)}")

    def steps(self) -> list[Step]:
        """Return the solution: the line and what happened, what to do instead, what should be there, and the drill's
        reason if it has one.
        """
        from katatx.engine.pencils.writing import Step

        turn = self.spot.turn
        steps = [
            Step("line", f"{self.number}: {turn.happened}", None),
            Step("instead", turn.instead, None),
            Step("should be", self.spot.right, self.spot.solution.value),
        ]
        because = self.prepared.drill.because
        return [*steps, Step("because", because, None)] if because else steps

    def get_ready(self) -> None:
        """Do nothing: a spot is worked out when it is drawn."""
