"""Engines that must lose something: without them nobody would know that the auditor sees it."""

from tests.faults.losses import LOSSES, Loss
from tests.faults.machines import PATRONI, Engine

# Debian 12's version, in a place of its own; `tools/failover` puts it there for the long run.
OLD_PATRONI = PATRONI.parents[1] / "patroni-3.0/bin"

ASYNCHRONOUS = Engine(
    changes={
        "synchronous_mode: quorum": "synchronous_mode: false",
        "synchronous_mode_strict: true": "synchronous_mode_strict: false",
    },
    standbys=("replica", "replica"),
)
# It writes "I'm the leader" without looking, and a machine that comes back calls for a vote.
WITHOUT_COMPARING = Engine(
    patroni=OLD_PATRONI,
    changes={
        "synchronous_mode: quorum": "synchronous_mode: true",
        "synchronous_mode_strict: true": "synchronous_mode_strict: false",
        "ETCD_PRE_VOTE=true": "ETCD_PRE_VOTE=false",
    },
    standbys=("replica", "sync_standby"),
    following="running",
)

# By the name of its figures: the engine, what happens to it, and in how many rounds it must show.
CONTROLS: dict[str, tuple[Engine, Loss, int]] = {
    "asynchronous": (ASYNCHRONOUS, LOSSES["standbys behind"], 3),
    "Patroni 3.0": (WITHOUT_COMPARING, LOSSES["cut and mend"], 10),
}
