"""What an answer says of the lines it is worked by, and what it moves."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.schedule import Schedule
from scoring.skills import Go, Learner, Miss, Skill
from scoring.standing import Evidence, take_in
from scoring.work import Finding, Work, find, places_of

DAY = 739_000
SOFTMAX = Work(
    (("s/raise", 10.0), ("s/total", 2.0), ("s/divide", 8.0)),
    {"s/base-2": "s/raise", "s/raw-total": "s/total", "s/not-divided": "s/divide", "s/inside": "t/part"},
    (("s/raise",), ("s/total",), ("s/divide",)),
    words=12,
    characters=5,
)
CHOICE = Work(words=20, characters=1)
NOTHING = Finding()


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


def test_a_right_answer_shows_every_line_known() -> None:
    assert found(right=True) == Finding(known=("s/raise", "s/total", "s/divide"), own=True)
    assert found(CHOICE, right=True) == Finding(own=True)


def test_a_slip_says_nothing_of_the_lines() -> None:
    assert found(method_right=True) == Finding(own=True)
    assert found(method_right=True, turns=("s/base-2",)) == Finding(own=True)


@pytest.mark.parametrize(
    ("turn", "before", "missed"),
    [
        ("s/base-2", (), "s/raise"),
        ("s/raw-total", ("s/raise",), "s/total"),
        ("s/not-divided", ("s/raise", "s/total"), "s/divide"),
        ("s/inside", (), "t/part"),  # on a line on which nothing is timed
    ],
)
def test_a_named_wrong_turn_lowers_its_own_line_only(turn: str, before: tuple[str, ...], missed: str) -> None:
    """Those before it are known, and of those after it nothing is said, nor of the drill's own part."""
    assert found(turns=(turn,)) == Finding(known=before, missed=(missed,))


def test_of_several_wrong_turns_the_first_that_the_drill_has_counts() -> None:
    assert found(turns=("other/turn", "s/raw-total", "s/base-2")) == found(turns=("s/raw-total",))


def test_wrong_without_a_name_or_by_a_mistake_of_the_drill_alone_its_own_part_is_missed() -> None:
    assert found() == found(turns=("a mistake",)) == found(CHOICE) == Finding(own=False)


@pytest.mark.parametrize(
    ("opened", "missed"),
    [(1, ("s/raise",)), (2, ("s/raise", "s/total")), (3, ("s/raise", "s/total", "s/divide"))],
)
def test_lines_that_lay_open_are_missed_whatever_was_answered(opened: int, missed: tuple[str, ...]) -> None:
    for right in (True, False):
        assert found(right=right, opened=opened) == Finding(missed=missed)
    assert found(right=True, opened=9) == found(right=True, opened=3)


def test_where_nothing_is_worked_on_what_lay_open_the_own_part_is_missed() -> None:
    assert found(CHOICE, right=True, opened=1) == Finding(own=False)
    masked = SOFTMAX._replace(steps=((), ("s/raise", "s/total"), ("s/raise",)))
    assert found(masked, right=True, opened=1) == Finding(own=False)
    assert found(masked, right=True, opened=3) == Finding(missed=("s/raise", "s/total"))


def test_help_earlier_that_day_is_taken_for_help_with_the_own_part() -> None:
    for right in (True, False):
        assert found(right=right, helped=True, turns=("s/base-2",)) == Finding(own=False)


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


def test_places_are_counted_once_each() -> None:
    kata = Work((("s/raise", 1.0),))
    found = places_of([("d/one", SOFTMAX), ("d/one", kata), ("d/two", kata), ("d/three", CHOICE)])
    assert found == {"s/raise": {"d/one", "d/two"}, "s/total": {"d/one"}, "s/divide": {"d/one"}}


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


RIGHT, SLIP = found(right=True), found(method_right=True)
TURN = found(turns=("s/raw-total",))
LINES = ("s/raise", "s/total", "s/divide")


def test_a_place_counts_once_a_day() -> None:
    hand = Hand().answers("a", 0, RIGHT)
    once = deepcopy((hand.skills, hand.own))
    for finding in (RIGHT, found(), TURN, found(opened=3), SLIP):
        hand.answers("a", 0, finding)
        assert (hand.skills, hand.own) == once
    hand.answers("b", 0, RIGHT).answers("a", 1, RIGHT)
    assert hand.told() == dict.fromkeys(LINES, (3, 3))
    assert {name: skill.days for name, skill in hand.skills.items()} == dict.fromkeys(LINES, 2)


def test_a_wrong_turn_leaves_the_lines_after_it_and_the_own_part_as_they_were() -> None:
    hand = Hand().answers("a", 0, TURN, turn="s/raw-total")
    assert hand.told() == {"s/raise": (1, 1), "s/total": (1, 0)}
    assert hand.skills["s/total"].missed == Miss(DAY, "a", "s/raw-total")
    assert hand.skills["s/divide"] == Skill()
    assert hand.own["a"] == Skill(goes={"a": Go(0, DAY)})
    assert hand.learner == Learner()


