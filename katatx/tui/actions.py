"""What can be done on each screen, and the keys that do it: all of them in one place.

A screen's method `action_NAME` does an action. Footers, help pages and the command palette are made
from these tables, so that they name the keys that really work. Keys while an answer is typed must
not be part of any answer, and no key here is a chord that tmux loses (ctrl+enter, shift+enter) or keeps (ctrl+b).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do: its name in `[keys]` of the settings, its keys, its words in a footer and its
    sentence in the help. `vim` are its keys in the vim set, where they are others. What is not
    `in_footer` is in the help alone.
    """

    id: str
    keys: str
    words: str
    sentence: str
    vim: str = ""
    in_footer: bool = True

    @property
    def method(self) -> str:
        """Return what Textual calls it."""
        return self.id.replace("-", "_")


HELP = Action("help", "question_mark", "help", "the keys of this screen")
PALETTE = Action("palette", "ctrl+p", "all", "find anything by its name", in_footer=False)
BACK = Action("back", "q,escape", "back", "go back")

UP = Action("up", "up", "up", "one line up", vim="up,k", in_footer=False)
DOWN = Action("down", "down", "down", "one line down", vim="down,j", in_footer=False)
PAGE_UP = Action("page-up", "pageup", "page up", "a screen up", vim="pageup,ctrl+u", in_footer=False)
PAGE_DOWN = Action("page-down", "pagedown", "page down", "a screen down", vim="pagedown,ctrl+d", in_footer=False)
MOVING = (UP, DOWN, PAGE_UP, PAGE_DOWN)

STATS = Action("stats", "s", "stats", "how you stand over all decks")
DECK_STATS = Action("deck-stats", "i", "its stats", "how you stand in this deck")

CALIBRATE = Action("calibrate", "t", "time typing", "type six short answers, so that target times are yours")

HOME = (
    Action("review", "r", "review", "ten minutes of what moves you furthest"),
    Action("practise", "enter", "drill", "practise this deck from where you stopped", vim="enter,l"),
    Action("kata", "k", "kata", "work this deck's page from first line to last", vim="K"),
    Action("browse", "b", "browse", "this deck's drills, to begin anywhere"),
    STATS,
    DECK_STATS,
    Action("settings", "o", "settings", "theme, places, pace, day start, keys"),
    HELP,
    Action("quit", "q,escape", "quit", "leave; everything is kept"),
    *MOVING,
    PALETTE,
)
BROWSER = (
    Action("practise-one", "enter", "drill", "practise this drill alone", vim="enter,l"),
    Action("from-here", "f", "from here", "practise the deck from this drill on"),
    Action("reset", "x", "reset", "begin this drill anew; its answers stay in the log, marked"),
    DECK_STATS,
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
STATS_SCREEN = (HELP, BACK, *MOVING, PALETTE)
SETTINGS = (
    Action("change", "enter,space,right", "change", "the next value of this setting", vim="enter,space,right,l"),
    Action("change-back", "left", "back one", "the value before", vim="left,h", in_footer=False),
    CALIBRATE,
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
SUMMARY = (
    Action("close", "q,enter,escape", "close", "leave this summary"),
    CALIBRATE,
    *MOVING,
    HELP,
)
CONFIRM = (
    Action("yes", "y", "yes", "do it"),
    Action("no", "n,q,escape", "no", "leave all as it is"),
)

_HINT = Action("hint", "h,tab", "hint", "the next line's name, then its expression, then its value; counts as help")
_PAUSE = Action("pause", "p", "pause", "cover the sheet and stop the clock")
_CLOCK = Action("clock", "ctrl+l", "clock", "hide or show the clock", in_footer=False)
_STOP = Action("stop", "q,ctrl+c", "stop", "stop here; every answer is kept, and the next start goes on from here")
_SHEET_UP = Action("sheet-up", "pageup", "sheet up", "what of the sheet lies above", in_footer=False)
_SHEET_DOWN = Action("sheet-down", "pagedown", "sheet down", "what of the sheet lies below", in_footer=False)
_ALWAYS = (HELP, _CLOCK, _SHEET_UP, _SHEET_DOWN, PALETTE)
_LINE_UP = Action("line-up", "up", "line up", "the worked line above", vim="up,k", in_footer=False)
_LINE_DOWN = Action("line-down", "down", "line down", "the worked line below", vim="down,j", in_footer=False)
_GRADE = Action("grade", "enter", "grade", "grade what is typed")
ASKING = (_GRADE, _HINT, _PAUSE, _STOP, _LINE_UP, _LINE_DOWN, *_ALWAYS)
# Where there are choices, or lines of a working, to point at.
ASKING_TO_POINT = (
    _GRADE,
    _HINT,
    _PAUSE,
    _STOP,
    Action("point-up", "up", "point up", "point at the choice or line above", in_footer=False),
    Action("point-down", "down", "point down", "point at the choice or line below", in_footer=False),
    *_ALWAYS,
)
_NEXT = Action("next", "n,enter", "next", "the next question")
_AGAIN = Action("again", "r", "again", "the same drill once more, on fresh numbers")
JUDGED = (
    _NEXT,
    _AGAIN,
    Action("uncover", "h,space", "uncover", "uncover the next worked line", vim="h,space,l"),
    Action("explain", "e", "explain", "open or close the worked line under the cursor, one level deeper"),
    _STOP,
    _LINE_UP,
    _LINE_DOWN,
    *_ALWAYS,
)
# Where the working stays covered, as in a kata that goes on.
JUDGED_COVERED = (_NEXT, _STOP, *_ALWAYS)

SCREENS = {
    "home": HOME,
    "deck browser": BROWSER,
    "stats": STATS_SCREEN,
    "settings": SETTINGS,
    "summary": SUMMARY,
    "confirmation": CONFIRM,
    "question": ASKING,
    "question with choices": ASKING_TO_POINT,
    "verdict": JUDGED,
}
