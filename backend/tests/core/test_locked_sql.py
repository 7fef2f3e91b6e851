"""A change of two tables gives up its locks while one of them is taken, and comes back."""

import time
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection

from frontrow.core import locked_sql
from frontrow.core.locked_sql import LockedSql

pytestmark = pytest.mark.django_db(transaction=True)


def other_session() -> psycopg.Connection[Any]:
    known = connection.settings_dict
    return psycopg.connect(
        dbname=known["NAME"], host=known["HOST"], port=known["PORT"], user=known["USER"] or None
    )


def test_nobody_waits_behind_it_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two tries both tables are free to read; once the lock is free it is done, once."""
    reader = other_session()
    reader.execute("SELECT 1 FROM seats")
    tries: list[int] = []

    def between_two_tries(_seconds: float) -> None:
        tries.append(1)
        with other_session() as somebody:
            somebody.execute("SET lock_timeout = '5s'")
            somebody.execute("SELECT 1 FROM bootcamps, seats")
        reader.rollback()

    monkeypatch.setattr(time, "sleep", between_two_tries)
    change = LockedSql("CREATE TABLE changed_once ()", tables=["bootcamps", "seats"])
    try:
        with connection.schema_editor(atomic=False) as editor:
            change.database_forwards("core", editor, None, None)
        assert tries == [1]
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM changed_once")
            assert cursor.fetchone() == (0,)
    finally:
        reader.close()
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS changed_once")


def test_what_never_comes_is_given_up_and_nothing_was_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(locked_sql, "TRIES", 2)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    change = LockedSql("CREATE TABLE never_made ()", tables=["bootcamps", "seats"])
    with other_session() as reader:
        reader.execute("SELECT 1 FROM seats")
        with (
            connection.schema_editor(atomic=False) as editor,
            pytest.raises(OperationalError, match="lock timeout"),
        ):
            change.database_forwards("core", editor, None, None)
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('never_made')")
        assert cursor.fetchone() == (None,)
