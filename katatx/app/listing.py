"""The base of the screens with a list: rows that are found as one types, and a panel on the one under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.style import Style
from textual.visual import RenderOptions, Visual, visualize
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from katatx.app.frame import Card, Frame, Laid
from katatx.app.keys import BACK, FILTER, HELP, MOVING
from katatx.errors import KatatxError
from katatx.show.text import line, spaced

if TYPE_CHECKING:
    from textual.css.styles import RulesMap
    from textual.strip import Strip

_Row = TypeVar("_Row")
# While words are typed, only these are keys.
_TYPING = frozenset({"back", "move", "leave"})


class Reversible(OptionList):
    """A list whose styles are reversed if the style sheet says so, which Textual leaves out."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        styles = (self.get_component_styles(each) for each in component_classes)
        reverse = any(each.text_style.reverse for each in styles) or None
        return super().get_visual_style(*component_classes, partial=partial) + Style(reverse=reverse)


class Rows(Reversible):
    """A list in which a first click only points at a row, and a second one chooses it."""

    def on_click(self, event: events.Click) -> None:
        at = event.style.meta.get("option")
        if at is not None and at != self.highlighted and not self.get_option_at_index(at).disabled:
            event.prevent_default()
            self.highlighted = at


class InSight(Visual):
    """A line of the list, which is laid out when it comes into sight; where all have room for it, air is below."""

    def __init__(self, rows: Rows, lay: Callable[[], Text]) -> None:
        self.rows, self.lay = rows, lay

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        text = self.lay()
        text.stylize("not dim" * bool(style.reverse))
        return visualize(self.rows, text).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return 1 + (2 * self.rows.option_count <= self.rows.size.height)


