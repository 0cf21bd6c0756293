"""The outcome of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring import Judgement, Verdict
from scoring.wording import capital, joined

if TYPE_CHECKING:
    from katatx.questions.after_answer import Told
    from katatx.questions.question import Question


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an answer, which is saved already unless it was given in a lesson.

    `seconds` is its time and `help` the number of lines of working that were uncovered. `uid` is its id in the log; it
    is None if the answer was not recorded or is in a separate file, as `notice` says. `comes_back`: if missed or
    helped, the drill is asked again in this run. `tells_truth`: the true working may be shown.
    """

    question: Question
    typed: str
    judgement: Judgement
    seconds: float
    help: int
    comes_back: bool = False
    tells_truth: bool = True
    # Time taken and steps changed; None if there is nothing to report.
    standing: Told | None = None
    uid: str | None = None
    # Whether its time does not count: the learner was away, or it is the first question ever.
    untouched: bool = False

    @property
    def line(self) -> str:
        """Return the verdict and its reason as one line, with a note if it counts as right and help was used."""
        return self.judgement.line + self._with_help

    @property
    def headline(self) -> str:
        """Return what happened, without advice; causes that fit equally are joined by " Or: ".

        The verdict's word is not put before it, since the screen shows a sign; but the verdict RIGHT is only the word
        "right", unless a wrong line was to be found. Help is noted only for an answer that counts as right.
        """
        judgement = self.judgement
        if judgement.causes:
            return joined([capital(cause.happened) for cause in judgement.causes])
        if judgement.verdict is Verdict.RIGHT and self.question.answer_type != "line":
            return judgement.verdict.value + self._with_help
        return judgement.message + self._with_help

    @property
    def instead(self) -> str:
        """Return a sentence on what to do instead of the first cause; "" if unknown."""
        causes = self.judgement.causes
        return f"{capital(causes[0].instead)}." if causes and causes[0].instead else ""

    @property
    def _with_help(self) -> str:
        """Return the note on help used for a right answer, or ""."""
        if not (self.help and self.judgement.verdict.counts_as_right):
            return ""
        return f"; with help{', so it comes back once more' * self.comes_back}"

    @property
    def erratum(self) -> str | None:
        """Return the sentence on the page's misprint, to be shown after a graded answer; None if there is none."""
        return None if self.judgement.verdict.costs_nothing else self.question.erratum

    @property
    def clean(self) -> bool:
        """Return whether the answer is right and needed no help."""
        return self.judgement.verdict.counts_as_right and self.help == 0
