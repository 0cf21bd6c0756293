"""What an answer says of the lines it is worked by, and what it moves."""

from __future__ import annotations

from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from scoring.schedule import Schedule
from scoring.skills import Learner, Skill
from scoring.standing import Evidence, take_in
from scoring.work import Finding, Work, find

DAY = 739_000
SOFTMAX = Work(
    (("s/raise", 10.0), ("s/total", 2.0), ("s/divide", 8.0)),
    {"s/base-2": "s/raise", "s/raw-total": "s/total", "s/not-divided": "s/divide", "s/inside": "t/part"},
    (("s/raise",), ("s/total",), ("s/divide",)),
    words=12,
    characters=5,
)


def found(
    work: Work = SOFTMAX,
    right: bool = False,
    method_right: bool = False,
    turns: tuple[str, ...] = (),
    opened: int = 0,
    helped: bool | None = None,
) -> Finding:
    return find(work, right, method_right, turns, opened, opened > 0 if helped is None else helped)


# What an answer says.


names = st.sampled_from(["a/1", "a/2", "b/1", "b/2", "c/1"])
works = st.builds(
    Work,
    st.lists(names, max_size=5, unique=True).map(lambda found: tuple((name, 4.0) for name in found)),
    st.dictionaries(st.sampled_from("tuv"), names, max_size=3),
    st.lists(st.lists(names, max_size=3).map(tuple), max_size=4).map(tuple),
    st.integers(0, 60),
    st.integers(0, 30),
)
turns = st.lists(st.sampled_from("tuvx"), max_size=2).map(tuple)


@given(works, st.booleans(), st.booleans(), turns, st.integers(0, 5), st.booleans())
def test_no_line_is_both_known_and_missed_and_only_right_ones_show_all(
    work: Work, right: bool, slip: bool, named: tuple[str, ...], opened: int, helped: bool
) -> None:
    finding = find(work, right, slip, named, opened, helped or opened > 0)
    lines = [name for name, _ in work.lines]
    assert not set(finding.known) & set(finding.missed)
    assert len(set(finding.known + finding.missed)) == len(finding.known + finding.missed)
    assert set(finding.known) <= set(lines)
    assert finding.known or finding.missed or finding.own is not None
    if finding.own:
        assert right or slip
        assert not helped
        assert not opened
        assert finding.known == (tuple(lines) if right else ())
    if finding.missed:
        assert finding.own is None
        assert finding.known == tuple(lines[: len(finding.known)])


# What it moves.


class Hand:
    """A learner with their skills, and a drill's own part for each place."""

    def __init__(self, **places: int) -> None:
        self.learner = Learner()
        self.skills: dict[str, Skill] = {}
        self.own: dict[str, Skill] = {}
        self.places = places

    def answers(self, place: str, days: int, finding: Finding, seconds: float | None = None, **rest: object) -> Hand:
        work = rest.pop("work", SOFTMAX)
        for name in (*(name for name, _ in work.lines), *finding.missed):
            self.skills.setdefault(name, Skill())
        own = self.own.setdefault(place, Skill())
        evidence = Evidence(DAY + days, place, work, finding, seconds, **rest)
        take_in(evidence, self.learner, self.skills, own, self.places, Schedule())
        return self

    def told(self) -> dict[str, tuple[int, int]]:
        """Return how often each line was told of, and how often it was known."""
        return {name: (skill.told, skill.clean) for name, skill in self.skills.items() if skill.told}


findings = st.tuples(works, st.booleans(), st.booleans(), turns, st.integers(0, 2))
answers = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 9), findings, st.none() | st.floats(0, 500)), max_size=25
)


def played(told: list) -> list[Hand]:
    """A hand after each of some answers."""
    hand, seen = Hand(), []
    for place, days, (work, right, slip, named, opened), seconds in told:
        finding = find(work, right, slip, named, opened, opened > 0)
        hand.answers(place, days, finding, seconds, work=work, turn=named[0] if named else "")
        seen.append(deepcopy(hand))
    return seen


@given(answers)
def test_an_answer_moves_the_lines_that_it_says_something_of_and_no_others(told: list) -> None:
    before = Hand()
    for hand, (place, days, (work, right, slip, named, opened), _) in zip(played(told), told, strict=True):
        finding = find(work, right, slip, named, opened, opened > 0)
        for name, skill in hand.skills.items():
            was = before.skills.get(name, Skill())
            if name not in finding.known + finding.missed or not was.would_count(place, DAY + days):
                assert skill == was
            else:
                assert (skill.told, skill.clean) == (was.told + 1, was.clean + (name in finding.known))
                assert (skill.score > was.score) == (name in finding.known)
        assert {at: own for at, own in hand.own.items() if at != place} == {
            at: own for at, own in before.own.items() if at != place
        }
        before = hand
