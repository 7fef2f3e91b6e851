"""Argon2id with parameters that fit the service's memory limit under many concurrent sign-ins.

Django's default takes 100 MiB per hash, so eight sign-ins at once can exceed the memory of the
service. Ours are OWASP's minimum, and a process computes at most two hashes at a time, so memory is
bounded by the number of processes. Hashes with other parameters still verify, and the next sign-in
rehashes them.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher

from frontrow.core.errors import Unavailable

HASHES_AT_ONCE = 2
# Longer than any queue of sign-ins in one process, and shorter than a visitor waits for a page.
LONGEST_WAIT_SECONDS = 5
TRY_AGAIN_SECONDS = 3

_turns = threading.BoundedSemaphore(HASHES_AT_ONCE)


@contextmanager
def hashing_slot() -> Iterator[None]:
    """A semaphore for hashing. Raises Unavailable if the wait would be too long."""
    if not _turns.acquire(timeout=LONGEST_WAIT_SECONDS):
        raise Unavailable(retry_after=TRY_AGAIN_SECONDS)
    try:
        yield
    finally:
        _turns.release()


class BoundedArgon2(Argon2PasswordHasher):
    memory_cost = 19_456
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with hashing_slot():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with hashing_slot():
            return super().verify(password, encoded)
