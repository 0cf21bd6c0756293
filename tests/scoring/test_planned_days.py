"""What a review asks, and what practice days make of a skill: numbers worked by hand."""

from __future__ import annotations

from math import e

import pytest

from scoring.planning import MINUTES, Drill, Known, bring_back, plan
from scoring.schedule import PARAMETERS, Memory, Rating, Schedule
from scoring.skills import Go, Learner, Miss, Skill
from scoring.standing import Evidence, take_in
from scoring.work import Finding, Work, places_of

DAY = 739_000
FRESH = Memory(1000.0, 5.0, DAY - 1)  # of a recall near 1
SCHEDULE = Schedule()


def drill(name: str, seconds: float, *lines: str, section: str = "") -> Drill:
    """Return a drill that takes so long at a usual pace of 1, of which 5 s are between two questions."""
    each = (seconds - 5.0) / max(1, len(lines))
    work = Work(tuple((line, each) for line in lines), words=0 if lines else round(4 * (seconds - 5)))
    return Drill(name, section or name, work)


def known_of(*drills: Drill, **places: int) -> Known:
    """Return what is known where nothing was answered, at a usual pace of 1."""
    counted = {name: len(found) for name, found in places_of((each.place, each.work) for each in drills).items()}
    return Known(Learner(usual=1.0, paced=9), {}, {}, counted | places, Schedule(), DAY)


def answered(known: Known, place: str, ago: int = 1, own: Memory = FRESH) -> None:
    known.own[place] = Skill(told=1, clean=1, memory=own, goes={place: Go(1, DAY - ago)})


def skill(recall_of: Memory = FRESH, score: float = 0.85, clean: int = 0, **goes: int) -> Skill:
    counted = {place: Go(count, DAY - 1) for place, count in goes.items()}
    return Skill(told=9, clean=clean or sum(goes.values()), score=score, memory=recall_of, goes=counted)


FORGOTTEN = Memory(1.0, 5.0, DAY - 9)


# What a drill is worth and takes.


def test_the_time_of_a_drill() -> None:
    known = known_of()
    assert MINUTES == 10
    assert known.seconds(Work()) == 5.0
    assert known.seconds(Work(words=240)) == 65.0
    assert known.seconds(Work(characters=10)) == 8.0
    work = Work((("a", 10.0), ("b", 2.0)))
    assert (known.seconds(work), known.work_seconds(work)) == (17.0, 12.0)
    known.skills = {"a": Skill(pace=3.0), "b": Skill()}
    assert known.work_seconds(work) == 32.0
    known.learner = Learner()
    assert known.work_seconds(work) == 34.0  # a beginner takes twice the default time
    known.skills = {}
    assert known.work_seconds(work) == 24.0


# What a review asks.


@pytest.mark.parametrize(("minutes", "count"), [(0, 0), (0.01, 1), (0.5, 1), (0.99, 1), (1, 2), (1.49, 2), (1.5, 3)])
def test_the_first_drill_may_exceed_the_time_and_the_others_just_fit(minutes: float, count: int) -> None:
    drills = [drill(name, 30.0, name) for name in "abcd"]
    assert len(plan(drills, known_of(*drills), minutes)) == count
    assert len(plan(drills, known_of(*drills), minutes, all_fit=True)) == int(2 * minutes)


def test_a_plan_has_at_most_200_drills_unless_told_otherwise() -> None:
    drills = [drill(f"d{number:03}", 10.0, f"l/{number}") for number in range(203)]
    known = known_of(*drills)
    for number, each in enumerate(drills):
        answered(known, each.place)
        known.skills[f"l/{number}"] = skill()
    assert len(plan(drills, known, 600)) == 200
    assert len(plan(drills, known, 600, most=202)) == 202
    assert plan(drills, known, 600, most=1) == ["d000"]
    assert plan(drills, known, 600, most=0) == []


@pytest.mark.parametrize(
    ("focus", "asked"),
    [("", "abcd"), ("dot", "ab"), ("dot/x", "a"), ("dot/", ""), ("do", ""), ("dots", "c"), ("dots/x", "c"), ("x", "")],
)
def test_a_focus_is_a_recipe_or_a_line(focus: str, asked: str) -> None:
    drills = [drill("a", 20.0, "dot/x"), drill("b", 20.0, "dot/y"), drill("c", 20.0, "dots/x"), drill("d", 20.0, "m/x")]
    assert "".join(sorted(plan(drills, known_of(*drills), 10, focus=focus))) == asked


