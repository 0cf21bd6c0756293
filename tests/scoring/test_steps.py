"""The rule of steps, by days worked by hand and by answers at random."""

from __future__ import annotations

import copy
import random

from hypothesis import given
from hypothesis import strategies as st

from scoring.schedule import Schedule
from scoring.steps import Evidence, Learner, Miss, Step, evidence_of, steps_of, take
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
