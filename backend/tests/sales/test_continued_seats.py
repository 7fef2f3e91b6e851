"""What a seat that moved or was handed over no longer counts for: it goes on elsewhere."""

from datetime import timedelta
from decimal import Decimal

import pytest

from frontrow.backoffice.messages.audience import find_audience
from frontrow.backoffice.people.person_detail import show_person
from frontrow.backoffice.purchases.desk import preview_refund
from frontrow.backoffice.purchases.listing import find_purchases
from frontrow.backoffice.purchases.schemas import PurchaseQuery
from frontrow.backoffice.purchases.story import tell_story
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.sales.changes.resending import resend_confirmation
from frontrow.sales.enrollment.enrollments import continue_enrollment
from frontrow.sales.models import EndedBecause, Enrollment, Purchase
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import enrollment_of, make_admin, make_bootcamp, make_purchase
from tests.portal.student import Student, a_student

pytestmark = pytest.mark.django_db


def moved_seat() -> tuple[Student, Purchase, Bootcamp, Bootcamp]:
    """Bought two months ago for a class that is over now, and moved in time to one ahead."""
    student, at = a_student(), database_now()
    before = make_bootcamp(name="Before", starts_at=at - timedelta(days=3), price=Decimal("995.00"))
    after = make_bootcamp(name="After", starts_at=at + timedelta(days=9), price=Decimal("895.00"))
    purchase = make_purchase(bootcamp=before, user=student.user)
    Purchase.objects.filter(pk=purchase.pk).update(completed_at=at - timedelta(days=60))
    old = enrollment_of(purchase)
    new = continue_enrollment(enrollment=old, bootcamp=after, because=EndedBecause.MOVED)
    Enrollment.objects.filter(pk=old.pk).update(ended_at=at - timedelta(days=10))
    Seat.objects.filter(enrollment_id=old.pk).update(enrollment_id=None)
    Seat.objects.filter(bootcamp=after, number=1).update(enrollment_id=new.pk)
    assert violations() == []
    return student, purchase, before, after


def test_billing_and_the_guarantee_follow_the_new_date() -> None:
    student, purchase = moved_seat()[:2]
    [entry] = student.get("user/billing").json()
    assert [one["name"] for one in entry["sessions"]] == ["After"]
    assert entry["refund"]["covered"]
    assert entry["refund"]["clause"] == "first_session"
    assert entry["refund"]["amount"] == "995.00"
    receipt = student.get(f"user/purchases/{purchase.pk}/receipt").json()
    # As it was sold: the cheaper date changes nothing that was paid.
    assert [line["amount"] for line in receipt["lines"]] == ["995.00"]


def test_the_desk_counts_it_where_it_is_now() -> None:
    student, purchase, before, after = moved_seat()
    told_story = tell_story(purchase_id=purchase.pk, reader=make_admin())
    assert [seat.bootcamp_name for seat in told_story.seats] == ["After"]
    preview = preview_refund(purchase_id=purchase.pk, amount=purchase.total_amount)
    assert preview.policy.startswith("Covered by the first-session guarantee")
    for bootcamp, found in ((before, 0), (after, 1)):
        listed = find_purchases(PurchaseQuery(bootcampId=bootcamp.pk))
        assert listed.count() == found, bootcamp.name
        audience = find_audience(bootcamp=bootcamp, channel="EMAIL")
        assert len(audience.readers) == found
        assert audience.left_out == []
    [told] = show_person(user_id=student.user.pk).purchases
    assert [one.name for one in told.bootcamps] == ["After"]


def test_a_confirmation_sent_again_is_about_the_class_it_is_in_now() -> None:
    _, purchase, _, _ = moved_seat()
    resend_confirmation(purchase_id=purchase.pk)
    [message] = Message.objects.filter(purchase_id=purchase.pk)
    assert "After" in message.content
    assert "Before" not in message.content
