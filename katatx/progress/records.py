"""What the log keeps, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Run:
    """One sitting-down with a deck, until all its drills are done; may span many days.

    `kind` is "drill", or "kata" for the deck's kata, of which `drills` are the lines.
    `drill` is the one drill it is for; None is for the whole deck. `drills` are the ids it
    set out to do, in order. `seed` makes its fresh numbers; `always_fresh` is set where the
    learner chose the seed, so that nobody gets the page's.
    """

    id: str
    deck: str
    drill: str | None
    drills: tuple[str, ...]
    seed: int
    always_fresh: bool
    started: datetime
    kind: str = "drill"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer, as asked, typed and judged.

    `seed` is None for the page's numbers. `seconds` runs from the prompt to Enter,
    `first_key_seconds` to the first key typed. `help` is how many worked lines had been
    uncovered. `cold` marks the first attempt of the day at this drill, before any help.
    `line` is the line of a kata that was answered, which is practice of `drill`.
    """

    run: str
    deck: str
    drill: str
    seed: int | None
    given: dict[str, Any]
    typed: str
    verdict: str
    wrong_turns: tuple[str, ...]
    slots: tuple[bool, ...]
    help: int
    cold: bool
    answered: datetime
    seconds: float
    first_key_seconds: float | None
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Uncovering:
    """A worked line uncovered before answering: `lines` is how many lie open now."""

    run: str
    deck: str
    drill: str
    seed: int | None
    lines: int
    at: datetime
    line: str | None = None
