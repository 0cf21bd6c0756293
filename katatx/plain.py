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
from katatx.practice.comparing import SlotMark, slot_marks
from katatx.practice.outcome import Outcome
from katatx.practice.sheet import words_line
from katatx.practice.sitting import Sitting
from katatx.practice.working import Opened, flat_lines, hint

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
    _Practice(sitting, bounded_lines(source), _teller(target), seconds).run()
    return 0


class _Practice:
    """A sitting read and said. A line that is a command's letter is no answer: no number is written so."""

    def __init__(
        self, sitting: Sitting, lines: Iterator[str], say: Callable[[str], None], seconds: Callable[[], float]
    ) -> None:
        self.sitting = sitting
        self.lines = lines
        self.say = say
        self.seconds = seconds
        self.begun = 0.0
        self.paused = 0.0
        self.commands: Mapping[str, Callable[[], None]] = {
            "?": lambda: say(HELP),
            "h": self._hint,
            "p": self._pause,
            "r": self._again,
        }

    def run(self) -> None:
        """From the opening to the summary."""
        sitting, say = self.sitting, self.say
        say(sitting.opening if sitting.question is None else f"{sitting.opening} {HELP}")
        words: Mapping[str, str] = {}
        while sitting.question is not None:
            if sitting.words and sitting.words != words:
                words = sitting.words
                say(f"Words: {words_line(words)}.")
            self._ask()
            outcome = self._answered()
            if outcome is None:
                break
            if sitting.shows_working and not outcome.judgement.verdict.counts_as_right:
                for step in flat_lines(sitting.steps):
                    say(f"  {step.line}: {plain(step.text)}")
            sitting.advance()
        for line in sitting.summary_lines():
            say(line)
        if sitting.offers_calibration:
            say(
                "Your typing was not measured yet; katatx calibrate does it in half a minute, and targets become yours."
            )

    def _ask(self) -> None:
        sitting, say = self.sitting, self.say
        question = sitting.question
        assert question is not None
        say("")
        place = sitting.heading if sitting.mixes_decks else sitting.place
        say(f"{sitting.finished} of {sitting.total} done, {place.replace(' · ', ', ')}:")
        say(question.prompt)
        for line in question.sheet:
            say(f"  {line}")
        opened = sitting.opened
        for lines in range(1, opened.lines + 1):
            say(f"  {hint(sitting.steps, Opened(lines, 'value' if lines < opened.lines else opened.step))}")
        self.begun, self.paused = self.seconds(), 0.0

    def _answered(self) -> Outcome | None:
        """The graded answer to the question up now; None where the learner stops."""
        while True:
            self.say("?")
            line = next(self.lines, "")
            typed = line.strip()
            if not line or typed.lower() == "q":
                return None
            command = self.commands.get(typed.lower())
            if command is not None:
                command()
                continue
            outcome = self.sitting.answer(typed, self.seconds() - self.begun - self.paused, paused=self.paused)
            self._tell(outcome)
            if not outcome.judgement.verdict.costs_nothing:
                return outcome

    def _tell(self, outcome: Outcome) -> None:
        self.say(plain(outcome.line))
        if not outcome.judgement.verdict.counts_as_right:
            for mark in slot_marks(outcome):
                self.say(f"  {_said(mark)}")
        for more in (outcome.erratum, outcome.standing, outcome.notice):
            if more is not None:
                self.say(more)

    def _hint(self) -> None:
        self.say(f"  {self.sitting.hint() or 'every line is uncovered'}")

    def _pause(self) -> None:
        stopped = self.seconds()
        self.say("Paused, the clock stands still; Enter goes on.")
        next(self.lines, "")
        self.paused += self.seconds() - stopped

    def _again(self) -> None:
        if self.sitting.ask_again():
            self._ask()
        else:
            self.say("  no drill before this one can be asked again here")


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
