"""A working with one wrong line in it: which line, and what should stand there?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from katatx.engine.values import as_lists
from katatx.notation.quoting import quote
from katatx.practice.number_question import judge_on_rounded, unreadable
from katatx.practice.question import Question
from katatx.practice.reading import read_numbers
from katatx.practice.sheet import Option
from scoring import Band, Judgement, Verdict

if TYPE_CHECKING:
    from katatx.engine.pencils import Step
    from katatx.engine.spotting import Spot

_ANSWER = re.compile(r"\s*(?:line\s*)?(\d{1,3})\s*[:;)]\s*(\S.*)", re.IGNORECASE | re.DOTALL)
_LINE_ALONE = re.compile(r"\s*(?:line\s*)?(\d{1,3})\s*[:;)]?\s*", re.IGNORECASE)
HOW_TO_ANSWER = "Write the line's number, a colon, and what should stand there, such as 2: 0.5 0.5"


@dataclass
class SpotQuestion(Question):
    """Shows a working that went wrong on one line and was carried on rightly from there."""

    spot: Spot

    @property
    def sheet(self) -> list[str]:
        return [*super().sheet, *map(str, self.options), HOW_TO_ANSWER]

    @property
    def advice(self) -> str:
        return HOW_TO_ANSWER

    @property
    def options(self) -> list[Option]:
        width = max(len(line.name) for line in self.spot.lines)
        digits = len(str(len(self.spot.lines)))
        return [
            Option(f"{number:>{digits}}  {line.name.ljust(width)}  ", line.text)
            for number, line in enumerate(self.spot.lines, 1)
        ]

    def pointed_at(self, typed: str) -> int | None:
        found = _ANSWER.fullmatch(typed) or _LINE_ALONE.fullmatch(typed)
        number = int(found[1]) if found else 0
        return number - 1 if 1 <= number <= len(self.spot.lines) else None

    def pointing_at(self, option: int, typed: str) -> str:
        found = _ANSWER.fullmatch(typed)
        return f"{option + 1}: {found[2] if found else ''}"

    @property
    def answer_type(self) -> str:
        return "line"

    @property
    def places(self) -> int:
        asked = self.spot.key.places
        return super().places if self.prepared.most_places is None or asked is None else asked

    @property
    def number(self) -> int:
        """The number of the wrong line, counted from 1."""
        return self.spot.wrong + 1

    @property
    def key(self) -> Any:
        return as_lists(self.spot.value)

    @property
    def band(self) -> tuple[tuple[int, ...], Band]:
        key = self.spot.key if self.spot.own is None else self.spot.key.widened(self.spot.own)
        return key.shape, key.band

    def reading(self, typed: str) -> str:
        found = _ANSWER.fullmatch(typed)
        if found is not None:
            return f"line {found[1]}: {read_numbers(found[2], self._shape_of(int(found[1])))}"
        alone = _LINE_ALONE.fullmatch(typed)
        return HOW_TO_ANSWER if alone is None else f"line {alone[1]}; and what should stand there?"

    def _shape_of(self, number: int) -> tuple[int, ...] | None:
        """Return the shape of a shown line, counted from 1."""
        return self.spot.lines[number - 1].shape if 1 <= number <= len(self.spot.lines) else None

    def judge(self, typed: str) -> Judgement:
        found = _ANSWER.fullmatch(typed)
        alone = _LINE_ALONE.fullmatch(typed)
        if found is None and alone is None:
            return Judgement(Verdict.UNREAD, f"{quote(typed)} names no line. {HOW_TO_ANSWER}")
        number = int((found or alone)[1])  # type: ignore[index]  # one of the two was found
        if not 1 <= number <= len(self.spot.lines):
            return Judgement(Verdict.UNREAD, f"there is no line {number}; the lines are 1 to {len(self.spot.lines)}")
        if found is None:
            return Judgement(Verdict.UNREAD, f"write what should stand on line {number} too: {number}: and its numbers")
        # What cannot be read is told for any line alike: it must not say which one is wrong.
        unread = unreadable(found[2], self.spot.lines[number - 1].shape)
        if unread is not None:
            return unread
        if number != self.number:
            return Judgement(Verdict.WRONG, f"wrong: {self._not_that_line(number)}", (False,))
        return self._judge_value(found[2])

    def _not_that_line(self, number: int) -> str:
        if number > self.number:
            return f"line {number} goes rightly on from the lines before it; the wrong turn was taken further up"
        return f"line {number} is as it should be"

    def _judge_value(self, typed: str) -> Judgement:
        judged = judge_on_rounded(typed, self.spot.key, self.spot.own)
        if judged.verdict.counts_as_right:
            return judged._replace(message=f"{judged.message}; there, {self.spot.turn.happened}")
        if judged.verdict.costs_nothing:
            return judged
        if judged.verdict is Verdict.WRONG_TURN:
            return Judgement(
                Verdict.WRONG, f"wrong: line {self.number} it is, and that is what stands there", judged.slots
            )
        return judged._replace(message=f"{judged.message}; line {self.number} it is")

    def steps(self) -> list[Step]:
        from katatx.engine.pencils import Step

        turn = self.spot.turn
        steps = [
            Step("line", f"{self.number}: {turn.happened}", None),
            Step("instead", turn.instead, None),
            Step("should be", self.spot.right, self.spot.value),
        ]
        because = self.prepared.drill.because
        return [*steps, Step("because", because, None)] if because else steps

    def get_ready(self) -> None:
        """Nothing is left to work out."""
