"""A day's review: its minutes filled with what is worth most, once; gone on with, and true about tomorrow."""

from __future__ import annotations

import re
from datetime import date, timedelta
from random import Random

import pytest

from katatx.decks.works import works_of
from katatx.errors import KatatxError
from katatx.progress.log import Log
from katatx.progress.standing import Whole
from katatx.progress.standings import Standings
from katatx.sessions.deck import open_session
from katatx.sessions.gains import Gains
from katatx.sessions.kata import open_kata
from katatx.sessions.register_decks import know_decks
from katatx.sessions.review import open_review
from katatx.sessions.upcoming import upcoming
from katatx.settings import Settings
from katatx.views.home_lines import upcoming_words
from katatx.views.stats.report import make_report
from katatx.views.summary import clock as told_time
from scoring.planning import BETWEEN, NEW_LINES, NEXT
from scoring.schedule import Memory
from scoring.skills import Go, Skill
from tests.practice.small_decks import answer, record, right, small_deck, worked_deck

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Drills of one line each, all of them different.
ONE_LINE = {
    "m": "a + 3",
    "n": "a / 2",
    "o": "√a",
    "p": "a^2",
    "q": "e^2 + 0·a",
    "r": "relu([a])",
    "s": "head_width(a, 4)",
}


@pytest.fixture
def decks(tmp_path):
    return {
        "one": small_deck(tmp_path / "decks", "one", {"S": "abc", "T": "de"}),
        "two": small_deck(tmp_path / "decks", "two", {"U": "fg", "V": "h"}),
    }


@pytest.fixture
def many(tmp_path):
    return {"many": small_deck(tmp_path / "decks", "many", {"S": LETTERS[:13], "T": LETTERS[13:]})}


@pytest.fixture
def lined(tmp_path):
    """Drills worked by lines of several recipes."""
    answers = {
        "a": "softmax([a, 4])",
        "b": "dot([a, 2], [3, 1])",
        "c": "mean([a, 2])",
        "d": "mean_square([a, 2])",
        "e": "softmax([a, 2])",
    }
    return {"lined": worked_deck(tmp_path / "decks", "lined", answers)}


@pytest.fixture
def begin(decks, open_log, clock):
    """Opens a review, each time as a new start of the program does."""

    def begin_one(minutes: float | None = None, limit: int | None = None, focus: str = "", decks=decks):
        return open_review(decks, open_log(), clock, lambda: 7, limit, minutes, focus)

    return begin_one


def reviews(log: Log) -> list:
    return list(log.runs("", "review"))


# Its minutes.


# Three words at 240 a minute, two characters at 0.3 s, and of a beginner twice the default of one product (1.5 s) with
# its two digits (0.3 s each).
EXPECTED = BETWEEN + 0.75 + 0.6 + 2 * 2.1


@pytest.mark.parametrize("minutes", [0.1, 1, 2, 4])
def test_what_is_planned_is_expected_to_fill_the_minutes_and_no_more(begin, many, minutes: float) -> None:
    planned = len(begin(minutes, decks=many).run.drills)
    assert planned == max(1, int(60 * minutes / EXPECTED))


@pytest.mark.parametrize("seconds", [1.0, 3.0, 5.5, 9.5, 40.0])
def test_a_review_fills_its_minutes_and_ends_with_them(begin, many, open_log, seconds: float) -> None:
    review = begin(2, decks=many)
    planned = len(review.run.drills)
    while review.question is not None:
        answer(review, seconds=seconds)
    done, each = len(review.outcomes), seconds + BETWEEN
    # Nothing more fits into what is left, and the last began while something did.
    assert 120 - done * each < EXPECTED
    assert (done - 1) * each < 120
    # Who is quicker than expected is asked more, in another run.
    assert (len(reviews(open_log())) > 1) == (done > planned)
    assert review.finished == done
    (over,) = (line for line in review.summary_lines() if line.startswith("2 minutes are over"))
    assert over.endswith(f"): {done} drills done.")
    assert f"(answers {told_time(done * seconds)}, with reading {told_time(done * each)})" in over


def test_no_drill_is_asked_twice_though_more_is_planned(begin, many) -> None:
    review = begin(3, decks=many)
    asked = []
    while review.question is not None:
        asked.append(answer(review, seconds=0.5))
    assert len(asked) == len(set(asked)) == len(LETTERS)


def test_the_answer_being_given_when_the_minutes_end_counts(begin, many) -> None:
    review = begin(1, decks=many)
    assert review.answer("?", 500.0).judgement.verdict.costs_nothing  # no answer, and no time either
    answer(review, seconds=1000.0)
    assert (review.question, review.finished) == (None, 1)
    assert begin(1, decks=many).question is not None, "another sitting has its own minutes"


