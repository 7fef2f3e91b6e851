"""One PostgreSQL server per test module, migrated once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.processes import Cluster, running_cluster


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faults")


@pytest.fixture(scope="module")
def cluster(folder: Path) -> Iterator[Cluster]:
    with running_cluster() as cluster:
        cluster.create_template(folder)
        yield cluster
