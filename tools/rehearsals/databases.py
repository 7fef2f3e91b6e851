"""Three database machines, set up by the commands of docs/guides/availability.md as they stand."""

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from tests.certificates import Authority

from tools.rehearsals import ground, site
from tools.rehearsals.commands import Trouble, say, wait_for
from tools.rehearsals.documents import steps
from tools.rehearsals.machines import Machine, machine

STEPS = steps("guides/availability.md", "Install")
RENDER_STEP, START_STEP, ROLE_STEP = 3, 4, 5
SERVERS = {f"db{number}": f"10.0.0.1{number}" for number in (1, 2, 3)}
FORMED_SECONDS = 180
TAKEN_OVER_SECONDS = 90
T = TypeVar("T")
PATRONICTL = "/opt/frontrow-ha/bin/patronictl -c /etc/frontrow-ha/patroni.yml"


@contextmanager
def three_machines() -> Iterator[list[Machine]]:
    layers = ground.with_packages("database", ground.packages_in(STEPS[1]))
    with ExitStack() as stack:
        made = [stack.enter_context(machine(*one, layers)) for one in SERVERS.items()]
        for one in made:
            site.offline(one)
        seconds = max(at_once(lambda one: one.boot(site.BINDS), made))
        say("three machines have booted", f"{seconds:.1f} s")
        yield made


def at_once(act: Callable[[Machine], T], on: Sequence[Machine]) -> list[T]:
    with ThreadPoolExecutor(len(on)) as threads:
        return list(threads.map(act, on))


def set_up(servers: Sequence[Machine]) -> None:
    began = time.monotonic()
    enter = "cd /opt/frontrow/current\n"
    clone = STEPS[1].replace("REPOSITORY", "/srv/repository")
    at_once(lambda one: one.sh(clone), servers)
    tls = ground.PASSING / "tls"
    tls.mkdir(parents=True)
    authority = Authority(tls)
    for one in servers:
        authority.issue(one.name, one.address)
        at = one.root / "etc/frontrow-ha/tls"
        at.mkdir(parents=True)
        for file in ("ca.pem", f"{one.name}.pem", f"{one.name}-key.pem"):
            shutil.copy(tls / file, at)
    # On a machine one trusts, which is the first of them here; its addresses are the document's.
    first = servers[0]
    first.sh(enter + STEPS[RENDER_STEP].replace("10.0.0.22", site.ADDRESS))
    rendered = first.root / "opt/frontrow/1.0/rendered"
    for one in servers:
        for made in (*(rendered / one.name).iterdir(), rendered / "role.sql"):
            shutil.copy(made, one.root / "etc/frontrow-ha")
    at_once(lambda one: one.sh(STEPS[START_STEP]), servers)
    wait_for("a leader and two standbys", lambda: has_formed(servers), seconds=FORMED_SECONDS)
    say("a Leader and two Quorum Standbys", f"{time.monotonic() - began:.0f} s from bare Debian")
    leader(servers).sh(STEPS[ROLE_STEP])


def members(servers: Sequence[Machine]) -> dict[str, str]:
    """Who is what, by the first who answers."""
    told = json.loads(servers[0].sh(f"{PATRONICTL} list --format json"))
    return {row["Member"]: row["Role"] for row in told if row["State"] in {"running", "streaming"}}


def has_formed(servers: Sequence[Machine]) -> bool:
    roles = sorted(members(servers).values())
    return roles == ["Leader", "Quorum Standby", "Quorum Standby"]


def leader(servers: Sequence[Machine]) -> Machine:
    roles = members(servers)
    [found] = [one for one in servers if roles.get(one.name) == "Leader"]
    return found


