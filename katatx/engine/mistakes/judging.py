"""Judging an answer: by the true line, by the learner's own earlier lines, and by what explains it if it is wrong."""

from __future__ import annotations

from katatx.engine.key import Solution
from katatx.engine.mistakes.causes import with_causes
from katatx.engine.pencils.pencil import Effort
from scoring.answer import Answer
from scoring.verdict import Judgement, Verdict


def judge(
    answer: Answer,
    true: Solution,
    own: Solution | None = None,
    *,
    on_error: bool = False,
    effort: Effort | None = None,
) -> Judgement:
    """Return the judgement of an answer, with the causes if it is wrong.

    `own` is worked from the learner's earlier lines, one of which is wrong if `on_error` is set. `effort` limits the
    search for causes.
    """
    judged = true.grade(answer)
    if own is not None and not judged.verdict.counts_as_right:
        by_own = own.grade(answer)
        if by_own.verdict is Verdict.RIGHT and on_error:
            says = "correct from your earlier line, which was wrong"
            return by_own._replace(verdict=Verdict.FOLLOWS, message=says)
        if by_own.verdict is Verdict.RIGHT:
            return by_own._replace(message="right, with the rounding of your lines", rounded=True)
        explained = with_causes(by_own, answer, own, effort)
        if explained.causes or (explained.verdict is Verdict.AGAIN and judged.verdict is Verdict.WRONG):
            return explained
    return with_causes(judged, answer, true, effort)
