"""The web processes part from one that has loaded the code: they share its memory, nothing else."""

import re
import sys
from pathlib import Path

import pytest

from tests.faults.processes import (
    LOOPBACK,
    Process,
    Site,
    environment,
    free_port,
    redis_server,
    report,
    running_site,
    wait_until,
)
from tests.postgres import Cluster

pytestmark = pytest.mark.slow

# Both processes with their parent; with all vendors' libraries it is 30 MB more.
LARGEST_MB = 190
# A start of its own: the tests' warm one has read the libraries before, and shares them.
GUNICORN = (
    str(Path(sys.executable).with_name("gunicorn")),
    *("-c", "config/gunicorn.py", "config.wsgi"),
)
SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "STRIPE_SECRET_KEY": "sk_test_x",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_x",
    "STRIPE_WEBHOOK_SECRET": "whsec_x",
}


def processes_of(site: Site) -> list[int]:
    """The parent, and then its children, oldest first."""
    parent = site.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [parent, *map(int, children)]


def connections_of(process: int) -> set[str]:
    """Which of the system's TCP sockets it holds, those that listen included."""
    rows = Path(f"/proc/{process}/net/tcp").read_text().splitlines()[1:]
    known = {f"socket:[{row.split()[9]}]" for row in rows}
    return {str(file.readlink()) for file in Path(f"/proc/{process}/fd").iterdir()} & known


def threads_of(process: int) -> int:
    return len(list(Path(f"/proc/{process}/task").iterdir()))


def megabytes_of(process: int) -> float:
    """Its own pages, and its part of those that it shares."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.findall(r"^Pss: +(\d+)", told, re.MULTILINE)[0]) / 1024


def test_web_processes_share_no_connection_and_their_parent_has_no_second_thread(
    cluster: Cluster, folder: Path
) -> None:
    redis_port = free_port()
    more = {
        "REDIS_URL": f"redis://{LOOPBACK}:{redis_port}/0",
        # It has a thread for reports, and another for its sessions.
        "SENTRY_DSN": f"http://key@{LOOPBACK}:1/1",
    }
    database = cluster.create_database("parting")
    env = environment(database.url, folder=folder, more=more)
    with redis_server(redis_port, folder=folder), running_site(env, folder=folder) as site:

        def both_have_their_own() -> bool:
            for path in ("/readyz", "/probe/limited?key=k"):
                site.get_in_parallel(path, count=8)
            return all(len(connections_of(child)) > 2 for child in processes_of(site)[1:])

        wait_until(both_have_their_own, what="both are connected to PostgreSQL and Redis")
        parent, *children = processes_of(site)
        assert threads_of(parent) == 1
        [port] = connections_of(parent)
        first, second = (connections_of(child) for child in children)
        assert first & second == {port}


def test_two_web_processes_and_their_parent_stay_small(cluster: Cluster, folder: Path) -> None:
    database = cluster.create_database("small")
    env = environment(database.url, folder=folder, more=SETTINGS)
    env["WEB_PORT"] = str(port := free_port())
    with Process(*GUNICORN, env=env, log=folder / "small.log") as process:
        site = Site(process, port)
        wait_until(site.is_alive, what="gunicorn answers")
        for path in ("/api/bootcamps", "/api/checkout", "/readyz", "/metrics"):
            for _ in range(25):
                site.get_in_parallel(path, count=4)
        together = [megabytes_of(one) for one in processes_of(site)]
    report(f"parent and processes: {sum(together):.0f} MB, {[round(one) for one in together]}")
    assert len(together) == 3
    assert sum(together) <= LARGEST_MB


def test_the_code_is_loaded_once_while_callers_wait_at_the_open_port(folder: Path) -> None:
    """A restart lets them wait for seconds; before the port is open they would be refused."""
    more = SETTINGS | {"PYTHONPROFILEIMPORTTIME": "1"}
    env = environment(f"postgresql://{LOOPBACK}:1/none", folder=folder, more=more)
    env["WEB_PORT"] = str(port := free_port())
    with Process(*GUNICORN, env=env, log=folder / "waiting.log") as process:
        site = Site(process, port)
        wait_until(site.is_alive, what="gunicorn answers")
        said = process.output
    assert said.index("Listening at") < said.index(" config.api\n") < said.index("Booting worker")
    assert said.count(" config.api\n") == 1
