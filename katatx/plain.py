"""Practice line by line on stdin and stdout, for pipes and screen readers.

Each item is on its own line, without cursor movement or colour. The line of a verdict begins with its word and is
flushed at once.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import chain
from time import monotonic

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.notation.text_files import bounded_lines
from katatx.progress.events import Opened
from katatx.questions.lesson import example_lines
from katatx.questions.outcome import Outcome
from katatx.questions.sheet import letter, words_line
from katatx.questions.working import flat_lines, hint
from katatx.sessions.lesson import deck_before, lesson_before
from katatx.sessions.sitting import Sitting
from katatx.show.compared import compared
from katatx.show.given import opening
from katatx.show.text import plain_lines
from scoring.wording import capital

# The width of a working, and of what is told at the end.
_WIDTH = 100
HELP = (
    "Type the answer, then Enter. Or type h for a hint (each shows more of the working), or q to stop; every answer is "
    "kept."
)
say = partial(print, flush=True)


class PlainPractice:
    """A session at stdin and stdout; a line with only a command's letter (h or q) or "?" is never an answer."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.lines = bounded_lines(sys.stdin)
        self.begun = 0.0

    def run(self) -> None:
        """Run the session to its summary. Raises LogError, without a verdict, if an answer cannot be recorded."""
        sitting = self.sitting
        if sitting.is_first:
            from katatx.show.home import WELCOME

            say(*WELCOME, sep="\n")
        say(sitting.opening if sitting.question is None else f"{sitting.opening} {HELP}")
        words: dict[str, str] = {}
        while sitting.question is not None:
            if sitting.words and sitting.words != words:
                words = dict(sitting.words)
                say(f"Words: {words_line(words)}.")
            try:
                self._teach()
                self._ask()
                outcome = self._answered()
            except KatatxError as error:
                if not sitting.leave_out(error):
                    raise
                say("This drill cannot be worked and is left out; the reason follows at the end.")
                continue
            if outcome is None:
                break
            self._tell_working(outcome)
            sitting.advance()
        from katatx.sessions.summing_up import summary_of  # the first prompt need not wait for it

        for line in summary_of(sitting).shown(_WIDTH).lines():
            say(line)

    def _teach(self) -> None:
        """Print what opens the deck, and the lesson before the question; wait for Enter, and read other words again."""
        if (deck := deck_before(self.sitting)) is not None:
            for title, lay in opening(deck).items():
                say("", f"{capital(title)}:", *plain_lines(lay(_WIDTH)), sep="\n")
        lesson = lesson_before(self.sitting)
        if lesson is None:
            return
        say("", f"Lesson, {lesson.plan.title}:", *example_lines(lesson.current), "Press Enter to practise.", sep="\n")
        typed = next(self.lines, "")
        if typed.strip():
            self.lines = chain([typed], self.lines)

    def _ask(self) -> None:
        """Print the question with the hints already opened, and start its time."""
        sitting, question, opened = self.sitting, self.sitting.current, self.sitting.opened
        below = [*question.sheet, *([f"answer: {question.wanted_words}"] if question.wanted_words else [])]
        below += [
            hint(sitting.steps, Opened(lines, "value" if lines < opened.lines else opened.step))
            for lines in range(1, opened.lines + 1)
        ]
        say("", f"{sitting.finished} of {sitting.total} done, {sitting.place.replace(' · ', ', ')}:", sep="\n")
        say(question.prompt, *(f"  {line}" for line in below), sep="\n")
        self.begun = monotonic()
        # Find out while the learner reads whether the question can be worked.
        _ = sitting.steps

    def _answered(self) -> Outcome | None:
        """Read lines until an answer counts, and return its outcome; None if the learner stops or the input ends."""
        while True:
            say("?")
            line = next(self.lines, "")
            typed = line.strip()
            if not line or typed.lower() == "q":
                return None
            if typed.lower() in ("?", "h"):
                say(HELP if typed == "?" else f"  {self.sitting.hint() or 'every line is uncovered'}")
                continue
            outcome = self.sitting.answer(typed, monotonic() - self.begun)
            self._tell(outcome)
            if not outcome.judgement.verdict.costs_nothing:
                return outcome

    def _tell(self, outcome: Outcome) -> None:
        """Print the verdict on an answer, which of its numbers are wrong, and remarks on it."""
        remarks = filter(None, (*_wrong_part(outcome), outcome.erratum, "; ".join(outcome.told)))
        say(plain(outcome.line), *remarks, sep="\n")

    def _tell_working(self, outcome: Outcome) -> None:
        """After a wrong answer, print the working where the session shows one, and when the drill is asked again."""
        sitting = self.sitting
        if sitting.plan.kata is not None or outcome.judgement.verdict.counts_as_right:
            return
        table = compared(outcome, sitting.steps)
        steps = [f"{step.line}: {plain(step.text)}" for step in flat_lines(sitting.steps)]
        for line in steps if table is None else plain_lines(table.lines(_WIDTH)):
            say(f"  {line}")
        if sitting.when_again:
            say(sitting.when_again)


def _wrong_part(outcome: Outcome) -> list[str]:
    """Return which numbers of a wrong answer are wrong, where not all are; of a choice, the right one if it is told."""
    question, right = outcome.question, outcome.question.right_option
    if outcome.is_right or outcome.judgement.verdict.costs_nothing:
        return []
    if question.choices and right is not None:
        return [f"  right: {letter(right)}: {question.key}"] if outcome.tells_truth else []
    row = "row {}, number {}" if question.answer_type == "matrix" else "number {1}"
    places = [row.format(at + 1, column + 1) for at, column in outcome.wrong_numbers]
    return [f"  wrong: {'; '.join(places)}"] if places else []
