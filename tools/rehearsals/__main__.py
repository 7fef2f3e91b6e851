"""`tools/rehearsal [site] [databases] [alerts] [images]`: see there."""

import fcntl
import signal
import sys
import time
from contextlib import ExitStack

from tools.rehearsals import alerts, databases, ground, images, site
from tools.rehearsals.commands import told_at_once
from tools.rehearsals.machines import network

PARTS = ("site", "databases", "alerts", "images")


def main(words: list[str]) -> int:
    if not set(words) <= set(PARTS) and words != ["forget"]:
        print(f"tools/rehearsal [{'] ['.join(PARTS)}] | forget", file=sys.stderr)
        return 2
    if lacks := ground.lacking():
        print(f"This machine lacks: {', '.join(lacks)}", file=sys.stderr)
        return 1
    began = time.monotonic()
    ground.FOLDER.mkdir(exist_ok=True)
    lock = (ground.FOLDER / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("Another rehearsal is under way.", file=sys.stderr)
        return 1
    if words == ["forget"]:
        ground.clear(ground.FOLDER)
        return 0
    # An end from outside is an end in order: machines are switched off, and namespaces go.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped before its end"))
    # Also what one left behind that was switched off with its machine.
    ground.clear(ground.PASSING)
    try:
        with told_at_once(), network():
            rehearse(set(words or PARTS))
    finally:
        ground.clear(ground.PASSING)
    print(f"All of it was shown, in {(time.monotonic() - began) / 60:.1f} minutes.")
    return 0


def rehearse(parts: set[str]) -> None:
    if parts & {"site", "databases", "alerts"}:
        with ExitStack() as stack, told_at_once():
            on_machines(parts, stack)
    if "images" in parts:
        print("Images", flush=True)
        images.show()


def on_machines(parts: set[str], stack: ExitStack) -> None:
    print("A site on plain Debian", flush=True)
    web = stack.enter_context(site.site_machine())
    site.set_up(web)
    if "site" in parts:
        site.show(web)
    if "databases" in parts:
        print("Three database servers", flush=True)
        servers = stack.enter_context(databases.three_machines())
        databases.set_up(servers)
        databases.move_site(web, servers)
        databases.show(web, servers)
    if "alerts" in parts:
        print("Prometheus and Alertmanager", flush=True)
        has_servers = "databases" in parts
        alerts.set_up(web, has_servers=has_servers)
        alerts.show(web, has_servers=has_servers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
