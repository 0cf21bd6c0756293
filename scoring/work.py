"""The work of a drill: the recipe lines that its answer takes.

A **line** is a recipe line, such as `softmax/divide`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
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

    def only(self, names: Collection[str]) -> Work:
        """Return the work that trains these lines alone; a mistake in another line is still one."""
        lines = tuple(each for each in self.lines if each[0] in names)
        steps = tuple(tuple(name for name in step if name in names) for step in self.steps)
        return self._replace(lines=lines, steps=steps)

    @property
    def seconds(self) -> float:
        """Return the seconds of all operations at the default pace."""
        return sum(seconds for _, seconds in self.lines)
