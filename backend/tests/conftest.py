"""What every test has: ground of its own, clean rate limits, and vendors for those who ask."""

import contextlib
import functools
import gc
import itertools
import logging
import os
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.db import connections
from django.test import Client, TransactionTestCase
from pydantic import SecretStr
from pytest_django import DjangoDbBlocker, Settings
from standins import twilio

from frontrow.core import rate_limit
from frontrow.core.json_logs import logging_settings
from frontrow.integrations import storage as file_storage
from frontrow.integrations import stripe as payment_provider
from frontrow.integrations import zoom as meeting_provider
from tests import ground, vendor_calls
from tests.fakes.storage import StorageServer, running_storage
from tests.fakes.stripe import StripeServer, running_stripe
from tests.fakes.twilio import TwilioServer, running_twilio
from tests.fakes.zoom import ZoomServer, running_zoom, settings_for
from tests.sizes import HAS_EVERY_TIER

# A deadline for each made-up example would be a wall clock in tests that assert something else.
hypothesis.settings.register_profile("frontrow", deadline=None)
hypothesis.settings.load_profile("frontrow")


def pytest_configure(config: pytest.Config) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        servers = contextlib.ExitStack()
        servers.enter_context(ground.running_ground())
        config.add_cleanup(servers.close)
    ground.stand_on_ground()
    # Committing tests are followed by this instead of Django's flush.
    TransactionTestCase._fixture_teardown = lambda self: ground.empty_database()  # type: ignore[attr-defined]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("timing"):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.get_closest_marker("proof") and not HAS_EVERY_TIER:
            item.add_marker(pytest.mark.skip(reason="in the nightly proof: PROOF=1"))
    if "PYTEST_XDIST_WORKER" in os.environ:
        items[:] = _busy_beside_waiting(items)


def pytest_collection_finish() -> None:
    """What was loaded for the run stays for the run: looking through it for garbage again and
    again was a seventh of all work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def _busy_beside_waiting(items: list[pytest.Item]) -> list[pytest.Item]:
    """Files of either kind in turn: slow tests mostly wait, and leave the cores to the others."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    # Who asks for more time than the others is begun first, or in the end all wait for it.
    longest = [file for file in files.values() if _any_says("timeout", file)]
    slow = [file for file in files.values() if _any_says("slow", file) and file not in longest]
    quick = [file for file in files.values() if file not in slow and file not in longest]
    turns = itertools.chain.from_iterable(itertools.zip_longest(slow, quick, fillvalue=[]))
    return list(itertools.chain.from_iterable([*longest, *turns]))


def _any_says(marker: str, file: list[pytest.Item]) -> bool:
    return any(item.get_closest_marker(marker) for item in file)


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A copy of the migrated database instead of migrations; it goes with its server."""
    ground.create_database()
    yield
    with django_db_blocker.unblock():
        connections.close_all()


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> Iterator[None]:
    rate_limit._shared.cache_clear()
    rate_limit._local.cache_clear()
    yield
    ground.forget_limits()


@pytest.fixture(autouse=True)
def calls_inside_transactions() -> Iterator[list[str]]:
    """Fails a test in which a vendor is called while a transaction is open."""
    with pytest.MonkeyPatch.context() as patch, vendor_calls.noticed(patch) as calls:
        yield calls
    assert calls == [], "a vendor was called inside a transaction"


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
    # Making one only to close it would cost more than most tests that never call.
    if meeting_provider.client.cache_info().currsize:
        meeting_provider.client().close()
        meeting_provider.client.cache_clear()


@pytest.fixture(scope="session")
def storage_client() -> Callable[..., Any]:
    """Making one costs more than most tests that use it, so it is made once per test process."""
    return functools.cache(file_storage.client.__wrapped__)


@pytest.fixture
def storage_server(
    shared_storage: StorageServer,
    storage_client: Callable[..., Any],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> StorageServer:
    """Object storage as our code sees it, with nothing in it."""
    shared_storage.reset()
    settings.ENV = settings.ENV.model_copy(update=shared_storage.settings)
    monkeypatch.setattr(file_storage, "client", storage_client)
    return shared_storage


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
