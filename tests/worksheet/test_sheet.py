"""A worksheet judges its lines as a fresh one of the same text does, and no line that nothing changed for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.commands.check import one_line
from katatx.errors import KatatxError
from katatx.show.checked_line import CheckedSheet, kind_of, mark_of
from katatx.worksheet.completion import choices, signature_at
from katatx.worksheet.files import read_sheet, shown, write_sheet
from katatx.worksheet.sheet import Sheet

SHEET = """\
q = [2, 0, 1, 0]
K = [[1,0,0,0],[3,0,2,0]]
q·Kᵀ = [2, 8]
scores = q·Kᵀ/√4 = [1, 4]
softmax(scores) = [0.2, 0.8]
other = 3
other·2 = 6""".splitlines()

LINES = st.sampled_from(
    [
        "", "# a comment", "a = 1", "a = 2", "a = 4/3", "a = 1.333", "b = a + 1", "b = a·2 = 2", "a = a + 1", "a·b = 2",
        "b", "ab = 3", "ab", "c = [a, b]", "softmax(c)", "c = 1 2", "softmx(c)", "a =", "σ² = 4", "σ = 2", "e = a", "e^1",
        "a, b = 1, 2", "1/2a", "d = b/a; d·a = b", "\\frac{a}{b}", "my_a = 1", "my_b + 1", "b = a", "a = b",
    ]
)  # fmt: skip


def outcome(sheet: Sheet) -> list[tuple]:
    list(sheet.judge())
    return [
        (line.text, None if line.checked is None else one_line(line.checked), mark_of(line).plain, sheet.message(row))
        for row, line in enumerate(sheet.lines)
    ]


def judged(sheet: Sheet, texts: list[str]) -> list[int]:
    sheet.rewrite(texts)
    return list(sheet.judge())


@given(st.lists(LINES, max_size=12), st.lists(st.tuples(st.sampled_from("rid"), st.integers(0, 12), LINES), max_size=6))
def test_any_edits_lead_to_the_verdicts_of_a_fresh_sheet(texts: list[str], edits: list[tuple[str, int, str]]) -> None:
    sheet = Sheet(texts)
    for number, (kind, at, text) in enumerate(edits):
        if kind == "i":
            texts.insert(at, text)
        elif at < len(texts):
            texts[at : at + 1] = [text] if kind == "r" else []
        sheet.rewrite(texts)
        for _ in zip(range(number), sheet.judge(), strict=False):  # left before it is through
            pass
    assert outcome(sheet) == outcome(Sheet(texts))


def test_only_what_depends_on_a_change_is_judged_again() -> None:
    texts = list(SHEET)
    sheet = Sheet()
    assert judged(sheet, texts) == list(range(7))
    assert judged(sheet, texts) == []
    texts[5] = "other = 4"
    assert judged(sheet, texts) == [5, 6]
    texts[0] = "q = [2, 0, 2, 0]"
    assert judged(sheet, texts) == [0, 2, 3, 4]
    texts[0] += "  # the same"
    assert judged(sheet, texts) == [0]
    texts.insert(3, "new = 1")
    assert judged(sheet, texts) == [3]
    texts[3] = "scores = [9, 9]"  # given anew below
    assert judged(sheet, texts) == [3, 4]
    del texts[3]
    assert judged(sheet, texts) == [3]


def test_judging_may_be_left_and_gone_on_with_and_stops_before_a_line() -> None:
    sheet = Sheet(SHEET)
    assert list(zip(range(2), sheet.judge(), strict=False)) == [(0, 0), (1, 1)]
    assert list(sheet.judge(before=1)) == []  # judged already, and nothing below is
    assert list(sheet.judge(before=4))[-1] == 3
    assert not sheet.is_judged
    assert list(sheet.judge()) == [4, 5, 6]
    assert sheet.is_judged


def test_lines_without_end_are_kept_and_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("katatx.worksheet.sheet.MOST_LINES", 20)
    sheet = Sheet(["1 + 1 = 2"] * 30)
    assert len(list(sheet.judge())) == 20
    assert sheet.is_judged
    assert kind_of(sheet.lines[-1]) == ""


def kinds(*texts: str) -> list[str]:
    sheet = Sheet(texts)
    list(sheet.judge())
    return [kind_of(line) for line in sheet.lines]


def test_a_line_is_right_wrong_a_value_or_to_be_written_again() -> None:
    assert kinds(*SHEET[:5]) == ["", "", "right", "right", "wrong"]
    found = kinds("softmax 1 4 ≈ 5% 95%", "√32", "√32 =", "√32 = 6", "1/3 = 0.33 = 0.330", "", "1/", "[[1,2],[3,4]]·2")
    assert found == ["right", "value", "value", "again", "wrong", "", "again", "value"]
    sheet = Sheet(["s = 8/3", "s·2 = 5.334", *SHEET[-1:], "1/"])
    list(sheet.judge())
    assert [mark_of(line).plain[:1] for line in sheet.lines] == ["2", "≈", "?", "?"]


def test_the_verdict_of_a_line_does_not_wait_for_its_cause() -> None:
    quick, whole = Sheet([*SHEET, "√32 = 6"]), Sheet([*SHEET, "√32 = 6"])
    assert [*quick.judge(search=0)] == [*whole.judge()]
    assert [kind_of(line) for line in quick.lines] == [kind_of(line) for line in whole.lines]
    assert [len(sheet.lines[4].checked.worst.judgement.causes) for sheet in (quick, whole)] == [0, 1]


def test_the_detail_of_a_line_leaves_out_what_is_worked_on_others() -> None:
    sheet = CheckedSheet(["q = [2, 0, 1, 0]", "s = q·[3,0,2,0]/√4", "softmax([s, 1]) = 0.2 0.8", "q·q"])
    list(sheet.judge())
    said = [line.plain.split() for line in sheet.detail(2, 70)]
    assert [words[1] for words in said if words and words[0].isdigit()] == ["raise", "total", "divide"]
    assert ["yours", "✗", "0.2", "✗", "0.8"] in said
    assert ["true", "0.953", "0.047"] in said
    assert sheet.title_of(2).endswith("softmax([s, 1])")
    assert sheet.title_of(0).endswith("q")


def test_completion_offers_names_above_and_operations() -> None:
    names = {"scores": (1.0, 4.0), "soft": 3.0}
    found = [choice.name for choice in choices("x = so", 6, names)]
    assert (found[0], "softmax" in found) == ("soft", True)
    found = choices("scor", 4, names)[0]
    assert (found.name, found.summary, found.inserted("")) == ("scores", "= 1 4", "scores")
    softmax = choices("softm", 5, names)[0]
    assert (softmax.signature, softmax.inserted(""), softmax.inserted("(1 4)")) == (
        "softmax(scores)",
        "softmax(",
        "softmax",
    )
    for text in ("s", "softmax", "# softm", "scores", "2 + ", "12", "soft"):
        assert choices(text, len(text), names) == [], text
    assert choices("softm", 3, names) == []  # in the middle of a word


@pytest.mark.parametrize(
    ("text", "column", "name"),
    [
        ("softmax(1 4) = 0.047", 3, "softmax"), ("softmax(1 4) = 0.047", 10, "softmax"), ("softmax(1 4) = 0.047", 18, ""),
        ("softmax 1 4", 10, "softmax"), ("x = 3; dot([1, 2], [3, 4])", 20, "dot"), ("dot(softmax(1 2), x)", 14, "softmax"),
        ("dot(softmax(1 2), x)", 18, "dot"), ("x + 1", 3, ""), ("", 0, ""), ("# softmax", 9, ""),
    ],
)  # fmt: skip
def test_the_signature_of_the_operation_at_the_cursor(text: str, column: int, name: str) -> None:
    assert signature_at(text, column).partition("(")[0] == name


def test_files_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "a.kata"
    assert not read_sheet(path).is_there
    write_sheet(path, "a = 1\nb")
    assert path.read_bytes() == b"a = 1\nb\n"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\n\x1b[31mb\x07\r\n")
    opened = read_sheet(path)
    assert (opened.text, opened.hidden) == ("a = 1\n�[31mb�\n", 2)
    write_sheet(path, "a = 2\nc")
    assert path.read_bytes() == b"a = 2\r\nc\r\n"
    assert list(tmp_path.iterdir()) == [path]
    assert shown("a\u2028b\u202ec\x0cd\te") == "a�b�c�d\te"


@pytest.mark.parametrize("content", [b"\xff", b"1" * 1_100_000], ids=["no text", "large"])
def test_a_file_that_is_no_worksheet_is_refused_in_a_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.kata"
    path.write_bytes(content)
    for wrong in (path, tmp_path):
        with pytest.raises(KatatxError, match=r"not UTF-8|larger than 1 MB|not a file") as raised:
            read_sheet(wrong)
        assert "\n" not in str(raised.value)
    for wrong in (tmp_path, tmp_path / "no" / "a.kata", Path("a\0b")):
        with pytest.raises(KatatxError, match="cannot be written"):
            write_sheet(wrong, "1")
