"""What comes of an answer: the verdict in words, its time, and each of its numbers beside the true one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.engine.values import floats, shape_of, value_of
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.questions.question import Question
from katatx.questions.sheet import letter
from scoring import Judgement, Verdict
from scoring.places import DECIMALS
from scoring.wording import capital, joined

if TYPE_CHECKING:
    from katatx.progress.records import Answered
    from scoring.steps import Step

_LONGEST_NUMBER = 40


def told_of(answer: Answered, changed: Mapping[str, Step]) -> tuple[str, ...]:
    """Return the time of a recorded answer ("12 s, target 20 s"), and a sentence for each step whose standing it
    changed, as the step is now.
    """
    timed = "not timed" if answer.untouched else f"{answer.seconds:.0f} s"
    target = "" if answer.target_seconds is None else f", target {answer.target_seconds:.0f} s"
    return (timed + target, *filter(None, (change_words(name, step) for name, step in changed.items())))


def change_words(name: str, step: Step) -> str:
    """Return what a change of a step's standing is to the learner; "" for one that was only begun."""
    from katatx.decks.step_names import step_words

    if step.automatic:
        return f"{step_words(name)} is automatic now"
    return f"{step_words(name)} is to be learned again" if step.days and step.missed else ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an answer, which is saved already, with the id `uid`, unless it was given in a lesson.

    `seconds` is its time, which does not count if it is `untouched`: the learner was away, or it is the first question
    ever. `help` is the number of lines of working that were uncovered. `comes_back`: if missed or helped, the drill is
    asked again in this run. `tells_truth`: the true working may be shown. `told` is what `told_of` returned.
    """

    question: Question
    typed: str
    judgement: Judgement
    seconds: float
    help: int
    comes_back: bool = False
    tells_truth: bool = True
    told: tuple[str, ...] = ()
    uid: str | None = None
    untouched: bool = False

    @property
    def line(self) -> str:
        """Return the verdict and its reason, with a note if it counts as right and help was used."""
        return self.judgement.line + self._with_help

    @property
    def headline(self) -> str:
        """Return what happened, without advice; causes that fit equally are joined by " Or: ".

        The verdict's word is not put before it, since the screen shows a sign; but the verdict RIGHT is only the word
        "right", unless a wrong line was to be found.
        """
        judgement = self.judgement
        if judgement.causes:
            return joined([capital(cause.happened) for cause in judgement.causes])
        if judgement.verdict is Verdict.RIGHT and self.question.spot is None:
            return judgement.verdict.value + self._with_help
        return judgement.message + self._with_help

    @property
    def instead(self) -> str:
        """Return a sentence on what to do instead of the first cause; "" if unknown."""
        causes = self.judgement.causes
        return f"{capital(causes[0].instead)}." if causes and causes[0].instead else ""

    @property
    def _with_help(self) -> str:
        if not (self.help and self.judgement.verdict.counts_as_right):
            return ""
        return f"; with help{', so it comes back once more' * self.comes_back}"

    @property
    def erratum(self) -> str | None:
        """Return the sentence on the page's misprint, to be shown after a graded answer; None if there is none."""
        return None if self.judgement.verdict.costs_nothing else self.question.erratum

    @property
    def is_right(self) -> bool:
        """Return whether it counts as right."""
        return self.judgement.verdict.counts_as_right

    @property
    def happened(self) -> str:
        """Return what went wrong as a sentence, without the verdict's word."""
        text = self.headline.removeprefix(f"{Verdict.WRONG.value}: ").strip()
        return capital(text if text.endswith((".", "!", "?")) else f"{text}.")

    @property
    def wrong_cells(self) -> frozenset[tuple[int, int]]:
        """Return the places (row, column) of the wrong numbers of a grid; none if all are."""
        marks = [mark for mark in slot_marks(self) if mark.row is not None]
        if not any(mark.right for mark in marks):
            return frozenset()
        return frozenset((mark.row - 1, mark.slot - 1) for mark in marks if mark.row is not None and not mark.right)

    @property
    def clean(self) -> bool:
        """Return whether the answer is right and needed no help."""
        return self.judgement.verdict.counts_as_right and self.help == 0


@dataclass(frozen=True, slots=True)
class SlotMark:
    """One number of an answer: its position, whether it is right, what was typed and what is true.

    `row` is None unless the answer is a grid; `slot` is the position in the row. Both count from 1. `true` is None as
    long as the truth is hidden.
    """

    row: int | None
    slot: int
    right: bool
    typed: str
    true: str | None


def slot_marks(outcome: Outcome) -> tuple[SlotMark, ...]:
    """Return a mark for every number of a graded answer, in reading order; for a choice one mark with letters.

    Returns () for an ungraded answer, for a wrong line to find, and for an answer that has not as many numbers as the
    true one. True numbers are rounded to the decimals asked for, but to at least three.
    """
    question = outcome.question
    if outcome.judgement.verdict.costs_nothing or question.spot is not None:
        return ()
    return _mark_of_choice(outcome) if question.choices else _marks_of_numbers(outcome)


def _marks_of_numbers(outcome: Outcome) -> tuple[SlotMark, ...]:
    marks, question = outcome.judgement.slots, outcome.question
    key = value_of(question.key)
    try:
        typed = read_answer(outcome.typed, shape_of(key)).numbers
    except NotationError:
        return ()
    if not len(marks) == len(typed) == len(floats(key)):
        return ()
    width, places = (shape_of(key) or (1,))[-1], max(DECIMALS, question.places)
    return tuple(
        SlotMark(
            row=at // width + 1 if question.answer_type == "matrix" else None,
            slot=at % width + 1,
            right=right,
            typed=plain(number.text, _LONGEST_NUMBER, keep=""),
            true=write_number(value, places) if outcome.tells_truth else None,
        )
        for at, (right, number, value) in enumerate(zip(marks, typed, floats(key), strict=True))
    )


def _mark_of_choice(outcome: Outcome) -> tuple[SlotMark, ...]:
    """Return one mark with the letter chosen and the right choice; () if no choice was made.

    The right choice is its letter and its text: in a low window the choices are not seen any more.
    """
    question = outcome.question
    chosen, right = question.pointed_at(outcome.typed), question.right_option
    if chosen is None or right is None:
        return ()
    true = f"{letter(right)}: {question.key}" if outcome.tells_truth else None
    return (SlotMark(None, 1, chosen == right, letter(chosen), true),)