def test_a_slip_leaves_the_lines_as_they_were() -> None:
    hand = Hand().answers("a", 0, SLIP)
    assert hand.told() == {}
    assert (hand.own["a"].told, hand.own["a"].clean) == (1, 1)


def test_what_a_line_was_told_first_counts_though_another_line_was_told_of_before() -> None:
    hand = Hand().answers("a", 0, TURN).answers("a", 0, RIGHT)
    assert hand.told() == {"s/raise": (1, 1), "s/total": (1, 0), "s/divide": (1, 1)}


def test_the_pace_is_the_time_of_the_work_over_that_of_its_strokes() -> None:
    hand = Hand().answers("a", 0, RIGHT, 30.0)
    assert {skill.pace for skill in hand.skills.values()} == {hand.learner.usual} == {1.5}
    assert Evidence(DAY, "a", Work((("s/raise", 0.3),)), Finding(("s/raise",), (), own=True), 3.0).pace == 3.0
    hand.answers("a", 0, RIGHT, 10.0)  # of the day's second answer the learner's usual pace alone
    assert {skill.pace for skill in hand.skills.values()} == {1.5}
    assert hand.learner.usual == 1.0


@pytest.mark.parametrize("finding", [SLIP, TURN, found(), found(opened=1)], ids=["slip", "turn", "wrong", "hint"])
def test_only_a_right_answer_tells_of_the_pace(finding: Finding) -> None:
    hand = Hand().answers("a", 0, finding, 30.0)
    assert hand.learner.usual is None
    assert all(skill.pace is None for skill in hand.skills.values())


def test_a_choice_has_no_pace() -> None:
    hand = Hand().answers("a", 0, Finding(own=True), 30.0, work=CHOICE)
    assert hand.learner == Learner()
    assert hand.own["a"].clean == 1


def after_practice(at: str, first: float, now: float) -> Hand:
    """Four days at a drill: a pace of `first` twice, and then twice one that leads to `now`."""
    hand = Hand()
    for days, pace in enumerate((first, first, 2 * now - first, 2 * now - first)):
        hand.answers(at, days, RIGHT, 20.0 * pace)
    assert hand.skills["s/raise"].pace == pytest.approx(now)
    return hand


def test_the_first_answer_at_a_drill_shows_what_carries_over() -> None:
    # Lines begun at a pace of 2 and now at 1.5: a quarter is gained; at the new drill 1.6 at once, so a fifth.
    hand = after_practice("a", 2.0, 1.5)
    hand.answers("b", 5, RIGHT, 20.0 * 1.6)
    assert (hand.learner.gained, hand.learner.carried) == (pytest.approx(0.25**2), pytest.approx(0.25 * 0.2))
    assert (hand.learner.met, hand.learner.met_known) == (3, 3)
    before = hand.learner.carried, hand.learner.met
    hand.answers("b", 6, RIGHT, 20.0)
    assert (hand.learner.carried, hand.learner.met) == before


def test_a_first_meeting_shows_nothing_where_a_line_is_new() -> None:
    hand = after_practice("a", 2.0, 1.5)
    more = Work((*SOFTMAX.lines, ("w/new", 3.0)))
    hand.answers("b", 5, find(more, True, False, (), 0, False), 20.0, work=more)
    hand.answers("c", 5, Finding(own=True), work=CHOICE)
    assert (hand.learner.gained, hand.learner.met) == (0.0, 0)


def test_what_is_missed_at_a_first_meeting_is_counted_as_not_known_at_once() -> None:
    for finding, met, known in ((TURN, 2, 1), (found(), 1, 0), (found(opened=2), 2, 0)):
        hand = after_practice("a", 2.0, 1.5).answers("b", 5, finding)
        assert (hand.learner.met, hand.learner.met_known) == (met, known)


def test_lines_become_automatic_by_what_is_done_at_all_their_places() -> None:
    hand, day = Hand(**dict.fromkeys(LINES, 3)), 0
    while not all(hand.skills.get(name, Skill()).automatic for name in LINES):
        for place in "abc":
            hand.answers(place, day, RIGHT, 20.0)
        day += 1
    # Of n days at three places a half counts there and a half of all: n / 2 + 3 n / 2 = 10 at n = 5.
    assert day == 5
    assert not any(own.automatic for own in hand.own.values())
    for later in range(day, day + 9):
        hand.answers("a", later, TURN)
    assert [hand.skills[name].automatic for name in LINES] == [True, False, True]


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
def test_the_same_answers_in_the_same_order_come_to_the_same(told: list) -> None:
    assert [vars(hand) for hand in played(told)] == [vars(hand) for hand in played(told)]


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
