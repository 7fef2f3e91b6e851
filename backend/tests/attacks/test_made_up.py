"""Made-up carts and signed nonsense: nothing is cheaper than it is, and nothing breaks."""

import itertools
import json
import re
import time
from decimal import Decimal
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from standins.twilio import TOKEN
from twilio.request_validator import RequestValidator

from frontrow.messaging.models import Suppression
from frontrow.sales.models import Purchase, StripeEvent
from tests.attacks.fuzzing import targets
from tests.callers import caller, person
from tests.factories import make_bootcamp, make_bundle
from tests.fakes import stripe as payments
from tests.fakes import zoom as meetings
from tests.fakes.stripe import StripeServer
from tests.fakes.twilio import TwilioServer
from tests.fakes.zoom import ZoomServer
from tests.operations import Listed, operations
from tests.rolled_back import rolled_back
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db

MADE_UP = hypothesis_settings(
    max_examples=60,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
PRICES = st.decimals(min_value=Decimal("0.50"), max_value=Decimal(99_999), places=2)
TAMPERED: Any = st.fixed_dictionaries(
    {},
    optional={
        "amount": st.integers(),
        "price": st.text(),
        "totalAmount": st.decimals(allow_nan=False, places=2).map(str),
        "currency": st.just("jpy"),
        "bootcampIds": st.lists(st.integers(min_value=-3, max_value=0), min_size=1, max_size=3),
    },
)
_networks = itertools.count(1)
NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(price=PRICES, cheaper=PRICES, wanted=st.sampled_from(["one", "all"]), more=TAMPERED)
@MADE_UP
def buy(stripe: StripeServer, price: Decimal, cheaper: Decimal, wanted: str, more: Any) -> None:
    stripe.reset()
    with rolled_back():
        first, second = make_bootcamp(price=price), make_bootcamp(price=cheaper)
        bundle = make_bundle(bootcamps=[first, second], price=min(price, cheaper))
        chosen: Any = {"bootcamp": first.pk} if wanted == "one" else {"bundle": bundle.pk}
        # Each from a network of its own: how often one may ask is tested elsewhere.
        network = f"2001:db8:{next(_networks):x}::1"
        answer = Shopper(stripe, address=network).ask_session(**chosen, **more)
        if more:
            # Nothing named here is a bootcamp, and nothing else is asked for.
            assert answer.status_code in {404, 409, 422}, answer.content
            assert (Purchase.objects.count(), stripe.requests()) == (0, [])
        else:
            asked = stripe.intent(answer.json()["paymentIntentId"])["amount"]
            assert asked == (price if wanted == "one" else bundle.price) * 100


def test_whatever_is_sent_the_provider_is_told_our_price(stripe_server: StripeServer) -> None:
    buy(stripe_server)


@given(
    kind=st.sampled_from(["payment_intent.succeeded", "charge.refunded", "charge.dispute.created"]),
    about=NONSENSE,
    around=st.dictionaries(st.sampled_from(["id", "type", "data", "created"]), NONSENSE),
)
@MADE_UP
def tell_of_payments(client: Client, kind: str, about: Any, around: Any) -> None:
    event = {"id": "evt_1", "object": "event", "type": kind, "data": {"object": about}} | around
    body = json.dumps(event).encode()
    signed = payments.signature(body, at=int(time.time()))
    with rolled_back():
        answer = client.post(
            payments.WEBHOOK_PATH,
            body,
            content_type="application/json",
            headers={"Stripe-Signature": signed},
        )
        assert answer.status_code in {200, 400, 422}, (event, answer.content)
        assert StripeEvent.objects.count() <= (answer.status_code == 200)


def test_a_signed_event_that_makes_no_sense_breaks_nothing(
    client: Client, stripe_server: StripeServer
) -> None:
    client.raise_request_exception = False
    tell_of_payments(client)


@given(
    kind=st.sampled_from(
        [
            "meeting.ended",
            "meeting.participant_joined",
            "recording.completed",
            "endpoint.url_validation",
        ]
    ),
    about=NONSENSE,
    around=st.dictionaries(st.sampled_from(["event", "payload", "event_ts"]), NONSENSE),
)
@MADE_UP
def tell_of_meetings(client: Client, kind: str, about: Any, around: Any) -> None:
    event = {"event": kind, "payload": {"object": about}} | around
    with rolled_back():
        answer = meetings.post_event(client, event)
        assert answer.status_code in {200, 400, 422}, (event, answer.content)


def test_a_signed_meeting_event_that_makes_no_sense_breaks_nothing(
    client: Client, zoom_server: ZoomServer
) -> None:
    client.raise_request_exception = False
    tell_of_meetings(client)


@given(
    path=st.sampled_from(["reply", "receipt?message=1"]),
    words=st.dictionaries(
        st.sampled_from(["From", "Body", "To", "MessageSid", "MessageStatus", "ErrorCode"]),
        st.text(st.characters(exclude_categories=["Cs"])) | st.just("STOP"),
    ),
)
@MADE_UP
def reply_by_text(client: Client, path: str, words: dict[str, str]) -> None:
    url = f"{settings.SITE_URL}/api/webhooks/twilio/{path}"
    signed = RequestValidator(TOKEN).compute_signature(url, words)
    with rolled_back():
        answer = client.post(
            f"/api/webhooks/twilio/{path}", words, headers={"X-Twilio-Signature": signed}
        )
        assert answer.status_code in {200, 204, 403, 404, 422}, (words, answer.content)
        assert Suppression.objects.count() <= ("From" in words)


def test_a_signed_text_that_makes_no_sense_breaks_nothing(
    client: Client, twilio_server: TwilioServer
) -> None:
    client.raise_request_exception = False
    reply_by_text(client)


def documented() -> set[str]:
    return {target.name for target in targets()}


# Redirects and files: they are called by browsers and calendars, not by our pages' code.
HIDDEN = [item for item in operations() if item.name not in documented()]
ASKED = ["returnTo", "next", "search", "status", "sort", "direction", "page", "process"]


@given(
    item=st.sampled_from(HIDDEN),
    place=st.text(min_size=1) | st.integers().map(str),
    query=st.dictionaries(st.sampled_from(ASKED), st.text() | st.just("//evil.example.test")),
)
@MADE_UP
def open_hidden(clients: list[Client], item: Listed, place: str, query: dict[str, str]) -> None:
    filled = re.sub(r"\{\w+\}", lambda _: quote(place, safe=""), item.path)
    for client in clients:
        with rolled_back():
            answer = client.get(f"{filled}?{urlencode(query)}")
            assert answer.status_code < 500, (item.name, place, query)
            assert "evil.example.test" not in urlsplit(answer.headers.get("Location", "")).netloc


def test_what_the_document_leaves_out_holds_too() -> None:
    assert {item.method for item in HIDDEN} == {"GET"}
    person("target")
    clients = [caller("anonymous"), caller("owner")]
    for client in clients:
        client.raise_request_exception = False
    open_hidden(clients)
