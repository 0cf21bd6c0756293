"""The welcome screen for new learners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from textual.containers import Container
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.tui.actions import WELCOME, Action
from katatx.tui.screens.lists.paging import PageScreen
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.framed import FramedPage
from katatx.tui.widgets.section import SectionView
from katatx.views.welcome import TOOLS, Welcome

# Returns the screens that follow, bottom first; the argument says whether to begin. With no screens the app ends.
Then = Callable[[bool], Sequence[Screen[None]]]

_HEADING = "Beside the pencil"


class WelcomeScreen(PageScreen):
    """The welcome text, which `then` follows; None if the text was opened later and only closes.

    `then` is given whether the learner begins, and returns the screens that follow, bottom first; without any the app
    ends.
    """

    CSS_PATH = stylesheet("welcome")
    ACTIONS = WELCOME

    def __init__(self, welcome: Welcome, then: Then | None = None) -> None:
        super().__init__()
        self.welcome = welcome
        self.then = then

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions, without "begin" if the screen was opened later."""
        return self.ACTIONS if self.then is not None else self.ACTIONS[1:]

    def compose_body(self) -> Iterator[Widget]:
        """Yield the sections of the welcome text."""
        yield Static("Welcome", id="place", markup=False)
        to_do, counted, *words = self.welcome.sections
        with Container(id="middle"), FramedPage("Transformers by pencil", "welcome"):
            with Container(classes="column"):
                yield SectionView(*to_do)
                yield SectionView(_HEADING, self._tools, name="tools")
            with Container(classes="column"):
                for each in words:
                    yield SectionView(*each, flowing=True)
                yield SectionView(*counted)
        yield Static(id="notice", classes="-silent", markup=False)

    @property
    def _tools(self) -> list[tuple[str, str]]:
        """Return the row with the tools that are allowed and their meaning, in a list."""
        # Padded, so that nothing moves when the choice changes.
        longest = max(map(len, TOOLS))
        return [(f"‹ {self.welcome.tools.center(longest)} ›", TOOLS[self.welcome.tools])]

    def action_begin(self) -> None:
        """Close the screen and continue with the first question."""
        self._go_on(begins=True)

    def action_back(self) -> None:
        """Close the screen without beginning; if no screens follow, the app ends."""
        self._go_on(begins=False)

    def action_tools(self) -> None:
        """Select and save the next tools that the learner may use."""
        self._change_tools(1)

    def action_tools_back(self) -> None:
        """Select and save the previous tools that the learner may use."""
        self._change_tools(-1)

    def _change_tools(self, by: int) -> None:
        """Select and save the tools `by` places further; show an error if they cannot be saved."""
        try:
            self.welcome.change_tools(by)
        except KatatxError as error:
            notice = self.query_one("#notice", Static)
            notice.update(plain(str(error), 300, keep=""))
            notice.remove_class("-silent")
        self.query_one("#tools", SectionView).show(self._tools)

    def _go_on(self, begins: bool) -> None:
        """Close the screen, and show the screens that `then` returns; if it returns none, end the app.

        Without `then`, only close it; do nothing if it is covered. `begins` says whether the learner begins with the
        first question. If the screens cannot be made, the app ends with the error.
        """
        if not self.is_active:
            return
        if self.then is None:
            self.dismiss()
            return
        with self.ending_on_error():
            following = self.then(begins)
            if not following:
                self.app.exit()
                return
            self.app.switch_screen(following[0])
            for each in following[1:]:
                self.app.push_screen(each)
