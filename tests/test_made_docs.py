"""What is made from the program and from what is installed is as they are now: the manual page and the licences."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "katatx.1"


@pytest.mark.parametrize("script", ["man_page.py", "licences.py"])
def test_a_page_that_a_script_makes_is_up_to_date(script: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / script, "--check"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_the_manual_page_is_set_without_a_warning() -> None:
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", PAGE], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    plain = re.sub(r"\x1b\[\d*m|.\x08", "", done.stdout)
    assert 'katatx check "softmax 1 4 = 0.047 0.953"' in plain
    assert "--format NAME" in plain
