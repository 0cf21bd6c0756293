"""What was missed, once more: only that, on other numbers, and not asked again where it was missed."""

from __future__ import annotations

import pytest

from katatx.sessions.drills import open_session
from katatx.sessions.review import open_review
from katatx.sessions.sitting import Practice
from katatx.sessions.summing_up import summary_of
from tests.practice.small_decks import answer, small_deck


@pytest.fixture
def deck(tmp_path):
    return small_deck(tmp_path / "decks", "one", {"S": "abcd"})


def session(deck, log, clock):
    return open_session(Practice({deck.name: deck}, log, clock, lambda: 7), deck.name)


def review(deck, log, clock):
    return open_review(Practice({"one": deck}, log, clock, lambda: 7), minutes=1)


def missing(sitting) -> list[str]:
    """Miss the first two, and stop after the third."""
    return [answer(sitting, "wrong"), answer(sitting, "wrong"), answer(sitting)][:2]


@pytest.mark.parametrize("begin", [session, review])
def test_only_the_missed_drills_come_on_numbers_not_seen(begin, deck, open_log, clock) -> None:
    sitting = begin(deck, open_log(), clock)
    missed = missing(sitting)
    seen = [(outcome.question.id, outcome.question.given) for outcome in sitting.outcomes]
    redo = sitting.sequels["redo-misses"]()
    asked = []
    while redo.question is not None:
        assert (redo.question.id, redo.question.given) not in seen
        asked.append(answer(redo))
    assert asked == missed
    assert (redo.finished, redo.total) == (2, 2)
    assert redo.sequels == {}


@pytest.mark.parametrize("begin", [session, review])
def test_what_was_redone_is_done_where_it_was_missed(begin, deck, open_log, clock) -> None:
    log = open_log()
    sitting = begin(deck, log, clock)
    missed = missing(sitting)
    clock.move(minutes=1)
    redo = sitting.sequels["redo-misses"]()
    answer(redo)
    answer(redo, "wrong")
    clock.move(minutes=1)
    # Missed once more, it is redone once more, and counts in the first sitting still.
    again = redo.sequels["redo-misses"]()
    assert again.queue.drills == [redo.missed[0]]
    resumed = begin(deck, log, clock)
    assert resumed.run.id == sitting.run.id
    left = [turn.drill.rpartition("/")[2] for turn in resumed.queue.waiting]
    assert sorted(left) == sorted(
        {"a", "b", "c", "d"} - {name[-1] for name in (missed[0], sitting.outcomes[2].question.id)}
    )
    answer(again)
    assert [turn.drill for turn in begin(deck, log, clock).queue.waiting] != [
        turn.drill for turn in resumed.queue.waiting
    ]


def test_a_miss_taken_back_is_none(deck, open_log, clock) -> None:
    sitting = session(deck, open_log(), clock)
    sitting.answer("1000.5", 1.0)
    assert sitting.missed == ("a",)
    sitting.undo()
    assert (sitting.missed, summary_of(sitting).shown(80).rows.lines) == ((), [])


def test_a_drill_missed_on_three_days_is_told_with_what_comes(deck, open_log, clock) -> None:
    log = open_log()
    for day in range(4):
        clock.move(days=1)
        sitting = open_session(Practice({deck.name: deck}, log, clock, lambda: 7), deck.name, "a")
        if day < 3:
            answer(sitting, "wrong")
            assert [*summary_of(sitting).leeches.values()] == [3] * (day == 2)
    assert sitting.question.above, "and so it does"
