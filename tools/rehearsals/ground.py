"""What machines and images are made of: Debian, its packages, and what pip and npm would fetch.

All of it is kept for the next time. Machines themselves have no way out to the network: what they
install has been fetched before, by this machine and its own settings.
"""

import hashlib
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.rehearsals.commands import Trouble, run, say
from tools.rehearsals.documents import ROOT

FOLDER = Path("/var/tmp/frontrow-rehearsal")  # noqa: S108
# What is made for one rehearsal and goes with it.
PASSING = FOLDER / "mounts"
WHEELS = FOLDER / "downloads/wheels"
NPM = FOLDER / "downloads/npm"
# Machines are Debian 12, the oldest that we run on; images stand on Debian 13.
MACHINES, IMAGES = "bookworm", "trixie"
MACHINES_PYTHON, IMAGES_PYTHON = "3.11", "3.13"
# Command to the package that has it.
NEEDED = {
    "curl": "curl",
    "debootstrap": "debootstrap",
    "git": "git",
    "ip": "iproute2",
    "node": "nodejs 20.19 or newer",
    "npm": "npm",
    "nsenter": "util-linux",
    "systemd-nspawn": "systemd-container",
}
# As docs/guides/availability.md says.
WITHOUT_WHEEL = "python-etcd,ydiff"
LOCKS = {
    "backend/requirements.txt": (MACHINES_PYTHON, IMAGES_PYTHON),
    "deploy/ha/requirements.txt": (MACHINES_PYTHON,),
}


def lacking() -> list[str]:
    lacks = [package for command, package in NEEDED.items() if not shutil.which(command)]
    if "overlay" not in Path("/proc/filesystems").read_text():
        lacks.append("the kernel's overlay file system (modprobe overlay)")
    return lacks


def debian(suite: str) -> Path:
    """A plain Debian, as its installer leaves it without any task chosen."""
    root = FOLDER / f"base-{suite}"
    if not root.is_dir():
        say("installing Debian", suite)
        debs = FOLDER / "downloads/debs"
        debs.mkdir(parents=True, exist_ok=True)
        part = FOLDER / "base.part"
        shutil.rmtree(part, ignore_errors=True)
        run("debootstrap", f"--cache-dir={debs}", "--include=ca-certificates,dbus", suite, part)
        part.rename(root)
    return root


@contextmanager
def mounted(layers: Sequence[Path], name: str, *, upper: Path | None = None) -> Iterator[Path]:
    """The layers as one root, the last on top; what is written goes to `upper`, or to memory."""
    place = PASSING / name
    place.mkdir(parents=True, exist_ok=True)
    run("mount", "-t", "tmpfs", "-o", "size=6g,mode=755", "tmpfs", place)
    written = upper or place / "written"
    work = written.with_name(f"{written.name}-work")
    for folder in (place / "root", written, work):
        folder.mkdir(parents=True, exist_ok=True)
    lower = ":".join(str(layer) for layer in reversed(layers))
    options = f"lowerdir={lower},upperdir={written},workdir={work}"
    run("mount", "-t", "overlay", "overlay", "-o", options, place / "root")
    try:
        yield place / "root"
    finally:
        run("umount", "--lazy", place / "root")
        shutil.rmtree(work, ignore_errors=True)
        run("umount", "--lazy", place)
        place.rmdir()


def with_packages(name: str, packages: Sequence[str], *, suite: str = MACHINES) -> list[Path]:
    """Debian's root and a layer with these packages, installed once."""
    key = hashlib.sha256(" ".join([suite, *sorted(packages)]).encode()).hexdigest()[:12]
    layer = FOLDER / "layers" / f"{name}-{key}"
    base = debian(suite)
    if not layer.is_dir():
        say(f"installing packages for {name}", " ".join(packages))
        part = layer.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        with mounted([base], f"install-{name}", upper=part) as root:
            install(root, packages)
        part.rename(layer)
    return [base, layer]


def install(root: Path, packages: Sequence[str]) -> None:
    apt = f"apt-get -y -q -o APT::Sandbox::User=root install {' '.join(packages)}"
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    in_root(root, f"apt-get -q update && {apt} --download-only")
    # Without this machine's network: its own PostgreSQL would keep 5432 from the new one.
    alone = "ip link set lo up; mount -t proc proc /proc; export DEBIAN_FRONTEND=noninteractive;"
    run("unshare", "--net", "--mount", "chroot", root, "sh", "-euc", f"{alone} {apt}", env=PLAIN)
    in_root(root, "apt-get clean")
    (root / "etc/resolv.conf").unlink()


PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PLAIN = {"HOME": "/", "LANG": "C.UTF-8", "PATH": PATH}


def in_root(root: Path, script: str) -> str:
    return run("chroot", root, "sh", "-euc", script, env=PLAIN)


def packages_in(commands: str) -> list[str]:
    """What a document's `apt-get install` names."""
    joined = commands.replace("\\\n", " ")
    return [
        word
        for line in re.findall(r"^apt-get install -y (.*)$", joined, re.MULTILINE)
        for word in line.split()
    ]


def fetch() -> None:
    """What pip and npm would fetch by the lock files, once for each state of them."""
    files = [*(ROOT / name for name in LOCKS), ROOT / "frontend/package-lock.json"]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    kept = FOLDER / "downloads/for-locks"
    if kept.is_file() and kept.read_text() == digest:
        return
    say("fetching what the lock files name")
    pip = (ROOT / ".venv/bin/python", "-m", "pip", "download", "--quiet", "--no-deps")
    for lock, pythons in LOCKS.items():
        # For Debian's own Python there, which may be older than the one here.
        unmarked = FOLDER / "downloads/requirements.txt"
        unmarked.write_text(
            re.sub(r" ; .*? \\$", r" \\", (ROOT / lock).read_text(), flags=re.MULTILINE)
        )
        for python in pythons:
            which = ("--python-version", python, "--only-binary", ":all:", "--require-hashes")
            run(*pip, *which, "--no-binary", WITHOUT_WHEEL, "-r", unmarked, "-d", WHEELS)
    seed = FOLDER / "downloads/npm-seed"
    shutil.rmtree(seed, ignore_errors=True)
    seed.mkdir(parents=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(ROOT / "frontend" / name, seed)
    run("npm", "ci", "--cache", NPM, "--no-audit", "--no-fund", "--loglevel=error", cwd=seed)
    shutil.rmtree(seed)
    kept.write_text(digest)


def node() -> tuple[Path, Path]:
    """This machine's Node and npm, which an operator would have fetched: Debian 12's is too old."""
    version = run("node", "--version").strip()
    if tuple(map(int, version.removeprefix("v").split(".")[:2])) < (20, 19):
        raise Trouble(f"Node 20.19 or newer is needed, here is {version}")
    npm = Path(str(shutil.which("npm"))).resolve().parents[1]
    return Path(str(shutil.which("node"))).resolve(), npm


def clear(folder: Path) -> None:
    """Never into what is mounted there: this machine's own /dev may be."""
    run("rm", "-rf", "--one-file-system", folder)
