"""Argon2id at a cost that a full house of sign-ins can pay out of the service's memory.

Django's own parameters take 100 MiB for each hash, so eight sign-ins at once need more than the
service may have. Ours are OWASP's minimum, and a process works at two hashes at a time: the memory
is then bounded by the number of processes, whatever is asked. Hashes made with other parameters
still open their accounts and are made anew at the next sign-in.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher

from frontrow.core.errors import Unavailable

HASHES_AT_ONCE = 2
# Longer than a queue of sign-ins ever is in one process; shorter than anybody waits for a page.
LONGEST_WAIT_SECONDS = 5
TRY_AGAIN_SECONDS = 3

_turns = threading.BoundedSemaphore(HASHES_AT_ONCE)


@contextmanager
def one_of_few() -> Iterator[None]:
    """A turn at the work; raises Unavailable for whoever would have to wait too long."""
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
        with one_of_few():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with one_of_few():
            return super().verify(password, encoded)
