"""The evidence for a dispute: complete, bounded, and as a file."""

from datetime import UTC, datetime, timedelta

import pytest

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import now
from frontrow.messaging.models import Message, MessageStatus
from frontrow.sales.models import Enrollment, Purchase
from tests.backoffice.disputing import at_provider, disputed, send
from tests.catalogue.desk import Desk
from tests.factories import (
    CertificateFactory,
    DisputeFactory,
    MeetingRegistrantFactory,
    ResourceOpeningFactory,
    enrollment_of,
    make_bootcamp,
    make_message,
    make_purchase,
    make_resource,
    make_user,
)
from tests.fakes.stripe import StripeServer
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    sign_in_recently(desk.client, desk.admin)
    return desk


def test_the_evidence_tells_all_that_we_keep(desk: Desk) -> None:
    user = make_user(first_name="Ada", last_name="Lovelace", email="ada@example.test")
    bootcamp = make_bootcamp(
        starts_at=datetime(2026, 3, 5, 23, tzinfo=UTC), ends_at=datetime(2026, 3, 6, 2, tzinfo=UTC)
    )
    purchase = make_purchase(bootcamp=bootcamp, user=user)
    bought_at = datetime(2026, 3, 2, 17, tzinfo=UTC)
    Purchase.objects.update(
        completed_at=bought_at,
        terms_version="2026-11",
        terms_accepted_at=bought_at,
        policy_version="2026-11",
        card_brand="visa",
        card_last4="4242",
    )
    Enrollment.objects.update(attended_at=datetime(2026, 3, 5, 22, 58, tzinfo=UTC))
    MeetingRegistrantFactory.create(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase).pk)
    for title in ("Slides", "Recording"):
        ResourceOpeningFactory.create(
            user=user, resource=make_resource(bootcamp=bootcamp, title=title)
        )
    ResourceOpeningFactory.create(user=user, resource=make_resource(title="Of another class"))
    CertificateFactory.create(enrollment=enrollment_of(purchase), holder_name="Ada Lovelace")
    sent = {"purchase_id": purchase.pk, "status": MessageStatus.SENT, "sent_at": bought_at}
    make_message(subject="Confirmed", recipient=user.email, delivered_at=bought_at, **sent)
    make_message(subject="Tomorrow", recipient=user.email, fate="BOUNCED", **sent)
    make_message(subject="Payment disputed", category="DISPUTE", **sent)
    make_message(subject="Never left", purchase_id=purchase.pk, status=MessageStatus.FAILED)
    dispute = DisputeFactory.create(purchase=purchase)
    answer = desk.get(f"disputes/{dispute.pk}")
    assert answer["purchaseId"] == purchase.pk
    text = answer["evidence"]
    headings = [line.capitalize() for line in text.split("\n") if line.isupper()]
    assert headings == [
        "What was bought",
        "Customer",
        "Terms",
        "Refund policy",
        "Attendance",
        "Course material opened",
        "Emails sent",
        "Certificate of completion",
    ]
    for said in (
        f"Beginner Bootcamp, $995.00, receipt FR-{purchase.pk:06}.",
        "Paid on Mar 2, 2026, 12:00 PM EST with a Visa ending in 4242.",
        "- Beginner Bootcamp: Mar 5, 2026, 6:00 PM EST to Mar 5, 2026, 9:00 PM EST",
        "Name: Ada Lovelace\nEmail: ada@example.test\nHas an account with us.",
        "Version 2026-11 of our terms was accepted on Mar 2, 2026, 12:00 PM EST",
        "You get a full refund if you ask before your first session ends",
        "- Beginner Bootcamp: joined on Mar 5, 2026, 5:58 PM EST",
        "personal join link made on",
        ": Slides\n",
        ": Recording\n",
        "- Mar 2, 2026, 12:00 PM EST: Confirmed (to ada@example.test, delivered on Mar 2, 2026",
        "Tomorrow (to ada@example.test, bounced)",
        "to Ada Lovelace, code ",
    ):
        assert said in text
    for unsaid in ("Payment disputed", "Never left", "Of another class"):
        assert unsaid not in text


def test_a_guest_who_never_came_leaves_little_and_the_text_says_so(desk: Desk) -> None:
    purchase = make_purchase(user=None)
    Bootcamp.objects.update(starts_at=now() - timedelta(days=2), ends_at=now() - timedelta(days=1))
    text = desk.get(f"disputes/{DisputeFactory.create(purchase=purchase).pk}")["evidence"]
    assert "Name: Gale Guest\nEmail: guest@example.test\nBought as a guest." in text
    assert "- Beginner Bootcamp: no attendance on record" in text
    assert "COURSE MATERIAL OPENED\nNone on record." in text
    assert "EMAILS SENT\nNone on record." in text


def test_long_lists_are_cut_and_counted_and_every_field_fits_the_bank_s_form(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    before = Message.objects.filter(
        purchase_id=dispute.purchase_id, status=MessageStatus.SENT
    ).count()
    for number in range(150):
        make_message(
            subject=f"{number} " + "x" * 240,
            purchase_id=dispute.purchase_id,
            status=MessageStatus.SENT,
            sent_at=now(),
        )
    text = desk.get(f"disputes/{dispute.pk}")["evidence"]
    shown = text.count("xxx (to")
    assert 15 < shown < 100
    assert f"- and {150 + before - shown} more" in text
    assert send(desk, dispute, note="n" * 5_000)[0] == 200
    fields = [value for value in at_provider(stripe_server, dispute)["evidence"].values() if value]
    assert max(len(value) for value in fields if isinstance(value, str)) <= 20_000


def test_it_can_be_downloaded_as_a_text_file_which_is_noted(desk: Desk) -> None:
    dispute = DisputeFactory.create()
    answer = desk.client.get(f"/api/admin/disputes/{dispute.pk}/evidence.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    number = f"FR-{dispute.purchase_id:06}"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="dispute-{number}.txt"'
    assert answer.content.decode() == desk.get(f"disputes/{dispute.pk}")["evidence"]
    assert [entry[0] for entry in desk.audited()] == ["downloaded dispute evidence"]
