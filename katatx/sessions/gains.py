"""Compare steps before and after a session."""

from __future__ import annotations

from dataclasses import dataclass, field

from katatx.progress.log import Log
from katatx.progress.whole import Whole
from katatx.questions.after_answer import change_words
from katatx.views.days import counted

_SHOWN = 6


@dataclass
class Gains:
    """The standings of all steps at the start of a session, to compare with its end."""

    log: Log
    _before: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Remember the standing of each step."""
        self._before = {name: step.standing for name, step in self.log.whole.steps.items()}

    def lines(self, after: Whole) -> list[str]:
        """Return a line for each step that became automatic or no longer is, at most six, and one on those begun."""
        moved = {name: step for name, step in after.steps.items() if self._before.get(name, "new") != step.standing}
        said = [words for name, step in sorted(moved.items()) if (words := change_words(name, step))]
        begun = sum(name not in self._before for name in moved)
        more = [f"and {len(said) - _SHOWN} more"] if len(said) > _SHOWN else []
        return [*said[:_SHOWN], *more, *([f"{counted(begun, 'step')} begun"] if begun else [])]
