"""Today's list, by hand and at random."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.schedule import Schedule
from scoring.steps import Evidence, Learner, Step, places_of, take
from scoring.today import BETWEEN, Drill, seconds, todays_list
from scoring.work import Work

SCHEDULE = Schedule()
DAY = 739_000


def drill(place: str, steps: str, each: float = 10.0) -> Drill:
    return Drill(place, Work(tuple((name, each) for name in steps), words=4, characters=10))


class Scene:
    """Drills, and a learner who answered some of them days before or after today, all right or with some missed."""

    def __init__(self, *drills: Drill) -> None:
        self.drills, self.learner, self.steps = drills, Learner(), dict[str, Step]()
        self.places = places_of(drills)

    def answer(self, place: str, day: int, *missed: str) -> None:
        names = next(each.steps for each in self.drills if each.place == place)
        known = tuple(name for name in names if name not in missed)
        evidence = Evidence(DAY + day, place, known, missed, 1.0)
        take(evidence, self.learner, self.steps, self.places, SCHEDULE)

    def list(self, minutes: float = 10, day: int = 0) -> list[str]:
        return todays_list(self.drills, self.learner, self.steps, SCHEDULE, DAY + day, minutes)


def test_the_seconds_of_a_drill() -> None:
    work = drill("p", "ab").work  # a second for the words, three for the characters
    assert seconds(work, Learner(), {}) == BETWEEN + 4 + 40
    assert seconds(work, Learner(usual=1.5), {"a": Step(pace=0.5)}) == BETWEEN + 4 + 5 + 15


def test_due_steps_come_first_at_the_drills_with_most_of_them_a_second() -> None:
    scene = Scene(drill("p", "a"), drill("q", "b"), drill("r", "ab"), drill("s", "a"), drill("new", "c"))
    for day, place in ((-99, "p"), (-98, "r"), (-97, "q"), (-96, "s")):
        scene.answer(place, day)
    assert scene.list()[:2] == ["r", "new"]
    scene.answer("r", -1)
    assert scene.list()[0] == "new"


def test_new_drills_come_in_page_order_for_a_third_of_the_minutes() -> None:
    # Each takes 2 * 10 + 9 seconds for a beginner.
    scene = Scene(*(drill(place, place) for place in "zyxwvu"))
    assert scene.list(minutes=3) == ["z", "y", "x"]
    assert scene.list(minutes=1) == ["z"]
    assert scene.list(minutes=0) == []


def test_the_rest_goes_to_the_steps_right_on_the_fewest_days_at_the_oldest_drill() -> None:
    scene = Scene(drill("p", "a"), drill("q", "b"), drill("r", "b"), drill("choice", ""))
    for place, day in (("p", -5), ("choice", -3), ("p", -4), ("p", -3), ("q", -2), ("r", -1)):
        scene.answer(place, day)
    assert scene.list() == ["choice", "q", "p", "r"]  # the choice is due
    scene.answer("choice", -1)
    assert scene.list() == ["q", "p", "r"]
    for day in range(5):
        scene.answer("p", day)
    assert scene.steps["a"].automatic
    assert scene.list(day=9)[-1] != "p"


def test_ten_minutes_more_leave_out_the_drills_of_today_and_what_showed_nothing_is_due() -> None:
    scene = Scene(drill("p", "ab"), drill("q", "a"), drill("r", "c"))
    take(Evidence(DAY, "p"), scene.learner, scene.steps, scene.places, SCHEDULE)
    assert scene.list() == ["q", "r"]
    assert scene.list(day=1)[0] == "p"


def scene_of(seed: int) -> Scene:
    source = random.Random(seed)
    drills = [
        drill(f"{number:02}", "".join(source.sample("abcdef", source.randint(0, 4))), source.choice([2.0, 20.0]))
        for number in range(source.randint(0, 20))
    ]
    scene = Scene(*drills)
    for day in sorted(source.choices(range(-60, 0), k=source.randint(0, 40)) if drills else ()):
        chosen = source.choice(drills)
        scene.answer(chosen.place, day, *source.choices(chosen.steps, k=source.random() < 0.2))
    return scene


@given(st.integers(0, 2**32).map(scene_of), st.sampled_from([1.0, 10.0, 60.0]))
def test_a_list_never_grows_within_its_day_and_keeps_to_its_minutes(scene: Scene, minutes: float) -> None:
    todays = scene.list(minutes)
    assert len(set(todays)) == len(todays)
    assert todays == scene.list(minutes)
    by_place = {each.place: each for each in scene.drills}
    times = [seconds(by_place[place].work, scene.learner, scene.steps) for place in todays]
    assert sum(times[:-1]) < 60 * minutes or not todays
    due = {name for name, step in scene.steps.items() if step.is_due(SCHEDULE, DAY)}
    assert sum(times) >= 60 * minutes or due <= {name for place in todays for name in by_place[place].steps}
    for place in todays:
        scene.answer(place, 0)
    assert not {*todays} & {*scene.list(minutes)}


@pytest.mark.parametrize("minutes", [1, 10])
def test_a_year_of_ten_minutes_makes_everything_automatic(minutes: int) -> None:
    scene = Scene(*(drill(f"{number:02}", "abcdef"[number % 4 :: 3], 5.0) for number in range(12)))
    for day in range(365):
        for place in scene.list(minutes, day):
            scene.answer(place, day)
    assert all(step.automatic for step in scene.steps.values())
