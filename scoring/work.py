"""What an answer is worked by, and what it says of that: pure.

A **line** here is a recipe's line (`softmax/divide`), the thing a hand learns. A drill is a place where lines are
practised; its own part is what no line holds: seeing what is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class Work(NamedTuple):
    """What a drill, or a line of a kata, is worked by.

    `lines` are its recipe lines in the order they are first written, with the seconds of their strokes at the default
    pace; none for a choice. `turns` tells of each known wrong turn on which of the lines it is taken. `steps` are the
    lines that each step of the shown working holds. `words` are to be read, `characters` to be typed.
    """

    lines: tuple[tuple[str, float], ...] = ()
    turns: Mapping[str, str] = {}
    steps: tuple[tuple[str, ...], ...] = ()
    words: int = 0
    characters: int = 0

    @property
    def seconds(self) -> float:
        """The seconds of all strokes at the default pace."""
        return sum(seconds for _, seconds in self.lines)


class Finding(NamedTuple):
    """What an answer says: the lines it shows known, those it shows missed, and whether the drill's own part is
    known; None where it says nothing of that.
    """

    known: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    own: bool | None = None


def find(work: Work, right: bool, method_right: bool, turns: Sequence[str], opened: int, helped: bool) -> Finding:
    """Return what a graded answer says of the lines it was worked by.

    `right` is a verdict that counts as right, `method_right` one that only a slip or a rounding keeps from it, `turns`
    are the wrong turns named, `opened` how many steps of the working lay open, and `helped` whether one had been
    opened that day at all.

    - Right: all lines are known. A slip: the own part is known, of the lines it says nothing.
    - A named wrong turn: its line is missed, the lines before it are known, of those after it nothing is said.
    - Wrong without a name, or a mistake of this drill alone: the own part is missed.
    - With help: the lines that lay open are missed; where a step was looked at earlier, the own part is.
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


def places_of(works: Iterable[tuple[str, Work]]) -> dict[str, set[str]]:
    """Return for every line the places where it is practised, of pairs of a place and its work."""
    places: dict[str, set[str]] = {}
    for place, work in works:
        for name, _ in work.lines:
            places.setdefault(name, set()).add(place)
    return places
