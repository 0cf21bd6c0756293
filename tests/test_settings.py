"""config.toml: what is right holds, what is wrong is left out with a warning, saving keeps all else; and the days that it sets."""

from __future__ import annotations

import time
import tomllib
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.settings import AppSettings, Preferences, Settings, load_preferences, load_settings
from katatx.settings.saving import save_setting

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


def write(home: Path, text: str | bytes) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    path = home / "config.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return path


def tables(text: str) -> dict[str, Any]:
    return {name: table for name, table in tomllib.loads(text).items() if table}


def test_all_tables_are_read(home: Path) -> None:
    assert load_preferences(home) == Preferences() == Preferences(Settings(), AppSettings("dark", True, "standard", {}))
    write(home, b"\xef\xbb\xbf[practice]\r\nminutes = 3\r\n")
    assert load_settings(home) == Settings(minutes=3)
    write(
        home,
        "[practice]\nminutes = 600\nretention = 0.97\nday_start = 23\nplaces = 6\npace = 3\ntools = 'none'\n"
        "zone = 'Asia/Kolkata'\n[app]\ntheme = 'terminal'\nclock = false\nkeys = 'vim'\n[keys]\nreview = 'r'\n",
    )
    practice = Settings(0.97, 23, "Asia/Kolkata", 600, 6, 3, "none")
    assert load_preferences(home) == Preferences(practice, AppSettings("terminal", False, "vim", {"review": "r"}))
    assert practice.now().utcoffset() == timedelta(hours=5, minutes=30)
    assert Settings().now().utcoffset() == datetime.now().astimezone().utcoffset()


@pytest.mark.parametrize(
    "text",
    [
        "[practice\n",
        "[app]\nclock = true\nclock = true\n",
        "a = " + "[" * 10_000,
        "a = " + "9" * 10_000,
        b"\xff",
        b"\0",
    ],
    ids=range(6),
)
def test_a_file_that_is_no_toml_is_refused_and_never_overwritten(home: Path, text: str | bytes) -> None:
    path = write(home, text)
    before = path.read_bytes()
    for use in (lambda: load_preferences(home), lambda: save_setting(home, "app", "clock", False)):
        with pytest.raises(KatatxError) as caught:
            use()
        assert str(path) in str(caught.value)
        assert str(caught.value).isprintable()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[practise]\nretention = 0.9", "practise"),
        ("retention = 0.9", "retention"),
        ("practice = 5", "[practice]"),
        ("[[practice]]\nretention = 0.9", "[practice]"),
        *(
            (f"[practice]\n{name} = {value}", name)
            for name, values in {
                "retention": "0.69 0.971 nan true",
                "day_start": "-1 24 4.0",
                "zone": "'Europe/Berlinn' '../../etc/passwd' '\\u001b[31m' \"\\u001b[31m\" 5",
                "minutes": "0 601 10.5 true",
                "places": "0 7",
                "pace": "0.49 3.01 nan false",
                "tools": "'abacus' ['none']",
                "minute": "5",
            }.items()
            for value in values.split()
        ),
        ("[app]\ntheme = 'nord'", "theme"),
        ("[app]\ntheme.dark = true", "theme"),
        ("[app]\nclock = 1", "clock"),
        ("[app]\nkeys = 'emacs'", "keys"),
        ("[app]\nkeymap = {}", "keymap"),
        ("[keys]\nreview = ' '", "review"),
        ("[keys]\nreview = ['r']", "review"),
        (f"[keys]\nreview = '{'r' * 101}'", "review"),
        ("keys = 'vim'", "[keys]"),
    ],
)
def test_a_wrong_setting_is_left_out_with_one_line_that_names_it(home: Path, text: str, named: str) -> None:
    path = write(home, text)
    found = load_preferences(home)
    (warning,) = found.app.warnings
    assert (found.practice, found.app) == (Settings(), AppSettings())
    assert str(path) in warning
    assert named in warning.removeprefix(str(path))
    assert warning.isprintable()
    assert len(warning) < 400


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Australia/Lord_Howe", "America/Havana", "Asia/Kolkata"])
@pytest.mark.parametrize("day_start", [0, 2, 4, 23])
def test_a_day_begins_at_its_hour_on_the_wall_all_year(zone: str, day_start: int) -> None:
    """But for the hour that a spring night leaves out: then it begins when that is over."""
    settings, left_out = Settings(day_start=day_start, zone=zone), 0
    for number in range(365):
        day = date(2026, 1, 1) + timedelta(days=number)
        begun = settings.beginning_of(day).astimezone(UTC).astimezone(ZoneInfo(zone))
        on_the_wall = begun.replace(tzinfo=None)
        wanted = datetime(day.year, day.month, day.day, day_start)  # noqa: DTZ001 - as on the wall
        if on_the_wall != wanted:
            assert timedelta(0) < on_the_wall - wanted <= timedelta(hours=1)
            left_out += 1
        assert settings.day_of(begun) == day
        assert settings.day_of(
            (begun.astimezone(UTC) - timedelta(seconds=1)).astimezone(ZoneInfo(zone))
        ) == day - timedelta(days=1)
    assert left_out <= 1


