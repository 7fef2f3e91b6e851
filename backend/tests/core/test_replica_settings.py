"""Without the setting there is no replica; with it, a server that is only read from."""

from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from pydantic import PostgresDsn, ValidationError

from config.database import databases
from config.environment import Environment
from frontrow.core.database_away import breaker, replica_breaker
from frontrow.core.impatient_connection import ReplicaConnection
from frontrow.core.postgres.base import DatabaseWrapper
from frontrow.core.replica import ReplicaRouter

PRIMARY = PostgresDsn("postgresql://db1:5432,db2:5432/shop")
# Nothing listens on port 1.
STANDBY = "postgresql://ada:pw@127.0.0.1:1/shop"


def environment(replica: str, **more: Any) -> Environment:
    return Environment(
        _env_file=None,
        ENVIRONMENT="test",
        DATABASE_URL=PRIMARY,
        DATABASE_REPLICA_URL=PostgresDsn(replica) if replica else "",
        **more,
    )


def test_without_a_replica_nothing_knows_of_one() -> None:
    assert list(databases(environment(""))) == ["default"]
    assert list(settings.DATABASES) == ["default"]
    assert settings.DATABASE_ROUTERS == []


def test_a_replica_is_a_standby_that_takes_no_writes() -> None:
    entries = databases(environment(STANDBY, DATABASE_STATEMENT_TIMEOUT_MS=4321))
    options = entries["replica"]["OPTIONS"]
    assert options["target_session_attrs"] == "standby"
    assert "-c default_transaction_read_only=on" in options["options"]
    assert "-c statement_timeout=4321" in options["options"]
    assert (options["pool"]["min_size"], options["pool"]["max_size"]) == (0, 8)
    assert options["pool"]["connection_class"] is ReplicaConnection
    # And nothing of it reaches the primary's.
    primary = entries["default"]["OPTIONS"]
    assert primary["target_session_attrs"] == "read-write"
    assert "read_only" not in primary["options"]


def test_the_address_has_the_last_word_also_for_the_replica() -> None:
    url = "postgresql://db1,db2,db3/shop?target_session_attrs=prefer-standby&sslmode=require"
    options = databases(environment(url))["replica"]["OPTIONS"]
    named = ("target_session_attrs", "sslmode", "connect_timeout")
    assert [options[name] for name in named] == ["prefer-standby", "require", 2]


def test_through_a_pooler_the_replica_is_asked_nothing_that_is_not_passed_on() -> None:
    entry = databases(environment(STANDBY, DATABASE_POOLER="transaction"))["replica"]
    assert entry["OPTIONS"].keys().isdisjoint(("options", "pool"))
    assert entry["DISABLE_SERVER_SIDE_CURSORS"] is True


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError, match="DATABASE_REPLICA_URL"):
        Environment(_env_file=None, ENVIRONMENT="test", DATABASE_REPLICA_URL="db2")  # type: ignore[arg-type]


@pytest.mark.django_db
def test_a_replica_that_is_away_says_nothing_about_the_primary() -> None:
    entry = databases(environment(STANDBY, DATABASE_POOLER="transaction"))["replica"]
    # What Django adds to each entry.
    wrapper = DatabaseWrapper(
        entry | {"TIME_ZONE": None, "AUTOCOMMIT": True, "ATOMIC_REQUESTS": False}, "replica"
    )
    try:
        with pytest.raises(OperationalError):
            wrapper.ensure_connection()
        assert (replica_breaker.is_open, breaker.is_open) == (True, False)
        assert replica_breaker.longest_wait < breaker.longest_wait
    finally:
        replica_breaker.reach()


def test_only_the_primary_is_migrated_and_written_to() -> None:
    router = ReplicaRouter()
    assert router.allow_migrate("default", "sales")
    assert not router.allow_migrate("replica", "sales")
    assert router.db_for_write(object()) == "default"
    assert router.db_for_read(object()) == "default"
