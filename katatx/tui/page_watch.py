"""A thread that reads and audits a page whenever its file changes."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event, Thread

from textual.message import Message
from textual.message_pump import MessagePump

from katatx.errors import KatatxError
from katatx.views.audited.page import AuditedPage
from katatx.views.audited.watching import WatchedPage, problem_of

_BETWEEN = 0.5


@dataclass
class Auditing(Message):
    """A page was read and is being audited, which takes seconds for a long one."""


@dataclass
class Audited(Message):
    """A page has been read and audited."""

    page: AuditedPage


@dataclass
class Unreadable(Message):
    """The file cannot be read now, or the page is too large to be audited; `why` gives the reason in one line."""

    why: str


class PageWatch:
    """Checks the page's file twice a second in a thread and posts messages to `screen`.

    `as_read` says which display form is prepared in the thread: True for the page as the audit read it, False for its
    file's text.
    """

    def __init__(self, watched: WatchedPage, screen: MessagePump, *, as_read: bool) -> None:
        self._watched, self._screen, self._as_read = watched, screen, as_read
        self._ended = Event()

    def start(self) -> None:
        """Start the thread, which audits the page and then watches it; it does not keep the program running."""
        Thread(target=self._run, name="page", daemon=True).start()

    def end(self) -> None:
        """Ask the thread to stop, and return at once. An audit under way is finished, but its `Audited` is not posted.

        Other messages may still come.
        """
        self._ended.set()

    def _run(self) -> None:
        """Audit the page now and after each change, until ended; post `Unreadable` if it cannot be read or audited."""
        self._audit()
        while not self._ended.wait(_BETWEEN):
            if not self._watched.look():
                continue
            if self._watched.trouble:
                self._screen.post_message(Unreadable(self._watched.trouble))
            else:
                self._audit()

    def _audit(self) -> None:
        """Post `Auditing`, audit the page, and post `Audited` (unless ended) or `Unreadable`."""
        self._screen.post_message(Auditing())
        try:
            page = self._watched.audited()
        except KatatxError as error:
            self._screen.post_message(Unreadable(problem_of(error)))
            return
        page.view(as_read=self._as_read)  # built in this thread, so that the screen does not wait
        if not self._ended.is_set():
            self._screen.post_message(Audited(page))
