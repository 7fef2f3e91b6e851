"""How Django reaches PostgreSQL: one server or several, directly or through a pooler."""

from typing import Any

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.environment import Environment
from frontrow.core.impatient_connection import ImpatientConnection

# What Django has a word of its own for; all else of the address is an option.
_NAMED = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
# For each host. One that says nothing must leave time to ask the next.
CONNECT_SECONDS, CONNECT_SECONDS_OF_SEVERAL = 3, 2


def database_settings(env: Environment) -> dict[str, Any]:
    """Django's entry for the database, by the operator's word."""
    address = conninfo_to_dict(_as_libpq_reads_it(env))
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
            **_giving_up(has_several_hosts="," in named["HOST"]),
            # What the address itself asks for, such as `sslmode=verify-full`.
            **address,
        },
    }


def maintenance_address(env: Environment) -> str:
    """The same server's own database, to make ours from there."""
    return make_conninfo(_as_libpq_reads_it(env), dbname="postgres")


def database_name(env: Environment) -> str:
    return str(conninfo_to_dict(_as_libpq_reads_it(env)).get("dbname", ""))


def _as_libpq_reads_it(env: Environment) -> str:
    """Some write `postgres://` or name a driver; libpq knows one word."""
    _, _, rest = str(env.DATABASE_URL).partition("://")
    return f"postgresql://{rest}"


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

    The limits belong to the role there; see docs/high-availability.md.
    """
    return {"prepare_threshold": None}


def _giving_up(*, has_several_hosts: bool) -> dict[str, Any]:
    """When a server counts as gone."""
    limits = {
        "connect_timeout": CONNECT_SECONDS,
        # What was sent and nobody acknowledged: the network is gone, also for who only listens.
        "tcp_user_timeout": 5_000,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
    }
    if not has_several_hosts:
        return limits
    # All but one of them are standbys, which would take the connection and refuse every write.
    several = {"target_session_attrs": "read-write", "connect_timeout": CONNECT_SECONDS_OF_SEVERAL}
    return limits | several
