"""Purchases that a restored backup does not have."""

from django.db import connection

from frontrow.coaching.models import CoachingSession
from frontrow.messaging.models import Message
from frontrow.sales.models import AccountInvitation, Movement, Purchase, Refund
from tests.factories import seats_of


def lose(*purchases: Purchase) -> None:
    """As a restored backup knows them: not at all, and the next one would get their number."""
    numbers = [purchase.pk for purchase in purchases]
    seats_of(*purchases).update(enrollment_id=None, held_until=None)
    for model in (CoachingSession, Refund, Movement, Message):
        model.objects.filter(purchase_id__in=numbers).delete()
    AccountInvitation.objects.filter(purchase_ids__overlap=numbers).delete()
    Purchase.objects.filter(pk__in=numbers).delete()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs")
        cursor.execute("SELECT setval('purchases_id_seq', %s, false)", [min(numbers)])
