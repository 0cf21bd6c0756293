"""The frame that every screen stands in: where one is, up to three columns of cards, and the keys.

A window is one column of at most 96 cells; from 100 on with another at its left, from 160 with a third. Textual sets
the classes `-one`, `-two`, `-three` and `-tiny`, `-low`, `-high` by the window's size; the style sheet does the rest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.scrollbar import ScrollBarRender
from textual.widget import Widget
from textual.widgets import Footer, Static

from katatx.app.keys import shown
from katatx.app.themes import TERMINAL
from katatx.errors import KatatxError
from katatx.show.text import Lay, Piece, block, line, wrapped

if TYPE_CHECKING:
    from katatx.app.app import KatatxApp

LEAST = Size(60, 18)
_TOO_SMALL = (
    f"q leaves. katatx needs a window of at least {LEAST.width} by {LEAST.height}. "
    "Nothing is lost; other keys do nothing until it is larger."
)
# In a narrower window the keys of the footer stand closer.
_ROOMY = 80
# The cells of the first line besides where one is and the count: the program's name and margins.
_PROGRAM = 14
# In a lower window there are no blank lines.
AIRY = 30
ScrollBarRender.VERTICAL_BARS = [" "]  # without colours, parts of a cell are stubs
_Result = TypeVar("_Result")


class Laid(Widget):
    """Shows what `lay` returns for a width in cells; a low window leaves out the blank lines."""

    DEFAULT_CSS = "Laid { height: auto; }"

    def __init__(self, lay: Lay = lambda width: (), name: str = "") -> None:
        super().__init__(id=name or None)
        self.show(lay)

    def show(self, lay: Lay) -> None:
        self._lay = lay
        self._made: dict[tuple[int, Size], Sequence[Text]] = {}
        self.refresh(layout=True)

    def lines(self, width: int) -> Sequence[Text]:
        key = width, self.app.size
        if key not in self._made:
            airy = self.app.size.height >= AIRY
            lines = (part for each in self._lay(width) for part in wrapped(each, width))
            self._made = {key: [each for each in lines if airy or each.plain.strip()]}
        return self._made[key]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width))

    def render(self) -> Text:
        return block(self.lines(self.content_size.width))


class Rows(Laid):
    """Rows of one or more lines to choose from; the row `at` stands on a ground of its own, and is kept in sight."""

    class Picked(Message):
        """A row was clicked."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    at: int | None = None
    count = 0

    def show_rows(self, rows: Lay, count: int, at: int | None) -> None:
        self._rows, self.count, self.at = rows, count, at
        self.show(self._lines_of_rows)
        self.call_after_refresh(self._come_into_sight)

    def _lines_of_rows(self, width: int) -> Iterator[Text]:
        for at, row in enumerate(self._rows(width)):
            for each in row.split("\n", allow_blank=True):
                if at == self.at:
                    each.pad_right(width - each.cell_len)
                    each.stylize("chosen")
                yield each

    def _ends(self) -> list[int]:
        rows = self._rows(self.content_size.width) if self.count else ()
        return [*accumulate(row.plain.count("\n") + 1 for row in rows)]

    def _come_into_sight(self) -> None:
        ends, sheet = self._ends(), self.screen.query_one("#sheet")
        if self.at is not None and self.is_attached and self.at < len(ends):
            start = ends[self.at - 1] if self.at else 0
            above = self.region.y - sheet.region.y + round(sheet.scroll_y)
            sheet.scroll_to_region(Region(0, above + start, 1, ends[self.at] - start), animate=False)

    def on_click(self, event: events.Click) -> None:
        at = bisect_right(self._ends(), event.y)
        if at < self.count:
            self.post_message(self.Picked(at))


class Card(Vertical):
    """A titled box, of lines unless it has other parts. `sub` stands in its lower edge; `kind` are style classes: lit,
    good, bad, quiet, fill, spare for what is shown only where there is room (`out` where there is none), and `near` for
    what a third column has in its place.
    """

    def __init__(
        self, title: Piece = "", *parts: str | Text | Widget, sub: Piece = "", kind: str = "", name: str = ""
    ) -> None:
        widgets = [*map(part, parts)]
        for each in widgets[1:]:
            each.add_class("below", update=False)
        super().__init__(*widgets, id=name or None, classes=f"card out {kind if parts else 'quiet off'}")
        self.border_title, self.border_subtitle = line(title), line(sub)

    def show(self, title: Piece, sub: Piece = "", kind: str = "") -> None:
        self.border_title, self.border_subtitle = line(title), line(sub)
        self.set_classes(f"card {kind}{' out' * self.has_class('out')}")

    def lay(self, lay: Lay | None = None, title: Piece = "", sub: Piece = "", kind: str = "quiet") -> None:
        """Show lines, laid out for the width they have; None takes the card away."""
        self.show(title, sub, kind if lay else f"{kind} off")
        if lay is not None and self.children:
            self.query_one(Laid).show(lay)
        elif lay is not None and self.is_attached:  # not in an app that ends
            self.mount(Laid(lay))


