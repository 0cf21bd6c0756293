"""The welcome screen: what katatx is, a wrong answer being named and worked, and the first lesson."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget

from katatx.app.frame import Card, Frame
from katatx.app.home import HomeScreen
from katatx.app.keys import HELP
from katatx.app.question import QuestionScreen
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.show.home import WELCOME
from katatx.show.text import block, columns, counted, line

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk
    from katatx.sessions.sitting import Sitting

_ASKED = line(
    "Turn scores ", ("1", "given"), " and ", ("4", "given"), " into weights.  You write ", ("0.2 0.8", "wrong")
)
_NAMED = line(("You shared out the scores themselves: e^ was left out.", "b"))
_INSTEAD = line("Raise e to each score first, then share out.")
# The learner's numbers, the true ones, and how these are worked.
_WORKED = (
    ("1", "raise", ("✗", "wrong"), ("1", "wrong"), ("2.718", "right"), line(("e", "b"), ("^", "dim"), ("1", "given"))),
    ("", "", ("✗", "wrong"), ("4", "wrong"), ("54.598", "right"), line(("e", "b"), ("^", "dim"), ("4", "given"))),
    ("2", "total", "", "5", "57.316", line("2.718 ", ("+", "dim"), " 54.598")),
    ("3", "divide", "", "0.2", "0.047", line("2.718 ", ("/", "dim"), " 57.316")),
    ("", "", "", "0.8", "0.953", line("54.598 ", ("/", "dim"), " 57.316")),
)


def _worked() -> Text:
    rows = [((number, "dim"), *cells) for number, *cells in _WORKED]
    return block(columns("lll..l", [("", "", "", ("yours", "dim"), ("true", "dim")), *rows], gap=(2, 2, 1, 2, 3)))


class WelcomeScreen(Frame[None]):
    """Welcomes a new learner to a sitting; what follows stands over home if there is a `desk`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on(True)", "begin", id="begin", tooltip="begin; the first question is not timed"),
        HELP,
        Binding("q,escape", "go_on(False)", "later", id="later", tooltip="begin another time"),
    ]
    CSS = "WelcomeScreen #body { align: center middle; } WelcomeScreen #sheet { height: auto; max-height: 100%; }"

    def __init__(self, sitting: Sitting, desk: Desk | None = None) -> None:
        super().__init__()
        self.sitting, self.desk = sitting, desk

    def where(self) -> Text:
        return line(("the transformer, by pencil", "dim"))

    def middle(self) -> Iterable[Widget]:
        first, second = WELCOME
        yield Card("welcome", block([line((first, "b")), second]), kind="quiet")
        yield Card("what a wrong answer gets", _ASKED, _NAMED, _worked(), _INSTEAD, kind="bad")
        sitting = self.sitting
        section = sitting.plan.title if sitting.question is None else sitting.question.section
        where = line((plain(section, 60, keep=""), "b"), (f"   {counted(sitting.total, 'question')}, by pencil", "dim"))
        yield Card("where you begin", where, sub=f"{self.key('begin')}: begin", kind="lit")

    def action_go_on(self, begins: bool) -> None:
        """Show what follows in place of this screen; without anything the app ends."""
        try:
            following: list[Screen[None]] = [] if self.desk is None else [HomeScreen(self.desk)]
        except KatatxError as error:
            self.katatx.fail(error)
            return
        following += [QuestionScreen(self.sitting)] * begins
        if not following:
            self.dismiss()
            return
        self.app.switch_screen(following[0])
        for each in following[1:]:
            self.app.push_screen(each)
