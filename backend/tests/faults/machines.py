"""Three database machines whose cables can be pulled: a network namespace each, as deployed.

Each has etcd, Patroni and PostgreSQL with the files that `deploy/ha/render` writes, TLS and
passwords included. The web machine is the namespace the test runs in.
"""

import contextlib
import functools
import json
import os
import secrets
import shutil
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from psycopg.rows import TupleRow

from config.environment import REPOSITORY
from tests.certificates import Authority
from tests.faults.machine import HA, Machine, Net, ip
from tests.faults.processes import LOOPBACK, Process, free_port, wait_until
from tests.postgres import TEMPLATE, Cluster, Database, running_cluster, temporary_folder

# Not the distribution's: see deploy/ha/requirements.in.
PATRONI = REPOSITORY / ".run/patroni/bin"
NUMBERS = (1, 2, 3)
SECRET_NAMES = ("superuser", "replicator", "rewinder", "patroni", "frontrow", "frontrow_owner")
READY_WITHIN_SECONDS = 180


@dataclass(frozen=True)
class Engine:
    """What decides who is the primary, and whom a commit waits for."""

    patroni: Path = PATRONI
    # Words of the rendered files and what stands there instead: for controls alone.
    changes: Mapping[str, str] = field(default_factory=dict)
    # What its two standbys are when all is well.
    standbys: tuple[str, str] = ("quorum_standby", "quorum_standby")
    following: str = "streaming"


def missing() -> str:
    """What this machine lacks for it, by name."""
    needed = ("etcd", "etcdctl", "haproxy", "ip", "setpriv")
    lacks = [name for name in needed if not shutil.which(name)]
    lacks += [] if (PATRONI / "patroni").exists() else ["Patroni in .run/patroni (make failover)"]
    if not lacks and not _may_make_namespaces():
        lacks = ["the right to make network namespaces"]
    return ", ".join(lacks)


def _may_make_namespaces() -> bool:
    name = f"frontrow-probe-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False)
    if made.returncode == 0:
        ip("netns", "del", name)
    return made.returncode == 0


class HAProxy:
    """The web machine's own way to the primary."""

    def __init__(self, file: Path, port: int) -> None:
        self._file = file
        self.port = port
        self._process: Process | None = None

    def start(self) -> None:
        subprocess.run(["haproxy", "-c", "-q", "-f", self._file], check=True)
        command = ("haproxy", "-db", "-f", str(self._file))
        env = {"PATH": "/usr/sbin:/usr/bin:/bin"}
        self._process = Process(*command, env=env, log=self._file.with_suffix(".log"))

    def kill(self) -> None:
        if self._process:
            self._process.kill()


