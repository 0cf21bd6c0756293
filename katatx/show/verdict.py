"""What is shown of a verdict: the sentence, the learner's working beside the true one, and what came of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.text import Text

from katatx.decks.parts import step_words
from katatx.notation.quoting import plain
from katatx.progress.events import LogError
from katatx.show.compared import beside_true
from katatx.show.figures import figures_of, shares
from katatx.show.text import Piece, bar, clock, columns, line
from scoring.steps import DAYS, Step, steps_of
from scoring.wording import capital

if TYPE_CHECKING:
    from katatx.questions.outcome import Outcome
    from katatx.sessions.sitting import Sitting

# The sign of a wrong answer and of a right one, each with the kind of its frame.
SIGNS = ("✗ not yet", "bad"), ("✓ right", "good")
_BAR, _MOST_STEPS = 8, 5


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
    figure: list[Text] = field(default_factory=list)


def verdict_of(outcome: Outcome, sitting: Sitting, width: int) -> Verdict:
    """Return what is shown of an answer's verdict; its workings are at most `width` cells wide."""
    if outcome.judgement.verdict.costs_nothing:
        said = plain(outcome.judgement.message)
        said = said.partition(": ")[2] if said.startswith("column ") else said  # which a person sees
        return Verdict("? not graded", "lit", [line(f"{capital(said)}.")], again="it costs nothing")
    told = _right if outcome.judgement.verdict.counts_as_right else _wrong
    return told(outcome, sitting, width)


def _right(outcome: Outcome, sitting: Sitting, width: int) -> Verdict:
    said = plain(outcome.headline).removeprefix("right; ")
    time = f"   {clock(outcome.seconds)}" * (outcome.help > 0 and not outcome.untouched)
    lines = [] if said == "right" else [line((f"{capital(said)}.", "b"), (time, "dim"))]
    if not outcome.untouched and (fastest := sitting.fastest) is not None:
        is_new = round(outcome.seconds) < round(fastest)
        before = f"before: {clock(fastest)}" if is_new else f"your fastest: {clock(fastest)}"
        lines.append(line(("your fastest yet   " * is_new, "b"), (before, "dim")))
    lines += [line(("✦ ", "right"), (f"{change}.", "b")) for change in outcome.told[1:]]
    lines += [line(("▸ ", "lead"), "Next on the way: ", (plain(sitting.following), "b"))] if sitting.following else []
    made = Verdict(*SIGNS[True], lines or [line("As it should be.")], again=sitting.when_again)
    if outcome.tells_truth:
        made.time = "" if outcome.untouched or outcome.help else clock(outcome.seconds, runs=True)
        made.working, made.figure = _steps(outcome, sitting), figures_of(sitting.steps, width)
    return made


def _steps(outcome: Outcome, sitting: Sitting) -> list[Text]:
    """Return how far the steps of a recorded answer are on their way to automatic."""
    deck, drill = outcome.question.prepared.deck.name, outcome.question.prepared.drill.id
    known: Mapping[str, Step] = {}
    with suppress(LogError):
        known = sitting.log.whole.steps if sitting.plan.is_recorded else {}
    names = [each for each in steps_of(f"{deck}/{drill}", sitting.log.works.of(deck, drill)) if each in known]
    names.sort(key=lambda name: (known[name].automatic, len(known[name].days)))
    steps = columns("lll", [_step(name, known[name]) for name in names[:_MOST_STEPS]])
    return [line((f"A step that is right and quick on {DAYS} days is automatic.", "dim")), *steps] if steps else []


def _step(name: str, step: Step) -> list[Piece]:
    told = ("automatic", "right") if step.automatic else (f"{len(step.days)} of {DAYS}", "dim")
    return [capital(step_words(name)), bar(DAYS * step.automatic, len(step.days), DAYS, _BAR), told]


def _wrong(outcome: Outcome, sitting: Sitting, width: int) -> Verdict:
    said, *others = plain(outcome.happened).split(" Or: ")
    lines, instead = [line(said), *(line(("Or: ", "dim"), each) for each in others)], outcome.instead
    made = Verdict(*SIGNS[False], lines, again=sitting.when_again)
    if not outcome.tells_truth:
        return made
    if (spot := outcome.question.spot) is not None:
        went = f"In line {spot.wrong + 1} somebody went wrong: {spot.turn.happened}. It should be "
        made.lines.append(line(plain(went), (plain(spot.right), "right b")))
        instead = f"{spot.turn.instead}."
    elif not outcome.question.choices:
        made.working, instead = beside_true(outcome, sitting.steps, width)
        made.figure = shares(outcome, sitting.steps, width)
    made.instead = [line((capital(plain(instead)) or "Work it once more, and compare.", "b"))]
    return made
