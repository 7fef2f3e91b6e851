"""The checks check themselves: the late ones noticed, a record that stays, one version."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from tools import check_record, proof_record
from tools.check_record import Outcome

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


def test_each_step_of_a_proof_renews_its_own_section_and_leaves_the_others(tmp_path: Path) -> None:
    for words in (
        ["init", "-q"],
        ["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "A"],
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    order = ["crowds", "journeys", "mutants"]

    def renew(name: str, *, failures: int = 0, slowest: str = "") -> list[str]:
        outcome = Outcome(name, not failures, 3700, 1200, failures, 1.9, 18.4)
        slow = [check_record.Test(slowest, 4.04)] if slowest else []
        proof_record.renew(tmp_path, outcome, slow, order)
        written = (tmp_path / proof_record.RECORD).read_text()
        assert written.startswith(proof_record.HEAD)
        return proof_record.SECTION.split(written)[1:]

    renew("journeys", slowest="e2e/a")
    renew("of before")
    before, other = renew("crowds", slowest="one|two")
    assert before.splitlines()[0] == "crowds"
    assert "3,700 s: 1,200 passed." in before
    assert "| 4.0 | one/two |" in before
    assert "with changes" not in before
    (tmp_path / "code.py").touch()
    failed, untouched = renew("crowds", failures=1)
    assert untouched == other
    assert "**Failed**" in failed
    assert "with changes" in failed
    assert "3,700 s: 1,200 passed, 1 failed." in failed
    assert "one/two" not in failed


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
