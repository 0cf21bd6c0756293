"""What can be set: theme, clock, keys, places, pace, tools, the length of a sitting, the day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from textual.widget import Widget
from textual.widgets import OptionList, Static

from katatx.errors import KatatxError
from katatx.practice.desk import Desk
from katatx.practice.home_lines import aligned
from katatx.tui.actions import SETTINGS
from katatx.tui.keys import Keys
from katatx.tui.screens.listing import ListScreen

_Value = str | float | bool | None


@dataclass(frozen=True, slots=True)
class _Setting:
    """A setting: where it stands, what it is called, the values to go through, and what None means."""

    table: str
    name: str
    title: str
    values: Sequence[_Value]
    default: str = ""
    unit: str = ""

    def shown(self, value: _Value) -> str:
        """A value as a person reads it."""
        if value is None:
            return self.default
        if isinstance(value, bool):
            return "shown" if value else "hidden"
        return f"{value}{self.unit}"

    def after(self, value: _Value, by: int) -> _Value:
        """The value so many further on; from one chosen elsewhere, the nearest that way."""
        if value in self.values:
            return self.values[(self.values.index(value) + by) % len(self.values)]
        numbers = [each for each in self.values if isinstance(each, (int, float))]
        if not isinstance(value, (int, float)):
            return self.values[0]
        if by > 0:
            return min((each for each in numbers if each > value), default=self.values[0])
        return max((each for each in numbers if each < value), default=self.values[-1])


_SETTINGS = (
    _Setting("app", "theme", "Theme", ("dark", "light", "terminal")),
    _Setting("app", "clock", "Clock", (True, False)),
    _Setting("app", "keys", "Keys", ("standard", "vim")),
    _Setting("practice", "places", "Places asked, at most", (None, 1, 2, 3, 4, 5, 6), "as each drill says"),
    _Setting(
        "practice", "pace", "Pace of the target times", (None, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0), "as measured"
    ),
    _Setting(
        "practice",
        "minutes",
        "Length of a sitting",
        (None, 5, 10, 15, 20, 30, 45, 60),
        "10 min (review), all drills (deck)",
        " min",
    ),
    _Setting("practice", "tools", "Allowed beside the pencil", ("none", "tables", "calculator")),
    _Setting("practice", "day_start", "A practice day begins at", tuple(range(24)), unit=":00"),
    _Setting("practice", "retention", "Target recall", (0.8, 0.85, 0.9, 0.95)),
)


class SettingsScreen(ListScreen):
    """A row a setting; Enter goes on to its next value, which is saved at once."""

    CSS_PATH = "settings.tcss"
    ACTIONS = SETTINGS
    HELP_TEXT = (
        "Any value, the time zone and single keys are set in config.toml; katatx's practice page in docs names all."
    )

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose_body(self) -> Iterator[Widget]:
        yield Static("Settings", id="place", markup=False)
        yield Static(id="heading", markup=False)
        yield OptionList(id="rows", markup=False)
        yield Static(id="notice", markup=False)

    def draw(self) -> None:
        rows = aligned([(each.title, each.shown(self._value(each))) for each in _SETTINGS])
        self.fill("kept in config.toml", rows)

    def on_screen_resume(self) -> None:
        self.show()

    def on_option_list_option_selected(self) -> None:
        """Enter on a setting."""
        self.action_change()

    def action_change(self) -> None:
        """The next value."""
        self._change(1)

    def action_change_back(self) -> None:
        """The value before."""
        self._change(-1)

    def action_calibrate(self) -> None:
        """Measure how long typing takes."""
        from katatx.tui.screens.calibration import CalibrationScreen

        self.app.push_screen(CalibrationScreen(self.desk.calibration()))

    def _change(self, by: int) -> None:
        setting = _SETTINGS[self.row]
        value = setting.after(self._value(setting), by)
        try:
            if setting.table == "app":
                changed: Any = {setting.name: value}
                look = replace(self.desk.preferences.app, **changed)
                Keys(look.keys == "vim", look.keymap)  # refused before it is saved
            self.desk.save(setting.table, setting.name, value)
        except KatatxError as error:
            self._show_saved(str(error))
        else:
            self._show_saved("")

    def _show_saved(self, told: str | None) -> None:
        self.katatx.apply(self.desk.preferences.app)
        self.tell(told or "")
        self.show()
        self.show_keys()

    def _value(self, setting: _Setting) -> _Value:
        preferences = self.desk.preferences
        part = preferences.app if setting.table == "app" else preferences.practice
        value: _Value = getattr(part, setting.name)
        return value
