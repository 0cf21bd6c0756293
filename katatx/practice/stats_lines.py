"""The report as lines a person reads: all decks, one deck, or one drill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from katatx.notation.quoting import plain
from katatx.plots import bar_plot, times_plot
from katatx.practice.home_lines import aligned, home_lines
from katatx.practice.report import DeckReport, DrillReport, Report
from katatx.progress.records import Attempt
from scoring.forecast import LONGEST, Estimate

_TURNS_SHOWN = 8
_DAYS_SHOWN = 28
_ATTEMPTS_SHOWN = 60


def stats_lines(report: Report, width: int) -> list[str]:
    """Every deck: how far it is, the mistakes most often made, practice by day, what comes due."""
    if not report.attempts:
        return [*home_lines(report, width), "", "Nothing practised yet."]
    lines = [
        *home_lines(report, width),
        f"{report.attempts} {'answer' if report.attempts == 1 else 'answers'} in all, {report.cold} cold.",
        "",
    ]
    lines += [f"{deck.name}: automatic {told(deck.estimate)}" for deck in report.decks if deck.estimate]
    return [*lines, *_turns(report.decks), *_calendar(report, width), *_forecast(report, width)]


def deck_stats_lines(report: Report, deck: DeckReport, width: int) -> list[str]:
    """Every drill of a deck in a line, then the deck's mistakes and what comes due of it."""
    heading = ("drill", "standing", "due", "missing", "cold", "right", "median", "target", "spread", "automatic")
    rows = [heading, *map(_drill_row, deck.drills)]
    gone = "* not in the deck as it is now; the history is kept"
    lines = [f"{plain(deck.title)}: {deck.automatic} of {len(deck.present)} automatic, {deck.due} due.", ""]
    lines += aligned(rows)
    lines += ["", gone] if len(deck.present) < len(deck.drills) else []
    lines += ["", f"The deck is automatic {told(deck.estimate)}."] if deck.estimate else []
    return [*lines, "", *_turns([deck]), *_forecast(report, width)]


def drill_stats_lines(drill: DrillReport, attempts: Sequence[Attempt], width: int) -> list[str]:
    """One drill: its standing, condition by condition, and its cold times against the target."""
    standing, rule = drill.standing, drill.standing.automaticity
    missing = "" if standing.automatic else f"; {drill.sentence}"
    lines = [f"{plain(drill.deck, keep='')}/{plain(drill.drill, keep='')}: {drill.word}{missing}."]
    if standing.last_day is None:
        return lines
    right = "" if drill.accuracy is None else f", {_percent(drill.accuracy)} of those right"
    times = {"median": _seconds(rule.median_seconds), "target": _seconds(rule.target), "spread": _percent(rule.spread)}
    known = ", ".join(f"{what} {shown}" for what, shown in times.items() if shown)
    lines += [
        f"{standing.attempts} {'answer' if standing.attempts == 1 else 'answers'}, {standing.cold} cold{right}.",
        *([f"{known.capitalize()}."] if known else []),
        f"Last practised {standing.last_day}, due {standing.due_day}; its stability is {standing.stability:.1f} days.",
    ]
    if standing.fell_back:
        lines.append(f"It was automatic, and fell back on {standing.fell_back}.")
    if drill.estimate:
        lines.append(f"Automatic {told(drill.estimate)}.")
    timed = [each.answer for each in attempts if each.cold and not each.answer.untouched and not each.undone]
    if timed:
        last = timed[-_ATTEMPTS_SHOWN:]
        lines += ["", "Cold times in seconds (o), target (-):"]
        lines += times_plot([each.seconds for each in last], [each.target_seconds for each in last], width)
    counts = Counter(dict(standing.wrong_turns))
    return [*lines, *_counted(counts)]


def told(estimate: Estimate) -> str:
    """An estimate with its uncertainty, in words."""
    if estimate.middle == LONGEST:
        return "not within ten years, as it goes now"
    or_more = " or more" * (estimate.high == LONGEST)
    return f"in about {estimate.middle} days ({estimate.low} to {estimate.high}{or_more})"


def _drill_row(drill: DrillReport) -> tuple[str, ...]:
    standing, rule = drill.standing, drill.standing.automaticity
    return (
        plain(drill.drill, keep="") + "*" * (not drill.in_deck),
        drill.word,
        standing.due_day or "",
        "" if drill.word in ("new", "automatic") else drill.sentence,
        str(standing.cold),
        _percent(drill.accuracy),
        _seconds(rule.median_seconds),
        _seconds(rule.target),
        _percent(rule.spread),
        "" if drill.estimate is None else f"{drill.estimate.middle} d ({drill.estimate.low}-{drill.estimate.high})",
    )


def _turns(decks: Sequence[DeckReport]) -> list[str]:
    counts: Counter[str] = Counter()
    for deck in decks:
        for drill in deck.drills:
            counts.update(drill.standing.wrong_turns)
    return _counted(counts)


def _counted(counts: Counter[str]) -> list[str]:
    if not counts:
        return []
    most = sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:_TURNS_SHOWN]
    return ["", "Wrong turns most often taken:", *(f"  {count:>4}  {plain(turn, keep='')}" for turn, count in most), ""]


def _calendar(report: Report, width: int) -> list[str]:
    if not report.days:
        return []
    by_day = {each.day: each for each in report.days}
    days = [report.day.fromordinal(report.day.toordinal() - back) for back in range(_DAYS_SHOWN - 1, -1, -1)]
    answers = [by_day[day].attempts if day in by_day else 0 for day in days]
    practised = sum(count > 0 for count in answers)
    heading = f"Answers a day in four weeks (practised on {practised} of them, on {len(by_day)} in all):"
    return [heading, *bar_plot([f"{day:%d}" for day in days], answers, width), ""]


def _forecast(report: Report, width: int) -> list[str]:
    forecast = report.forecast
    if not any(count for _, count in forecast):
        return []
    heading = "Drills due, the next two weeks:"
    return [heading, *bar_plot([f"{day:%d}" for day, _ in forecast], [count for _, count in forecast], width)]


def _percent(part: float | None) -> str:
    return "" if part is None else f"{part:.0%}"


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.0f} s"
