"""What is shown of a verdict: the sentence, the learner's working beside the true one, and what came of the answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.text import Text

from katatx.notation.quoting import plain
from katatx.show.compared import beside_true
from katatx.show.figures import shares
from katatx.show.text import clock, line, running, wrapped
from scoring.wording import capital

if TYPE_CHECKING:
    from katatx.questions.outcome import Outcome
    from katatx.sessions.sitting import Sitting


@dataclass
class Verdict:
    """A verdict in its parts: the title of its card and what stands in its lower edge, its kind (good, bad, lit), the
    time in large figures, what is said, the working, what to do, and the portions as bars.
    """

    title: str
    kind: str
    lines: list[Text]
    time: str = ""
    again: str = ""
    working: list[Text] = field(default_factory=list)
    instead: list[Text] = field(default_factory=list)
    more: list[Text] = field(default_factory=list)


def verdict_of(outcome: Outcome, sitting: Sitting, width: int) -> Verdict:
    """Return what is shown of an answer's verdict, as lines of at most `width` cells."""
    if outcome.judgement.verdict.costs_nothing:
        said = capital(plain(outcome.judgement.message))
        return Verdict("? not graded", "lit", wrapped(f"{said}.", width), again="it costs nothing")
    told = _right if outcome.judgement.verdict.counts_as_right else _wrong
    return told(outcome, sitting, width)


def _right(outcome: Outcome, sitting: Sitting, width: int) -> Verdict:
    changes = [line(("✦ ", "right"), (f"{change}.", "b")) for change in outcome.told[1:]]
    said = plain(outcome.headline)
    lines = [] if said == "right" else wrapped(line((capital(said), "b")), width)
    if not outcome.untouched and (fastest := sitting.fastest) is not None:
        is_new = round(outcome.seconds) < round(fastest)
        before = f"before: {clock(fastest)}" if is_new else f"your fastest: {clock(fastest)}"
        lines.append(line(("your fastest yet   " * is_new, "b"), (before, "dim")))
    lines += [each for text in changes for each in wrapped(text, width)]
    lines += wrapped(outcome.erratum, width) if outcome.erratum else []
    lines += [line(("▸ ", "lead"), "Next on the way: ", (plain(sitting.following), "b"))] if sitting.following else []
    time = "" if outcome.untouched or not outcome.tells_truth else running(outcome.seconds)
    return Verdict("✓ right", "good", lines or [line("As it should be.")], time)


def _wrong(outcome: Outcome, sitting: Sitting, width: int) -> Verdict:
    """Return what happened, and where the truth may be told, both workings and what to do instead."""
    said = wrapped(plain(outcome.happened), width)
    made = Verdict("✗ not yet", "bad", said, again=sitting.when_again)
    if outcome.erratum:
        made.lines += wrapped(line((outcome.erratum, "dim")), width)
    if not outcome.tells_truth:
        return made
    working, instead = beside_true(outcome, sitting.steps, width)
    if not outcome.question.choices:
        made.working, made.more = working, shares(outcome, width)
    made.instead = wrapped(line((plain(instead), "b")), width) if instead else []
    return made
