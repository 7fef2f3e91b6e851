"""Makes a sample of new mutants and shows which of them no test notices.

Works on copies of the checkout. The tests of a mutant are those that executed its lines when
`make coverage` ran last; without a record of that run they are all tests of its area.

    python -m tools.mutate [--seed 1] [--count 100] [--area ledger] [--seconds 60]
    python -m tools.mutate --only FINGERPRINT,FINGERPRINT
"""

import argparse
import difflib
import itertools
import json
import queue
import random
import re
import shutil
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from coverage import CoverageData

from tools import mutants
from tools.mutants import Edit
from tools.mutations import Mutation, fingerprints, mutations_of

ROOT = Path(__file__).resolve().parents[1]
BACKEND = ROOT / "backend"
RECORD = ROOT / ".run/coverage"
EQUIVALENT = ROOT / "tools/equivalent-mutants.toml"
# Each area: its files, and its tests for want of a record.
AREAS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "settlement": (["sales/settlement/*.py"], ["tests/sales"]),
    "ledger": (["sales/ledger/*.py"], ["tests/sales"]),
    "refunds": (["sales/refunds/*.py", "sales/terms/refund_policy.py"], ["tests/sales"]),
    "class_changes": (["sales/class_changes/*.py"], ["tests/sales"]),
    "seats": (
        ["catalogue/seats.py", "catalogue/sql/*.sql", "sales/sql/*.sql"],
        ["tests/catalogue", "tests/sales", "tests/races"],
    ),
    "gates": (
        [
            f"accounts/{name}.py"
            for name in (
                *("gates", "rights", "money_shown", "reauthentication", "impersonation"),
                *("lifecycle", "second_factor", "sign_in_codes"),
            )
        ],
        ["tests/accounts", "tests/test_role_matrix.py"],
    ),
}
# What the tests of one mutant took when they were recorded; the shortest of each file come first.
SECONDS_OF_TESTS = 60
# Until a run is given up: it starts a database, and a busy machine is slower than the recorded one.
LONGEST_SECONDS = 300
SLOWER = 5
# Pytest's codes for "all passed", "wrong usage" and "no tests": these show nothing to be caught.
PASSED, NOT_RUN = 0, (4, 5)
MOST_MISSED = 0.1


@dataclass(frozen=True)
class Made:
    fingerprint: str
    area: str
    file: str
    mutation: Mutation

    def text(self) -> str:
        return self.mutation.applied((ROOT / self.file).read_text())

    def diff(self) -> str:
        before = (ROOT / self.file).read_text().splitlines()
        lines = difflib.unified_diff(before, self.text().splitlines(), n=1, lineterm="")
        return "\n".join(f"    {line}" for line in itertools.islice(lines, 2, None))

    def __str__(self) -> str:
        return f"{self.fingerprint} {self.file}:{self.mutation.lines[0]} {self.mutation.operator}"


def made_in(area: str) -> list[Made]:
    found = []
    for pattern in AREAS[area][0]:
        for path in sorted((BACKEND / "frontrow").glob(pattern)):
            file = str(path.relative_to(ROOT))
            mutations = mutations_of(file, path.read_text())
            pairs = zip(fingerprints(file, mutations), mutations, strict=True)
            found += [Made(one, area, file, mutation) for one, mutation in pairs]
    return found


def sample(areas: Iterable[str], *, seed: int, count: int, leave_out: set[str]) -> list[Made]:
    """As many of each area, in turn, so that a small sample has all of them."""
    chance = random.Random(seed)  # noqa: S311 - a sample that can be drawn again
    drawn = []
    for area in areas:
        made = [one for one in made_in(area) if one.fingerprint not in leave_out]
        drawn.append(chance.sample(made, min(count, len(made))))
    turns = itertools.chain.from_iterable(itertools.zip_longest(*drawn))
    return [one for one in turns if one][:count]


@cache
def recorded_seconds() -> dict[str, float]:
    """Of each test that passed when it was recorded."""
    together: dict[str, float] = {}
    for file in RECORD.glob("seconds*.json"):
        together |= json.loads(file.read_text())
    return together


@cache
def recorded_tests(file: str) -> dict[int, set[str]]:
    """Which tests executed which line of a file, given as `backend/frontrow/…`."""
    found: dict[int, set[str]] = defaultdict(set)
    for record in RECORD.glob("lines*"):
        data = CoverageData(str(record))
        data.read()
        for line, tests in data.contexts_by_lineno(file.removeprefix("backend/")).items():
            found[line] |= {*tests} & recorded_seconds().keys()
    return found


