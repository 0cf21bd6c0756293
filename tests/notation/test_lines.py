"""The lines of `bench/reading_lines` that the reader was built with: none is read wrongly, and few are refused."""

from __future__ import annotations

import json

import pytest

from bench.reading import LINES, REFUSED, RIGHT, half_of, outcome_of

# Refused today: answers written as a call, a sum of rows, cube roots, powers of a function, and what is asked about.
REFUSED_LINES = {
    "∛8",
    "$1 - \\tanh^2(0.5)$",
    "∛8 + √9",
    "\\text{softmax}([1, 1, 1])",
    "np.dot([1, 2], [3, 4])",
    "np.array([1, 2, 3]).mean()",
    "np.array([[1, 2], [3, 4]]) @ np.array([1, 1])",
    "softmax([1, 2, 3])",
    "a = 2, b = 5 \\implies ab = 10",
}


@pytest.mark.parametrize("name", sorted(path.stem for path in LINES.glob("*.jsonl") if path.stem != "newest"))
def test_lines_that_people_write_are_read_as_they_mean_them(name: str) -> None:
    texts = (LINES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    lines = [line for line in map(json.loads, texts) if half_of(line["text"]) == "seen"]
    assert len(lines) > 200
    for line in lines:
        outcome, why = outcome_of(line)
        assert outcome == (REFUSED if line["text"] in REFUSED_LINES else RIGHT), (line["text"], why)
