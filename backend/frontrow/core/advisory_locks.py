"""The advisory locks of PostgreSQL that we take, each with a number of its own.

A lock is a number and a key: two that share a number share their keys. `hold_seats.sql` takes
ADDRESS, NETWORK and CLASS by number.
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
    """Wait for this lock, and keep it until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [lock, key])
