"""What comes into a log from outside: sound, bounded, and settled as the log itself would have it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import repeat

import pytest

from katatx.progress.database.rows import attempt_row, run_row, uncovering_row
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Attempt, Run, Uncovering
from katatx.progress.transfer import import_lines
from katatx.progress.transfer.import_lines import Lines, spooled
from katatx.progress.transfer.portable import Imported, import_records, json_lines
from tests.progress.histories import NOW, answer, practise

RUN = Run("r1", "attention", None, ("match",), 7, False, NOW - timedelta(hours=1))
DAY = "2026-03-02"


def attempt(uid: str, minutes: int = 0, day: str = DAY, **other) -> str:
    at = NOW + timedelta(minutes=minutes)
    return record("attempts", attempt_row(Attempt(uid, answer(moment=at, **other), day, True, False, "1")))


def uncovering(minutes: int = 0, drill: str = "match", run: str = "r1") -> str:
    looked = Uncovering(run, "attention", drill, 1, 1, NOW + timedelta(minutes=minutes))
    return record("uncoverings", uncovering_row(looked, DAY))


def record(table: str, columns: dict) -> str:
    return json.dumps({"table": table, **columns}) + "\n"


def seen(log: Log) -> dict[str, tuple[bool, bool]]:
    """Of every attempt at a drill whether it is helped, and cold."""
    return {each.uid: (each.helped, each.cold) for each in log.attempts_at("attention", "match")}


# ---- help


def test_an_answer_after_an_uncovering_of_its_day_was_helped(store_url: str, open_store) -> None:
    log = open_store(store_url)
    lines = [attempt("early", -1), attempt("at once"), attempt("late", 5, line="scores"), uncovering()]
    lines += [attempt("next day", 24 * 60, day="2026-03-03")]
    found = import_records(log, lines, "log.json")
    assert found == Imported({"attempts": 4, "uncoverings": 1})
    helped = (True, False)
    assert seen(log) == {"early": (False, True), "at once": helped, "late": helped, "next day": (False, True)}


def test_what_the_log_has_helps_what_comes_in(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.uncover(Uncovering("r1", "attention", "match", 1, 1, NOW))
    log.uncover(Uncovering("r1", "attention", "scaled", 1, 1, NOW - timedelta(minutes=9)))
    import_records(log, [attempt("early", -1), attempt("late", 1)], "log.json")
    assert seen(log) == {"early": (False, True), "late": (True, False)}
    again = import_records(log, [attempt("early", -1), attempt("late", 1)], "log.json")
    assert again == Imported({}, known=2)  # what was settled here is no other record


def test_an_uncovering_from_before_its_run_helped_nobody(store_url: str, open_store) -> None:
    log = open_store(store_url)
    late = Run("late", "attention", None, ("match",), 7, False, NOW + timedelta(days=2))
    import_records(log, [uncovering(run="late"), attempt("u", 1), record("runs", run_row(late))], "log.json")
    assert seen(log) == {"u": (False, True)}


# ---- what is there already


def test_records_that_say_something_else_are_counted_and_left(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log, days=3)
    text = "".join(json_lines(log))
    records = json.loads(text)
    told = [each for each in records if each["table"] == "attempts"]
    told[0]["typed"] += "!"
    told[1]["given"] = {"q": [1.0]}
    told[2]["first_key_seconds"] = 0.125
    del told[3]["paused_seconds"]  # from before there was such a column
    told[4]["helped"] = not told[4]["helped"]
    next(each for each in records if each["table"] == "runs")["drill"] = "match"
    found = import_records(log, [json.dumps(each) for each in records], "log.json")
    assert (found.new, found.known, found.differing) == ({}, len(records), 4)
    assert "".join(json_lines(log)) == text


def test_a_record_that_is_there_in_a_row_that_cannot_be_read(open_log) -> None:
    log = open_log()
    import_records(log, [attempt("u")], "log.json")
    log.store.database.execute_sql("UPDATE attempts SET given = '{?'")
    with pytest.raises(LogError, match="a row that katatx did not write"):
        import_records(log, [attempt("new"), attempt("u")], "log.json")
    assert log.store.database.execute_sql("SELECT COUNT(*) FROM attempts").fetchone() == (1,)


# ---- pipes


class Endless(Lines):
    """A pipe that repeats its first line."""

    def __iter__(self) -> Iterator[str]:
        return repeat(self.source.read())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello\n", "pipe:1: it is not a record of a katatx log"),
        ('{"table": "x"}\n', 'pipe:1: its table is "x"'),
        ("\0" * (import_lines.LONGEST_LINE + 1), "pipe:1: a line is longer than 1,000,000 characters"),
        ("\n", "pipe:10001: 10,001 lines without a record"),
        (attempt("u"), "pipe:.*: more than 2e-05 GB of input; save it to a file"),
    ],
    ids=["no JSON", "no table", "no line", "nothing", "records"],
)
def test_an_endless_pipe_is_refused(monkeypatch: pytest.MonkeyPatch, line: str, said: str) -> None:
    monkeypatch.setattr(import_lines, "GIGABYTES_OF_A_PIPE", 2e-5)
    with pytest.raises(LogError, match=f"^{said}"), spooled(Endless(io.StringIO(line), "pipe"), "pipe"):
        pass
