"""The standing as lines a person reads: all skills, a deck, a drill, a skill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from katatx.notation.quoting import plain
from katatx.plots import bar, bar_plot, times_plot
from katatx.practice.home_lines import aligned, home_lines
from katatx.practice.report import DeckReport, DrillReport, Report, SkillReport
from katatx.progress.records import Attempt
from scoring.skills import GOES

_TURNS_SHOWN = 8
_DAYS_SHOWN = 28
_ATTEMPTS_SHOWN = 60
_SKILLS_SHOWN = 12
_BAR = 10


def stats_lines(report: Report, width: int) -> list[str]:
    """Every deck: how far it is, the skills, the mistakes most often made, practice by day, what comes due."""
    if not report.attempts:
        return [*home_lines(report, width), "", "Nothing practised yet."]
    answers = f"{report.attempts} {'answer' if report.attempts == 1 else 'answers'} in all"
    lines = [
        *home_lines(report, width),
        f"{answers}; {report.automatic} of {len(report.skills)} skills automatic.",
        "",
        *_practised(report.skills, width),
        *_weakest(report, width),
    ]
    return [*lines, *_turns(report.decks), *_calendar(report, width), *_forecast(report, width)]


def deck_stats_lines(report: Report, deck: DeckReport, width: int) -> list[str]:
    """A deck's skills and every drill of it in a line, then its mistakes and what comes due of it."""
    skills = f"{deck.automatic} of {len(deck.skills)} skills automatic, {deck.due} due"
    kata = f"; kata clean and in time on {deck.kata_day}" if deck.kata_day else ""
    lines = [f"{plain(deck.title)}: {skills}{kata}.", ""]
    lines += _table([_SKILL_HEADING, *map(_skill_row, deck.skills)], width) if deck.skills else []
    heading = ("drill", "standing", "due", "right", "last", "lacking")
    lines += ["", *_table([heading, *map(_drill_row, deck.drills)], width)]
    gone = "* not in the deck as it is now; the history is kept"
    lines += ["", gone] if len(deck.present) < len(deck.drills) else []
    return [*lines, "", *_turns([deck]), *_forecast(report, width)]


def drill_stats_lines(drill: DrillReport, attempts: Sequence[Attempt], width: int) -> list[str]:
    """One drill: its standing, the lines it is worked by, and its times against the target."""
    name = f"{plain(drill.deck, keep='')}/{plain(drill.drill, keep='')}"
    missing = "" if drill.word in ("automatic", "new") else f"; {plain(drill.sentence, keep='')}"
    lines = [f"{name}: {drill.word}{missing}."]
    if not drill.practised:
        return [*lines, *_worked_by(drill)]
    right = "" if drill.accuracy is None else f", {_percent(drill.accuracy)} of the days' first ones right"
    due = "" if drill.due_day is None else f", due {drill.due_day}"
    lines += [
        f"{drill.standing.attempts} {'answer' if drill.standing.attempts == 1 else 'answers'}{right}.",
        f"Last practised {drill.last_day}{due}.",
        *_worked_by(drill),
    ]
    timed = [each.answer for each in attempts if each.cold and not each.answer.untouched and not each.undone]
    if timed:
        last = timed[-_ATTEMPTS_SHOWN:]
        lines += ["", "Cold times in seconds (o), target (-):"]
        lines += times_plot([each.seconds for each in last], [each.target_seconds for each in last], width)
    turns = _counted(Counter(drill.standing.wrong_turns))
    return [*lines, *([""] if turns else []), *turns]


def skill_stats_lines(skill: SkillReport) -> list[str]:
    """One skill: how full it is, its pace, where it is used, what was missed last."""
    lines = [f"{plain(skill.name, keep='')}: {skill.word}, {skill.goes:.1f} of {GOES} goes, {_used(skill)}."]
    if skill.skill is not None:
        known, recall = skill.skill, skill.recall or 0.0
        lines += [
            f"Full at {skill.full} of them; right {_percent(known.score)} lately, recall today {_percent(recall)}.",
            f"Practised on {known.days} {'day' if known.days == 1 else 'days'}, due {skill.due_day}.",
        ]
        if known.pace is not None and known.first_pace is not None:
            lines.append(f"Pace {known.pace:.1f} times the strokes' default, {known.first_pace:.1f} at first.")
    missed = missed_last(skill)
    lines += [f"Missed last {missed}."] if missed else []
    return [*lines, "", "Used in:", *(f"  {plain(drill, keep='')}" for drill in skill.drills)]


