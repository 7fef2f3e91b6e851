"""Database functions live in files, and no file changes without a migration that loads it."""

import hashlib
import re

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from frontrow.core.sql_files import AREAS, LoadSql, digest_of, path_of, text_of
from tests.faults.warm_start import BACKEND
from tests.postgres import INGREDIENTS

NAMES = sorted(f"{path.parents[1].name}/{path.stem}" for path in AREAS.glob("*/sql/*.sql"))


def loads() -> list[LoadSql]:
    """In the order in which migrations run."""
    graph = MigrationLoader(connection).graph
    migrations = {key: None for leaf in graph.leaf_nodes() for key in graph.forwards_plan(leaf)}
    operations = (operation for key in migrations for operation in graph.nodes[key].operations)
    return [operation for operation in operations if isinstance(operation, LoadSql)]


@pytest.mark.django_db
def test_every_file_is_loaded_as_it_is_now() -> None:
    assert len(NAMES) > 5
    last = {load.name: load.digest for load in loads()}
    assert last == {name: digest_of(path_of(name)) for name in NAMES}


@pytest.mark.django_db
def test_a_migration_loads_the_text_it_was_written_with() -> None:
    """A newer one would name columns that come later, and every buyer meanwhile would see a 500."""
    earlier = {load for load in loads() if load.digest != digest_of(path_of(load.name))}
    assert len(earlier) > 5
    for load in earlier:
        text = text_of(load.name, load.digest)
        assert hashlib.sha256(text.encode()).hexdigest().startswith(load.digest)
        assert text != path_of(load.name).read_text()


@pytest.mark.django_db
def test_no_earlier_text_is_kept_that_nothing_loads() -> None:
    kept = {f"{path.parents[2].name}/{path.stem}" for path in AREAS.glob("*/sql/earlier/*.sql")}
    named = {f"{load.name}.{load.digest}" for load in loads()}
    assert kept <= named


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_the_database_has_the_files_text(name: str) -> None:
    [body] = re.findall(r"AS \$\$(.*)\$\$;", path_of(name).read_text(), re.DOTALL)
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s", [name.split("/")[1]])
        assert cursor.fetchall() == [(body,)]


@pytest.mark.django_db
def test_what_is_free_and_what_is_on_sale_cost_no_call() -> None:
    """Inlined, so that an index is found and no function is called for each row."""
    asked = (
        "SELECT s.id FROM seats s JOIN bootcamps b ON b.id = s.bootcamp_id"
        " WHERE seat_is_free(s.enrolment_id, s.held_until)"
        " AND seat_is_open(s.enrolment_id, s.held_until, b.serves_list)"
        " AND is_on_sale(b.status, b.published_at, b.starts_at)"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {asked}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "enrolment_id IS NULL" in plan
    assert "seat_is_free" not in plan
    assert "seat_is_open" not in plan
    assert "is_on_sale" not in plan


def test_a_changed_file_is_tried_in_a_database_migrated_anew() -> None:
    known = {path for pattern in INGREDIENTS for path in BACKEND.glob(pattern)}
    assert {path_of(name) for name in NAMES} <= known
    assert set(AREAS.glob("*/sql/earlier/*.sql")) <= known
