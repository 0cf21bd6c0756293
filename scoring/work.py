"""The recipe lines an answer needs, and what the answer shows about each of them. Pure functions.

A **line** is a recipe line (`softmax/divide`), the unit of skill. A drill's own part is recognizing what is asked; it
belongs to no line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Work(NamedTuple):
    """The recipe lines of a drill, or of a line of a kata.

    `lines` are pairs of a recipe line and the seconds of its operations at the default pace, in the order written;
    empty for a choice. `turns` maps the name of each known wrong turn to its line. `steps` has the lines in each step
    of the displayed working. `words` is the number of words to read, `characters` the number to type.
    """

    lines: tuple[tuple[str, float], ...] = ()
    turns: Mapping[str, str] = {}
    steps: tuple[tuple[str, ...], ...] = ()
    words: int = 0
    characters: int = 0

    @property
    def seconds(self) -> float:
        """Return the seconds of all operations at the default pace."""
        return sum(seconds for _, seconds in self.lines)


class Finding(NamedTuple):
    """Findings from an answer: lines known, lines missed, whether the drill's own part is known (None if unclear)."""

    known: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    own: bool | None = None


def find(work: Work, right: bool, method_right: bool, turns: Sequence[str], opened: int, helped: bool) -> Finding:
    """Return what a graded answer shows about the lines of its work.

    `right` says the verdict counts as right, `method_right` that only a slip or rounding is wrong. `turns` are the
    names of the wrong turns found, `opened` is the number of steps of the working that were open, and `helped` says
    whether any was opened that day. The first case that fits counts; what it does not mention is unclear.

    - Steps open: their lines are missed; if they have none, the own part is. Helped earlier that day: the own part is
      missed.
    - Right: all lines and the own part are known. Only the method right: the own part is known.
    - A wrong turn of a line: the line is missed, and lines before it are known. The first such turn counts.
    - Wrong in any other way: the own part is missed.
    """
    names = tuple(name for name, _ in work.lines)
    if opened:
        shown = tuple(dict.fromkeys(name for step in work.steps[:opened] for name in step))
        return Finding(missed=shown, own=None if shown else False)
    if helped:
        return Finding(own=False)
    if right:
        return Finding(known=names, own=True)
    if method_right:
        return Finding(own=True)
    missed = next((work.turns[turn] for turn in turns if turn in work.turns), None)
    if missed is None:
        return Finding(own=False)
    before = names[: names.index(missed)] if missed in names else ()
    return Finding(known=before, missed=(missed,))


@dataclass(slots=True)
class Works:
    """The work (recipe lines) of each drill or kata line, by (deck, drill, kata line); "" for the drill itself.

    `drills` has the drills (`deck/drill`) that use each recipe line, and `places` their number.
    """

    works: Mapping[tuple[str, str, str], Work] = field(default_factory=dict)
    drills: dict[str, set[str]] = field(init=False)
    places: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        """Compute `drills` and `places` from the works."""
        self.drills = places_of((f"{deck}/{drill}", work) for (deck, drill, _), work in self.works.items())
        self.places = {name: len(drills) for name, drills in self.drills.items()}

    def of(self, deck: str, drill: str, line: str | None = None) -> Work:
        """Return the work of a drill, or of the kata line `line` that practises it; an empty one if it is unknown."""
        return self.works.get((deck, drill, line or ""), _NOTHING)


def places_of(works: Iterable[tuple[str, Work]]) -> dict[str, set[str]]:
    """Return, for every line, the set of places that practise it, given pairs of a place and its work."""
    places: dict[str, set[str]] = {}
    for place, work in works:
        for name, _ in work.lines:
            places.setdefault(name, set()).add(place)
    return places


_NOTHING = Work()
NO_WORKS = Works()
