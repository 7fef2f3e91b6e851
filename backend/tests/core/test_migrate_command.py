"""`manage.py migrate`, where it differs from Django's."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from frontrow.core.management.commands import migrate


@pytest.fixture(autouse=True)
def limits_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would be gone for the rest of the process."""
    monkeypatch.setattr(migrate, "remove_time_limits", lambda: None)


@pytest.mark.django_db
def test_a_development_database_with_replaced_migrations_is_named_and_refused(
    settings: Settings,
) -> None:
    settings.ENV = settings.ENV.model_copy(update={"ENVIRONMENT": "development"})
    call_command("migrate", verbosity=0)
    MigrationRecorder(connection).record_applied("sales", "0053_replaced")
    with pytest.raises(CommandError, match=r"sales\.0053_replaced.*dropdb") as refused:
        call_command("migrate", verbosity=0)
    assert str(connection.settings_dict["NAME"]) in str(refused.value)


@pytest.mark.django_db
def test_in_production_older_code_finds_a_newer_schema_in_order(settings: Settings) -> None:
    """Going back to a release keeps the schema."""
    settings.ENV = settings.ENV.model_copy(update={"ENVIRONMENT": "production"})
    MigrationRecorder(connection).record_applied("sales", "0053_newer")
    call_command("migrate", verbosity=0)
