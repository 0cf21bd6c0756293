"""The learner's weak spot of the week, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from katatx.decks.loading import Deck
from katatx.notation.quoting import plain
from katatx.progress.records import Attempt
from katatx.views.stats.calendar import days_ago
from katatx.views.stats.report import WEEK, Report, SkillReport


@dataclass(frozen=True, slots=True)
class WeakSpot:
    """The week's weakest skill (`Report.weakest`), and its last miss: when (`missed`, in words), at which drill
    (`place`, as `deck/drill`), and with which mistake.

    `happened` is the mistake in words, "" if no known one was made; `times` counts the answers with it in the week.
    """

    skill: str
    missed: str
    place: str
    happened: str
    times: int

    @property
    def words(self) -> str:
        """Return the mistake, with its count if that is more than 1; the skill's name if no known mistake was made."""
        if not self.happened:
            return skill_words(self.skill)
        return f"{self.happened}{f' ({self.times} times this week)' if self.times > 1 else ''}"

    @property
    def where(self) -> str:
        """Return when and where the skill was last missed, to be shown after `words`.

        It is "softmax: divide, yesterday at attention/match", or "missed yesterday at attention/match" if `words` is
        the skill's name.
        """
        skill = f"{skill_words(self.skill)}, " if self.happened else "missed "
        return f"{skill}{self.missed} at {plain(self.place, keep='')}"


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


def skill_words(name: str) -> str:
    """Return a skill's name as text: "layer norm: divide" for `layer_norm/divide`."""
    return plain(name.replace("_", " ").replace("/", ": ", 1), keep="")


def missed_words(skill: SkillReport, decks: Iterable[Deck]) -> str:
    """Return where a skill was last missed and what went wrong; "" if it never was."""
    miss = skill.missed
    if miss is None:
        return ""
    happened = f": {mistake_words(miss.turn, decks)}" if miss.turn else ""
    return f"{plain(miss.place, keep='')}{happened}"