class Machines(Cluster):
    """All three of them, as the site and the auditor see them: one database."""

    def __init__(self, folder: Path, net: Net, engine: Engine) -> None:
        self._net = net
        self._place = folder
        self._engine = engine
        self._word = secrets.token_hex(16)
        self.each = [
            Machine(number, net=net, folder=folder, patroni=engine.patroni) for number in NUMBERS
        ]
        self.haproxy = HAProxy(folder / "conf-1/web/haproxy.cfg", free_port())

    def write_files(self) -> None:
        tls, words = self._place / "tls", self._place / "secrets"
        for folder in (tls, words, *[machine.folder for machine in self.each]):
            folder.mkdir()
        authority = Authority(tls)
        for machine in self.each:
            authority.issue(machine.name, machine.address)
        for name in SECRET_NAMES:
            word = self._word if name.startswith("frontrow") else secrets.token_hex(16)
            (words / name).write_text(word)
        subprocess.run(["chown", "-R", "postgres:", tls], check=True)
        self._place.chmod(0o755)
        given = {
            "DATABASES": " ".join(f"{one.name}={one.address}" for one in self.each),
            "WEB": self._net.web,
            "SECRETS": str(words),
            "TLS": str(tls),
            "PRIMARY_PORT": str(self.haproxy.port),
        }
        for machine in self.each:
            own = {
                "DATA": str(machine.folder / "pg"),
                "SOCKET": str(machine.folder / "sock"),
                "ETCD_DATA": str(machine.folder / "etcd"),
            }
            env = {"PATH": os.environ["PATH"], **given, **own}
            subprocess.run([HA / "render", machine.conf.parent], env=env, check=True)
            self._change(machine)

    def _change(self, machine: Machine) -> None:
        files = [machine.conf / "patroni.yml", machine.conf / "etcd.env"]
        for before, after in self._engine.changes.items():
            [file] = [one for one in files if before in one.read_text()]
            file.write_text(file.read_text().replace(before, after))

    def start(self) -> None:
        for machine in self.each:
            machine.start()
        self.wait_until_well()

    # Who is who

    @functools.cached_property
    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self._place / "tls/ca.pem"))

    def primaries(self) -> list[Machine]:
        return [one for one in self.each if one.says("primary", self.trusted)]

    def primary_and_standbys(self) -> tuple[Machine, list[Machine]]:
        [primary] = self.primaries()
        return primary, [one for one in self.each if one is not primary]

    def wait_until_well(self) -> None:
        """One primary, two standbys that follow it, and commits wait for whom they should."""
        follow = [(role, self._engine.following) for role in self._engine.standbys]
        wanted = sorted([("leader", "running"), *follow])

        def all_well() -> bool:
            with contextlib.suppress(OSError, StopIteration, ValueError):
                at = next(iter(self.primaries())).address
                asked = f"https://{at}:8008/cluster"
                with urllib.request.urlopen(asked, timeout=1, context=self.trusted) as told:
                    members = json.load(told)["members"]
                return sorted((one["role"], one["state"]) for one in members) == wanted
            return False

        try:
            wait_until(all_well, within=READY_WITHIN_SECONDS, what="three servers are well")
        except AssertionError as error:
            logs = [file.read_text()[-3000:] for file in self.logs()]
            raise AssertionError("\n".join([str(error), *logs])) from None

    def logs(self) -> list[Path]:
        return sorted(self._place.glob("*.log"))

    def histories(self) -> list[str]:
        return [machine.history() for machine in self.each]

    # What an operator does

    def ctl(self, at: Machine, *words: str) -> str:
        """`patronictl`, on this machine."""
        program = str(self._engine.patroni / "patronictl")
        return at.run(program, "-c", str(at.conf / "patroni.yml"), *words)

    def switch_over(self) -> None:
        primary, [other, _] = self.primary_and_standbys()
        whom = ("--leader", primary.name, "--candidate", other.name)
        self.ctl(primary, "switchover", *whom, "--force", "frontrow")

    def lead_etcd_from(self, machine: Machine) -> None:
        """This machine's etcd becomes the leader of the three."""
        others = ",".join(f"https://{one.address}:2379" for one in self.each)
        asked = self._etcdctl(machine, others, "endpoint", "status", "--write-out=json")
        statuses = {one["Endpoint"]: one["Status"] for one in json.loads(asked)}
        wanted = statuses[f"https://{machine.address}:2379"]["header"]["member_id"]
        leader = next(
            (at for at, one in statuses.items() if one["header"]["member_id"] == one["leader"]), ""
        )
        if statuses.get(leader, {}).get("leader") != wanted:
            self._etcdctl(machine, leader, "move-leader", f"{wanted:x}")

    def _etcdctl(self, machine: Machine, endpoints: str, *words: str) -> str:
        tls = self._place / "tls"
        env = {
            "ETCDCTL_API": "3",
            "ETCDCTL_CACERT": str(tls / "ca.pem"),
            "ETCDCTL_CERT": str(tls / f"{machine.name}.pem"),
            "ETCDCTL_KEY": str(tls / f"{machine.name}-key.pem"),
        }
        return machine.run("etcdctl", f"--endpoints={endpoints}", *words, env=env)

    # The database

    def make_database(self) -> Database:
        """The site's, with its role, and nothing in it."""
        [primary] = self.primaries()
        script = self._place / "role.sql"
        script.write_text((self._place / "conf-1/role.sql").read_text())
        shutil.chown(script, user="postgres")
        socket = str(primary.folder / "sock")
        primary.run("psql", "-qv", "ON_ERROR_STOP=1", "-h", socket, "-f", str(script))
        return Database(cluster=self, name="frontrow")

    def make_migrated_database(self) -> Database:
        """As `migrate` would leave it, but in one transaction from the tests' own template."""
        database = self.make_database()
        with running_cluster() as template:
            plain = ("pg_dump", "--no-owner", "--no-privileges", "-d", template.url(TEMPLATE))
            dumped = subprocess.run(plain, check=True, capture_output=True).stdout
        owner = self.url("frontrow", role="frontrow_owner")
        restore = ("psql", "-q1v", "ON_ERROR_STOP=1", "-d", owner)
        env = {
            **os.environ,
            "PGOPTIONS": "-c statement_timeout=0",
            "PGTARGETSESSIONATTRS": "read-write",
        }
        done = subprocess.run(restore, input=dumped, capture_output=True, env=env, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return database

    def create_database(self, name: str, *, template: str = "") -> Database:
        return Database(cluster=self, name=name)

    def url(self, database: str, *, role: str = "frontrow") -> str:
        hosts = ",".join(f"{one.address}:5432" for one in self.each)
        trust = f"sslmode=verify-full&sslrootcert={self._place}/tls/ca.pem"
        return f"postgresql://{role}:{self._word}@{hosts}/{database}?{trust}"

    def url_through_haproxy(self, database: str) -> str:
        trust = f"sslmode=verify-ca&sslrootcert={self._place}/tls/ca.pem"
        at = f"{LOOPBACK}:{self.haproxy.port}"
        return f"postgresql://frontrow:{self._word}@{at}/{database}?{trust}"

    def connect(self, database: str) -> psycopg.Connection[TupleRow]:
        wanted = "&target_session_attrs=read-write&connect_timeout=2"
        return psycopg.connect(self.url(database) + wanted, autocommit=True)


@contextlib.contextmanager
def running_machines(engine: Engine | None = None) -> Iterator[Machines]:
    with temporary_folder() as folder, contextlib.ExitStack() as stack:
        net = Net()
        stack.callback(net.end)
        net.begin()
        machines = Machines(folder, net, engine or Engine())
        for machine in machines.each:
            stack.callback(machine.unplug)
            machine.plug_in()
        machines.write_files()
        stack.callback(machines.haproxy.kill)
        machines.start()
        yield machines
