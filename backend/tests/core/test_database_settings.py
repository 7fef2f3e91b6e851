"""One address of the database, in every form an operator may write it."""

import os
import subprocess
import threading
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg import OperationalError
from psycopg.conninfo import conninfo_to_dict
from pydantic import PostgresDsn, ValidationError
from pytest_django import Settings

from config.database import database_name, database_settings, maintenance_address
from config.environment import REPOSITORY, Environment
from frontrow.core.database_away import Breaker
from frontrow.core.impatient_connection import TimeoutConnection

PLACE = ("NAME", "USER", "PASSWORD", "HOST", "PORT")


def asked(url: str, **more: Any) -> dict[str, Any]:
    return database_settings(environment(url, **more))


def environment(url: str, **more: Any) -> Environment:
    return Environment(_env_file=None, ENVIRONMENT="test", DATABASE_URL=PostgresDsn(url), **more)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("postgresql://127.0.0.1:5432/frontrow", ("frontrow", "", "", "127.0.0.1", "5432")),
        ("postgres://db.example.org/shop", ("shop", "", "", "db.example.org", "")),
        ("postgresql+psycopg://ada@db/shop", ("shop", "ada", "", "db", "")),
        ("postgresql://ada:pw@[::1]:5433/shop", ("shop", "ada", "pw", "::1", "5433")),
        (
            "postgresql://ada:p%40ss%2Fw%3A%25%20%2B+%2C%3F%23%26@db:5432/shop",
            ("shop", "ada", "p@ss/w:% ++,?#&", "db", "5432"),
        ),
        ("postgresql://ada:p%C3%A4ss@db/shop", ("shop", "ada", "päss", "db", "")),
        (
            "postgresql://ada:pw@db1:5432,db2:5433,[fd00::3]:5434/shop",
            ("shop", "ada", "pw", "db1,db2,fd00::3", "5432,5433,5434"),
        ),
    ],
)
def test_an_address_leads_where_it_says(url: str, place: tuple[str, ...]) -> None:
    found = asked(url)
    assert tuple(found[part] for part in PLACE) == place
    assert found["OPTIONS"].keys().isdisjoint(("dbname", "user", "password", "host", "port"))


def test_of_several_hosts_the_one_that_takes_writes_is_wanted() -> None:
    several = asked("postgresql://db1:5432,db2:5432/shop")["OPTIONS"]
    assert (several["target_session_attrs"], several["connect_timeout"]) == ("read-write", 2)
    # A lost first server isn't waited for by everybody.
    assert several["load_balance_hosts"] == "random"
    one = asked("postgresql://db1:5432/shop")["OPTIONS"]
    assert ("target_session_attrs" in one, one["connect_timeout"]) == (False, 3)


def test_what_the_address_asks_for_goes_first() -> None:
    url = "postgresql://db1,db2/shop?target_session_attrs=any&connect_timeout=9&sslmode=require"
    options = asked(url)["OPTIONS"]
    named = ("target_session_attrs", "connect_timeout", "sslmode")
    assert [options[name] for name in named] == ["any", "9", "require"]


def test_directly_the_limits_and_the_pool_are_ours() -> None:
    found = asked("postgresql://db/shop", DATABASE_STATEMENT_TIMEOUT_MS=4321)
    assert "-c statement_timeout=4321" in found["OPTIONS"]["options"]
    assert found["OPTIONS"]["pool"]["max_size"] == 8
    assert found["OPTIONS"]["pool"]["connection_class"] is TimeoutConnection
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is False


def test_through_a_pooler_nothing_is_asked_that_it_does_not_pass_on() -> None:
    found = asked("postgresql://db:6432/shop", DATABASE_POOLER="transaction")
    assert found["OPTIONS"].keys().isdisjoint(("options", "pool"))
    assert found["OPTIONS"]["prepare_threshold"] is None
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert found["CONN_MAX_AGE"] == 0


def test_only_a_pooler_in_transaction_mode_is_known() -> None:
    with pytest.raises(ValidationError, match="DATABASE_POOLER"):
        environment("postgresql://db/shop", DATABASE_POOLER="statement")


@pytest.mark.django_db
def test_without_a_pool_of_ours_somebody_still_gives_up_on_a_silent_server() -> None:
    connection.ensure_connection()
    assert connection.settings_dict["OPTIONS"].get("pool") is None
    assert isinstance(connection.connection, TimeoutConnection)
    assert connection.connection.patience == 122


def test_while_the_database_is_away_one_looks_for_it_and_nobody_waits() -> None:
    breaker = Breaker()
    refused: list[str] = []

    def look() -> None:
        with pytest.raises(OperationalError) as told, breaker.sole_attempt():
            pass
        refused.append(str(told.value))

    with breaker.sole_attempt():
        others = [threading.Thread(target=look, daemon=True) for _ in range(4)]
        for other in others:
            other.start()
        for other in others:
            other.join(timeout=5)
        assert refused == ["the database is away"] * 4
    # The next may look again.
    with breaker.sole_attempt():
        pass


@pytest.mark.parametrize("command", ["runworker", "migrate"])
def test_what_needs_a_session_of_its_own_refuses_a_pooler(command: str, settings: Settings) -> None:
    settings.ENV = settings.ENV.model_copy(update={"DATABASE_POOLER": "transaction"})
    with pytest.raises(CommandError, match="without a pooler"):
        call_command(command)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:p%40ss%2Fw@db1:5432,[::1]:5433/shop?target_session_attrs=read-write",
        "postgresql://ada:p%40ss%2Fw@db1/shop?sslrootcert=/etc/ssl/ca.pem",
    ],
)
def test_the_tools_make_our_database_from_the_same_servers_own(url: str) -> None:
    there = conninfo_to_dict(maintenance_address(environment(url)))
    assert there == conninfo_to_dict(url) | {"dbname": "postgres"}
    assert database_name(environment(url)) == "shop"
    told = subprocess.run(
        ["bash", "-c", "source tools/environment.sh && maintenance_address && database_name"],
        cwd=REPOSITORY,
        env=os.environ | {"DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )
    address, name = told.stdout.splitlines()
    assert (conninfo_to_dict(address), name) == (there, "shop")
