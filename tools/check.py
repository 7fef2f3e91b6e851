"""All of CI: runs every check, shows what failed, and ends with the number of tests."""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv/bin"


@dataclass(frozen=True)
class Step:
    name: str
    command: str
    folder: str = "."
    # Runs only what has just failed, alone.
    again: str = ""


# In this order: the quickest answers first, and the browser last.
STEPS = (
    Step("no hosts, paths or secrets", f"{BIN}/python tools/no_hosts.py"),
    Step("style, types, ladder, migrations, API files", "make --no-print-directory lint"),
    Step("frontend tests", "npm test", "frontend"),
    Step(
        "backend tests",
        f"{BIN}/pytest -q -n 2 --dist loadfile",
        "backend",
        again=f"{BIN}/pytest -q --last-failed --last-failed-no-failures none",
    ),
    Step("browser journeys", "tools/e2e"),
)

# The closing lines of pytest, vitest ("Tests  3 passed") and Playwright ("3 passed (4s)").
PASSED = re.compile(
    r"^(?:=+ |\s*Tests +|\s+)?(?:\d+ failed(?:, | \| ))?(\d+) passed\b", re.MULTILINE
)
FAILED = re.compile(r"^(?:=+ |\s*Tests +|\s+)?(\d+) failed\b", re.MULTILINE)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")

# A loaded machine may be late once; what fails twice is wrong. More than this has another cause.
MOST_TRIED_AGAIN = 20

# What names a failure, in any of the tools; what passed at its second try only.
FAILURE = re.compile(r"^\s*(?:FAILED |ERROR |FAIL |\u00d7|\d+\) |E   |(?:\w*Error|error)\b)")
AGAIN = re.compile(r"\(retry x|\bflaky\b|^ {4}e2e/")


def run(step: Step) -> tuple[bool, str]:
    """Whether it holds, and what it said; of a second try, which failed before."""
    ok, output = call(step.command, step.folder)
    if ok or not step.again or last(FAILED, output) not in range(1, MOST_TRIED_AGAIN + 1):
        return ok, output
    ok, second = call(step.again, step.folder)
    if not ok:
        # The counts are those of the whole run.
        return False, f"{second}\n{output}"
    late = [f"flaky: {line}" for line in output.splitlines() if line.startswith("FAILED ")]
    passed = last(PASSED, output) + last(PASSED, second)
    return True, "\n".join([*late, f"{passed} passed"])


def call(command: str, folder: str) -> tuple[bool, str]:
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT / folder,
        env=os.environ | {"NO_COLOR": "1", "CI": "true"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode == 0, ESCAPES.sub("", done.stdout)


def last(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.findall(text)
    return int(found[-1]) if found else 0


def lines_with(pattern: re.Pattern[str], text: str) -> list[str]:
    return [line for line in text.splitlines() if pattern.search(line)]


def main() -> int:
    passed = failed = 0
    broken: list[str] = []
    for step in STEPS:
        started = time.monotonic()
        ok, output = run(step)
        print(f"{'ok  ' if ok else 'FAIL'} {step.name} ({time.monotonic() - started:.0f} s)")
        if not ok:
            broken.append(step.name)
            # A record of a run may keep its beginning only: what failed is said before how.
            print("\n".join(lines_with(FAILURE, output)[:40]))
            print("\n".join(output.splitlines()[-400:]))
        else:
            for line in lines_with(AGAIN, output):
                print(f"     {line.strip()}")
        sys.stdout.flush()
        passed += last(PASSED, output)
        failed += last(FAILED, output)
    if broken:
        print("Failed: " + ", ".join(broken))
    # A check that is no test (a lint, a build) counts as one when it fails.
    print(f"{passed} passed, {max(failed, len(broken))} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
