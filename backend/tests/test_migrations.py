"""Migrations of every app are linted, and none rewrites a table under running sales."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Upper

from config.environment import REPOSITORY

CODE = REPOSITORY / "backend/frontrow"
OURS = {path.parent.parent.name for path in CODE.glob("*/migrations/0001_*.py")}


def rewrites(migration: migrations.Migration) -> bool:
    """Whether it adds a stored column to a table that is there already: every row is written anew.

    The linter knows of locks and of what the old code cannot bear; it does not know of this.
    """
    made_here = {
        op.name_lower for op in migration.operations if isinstance(op, migrations.CreateModel)
    }
    return any(
        isinstance(operation, migrations.AddField | migrations.AlterField)
        and isinstance(operation.field, models.GeneratedField)
        and getattr(operation.field, "db_persist", False)
        and operation.model_name_lower not in made_here
        for operation in _flat(migration.operations)
    )


def _flat(operations: Any) -> Iterator[Any]:
    for operation in operations:
        if isinstance(operation, migrations.SeparateDatabaseAndState):
            yield from _flat(operation.database_operations)
        else:
            yield operation


def test_every_app_with_tables_is_linted() -> None:
    told = tomllib.loads((REPOSITORY / "backend/pyproject.toml").read_text())
    assert set(told["tool"]["django_migration_linter"]["include_apps"]) == OURS
    assert "backoffice" in OURS


@pytest.mark.django_db
def test_no_migration_rewrites_a_table() -> None:
    ours = {
        key: migration
        for key, migration in MigrationLoader(connection).disk_migrations.items()
        if key[0] in OURS
    }
    assert {key[0] for key in ours} == OURS
    assert [key for key, migration in ours.items() if rewrites(migration)] == []


def test_control_a_stored_column_on_a_table_that_is_there_is_seen() -> None:
    stored = models.GeneratedField(
        expression=Upper("name"), output_field=models.TextField(), db_persist=True
    )

    class Adds(migrations.Migration):
        operations = (migrations.AddField("purchase", "loud", stored),)

    class Makes(migrations.Migration):
        operations = (migrations.CreateModel("Purchase", [("loud", stored)]),)

    assert rewrites(Adds("one", "sales"))
    assert not rewrites(Makes("one", "sales"))