def test_it_takes_ten_minutes_or_those_set_or_those_wished_for(decks, open_log, clock) -> None:
    def opening(settings: Settings, minutes: int | None = None) -> str:
        log = open_log(settings=settings)
        return open_review(decks, log, clock, lambda: 7, minutes=minutes).opening

    assert opening(Settings()) == "Review: 10 minutes. 0 of 8 drills done."
    assert opening(Settings(minutes=3)).startswith("Review: 3 minutes. ")
    assert opening(Settings(minutes=3), 1).startswith("Review: 1 minute. ")


def test_a_limit_ends_the_sitting_and_the_next_goes_on(begin) -> None:
    first = begin(limit=2)
    done = [answer(first), answer(first)]
    assert first.question is None
    assert "2 drills done." in first.summary_lines()
    second = begin()
    assert (second.run.id, second.finished) == (first.run.id, 2)
    assert [answer(second) for _ in range(6)] == [name for name in first.run.drills if name not in done]
    assert second.question is None


# Gone on with.


def test_a_review_that_was_killed_is_as_it_was(begin) -> None:
    live = begin()
    answer(live)
    answer(live, "wrong")
    live.hint()
    again = begin()
    assert (again.run, again.queue.waiting, again.queue.done) == (live.run, live.queue.waiting, live.queue.done)
    assert (again.question.id, again.question.given, again.opened.lines) == (live.question.id, live.question.given, 1)
    assert again.opening == "Review: 10 minutes. 1 of 8 drills done."


def test_one_that_was_killed_in_what_was_planned_later_is_as_it_was(begin, many) -> None:
    live = begin(1, decks=many)
    first = live.run
    while live.run is first:
        answer(live, seconds=0.5)
    answer(live, "wrong", seconds=0.5)
    again = begin(1, decks=many)
    assert (again.run, again.queue.waiting) == (live.run, live.queue.waiting)
    assert (again.question.id, again.question.given) == (live.question.id, live.question.given)


def test_what_was_practised_elsewhere_in_between_is_left_out(begin, open_log, clock) -> None:
    live = begin()
    first = answer(live)
    record(open_log(), clock, "one/c", "wrong")
    again = begin()
    assert again.run.id == live.run.id
    assert {turn.drill for turn in again.queue.waiting} == set(live.run.drills) - {first, "one/c"}
    # Its own missed ones are not: they come back.
    missed = answer(again, "wrong")
    assert missed in [turn.drill for turn in begin().queue.waiting]


def test_what_was_practised_elsewhere_before_is_not_asked(begin, decks, open_log, clock) -> None:
    session = open_session(decks["two"], open_log(), clock, lambda: 7)
    answer(session)
    answer(session, "wrong")
    assert set(begin().run.drills) == {"one/a", "one/b", "one/c", "one/d", "one/e", "two/h"}


def test_what_was_only_unread_here_and_done_elsewhere_is_left_out(begin, open_log, clock) -> None:
    live = begin()
    name = live.question.id
    live.answer("what", 1.0)
    record(open_log(), clock, name)
    assert name not in [turn.drill for turn in begin().queue.waiting]


def test_the_next_day_begins_anew(begin, clock) -> None:
    yesterday = begin()
    answer(yesterday)
    answer(yesterday, "wrong")
    clock.now = clock.now.replace(hour=3) + timedelta(days=1)  # before four it is the same day still
    assert begin().run.id == yesterday.run.id
    clock.move(hours=1)
    anew = begin()
    assert (anew.run.id != yesterday.run.id, anew.finished) == (True, 0)
    # What was answered yesterday may come again.
    assert set(anew.run.drills) == set(yesterday.run.drills)


def test_missed_and_helped_ones_come_back_until_right_unaided(begin) -> None:
    review = begin()
    asked = [answer(review, "wrong"), answer(review, "helped")]
    while review.question is not None:
        asked.append(answer(review))
    assert sorted(asked) == sorted([*review.run.drills, *asked[:2]])
    assert "8 drills done." in review.summary_lines()


def test_when_all_is_asked_nothing_is_left_for_the_day(begin) -> None:
    review = begin()
    while review.question is not None:
        answer(review)
    again = begin()
    assert (again.total, again.question, again.opening) == (0, None, "Review. Nothing is left for today.")


