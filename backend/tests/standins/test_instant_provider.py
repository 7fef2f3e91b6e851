"""The provider that the bench measures with answers in shapes that our code reads."""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as told
from pytest_django import Settings

from frontrow.integrations import stripe
from tests.faults.processes import LOOPBACK, Process, free_port, wait_until

INTENT = "pi_bench_7_99500"


@pytest.fixture
def provider(settings: Settings, tmp_path: Path) -> Iterator[None]:
    port = free_port()
    env = os.environ | {"PYTHONPATH": str(told.BASE_DIR), "BENCH_SITE": "testserver"}
    command = [sys.executable, "-m", "bench.instant_provider", str(port)]
    with Process(*command, env=env, log=tmp_path / "provider.log"):
        wait_until(lambda: _listens(port), what="the provider listens")
        settings.ENV = told.ENV.model_copy(
            update={"STRIPE_STAND_IN_URL": f"http://{LOOPBACK}:{port}"}
        )
        stripe.client.cache_clear()
        yield
    stripe.client.cache_clear()


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex((LOOPBACK, port)) == 0


@pytest.mark.usefixtures("provider")
def test_a_payment_is_read_confirmed_and_captured() -> None:
    assert list(stripe.payments_since(0)) == []
    assert list(stripe.events_since(0, kinds=["charge.refunded"])) == []
    opened = stripe.read_payment(INTENT)
    assert opened is not None
    assert (opened.purchase_id, opened.status) == (7, "requires_payment_method")
    stripe.client().v1.payment_intents.confirm(INTENT)
    held = stripe.read_payment(INTENT)
    assert held is not None
    assert held.status == "requires_capture"
    assert stripe.capture_payment(INTENT).status == "succeeded"


@pytest.mark.usefixtures("provider")
def test_a_payment_is_called_off_and_the_list_is_empty() -> None:
    assert stripe.cancel_payment(INTENT).status == "canceled"
    assert list(stripe.payments_since(0)) == []
