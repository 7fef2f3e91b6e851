"""The report of lost database machines: its tables, and the goals that a run missed."""

from pathlib import Path
from typing import Any

import pytest
from tools import failover_report
from tools.failover_report import missed, render

from tests.faults.controls import CONTROLS
from tests.faults.losses import LOSSES


def a_round(**changes: Any) -> dict[str, Any]:
    usual = {"gap": 20.0, "worker_gap": 22.0, "longest": 5.0, "refused": 9, "completed": 30}
    return {
        **usual,
        "load": 1.0,
        "settled": 3.0,
        "primaries": ["db1", "db2"],
        "wrong": {},
    } | changes


def figures(*rounds: dict[str, Any], wanted: int = 1) -> dict[str, Any]:
    kept = {"on": "2026-11-17", "wanted": wanted, "rounds": list(rounds)}
    return {"losses": {"cut and mend": kept}, "controls": {}}


def test_the_report_has_a_row_for_each_loss_and_control() -> None:
    text = render({**figures(a_round(gap=26.0)), "machine": {"cores": 2, "memory_gb": 24}})
    for loss in LOSSES.values():
        assert f"| {loss.what} |" in text
    for name in CONTROLS:
        assert f"| {name} |" in text
    assert "| 1 | **26.0** | 25 | 22.0 | 5.0 | 9 | 30 |" in text
    assert text.count("not tried") == len(LOSSES) - 1 + len(CONTROLS)


def test_a_run_is_written_beside_its_figures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(failover_report, "RUN", tmp_path)
    failover_report.write(figures(a_round()), is_long=True)
    assert failover_report.read_figures(is_long=True)["losses"]["cut and mend"]["wanted"] == 1
    assert (tmp_path / "long/failover.md").read_text().startswith(failover_report.HEAD)
    assert failover_report.read_figures(is_long=False) == {"losses": {}, "controls": {}}


def test_a_goal_that_is_missed_is_named() -> None:
    assert missed(figures(a_round())) == []
    named = missed(figures(a_round(gap=26.0, longest=8.1, worker_gap=37.0, wrong={"lost": 2})))
    assert named == [
        "cut and mend: **lost 2**",
        "cut and mend: 26.0 s without a sale (goal 25)",
        "cut and mend: a refusal after 8.1 s",
        "cut and mend: jobs went on later than sales",
    ]
    assert missed(figures(a_round(), wanted=20)) == ["cut and mend: 1 of 20 rounds"]


def test_a_control_that_loses_nothing_is_a_failure() -> None:
    quiet = {"on": "2026-11-17", "wanted": 3, "rounds": [a_round(wrong={"not settled": 1})]}
    shown = {**quiet, "rounds": [a_round(wrong={"lost": 4})]}
    found = missed({"losses": {}, "controls": {"asynchronous": quiet}})
    assert found == ["control asynchronous: nothing was lost in 1 rounds"]
    assert missed({"losses": {}, "controls": {"asynchronous": shown}}) == []
