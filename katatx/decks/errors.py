"""Faults in drill files, with their positions."""

from __future__ import annotations

from katatx.errors import KatatxError
from katatx.notation.quoting import plain


class DeckError(KatatxError):
    """A fault in the drill file `file`, printed as `file:line:column: problem`; lines and columns count from 1.

    A fault of the `whole` file, such as one that does not exist, is printed as `file: problem`.
    """

    def __init__(self, file: str, line: int, column: int, problem: str, whole: bool = False) -> None:
        self.file, self.line, self.column, self.problem = file, line, column, plain(problem, keep="")
        where = "" if whole else f":{line}:{column}"
        super().__init__(f"{plain(file, keep='')}{where}: {self.problem}")
