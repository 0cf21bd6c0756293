"""What a session came to, in lines a person reads at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from katatx.notation.quoting import plain
from katatx.practice.outcome import Outcome


def session_summary_lines(
    outcomes: Sequence[Outcome],
    finished: int,
    total: int,
    named_with_deck: bool = False,
    minutes_over: int | None = None,
) -> list[str]:
    """Return what was right, what was missed and why, the times, and what is left: `finished` of
    `total` drills are done. Missed drills are `named_with_deck` where several were practised.
    `minutes_over` are the minutes set for a sitting, where they ended it.
    """
    if not outcomes:
        return ["Nothing answered this time.", *([] if named_with_deck else [_left(finished, total)])]
    right = sum(outcome.judgement.verdict.counts_as_right for outcome in outcomes)
    helped = sum(outcome.help > 0 for outcome in outcomes)
    lines = [f"{right} of {len(outcomes)} answers right{f', {helped} with help' if helped else ''}."]
    lines += [_time(outcomes), *_missed(outcomes, named_with_deck)]
    return [*lines, _left(finished, None if named_with_deck else total, minutes_over)]


def _time(outcomes: Sequence[Outcome]) -> str:
    seconds = [outcome.seconds for outcome in outcomes]
    return f"{_clock(sum(seconds))} in all, {median(seconds):.0f} s a question at the median."


def _clock(seconds: float) -> str:
    return f"{round(seconds) // 60}:{round(seconds) % 60:02d}"


def _missed(outcomes: Sequence[Outcome], named_with_deck: bool) -> list[str]:
    """Each missed drill once, by what was written last; how often, where more than once."""
    missed = [outcome for outcome in outcomes if not outcome.judgement.verdict.counts_as_right]
    times = Counter(outcome.question.id for outcome in missed)
    lines = []
    for name, outcome in {outcome.question.id: outcome for outcome in missed}.items():
        drill = name if named_with_deck else outcome.question.prepared.drill.id
        often = f" ({times[name]} times)" if times[name] > 1 else ""
        typed = plain(outcome.typed, 60, keep="")
        lines.append(f"{drill}{often}: you wrote {typed}; {plain(outcome.judgement.line)}")
    return ["", "Missed:", *lines, ""] if lines else []


def _left(finished: int, total: int | None, minutes_over: int | None = None) -> str:
    """Return what is done, and of a run of so many drills what is left; a review, which has no end, is planned anew."""
    over = "" if minutes_over is None else _over(minutes_over)
    if total is None:
        return f"{over}{finished} {'drill' if finished == 1 else 'drills'} done."
    if finished == total:
        return f"All drills done: {total} of {total}."
    return f"{over}{finished} of {total} drills done; {total - finished} left for next time."


def _over(minutes: int) -> str:
    return "1 minute is over: " if minutes == 1 else f"{minutes} minutes are over: "
