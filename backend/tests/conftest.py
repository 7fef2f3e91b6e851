"""What every test stands on: clean rate limits, empty job tables, and vendors for those who ask."""

import logging
from collections.abc import Iterator
from io import StringIO

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.test import Client
from pydantic import SecretStr
from pytest_django import Settings
from standins import twilio

from frontrow.core import rate_limit
from frontrow.core.json_logs import logging_settings
from frontrow.integrations import storage as file_storage
from frontrow.integrations import stripe as payment_provider
from frontrow.integrations import zoom as meeting_provider
from tests.fakes.storage import StorageServer, running_storage
from tests.fakes.stripe import StripeServer, running_stripe
from tests.fakes.twilio import TwilioServer, running_twilio
from tests.fakes.zoom import ZoomServer, running_zoom, settings_for


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> Iterator[None]:
    rate_limit._shared.cache_clear()
    rate_limit._local.cache_clear()
    yield
    store = redis.Redis.from_url(settings.REDIS_URL)
    store.flushdb()
    store.close()


@pytest.fixture(autouse=True)
def empty_job_tables(request: pytest.FixtureRequest) -> Iterator[None]:
    """Django's flush after a committing test leaves Procrastinate's tables as they are."""
    yield
    marker = request.node.get_closest_marker("django_db")
    if marker and marker.kwargs.get("transaction"):
        # The database is open to us only while pytest-django's fixture is.
        request.getfixturevalue("django_db_blocker").unblock()
        with connection.cursor() as cursor:
            cursor.execute(
                "TRUNCATE procrastinate_jobs, procrastinate_workers, procrastinate_periodic_defers"
                " RESTART IDENTITY CASCADE"
            )
        connection.close()
        request.getfixturevalue("django_db_blocker").restore()


@pytest.fixture
def client() -> Client:
    """A browser on our own site."""
    return Client(headers={"Sec-Fetch-Site": "same-origin"})


@pytest.fixture(scope="session")
def shared_stripe() -> Iterator[StripeServer]:
    """One per test process, each on a port of its own."""
    with running_stripe() as server:
        yield server


@pytest.fixture
def stripe_server(shared_stripe: StripeServer, settings: Settings) -> Iterator[StripeServer]:
    """Stripe as our code sees it, with no history. Its events are held until a test wants them."""
    shared_stripe.reset()
    shared_stripe.webhooks(None)
    settings.ENV = settings.ENV.model_copy(update={"STRIPE_STAND_IN_URL": shared_stripe.url})
    payment_provider.client.cache_clear()
    yield shared_stripe
    payment_provider.client.cache_clear()
    # Nothing may still be on its way when the next test begins.
    shared_stripe.reset()


@pytest.fixture
def twilio_server(settings: Settings) -> Iterator[TwilioServer]:
    """Twilio as our code sees it, with no history."""
    with running_twilio() as server:
        settings.ENV = settings.ENV.model_copy(
            update={
                "TWILIO_ACCOUNT_SID": twilio.ACCOUNT,
                "TWILIO_AUTH_TOKEN": SecretStr(twilio.TOKEN),
                "TWILIO_FROM": twilio.NUMBER,
                "TWILIO_STAND_IN_URL": server.url,
            }
        )
        yield server


@pytest.fixture(scope="session")
def shared_zoom() -> Iterator[ZoomServer]:
    with running_zoom() as server:
        yield server


@pytest.fixture(scope="session")
def shared_storage() -> Iterator[StorageServer]:
    """One per test process, each on a port of its own."""
    with running_storage() as server:
        yield server


@pytest.fixture
def zoom_server(shared_zoom: ZoomServer, settings: Settings) -> Iterator[ZoomServer]:
    """Zoom as our code sees it, with no meetings; without it, meetings are pasted by hand."""
    shared_zoom.reset()
    settings.ENV = settings.ENV.model_copy(update=settings_for(shared_zoom.url))
    yield shared_zoom
    meeting_provider.client().close()
    meeting_provider.client.cache_clear()


@pytest.fixture
def storage_server(shared_storage: StorageServer, settings: Settings) -> Iterator[StorageServer]:
    """Object storage as our code sees it, with nothing in it."""
    shared_storage.reset()
    settings.ENV = settings.ENV.model_copy(update=shared_storage.settings)
    file_storage.client.cache_clear()
    yield shared_storage
    file_storage.client.cache_clear()


@pytest.fixture
def log_lines() -> Iterator[StringIO]:
    """Every line, as production writes it, at its most talkative level."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    logging_settings(level="DEBUG", as_json=True)
    [handler] = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    written = StringIO()
    handler.setStream(written)
    logging.getLogger("django.db.backends").setLevel(logging.INFO)
    yield written
    root.handlers = handlers
    root.setLevel(level)
