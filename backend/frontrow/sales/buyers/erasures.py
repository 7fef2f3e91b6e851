"""A record of deleted accounts outside the database, because a restored backup contains them again.

An entry consists of the account's id and the instant of its creation, without personal data. It is
an empty object in the bucket, and its name contains both.
"""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from frontrow.accounts.models import User
from frontrow.core.clock import now
from frontrow.core.jobs import UNTIL_DONE, job
from frontrow.integrations import storage

PREFIX = "erasures/"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
log = logging.getLogger(__name__)


@job(attempts=UNTIL_DONE)
def note_erasure(user_id: int, joined_at: str) -> None:
    """Queued by the deleting transaction. Sites without a bucket have the log line instead."""
    log.info("account erased", extra={"erased_user_id": user_id, "joined_at": joined_at})
    if storage.is_configured():
        joined = datetime.fromisoformat(joined_at)
        key = f"{PREFIX}{user_id}-{_microseconds(joined)}"
        storage.store(key=key, content=b"", content_type="text/plain")


def erased_accounts() -> list[User]:
    """Accounts that exist although they were deleted once."""
    return [user for user_id, joined in _noted() if (user := _same(user_id, joined))]


def erased_numbers() -> set[int]:
    return {user_id for user_id, _ in _noted()}


def _noted() -> Iterator[tuple[int, int]]:
    if not storage.is_configured():
        return
    for key in storage.list_keys(prefix=PREFIX, before=now() + timedelta(days=1)):
        user_id, _, joined = key.removeprefix(PREFIX).partition("-")
        if user_id.isdigit() and joined.isdigit():
            yield int(user_id), int(joined)


def _same(user_id: int, joined: int) -> User | None:
    """After a restore, ids are reused. The instant of creation identifies the account."""
    user = User.objects.filter(pk=user_id).first()
    return user if user and _microseconds(user.created_at) == joined else None


def _microseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)
