"""Read replica: run large reads that decide nothing on a standby, if one is configured.

A replica lags, so a caller that has just written must not read from it. Only the functions marked
here use it: figures over all sales and the rows of large exports. Lists, details, sessions, the
audit log and every decision read the primary. If the replica is away, lags too far or fails, the
primary answers instead.
"""

import contextlib
import functools
import logging
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from enum import StrEnum
from itertools import chain, islice
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet
from psycopg.errors import QueryCanceled, ReadOnlySqlTransaction

from frontrow.core.database_away import REPLICA
from frontrow.core.metrics import REPLICA_READS

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

PRIMARY = DEFAULT_DB_ALIAS
# After a failed check, no thread checks again for this long.
RETRY_AFTER_SECONDS = 10.0
# An idle primary makes its standbys look outdated. Ours isn't idle for long: each worker commits a
# heartbeat every few seconds, and without workers the primary has capacity to answer.
_LOOK = """
SELECT pg_is_in_recovery(), now() - pg_last_xact_replay_timestamp() <= make_interval(secs => %s)
"""

_reading_from: ContextVar[str] = ContextVar("reading_from", default=PRIMARY)


class FallbackReason(StrEnum):
    """Why the primary was asked instead."""

    AWAY = "away"
    PROMOTED = "promoted"
    BEHIND = "behind"
    BROKE_OFF = "broke_off"


class Watch:
    """This process's view of whether the replica can be asked."""

    def __init__(self) -> None:
        self._trouble: FallbackReason | None = None
        self._rests_until = 0.0

    def trouble(self) -> FallbackReason | None:
        if time.monotonic() < self._rests_until:
            return self._trouble
        trouble = _look()
        if trouble:
            _let_go()
            self._trouble, self._rests_until = trouble, time.monotonic() + RETRY_AFTER_SECONDS
        return trouble


watch = Watch()


def on_replica(read: Callable[P, T]) -> Callable[P, T]:
    """Decorates a function that only reads and that returns rows, not a lazy query."""

    @functools.wraps(read)
    def reading(*given: P.args, **named: P.kwargs) -> T:
        return _read(functools.partial(read, *given, **named))

    return reading


def stream_from_replica(rows: QuerySet[Any, T], *, at_once: int) -> Iterator[T]:
    """Rows from a server-side cursor, so that they are never all in memory.

    The server has found all rows before the first one arrives, so after that only a lost connection
    can fail. It is then too late to start again on the primary.
    """

    def begin() -> Iterator[T]:
        found = rows.iterator(chunk_size=at_once)
        return chain(list(islice(found, 1)), found)

    yield from _read(begin)


def reading_connection() -> BaseDatabaseWrapper:
    """The connection for raw SQL in functions that are marked or called by a marked one."""
    return connections[_reading_from.get()]


class ReplicaRouter:
    """The database router. It is in the settings only if there is a replica."""

    def db_for_read(self, model: object, **hints: object) -> str:
        return _reading_from.get()

    def db_for_write(self, model: object, **hints: object) -> str:
        # Also for objects read from the replica, which Django would save there.
        return PRIMARY

    def allow_relation(self, one: object, other: object, **hints: object) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        return db == PRIMARY


def _read(read: Callable[[], T]) -> T:
    if REPLICA not in settings.DATABASES:
        return read()
    trouble = watch.trouble()
    if trouble is None:
        try:
            with _reading(REPLICA):
                found = read()
        except Error as error:
            # A statement that times out here would burden the primary as much, and a write is a
            # bug.
            if isinstance(error.__cause__, QueryCanceled | ReadOnlySqlTransaction):
                raise
            _let_go()
            cause = type(error.__cause__ or error).__name__
            log.warning("the replica broke off a read", extra={"cause": cause})
            trouble = FallbackReason.BROKE_OFF
        else:
            REPLICA_READS.labels("replica").inc()
            return found
    REPLICA_READS.labels(trouble.value).inc()
    log.warning("read from the primary instead of the replica", extra={"cause": trouble.value})
    return read()


@contextlib.contextmanager
def _reading(alias: str) -> Iterator[None]:
    before = _reading_from.set(alias)
    try:
        yield
    finally:
        _reading_from.reset(before)


def _look() -> FallbackReason | None:
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute(_LOOK, [settings.ENV.DATABASE_REPLICA_MAX_LAG_SECONDS])
            is_standby, is_near = cursor.fetchone()
    except Error:
        return FallbackReason.AWAY
    if not is_standby:
        return FallbackReason.PROMOTED
    # A standby that has replayed nothing yet is unknown, not current.
    return None if is_near else FallbackReason.BEHIND


def _let_go() -> None:
    """Close the connection. The pool would reuse it for half an hour."""
    replica = connections[REPLICA]
    if replica.connection is not None:
        replica.connection.close()
    replica.close()
