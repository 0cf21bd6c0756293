"""Files that are checked again when they are saved, with a clock that the test holds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from katatx.commands.authoring import lint
from katatx.commands.authoring.lint_watch import Watch
from katatx.errors import KatatxError

RIGHT = "deck: {0}\ntitle: t\npage: p\ndrills:\n  - {{id: a, kind: worked, section: s, prompt: p, answer: 1 + 1 / 3}}\n"


def saved(path: Path, text: str, at: int) -> None:
    path.write_text(text, encoding="utf-8")
    os.utime(path, (at, at))


def steps(*done: Callable[[], object]) -> Callable[[], object]:
    """Between two looks the next of what is `done`; after the last of them Ctrl-C."""
    rest: Iterator[Callable[[], object]] = iter(done)

    def wait() -> None:
        step = next(rest, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    return wait


def test_what_is_saved_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    saved(one, RIGHT.format("one"), 1)
    wait = steps(
        lambda: saved(one, RIGHT.format("one").replace("1 / 3", "x"), 2),
        lambda: None,
        lambda: saved(two, RIGHT.format("two"), 2),
        two.unlink,
    )
    assert lint.run([tmp_path], None, as_json=False, home=tmp_path, wait=wait) == 1
    told = [line.replace(str(tmp_path) + "/", "") for line in capsys.readouterr().out.splitlines()]
    assert told == [
        "files: 1, faults: 0",
        "Checked again when saved; Ctrl-C ends it.",
        "one.yaml changed: faults: 1, new: 1",
        'one.yaml:5:58: a: column 5: "x" has no value; write x = and its value before it',
        "two.yaml is new: faults: 0, new: 0",
        "two.yaml is gone",
    ]


def test_the_page_of_a_deck_is_watched_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, page = tmp_path / "one.yaml", tmp_path / "page.md"
    saved(deck, RIGHT.format("one"), 1)
    saved(page, "nothing", 1)
    wait = steps(lambda: saved(page, "### Your turn\n\nWork it.\n", 2), lambda: saved(page, "nothing", 3))
    assert lint.run([deck], page, as_json=False, home=tmp_path, wait=wait) == 0
    told = capsys.readouterr().out
    assert "page.md changed\n" in told
    assert "your-turn 1 has no drill in" in told


def test_a_page_that_is_gone_for_a_moment_does_not_end_the_watch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, page = tmp_path / "one.yaml", tmp_path / "page.md"
    saved(deck, RIGHT.format("one"), 1)
    saved(page, "nothing", 1)
    wait = steps(page.unlink, lambda: saved(page, "### Your turn\n\nWork it.\n", 2), lambda: saved(page, "nothing", 3))
    assert lint.run([deck], page, as_json=False, home=tmp_path, wait=wait) == 0
    told = capsys.readouterr().out
    assert "page.md: no such file" in told
    assert "your-turn 1 has no drill in" in told


def test_a_drill_with_a_list_for_its_turn_is_a_fault_beside_a_page(tmp_path: Path) -> None:
    deck, page = tmp_path / "one.yaml", tmp_path / "page.md"
    saved(deck, RIGHT.format("one") + "  - {id: b, kind: [x], turn: [1], section: s, prompt: p, answer: 1 + 1}\n", 1)
    saved(page, "### Your turn\n\nWork it.\n", 1)
    assert lint.run([deck], page, as_json=True, home=tmp_path) == 1


def test_one_document_and_watching_do_not_go_together(tmp_path: Path) -> None:
    with pytest.raises(KatatxError, match="--watch"):
        lint.run([tmp_path], None, as_json=True, home=tmp_path, wait=lambda: None)


def test_a_new_file_is_checked_although_the_page_changed_with_it(tmp_path: Path) -> None:
    deck, page, more = tmp_path / "one.yaml", tmp_path / "page.md", tmp_path / "two.yaml"
    saved(deck, "", 1)
    saved(page, "", 1)
    checked: list[str] = []
    watched = Watch(lambda: sorted(tmp_path.glob("*.yaml")), lambda path: checked.append(path.name) or [], also=[page])
    saved(page, "more", 2)
    saved(more, "", 2)
    watched.look()
    assert checked == ["one.yaml", "two.yaml", "one.yaml"]
