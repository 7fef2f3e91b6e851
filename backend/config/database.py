"""Django's database settings: one server or several, direct or through a pooler.

Optionally a read replica.
"""

from typing import Any

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.environment import Environment
from frontrow.core.database_away import REPLICA
from frontrow.core.impatient_connection import ReplicaConnection, TimeoutConnection

# Settings that Django has names for. All other parts of the address are options.
_NAMED = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
# Per host. A host that doesn't answer must leave time to try the next.
CONNECT_SECONDS, CONNECT_SECONDS_OF_SEVERAL = 3, 2


def databases(env: Environment) -> dict[str, dict[str, Any]]:
    """Django's DATABASES. Without a replica there is no entry for one."""
    replica = {REPLICA: replica_settings(env)} if env.DATABASE_REPLICA_URL else {}
    return {"default": database_settings(env), **replica}


def database_settings(env: Environment) -> dict[str, Any]:
    """Django's entry for the primary, from the operator's setting."""
    # Of several servers all but one are standbys, which would accept the connection and refuse
    # every write.
    wanted = {"target_session_attrs": "read-write"} if _has_several(env.DATABASE_URL) else {}
    return _entry(env, env.DATABASE_URL, wanted)


def replica_settings(env: Environment) -> dict[str, Any]:
    """Django's entry for the replica, which is a standby.

    If no standby is left, the primary is asked by its own address.
    """
    entry = _entry(env, env.DATABASE_REPLICA_URL, {"target_session_attrs": "standby"})
    if not env.DATABASE_POOLER:
        # Statistics are read rarely, so no connection stays open for them.
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
        # Without the check, a database restart leaves dead sockets in the pool, and the first
        # requests and jobs after it fail.
        "CONN_HEALTH_CHECKS": True,
        # A pooler gives each transaction another session, which closes an open cursor.
        "DISABLE_SERVER_SIDE_CURSORS": bool(env.DATABASE_POOLER),
        "OPTIONS": {
            **(_through_pooler() if env.DATABASE_POOLER else _directly(env)),
            **_giving_up(has_several_hosts=_has_several(url)),
            **wanted,
            # Options in the address, such as `sslmode=verify-full`.
            **address,
        },
    }


def maintenance_address(env: Environment) -> str:
    """The address of the server's maintenance database, from which ours is created."""
    return make_conninfo(_as_libpq_reads_it(env.DATABASE_URL), dbname="postgres")


def database_name(env: Environment) -> str:
    return str(conninfo_to_dict(_as_libpq_reads_it(env.DATABASE_URL)).get("dbname", ""))


def _as_libpq_reads_it(url: object) -> str:
    """Normalize `postgres://` and URLs that name a driver to the scheme that libpq knows."""
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
            # Reconnection attempts back off up to this limit. With the default of five minutes the
            # pool would sleep long after the database is back.
            "reconnect_timeout": 3,
            "connection_class": TimeoutConnection,
        },
        "options": (
            f"-c lock_timeout={env.DATABASE_LOCK_TIMEOUT_MS}"
            f" -c statement_timeout={env.DATABASE_STATEMENT_TIMEOUT_MS}"
            " -c idle_in_transaction_session_timeout=10000"
        ),
    }


def _through_pooler() -> dict[str, Any]:
    """Behind a pooler, use no pool of our own and no options that it wouldn't forward.

    The limits are set on the database role. See docs/guides/availability.md.
    """
    return {"prepare_threshold": None}


def _giving_up(*, has_several_hosts: bool) -> dict[str, Any]:
    """Timeouts after which a server counts as gone."""
    # In random order. In address order, every process would wait for a lost first server.
    several = {"connect_timeout": CONNECT_SECONDS_OF_SEVERAL, "load_balance_hosts": "random"}
    return {
        **(several if has_several_hosts else {"connect_timeout": CONNECT_SECONDS}),
        # Unacknowledged data means that the network is gone, even for a connection that only
        # listens.
        "tcp_user_timeout": 5_000,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
    }