def test_nothing_to_ask_leaves_no_trace(begin, decks, open_log, clock) -> None:
    for deck in decks.values():
        for drill in deck.drills:
            record(open_log(), clock, f"{deck.name}/{drill.id}")
    review = begin()
    assert (review.question, review.opening) == (None, "Review. Nothing is left for today.")
    assert review.summary_lines()[-1] == "Tomorrow: 0 skills due."
    assert reviews(open_log()) == []


def test_an_undone_answer_is_asked_again(begin, open_log, clock) -> None:
    name = answer(begin())
    open_log().undo(clock())
    again = begin()
    assert (again.question.id, again.finished) == (name, 0)


def test_the_pages_numbers_at_the_first_meeting_and_fresh_ones_later(begin, clock) -> None:
    review = begin()
    name = review.question.id
    assert (review.question.seed, review.question.given) == (None, {"a": 3.0})
    answer(review, "wrong")
    while review.question.id != name:
        assert review.question.given == {"a": 3.0}
        answer(review)
    second = review.question
    assert second.is_fresh
    clock.move(days=10)
    later = begin()
    while later.question.id != name:
        answer(later)
    assert later.question.is_fresh
    assert later.question.given != second.given


def test_a_drill_that_is_gone_is_left_out_and_its_history_kept(begin, tmp_path, open_log, clock) -> None:
    log = open_log()
    for name in ("one/a", "one/b", "two/f"):
        record(log, clock, name, "wrong")
    clock.move(days=1)
    planned = begin()
    assert {"one/a", "one/b", "two/f"} <= set(planned.run.drills)
    left = {"one": small_deck(tmp_path / "less", "one", {"S": "bc"})}
    again = begin(decks=left)
    assert again.run.id == planned.run.id
    assert {turn.drill for turn in again.queue.waiting} == {"one/b", "one/c"}
    report = make_report(left, log, date(2026, 3, 3))
    assert report.attempts == 3
    kept = {f"{drill.deck}/{drill.drill}": drill for deck in report.decks for drill in deck.drills if not drill.in_deck}
    assert sorted(kept) == ["one/a", "two/f"]
    assert all(drill.standing.attempts == 1 and not drill.is_due for drill in kept.values())


# What is asked.


@pytest.mark.parametrize("focus", ["softmax/divide", "softmax", "dot/sum", "mean", "mean_square/divide"])
def test_a_focus_asks_only_what_is_worked_by_it(begin, lined, open_log, focus: str) -> None:
    works = {
        f"lined/{drill}": [line for line, _ in work.lines] for (drill, _), work in works_of(lined["lined"]).items()
    }
    by_it = {name for name, lines in works.items() if any(focus in (line, line.split("/")[0]) for line in lines)}
    assert 0 < len(by_it) < len(works)
    review = begin(focus=focus, decks=lined)
    assert review.opening == f"Review of {focus}: 10 minutes. 0 of {len(by_it)} drills done."
    asked = []
    while review.question is not None:
        asked.append(answer(review))
    assert (len(asked), set(asked)) == (len(by_it), by_it)
    again = begin(focus=focus, decks=lined)
    assert again.opening == f"Review of {focus}. Nothing is left for today."
    assert len(reviews(open_log())) == 1


@pytest.mark.parametrize(
    ("focus", "near"), [("softmax/divid", "softmax/divide"), ("softmaxx", "softmax"), ("mean_sqare", "mean_square")]
)
def test_a_focus_that_there_is_not_is_one_line_that_names_a_near_one(begin, lined, open_log, focus: str, near) -> None:
    with pytest.raises(KatatxError) as caught:
        begin(focus=focus, decks=lined)
    said = str(caught.value)
    assert f'"{focus}"' in said
    assert f"did you mean {near}?" in said
    assert said.isprintable()
    assert reviews(open_log()) == []


@pytest.mark.parametrize("focus", ["\x1b[2J", "lined/a", "softmax/", "/", " ", "é" * 5000])
def test_a_focus_that_is_nothing_is_one_short_line(begin, lined, focus: str) -> None:
    with pytest.raises(KatatxError) as caught:
        begin(focus=focus, decks=lined)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_nothing_new_while_what_is_due_exceeds_the_minutes(begin, tmp_path, open_log, clock) -> None:
    decks = {
        "old": worked_deck(tmp_path / "decks", "old", ONE_LINE),
        "new": worked_deck(tmp_path / "decks", "new", {"x": "softmax([a, 4])", "y": "a·7"}),
    }
    log = open_log()
    know_decks(decks, log)
    for name in ONE_LINE:
        record(log, clock, f"old/{name}", seconds=30.0)
    clock.move(days=60)
    assert make_report(decks, log, clock.now.date()).due == len(ONE_LINE)
    assert all(name.startswith("old/") for name in begin(1, decks=decks).run.drills)
    clock.move(days=1)
    assert {"new/x", "new/y"} < set(begin(30, decks=decks).run.drills)


