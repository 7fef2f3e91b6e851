"""Ends offers to transfer a seat. An ended offer doesn't keep the recipient's name and address."""

from django.db.models import QuerySet

from frontrow.sales.models import HandOver, HandOverState


def end_offers(offers: QuerySet[HandOver], state: HandOverState) -> None:
    """End the open ones, in the caller's transaction."""
    offers.filter(state=HandOverState.OFFERED).update(state=state, to_email="", to_name="")
