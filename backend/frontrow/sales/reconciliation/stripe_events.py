"""Webhooks of the payment provider: stored once, acknowledged at once, handled by a job.

An event is only a hint. It can be late, repeated, out of order or lost, so the payment is read from
the provider each time.
"""

import time

from django.db import connection, transaction
from django.db.models.functions import Now

from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import enqueue, job
from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Event
from frontrow.sales.checkout.card_testing import DECLINED, note_decline
from frontrow.sales.models import EventCursor, Purchase, StripeEvent
from frontrow.sales.reconciliation.provider_list import adopt
from frontrow.sales.settlement.settling import settle

# Event types that are handled. The others are only stored, because there is one for every address
# that is typed into the checkout.
TELLING = {
    DECLINED,
    "payment_intent.amount_capturable_updated",
    "payment_intent.succeeded",
    "payment_intent.canceled",
    "charge.refunded",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
}
CURSOR = "stripe"
OVERLAP_SECONDS = 10 * 60
READ_AT_FIRST_SECONDS = 24 * 60 * 60
_STORE = """
INSERT INTO stripe_events (id, type, object_id, handled_at)
VALUES (%s, %s, %s, CASE WHEN %s THEN NULL ELSE now() END)
ON CONFLICT (id) DO UPDATE SET type = EXCLUDED.type
RETURNING handled_at IS NULL
"""


def receive_event(*, body: bytes, signature: str) -> None:
    """Store the event and queue its handling. An unhandled duplicate is queued again."""
    event = stripe.read_event(body=body, signature=signature)
    crash_point("event.before_insert")
    _store(event)


@job(every="*/2 * * * *")
def follow_event_list(timestamp: int) -> None:
    """Every two minutes: store events on the provider's list that no webhook delivered.

    Reading starts a little before the last position, because events may be listed out of order.
    Known events are skipped. The position is stored after the events.
    """
    cursor, _ = EventCursor.objects.get_or_create(
        name=CURSOR, defaults={"position": int(time.time()) - READ_AT_FIRST_SECONDS}
    )
    events = list(stripe.events_since(cursor.position - OVERLAP_SECONDS, kinds=sorted(TELLING)))
    known = set(
        StripeEvent.objects.filter(pk__in=[event.id for event in events])
        .exclude(handled_at=None)
        .values_list("pk", flat=True)
    )
    for event in reversed(events):
        if event.id not in known:
            _store(event)
    newest = max((event.happened_at for event in events), default=cursor.position)
    cursor.position = max(newest, cursor.position)
    cursor.save()


@transaction.atomic
def _store(event: Event) -> None:
    with connection.cursor() as cursor:
        telling = event.type in TELLING
        cursor.execute(_STORE, [event.id, event.type, event.payment_intent_id, telling])
        (is_open,) = cursor.fetchone()
    if is_open:
        enqueue(handle_event, event_id=event.id, once=f"event:{event.id}")


@job(longest_wait=30)
def handle_event(event_id: str) -> None:
    event = StripeEvent.objects.filter(pk=event_id, handled_at=None).first()
    if event is None:
        return
    crash_point("event.in_job")
    if event.object_id:
        purchase = Purchase.objects.filter(stripe_payment_intent_id=event.object_id).first()
        if purchase is None:
            payment = stripe.read_payment(event.object_id)
            purchase = adopt(payment) if payment else None
        if purchase is not None and event.type == DECLINED:
            note_decline(purchase=purchase)
        elif purchase is not None:
            settle(purchase=purchase)
    crash_point("event.before_handled")
    StripeEvent.objects.filter(pk=event_id).update(handled_at=Now())
