"""Telling the provider where a purchase's seats are now, so that a restore seats people there."""

import contextlib

from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import UNTIL_DONE, job
from frontrow.integrations import stripe
from frontrow.sales.ledger.payment_notes import seat_notes
from frontrow.sales.models import Purchase


@job(attempts=UNTIL_DONE)
def tell_provider_of_seats(purchase_id: int) -> None:
    """What is true when it runs: of two changes the later job says the same again."""
    purchase = Purchase.objects.get(pk=purchase_id)
    intent = purchase.stripe_payment_intent_id
    if not intent:
        return
    notes = seat_notes(purchase=purchase)
    crash_point("notes.before_provider")
    # What the provider does not know any more cannot be rebuilt from it either.
    with contextlib.suppress(stripe.StateMoved):
        stripe.change_notes(payment_intent_id=intent, notes=notes)
    crash_point("notes.after_provider")
