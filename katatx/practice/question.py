"""One drill with the numbers it is asked with, and the judging of an answer to it.

What works answers out is imported when it is first needed: a prompt can be shown
without it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from katatx.decks.model import Choice
from katatx.decks.prepared import Prepared
from katatx.engine.sources import numbered_source
from katatx.engine.values import Value, as_lists, shape_of
from katatx.errors import KatatxError
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain, quote
from scoring import Band, Judgement, KnownTurn, Verdict

if TYPE_CHECKING:
    from katatx.engine.key import Solution
    from katatx.engine.pencils import Step

Names = Mapping[str, Value]

_PLACEHOLDER = re.compile(r"\{([^{}\s]+)\}")
_KINDS = {0: "scalar", 1: "vector", 2: "matrix"}


@dataclass
class Question:
    """A drill as asked: with the page's numbers (`seed` None) or fresh ones.

    `order` is the order its choices are shown in.
    """

    prepared: Prepared
    seed: int | None
    given: Names
    order: tuple[int, ...] = ()
    _drawn: Solution | None = field(default=None, repr=False)

    @property
    def id(self) -> str:
        return self.prepared.name

    @cached_property
    def prompt(self) -> str:
        """The prompt with its numbers in it."""
        return fill(self.prepared.drill.prompt, self.given)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices in the order shown, a, b, c and so on; none for numbers."""
        choices = self.prepared.drill.choices or []
        return tuple(choices[index] for index in self.order)

    @cached_property
    def solution(self) -> Solution:
        """What the numbers come to. Raises KatatxError for a choice, which has none."""
        if self._drawn is not None:
            return self._drawn
        if self.prepared.is_choice:
            raise KatatxError(f"{self.id} is a choice and has no value")
        from katatx.engine.key import solve

        drill = self.prepared.drill
        return solve(self.prepared.node, self.given, drill.places, self.prepared.beliefs)

    @property
    def is_fresh(self) -> bool:
        """Whether its numbers are other than the page's."""
        return self.seed is not None and self.prepared.can_be_fresh

    @property
    def answer_type(self) -> str:
        """scalar, vector, matrix or choice."""
        if self.prepared.is_choice:
            return "choice"
        return _KINDS[len(shape_of(self.solution.value))]

    @property
    def key(self) -> Any:
        """The true value as plain nested lists; the text of the right one for a choice."""
        if self.prepared.is_choice:
            return next(choice.says for choice in self.choices if choice.right)
        return as_lists(self.solution.value)

    def get_ready(self) -> None:
        """Work out beforehand all that judging an answer needs, so that Enter does not wait."""
        self.judge("0")

    def judge(self, typed: str) -> Judgement:
        """The verdict on what was typed. Never raises: what cannot be read is `unread`."""
        if self.prepared.is_choice:
            return judge_choice(typed, self.choices, self.prepared.drill.id)
        from katatx.notation.answers import read_answer
        from scoring import grade

        try:
            answer = read_answer(typed)
        except NotationError as error:
            return Judgement(Verdict.UNREAD, str(error))
        return grade(answer, self.solution.key)

    def steps(self) -> list[Step]:
        """The worked lines, to be uncovered one by one."""
        from katatx.engine.key import write_out
        from katatx.engine.pencils import Step

        drill = self.prepared.drill
        if self.prepared.is_choice:
            right = next(choice for choice in self.choices if choice.right)
            steps = [Step("answer", right.says, right.says)]
            because = right.because or drill.because
        else:
            steps = flat_lines(write_out(self.prepared.node, self.given))
            if not steps or steps[-1].value != self.solution.value:
                steps.append(Step("answer", write_value(self.key), self.solution.value))
            because = drill.because
        return [*steps, Step("because", because, None)] if because else steps

    @property
    def target_seconds(self) -> float | None:
        """How long it takes by hand, from its strokes; None for a choice."""
        if self.prepared.is_choice:
            return None
        from katatx.engine.key import count_strokes
        from scoring.target import target_seconds

        strokes = count_strokes(self.prepared.node, self.given)
        typed = len(write_value(self.key, self.prepared.drill.places))
        return target_seconds(
            strokes.products, strokes.sums, strokes.exponentials, strokes.divisions, strokes.digits, typed
        )


def ask(prepared: Prepared, seed: int | None = None, shuffle: str | None = None) -> Question:
    """A question with the page's numbers, or with the fresh ones of a seed.

    Choices are shuffled by `shuffle`, or by the seed; a drill without ranges keeps its
    numbers whatever the seed.
    """
    drill = prepared.drill
    order = _order(f"{prepared.name} {seed if shuffle is None else shuffle}", len(drill.choices or ()))
    if seed is None or not prepared.can_be_fresh:
        return Question(prepared, seed, prepared.given, order)
    given, solution = prepared.draws.draw_solved(seed)
    return Question(prepared, seed, given, order, solution)


def fill(prompt: str, given: Names) -> str:
    """A prompt with `{name}` replaced by that name's numbers; other braces stay."""

    def shown(found: re.Match[str]) -> str:
        return write_value(as_lists(given[found[1]])) if found[1] in given else found[0]

    return plain(_PLACEHOLDER.sub(shown, prompt))


def judge_choice(typed: str, choices: Sequence[Choice], drill: str) -> Judgement:
    """The verdict on a letter, or on a choice typed out."""
    index = _picked(typed, choices)
    if index is None:
        letters = ", ".join(_letter(i) for i in range(len(choices)))
        return Judgement(Verdict.UNREAD, f"{quote(typed)} is none of the choices; type one of {letters}")
    choice = choices[index]
    if choice.right:
        return Judgement(Verdict.RIGHT, "right", (True,))
    because = choice.because or "that is a belief many hold, and it is not so"
    if choice.belief is None:
        return Judgement(Verdict.WRONG, f"wrong: {because}", (False,))
    turn = KnownTurn(f"{drill}/{choice.belief}", "answer", because, "", (), (), Band((), ()))
    return Judgement(Verdict.WRONG_TURN, f"{turn.name}: {because}", (False,), (turn,))


def flat_lines(steps: Sequence[Step]) -> list[Step]:
    """Every line in the order it is written, lines inside a line before the line itself.

    A line that only sums up the lines inside it is kept: it is the result to compare.
    """
    lines: list[Step] = []
    for step in steps:
        lines.extend(flat_lines(step.steps))
        if not lines or lines[-1].text != step.text:
            lines.append(step)
    return lines


def _picked(typed: str, choices: Sequence[Choice]) -> int | None:
    word = " ".join(typed.split()).casefold().rstrip(".)").lstrip("(")
    for index, choice in enumerate(choices):
        if word in (_letter(index), " ".join(choice.says.split()).casefold().rstrip(".")):
            return index
    return None


def _letter(index: int) -> str:
    return chr(ord("a") + index)


def _order(seed: str, count: int) -> tuple[int, ...]:
    source, left, order = numbered_source(f"{seed} order"), list(range(count)), []
    while left:
        order.append(left.pop(int(source() * len(left))))
    return tuple(order)
