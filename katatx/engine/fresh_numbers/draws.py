"""Drawing fresh numbers for a chain of lines, of which a drill has one.

A draw is accepted only if the arithmetic can be done by hand, no answer is trivial, and on every line all results of
known mistakes are distinguishable from the right answer and from one another. Equal seeds give equal numbers on every
platform.

The search is a walk: where a line refuses the numbers, some of those that it depends on are drawn again, until no line
refuses any. Exact values refuse most; only what passes them on all lines is worked with rounded lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from katatx.engine.chains import ChainLine, WorkedChain, solved_lines
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.line_check import LineCheck, probes_of
from katatx.engine.fresh_numbers.ranges import Range, Source, numbered_source
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort
from katatx.engine.values import Value

_PROBES = 30
_TRIES = 5_000
_MOST_CALCULATIONS = 3_000_000
# How often the numbers that the latest line is the first to use are drawn again, before those of an earlier one.
_PATIENCE = 20


@dataclass
class Draws:
    """Draws fresh numbers for a chain.

    `name` seeds the random numbers and begins messages. `given` are the page's own numbers; `ranges` maps some of their
    names to what may be drawn.
    """

    name: str
    lines: Sequence[ChainLine]
    given: Names
    ranges: Mapping[str, Range]
    checks: list[LineCheck] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Make the check of each line, and find out on which ranges it depends."""
        is_one = len(self.lines) == 1
        self.checks = [
            LineCheck(
                self.name if is_one else f"{self.name} {line.name}",
                line,
                line.uses & {*self.ranges, *(each.name for each in self.lines[:at])},
                lambda: self._probes,
                self._origin(at),
            )
            for at, line in enumerate(self.lines)
        ]
        # By line: the names it depends on, in groups by the line that is the first to use them, the latest first.
        self.groups: list[list[list[str]]] = []
        first: dict[str, int] = {}
        inside: dict[str, set[str]] = {name: {name} for name in self.ranges}
        for at, line in enumerate(self.lines):
            inside[line.name] = depends = {name for used in line.uses for name in inside.get(used, ())}
            first.update({name: at for name in depends if name not in first})
            found = [
                [name for name in self.ranges if name in depends and first[name] == of] for of in range(at, -1, -1)
            ]
            self.groups.append([names for names in found if names])

    def draw(self, seed: int | str, apart: bool = True, rounded: bool = True) -> Names:
        """Return the given numbers for a seed, fresh where they have a range, and not the page's own.

        Without `apart`, wrong turns need not be distinguishable, and without `rounded` only exact values must suit; the
        numbers may then be others. Raises EngineError, naming the line that refused most often, if no suitable numbers
        are found, if a line is too long for a drill, or if a range cannot be drawn: its `like` names nothing given, or
        it has too many numbers.
        """
        source = numbered_source(f"{self.name} {seed}")
        for check in self.checks:
            check.refused.clear()
        walk = _Walk(self, source, apart)
        tried = 0
        while tried < _TRIES:
            tried += 1
            at = walk.refusing(rounded)
            if at is None:
                return walk.given
            if walk.effort.exhausted or not self.groups[at]:
                break
            walk.draw_again(at)
        raise self._failure(tried)

    def draw_solved(self, seed: int | str) -> WorkedChain:
        """Return the numbers for a seed, and the solution of every line. Raises as `draw` does."""
        given = self.draw(seed)
        return WorkedChain(given, tuple(solved_lines(self.lines, given)))

    def numbers(self, source: Source) -> dict[str, Value]:
        """Return the given numbers with fresh ones for all ranges, suitable or not."""
        return {**self.given, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}

    @cached_property
    def _probes(self) -> list[Names]:
        source = numbered_source(f"{self.name} probe")
        return list(probes_of(lambda: self.numbers(source), self.lines, _PROBES))

    def _origin(self, at: int) -> str:
        """Return a text of all that the numbers of a line depend on."""
        before = [(line.name, repr(line.node)) for line in self.lines[:at]]
        return f"{self.name} {before} {dict(self.given)} {dict(self.ranges)}"

    def _failure(self, tried: int) -> EngineError:
        """Return the error that says that none of the `tried` sets of numbers is usable."""
        worst = max(self.checks, key=lambda check: check.refused.total())
        most = worst.refused.most_common(1)
        reason = most[0][0] if most else "they are always the page's own"
        where = f"at line {worst.line.name}, " if len(self.lines) > 1 else ""
        return EngineError(
            f"{self.name}: {tried} sets of fresh numbers tried, and none can be used (mostly: {where}{reason}); choose "
            "other ranges"
        )


class _Walk:
    """One search: the numbers at present, and of the lines that they suit the values, and whether rounded too."""

    def __init__(self, draws: Draws, source: Source, apart: bool) -> None:
        self.draws = draws
        self.source = source
        self.apart = apart
        self.effort = Effort(_MOST_CALCULATIONS)
        self.given = draws.numbers(source)
        self._values: dict[int, Value] = {}
        self._suits: set[int] = set()
        # How often each line refused since an earlier one was drawn again, and how often it had one drawn again.
        self._tried: Counter[int] = Counter()
        self._went_back: Counter[int] = Counter()

    def draw_again(self, refusing: int) -> None:
        """Draw some of the numbers again on which the line depends that refuses them.

        These are the numbers that one line is the first to use: the latest such line, as fewest lines use them, or
        where that was tried often an earlier one, each of these in its turn.
        """
        latest, *earlier = self.draws.groups[refusing]
        group = latest
        self._tried[refusing] += 1
        if self._tried[refusing] > _PATIENCE and earlier:
            group = earlier[self._went_back[refusing] % len(earlier)]
            self._went_back[refusing] += 1
            self._tried.clear()
        for name in group:
            self.given[name] = self.draws.ranges[name].draw(self.source, self.draws.given)
            for at, groups in enumerate(self.draws.groups):
                if any(name in names for names in groups):
                    self._values.pop(at, None)
                    self._suits.discard(at)

    def refusing(self, rounded: bool) -> int | None:
        """Return the first line that refuses the numbers, None if none does."""
        names = dict(self.given)
        for at, check in enumerate(self.draws.checks):
            if at not in self._values:
                value = check.value(names, self.effort, self.apart)
                if value is None:
                    return at
                self._values[at] = value
            names[check.line.name] = self._values[at]
        for at, check in enumerate(self.draws.checks if rounded else ()):
            if at not in self._suits and not check.suits(names, self.effort, self.apart):
                return at
            self._suits.add(at)
        if self.given != self.draws.given:
            return None
        return max((at for at, groups in enumerate(self.draws.groups) if groups), default=0)
