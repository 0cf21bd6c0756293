"""How well a skill is known, by sums worked by hand and by plain loops."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.schedule import Schedule
from scoring.skills import GOES, Go, Skill

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


@given(st.lists(st.booleans(), max_size=40))
def test_the_score_is_that_mean_for_seven_answers_and_then_forgets_an_eighth_of_itself(answers: list[bool]) -> None:
    first, later = answers[:7], answers[7:]
    score = (0.5 + sum(first)) / (1 + len(first))
    for known in later:
        score = 0.88 * score + 0.12 * known
    assert practised(*((known, "a", day) for day, known in enumerate(answers))).score == pytest.approx(score)


def test_the_pace_is_the_mean_of_four_answers_and_then_moves_by_a_quarter() -> None:
    found = paced(2.0, 1.0, 3.0, 2.0, 4.0, 0.5)
    assert paced(2.0).pace == 2.0
    assert paced(2.0, 1.0).pace == 1.5
    assert paced(2.0, 1.0, 3.0).pace == pytest.approx(2.0)
    assert paced(2.0, 1.0, 3.0, 2.0).pace == pytest.approx(2.0)
    assert paced(2.0, 1.0, 3.0, 2.0, 4.0).pace == pytest.approx(2.5)  # 2 + 2 / 4
    assert found.pace == pytest.approx(2.0)  # 2.5 - 2 / 4
    assert (found.first_pace, found.paced) == (1.5, 6)


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 12), max_size=8))
def test_full_places_are_those_that_a_loop_over_all_of_them_finds(clean: dict[str, int]) -> None:
    goes, everywhere, full = {place: Go(count, DAY) for place, count in clean.items()}, sum(clean.values()), 0
    skill = Skill(told=99, clean=everywhere, last_day=DAY, goes=goes)
    for place in "abcdefgh":
        here = clean.get(place, 0)
        counted = here + (everywhere - here) / 2
        assert skill.goes_at(place) == counted
        full += counted >= GOES
    assert skill.full_places(8) == full
