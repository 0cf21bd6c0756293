"""`katatx new`, `lint` and `preview`: from a page to a deck that lint accepts, and a drill as a learner sees it."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from katatx.audit.calculations import calculations_of
from katatx.commands import lint, output
from katatx.commands import lint as lint_command
from katatx.commands import new as new_command
from katatx.commands.grade import preview
from katatx.decks.drafting import draft_deck, drill_of_block
from katatx.decks.lint import lint_file, lint_page
from katatx.decks.loading import load_file
from katatx.errors import KatatxError
from katatx.pages.blocks import find_blocks
from katatx.pages.documents.reading import read_as
from tests.pages.test_blocks import MARKDOWN, PLAIN

TIGHT = """\
## One
>> YOUR TURN
What is 4/2?
check: 4/2 = 2.
>> YOUR TURN
What is 9/3?
check: 9/3 = 3.
## Two
WRONG TURN "Halves are thirds."
They are not.
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("text", [PLAIN, MARKDOWN, TIGHT, "nothing to see here\n"])
def test_a_draft_has_every_block_and_lacks_only_answers(tmp_path: Path, text: str) -> None:
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    assert new_command.run("mine", tmp_path / "page.md", tmp_path) == 0
    assert all("has no answer" in fault.problem for fault in lint_file(Path("mine.yaml")))
    blocks = find_blocks(text)
    assert [(drill.kind, drill.number) for drill in load_file(Path("mine.yaml")).drills if drill.number] == [
        (block.kind, block.number) for block in blocks
    ]
    assert lint_page(Path("mine.yaml"), tmp_path / "page.md") == []


def test_what_the_page_says_and_works_is_proposed(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(TIGHT, encoding="utf-8")
    new_command.run("mine", tmp_path / "page.md", tmp_path)
    first, second, clash = load_file(Path("mine.yaml")).drills
    assert (first.answer, first.page_says, second.answer, second.page_says) == ("4 / 2", "2", "9 / 3", "3")
    assert (first.prompt, clash.prompt, clash.answer) == ("What is 4/2?", "", None)


def test_nothing_is_written_over_nor_under_a_name_that_no_deck_can_have(tmp_path: Path) -> None:
    Path("mine.yaml").write_text("precious", encoding="utf-8")
    for name in ("mine", "Mine", "my deck", "", "-", "mine..", "é"):
        with pytest.raises(KatatxError, match=r"exists already|not a deck name"):
            new_command.run(name, None, tmp_path)
    assert [(path.name, path.read_text("utf-8")) for path in tmp_path.iterdir()] == [("mine.yaml", "precious")]


def test_hostile_pages_make_harmless_decks(tmp_path: Path) -> None:
    text = (
        '>> YOUR TURN "\x1b[31m\u202e\n*alias &anchor !!python/object: {a: [\n\ncheck: 1 + 1 = 2 # \x00 "quoted" \\n\n'
    )
    calculations = calculations_of(read_as(Path("page.md"), text))
    deck = draft_deck("mine", "p\x1bage\n: x", [drill_of_block(each, calculations) for each in find_blocks(text)])
    assert "\x1b" not in deck
    (tmp_path / "mine.yaml").write_text(deck, encoding="utf-8")
    assert lint_file(tmp_path / "mine.yaml") == []


def test_blocks_without_a_drill_are_told_at_their_place(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(TIGHT, encoding="utf-8")
    deck = "deck: mine\ntitle: t\npage: p\nsections:\n  s: {a: {turn: 1, prompt: p, answer: 4 / 2, fresh: {}}}\n"
    (tmp_path / "mine.yaml").write_text(deck, encoding="utf-8")
    missing = lint_page(tmp_path / "mine.yaml", page)
    assert [(fault.line, fault.problem.split(" has ")[0]) for fault in missing] == [
        (5, "your-turn 2"),
        (9, "wrong-turn 1"),
    ]
    page.write_text("nothing", encoding="utf-8")
    (beyond,) = lint_page(tmp_path / "mine.yaml", page)
    assert "the page has no your-turn 1" in beyond.problem
    assert beyond.line == 5


def test_a_page_goes_with_one_file(tmp_path: Path) -> None:
    with pytest.raises(KatatxError, match="one drill file"):
        lint_command.run([], tmp_path / "page.md", as_json=False, home=tmp_path)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_faults_are_counted_and_how_far_it_is_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "abc":
        (tmp_path / f"{name}.yaml").write_text("sections: {}\n", encoding="utf-8")
    assert lint.run([tmp_path / "a.yaml"], None, True, tmp_path) == 1
    told = json.loads(capsys.readouterr().out)
    assert {(fault["file"], fault["line"]) for fault in told} == {(str(tmp_path / "a.yaml"), 1)}
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "_DELAY", 0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert lint.run([tmp_path], None, False, tmp_path) == 1
    assert "checking files" in sys.stderr.getvalue()
    assert "files: 3, faults: " in capsys.readouterr().out


DECK = Path(__file__).parents[1] / "decks" / "mine.yaml"


def test_a_drill_is_shown_with_its_working_and_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = shutil.copy(DECK, tmp_path / "mine.yaml")

    def shown(seed: int | None = None) -> str:
        assert preview(f"{deck}/one", seed, tmp_path) == 0
        return capsys.readouterr().out

    text = shown()
    assert text.startswith("Portions of [1, 4]?\n")
    assert "2.718 + 54.598 = 57.316" in " ".join(text.split())
    assert "\n  [0, 1]\n" in text
    fresh = shown(seed=2)
    assert fresh == shown(seed=2)
    assert "Portions of [1, 4]?" not in fresh
    with pytest.raises(KatatxError, match="no drill"):
        preview(f"{deck}/nothing", None, tmp_path)
