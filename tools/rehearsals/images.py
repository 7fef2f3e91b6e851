"""The three images, built and run as compose.yaml says, by a podman of their own.

Registries of images aren't asked: the bases are Debian's own root with Python and Node in it.
"""

import json
import re
import resource
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import yaml
from tests.certificates import Authority

from tools.rehearsals import ground, site
from tools.rehearsals.commands import PATIENCE_SECONDS, Trouble, run, say, told_at_once, wait_for
from tools.rehearsals.documents import steps
from tools.rehearsals.machines import CGROUPS, Machine, give_node, machine

STEPS = steps("guides/deploy-containers.md", "Install")
SETTINGS_STEP, SECRETS_STEP = 1, 2
BASE = "localhost/frontrow-rehearsal-base"
BUILDER = ["podman", "runc", "catatonit", "iproute2"]
ADDRESS = "10.0.0.31"
DATA_MACHINE = ["postgresql", "redis-server"]
CODE = ground.PASSING / "code"
CONTAINERS = ground.PASSING / "containers"
# With the older tree of cgroups podman can use runc alone.
SETTINGS = """[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
"""
# What this machine itself may have of files and processes; a container gets no more.
AT_MOST = [resource.getrlimit(what)[1] for what in (resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC)]
# Who one is inside, what one may, and whether one can write.
LOOKS = "id -u; grep CapEff /proc/1/status; touch /x 2>/dev/null || echo no"
# Services find each other on one loopback: Docker's own name server isn't here.
HOSTS = ("postgres", "redis", "web", "pages")


class Podman:
    """podman in a Debian of its own, with this machine's kernel, and nothing else of it."""

    def __init__(self, root: Path) -> None:
        # As the root of a mount namespace: from a mere chroot, what is run inside a container later
        # would find itself outside of it.
        enter = (
            "cd $0; mkdir -p old; pivot_root . old; cd /; umount --lazy /old; exec sleep infinity"
        )
        self._holder = subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", "sh", "-euc", enter, root],
            env=ground.PLAIN,
        )
        comm = Path(f"/proc/{self._holder.pid}/comm")
        wait_for("podman's root", lambda: comm.read_text().strip() == "sleep", seconds=30)

    def __call__(self, *words: str | Path, patience: float = PATIENCE_SECONDS) -> str:
        into = ("nsenter", f"--target={self._holder.pid}", "--mount")
        return run(*into, "podman", *words, env=ground.PLAIN, patience=patience)

    def end(self) -> None:
        self("rm", "--all", "--force", "--time", "5")
        self._holder.kill()
        self._holder.wait()
        for parent in CGROUPS.glob("*/libpod_parent"):
            for group in (*sorted(parent.rglob("*/"), reverse=True), parent):
                # Groups of somebody else's containers aren't empty, and stay.
                with suppress(OSError):
                    group.rmdir()


@contextmanager
def podman() -> Iterator[Podman]:
    with ExitStack() as stack:
        layers = ground.with_packages("builder", BUILDER)
        root = stack.enter_context(ground.mounted(layers, "builder"))
        binds = {Path(f"/{name}"): name for name in ("proc", "sys", "dev", "run/netns")}
        binds |= {CODE: "srv/code", CONTAINERS: "var/lib/containers"}
        binds |= {ground.WHEELS: "srv/wheels", ground.NPM: "srv/npm"}
        for here, there in binds.items():
            (root / there).mkdir(parents=True, exist_ok=True)
            run("mount", "--rbind", here, root / there)
            stack.callback(run, "umount", "--lazy", "--recursive", root / there)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        (root / "etc/containers").mkdir(exist_ok=True)
        (root / "etc/containers/containers.conf").write_text(SETTINGS)
        (root / "srv/pip.conf").write_text("[global]\nno-index = true\nfind-links = /srv/wheels\n")
        (root / "srv/npmrc").write_text("cache=/srv/npm\noffline=true\n")
        made = Podman(root)
        stack.callback(made.end)
        yield made


