from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.loading import Library, load_library
from katatx.exports.anki import Note

HOSTILE = "<script>x</script> {{c1::x}} *a* _b_ `c` [d](e) | $f$ ~~g~~ ![h](i) [sound:j] & \\ \x1b[2J \x1f \u202e"


@pytest.fixture(scope="session")
def library() -> Library:
    return load_library(Path("nowhere"))


@pytest.fixture
def hostile() -> Note:
    """A note that would be markup, or worse, in every part that a drill file's author writes."""
    return Note("mine", "a", HOSTILE, "worked", HOSTILE, (HOSTILE, "```"), (), HOSTILE, (HOSTILE,), HOSTILE)
