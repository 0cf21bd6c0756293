"""katatx installed as other programs are, from its wheel: `python bench/installs.py`.

The wheel is built, and then installed by pip, pipx, uv tool and uvx, each with a home, a cache and a path of its own that
were empty before. Each installation checks a line. What it takes is said in seconds and megabytes; an installation
that fails ends this with status 1. pipx and uv are taken from the path, or from beside this Python; where there is
neither, that way is passed over.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECK = ("check", "softmax 1 4")
EXPECTED = b"[0.047, 0.953]"
MANUAL = "share/man/man1/katatx.1"
PROGRAMS, ENDING = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
# How packages are reached from here is no part of an empty home.
KEPT = ("PIP_", "UV_", "SSL_CERT_", "REQUESTS_CA_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SYSTEMROOT", "TEMP", "TMP", "PATHEXT", "COMSPEC")  # fmt: skip
# The commands of each way: what makes a place for it, what installs, and what runs katatx.
WAYS: dict[str, tuple[str, str, str]] = {
    "pip": ("PYTHON -m venv HOME", f"HOME/{PROGRAMS}/python{ENDING} -m pip install -q WHEEL", f"HOME/{PROGRAMS}/katatx{ENDING}"),
    "pipx install": ("", "pipx install -q --python PYTHON WHEEL", f"HOME/bin/katatx{ENDING}"),
    "pipx run": ("", "", "pipx run -q --python PYTHON --spec WHEEL katatx"),
    "uv tool install": ("", "uv tool install -q --python PYTHON WHEEL", f"HOME/bin/katatx{ENDING}"),
    "uvx": ("", "", "uv tool run -q --python PYTHON --from WHEEL katatx"),
}  # fmt: skip


def tool(name: str) -> str | None:
    """Return where a program is, beside this Python or on the path."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def environment(home: Path) -> Mapping[str, str]:
    """Return an environment of which nothing is known but how packages are reached."""
    kept = {name: value for name, value in os.environ.items() if name.upper().startswith(KEPT)}
    folders = {
        "HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home / "local", "APPDATA": home / "roaming",
        "XDG_CACHE_HOME": home / "cache", "XDG_DATA_HOME": home / "data", "XDG_BIN_HOME": home / "bin",
        "PIP_CACHE_DIR": home / "cache" / "pip", "UV_CACHE_DIR": home / "cache" / "uv", "UV_TOOL_DIR": home / "tools",
        "UV_TOOL_BIN_DIR": home / "bin", "PIPX_HOME": home / "pipx", "PIPX_BIN_DIR": home / "bin", "PIPX_MAN_DIR": home / "share" / "man",
    }  # fmt: skip
    told = {"PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": ""}
    return {**kept, **{name: str(folder) for name, folder in folders.items()}, **told}


def timed(command: Sequence[str], around: Mapping[str, str], expected: bytes = b"") -> float:
    """Run a command, make sure of what it says, and return how many seconds it took."""
    begun = time.perf_counter()
    done = subprocess.run(command, env=around, cwd=around["HOME"], capture_output=True, check=False)
    if done.returncode or expected not in done.stdout:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode()[-2000:]}")
    return time.perf_counter() - begun


def megabytes(folder: Path) -> float:
    """Return how much the files of a folder take, without caches."""
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    return sum(file.stat().st_size for file in files if folder / "cache" not in file.parents) / 1e6


def measure(name: str, wheel: Path) -> str:
    """Install in one way, in a home of its own, and return what that took in a line."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        stands_for = {"PYTHON": sys.executable, "WHEEL": str(wheel), "pipx": tool("pipx"), "uv": tool("uv")}
        *steps, run = [
            [stands_for.get(word) or word.replace("HOME", folder) for word in command.split()] for command in WAYS[name]
        ]
        around = environment(home)
        installed = sum(timed(step, around) for step in steps if step)
        first = timed([*run, *CHECK], around, EXPECTED)
        again = min(timed([*run, *CHECK], around, EXPECTED) for _ in range(3))
        taken = installed or first
        manual = ", and its manual page" * (home / MANUAL).exists()
        return f"{name:16} {taken:6.1f} s to install  {1000 * again:5.0f} ms a check  {megabytes(home):5.0f} MB{manual}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path, help="one that is built already")
    given, failed = parser.parse_args().wheel, False
    with tempfile.TemporaryDirectory() as folder:
        if given is None:
            build = [sys.executable, "-m", "build", "--wheel", "--outdir", folder, str(ROOT)]
            subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        wheel = given.resolve() if given else next(Path(folder).glob("*.whl"))
        names = zipfile.ZipFile(wheel).namelist()
        if not any(name.endswith(MANUAL) for name in names):
            sys.exit(f"{wheel.name} lacks {MANUAL}")
        print(f"{wheel.name}: {len(names)} files, {wheel.stat().st_size / 1e6:.2f} MB")
        for name in WAYS:
            if name != "pip" and tool("uv" if name.startswith("uv") else "pipx") is None:
                continue
            try:
                print(measure(name, wheel), flush=True)
            except RuntimeError as error:
                print(f"{name:16} FAILED: {error}", flush=True)
                failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
