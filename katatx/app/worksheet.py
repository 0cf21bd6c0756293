"""A worksheet: lines of arithmetic, a verdict beside each, and the working of the line under the cursor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.suggester import SuggestFromList
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, TextArea

from katatx.app.dialogs import ConfirmScreen, Dialog, ask
from katatx.app.frame import Card, Frame, Laid, part
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.served import is_served
from katatx.show.text import columns, counted, line
from katatx.worksheet import files

if TYPE_CHECKING:
    from katatx.show.checked_line import CheckedSheet
    from katatx.worksheet.sheet import Line

# Seconds without typing before a line is judged and unsaved text kept, and of rest before the working is shown.
_PAUSE = 0.15
_KEEP = 2.0
_REST = 0.03
# Seconds: judging lets other events pass after the first; a line slower than the second waits until it is left.
_SLICE = 0.008
_SLOW = 0.025
# Lines above the cursor that are searched for one to explain.
_NEAR = 50
_COUNTED = ("right", "right", "right"), ("wrong", "wrong", "wrong"), ("again", "unclear", "lead")
_KINDS = {"wrong": "bad", "right": "good", "again": "", "value": "lit", "": ""}
_WRITE = (
    ("softmax(1, 4)", "its value is shown beside it"),
    ("√32 ≈ 5.7", "a claim: it is right, or wrong"),
    ("s = q·Kᵀ/√4 = [1, 4]", "a name: later lines can use it"),
    ("[1 0; 0 1]", "a grid, row by row"),
    ("# first head", "a comment"),
)


class Paper(TextArea):
    """The lines."""

    def __init__(self, text: str) -> None:
        super().__init__(text, soft_wrap=False, show_line_numbers=True, compact=True, id="paper")
        self.cursor_blink = False

    def on_resize(self, event: events.Resize) -> None:
        self.scroll_cursor_visible()

    def get_line(self, line_index: int) -> Text:
        text = super().get_line(line_index)
        at = text.plain.find("#")
        if at == 0 or (at > 0 and text.plain[at - 1].isspace()):
            text.stylize("dim italic", at)
        return text

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.text = files.shown(event.text)
        if len(event.text) + len(self.text) > files.LARGEST:
            event.prevent_default()
            self.notify("Nothing was pasted: a worksheet holds a million characters at most.", markup=False)

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the cursor; while an edit is undone, it can still be below the text, and is waited for."""
        is_below = self.cursor_location[0] >= self.document.line_count
        return Offset() if is_below else super().scroll_cursor_visible(center, animate)