def test_due_lines_are_practised_ones_that_some_drill_has() -> None:
    asked = drill("d", 20.0, "a", "b", "c")
    known = known_of(asked)
    known.skills |= {"a": skill(FORGOTTEN), "b": skill(), "gone": skill(FORGOTTEN)}
    assert known.due_lines() == {"a"}
    known.own |= {"d": skill(FORGOTTEN, d=1), "e": skill(e=1), "f": Skill()}
    assert [known.is_own_due(place) for place in "defg"] == [True, False, False, False]
    assert [known.is_new(place) for place in "defg"] == [False, False, True, True]


def test_due_lines_are_brought_back_by_the_drills_with_most_of_them_a_second() -> None:
    drills = [
        drill("one", 12.0, "a"),
        drill("two", 20.0, "a", "b"),
        drill("long", 90.0, "a", "b", "c", "d"),
        drill("last", 30.0, "d", "x"),
        drill("new", 6.0, "c"),
        drill("today", 6.0, "c"),
        drill("choice", 6.0),
        drill("idle", 6.0),
    ]
    known = known_of(*drills)
    for each in drills:
        if each.place != "new":
            answered(known, each.place, 0 if each.place == "today" else 9, FRESH)
    answered(known, "choice", 9, FORGOTTEN)
    known.skills |= {name: skill(FORGOTTEN) for name in "abcd"} | {"x": skill()}
    # 2 in 20 s, then 1 in 30 s, then c is left to the long one.
    assert [each.place for each in bring_back(drills, known)] == ["choice", "two", "last", "long"]
    known.skills["c"] = skill()
    assert [each.place for each in bring_back(drills, known)] == ["choice", "two", "last"]
    known.skills = {}
    assert [each.place for each in bring_back(drills, known)] == ["choice"]
    same = [drill("p", 20.0, "a"), drill("q", 20.0, "a")]
    known.skills = {"a": skill(FORGOTTEN)}
    for each in same:
        answered(known, each.place)
    assert [each.place for each in bring_back(same, known)] == ["p"]


# The memory.


def test_an_interval_is_a_day_to_a_hundred_years() -> None:
    assert [SCHEDULE.interval(stability) for stability in (0.001, 0.6, 1.4, 1.6, 20.0, 1e9)] == [1, 1, 1, 2, 20, 36500]
    assert Schedule().retention == 0.9


def test_a_second_rating_is_told_with_both_days() -> None:
    memory = Memory(3.0, 5.0, 739_000)
    with pytest.raises(ValueError, match=r"^rated on 2024-04-24 already, and now on 2024-04-23$"):
        SCHEDULE.review(memory, Rating.GOOD, 738_999)
    assert SCHEDULE.review(memory, Rating.GOOD, 739_001).last == 739_001


# A skill.


def test_it_takes_four_days_ten_goes_a_score_and_a_pace_to_become_automatic() -> None:
    reached = {"days": 4, "clean": 10, "score": 0.85, "pace": 1.4}
    for name, less in ((None, None), ("days", 3), ("clean", 9), ("score", 0.849), ("pace", 1.401)):
        given = reached | ({name: less} if name else {})
        known = Skill(**given, first_pace=given["pace"], goes={"a": Go(given["clean"], DAY)})
        known.judge(1, Learner(usual=1.0), DAY)
        assert known.automatic is (name is None)
        assert known.fell_back is None


def test_it_stays_automatic_with_a_lower_score_and_fewer_full_places() -> None:
    each = {2: 7, 3: 5, 4: 4, 5: 4}  # 7 + 7 / 2 and so on come to ten at these places and to fewer elsewhere
    for score, full, places, stays in (
        (0.7, 3, 5, True), (0.699, 5, 5, False), (0.7, 2, 4, False), (0.7, 2, 5, False), (0.7, 4, 5, True),
    ):  # fmt: skip
        goes = {name: Go(each[full], DAY) for name in "abcde"[:full]}
        known = Skill(score=score, clean=each[full] * full, goes=goes, automatic=True)
        known.judge(places, Learner(usual=1.0), DAY + 3)
        assert (known.automatic, known.fell_back) == (stays, None if stays else DAY + 3)
    for full, places, begins in ((4, 5, True), (3, 4, False), (5, 5, True), (3, 5, False)):
        known = Skill(days=4, score=0.85, pace=1.0, first_pace=1.0, clean=each[full] * full,
                      goes={name: Go(each[full], DAY) for name in "abcde"[:full]}, fell_back=DAY - 9)  # fmt: skip
        known.judge(places, Learner(usual=1.0), DAY)
        assert (known.automatic, known.fell_back) == (begins, None if begins else DAY - 9)


