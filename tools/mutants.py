"""Takes each guard of `tools/mutants/*.toml` away, one at a time, and shows that a test notices.

Works on copies of the checkout, never on the checkout itself. A guard is caught when one of its
tests fails; a test that cannot be run at all catches nothing.

    python tools/mutants.py [--only S01,D07] [--changed] [--part 2/7]
"""

import argparse
import contextlib
import itertools
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LISTS = ROOT / "tools/mutants"
# Installed, not tracked: every copy uses the checkout's own.
INSTALLED = (".venv", "frontend/node_modules")
# Each copy starts a database of its own.
AT_ONCE = 2
# For the tests of one guard, and for all of them together.
LONGEST_SECONDS = (300, 1800)
PASSED, FAILED = 0, 1
LATER = itertools.count(100)
WORDS: dict[int | None, str] = {FAILED: "caught", PASSED: "SURVIVED"}


@dataclass(frozen=True)
class Edit:
    file: str
    find: str
    put: str

    def problem(self) -> str:
        path = ROOT / self.file
        found = path.read_text().count(self.find) if path.is_file() else 0
        if found == 1:
            return ""
        return f"the guard moved: its text is {found} times in {self.file}"


@dataclass(frozen=True)
class Mutant:
    id: str
    what: str
    edits: tuple[Edit, ...]
    # `tests/…::name` for pytest; `src/…::words of its title` for vitest.
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """`code` is FAILED only where a test really ran and failed."""

    code: int | None
    output: str


def read_list() -> list[Mutant]:
    mutants = [
        Mutant(
            id=entry["id"],
            what=entry["what"],
            edits=tuple(Edit(**edit) for edit in entry["edits"]),
            tests=tuple(entry["tests"]),
        )
        for file in sorted(LISTS.glob("*.toml"))
        for entry in tomllib.loads(file.read_text())["guard"]
    ]
    ids = [mutant.id for mutant in mutants]
    twice = {one for one in ids if ids.count(one) > 1}
    if twice:
        raise SystemExit(f"two guards have the same id: {', '.join(sorted(twice))}")
    return mutants


def chosen(mutants: list[Mutant], options: argparse.Namespace) -> list[Mutant]:
    if options.only:
        wanted = set(options.only.split(","))
        unknown = wanted - {mutant.id for mutant in mutants}
        if unknown:
            raise SystemExit(f"no such guard: {', '.join(sorted(unknown))}")
        mutants = [mutant for mutant in mutants if mutant.id in wanted]
    if options.changed:
        base = git("merge-base", "main", "HEAD")[0]
        changed = {*git("diff", "--name-only", base), *git("ls-files", "-o", "--exclude-standard")}
        mutants = [one for one in mutants if any(edit.file in changed for edit in one.edits)]
    if options.part:
        part, parts = (int(number) for number in options.part.split("/"))
        if not 1 <= part <= parts:
            raise SystemExit("--part wants a number and how many there are, such as 2/7")
        mutants = mutants[part - 1 :: parts]
    return mutants


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@contextlib.contextmanager
def copies() -> Iterator[list[Path]]:
    """The working tree, and places for as many more; those are filled once Python has read it."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        first = Path(folder) / "0"
        for name in git("ls-files", "--cached", "--others", "--exclude-standard"):
            if (ROOT / name).is_file():
                (first / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, first / name)
        for name in INSTALLED:
            (first / name).symlink_to((ROOT / name).resolve())
        # PostgreSQL's user must be able to pass.
        Path(folder).chmod(0o755)
        yield [first, *(Path(folder) / str(number) for number in range(1, AT_ONCE))]


@contextlib.contextmanager
def mutated(copy: Path, mutant: Mutant) -> Iterator[None]:
    before: dict[Path, tuple[str, float]] = {}

    def write(path: Path, text: str) -> None:
        before.setdefault(path, (path.read_text(), path.stat().st_mtime))
        path.write_text(text)
        # Python tells compiled files apart by size and whole seconds: a time no other had.
        later = before[path][1] + next(LATER)
        os.utime(path, (later, later))

    try:
        for edit in mutant.edits:
            path = copy / edit.file
            write(path, path.read_text().replace(edit.find, edit.put))
        yield
    finally:
        for path, (text, modified) in before.items():
            path.write_text(text)
            os.utime(path, (modified, modified))


def run_tests(copy: Path, tests: Sequence[str], *, are_all: bool = False) -> Outcome:
    """Those of one guard, or all that are named anywhere; the first that fails ends it."""
    python = [test for test in tests if not test.startswith("src/")]
    browser = [test for test in tests if test.startswith("src/")]
    outcome = Outcome(PASSED, "")
    if python:
        outcome = run_pytest(copy, python, are_all=are_all)
    if browser and outcome.code == PASSED:
        outcome = run_vitest(copy, browser, are_all=are_all)
    return outcome


def run_pytest(copy: Path, tests: Sequence[str], *, are_all: bool) -> Outcome:
    command = [str(copy / ".venv/bin/pytest"), "-x", "-q", "-p", "no:cacheprovider"]
    command += [f"-n{AT_ONCE}", "--dist=loadfile"] if are_all else ["-n0"]
    code, output = call([*command, *tests], copy / "backend", longest=LONGEST_SECONDS[are_all])
    # A fixture that breaks is an error and no failure, with the same exit code.
    if code == FAILED and not re.search(r"\b\d+ failed\b", output.splitlines()[-1]):
        code = None
    return Outcome(code, output)


def run_vitest(copy: Path, tests: Sequence[str], *, are_all: bool) -> Outcome:
    files = sorted({test.partition("::")[0] for test in tests})
    titles = "|".join(re.escape(test.partition("::")[2]) for test in tests)
    report = copy / "vitest.json"
    report.unlink(missing_ok=True)
    command = ["node_modules/.bin/vitest", "run", "--retry=0", "--reporter=json", "-t", titles]
    command += [f"--outputFile={report}", *files]
    _, output = call(command, copy / "frontend", longest=LONGEST_SECONDS[are_all])
    if not report.exists():
        return Outcome(None, output)
    told = json.loads(report.read_text())
    ran = [
        (f"{file['name']}::{one['fullName']}", one["status"])
        for file in told["testResults"]
        for one in file["assertionResults"]
        if one["status"] in {"passed", "failed"}
    ]
    if any(status == "failed" for _, status in ran):
        return Outcome(FAILED, output)
    missing = [test for test in tests if not any(_is_named(test, name) for name, _ in ran)]
    if missing or not told["success"]:
        return Outcome(None, f"{output}\nno such test: {missing}")
    return Outcome(PASSED, output)


def _is_named(test: str, name: str) -> bool:
    file, _, title = test.partition("::")
    return f"{file}::" in name and title in name


def plain_environment() -> dict[str, str]:
    """As at a desk: CI's record of seconds is not ours to write, and small sizes catch as much."""
    kept = {name: value for name, value in os.environ.items() if name not in {"CI", "PROOF"}}
    return kept | {"NO_COLOR": "1", "EVERY_TIER": "1"}


