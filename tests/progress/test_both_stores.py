"""What a log does, it does over a file and over a server."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from fsrs.scheduler import DEFAULT_PARAMETERS

from katatx.progress.database.postgres import PostgresStore
from katatx.progress.database.stores import SqliteStore
from katatx.progress.errors import LogError
from katatx.progress.glance import glance
from katatx.progress.log import Log
from katatx.progress.recent import Recent, answers_since
from katatx.progress.records import Run, Typing, Uncovering
from katatx.progress.standing import Whole
from katatx.progress.transfer.portable import import_records, json_lines
from scoring.schedule import Rating
from scoring.skills import Skill
from tests.progress.conftest import TEACHER
from tests.progress.histories import DRILLS, NOW, answer, attention, derived, edited, know, practise

RUN = Run("r1", "attention", None, ("match", "scaled"), 2**62, True, NOW)


def test_what_goes_in_comes_out(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.start_run(RUN)
    given = {"a": [1.0, 0.1 + 0.2, float("inf")], "mask": [[float("-inf"), 5e-324]]}
    whole = answer(given=given, seed=-(2**62), line="scores", first_key_seconds=1 / 3, target_seconds=2 / 3)
    log.record(whole)
    again = open_store(store_url)
    assert list(again.runs("attention")) == [RUN]
    (attempt,) = again.attempts("r1")
    assert (attempt.answer, attempt.cold, attempt.day, attempt.undone) == (whole, True, "2026-03-02", False)
    assert again.attempts_at("attention", "match") == [attempt]
    assert again.has_attempts_besides("other")
    assert not again.has_attempts_besides("r1")
    assert not again.was_met("attention", "match", before="other")  # it was a kata's line


def test_recent_answers_are_those_of_the_days_that_count(store_url: str, open_store) -> None:
    log = open_store(store_url)
    assert log.last_counting() is None
    for days, verdict, turns in [
        (0, "right", ()),
        (1, "wrong-turn", ("dot/sum",)),
        (1, "unread", ()),
        (2, "right", ()),
    ]:
        log.record(answer("match", verdict, moment=NOW + timedelta(days=days), wrong_turns=turns, seconds=2.5))
    day = NOW.date() + timedelta(days=1)
    assert answers_since(log, day) == [
        Recent(day, 2.5, ("dot/sum",)),
        Recent(day + timedelta(days=1), 2.5, ()),
    ]
    last = log.last_counting()
    undone = log.undo(NOW + timedelta(days=2))
    assert last is not None
    assert undone is not None
    assert (last.uid, last.undone, undone.undone) == (undone.uid, False, True)
    assert len(answers_since(log, day)) == 1


def test_only_the_first_graded_answer_of_a_day_without_help_is_cold(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.uncover(Uncovering("r1", "attention", "divided", 5, 2, NOW))
    asked = [
        (answer("match", "unread"), False),
        (answer("match"), True),
        (answer("match"), False),
        (answer("scaled", help=1), False),
        (answer("divided"), False),
        (answer("match", moment=NOW + timedelta(days=1)), True),
    ]
    assert [log.record(each).attempt.cold for each, _ in asked] == [cold for _, cold in asked]


def test_uncovered_lines_are_those_of_the_question_and_the_most_of_them(store_url: str, open_store) -> None:
    log = open_store(store_url)
    for lines, seed, line in [(1, 5, None), (3, 5, None), (2, 5, None), (4, None, None), (5, 5, "scores")]:
        log.uncover(Uncovering("r1", "attention", "match", seed, lines, NOW, line))
    asked = [(5, None), (None, None), (5, "scores"), (6, None), (None, "scores")]
    assert [log.uncovered("r1", "attention", "match", *each).lines for each in asked] == [3, 4, 5, 0, 0]


def test_an_undone_attempt_leaves_the_standing_and_stays_in_the_log(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.record(answer(verdict="wrong"))
    before = derived(log)
    log.record(answer(moment=NOW + timedelta(days=1)))
    log.record(answer("scaled", "unread", NOW + timedelta(days=1, hours=1)))
    assert log.undo(NOW + timedelta(days=2)).answer.drill == "match"
    assert derived(log) == before
    assert [attempt.undone for attempt in log.attempts("r1")] == [False, True, False]
    assert log.undo(NOW).answer.verdict == "wrong"
    assert log.undo(NOW) is None
    assert (log.standings.whole(), log.standings.days()) == (Whole(), [])


def test_a_row_that_another_program_wrote_wrongly_is_not_undone(open_store) -> None:
    log = open_store("")
    log.record(answer())
    log.store.database.execute_sql("UPDATE attempts SET given = '?'")
    with pytest.raises(LogError, match="katatx did not write"):
        log.undo(NOW)
    assert log.store.database.execute_sql("SELECT COUNT(*) FROM undos").fetchone() == (0,)


def test_the_standing_kept_up_is_the_standing_derived_anew(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log)
    kept_up = derived(log)
    assert log.rebuild() > 40
    assert derived(log) == kept_up
    assert derived(open_store(store_url)) == kept_up
    whole = log.standings.whole()
    assert {name for name, skill in whole.skills.items() if skill.memory} > {"dot/sum", "softmax/divide", "mean/add"}
    assert whole.learner.usual is not None
    assert whole.learner.met > 0


def test_another_deck_comes_to_the_same_as_if_it_had_always_been_that(store_url: str, open_store, tmp_path) -> None:
    log, always = open_store(store_url), open_store(folder=tmp_path / "always")
    practise(log)
    before = derived(log)
    know(log, edited())
    know(always, edited())
    practise(always, known=False)
    assert derived(log) == derived(always) != before
    log.rebuild()
    assert derived(log) == derived(always)
    assert log.standings.known_decks() == {"attention": "edited"}
    know(log)
    assert derived(log) == before


def test_what_was_answered_at_an_unknown_deck_counts_when_it_is_known(store_url: str, open_store, tmp_path) -> None:
    log, known = open_store(store_url), open_store(folder=tmp_path / "known")
    practise(log, known=False)
    practise(known)
    unknown = derived(log)
    assert log.standings.whole().skills == {}
    assert log.standings.days() == known.standings.days()
    assert log.standings.names() == known.standings.names()
    know(log)
    assert derived(log) == derived(known) != unknown
    told = {name: skill.clean for name, skill in log.standings.whole().skills.items()}
    with log.store.writing():
        log.standings.know_decks({}, gone=["attention"])
    # What was answered there counts; its drills are no places to practise at any more.
    assert {name: skill.clean for name, skill in log.standings.whole().skills.items()} == told
    assert (log.standings.known_decks(), log.standings.works.places) == ({"attention": "gone"}, {})
    know(log)
    assert derived(log) == derived(known)


def test_what_one_terminal_does_the_other_goes_on_with(store_url: str, open_store) -> None:
    one, other = open_store(store_url), open_store(store_url)
    practise(one, days=4)
    first, *rest = DEFAULT_PARAMETERS
    for number, change in enumerate((lambda: know(one, edited()), lambda: one.fit([first / 2, *rest], NOW)), start=1):
        other.record(answer("portions", moment=NOW + timedelta(days=30 * number)))
        change()
        other.record(answer("match", moment=NOW + timedelta(days=30 * number + 1)))
        kept_up = derived(other)
        one.rebuild()
        assert derived(other) == kept_up


def test_a_deck_that_could_not_be_kept_is_not_gone_on_with(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log, days=4)
    before = derived(log), log.standings.known_decks()

    def know_and_fail() -> None:
        with log.store.writing():
            log.standings.know_decks({"attention": edited()})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        know_and_fail()
    assert (derived(log), log.standings.known_decks()) == before
    log.record(answer("match", moment=NOW + timedelta(days=9)))
    kept_up = derived(log)
    log.rebuild()
    assert derived(log) == kept_up
    assert log.standings.works.works == {("attention", *name): work for name, work in attention()[1].items()}


def test_an_answer_tells_what_it_moved(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log, days=4)
    for days, drill in ((9, "portions"), (-9, "match"), (10, "no-such-drill")):  # one of them recorded late
        moved = log.record(answer(drill, moment=NOW + timedelta(days=days))).moved
        whole = log.standings.whole()
        assert (moved.drill, moved.learner) == (whole.drills["attention", drill], whole.learner)
        assert {name for name, _ in log.standings.works.of("attention", drill).lines} <= moved.skills.keys()
        assert all(whole.skills.get(name, Skill()) == skill for name, skill in moved.skills.items())
    assert log.record(answer(verdict="unread")).moved is None


def test_a_line_of_a_kata_counts_for_its_own_lines_at_the_place_of_its_drill(store_url: str, open_store) -> None:
    log = open_store(store_url)
    know(log)
    log.record(answer("portions", line="portions"))
    assert set(log.standings.whole().skills) == {"arithmetic/divide"}
    log.record(answer("portions", moment=NOW + timedelta(days=1)))
    whole = log.standings.whole()
    assert set(whole.skills) == {"arithmetic/divide", "softmax/raise", "softmax/total", "softmax/divide"}
    assert {place for skill in whole.skills.values() for place in skill.goes} == {"attention/portions"}
    assert whole.drills["attention", "portions"].own.told == 2


def test_a_skill_is_rated_on_the_days_that_moved_its_memory(store_url: str, open_store) -> None:
    log = open_store(store_url)
    know(log)
    log.record(answer("match", "wrong-turn", wrong_turns=("dot/left-in-pieces",)))
    log.record(answer("match", moment=NOW + timedelta(minutes=1)))
    log.record(answer("match", moment=NOW + timedelta(days=3)))
    first, later = NOW.date(), (NOW + timedelta(days=3)).date()
    assert log.standings.ratings() == {
        "dot/products": [(first, Rating.GOOD), (later, Rating.GOOD)],
        "dot/sum": [(first, Rating.AGAIN), (later, Rating.GOOD)],
        "attention/match": [(later, Rating.GOOD)],
    }


def test_fitted_parameters_move_every_memory(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log, days=5)
    before = log.standings.whole()
    log.fit([each / 2 for each in DEFAULT_PARAMETERS[:4]] + list(DEFAULT_PARAMETERS[4:]), NOW)
    after = log.standings.whole()
    assert len(before.skills) > 5
    for name, skill in before.skills.items():
        assert after.skills[name].memory.stability != skill.memory.stability
        assert (after.skills[name].score, after.skills[name].goes) == (skill.score, skill.goes)
    assert open_store(store_url).standings.whole() == after


def test_whatever_is_typed_is_recorded(store_url: str, open_store) -> None:
    log = open_store(store_url)
    typed = ["\0", "3\0 4", "\ud800", "\udfff1", "\U0001f600", "x" * 10_000, "'; --", "%s %(a)s"]
    for each in typed:
        log.record(answer(typed=each))
    assert log.aside is None
    kept = [attempt.answer.typed for attempt in log.attempts("r1")]
    assert kept == ["\ufffd", "3\ufffd 4", "?", "?1", *typed[4:]]


def test_names_longer_than_a_column_are_kept_whole(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.record(answer("a" * 300))
    assert [attempt.answer.drill for attempt in log.attempts("r1")] == ["a" * 300]


def test_a_failed_transaction_leaves_nothing_behind(store_url: str, open_store) -> None:
    log = open_store(store_url)

    def record_and_fail() -> None:
        with log.store.writing():
            log.record(answer())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        record_and_fail()
    assert log.attempts("r1") == []
    assert (log.standings.whole(), log.standings.days()) == (Whole(), [])
    log.record(answer())
    assert len(log.attempts("r1")) == 1


def test_both_come_to_the_same_bit_for_bit(server, database: str, open_store) -> None:
    logs = [open_store(), open_store(server.url(database, TEACHER))]
    for log in logs:
        practise(log)
    one, other = (
        [(a.answer, a.day, a.cold, a.undone) for n in range(18) for a in log.attempts(f"r{n:02}")] for log in logs
    )
    assert one == other
    for look in (
        derived,
        lambda log: log.standings.ratings(),
        lambda log: log.standings.names(),
        lambda log: log.standings.works,
        lambda log: repr(log.pace()),
        lambda log: list(log.runs("attention")),
        lambda log: [log.was_met("attention", drill, "r05") for drill in DRILLS],
        lambda log: log.has_typings(),
    ):
        assert look(logs[0]) == look(logs[1])


def test_a_log_goes_to_a_server_and_back_without_loss(server, database: str, open_store, tmp_path) -> None:
    here, there, back = open_store(), open_store(server.url(database, TEACHER)), open_store(folder=tmp_path / "back")
    practise(here)
    here.calibrate([Typing(1, 1.0, NOW), Typing(2, 2.0, NOW.replace(microsecond=1))])
    here.fit(DEFAULT_PARAMETERS, NOW)
    text = "".join(json_lines(here))
    for log in (there, back):
        found = import_records(log, text.splitlines(keepends=True), "log.json")
        assert (sum(found.new.values()), found.known) == (len(json.loads(text)), 0)
        again = "".join(json_lines(log))
        assert again == text
        know(log)
        assert derived(log) == derived(here)
        text = again
    twice = import_records(there, text.splitlines(), "log.json")
    assert (twice.new, twice.known) == ({}, len(json.loads(text)))


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("runs", "drills", None),
        ("runs", "drills", "match"),
        ("runs", "drills", [["match"]]),
        ("runs", "seed", 2**63),
        ("attempts", "given", [1.0]),
        ("attempts", "given", {"a": float("nan")}),
        ("attempts", "given", {"a": json.loads("[" * 50 + "]" * 50)}),
        ("attempts", "wrong_turns", [1]),
        ("attempts", "slots", [1]),
        ("runs", "id", ""),
        ("runs", "started", "1969-12-31T23:59:59+00:00"),
        ("attempts", "uid", ""),
        ("attempts", "run", ""),
        ("attempts", "answered", "0001-01-01T00:00:00+00:00"),
        ("attempts", "help", 2**31),
        ("attempts", "help", -1),
        ("attempts", "seconds", 1e9),
        ("attempts", "seconds", 5e-324),
        ("attempts", "first_key_seconds", -0.5),
        ("attempts", "paused_seconds", 1e300),
        ("attempts", "target_seconds", -1),
        ("attempts", "pencil_seconds", 1e9),
        ("attempts", "paused_seconds", float("nan")),
        ("attempts", "target_seconds", float("inf")),
        ("attempts", "pencil_seconds", 10**400),
        ("attempts", "day", "9999-12-31"),
        ("uncoverings", "run", ""),
        ("uncoverings", "lines", 2**70),
        ("uncoverings", "lines", -1),
        ("uncoverings", "at", "9000-01-01T00:00:00+00:00"),
        ("undos", "uid", ""),
        ("undos", "at", "1066-10-14T09:00:00+00:00"),
        ("typings", "characters", True),
        ("typings", "characters", -1),
        ("typings", "seconds", -1),
        ("fits", "parameters", [1.0] * 21),
        ("fits", "parameters", [0.5]),
    ],
)
def test_what_no_log_could_hold_is_refused_by_both(one_of_each, table: str, column: str, value) -> None:
    logs, records = one_of_each
    line = json.dumps({**records[table], "id" if table == "runs" else "uid": "new", column: value})
    for log in logs:
        with pytest.raises(LogError, match=f"^other.json:1: {column} is ") as caught:
            import_records(log, [line], "other.json")
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("value", ["a\0b", "a\ud800b"])
@pytest.mark.parametrize("column", ["deck", "typed", "given", "wrong_turns"])
def test_letters_that_no_store_keeps_do_not_stop_an_import(one_of_each, column: str, value: str) -> None:
    logs, records = one_of_each
    whole = {"given": {value: value}, "wrong_turns": [value]}.get(column, value)
    for log in logs:
        line = json.dumps({**records["attempts"], "uid": f"new-{column}-{ord(value[1])}", column: whole})
        assert import_records(log, [line], "other.json").new == {"attempts": 1}
        text = "".join(json_lines(log))
        assert text.encode()
        assert not any(escaped in text for escaped in ("\\u0000", "\\ud800"))


@pytest.fixture(scope="module")
def one_of_each(server, tmp_path_factory: pytest.TempPathFactory):
    """A file and a database with a record of every kind, and these records."""
    here = Log(SqliteStore(tmp_path_factory.mktemp("home")))
    there = Log(PostgresStore(server.url(server.new_database(), TEACHER)))
    practise(here, days=4)
    here.uncover(Uncovering("r1", "attention", "match", 1, 1, NOW))
    here.fit(DEFAULT_PARAMETERS, NOW)
    text = "".join(json_lines(here))
    import_records(there, text.splitlines(), "log.json")
    yield (here, there), {record["table"]: record for record in json.loads(text)}
    here.close()
    there.close()


def test_a_glance_sees_what_the_standings_have(store_url: str, open_store, home) -> None:
    log = open_store(store_url)
    practise(log)
    log.fit(DEFAULT_PARAMETERS, NOW)
    seen = glance(home, 0.8)
    assert seen is not None
    assert (seen.whole, seen.works) == (log.standings.whole(), log.standings.works)
    assert list(seen.schedule.parameters) == list(DEFAULT_PARAMETERS)
    assert seen.schedule.retention == 0.8
