"""The settings: one row each, explained in a sentence, and saved as soon as it is changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget

from katatx.app.keys import BACK, FILTER, HELP, MOVING
from katatx.app.listing import Listing
from katatx.settings import THEMES
from katatx.show.text import NOTHING, columns, line

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk

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
        """Return the next value (`by` 1) or the one before (-1), round and round; of one from the file, the first."""
        values = [*self.values]
        return values[(values.index(value) + by) % len(values) if value in values else 0]


SETTABLE = (
    Setting(
        "app", "theme", "Colours", "dark, light, or your terminal's own",
        "How katatx is coloured. Your terminal's own colours follow its theme; with NO_COLOR set there are none.",
        {each: each for each in THEMES},
    ),
    Setting(
        "practice", "minutes", "Length of a session", "how long you practise at a time",
        "A session ends after so many minutes of answering, once the question you are at is answered. Unless you "
        "choose, today's questions take about 10 minutes, and a deck goes on until you stop.",
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
        {None: "by your own pace", **{each: f"{each:g} ×" for each in (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)}},
    ),
    Setting(
        "practice", "retention", "Aim to remember", "how sure you want to be",
        "A step comes back before you forget it: on the day when you would still get it right with this chance. A "
        "higher chance means more repeating and less forgetting.",
        {each: f"{each:.0%}".replace("%", " %") for each in (0.8, 0.85, 0.9, 0.95)},
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


class SettingsScreen(Listing[Setting]):
    """The list of settings, with the one called `name` under the cursor; the first for "" or an unknown name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "right,enter,space", "change(1)", "change", key_display="←→", id="change",
            tooltip="the next value; saved at once",
        ),
        Binding("left", "change(-1)", "change back", show=False, id="change-back", tooltip="the value before"),
        Binding("r", "reset", "reset", id="reset-setting", tooltip="the value that katatx begins with"),
        FILTER, BACK, HELP, *MOVING,
    ]  # fmt: skip
    CSS = f"{Listing.CSS} SettingsScreen #rows {{ height: auto; }} #panel-card {{ height: 1fr; min-height: 5; }}"
    WRITTEN = (("config.toml", "also holds your time zone and keys of your own"),)

    def __init__(self, desk: Desk, name: str = "") -> None:
        super().__init__()
        self.desk = desk
        self.first = next((at for at, each in enumerate(SETTABLE) if each.name == name), 0)

    def where(self) -> Text:
        return line(("settings", "b"))

    def count(self) -> Text:
        return line(("saved as you change them", "dim"))

    def middle(self) -> Iterable[Widget]:
        card = self.listed()
        card.show("settings")
        yield card
        yield self.panel("quiet")

    # The rows.

    def found(self, words: str) -> Sequence[Setting]:
        said = [(each, f"{each.title} {each.words} {each.sentence}".casefold()) for each in SETTABLE]
        return [each for each, text in said if all(word in text for word in words.casefold().split())]

    def line_of(self, row: Setting) -> Text:
        words = {each.name: each.words * (self.app.size.width >= _WIDE) for each in self.shown}
        cells = [
            (each.title, line(("‹ ", "lead"), each.shown(self._value(each)), (" ›", "lead")), (words[each.name], "dim"))
            for each in self.shown
        ]
        return columns("lll", cells, 3)[self.shown.index(row)]

    def told(self, row: Setting, width: int) -> tuple[str, Sequence[Text]]:
        return row.title, [line(row.sentence), *((NOTHING, _SAMPLE) if row.name == "theme" else ())]

    def _show_more(self, title: str) -> None:
        """Say only what the panel is on: no row is practised, and there is room for a sentence."""
        self.card("panel-card").border_title = title

    def practise(self, row: Setting) -> None:
        self.action_change(1)

    def _value(self, setting: Setting) -> Value:
        preferences = self.desk.preferences
        value: Value = getattr(preferences.app if setting.table == "app" else preferences.practice, setting.name)
        return value

    def action_change(self, by: int) -> None:
        if self.here is not None:
            self._save(self.here, self.here.after(self._value(self.here), by))

    def action_reset(self) -> None:
        if self.here is not None:
            self._save(self.here, None)

    def _save(self, setting: Setting, value: Value) -> None:
        """Save a value, None for the default, and apply it at once."""
        with self.telling():
            self.desk.save(setting.table, setting.name, value)
        if setting.table == "app":
            self.katatx.wear(self.desk.preferences.app)
        self.fill()
