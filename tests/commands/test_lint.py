"""What `katatx lint` tells while it checks many files."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from katatx.commands.authoring import lint
from katatx.commands.shared import progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stderr", "said"), [(Terminal, "checking 3 files ...\n"), (io.StringIO, "")], ids=["terminal", "pipe"]
)
def test_how_far_it_is_is_told_on_a_terminal(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    stderr: type[io.StringIO],
    said: str,
) -> None:
    for name in "abc":
        (tmp_path / f"{name}.yaml").write_text("drills: []\n", encoding="utf-8")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(progress_bar, "_DELAY_SECONDS", 0)
    monkeypatch.setattr(sys, "stderr", stderr())
    assert lint.run([tmp_path], None, False, tmp_path) == 1
    assert sys.stderr.getvalue() == said
    assert "files: 3, faults: " in capsys.readouterr().out
