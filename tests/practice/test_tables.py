"""Tables say what is true, and those come that a working needs."""

from __future__ import annotations

import re

import mpmath

from katatx.views.lookup_tables import tables_for

ENTRY = re.compile(r"(e\^|√)(-?[\d.]+) = ([\d.]+)|([\d.]+): (-?[\d.]+) (-?[\d.]+)")


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
