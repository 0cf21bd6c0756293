"""`katatx class`, as a teacher runs it: what it says of a class, and that it only reads."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from katatx.commands import classes
from katatx.errors import KatatxError
from katatx.progress.database.header import FILE_NAME
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.progress.records import Run
from tests.progress.conftest import ANA, BEN
from tests.progress.histories import NOW, answer, know

SUMMED, MULTIPLIED = "dot/summed", "dot/sums-multiplied"


@pytest.fixture
def shown(home: Path, capsys: pytest.CaptureFixture[str]):
    """Returns what the command prints in a form."""

    def show(form: str = "table") -> str:
        assert classes.run(form, home) == 0
        return capsys.readouterr().out

    return show


def practise(log: Log, turns: list[str]) -> None:
    """One answer a day at a drill worked by two lines, `dot/products` and then `dot/sum`: right, or by a wrong turn."""
    know(log)
    log.start_run(Run("r1", "attention", None, ("match", "scaled"), 7, False, NOW))
    for day, turn in enumerate(turns):
        verdict, taken = ("wrong-turn", (turn,)) if turn else ("right", ())
        log.record(answer("match", verdict, NOW + timedelta(days=day), wrong_turns=taken, seconds=9.0))


def practise_as_ana(log: Log) -> None:
    """Products told of on five days, and known on one; once more on the last of them, and an answer taken back."""
    practise(log, ["", SUMMED, SUMMED, SUMMED, SUMMED])
    log.record(answer("match", "wrong-turn", NOW + timedelta(days=4, hours=1), wrong_turns=(SUMMED,)))
    log.record(answer("scaled", "wrong-turn", NOW + timedelta(days=5), wrong_turns=("scale/no-root",)))
    assert log.undo(NOW + timedelta(days=5, hours=1)) is not None


def practise_as_ben(log: Log) -> None:
    """Products known on four days of five; their sum missed once, of four that told of it."""
    practise(log, ["", "", "", SUMMED, MULTIPLIED])


TABLE = """\
learner  skills automatic  skills started  last day    stuck at
ana      0                 2               2026-03-06  dot/products
ben      0                 2               2026-03-06

skill         stuck  who
dot/products  1      ana

mistake              times  learners
dot/summed           6      2
dot/sums-multiplied  1      1
"""


@pytest.fixture
def files(home: Path) -> Path:
    """A home in whose log two learners practised."""
    for name, what in ((ANA, practise_as_ana), (BEN, practise_as_ben)):
        with closing(Log(SqliteStore(home, name))) as log:
            what(log)
    return home


def test_a_class_in_one_file_is_counted_by_hand_and_only_read(files: Path, shown) -> None:
    before = (files / FILE_NAME).read_bytes()
    assert shown() == TABLE
    assert shown("csv").splitlines() == [
        "learner,automatic,begun,last_day,dot/products,dot/sum",
        "ana,0,2,2026-03-06,stuck,learning",
        "ben,0,2,2026-03-06,learning,learning",
    ]
    found = json.loads(shown("json"))
    assert found["wrong_turns"] == [
        {"id": SUMMED, "times": 6, "learners": 2},
        {"id": MULTIPLIED, "times": 1, "learners": 1},
    ]
    products = found["learners"][0]["skills"][0]
    assert products.pop("score") == pytest.approx(1.5 / 6, abs=0.001)
    assert 0 <= products.pop("recall") <= 1
    assert products == {"skill": "dot/products", "standing": "stuck", "told": 5, "clean": 1}
    assert (files / FILE_NAME).read_bytes() == before


def test_without_an_answer_that_counts_nobody_has_practised(home: Path, shown) -> None:
    assert shown() == "Nobody has practised yet.\n"
    assert not home.exists()
    with closing(Log(SqliteStore(home, ANA))) as log:
        practise(log, [""])
        assert log.undo(NOW + timedelta(hours=1)) is not None
    assert json.loads(shown("json")) == {"learners": [], "wrong_turns": []}


EVIL = "\x1b[31m\u202eeve\x9b\n=1"


def test_a_row_that_no_katatx_wrote_spoils_the_line_of_that_learner_alone(files: Path, shown) -> None:
    with closing(sqlite3.connect(files / FILE_NAME)) as log:
        log.execute("UPDATE standings SET stability = 0, wrong_turns = '{' WHERE learner = 'ana'")
        log.commit()
    spoilt, sound = json.loads(shown("json"))["learners"]
    assert (spoilt["learner"], spoilt["note"]) == (ANA, "a row cannot be read")
    assert (sound["learner"], sound["note"], sound["wrong_turns"]) == (BEN, None, {SUMMED: 1, MULTIPLIED: 1})


def test_names_with_escapes_come_out_plain(files: Path, shown) -> None:
    with closing(sqlite3.connect(files / FILE_NAME)) as log:
        log.execute("UPDATE standings SET drill = ? WHERE deck = '' AND drill = 'dot/sum'", (EVIL,))
        log.execute("UPDATE standings SET drill = '=2+3' WHERE drill = 'dot/products'")
        log.execute("UPDATE standings SET learner = ? WHERE learner = 'ana'", ("=HYPERLINK(1)\x1b[2J",))
        log.commit()
    table = shown()
    assert "=HYPERLINK(1)�[2J" in table
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", table)
    rows = list(csv.reader(io.StringIO(shown("csv"))))
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    assert rows[1][0] == "'=HYPERLINK(1)�[2J"


@pytest.mark.slow
def test_an_unknown_form_and_a_server_that_is_not_there_are_one_line(home: Path, monkeypatch) -> None:
    monkeypatch.setenv("KATATX_STORE", "postgresql://nobody@127.0.0.1:1/nowhere")
    for form in ("xml", "", "\x1b[31m\u202e" + "x" * 1000):
        with pytest.raises(KatatxError, match="write table, csv or json after it") as caught:
            classes.run(form, home)
        assert str(caught.value).isprintable()
    with pytest.raises(KatatxError, match="cannot be opened"):
        classes.run("table", home)
    assert not home.exists()
