"""Errors that are shown to users, and the reasons that the operating system gives."""

from __future__ import annotations

import errno

from katatx.notation.quoting import plain
from katatx.served import without_folders

# In place of messages such as "Is a directory".
_REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "permission denied",
    errno.EISDIR: "it is a folder",
    errno.ENOSPC: "the disk is full",
}


class KatatxError(Exception):
    """Something could not be read or done; the message is one line that says what, where, and what to do instead."""

    def __str__(self) -> str:
        """Return the message; in a browser without the learner's folders."""
        return without_folders(super().__str__())


def reason_of(error: Exception) -> str:
    """Return in plain words why something failed: the operating system's reason if there is one, or else the error."""
    if not isinstance(error, OSError):
        return str(error)
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)


def not_installed(what: str, extra: str) -> str:
    """Return the message for an extra that is not installed: that `what` needs it, and how to install it."""
    return (
        f"{what} needs packages that are not installed; install katatx again from its folder with them: "
        f'pip install ".[{extra}]" or pipx install --force ".[{extra}]"'
    )


class DeckError(KatatxError):
    """A fault in the drill file `file`, printed as `file:line:column: problem`; lines and columns count from 1.

    A fault of the `whole` file, such as one that does not exist, is printed as `file: problem`.
    """

    def __init__(self, file: str, line: int, column: int, problem: str, whole: bool = False) -> None:
        self.file, self.line, self.column, self.problem = file, line, column, plain(problem, keep="")
        where = "" if whole else f":{line}:{column}"
        super().__init__(f"{plain(file, keep='')}{where}: {self.problem}")