def call(command: Sequence[str], folder: Path, *, longest: int) -> tuple[int | None, str]:
    """Its exit code, or none where it never ended."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=plain_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=longest)
    except subprocess.TimeoutExpired:
        return None, f"{end(process)}\nnot at its end after {longest} s"
    return process.returncode, output


def end(process: "subprocess.Popen[str]") -> str:
    """Asked first, so that it puts its servers away; what it had said."""
    for number in (signal.SIGINT, signal.SIGKILL):
        os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=30)[0]
    return ""


def try_all(mutants: Sequence[Mutant], free: Sequence[Path]) -> tuple[int, int, int]:
    """How many were caught, how many survived, and how many could not be tried."""
    places: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for copy in free:
        places.put(copy)

    def attempt(mutant: Mutant) -> str:
        copy = places.get()
        started = time.monotonic()
        try:
            with mutated(copy, mutant):
                outcome = run_tests(copy, mutant.tests)
        finally:
            places.put(copy)
        word = WORDS.get(outcome.code, "BROKEN")
        told = f"{word} {mutant.id} {mutant.what} ({time.monotonic() - started:.1f} s)"
        print(told if word != "BROKEN" else f"{told}\n{outcome.output[-3000:]}", flush=True)
        return word

    with ThreadPoolExecutor(max_workers=len(free)) as together:
        try:
            words = list(together.map(attempt, mutants))
        except KeyboardInterrupt:
            # Those under way end by themselves; the rest need not begin.
            together.shutdown(wait=False, cancel_futures=True)
            raise
    return words.count("caught"), words.count("SURVIVED"), words.count("BROKEN")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", default="", help="these ids, comma-separated")
    parser.add_argument("--changed", action="store_true", help="guards in files unlike main's")
    parser.add_argument("--part", default="", help="K/N: every N-th, beginning with the K-th")
    mutants = chosen(read_list(), parser.parse_args(arguments))
    moved = [
        f"{mutant.id}: {edit.problem()}"
        for mutant in mutants
        for edit in mutant.edits
        if edit.problem()
    ]
    if moved:
        print("\n".join(moved))
        return 1
    started = time.monotonic()
    with copies() as (first, *others):
        tests = sorted({test for mutant in mutants for test in mutant.tests})
        untouched = run_tests(first, tests, are_all=True)
        if untouched.code != PASSED:
            print(
                f"With every guard in place, these tests do not pass:\n{untouched.output[-6000:]}"
            )
            return 1
        print(f"{len(tests)} tests pass with every guard in place", flush=True)
        for other in others:
            shutil.copytree(first, other, symlinks=True)
        caught, survived, broken = try_all(mutants, [first, *others])
    more = f", {broken} could not be tried" if broken else ""
    print(f"{caught} caught, {survived} survived{more} ({time.monotonic() - started:.0f} s)")
    return 1 if survived or broken else 0


if __name__ == "__main__":
    sys.exit(main())
