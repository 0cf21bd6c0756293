"""The actions of every screen, with their keys.

The screen's method `action_NAME` performs an action. Footers, help pages and the command palette are generated from
these tables, so that they always show the keys that work. While an answer is typed, no key of an action is part of an
answer, except `q`. No key is one that tmux drops (ctrl+enter, shift+enter) or uses itself (ctrl+b).
"""

from __future__ import annotations

from dataclasses import dataclass

from katatx.served import is_served


@dataclass(frozen=True, slots=True)
class Action:
    """An action: its name in `[keys]` of the settings (`id`), its keys, its words in the footer, and its sentence in
    the help.

    `keys` are Textual's names, separated by commas. `vim` are its keys in the vim set; "" if they are the same. Actions
    not `in_footer` are left out of the footer only. Actions with `files` open or save a file that the user names.
    """

    id: str
    keys: str
    words: str
    sentence: str
    vim: str = ""
    in_footer: bool = True
    files: bool = False

    @property
    def method(self) -> str:
        """Return the name of its Textual action; the screen's method is `action_` and this name."""
        return self.id.replace("-", "_")


HELP = Action("help", "question_mark", "help", "the keys of this screen")
PALETTE = Action("palette", "ctrl+p", "all", "find anything by its name", in_footer=False)
BACK = Action("back", "q,escape", "back", "go back")

UP = Action("up", "up", "up", "one line up", vim="up,k", in_footer=False)
DOWN = Action("down", "down", "down", "one line down", vim="down,j", in_footer=False)
PAGE_UP = Action("page-up", "pageup", "page up", "a screen up", vim="pageup,ctrl+u", in_footer=False)
PAGE_DOWN = Action("page-down", "pagedown", "page down", "a screen down", vim="pagedown,ctrl+d", in_footer=False)
MOVING = (UP, DOWN, PAGE_UP, PAGE_DOWN)

# Actions of every list.
FILTER = Action("filter", "slash", "filter", "show only rows with the words you type; esc clears them")
SORT = Action("sort", "v", "sort", "sort by the next column; after the last, in the original order")
SORT_TURNED = Action("sort-turned", "V", "reverse order", "reverse the order", in_footer=False)
LISTING = (FILTER, SORT, SORT_TURNED)
PREVIEW = Action("preview", "space", "more", "details of the selected row, if they have no room beside the list")
PRACTISE_ONE = Action("practise-one", "enter", "drill", "practise this drill alone", vim="enter,l")
PRACTISE_IT = Action("practise-it", "p", "practise", "practise the step, deck or drill under the cursor")
DRILL_PAGE = Action("drill-page", "i", "its page", "this drill's times, steps and mistakes")

STATS = Action("stats", "s", "stats", "your progress over all decks")
DECK_STATS = Action("deck-stats", "i", "deck stats", "your progress in this deck")


