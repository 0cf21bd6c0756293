"""`katatx audit`: audit pages and report on them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
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
from katatx.pages.documents.finding import LARGEST, UnreadableError, find_documents
from katatx.pages.documents.reading import read_document
from katatx.progress.work import counted

STDIN = "-"


class Source(NamedTuple):
    """A page to read, and the name to report it by."""

    path: Path
    name: str


# Told of what cannot be audited.
_Tell = Callable[[NotAudited], None]


def run(
    files: list[str],
    as_json: bool,
    form: str | None,
    unread: bool,
    fix: str | None,
    open: bool,  # noqa: A002 - the option's name
    home: Path,
) -> int:
    """Audit files, folders and stdin ("-") and report; pages that cannot be audited are named on stderr, status 2."""
    if as_json and form not in (None, "json"):
        raise KatatxError("--json is short for --format json; give one of them")
    if open:
        return _open(files, form, fix, home)
    form = "json" if as_json else form or "text"
    if unread and form not in ("text", "json"):
        raise KatatxError(f"--unread does not go with --format {form}, which reports only wrong numbers; leave one out")
    target = None if fix is None else _target(fix, files)
    problems: list[NotAudited] = []

    def tell(problem: NotAudited) -> None:
        problems.append(problem)
        narrate(str(problem))

    bar = nullcontext() if on_terminal(sys.stdout) else progress_bar("auditing pages")
    with TemporaryDirectory(prefix="katatx-") as folder, bar as progress:
        pages = list(_found(files, Path(folder), tell))
        total = Tally()
        audits = total.counted(_audits(counted(pages, lambda: len(pages), progress, every=1), tell))
        copied = [] if target is None else list(audits)
        for piece in _report(form, chain(copied, audits), _is_one_page(files), unread, iter(problems)):
            print(piece, end="")
        for told in [_copy(target, pages[0], audit) for audit in copied if target]:
            if form == "text":
                print(told)
    return 2 if problems else 1 if total["wrong"] else 0


def _is_one_page(files: Sequence[str]) -> bool:
    return len(files) == 1 and not Path(files[0]).is_dir()


def _open(files: list[str], form: str | None, fix: str | None, home: Path) -> int:
    """Show a page in the app until it is closed; return 1 if a claim is wrong at that time, else 0."""
    if not _is_one_page(files) or files[0] == STDIN:
        raise KatatxError("--open shows one page, which it reads again when it changes; name a single file")
    if form or fix:
        raise KatatxError("--open only shows the page; leave out --format and --fix, or --open")
    if not shows_app():
        raise KatatxError("--open needs a terminal window, and there is none; leave out --open to print the report")
    from katatx.show.audited import WatchedPage

    watched = WatchedPage(Path(files[0]))
    from katatx.app.app import open_page
    from katatx.settings import load_preferences

    return open_page(watched, load_preferences(home).app)


def _found(names: Sequence[str], folder: Path, tell: _Tell) -> Iterator[Source]:
    """Yield a source for each file of the given names, once. What is on stdin is kept in `folder`."""
    met: set[Path] = set()
    for name in dict.fromkeys(names):
        if name == STDIN:
            if sys.stdin is None:
                raise KatatxError('no page is piped in for "-"; name a file, or write katatx audit - < FILE')
            (folder / "stdin").write_bytes(sys.stdin.buffer.read(LARGEST + 1))
            yield Source(folder / "stdin", "stdin")
            continue
        paths: list[Path] = []
        try:
            paths += find_documents([Path(name)], lambda error: tell(NotAudited(error.path, error.problem)))
        except UnreadableError as error:
            tell(NotAudited(error.path, error.problem))
        else:
            if not paths:
                tell(NotAudited(name, "no page is in it; name a file such as .md, .html, .tex, .ipynb or .txt"))
        yield from (Source(path, str(path)) for path in paths if path not in met)
        met.update(paths)


def _audited(source: Source) -> tuple[PageAudit | None, NotAudited | None]:
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


def _audits(pages: Iterator[Source], tell: _Tell) -> Iterator[PageAudit]:
    for page in pages:
        audit, problem = _audited(page)
        if problem is not None:
            tell(problem)
        if audit is not None:
            yield audit


def _target(name: str, files: Sequence[str]) -> Path:
    """Return the new file for a corrected copy. Raises KatatxError if it exists, or if there are several pages."""
    target = Path(name)
    if not _is_one_page(files):
        raise KatatxError("--fix writes a copy of one page; name a single file")
    if os.path.lexists(target):
        raise KatatxError(f"{quote(name, 200)} exists already; name another, as --fix writes new files only")
    with telling(target):
        target.parent.stat()
    return target


def _copy(target: Path, page: Source, audit: PageAudit) -> str:
    """Write a corrected copy of a page, in the page's encoding, and return one line on what was corrected."""
    fixed = corrected(audit)
    with telling(target), page.path.open("rb") as file, replacing(target, private=False) as part:
        mark, encoding = mark_and_encoding(file.read(4))
        part.write_bytes(mark + fixed.source.encode(encoding))
    counts = (fixed.corrected, "number", " corrected"), (fixed.left, "wrong result", " left to correct by hand")
    parts = [f"{count} {noun}{'s' * (count != 1)}{what}" for count, noun, what in counts if count]
    return f"{quote(str(target), 200)}: {'; '.join(parts) or 'nothing to correct'}"


def _report(
    form: str, audits: Iterator[PageAudit], is_one_page: bool, unread: bool, not_audited: Iterator[NotAudited]
) -> Iterator[str]:
    """Yield the report in pieces; `not_audited` is complete once all `audits` are done. Of none, a text is empty."""
    from katatx.audit.reports import machine

    if form == "json":
        one = (f"{machine.page_text(audit)}\n" for audit in audits)
        yield from one if is_one_page else chain(machine.chunks(audits), "\n")
    elif form == "sarif":
        yield f"{machine.log(audits, str(Path.cwd()), not_audited)}\n"
    elif form == "github":
        yield from (f"{line}\n" for line in machine.workflow_commands(audits, not_audited))
    else:
        from katatx.audit.reports.terminal import lines

        for first in audits:  # no totals if no page could be read
            report = lines(chain((first,), audits), get_terminal_size().columns, unread)
            yield from (f"{line}\n" for line in report)
