"""What a real shell makes of a line with a tab behind it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.test_completion import practised
from tests.conftest import BUILT_IN, ROOT

# Each prints what its shell offers for the line in LINE, once the script is read.
_BASH = """
source <(katatx completion bash)
read -ra COMP_WORDS <<< "$LINE"
[[ $LINE == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
_katatx_completion katatx
printf '%s\n' "${COMPREPLY[@]}"
"""
_FISH = """
katatx completion fish | source
complete --do-complete "$LINE" | string replace --regex '\t.*' ''
"""
# zsh completes for a person alone: one is played, in a terminal of zsh's own.
_ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'autoload -Uz compinit && compinit -u -D && eval "$(katatx completion zsh)" && LISTMAX=999'
zpty -w shell 'offer() { zle list-choices; zle -R; print fin""ished }; zle -N offer; bindkey "^I" offer'
zpty -w shell 'PS1= PS2=; zstyle ":completion:*" list-colors ""; print rea""dy'
zpty -r shell seen '*ready*'
zpty -n -w shell "$LINE"$'\\t'
zpty -r shell seen '*finished*'
print -r -- "$seen"
zpty -d shell
"""
_COLOURS = re.compile(r"\x1b\[[?0-9;]*[a-zA-Z]")
_SHELLS = {
    "bash": ("bash", "--norc", "-c", _BASH),
    "fish": ("fish", "--no-config", "-c", _FISH),
    "zsh": ("zsh", "-f", "-c", _ZSH),
}


@pytest.fixture
def program(tmp_path: Path) -> dict[str, str]:
    """An environment in which `katatx` is this program."""
    file = tmp_path / "bin" / "katatx"
    file.parent.mkdir()
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m katatx "$@"\n')
    file.chmod(0o755)
    return {**os.environ, "PATH": f"{file.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "TERM": "dumb"}


@pytest.fixture(params=_SHELLS)
def offered(request: pytest.FixtureRequest, program: dict[str, str], tmp_path: Path):
    """Return the words that a shell offers for a line."""
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")

    def offer(line: str) -> set[str]:
        done = subprocess.run(
            _SHELLS[shell],
            env={**program, "LINE": line},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.stderr == ""
        return set(_COLOURS.sub("", done.stdout).split())

    return offer


def test_decks_are_offered_and_behind_a_slash_their_drills(offered) -> None:
    assert offered("katatx drill ") >= set(BUILT_IN)
    assert offered("katatx drill attention/mat") >= {"attention/match", "attention/match-row"}
    assert "attention/scaled" not in offered("katatx grade attention/mat")


def test_commands_options_and_their_words_are_offered(offered) -> None:
    assert {"check", "drill", "due", "completion"} <= offered("katatx ")
    assert "--format" in offered("katatx audit --f")
    assert "github" in offered("katatx audit --format g")
    assert {"bash", "zsh", "fish"} <= offered("katatx completion ")


def test_skills_of_the_log_are_offered(offered, home: Path) -> None:
    practised(home)
    assert "softmax/divide" in offered("katatx review --focus softmax/d")


@pytest.mark.parametrize("offered", ["fish", "zsh"], indirect=True)
def test_files_are_offered_where_a_file_is_wanted(offered, tmp_path: Path) -> None:
    """bash fills them in by itself, once the program offers nothing."""
    (tmp_path / "notes-of-mine.md").touch()
    assert "notes-of-mine.md" in offered("katatx audit notes-of")