REVIEW = Action("review", "r", "today", "ten minutes of the practice you need most")
PRACTISE = Action(
    "practise", "enter", "practise", "practise what is under the cursor from where you stopped", vim="enter,l"
)
HOME = (
    REVIEW,
    PRACTISE,
    Action("kata", "k", "kata", "work this deck's page from first line to last", vim="K"),
    Action("browse", "b", "browse", "this deck's drills, to start anywhere"),
    Action("map", "m", "map", "all steps on one map; practise any of them"),
    Action("worksheet", "c", "check", "a worksheet that checks what you calculate"),
    STATS,
    DECK_STATS,
    Action("search", "slash", "search", "find any drill of any deck"),
    Action("settings", "o", "settings", "theme, decimals, pace, day start, keys"),
    Action("undo", "u", "undo", "take your last answer out of your progress, after asking; the log keeps it"),
    HELP,
    Action("quit", "q", "quit", "leave; everything is kept"),
    *MOVING,
    PALETTE,
)
TO_STEP = Action("step-page", "i", "its page", "this step's progress, times and mistakes")
MAP = (
    Action("practise-step", "enter", "practise", "a review of this step"),
    TO_STEP,
    FILTER,
    Action("left", "left", "left", "the step to the left", vim="left,h", in_footer=False),
    Action("right", "right", "right", "the step to the right", vim="right,l", in_footer=False),
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
BROWSER = (
    PRACTISE_ONE,
    PREVIEW,
    DRILL_PAGE,
    FILTER,
    SORT,
    Action("from-here", "f", "from here", "practise the deck from this drill on"),
    Action("its-deck-stats", "s", "deck stats", "your progress in this drill's deck"),
    Action("reset", "x", "reset", "start this drill over; its answers stay in the log but no longer count"),
    SORT_TURNED,
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
NEXT_SECTION = Action("next-section", "tab", "section", "the next section")
STATS_SCREEN = (
    Action("open", "enter", "open", "open the page of the row under the cursor", vim="enter,l"),
    PREVIEW,
    FILTER,
    NEXT_SECTION,
    Action("section-before", "shift+tab", "previous section", "the previous section", in_footer=False),
    PRACTISE_IT,
    SORT,
    SORT_TURNED,
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
STEP_PAGE = (
    PRACTISE_ONE,
    PREVIEW,
    Action("review-step", "p", "review it", "ten minutes of this step, at the drills where you need it most"),
    DRILL_PAGE,
    *LISTING,
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
DRILL_PAGE_SCREEN = (
    Action("practise-drill", "enter", "drill", "practise this drill", vim="enter,l"),
    PREVIEW,
    TO_STEP,
    *LISTING,
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
SETTINGS = (
    Action("change", "enter,space,right", "change", "the next value of this setting", vim="enter,space,right,l"),
    Action("change-back", "left", "back one", "the previous value of this setting", vim="left,h", in_footer=False),
    FILTER,
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
# Shown before the first question, and later from the palette without "begin".
WELCOME = (
    Action("begin", "enter", "begin", "begin with the first question, which is not timed"),
    Action("tools", "right", "tools", "the next choice of what you may use beside the pencil", vim="right,l"),
    Action("tools-back", "left", "tools back", "the previous choice", vim="left,h", in_footer=False),
    HELP,
    BACK,
    *MOVING,
    PALETTE,
)
SUMMARY = (
    Action("redo-misses", "m", "redo misses", "answer what you missed here again, on fresh numbers"),
    Action("rework", "r", "rework", "the kata from its first mistake, on the same numbers"),
    Action("kata-again", "k", "kata again", "do the whole kata again, on fresh numbers", vim="K"),
    Action("copy-result", "y", "copy", "copy this result as plain text"),
    Action("close", "q,enter,escape", "close", "leave this summary"),
    UP,
    DOWN,
    Action("detail-up", "pageup", "working up", "scroll the working up", vim="pageup,ctrl+u", in_footer=False),
    Action(
        "detail-down", "pagedown", "working down", "scroll the working down", vim="pagedown,ctrl+d", in_footer=False
    ),
    HELP,
    PALETTE,
)
MORE_SAID = Action("more-said", "space", "more", "the rest of the explanation, where it is long")
AUDITED_PAGE = (
    Action("next-wrong", "n", "next wrong", "the next claim that is wrong"),
    Action("previous-wrong", "p", "previous", "the previous claim that is wrong"),
    Action("next-claim", "N", "claim", "the next claim, right or wrong"),
    Action("previous-claim", "P", "previous claim", "the previous claim, right or wrong", in_footer=False),
    Action("to-worksheet", "enter", "work it", "open the claim's calculation as a worksheet"),
    Action("find-text", "slash", "find", "find text on the page; the keys of the search are then in the last line"),
    Action("copy-finding", "y", "copy", "copy the claim and its verdict as text"),
    MORE_SAID,
    Action("unchecked", "u", "unchecked", "show or hide the marks on claims that could not be checked"),
    Action("as-read", "v", "as read", "the page as the audit read it, without markup, or as its file has it"),
    HELP,
    Action("leave-page", "q,ctrl+c", "leave", "leave; the exit status is 1 where a claim is wrong"),
    Action("text-up", "up,k", "up", "one line up", in_footer=False),
    Action("text-down", "down,j", "down", "one line down", in_footer=False),
    PAGE_UP,
    PAGE_DOWN,
    Action("text-top", "home,g", "top", "the first line", in_footer=False),
    Action("text-end", "end,G", "end", "the last line", in_footer=False),
    PALETTE,
)
FINDING_TEXT = (
    Action("find-next", "enter,down", "next match", "the next place with the text"),
    Action("find-previous", "up", "previous match", "the previous place with the text", in_footer=False),
    Action("find-end", "escape,ctrl+c", "done", "close the search and stay here"),
)
CONFIRM = (
    Action("yes", "y", "yes", "do it"),
    Action("no", "n,q,escape", "no", "change nothing"),
)

# Pressing q again stops.
STOPPING = (
    Action("stop-anyway", "y,q,ctrl+c", "stop", "stop; what is typed is lost"),
    Action("go-on", "n,escape", "go on", "go on with what is typed"),
)

_HINT = Action("hint", "h", "hint", "the next line's name, then its expression, then its value; counts as help")
_PAUSE = Action("pause", "p", "pause", "cover the sheet and stop the clock")
_CLOCK = Action("clock", "ctrl+l", "clock", "hide or show the clock", in_footer=False)
_STOP = Action("stop", "q", "stop", "stop here; every answer is kept, and the next start goes on from here")
_STOP_NOW = Action("stop-now", "ctrl+c", "stop at once", "stop, and lose what is typed", in_footer=False)
_HOW_TO_STOP = Action("how-to-stop", "escape", "how to stop", "say which key stops", in_footer=False)
WORDS = Action("words", "w", "words", "the page's words beside the question; it costs nothing")
TABLES = Action("tables", "v", "tables", "look up powers of e, roots, sines and cosines; it costs nothing")
SHEET_UP = Action("sheet-up", "pageup", "sheet up", "scroll the sheet up", in_footer=False)
SHEET_DOWN = Action("sheet-down", "pagedown", "sheet down", "scroll the sheet down", in_footer=False)
_LESSON = Action("lesson", "o", "lesson", "this section's lesson again", in_footer=False)
_ALWAYS = (WORDS, TABLES, _LESSON, HELP, _STOP_NOW, _HOW_TO_STOP, _CLOCK, SHEET_UP, SHEET_DOWN, PALETTE)
_LINE_UP = Action("line-up", "up", "line up", "the worked line above", vim="up,k", in_footer=False)
_LINE_DOWN = Action("line-down", "down", "line down", "the worked line below", vim="down,j", in_footer=False)
GRADE = Action("grade", "enter", "grade", "grade what is typed")
ASKING = (GRADE, _HINT, _PAUSE, _STOP, _LINE_UP, _LINE_DOWN, *_ALWAYS)
# For questions with choices or lines of a working to select.
ASKING_TO_POINT = (
    GRADE,
    _HINT,
    _PAUSE,
    _STOP,
    Action("point-up", "up", "point up", "point at the choice or line above", in_footer=False),
    Action("point-down", "down", "point down", "point at the choice or line below", in_footer=False),
    *_ALWAYS,
)
_NEXT = Action("next", "n,enter", "next", "the next question")
_AGAIN = Action("again", "r", "again", "the same drill once more, on fresh numbers")
_DEEPER = Action("explain", "e", "deeper", "show or hide the steps behind the worked line under the cursor")
_UNDO = Action("take-back", "u", "undo", "undo this answer and type it again; the log keeps it, marked")
JUDGED = (
    _NEXT,
    _AGAIN,
    Action("uncover", "h,space", "uncover", "uncover the next worked line", vim="h,space,l"),
    _DEEPER,
    _UNDO,
    _STOP,
    _LINE_UP,
    _LINE_DOWN,
    *_ALWAYS,
)
# For a fully open working, as after a wrong answer.
JUDGED_OPEN = (_NEXT, _AGAIN, _DEEPER, _UNDO, _STOP, _LINE_UP, _LINE_DOWN, *_ALWAYS)
# For a working that stays covered, as in a kata.
JUDGED_COVERED = (_NEXT, _UNDO, _STOP, *_ALWAYS)

_LEAVE_LESSON = Action("leave-lesson", "q,escape,ctrl+c", "leave lesson", "leave the lesson, and go on to practice")
_IN_LESSON = (_LEAVE_LESSON, WORDS, TABLES, HELP, _LINE_UP, _LINE_DOWN, SHEET_UP, SHEET_DOWN, PALETTE)
LESSON_EXAMPLE = (_NEXT, *_IN_LESSON)
SKIP = Action("skip", "x", "skip", "go on without an answer, where none is typed")
LESSON_ASKING = (GRADE, _HINT, SKIP, *_IN_LESSON)
LESSON_JUDGED = (_NEXT, _DEEPER, *_IN_LESSON)

SAVE = Action("save", "ctrl+s", "save", "save the worksheet; the first time it asks for a name", files=True)
LEAVE = Action("leave", "ctrl+q,f10", "leave", "go back; asks first if something is not saved")
COMPLETE = Action("complete", "tab", "complete", "insert the selected operation or name from the list, or the first")
# While arithmetic is typed, every letter and sign belongs to it.
WORKSHEET = (
    SAVE,
    Action("open-file", "ctrl+o", "open", "open another worksheet", files=True),
    Action("undo-edit", "ctrl+z", "undo", "undo the last change"),
    Action("redo-edit", "ctrl+y", "redo", "make the change again that was undone last", in_footer=False),
    COMPLETE,
    Action("sheet-help", "f1,ctrl+g", "help", "the keys of this screen, and how arithmetic is written"),
    LEAVE,
    Action("working-up", "alt+up", "working up", "scroll the working up", in_footer=False),
    Action("working-down", "alt+down", "working down", "scroll the working down", in_footer=False),
    PALETTE,
)
ASK_NAME = (
    Action("take", "enter", "use", "use this name"),
    Action("cancel", "escape", "cancel", "change nothing"),
)

SCREENS = {
    "home": HOME,
    "map": MAP,
    "deck browser": BROWSER,
    "stats": STATS_SCREEN,
    "step": STEP_PAGE,
    "drill's page": DRILL_PAGE_SCREEN,
    "settings": SETTINGS,
    "welcome": WELCOME,
    "summary": SUMMARY,
    "audited page": AUDITED_PAGE,
    "audited page, finding text": FINDING_TEXT,
    "confirmation": CONFIRM,
    "confirmation to stop": STOPPING,
    "question": ASKING,
    "question with choices": ASKING_TO_POINT,
    "verdict": JUDGED,
    "lesson": LESSON_EXAMPLE,
    "lesson's question": LESSON_ASKING,
    "lesson's verdict": LESSON_JUDGED,
    "worksheet": WORKSHEET,
    "file name": ASK_NAME,
}


def offered(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions without those on files if the app runs in a browser, else all."""
    return tuple(action for action in actions if not (action.files and is_served()))


def name_of(actions: tuple[Action, ...]) -> str:
    """Return the first name in `SCREENS` whose offered actions are exactly these; "" if there is none."""
    return next((name for name, each in SCREENS.items() if offered(each) == actions), "")
