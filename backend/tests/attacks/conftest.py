"""One world per file of attacks: it is made once, and every attack on it is undone."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
import redis
from django.conf import settings
from django.test.utils import override_settings
from pydantic import SecretStr
from pytest_django import DjangoDbBlocker
from standins import twilio

from frontrow.integrations import storage as file_storage
from frontrow.integrations import stripe as payment_provider
from frontrow.integrations import zoom as meeting_provider
from tests.attacks.world import World, make_world
from tests.fakes.storage import StorageServer
from tests.fakes.stripe import StripeServer
from tests.fakes.twilio import running_twilio
from tests.fakes.zoom import ZoomServer, settings_for
from tests.rolled_back import rolled_back

DAY = 24 * 60 * 60


@pytest.fixture(scope="module")
def vendors(
    shared_stripe: StripeServer, shared_zoom: ZoomServer, shared_storage: StorageServer
) -> Iterator[StripeServer]:
    """All of them at once, as our code sees them."""
    shared_stripe.reset()
    shared_stripe.webhooks(None)
    shared_zoom.reset()
    shared_storage.reset()
    with running_twilio() as texts:
        given = (
            settings_for(shared_zoom.url)
            | shared_storage.settings
            | {
                "STRIPE_STAND_IN_URL": shared_stripe.url,
                "TWILIO_ACCOUNT_SID": twilio.ACCOUNT,
                "TWILIO_AUTH_TOKEN": SecretStr(twilio.TOKEN),
                "TWILIO_FROM": twilio.NUMBER,
                "TWILIO_STAND_IN_URL": texts.url,
            }
        )
        with override_settings(ENV=settings.ENV.model_copy(update=given)):
            _forget_clients()
            yield shared_stripe
            meeting_provider.client().close()
    _forget_clients()


def _forget_clients() -> None:
    payment_provider.client.cache_clear()
    file_storage.client.cache_clear()
    meeting_provider.client.cache_clear()


@pytest.fixture(scope="module")
def long_patience() -> Iterator[None]:
    """Whoever had just proven who they are has, however long the attack takes.

    Without it a long run is refused for its age, and never meets what lies behind.
    """
    with (
        override_settings(ACCOUNT_REAUTHENTICATION_TIMEOUT=DAY),
        patch("frontrow.accounts.impersonation.LASTS_SECONDS", DAY),
    ):
        yield


@pytest.fixture(scope="module")
def world(
    vendors: StripeServer,
    long_patience: None,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[World]:
    with django_db_blocker.unblock(), rolled_back():
        yield make_world(vendors)


@pytest.fixture(scope="module")
def limits() -> Iterator[redis.Redis]:
    """Where rate limits count: emptied before each call, so that none hides what lies behind it."""
    store = redis.Redis.from_url(settings.REDIS_URL)
    yield store
    store.close()