class Margin(Widget):
    """The margin with a mark beside each line; `mark_at` returns it for a row."""

    def __init__(self, paper: Paper, mark_at: Callable[[int], Text]) -> None:
        super().__init__(id="margin")
        self.paper, self.mark_at = paper, mark_at

    def on_mount(self) -> None:
        self.watch(self.paper, "scroll_y", self._follow, init=False)

    def _follow(self) -> None:
        self.refresh()

    def show_row(self, row: int) -> None:
        self.refresh(Region(0, row - round(self.paper.scroll_y), self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        above, style = round(self.paper.scroll_y), self.visual_style.rich_style
        mark, below = self.mark_at(y + above).copy(), self.paper.document.line_count - above - self.size.height
        more = f" ↑{above}" * (y == 0 and above > 0) or f" ↓{below}" * (y == self.size.height - 1 and below > 0)
        mark.truncate(self.size.width - len(more), overflow="ellipsis", pad=bool(more))
        mark.append(more, "dim")
        mark.no_wrap, mark.end = True, ""
        segments = Segment.apply_style(mark.render(self.app.console), style)
        return Strip(segments).adjust_cell_length(self.size.width, style)


class NameScreen(Dialog[str]):
    """Asks for a file's name; its result is that, or None. `trouble` says why the name before could not be used."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "save", id="take-name", tooltip="use the name"),
        Binding("escape", "dismiss", "back", id="close-name", tooltip="go back to the worksheet"),
    ]

    def __init__(self, heading: str, name: str, trouble: str = "") -> None:
        super().__init__()
        self.heading, self.named, self.trouble = heading, name, trouble

    def contents(self) -> Iterable[Widget]:
        known, folder = list[str](), "the folder of katatx"
        with suppress(OSError):
            folder = plain(str(Path.cwd()), 400, keep="")
            known = sorted(each.name for each in Path().glob(f"*{files.SUFFIX}"))[:200]
        # A name to be mended is not typed anew.
        suggester = SuggestFromList(known)
        yield Input(self.named, suggester=suggester, select_on_focus=not self.trouble, max_length=500, compact=True)
        yield part(line((self.trouble, "wrong")) if self.trouble else line((f"in {folder}", "dim")))

    def on_input_submitted(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())


class WorksheetScreen(Frame[None]):
    """A worksheet from the file `path`, or from none; `text` counts as saved.

    `judged` has the lines with their verdicts; it is None until the text is painted.
    """

    ALL_TYPED = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "save", id="save-sheet", priority=True, tooltip="save the worksheet in a file"),
        Binding("ctrl+o", "open", "open", id="open-sheet", priority=True, tooltip="open another worksheet"),
        Binding("ctrl+z", "do('undo')", "undo", id="undo-edit", priority=True, tooltip="undo the last edit"),
        Binding("ctrl+y", "do('redo')", "redo", show=False, id="redo-edit", priority=True, tooltip="redo that edit"),
        Binding("tab", "complete", "complete", show=False, id="complete", priority=True, tooltip="take the offer"),
        Binding("alt+up", "scroll(-2)", "working up", show=False, id="working-up", tooltip="scroll the working up"),
        Binding("alt+down", "scroll(2)", "working down", show=False, id="working-down", tooltip="scroll it down"),
        Binding("escape", "escape", "leave", show=False, id="escape-sheet", tooltip="hide what is offered, or leave"),
        Binding("f1,ctrl+g", "help", "help", id="sheet-help", tooltip="the keys of the worksheet"),
        Binding("ctrl+q,f10", "back", "leave", id="leave-sheet", tooltip="leave the worksheet"),
    ]
    TYPED = frozenset(each.id or "" for each in BINDINGS if isinstance(each, Binding))
    WRITTEN: ClassVar[Sequence[tuple[str, str]]] = _WRITE
    CSS = """
    WorksheetScreen #body { layout: vertical; align-horizontal: center; }
    WorksheetScreen.-one #right, WorksheetScreen.-two #right { display: block; width: 100%; margin-left: 0; }
    WorksheetScreen #right { height: 50%; } WorksheetScreen.-low #right { height: auto; max-height: 13; }
    WorksheetScreen.-tiny #right { height: auto; max-height: 10; } WorksheetScreen.-two #right { max-width: 96; }
    WorksheetScreen.-tiny .offers { border-bottom: round $lead; }
    WorksheetScreen.-tiny .offers:ansi { border-bottom: heavy ansi_default; }
    WorksheetScreen.-three #body { layout: horizontal; } WorksheetScreen.-three #right { width: 72; height: 1fr; }
    WorksheetScreen #right { scrollbar-size-vertical: 1; }
    WorksheetScreen.-one #sheet { max-width: 100%; } WorksheetScreen #rows { height: 1fr; }
    WorksheetScreen #writing { display: none; }
    WorksheetScreen.-three #writing, #writing.first { display: block; }
    #paper { width: 1fr; height: 1fr; background: $surface; border: none; padding: 0; scrollbar-size-vertical: 0; }
    #paper > .text-area--gutter { color: $dim; background: $surface; }
    #paper > .text-area--cursor-line, #paper > .text-area--cursor-gutter { background: $panel; }
    #paper > .text-area--cursor-gutter { color: $lead; text-style: bold; }
    #paper > .text-area--cursor { background: $lead; color: $background; }
    #paper:ansi > .text-area--cursor { background: ansi_default; color: ansi_default; text-style: reverse; }
    #margin { width: 32; height: 1fr; padding-left: 2; background: $surface; }
    WorksheetScreen.-one #margin { width: 34%; }
    #paper > .text-area--suggestion { color: $dim; text-style: italic; }
    #paper:ansi > .text-area--suggestion { text-style: dim italic; }
    .-low #working:ansi, .-high #working:ansi { border: round ansi_default; }
    """

    def __init__(self, path: Path | None = None, text: str = "") -> None:
        super().__init__()
        self.path, self.saved = path, text
        self.judged: CheckedSheet | None = None
        self.paper = Paper(text)
        self._told: dict[int, tuple[object, str, Text]] = {}
        # The wrong lines whose causes are not looked for yet.
        self._unsought: set[Line] = set()
        self._row, self._offered = 0, ""
        # Whether the cursor's line was edited since the cursor came: what cannot be read in it is not told yet.
        self._typing = False
        # Where unsaved text is kept.
        self.kept: Path | None = None
        self._waiting: dict[str, Timer] = {}

    def where(self) -> Text:
        name = "not saved yet" if self.path is None else plain(self.path.name, 60, keep="")
        return line(("worksheet › ", "dim"), (name, "b"), (" ●" * (self.path is not None and self.is_unsaved), "lead"))

    def count(self) -> Text:
        if self.judged is None:
            return Text()
        kinds = Counter(self._told_of(row)[1] for row in range(len(self.judged.lines)))
        return line("   ").join(line((f"{kinds[kind]} {said}", ink)) for kind, said, ink in _COUNTED if kinds[kind])

    def middle(self) -> Iterable[Widget]:
        margin = Margin(self.paper, self._mark_at)
        yield Card("your lines", Horizontal(self.paper, margin, id="rows"), kind="lit fill")

    def right(self) -> Iterable[Widget]:
        yield Card(name="working")
        rows = [(what, (said, "dim")) for what, said in _WRITE]
        yield Card("you can write", Laid(lambda width: columns("ll", rows, width=width)), kind="quiet", name="writing")

    def on_mount(self) -> None:
        self.watch(self.paper, "selection", self._moved, init=False)
        self.paper.focus()
        # What judges imports the engine, so the text is painted first.
        self.call_after_refresh(self.set_timer, 0.01, self._begin)

    def _begin(self) -> None:
        sheet = cast("type[CheckedSheet]", import_module("katatx.show.checked_line").CheckedSheet)
        self.judged = sheet(self.paper.document.lines)
        self._judge()
        self._explain()
        self._offer_unsaved()

    @property
    def text(self) -> str:
        return self.paper.text

    @property
    def is_unsaved(self) -> bool:
        return self.text != self.saved

    @property
    def is_settled(self) -> bool:
        waits = self._unsought or {"judge", "explain"} & self._waiting.keys()
        return self.judged is not None and self.judged.is_judged and not waits

    def _later(self, name: str, seconds: float, do: Callable[[], None]) -> None:
        """Call `do` in a while, in place of what was to be called under the same name."""

        def then() -> None:
            if self._waiting.get(name) is timer:  # else it was stopped just before
                del self._waiting[name]
                do()

        if name in self._waiting:
            self._waiting[name].stop()
        timer = self._waiting[name] = self.set_timer(seconds, then)

    # ---- judging

    @on(TextArea.Changed)
    def _edited(self) -> None:
        if self.judged is None:
            return
        self.judged.rewrite(self.paper.document.lines)
        self._typing = True
        self._offer_choice()
        self._later("keep", _KEEP, self._keep)
        if self.paper.cursor_location[0] != self._row:
            self._moved()
            return
        self._later("judge", _PAUSE, self._judge)
        self.query_one(Margin).show_row(self._row)

    def _moved(self) -> None:
        """Judge a line that the cursor leaves; an edit that moves the cursor is followed by `_edited`."""
        if self.judged is None or not self.judged.is_of(self.paper.document.lines):
            return
        if self.paper.cursor_location[0] != self._row:
            self._move_to_row()
        row, column = self.paper.cursor_location
        self._offer("", self.judged.signature_at(self.paper.document.get_line(row), column))

    def _offer(self, suggestion: str, told: str) -> None:
        """Show how the word before the cursor may go on, and in the lower edge what the operation does."""
        signature, does = [*told.split(": "), ""][:2]
        self.paper.suggestion, self._offered = suggestion, signature.partition("(")[0]
        card, told = self.query_one(".fill", Card), does[:1].lower() + does[1:].partition(" (")[0]
        told = f"{signature}   {told}" if told and len(told) + len(signature) < card.size.width - 3 else signature
        card.show("your lines", told, f"lit fill{' offers' * bool(suggestion)}")

    def _move_to_row(self) -> None:
        self._row, self._typing = self.paper.cursor_location[0], False
        self._judge()
        self._later("explain", _REST, self._explain)

    def _judge(self) -> None:
        """Judge changed lines and those that depend on them, for a short time, and the rest a little later.

        If the line being typed is slow to judge, it and all below wait until the cursor leaves it.
        """
        assert self.judged is not None
        row, lines, begun = self._row, self.judged.lines, perf_counter()
        slow = self._typing and row < len(lines) and lines[row].seconds > _SLOW
        for judged in self.judged.judge(before=row if slow else None, search=0):
            self._told.pop(judged, None)
            if (checked := lines[judged].checked) is not None and checked.is_wrong:
                self._unsought.add(lines[judged])
                self._later("seek", _REST, self._seek)
            if judged == row:
                self._later("explain", _REST, self._explain)
            if perf_counter() - begun > _SLICE:
                self._later("judge", 0.001, self._judge)
                break
        else:
            self.show_bar()
        self.query_one(Margin).refresh()

    def _seek(self) -> None:
        """Look for the causes of what is wrong, for a short time, and of the rest a little later."""
        begun = perf_counter()
        while self._unsought and perf_counter() - begun < _SLICE:
            self._seek_line(next(iter(self._unsought)))
        if self._unsought:
            self._later("seek", 0.001, self._seek)
        self.show_bar()
        self.query_one(Margin).refresh()

    def _seek_line(self, wrong: Line) -> None:
        if wrong in self._unsought:
            self._unsought.remove(wrong)
            wrong.judge(wrong.used)

    def _told_of(self, row: int) -> tuple[object, str, Text]:
        """Return what was found of a line, its kind and its mark, which are kept until it is judged anew."""
        if self.judged is None or row >= len(self.judged.lines):
            return None, "", Text()
        judged = self.judged.lines[row]
        if not judged.judged or (judged.error is not None and self._typing and row == self._row):
            return None, "", Text()
        found = judged.checked or judged.error
        if row not in self._told or self._told[row][0] is not found:
            mark = self.judged.mark_of(judged)
            self._told[row] = found, self.judged.kind_of(judged), mark[:1] if judged in self._unsought else mark
        return self._told[row]

    def _mark_at(self, row: int) -> Text:
        """Return what stands beside a line: its mark, or where a word is being typed the key that completes it."""
        offers = self.paper.suggestion and row == self._row
        return line((f"{self.key('complete')} ", "lead"), (self._offered, "dim")) if offers else self._told_of(row)[2]

    def _explain(self) -> None:
        """Show the working of the cursor's line, or of the nearest above it that has something to show."""
        assert self.judged is not None
        lines = self.judged.lines
        rows = range(min(self._row, len(lines) - 1), max(-1, self._row - _NEAR), -1)
        row = next((row for row in rows if self._told_of(row)[1]), None)
        card = self.card("working")
        self.card("writing").set_class(row is None, "first")
        if row is None:
            card.lay()
            return
        self._seek_line(lines[row])
        kind = _KINDS[self._told_of(row)[1]]
        card.lay(partial(self.judged.detail, row), self.judged.title_of(row), kind=kind)
        self.query_one("#right").scroll_home(animate=False)

    # ---- keys and completion

    def action_escape(self) -> None:
        if self.paper.suggestion:
            self.paper.suggestion = ""
        else:
            self.action_back()

    def _offer_choice(self) -> None:
        assert self.judged is not None
        row, column = self.paper.cursor_location
        text = self.paper.document.get_line(row)
        for each in self.judged.choices(text, column, self.judged.values_above(row)):
            if each.name.startswith(text[column - each.typed : column]):
                following = each.inserted(text[column:])[each.typed :]
                self._offer(following, f"{each.signature}: {each.summary}")
                break

    def action_complete(self) -> None:
        if self.paper.suggestion:
            self.paper.insert(self.paper.suggestion)

    def action_do(self, edit: str) -> None:
        getattr(self.paper, edit)()

    def action_scroll(self, by: int) -> None:
        self.query_one("#right").scroll_relative(y=by, animate=False)

    # ---- the file

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return super().check_action(action, parameters) and not (action in ("save", "open") and is_served())

    def action_save(self) -> None:
        if self.path is None:
            self._ask_name("save as", files.DEFAULT_NAME, self._save_as)
            return
        with self.telling():
            there, same = files.read_sheet(self.path), (self.saved.rstrip("\n"), self.text.rstrip("\n"))
            changed = there.is_there and there.text.rstrip("\n") not in same
            self._write_if(changed, self.path, "was changed by another program. Write over it?")

    def _save_as(self, path: Path) -> None:
        self._write_if(files.read_sheet(path).is_there, path, "exists already. Write over it?")

    def _write_if(self, asks: bool, path: Path, question: str) -> None:
        """Write the text to a file, after a question if `asks`."""

        def write() -> None:
            with self.telling():
                self._write(path)

        if asks:
            ask(self, f"{plain(path.name, 60, keep='')} {question}", write)
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        files.write_sheet(path, self.text)
        self.path, self.saved = path, self.text
        self._keep()
        self.notify(f"saved as {path}")
        self.show_bar()

    def action_open(self) -> None:
        self._if_saved("Open another anyway?", lambda: self._ask_name("open", "", self._read))

    def _read(self, path: Path) -> None:
        opened = files.read_sheet(path)
        self.path, self.saved = path, opened.text
        self.paper.load_text(opened.text)
        self._keep()
        if not opened.is_there:
            self.notify(f"{path.name} is new; it is made when you save it.")
        elif opened.hidden:
            self.notify(f"{path.name}: {counted(opened.hidden, 'control character')} replaced by �.")

    def _ask_name(self, heading: str, name: str, then: Callable[[Path], None], trouble: str = "") -> None:
        """Ask for a file's name and pass it on; ask again if it cannot be used."""

        def take(typed: str | None) -> None:
            try:
                if typed:
                    then(Path(typed).expanduser())
            except (RuntimeError, KatatxError) as error:  # RuntimeError: there is no such home folder
                self._ask_name(heading, typed or "", then, str(error))

        self.app.push_screen(NameScreen(heading, name, trouble), take)

    def _if_saved(self, question: str, then: Callable[[], object]) -> None:
        if self.is_unsaved:
            ask(self, f"This worksheet is not saved. {question}", then)
        else:
            then()

    def leave(self, then: Callable[[], object]) -> None:
        def go() -> None:
            self.saved = self.text
            self._keep()
            then()

        self._if_saved("Leave it anyway?", go)

    def action_back(self) -> None:
        self.leave(self.dismiss)

    # ---- unsaved text

    def _keep(self) -> None:
        """Keep unsaved text in the data folder, or drop what was kept of it."""
        if self.is_unsaved and not is_served():
            with self.telling():
                self.kept = files.keep_unsaved(self.path, self.text, self.kept)
        elif self.kept is not None:
            files.drop_unsaved(self.kept)
            self.kept = None

    def _offer_unsaved(self) -> None:
        """Offer what was not saved when the app last ended, of this worksheet or where none was asked for."""
        found = None if is_served() or (self.path is None and self.saved) else files.kept_unsaved(self.path)
        if found is None:
            return
        self.kept, path, text = found

        def take(wanted: bool | None) -> None:
            if not wanted:
                self._keep()
                return
            with suppress(KatatxError):
                self.saved = "" if path is None else files.read_sheet(path).text
            self.path = path
            self.paper.load_text(text)

        name = "A worksheet" if path is None else plain(path.name, 60, keep="")
        question = f"{name} of {counted(text.count(chr(10)) + 1, 'line')} was not saved. Go on with it?"
        self.app.push_screen(ConfirmScreen(question), take)

    def on_unmount(self) -> None:
        self._keep()
