"""The report against a count of the same answers by other means."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain
from random import Random

import fsrs
import pytest

from katatx.pictures.parts import text_of
from katatx.progress.database.tables import WorkRow
from katatx.sessions.kata import open_kata
from katatx.sessions.register_decks import know_decks
from katatx.views.stats.facts import recall_words
from katatx.views.stats.lines import deck_stats_lines, drill_stats_lines, skill_stats_lines, stats_lines
from katatx.views.stats.mistakes import mistake_words
from katatx.views.stats.report import FORECAST_DAYS, make_report
from katatx.views.stats.tables import SKILLS, skills_table
from tests.practice.small_decks import record, small_deck, worked_deck

# What each drill is worked by, as a person reads it off the recipes: the lines in order, and which lines stand in each
# step of the working.
STEPS = {
    "one/a": [["softmax/raise"], ["softmax/total"], ["softmax/divide"]],
    "one/b": [["dot/products", "dot/sum"]],
    "one/c": [["scale/root"], ["scale/divide"]],
    "two/f": [["softmax/raise"], ["softmax/total"], ["softmax/divide"]],
    "two/g": [["arithmetic/multiply"]],
    "new/k": [["arithmetic/multiply"]],
    "gone/x": [],
}
LINES = {name: [line for step in steps for line in step] for name, steps in STEPS.items()}
# A known mistake at each, and the line on which it is made.
TURNS = {
    "one/a": ("softmax/raw-total", "softmax/total"),
    "one/b": ("dot/left-in-pieces", "dot/sum"),
    "one/c": ("scale/width-for-root", "scale/root"),
    "two/f": ("softmax/not-divided", "softmax/divide"),
    "two/g": ("nobody/knows", None),
    "gone/x": ("nobody/knows", None),
}
PLACES = {
    line: [name for name, lines in LINES.items() if line in lines] for line in {*chain(*LINES.values())}
}  # fmt: skip
VERDICTS = ["right"] * 5 + ["carried", "wrong-turn", "wrong-turn", "slip", "wrong", "coarse", "unread"]
RIGHT, COSTS_NOTHING = {"right", "carried"}, {"coarse", "unread"}


@pytest.fixture
def decks(tmp_path):
    folder = tmp_path / "decks"
    return {
        "one": worked_deck(folder, "one", {"a": "softmax([a, 4])", "b": "dot([a, 2], [3, 1])", "c": "scale(a, 4)"}),
        "two": worked_deck(folder, "two", {"f": "softmax([a, 2])", "g": "a·7"}),
        "new": small_deck(folder, "new", {"N": "k"}),
    }


@pytest.fixture
def known(decks, open_log):
    """A log that knows the decks, and nothing else."""
    log = open_log()
    know_decks(decks, log)
    return log


@pytest.fixture(params=range(2))
def practised(request, known, clock):
    """A log of three weeks, and every graded answer in it as (day, name, verdict, help, turn, seconds)."""
    source, told = Random(request.param), []
    for _ in range(90):
        clock.move(hours=source.choice([0, 0.1, 3, 9, 15]))
        name, verdict = source.choice(list(TURNS)), source.choice(VERDICTS)
        turn = TURNS[name][0] if verdict == "wrong-turn" else ""
        helped, seconds = source.choice([0, 0, 0, 0, 1]), source.choice([3.0, 12.345, 40.0])
        record(known, clock, name, verdict, help=helped, wrong_turns=(turn,) if turn else (), seconds=seconds)
        if verdict not in COSTS_NOTHING:
            told.append(((clock.now - timedelta(hours=4)).date(), name, verdict, helped, turn, seconds))
    return known, told, (clock.now - timedelta(hours=4)).date()


def says(name: str, verdict: str, helped: int, turn: str) -> tuple[list[str], list[str], bool | None]:
    """The lines that an answer shows known, those that it shows missed, and what it says of the drill itself."""
    if helped:
        shown = list(chain(*STEPS[name][:helped]))
        return [], shown, None if shown else False
    if verdict in RIGHT:
        return LINES[name], [], True
    if verdict == "slip":
        return [], [], True
    line = TURNS[name][1] if turn else None
    if line is None:
        return [], [], False
    return LINES[name][: LINES[name].index(line)], [line], None


def counted(told) -> dict[str, list[tuple[date, str, bool, str]]]:
    """By line, and by drill: the day, the place, whether known, and the wrong turn of each answer that tells of it: the
    day's first at a place.
    """
    found, seen = defaultdict(list), set()
    for day, name, verdict, helped, turn, _ in told:
        known, missed, own = says(name, verdict, helped, turn)
        for what, was_known in [*((line, True) for line in known), *((line, False) for line in missed), (name, own)]:
            if (what, name, day) in seen or (what == name and was_known is None):
                seen.add((what, name, day))
                continue
            seen.add((what, name, day))
            found[what].append((day, name, was_known, "" if was_known else turn))
    return found


def score(answers) -> float:
    """Right and wrong averaged, the latest counting most: each for at least twelve hundredths."""
    found = 0.5
    for count, (_, _, was_known, _) in enumerate(answers, 1):
        found += max(0.12, 1 / (1 + count)) * (was_known - found)
    return found


def recall(answers, day: date) -> float:
    """Return how likely it is still known, by the package of FSRS itself: of each day the first answer counts."""
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card, rated = fsrs.Card(), set()
    for on, _, was_known, _ in answers:
        if on not in rated:
            rated.add(on)
            rating = fsrs.Rating.Good if was_known else fsrs.Rating.Again
            card, _ = scheduler.review_card(card, rating, datetime.combine(on, time(12), UTC))
    return scheduler.get_card_retrievability(card, datetime.combine(day, time(12), UTC))


def first_due(answers) -> date:
    day = answers[-1][0]
    while recall(answers, day) >= 0.9:
        day += timedelta(days=1)
    return day


def test_every_number_of_a_drill_is_that_of_a_count_by_hand(decks, practised) -> None:
    log, told, today = practised
    report = make_report(decks, log, today)
    assert [deck.name for deck in report.decks] == ["one", "two", "new", "gone"]
    by = counted(told)
    for deck in report.decks:
        for drill in deck.drills:
            name = f"{drill.deck}/{drill.drill}"
            mine, own = [each for each in told if each[1] == name], by[name]
            assert drill.standing.attempts == len(mine)
            assert drill.practised == bool(mine)
            assert drill.standing.wrong_turns == dict(Counter(each[4] for each in mine if each[4]))
            assert drill.last_day == (max(each[0] for each in mine).isoformat() if mine else None)
            assert drill.in_deck == (deck.name != "gone")
            assert [skill.name for skill in drill.skills] == LINES[name]
            firsts = list({each[0]: each for each in reversed(mine)}.values())
            assert drill.accuracy == (
                sum(each[2] in RIGHT and not each[3] for each in firsts) / len(firsts) if firsts else None
            )
            rights = sum(each[2] for each in own)
            wanted = 2 if LINES[name] else 4
            known = rights >= wanted and score(own) >= 0.85
            assert drill.automatic == (known and all(skill.automatic for skill in drill.skills))
            assert drill.word == ("automatic" if drill.automatic else "learning" if mine else "new")
    by_day = Counter(each[0] for each in told)
    assert {each.day: each.attempts for each in report.days} == by_day
    assert report.attempts == len(told) == sum(by_day.values())
    assert sum(each.right for each in report.days) == sum(each[2] in RIGHT for each in told)
    assert sum(each.seconds for each in report.days) == pytest.approx(sum(each[5] for each in told))


def test_every_number_of_a_skill_is_that_of_a_count_by_hand(decks, practised) -> None:
    log, told, today = practised
    report = make_report(decks, log, today)
    carry = log.standings.whole().learner.carry
    by = counted(told)
    assert {skill.name for skill in report.skills} == set(PLACES)
    # The most used first.
    used = [len(skill.drills) for skill in report.skills]
    assert used == sorted(used, reverse=True)
    for skill in report.skills:
        answers, places = by[skill.name], PLACES[skill.name]
        assert list(skill.drills) == sorted(places)
        assert (skill.skill is None) == (not answers) == (skill.word == "new")
        if not answers:
            assert (skill.goes, skill.full, skill.due_day, skill.missed) == (0.0, 0, None, None)
            continue
        clean = Counter(place for _, place, was_known, _ in answers if was_known)
        goes = [(1 - carry) * clean[place] + carry * clean.total() for place in places]
        assert skill.goes == pytest.approx(sum(min(10, each) for each in goes) / len(places))
        assert skill.full == sum(each >= 10 for each in goes)
        assert (skill.skill.told, skill.skill.clean) == (len(answers), clean.total())
        assert skill.skill.score == pytest.approx(score(answers))
        assert skill.skill.days == len({day for day, *_ in answers})
        assert skill.recall == pytest.approx(recall(answers, today))
        assert skill.is_due == (recall(answers, today) < 0.9)
        assert skill.due_day == first_due(answers).isoformat()
        misses = [(day.toordinal(), place, turn) for day, place, was_known, turn in answers if not was_known]
        missed = skill.missed
        assert (None if missed is None else (missed.day, missed.place, missed.turn)) == (misses or [None])[-1]
    assert report.due == sum(recall(answers, today) < 0.9 for line, answers in by.items() if line in PLACES)
    for deck in report.decks:
        here = {line for name, lines in LINES.items() if name.startswith(f"{deck.name}/") for line in lines}
        assert {skill.name for skill in deck.skills} == here
        assert deck.due == sum(recall(by[line], today) < 0.9 for line in here if by[line])


def test_the_weakest_is_the_one_missed_most_of_those_missed_in_a_week(decks, practised) -> None:
    log, told, today = practised
    by = counted(told)
    for day in (today, today + timedelta(days=3), today + timedelta(days=30)):
        week = {day - timedelta(days=back) for back in range(7)}
        # By the last miss: as it is told.
        lately = {
            line: score(answers)
            for line, answers in by.items()
            if line in PLACES and [on for on, _, was_known, _ in answers if not was_known][-1:] and
            [on for on, _, was_known, _ in answers if not was_known][-1] in week
        }  # fmt: skip
        weakest = make_report(decks, log, day).weakest
        if not lately:
            assert weakest is None
        else:
            assert lately[weakest.name] == pytest.approx(min(lately.values()))


def test_the_forecast_holds_every_skill_once(decks, practised) -> None:
    log, told, today = practised
    dues = [first_due(answers) for line, answers in counted(told).items() if line in PLACES]
    for day in (today + timedelta(days=later) for later in (0, 1, 5, 40)):
        report = make_report(decks, log, day)
        assert [each for each, _ in report.forecast] == [day + timedelta(days=ahead) for ahead in range(FORECAST_DAYS)]
        counts = [count for _, count in report.forecast]
        assert counts[0] == sum(due <= day for due in dues) == report.due
        assert counts[1:] == [dues.count(day + timedelta(days=ahead)) for ahead in range(1, FORECAST_DAYS)]
        assert sum(counts) == sum(due < day + timedelta(days=FORECAST_DAYS) for due in dues)


def test_one_deck_alone_is_reported_as_among_all(decks, practised) -> None:
    log, _, today = practised
    whole = {deck.name: deck for deck in make_report(decks, log, today).decks}
    for name in ("one", "new", "gone"):
        alone = make_report(decks, log, today, name)
        assert alone.decks == (whole[name],)
        assert alone.skills == whole[name].skills
    assert make_report(decks, log, today, "nowhere").decks == ()


def test_a_skill_well_known_and_quick_is_automatic_everywhere_it_is_used(decks, known, clock) -> None:
    today = clock.now.date

    def stands(name: str = "dot/sum"):
        report = make_report(decks, known, clock.now.date())
        return next(skill for skill in report.skills if skill.name == name)

    assert (stands().word, stands().recall) == ("new", None)
    for days in range(1, 11):
        record(known, clock, "one/b", seconds=5.0)
        assert stands().goes == days
        assert stands().word == ("automatic" if days == 10 else "learning")
        clock.move(days=1)
    report = make_report(decks, known, today().replace(day=12))
    assert (report.automatic, report.decks[0].automatic) == (2, 2)
    (drill,) = [each for each in report.decks[0].drills if each.drill == "b"]
    assert (drill.word, drill.sentence) == ("automatic", "automatic")
    # Missed again and again it falls back.
    for _ in range(8):
        record(known, clock, "one/b", "wrong-turn", wrong_turns=("dot/left-in-pieces",))
        clock.move(days=1)
    assert stands().word == "fell back"
    # And what was never practised again is too likely forgotten in the end.
    assert stands("dot/products").word == "automatic"
    clock.move(days=20_000)
    assert stands("dot/products").word == "fell back"


def texts(lines) -> list[str]:
    return [text_of(line) for line in lines]


LINES_OF_THE_KATA = ("2 0 1 0", "2 8", "1 4", "2.718 54.598", "57.316", "0.047 0.953", "0.095 2.859 0.953 0.047")


def test_a_kata_that_is_clean_and_in_time_is_an_examination(attention, open_log, clock) -> None:
    log = open_log()

    def kata_day() -> str | None:
        (deck,) = make_report({"attention": attention}, log, clock.now.date()).decks
        return deck.kata_day

    def work(seconds: float = 1.0, wrong: int | None = None, hint: int | None = None, upto: int = 7) -> None:
        kata = open_kata(attention, log, clock, lambda: 7, page=True)
        for at in range(kata.finished, upto):
            if at == hint:
                assert kata.hint() is not None
            kata.answer("9 9 9 9" if at == wrong else LINES_OF_THE_KATA[at], seconds)
            kata.advance()

    assert kata_day() is None
    work(seconds=500.0)
    work(wrong=0)
    work(hint=3)
    assert kata_day() is None, "too slow, not clean, or with help"
    work(upto=6)
    assert kata_day() is None, "not at its end"
    work()
    clean = clock.now.date().isoformat()
    assert kata_day() == clean
    clock.move(days=2)
    work(wrong=0)
    assert kata_day() == clean, "the last that was clean"
    work()
    assert kata_day() == clock.now.date().isoformat()
    log.undo(clock())
    assert kata_day() == clean


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
def test_lines_of_every_report_fit_and_say_what_is_missing(decks, practised, width: int) -> None:
    log, told, today = practised
    report = make_report(decks, log, today)
    shown = texts(stats_lines(report, decks, width))
    assert max(map(len, shown)) <= width
    turn, times = Counter(each[4] for each in told if each[4]).most_common(1)[0]
    counts = [line.split("×")[0].strip() for line in shown if "×" in line and mistake_words(turn)[:8] in line]
    assert str(times) in counts
    for deck in report.decks:
        lines = texts(deck_stats_lines(report, deck, decks, width))
        assert max(map(len, lines)) <= width
        assert ("not in the deck as it is now" in "\n".join(lines)) == (deck.name == "gone") or width < 60
        for drill in deck.drills:
            attempts = log.attempts_at(drill.deck, drill.drill)
            lines = texts(drill_stats_lines(drill, attempts, decks, width))
            assert not [line for line in lines if len(line) > width]
            assert lines[0] == f"{drill.deck}/{drill.drill}"
            found = " ".join(" ".join(lines).split())
            lacking = "" if drill.word in ("new", "automatic") else f": {drill.sentence}"
            assert f"{drill.word}{lacking}" in found
            assert ", ," not in found
            assert all(skill.name in found for skill in drill.skills)
    for skill in report.skills:
        lines = texts(skill_stats_lines(skill, report, (), decks, width))
        assert max(map(len, lines)) <= width
        assert lines[0] == skill.name
        used = [line.split()[1] for line in lines if line[:1] in "○◐●" and line.strip()]
        assert used == [name for name in LINES if skill.name in LINES[name] and not name.startswith("gone")]


@pytest.mark.parametrize("width", [40, 80, 100, 120])
def test_the_longest_names_there_are_fit(known, decks, clock, width: int) -> None:
    long = "a-very-long-name-of-a-drill-that-nobody-will-ever-want-to-type"
    record(known, clock, "one/a", "wrong-turn", wrong_turns=("softmax/raw-total",))
    record(known, clock, f"gone/{long}", "wrong-turn", wrong_turns=("softmax/raw-total",))
    report = make_report(decks, known, clock.now.date())
    assert report.weakest.name == "softmax/total"
    shown = texts(stats_lines(report, decks, width))
    assert "katatx review --focus softmax/total practises it." in " ".join(" ".join(shown).split())
    for lines in [shown, *(texts(deck_stats_lines(report, deck, decks, width)) for deck in report.decks)]:
        assert max(map(len, lines)) <= width


def test_a_focus_with_a_space_in_its_name_is_told_as_a_shell_takes_it(open_log, clock, tmp_path) -> None:
    deck = worked_deck(tmp_path / "decks", "one", {"a": "sigmoid(a)"})
    log = open_log()
    know_decks({"one": deck}, log)
    record(log, clock, "one/a", "wrong-turn", wrong_turns=("sigmoid/one-forgotten",))
    report = make_report({"one": deck}, log, clock.now.date())
    assert 'katatx review --focus "sigmoid/add 1" practises it.' in texts(stats_lines(report, {"one": deck}, 80))


def test_a_drill_that_was_only_helped_and_never_timed_reads_well(decks, known, clock) -> None:
    record(known, clock, "one/a", help=1, target_seconds=None, pencil_seconds=None, untouched=True)
    (deck,) = make_report(decks, known, clock.now.date(), "one").decks
    lines = texts(drill_stats_lines(deck.drills[0], known.attempts_at("one", "a"), decks, 60))
    facts = dict(line.split(maxsplit=1) for line in lines[1 : lines.index("")])
    assert facts["answers"] == "1 answer, 1 first of the day, 0 % of those right"
    assert (facts["practised"], facts["due"]) == ("today", "tomorrow")
    assert "last" not in facts


def test_a_deck_counts_its_own_drills_of_a_skill_and_all_decks_count_all(decks, known, clock) -> None:
    report = make_report(decks, known, clock.now.date())
    (deck,) = make_report(decks, known, clock.now.date(), "two").decks
    at = [column.name for column in SKILLS].index("drills")
    everywhere = {row.keys[1]: row.cells[at].text for row in skills_table(report.skills).rows}
    here = {row.keys[1]: row.cells[at].text for row in skills_table(deck.skills, "two").rows}
    # `new` and `two` have a drill each that multiplies, `one` and `two` each a softmax.
    assert (everywhere["arithmetic/multiply"], here["arithmetic/multiply"]) == ("2", "1")
    assert (everywhere["softmax/raise"], here["softmax/raise"]) == ("2", "1")


def test_recall_is_not_told_on_a_day_on_which_it_was_asked(decks, known, clock) -> None:
    def recall() -> str:
        report = make_report(decks, known, clock.now.date())
        return recall_words(next(each for each in report.skills if each.name == "dot/sum"))

    assert recall() == ""
    record(known, clock, "one/b")
    assert recall() == "asked today"
    clock.move(days=1)
    assert recall().endswith("% today")
    record(known, clock, "one/b", "wrong-turn", wrong_turns=("dot/left-in-pieces",))
    assert recall() == "missed or looked up today"


def test_names_from_outside_do_not_reach_the_terminal_raw(open_log, clock, tmp_path) -> None:
    deck = small_deck(tmp_path / "decks", "one", {"S": "a"})
    deck.contents.title = "\x1b[31mRed\u202e\nsecond"
    log = open_log()
    know_decks({"one": deck}, log)
    # On a server a learner may write what they like into their own rows.
    bad = '[[["\\u001b[2J/\\u202eline", 3.0]], {"bad\\u009b/turn": "\\u001b[2J/\\u202eline"}, [], 3, 1]'
    WorkRow.insert(learner=log.store.learner, deck="\x1bdeck", drill="z\u202e", line="", work=bad).execute(
        log.store.database
    )
    log.standings.know_decks({})
    record(log, clock, "one/\x1b[2Jx", "wrong-turn", wrong_turns=("\x9b/y",))
    record(log, clock, "\x1bdeck/z\u202e", "wrong-turn", wrong_turns=("bad\x9b/turn",))
    report = make_report({"one": deck}, log, clock.now.date())
    assert any("\x1b" in skill.name and skill.missed for skill in report.skills)
    decks = {"one": deck}
    spans = stats_lines(report, decks, 120)
    for each in report.decks:
        spans += deck_stats_lines(report, each, decks, 120)
        for drill in each.drills:
            spans += drill_stats_lines(drill, log.attempts_at(drill.deck, drill.drill), decks, 60)
    for skill in report.skills:
        spans += skill_stats_lines(skill, report, log.attempts_at("one", "a"), decks, 60)
    lines = texts(spans)
    assert not set("\x1b\x9b\u202e") & set("".join(lines))
    assert not any("\n" in line for line in lines)
