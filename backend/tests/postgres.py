"""PostgreSQL servers of our own for tests, each begun as a copy of one migrated data directory.

The directory (the mold) is made once for a set of migrations and kept in memory between runs:
initdb and a hundred migrations cost ten seconds, a copy a tenth of one.
"""

import contextlib
import fcntl
import getpass
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import TupleRow

from tests.faults.processes import (
    LOOPBACK,
    PATIENCE_SECONDS,
    Process,
    environment,
    free_port,
    run_command,
    wait_until,
)
from tests.faults.warm_start import BACKEND

TEMPLATE = "migrated"
# Where memory is not to be had as a folder, the disk will do.
MEMORY = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else Path(tempfile.gettempdir())  # noqa: S108
MOLDS = MEMORY / f"frontrow-molds-{getpass.getuser()}"
# Another branch has other migrations, and several clones test at once; more are forgotten ones.
# Each takes 70 MB of memory.
MOLDS_KEPT = 8
# What a migrated database depends on: permissions are made from the models.
INGREDIENTS = (
    "frontrow/*/migrations/*",
    "frontrow/*/sql/**/*",
    "frontrow/**/models*.py",
    "requirements.txt",
)
# Nothing is asked of these servers after the machine itself goes down.
WITHOUT_DISK = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "shared_buffers": "256MB",
    "max_connections": "150",
}


class Cluster:
    """A PostgreSQL server of our own, with a migrated database to copy from.

    It writes to disk as production's does, unless it is told otherwise.
    """

    # What its server runs under.
    under: tuple[str, ...] = ()

    def __init__(
        self,
        folder: Path,
        *,
        settings: Mapping[str, str] | None = None,
        is_empty: bool = False,
        twin_of: "Cluster | None" = None,
        standby_of: "Cluster | None" = None,
    ) -> None:
        """`twin_of` is a stopped one, whose rows it begins with; `standby_of` one it follows."""
        self._folder = folder
        self._data = folder / "data"
        self._env = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
        self._settings = settings or {}
        # initdb and postgres refuse to run as root.
        self._user = "postgres" if os.geteuid() == 0 else None
        self._server: Process | None = None
        self.port = free_port()
        if self._user:
            shutil.chown(folder, user=self._user)
        if twin_of:
            subprocess.run(["cp", "-a", twin_of._data, self._data], check=True)
        elif standby_of:
            place = ["-h", LOOPBACK, "-p", str(standby_of.port), "-U", "postgres"]
            options = ["-D", str(self._data), "-R", "--checkpoint=fast", "--no-sync"]
            with self._run("pg_basebackup", *place, *options) as copying:
                assert copying.exit_code() == 0, copying.output
        elif not is_empty:
            with _mold() as mold:
                subprocess.run(["cp", "-a", mold, self._data], check=True)
        else:
            options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync"]
            with self._run("initdb", "-D", str(self._data), *options) as initdb:
                assert initdb.exit_code() == 0, initdb.output

    def _run(self, program: str, *arguments: str) -> Process:
        return Process(
            *self.under,
            _postgres_program(program),
            *arguments,
            env=self._env,
            log=self._folder / f"{program}.log",
            user=self._user,
        )

    def start(self) -> None:
        settings = {
            "port": str(self.port),
            "listen_addresses": LOOPBACK,
            "unix_socket_directories": "",
            "max_connections": "100",
            **self._settings,
        }
        self._server = self._run(
            "postgres",
            "-D",
            str(self._data),
            *[part for name, value in settings.items() for part in ("-c", f"{name}={value}")],
        )
        wait_until(self._answers, what="PostgreSQL answers")

    def _answers(self) -> bool:
        try:
            with self.connect("postgres"):
                return True
        except psycopg.OperationalError:
            return False

    def stop(self, *, immediate: bool = False) -> None:
        """What `pg_ctl stop -m fast` and `-m immediate` send; the latter loses no commit either."""
        assert self._server
        self._server.send(signal.SIGQUIT if immediate else signal.SIGINT)
        self._server.exit_code()

    def restart_as_standby(self) -> None:
        """In recovery, as one that lost its place to another: it answers and takes no writes."""
        self.stop()
        sign = self._data / "standby.signal"
        sign.touch()
        if self._user:
            shutil.chown(sign, user=self._user)
        self.start()

    def promote(self) -> None:
        with self.connect("postgres") as connection:
            connection.execute("SELECT pg_promote()")

    def close(self) -> None:
        if self._server:
            if self._server.is_running:
                # Its children leave with it; killing it would leave their shared memory behind.
                self.stop(immediate=True)
            self._server.kill()

    def url(self, database: str) -> str:
        return f"postgresql://postgres@{LOOPBACK}:{self.port}/{database}"

    def connect(self, database: str) -> psycopg.Connection[TupleRow]:
        return psycopg.connect(
            self.url(database), autocommit=True, connect_timeout=PATIENCE_SECONDS
        )

    def create_database(self, name: str, *, template: str = TEMPLATE) -> "Database":
        with self.connect("postgres") as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                    sql.Identifier(name), sql.Identifier(template)
                )
            )
        return Database(cluster=self, name=name)


@dataclass(frozen=True)
class Database:
    cluster: Cluster
    name: str

    @property
    def url(self) -> str:
        return self.cluster.url(self.name)

    def ask(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        with self.cluster.connect(self.name) as connection:
            return connection.execute(query.encode(), parameters).fetchall()

    def do(self, statement: str, *parameters: object) -> None:
        with self.cluster.connect(self.name) as connection:
            connection.execute(statement.encode(), parameters)


def _postgres_program(name: str) -> str:
    def version(path: Path) -> tuple[int, ...]:
        return tuple(int(part) for part in path.parent.parent.name.split(".") if part.isdigit())

    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=version)
    found = str(installed[-1]) if installed else shutil.which(name)
    assert found, f"PostgreSQL's {name} is not installed"
    return found


def _fingerprint() -> str:
    digest = hashlib.sha256(_postgres_program("postgres").encode())
    for pattern in INGREDIENTS:
        for file in sorted(BACKEND.glob(pattern)):
            if file.is_file():
                digest.update(f"{file.relative_to(BACKEND)}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


@contextlib.contextmanager
def _mold() -> Iterator[Path]:
    """The migrated data directory, made by whoever needs it first; nobody removes it meanwhile."""
    MOLDS.mkdir(mode=0o755, exist_ok=True)
    with (MOLDS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        place = MOLDS / _fingerprint()
        if not place.exists():
            with temporary_folder(MOLDS) as folder:
                _migrate(folder)
                (folder / "data").rename(place)
        os.utime(place)
        kept = sorted(MOLDS.glob("*/PG_VERSION"), key=lambda file: file.parent.stat().st_mtime)
        for file in kept[:-MOLDS_KEPT]:
            shutil.rmtree(file.parent)
        yield place


def _migrate(folder: Path) -> None:
    cluster = Cluster(folder, settings=WITHOUT_DISK, is_empty=True)
    try:
        cluster.start()
        template = cluster.create_database(TEMPLATE, template="template0")
        run_command("manage.py", "migrate", env=environment(template.url, folder=folder))
        cluster.stop()
    finally:
        cluster.close()


@contextlib.contextmanager
def temporary_folder(inside: Path | None = None) -> Iterator[Path]:
    """Not pytest's own: only its owner may enter that, and PostgreSQL's user is another."""
    folder = Path(tempfile.mkdtemp(prefix="frontrow-", dir=inside))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running_cluster() -> Iterator[Cluster]:
    with temporary_folder() as folder:
        cluster = Cluster(folder)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.close()