@pytest.mark.parametrize("begun", [0, 2, 5])
def test_at_most_five_new_lines_a_day_with_those_begun_by_drill(begin, tmp_path, open_log, clock, begun: int) -> None:
    others = {name: expression for name, expression in ONE_LINE.items() if expression != "√a"}
    decks = {
        "old": worked_deck(tmp_path / "decks", "old", dict.fromkeys(LETTERS, "√a")),
        "new": worked_deck(tmp_path / "decks", "new", others),
    }
    log = open_log()
    know_decks(decks, log)
    # What is known takes long, so that new drills are worth more for their time; it would fill the minutes too.
    for name in LETTERS:
        record(
            log,
            clock,
            f"old/{name}",
            seconds=60.0 if name == "a" else 170.0,
            verdict="right" if name == "a" else "slip",
        )
    clock.move(days=1)
    session = open_session(decks["new"], log, clock, lambda: 7)
    for _ in range(begun):
        answer(session)
    drills = begin(10, decks=decks).run.drills
    # All but the last of them are of a line of their own; more are begun only where no old one fits any more.
    last_old = max(at for at, name in enumerate(drills) if name.startswith("old/"))
    assert sum(name.startswith("new/") and name != "new/s" for name in drills[:last_old]) <= NEW_LINES - begun


def test_new_drills_are_of_the_next_ones_in_page_order_of_decks_begun_first(
    begin, many, decks, open_log, clock
) -> None:
    every = many | decks
    assert {name.split("/")[0] for name in begin(60, decks=every).run.drills} == {"many"}
    clock.move(days=1)
    record(open_log(), clock, "two/g")
    clock.move(days=1)
    planned = begin(60, decks=every).run.drills
    assert {"two/f", "two/h"} < set(planned)
    assert {name for name in planned if name.startswith("many/")} == {f"many/{each}" for each in LETTERS[: NEXT - 2]}


def test_two_of_a_section_do_not_stand_side_by_side(begin) -> None:
    drills = [name for name in begin().run.drills if name.startswith("one/")]
    sections = ["S" if name[-1] in "abc" else "T" for name in drills]
    assert sections == ["S", "T", "S", "T", "S"]


def test_a_katas_line_counts_as_its_drill_does(attention, tmp_path, open_log, clock) -> None:
    by_kata, by_drill = open_log(tmp_path / "kata"), open_log(tmp_path / "drill")
    open_kata(attention, by_kata, clock, lambda: 7, page=True).answer("2 0 1 0", 5.0)
    open_session(attention, by_drill, clock, lambda: 7, "want-stick").answer("2 0 1 0", 5.0)
    one, other = (log.standings.whole() for log in (by_kata, by_drill))
    assert one.skills.keys() == other.skills.keys() >= {"dot/products", "dot/sum"}
    for name, skill in one.skills.items():
        assert (skill.goes, skill.memory) == (other.skills[name].goes, other.skills[name].memory)
        assert skill.goes["attention/want-stick"].clean == 1
    for log in (by_kata, by_drill):
        review = open_review({"attention": attention}, log, clock, lambda: 7)
        assert "attention/want-stick" not in review.run.drills


# What is told.


def told(review) -> int:
    found = re.fullmatch(r"Tomorrow: (\d+) skills? due(, and new drills)?\.", review.summary_lines()[-1])
    return int(found[1])


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_of_tomorrow_is_what_tomorrow_says(seed: int, begin, lined, clock, open_log) -> None:
    source, log = Random(seed), open_log()
    for _ in range(14):
        review = begin(decks=lined)
        for _ in range(source.randrange(6)):
            if review.question is None:
                break
            answer(review, source.choice(["right", "right", "wrong", "helped"]))
        if source.random() < 0.3:
            record(log, clock, f"lined/{source.choice('abcde')}", source.choice(["right", "wrong"]))
        new = any(
            not each.practised for deck in make_report(lined, log, clock.now.date()).decks for each in deck.drills
        )
        assert new == review.summary_lines()[-1].endswith(", and new drills.")
        said = told(review)
        clock.move(days=1)
        assert make_report(lined, log, clock.now.date()).due == said
        clock.move(days=source.choice([0, 0, 0, 3]))
    clock.move(days=40)
    said = told(begin(decks=lined))
    clock.move(days=1)
    assert make_report(lined, log, clock.now.date()).due == said > 0


