"""What can be set: theme, clock, keys, places, pace, the length of a sitting, the day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from textual import work
from textual.widget import Widget
from textual.widgets import OptionList, Static

from katatx.errors import KatatxError
from katatx.practice.desk import Desk
from katatx.practice.home_lines import aligned
from katatx.tui.actions import SETTINGS
from katatx.tui.screens.listing import ListScreen

_Value = str | float | bool | None
# The one setting that all due dates hang on.
_DERIVES = "retention"
# More often than that nobody sees how far it is.
_BETWEEN = 0.1


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
        """The value so many further on; one chosen elsewhere has its place among the others."""
        if value in self.values:
            return self.values[(self.values.index(value) + by) % len(self.values)]
        return self.values[0 if by > 0 else -1]


_SETTINGS = (
    _Setting("app", "theme", "Theme", ("dark", "light", "terminal")),
    _Setting("app", "clock", "Clock", (True, False)),
    _Setting("app", "keys", "Keys", ("standard", "vim")),
    _Setting("practice", "places", "Places asked, at most", (None, 1, 2, 3, 4, 5, 6), "as each drill says"),
    _Setting(
        "practice", "pace", "Pace of the target times", (None, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0), "as measured"
    ),
    _Setting(
        "practice", "minutes", "Length of a sitting", (None, 5, 10, 15, 20, 30, 45, 60), "until all is done", " min"
    ),
    _Setting("practice", "new_per_day", "New drills a day", (0, 1, 2, 3, 5, 8, 10, 15, 20, 30)),
    _Setting("practice", "day_start", "A practice day begins at", tuple(range(24)), unit=":00"),
    _Setting("practice", "retention", "Shall still be known when asked", (0.8, 0.85, 0.9, 0.95)),
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
        self.is_saving = False
        self.told_next = 0.0

    def compose_body(self) -> Iterator[Widget]:
        yield Static("Settings", id="place", markup=False)
        yield Static(id="heading", markup=False)
        yield OptionList(id="rows", markup=False)
        yield Static(id="notice", markup=False)

    def show(self) -> None:
        rows = aligned([(each.title, each.shown(self._value(each))) for each in _SETTINGS])
        self.fill("kept in config.toml", rows)

    def on_option_list_option_selected(self) -> None:
        """Enter on a setting."""
        self.action_change()

    def action_change(self) -> None:
        """The next value."""
        self._change(1)

    def action_change_back(self) -> None:
        """The value before."""
        self._change(-1)

    def action_back(self) -> None:
        """Back, once what is being saved is saved."""
        if not self.is_saving:
            super().action_back()

    def action_calibrate(self) -> None:
        """Measure how long typing takes."""
        from katatx.tui.screens.calibration import CalibrationScreen

        self.app.push_screen(CalibrationScreen(self.desk.calibration()))

    def _change(self, by: int) -> None:
        if self.is_saving:
            return
        setting = _SETTINGS[self.row]
        value = setting.after(self._value(setting), by)
        self.is_saving = True
        if setting.name == _DERIVES:
            self._save_at_leisure(setting, value)
        else:
            self._save(setting, value)

    @work(thread=True)
    def _save_at_leisure(self, setting: _Setting, value: _Value) -> None:
        """What derives every due date anew may take a minute; until then nothing else uses the log."""
        self._save(setting, value, self._tell_progress)

    def _save(self, setting: _Setting, value: _Value, progress: Callable[[int, int], None] | None = None) -> None:
        told = ""
        try:
            self.desk.save(setting.table, setting.name, value, progress)
        except KatatxError as error:
            told = str(error)
        self.call_later(self._saved, told)

    def _saved(self, told: str) -> None:
        self.is_saving = False
        try:
            self.katatx.apply(self.desk.preferences.app)
        except KatatxError as error:
            told = str(error)
        self.tell(told)
        self.show()
        self.show_keys()

    def _tell_progress(self, done: int, total: int) -> None:
        now = self.katatx.ticks()
        if now >= self.told_next:
            self.told_next = now + _BETWEEN
            self.call_later(self.tell, f"deriving every due date anew: {done:,} of {total:,} answers")

    def _value(self, setting: _Setting) -> _Value:
        preferences = self.desk.preferences
        part = preferences.app if setting.table == "app" else preferences.practice
        value: _Value = getattr(part, setting.name)
        return value