def move_site(web: Machine, servers: Sequence[Machine]) -> None:
    """The site's own database is one of three from now on."""
    at = web.root / "etc/frontrow-ha/tls"
    at.mkdir(parents=True)
    (at / "ca.pem").write_bytes((servers[0].root / "etc/frontrow-ha/tls/ca.pem").read_bytes())
    hosts = ",".join(f"{one.address}:5432" for one in servers)
    options = "sslmode=verify-full&sslrootcert=/etc/frontrow-ha/tls/ca.pem"
    words = servers[0].root / "opt/frontrow/1.0/secrets"
    url, owner = (
        f"postgresql://{role}:{(words / role).read_text().strip()}@{hosts}/frontrow?{options}"
        for role in ("frontrow", "frontrow_owner")
    )
    web.sh("systemctl stop 'frontrow-worker@*' frontrow-web && systemctl disable --now postgresql")
    secret = web.root / "etc/frontrow/secrets/DATABASE_URL"
    secret.write_text(url)
    (web.root / "etc/frontrow/migrate.env").write_text(f"DATABASE_URL={owner}\n")
    web.sh("systemctl start frontrow-migrate frontrow-web frontrow-worker@1 frontrow-worker@2")
    wait_for("the site on three servers", lambda: site.is_ready(web), seconds=site.READY_SECONDS)
    say("the site has moved to three servers and is ready")


def show(web: Machine, servers: Sequence[Machine]) -> None:
    show_patroni_comes_back(web, servers)
    show_switchover(web, servers)
    show_histories(web, servers)
    show_lost_machine(web, servers)


def show_patroni_comes_back(web: Machine, servers: Sequence[Machine]) -> None:
    """PostgreSQL goes on without its manager, and is taken over by the next one."""
    first = leader(servers)
    postgres = "head -1 /var/lib/frontrow-postgres/data/postmaster.pid"
    before = first.sh(postgres)
    restarts = int(first.show("frontrow-patroni", "NRestarts"))
    first.sh(f"kill -9 {first.show('frontrow-patroni', 'MainPID')}")

    def back() -> bool:
        again = int(first.show("frontrow-patroni", "NRestarts")) == restarts + 1
        return again and has_formed(servers)

    _, seconds = wait_for("Patroni to come back", back, seconds=TAKEN_OVER_SECONDS)
    first.sh("su postgres -c 'psql -h /run/frontrow-postgres -c \"SELECT 1\"'")
    kept = first.sh(postgres) == before and leader(servers) is first
    if not kept or not site.is_ready(web):
        raise Trouble("PostgreSQL did not outlive Patroni")
    say("Patroni was killed and is back; PostgreSQL went on", f"{seconds:.1f} s")


def show_switchover(web: Machine, servers: Sequence[Machine]) -> None:
    first = leader(servers)
    began = time.monotonic()
    servers[0].sh(f"{PATRONICTL} switchover --leader {first.name} --force")

    def others() -> bool:
        return has_formed(servers) and leader(servers) is not first and site.is_ready(web)

    wait_for("another leader", others, seconds=TAKEN_OVER_SECONDS)
    say("a switchover, until the site is ready on the next", f"{time.monotonic() - began:.1f} s")


def show_histories(web: Machine, servers: Sequence[Machine]) -> None:
    """The unit tells each server's history, and the node exporter tells it on."""
    at_once(lambda one: one.sh("systemctl start frontrow-history.service"), servers)
    pattern = r"^frontrow_database_history\{.*\} .*$"

    def told() -> set[str]:
        pages = [web.ask(f"http://{one.address}:9100/metrics") for one in servers]
        rows = ["\n".join(re.findall(pattern, page, re.MULTILINE)) for page in pages]
        return set(rows) if all(rows) and len(set(rows)) == 1 else set()

    wait_for("one history on all three", told, seconds=60)
    say("one history, told by all three node exporters")


def show_lost_machine(web: Machine, servers: Sequence[Machine]) -> None:
    """The power of the leader's machine, and the same machine again."""
    first = leader(servers)
    rest = [one for one in servers if one is not first]
    began = time.monotonic()
    first.pull_the_plug()

    def is_sold_again() -> bool:
        return list(members(rest).values()).count("Leader") == 1 and site.is_ready(web)

    wait_for("the site without a machine", is_sold_again, seconds=TAKEN_OVER_SECONDS)
    say("the leader's power went; ready again", f"{time.monotonic() - began:.1f} s")
    first.boot(site.BINDS)
    wait_for("the machine to join again", lambda: has_formed(rest), seconds=FORMED_SECONDS)
    say("the same machine booted and is a standby again")
