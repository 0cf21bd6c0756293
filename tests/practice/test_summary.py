"""What a sitting came to, as text and as a table."""

from __future__ import annotations

import unicodedata

from katatx.views.summary import (
    RIGHT,
    Summary,
    SummaryRow,
)  # fmt: skip


def row(name: str = "match", sign: str = RIGHT, yours: str = "2 8", true: str = "2 8", note: str = "", **other):
    told = {"seconds": 12.0, "target": 8.0, "under": ()} | other
    return SummaryRow(name, sign, yours, true, told["seconds"], told["target"], note, tuple, told["under"])


def summary(*rows: SummaryRow, title: str = "T", came: tuple[str, ...] = ("Tomorrow: 4 steps due.",)) -> Summary:
    return Summary(title, "1 of 2 right", rows, came)


def test_what_is_copied_is_bounded_and_has_no_control_characters() -> None:
    rude = summary(*[row("a\x1b[31m", yours="\x07" * 300, note="\u202e" * 900)] * 500, title="\x1b]52;c;x\x07")
    text = rude.text
    assert len(text) < 21_000
    assert {each for each in text if unicodedata.category(each) in ("Cc", "Cf")} == {"\n"}
    assert summary(row()).text.startswith("T\n1 of 2 right\n")
