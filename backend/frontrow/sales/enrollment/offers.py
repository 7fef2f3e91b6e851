"""Ending offers of a seat: what is over no longer knows whom it was for."""

from django.db.models import QuerySet

from frontrow.sales.models import HandOver, HandOverState


def end_offers(offers: QuerySet[HandOver], state: HandOverState) -> None:
    """Those that are open, in the caller's transaction."""
    offers.filter(state=HandOverState.OFFERED).update(state=state, to_email="", to_name="")
