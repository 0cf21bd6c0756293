"""How well a skill is known, by sums worked by hand and by plain loops."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.schedule import Schedule
from scoring.skills import (
    GOES,
    LATELY,
    Go,
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


@given(carry=st.floats(0, 1))
@example(carry=0.9662094735423683)
@example(carry=1 - 2**-53)
def test_ten_goes_at_a_place_are_ten_whatever_is_carried(carry: float) -> None:
    skill = with_goes({"a": (10, 0)})
    assert skill.goes_at("a", carry) == 10
    assert skill.full_places(1, carry) == 1
