"""A transaction around a part of a test, after which the database is as before."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def rolled_back() -> Iterator[None]:
    block = transaction.atomic()
    # Like the one that the test framework opens: the product does not know of it.
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        yield
        transaction.set_rollback(True)
