"""The report against a count of the same answers by other means."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, timedelta
from random import Random

import pytest

from katatx.practice.report import FORECAST_DAYS, make_report
from katatx.practice.stats_lines import deck_stats_lines, drill_stats_lines, stats_lines
from katatx.settings import Settings
from scoring.forecast import days_to_automatic, days_to_the_last
from tests.practice.small_decks import record, small_deck

NAMES = ["one/a", "one/b", "one/c", "two/f", "two/g", "gone/x"]
VERDICTS = ["right"] * 4 + ["carried", "wrong-turn", "slip", "wrong", "coarse", "unread"]
GRADED_WRONG = {"wrong-turn", "slip", "wrong"}


@pytest.fixture
def decks(tmp_path):
    return {
        "one": small_deck(tmp_path / "decks", "one", {"S": "abc"}),
        "two": small_deck(tmp_path / "decks", "two", {"T": "fghij"}),
        "new": small_deck(tmp_path / "decks", "new", {"N": "k"}),
    }


@pytest.fixture(params=range(3))
def practised(request, decks, open_log, clock):
    """A log of three weeks, and every answer in it as (day, name, verdict, help, turns, seconds)."""
    source, log, told = Random(request.param), open_log(settings=Settings(new_per_day=2)), []
    for _ in range(80):
        clock.move(hours=source.choice([0, 0.1, 3, 9, 15]))
        name, verdict = source.choice(NAMES), source.choice(VERDICTS)
        turns = ("dot/added",) if verdict == "wrong-turn" else ()
        helped, seconds = source.choice([0, 0, 0, 2]), source.choice([3.0, 12.345, 40.0])
        record(log, clock, name, verdict, help=helped, wrong_turns=turns, seconds=seconds)
        day = (clock.now - timedelta(hours=4)).date()
        told.append((day, name, verdict, helped, turns, seconds))
    return log, told, (clock.now - timedelta(hours=4)).date()


def graded(told):
    return [each for each in told if each[2] not in ("coarse", "unread")]


def test_every_number_is_that_of_a_count_by_hand(decks, practised) -> None:
    log, told, today = practised
    report = make_report(decks, log, today)
    assert [deck.name for deck in report.decks] == ["one", "two", "new", "gone"]
    firsts: dict[str, dict[date, tuple]] = defaultdict(dict)
    for each in graded(told):
        firsts[each[1]].setdefault(each[0], each)
    cold = {name: [each for each in days.values() if not each[3]] for name, days in firsts.items()}
    for deck in report.decks:
        for drill in deck.drills:
            name = f"{drill.deck}/{drill.drill}"
            mine = [each for each in graded(told) if each[1] == name]
            standing = drill.standing
            assert standing.attempts == len(mine)
            assert standing.cold == len(cold.get(name, []))
            rights = sum(each[2] not in GRADED_WRONG for each in cold.get(name, []))
            assert drill.accuracy == (rights / standing.cold if standing.cold else None)
            assert dict(standing.wrong_turns) == dict(Counter(turn for each in mine for turn in each[4]))
            assert standing.last_day == (max(each[0] for each in mine).isoformat() if mine else None)
            assert drill.in_deck == (deck.name != "gone")
            assert drill.word == ("new" if not mine else drill.word)
    assert report.attempts == len(graded(told))
    assert report.cold == sum(map(len, cold.values()))
    by_day = Counter(each[0] for each in graded(told))
    assert {each.day: each.attempts for each in report.days} == by_day
    assert sum(each.right for each in report.days) == sum(each[2] not in GRADED_WRONG for each in graded(told))
    assert sum(each.seconds for each in report.days) == pytest.approx(sum(each[5] for each in graded(told)))


def test_the_forecast_holds_every_drill_once(decks, practised) -> None:
    log, _, today = practised
    dues = [date.fromisoformat(each.due_day) for (deck, _), each in log.standings.all().items() if deck in decks]
    for day in (today + timedelta(days=later) for later in (0, 1, 5, 40)):
        report = make_report(decks, log, day)
        assert [each for each, _ in report.forecast] == [day + timedelta(days=ahead) for ahead in range(FORECAST_DAYS)]
        counts = [count for _, count in report.forecast]
        assert counts[0] == sum(due <= day for due in dues) == report.due == sum(deck.due for deck in report.decks)
        assert counts[1:] == [dues.count(day + timedelta(days=ahead)) for ahead in range(1, FORECAST_DAYS)]
        assert sum(counts) == sum(due < day + timedelta(days=FORECAST_DAYS) for due in dues)


def test_one_deck_alone_is_reported_as_among_all(decks, practised) -> None:
    log, _, today = practised
    whole = {deck.name: deck for deck in make_report(decks, log, today).decks}
    for name in ("one", "new", "gone"):
        assert make_report(decks, log, today, name).decks == (whole[name],)
    assert make_report(decks, log, today, "nowhere").decks == ()


def test_a_deck_is_automatic_when_its_last_drill_is(decks, open_log, clock) -> None:
    log = open_log(settings=Settings(new_per_day=2))
    for _ in range(3):
        record(log, clock, "two/f")
        clock.move(days=1)
    record(log, clock, "two/g", "wrong")
    today = clock.now.date()
    (deck,) = make_report(decks, log, today, "two").decks
    # f needs two more, g five, and h, i and j enter in two days.
    drills = {drill.drill: drill for drill in deck.drills}
    entering = days_to_automatic((), 2, None)
    each = [drills["f"].estimate, drills["g"].estimate, entering]
    assert deck.estimate.low == max(one.low for one in each) == 2 + 3 + 7 + 7 + 7
    first = days_to_automatic((), 1, None)
    assert deck.estimate == days_to_the_last({each[0]: 1, each[1]: 1, first: 2, entering: 1})
    assert deck.estimate.middle > max(one.middle for one in each)
    assert drills["f"].estimate.low < drills["g"].estimate.low
    assert drills["h"].estimate is None


def test_there_is_no_estimate_of_what_never_begins_or_is_done(decks, open_log, clock) -> None:
    log = open_log(settings=Settings(new_per_day=0))
    assert make_report(decks, log, clock.now.date()).decks[0].estimate is None
    for _ in range(5):
        for name in ("new/k", "two/f"):
            record(log, clock, name)
        clock.move(days=1)
    report = {deck.name: deck for deck in make_report(decks, log, clock.now.date()).decks}
    assert (report["new"].automatic, report["new"].estimate) == (1, None)
    assert report["two"].estimate is None  # four of it are not begun, and none enter
    assert report["new"].drills[0].word == "automatic"


def test_lines_of_every_report_fit_and_say_what_is_missing(decks, practised, open_log) -> None:
    log, _, today = practised
    report = make_report(decks, log, today)
    assert max(map(len, stats_lines(report, 80))) <= 80
    assert any("dot/added" in line for line in stats_lines(report, 80))
    for deck in report.decks:
        lines = "\n".join(deck_stats_lines(report, deck, 80))
        assert ("not in the deck as it is now" in lines) == (deck.name == "gone")
        for drill in deck.drills:
            told = "\n".join(drill_stats_lines(drill, log.attempts_at(drill.deck, drill.drill), 60))
            assert told.startswith(f"{drill.deck}/{drill.drill}: {drill.word}; {drill.sentence}.")
            assert ", ," not in told
            assert ",  " not in told


def test_a_drill_that_was_only_helped_and_never_timed_reads_well(decks, open_log, clock) -> None:
    log = open_log()
    record(log, clock, "one/a", help=1, target_seconds=None, pencil_seconds=None, untouched=True)
    (deck,) = make_report(decks, log, clock.now.date(), "one").decks
    lines = drill_stats_lines(deck.drills[0], log.attempts_at("one", "a"), 60)
    assert lines[1] == "1 answer, 0 cold."
    assert lines[2].startswith("Last practised 2026-03-02, due 2026-03-03")


def test_names_from_outside_do_not_reach_the_terminal_raw(open_log, clock, tmp_path) -> None:
    deck = small_deck(tmp_path / "decks", "one", {"S": "a"})
    deck.contents.title = "\x1b[31mRed\u202e\nsecond"
    log = open_log()
    record(log, clock, "one/\x1b[2Jx", "wrong-turn", wrong_turns=("\x9b/y",))
    record(log, clock, "\x1bdeck/z")
    report = make_report({"one": deck}, log, clock.now.date())
    lines = stats_lines(report, 120)
    for each in report.decks:
        lines += deck_stats_lines(report, each, 120)
        for drill in each.drills:
            lines += drill_stats_lines(drill, log.attempts_at(drill.deck, drill.drill), 60)
    assert not set("\x1b\x9b\u202e") & set("".join(lines))
    assert not any("\n" in line for line in lines if "Red" in line and "attention" in line)
