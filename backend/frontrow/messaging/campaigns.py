"""Campaigns: one message for each of many rows, written once however often a job looks.

The rows are annotated with `event`, the key of their message.
"""

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import CharField, Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Concat

from frontrow.core.addresses import address_key
from frontrow.core.crash_points import crash_point
from frontrow.messaging.consent import PhoneOwner, consenting
from frontrow.messaging.models import Channel, Message
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.suppression_list import reasons_for

BATCH = 100


def event_key(*parts: Any) -> Concat:
    """Texts as they are, and expressions such as `F("pk")`."""
    return Concat(*(Value(x) if isinstance(x, str) else Cast(x, CharField()) for x in parts))


def untold(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.filter(~Exists(Message.objects.filter(dedupe_key=OuterRef("event"))))


def reachable(rows: Iterable[Any], *, address_of: Callable[[Any], str]) -> list[Any]:
    """Rows with an address that is not suppressed."""
    found = [(row, address_of(row)) for row in rows]
    refused = reasons_for(channel=Channel.EMAIL, addresses=[address for _, address in found])
    return [row for row, address in found if address and address_key(address) not in refused]


def agreed_to_texts(rows: Iterable[Any], *, owner_of: Callable[[Any], PhoneOwner]) -> list[Any]:
    found = [(row, owner_of(row)) for row in rows]
    agreed = consenting(owner for _, owner in found)
    stopped = reasons_for(channel=Channel.SMS, addresses={owner.phone for _, owner in found})
    return [row for row, owner in found if owner in agreed and owner.phone not in stopped]


def write_in_batches(messages: Iterable[NewMessage]) -> None:
    rest = iter(messages)
    while some := list(itertools.islice(rest, BATCH)):
        write_messages(some)
        crash_point("campaign.wrote_some")
