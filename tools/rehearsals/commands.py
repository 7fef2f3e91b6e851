"""Starting other programs, and saying what came of it."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

PATIENCE_SECONDS = 900
SHOWN_LINES = 40
T = TypeVar("T")


class Trouble(Exception):
    """What is shipped doesn't do what the documents say."""


def run(
    *words: str | Path,
    told: str = "",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    patience: float = PATIENCE_SECONDS,
) -> str:
    """What a command says; whoever fails is quoted."""
    done = subprocess.run(
        words,
        input=told,
        env=env,
        cwd=cwd,
        timeout=patience,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = "\n".join(done.stdout.splitlines()[-SHOWN_LINES:])
        raise Trouble(f"{' '.join(map(str, words))[:300]} ended with {done.returncode}:\n{last}")
    return done.stdout


def wait_for(what: str, ask: Callable[[], T | None], *, seconds: float) -> tuple[T, float]:
    """The first answer that is something, and how long it took; errors on the way are no answer."""
    began = time.monotonic()
    reason: Exception | None = None
    while (passed := time.monotonic() - began) < seconds:
        try:
            if answer := ask():
                return answer, passed
        except (Trouble, ValueError, LookupError) as error:
            reason = error
        time.sleep(0.5)
    raise Trouble(f"waited {seconds:.0f} s in vain for: {what}\n{reason or ''}")


@contextmanager
def told_at_once() -> Iterator[None]:
    """Trouble is said before machines are taken down, which takes a while."""
    try:
        yield
    except Trouble as trouble:
        print(f"FAILED: {trouble}", file=sys.stderr, flush=True)
        raise SystemExit(1) from None


def say(what: str, figure: object = "") -> None:
    """One line of the record: what was shown, and its figure."""
    print(f"  {what}{': ' if figure != '' else ''}{figure}", flush=True)
