from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def serve() -> Iterator:
    """Starts `katatx serve`, and ends it."""
    from tests.e2e.served import Served

    running: list[Served] = []

    def start(*arguments: str, **options) -> Served:
        running.append(Served(*arguments, **options))
        return running[-1]

    yield start
    for each in running:
        if each.process.poll() is None:
            each.end()
        each.process.stdout.close()
        each.process.stderr.close()
