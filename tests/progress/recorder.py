"""Records attempts into the log of the environment, as fast as it can, once it is told to go."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime

from katatx.progress.home import home_folder
from katatx.progress.opening import open_log
from katatx.progress.records import Answered, Run, Uncovering
from katatx.settings import Settings

DRILLS = ("match", "scaled", "divided")


def main(attempts: int) -> None:
    sys.stdin.readline()
    log = open_log(home_folder(), Settings())
    name = f"run-{os.getpid()}"
    log.start_run(Run(name, "attention", None, DRILLS, 7, False, datetime.now(UTC)))
    for number in range(attempts):
        drill, verdict = DRILLS[number % 3], "wrong" if number % 5 == 0 else "right"
        if number % 10 == 0:
            log.uncover(Uncovering(name, "attention", drill, number, 1, datetime.now(UTC)))
        now = datetime.now(UTC)
        log.record(Answered(name, "attention", drill, number, {}, "3", verdict, (), (True,), 0, now, 1.5, 0.5))
    if log.aside is not None:
        sys.exit(log.aside.notice)
    log.close()


if __name__ == "__main__":
    print("ready", flush=True)
    main(int(sys.argv[1]))