def tests_of(made: Made, *, seconds: float) -> list[str]:
    """Half of the time for tests of files that import the module, half for all the others."""
    if made.file.endswith(".sql"):
        modules = modules_calling(Path(made.file).stem)
        found = set().union(*(tests for file in modules for tests in recorded_tests(file).values()))
    else:
        modules, lines = [made.file], recorded_tests(made.file)
        first, last = made.mutation.lines
        found = set().union(*(lines.get(line, set()) for line in range(first, last + 1)))
        # A constant of the module is executed by no test, and a body perhaps by none.
        found = found or set().union(*lines.values())
    near = {test for test in found if imports_one(test.partition("::")[0], modules)}
    chosen = [*within(seconds / 2, near), *within(seconds / 2, found - near)]
    return chosen or list(AREAS[made.area][1])


def imports_one(test_file: str, modules: Iterable[str]) -> bool:
    names = (file.removeprefix("backend/").removesuffix(".py") for file in modules)
    return _names_one(text_of(test_file), [name.replace("/", r"\.") for name in names])


@cache
def text_of(test_file: str) -> str:
    return (BACKEND / test_file).read_text()


@cache
def modules_calling(name: str) -> list[str]:
    """Python that names the function of an SQL file, or another one that calls it."""
    names, texts = {name}, {path.stem: path.read_text() for path in BACKEND.glob("**/sql/*.sql")}
    while callers := {
        stem for stem, text in texts.items() if stem not in names and _names_one(text, names)
    }:
        names |= callers
    return [
        str(path.relative_to(ROOT))
        for path in sorted((BACKEND / "frontrow").rglob("*.py"))
        if "migrations" not in path.parts and _names_one(path.read_text(), names)
    ]


def _names_one(text: str, names: Iterable[str]) -> bool:
    return re.search(rf"\b(?:{'|'.join(names)})\b", text) is not None


def within(most: float, tests: Iterable[str]) -> list[str]:
    """The quickest of each file in turn, until their time is up."""
    seconds = recorded_seconds()
    files: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests, key=lambda test: (seconds[test], test)):
        files[test.partition("::")[0]].append(test)
    turns = itertools.chain.from_iterable(itertools.zip_longest(*files.values()))
    chosen = []
    for test in turns:
        if test and seconds[test] <= most:
            most -= seconds[test]
            chosen.append(test)
    return chosen


def try_one(copy: Path, made: Made, *, seconds: float) -> str:
    tests = tests_of(made, seconds=seconds)
    longest = LONGEST_SECONDS + round(SLOWER * seconds)
    started = time.monotonic()
    edit = Edit(made.file, (ROOT / made.file).read_text(), made.text())
    with mutants.mutated(copy, mutants.Mutant(made.fingerprint, "", (edit,), ())):
        command = [str(copy / ".venv/bin/pytest"), "-x", "-q", "-n0", "-p", "no:cacheprovider"]
        code, output = mutants.call([*command, *tests], copy / "backend", longest=longest)
    word = "SURVIVED" if code == PASSED else "BROKEN" if code in NOT_RUN else "caught"
    print(f"{word} {made} ({len(tests)} tests, {time.monotonic() - started:.0f} s)", flush=True)
    if word == "SURVIVED":
        print(made.diff(), flush=True)
    if word == "BROKEN":
        print(output[-2000:], flush=True)
    return word


def try_all(chosen: Sequence[Made], *, seconds: float) -> list[str]:
    places: queue.SimpleQueue[Path] = queue.SimpleQueue()

    def attempt(made: Made) -> str:
        copy = places.get()
        try:
            return try_one(copy, made, seconds=seconds)
        finally:
            places.put(copy)

    with mutants.copies() as (first, *others):
        for other in others:
            shutil.copytree(first, other, symlinks=True)
        for copy in (first, *others):
            places.put(copy)
        with ThreadPoolExecutor(max_workers=len(others) + 1) as together:
            return list(together.map(attempt, chosen))


def equivalents() -> set[str]:
    return {each["fingerprint"] for each in tomllib.loads(EQUIVALENT.read_text())["mutant"]}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--area", choices=AREAS, action="append")
    parser.add_argument("--only", default="", help="these fingerprints, comma-separated")
    parser.add_argument("--seconds", type=float, default=SECONDS_OF_TESTS, help="of tests for each")
    options = parser.parse_args(arguments)
    areas = options.area or list(AREAS)
    if options.only:
        wanted = options.only.split(",")
        chosen = [one for area in areas for one in made_in(area) if one.fingerprint in wanted]
    else:
        chosen = sample(areas, seed=options.seed, count=options.count, leave_out=equivalents())
    words = try_all(chosen, seconds=options.seconds)
    survivors = [str(made) for made, word in zip(chosen, words, strict=True) if word == "SURVIVED"]
    broken = words.count("BROKEN")
    more = f", {broken} could not be tried" if broken else ""
    print(f"{words.count('caught')} of {len(chosen)} caught, {len(survivors)} survived{more}")
    print("\n".join(survivors))
    return 1 if broken or len(survivors) > MOST_MISSED * len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
