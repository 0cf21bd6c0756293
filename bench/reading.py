"""Lines that people write, read by katatx: `python bench/reading.py`.

The lines in `bench/reading_lines/` were collected before the reader was written, and their values worked
out with NumPy. A hash of its text puts each line into one of two halves: `seen`, which the reader was
built with, and `unseen`, which nobody looked at before it was finished. The lines of `newest` were set
aside when the reader was written anew; they are counted, and hold nothing. Prints for each half how many
lines were read with the right value, refused, or read wrongly. `--show refused` (or wrong) lists lines
of the seen half. Exits with 1 where a line is read wrongly or fewer than 97 % of a half are read right.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from math import isclose, isfinite
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.engine.checking import check
from katatx.engine.values import as_lists
from katatx.errors import KatatxError
from katatx.notation.answers import read_answer
from katatx.notation.errors import Ambiguous
from scoring.shapes import same_shape

LINES = Path(__file__).resolve().parent / "reading_lines"
FEWEST_RIGHT = 0.97
RIGHT, REFUSED, WRONG = "right", "refused", "wrong"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", choices=(REFUSED, WRONG), help="list such lines of the seen half")
    asked = parser.parse_args()
    tallies: dict[tuple[str, str], Counter[str]] = {}
    for path in sorted(LINES.glob("*.jsonl")):
        for text in path.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            half = "newest" if path.stem == "newest" else half_of(line["text"])
            outcome, why = outcome_of(line)
            tallies.setdefault((half, path.stem), Counter())[outcome] += 1
            if asked.show == outcome and half == "seen":
                print(f"{path.stem} {line['text']!r}\n    {why}; wanted {line}")
    return report(tallies)


def half_of(text: str) -> str:
    """The half that a line belongs to, by a hash of its text."""
    return "unseen" if hashlib.sha256(text.encode()).digest()[0] % 2 else "seen"


def outcome_of(line: dict) -> tuple[str, str]:
    """Return whether a line was read right, refused or read wrongly, and what came of it."""
    try:
        found = read(line)
    except Ambiguous as error:
        return (RIGHT if line.get("asks") else REFUSED), str(error)
    except KatatxError as error:
        return REFUSED, str(error)
    if line.get("asks"):
        return WRONG, f"read as {found}"
    value, verdict = found
    if "value" in line and not alike(value, line["value"]):
        return WRONG, f"read as {value}"
    if "verdict" in line and verdict != line["verdict"]:
        return (REFUSED if verdict is None else WRONG), f"judged {verdict}"
    return RIGHT, ""


def read(line: dict) -> tuple[object, str | None]:
    if line["as"] == "answer":
        answer = read_answer(line["text"], tuple(line["shape"]))
        if not same_shape(answer.shape, tuple(line["shape"])):
            raise Ambiguous(f"read as shape {answer.shape}", 1)
        return [number.value for number in answer.numbers], None
    checked = check(line["text"])
    worst = checked.worst.judgement
    verdict = None if worst is None else "right" if worst.verdict.counts_as_right else "wrong"
    return as_lists(checked.links[-1].value), verdict


def alike(found: object, value: object) -> bool:
    """Return whether two values hold the same numbers in the same order; a row and a column of them are alike."""
    first, second = list(flat(found)), list(flat(value))
    return len(first) == len(second) and all(
        a == b or (isfinite(a) and isfinite(b) and isclose(a, b, rel_tol=1e-9, abs_tol=1e-12))
        for a, b in zip(first, second, strict=True)
    )


def flat(value: object) -> Iterator[float]:
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from flat(each)
    else:
        yield float(value)  # type: ignore[arg-type]


def report(tallies: dict[tuple[str, str], Counter[str]]) -> int:
    print(f"{'half':8} {'lines from':10} {'lines':>6} {'right':>6} {'refused':>8} {'wrong':>6}   right")
    sums: dict[tuple[str, str], Counter[str]] = {}
    for (half, _), tally in tallies.items():
        sums[half, "all"] = sums.get((half, "all"), Counter()) + tally
    for (half, name), tally in sorted(tallies.items()) + sorted(sums.items()):
        row = f"{tally.total():6} {tally[RIGHT]:6} {tally[REFUSED]:8} {tally[WRONG]:6}"
        print(f"{half:8} {name:10} {row}   {tally[RIGHT] / tally.total():.1%}")
    held = [tally for (half, _), tally in sums.items() if half != "newest"]
    good = all(tally[RIGHT] >= FEWEST_RIGHT * tally.total() and not tally[WRONG] for tally in held)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
