"""`katatx lint`: its status, its report, and how far it is on a terminal."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from katatx.commands import lint, output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_faults_are_counted_and_how_far_it_is_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "abc":
        (tmp_path / f"{name}.yaml").write_text("sections: {}\n", encoding="utf-8")
    assert lint.run([tmp_path / "a.yaml"], None, True, tmp_path) == 1
    told = json.loads(capsys.readouterr().out)
    assert {(fault["file"], fault["line"]) for fault in told} == {(str(tmp_path / "a.yaml"), 1)}
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "_DELAY_SECONDS", 0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert lint.run([tmp_path], None, False, tmp_path) == 1
    assert "checking files" in sys.stderr.getvalue()
    assert "files: 3, faults: " in capsys.readouterr().out
