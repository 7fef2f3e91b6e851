"""The table of attacks is true: each row has its tests, and each test is there."""

import ast
import re
from pathlib import Path

from django.conf import settings
from tools.named_attacks import TABLE, named_tests

TESTS = Path(settings.BASE_DIR) / "backend"
JOURNEYS = Path(settings.BASE_DIR) / "frontend/e2e"


def is_there(node: str) -> bool:
    path, _, name = node.partition("::")
    tree = ast.parse((TESTS / path).read_text())
    return name in {item.name for item in tree.body if isinstance(item, ast.FunctionDef)}


def test_every_named_test_is_there() -> None:
    assert [node for node in named_tests() if not is_there(node)] == []


def test_control_a_renamed_test_would_be_missed() -> None:
    assert not is_there("tests/attacks/test_table.py::test_that_was_renamed")


def test_every_named_journey_is_there() -> None:
    named = set(re.findall(r"`([\w-]+\.spec\.ts)`", TABLE.read_text()))
    assert named == {"crawl.spec.ts"}
    assert [name for name in named if not (JOURNEYS / name).exists()] == []


def test_every_row_from_first_to_last_names_a_test() -> None:
    row = re.compile(r"^\| (T\d{2,3}) \|.*`[\w/]+(?:\.py::test_\w+|\.spec\.ts)`.*\|$", re.MULTILINE)
    rows = row.findall(TABLE.read_text())
    assert rows == [f"T{number:02}" for number in range(1, len(rows) + 1)]
