"""Katas: the answers given to their lines so far, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from katatx.engine.values import Value
from katatx.notation.quoting import plain
from scoring import Judgement, Verdict

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine, WorkedChain
    from katatx.progress.events import Answered


@dataclass(frozen=True, slots=True)
class KataRow:
    """The answer to one line of a kata.

    `help` is the number of lines of its working that were uncovered, at least 1 if an earlier answer to the line was
    undone. `own` is the value that later lines use: the answer, or the true value if the answer has another shape, as
    `can_be_carried` says. `uncertain` is that value as an interval if the learner rounded it. `is_kept`: it was
    answered in an earlier run that this one continues.
    """

    answer: Answered
    judgement: Judgement
    help: int
    own: Value
    uncertain: Value
    can_be_carried: bool
    is_kept: bool = False

    @property
    def line(self) -> str:
        return self.answer.line or ""

    @property
    def seconds(self) -> float:
        return self.answer.seconds

    @property
    def shown(self) -> str:
        return plain(self.answer.typed, 200, keep="")

    @property
    def right(self) -> bool:
        """Return whether the answer equals the true value, not only what follows from earlier answers."""
        return self.judgement.verdict is Verdict.RIGHT

    @property
    def sound(self) -> bool:
        """Return whether later lines that use this one start from a true value."""
        return self.right or not self.can_be_carried


@dataclass(kw_only=True)
class KataResult:
    """The lines of a kata, their true values, and the answers so far.

    `is_whole` is False if the kata starts at the first mistake of an earlier run.
    """

    lines: tuple[ChainLine, ...]
    worked: WorkedChain
    rows: list[KataRow] = field(default_factory=list)
    is_whole: bool = True

    @property
    def seconds(self) -> float:
        return sum(row.seconds for row in self.rows if not row.is_kept)

    @property
    def clean(self) -> bool:
        """Return whether every line from the first was answered right and without help."""
        is_done = self.is_whole and len(self.rows) == len(self.lines)
        return is_done and all(row.right and not row.help for row in self.rows)

    @property
    def in_time(self) -> bool:
        """Return whether this run was within the sum of the targets of all rows; an unknown target counts as 0."""
        return self.seconds <= sum(row.answer.target_seconds or 0.0 for row in self.rows)

    @property
    def first_departure(self) -> int | None:
        """Return the index of the first answered line that is not the true value; None if there is none."""
        return next((at for at, row in enumerate(self.rows) if not row.right), None)

    def source_of(self, at: int) -> int | None:
        """Return the index of the line with the mistake that the line with index `at` builds on; None if there is none.

        It is the latest wrong line that it uses, or, if that one only follows from another wrong line, the source of
        that. All lines before `at` must be answered.
        """
        for number in reversed(range(at)):
            row = self.rows[number]
            if row.line in self.lines[at].uses and not row.right:
                return self.source_of(number) if row.judgement.verdict.counts_as_right else number
        return None
