"""The list of guards stays true: each guard is where it says, and the tests named exist."""

import re

from tools.mutants import ROOT, Edit, Mutant, read_list


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
    # Taking one off the list is a step somebody should see.
    assert len(mutants) >= 179


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
