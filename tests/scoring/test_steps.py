"""The rule of steps and today's list, by days worked by hand and by answers at random."""

from __future__ import annotations

import copy
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.schedule import Schedule
from scoring.steps import Evidence, Learner, Miss, Step, evidence_of, places_of, steps_of, take
from scoring.today import BETWEEN, Drill, seconds, todays_list
from scoring.verdict import SLIP
from scoring.work import Work

SCHEDULE = Schedule()
DAY = 739_000
SOFTMAX = Work(
    (("softmax/exponentials", 12.0), ("softmax/total", 4.5), ("softmax/divide", 15.0)),
    turns={"softmax/no_exp": "softmax/exponentials", "softmax/by_largest": "softmax/divide"},
    steps=(("softmax/exponentials",), ("softmax/total", "softmax/divide")),
)
EXPONENTIALS, TOTAL, DIVIDE = NAMES = tuple(name for name, _ in SOFTMAX.lines)
ONE = Work((("sum/add", 3.0),))
# The drills of each step: "a" has five, "b" one, "c" two.
PLACES = {"a": set("pqrst"), "b": {"p"}, "c": {"p", "q"}}


def shown(
    work: Work = SOFTMAX, right: bool = False, turns: tuple[str, ...] = (), opened: int = 0, helped: bool = False
):
    found = evidence_of(DAY, "deck/drill", work, right, turns, opened, helped)
    return found.known, found.missed


def right(day: int, place: str, *known: str, pace: float | None = 1.0) -> Evidence:
    return Evidence(DAY + day, place, known or ("a",), (), pace)


def wrong(day: int, place: str, *missed: str) -> Evidence:
    return Evidence(DAY + day, place, (), missed or ("a",), turn="turn")


def standings(*answers: Evidence, name: str = "a") -> list[str]:
    """The standing of a step after each answer."""
    learner, steps, found = Learner(), dict[str, Step](), []
    for answer in answers:
        take(answer, learner, steps, PLACES, SCHEDULE)
        found.append(steps.get(name, Step()).standing)
    return found


def test_what_an_answer_shows() -> None:
    assert shown(right=True) == (NAMES, ())
    assert shown(turns=("softmax/by_largest",)) == ((EXPONENTIALS, TOTAL), (DIVIDE,))
    assert shown(turns=("other/turn", "softmax/no_exp")) == ((), (EXPONENTIALS,))
    assert shown(turns=(SLIP,)) == shown() == shown(helped=True, right=True) == ((), ())
    assert shown(opened=1) == ((), (EXPONENTIALS,))
    assert shown(opened=2, right=True) == ((), NAMES)
    assert shown(ONE) == ((), ("sum/add",))
    assert shown(Work()) == shown(Work(), opened=1) == ((), ("deck/drill",)) == ((), steps_of("deck/drill", Work()))
    assert shown(Work(), right=True) == (("deck/drill",), ())


def test_only_a_right_answer_without_help_has_a_pace() -> None:
    assert evidence_of(DAY, "p", SOFTMAX, right=True, seconds=63.0).pace == 2.0
    assert evidence_of(DAY, "p", SOFTMAX, right=True).pace is None
    assert evidence_of(DAY, "p", SOFTMAX, right=True, seconds=63.0, helped=True).pace is None
    assert evidence_of(DAY, "p", SOFTMAX, right=False, seconds=63.0, turns=("softmax/by_largest",)).pace is None
    assert evidence_of(DAY, "p", Work(), right=True, seconds=9.0).pace is None


FOUR = [right(day, place) for day, place in enumerate("pqrp")]
FIVE = [*FOUR, right(4, "q")]


def test_five_days_and_three_drills_make_a_step_automatic() -> None:
    assert standings(*FIVE) == ["learning"] * 4 + ["automatic"]
    assert standings(*(right(day, place) for day, place in enumerate("pqpqpqr"))).index("automatic") == 6
    assert standings(*(right(0, place) for place in "pqrst"))[-1] == "learning"
    for name, places in (("b", "ppppp"), ("c", "ppppq")):
        assert standings(*(right(day, at, name) for day, at in enumerate(places)), name=name)[-1] == "automatic"


