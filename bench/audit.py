"""How much of a page the auditor reads, which planted errors it finds, and what it costs.

    python bench/audit.py styles
    python bench/audit.py plant [--errors 2000] [--seed 1] [--show 20] [--jobs 2]
    python bench/audit.py cost [--rounds 1] [--megabytes 0.1,1,10] [--files 1000,10000]

`styles`: of the claims that the authors of the test pages list, how many are checked; all on these pages is right, so what is
called wrong is a false alarm. `plant`: one digit, one sign or two slots of a row changed in a checked result. `cost`: seconds of
processor time and peak memory, for long pages and for many files. Exits with 1 where an aim is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.audit.planting import WORKED_SIDE, Outcome, clean_audit, errors, outcome, page_paths, reached

# The share of planted errors to be found, and the claims wrongly blamed for an error elsewhere, for each planted.
LEAST_FOUND = 0.96
MOST_BESIDE = 0.01


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    styles = parts.add_parser("styles")
    styles.set_defaults(run=run_styles)
    styles.add_argument("--show", action="store_true", help="list the false alarms")
    plant = parts.add_parser("plant")
    plant.set_defaults(run=run_plant)
    plant.add_argument("--errors", type=int, default=2000)
    plant.add_argument("--seed", type=int, default=1)
    plant.add_argument("--show", type=int, default=0, help="list so many errors missed, and so many with claims beside")
    plant.add_argument("--jobs", type=int, default=os.cpu_count())
    cost = parts.add_parser("cost")
    cost.set_defaults(run=run_cost)
    cost.add_argument("--rounds", type=int, default=1)
    cost.add_argument("--megabytes", type=numbers, default="0.1,1,10")
    cost.add_argument("--files", type=numbers, default="1000,10000")
    options = parser.parse_args()
    return int(options.run(options))


def numbers(text: str) -> list[float]:
    return [float(part) for part in text.split(",") if part]


# ---- styles


def run_styles(options: argparse.Namespace) -> int:
    found = [reached(path) for path in page_paths()]
    rows = [(each.name, each.listed, each.checked, each.recall, each.seen, len(each.alarms)) for each in found]
    listed, checked = sum(each.listed for each in found), sum(each.checked for each in found)
    alarms = sum(len(each.alarms) for each in found)
    rows.append(("all", listed, checked, checked / listed, sum(each.seen for each in found), alarms))
    print_table(("page", "listed", "checked", "share", "claims seen", "false alarms"), rows)
    if options.show:
        for path in page_paths():
            audit = clean_audit(path)
            for claim in reached(path).alarms:
                line = audit.page.place(claim.start).line
                print(f"{path.name}:{line}: {claim.printed!r} is said to be wrong: {claim.why or claim.true}"[:160])
    return 1 if alarms else 0


# ---- planted errors


def run_plant(options: argparse.Namespace) -> int:
    planted = list(errors(options.errors, options.seed))
    with Pool(options.jobs) as pool:
        found = pool.map(outcome, planted, chunksize=20)
    print_outcomes("change", found, lambda each: each.error.kind)
    print()
    print_outcomes("page", found, lambda each: each.error.page)
    missed = Counter(each.verdicts for each in found if not each.found and not each.error.honest)
    print("\nwhat is said of the lines with missed errors: " + ", ".join(f"{said} {many}" for said, many in missed.most_common()))  # fmt: skip
    show(found, options.show)
    told = [each for each in found if each.found or not each.error.honest]
    beside = sum(len(each.beside) for each in found)
    share = sum(each.found for each in told) / len(told)
    print(f"\nfound {share:.1%} (aim: at least {LEAST_FOUND:.0%}); wrong verdicts beside, for each error planted: {beside / len(found):.3f}", end=" ")  # fmt: skip
    print(f"(aim: below {MOST_BESIDE})")
    return 0 if share >= LEAST_FOUND and beside < MOST_BESIDE * len(found) else 1


def print_outcomes(name: str, found: list[Outcome], key: Callable[[Outcome], str]) -> None:
    """A row a group; what is still honest is no error, and left out of the share found."""
    rows = []
    for group in [*sorted({key(each) for each in found}), "all"]:
        of = [each for each in found if group in ("all", key(each))]
        hits, honest = sum(each.found for each in of), sum(each.error.honest and not each.found for each in of)
        of_figures = [each.mended for each in of if each.found and each.error.kind != WORKED_SIDE]
        mended = sum(of_figures) / len(of_figures) if of_figures else None
        beside = sum(len(each.beside) for each in of)
        share = hits / (len(of) - honest) if len(of) > honest else None
        rows.append((group, len(of), honest, len(of) - honest - hits, hits, share, mended, beside))
    print_table((name, "planted", "still honest", "missed", "found", "share", "put right", "wrong beside"), rows)


def show(found: list[Outcome], count: int) -> None:
    missed = [each for each in found if not each.found and not each.error.honest]
    for title, some in (("missed", missed), ("wrong beside", [each for each in found if each.beside])):
        for each in some[:count]:
            error = each.error
            place = f"{error.page}:{','.join(map(str, error.lines))}"
            change = f"{error.before} -> {error.after}".replace("\n", " ⏎ ")
            print(f"{title}: {place} ({error.kind}) {change}: {'; '.join(each.beside) if title != 'missed' else each.verdicts}")  # fmt: skip


# ---- cost


def run_cost(options: argparse.Namespace) -> int:
    from bench.audit_cost import print_cost_of_files, print_cost_of_pages

    linear = True
    if options.megabytes:
        linear = print_cost_of_pages(options.megabytes, options.rounds, print_table)
    if options.files:
        linear &= print_cost_of_files([int(count) for count in options.files], print_table)
    return 0 if linear else 1


def print_table(heads: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    """Columns as wide as they need; shares as percentages."""
    texts = [heads, *(tuple(map(shown, row)) for row in rows)]
    widths = [max(len(row[at]) for row in texts) for at in range(len(heads))]
    for row in texts:
        print("  ".join([row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]))  # fmt: skip


def shown(value: object) -> str:
    return "-" if value is None else f"{value:.1%}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
