"""config.toml: what is right works, what is wrong is one line that names it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from katatx.errors import KatatxError
from katatx.settings import AppSettings, Preferences, Settings, load_preferences, load_settings


def write(home: Path, text: str | bytes) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    path = home / "config.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return path


def test_without_a_file_and_with_an_empty_one_all_is_as_decided(home: Path) -> None:
    assert load_settings(home) == Settings(0.9, 4, None, None, None, None, "tables")
    write(home, "")
    assert load_settings(home) == Settings()
    write(home, "[practice]\n")
    assert load_settings(home) == Settings()


def test_a_good_file_works(home: Path) -> None:
    write(home, '[practice]\nretention = 0.85\nday_start = 0\nminutes = 12\nzone = "Asia/Kolkata"\n')
    found = load_settings(home)
    assert found == Settings(0.85, 0, "Asia/Kolkata", 12)
    assert found.now().utcoffset() == timedelta(hours=5, minutes=30)
    assert abs(found.now() - datetime.now(UTC)) < timedelta(minutes=1)


def test_a_file_from_windows_with_a_byte_order_mark_works(home: Path) -> None:
    write(home, b"\xef\xbb\xbf[practice]\r\nminutes = 3\r\n")
    assert load_settings(home).minutes == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[practise]\nretention = 0.9\n", "practise"),
        ("retention = 0.9\n", "retention"),
        ("practice = 5\n", "write it as [practice]"),
        ("[[practice]]\nretention = 0.9\n", "write it as [practice]"),
        ("[practice\n", "TOML"),
        ("[practice]\nretention = 0.9\nretention = 0.8\n", "TOML"),
        ("a = " + "[" * 10_000, "TOML"),
        ("a = " + "9" * 10_000, "TOML"),
        (b"\xff", "UTF-8"),
        (b"\0", "binary"),
    ],
    ids=lambda each: str(each[:25]).encode("unicode_escape").decode(),
)
def test_a_file_that_is_no_settings_is_one_line(home: Path, text: str | bytes, says: str) -> None:
    path = write(home, text)
    with pytest.raises(KatatxError) as caught:
        load_settings(home)
    said = str(caught.value)
    assert str(path) in said
    assert says in said.removeprefix(str(path))
    assert said.isprintable()


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Australia/Lord_Howe"])
@pytest.mark.parametrize("day_start", [2, 4])
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
    assert left_out <= 1


def test_with_no_zone_it_is_the_systems() -> None:
    assert Settings().now().utcoffset() == datetime.now().astimezone().utcoffset()
    assert Settings().beginning_of(date(2026, 7, 1)).tzinfo is not None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[practice]\nretention = 0.69\n", "retention"),
        ("[practice]\nretention = 0.971\n", "retention"),
        ("[practice]\nretention = nan\n", "retention"),
        ("[practice]\nday_start = -1\n", "day_start"),
        ("[practice]\nday_start = 24\n", "day_start"),
        ("[practice]\nday_start = 4.0\n", "day_start"),
        ("[practice]\ntools = 'abacus'\n", '"none", "tables" or "calculator"'),
        ("[practice]\nzone = 'Europe/Berlinn'\n", "zone"),
        ("[practice]\nzone = '../../etc/passwd'\n", "zone"),
        ('[practice]\nzone = "\\u001b[31m"\n', "zone"),
        ("[practice]\nminutes = 0\n", "minutes"),
        ("[practice]\nminutes = 601\n", "minutes"),
        ("[practice]\nminutes = 10.5\n", "minutes"),
        ("[practice]\nminutes = true\n", "minutes"),
        ("[practice]\nplaces = 0\n", "places"),
        ("[practice]\nplaces = 7\n", "places"),
        ("[practice]\npace = 0.49\n", "pace"),
        ("[practice]\npace = 3.01\n", "pace"),
        ("[practice]\npace = nan\n", "pace"),
        ("[practice]\npace = false\n", "pace"),
        ("[practice]\nminute = 5\n", "did you mean minutes?"),
        ("[app]\ntheme = 'blue'\n", ", not the name of a theme; write one of dark, light, terminal"),
        ("[app]\ntheme = 'nrod'\n", "did you mean nord?"),
        ("[app]\ntheme = 1\n", "theme"),
        ("[app]\nclock = 1\n", "true or false"),
        ("[app]\nkeys = 'emacs'\n", '"standard" or "vim"'),
        ("[app]\ntheme.dark = true\n", "theme"),
        ("[app]\nkeymap = {}\n", "did you mean keys?"),
        ("[keys]\nReview = 'r'\n", "Review"),
        ("[keys]\n2 = 'r'\n", "2"),
        ("[keys]\nreview = ''\n", "review"),
        ("[keys]\nreview = ' '\n", "review"),
        ("[keys]\nreview = 5\n", "review"),
        ("[keys]\nreview = ['r']\n", "review"),
        ('[keys]\nreview = "\\u001b[31m"\n', "review"),
        (f"[keys]\nreview = '{'r' * 101}'\n", "review"),
        (f"[keys]\n{'r' * 41} = 'r'\n", "action"),
        ("[keys]\n" + "".join(f"{'r' * (each // 26)}-{chr(97 + each % 26)} = 'x'\n" for each in range(26, 227)), "201"),
        ("keys = 'vim'\n", "[keys]"),
        ("[[app]]\n", "[app]"),
    ],
    ids=lambda each: each[:30].encode("unicode_escape").decode(),
)
def test_each_bad_setting_of_any_table_is_one_line(home: Path, text: str, says: str) -> None:
    path = write(home, text)
    with pytest.raises(KatatxError) as caught:
        load_preferences(home)
    said = str(caught.value)
    assert says in said.removeprefix(str(path))
    assert len(said) < 400
    assert said.isprintable()


def test_all_tables_are_read(home: Path) -> None:
    assert load_preferences(home) == Preferences(Settings(), AppSettings("dark", True, "standard", {}))
    write(
        home,
        "[practice]\nminutes = 600\nretention = 0.97\nday_start = 23\nplaces = 6\npace = 3\ntools = 'none'\n[app]\ntheme = 'terminal'\nclock = false\nkeys = 'vim'\n"
        "[keys]\nreview = 'r'\nnext = 'n,enter'\n",
    )
    practice = Settings(retention=0.97, day_start=23, minutes=600, places=6, pace=3, tools="none")
    app = AppSettings("terminal", False, "vim", {"review": "r", "next": "n,enter"})
    assert load_preferences(home) == Preferences(practice, app)
    assert load_settings(home) == practice
