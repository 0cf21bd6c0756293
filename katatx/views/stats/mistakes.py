"""The learner's mistakes: what each one is, how often and at which drills it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from katatx.decks.loading import Deck
from katatx.notation.quoting import plain
from katatx.views.stats.report import DrillReport

_LONGEST = 80


class Mistake(NamedTuple):
    """A mistake made at least once.

    `turn` is its id: `recipe/name` (`softmax/raw-shares`), or `drill/name` for one that a deck describes. `words` say
    what happened, `step` is the step of its line or None, and `instead` says what to do instead or is "". `places`
    lists the drills where it was made, as `deck/drill`, most frequent first.
    """

    turn: str
    words: str
    times: int
    step: str | None
    instead: str
    places: tuple[str, ...]


def mistakes(drills: Iterable[DrillReport], decks: Mapping[str, Deck]) -> list[Mistake]:
    """Return the mistakes made at some drills, most frequent first; `decks` maps names to decks.

    Those with one id count as one, also if several decks describe it.
    """
    counts: Counter[str] = Counter()
    places: dict[str, Counter[str]] = {}
    for drill in drills:
        for turn, count in drill.standing.wrong_turns.items():
            counts[turn] += count
            places.setdefault(turn, Counter())[f"{drill.deck}/{drill.drill}"] += count
    order = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return [_mistake(turn, count, places[turn], decks) for turn, count in order]


def _mistake(turn: str, count: int, at: Counter[str], decks: Mapping[str, Deck]) -> Mistake:
    """Return the mistake with id `turn`, made `count` times; `at` counts it by drill."""
    where = tuple(place for place, _ in sorted(at.items(), key=lambda each: (-each[1], each[0])))
    words, step, instead = _known(turn) or _of_drill(turn, where[0], decks) or (_unknown(turn), None, "")
    return Mistake(turn, plain(words, _LONGEST, keep=""), count, step, plain(instead, keep=""), where)


def mistake_words(turn: str) -> str:
    """Return what happened in a mistake: `softmax: skipped e^`; its name as words if no recipe has it."""
    known = _known(turn)
    return plain(_unknown(turn) if known is None else known[0], _LONGEST, keep="")


def _unknown(turn: str) -> str:
    """Return a mistake's name as words: "one short" for `match/one-short`."""
    return turn.rpartition("/")[2].replace("-", " ")


def _known(turn: str) -> tuple[str, str | None, str] | None:
    """Return a recipe's mistake as (what happened, step, what to do instead); None if no recipe has it."""
    from katatx.engine.book import find_wrong_turn

    found = find_wrong_turn(turn)
    if found is None:
        return None
    return f"{found.recipe.replace('_', ' ')}: {found.happened}", f"{found.recipe}/{found.line}", found.instead


def _of_drill(turn: str, place: str, decks: Mapping[str, Deck]) -> tuple[str, str | None, str] | None:
    """Return a mistake that the drill at `place` (`deck/drill`) describes, as (what happened, None, what to do
    instead).

    It is a belief or the reason behind a choice; None if the drill has none by that name.
    """
    deck, _, name = place.rpartition("/")
    drill = decks[deck].by_id.get(name) if deck in decks else None
    if drill is None:
        return None
    belief = turn.removeprefix(f"{drill.id}/")
    for each in drill.beliefs:
        if each.name == belief:
            return each.happened, None, each.instead
    for choice in drill.choices or []:
        if choice.belief == belief:
            return f"chose “{choice.says}”", None, choice.because or ""
    return None
