"""How a kata was worked: its lines as the learner wrote them, beside what is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.engine.values import Value
from katatx.notation.quoting import plain
from scoring import Verdict

if TYPE_CHECKING:
    from katatx.engine.chains import WorkedChain
    from katatx.engine.lines import ChainLine


@dataclass(frozen=True, slots=True)
class KataRow:
    """One line as it was worked, by its name. `own` is what is carried on from it, which is the true value
    where nothing can be carried on from what was written.
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

    @property
    def shown(self) -> str:
        """Return what was written, fit for the terminal."""
        return plain(self.typed, 200, keep="")

    @property
    def right(self) -> bool:
        """Return whether it is right by the page, not only by the lines before it."""
        return self.verdict in (Verdict.RIGHT, Verdict.CARRIED)

    @property
    def sound(self) -> bool:
        """Return whether lines that stand on it stand on no error."""
        return self.right or not self.can_be_carried


@dataclass(frozen=True, slots=True)
class KataResult:
    """The kata's lines, what they come to, and those that are worked so far."""

    lines: tuple[ChainLine, ...]
    worked: WorkedChain
    rows: tuple[KataRow, ...]

    @property
    def finished(self) -> int:
        """Return how many lines are worked."""
        return len(self.rows)

    @property
    def total(self) -> int:
        """Return how many lines there are."""
        return len(self.lines)

    @property
    def seconds(self) -> float:
        """The time on the kata's clock."""
        return sum(row.seconds for row in self.rows)

    @property
    def clean(self) -> bool:
        """Return whether every line was worked, right by the page and without help."""
        return self.finished == self.total and all(row.right and not row.help for row in self.rows)

    @property
    def in_time(self) -> bool:
        """Return whether its lines took no longer than their targets together."""
        return self.seconds <= sum(row.target or 0.0 for row in self.rows)

    @property
    def first_departure(self) -> int | None:
        """The first line, from 0, that is not right by the page; None where all are."""
        return next((at for at, row in enumerate(self.rows) if not row.right), None)
