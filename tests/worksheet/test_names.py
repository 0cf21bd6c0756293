"""Names that hold further down: what a restated name means, and what is kept of the lines above."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from katatx.engine.checking import check
from katatx.errors import KatatxError
from katatx.worksheet import names
from katatx.worksheet.names import NamesAbove, check_below, is_empty

LINES = Path(__file__).parents[2] / "bench" / "reading_lines"


def verdicts(text: str) -> list[str]:
    """The verdict on each line, or its value where it claims nothing."""
    above, found = NamesAbove(), []
    for line in text.splitlines():
        if is_empty(line):
            continue
        try:
            worst = check_below(above, line).worst
        except KatatxError:
            found.append("unread")
        else:
            found.append(worst.shown if worst.judgement is None else worst.judgement.verdict.value)
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("s = 8/3\ns = 2.667", ["2.667", "right"]),
        ("s = 8/3\ns = 2.5\ns·3", ["2.667", "wrong", "8"]),
        ("x = 4\nx = 8/2 = 4\nx = 5", ["4", "right", "wrong"]),
        ("s = 8/3\ns = 5/2\ns·2 = 5", ["2.667", "2.5", "right"]),
        ("w = 0.5\nw = w - 0.1·0.2 = 0.48\nw -= 0.08\nw = 0.4", ["0.5", "right", "0.4", "right"]),
        ("w = 8/3\nw = 1; w·2 = 2", ["2.667", "right"]),
        ("K = Q\nQ = [1, 2]\nK = Q\nK = [1, 2]\nK = [1, 3]", ["unread", "[1, 2]", "[1, 2]", "[1, 2]", "[1, 3]"]),
        ("σ² = 4\nσ = 2\nσ² = 9\nσ", ["4", "2", "9", "3"]),
        ("# q = 3\n\nq = 2 # two\nq·3 = 6", ["2", "right"]),
        ("e = exp([1, 4])\ne/sum(e) = 0.047 0.953\ne^1 = 2.718", ["[2.718, 54.598]", "right", "right"]),
        ("σ = 2\nσ(0) = 0.5\n6/σ = 3", ["2", "right", "right"]),
        ("x = 3\nk = 2\n28 x 28 = 784\n12k = 12000\n2x = 6", ["3", "2", "right", "right", "right"]),
        ("mean = 4\nmean 2 4 9 = 5\nmean + 1", ["4", "right", "5"]),
        ("Q = [[1, 2]]\nK = [[3, 4]]\nQKᵀ = 11", ["[1, 2]", "[3, 4]", "right"]),
        ("W_{Q} = 3\nW_Q + 1\n\\frac{W_{Q}}{2} = 1.5", ["3", "4", "right"]),
        ("i = 1\nx = [5, 6]\nx[i:]\nx[i] = 6", ["1", "[5, 6]", "[6]", "right"]),
    ],
)  # fmt: skip
def test_what_a_name_means_further_down(text: str, found: list[str]) -> None:
    assert verdicts(text) == found


def test_a_value_that_was_written_rightly_is_gone_on_from_without_its_mistakes() -> None:
    """Both leaving the root out and sharing raw scores lead to 0.2 0.8; the root was taken, as is written above."""
    above = NamesAbove()
    check_below(above, "s = [2, 8]/√4 = [1, 4]")
    judgement = check_below(above, "softmax(s) = 0.2 0.8").worst.judgement
    assert judgement.wrong_turns == ("softmax/raw-shares",)
    above = NamesAbove()
    check_below(above, "s = [2, 8]/√4")
    judgement = check_below(above, "softmax(s) = 0.2 0.8").worst.judgement
    assert len(judgement.wrong_turns) == 2


def test_rounding_is_carried_along_over_lines() -> None:
    assert verdicts("s = 8/3 = 2.667\ns·2 = 5.334") == ["right", "right"]
    assert verdicts("s = 8/3\ns·2 = 5.334") == ["2.667", "right"]


@pytest.mark.parametrize("text", ["w = 1\n" + "w = w·1.01 - 1\n" * 400, "a = 1\n" + "a = a\n" * 400])
def test_long_chains_of_definitions_are_worked(text: str) -> None:
    assert "unread" not in verdicts(text)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "name", ["pencil", *(pytest.param(name, marks=pytest.mark.slow) for name in ("latex", "numpy", "torch"))]
)
def test_lines_that_stand_alone_keep_their_verdicts_below_others(name: str) -> None:
    above = NamesAbove()
    for line in map(json.loads, (LINES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()):
        if line["as"] != "check":
            continue
        try:
            alone = check(line["text"]).worst
        except KatatxError:
            continue
        below = check_below(above, line["text"]).worst
        assert (below.judgement, below.value) == (alone.judgement, alone.value), line["text"]


def test_names_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "MOST_NAMES", 20)
    monkeypatch.setattr(names, "LARGEST", 2_000)
    above = NamesAbove()
    for number in range(25):
        check_below(above, f"n{number} = {number}")
    assert len(list(above)) == 20
    assert "n0" not in above.used_in("n0 n24")
    row = ",".join("1" * 200)
    for number in range(10):
        check_below(above, f"r{number} = [{row}]")
    assert len(list(above)) <= 2_000 // len(row)


def test_a_method_means_that_of_the_library_which_the_name_comes_from() -> None:
    """PyTorch's std divides by n - 1, NumPy's by n; what neither line says is for the reader to say."""
    texts = [
        "x = torch.tensor([1., 2., 3.])", "x.std() = 1", "y = x * x", "y.std() = 4.041", "z = np.array([1, 2, 3])",
        "z.std() = 0.816", "(x + z).std()", "w = [1, 2, 3]", "w.std() = 0.816",
    ]  # fmt: skip
    found = verdicts("\n".join(texts))
    assert [found[row].split()[0] for row in (1, 3, 5, 6, 8)] == ["right", "right", "right", "unread", "right"]
