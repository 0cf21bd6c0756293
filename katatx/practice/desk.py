"""What a learner sits down at: the decks, the log, the clock, and every way to begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.decks.loading import Deck
from katatx.practice.clock import Clock
from katatx.practice.report import Report, make_report
from katatx.practice.sitting import Sitting
from katatx.progress.home import home_folder
from katatx.progress.log import Log
from katatx.settings import Preferences

if TYPE_CHECKING:
    from katatx.practice.calibration import Calibration
    from katatx.practice.knowing import Found


@dataclass
class Desk:
    """Everything that practice needs. `new_seed` gives a seed nobody has chosen; `home` is the folder with
    the settings, of which those for practice are the ones that the log was opened with.
    """

    decks: dict[str, Deck]
    log: Log
    clock: Clock
    new_seed: Callable[[], int]
    # What is wrong with drill files that could not be read, a line each.
    faults: tuple[str, ...] = ()
    home: Path = field(default_factory=home_folder)
    preferences: Preferences = field(default_factory=Preferences)
    # What the drills of decks are worked by that the log does not know yet.
    _found: Found = field(default_factory=dict, init=False, repr=False)
    _beginnings: dict[str, datetime] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.preferences = replace(self.preferences, practice=self.log.settings)

    @property
    def day(self) -> date:
        """The practice day now."""
        return self.log.settings.day_of(self.clock())

    def beginning_of(self, day: str) -> datetime:
        """Return when a practice day begins, worked out once a day: there are more drills than days."""
        if day not in self._beginnings:
            self._beginnings[day] = self.log.settings.beginning_of(date.fromisoformat(day))
        return self._beginnings[day]

    def named_decks(self) -> Iterator[tuple[str, str, bool]]:
        """Every deck: its name, its title, and whether it has a kata."""
        for name, deck in self.decks.items():
            yield name, deck.contents.title, deck.contents.kata is not None

    def section(self, deck: str, drill: str) -> str:
        """Return what of its page a drill belongs to."""
        return self.decks[deck].by_id[drill].section

    def report(self, only: str | None = None) -> Report:
        """Return how the learner stands."""
        from katatx.practice.knowing import works_now

        return make_report(self.decks, self.log, self.day, only, works_now(self.decks, self.log, self._found))

    def drill(self, deck: str, drill: str | None = None, start: str | None = None) -> Sitting:
        """A session at a deck, gone on with where it was left; at one `drill` of it alone; or a new one that
        begins at the drill `start` and comes to those before it at the end.

        Raises KatatxError where it cannot be practised.
        """
        from katatx.practice.session import open_session

        return open_session(self.decks[deck], self.log, self.clock, self.new_seed, drill, start=start)

    def kata(self, deck: str) -> Sitting:
        """A deck's kata, on fresh numbers. Raises KatatxError where it has none."""
        from katatx.practice.kata import open_kata

        return open_kata(self.decks[deck], self.log, self.clock, self.new_seed)

    def review(self, limit: int | None = None, minutes: float | None = None, focus: str = "") -> Sitting:
        """Today's review, of so many minutes, or of one line or recipe. Raises KatatxError where no drill is worked
        by it.
        """
        from katatx.practice.review import open_review

        return open_review(self.decks, self.log, self.clock, self.new_seed, limit, minutes, focus)

    def calibration(self) -> Calibration:
        """A measuring of how long typing takes."""
        from katatx.practice.calibration import Calibration

        return Calibration(self.log, self.clock)

    def reset(self, deck: str, drill: str) -> int:
        """Begin a drill anew: none of its answers counts any more. How many that were.

        Raises LogError where the log cannot be written.
        """
        return self.log.reset(deck, drill, self.clock())

    def bring_back(self) -> str | None:
        """Try to put answers kept aside into the log after all, and say what became of it; None where
        there are none.
        """
        if self.log.aside is None:
            return None
        from katatx.progress.portable import bring_back

        return bring_back(self.log)

    def save(self, table: str, name: str, value: str | float | bool | None) -> None:
        """Save a setting, None for its default, and let it hold from now on; a sitting keeps those it began with.

        Raises KatatxError where it may not be this or cannot be saved, and then all is as it was.
        """
        from katatx.settings.saving import save_setting

        self.preferences = save_setting(self.home, table, name, value)
        self._beginnings.clear()
        self.log.settings = practice = self.preferences.practice
        self.log.standings.retention = practice.retention
