"""Pytest plugin: records which test executes which line, and how many seconds each test takes.

`make coverage` runs the backend tests with it. `tools/mutate.py` reads the record.
"""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

RECORD = Path(__file__).resolve().parents[1] / ".run/coverage"
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


class Recorder:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        data_file = RECORD / f"lines{WORKER}"
        data_file.unlink(missing_ok=True)
        self.coverage = coverage.Coverage(data_file=str(data_file), source=["frontrow"])
        self.coverage.set_option("run:relative_files", True)  # noqa: FBT003 - coverage's own API
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        started = time.monotonic()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.monotonic() - started, 2)
            self.coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        (RECORD / f"seconds{WORKER}.json").write_text(json.dumps(self.seconds))


def pytest_configure(config: pytest.Config) -> None:
    # With xdist the first process only hands out tests.
    if WORKER or config.getoption("numprocesses", None) in {None, 0}:
        RECORD.mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(Recorder())
