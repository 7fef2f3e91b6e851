"""Three database machines whose cables can be pulled: a network namespace each, as deployed.

Each has etcd, Patroni and PostgreSQL with the files that `deploy/ha/render` writes, TLS and
passwords included. The web machine is the namespace the test runs in.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
from psycopg.rows import TupleRow

from config.environment import REPOSITORY
from tests.certificates import Authority
from tests.faults.processes import Process, wait_until
from tests.postgres import Cluster, Database, temporary_folder

HA = REPOSITORY / "deploy/ha"
# Not the distribution's: see deploy/ha/requirements.in.
PATRONI = REPOSITORY / ".run/patroni/bin"
NUMBERS = (1, 2, 3)
SECRET_NAMES = ("superuser", "replicator", "rewinder", "patroni", "frontrow")
READY_WITHIN_SECONDS = 60


def missing() -> str:
    """What this machine lacks for it, by name."""
    lacks = [name for name in ("etcd", "haproxy", "ip", "setpriv") if not shutil.which(name)]
    lacks += [] if (PATRONI / "patroni").exists() else ["Patroni in .run/patroni (make failover)"]
    if not lacks and not _may_make_namespaces():
        lacks = ["the right to make network namespaces"]
    return ", ".join(lacks)


def _may_make_namespaces() -> bool:
    name = f"frontrow-probe-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False)
    if made.returncode == 0:
        _ip("netns", "del", name)
    return made.returncode == 0


def _ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


class Machine:
    def __init__(self, number: int, *, net: "Net", folder: Path) -> None:
        self.name = f"db{number}"
        self.address = f"{net.prefix}.1{number}"
        self.space = f"{net.name}-{number}"
        self._cable = f"{net.name}v{number}"
        self._hardware = f"02:00:00:00:77:0{number}"
        self._net = net
        self.folder = folder / self.name
        self.conf = folder / f"conf-{number}" / self.name
        self._started: list[Process] = []

    def plug_in(self) -> None:
        _ip("netns", "add", self.space)
        _ip("link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        _ip("-n", self.space, "link", "set", "eth0", "address", self._hardware)
        _ip("link", "set", self._cable, "master", self._net.bridge, "up")
        _ip("-n", self.space, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            _ip("-n", self.space, "link", "set", device, "up")
        # Otherwise the kernel says "no route" after three seconds, which no cut cable does.
        where = ("lladdr", self._hardware, "dev", self._net.bridge, "nud", "permanent")
        _ip("neigh", "replace", self.address, *where)

    def cut(self) -> None:
        _ip("link", "set", self._cable, "down")

    def mend(self) -> None:
        _ip("link", "set", self._cable, "up")

    def start(self) -> None:
        for part in ("etcd", "pg", "sock"):
            (self.folder / part).mkdir(mode=0o700)
        settings = (self.conf / "etcd.env").read_text().splitlines()
        named = dict(line.split("=", 1) for line in settings if line and line[0] != "#")
        subprocess.run(["chown", "-R", "postgres:", self.folder, self.conf], check=True)
        self._inside("etcd", env=named)
        self._inside(str(PATRONI / "patroni"), str(self.conf / "patroni.yml"))

    def _inside(self, *command: str, env: Mapping[str, str] | None = None) -> None:
        log = self.folder.parent / f"{self.name}-{Path(command[0]).name}.log"
        plain = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": str(self.folder), **(env or {})}
        # From a folder that PostgreSQL's user may enter: its children look where they are.
        process = Process(*self.as_postgres(*command), env=plain, log=log, cwd=Path("/"))
        self._started.append(process)

    def as_postgres(self, *command: str) -> list[str]:
        who = ("setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups")
        return ["ip", "netns", "exec", self.space, *who, *command]

    def run(self, *command: str) -> str:
        done = subprocess.run(
            self.as_postgres(*command), check=True, capture_output=True, text=True, cwd="/"
        )
        return done.stdout

    def unplug(self) -> None:
        """Ends what runs in its own namespace, and nothing else."""
        with contextlib.suppress(subprocess.CalledProcessError):
            for pid in _ip("netns", "pids", self.space).split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
            _ip("netns", "del", self.space)
        for process in self._started:
            process.kill()

    def says(self, role: str, trusted: ssl.SSLContext) -> bool:
        asked = urllib.request.Request(f"https://{self.address}:8008/{role}", method="OPTIONS")
        try:
            with urllib.request.urlopen(asked, timeout=1, context=trusted) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def history(self) -> str:
        """Where it has been, as Prometheus is told."""
        target = self.folder / "pg/history.prom"
        self.run(str(HA / "write-history"), str(self.folder / "pg/data"), str(target))
        return target.read_text()


class Net:
    """A bridge of our own, to which the test and the machines are plugged in."""

    def __init__(self) -> None:
        number = os.getpid() % 200 + 20
        self.name = f"fr{number}"
        self.bridge = f"{self.name}br"
        self.prefix = f"10.77.{number}"
        self.web = f"{self.prefix}.1"

    def begin(self) -> None:
        _ip("link", "add", self.bridge, "type", "bridge")
        _ip("addr", "add", f"{self.web}/24", "dev", self.bridge)
        _ip("link", "set", self.bridge, "up")

    def end(self) -> None:
        subprocess.run(["ip", "link", "del", self.bridge], check=False, capture_output=True)


class Machines(Cluster):
    """All three of them, as the site and the auditor see them: one database."""

    def __init__(self, folder: Path, net: Net) -> None:
        self._net = net
        self._place = folder
        self._word = secrets.token_hex(16)
        self.each = [Machine(number, net=net, folder=folder) for number in NUMBERS]

    def write_files(self, **changes: str) -> None:
        tls, words = self._place / "tls", self._place / "secrets"
        for folder in (tls, words, *[machine.folder for machine in self.each]):
            folder.mkdir()
        authority = Authority(tls)
        for machine in self.each:
            authority.issue(machine.name, machine.address)
        for name in SECRET_NAMES:
            (words / name).write_text(self._word if name == "frontrow" else secrets.token_hex(16))
        subprocess.run(["chown", "-R", "postgres:", tls], check=True)
        self._place.chmod(0o755)
        given = {
            "DATABASES": " ".join(f"{one.name}={one.address}" for one in self.each),
            "WEB": self._net.web,
            "SECRETS": str(words),
            "TLS": str(tls),
            **changes,
        }
        for machine in self.each:
            own = {
                "DATA": str(machine.folder / "pg"),
                "SOCKET": str(machine.folder / "sock"),
                "ETCD_DATA": str(machine.folder / "etcd"),
            }
            env = {"PATH": os.environ["PATH"], **given, **own}
            subprocess.run([HA / "render", machine.conf.parent], env=env, check=True)

    def start(self) -> None:
        for machine in self.each:
            machine.start()
        self.wait_until_well()

    @property
    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self._place / "tls/ca.pem"))

    def primaries(self) -> list[Machine]:
        return [one for one in self.each if one.says("primary", self.trusted)]

    def wait_until_well(self) -> None:
        """One primary, two standbys that follow it, of which each counts for a commit."""

        def all_well() -> bool:
            with contextlib.suppress(OSError, StopIteration, ValueError):
                at = next(iter(self.primaries())).address
                asked = f"https://{at}:8008/cluster"
                with urllib.request.urlopen(asked, timeout=1, context=self.trusted) as told:
                    members = json.load(told)["members"]
                found = sorted((one["role"], one["state"]) for one in members)
                return found == [("leader", "running"), *[("quorum_standby", "streaming")] * 2]
            return False

        try:
            wait_until(all_well, within=READY_WITHIN_SECONDS, what="three servers are well")
        except AssertionError as error:
            logs = [file.read_text()[-3000:] for file in sorted(self._place.glob("*.log"))]
            raise AssertionError("\n".join([str(error), *logs])) from None

    def make_database(self) -> Database:
        [primary] = self.primaries()
        script = self._place / "role.sql"
        script.write_text((self._place / "conf-1/role.sql").read_text())
        shutil.chown(script, user="postgres")
        socket = str(primary.folder / "sock")
        primary.run("psql", "-qv", "ON_ERROR_STOP=1", "-h", socket, "-f", str(script))
        return Database(cluster=self, name="frontrow")

    def create_database(self, name: str, *, template: str = "") -> Database:
        return Database(cluster=self, name=name)

    def url(self, database: str) -> str:
        hosts = ",".join(f"{one.address}:5432" for one in self.each)
        trust = f"sslmode=verify-full&sslrootcert={self._place}/tls/ca.pem"
        return f"postgresql://frontrow:{self._word}@{hosts}/{database}?{trust}"

    def connect(self, database: str) -> psycopg.Connection[TupleRow]:
        wanted = "&target_session_attrs=read-write&connect_timeout=2"
        return psycopg.connect(self.url(database) + wanted, autocommit=True)


@contextlib.contextmanager
def running_machines(**changes: str) -> Iterator[Machines]:
    with temporary_folder() as folder, contextlib.ExitStack() as stack:
        net = Net()
        stack.callback(net.end)
        net.begin()
        machines = Machines(folder, net)
        for machine in machines.each:
            stack.callback(machine.unplug)
            machine.plug_in()
        machines.write_files(**changes)
        machines.start()
        yield machines
