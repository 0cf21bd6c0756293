from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from katatx.sessions.queue import Queue


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
