"""Where the program starts."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line. A line to check that comes without options is checked without building the options of any
    command, which takes longer than the check.
    """
    try:
        _begin(sys.argv[1:])
    except KeyboardInterrupt:  # before the command could say how it ends
        sys.exit(130)


def _begin(words: list[str]) -> None:
    if words[:1] != ["check"] or len(words) == 1 or any(word.startswith("-") for word in words):
        from katatx.cli import main as command_line

        command_line()
    else:
        import gc

        from katatx.ending import end_with

        gc.disable()  # it is over before there is garbage to collect
        end_with(lambda: _check(" ".join(words[1:])))


def _check(text: str) -> int:
    from katatx.commands import check

    return check.run(text, places=None, as_json=False)
