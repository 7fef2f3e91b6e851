"""How long data is kept: one table, and one job that applies it each night.

A test compares the table with docs/reference/privacy.md.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Case, CharField, DurationField, Q, QuerySet, Value, When
from django.db.models.functions import Cast, Coalesce, Now

from frontrow.accounts.models import AuditEntry, EmailRequest, Session, SignInCode
from frontrow.backoffice.models import BulkAct, DeskNote
from frontrow.catalogue.models import MeetingEvent
from frontrow.core.batches import batches_of
from frontrow.core.jobs import enqueue_many, job
from frontrow.messaging.models import ContactMessage, Message, MessageBatch, MessageStatus
from frontrow.sales.buyers.account_removal import NOBODY, NOBODYS_ADDRESS
from frontrow.sales.enrollment.offers import end_offers
from frontrow.sales.models import (
    AccountInvitation,
    HandOver,
    HandOverState,
    InvitationStatus,
    Purchase,
    PurchaseState,
    StripeEvent,
    WaitingEntry,
    WaitingState,
)


def _delete(rows: QuerySet[Any]) -> None:
    rows.delete()


def _update(**values: Any) -> Callable[[QuerySet[Any]], object]:
    return lambda rows: rows.update(**values)


@transaction.atomic
def _delete_audit_entries(entries: QuerySet[Any]) -> None:
    """The database refuses to delete a younger entry, and any entry without this setting."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL frontrow.audit_retention = 'on'")
    entries.delete()


def _remove_person(purchases: QuerySet[Any]) -> None:
    # By id, because an update cannot look into other tables.
    ids = list(purchases.values_list("pk", flat=True))
    # A purchase without an account must name a person.
    is_guest = When(user=None, then=Value(NOBODYS_ADDRESS))
    Purchase.objects.filter(pk__in=ids, state=PurchaseState.FAILED).update(
        guest_email=Case(is_guest, default=Value("")),
        guest_full_name=Case(When(user=None, then=Value(NOBODY)), default=Value("")),
        guest_phone="",
        buyer_timezone="",
        card_brand="",
        card_last4="",
        checkout_key="",
        client_secret_hash="",
    )


class Kept(NamedTuple):
    what: str
    rows: QuerySet[Any]
    # When its time begins, and how long it lasts, as PostgreSQL writes it.
    since: str
    after: str
    forget: Callable[[QuerySet[Any]], object] = _delete
    then: str = "deleted"

    def apply(self) -> None:
        lasts = Cast(Value(self.after, CharField()), DurationField())
        for batch in batches_of(self.rows.filter(**{f"{self.since}__lt": Now() - lasts})):
            self.forget(batch)


_SENT = (
    Message.objects.exclude(status=MessageStatus.PENDING)
    .exclude(content="")
    .alias(ended_at=Coalesce("sent_at", "created_at"))
)
_FROM_THE_TEAM = Q(category="CUSTOM") | Q(category="ANSWER") | Q(dedupe_key__startswith="batch:")
_WITHOUT_WORDS = _update(content="", html="", attachments=[], sealed_link="")
# Nothing was paid, nothing moved, and no one has to look at it any more.
_UNPAID = Purchase.objects.filter(
    state=PurchaseState.FAILED, completed_at=None, refunds=None
).exclude(breaks__resolved_at=None, breaks__isnull=False)
_WITH_PERSON = ~Q(guest_email__in=["", NOBODYS_ADDRESS]) | ~Q(guest_phone="") | ~Q(checkout_key="")
_REMOVED = Q(state=WaitingState.REMOVED)

RETENTION = (
    Kept("sessions past their 30 days", Session.objects.all(), "expire_date", "0 days"),
    # A job looks at each within seconds: what is still there was left by a failure.
    Kept("requests for an email", EmailRequest.objects.all(), "created_at", "7 days"),
    # A code works for minutes; wrong tries are counted over a day.
    Kept("sign-in codes, and wrong tries", SignInCode.objects.all(), "created_at", "1 day"),
    Kept(
        "audit entries", AuditEntry.objects.all(), "created_at", "24 months", _delete_audit_entries
    ),
    Kept("Zoom's events", MeetingEvent.objects.all(), "received_at", "30 days"),
    # What the site writes by itself can be told again from what it is about.
    Kept(
        "automatic messages",
        _SENT.exclude(_FROM_THE_TEAM),
        "ended_at",
        "30 days",
        _WITHOUT_WORDS,
        "words removed",
    ),
    Kept(
        "messages of the team",
        _SENT.filter(_FROM_THE_TEAM),
        "ended_at",
        "12 months",
        _WITHOUT_WORDS,
        "words removed",
    ),
    Kept(
        "who was left out of a message to attendees",
        MessageBatch.objects.exclude(left_out=[]),
        "created_at",
        "12 months",
        _update(left_out=[]),
        "names removed",
    ),
    Kept(
        "whom a message to attendees was for",
        MessageBatch.objects.filter(only_to__isnull=False).exclude(only_to=[]),
        "created_at",
        "12 months",
        _update(only_to=[]),
        "addresses removed",
    ),
    Kept("contact messages", ContactMessage.objects.all(), "created_at", "12 months"),
    Kept(
        "purchases never paid",
        _UNPAID.filter(_WITH_PERSON),
        "state_since",
        "30 days",
        _remove_person,
        "person removed",
    ),
    # A hashed network guards holds and cards for hours.
    Kept(
        "networks of buyers",
        Purchase.objects.exclude(network_key=""),
        "created_at",
        "30 days",
        _update(network_key=""),
        "hash removed",
    ),
    Kept(
        "offers of a seat that are over",
        HandOver.objects.filter(state=HandOverState.OFFERED),
        "expires_at",
        "0 days",
        lambda offers: end_offers(offers, HandOverState.VOID),
        "name and address removed",
    ),
    Kept(
        "invitations that are over",
        AccountInvitation.objects.filter(status=InvitationStatus.SENT),
        "expires_at",
        "0 days",
        _update(status=InvitationStatus.EXPIRED),
        "called expired",
    ),
    Kept(
        "people off the waiting list",
        WaitingEntry.objects.exclude(_REMOVED),
        "ended_at",
        "90 days",
    ),
    # They must not be picked again while the class is to come.
    Kept(
        "people whom the desk took off it",
        WaitingEntry.objects.filter(_REMOVED),
        "ended_at",
        "12 months",
    ),
    Kept(
        "Stripe's events, once handled",
        StripeEvent.objects.exclude(handled_at=None),
        "received_at",
        "90 days",
    ),
    Kept("notes", DeskNote.objects.all(), "created_at", "24 months"),
    Kept(
        "notes on purchases never paid",
        DeskNote.objects.filter(purchase__state=PurchaseState.FAILED, purchase__completed_at=None),
        "purchase__state_since",
        "30 days",
    ),
    Kept("bulk acts", BulkAct.objects.all(), "created_at", "30 days"),
)


@job(every="51 3 * * *")
def forget_old_data(timestamp: int) -> None:
    """One job for each row of the table: one that fails keeps no other waiting."""
    enqueue_many(forget, [{"what": kept.what} for kept in RETENTION])


@job()
def forget(what: str) -> None:
    next(kept for kept in RETENTION if kept.what == what).apply()