@pytest.mark.parametrize(
    ("pace", "first", "usual", "quick"),
    [
        (1.4, 1.0, 1.0, True), (1.41, 1.0, 1.0, False), (2.8, 1.0, 2.0, True), (2.81, 1.0, 2.0, False),
        (7.19, 10.0, 1.0, True), (7.21, 10.0, 1.0, False), (7.19, 10.0, None, True), (7.21, 10.0, None, False),
        (None, None, 1.0, False),
    ],
)  # fmt: skip
def test_it_is_quick_by_the_usual_pace_or_by_its_own_first(
    pace: float | None, first: float | None, usual: float | None, quick: bool
) -> None:
    assert Skill(pace=pace, first_pace=first).is_quick(usual) is quick


def test_it_is_automatic_on_a_day_with_a_recall_of_three_quarters() -> None:
    known = Skill(automatic=True, memory=Memory(10.0, 5.0, DAY))
    recalls = {day: SCHEDULE.recall(known.memory, DAY + day) for day in range(400)}
    last = max(day for day, recall in recalls.items() if recall >= 0.75)
    assert 10 < last < 399
    assert known.is_automatic(SCHEDULE, DAY + last)
    assert not known.is_automatic(SCHEDULE, DAY + last + 1)
    known.automatic = False
    assert not known.is_automatic(SCHEDULE, DAY)
    assert not Skill(automatic=True).is_automatic(SCHEDULE, DAY)


@pytest.mark.parametrize(
    ("goes", "places", "full"),
    [
        ({"a": 10}, 1, 1),
        ({"a": 9}, 1, 0),
        ({"a": 7, "b": 7}, 1, 1),  # a place was removed
        ({"a": 20, "b": 0}, 7, 7),  # ten are carried over
        ({"a": 19, "b": 0}, 7, 1),
        ({"a": 1, "b": 18}, 7, 2),  # 1 + 18 / 2
        ({"a": 0, "b": 1, "c": 17}, 7, 1),
        ({}, 3, 0),
    ],
)
def test_places_are_full_with_ten_goes_there_and_carried_over(goes: dict[str, int], places: int, full: int) -> None:
    known = Skill(clean=sum(goes.values()), goes={place: Go(clean, DAY) for place, clean in goes.items()})
    assert known.full_places(places) == full


def test_a_later_day_alone_moves_the_memory() -> None:
    known = Skill()
    known.take_in(False, "a", DAY, SCHEDULE, "t/u")
    assert (known.memory, known.missed) == (SCHEDULE.review(None, Rating.AGAIN, DAY), Miss(DAY, "a", "t/u"))
    first = known.memory
    known.take_in(True, "b", DAY, SCHEDULE)
    known.take_in(True, "c", DAY - 3, SCHEDULE)
    assert (known.memory, known.days, known.first_day, known.last_day) == (first, 1, DAY, DAY)
    assert (known.told, known.clean, known.goes["c"]) == (3, 2, Go(1, DAY - 3))
    known.take_in(True, "b", DAY + 2, SCHEDULE)
    assert known.memory == SCHEDULE.review(first, Rating.GOOD, DAY + 2)
    assert (known.days, known.first_day, known.last_day) == (2, DAY, DAY + 2)
    assert known.missed == Miss(DAY, "a", "t/u")
    assert [known.would_count("b", DAY + day) for day in (1, 2, 3)] == [False, False, True]


def test_the_learners_pace_is_limited_and_becomes_slow_to_move() -> None:
    learner = Learner()
    learner.take_pace(90.0)
    assert (learner.usual, learner.paced) == (20.0, 1)
    learner.take_pace(0.0)
    assert learner.usual == pytest.approx(10.1)  # the mean with 0.2
    late = Learner(usual=1.0, paced=60)
    late.take_pace(2.0)
    assert late.usual == pytest.approx(1.02)
    known = Skill()
    known.take_pace(0.1)
    assert (known.pace, known.first_pace) == (0.2, 0.2)


# One answer.

WORK = Work((("x", 10.0), ("y", 20.0)))
BOTH = Finding(known=("x", "y"), own=True)


def test_the_pace_of_an_answer() -> None:
    for finding, seconds, work, pace in (
        (BOTH, 45.0, WORK, 1.5),
        (BOTH, None, WORK, None),
        (Finding(own=True), 45.0, WORK, None),
        (Finding(known=("x",), missed=("y",)), 45.0, WORK, None),
        (BOTH, 3.0, Work((("x", 1.0),)), 3.0),
        (BOTH, 3.0, Work((("x", 0.5),)), 3.0),
        (BOTH, 3.0, Work((("x", 1.5),)), 2.0),
    ):
        assert Evidence(DAY, "a", work, finding, seconds).pace == pace
    assert not Evidence(DAY, "a", WORK, BOTH, None).right
    assert Evidence(DAY, "a", WORK, BOTH, None).turn == ""


