"""Loses machines of a database of three while customers buy, and writes what came of it.

One round of each loss. `LONG=1` for the long sizes of `tests/sizes.py` and the controls. The
report is written under `.run/failover`. `ONLY="power cut,switchover"` runs these again and keeps
the others; `GO_ON=1` also keeps the rounds of an earlier run and does the missing ones.
"""

import json
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from tests.faults.controls import CONTROLS  # noqa: E402
from tests.faults.losses import LOSSES, Loss  # noqa: E402
from tests.faults.machines import Engine, missing  # noqa: E402
from tests.faults.rounds import GOES_WRONG, Round, Trial, running_trial  # noqa: E402
from tests.sizes import SIZES  # noqa: E402

from tools import failover_report  # noqa: E402

IS_LONG = bool(os.environ.get("LONG"))
GOES_ON = bool(os.environ.get("GO_ON"))
# Settling takes as long as a loss: the audit comes once in so many rounds, and at the end. What an
# earlier round had lost is missing in a later audit, too.
AUDITED_EVERY = 5
# Fewer than sell all its seats: who is told "sold out" loses nothing.
ROUNDS_OF_ONE_SHOP = 20


def rounds_of(loss: Loss) -> int:
    usual = SIZES[loss.size]
    return int(os.environ.get(loss.size) or (usual.long if IS_LONG else usual.proof))


def in_turns(wanted: Mapping[str, int]) -> list[tuple[str, Loss]]:
    """All rounds of all of them, mixed: a run that is ended early has some of each."""
    placed = [
        (LOSSES[name].is_last, (number + 0.5) / count, name)
        for name, count in wanted.items()
        for number in range(count)
    ]
    return [(name, LOSSES[name]) for _, _, name in sorted(placed)]


class Record:
    """Every round as it comes: a run that is ended early has written what it had."""

    def __init__(self, *, is_new: bool) -> None:
        failover_report.RUN.mkdir(parents=True, exist_ok=True)
        if is_new:
            failover_report.forget(is_long=IS_LONG)
        self._own: dict[tuple[str, str], dict[str, Any]] = {}

    def begin(self, part: str, name: str, *, wanted: int) -> int:
        """How many rounds of it are missing."""
        day = f"{datetime.now(UTC):%Y-%m-%d}"
        before = failover_report.read_figures(is_long=IS_LONG)[part].get(name) if GOES_ON else None
        done = list(before["rounds"]) if before else []
        self._own[part, name] = {"on": day, "wanted": wanted, "rounds": done}
        return max(wanted - len(done), 0)

    def add(self, part: str, name: str, done: Round) -> None:
        with (failover_report.RUN / "rounds.jsonl").open("a") as lines:
            lines.write(json.dumps({"part": part, "name": name, **asdict(done)}) + "\n")
        self._own[part, name]["rounds"].append(failover_report.shortened(asdict(done)))
        failover_report.write(self._figures, is_long=IS_LONG)
        wrong = ", ".join(done.wrong) or "nothing wrong"
        print(f"{name}: {done.gap:.1f} s without a sale, {wrong}", flush=True)

    @property
    def _figures(self) -> failover_report.Figures:
        """What others measured, and ours beside it."""
        kept = failover_report.read_figures(is_long=IS_LONG)
        for (part, name), own in self._own.items():
            kept[part][name] = own
        return kept

    def has_shown(self, control: str) -> bool:
        rounds = self._own["controls", control]["rounds"]
        return any(failover_report.has_lost(one["wrong"]) for one in rounds)

    @property
    def missed(self) -> list[str]:
        return failover_report.missed(self._figures)


def go_through(
    record: Record,
    part: str,
    wanted: Sequence[tuple[str, Loss]],
    *,
    engine: Engine | None = None,
    audited_every: int = AUDITED_EVERY,
) -> Iterator[Round]:
    """Many in one shop; after something went wrong, the next in a new one."""
    left = list(wanted)
    while left:
        for name, done in spend(left[:ROUNDS_OF_ONE_SHOP], engine, audited_every):
            left.pop(0)
            record.add(part, name, done)
            yield done


def spend(
    left: Sequence[tuple[str, Loss]], engine: Engine | None, audited_every: int
) -> Iterator[tuple[str, Round]]:
    name, loss = left[0]
    through_haproxy = loss.through_haproxy
    with tempfile.TemporaryDirectory(prefix="failover-") as place:
        folder = Path(place)
        try:
            with running_trial(folder, engine=engine, through_haproxy=through_haproxy) as trial:
                for number, (name, loss) in enumerate(left, start=1):
                    is_audited = number % audited_every == 0 or number == len(left)
                    done = trial.go_through(loss, is_audited=is_audited)
                    if done.wrong:
                        keep_logs(folder, trial, name)
                    yield name, done
                    if done.wrong:
                        return
        except GOES_WRONG as error:
            # A cluster or shop that could not be made, or broke so that nothing could be told.
            yield name, Round(loss.name, wrong={"not tried": [str(error)[-3000:]]})


def keep_logs(folder: Path, trial: Trial, name: str) -> None:
    kept = failover_report.RUN / f"{name} {datetime.now(UTC):%H%M%S}"
    kept.mkdir(parents=True)
    for file in [*folder.glob("*.log"), *trial.machines.logs()]:
        shutil.copy(file, kept)


def main() -> int:
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    if lacks := missing():
        print(f"A failover needs {lacks}.")
        return 1
    only = [name for name in os.environ.get("ONLY", "").split(",") if name]
    record = Record(is_new=not only and not GOES_ON)
    missing_of = {
        loss.name: record.begin("losses", loss.name, wanted=rounds_of(loss))
        for loss in LOSSES.values()
        if not only or loss.name in only
    }
    # One cluster and one shop for all that reach the database alike.
    for through_haproxy in (False, True):
        alike = {
            name: count
            for name, count in missing_of.items()
            if LOSSES[name].through_haproxy == through_haproxy
        }
        for _ in go_through(record, "losses", in_turns(alike)):
            pass
    for name, (engine, loss, most) in CONTROLS.items() if IS_LONG or only else ():
        if only and name not in only:
            continue
        if not (left := record.begin("controls", name, wanted=most)) or record.has_shown(name):
            continue
        rounds = [(name, loss)] * left
        for done in go_through(record, "controls", rounds, engine=engine, audited_every=1):
            if failover_report.has_lost(done.wrong):
                break
    print("\n".join(record.missed) or "Every goal was reached.")
    return 1 if record.missed else 0


if __name__ == "__main__":
    sys.exit(main())
