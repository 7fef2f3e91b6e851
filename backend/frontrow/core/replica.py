"""Read replica: large reads that decide nothing are asked of a standby, where there is one.

A replica is always a little behind, so whoever has just acted must not look there. Only figures
over all that was sold and the rows of large files are read from it, by the functions marked here.
Lists, details, sessions, the audit log and whatever decides stay on the primary. A replica that is
away, too far behind or breaks off costs nobody an answer: the primary is asked instead.
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
# After a look in vain nobody looks again for this long.
REST_SECONDS = 10.0
# A primary that commits nothing makes its standbys look old. Ours isn't idle for long: each worker
# commits a heartbeat every few seconds, and without any worker the primary has time to answer.
_LOOK = """
SELECT pg_is_in_recovery(), now() - pg_last_xact_replay_timestamp() <= make_interval(secs => %s)
"""

_reading_from: ContextVar[str] = ContextVar("reading_from", default=PRIMARY)


class Trouble(StrEnum):
    """Why the primary was asked instead."""

    AWAY = "away"
    PROMOTED = "promoted"
    BEHIND = "behind"
    BROKE_OFF = "broke_off"


class Watch:
    """Whether the replica can be asked, as one process knows it."""

    def __init__(self) -> None:
        self._trouble: Trouble | None = None
        self._rests_until = 0.0

    def trouble(self) -> Trouble | None:
        if time.monotonic() < self._rests_until:
            return self._trouble
        trouble = _look()
        if trouble:
            _let_go()
            self._trouble, self._rests_until = trouble, time.monotonic() + REST_SECONDS
        return trouble


watch = Watch()


def on_replica(read: Callable[P, T]) -> Callable[P, T]:
    """For a function that only reads and returns what it has read, not a query yet to be asked."""

    @functools.wraps(read)
    def reading(*given: P.args, **named: P.kwargs) -> T:
        return _read(functools.partial(read, *given, **named))

    return reading


def stream_from_replica(rows: QuerySet[Any, T], *, at_once: int) -> Iterator[T]:
    """Rows from a cursor on the server's side: all of them are never in our memory at once.

    The server has found them all before the first is here, so from then on only a lost connection
    can end it: too late to begin anew elsewhere.
    """

    def begin() -> Iterator[T]:
        found = rows.iterator(chunk_size=at_once)
        return chain(list(islice(found, 1)), found)

    yield from _read(begin)


def reading_connection() -> BaseDatabaseWrapper:
    """For statements written out, in functions that are marked or called by one that is."""
    return connections[_reading_from.get()]


class ReplicaRouter:
    """In the settings only where there is a replica."""

    def db_for_read(self, model: object, **hints: object) -> str:
        return _reading_from.get()

    def db_for_write(self, model: object, **hints: object) -> str:
        # Also for what was read from the replica, which Django would write back there.
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
            # What takes longer than a statement may would burden the primary as much, and what
            # writes is a bug.
            if isinstance(error.__cause__, QueryCanceled | ReadOnlySqlTransaction):
                raise
            _let_go()
            cause = type(error.__cause__ or error).__name__
            log.warning("the replica broke off a read", extra={"cause": cause})
            trouble = Trouble.BROKE_OFF
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


def _look() -> Trouble | None:
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute(_LOOK, [settings.ENV.DATABASE_REPLICA_MAX_LAG_SECONDS])
            is_standby, is_near = cursor.fetchone()
    except Error:
        return Trouble.AWAY
    if not is_standby:
        return Trouble.PROMOTED
    # Nothing replayed yet is unknown, not near.
    return None if is_near else Trouble.BEHIND


def _let_go() -> None:
    """Not back to the pool, which would hand it out for half an hour."""
    replica = connections[REPLICA]
    if replica.connection is not None:
        replica.connection.close()
    replica.close()