def test_it_must_be_right_at_four_in_five_of_the_drills_met() -> None:
    met = [wrong(0, "s"), wrong(0, "t")]
    assert standings(*met, *(right(day, at) for day, at in enumerate("pqrpqs"))) == ["learning"] * 7 + ["automatic"]


def test_what_does_not_count() -> None:
    assert standings(*FOUR, right(4, "p", pace=5.0))[-1] == "learning"  # the usual pace is 1.8
    assert standings(*FOUR, wrong(4, "p"), right(4, "p"))[-1] == "learning"
    assert standings(*FOUR, right(4, "p", pace=None))[-1] == "automatic"
    assert (
        standings(*FOUR, Evidence(DAY + 4, "p", ("a",), ("b",)))[-1] == "automatic"
    )  # right before the line that was wrong
    assert standings(Evidence(DAY, "p"), right(0, "p")) == ["new", "new"]


def test_only_a_miss_when_due_takes_it_away_and_one_more_day_brings_it_back() -> None:
    assert standings(*FIVE, wrong(4, "p"))[-1] == "automatic"
    assert standings(*FIVE, wrong(5, "q"))[-1] == "automatic"
    assert standings(*FIVE, wrong(400, "q"), right(401, "q"))[-2:] == ["learning", "automatic"]
    assert standings(*FIVE, right(400, "p"), wrong(400, "q"))[-1] == "automatic"


def test_a_step_in_full() -> None:
    learner, steps = Learner(), dict[str, Step]()
    answers = [right(0, "p", "a", "b", pace=2.0), right(2, "q", pace=4.0), wrong(2, "p"), right(2, "p")]
    assert [take(each, learner, steps, PLACES, SCHEDULE) for each in answers] == [["a", "b"], [], [], []]
    step = steps["a"]
    assert (step.days, step.places, step.told, step.right) == ((DAY, DAY + 2), {"p", "q"}, 3, 2)
    assert (step.pace, learner.usual, learner.seen) == (3.0, 7 / 3, {"p": DAY + 2, "q": DAY + 2})
    assert step.missed == Miss(DAY + 2, "p", "turn")
    assert step.memory is not None
    assert step.memory.last == DAY + 2


def drawn(seed: int) -> list[Evidence]:
    source, answers, day = random.Random(seed), [], DAY
    for _ in range(source.randint(0, 120)):
        day += source.choice([0, 0, 0, 1, 1, 2, 9, 60])
        names = source.sample("abc", source.randint(0, 3))
        known = source.random() < 0.8
        pace = source.choice([None, 0.5, 1.0, 4.0])
        missed = () if known else tuple(names[-1:])
        answers.append(Evidence(day, source.choice("pqrst"), tuple(names if known else names[:-1]), missed, pace))
    return answers


@given(st.integers(0, 2**32).map(drawn), st.integers(0, 120))
def test_step_by_step_equals_replay_and_only_a_miss_when_due_is_a_loss(answers: list[Evidence], at: int) -> None:
    learner, steps = Learner(), dict[str, Step]()
    kept = copy.deepcopy((learner, steps))
    for number, answer in enumerate(answers):
        before = copy.deepcopy(steps)
        changed = take(answer, learner, steps, PLACES, SCHEDULE)
        for name, step in steps.items():
            was = before.get(name, Step())
            assert (name in changed) == (step.standing != was.standing)
            if was.automatic and not step.automatic:
                assert name in answer.missed
                assert was.is_due(SCHEDULE, answer.day)
                assert step.days == was.days[1:]
        if number == at:
            kept = copy.deepcopy((learner, steps))
    for answer in answers[at + 1 :] if at < len(answers) else answers:
        take(answer, kept[0], kept[1], PLACES, SCHEDULE)
    assert kept == (learner, steps)


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
