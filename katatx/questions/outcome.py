"""What comes of an answer: the verdict in words, its time, and each of its numbers beside the true one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.engine.values import shape_of, value_of
from katatx.questions.question import Question
from scoring import Judgement, Verdict
from scoring.wording import capital, joined

if TYPE_CHECKING:
    from katatx.progress.events import Answered
    from scoring.steps import Step


def told_of(answer: Answered, changed: Mapping[str, Step]) -> tuple[str, ...]:
    """Return the time of a recorded answer ("12 s, target 20 s"), and a sentence for each step that it changed."""
    from katatx.decks.parts import step_words

    timed = "not timed" if answer.untouched else f"{answer.seconds:.0f} s"
    target = "" if answer.target_seconds is None else f", target {answer.target_seconds:.0f} s"
    said = [
        f"{step_words(name)} is {'automatic now' if step.automatic else 'to be learned again'}"
        for name, step in changed.items()
        if step.automatic or (step.days and step.missed)
    ]
    return (timed + target, *said)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an answer, which is saved already, with the id `uid`, unless it was given in a lesson.

    Times and help are those of `Answered`. `tells_truth`: the true working may be shown. `told` is what `told_of`
    returned.
    """

    question: Question
    typed: str
    judgement: Judgement
    seconds: float
    help: int
    tells_truth: bool = True
    told: tuple[str, ...] = ()
    uid: str | None = None
    untouched: bool = False

    @property
    def is_right(self) -> bool:
        return self.judgement.verdict.counts_as_right

    @property
    def clean(self) -> bool:
        return self.is_right and self.help == 0

    @property
    def line(self) -> str:
        """Return the verdict and its reason, with a note on help."""
        return self.judgement.line + self._with_help

    @property
    def headline(self) -> str:
        """Return what happened, of slips of the hand the first, without advice; the verdict's word only if alone."""
        judgement = self.judgement
        if judgement.causes:
            told = [cause for at, cause in enumerate(judgement.causes) if cause.name or at == 0]
            return joined([capital(cause.happened) for cause in told])
        if judgement.verdict is Verdict.RIGHT and self.question.spot is None:
            return judgement.verdict.value + self._with_help
        return judgement.message + self._with_help

    @property
    def happened(self) -> str:
        text = self.headline.removeprefix(f"{Verdict.WRONG.value}: ").strip()
        return capital(text if text.endswith((".", "!", "?")) else f"{text}.")

    @property
    def instead(self) -> str:
        """Return a sentence on what to do instead of the first cause; "" if unknown."""
        causes = self.judgement.causes
        return f"{capital(causes[0].instead)}." if causes and causes[0].instead else ""

    @property
    def _with_help(self) -> str:
        return "; with help" if self.is_right and self.help else ""

    @property
    def erratum(self) -> str | None:
        """Return the sentence on the page's misprint, which is shown after a graded answer."""
        return None if self.judgement.verdict.costs_nothing else self.question.erratum

    @property
    def wrong_cells(self) -> frozenset[tuple[int, int]]:
        """Return the places (row, column) of the wrong numbers of a grid; none if all are."""
        return frozenset(self.wrong_numbers) if self.question.answer_type == "matrix" else frozenset()

    @property
    def wrong_numbers(self) -> list[tuple[int, int]]:
        """Return the places (row, column) of the wrong numbers; [] if all are, or nothing is known of single ones."""
        slots = () if self.question.band is None or self.question.spot else self.judgement.slots
        shape = shape_of(value_of(self.question.key)) if any(slots) else ()
        return [divmod(at, shape[-1]) for at, right in enumerate(slots) if not right] if shape else []