def show() -> None:
    ground.fetch()
    site.keep_repository()
    CONTAINERS.mkdir(parents=True)
    run("git", "clone", "--quiet", site.REPOSITORY, CODE)
    compose = written_settings()
    layers = ground.with_packages("data", DATA_MACHINE)
    with machine("data1", ADDRESS, layers) as data, podman() as pod, told_at_once():
        import_base(pod)
        for service in ("web", "pages", "nginx"):
            build(pod, compose["services"][service])
        data.boot({CODE: "/srv/code"})
        serve(pod, compose, data)


def written_settings() -> dict[str, Any]:
    """Settings and secrets by the document's own commands, and compose.yaml with them in it."""
    deploy = CODE / "deploy"
    example = f"cp site.env.example site.env\n{site.FILL_IN} site.env\n"
    run("bash", "-euc", example + STEPS[SETTINGS_STEP], cwd=deploy)
    secrets = CODE / "deploy/secrets"
    before, chmod, _ = STEPS[SECRETS_STEP].partition("chmod 0444")
    run("bash", "-euc", before, cwd=CODE / "deploy")
    for name, word in site.SECRETS.items():
        (secrets / name).write_text(word)
    authority = Authority(secrets)
    authority.issue(site.NAME, "127.0.0.1")
    (secrets / f"{site.NAME}.pem").rename(secrets / "certificate.pem")
    (secrets / f"{site.NAME}-key.pem").rename(secrets / "certificate-key.pem")
    run("bash", "-euc", f"{chmod} *", cwd=secrets)
    settings = env_file(CODE / "deploy/.env")
    text = (CODE / "deploy/compose.yaml").read_text()

    def value(found: re.Match[str]) -> str:
        given = settings.get(found[1]) or (found[3] if found[2] == ":-" else "")
        if found[2] == ":?" and not given:
            raise Trouble(f"compose.yaml wants {found[1]}, which the document does not set")
        return json.dumps(given)[1:-1]

    filled: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{(\w+)(:[?-])?([^}]*)\}", value, text))
    return filled


def env_file(file: Path) -> dict[str, str]:
    pairs = (shlex.split(line, comments=True) for line in file.read_text().splitlines())
    return dict(pair[0].split("=", 1) for pair in pairs if pair)


def import_base(pod: Podman) -> None:
    layers = ground.with_packages("image", ["python3-venv"], suite=ground.IMAGES)
    with ground.mounted(layers, "image") as root:
        give_node(root)
        ground.in_root(root, "useradd --create-home node")
        run("tar", "-C", root, "-cf", CODE / "base.tar", ".")
    pod("import", "/srv/code/base.tar", BASE)
    (CODE / "base.tar").unlink()


def size(pod: Podman, image: str) -> int:
    return int(pod("image", "inspect", "--format", "{{.Size}}", image))


def build(pod: Podman, service: dict[str, Any]) -> None:
    made = service["build"]
    given = {name: str(value or "") for name, value in made.get("args", {}).items()}
    given |= {f"{name}_IMAGE": BASE for name in ("PYTHON", "NODE", "NGINX")}
    began = time.monotonic()
    pod(
        *("build", "--format", "docker", "--isolation", "oci", "--network", "host"),
        *("--ulimit", "nofile=1024:1024", "--volume", "/srv/wheels:/srv/wheels:ro"),
        *("--volume", "/srv/pip.conf:/etc/pip.conf:ro", "--volume", "/srv/npm:/srv/npm"),
        *("--volume", "/srv/npmrc:/usr/local/etc/npmrc:ro"),
        *(word for pair in given.items() for word in ("--build-arg", "=".join(pair))),
        *("--file", f"/srv/code/{made['dockerfile']}", "--target", made["target"]),
        *("--tag", service["image"], "/srv/code"),
        patience=1800,
    )
    ours = (size(pod, service["image"]) - size(pod, BASE)) / 2**20
    seconds = time.monotonic() - began
    say(f"{service['image']} is built", f"{seconds:.0f} s, {ours:.0f} MB over its base")


