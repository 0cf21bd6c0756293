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
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CHECK = ("check", "softmax 1 4")
EXPECTED = "[0.047, 0.953]"
MANUAL = "share/man/man1/katatx.1"
# How packages are reached from here is no part of an empty home.
_KEPT = (
    "PIP_",
    "UV_",
    "SSL_CERT_",
    "REQUESTS_CA_",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "PATHEXT",
    "COMSPEC",
)


class Way(NamedTuple):
    """A way to install: its name, the command that installs (None where running does), and the one that runs katatx."""

    name: str
    install: list[str] | None
    run: list[str]


def build(folder: Path) -> Path:
    """Build the wheel, and return its path."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT], check=True, stdout=subprocess.DEVNULL
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def tool(name: str) -> str | None:
    """Return where a program is, beside this Python or on the path."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def ways(wheel: Path, home: Path) -> Iterator[Way]:
    """Yield every way that there is here, for a home."""
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    katatx = str(programs / ("katatx.exe" if os.name == "nt" else "katatx"))
    python = str(programs / ("python.exe" if os.name == "nt" else "python"))
    yield Way("pip", [python, "-m", "pip", "install", "-q", str(wheel)], [katatx])
    if pipx := tool("pipx"):
        yield Way(
            "pipx install",
            [pipx, "install", "-q", "--python", sys.executable, str(wheel)],
            [str(home / "bin" / Path(katatx).name)],
        )
        yield Way("pipx run", None, [pipx, "run", "-q", "--python", sys.executable, "--spec", str(wheel), "katatx"])
    if uv := tool("uv"):
        yield Way(
            "uv tool install",
            [uv, "tool", "install", "-q", "--python", sys.executable, str(wheel)],
            [str(home / "bin" / Path(katatx).name)],
        )
        yield Way("uvx", None, [uv, "tool", "run", "-q", "--python", sys.executable, "--from", str(wheel), "katatx"])


def environment(home: Path) -> Mapping[str, str]:
    """Return an environment of which nothing is known but how packages are reached."""
    kept = {name: value for name, value in os.environ.items() if name.upper().startswith(_KEPT)}
    folders = {
        "HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home / "local", "APPDATA": home / "roaming",
        "XDG_CACHE_HOME": home / "cache", "XDG_DATA_HOME": home / "data", "XDG_BIN_HOME": home / "bin",
        "PIP_CACHE_DIR": home / "cache" / "pip", "UV_CACHE_DIR": home / "cache" / "uv", "UV_TOOL_DIR": home / "tools",
        "UV_TOOL_BIN_DIR": home / "bin", "PIPX_HOME": home / "pipx", "PIPX_BIN_DIR": home / "bin", "PIPX_MAN_DIR": home / "share" / "man",
    }  # fmt: skip
    return {
        **kept,
        **{name: str(folder) for name, folder in folders.items()},
        "PATH": os.defpath,
        "PYTHONDONTWRITEBYTECODE": "",
    }


def checked(command: list[str], around: Mapping[str, str]) -> float:
    """Run katatx, make sure of what it says, and return how many seconds it took."""
    begun = time.perf_counter()
    done = subprocess.run([*command, *CHECK], env=around, cwd=around["HOME"], capture_output=True, check=False)
    if done.returncode or EXPECTED not in done.stdout.decode():
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode()[-2000:]}")
    return time.perf_counter() - begun


def megabytes(folder: Path) -> float:
    """Return how much the files of a folder take, without caches."""
    files = (
        file
        for file in folder.rglob("*")
        if file.is_file() and not file.is_symlink() and folder / "cache" not in file.parents
    )
    return sum(file.stat().st_size for file in files) / 1e6


def measure(name: str, wheel: Path) -> str:
    """Install in one way, in a home of its own, and return what that took in a line."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        around = environment(home)
        way = next(each for each in ways(wheel, home) if each.name == name)
        begun = time.perf_counter()
        if name == "pip":
            subprocess.run([sys.executable, "-m", "venv", home], check=True, env=around)
        if way.install is not None:
            done = subprocess.run(way.install, env=around, cwd=home, capture_output=True, check=False)
            if done.returncode:
                raise RuntimeError(f"{name} ended with {done.returncode}: {done.stderr.decode()[-2000:]}")
            installed = time.perf_counter() - begun
            checked(way.run, around)
        else:
            installed = checked(way.run, around)
        again = min(checked(way.run, around) for _ in range(3))
        manual = ", and its manual page" * (home / MANUAL).exists()
        return f"{name:16} {installed:6.1f} s to install  {1000 * again:5.0f} ms a check  {megabytes(home):5.0f} MB{manual}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path, help="one that is built already")
    given = parser.parse_args().wheel
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        wheel = given.resolve() if given else build(Path(folder))
        with zipfile.ZipFile(wheel) as opened:
            names = opened.namelist()
        if not any(name.endswith(MANUAL) for name in names):
            sys.exit(f"{wheel.name} lacks {MANUAL}")
        print(f"{wheel.name}: {len(names)} files, {wheel.stat().st_size / 1e6:.2f} MB")
        for name in [way.name for way in ways(wheel, Path(folder))]:
            try:
                print(measure(name, wheel), flush=True)
            except (RuntimeError, subprocess.CalledProcessError) as error:
                print(f"{name:16} FAILED: {error}", flush=True)
                failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
