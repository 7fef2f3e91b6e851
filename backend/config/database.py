"""How Django reaches PostgreSQL: one server or several, directly or through a pooler.

And a replica for reading, where the operator names one.
"""

from typing import Any

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.environment import Environment
from frontrow.core.database_away import REPLICA
from frontrow.core.impatient_connection import ImpatientConnection, ReplicaConnection

# What Django has a word of its own for; all else of the address is an option.
_NAMED = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
# For each host. One that says nothing must leave time to ask the next.
CONNECT_SECONDS, CONNECT_SECONDS_OF_SEVERAL = 3, 2


def databases(env: Environment) -> dict[str, dict[str, Any]]:
    """Django's entries. Without a replica there is no word of one, and nothing looks for it."""
    replica = {REPLICA: replica_settings(env)} if env.DATABASE_REPLICA_URL else {}
    return {"default": database_settings(env), **replica}


def database_settings(env: Environment) -> dict[str, Any]:
    """Django's entry for the database, by the operator's word."""
    # All but one of several are standbys, which would take the connection and refuse every write.
    wanted = {"target_session_attrs": "read-write"} if _has_several(env.DATABASE_URL) else {}
    return _entry(env, env.DATABASE_URL, wanted)


def replica_settings(env: Environment) -> dict[str, Any]:
    """The same for the replica, which is a standby: where none is left, the primary is asked by
    its own address."""
    entry = _entry(env, env.DATABASE_REPLICA_URL, {"target_session_attrs": "standby"})
    if not env.DATABASE_POOLER:
        # Reads of statistics are rare: nothing stays open for them.
        entry["OPTIONS"]["pool"] |= {"min_size": 0, "connection_class": ReplicaConnection}
        entry["OPTIONS"]["options"] += " -c default_transaction_read_only=on"
    return entry


def _entry(env: Environment, url: object, wanted: dict[str, Any]) -> dict[str, Any]:
    address = conninfo_to_dict(_as_libpq_reads_it(url))
    named = {name: str(address.pop(word, "")) for name, word in _NAMED.items()}
    return {
        "ENGINE": "frontrow.core.postgres",
        **named,
        "CONN_MAX_AGE": 0,
        # Without the check, a database restart leaves dead sockets in the pool and
        # the first requests and jobs after it fail for good.
        "CONN_HEALTH_CHECKS": True,
        # A pooler gives each transaction another session: what a cursor has left to read is gone.
        "DISABLE_SERVER_SIDE_CURSORS": bool(env.DATABASE_POOLER),
        "OPTIONS": {
            **(_through_pooler() if env.DATABASE_POOLER else _directly(env)),
            **_giving_up(has_several_hosts=_has_several(url)),
            **wanted,
            # What the address itself asks for, such as `sslmode=verify-full`.
            **address,
        },
    }


def maintenance_address(env: Environment) -> str:
    """The same server's own database, to make ours from there."""
    return make_conninfo(_as_libpq_reads_it(env.DATABASE_URL), dbname="postgres")


def database_name(env: Environment) -> str:
    return str(conninfo_to_dict(_as_libpq_reads_it(env.DATABASE_URL)).get("dbname", ""))


def _as_libpq_reads_it(url: object) -> str:
    """Some write `postgres://` or name a driver; libpq knows one word."""
    _, _, rest = str(url).partition("://")
    return f"postgresql://{rest}"


def _has_several(url: object) -> bool:
    return "," in str(conninfo_to_dict(_as_libpq_reads_it(url)).get("host", ""))


def _directly(env: Environment) -> dict[str, Any]:
    return {
        "pool": {
            "min_size": 1,
            "max_size": env.DATABASE_POOL_SIZE,
            "max_lifetime": 1800,
            # Attempts to reconnect double their pauses within this; the default of five minutes
            # leaves the pool asleep long after the database is back.
            "reconnect_timeout": 3,
            "connection_class": ImpatientConnection,
        },
        "options": (
            f"-c lock_timeout={env.DATABASE_LOCK_TIMEOUT_MS}"
            f" -c statement_timeout={env.DATABASE_STATEMENT_TIMEOUT_MS}"
            " -c idle_in_transaction_session_timeout=10000"
        ),
    }


def _through_pooler() -> dict[str, Any]:
    """No pool of ours before the pooler's, and nothing that it would not pass on.

    The limits belong to the role there; see docs/guides/availability.md.
    """
    return {"prepare_threshold": None}


def _giving_up(*, has_several_hosts: bool) -> dict[str, Any]:
    """When a server counts as gone."""
    # In any order: in that of the address, a lost first server would be waited for by everybody.
    several = {"connect_timeout": CONNECT_SECONDS_OF_SEVERAL, "load_balance_hosts": "random"}
    return {
        **(several if has_several_hosts else {"connect_timeout": CONNECT_SECONDS}),
        # What was sent and nobody acknowledged: the network is gone, also for who only listens.
        "tcp_user_timeout": 5_000,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
    }
