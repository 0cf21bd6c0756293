"""The entry point to practice: methods that start every kind of sitting, and say what the log says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from katatx.decks.prepared import prepare
from katatx.decks.works import works_of_all
from katatx.progress.events import Attempt
from katatx.progress.home import home_folder
from katatx.questions.asking import ask
from katatx.questions.question import Question
from katatx.sessions.drills import again, open_session
from katatx.sessions.lesson import introduce, open_lesson
from katatx.sessions.review import open_review, todays
from katatx.sessions.sitting import Practice, Sitting
from katatx.sessions.summing_up import ahead, tomorrow
from katatx.settings import Preferences
from katatx.show.home import Home, make_home
from katatx.show.report import Report, make_report


@dataclass
class Desk(Practice):
    """Practice with the program's decks and the learner's settings, in the folder `home`.

    A name of a deck that is passed to a method must be among `decks`. Practice settings are those the log was opened
    with. Methods that read the log raise LogError if they cannot.
    """

    # Problems of drill files that could not be read, one line each.
    faults: tuple[str, ...] = ()
    home: Path = field(default_factory=home_folder)
    preferences: Preferences = field(default_factory=Preferences)

    def __post_init__(self) -> None:
        """Put the log's practice settings into the preferences, and tell the log of the decks."""
        self.preferences = replace(self.preferences, practice=self.log.settings)
        self.log.know(lambda: works_of_all(self.decks))

    # ---- sittings; those at a deck and reviews begin with lessons before sections new to the learner

    def drill(self, deck: str, drill: str | None = None, start: str | None = None) -> Sitting:
        return introduce(open_session(self, deck, drill, start=start))

    def kata(self, deck: str) -> Sitting:
        from katatx.sessions.kata import open_kata

        return open_kata(self, deck)

    def review(self, limit: int | None = None, minutes: int | None = None, focus: str = "") -> Sitting:
        return introduce(open_review(self, limit, minutes, focus))

    def again(self, places: Sequence[str], title: str) -> Sitting:
        return again(self, places, title)

    def lesson(self, deck: str, section: str) -> Sitting | None:
        return open_lesson(self, deck, section)

    def question(self, deck: str, drill: str) -> Question:
        """Return a drill as a question with the page's numbers, for display. Raises KatatxError if it is faulty."""
        found = self.decks[deck]
        return ask(prepare(found, found.by_id[drill], self.log.settings.places))

    # ---- what the log says

    @property
    def is_new(self) -> bool:
        """Return whether the log has no graded answers yet, undone ones counted."""
        return not self.log.has_answers()

    def report(self, only: str | None = None) -> Report:
        """Return the learner's progress on all decks, or on the deck `only`, without writing to the log."""
        return make_report(self.decks, self.log, self.day, only, todays(self))

    def overview(self) -> Home:
        """Return all that home tells, without writing to the log."""
        left = todays(self)
        report = make_report(self.decks, self.log, self.day, today=left)
        return make_home(self.decks, self.log, report, ahead(self.log, left), None if left else tomorrow(self))

    def undo(self) -> Attempt | None:
        return self.log.undo(self.clock())

    def save(self, table: str, name: str, value: str | float | bool | None) -> None:
        """Save a setting of a table of `config.toml`, or its default for None; it holds for sittings started later.

        Raises KatatxError if the value is not allowed or cannot be saved; then nothing changes.
        """
        from katatx.settings.saving import save_setting

        self.preferences = save_setting(self.home, table, name, value)
        self.log.settings = self.preferences.practice
