"""What an audit costs: long pages made of the test pages, and folders of many small files.

Each is audited in a process of its own, started by a small one that reads how much time and memory it took.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from itertools import count, cycle
from pathlib import Path

from tests.audit.planting import clean_audit, page_paths

ROOT = Path(__file__).resolve().parent.parent
MOST_SECONDS = 4.0
MOST_GROWTH = 1.5
HEADINGS = {".txt": "Section {}\n\n", ".md": "## Section {}\n\n", ".html": "<h2>Section {}</h2>\n"}
FILE_CHARACTERS = 900
PAGE_HEADS = ("page", "MB", f"s/MB (at most {MOST_SECONDS})", f"growth (at most {MOST_GROWTH})", "peak MB", "claims", "checked")  # fmt: skip
FILE_HEADS = ("files", "wall s", "processor s", "ms a file", f"growth (at most {MOST_GROWTH})", "peak MB of a process")

MEASURE = """
import json, resource, subprocess, sys, time
begun = time.perf_counter()
ended = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)
wall = time.perf_counter() - begun
used = resource.getrusage(resource.RUSAGE_CHILDREN)
said = ended.stdout.decode()[-2000:]
print(json.dumps([wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, ended.returncode, said]))
"""
# The first page, which is not measured, pays for imports and for patterns compiled on first use.
ONE_PAGE = """
import json, sys, time
from pathlib import Path
from katatx.audit.auditing import audit_page
from katatx.pages.documents.reading import read_document
audit_page(read_document(Path(sys.argv[2])))
begun = time.process_time()
audit = audit_page(read_document(Path(sys.argv[1])))
print(json.dumps([time.process_time() - begun, len(audit.claims), audit.checked]))
"""
Rows = list[tuple[object, ...]]


def cost_of_pages(megabytes: list[float]) -> tuple[Rows, bool]:
    """Return a row for each format and size, and whether all meet the aims."""
    rows: Rows = []
    is_met = True
    with tempfile.TemporaryDirectory(prefix="audit-cost-") as folder:
        for suffix in HEADINGS:
            sample = next(path for path in page_paths() if path.suffix == suffix)
            first = 0.0
            for size in megabytes:
                path = Path(folder) / f"page{suffix}"
                path.write_text(long_page(suffix, int(size * 1e6)), encoding="utf-8")
                length = path.stat().st_size / 1e6
                _, _, peak, code, said = measure([sys.executable, "-c", ONE_PAGE, str(path), str(sample)])
                if code:
                    sys.exit(f"the audit of {length:.1f} MB ended with {code}")
                seconds, claims, checked = json.loads(said)
                rate = seconds / length
                first = first or rate
                is_met &= rate <= MOST_SECONDS and rate <= MOST_GROWTH * first
                rows.append((suffix, f"{length:.1f}", f"{rate:.2f}", f"{rate / first:.2f}", f"{peak:.0f}", claims, checked))  # fmt: skip
    return rows, is_met


def long_page(suffix: str, length: int) -> str:
    """Return about so many characters of the test pages in one format, again and again, each under a heading."""
    texts = [clean_audit(path).page.source for path in page_paths() if path.suffix == suffix]
    parts: list[str] = []
    for number, text in zip(count(1), cycle(texts)):
        parts.append(HEADINGS[suffix].format(number) + text)
        length -= len(parts[-1])
        if length <= 0:
            return "\n\n".join(parts)
    raise AssertionError


def cost_of_files(counts: list[int]) -> tuple[Rows, bool]:
    """Return a row for each number of files, and whether neither time nor memory for a file grows with it."""
    texts = [piece for path in page_paths() if path.suffix in (".txt", ".md") for piece in pieces(path)]
    rows: Rows = []
    first = first_peak = 0.0
    is_met = True
    for many in counts:
        with tempfile.TemporaryDirectory(prefix="audit-cost-") as folder:
            for number, text in zip(range(many), cycle(texts)):
                part = Path(folder) / f"part-{number // 500}"
                part.mkdir(exist_ok=True)
                (part / f"page-{number:05}.txt").write_text(text, encoding="utf-8")
            wall, used, peak, code, _ = measure([sys.executable, "-m", "katatx", "audit", folder])
        if code not in (0, 1):
            sys.exit(f"`katatx audit` of {many} files ended with {code}")
        first, first_peak = first or used / many, first_peak or peak
        growth = used / many / first
        is_met &= growth <= MOST_GROWTH and peak <= MOST_GROWTH * first_peak
        rows.append((many, f"{wall:.1f}", f"{used:.1f}", f"{1000 * used / many:.2f}", f"{growth:.2f}", f"{peak:.0f}"))
    return rows, is_met


def pieces(path: Path) -> list[str]:
    """Return a page's text in pieces of the length of a small file, cut where a paragraph ends."""
    found = [""]
    for paragraph in clean_audit(path).page.source.split("\n\n"):
        if len(found[-1]) > FILE_CHARACTERS:
            found.append("")
        found[-1] += paragraph + "\n\n"
    return found


def measure(command: list[str]) -> tuple[float, float, float, int, str]:
    """Run a command; return its seconds on the wall and of the processor, the peak megabytes of one process, its exit
    code, and the end of its output.
    """
    ended = subprocess.run([sys.executable, "-c", MEASURE, *command], cwd=ROOT, capture_output=True, text=True, check=True)  # fmt: skip
    wall, used, peak, code, said = json.loads(ended.stdout)
    return wall, used, peak, code, said
