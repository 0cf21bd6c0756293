"""How well a skill is known, by sums worked by hand and by plain loops."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.schedule import Rating, Schedule
from scoring.skills import (
    DAYS,
    FULL,
    GOES,
    LATELY,
    QUICKER,
    SCORE,
    STILL_FULL,
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


def test_a_day_on_which_nothing_was_said_of_it_counts_at_its_place_and_nowhere_else() -> None:
    skill = Skill()
    skill.meet("a", DAY)
    assert skill.goes == {"a": Go(0, DAY)}
    assert not skill.would_count("a", DAY)
    assert skill.would_count("a", DAY + 1)
    assert skill.would_count("b", DAY)
    assert (skill.told, skill.days, skill.memory, skill.score) == (0, 0, None, 0.5)


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


# When it is automatic.


def quick_and_full(days: int = DAYS, goes: int = GOES, score: float = SCORE, pace: float = 1.0) -> Skill:
    return Skill(days=days, score=score, pace=pace, first_pace=pace, clean=goes, goes={"a": Go(goes, DAY)})


USUALLY = Learner(usual=1.0, paced=9)


def judged(skill: Skill, learner: Learner = USUALLY, places: int = 1) -> bool:
    skill.judge(places, learner, DAY)
    return skill.automatic


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


@given(carry=st.floats(0, 1))
@example(carry=0.9662094735423683)
@example(carry=1 - 2**-53)
def test_ten_goes_at_a_place_are_ten_whatever_is_carried(carry: float) -> None:
    skill = with_goes({"a": (10, 0)})
    assert skill.goes_at("a", carry) == 10
    assert skill.full_places(1, carry) == 1
