"""A log as a file: without loss as JSON lines, safe as CSV, and checked on its way in."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from math import inf, nan
from random import Random

import pytest

from katatx.progress.events import Hint, LogError, Run
from katatx.progress.transfer import import_lines, json_lines, write_csv
from tests.progress.histories import NOW, answer, some_answer

TYPED = ["3\0 4", "\ud800\udc00 \ud800", "\\u0000 \\ud800", "\u202e\x1b[31m\x9b", "a\r\nb", "√2 é 🜚", '=1+"2"', "@x", "\t9", "+a", "-1.5",
         "−3", "-2+3", "inf"]  # fmt: skip
KEPT = ["3� 4", "?? ?", *TYPED[2:]]


def practise(log) -> None:
    random = Random(3)
    log.add([Run("r1", "attention", None, ("match",), -(2**62), True, NOW - timedelta(hours=1))])
    hint = {"uid": "h1", "lines": 2, "at": NOW, "day": NOW.date(), "line": "scores", "step": "value"}
    log.add([Hint("r1", "attention", "match", None, **hint)])
    for minute, typed in enumerate(TYPED):
        given = {"a": [inf, -inf, 0.1 + 0.2, 5e-324, -0.0, 2**60], "b": [[1.0]], "c": 7.0}
        log.record(answer(typed=typed, given=given, moment=NOW + timedelta(minutes=minute), first_key_seconds=1 / 3))
    for day in range(20):
        log.record(some_answer(random, NOW + timedelta(days=day)))
    log.undo(NOW + timedelta(days=40))


def test_a_log_goes_to_another_store_and_back_without_loss(store_url: str, open_store, tmp_path) -> None:
    here, there, back = (
        open_store(),
        open_store(store_url, folder=tmp_path / "there"),
        open_store(folder=tmp_path / "back"),
    )
    practise(here)
    lines = list(json_lines(here))
    for log in (there, back):
        assert import_lines(log, lines, "log.json") == (len(lines), 0)
        assert list(json_lines(log)) == lines
        assert log.whole == here.whole
        assert log.attempts("r1") == here.attempts("r1")
        assert [each.answer.typed for each in log.attempts("r1")][: len(KEPT)] == KEPT
        assert (log.pace(), list(log.runs("attention"))) == (here.pace(), list(here.runs("attention")))
    assert import_lines(there, [*lines, "\n"], "log.json") == (0, len(lines))
    assert here.attempts("r1")[0].answer.given["a"][:2] == ["inf", "-inf"]
    # What a store cannot hold comes in as it would from the keyboard, wherever it stands.
    record = {**json.loads(lines[2]), "uid": "\0x", "deck": "\0d", "line": "\0", "given": {"\0": [1]}}
    assert import_lines(there, [json.dumps(record)], "log.json") == (1, 0)
    assert import_lines(there, [json.dumps(record)], "log.json") == (0, 1)
    assert import_lines(back, json_lines(there), "log.json")[0] == 1
    assert back.whole == there.whole


def test_a_spreadsheet_gets_every_answer_and_no_formula(open_store) -> None:
    log, target = open_store(), io.StringIO()
    practise(log)
    write_csv(log, target)
    target.seek(0)
    head, *rows = csv.reader(target)
    attempts = log.attempts("r1") + log.attempts("r2")
    assert {row[0]: row[-1] for row in rows} == {each.answer.uid: str(each.undone) for each in attempts}
    assert not any(cell.startswith(("=", "@", "\t", "\r")) for row in rows for cell in row)
    assert not any(character in cell for row in rows for cell in row for character in "\x1b\x9b\u202e\0")
    typed = [row[head.index("typed")] for row in rows]
    assert [typed[at] for at in (7, 8, 10, 11, 12, 13)] == ['\'=1+"2"', "'@x", "'+a", "-1.5", "−3", "-2+3"]
    with pytest.raises(LogError, match=r"x\.csv:1: "):
        import_lines(log, io.StringIO(target.getvalue()), "x.csv")


DEEP: list = []
for _ in range(50):
    DEEP = [DEEP]
BAD = {
    "event": ["", None, [], "attempt"], "uid": ["", None, 7, "x" * 100_001], "run": ["", None, 7], "deck": [None, 7],
    "drill": [7, "x" * 100_001], "drills": [None, "match", [["match"]], [""]], "seed": ["7", 1.5, True],
    "always_fresh": [None, 1], "kind": ["", None], "started": ["", None, "2026-03-02T09:00:00", "9000-01-01T00:00:00+00:00",
    "1969-12-31T23:59:59+00:00", 7], "line": [7, []], "day": ["", None, "9999-12-31", "20260302", "2026-03-05", 7],
    "given": [None, [1.0], "x", {"a": DEEP}, {"a": 1e400}, {"a": "x"}], "typed": [None, 7, "x" * 100_001],
    "verdict": ["perfect", "\x1b[31mright\x9b", None, []], "wrong_turns": [None, "slip", [1], [""]], "slots": [None, [1], True],
    "help": [-1, 1.0, None, True, 2**31], "answered": ["", None, "2026-03-02T09:00:00", "9000-01-01T00:00:00+00:00"],
    "seconds": [-0.5, None, "9", 1e9, True, 1e400, nan, 10**400], "first_key_seconds": [-1, "x", 1e9], "paused_seconds": [None, -1],
    "untouched": [None, 0], "pencil_seconds": [-1, 10**400], "target_seconds": [-1, []], "version": [None, 1],
    "known": [None, "x", [1]], "missed": [None, [[]]], "pace": [-1, "x", 1e400],     "lines": [-1, 2**70, None, 1.5], "step": ["line", 1], "at": ["", None, "2026-03-02T09:00:00", 5], "answer": ["", None, 7],
    "more": [1],
}  # fmt: skip
OPTIONAL = {"kind", "first_key_seconds", "paused_seconds", "untouched", "pencil_seconds", "target_seconds", "line",
            "step"}  # fmt: skip


def test_no_damaged_value_comes_in(open_store, tmp_path) -> None:
    """Every value of every kind of event in turn: missing, or what no log writes."""
    log, target = open_store(), open_store(folder=tmp_path / "target")
    practise(log)
    by_kind = {json.loads(line)["event"]: json.loads(line) for line in json_lines(log)}
    assert set(by_kind) == {"run", "answer", "hint", "undo"}
    sound = "".join(json_lines(log)).splitlines()[0]
    tried: set[str] = set()
    for record in by_kind.values():
        needed = [name for name in record if name not in OPTIONAL]
        lines = [json.dumps({each: value for each, value in record.items() if each != name}) for name in needed]
        for name in (*record, "more"):
            tried.add(name)
            lines += [json.dumps({**record, name: bad}) for bad in BAD[name]]
        for line in lines:
            with pytest.raises(LogError, match=r"^other\.json:3: ") as caught:
                import_lines(target, [sound, "\n", line, sound], "other.json")
            assert str(caught.value).isprintable()
            assert len(str(caught.value)) < 500
    assert tried == set(BAD)
    for line in ("hello", "[]", "7", "null", '"x"', "[" * 100_000, "\0", "{}", " " * 1_000_001, "NaN"):
        with pytest.raises(LogError, match=r"^other\.json:2: "):
            import_lines(target, [sound, line], "other.json")
    for lines in ([], ["\n", " \n"]):
        with pytest.raises(LogError, match="empty"):
            import_lines(target, lines, "other.json")
    assert target.count() == 0
