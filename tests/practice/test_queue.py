"""Where each drill of a run stands in its queue, counted by hand and by its properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.sessions.queue import Queue, Queued


def order(queue: Queue) -> str:
    return "".join(each.drill for each in queue.waiting)


@pytest.mark.parametrize(("showing", "place"), [(0, 3), (1, 6), (2, 12), (3, 24), (4, 25)])
def test_the_wait_is_three_questions_and_doubles(showing: int, place: int) -> None:
    queue = Queue([str(number) for number in range(26)])
    queue.waiting[0] = Queued("0", showing)
    queue.answered(clean=False)
    assert queue.waiting[place] == Queued("0", showing + 1)
    assert len(queue.waiting) == 26
    assert [each.drill for each in queue.waiting if each.drill != "0"] == [str(number) for number in range(1, 26)]
    assert queue.done == set()


@pytest.mark.parametrize(("drills", "after"), [("a", "a"), ("ab", "ba"), ("abcd", "bcda"), ("abcde", "bcdae")])
def test_a_missed_drill_is_last_if_fewer_wait(drills: str, after: str) -> None:
    queue = Queue(list(drills))
    queue.answered(clean=False)
    assert order(queue) == after


def test_an_extra_drill_is_only_removed() -> None:
    for clean in (True, False):
        queue = Queue(["a", "b"])
        queue.waiting.insert(0, Queued("c", 1, extra=True))
        queue.answered(clean)
        assert (order(queue), queue.done) == ("ab", set())
        queue.answered(clean=True)
        assert (order(queue), queue.done) == ("b", {"a"})


def test_a_drill_asked_again_is_moved_to_the_front_or_added_there() -> None:
    queue = Queue(["a", "b", "c", "d"])
    queue.ask_again(Queued("c", 5))
    assert queue.waiting[0] == Queued("c", 0)  # as it was waiting
    assert order(queue) == "cabd"
    queue.ask_again(Queued("c", 5))
    assert order(queue) == "cabd"
    queue.ask_again(Queued("x", 5))
    assert queue.waiting[0] == Queued("x", 6, extra=True)
    assert order(queue) == "xcabd"
    queue.ask_again(Queued("d", 0))
    assert order(queue) == "dxcab"


def test_when_each_drill_comes_again() -> None:
    queue = Queue(["b", "d", "a", "c"])
    assert {drill: queue.when_again(drill) for drill in ("b", "d", "a", "c", "x", "")} == {
        "b": "asked again next",
        "d": "again after the next question",
        "a": "again in 2 questions",
        "c": "again in 3 questions",
        "x": "",
        "": "",
    }
    assert {queue.when_again(drill, is_over=True) for drill in "abcd"} == {"again next time"}
    assert queue.when_again("x", is_over=True) == ""


def test_a_drill_left_out_leaves_every_place_it_waits_in() -> None:
    queue = Queue(["a", "b", "a", "c"])
    queue.leave_out("a")
    assert (list(queue.drills), order(queue)) == (["b", "c"], "bc")
    queue.leave_out("x")
    assert (list(queue.drills), order(queue)) == (["b", "c"], "bc")
    numbered = Queue([str(number) for number in range(10, 13)])
    numbered.leave_out(str(11))
    assert (list(numbered.drills), order(numbered)) == (["10", "12"], "1012")


@pytest.mark.parametrize(
    ("answers", "after", "done"),
    [
        ([], "abcde", ""),
        ([("a", True)], "bcde", "a"),
        ([("c", True)], "abde", "c"),  # another than the first
        ([("e", False)], "abced", ""),  # behind three others
        ([("c", False), ("c", True)], "abde", "c"),
        ([("c", False), ("c", False)], "abdec", ""),
        ([("x", True), ("b", True)], "acde", "b"),
        ([("a", True), ("a", False)], "bcde", "a"),
        ([("a", False), ("b", True), ("a", True)], "cde", "ab"),
    ],
)
def test_earlier_answers_are_taken_in_wherever_their_drill_waits(
    answers: list[tuple[str, bool]], after: str, done: str
) -> None:
    queue = Queue(list("abcde"))
    queue.replay(answers)
    assert (order(queue), queue.done) == (after, set(done))


def test_each_earlier_answer_counts_once_for_a_drill_that_waits_twice() -> None:
    queue = Queue(["a", "b", "a"])
    queue.replay([("a", True)])
    assert order(queue) == "ba"


@given(st.lists(st.booleans(), max_size=200), st.integers(1, 6))
def test_it_ends_exactly_when_every_drill_was_right_unaided(answers: list[bool], count: int) -> None:
    queue = Queue([str(i) for i in range(count)])
    given_answers = []
    for clean in answers:
        if queue.now is None:
            break
        given_answers.append((queue.now.drill, clean))
        queue.answered(clean)
    assert queue.done == {drill for drill, clean in given_answers if clean}
    assert (queue.now is None) == (len(queue.done) == count)
    assert len(queue.done) + len({turn.drill for turn in queue.waiting}) == count


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
def test_what_is_asked_again_leaves_the_queue_as_its_answers_make_it(answers: list[tuple[bool, bool]]) -> None:
    """Whatever is asked again in between: a run that was killed comes back to the same drills."""
    drills = ["a", "b", "c", "d", "e"]
    live, past, asked = Queue(drills), [], None
    for clean, again in answers:
        if again and asked is not None:
            live.ask_again(asked)
        if live.now is None:
            break
        asked = live.now
        past.append((asked.drill, clean))
        live.answered(clean)
    replayed = Queue(drills)
    replayed.replay(past)
    assert replayed.done == live.done
    assert {turn.drill for turn in replayed.waiting} == {turn.drill for turn in live.waiting if not turn.extra}
