"""Retention of people who did not buy, and of networks: docs/reference/privacy.md has the list."""

from datetime import timedelta

from django.db.models import Case, Q, Value, When
from django.db.models.functions import Now

from frontrow.core.batches import batches_of
from frontrow.core.jobs import job
from frontrow.sales.enrollment.offers import end_offers
from frontrow.sales.models import HandOver, HandOverState, Purchase, PurchaseState

UNPAID_KEPT_FOR = timedelta(days=30)
NETWORKS_KEPT_FOR = timedelta(days=30)
# A purchase without an account must name somebody. `.invalid` can never be written to.
NOBODY, NOBODYS_ADDRESS = "Removed", "removed@removed.invalid"


@job(every="57 3 * * *")
def forget_who_did_not_buy(timestamp: int) -> None:
    """Each night: purchases that came to nothing stay as numbers, without the person.

    One with money that went back and forth, or that somebody still has to look at, is kept whole.
    """
    at_rest = Purchase.objects.filter(
        state=PurchaseState.FAILED,
        completed_at=None,
        state_since__lt=Now() - UNPAID_KEPT_FOR,
        refunds=None,
    ).exclude(breaks__resolved_at=None, breaks__isnull=False)
    named = ~Q(guest_email__in=["", NOBODYS_ADDRESS]) | ~Q(guest_phone="") | ~Q(checkout_key="")
    is_guest = When(user=None, then=Value(NOBODYS_ADDRESS))
    for batch in batches_of(at_rest.filter(named)):
        # By id, because an update cannot look into other tables.
        ids = list(batch.values_list("pk", flat=True))
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


@job(every="58 3 * * *")
def forget_offers(timestamp: int) -> None:
    """Each night: whom a seat was offered to is forgotten when the offer's time is up."""
    end_offers(HandOver.objects.filter(expires_at__lte=Now()), HandOverState.VOID)


@job(every="59 3 * * *")
def forget_networks(timestamp: int) -> None:
    """Each night: a buyer's hashed network guards holds and cards for hours, and need not stay."""
    old = Purchase.objects.filter(created_at__lt=Now() - NETWORKS_KEPT_FOR).exclude(network_key="")
    for batch in batches_of(old):
        batch.update(network_key="")
