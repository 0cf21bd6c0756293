"""What the audit reaches of the test pages, and which planted errors it finds.

    python bench/audit.py styles [--show]
    python bench/audit.py plant [--errors 2000] [--seed 1] [--show N] [--jobs 2] [PATH...]
    python bench/audit.py pages [--show] PATH...

styles: the claims that the authors of the test pages list, and how many of them are checked. All of them are right: what
is called wrong is a false alarm. The aim is 80 % checked; fails below 65 %, or with an alarm.

plant: one digit, one sign or two slots of a row changed in the result of a right claim, drawn from all claims of the
pages alike. Found is an error with a claim on its line called wrong; beside are claims of other lines that are called
wrong now and were not before. Where rounding or cutting off still explains the changed number, it is no error: it is
counted, and left out of the share. The aim is 95 % found and nothing beside; fails below 80 % found.

pages: as styles, for pages with claims that are wrong. Every file in the folders, at any depth, with a list beside it is
a page: that of `notes.md` is `notes.claims.json`. A list is JSON, an array of objects or an object with such an array as
"claims"; keys not named here are passed over:

    line      the line of the file on which the result stands, from 1
    printed   the result as printed there: a number, or the numbers of a row with blanks or commas between them
    verdict   "right" (where there is none), "wrong", "carried" (follows from a wrong one) or "unclear"

A listed claim is checked if all its numbers stand in a checked claim on its line, or in the results of all of these
together. A wrong one is found if a number of it is called wrong there. A false alarm is a claim called wrong that is not
listed as wrong. Prints counts; with --show also the false alarms. Fails with a false alarm.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.audit.planting import Outcome, clean_audit, errors, outcome, page_paths, reached

LEAST_CHECKED = 0.65
LEAST_FOUND = 0.8


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    for name, count in (("styles", 0), ("pages", "+")):
        part = parts.add_parser(name)
        part.set_defaults(run=run_pages, paths=[])
        part.add_argument("--show", action="store_true", help="list the false alarms")
        if count:
            part.add_argument("paths", nargs=count, type=Path, metavar="PATH")
    plant = parts.add_parser("plant")
    plant.set_defaults(run=run_plant)
    plant.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    plant.add_argument("--errors", type=int, default=2000)
    plant.add_argument("--seed", type=int, default=1)
    plant.add_argument("--show", type=int, default=0, metavar="N", help="list N errors missed and N with claims beside")
    plant.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    return int(options.run(options))


def run_pages(options: argparse.Namespace) -> int:
    """Print what is reached of each page's list and of all."""
    paths = page_paths(options.paths)
    if not paths:
        sys.exit("no page with a list beside it")
    found = [reached(path) for path in paths]
    rows = [(each.name, each.listed, each.checked, each.wrong, each.found, len(each.alarms)) for each in found]
    _, listed, checked, _, _, alarms = total = ("all", *(sum(column) for column in [*zip(*rows, strict=True)][1:]))
    heads = ("page", "listed", "checked", "wrong listed", "wrong found", "false alarms", "share")
    print_table(heads, [(*row, share(row[2], row[1])) for row in [*rows, total]])
    for path, each in zip(paths, found, strict=True) if options.show else ():
        for claim in each.alarms:
            line = clean_audit(path).page.place(claim.start).line
            print(f"{path.name}:{line}: {claim.printed} is called wrong: {claim.calculation} = {claim.true}"[:200])
    print(f"aims: no false alarm, and of the styles at least {LEAST_CHECKED:.0%} checked")
    return 0 if not alarms and (options.paths or checked >= LEAST_CHECKED * listed) else 1


# ---- planted errors


def run_plant(options: argparse.Namespace) -> int:
    paths = page_paths(options.paths)
    planted = errors(paths, options.errors, options.seed)
    with Pool(options.jobs) as pool:
        found = pool.map(outcome, planted, chunksize=20)
    print_outcomes("page", found, lambda each: each.error.path.name)
    print()
    print_outcomes("change", found, lambda each: each.error.kind)
    show(found, options.show)
    real = [each for each in found if not each.error.honest]
    beside = sum(len(each.beside) for each in found)
    print(f"aims: at least {LEAST_FOUND:.0%} found, nothing beside")
    return 0 if sum(each.found for each in real) >= LEAST_FOUND * len(real) and not beside else 1


def print_outcomes(name: str, found: list[Outcome], key: Callable[[Outcome], str]) -> None:
    """Print a row for each group of outcomes, and one for all."""
    rows: list[tuple[object, ...]] = []
    for group in [*sorted({key(each) for each in found}), "all"]:
        several = [each for each in found if group in ("all", key(each))]
        honest = [each for each in several if each.error.honest]
        hits = sum(each.found for each in several if not each.error.honest)
        errors_left = len(several) - len(honest)
        beside = sum(len(each.beside) for each in several)
        called_wrong = sum(each.found for each in honest)
        rows.append((group, errors_left, hits, share(hits, errors_left), beside, len(honest), called_wrong))
    print_table((name, "errors", "found", "share", "beside", "honest changes", "called wrong"), rows)


def show(found: list[Outcome], count: int) -> None:
    for each in [each for each in found if not each.found and not each.error.honest][:count]:
        print(f"missed {place(each)}; {'; '.join(each.verdicts) or 'no claim'}")
    for each in [each for each in found if each.beside][:count]:
        print(f"beside {place(each)}; {'; '.join(each.beside)}")


def place(each: Outcome) -> str:
    error = each.error
    return f"{error.path.name}:{','.join(map(str, error.lines))}: {error.kind} {error.change}"


# ---- tables


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def print_table(heads: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    """Print columns as wide as they need, the first from the left."""
    texts = [heads, *(tuple(map(str, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for first, *rest in texts:
        print("  ".join([first.ljust(widths[0]), *(text.rjust(width) for text, width in zip(rest, widths[1:], strict=True))]))  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
