"""One PostgreSQL server per test module, migrated once; and a line for the report on each test."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.record import record
from tests.postgres import Cluster, running_cluster


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    # Where tests run in several processes, each of them hears this and so does the first.
    if "PYTEST_XDIST_WORKER" not in os.environ and (report.when == "call" or report.failed):
        record("test", id=report.nodeid, outcome=report.outcome, seconds=report.duration)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faults")


@pytest.fixture(scope="module")
def cluster(folder: Path) -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster
