"""The ground all tests stand on: a PostgreSQL and a Redis of the run's own, in memory.

The first process of a run starts them and the parallel ones find them by `GROUND`. They go when
the run ends, however it ends.
"""

import contextlib
import functools
import os
from collections.abc import Iterator

import psycopg
import redis
from django.conf import settings
from django.db import connection

from tests.faults.processes import LOOPBACK, free_port, redis_server
from tests.postgres import MEMORY, TEMPLATE, WITHOUT_DISK, Cluster, temporary_folder

# The numbers of the two ports, for the processes that did not start the servers.
GROUND = "TEST_GROUND_PORTS"
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
# What the migrations themselves wrote stays; all other rows are a test's. Triggers and
# foreign keys rest meanwhile, so that the order does not matter. A TRUNCATE of every table, as
# Django's flush does it, costs many times as much.
EMPTY = """
DO $$
DECLARE
    name regclass;
    is_used boolean;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
        SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
            AND relname NOT IN ('django_migrations', 'django_content_type', 'auth_permission')
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO is_used;
        IF is_used THEN
            EXECUTE format('DELETE FROM %s', name);
        END IF;
    END LOOP;
END $$
"""


class LeashedCluster(Cluster):
    """Ends with the process that started it, a kill included."""

    under = ("setpriv", "--pdeathsig", "INT")


@contextlib.contextmanager
def running_ground() -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(temporary_folder(MEMORY))
        cluster = LeashedCluster(folder, settings=WITHOUT_DISK)
        stack.callback(cluster.close)
        cluster.start()
        redis_port = free_port()
        stack.enter_context(redis_server(redis_port, folder=folder))
        os.environ[GROUND] = f"{cluster.port} {redis_port}"
        yield


def stand_on_ground() -> None:
    """Turns the settings, which were read before any server was there, to the ground's."""
    postgres_port, redis_port = os.environ[GROUND].split()
    settings.DATABASES["default"] |= {
        "NAME": f"test_{WORKER}",
        "USER": "postgres",
        "PASSWORD": "",
        "HOST": LOOPBACK,
        "PORT": postgres_port,
    }
    # Each parallel process counts in a database of its own.
    address = f"redis://{LOOPBACK}:{redis_port}/{WORKER.removeprefix('gw')}"
    settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = address


def create_database() -> None:
    own = settings.DATABASES["default"]
    server = f"postgresql://{own['USER']}@{own['HOST']}:{own['PORT']}/postgres"
    with psycopg.connect(server, autocommit=True) as caller:
        caller.execute(f'CREATE DATABASE "{own["NAME"]}" TEMPLATE {TEMPLATE}'.encode())


def empty_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute(EMPTY)


def forget_limits() -> None:
    _limits().flushdb()


@functools.cache
def _limits() -> redis.Redis:
    """One connection for all tests of a process: opening one took longer than the emptying."""
    return redis.Redis.from_url(settings.REDIS_URL)
