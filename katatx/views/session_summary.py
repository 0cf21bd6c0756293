"""The summary of a session at drills: a row for every answer, missed ones first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.questions.outcome import Outcome, slot_marks
from katatx.questions.sheet import letter
from katatx.views.summary import RIGHT, WRONG, Summary, SummaryRow, as_typed, clock, marked, one_line, paragraphs
from scoring.target import Pace

_LONGEST_LINE = 2000


def session_summary(
    title: str, outcomes: Sequence[Outcome], pace: Pace, came_of_it: Sequence[str], named_with_deck: bool = False
) -> Summary:
    """Return the summary of a session's answers, missed ones first, with target times at the learner's `pace`.

    `came_of_it` are lines on what the session changed. `named_with_deck` puts the deck before each drill's name.
    """
    ordered = sorted(outcomes, key=lambda outcome: outcome.judgement.verdict.counts_as_right)
    rows = tuple(_row(outcome, pace, named_with_deck) for outcome in ordered)
    return Summary(title, _headline(outcomes), rows, tuple(came_of_it))


def left_line(finished: int, total: int | None, over: str = "") -> str:
    """Return a line on how many drills are done and left; `total` is None for a review.

    `over` is the beginning of the line; it says that the minutes are over (`minutes_line`). It is left out if all
    drills are done.
    """
    if total is None:
        return f"{over}{finished} {'drill' if finished == 1 else 'drills'} done."
    if finished == total:
        return f"All drills done: {total} of {total}."
    return f"{over}{finished} of {total} drills done; {total - finished} left for next time."


def minutes_line(minutes: int, answering: float, with_reading: float | None = None) -> str:
    """Return the beginning of a line, which says that the session's `minutes` are over, and the time counted.

    `answering` and `with_reading` are seconds: of the answers alone, and with the time to read verdicts, or None if
    that does not count.
    """
    read = "" if with_reading is None else f", with reading {clock(with_reading)}"
    over = "1 minute is over" if minutes == 1 else f"{minutes} minutes are over"
    return f"{over} (answers {clock(answering)}{read}): "


def _headline(outcomes: Sequence[Outcome]) -> str:
    """Return as one line the number of right answers, of those with help, and the total and median time.

    Times that do not count (`Outcome.untouched`) are left out.
    """
    if not outcomes:
        return "No question answered this time."
    right = sum(outcome.judgement.verdict.counts_as_right for outcome in outcomes)
    helped = sum(outcome.help > 0 for outcome in outcomes)
    seconds = [outcome.seconds for outcome in outcomes if not outcome.untouched]
    said = f"{right} of {len(outcomes)} right{f', {helped} with help' if helped else ''}"
    return f"{said} · {clock(sum(seconds))} · typically {clock(median(seconds))} each" if seconds else said


def _row(outcome: Outcome, pace: Pace, named_with_deck: bool) -> SummaryRow:
    """Return the summary's row for an answer."""
    question, judgement = outcome.question, outcome.judgement
    right = judgement.verdict.counts_as_right
    yours, true = _yours_and_true(outcome)
    return SummaryRow(
        name=question.id if named_with_deck else question.prepared.drill.id,
        sign=RIGHT if right else WRONG,
        yours=yours,
        true=true,
        seconds=None if outcome.untouched else outcome.seconds,
        target=None if outcome.untouched else question.target_seconds(pace),
        note="with help" * (outcome.help > 0) if right else one_line(_mistake(outcome)),
        work_out=_working(outcome),
    )


def _yours_and_true(outcome: Outcome) -> tuple[str, str]:
    """Return (typed answer, true answer) as texts.

    For a choice they are letters, for a wrong line to be found its number and value. Wrong numbers among right ones are
    in brackets.
    """
    question, typed = outcome.question, one_line(outcome.typed)
    at = question.right_option
    if at is not None and question.choices:
        picked = question.pointed_at(outcome.typed)
        return (typed if picked is None else letter(picked)), letter(at)
    true = as_typed(question.key, max(3, question.places))
    if at is not None:
        return typed, f"{at + 1}: {true}"
    numbers = [(mark.typed, mark.right) for mark in slot_marks(outcome)]
    width = len(question.key[0]) if question.answer_type == "matrix" else None
    return one_line(marked(numbers, width)) if numbers else typed, true


def _mistake(outcome: Outcome) -> str:
    """Return why an answer is wrong: the message on a known mistake, otherwise the line of the verdict."""
    judgement = outcome.judgement
    return judgement.message if judgement.causes else outcome.line


def _working(outcome: Outcome) -> Callable[[], list[str]]:
    """Return a function that gives the lines shown when a row is opened: verdict, true working and question."""
    question = outcome.question

    def work_out() -> list[str]:
        """Return the verdict, the true working and the question as lines."""
        from katatx.questions.true_working import steps_of
        from katatx.questions.working import flat_lines

        try:
            steps = [f"{step.line}  {step.text}" for step in flat_lines(steps_of(question))]
        except KatatxError as error:
            steps = [str(error)]
        asked = [question.prompt, *(line for line in question.sheet if line != question.advice)]
        lines = paragraphs([outcome.line, *filter(None, [outcome.erratum])], steps, asked)
        return [plain(line, _LONGEST_LINE) for line in lines]

    return work_out