def missed_last(skill: SkillReport) -> str:
    """Return when, where and how a skill was missed last; empty where it never was."""
    miss = skill.missed
    if miss is None:
        return ""
    turn = f" ({plain(miss.turn, keep='')})" if miss.turn else ""
    return f"{date.fromordinal(miss.day).isoformat()} at {plain(miss.place, keep='')}{turn}"


_SKILL_HEADING = ("skill", "", "goes", "standing", "due", "drills", "missed last")


def _table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Rows under a heading as lines of at most so many columns: the last cell is cut, or left out where there is no
    room for its heading.
    """
    if max(map(len, aligned([row[:-1] for row in rows]))) + len(f"  {rows[0][-1]}") > width:
        rows = [row[:-1] for row in rows]
    return [_cut(line, width) for line in aligned(rows)]


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 1]}…"


def _skill_row(skill: SkillReport) -> tuple[str, ...]:
    return (
        plain(skill.name, keep=""),
        bar(round(skill.goes), GOES, _BAR),
        f"{skill.goes:.0f} of {GOES}",
        skill.word,
        skill.due_day or "",
        str(len(skill.drills)),
        missed_last(skill),
    )


def _practised(skills: Sequence[SkillReport], width: int) -> list[str]:
    """The skills practised, those nearest to automatic first."""
    begun = [skill for skill in skills if skill.skill is not None and not skill.automatic]
    nearest = sorted(begun, key=lambda skill: (-skill.goes, skill.name))[:_SKILLS_SHOWN]
    if not nearest:
        return []
    more = f"and {len(begun) - len(nearest)} more; katatx stats DECK shows all of a deck"
    rows = _table([_SKILL_HEADING, *map(_skill_row, nearest)], width)
    return ["Next to be automatic:", *rows, *([more] if len(begun) > len(nearest) else []), ""]


def _weakest(report: Report, width: int) -> list[str]:
    weakest = report.weakest
    if weakest is None:
        return []
    name = plain(weakest.name, keep="")
    # As a shell takes it in one piece.
    focus = f'"{name}"' if " " in name else name
    last = _cut(f"Missed last {missed_last(weakest)}.", width)
    return [f"Weakest step of the week: {name}.", last, f"katatx review --focus {focus} works on it.", ""]


def _worked_by(drill: DrillReport) -> list[str]:
    rows = [
        (plain(skill.name, keep=""), f"{_goes_here(skill, drill)} of {GOES} goes here", skill.word)
        for skill in drill.skills
    ]
    return ["Worked by:", *(f"  {line}" for line in aligned(rows))] if rows else []


def _goes_here(skill: SkillReport, drill: DrillReport) -> int:
    if skill.skill is None:
        return 0
    place = f"{drill.deck}/{drill.drill}"
    return min(GOES, int(skill.skill.goes_at(place, skill.around.learner.carry)))


def _used(skill: SkillReport) -> str:
    return f"used in {len(skill.drills)} {'drill' if len(skill.drills) == 1 else 'drills'}"


def _drill_row(drill: DrillReport) -> tuple[str, ...]:
    return (
        plain(drill.drill, keep="") + "*" * (not drill.in_deck),
        drill.word,
        drill.due_day or "",
        _percent(drill.accuracy),
        drill.last_day or "",
        "" if drill.word in ("new", "automatic") else plain(drill.sentence, keep=""),
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
    return ["Wrong turns most often taken:", *(f"  {count:>4}  {plain(turn, keep='')}" for turn, count in most), ""]


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
    heading = "Skills due, the next two weeks:"
    return [heading, *bar_plot([f"{day:%d}" for day, _ in forecast], [count for _, count in forecast], width)]


def _percent(part: float | None) -> str:
    return "" if part is None else f"{part:.0%}"
