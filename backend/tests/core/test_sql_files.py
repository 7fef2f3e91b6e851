"""Database functions live in files, and the database has what the files say."""

import re

import pytest
from django.db import connection

from frontrow.core.sql_files import AREAS, path_of
from tests.faults.warm_start import BACKEND
from tests.postgres import INGREDIENTS

NAMES = sorted(f"{path.parents[1].name}/{path.stem}" for path in AREAS.glob("*/sql/*.sql"))
FUNCTION = re.compile(r"REPLACE FUNCTION (\w+)\(.*?AS \$\$(.*?)\$\$;", re.DOTALL)


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_the_database_has_the_files_text(name: str) -> None:
    """A changed file needs a migration that loads it again."""
    functions = FUNCTION.findall(path_of(name).read_text())
    assert functions
    with connection.cursor() as cursor:
        for function, body in functions:
            cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s", [function])
            assert cursor.fetchall() == [(body,)]


@pytest.mark.django_db
def test_a_file_may_be_loaded_again() -> None:
    with connection.cursor() as cursor:
        for name in NAMES:
            cursor.execute(path_of(name).read_text())


@pytest.mark.django_db
def test_what_is_free_and_what_is_on_sale_cost_no_call() -> None:
    """Inlined, so that an index is found and no function is called for each row."""
    asked = (
        "SELECT s.id FROM seats s JOIN bootcamps b ON b.id = s.bootcamp_id"
        " WHERE seat_is_free(s.enrollment_id, s.held_until)"
        " AND seat_is_open(s.enrollment_id, s.held_until, b.serves_list)"
        " AND is_on_sale(b)"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {asked}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "enrollment_id IS NULL" in plan
    assert "seat_is_free" not in plan
    assert "seat_is_open" not in plan
    assert "is_on_sale" not in plan


def test_a_changed_file_is_tried_in_a_database_migrated_anew() -> None:
    known = {path for pattern in INGREDIENTS for path in BACKEND.glob(pattern)}
    assert {path_of(name) for name in NAMES} <= known
