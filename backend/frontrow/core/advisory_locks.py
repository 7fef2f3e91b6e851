"""Numbers of the PostgreSQL advisory locks, one per purpose.

A lock is a pair of number and key, so two purposes with one number would share their keys.
`hold_seats.sql` takes ADDRESS, NETWORK and CLASS by number.
"""

from enum import IntEnum

from django.db import connection


class AdvisoryLock(IntEnum):
    ADDRESS = 19
    NETWORK = 20
    CLASS = 21
    WAITING_LIST = 22
    BROWSER = 23
    CONFIRMING = 24
    ENROLLING = 25
    FIRST_ADMIN = 26
    EMAIL_LANE = 27
    SMS_LANE = 28


def lock_until_commit(lock: AdvisoryLock, key: str = "") -> None:
    """Wait for the lock and hold it until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [lock, key])