@pytest.mark.parametrize(
    ("text", "table", "name", "value"),
    [
        ("", "practice", "retention", 0.8),
        ("practice.retention = 0.9  # c0\napp.clock = true\npractice.day_start = 3", "practice", "minutes", 7),
        ("practice = {pace = 2, tools = 'none'}  # c0\n", "practice", "pace", 1.5),
        ("# c0\r\n[app]\r\nclock = false\r\n\r\n# c1\r\n[keys]\r\nnext = 'j'\r\n", "app", "clock", True),
        ('[ "app" ]\n"theme" = "nord"\n', "app", "theme", "light"),
        ("[keys]", "keys", "next", '"\\, ]#'),
    ],
)
def test_what_is_saved_reads_back_and_all_else_stays(home: Path, text: str, table: str, name: str, value: Any) -> None:
    path = write(home, text)
    was = tables(text)
    assert save_setting(home, table, name, value) == load_preferences(home)
    after = path.read_bytes().decode()
    assert tables(after) == was | {table: was.get(table, {}) | {name: value}}
    assert all(comment in after for comment in ("# c0", "# c1") if comment in text)
    assert [file.name for file in home.iterdir()] == ["config.toml"]
    save_setting(home, table, name, None)
    assert tables(path.read_text()).get(table, {}) == {k: v for k, v in was.get(table, {}).items() if k != name}


def test_a_new_setting_stands_with_its_table_and_comments_stay(home: Path) -> None:
    path = write(home, LEARNERS)
    save_setting(home, "practice", "minutes", 20)
    save_setting(home, "practice", "retention", 0.9)
    save_setting(home, "keys", "next", None)
    save_setting(home, "app", "keys", "vim")
    assert path.read_text() == LEARNERS.replace(
        "retention = 0.85  # not too often\n", "retention = 0.9  # not too often\nminutes = 20\n"
    ).replace("next = 'j'\n", "").replace('theme = "light"\n', 'theme = "light"\nkeys = "vim"\n')


@given(st.sampled_from(["practice", "app", "x"]), st.text(max_size=50), st.text(max_size=200) | st.floats() | st.none())
def test_what_is_no_setting_is_refused_in_one_line(table: str, name: str, value: str | float | None) -> None:
    with pytest.raises(KatatxError) as caught:
        save_setting(Path("nowhere"), table, name, value)
    assert plain(str(caught.value), keep="") == str(caught.value)
    assert len(str(caught.value)) < 500
    assert not Path("nowhere").exists()


def test_where_the_file_stands_and_who_may_read_it_stays(home: Path, tmp_path: Path) -> None:
    assert save_setting(home, "practice", "minutes", None) == Preferences()
    assert not home.exists()
    kept = tmp_path / "dotfiles" / "katatx.toml"
    kept.parent.mkdir()
    home.mkdir()
    (home / "config.toml").symlink_to(kept)
    save_setting(home, "app", "clock", False)
    kept.chmod(0o640)
    save_setting(home, "app", "theme", "light")
    assert (home / "config.toml").is_symlink()
    assert tomllib.loads(kept.read_text()) == {"app": {"clock": False, "theme": "light"}}
    assert kept.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in kept.parent.iterdir()] == ["katatx.toml"]


def test_where_it_cannot_be_written_the_old_file_stays(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        with pytest.raises(KatatxError, match=r"config\.toml") as caught:
            save_setting(home, "app", "clock", False)
        assert str(caught.value).isprintable()

    home.write_text("a file where the folder should be")
    refused()
    home.unlink()
    (home / "config.toml").mkdir(parents=True)
    refused()
    (home / "config.toml").rmdir()
    (home / "config.toml").symlink_to(home / "config.toml")
    with suppress(KatatxError):  # whatever a link to itself is, it is no traceback
        save_setting(home, "app", "clock", False)
    (home / "config.toml").unlink()
    path = write(home, LEARNERS)

    def full(part: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    refused()
    assert path.read_text() == LEARNERS
    assert [each.name for each in home.iterdir()] == ["config.toml"]


# A zone, and the date on which its clocks change: forward or back, by an hour or by half of one, at night or at
# midnight itself.
CHANGES = [
    ("Europe/Berlin", date(2026, 3, 29)),
    ("Europe/Berlin", date(2026, 10, 25)),
    ("Australia/Lord_Howe", date(2026, 10, 4)),
    ("America/Havana", date(2026, 3, 8)),
    ("Asia/Kolkata", date(2026, 3, 29)),
]


@pytest.mark.parametrize(("zone", "change"), CHANGES, ids=[f"{zone}-{day}" for zone, day in CHANGES])
@pytest.mark.parametrize("day_start", [0, 2, 4, 23])
def test_the_systems_zone_begins_days_as_its_name_does(
    zone: str, change: date, day_start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(time, "tzset"):
        pytest.skip("the system's zone cannot be set here")
    with monkeypatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        try:
            for day in (change - timedelta(days=1), change, change + timedelta(days=1)):
                named = Settings(day_start=day_start, zone=zone).beginning_of(day)
                assert Settings(day_start=day_start).beginning_of(day) == named.astimezone(UTC)
        finally:
            patched.undo()
            time.tzset()


def test_a_date_that_a_zone_left_out_makes_no_day_come_twice() -> None:
    # Samoa went from the 29th to the 31st of December 2011. Where a day begins at 4, what is left of the night
    # before the 31st is the 30th.
    for day_start, days in ((0, [28, 29, 31, 1, 2]), (4, [28, 29, 30, 31, 1, 2])):
        settings = Settings(day_start=day_start)
        begun = datetime(2011, 12, 28, 12, tzinfo=ZoneInfo("Pacific/Apia")).astimezone(UTC)
        hours = [(begun + timedelta(hours=hour)).astimezone(ZoneInfo("Pacific/Apia")) for hour in range(24 * 4)]
        assert [day.day for day, _ in groupby(map(settings.day_of, hours))] == days
