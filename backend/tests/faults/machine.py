"""A database machine of its own: a network namespace with a cable that can be pulled."""

import contextlib
import os
import signal
import ssl
import subprocess
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from config.environment import REPOSITORY
from tests.faults.processes import Process, wait_until

HA = REPOSITORY / "deploy/ha"


def ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


class Net:
    """A bridge of our own, to which the test and the machines are plugged in."""

    def __init__(self) -> None:
        number = os.getpid() % 200 + 20
        self.name = f"fr{number}"
        self.bridge = f"{self.name}br"
        self.prefix = f"10.77.{number}"
        self.web = f"{self.prefix}.1"

    def begin(self) -> None:
        ip("link", "add", self.bridge, "type", "bridge")
        ip("addr", "add", f"{self.web}/24", "dev", self.bridge)
        ip("link", "set", self.bridge, "up")

    def end(self) -> None:
        subprocess.run(["ip", "link", "del", self.bridge], check=False, capture_output=True)


class Machine:
    def __init__(self, number: int, *, net: Net, folder: Path, patroni: Path) -> None:
        self.name = f"db{number}"
        self.address = f"{net.prefix}.1{number}"
        self.space = f"{net.name}-{number}"
        self._cable = f"{net.name}v{number}"
        self._hardware = f"02:00:00:00:77:0{number}"
        self._net = net
        self._patroni = patroni
        self.folder = folder / self.name
        self.conf = folder / f"conf-{number}" / self.name
        self._started: list[Process] = []

    # Its cable

    def plug_in(self) -> None:
        ip("netns", "add", self.space)
        ip("link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        ip("-n", self.space, "link", "set", "eth0", "address", self._hardware)
        ip("link", "set", self._cable, "master", self._net.bridge, "up")
        ip("-n", self.space, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            ip("-n", self.space, "link", "set", device, "up")
        # Otherwise the kernel says "no route" after three seconds, which no cut cable does.
        where = ("lladdr", self._hardware, "dev", self._net.bridge, "nud", "permanent")
        ip("neigh", "replace", self.address, *where)

    def cut(self) -> None:
        ip("link", "set", self._cable, "down")

    def mend(self) -> None:
        ip("link", "set", self._cable, "up")

    def unplug(self) -> None:
        """Ends what runs in its own namespace, and nothing else."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self._kill_everything()
            ip("netns", "del", self.space)
            ip("link", "del", self._cable)

    # Its power

    def start(self) -> None:
        """For the first time, or with the data it had."""
        for part in ("etcd", "pg", "sock"):
            (self.folder / part).mkdir(mode=0o700, exist_ok=True)
        subprocess.run(["chown", "-R", "postgres:", self.folder, self.conf], check=True)
        self.start_etcd()
        self._inside(str(self._patroni / "patroni"), str(self.conf / "patroni.yml"))

    def start_etcd(self) -> None:
        settings = (self.conf / "etcd.env").read_text().splitlines()
        named = dict(line.split("=", 1) for line in settings if line and line[0] != "#")
        self._inside("etcd", env=named)

    def lose_power(self) -> None:
        """The cable first, so that no last packet gets out and tells somebody."""
        self.cut()
        self._kill_everything()

    def power_on(self) -> None:
        self.mend()
        self.start()

    def signal(self, program: str, number: signal.Signals) -> None:
        """To all its processes of this name; there is at least one."""
        pids = [pid for pid in self._pids() if _program(pid) == program]
        assert pids, f"no {program} runs on {self.name}"
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def _pids(self) -> list[int]:
        return [int(pid) for pid in ip("netns", "pids", self.space).split()]

    def _kill_everything(self) -> None:
        def is_dark() -> bool:
            pids = self._pids()
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return not pids

        wait_until(is_dark, what=f"nothing runs on {self.name}")
        for process in self._started:
            process.kill()
        self._started.clear()

    # What runs on it

    def _inside(self, *command: str, env: Mapping[str, str] | None = None) -> None:
        log = self.folder.parent / f"{self.name}-{Path(command[0]).name}.log"
        plain = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": str(self.folder), **(env or {})}
        # From a folder that PostgreSQL's user may enter: its children look where they are.
        process = Process(*self.as_postgres(*command), env=plain, log=log, cwd=Path("/"))
        self._started.append(process)

    def as_postgres(self, *command: str) -> list[str]:
        who = ("setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups")
        return ["ip", "netns", "exec", self.space, *who, *command]

    def run(self, *command: str, env: Mapping[str, str] | None = None) -> str:
        done = subprocess.run(
            self.as_postgres(*command),
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **(env or {})},
            timeout=60,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

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


def _program(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""