class Words(Input):
    """The field for words to find rows by."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "to the list")]


class Listing(Frame[None], Generic[_Row]):
    """Subclasses put `listed` and `panel` among their cards, and say how rows are read, found, shown and told."""

    AUTO_FOCUS = ""
    KEYS: ClassVar[list[BindingType]] = [
        FILTER,
        Binding("space", "more", "more", show=False, id="more", tooltip="see the rest of what is told of a row"),
        Binding("home", "edge(0)", "first", show=False, id="first", tooltip="go to the first row"),
        Binding("end", "edge(-1)", "last", show=False, id="last", tooltip="go to the last row"),
        BACK,
        HELP,
        *MOVING,
    ]
    CSS = """
    #rows, #panel { height: 1fr; margin: 0; } #panel { scrollbar-size-vertical: 0; }
    #rows { text-wrap: nowrap; text-overflow: ellipsis; padding-right: 1; }
    #words { height: 1; border: none; padding: 0; margin-bottom: 1; display: none; } #words.open { display: block; }
    """
    empty = ""
    # The row under the cursor at first.
    first = 0

    def __init__(self) -> None:
        super().__init__()
        self.shown: Sequence[_Row] = ()
        self._filled_for = 0, self.classes  # the width of the rows, and the size classes

    def listed(self, *above: Widget) -> Card:
        """Return the card with the list, what is typed to find rows, and what stands above them."""
        rows = Rows(compact=True, markup=False, id="rows")
        rows.can_focus = False
        return Card("", Words(placeholder="words to find", compact=True, id="words"), *above, rows, name="listed")

    def panel(self, kind: str = "") -> Card:
        told = VerticalScroll(Laid(name="told"), id="panel", can_focus=False)
        return Card("", told, kind=kind, name="panel-card")

    # What subclasses say.

    def read(self) -> None:
        """Read the log anew, if the rows are from there."""

    def found(self, words: str) -> Sequence[_Row]:
        raise NotImplementedError

    def line_of(self, row: _Row) -> Text:
        """Return a row as it stands in the list; one that is a string is a heading."""
        raise NotImplementedError

    def told(self, row: _Row, width: int) -> tuple[str, Sequence[Text]]:
        raise NotImplementedError

    def practise(self, row: _Row) -> None:
        raise NotImplementedError

    # The rows.

    @property
    def rows(self) -> Rows:
        return self.query_one("#rows", Rows)

    @property
    def moved(self) -> Rows:
        return self.rows

    @property
    def words(self) -> Input:
        return self.query_one("#words", Input)

    @property
    def here(self) -> _Row | None:
        """Return the row under the cursor; None if there are no rows."""
        at = self.rows.highlighted
        return self.shown[at] if at is not None and at < len(self.shown) else None

    def on_screen_resume(self) -> None:
        """Read the log again, since practice may have changed it."""
        try:
            self.read()
        except KatatxError as error:
            self.katatx.fail(error)
            return
        self.show_bar()
        self.fill()

    def _fit(self) -> None:
        super()._fit()
        now = self.rows.size.width, self.classes
        if self._filled_for != now:
            self._filled_for = now
            self.call_after_refresh(self.fill)

    def start(self) -> None:
        """Show other rows from the first on, none filtered out."""
        with self.prevent(Input.Changed):
            self.words.clear()
        self.on_input_submitted()
        self.fill(0)

    def fill(self, at: int | None = None) -> None:
        """Show the rows that have the words typed, with the cursor where it was, or at a row."""
        if not self.rows.size.width:  # before the first layout
            return
        if at is None:
            at = self.first if self.rows.highlighted is None else self.rows.highlighted
        had, self.shown = bool(self.shown), ()
        with self.prevent(OptionList.OptionHighlighted):
            self.rows.clear_options()
            self.shown = self.found(self.words.value)
            self.rows.add_options(Option(self._seen(each), disabled=isinstance(each, str)) for each in self.shown)
        self.go(min(at, len(self.shown) - 1))
        if had != bool(self.shown):
            self.refresh_bindings()

    def _seen(self, row: _Row) -> Text | InSight:
        return self.line_of(row) if isinstance(row, str) else InSight(self.rows, partial(self.line_of, row))

    def go(self, at: int) -> None:
        """Put the cursor on a row, or on the one below a heading."""
        with self.prevent(OptionList.OptionHighlighted):
            is_heading = bool(self.shown) and self.rows.get_option_at_index(at).disabled
            self.rows.highlighted = at + is_heading if self.shown else None
        self.show_row()

    def show_row(self) -> None:
        """Show what is told of the row under the cursor, from its beginning."""
        panel, row = self.query_one("#panel", VerticalScroll), self.here
        nothing = "Nothing has these words; esc clears them." if self.words.value else self.empty
        title, lines = ("nothing here", [line((nothing, "dim"))]) if row is None else self.told(row, panel.size.width)
        if len(title) > panel.size.width - 14 * self.has_class("-tiny"):  # a key stands beside it
            title, lines = "", spaced([line((title, "lead b"))], lines)
        self.query_one("#told", Laid).show(lambda width: lines)
        panel.scroll_home(animate=False)
        self.call_after_refresh(self._show_more, title)

    def _show_more(self, title: str) -> None:
        """Say in the panel's edges what it is on and which keys there are."""
        panel, card = self.query_one("#panel", VerticalScroll), self.card("panel-card")
        is_long = len(self.query_one("#told", Laid).lines(panel.size.width)) > panel.size.height
        more = f"{self.key('more')}: more   " * (is_long and not self.focused)
        practise = f"{self.key('practise-row')}: practise" * (self.here is not None and not self.focused)
        is_tiny = self.has_class("-tiny")  # and has no lower edge
        card.border_title, card.border_subtitle = line(f"{title}   {more * is_tiny}".strip()), more + practise

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.show_row()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list is self.rows:
            self.action_practise()

    # What the keys do.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return super().check_action(action, parameters) and (not isinstance(self.focused, Words) or action in _TYPING)

    def action_filter(self) -> None:
        self.words.add_class("open")
        self.words.focus()
        self.refresh_bindings()

    def on_input_changed(self) -> None:
        self.fill(0)

    def on_input_submitted(self) -> None:
        """Go back to the rows, which stay filtered."""
        self.set_focus(None)
        self.words.set_class(bool(self.words.value), "open")
        self.refresh_bindings()

    def action_back(self) -> None:
        """Show all rows again, or go back if all are shown."""
        if not self.words.has_class("open"):
            self.dismiss()
            return
        self.words.clear()
        self.on_input_submitted()

    def action_practise(self) -> None:
        if self.here is not None:
            self.practise(self.here)

    def action_more(self) -> None:
        self.page_on(self.query_one("#panel", VerticalScroll))

    def action_edge(self, at: int) -> None:
        self.go(at % max(1, len(self.shown)))
