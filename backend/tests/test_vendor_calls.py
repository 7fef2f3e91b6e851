"""A call to a vendor inside a transaction is found, and one outside is not."""

import contextlib
import smtplib
from collections.abc import Callable

import pytest
from django.core.mail import send_mail
from django.db import connection, transaction

from frontrow.integrations import sms, storage, stripe, zoom

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("stripe_server", "twilio_server", "zoom_server", "storage_server"),
]


def speak_smtp() -> None:
    with contextlib.suppress(smtplib.SMTPServerDisconnected):
        smtplib.SMTP().sendmail("a@example.test", ["b@example.test"], "Text")


CALLS: dict[str, Callable[[], object]] = {
    "Stripe": lambda: stripe.read_payment("pi_unknown"),
    "Twilio": lambda: sms.send(to="+15550100199", text="Hello", receipts_to="https://a.test"),
    "Zoom": lambda: zoom.read_meeting("85000000000"),
    "S3": lambda: storage.find("nothing"),
    "SMTP": speak_smtp,
    "outbox": lambda: send_mail("Hello", "Text", "a@example.test", ["b@example.test"]),
}


@pytest.mark.parametrize("vendor", CALLS)
def test_control_a_call_inside_a_transaction_is_found(
    vendor: str, calls_inside_transactions: list[str]
) -> None:
    # The transaction that the test framework opened around this test does not count.
    assert connection.in_atomic_block
    CALLS[vendor]()
    assert calls_inside_transactions == []
    with transaction.atomic():
        CALLS[vendor]()
    assert calls_inside_transactions != []
    calls_inside_transactions.clear()


@pytest.mark.django_db(transaction=True)
def test_control_a_call_in_a_test_that_commits_is_found(
    calls_inside_transactions: list[str],
) -> None:
    assert not connection.in_atomic_block
    CALLS["Stripe"]()
    assert calls_inside_transactions == []
    with transaction.atomic():
        CALLS["Stripe"]()
    [call] = calls_inside_transactions
    assert call.startswith("HTTPAdapter.send from integrations/stripe.py")
    calls_inside_transactions.clear()
