from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from katatx.practice.queue import GAP, Queue, Turn


def test_drills_come_in_order_and_a_clean_one_is_done() -> None:
    queue = Queue(["a", "b"])
    assert queue.now == Turn("a", 0)
    queue.answered(clean=True)
    assert queue.now == Turn("b", 0)
    assert queue.done == {"a"}


def test_a_missed_drill_comes_back_a_few_questions_later() -> None:
    queue = Queue(["a", "b", "c", "d", "e"])
    queue.answered(clean=False)
    seen = []
    while queue.now:
        seen.append(queue.now)
        queue.answered(clean=True)
    assert seen.index(Turn("a", 1)) == GAP


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


@given(st.lists(st.booleans(), max_size=60))
def test_replaying_the_answers_gives_the_same_queue(answers: list[bool]) -> None:
    drills = ["a", "b", "c", "d", "e"]
    live, past = Queue(drills), []
    for clean in answers:
        if live.now is None:
            break
        past.append((live.now.drill, clean))
        live.answered(clean)
    again = Queue(drills)
    again.replay(past)
    assert (again.waiting, again.done) == (live.waiting, live.done)


def test_an_answer_to_a_drill_that_is_gone_is_passed_over() -> None:
    queue = Queue(["a"])
    queue.replay([("gone", True)])
    assert queue.now == Turn("a", 0)
