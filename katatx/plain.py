"""Practice line by line on stdin and stdout, for pipes and screen readers.

One thing a line, no cursor movement, no colour. A verdict's line begins with its word
and is flushed before anything more is asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TextIO

from katatx.notation.lines import bounded_lines
from katatx.notation.quoting import plain
from katatx.practice.outcome import Outcome, SlotMark
from katatx.practice.sheet import words_line
from katatx.practice.sitting import Sitting
from katatx.practice.working import flat_lines, hint
from katatx.progress.records import Opened

HELP = (
    "Type the answer and Enter; h gives a hint: the next line's name, then its expression, then its value; "
    "r asks the drill before once more on fresh numbers, p pauses, q stops and keeps everything."
)


def practise_plainly(
    sitting: Sitting, source: TextIO, target: TextIO, seconds: Callable[[], float] = time.monotonic
) -> int:
    """Ask, read and judge until all is done, the limit is reached, or the learner stops.

    Raises LogError where an answer cannot be recorded; its verdict is then not shown.
    """
    say, lines = _teller(target), bounded_lines(source)
    say(sitting.opening if sitting.question is None else f"{sitting.opening} {HELP}")
    words: Mapping[str, str] = {}
    while sitting.question is not None:
        if sitting.words and sitting.words != words:
            words = sitting.words
            say(f"Words: {words_line(words)}.")
        _ask(sitting, say)
        outcome = _answered(sitting, lines, say, seconds)
        if outcome is None:
            break
        if sitting.shows_working and not outcome.judgement.verdict.counts_as_right:
            for step in flat_lines(sitting.steps):
                say(f"  {step.line}: {plain(step.text)}")
        sitting.advance()
    for line in sitting.summary_lines():
        say(line)
    if sitting.offers_calibration:
        say("Your typing was not measured yet; katatx calibrate does it in half a minute, and targets become yours.")
    return 0


def _ask(sitting: Sitting, say: Callable[[str], None]) -> None:
    question = sitting.question
    assert question is not None
    say("")
    place = sitting.heading if sitting.mixes_decks else sitting.place
    say(f"{sitting.finished} of {sitting.total} done, {place.replace(' · ', ', ')}:")
    say(question.prompt)
    for line in question.sheet:
        say(f"  {line}")
    for lines in range(1, sitting.opened.lines + 1):
        whole = Opened(lines, "value" if lines < sitting.opened.lines else sitting.opened.step)
        say(f"  {hint(sitting.steps, whole)}")


def _answered(
    sitting: Sitting, lines: Iterator[str], say: Callable[[str], None], seconds: Callable[[], float]
) -> Outcome | None:
    """The graded answer to the question up now; None where the learner stops."""
    begun, paused = seconds(), 0.0
    while True:
        say("?")
        line = next(lines, "")
        typed = line.strip()
        if not line or typed.lower() == "q":
            return None
        if typed == "?":
            say(HELP)
            continue
        if typed.lower() == "r":
            if sitting.ask_again():
                _ask(sitting, say)
                begun, paused = seconds(), 0.0
            else:
                say("  no drill before this one in this sitting can be asked again")
            continue
        if typed.lower() == "h":
            told = sitting.hint()
            say(f"  {told or 'every line lies open'}")
            continue
        if typed.lower() == "p":
            stopped = seconds()
            say("Paused, the clock stands still; Enter goes on.")
            next(lines, "")
            paused += seconds() - stopped
            continue
        outcome = sitting.answer(typed, seconds() - begun - paused, paused=paused)
        say(plain(outcome.line))
        if not outcome.judgement.verdict.counts_as_right:
            for mark in outcome.slots:
                say(f"  {_said(mark)}")
        for more in (outcome.erratum, outcome.standing, outcome.notice):
            if more is not None:
                say(more)
        if not outcome.judgement.verdict.costs_nothing:
            return outcome


def _said(mark: SlotMark) -> str:
    place = f"slot {mark.slot}" if mark.row is None else f"row {mark.row}, slot {mark.slot}"
    if mark.right:
        return f"{place}: right, {mark.typed}"
    return f"{place}: wrong, yours {mark.typed}{'' if mark.true is None else f', true {mark.true}'}"


def _teller(target: TextIO) -> Callable[[str], None]:
    def say(line: str) -> None:
        target.write(line + "\n")
        target.flush()

    return say
