"""What auditing costs: long pages made of the test pages' text, and folders of many small files.

The processes that are measured are started by a small one of their own, which alone can say how much memory they took.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.audit.planting import clean_audit, page_paths

ROOT = Path(__file__).resolve().parent.parent
# A page ten times as long may take so much longer a byte.
MOST_TIMES = 1.5
# What a page is made of: the test pages with these suffixes, one after the other.
MADE_OF = {".txt": (".txt", ".org"), ".md": (".md",), ".html": (".html",)}
HEADS = {".txt": "Section {}\n\n", ".md": "\n## Section {}\n\n", ".html": "<h2>Section {}</h2>\n"}
A_FILE = 900

MEASURE = """
import json, resource, subprocess, sys, time
begun = time.perf_counter()
ended = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)
wall = time.perf_counter() - begun
used = resource.getrusage(resource.RUSAGE_CHILDREN)
said = ended.stdout.decode()[-2000:]
print(json.dumps([wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, ended.returncode, said]))
"""
# What is imported and compiled for the first page is no cost of the second.
ONE_PAGE = """
import json, sys, time
from pathlib import Path
from katatx.audit.auditing import audit_page
from katatx.pages.documents import read_document
path = Path(sys.argv[1])
audit_page(read_document(Path(sys.argv[2])))
times = [time.process_time()]
page = read_document(path)
times.append(time.process_time())
audit = audit_page(page)
times.append(time.process_time())
print(json.dumps([times[1] - times[0], times[2] - times[1], len(audit.claims), audit.checked, audit.count("wrong")]))
"""
Table = Callable[[tuple[str, ...], list[tuple[object, ...]]], None]


def print_cost_of_pages(megabytes: list[float], rounds: int, table: Table) -> bool:
    """A table of pages by format and size; whether none costs much more a byte than the smallest."""
    rows: list[tuple[object, ...]] = []
    linear = True
    with tempfile.TemporaryDirectory() as folder:
        for suffix in MADE_OF:
            first = 0.0
            sample = next(path for path in page_paths() if path.suffix == suffix)
            for size in megabytes:
                path = Path(folder) / f"page{suffix}"
                length = path.write_text(long_page(suffix, int(size * 1_000_000)), encoding="utf-8") / 1e6
                measured = [measure([sys.executable, "-c", ONE_PAGE, str(path), str(sample)]) for _ in range(rounds)]
                found = [json.loads(each[4]) for each in measured]
                read, audited = (min(each[at] for each in found) / length for at in (0, 1))
                peak, (_, _, claims, checked, wrong) = max(each[2] for each in measured), found[0]
                first = first or read + audited
                linear &= (read + audited) / first < MOST_TIMES
                rows.append((suffix, f"{length:.1f}", f"{read:.2f}", f"{audited:.2f}", f"{(read + audited) / first:.2f}",
                             f"{peak:.0f} MB", claims, checked, wrong))  # fmt: skip
    heads = ("page", "MB", "read s/MB", "audit s/MB", f"to first (aim: below {MOST_TIMES})", "peak", "claims", "checked", "wrong")  # fmt: skip
    table(heads, rows)
    return linear


def long_page(suffix: str, length: int) -> str:
    """A page of about so many characters: the test pages of a format again and again, so that every name is given anew."""
    texts = [clean_audit(path).page.source for path in page_paths() if path.suffix in MADE_OF[suffix]]
    parts: list[str] = []
    total = 0
    while total < length:
        number = len(parts)
        parts.append(HEADS[suffix].format(number + 1) + texts[number % len(texts)])
        total += len(parts[-1])
    return "\n\n".join(parts)


def print_cost_of_files(counts: list[int], table: Table) -> bool:
    """A table of folders of small files through the command; whether neither time nor memory a file grows with their number."""
    texts = [piece for path in page_paths() if path.suffix in (".txt", ".md") for piece in pieces(path)]
    rows: list[tuple[object, ...]] = []
    first = first_peak = 0.0
    linear = True
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            for number in range(count):
                part = Path(folder) / f"part-{number // 500}"
                part.mkdir(exist_ok=True)
                (part / f"page-{number:05}.txt").write_text(texts[number % len(texts)], encoding="utf-8")
            wall, used, peak, code, _ = measure([sys.executable, "-m", "katatx", "audit", folder])
        if code not in (0, 1):
            sys.exit(f"`katatx audit` ended with {code}")
        first, first_peak = first or used / count, first_peak or peak
        linear &= used / count / first < MOST_TIMES and peak / first_peak < MOST_TIMES
        rows.append((count, f"{wall:.1f} s", f"{used:.1f} s", f"{1000 * used / count:.2f} ms", f"{used / count / first:.2f}", f"{peak:.0f} MB"))  # fmt: skip
    print()
    table(
        ("files", "wall", "processor", "processor a file", f"to first (aim: below {MOST_TIMES})", "peak of a process"),
        rows,
    )
    return linear


def pieces(path: Path) -> list[str]:
    """A page's text in pieces of about the length of a small file, cut where a paragraph ends."""
    found = [""]
    for paragraph in clean_audit(path).page.source.split("\n\n"):
        if len(found[-1]) > A_FILE:
            found.append("")
        found[-1] += paragraph + "\n\n"
    return found


def measure(command: list[str]) -> tuple[float, float, float, int, str]:
    """Seconds on the wall and of the processor, peak megabytes of one process, exit code, and the end of what was said."""
    ended = subprocess.run([sys.executable, "-c", MEASURE, *command], cwd=ROOT, capture_output=True, text=True, check=True)  # fmt: skip
    wall, used, peak, code, said = json.loads(ended.stdout)
    return wall, used, peak, code, said
