"""How well a skill is known, by sums worked by hand and by plain loops."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.schedule import Rating, Schedule
from scoring.skills import (
    AT_ONCE,
    DAYS,
    FULL,
    GOES,
    LATELY,
    QUICKER,
    SCORE,
    STILL_FULL,
    STILL_RECALL,
    STILL_SCORE,
    USUAL,
    Go,
    Learner,
    Miss,
    Skill,
)

SCHEDULE = Schedule()
DAY = 739_000


def practised(*told: tuple[bool, str, int]) -> Skill:
    """A skill after some answers: whether known, where, and how many days on."""
    skill = Skill()
    for known, place, days in told:
        skill.take_in(known, place, DAY + days, SCHEDULE)
    return skill


def paced(*paces: float) -> Skill:
    skill = Skill()
    for pace in paces:
        skill.take_pace(pace)
    return skill


# What answers come to.


def test_the_score_begins_as_a_mean_with_half_a_right_answer_beforehand() -> None:
    assert Skill().score == 0.5
    assert practised((True, "a", 0)).score == 0.75  # 1.5 of 2
    assert practised((False, "a", 0)).score == 0.25  # 0.5 of 2
    assert practised((True, "a", 0), (True, "a", 1), (False, "a", 2)).score == pytest.approx(2.5 / 4)


@given(st.lists(st.booleans(), max_size=40))
def test_the_score_is_that_mean_for_seven_answers_and_then_forgets_an_eighth_of_itself(answers: list[bool]) -> None:
    first, later = answers[:7], answers[7:]
    score = (0.5 + sum(first)) / (1 + len(first))
    for known in later:
        score = 0.88 * score + 0.12 * known
    assert practised(*((known, "a", day) for day, known in enumerate(answers))).score == pytest.approx(score)


def test_the_pace_is_the_mean_of_four_answers_and_then_moves_by_a_quarter() -> None:
    found = [paced(2.0, 1.0, 3.0, 2.0, 4.0, 0.5) for _ in range(2)]
    assert paced(2.0).pace == 2.0
    assert paced(2.0, 1.0).pace == 1.5
    assert paced(2.0, 1.0, 3.0).pace == pytest.approx(2.0)
    assert paced(2.0, 1.0, 3.0, 2.0).pace == pytest.approx(2.0)
    assert paced(2.0, 1.0, 3.0, 2.0, 4.0).pace == pytest.approx(2.5)  # 2 + 2 / 4
    assert found[0].pace == pytest.approx(2.0)  # 2.5 - 2 / 4
    assert (found[0].first_pace, found[0].paced) == (1.5, 6)
    assert found[0] == found[1]


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=30))
def test_a_pace_is_believed_within_bounds(paces: list[float]) -> None:
    within = [min(max(pace, 0.2), 20.0) for pace in paces]
    skill = paced(*paces)
    assert skill == paced(*within)
    assert min(within) - 1e-9 <= skill.pace <= max(within) + 1e-9
    assert skill.first_pace == pytest.approx(sum(within[:2]) / len(within[:2]))


tellings = st.lists(st.tuples(st.booleans(), st.sampled_from("abcde"), st.integers(0, 12)), max_size=40)


def taken(told: list[tuple[bool, str, int]]) -> tuple[Skill, list[tuple[bool, str, int]]]:
    """A skill that takes in what is told first of it at a place on a day, and what that is."""
    skill, kept = Skill(), []
    for known, place, days in told:
        if skill.would_count(place, DAY + days):
            skill.take_in(known, place, DAY + days, SCHEDULE, "t/u" if not known else "")
            kept.append((known, place, days))
    return skill, kept


@given(tellings)
def test_what_is_kept_of_a_skill_is_counted_from_what_was_told(told: list[tuple[bool, str, int]]) -> None:
    skill, kept = taken(told)
    assert len({(place, days) for _, place, days in kept}) == len(kept)
    assert (skill.told, skill.clean) == (len(kept), sum(known for known, _, _ in kept))
    clean, last = Counter(place for known, place, _ in kept if known), {place: days for _, place, days in kept}
    assert skill.goes == {place: Go(clean[place], DAY + days) for place, days in last.items()}
    missed = [Miss(DAY + days, place, "t/u") for known, place, days in kept if not known]
    assert skill.missed == (missed[-1] if missed else None)
    assert 0 < skill.score < 1


@given(tellings)
def test_its_memory_is_rated_once_a_day_by_the_first_answer(told: list[tuple[bool, str, int]]) -> None:
    skill, kept = taken(told)
    firsts: dict[int, bool] = {}
    for known, _, days in kept:
        if all(days > before for before in firsts):
            firsts[days] = known
    memory = None
    for days, known in firsts.items():
        memory = SCHEDULE.review(memory, Rating.GOOD if known else Rating.AGAIN, DAY + days)
    assert (skill.memory, skill.days) == (memory, len(firsts))
    assert (skill.first_day, skill.last_day) == ((DAY + min(firsts), DAY + max(firsts)) if firsts else (None, None))


@given(tellings)
def test_the_same_answers_come_to_the_same(told: list[tuple[bool, str, int]]) -> None:
    assert taken(told) == taken(told)


def test_a_day_on_which_nothing_was_said_of_it_counts_at_its_place_and_nowhere_else() -> None:
    skill = Skill()
    skill.meet("a", DAY)
    assert skill.goes == {"a": Go(0, DAY)}
    assert not skill.would_count("a", DAY)
    assert skill.would_count("a", DAY + 1)
    assert skill.would_count("b", DAY)
    assert (skill.told, skill.days, skill.memory, skill.score) == (0, 0, None, 0.5)


def test_recall_and_the_day_on_which_it_is_due_are_those_of_its_memory() -> None:
    never, skill = Skill(), practised((True, "a", 0), (True, "b", 3))
    assert (never.recall(SCHEDULE, DAY), never.due_day(SCHEDULE)) == (0.0, None)
    assert skill.due_day(SCHEDULE) == DAY + 3 + SCHEDULE.interval(skill.memory.stability)
    assert skill.due_day(Schedule(retention=0.97)) < skill.due_day(SCHEDULE) < skill.due_day(Schedule(retention=0.8))
    assert skill.recall(SCHEDULE, DAY + 30) == SCHEDULE.recall(skill.memory, DAY + 30)


# Full places. An eighth and its like are exact, and so is all that is made of them here.
eighths = st.integers(0, 8).map(lambda number: number / 8)
days_since = st.sampled_from([0, 0, 1, LATELY, LATELY + 1])
goes = st.dictionaries(st.sampled_from("abcdefgh"), st.tuples(st.integers(0, 12), days_since), max_size=8)


def with_goes(clean: dict[str, tuple[int, int]]) -> Skill:
    """A skill practised last today: of each place the clean goes, and how many days ago the last of them was."""
    goes = {place: Go(count, DAY - days) for place, (count, days) in clean.items()}
    return Skill(told=99, clean=sum(count for count, _ in clean.values()), last_day=DAY, goes=goes)


@given(goes, eighths, st.booleans())
def test_full_places_are_those_that_a_loop_over_all_of_them_finds(
    clean: dict[str, tuple[int, int]], carry: float, at_once: bool
) -> None:
    skill, everywhere, full = with_goes(clean), sum(count for count, _ in clean.values()), 0
    for place in "abcdefgh":
        here, days = clean.get(place, (0, 0))
        counted = (1 - Fraction(carry)) * here + Fraction(carry) * everywhere
        assert skill.goes_at(place, carry) == counted
        full += counted >= GOES and (at_once or (here > 0 and days <= LATELY))
    assert skill.full_places(8, carry, at_once) == full


def test_nothing_carries_over_or_all_of_it() -> None:
    skill = with_goes({"a": (10, 0), "b": (9, 0), "c": (0, 0)})
    assert skill.full_places(5, 0.0) == 1
    assert skill.full_places(5, 1.0) == 5
    assert skill.full_places(5, 1.0, knows_at_once=False) == 2
    assert skill.full_places(5, 0.5) == 2  # 5 + 9.5, and 4.5 + 9.5; elsewhere 9.5


@given(goes, st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_more_carried_over_never_fills_fewer_places(
    clean: dict[str, tuple[int, int]], one: float, other: float, at_once: bool
) -> None:
    skill = with_goes(clean)
    less, more = sorted((one, other))
    assert skill.full_places(8, less, at_once) <= skill.full_places(8, more, at_once) <= 8


# When it is automatic.


def quick_and_full(days: int = DAYS, goes: int = GOES, score: float = SCORE, pace: float = 1.0) -> Skill:
    return Skill(days=days, score=score, pace=pace, first_pace=pace, clean=goes, goes={"a": Go(goes, DAY)})


USUALLY = Learner(usual=1.0, paced=9)


def judged(skill: Skill, learner: Learner = USUALLY, places: int = 1) -> bool:
    skill.judge(places, learner, DAY)
    return skill.automatic


def test_it_is_automatic_with_all_of_it_and_with_nothing_less() -> None:
    assert judged(quick_and_full())
    assert not judged(quick_and_full(days=DAYS - 1))
    assert not judged(quick_and_full(goes=GOES - 1))
    assert not judged(quick_and_full(score=SCORE - 0.001))
    assert not judged(quick_and_full(pace=USUAL + 0.001))
    assert judged(quick_and_full(pace=USUAL))
    assert not judged(quick_and_full(), Learner())
    assert not judged(Skill())


def test_it_is_quick_near_the_usual_pace_or_well_below_its_own_first() -> None:
    slow = quick_and_full(pace=9.0)
    assert not judged(slow)
    slow.pace = QUICKER * 9.0
    assert judged(slow)
    assert judged(slow, Learner())


def test_four_in_five_places_are_enough_and_three_to_stay_it() -> None:
    alone = Learner(usual=1.0, gained=9.9, carried=-0.05)  # nothing carries over
    assert alone.carry == 0
    skill = quick_and_full()
    skill.goes = {place: Go(GOES, DAY) for place in "abc"}
    assert not judged(skill, alone, places=5)
    skill = replace(skill, goes={place: Go(GOES, DAY) for place in "abcd"})
    assert judged(skill, alone, places=5)
    skill = replace(skill, goes={place: Go(GOES, DAY) for place in "abc"})
    assert judged(skill, alone, places=5)
    skill = replace(skill, goes={place: Go(GOES, DAY) for place in "ab"})
    assert not judged(skill, alone, places=5)


def test_what_is_lost_a_little_stays_automatic_and_what_is_lost_much_does_not() -> None:
    skill = quick_and_full()
    assert judged(skill)
    skill.score, skill.pace = STILL_SCORE, 19.0
    assert judged(skill)
    assert skill.fell_back is None
    skill.score = STILL_SCORE - 0.001
    skill.judge(1, USUALLY, DAY + 5)
    assert (skill.automatic, skill.fell_back) == (False, DAY + 5)
    skill.judge(1, USUALLY, DAY + 6)
    assert (skill.automatic, skill.fell_back) == (False, DAY + 5)
    skill.score, skill.pace = SCORE, 1.0
    skill.judge(1, USUALLY, DAY + 7)
    assert (skill.automatic, skill.fell_back) == (True, None)


def test_what_is_too_likely_forgotten_is_automatic_no_more_until_it_is_practised() -> None:
    skill = practised(*((True, "a", 3 * number) for number in range(12)))
    skill.pace = skill.first_pace = 1.0
    assert judged(skill)
    days = range(3_000)
    lasting = [skill.is_automatic(SCHEDULE, skill.last_day + day) for day in days]
    assert lasting == [skill.recall(SCHEDULE, skill.last_day + day) >= STILL_RECALL for day in days]
    assert (lasting[0], lasting[-1], skill.automatic) == (True, False, True)


steps = st.lists(
    st.tuples(st.integers(0, 12).map(bool), st.sampled_from("aabcdefg"), st.integers(1, 2), st.floats(0.4, 2.0)),
    min_size=12,
    max_size=60,
)


@given(steps, st.integers(2, 7), st.floats(0, 1))
def test_it_begins_and_ends_by_its_own_thresholds(
    told: list[tuple[bool, str, int, float]], places: int, carried: float
) -> None:
    learner = Learner(usual=1.0, gained=5.0, carried=5 * carried)
    skill, day, fell = Skill(), DAY, None
    for known, anywhere, passed, pace in told:
        place, day, was = min(anywhere, "abcdefg"[places - 1]), day + passed, skill.automatic
        skill.take_in(known, place, day, SCHEDULE)
        if known:
            skill.take_pace(pace)
        skill.judge(places, learner, day)
        full = sum(skill.goes_at(each, learner.carry) >= GOES - 1e-9 for each in "abcdefg"[:places])
        if was:
            stays = skill.score >= STILL_SCORE and full >= STILL_FULL * places
        else:
            quick = skill.pace is not None and (skill.pace <= USUAL or skill.pace <= QUICKER * skill.first_pace)
            stays = skill.days >= DAYS and skill.score >= SCORE and quick and full >= FULL * places
        fell = None if stays else day if was else fell
        assert (skill.automatic, skill.fell_back) == (stays, fell)


# What holds for the learner.


def test_half_is_taken_to_carry_over_and_lines_to_be_known_at_once() -> None:
    assert Learner().carry == 0.5
    assert Learner().knows_at_once


def test_carry_by_hand() -> None:
    learner = Learner()
    learner.take_gain(0.5, 0.4)
    # (0.5 · 0.1 + 0.5 · 0.4) / (0.1 + 0.5²)
    assert learner.carry == pytest.approx(0.25 / 0.35)


gains = st.lists(st.tuples(st.floats(-20, 1), st.floats(-20, 1)), max_size=20)


@given(gains)
def test_what_carries_over_is_none_of_it_to_all_of_it(met: list[tuple[float, float]]) -> None:
    learner = Learner()
    for gained, here in met:
        learner.take_gain(gained, here)
        assert 0 <= learner.carry <= 1


@given(gains, st.floats(0.01, 1), st.floats(0, 1))
def test_a_first_meeting_moves_what_carries_over_towards_what_it_shows(
    met: list[tuple[float, float]], gained: float, shown: float
) -> None:
    learner = Learner()
    for each in met:
        learner.take_gain(*each)
    for _ in range(20):
        before = abs(learner.carry - shown)
        learner.take_gain(gained, shown * gained)
        assert abs(learner.carry - shown) <= before + 1e-9


@pytest.mark.parametrize("shown", [0.0, 0.3, 1.0])
def test_many_first_meetings_show_what_carries_over(shown: float) -> None:
    learner = Learner()
    for _ in range(1_000):
        learner.take_gain(0.5, 0.5 * shown)
    assert learner.carry == pytest.approx(shown, abs=0.001)


def test_where_nothing_was_gained_elsewhere_nothing_is_shown() -> None:
    learner = Learner()
    learner.take_gain(0.0, -3.0)
    assert learner.carry == 0.5


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20))
def test_lines_are_known_at_once_where_most_of_them_were(met: list[tuple[int, int]]) -> None:
    learner = Learner()
    for known, missed in met:
        learner.take_meeting(known, missed)
    known, missed = (sum(each) for each in zip(*met, strict=True)) if met else (0, 0)
    # As if six had been met before, of which nine in ten were known.
    assert learner.knows_at_once == ((5.4 + known) / (6 + known + missed) >= AT_ONCE)


def test_the_usual_pace_is_a_mean_of_fifty_and_then_moves_slowly() -> None:
    learner = Learner()
    assert learner.usual is None
    for pace in [1.0] * 25 + [2.0] * 25:
        learner.take_pace(pace)
    assert learner.usual == pytest.approx(1.5)
    learner.take_pace(6.5)
    assert learner.usual == pytest.approx(1.6)  # 1.5 + 5 / 50
    assert learner.paced == 51


@given(carry=st.floats(0, 1))
@example(carry=0.9662094735423683)
@example(carry=1 - 2**-53)
def test_ten_goes_at_a_place_are_ten_whatever_is_carried(carry: float) -> None:
    skill = with_goes({"a": (10, 0)})
    assert skill.goes_at("a", carry) == 10
    assert skill.full_places(1, carry) == 1
