"""`katatx audit`: every claim of one page or many, worked out again."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, NamedTuple

from katatx.audit.findings import ClaimVerdict, NotAudited, PageAudit
from katatx.commands.audit_sources import Audited, Given, Source, audited, sources
from katatx.commands.output import narrate
from katatx.commands.progress_bar import progress_bar
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.progress.work import Progress

if TYPE_CHECKING:
    from katatx.commands.audit_copies import Copies

FORMATS = ("text", "json", "sarif", "github")
# Fewer pages than these are done before processes have begun: a page counts for so much, and its bytes for themselves.
_BYTES_A_PAGE = 1000
_BYTES_FOR_PROCESSES = 50_000
# Windows waits for no more at once.
_MOST_PROCESSES = 61
_PROBLEMS_TOLD = 20
_LOST = "the process that audited it ended before it was done"


class Wanted(NamedTuple):
    """How the audit is told and done: the format, whether what could not be read is told too, where corrected copies
    go, and in how many processes.
    """

    form: str | None = None
    unread: bool = False
    fix: str | None = None
    jobs: int | None = None


def run(given: Given, wanted: Wanted) -> int:
    """Audit what is given and report on it. 1 where a claim is wrong, 2 where a page could not be read.

    Raises KatatxError where there is nothing to audit, or what is wanted does not go together.
    """
    form = wanted.form or "text"
    if form not in FORMATS:
        raise KatatxError(f"{quote(form)} is no format of an audit; there are {', '.join(FORMATS)}")
    if wanted.unread and form not in ("text", "json"):
        raise KatatxError(f"--unread goes with text (and JSON names them always); {form} tells of wrong numbers alone")
    problems = _Problems()
    with sources(given, problems) as pages, progress_bar("auditing", "pages") as progress:
        if not pages and not problems.count:
            raise KatatxError(f"nothing to audit: there is no page in {quote(given.names[0], 200)}")
        copies = None if wanted.fix is None else _copies(wanted.fix, given, pages)
        screen = _Screen(progress, len(pages))
        run = _Run(pages, _jobs(pages, wanted.jobs), screen, problems, copies)
        with closing(run.audits()) as audits:
            for piece in _report(form, audits, given.is_one_page, wanted.unread, problems.files):
                screen.write(piece)
        if form == "text" and copies is not None:
            screen.write(f"{copies.report}\n")
    problems.close()
    return 2 if problems.count else 1 if run.wrong else 0


class _Problems:
    """Files that could not be read, and copies that could not be written: a line for each, and where there are many,
    how many more. `files` are those that were not audited.
    """

    def __init__(self) -> None:
        self.files: list[NotAudited] = []
        self._met: set[str] = set()

    @property
    def count(self) -> int:
        """How many there are; what is wrong twice with one file counts once."""
        return len(self._met)

    def __call__(self, problem: NotAudited | str) -> None:
        line = str(problem)
        if line in self._met:
            return
        self._met.add(line)
        if isinstance(problem, NotAudited):
            self.files.append(problem)
        if self.count <= _PROBLEMS_TOLD:
            narrate(line)

    def close(self) -> None:
        more = self.count - _PROBLEMS_TOLD
        if more > 0:
            narrate(f"and {more:,} more that could not be audited")


class _Screen:
    """Stdout, and the bar on stderr, which makes way for all that is written."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        if sys.stdout is None:
            raise KatatxError("there is no stdout to write the report to")
        self._progress, self._total = progress, total
        self._shared = sys.stdout.isatty()
        self.passed(0)

    def write(self, text: str) -> None:
        """Writes text to stdout."""
        if self._shared:
            self.clear()
        sys.stdout.write(text)

    def passed(self, done: int) -> None:
        """Shows how many pages are done, and what was written of them."""
        sys.stdout.flush()
        if self._progress is not None:
            self._progress(done, self._total)

    def clear(self) -> None:
        """Takes the bar away, until a page more is done."""
        if self._progress is not None:
            self._progress(self._total, self._total)


class _Run:
    """One audit of some pages, and whether it found any claim wrong."""

    def __init__(
        self, pages: Sequence[Source], jobs: int, screen: _Screen, problems: _Problems, copies: Copies | None
    ) -> None:
        self.wrong = False
        self._pages, self._jobs = pages, jobs
        self._screen, self._problems, self._copies = screen, problems, copies

    def audits(self) -> Generator[PageAudit]:
        """The audit of every page that can be read, in order; problems are told, and copies written, as they come."""
        with closing(_results(self._pages, self._jobs)) as results:
            for done, (page, found) in enumerate(zip(self._pages, results, strict=True), 1):
                audit, problem = found or Audited(problem=NotAudited(page.name, _LOST))
                if problem is not None:
                    self._tell(problem)
                if audit is not None:
                    self.wrong = self.wrong or audit.count(ClaimVerdict.WRONG) > 0
                    self._copy(page, audit)
                    yield audit
                self._screen.passed(done)

    def _copy(self, page: Source, audit: PageAudit) -> None:
        if self._copies is not None:
            try:
                self._copies.write(page, audit)
            except KatatxError as error:
                self._tell(str(error))

    def _tell(self, problem: NotAudited | str) -> None:
        self._screen.clear()
        self._problems(problem)


def _results(pages: Sequence[Source], jobs: int) -> Generator[Audited | None]:
    if jobs == 1:
        yield from map(audited, pages)
        return
    from katatx.commands.audit_pool import in_order

    with closing(in_order(audited, pages, jobs)) as results:
        yield from results


def _jobs(pages: Sequence[Source], wanted: int | None) -> int:
    """In how many processes to work; 1 where others would cost more than they save."""
    if wanted is None:
        # What a process may use can be less than the machine has.
        wanted = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    most = min(wanted, len(pages), _MOST_PROCESSES)
    return most if most > 1 and _is_much(pages) else 1


def _is_much(pages: Sequence[Source]) -> bool:
    work = 0
    for page in pages:
        with suppress(OSError, ValueError):
            work += _BYTES_A_PAGE + page.path.stat().st_size
        if work > _BYTES_FOR_PROCESSES:
            return True
    return False


def _copies(target: str, given: Given, pages: Sequence[Source]) -> Copies:
    from katatx.commands.audit_copies import Copies

    return Copies(target, given, pages)


def _report(
    form: str, audits: Iterator[PageAudit], is_one_page: bool, unread: bool, not_audited: Sequence[NotAudited]
) -> Iterator[str]:
    """The report in pieces, each with its line end. What was `not_audited` is known when the audits are
    at their end.
    """
    if form == "json":
        from katatx.audit.reports import json

        if is_one_page:
            yield from (f"{json.page_text(audit)}\n" for audit in audits)
        else:
            yield from chain(json.chunks(audits), "\n")
    elif form == "sarif":
        from katatx.audit.reports import sarif

        yield from chain(sarif.chunks(audits, str(Path.cwd()), not_audited), "\n")
    elif form == "github":
        from katatx.audit.reports.github import workflow_commands

        yield from (f"{line}\n" for line in workflow_commands(audits, not_audited))
    else:
        from katatx.audit.reports.terminal import lines

        for first in audits:  # where none can be read, there is nothing to count either
            report = lines(chain((first,), audits), get_terminal_size().columns, unread)
            yield from (f"{line}\n" for line in report)
