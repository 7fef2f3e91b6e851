"""Each release that was kept migrates to the schema that a new installation gets."""

import gzip
from pathlib import Path

import pytest

from tests.faults.processes import environment, run_command
from tests.postgres import TEMPLATE, Cluster, Database
from tests.schema_objects import objects_of

pytestmark = pytest.mark.slow

KEPT = sorted((Path(__file__).parents[1] / "releases").glob("*.sql.gz"))


def load(cluster: Cluster, release: Path) -> Database:
    database = cluster.create_database(f"from_{release.stem}", template="template0")
    with cluster.connect(database.name) as connection:
        connection.execute(gzip.decompress(release.read_bytes()))
    return database


@pytest.mark.parametrize("release", KEPT, ids=lambda release: release.name)
def test_a_release_migrates_to_the_schema_of_a_new_installation(
    cluster: Cluster, folder: Path, release: Path
) -> None:
    database = load(cluster, release)
    run_command("manage.py", "migrate", "-v0", env=environment(database.url, folder=folder))
    present = objects_of(Database(cluster, TEMPLATE))
    assert len(present) > 1000
    assert objects_of(database) == present
    # Control: what one of them lacks is found.
    database.do("DROP INDEX purchases_search")
    assert len(present - objects_of(database)) == 1
