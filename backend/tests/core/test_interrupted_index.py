"""`migrate` that lost its server while it built an index can simply be run again."""

from collections.abc import Iterator

import pytest
from django.db import ProgrammingError, connection
from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from django.db.models import Index

from frontrow.catalogue.models import Bootcamp

pytestmark = pytest.mark.django_db(transaction=True)

INDEX = Index(fields=["name"], name="bootcamps_left_behind")
IS_VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'bootcamps_left_behind'::regclass"
SPOIL = (
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'bootcamps_left_behind'::regclass"
)


@pytest.fixture(autouse=True)
def left_behind() -> Iterator[None]:
    """It was built, and whoever built it could not say so any more."""
    build()
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX IF EXISTS bootcamps_left_behind")


def build() -> None:
    """As `AddIndexConcurrently` does."""
    with connection.schema_editor(atomic=False) as editor:
        assert isinstance(editor, DatabaseSchemaEditor)
        editor.add_index(Bootcamp, INDEX, concurrently=True)


def is_valid() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(IS_VALID)
        return bool(cursor.fetchone()[0])


def test_an_index_that_was_built_and_not_recorded_is_built_again() -> None:
    build()
    assert is_valid()


def test_an_index_that_was_left_half_built_is_built_again() -> None:
    with connection.cursor() as cursor:
        cursor.execute(SPOIL)
    assert not is_valid()
    build()
    assert is_valid()


def test_control_without_that_the_second_run_stops_there() -> None:
    with (
        pytest.raises(ProgrammingError, match="already exists"),
        DatabaseSchemaEditor(connection, atomic=False) as editor,
    ):
        editor.add_index(Bootcamp, INDEX, concurrently=True)
