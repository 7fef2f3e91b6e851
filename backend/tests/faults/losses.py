"""What can be lost of a database of three machines, and how it comes back: one round each.

A loss is a `with` block: entered, it has happened; left, everything is there again.
"""

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from tests.faults.busy_shop import BusyShop
from tests.faults.machines import Machines
from tests.faults.processes import PATIENCE_SECONDS, wait_until
from tests.faults.warm_start import warm_start

# Longer than the lease, so that whoever waits for it to end has seen it end.
LONGER_THAN_THE_LEASE_SECONDS = 30.0
# Longer than a primary waits for a standby that says nothing.
LONGER_THAN_A_STANDBYS_SILENCE_SECONDS = 12.0
HAPROXY_AWAY_SECONDS = 5.0
STANDBYS_BEHIND_SECONDS = 3.0

_INVALID_INDEXES = """
SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid
"""
_MIGRATED = "SELECT count(*) FROM django_migrations WHERE app = 'next_release'"
NEXT_MIGRATIONS = 3

Happening = Callable[[Machines, BusyShop], AbstractContextManager[None]]


@dataclass(frozen=True)
class Loss:
    # In figures and records.
    name: str
    # On the page.
    what: str
    happen: Happening
    # How long it stays lost; without it, until customers are served in spite of it.
    lasts: float | None = None
    takes_primary: bool = False
    # The median of the seconds without a sale, at most.
    goal: float | None = None
    # Before the primary is lost: it can promise nothing, and nobody is to be elected yet.
    without_standbys: float = 0
    through_haproxy: bool = False
    # It leaves the shop another than it was.
    is_last: bool = False
    # How many rounds, by its name in tests/sizes.py.
    size: str = "OTHER_LOSSES"


@contextlib.contextmanager
def cut_and_mend(machines: Machines, busy: BusyShop) -> Iterator[None]:
    """The primary's cable, while etcd's leader is on the same machine: two elections at once."""
    [primary] = machines.primaries()
    machines.lead_etcd_from(primary)
    primary.cut()
    try:
        yield
    finally:
        primary.mend()


@contextlib.contextmanager
def power_cut(machines: Machines, busy: BusyShop) -> Iterator[None]:
    [primary] = machines.primaries()
    primary.lose_power()
    try:
        yield
    finally:
        primary.power_on()


@contextlib.contextmanager
def switchover(machines: Machines, busy: BusyShop) -> Iterator[None]:
    machines.switch_over()
    yield


@contextlib.contextmanager
def standby_lost(machines: Machines, busy: BusyShop) -> Iterator[None]:
    _, [standby, _] = machines.primary_and_standbys()
    standby.lose_power()
    try:
        yield
    finally:
        standby.power_on()


@contextlib.contextmanager
def standby_hung(machines: Machines, busy: BusyShop) -> Iterator[None]:
    """Its connections live, and nothing is confirmed."""
    _, [standby, _] = machines.primary_and_standbys()
    standby.signal("postgres", signal.SIGSTOP)
    try:
        yield
    finally:
        standby.signal("postgres", signal.SIGCONT)


@contextlib.contextmanager
def etcd_majority_lost(machines: Machines, busy: BusyShop) -> Iterator[None]:
    """Two of three etcds die; all PostgreSQL servers and Patronis are well."""
    _, standbys = machines.primary_and_standbys()
    for standby in standbys:
        standby.signal("etcd", signal.SIGKILL)
    try:
        yield
    finally:
        for standby in standbys:
            standby.start_etcd()


@contextlib.contextmanager
def haproxy_lost(machines: Machines, busy: BusyShop) -> Iterator[None]:
    machines.haproxy.kill()
    try:
        yield
    finally:
        machines.haproxy.start()


@contextlib.contextmanager
def power_cut_while_migrating(machines: Machines, busy: BusyShop) -> Iterator[None]:
    """The next release's first migration of three is done when the primary is lost."""
    database = busy.shop.database
    with migrating(busy) as first:
        wait_until(lambda: database.ask(_MIGRATED) != [(0,)], what="a migration is done")
        with power_cut(machines, busy):
            yield
        code = first()
    with migrating(busy) as second:
        assert second() == 0, (busy.shop.folder / "migrate.log").read_text()
    assert database.ask(_MIGRATED) == [(NEXT_MIGRATIONS,)], f"the first ended with {code}"
    assert database.ask(_INVALID_INDEXES) == []


@contextlib.contextmanager
def migrating(busy: BusyShop) -> Iterator[Callable[[], int]]:
    """`migrate` of the next release; call it to wait for its exit code."""
    env = {**busy.shop.env, "DJANGO_SETTINGS_MODULE": "tests.faults.next_settings"}
    with (busy.shop.folder / "migrate.log").open("ab") as log:
        child = warm_start().start(["manage.py", "migrate"], env=env, out=log, err=log)
        yield lambda: child.wait(timeout=PATIENCE_SECONDS)


@contextlib.contextmanager
def standbys_behind_then_power_cut(machines: Machines, busy: BusyShop) -> Iterator[None]:
    """With synchronous commit nobody was told yes of what the primary alone has."""
    primary, standbys = machines.primary_and_standbys()
    for standby in standbys:
        standby.cut()
    time.sleep(STANDBYS_BEHIND_SECONDS)
    primary.lose_power()
    for standby in standbys:
        standby.mend()
    try:
        yield
    finally:
        primary.power_on()


LOSSES = {
    loss.name: loss
    for loss in (
        Loss(
            "cut and mend",
            "the primary's cable, pulled and put back, with etcd's leader on it",
            cut_and_mend,
            takes_primary=True,
            goal=25,
            size="CABLE_CUTS",
        ),
        Loss(
            "power cut",
            "the primary's power",
            power_cut,
            takes_primary=True,
            goal=25,
            size="POWER_CUTS",
        ),
        Loss(
            "switchover",
            "nothing: a switchover",
            switchover,
            takes_primary=True,
            goal=6,
            size="SWITCHOVERS",
        ),
        Loss(
            "standby lost",
            "a standby's power",
            standby_lost,
            lasts=LONGER_THAN_A_STANDBYS_SILENCE_SECONDS,
            goal=2,
            size="LOST_STANDBYS",
        ),
        Loss(
            "standby hung",
            "a standby that hangs and keeps its connections",
            standby_hung,
            lasts=LONGER_THAN_A_STANDBYS_SILENCE_SECONDS,
        ),
        Loss(
            "etcd majority",
            "two of three etcds, for longer than the lease",
            etcd_majority_lost,
            lasts=LONGER_THAN_THE_LEASE_SECONDS,
        ),
        Loss(
            "migrate",
            "the primary's power, while `migrate` changes tables",
            power_cut_while_migrating,
            takes_primary=True,
            is_last=True,
        ),
        Loss(
            "HAProxy",
            "the web machine's HAProxy, for 5 s",
            haproxy_lost,
            lasts=HAPROXY_AWAY_SECONDS,
            through_haproxy=True,
        ),
        Loss(
            "cut through HAProxy",
            "the primary's cable, with HAProxy between",
            cut_and_mend,
            takes_primary=True,
            through_haproxy=True,
        ),
        Loss(
            "standbys behind",
            "the primary's power, 3 s after the cables of both standbys",
            standbys_behind_then_power_cut,
            takes_primary=True,
            without_standbys=STANDBYS_BEHIND_SECONDS,
        ),
    )
}
