"""`katatx audit`: audit pages and report on them."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, NamedTuple

from katatx.audit.findings import NotAudited, PageAudit
from katatx.audit.reports.wording import Tally
from katatx.commands.auditing.sources import Audited, Given, Source, audited, sources
from katatx.commands.shared.output import narrate
from katatx.commands.shared.progress_bar import progress_bar
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.progress.work import Progress

if TYPE_CHECKING:
    from katatx.commands.auditing.copies import Copies

FORMATS = ("text", "json", "sarif", "github")
# With less work than this, starting processes would take longer than they save; a page counts its bytes and a constant.
_BYTES_A_PAGE = 1000
_BYTES_FOR_PROCESSES = 50_000
# Windows cannot wait for more.
_MOST_PROCESSES = 61
_PROBLEMS_TOLD = 20
_LOST = "the process that audited it ended before it was done; audit this page alone"


class Wanted(NamedTuple):
    """Options of an audit.

    `form` is the report's format (one of `FORMATS`, "text" for None), `unread` lists unchecked claims, `fix` is the
    file or folder for corrected copies (None for no copies), and `jobs` the number of processes (None to decide by the
    work).
    """

    form: str | None = None
    unread: bool = False
    fix: str | None = None
    jobs: int | None = None


def run(given: Given, wanted: Wanted) -> int:
    """Audit the given pages and report; return 2 if there is a problem, else 1 if a claim is wrong, else 0.

    Problems are pages that cannot be audited, names without a page, and copies that cannot be written; they are printed
    on stderr. Raises KatatxError if there is nothing to audit, the format is unknown, options conflict, stdout or a
    needed stdin is closed, or copies cannot be written where they should, as where a file exists.
    """
    form = wanted.form or "text"
    if form not in FORMATS:
        raise KatatxError(f"{quote(form)} is not a report format; choose one of {', '.join(FORMATS)}")
    if wanted.unread and form not in ("text", "json"):
        raise KatatxError(
            f"--unread does not go with --format {form}, which reports only wrong numbers; leave --unread out, or "
            "write --format text"
        )
    problems, total = _Problems(), Tally()
    with sources(given, problems) as pages, progress_bar("auditing", "pages") as progress:
        if not pages and not problems.count:
            raise KatatxError(
                f"nothing to audit: no page was found in {quote(given.names[0], 200)}; name a file such as .md, "
                ".html, .tex, .ipynb or .txt (Word and PDF files are not read)"
            )
        copies = None
        if wanted.fix is not None:
            from katatx.commands.auditing.copies import Copies

            copies = Copies(wanted.fix, given, pages)
        screen = _Screen(progress, len(pages))
        with closing(_audits(pages, _jobs(pages, wanted.jobs), screen, problems, copies)) as audits:
            for piece in _report(form, total.counted(audits), given.is_one_page, wanted.unread, problems.files):
                screen.write(piece)
        if form == "text" and copies is not None:
            screen.write(f"{copies.report}\n")
    problems.close()
    return 2 if problems.count else 1 if total.document()["wrong"] else 0


class _Problems:
    """A function that prints a line for each different problem with a file, and after 20 only counts them.

    `files` are those that were not audited.
    """

    def __init__(self) -> None:
        self.files: list[NotAudited] = []
        self._met: set[str] = set()

    @property
    def count(self) -> int:
        """Return the number of different problems."""
        return len(self._met)

    def __call__(self, problem: NotAudited | str) -> None:
        """Count a problem unless it was met before, and print it if it is among the first 20.

        A `NotAudited` is added to `files`.
        """
        line = str(problem)
        if line in self._met:
            return
        self._met.add(line)
        if isinstance(problem, NotAudited):
            self.files.append(problem)
        if self.count <= _PROBLEMS_TOLD:
            narrate(line)

    def close(self) -> None:
        """Print the number of problems not printed."""
        more = self.count - _PROBLEMS_TOLD
        if more > 0:
            narrate(f"and {more:,} more that could not be audited; audit their folder alone to see why")


class _Screen:
    """Standard output, with a progress bar on stderr that is hidden while text is written.

    `progress` draws the bar (None for no bar), and `total` is the number of pages. Raises KatatxError if stdout is
    closed.
    """

    def __init__(self, progress: Progress | None, total: int) -> None:
        if sys.stdout is None:
            raise KatatxError(
                "the report cannot be printed, as the standard output is closed; run the command in a terminal"
            )
        self._progress, self._total = progress, total
        self._shared = sys.stdout.isatty()
        self.passed(0)

    def write(self, text: str) -> None:
        """Write text to stdout, hiding the progress bar first if stdout is a terminal."""
        if self._shared:
            self.clear()
        sys.stdout.write(text)

    def passed(self, done: int) -> None:
        """Flush stdout and show the number of pages done."""
        sys.stdout.flush()
        if self._progress is not None:
            self._progress(done, self._total)

    def clear(self) -> None:
        """Hide the progress bar until the next page is done."""
        if self._progress is not None:
            self._progress(self._total, self._total)


def _audits(
    pages: Sequence[Source], jobs: int, screen: _Screen, problems: _Problems, copies: Copies | None
) -> Generator[PageAudit]:
    """Yield the audit of every readable page, in order; call `problems` for the others, and write copies if wanted.

    A copy that cannot be written is a problem too. `screen` shows the number of pages done after each.
    """
    with closing(_results(pages, jobs)) as results:
        for done, (page, found) in enumerate(zip(pages, results, strict=True), 1):
            audit, problem = found or Audited(problem=NotAudited(page.name, _LOST))
            if problem is not None:
                screen.clear()
                problems(problem)
            if audit is not None:
                try:
                    if copies is not None:
                        copies.write(page, audit)
                except KatatxError as error:
                    screen.clear()
                    problems(str(error))
                yield audit
            screen.passed(done)


def _results(pages: Sequence[Source], jobs: int) -> Generator[Audited | None]:
    """Yield the audit of every page or its problem, in order, using `jobs` processes; None for a page whose process
    died.
    """
    if jobs == 1:
        yield from map(audited, pages)
        return
    from katatx.commands.auditing.pool import in_order

    with closing(in_order(audited, pages, jobs)) as results:
        yield from results


def _jobs(pages: Sequence[Source], wanted: int | None) -> int:
    """Return the number of processes to use, at most `wanted` (None: the processors); 1 if more would not help."""
    if wanted is None:
        # The process may be limited to some of the machine's processors.
        wanted = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    most = min(wanted, len(pages), _MOST_PROCESSES)
    return most if most > 1 and _is_much(pages) else 1


def _is_much(pages: Sequence[Source]) -> bool:
    """Return whether the pages are enough work for several processes: more than 50,000 bytes, with 1,000 for each page.

    Files that cannot be read do not count.
    """
    work = 0
    for page in pages:
        with suppress(OSError, ValueError):
            work += _BYTES_A_PAGE + page.path.stat().st_size
        if work > _BYTES_FOR_PROCESSES:
            return True
    return False


def _report(
    form: str, audits: Iterator[PageAudit], is_one_page: bool, unread: bool, not_audited: Sequence[NotAudited]
) -> Iterator[str]:
    """Yield the report in the format `form`, in pieces; `not_audited` is complete once all `audits` are done.

    `is_one_page` gives JSON without a list, and `unread` lists unchecked claims in text. Of no audits, a report in text
    is empty.
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

        for first in audits:  # no totals if no page could be read
            report = lines(chain((first,), audits), get_terminal_size().columns, unread)
            yield from (f"{line}\n" for line in report)
