"""What histories of a purchase need around them, and a class that falls out."""

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import Purchase
from tests.factories import from_now, make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sales.changing import an_operator
from tests.sales.histories import Surroundings
from tests.sales.history_deaths import armed


@pytest.fixture
def around(stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch) -> Surroundings:
    return Surroundings(
        server=stripe_server, death=armed(monkeypatch), buyer=make_user(), desk=an_operator()
    )


@pytest.fixture
def operator() -> Client:
    return an_operator()


@pytest.fixture
def lost() -> Bootcamp:
    return make_bootcamp(name="The Class", starts_at=from_now(days=10), max_seats=5)


@pytest.fixture
def other() -> Bootcamp:
    return make_bootcamp(name="The Class", starts_at=from_now(days=30), max_seats=2)


@pytest.fixture
def bought(stripe_server: StripeServer, lost: Bootcamp) -> Purchase:
    purchase = Shopper(stripe_server).buy(bootcamp=lost.pk)
    run_jobs()
    return purchase