def as_run(service: dict[str, Any]) -> Iterator[str]:
    """What compose.yaml says of a service, in podman's words."""
    # podman can't make places to mount secrets at on a root that it can't write to; Docker can.
    shut = ("--read-only", "--read-only-tmpfs=false", "--tmpfs", "/run:mode=755,size=1m")
    yield from shut if service.get("read_only") else ()
    yield from ("--init",) if service.get("init") else ()
    for one in service.get("tmpfs", []):
        yield from ("--tmpfs", one)
    for one in service.get("cap_drop", []):
        yield from ("--cap-drop", one)
    for one in service.get("security_opt", []):
        yield from ("--security-opt", one.removesuffix(":true"))
    for one in service.get("secrets", []):
        file, name = (one["source"], one["target"]) if isinstance(one, dict) else (one, one)
        yield from ("--volume", f"/srv/code/deploy/secrets/{file}:/run/secrets/{name}:ro")
    yield from ("--memory", service["mem_limit"])
    files = min(service.get("ulimits", {}).get("nofile", 1024), AT_MOST[0])
    yield from ("--ulimit", f"nofile={files}:{files}", "--ulimit", f"nproc={AT_MOST[1]}")
    environment: dict[str, Any] = {}
    for file in service.get("env_file", []):
        environment |= env_file(CODE / "deploy" / file)
    for name, value in (environment | service.get("environment", {})).items():
        yield from ("--env", f"{name}={value or ''}")
    for volume in service.get("volumes", []):
        here, there, *rest = volume.split(":")
        (CODE / "deploy" / here).mkdir(exist_ok=True)
        yield from ("--volume", ":".join([f"/srv/code/deploy/{here}", there, *rest]))


def start(pod: Podman, name: str, service: dict[str, Any], space: str, *, kept: bool = True) -> str:
    hosts = [word for host in HOSTS for word in ("--add-host", f"{host}:127.0.0.1")]
    return pod(
        *("run", "--name", name, "--no-healthcheck", "--network", f"ns:/run/netns/{space}"),
        *(("--detach",) if kept else ()),
        *as_run(service),
        *hosts,
        service["image"],
        *service.get("command", ()),
    )


def serve(pod: Podman, compose: dict[str, Any], data: Machine) -> None:
    data.sh(
        "cp -r /srv/code/deploy/secrets /run/secrets && chmod 0755 /run/secrets &&"
        " su postgres -c /srv/code/deploy/postgres/make-role.sh"
    )
    services = compose["services"]
    start(pod, "migrate", services["migrate"], data.space, kept=False)
    say("migrate has ended well")
    for name in ("web", "worker", "pages", "nginx"):
        start(pod, name, services[name], data.space)
    there = f"https://{site.NAME}:8443"

    def ask(path: str) -> str:
        curl = ("curl", "--silent", "--show-error", "--fail", "--max-time", "20")
        known = ("--cacert", CODE / "deploy/secrets/ca.pem")
        at = ("--resolve", f"{site.NAME}:8443:127.0.0.1", there + path)
        return run("ip", "netns", "exec", data.space, *curl, *known, *at)

    def is_ready() -> bool:
        return bool(json.loads(ask("/readyz"))["status"] == "ok")

    _, seconds = wait_for("images to serve", is_ready, seconds=site.READY_SECONDS)
    say("served from images: /readyz through nginx and TLS says ok", f"after {seconds:.1f} s")
    page = ask("/")
    built = pod("exec", "nginx", "cat", "/srv/frontrow/pages/dist/index.html")
    if "<h1" not in page or page == built:
        raise Trouble("the sales page does not come from the image of the page server")
    say("the sales page comes from the image of the page server", f"{len(page):,} characters")
    pod("exec", "web", "python", "-m", "config.probe")
    say("the image's own health check says yes")
    show_shut_in(pod, ("web", "worker", "pages", "nginx"))


def show_shut_in(pod: Podman, names: Sequence[str]) -> None:
    for name in names:
        seen = pod("exec", name, "sh", "-c", LOOKS)
        user, rights, *rest = seen.splitlines()
        if user == "0" or set(rights.split()[1]) != {"0"} or rest[-1] != "no":
            raise Trouble(f"{name} may more than it should: {seen}")
        used = pod("stats", "--no-stream", "--format", "{{.MemUsage}}", name).strip()
        say(f"{name} runs as user {user}, without rights, on a root it can't write to", used)