def screen_of(name: str) -> Callable[..., Screen[Any]]:
    """Return the class `nameScreen` of a screen, whose module is imported only now."""
    return cast("type[Screen[Any]]", getattr(import_module(f"katatx.app.{name.lower()}"), f"{name}Screen"))


def part(text: str | Text | Widget) -> Widget:
    """Return a widget for a text, which is never read as markup; a widget is returned as it is."""
    return text if isinstance(text, Widget) else Static(text, markup=False)


def _height(each: Widget, column: Widget) -> int:
    """Return the cells that a part of a column needs, were it not stretched."""
    if not (isinstance(each, Card) and each.styles.is_auto_height):
        return each.outer_size.height
    inside = column.outer_size.width - each.gutter.width
    return each.get_content_height(column.size, each.app.size, inside) + each.gutter.height


class Sized(Screen[_Result]):
    """The base of screens and dialogs: size classes, and a cover in a window that is too small."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"), (LEAST.width, "-one"), (100, "-two"), (160, "-three"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-lowest"), (LEAST.height, "-tiny"), (20, "-low"), (30, "-high"),
    ]  # fmt: skip

    @property
    def katatx(self) -> KatatxApp:
        return cast("KatatxApp", self.app)

    def dismiss(self, result: _Result | None = None) -> AwaitComplete:
        """Close this screen, and with the last one the app. Keys typed at once close no other."""
        if not self.is_active:
            return AwaitComplete()
        if len(self.app.screen_stack) > 1:
            return super().dismiss(result)
        self.app.exit()
        return AwaitComplete()

    def on_screen_suspend(self) -> None:
        self.set_class(self.app.theme == TERMINAL, "behind")

    def on_screen_resume(self) -> None:
        self.remove_class("behind")

    def on_resize(self, event: events.Resize) -> None:
        """Leave out a size that the window has no longer, which Textual may tell after the one it has."""
        if event.size != self.app.size:
            event.prevent_default()

    def set_size_classes(self) -> None:
        """Set the size classes before the first painting, which Textual does only after it; `compose` calls this."""
        steps = (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS)
        for size, classes in zip(self.app.size, steps, strict=True):
            holds = [name for least, name in classes if size >= least][-1]
            for _, name in classes:
                self.set_class(name == holds, name)

    def key(self, name: str) -> str:
        """Return the first key of the binding with an id, as it is shown."""
        found = next(each for each in self.BINDINGS if isinstance(each, Binding) and each.id == name)
        return shown(self.katatx.keys.get(name, found.key).partition(",")[0])

    def cover(self) -> Static:
        """Return what covers a window that is too small; a subclass's `compose` yields it."""
        return Static(_TOO_SMALL, id="too-small", markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action may run now: none while another screen covers this one."""
        return self.is_active

    @property
    def moved(self) -> Widget | None:
        return None

    def action_move(self, by: int, pages: bool = False) -> None:
        """Move the cursor of a list by a line or a page; without a list, scroll."""
        way, sheet = "up" if by < 0 else "down", self.query(VerticalScroll).first()
        move = getattr(self.moved, f"action_{'page' if pages else 'cursor'}_{way}", None)
        if move is not None:
            move()
        else:
            sheet.scroll_relative(y=by * (sheet.size.height if pages else 1), animate=False)

    def page_on(self, text: VerticalScroll) -> None:
        """Scroll a text on by a page; from its end back to its beginning."""
        if text.scroll_y < text.max_scroll_y:
            text.scroll_page_down(animate=False)
        else:
            text.scroll_home(animate=False)


class Frame(Sized[_Result]):
    """A screen of cards. Subclasses say where one is, what stands in the columns, and declare their bindings."""

    # Ids of bindings that hold while something is typed.
    TYPED: ClassVar[frozenset[str]] = frozenset()
    # What the help says besides the keys: how numbers are written.
    WRITTEN: ClassVar[Sequence[tuple[str, str]]] = ()

    def where(self) -> Text:
        """Return what the first line says of where one is, after the program's name."""
        return Text()

    def count(self) -> Text:
        """Return the right end of the first line."""
        return Text()

    def left(self) -> Iterable[Widget]:
        return ()

    def middle(self) -> Iterable[Widget]:
        raise NotImplementedError

    def right(self) -> Iterable[Widget]:
        return ()

    def compose(self) -> ComposeResult:
        self.set_size_classes()
        with Horizontal(id="bar"):
            yield Static(self._where(), id="where", markup=False)
            yield Static(self.count(), id="count", markup=False)
        left, middle, right = [*self.left()], [*self.middle()], [*self.right()]
        self.columns: list[Widget] = [VerticalScroll(*middle, id="sheet", can_focus=False)]
        if left:
            self.columns.insert(0, Vertical(*left, id="left"))
        if right:
            self.columns.append(VerticalScroll(*right, id="right", can_focus=False))
        yield Horizontal(*self.columns, id="body")
        yield Footer(show_command_palette=False, compact=self.app.size.width < _ROOMY)
        yield self.cover()

    def on_resize(self, event: events.Resize) -> None:
        self.show_bar()
        self.query_one(Footer).compact = self.app.size.width < _ROOMY

    def _where(self) -> Text:
        """Return the first line; only the last part of where one is if there is no room for all."""
        where = self.where()
        if where.cell_len + self.count().cell_len > self.app.size.width - _PROGRAM and "› " in where.plain:
            where = where[where.plain.rindex("› ") + 2 :]
        return line(("katatx", "lead b"), "  ", where)

    def action_of(self, key: str) -> str | None:
        """Return the action that a key has on this screen now, for screens that take keys in their order."""
        for each in self.BINDINGS:
            if isinstance(each, Binding) and key in self.katatx.keys.get(each.id or "", each.key).split(","):
                name, _, arguments = each.action.partition("(")
                if self.check_action(name, (arguments,)):
                    return each.action
        return None

    def show_bar(self) -> None:
        for name, said in (("#where", self._where()), ("#count", self.count())):
            if (shown := self.query_one(name, Static)).content != said:
                shown.update(said)

    def card(self, name: str) -> Card:
        return self.query_one(f"#{name}", Card)

    @property
    def sheet(self) -> VerticalScroll:
        return self.query_one("#sheet", VerticalScroll)

    def on_mount(self) -> None:
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._fit())

    def _fit(self) -> None:
        """Show those spare cards of each column that it has room for, the first ones first; its last card reaches
        down to its foot, so that no window ends in an empty rest.
        """
        away = {"off", "near" if self.has_class("-three") else ""}
        for column in (each for each in self.columns if each.region):
            cards = [each for each in column.children if isinstance(each, Card)]
            spare = [each for each in cards if each.has_class("spare") and not each.classes & away]
            shown = [each for each in column.displayed_children if each not in spare]
            room = column.size.height - sum(_height(each, column) for each in shown)
            for each in spare:
                tall = _height(each, column)
                if (tall > room) != each.has_class("out"):
                    each.toggle_class("out")
                    self.call_after_refresh(self._fit)
                if tall <= room:
                    shown, room = [*shown, each], room - tall
            if room >= 0:  # the bar itself took the cell that was missing
                column.show_vertical_scrollbar = False
            last = max((each for each in shown if each.id != "answer"), key=column.children.index, default=None)
            for each in cards:
                fills = each is last and room > 0 and each.styles.is_auto_height and not column.styles.is_auto_height
                if fills or each.styles.inline.has_rule("min_height"):  # even the same None would lay all out again
                    each.styles.min_height = _height(each, column) + room if fills else None

    @property
    def way_rows(self) -> int:
        """Return how many rows the way through a deck may have in the column at the left."""
        return self.app.size.height - (7 if self.app.size.height >= AIRY else 4)

    # Help, notices, leaving.

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Return a context in which a KatatxError becomes a notice."""
        try:
            yield
        except KatatxError as error:
            self.notify(str(error))

    def keys_now(self) -> dict[str, list[Binding]]:
        """Return the bindings that hold now, one for each key, by their ids."""
        found: dict[str, list[Binding]] = {}
        for each in self.active_bindings.values():
            if each.node is self and each.enabled and each.binding.id:
                found.setdefault(each.binding.id, []).append(each.binding)
        return found

    def action_help(self) -> None:
        self.app.push_screen(screen_of("Help")(self))

    def action_back(self) -> None:
        self.dismiss()

    def leave(self, then: Callable[[], object]) -> None:
        """Call `then`, which ends or replaces this screen; one with something to lose asks first."""
        then()
