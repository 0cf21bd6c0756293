"""The settings screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from textual.widget import Widget
from textual.widgets import OptionList, Static

from katatx.errors import KatatxError
from katatx.sessions.desk import Desk
from katatx.settings import THEMES
from katatx.tui.actions import SETTINGS
from katatx.tui.keys import Keys
from katatx.tui.screens.lists.listing import ListScreen
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.row_list import RowList
from katatx.views.home_lines import aligned

_Value = str | float | bool | None


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its table and name in config.toml, its title, an explanation, and the values to choose from.

    The value None means "not set", and `default` is its text. `form` is the format string of values other than
    booleans.
    """

    table: str
    name: str
    title: str
    sentence: str
    values: Sequence[_Value]
    default: str = ""
    form: str = "{}"

    def shown(self, value: _Value) -> str:
        """Return a value as text: `default` for None, "shown" or "hidden" for a boolean, others by `form`, with a space
        before a percent sign.
        """
        if value is None:
            return self.default
        if isinstance(value, bool):
            return "shown" if value else "hidden"
        return self.form.format(value).replace("%", " %")

    def after(self, value: _Value, by: int) -> _Value:
        """Return the value `by` places further in `values`, wrapping around.

        For a number not among them, return the next larger one (`by` positive) or the next smaller one, wrapping
        around, whatever the size of `by`; for another value not among them, the first.
        """
        if value in self.values:
            return self.values[(self.values.index(value) + by) % len(self.values)]
        numbers = [each for each in self.values if isinstance(each, (int, float))]
        if not isinstance(value, (int, float)):
            return self.values[0]
        if by > 0:
            return min((each for each in numbers if each > value), default=self.values[0])
        return max((each for each in numbers if each < value), default=self.values[-1])


SETTABLE = (
    Setting("app", "theme", "Theme", "Colours; terminal uses your terminal's own.", THEMES),
    Setting("app", "clock", "Clock", "Whether a question shows how long you have been at it.", (True, False)),
    Setting("app", "keys", "Keys", "The vim set adds h j k l, ctrl+d and ctrl+u.", ("standard", "vim")),
    Setting(
        "practice",
        "places",
        "Most decimals asked",
        "An answer never needs more decimals than this.",
        (None, 1, 2, 3, 4, 5, 6),
        "as each drill says",
    ),
    Setting(
        "practice",
        "pace",
        "Pace",
        "Target times are multiplied by this factor.",
        (None, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0),
        "as measured",
        "{} ×",
    ),
    Setting(
        "practice",
        "minutes",
        "Session length",
        "A session ends after so many minutes of answering.",
        (None, 5, 10, 15, 20, 30, 45, 60),
        "10 min (a deck: no limit)",
        "{} min",
    ),
    Setting(
        "practice",
        "tools",
        "Beside the pencil",
        "What you may use; target times allow for it.",
        ("none", "tables", "calculator"),
    ),
    Setting(
        "practice",
        "day_start",
        "Day starts at",
        "Practice before this hour counts for the day before.",
        tuple(range(24)),
        form="{}:00",
    ),
    Setting(
        "practice",
        "retention",
        "Target recall",
        "How likely you still know a step when it falls due.",
        (0.8, 0.85, 0.9, 0.95),
        form="{:.0%}",
    ),
)
_WHERE_KEPT = "Changes are saved at once in config.toml, which has more settings."


class SettingsScreen(ListScreen):
    """The list of settings; Enter selects and saves the next value.

    `name` is the setting selected first; for "" or an unknown name it is the first.
    """

    CSS_PATH = stylesheet("settings")
    ACTIONS = SETTINGS
    ON_ROW = frozenset({"change", "change_back"})
    HELP_TEXT = "config.toml can hold any value, the time zone and single keys; docs/practise/settings.md lists all."

    def __init__(self, desk: Desk, name: str = "") -> None:
        super().__init__()
        self.desk = desk
        self.first = next((at for at, each in enumerate(SETTABLE) if each.name == name), 0)

    def compose_body(self) -> Iterator[Widget]:
        """Yield the title, the list, and the explanation of the selected setting."""
        yield Static("Settings", id="place", markup=False)
        yield Static(id="heading", markup=False)
        yield RowList()
        yield Static(id="about", markup=False)
        yield Static(id="notice", markup=False)

    def draw(self) -> None:
        """Fill the list with the settings and their values."""
        rows = aligned([(each.title, each.shown(self._value(each))) for each in SETTABLE])
        at_first = not self.rows.option_count
        self.fill(_WHERE_KEPT, rows)
        if at_first:
            self.rows.highlighted = self.first

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the explanation of the selected setting."""
        super().on_option_list_option_highlighted(event)
        self.query_one("#about", Static).update(SETTABLE[self.row].sentence)

    def on_option_list_option_selected(self) -> None:
        """Select the next value on Enter."""
        self.action_change()

    def action_change(self) -> None:
        """Select and save the next value of the selected setting; after the last one, the first."""
        self._change(1)

    def action_change_back(self) -> None:
        """Select and save the previous value of the selected setting; before the first one, the last."""
        self._change(-1)

    def _change(self, by: int) -> None:
        """Select and save the value `by` places further, wrapping around, and apply it at once.

        If it cannot be saved, or the learner's keys would be invalid with it, show the error and change nothing.
        """
        setting = SETTABLE[self.row]
        value = setting.after(self._value(setting), by)
        try:
            if setting.table == "app":
                changed: Any = {setting.name: value}
                look = replace(self.desk.preferences.app, **changed)
                Keys(look.keys == "vim", look.keymap)  # invalid keys are refused before they are saved
            self.desk.save(setting.table, setting.name, value)
        except KatatxError as error:
            self._show_saved(str(error))
        else:
            self._show_saved("")

    def _show_saved(self, notice: str) -> None:
        """Apply the settings as they are now, show a notice ("" for none), and update the list."""
        self.katatx.apply(self.desk.preferences.app)
        self.tell(notice)
        self.show()
        self.show_keys()

    def _value(self, setting: Setting) -> _Value:
        """Return a setting's present value."""
        preferences = self.desk.preferences
        part = preferences.app if setting.table == "app" else preferences.practice
        value: _Value = getattr(part, setting.name)
        return value
