"""The learner's weak spot of the week, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from katatx.decks.loading import Deck
from katatx.decks.step_names import step_words
from katatx.notation.quoting import plain
from katatx.progress.records import Attempt
from katatx.views.stats.calendar import days_ago
from katatx.views.stats.report import WEEK, Report, StepReport


@dataclass(frozen=True, slots=True)
class WeakSpot:
    """The week's weakest step (`Report.weakest`), and its last miss: when (`missed`, in words), at which drill
    (`place`, as `deck/drill`), and with which mistake.

    `happened` is the mistake in words, "" if no known one was made; `times` counts the answers with it in the week.
    """

    step: str
    missed: str
    place: str
    happened: str
    times: int

    @property
    def words(self) -> str:
        """Return the mistake, with its count if that is more than 1; the step's name if no known mistake was made."""
        if not self.happened:
            return step_words(self.step)
        return f"{self.happened}{f' ({self.times} times this week)' if self.times > 1 else ''}"

    @property
    def where(self) -> str:
        """Return when and where the step was last missed, to be shown after `words`.

        It is "softmax: divide, yesterday at attention/match", or "missed yesterday at attention/match" if `words` is
        the step's name.
        """
        step = f"{step_words(self.step)}, " if self.happened else "missed "
        return f"{step}{self.missed} at {plain(self.place, keep='')}"


def weak_spot(report: Report, answers: Iterable[Attempt], decks: Iterable[Deck]) -> WeakSpot | None:
    """Return the weak spot of a report's week; None if nothing was missed. `answers` are those of the week."""
    weakest = report.weakest
    if weakest is None or weakest.missed is None:
        return None
    miss, since = weakest.missed, report.day - timedelta(days=WEEK)
    happened = mistake_words(miss.turn, decks) if miss.turn else ""
    times = sum(each.day > since.isoformat() and miss.turn in each.answer.wrong_turns for each in answers)
    return WeakSpot(weakest.name, days_ago(date.fromordinal(miss.day), report.day), miss.place, happened, times)


def mistake_words(name: str, decks: Iterable[Deck]) -> str:
    """Return what happened in a mistake, given its id: `recipe/name`, or `drill/name` for a deck's belief.

    For any other id, such as that of a mistake behind a choice, returns its name with spaces. Of beliefs with one id in
    several decks, it is the first.
    """
    from katatx.engine.book import find_wrong_turn

    of, _, short = name.partition("/")
    beliefs = (belief for deck in decks if of in deck.by_id for belief in deck.by_id[of].beliefs)
    found = find_wrong_turn(name) or next((belief for belief in beliefs if belief.name == short), None)
    return plain(short.replace("-", " ") if found is None else found.happened, keep="")


def missed_words(step: StepReport, decks: Iterable[Deck]) -> str:
    """Return where a step was last missed and what went wrong; "" if it never was."""
    miss = step.missed
    if miss is None:
        return ""
    happened = f": {mistake_words(miss.turn, decks)}" if miss.turn else ""
    return f"{plain(miss.place, keep='')}{happened}"