def test_an_answer_moves_its_lines_and_its_own_part_once_a_day() -> None:
    learner, skills, own = Learner(), {"x": Skill(), "y": Skill()}, Skill()
    missed = Evidence(DAY, "d", WORK, Finding(own=False), 60.0, turn="t/u")
    take_in(missed, learner, skills, own, {}, SCHEDULE)
    assert own.missed == Miss(DAY, "d", "t/u")
    assert [each.told for each in skills.values()] == [0, 0]
    take_in(Evidence(DAY, "d", WORK, BOTH, 60.0), learner, skills, own, {}, SCHEDULE)
    assert (own.told, own.clean, learner.usual) == (1, 0, 2.0)
    assert [(each.told, each.clean, each.pace) for each in skills.values()] == [(1, 1, 2.0)] * 2
    take_in(Evidence(DAY, "d", WORK, BOTH, 30.0), learner, skills, own, {}, SCHEDULE)
    assert [(each.told, each.pace) for each in skills.values()] == [(1, 2.0)] * 2
    assert learner.usual == 1.5
    take_in(Evidence(DAY + 1, "d", WORK, Finding(missed=("y",)), 30.0, turn="t/y"), learner, skills, own, {}, SCHEDULE)
    assert (own.told, own.goes["d"]) == (1, Go(0, DAY + 1))
    assert skills["y"].missed == Miss(DAY + 1, "d", "t/y")
    assert (skills["x"].told, skills["y"].told, skills["y"].pace) == (1, 2, 2.0)


def test_a_line_is_judged_by_the_number_of_its_places() -> None:
    alone = Learner(usual=1.0, paced=9)
    for clean, places, automatic in ((9, {}, True), (8, {}, False), (9, {"x": 1, "y": 9}, True), (9, {"x": 2}, False)):
        ready = Skill(told=9, days=4, score=0.9, pace=1.0, first_pace=1.0, clean=clean)
        ready.goes = {"d": Go(clean, DAY - 1)}
        evidence = Evidence(DAY, "d", WORK, Finding(known=("x",), own=True), None)
        take_in(evidence, alone, {"x": ready, "y": Skill()}, Skill(goes={"d": Go(1, 1)}), places, SCHEDULE)
        assert ready.automatic is automatic


def test_five_lines_are_begun_a_day_of_the_next_24_drills() -> None:
    fresh = [drill(f"n{number:02}", 10.0, f"line/{number}") for number in range(30)]
    old = drill("old", 60.0, "old/line")
    known = known_of(*fresh, old)
    answered(known, "old")
    known.skills["old/line"] = skill()
    order = plan([*fresh, old], known, 60)
    assert order[:6] == ["n00", "n01", "n02", "n03", "n04", "old"]
    assert order[6:] == [f"n{number:02}" for number in range(5, 24)]
    assert plan([*fresh, old], known, 60, begun_today=3)[:3] == ["n00", "n01", "old"]
    for begun in (5, 6, 9):
        assert plan([*fresh, old], known, 60, begun_today=begun)[:2] == ["old", "n00"]


@pytest.mark.parametrize(("seconds", "first"), [(30.0, "new"), (29.9, "old")])
def test_new_drills_come_while_the_due_lines_fit_into_the_time(seconds: float, first: str) -> None:
    old, new = drill("old", 30.0, "a"), drill("new", 10.0, "b")
    known = known_of(old, new)
    answered(known, "old", ago=40)
    known.skills["a"] = skill(Memory(10.0, 5.0, DAY - 12))
    assert 0.87 < known.skills["a"].recall(SCHEDULE, DAY) < 0.9
    assert plan([old, new], known, seconds / 60)[0] == first


def test_a_first_rating_sets_stability_and_difficulty_within_their_ends() -> None:
    again, good = (SCHEDULE.review(None, rating, DAY) for rating in Rating)
    assert again == Memory(0.212, pytest.approx(6.4133), DAY)
    assert good == Memory(2.3065, pytest.approx(6.4133 - e ** (0.8334 * 2) + 1), DAY)
    low = [0.0001, *PARAMETERS[1:4], 30.0, *PARAMETERS[5:]]
    assert Schedule(low).review(None, Rating.AGAIN, DAY)[:2] == (0.001, 10.0)
    low[4] = -30.0
    assert Schedule(low).review(None, Rating.GOOD, DAY).difficulty == 1.0


def test_a_drill_whose_only_line_is_full_there_is_not_asked() -> None:
    asked = drill("d", 20.0, "a")
    known = known_of(asked)
    answered(known, "d")
    for goes, order in ((9, ["d"]), (10, [])):
        known.skills["a"] = skill(d=goes)
        assert plan([asked], known, 10) == order
