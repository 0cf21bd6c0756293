"""The settings: one row each, explained in a sentence, and saved as soon as it is changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from katatx.app.frame import Card, Frame, options, part
from katatx.app.keys import BACK, FILTER, HELP, MOVING
from katatx.errors import KatatxError
from katatx.sessions.desk import Desk
from katatx.settings import THEMES
from katatx.show.text import block, columns, line

Value = str | float | bool | None
# A window this wide has room for a few words beside each setting.
_WIDE = 100


class Setting(NamedTuple):
    """A setting: its table and name in config.toml, its title, a few words, an explanation, and the values to choose
    from as they are shown. None is its default, where that is no value.
    """

    table: str
    name: str
    title: str
    words: str
    sentence: str
    values: Mapping[Value, str]

    def shown(self, value: Value) -> str:
        return self.values.get(value, str(value))

    def after(self, value: Value, by: int) -> Value:
        """Return the next value (`by` 1) or the one before (-1), round and round; from a number that only the file can
        have, the next one up or down.
        """
        values = [*self.values]
        if value in self.values:
            return values[(values.index(value) + by) % len(values)]
        numbers = [each for each in values if isinstance(each, int | float) and isinstance(value, int | float)]
        further = [each for each in numbers if each * by > value * by]  # type: ignore[operator]
        return (further or numbers)[0 if by > 0 else -1]


SETTABLE = (
    Setting(
        "app", "theme", "Colours", "dark, light, or your terminal's own",
        "How katatx is coloured. Your terminal's own colours follow its theme, light or dark.",
        {each: each for each in THEMES},
    ),
    Setting(
        "practice", "minutes", "Length of a session", "how long you practise at a time",
        "After so many minutes of answering, a session ends; the question you are at is never cut off. Today's "
        "questions take about 10 minutes, and a deck has no end of its own, unless you set one here.",
        {None: "10 min for today", **{each: f"{each} min" for each in (5, 10, 15, 20, 30, 45, 60)}},
    ),
    Setting(
        "app", "clock", "Clock", "hide it if it hurries you",
        "Whether a question shows how long you have been at it. Hidden or not, your time is measured.",
        {True: "shown", False: "hidden"},
    ),
    Setting(
        "practice", "tools", "Beside the pencil", "what you may look at while you work",
        "What you allow yourself beside paper and pencil: nothing, a table of powers and roots, or a calculator. The "
        "time to aim at is shorter with more help.",
        {"none": "nothing", "tables": "tables", "calculator": "a calculator"},
    ),
    Setting(
        "practice", "places", "Decimals", "the most that an answer needs",
        "No answer needs more decimals than this. With fewer, you write less; where that would hide a mistake, a "
        "drill keeps its own number.",
        {None: "as each drill asks", **{each: str(each) for each in range(1, 7)}},
    ),
    Setting(
        "practice", "pace", "Time to aim at", "longer if you write slowly",
        "A step is automatic once it is right within its time. That time is measured by how fast you write and type; "
        "or choose it yourself: 2 × allows twice the usual time, 0.5 × half of it.",
        {None: "as measured", **{each: f"{each:g} ×" for each in (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)}},
    ),
    Setting(
        "practice", "retention", "Repeat sooner or later", "how sure you want to be",
        "A step comes back before you forget it: on the day when you would still get it right with this chance. A "
        "higher chance means more repeating and less forgetting.",
        {each: f"at {each:.0%}".replace("%", " %") for each in (0.8, 0.85, 0.9, 0.95)},
    ),
    Setting(
        "practice", "day_start", "A day begins at", "for those who practise late",
        "What you practise before this hour counts for the day before.",
        {each: f"{each}:00" for each in range(24)},
    ),
    Setting(
        "app", "keys", "Keys", "or h j k l",
        "The keys that move: the arrows, or also h j k l, ctrl+d and ctrl+u as in vim. Keys of your own stand in "
        "config.toml under [keys].",
        {"standard": "arrows", "vim": "as in vim"},
    ),
)  # fmt: skip
_SAMPLE = line(
    ("leads", "lead"), "   ", ("✓ right", "right"), "   ", ("✗ wrong", "wrong"), "   ",
    ("1 4 given", "given"), "   ", ("said aside", "dim"),
)  # fmt: skip


class SettingsScreen(Frame[None]):
    """The list of settings, with the one called `name` under the cursor; the first for "" or an unknown name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the list, which scrolls with these keys.
        Binding(
            "right,enter,space", "change(1)", "change", key_display="←→", priority=True, id="change",
            tooltip="the next value; saved at once",
        ),
        Binding(
            "left", "change(-1)", "change back", show=False, priority=True, id="change-back",
            tooltip="the value before",
        ),
        Binding("r", "reset", "reset", id="reset-setting", tooltip="the value that katatx begins with"),
        FILTER, BACK, HELP, *MOVING,
    ]  # fmt: skip
    CSS = "SettingsScreen #find { margin-bottom: 1; }"
    WRITTEN = (("config.toml", "also holds your time zone and keys of your own"),)

    def __init__(self, desk: Desk, name: str = "") -> None:
        super().__init__()
        self.desk = desk
        self.found: list[Setting] = [*SETTABLE]
        self.setting = next((each for each in SETTABLE if each.name == name), SETTABLE[0])

    def where(self) -> Text:
        return line(("settings", "b"))

    def count(self) -> Text:
        return line(("saved as you change them", "dim"))

    def middle(self) -> Iterable[Widget]:
        yield Card(
            "settings",
            Input(placeholder="what are you looking for?", compact=True, id="find", classes="off"),
            options((), None, "rows"),
        )
        yield Card(self.setting.title, part("", "about"), kind="quiet", name="explained")

    def on_mount(self) -> None:
        self._rows.focus()

    def on_resize(self) -> None:
        self._show()

    @property
    def _rows(self) -> OptionList:
        return self.query_one("#rows", OptionList)

    def _value(self, setting: Setting) -> Value:
        preferences = self.desk.preferences
        value: Value = getattr(preferences.app if setting.table == "app" else preferences.practice, setting.name)
        return value

    def _show(self) -> None:
        """Write the rows anew, with the same one under the cursor, and its explanation."""
        words = self.app.size.width >= _WIDE
        rows = [
            (
                each.title,
                line(("‹ ", "lead"), each.shown(self._value(each)), (" ›", "lead")),
                (each.words * words, "dim"),
            )
            for each in self.found
        ]
        at = self.found.index(self.setting) if self.setting in self.found else 0
        self._rows.set_options(columns("lll", rows, 3))
        self._rows.highlighted = at if rows else None

    @on(OptionList.OptionHighlighted)
    def explain(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the setting under the cursor."""
        self.setting = self.found[event.option_index]
        self.query_one("#explained", Card).show(self.setting.title, kind="quiet")
        sample = ("", _SAMPLE) if self.setting.name == "theme" else ()
        self.query_one("#about", Static).update(block((self.setting.sentence, *sample)))

    @on(OptionList.OptionSelected)
    def choose(self) -> None:
        """Change the setting that is clicked."""
        self.action_change(1)

    def action_change(self, by: int) -> None:
        self._save(self.setting.after(self._value(self.setting), by))

    def action_reset(self) -> None:
        self._save(None)

    def _save(self, value: Value) -> None:
        """Save a value of the setting under the cursor, None for its default, and apply it at once."""
        try:
            self.desk.save(self.setting.table, self.setting.name, value)
        except KatatxError as error:
            self.tell(str(error))
        if self.setting.table == "app":
            self.katatx.wear(self.desk.preferences.app)
        self._show()

    # Finding a setting.

    @property
    def _field(self) -> Input:
        return self.query_one("#find", Input)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_typing = self.is_mounted and self._field.has_focus
        return super().check_action(action, parameters) and not (is_typing and action in {"filter", "change"})

    def action_filter(self) -> None:
        self._field.remove_class("off").focus()

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """Keep the settings that say what is typed, and all where none does."""
        typed = event.value.casefold()
        self.found = [each for each in SETTABLE if typed in f"{each.title} {each.words} {each.sentence}".casefold()]
        self.found = self.found or [*SETTABLE]
        self._show()

    @on(Input.Submitted)
    def pick(self) -> None:
        self._rows.focus()

    def action_back(self) -> None:
        if self._field.has_class("off"):
            self.dismiss()
            return
        self._field.value = ""
        self._field.add_class("off")
        self._rows.focus()
