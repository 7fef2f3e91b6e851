"""Debian machines that boot systemd, on a network of their own that leads nowhere else."""

import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tools.rehearsals import ground
from tools.rehearsals.commands import PATIENCE_SECONDS, Trouble, run, wait_for

SPACES = Path("/run/netns")
SWITCH = "switch"
LOGS = ground.FOLDER / "logs"
CGROUPS = Path("/sys/fs/cgroup")
# Where no systemd runs that would give each machine a group of processes of its own, we do: those
# of one group would end each other's services.
TREES = [tree for tree in (CGROUPS / "systemd", CGROUPS / "unified") if tree.is_dir()] or [CGROUPS]
IS_KEPT_BY_SYSTEMD = Path("/run/systemd/system").is_dir()
JOIN = """
while [ "$1" != -- ]; do mkdir -p "$1"; echo 0 >"$1/cgroup.procs"; shift; done
shift
exec "$@"
"""
BOOT_SECONDS = 180


def ip(*words: str) -> None:
    run("ip", *words)


@contextmanager
def network() -> Iterator[None]:
    """A switch in a namespace of its own, into which machines are plugged."""
    # Names of namespaces are seen by nobody else, and go with the mount.
    SPACES.mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", SPACES)
    ip("netns", "add", SWITCH)
    ip("-n", SWITCH, "link", "add", "switch", "type", "bridge")
    ip("-n", SWITCH, "link", "set", "switch", "up")
    try:
        yield
    finally:
        ip("netns", "del", SWITCH)


class Machine:
    """Its disk is a layer over Debian's, and is lost with it."""

    def __init__(self, name: str, address: str, root: Path) -> None:
        self.name = name
        self.address = address
        self.root = root
        self.space = name
        self._groups = [tree / f"rehearsal-{name}" for tree in TREES if not IS_KEPT_BY_SYSTEMD]
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._init = 0

    def plug_in(self) -> None:
        ip("netns", "add", self.space)
        cable = ("type", "veth", "peer", "name", self.name, "netns", SWITCH)
        ip("-n", self.space, "link", "add", "eth0", *cable)
        ip("-n", SWITCH, "link", "set", self.name, "master", "switch", "up")
        ip("-n", self.space, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            ip("-n", self.space, "link", "set", device, "up")

    def unplug(self) -> None:
        ip("netns", "del", self.space)
        for group in self._groups:
            for folder in (*sorted(group.rglob("*/"), reverse=True), group):
                with suppress(OSError):
                    folder.rmdir()

    def boot(self, binds: Mapping[Path, str] | None = None) -> float:
        """Seconds until systemd says that it has started everything."""
        LOGS.mkdir(parents=True, exist_ok=True)
        (self.root / "etc/hostname").write_text(f"{self.name}\n")
        began = time.monotonic()
        with (LOGS / f"{self.name}-console.log").open("ab") as console:
            self._nspawn = subprocess.Popen(
                [
                    *("sh", "-euc", JOIN, "sh", *map(str, self._groups), "--"),
                    *("systemd-nspawn", "--quiet", "--boot", f"--directory={self.root}"),
                    *(() if IS_KEPT_BY_SYSTEMD else ("--keep-unit",)),
                    *("--register=no", f"--machine={self.name}"),
                    f"--network-namespace-path={SPACES / self.space}",
                    *("--resolv-conf=off", "--timezone=off", "--console=pipe"),
                    *(f"--bind={here}:{there}" for here, there in (binds or {}).items()),
                ],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
            )
        self._init, _ = wait_for(f"{self.name} to begin", self._find_init, seconds=BOOT_SECONDS)
        asked = "systemctl is-system-running || true"
        wait_for(
            f"{self.name} to boot",
            lambda: self.sh(asked).strip() in {"running", "degraded"},
            seconds=BOOT_SECONDS,
        )
        return time.monotonic() - began

    def _find_init(self) -> int | None:
        """Process 1 of the machine, as it's called out here."""
        if self._nspawn is None or self._nspawn.poll() is not None:
            raise Trouble(f"{self.name} did not boot, see {LOGS}/{self.name}-console.log")
        here = (SPACES / self.space).stat().st_ino
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                is_first = "\nNSpid:" in (status := (process / "status").read_text()) and (
                    status.split("\nNSpid:")[1].split("\n")[0].split()[-1] == "1"
                )
                is_systemd = (process / "comm").read_text().strip() == "systemd"
                if is_first and is_systemd and (process / "ns/net").stat().st_ino == here:
                    return int(process.name)
        return None

    def sh(self, script: str, *, patience: float = PATIENCE_SECONDS) -> str:
        """What a shell inside says, which ends at the first command that fails."""
        into = ("nsenter", f"--target={self._init}", "--all", "--root", "--wd")
        return run(
            *into, "bash", "-euo", "pipefail", "-c", script, env=ground.PLAIN, patience=patience
        )

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def ask(self, url: str) -> str:
        """curl's answer, of which any error is one."""
        return self.sh(f"curl --silent --show-error --fail --globoff --max-time 20 {url}")

    def show(self, unit: str, what: str) -> str:
        return self.sh(f"systemctl show --value --property={what} {unit}").strip()

    def power_off(self) -> None:
        if self._nspawn is None or self._nspawn.poll() is not None:
            return
        with suppress(Trouble, subprocess.TimeoutExpired):
            self.sh("systemctl poweroff --no-block", patience=20)
        try:
            self._nspawn.wait(120)
        except subprocess.TimeoutExpired:
            self.pull_the_plug()

    def pull_the_plug(self) -> None:
        if self._nspawn and self._nspawn.poll() is None:
            run("kill", "-9", str(self._init))
            self._nspawn.wait(30)

    def keep_journal(self) -> None:
        """For whoever looks into what went wrong."""
        with suppress(Trouble, subprocess.TimeoutExpired):
            journal = self.sh("journalctl --no-pager --boot --lines 3000", patience=60)
            (LOGS / f"{self.name}-journal.log").write_text(journal)


@contextmanager
def machine(name: str, address: str, layers: Sequence[Path]) -> Iterator[Machine]:
    """Made here, and gone afterwards; not booted yet."""
    with ExitStack() as stack:
        root = stack.enter_context(ground.mounted(layers, name))
        made = Machine(name, address, root)
        made.plug_in()
        stack.callback(made.unplug)
        stack.callback(made.pull_the_plug)
        stack.callback(made.keep_journal)
        yield made


def give_node(root: Path) -> None:
    """Into /usr/local, where whoever fetches it puts it."""
    program, npm = ground.node()
    shutil.copy(program, root / "usr/local/bin/node")
    shutil.copytree(npm, root / "usr/local/lib/node_modules/npm", symlinks=True)
    (root / "usr/local/bin/npm").symlink_to("../lib/node_modules/npm/bin/npm-cli.js")
