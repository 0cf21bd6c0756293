"""An audited page: it is read again whenever its file changes, and its claims are counted and found again.

A claim is a calculation with its result, as the page states it; it is known by its number, its index on the page.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path, PurePath
from threading import Event

from rich.text import Text

from katatx.audit.findings import Claim, ClaimVerdict
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.pages.documents.finding import UnreadableError
from katatx.pages.documents.reading import read_document
from katatx.pages.page import Page
from katatx.show.text import line

# Seconds between looks at the file.
_BETWEEN = 0.5
# From the least to the most important, with their styles and words.
SIGNS = {
    ClaimVerdict.UNCHECKED: ("?", "dim"),
    ClaimVerdict.RIGHT: ("✓", "right"),
    ClaimVerdict.CARRIED: ("≈", "lead italic"),
    ClaimVerdict.WRONG: ("✗", "wrong"),
}
LEGEND = line(
    "page   ", ("✓ right  ", "right"), ("≈ right from a wrong number  ", "lead italic"), ("✗", "wrong"),
    " ", ("wrong", "figure"),
)  # fmt: skip
RANKS = {verdict: rank for rank, verdict in enumerate(SIGNS)}
_NUMBER = re.compile(r"(?<![\w.])\d")


@dataclass(frozen=True)
class AuditedPage:
    """A page with its claims; before the audit it has none."""

    page: Page
    claims: Sequence[Claim] = ()
    is_audited: bool = False

    @cached_property
    def wrong(self) -> list[int]:
        return [at for at, claim in enumerate(self.claims) if claim.verdict is ClaimVerdict.WRONG]

    @cached_property
    def not_checked(self) -> dict[str, set[int]]:
        """Return why something was not read or not checked, and on which lines of the file, from 1."""
        found: dict[str, set[int]] = defaultdict(set)
        unchecked = (claim for claim in self.claims if claim.verdict is ClaimVerdict.UNCHECKED)
        whys = ((self.lines_of(claim)[0], claim.why or "no calculation was found for it") for claim in unchecked)
        for number, why in (*self.page.skipped, *whys):
            found[plain(why, 200, keep="")].add(number)
        numbers = {self.page.place(each.start).line for each in self.page.lines if _NUMBER.search(each.text)}
        if self.is_audited and (outside := numbers.difference(*map(self.lines_of, self.claims), *found.values())):
            found["numbers without a calculation"] = outside
        return found

    @property
    def name(self) -> str:
        return plain(PurePath(self.page.path).name, 200, keep="")

    def lines_of(self, claim: Claim) -> range:
        return range(self.page.place(claim.start).line, self.page.place(max(claim.start, claim.stop - 1)).line + 1)

    def counts(self) -> Text:
        if not self.is_audited:
            return line(("being checked…", "dim"))
        found, left = Counter(claim.verdict for claim in self.claims), {*chain(*self.not_checked.values())}
        told = [line((f"{sign} {found[each]:,}", style)) for each, (sign, style) in [*SIGNS.items()][1:] if found[each]]
        told += [line((f"{len(left):,} not checked", "dim"))] * bool(left)
        return line("  ").join(told) or line(("nothing to check", "dim"))

    def kept(self, before: AuditedPage, number: int) -> int | None:
        """Return the nearest claim with the text of a claim of the page `before`; None if there is none."""
        alike = (at for at, each in enumerate(self.claims) if each.text == before.claims[number].text)
        return min(alike, key=lambda at: abs(at - number), default=None)


class WatchedPage:
    """A page and its file, used by one thread at a time; `page` is the last version read.

    Raises KatatxError, as `path: problem`, if the file cannot be read at first.
    """

    def __init__(self, path: Path, read: Callable[[Path], Page] = read_document) -> None:
        self._path, self._read = path, read
        self._stamp = _stamp(path)
        self.page = read(path)

    def follow(self, ended: Event) -> Iterator[AuditedPage | str]:
        """Yield the page audited now and after each change, or in one line why it cannot be, until `ended`."""
        yield self._audited()
        while not ended.wait(_BETWEEN):
            if (stamp := _stamp(self._path)) != self._stamp:
                self._stamp = stamp
                yield self._audited(is_new=True)

    def _audited(self, is_new: bool = False) -> AuditedPage | str:
        from katatx.audit.auditing import audit_page  # it imports the engine, which the first page need not wait for

        try:
            self.page = self._read(self._path) if is_new else self.page
            return AuditedPage(*audit_page(self.page), is_audited=True)
        except (RecursionError, MemoryError):
            return "too large to be audited; split it into smaller pages"
        except KatatxError as error:
            return error.problem if isinstance(error, UnreadableError) else str(error)


def _stamp(path: Path) -> tuple[int, int, int, int] | None:
    """Return what identifies the file's present version; None if it cannot be read."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino, found.st_ctime_ns
