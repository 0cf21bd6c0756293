"""The feedback after an answer: its time, and the steps whose standing it changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from katatx.progress.records import Answered
from scoring.steps import Step


class Told(NamedTuple):
    """The feedback on an answer: its time and its `target` in seconds, and the steps that it `changed`, as sentences.

    `target` is None for a choice or a spot. `untouched` means that the time does not count.
    """

    seconds: float
    target: float | None
    untouched: bool
    changed: tuple[str, ...] = ()

    @property
    def time(self) -> str:
        """Return the time and the target as text: "12 s, target 20 s", or "not timed" for the time if `untouched`."""
        timed = "not timed" if self.untouched else f"{self.seconds:.0f} s"
        return timed if self.target is None else f"{timed}, target {self.target:.0f} s"

    @property
    def line(self) -> str:
        """Return the time and what changed as one line."""
        return "; ".join([self.time, *self.changed])


def told_of(answer: Answered, changed: Mapping[str, Step]) -> Told:
    """Return the feedback on a recorded answer; `changed` are the steps whose standing it changed, as they are now."""
    said = tuple(words for name, step in changed.items() if (words := change_words(name, step)))
    return Told(answer.seconds, answer.target_seconds, answer.untouched, said)


def change_words(name: str, step: Step) -> str:
    """Return what a change of a step's standing is to the learner; "" for one that was only begun."""
    from katatx.decks.step_names import step_words

    if step.automatic:
        return f"{step_words(name)} is automatic now"
    return f"{step_words(name)} is to be learned again" if step.days and step.missed else ""
