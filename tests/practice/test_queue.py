from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from katatx.sessions.queue import GAP, Queue, Queued


def test_drills_come_in_order_and_a_clean_one_is_done() -> None:
    queue = Queue(["a", "b"])
    assert queue.now == Queued("a", 0)
    queue.answered(clean=True)
    assert queue.now == Queued("b", 0)
    assert queue.done == {"a"}


def test_a_missed_drill_comes_back_a_few_questions_later() -> None:
    queue = Queue(["a", "b", "c", "d", "e"])
    queue.answered(clean=False)
    seen = []
    while queue.now:
        seen.append(queue.now)
        queue.answered(clean=True)
    assert seen.index(Queued("a", 1)) == GAP


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
    assert queue.now == Queued("a", 0)


def test_a_few_that_are_always_missed_do_not_keep_out_the_rest() -> None:
    queue = Queue([str(i) for i in range(16)])
    asked = []
    for _ in range(60):
        assert queue.now is not None
        asked.append(queue.now.drill)
        queue.answered(clean=False)
    assert len(set(asked)) == 16
    # Each time it waits longer.
    times = [at for at, drill in enumerate(asked) if drill == "0"]
    waits = [later - earlier for earlier, later in pairwise(times)]
    assert waits == sorted(set(waits))


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


def test_asked_again_comes_next_with_other_numbers_and_a_done_one_stays_done() -> None:
    queue = Queue(["a", "b"])
    asked = queue.now
    queue.answered(clean=True)
    queue.ask_again(asked)
    assert queue.now == Queued("a", 1, extra=True)
    queue.answered(clean=False)
    assert (queue.now, queue.done) == (Queued("b", 0), {"a"})


def test_a_missed_one_asked_again_does_not_wait() -> None:
    queue = Queue(["a", "b", "c", "d", "e"])
    asked = queue.now
    queue.answered(clean=False)
    queue.ask_again(asked)
    assert queue.now == Queued("a", 1)
    queue.answered(clean=True)
    assert queue.done == {"a"}
    assert [turn.drill for turn in queue.waiting] == ["b", "c", "d", "e"]


def test_when_a_missed_drill_is_asked_again() -> None:
    queue = Queue(["a", "b", "c", "d", "e"])
    queue.answered(clean=False)
    assert queue.when_again("a") == "again in 3 questions"
    assert queue.when_again("a", is_over=True) == "again next time"
    queue.answered(clean=True)
    assert queue.when_again("b") == ""
    queue.answered(clean=True)
    assert queue.when_again("a") == "again after the next question"
    queue.answered(clean=True)
    assert queue.when_again("a") == "again as the next question"


def test_a_drill_that_is_left_out_is_not_asked_again_and_counts_no_more() -> None:
    queue = Queue(["a", "b", "c", "b2"])
    queue.answered(clean=False)
    queue.leave_out("b")
    assert list(queue.drills) == ["a", "c", "b2"]
    assert [each.drill for each in queue.waiting] == ["c", "b2", "a"]