def test_the_summary_says_what_was_gained(begin, lined) -> None:
    review = begin(decks=lined)
    answer(review, "wrong")  # says nothing of any line
    asked = [answer(review), answer(review)]
    by = {"a": "softmax", "e": "softmax", "b": "dot", "c": "mean", "d": "mean_square"}
    lines = [line for line in review.summary_lines() if "●" in line]
    for recipe in (by[name[-1]] for name in asked):
        assert any(line.startswith(f"{recipe}/") and line.endswith(" ●○○○○○○○○○ new") for line in lines)


def test_gains_are_what_is_more_than_before(open_log, clock) -> None:
    day = clock.now.date()
    today = day.toordinal()
    lasting, lost = Memory(1000.0, 5.0, day.toordinal()), Memory(0.01, 5.0, day.toordinal() - 300)
    before = Whole(
        skills={
            "a/begun before": Skill(clean=4),
            "a/to be automatic": Skill(clean=9, memory=lasting),
            "a/to fall back": Skill(clean=12, memory=lasting, automatic=True),
            "a/automatic": Skill(clean=30, memory=lasting, automatic=True),
            "a/forgotten": Skill(clean=30, memory=lost, automatic=True),
        }
    )
    gains = Gains(open_log(), before, day)
    assert gains.lines(before) == []
    after = Whole(
        skills={
            # 0.5 · 3 + 0.5 · 6 = 4.5 at the drill of today; more where it was practised before.
            "a/begun before": Skill(clean=6, goes={"d/x": Go(3, today), "d/y": Go(9, today - 1)}),
            "a/to be automatic": Skill(clean=10, memory=lasting, automatic=True),
            "a/to fall back": Skill(clean=12, memory=lasting),
            "a/automatic": Skill(clean=30, memory=lasting, automatic=True),
            "a/forgotten": Skill(clean=30, memory=lost, automatic=True),
            "b/new": Skill(clean=1),
            "b/missed": Skill(clean=0),
        }
    )
    # What became automatic or fell back, then what moved most; of each the goes where it has most of them today.
    assert gains.lines(after) == [
        "a/to be automatic  ○○○○○○○○○○ automatic now",
        "a/to fall back     ○○○○○○○○○○ no longer automatic",
        "a/begun before     ●●●●○○○○○○ 4/10",
        "b/new              ○○○○○○○○○○ new",
        "b/missed           ○○○○○○○○○○ new",
    ]
    more = Whole(skills={f"c/{number}": Skill(clean=1) for number in range(8)})
    assert gains.lines(more)[-1] == "and 2 more skills"


def test_home_says_what_the_review_asks_again(begin, decks, open_log, clock) -> None:
    def said() -> str:
        log = open_log()
        return upcoming_words(upcoming(decks, log, make_report(decks, log, clock.now.date())))[1]

    live = begin()
    assert said() == "8 new"
    missed = [answer(live, "wrong"), answer(live, "helped")]
    answer(live)
    assert said() == "2 missed, 5 new"
    while live.question is not None:
        name = answer(live)
        missed = [each for each in missed if each != name]
    assert missed == []
    assert "," not in said()
    clock.move(days=1)
    assert "repeat" not in said()


# What fails.


def test_answers_kept_aside_go_on_to_the_end_of_what_was_planned(begin, open_log, monkeypatch) -> None:
    review = begin()
    answer(review)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Standings, "take_in", fail)
    missed = answer(review, "wrong")
    assert review.log.aside is not None
    asked = []
    while review.question is not None:
        asked.append(answer(review))
    assert missed in asked
    assert len(review.outcomes) == 9
    lines = review.summary_lines()
    assert lines[-3:] == ["8 drills done.", "", review.log.aside.notice]
    assert not any(line.startswith("Tomorrow") or "●" in line for line in lines), "the log does not know"
    assert review.notices[-1]
    assert len(reviews(open_log())) == 1


def test_a_log_that_cannot_be_read_is_one_line(decks, open_log, clock, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk image is malformed")

    log = open_log()
    readers = {
        "whole": lambda: open_review(decks, log, clock, lambda: 7),
        "known_decks": lambda: open_review(decks, log, clock, lambda: 7),
        "days": lambda: make_report(decks, log, date(2026, 3, 2)),
    }
    for name, read in readers.items():
        with monkeypatch.context() as patched:
            patched.setattr(Standings, name, fail)
            with pytest.raises(KatatxError, match="cannot be read"):
                read()


def test_the_right_answer_of_a_test_is_right(begin) -> None:
    review = begin()
    assert review.answer(right(review.question), 1.0).clean
