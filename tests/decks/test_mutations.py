"""500 drill files with one fault each: every one is told, at its line, and the decks beside it still load."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from katatx.decks import loading
from katatx.decks.errors import DeckError
from katatx.decks.linting.drill_file import lint_file
from katatx.decks.loading import load_library
from tests.decks.mutations import MUTATIONS, PIECES, Mutant, Text, encoded, mutants, piece

pytestmark = pytest.mark.slow

MUTANTS = mutants(500)
# Control, format, surrogate, private use, unassigned; and the line ends of Unicode.
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def write(folder: Path, name: str, content: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(content)
    return path


def good(name: str) -> bytes:
    lines = piece("attention", "why-look-across").lines
    return encoded(f"deck: {name}" if line.startswith("deck: ") else line for line in lines)


def test_there_are_500_files_of_many_kinds() -> None:
    assert len({(mutant.file, mutant.content) for mutant in MUTANTS}) == 500
    counts = Counter(mutant.kind for mutant in MUTANTS)
    assert set(counts) == set(MUTATIONS)
    assert len(counts) >= 30
    assert min(counts.values()) >= 4


@pytest.mark.parametrize("text", PIECES, ids=lambda text: f"{text.file}-{text.drills[0]['id'].value}")
def test_the_pieces_have_no_fault_before(text: Text, tmp_path: Path) -> None:
    assert lint_file(write(tmp_path, text.file, encoded(text.lines))) == []


@pytest.mark.parametrize("text", PIECES[:2], ids=["first", "second"])
def test_a_byte_order_mark_and_windows_line_ends_are_no_fault(text: Text, tmp_path: Path) -> None:
    content = encoded(text.lines)
    assert lint_file(write(tmp_path, text.file, b"\xef\xbb\xbf" + content)) == []
    assert lint_file(write(tmp_path, text.file, content.replace(b"\n", b"\r\n"))) == []


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_the_fault_is_told_at_its_line(mutant: Mutant, tmp_path: Path) -> None:
    path = write(tmp_path, mutant.file, mutant.content)
    found = lint_file(path)
    assert found, f"no fault found:\n{mutant.around()}"
    told = "\n".join(ascii(str(fault)) for fault in found)
    assert {type(fault) for fault in found} == {DeckError}, told
    assert mutant.lines & {fault.line for fault in found}, f"{told}\nexpected at >:\n{mutant.around()}"
    assert all(fault.file == str(path) and fault.line >= 1 and fault.column >= 1 for fault in found), told
    assert not any(unicodedata.category(character) in HIDDEN for fault in found for character in str(fault)), told


def test_the_decks_beside_a_mutant_still_load(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Without the shipped decks, which are read 500 times otherwise.
    monkeypatch.setattr(loading, "folders", lambda home: [home / "decks"])
    for name in ("a-good", "z-good"):
        write(home / "decks", f"{name}.yaml", good(name))
    for mutant in MUTANTS:
        path = write(home / "decks", mutant.file, mutant.content)
        library = load_library(home)
        path.unlink()
        assert {"a-good", "z-good"} <= set(library.decks), mutant.around()
        assert {fault.file for fault in library.faults} <= {str(path)}, mutant.around()


def test_the_shipped_decks_load_beside_all_of_them(home: Path) -> None:
    shipped = set(load_library(home).decks)
    for mutant in MUTANTS:
        write(home / "decks", f"mutant-{mutant.number}.yaml", mutant.content)
    write(home / "decks", "z-good.yaml", good("z-good"))
    library = load_library(home)
    assert set(library.decks) == shipped | {"z-good"}
    assert len(library.faults) == 500
