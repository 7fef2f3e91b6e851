"""Whoever runs SQL through the site changes no table, and no trigger of the audit log."""

import os
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import quote

import psycopg
import pytest
import yaml
from django.conf import settings

from config.environment import REPOSITORY
from tests.postgres import TEMPLATE, running_cluster

DEPLOY = REPOSITORY / "deploy"
WORDS = {"DATABASE_PASSWORD": "p'w", "MIGRATION_PASSWORD": "o'w"}
# What the site does by day, in a process of its own that signs in as the site's role.
BY_DAY = """
import json
from django.test import Client
visitor = Client(headers={"Sec-Fetch-Site": "same-origin"})
words = {"name": "Vera", "email": "vera@example.test", "subject": "Hello", "message": "A question"}
asked = visitor.post("/api/contact", words, "application/json")
print(asked.status_code, visitor.get("/api/bootcamps").status_code)
"""


@pytest.fixture(scope="module")
def roles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A migrated database with the script's roles: addresses of the site's and of migrate's."""
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    volumes = [one.split(":") for one in compose["services"]["postgres"]["volumes"]]
    [script] = [here for here, there, *_ in volumes if "initdb.d" in there]
    secrets = tmp_path_factory.mktemp("secrets")
    for name, word in WORDS.items():
        (secrets / name).write_text(word)
    with running_cluster() as cluster:
        admin = psycopg.conninfo.conninfo_to_dict(cluster.url("postgres"))
        env = {
            "POSTGRES_USER": str(admin["user"]),
            "SECRETS": str(secrets),
            "PGHOST": str(admin["host"]),
            "PGPORT": str(admin["port"]),
            "PATH": os.environ["PATH"],
        }
        subprocess.run([DEPLOY / script], env=env, check=True, capture_output=True)

        def address(role: str, word: str) -> str:
            return f"postgresql://{role}:{quote(word)}@{admin['host']}:{admin['port']}/frontrow"

        site = address("frontrow", WORDS["DATABASE_PASSWORD"])
        owner = address("frontrow_owner", WORDS["MIGRATION_PASSWORD"])
        plain = ("pg_dump", "--no-owner", "--no-privileges", "-d", cluster.url(TEMPLATE))
        dumped = subprocess.run(plain, check=True, capture_output=True).stdout
        # As `migrate` would leave it.
        restore = ("psql", "-q1v", "ON_ERROR_STOP=1", "-d", owner)
        subprocess.run(restore, input=dumped, check=True, capture_output=True)
        yield site, owner


def test_only_migrate_knows_the_role_that_owns_the_tables() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    postgres = services["postgres"]
    assert "POSTGRES_USER" not in postgres["environment"]
    assert set(postgres["secrets"]) == {"POSTGRES_PASSWORD", *WORDS}
    its_own = {"source": "MIGRATION_DATABASE_URL", "target": "DATABASE_URL"}
    assert its_own in services["migrate"]["secrets"]
    for name, service in services.items():
        if name not in {"postgres", "migrate"}:
            known = {str(one) for one in service.get("secrets", [])}
            assert not any("MIGRATION" in one or "PASSWORD" in one for one in known) or (
                name in {"grafana", "alertmanager"}
            )
    assert set(services["web"]["secrets"]) - {"DATABASE_URL"} == {
        one for one in services["migrate"]["secrets"] if isinstance(one, str)
    }
    units = {unit.name: unit.read_text() for unit in DEPLOY.glob("systemd/*.service")}
    assert [name for name, text in units.items() if "migrate.env" in text] == [
        "frontrow-migrate.service"
    ]


ATTACKS = [
    "ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only",
    "DROP TRIGGER audit_log_append_only ON audit_log",
    "TRUNCATE audit_log",
    "DROP TABLE audit_log",
    "CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger AS '' LANGUAGE sql",
    "SET session_replication_role = replica",
    "SET ROLE frontrow_owner",
    "CREATE TABLE mine (id int)",
    "COPY audit_log FROM PROGRAM 'id'",
    "CREATE ROLE other",
    "CREATE DATABASE other",
    "SELECT pg_read_file('/etc/passwd')",
    "ALTER SYSTEM SET archive_command = 'id'",
]


@pytest.mark.parametrize("wish", ATTACKS)
def test_whoever_runs_sql_as_the_site_changes_no_table_and_no_trigger(
    wish: str, roles: tuple[str, str]
) -> None:
    with (
        psycopg.connect(roles[0], autocommit=True) as role,
        pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.WrongObjectType)),
    ):
        role.execute(wish.encode())
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(psycopg.conninfo.make_conninfo(roles[0], dbname="postgres"))


def test_the_site_works_as_a_role_that_owns_nothing(roles: tuple[str, str]) -> None:
    lacking = """
        SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND CASE
            WHEN c.relkind IN ('r', 'p', 'v', 'm') THEN NOT (
                has_table_privilege('frontrow', c.oid, 'SELECT')
                AND has_table_privilege('frontrow', c.oid, 'INSERT')
                AND has_table_privilege('frontrow', c.oid, 'UPDATE')
                AND has_table_privilege('frontrow', c.oid, 'DELETE'))
            WHEN c.relkind = 'S' THEN NOT has_sequence_privilege('frontrow', c.oid, 'USAGE')
            ELSE false END
        UNION ALL
        SELECT p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'public' AND NOT has_function_privilege('frontrow', p.oid, 'EXECUTE')
    """
    with psycopg.connect(roles[0]) as site:
        assert site.execute(lacking).fetchall() == []
        owned = "SELECT count(*) FROM pg_class WHERE relowner = 'frontrow'::regrole"
        assert site.execute(owned).fetchone() == (0,)
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--command", BY_DAY],
        env={
            **os.environ,
            "DATABASE_URL": roles[0],
            # The machine's own Redis has counted what other runs asked for.
            "REDIS_URL": settings.REDIS_URL,
            "DJANGO_SETTINGS_MODULE": "config.settings",
        },
        cwd=REPOSITORY / "backend",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split()[-2:] == ["200", "200"], done.stdout + done.stderr
    # And a release brings the next schema with the other.
    with psycopg.connect(roles[1]) as owner:
        owner.execute("ALTER TABLE audit_log ADD COLUMN more int")
        owner.execute("CREATE TABLE newer (id serial)")
    with psycopg.connect(roles[0]) as site:
        site.execute("INSERT INTO newer DEFAULT VALUES")
