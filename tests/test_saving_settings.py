"""Settings that katatx writes: what a learner wrote beside them stays, and no failure costs the file."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.settings import RULES, Preferences, Settings, load_preferences
from katatx.settings.saving import save_setting

ROOT = Path(__file__).resolve().parent.parent
LEARNERS = """\
# mine
[practice]
retention = 0.85  # not too often
# day_start = 5

# how it looks
[app]
theme = "light"

[keys]
# as in my editor
next = 'j'
"""


def is_one_line(message: str) -> bool:
    """Return whether nothing in it moves a terminal."""
    return plain(message, keep="") == message


def tables(text: str) -> dict[str, Any]:
    return {name: table for name, table in tomllib.loads(text).items() if table}


@pytest.mark.parametrize(
    ("text", "table", "name", "value"),
    [
        ("", "practice", "retention", 0.8),
        ("practice.retention = 0.9  # c0\napp.clock = true\npractice.day_start = 3", "practice", "minutes", 7),
        ("practice = {pace = 2, tools = 'none'}  # c0\n", "practice", "pace", 1.5),
        ("# c0\r\n[app]\r\nclock = false\r\n\r\n# c1\r\n[keys]\r\nnext = 'j'\r\n", "app", "clock", True),
        ('[ "app" ]\n"theme" = "dark"\n', "app", "theme", "light"),
        ("[keys]", "keys", "next", '"\\, ]#'),
    ],
)
def test_what_is_saved_reads_back_and_all_else_stays(home: Path, text: str, table: str, name: str, value: Any) -> None:
    home.mkdir()
    path = home / "config.toml"
    path.write_bytes(text.encode())
    was = tables(text)
    assert save_setting(home, table, name, value) == load_preferences(home)
    after = path.read_bytes().decode()
    assert tables(after) == was | {table: was.get(table, {}) | {name: value}}
    assert type(tomllib.loads(after)[table][name]) is type(value)
    assert all(comment in after for comment in ("# c0", "# c1") if comment in text)
    assert [file.name for file in home.iterdir()] == ["config.toml"]
    save_setting(home, table, name, None)
    assert tables(path.read_text()).get(table, {}) == {k: v for k, v in was.get(table, {}).items() if k != name}


@given(st.sampled_from(sorted(RULES)) | st.text(max_size=50), st.text(max_size=50), st.text(max_size=200) | st.none())
def test_what_is_no_setting_is_refused_in_one_line(table: str, name: str, value: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "config.toml")
        try:
            save_setting(path.parent, table, name, value)
        except KatatxError as error:
            said = str(error)
        else:  # it was one after all
            load_preferences(path.parent)
            return
        assert is_one_line(said)
        assert len(said) < 500
        assert not path.exists()


def test_a_new_setting_stands_with_its_table_and_comments_stay(home: Path) -> None:
    path = home / "config.toml"
    home.mkdir()
    path.write_text(LEARNERS)
    save_setting(home, "practice", "minutes", 20)
    save_setting(home, "practice", "retention", 0.9)
    save_setting(home, "keys", "next", None)
    save_setting(home, "app", "keys", "vim")
    assert path.read_text() == LEARNERS.replace(
        "retention = 0.85  # not too often\n", "retention = 0.9  # not too often\nminutes = 20\n"
    ).replace("next = 'j'\n", "").replace('theme = "light"\n', 'theme = "light"\nkeys = "vim"\n')


def test_the_folder_and_the_file_are_made(tmp_path: Path) -> None:
    home = tmp_path / "a" / "b"
    assert save_setting(home, "practice", "minutes", None) == Preferences()
    assert not home.exists()
    assert save_setting(home, "practice", "minutes", 10) == Preferences(Settings(minutes=10))
    assert (home / "config.toml").read_text() == "[practice]\nminutes = 10\n"


def test_a_link_stays_one_and_its_file_is_written(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    kept = tmp_path / "dotfiles" / "katatx.toml"
    kept.parent.mkdir()
    (home / "config.toml").symlink_to(kept)
    save_setting(home, "app", "clock", False)
    save_setting(home, "app", "theme", "light")
    assert (home / "config.toml").is_symlink()
    assert not kept.is_symlink()
    assert tomllib.loads(kept.read_text()) == {"app": {"clock": False, "theme": "light"}}
    assert sorted(each.name for each in kept.parent.iterdir()) == ["katatx.toml"]


def test_who_may_read_it_stays(home: Path) -> None:
    home.mkdir()
    path = home / "config.toml"
    path.write_text("")
    path.chmod(0o640)
    save_setting(home, "app", "clock", False)
    assert path.stat().st_mode & 0o777 == 0o640


def test_where_it_cannot_be_written_the_old_file_stays(home: Path, tmp_path: Path) -> None:
    def refused() -> None:
        with pytest.raises(KatatxError, match=r"config\.toml") as caught:
            save_setting(home, "app", "clock", False)
        assert is_one_line(str(caught.value))

    home.write_text("a file where the folder should be")
    refused()
    home.unlink()
    (home / "config.toml").mkdir(parents=True)
    refused()
    (home / "config.toml").rmdir()
    (home / "config.toml").symlink_to(tmp_path / "nowhere" / "config.toml")
    refused()
    (home / "config.toml").unlink()
    (home / "config.toml").symlink_to(home / "config.toml")
    with suppress(KatatxError):  # whatever a link to itself is, it is no traceback
        save_setting(home, "app", "clock", False)


@pytest.mark.skipif(os.name != "posix", reason="a limit of POSIX stands for a full disk")
def test_a_full_disk_costs_nothing(home: Path) -> None:
    home.mkdir()
    path = home / "config.toml"
    path.write_text(LEARNERS)
    code = (
        "import resource, signal, sys; from pathlib import Path; from katatx.settings.saving import save_setting\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
        "save_setting(Path(sys.argv[1]), 'app', 'clock', False)"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, str(home)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 1
    assert "File too large; it is unchanged" in done.stderr.splitlines()[-1]
    assert path.read_text() == LEARNERS
    assert [each.name for each in home.iterdir()] == ["config.toml"]


def test_an_editor_that_wrote_meanwhile_is_not_overwritten(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file changes just as the new one is ready to take its place."""
    home.mkdir()
    path = home / "config.toml"
    path.write_text("[practice]\nminutes = 5\n")
    flush, edits = os.fsync, ["[practice]\nminutes = 5\nplaces = 2\n"]

    def edit(number: int) -> None:
        flush(number)
        if edits:
            path.write_text(edits.pop())

    monkeypatch.setattr(os, "fsync", edit)
    assert save_setting(home, "app", "clock", False).practice.places == 2
    assert tomllib.loads(path.read_text()) == {"practice": {"minutes": 5, "places": 2}, "app": {"clock": False}}
