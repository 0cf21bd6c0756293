from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.begun import begin


@pytest.fixture
def serve() -> Iterator:
    """Starts `katatx serve`, and ends it."""
    from tests.e2e.served import Served

    running: list[Served] = []

    def start(*arguments: str, **options) -> Served:
        begin(Path(options.get("KATATX_HOME") or os.environ["KATATX_HOME"]))
        running.append(Served(*arguments, **options))
        return running[-1]

    yield start
    for each in running:
        if each.process.poll() is None:
            each.end()
        each.process.stdout.close()
        each.process.stderr.close()
