"""What is worked out once and written down: small JSON files in the user's cache folder, by the hash of their content.

A cache that cannot be read or written is as good as none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

# What may go wrong where a file cannot be written, or the home folder does not exist.
_TROUBLE = (OSError, ValueError, RecursionError, RuntimeError)


def _folder() -> Path:
    home = os.environ.get("KATATX_HOME")
    if home:
        return Path(home).expanduser() / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("katatx", appauthor=False))


def read(kind: str, content: str = "", decoded: Callable[[bytes], Any] = json.loads) -> Any:
    """Return what was written down of this kind for this content; None if nothing was."""
    with suppress(Exception):  # whatever a decoder says of a file of anybody
        return decoded(_path(kind, content).read_bytes())
    return None


def write(kind: str, content: str, found: Any) -> None:
    """Write down what was found out, plain JSON data: for a content; "" for a kind that has none."""
    from katatx.durable import replacing

    with suppress(*_TROUBLE):
        path = _path(kind, content)
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, synced=False) as part:
            part.write_text(json.dumps(found), encoding="utf-8")


def _path(kind: str, content: str) -> Path:
    if not content:
        return _folder() / f"{kind}.json"
    import hashlib

    text = f"{_program()}\n{kind}\n{content}".encode(errors="surrogatepass")
    return _folder() / kind / f"{hashlib.sha256(text).hexdigest()[:32]}.json"


@cache
def _program() -> str:
    """Return a mark of the program's own files: what was written down by another version does not count."""
    package = Path(__file__).parent
    rooms = [package / room for room in ("engine", "recipes", "decks", "notation", "progress", "../scoring")]
    found = [Path(folder, name) for room in rooms for folder, _, names in os.walk(room) for name in names]
    files = [(str(path), path.stat()) for path in sorted(found) if path.suffix in {".py", ".recipes"}]
    return str([(path, about.st_size, about.st_mtime_ns) for path, about in files])
