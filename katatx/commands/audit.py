"""`katatx audit`: audit pages and report on them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from itertools import chain
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from typing import NamedTuple

from katatx.audit.auditing import audit_page
from katatx.audit.findings import NotAudited, PageAudit
from katatx.audit.fixing import fix as corrected
from katatx.audit.reports.wording import Tally
from katatx.commands.output import narrate, on_terminal, progress_bar, shows_app
from katatx.durable import replacing, telling
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.notation.text_files import mark_and_encoding
from katatx.pages.documents.finding import find_documents
from katatx.pages.documents.reading import read_document
from katatx.pages.documents.sources import LARGEST, UnreadableError
from katatx.progress.work import Progress

STDIN = "-"
# With less to read than this, starting processes would take longer than they save. Windows cannot wait for more.
_BYTES_FOR_PROCESSES, _MOST_PROCESSES = 50_000, 61


class Source(NamedTuple):
    """A page to read, and the name to report it by."""

    path: Path
    name: str


# Told of what cannot be audited or written.
_Tell = Callable[[NotAudited | str], None]


def run(
    files: list[str],
    as_json: bool,
    form: str | None,
    unread: bool,
    fix: str | None,
    jobs: int | None,
    open: bool,  # noqa: A002 - the option's name
    home: Path,
) -> int:
    """Audit files, folders and stdin ("-") and report; return 2 if there is a problem, 1 if a claim is wrong, else 0.

    Problems are pages that cannot be audited, names without a page, and copies that cannot be written; they are printed
    on stderr.
    """
    if as_json and form not in (None, "json"):
        raise KatatxError("--json is short for --format json; give one of them")
    if open:
        return _open(files, {"--format": form, "--fix": fix}, home)
    form = "json" if as_json else form or "text"
    if unread and form not in ("text", "json"):
        raise KatatxError(f"--unread does not go with --format {form}, which reports only wrong numbers; leave one out")
    problems: list[NotAudited | str] = []

    def tell(problem: NotAudited | str) -> None:
        problems.append(problem)
        narrate(str(problem))

    bar = nullcontext() if on_terminal(sys.stdout) else progress_bar("auditing pages")
    with TemporaryDirectory(prefix="katatx-") as folder, bar as progress:
        pages = list(_found(files, Path(folder), tell))
        is_one_page = len(files) == 1 and not Path(files[0]).is_dir()
        copies = None if fix is None else _Copies(fix, is_one_page, pages)
        total = Tally()
        with closing(_results(pages, _jobs(pages, jobs))) as results:
            audits = total.counted(_audits(pages, results, progress, tell, copies))
            unreadable = (each for each in problems if isinstance(each, NotAudited))
            for piece in _report(form, audits, is_one_page, unread, unreadable):
                print(piece, end="")
        if form == "text" and copies is not None:
            print(copies.report)
    return 2 if problems else 1 if total.document()["wrong"] else 0


def _open(files: list[str], options: dict[str, str | None], home: Path) -> int:
    """Show a page in the app until it is closed; return 1 if a claim is wrong at that time, else 0."""
    if len(files) != 1 or files[0] == STDIN or Path(files[0]).is_dir():
        raise KatatxError("--open shows one page, which it reads again when it changes; name a single file")
    for option in (option for option, value in options.items() if value is not None):
        raise KatatxError(f"--open only shows the page; leave out {option}, or --open")
    if not shows_app():
        raise KatatxError("--open needs a terminal window, and there is none; leave out --open to print the report")
    from katatx.show.audited import WatchedPage

    watched = WatchedPage(Path(files[0]))
    from katatx.app.app import open_page
    from katatx.settings import load_preferences

    return open_page(watched, load_preferences(home).app)


def _found(names: Sequence[str], folder: Path, tell: _Tell) -> Iterator[Source]:
    """Yield a source for each file of the given names, once under the first of its names; `a.md ./a.md .` is one page.
    What is on stdin is kept in `folder`.
    """
    met: set[str] = set()
    for name in dict.fromkeys(names):
        if name == STDIN:
            yield _stdin(folder)
            continue
        paths: list[Path] = []
        try:
            paths += find_documents([Path(name)], lambda error: tell(NotAudited(error.path, error.problem)))
        except UnreadableError as error:
            tell(NotAudited(error.path, error.problem))
        else:
            if not paths:
                tell(NotAudited(name, "no page is in it; name a file such as .md, .html, .tex, .ipynb or .txt"))
        for path in paths:
            whole = os.path.abspath(path)  # noqa: PTH100 - links count as files of their own
            if whole not in met:
                met.add(whole)
                yield Source(path, str(path))


def _stdin(folder: Path) -> Source:
    if sys.stdin is None:
        raise KatatxError('no page is piped in for "-"; name a file, or write katatx audit - < FILE')
    path = folder / "stdin"
    path.write_bytes(sys.stdin.buffer.read(LARGEST + 1))
    return Source(path, "stdin")


def audited(source: Source) -> tuple[PageAudit | None, NotAudited | None]:
    """Return the audit of a page, or why it could not be audited; both if it is too long."""
    try:
        page = read_document(source.path)
        audit = audit_page(page)
    except UnreadableError as error:
        return None, NotAudited(source.name, error.problem)
    except (RecursionError, MemoryError):
        return None, NotAudited(source.name, "too large to be audited; split it into smaller pages")
    audit = audit._replace(page=page.without_lines(source.name))
    why = f"too long to be audited from line {page.stopped} on; split it into smaller pages"
    return audit, NotAudited(source.name, why) if page.stopped else None


def _audits(
    pages: Sequence[Source],
    results: Iterator[tuple[PageAudit | None, NotAudited | None]],
    progress: Progress | None,
    tell: _Tell,
    copies: _Copies | None,
) -> Iterator[PageAudit]:
    """Yield the audit of every readable page, in order, and write copies if wanted."""
    for done, (page, (audit, problem)) in enumerate(zip(pages, results, strict=True), 1):
        if problem is not None:
            tell(problem)
        if audit is not None:
            try:
                if copies is not None:
                    copies.write(page, audit)
            except KatatxError as error:
                tell(str(error))
            yield audit
        if progress is not None:
            progress(done, len(pages))


# ---- corrected copies


class _Copies:
    """Writes a copy of each of `pages`, always a new file: a single one to `target`, several into the folder `target`,
    with their names relative to the folder that all share.

    Raises KatatxError if a copy exists, or if there is a file where a folder is needed, or no folder.
    """

    def __init__(self, target: str, is_one_page: bool, pages: Sequence[Source]) -> None:
        self._told = quote(target, 200)
        self._written = self._corrected = self._left = 0
        path = Path(target)
        with telling(path):
            if is_one_page and not path.is_dir() and not target.endswith(("/", os.sep)):
                path.parent.stat()
                self._targets = dict.fromkeys(pages, path)
            elif os.path.lexists(path) and not path.is_dir():
                raise KatatxError(f"{self._told} is a file, and several pages need a folder for their copies")
            else:
                self._targets = {page: path / name for page, name in _names(pages)}
            there = [quote(str(each), 200) for each in self._targets.values() if os.path.lexists(each)]
        if there:
            more = f" and {len(there) - 1} more exist" if len(there) > 1 else " exists"
            raise KatatxError(f"{there[0]}{more} already; name another, as --fix writes new files only")

    def write(self, page: Source, audit: PageAudit) -> None:
        """Correct a page that was audited and write its copy, in the page's encoding, making folders as needed. Raises
        KatatxError if it cannot be written.
        """
        target = self._targets[page]
        with telling(target):
            fixed = corrected(audit)
            with page.path.open("rb") as file:
                mark, encoding = mark_and_encoding(file.read(4))
            target.parent.mkdir(parents=True, exist_ok=True)
            with replacing(target, private=False) as part:
                part.write_bytes(mark + fixed.source.encode(encoding))
        self._written += 1
        self._corrected += fixed.corrected
        self._left += fixed.left

    @property
    def report(self) -> str:
        """Return one line on what was corrected, what is left, and which pages have no copy."""
        counts = (
            (self._corrected, "number", " corrected"),
            (self._left, "wrong result", " left to correct by hand"),
            (len(self._targets) - self._written, "page", " without a copy"),
        )
        parts = [f"{count} {noun}{'s' * (count != 1)}{what}" for count, noun, what in counts if count]
        return f"{self._told}: {'; '.join(parts) or 'nothing to correct'}"


def _names(pages: Sequence[Source]) -> Iterator[tuple[Source, str]]:
    """Yield the name of each page's copy: the page's path relative to the folder that all pages share."""
    # Links are not resolved. Stdin has no folder.
    paths = {page: os.path.abspath(page.path) for page in pages if page.name == str(page.path)}  # noqa: PTH100
    try:
        root = os.path.commonpath([os.path.dirname(path) for path in paths.values()]) if paths else ""  # noqa: PTH120
    except ValueError as error:
        raise KatatxError("--fix needs one folder for all pages, and these are on several drives") from error
    for page in pages:
        yield page, os.path.relpath(paths[page], root) if page in paths else page.name


# ---- processes


def _jobs(pages: Sequence[Source], wanted: int | None) -> int:
    """Return the number of processes to use, at most `wanted` (None: as many as help)."""
    # The program may be limited to some of the machine's processors.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    is_little = sum(page.path.stat().st_size for page in pages if page.path.is_file()) < _BYTES_FOR_PROCESSES
    return max(1, min(wanted or (1 if is_little else cores), len(pages), _MOST_PROCESSES))


def _results(pages: Sequence[Source], jobs: int) -> Generator[tuple[PageAudit | None, NotAudited | None]]:
    """Yield what `audited` returns for every page, in order, from `jobs` processes.

    Closing the generator, or an interrupt, ends the processes at once. Raises KatatxError if a process dies.
    """
    if jobs == 1:
        yield from map(audited, pages)
        return
    import signal
    from collections import deque
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    with ProcessPoolExecutor(jobs, initializer=_end_with_the_program) as workers:
        # The processes start here, and inherit that they ignore Ctrl-C.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            futures = deque(workers.submit(audited, page) for page in pages)
        finally:
            signal.signal(signal.SIGINT, before)
        try:
            while futures:
                yield futures.popleft().result()
        except BrokenProcessPool as error:
            raise KatatxError(
                "a process that audits pages was ended from outside, and the report ends here; try --jobs 1"
            ) from error
        except BaseException:
            for child in active_children():
                child.terminate()
            raise


def _end_with_the_program() -> None:
    """Have this process of the pool end when the main program ends, even if that is killed."""
    import threading
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    def watch() -> None:
        program = parent_process()
        if program is not None:
            wait([program.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# ---- reports


def _report(
    form: str, audits: Iterator[PageAudit], is_one_page: bool, unread: bool, not_audited: Iterator[NotAudited]
) -> Iterator[str]:
    """Yield the report in the format `form`, in pieces; `not_audited` is complete once all `audits` are done.

    `is_one_page` gives JSON without a list, and `unread` lists unchecked claims in text. Of no audits, a report in text
    is empty.
    """
    if form == "json":
        from katatx.audit.reports import json

        one = (f"{json.page_text(audit)}\n" for audit in audits)
        yield from one if is_one_page else chain(json.chunks(audits), "\n")
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
