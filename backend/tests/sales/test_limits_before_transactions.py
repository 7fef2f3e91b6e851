"""On the path of a purchase no limit is asked while a transaction is open: Redis may be slow."""

from collections.abc import Callable

import pytest
from django.db import connection

from frontrow.core.rate_limit import Limit
from tests.factories import make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper
from tests.sales.free import Guest, free_class
from tests.sales.waiting import free_one, full_class, join, serve, session, token_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """The limits that were asked, each with whether a transaction was open."""
    found: dict[str, bool] = {}
    ask: Callable[..., None] = Limit._ask

    def watched(limit: Limit, key: str, *, counts: bool) -> None:
        found[limit.scope] = found.get(limit.scope, False) or connection.in_atomic_block
        ask(limit, key, counts=counts)

    monkeypatch.setattr(Limit, "_ask", watched)
    return found


def test_buying_asks_no_limit_in_a_transaction(
    stripe_server: StripeServer, asked: dict[str, bool]
) -> None:
    shopper = Shopper(stripe_server)
    refused = shopper.ask_session(bootcamp=make_bootcamp().pk, code="UNKNOWN")
    assert refused.json()["code"] == "code_refused"
    shopper.buy(bootcamp=make_bootcamp().pk)
    assert {"payment sessions", "unknown codes"} <= asked.keys()
    assert [scope for scope, was_open in asked.items() if was_open] == []


def test_paying_for_an_offered_seat_asks_none(
    stripe_server: StripeServer, asked: dict[str, bool]
) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    asked.clear()
    assert session(Shopper(stripe_server), token_of(entry)).status_code == 200
    assert "payment sessions" in asked
    assert [scope for scope, was_open in asked.items() if was_open] == []


def test_ordering_a_free_seat_asks_none(asked: dict[str, bool]) -> None:
    assert Guest().ask(free_class()).status_code == 200
    assert Guest().ask(free_class(), code="UNKNOWN").status_code == 409
    assert {"free seat emails", "unknown codes"} <= asked.keys()
    assert [scope for scope, was_open in asked.items() if was_open] == []
