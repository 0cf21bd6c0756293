"""The result of a kata: the learner's lines and the true values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.engine.values import Value
from katatx.notation.quoting import plain
from scoring import Verdict

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine, WorkedChain


@dataclass(frozen=True, slots=True)
class KataRow:
    """The answer to one line of a kata.

    `own` is the value that later lines use: the answer, or the true value if the answer has another shape, as
    `can_be_carried` says. `uncertain` is that value as an interval if the learner rounded it. `help` is the number of
    lines of its working that were uncovered, at least 1 if an earlier answer to the line was undone. `seconds` and
    `target` are its time and its target time, None if that is not known.
    """

    line: str
    typed: str
    verdict: Verdict
    wrong_turns: tuple[str, ...]
    seconds: float
    help: int
    own: Value
    uncertain: Value
    can_be_carried: bool
    target: float | None = None
    # Whether each of its numbers is right, in reading order; the verdict in words.
    slots: tuple[bool, ...] = ()
    said: str = ""
    # The same without the verdict's word.
    why: str = ""
    # Whether it was answered in an earlier run that this one continues.
    is_kept: bool = False

    @property
    def shown(self) -> str:
        """Return the typed text, safe to display, cut after 200 characters."""
        return plain(self.typed, 200, keep="")

    @property
    def right(self) -> bool:
        """Return whether the answer equals the true value, not only what follows from earlier answers."""
        return self.verdict is Verdict.RIGHT

    @property
    def sound(self) -> bool:
        """Return whether later lines that use this one start from a true value: its answer is right, or was
        replaced.
        """
        return self.right or not self.can_be_carried


@dataclass(frozen=True, slots=True)
class KataResult:
    """The lines of a kata, their true values, and the answers so far.

    `is_whole` is False if the kata starts at the first mistake of an earlier run.
    """

    deck: str
    lines: tuple[ChainLine, ...]
    worked: WorkedChain
    rows: tuple[KataRow, ...]
    is_whole: bool = True

    @property
    def finished(self) -> int:
        """Return the number of lines answered."""
        return len(self.rows)

    @property
    def total(self) -> int:
        """Return the number of lines."""
        return len(self.lines)

    @property
    def seconds(self) -> float:
        """Return the seconds taken by the lines answered in this run."""
        return sum(row.seconds for row in self.rows if not row.is_kept)

    @property
    def clean(self) -> bool:
        """Return whether every line from the first was answered right and without help."""
        return self.is_whole and self.finished == self.total and all(row.right and not row.help for row in self.rows)

    @property
    def in_time(self) -> bool:
        """Return whether the time of this run is within the sum of the targets of all rows; an unknown target counts as
        0.
        """
        return self.seconds <= sum(row.target or 0.0 for row in self.rows)

    @property
    def first_departure(self) -> int | None:
        """Return the index of the first answered line that is not the true value; None if there is none."""
        return next((at for at, row in enumerate(self.rows) if not row.right), None)

    def source_of(self, at: int) -> int | None:
        """Return the index of the line with the mistake that the line with index `at` builds on; None if there is none.

        It is the latest wrong line that it uses, or, if that one only follows from another wrong line, the source of
        that. All lines before `at` must be answered.
        """
        numbers = {line.name: number for number, line in enumerate(self.lines)}
        uses = sorted((numbers[name] for name in self.lines[at].uses if name in numbers), reverse=True)
        for number in uses:
            if number < at and not self.rows[number].right:
                mistaken = not self.rows[number].verdict.counts_as_right
                return number if mistaken else self.source_of(number)
        return None
