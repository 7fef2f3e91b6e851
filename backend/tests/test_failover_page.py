"""The page about lost machines says what the last long run measured, and nothing else."""

import json
import re
from typing import Any

from tools.failover_page import BETWEEN, DOCUMENT, FIGURES, TABLES, has_lost, missed, render

from tests.faults.controls import CONTROLS
from tests.faults.losses import LOSSES

KEPT = json.loads(FIGURES.read_text())
TEXT = DOCUMENT.read_text()


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


def test_every_table_is_what_the_committed_figures_say() -> None:
    assert render(TEXT, KEPT) == TEXT
    assert [found[2] for found in BETWEEN.finditer(TEXT)] == list(TABLES)


def test_a_figure_typed_by_hand_would_be_found() -> None:
    for begin, end in [found.span() for found in BETWEEN.finditer(TEXT)]:
        forged = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), TEXT[begin:end])
        assert forged != TEXT[begin:end]
        assert render(TEXT[:begin] + forged + TEXT[end:], KEPT) == TEXT


def test_what_was_measured_is_what_there_is_to_lose() -> None:
    assert set(KEPT["losses"]) <= set(LOSSES)
    assert set(KEPT["controls"]) <= set(CONTROLS)
    for loss in LOSSES.values():
        assert f"| {loss.what} |" in TEXT


def test_nothing_was_lost_in_any_round_but_the_controls() -> None:
    rounds = [one for kept in KEPT["losses"].values() for one in kept["rounds"]]
    assert rounds
    assert [one["wrong"] for one in rounds if has_lost(one["wrong"])] == []


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
