"""Unsubscribe endpoints for people and for their mail programs."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import urlencode

from frontrow.accounts.gates import anyone
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.messaging import unsubscribe as leaving
from frontrow.messaging.schemas import SubscriptionOut, UnsubscribeKeyIn

router = Router(tags=["messages"])

CLICKS = LimitedBy(Limit(scope="unsubscribe calls", count=60, per=timedelta(minutes=1)))


@router.post("/unsubscribe/look", response=SubscriptionOut, auth=anyone, throttle=[CLICKS])
def look_at_subscription(request: HttpRequest, payload: UnsubscribeKeyIn) -> SubscriptionOut:
    address = leaving.address_of(key=payload.key)
    return SubscriptionOut(
        address=address, is_unsubscribed=leaving.is_unsubscribed(address=address)
    )


@router.post("/unsubscribe", response=SubscriptionOut, auth=anyone, throttle=[CLICKS])
def unsubscribe(request: HttpRequest, payload: UnsubscribeKeyIn) -> SubscriptionOut:
    return SubscriptionOut(address=leaving.unsubscribe(key=payload.key), is_unsubscribed=True)


@router.post("/unsubscribe/undo", response=SubscriptionOut, auth=anyone, throttle=[CLICKS])
def subscribe_again(request: HttpRequest, payload: UnsubscribeKeyIn) -> SubscriptionOut:
    return SubscriptionOut(address=leaving.subscribe_again(key=payload.key), is_unsubscribed=False)


# Mail programs post a form here. Programs that only open links are redirected to the page.
@router.post("/webhooks/unsubscribe", response=SubscriptionOut, auth=anyone, throttle=[CLICKS])
def unsubscribe_in_one_click(request: HttpRequest, key: str) -> SubscriptionOut:
    return SubscriptionOut(address=leaving.unsubscribe(key=key), is_unsubscribed=True)


@router.get("/webhooks/unsubscribe", response={302: None}, auth=anyone)
def open_unsubscribe_page(request: HttpRequest, key: str) -> HttpResponse:
    return HttpResponseRedirect(f"/unsubscribe#{urlencode({'key': key})}")
