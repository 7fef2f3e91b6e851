"""The checks check themselves: sizes as documented, the late ones noticed, one version."""

import re
import tomllib
from pathlib import Path

import pytest
from tools import check_record

from tests.sizes import SIZES

ROOT = Path(__file__).resolve().parents[2]

PYTEST = """
=========================== rerun test summary info ============================
RERUN tests/core/test_rate_limit.py::test_a_refusal_says_when
4 passed, 1 rerun in 0.63s
"""
PLAYWRIGHT = """
  1 failed
    e2e/buying.spec.ts:12:1 \u203a a guest buys \u2500\u2500\u2500\u2500
  1 flaky
    e2e/landing.spec.ts:7:1 \u203a is quick @timing \u2500\u2500\u2500\u2500
  3 passed (4.1s)
"""


def test_the_document_says_how_large_each_proof_is() -> None:
    rows = re.findall(
        r"^\|[^|]*\| `(\w+)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|",
        (ROOT / "docs/proofs.md").read_text(),
        re.MULTILINE,
    )
    said = {name: tuple(int(number.replace(",", "")) for number in row) for name, *row in rows}
    assert said == SIZES


def test_whatever_needed_a_second_try_is_named() -> None:
    assert check_record.late_in(PYTEST) == [
        "tests/core/test_rate_limit.py::test_a_refusal_says_when"
    ]
    assert check_record.late_in(PLAYWRIGHT) == ["e2e/landing.spec.ts:7:1 \u203a is quick @timing"]


def test_late_twice_in_a_week_is_a_failure_and_after_a_week_it_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(check_record, "LATE", tmp_path / "frontrow/late.jsonl")
    day = 24 * 60 * 60
    assert check_record.note_late(["one"], now=day) == []
    assert check_record.note_late(["two"], now=2 * day) == []
    assert check_record.note_late(["one", "three"], now=7.5 * day) == ["one"]
    assert check_record.note_late(["two"], now=9.5 * day) == []
    assert check_record.note_late(["one"], now=14 * day) == ["one"]


def test_races_and_faults_get_no_second_try() -> None:
    marked = [
        path
        for folder in ("races", "faults")
        for path in (ROOT / "backend/tests" / folder).glob("*.py")
        if re.search(r"mark\.(timing|flaky)", path.read_text())
    ]
    assert marked == []


def test_the_changelog_tells_of_the_version_we_are() -> None:
    version = tomllib.loads((ROOT / "backend/pyproject.toml").read_text())["project"]["version"]
    told = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert told[0] == version
