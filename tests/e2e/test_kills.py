"""A dozen of what bench/kills.py does by the thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.kills import kill_in_turns

pytestmark = pytest.mark.slow


def test_kills_at_random_moments_lose_no_verdict_and_leave_the_standing_of_the_whole_log(tmp_path: Path) -> None:
    found = kill_in_turns(tmp_path, 12, "0")
    assert found.clean, found
    assert found.kills == 12
    assert found.shown > 0
