"""Put what the program writes into the site while it is built, and refuse a site that loads from outside.

Named in properdocs.yml; the builder calls the functions by their names.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from properdocs.exceptions import PluginError
from properdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from docs.site.examples import with_output  # noqa: E402
from docs.site.outside import outside_loads  # noqa: E402
from docs.site.reference import actions_table, pages  # noqa: E402

# Files outside of docs/ that are pages too.
_PAGES = {"index.md": "README.md", "contributing.md": "CONTRIBUTING.md", "changes.md": "CHANGELOG.md"}
_TITLED_FENCE = re.compile(r"^(`{3,4}\w+) (?:title|append|insert)=(\S+)(?: after=.*)?$", re.MULTILINE)
_LINK = re.compile(r"(?<=\]\()(?:docs/)?([\w/.-]+\.(?:md|svg))(?=[)#])")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the reference, and those that are kept outside of docs/."""
    written = {target: _moved((ROOT / source).read_text(encoding="utf-8")) for target, source in _PAGES.items()}
    for path, content in (pages() | written).items():
        files.append(File.generated(config, path, content=content))
    return files


def _moved(text: str) -> str:
    """Return a page of the repository's root with its links as they are from docs/."""
    names = {source: target for target, source in _PAGES.items()}
    return _LINK.sub(lambda found: names.get(found[1], found[1]), text)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put in the table of keys and the output of examples, and name the file that a block of text is."""
    if page.file.src_uri == "json.md":
        markdown = with_output(markdown)
    markdown = markdown.replace("<!-- actions -->", actions_table())
    return _TITLED_FENCE.sub(r"File `\2`:\n\n\1", markdown)


def on_post_build(config: Any) -> None:
    """Refuse a site of which a page would load something from another server."""
    if found := outside_loads(Path(config.site_dir)):
        raise PluginError("loads from outside:\n" + "\n".join(found))
