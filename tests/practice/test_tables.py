"""Tables say what is true, and those come that a working needs."""

from __future__ import annotations

import re

import mpmath
import pytest

from katatx.engine.evaluate import work_out
from katatx.engine.pencils.writing import Writing
from katatx.notation.expressions import read_expression
from katatx.views.lookup_tables import tables_for

ENTRY = re.compile(r"(e\^|√)(-?[\d.]+) = ([\d.]+)|([\d.]+): (-?[\d.]+) (-?[\d.]+)")


def headings(expression: str) -> list[str]:
    pencil = Writing()
    work_out(read_expression(expression), {}, pencil)
    return [table.heading.split()[0].rstrip(";") for table in tables_for(pencil.steps)]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("softmax([1, 2])", ["e^x"]),
        ("sigmoid(2)", ["e^x"]),
        ("sqrt(8)", ["roots"]),
        ("rms_norm([1, 2])", ["roots"]),
        ("position_encoding(1, 4)", ["sine"]),
        ("dot([1, 2], [3, 4])", ["e^x", "roots", "sine"]),
    ],
)
def test_a_question_has_the_tables_that_its_working_looks_up(expression: str, expected: list[str]) -> None:
    assert headings(expression) == expected


def test_every_entry_is_true_to_its_last_digit() -> None:
    entries = [entry for table in tables_for(()) for entry in table.entries]
    for entry in entries:
        found = ENTRY.fullmatch(entry)
        assert found, entry
        of, x, value, angle, sine, cosine = found.groups()
        if angle:
            written = [(sine, mpmath.sin(mpmath.mpf(angle))), (cosine, mpmath.cos(mpmath.mpf(angle)))]
        else:
            written = [(value, (mpmath.exp if of == "e^" else mpmath.sqrt)(mpmath.mpf(x)))]
        for text, true in written:
            assert abs(mpmath.mpf(text) - true) <= mpmath.mpf(10) ** -len(text.partition(".")[2]) / 2, entry
    assert len(set(entries)) == len(entries) > 70
