"""Writes a purchase's current seats to the payment's metadata, for a rebuild after a restore."""

import contextlib

from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import UNTIL_DONE, job
from frontrow.integrations import stripe
from frontrow.sales.ledger.payment_notes import seat_notes
from frontrow.sales.models import Purchase


@job(attempts=UNTIL_DONE)
def tell_provider_of_seats(purchase_id: int) -> None:
    """Write the current state when the job runs. Of two changes the later job repeats it."""
    purchase = Purchase.objects.get(pk=purchase_id)
    intent = purchase.stripe_payment_intent_id
    if not intent:
        return
    notes = seat_notes(purchase=purchase)
    crash_point("notes.before_provider")
    # A payment that the provider no longer has can't be rebuilt either.
    with contextlib.suppress(stripe.StateMoved):
        stripe.change_notes(payment_intent_id=intent, notes=notes)
    crash_point("notes.after_provider")
