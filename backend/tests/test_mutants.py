"""The list of guards stays true: each guard is where it says, and the tests named exist."""

import py_compile
import re
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from tools.mutants import ROOT, Edit, Mutant, mutated, plain_environment, read_list


def problems(mutant: Mutant) -> list[str]:
    found = [edit.problem() for edit in mutant.edits if edit.problem()]
    found += ["nothing is changed" for edit in mutant.edits if edit.find == edit.put]
    found += [f"no such test: {test}" for test in mutant.tests if not exists(test)]
    if not mutant.edits or not mutant.tests:
        found.append("nothing to change, or no test")
    return [f"{mutant.id}: {each}" for each in found]


def exists(test: str) -> bool:
    file, _, name = test.partition("::")
    is_browsers = file.startswith("src/")
    path = ROOT / ("frontend" if is_browsers else "backend") / file
    if not path.is_file():
        return False
    if is_browsers:
        return name in path.read_text()
    *classes, function = name.partition("[")[0].split("::")
    wanted = [*(rf"^class {each}\b" for each in classes), rf"^\s*def {function}\("]
    return all(re.search(each, path.read_text(), re.MULTILINE) for each in wanted)


def test_every_guard_is_where_the_list_says_and_so_are_its_tests() -> None:
    mutants = read_list()
    assert [each for mutant in mutants for each in problems(mutant)] == []
    # A guard that leaves the list changes this number in the same commit.
    assert len(mutants) == 150


def test_control_a_guard_that_moved_and_a_test_that_is_gone_are_noticed() -> None:
    here = "backend/tests/test_mutants.py"
    gone = Edit(file=here, find="not in " + "here", put="")
    twice = Edit(file=here, find="mutant", put="")
    away = Edit(file="backend/gone.py", find="x", put="")
    test = "tests/test_mutants.py::test_not_" + "here"
    assert problems(Mutant("Z01", "", (gone, away), (test,))) == [
        f"Z01: the guard moved: its text is 0 times in {here}",
        "Z01: the guard moved: its text is 0 times in backend/gone.py",
        f"Z01: no such test: {test}",
    ]
    assert "its text is" in twice.problem()
    assert problems(Mutant("Z02", "", (), ())) == ["Z02: nothing to change, or no test"]


def test_in_the_nightly_proof_guards_are_tried_as_at_a_desk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Vitest would write its report to CI's place, and none would be found."""
    for name in ("CI", "PROOF", "LANG"):
        monkeypatch.setenv(name, "1")
    assert {"CI", "PROOF"}.isdisjoint(plain_environment())
    assert plain_environment()["LANG"] == "1"


def test_two_guards_of_one_file_are_never_taken_for_each_other(tmp_path: Path) -> None:
    """Python compiles a file anew where its size or its whole seconds differ."""
    source = tmp_path / "guard.py"
    source.write_text("kept = 1\n")
    headers = set()
    for put in ("kept = 2", "kept = 3"):
        with mutated(tmp_path, Mutant("Z03", "", (Edit("guard.py", "kept = 1", put),), ())):
            py_compile.compile(str(source))
            headers.add(Path(cache_from_source(str(source))).read_bytes()[:16])
    assert len(headers) == 2
    assert source.read_text() == "kept = 1\n"
