"""Make docs/licences.md, the licence of every package that katatx uses, from what is installed:
`python docs/licences.py`; with --check, say whether a package here is missing there or stands with another licence.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
_INTRODUCTION = """# Licences

katatx itself is under the MIT licence. These packages are installed with it, each under its own licence,
as it stands in what the package installs. On Windows come `tzdata` (Apache-2.0) and `colorama` (BSD-3-Clause).
`python docs/licences.py` makes this page, and a test holds it against what is installed.
"""
_TITLES = {
    "": "Always installed",
    "anki": "For Anki packages: `katatx[anki]`",
    "docs": "For the documentation as a site: `katatx[docs]`",
    "postgres": "For a log on PostgreSQL: `katatx[postgres]`",
    "serve": "For a browser: `katatx[serve]`",
    "test": "For the tests alone: `katatx[test]`",
    "dev": "For what CI needs beside them: `katatx[dev]`",
}
# Licences that packages name in their own words, by their SPDX names.
_SPDX = {
    "MIT License": "MIT",
    "MIT": "MIT",
    "BSD-3-Clause": "BSD-3-Clause",
    "Apache License 2.0": "Apache-2.0",
    "Apache 2": "Apache-2.0",
    "Apache-2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "ISC License (ISCL)": "ISC",
    "Python Software Foundation License": "PSF-2.0",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
_APPROVED = "License :: OSI Approved :: "
_LONGEST = 80


def licence(name: str) -> str:
    """Return the licence that an installed package names: by its expression, else by the text it brings, else by its
    classifiers or its field.

    Raises PackageNotFoundError for one that is not installed.
    """
    found = distribution(name)
    if found.metadata["License-Expression"]:
        return str(found.metadata["License-Expression"])
    named = [each.rpartition(" :: ")[2] for each in found.metadata.get_all("Classifier", []) if _APPROVED in each]
    written = str(found.metadata["License"] or "").strip()
    named = named or ([written] if 0 < len(written) <= _LONGEST and "\n" not in written else [])
    if len(named) == 1 and named[0] in _SPDX:
        return _SPDX[named[0]]
    texts = [file.read_text() for file in found.files or () if "licen" in file.name.lower() and file.suffix != ".py"]
    return _by_text(" ".join(texts[0].split()) if texts else "") or " and ".join(named) or "names none"


def _by_text(text: str) -> str:
    """Return the licence that a text is, of those that are told by a sentence; empty for any other."""
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    if "Redistribution and use in source and binary forms" in text:
        return "BSD-3-Clause" if "Neither the name" in text else "BSD-2-Clause"
    return ""


def needed(requirements: list[str], extras: set[str]) -> Iterator[str]:
    """Yield the names of installed packages that some requirements name, and of all that those require in turn."""
    waiting = [(Requirement(each), "") for each in requirements]
    seen = set[tuple[str, str]]()
    while waiting:
        requirement, extra = waiting.pop()
        name = canonicalize_name(requirement.name)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        for wanted in {"", *requirement.extras} if name != "katatx" else ():
            if (name, wanted) in seen:
                continue
            seen.add((name, wanted))
            try:
                found = distribution(name)
            except PackageNotFoundError:
                if extras:  # an extra that is not installed
                    continue
                raise
            yield name
            waiting += [(Requirement(each), wanted) for each in found.requires or ()]


def sections() -> dict[str, dict[str, str]]:
    """Return for what is always installed, and for every extra, the packages that it adds, with their licences."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {"": project["dependencies"], **project["optional-dependencies"]}
    found: dict[str, dict[str, str]] = {}
    for extra, requirements in wanted.items():
        before = {name for packages in found.values() for name in packages}
        names = set(needed(requirements, {extra} - {""})) - before
        found[extra] = {name: licence(name) for name in sorted(names)}
    return found


def page() -> str:
    """Return the page as Markdown."""
    lines = [_INTRODUCTION]
    for extra, packages in sections().items():
        rows = [f"| {name} | {under} |" for name, under in packages.items()]
        lines += [f"## {_TITLES[extra]}", "", "| package | licence |", "|---|---|", *rows, ""]
    return "\n".join(lines)


def faults() -> list[str]:
    """Return the rows of packages installed here that the page does not have."""
    there = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    return [row for row in page().splitlines() if row.startswith("| ") and row not in there.splitlines()]


def main() -> None:
    """Make the page, or hold the one that is there against what is installed."""
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
    elif missing := faults():
        sys.exit(f"docs/licences.md lacks {'; '.join(missing)}; python docs/licences.py")


if __name__ == "__main__":
    main()
