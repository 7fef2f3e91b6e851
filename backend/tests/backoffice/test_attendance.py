"""Who came to a class, as an admin sees it, marks it and corrects it."""

from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from frontrow.catalogue.models import Bootcamp
from frontrow.core.errors import Conflict
from frontrow.sales.attending.attendance import record_attendance
from frontrow.sales.attending.certificates import issue_certificate
from frontrow.sales.models import Certificate, Enrolment, Purchase, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import enrolment_of, from_now, make_bootcamp, make_purchase, make_user

pytestmark = pytest.mark.django_db

as_json = DjangoJSONEncoder().default


def running() -> Bootcamp:
    return make_bootcamp(starts_at=from_now(hours=-1), ends_at=from_now(hours=2))


def ended() -> Bootcamp:
    return make_bootcamp(starts_at=from_now(hours=-5), ends_at=from_now(hours=-2))


def mark(desk: Desk, purchase: Purchase, bootcamp: Bootcamp, *, attended: bool) -> Any:
    path = f"bootcamps/{bootcamp.pk}/attendees/{purchase.pk}/attendance"
    return desk.call("PUT", path, {"attended": attended})


def seen(desk: Desk, bootcamp: Bootcamp) -> list[Any]:
    return [row["attendance"] for row in desk.get(f"bootcamps/{bootcamp.pk}/attendees")]


def item_of(purchase: Purchase) -> Enrolment:
    return Enrolment.objects.get(purchase=purchase)


def test_whoever_has_joined_is_seen_with_the_time_and_the_rest_is_expected(desk: Desk) -> None:
    bootcamp = running()
    here = make_purchase(bootcamp=bootcamp)
    at = from_now(minutes=-50)
    record_attendance(enrolment_id=enrolment_of(here).pk, at=at)
    make_purchase(bootcamp=bootcamp)
    newest_first = seen(desk, bootcamp)
    assert newest_first == [
        {"state": "expected", "cameAt": None, "markedAt": None},
        {"state": "joined", "cameAt": as_json(at), "markedAt": None},
    ]


def test_after_the_class_they_attended_or_were_absent(desk: Desk) -> None:
    bootcamp = ended()
    here = make_purchase(bootcamp=bootcamp)
    record_attendance(enrolment_id=enrolment_of(here).pk, at=from_now(hours=-4))
    make_purchase(bootcamp=bootcamp)
    assert [one["state"] for one in seen(desk, bootcamp)] == ["absent", "attended"]


def test_an_admin_marks_and_corrects_and_each_is_written_down(desk: Desk) -> None:
    bootcamp = ended()
    purchase = make_purchase(bootcamp=bootcamp)
    status, answer = mark(desk, purchase, bootcamp, attended=True)
    assert (status, answer["attendance"]["state"]) == (200, "attended")
    assert item_of(purchase).attended_at == bootcamp.starts_at
    assert desk.get("stats")["completionRate"] == 100
    mark(desk, purchase, bootcamp, attended=True)
    status, answer = mark(desk, purchase, bootcamp, attended=False)
    assert answer["attendance"]["state"] == "absent"
    assert answer["attendance"]["markedAt"] is not None
    assert item_of(purchase).attended_at is None
    assert desk.get("stats")["completionRate"] == 0
    subject = ("marked attendance", "purchase", str(purchase.pk))
    about = {"bootcamp": bootcamp.pk}
    assert desk.audited() == [
        (*subject, {**about, "was": "absent", "now": "attended"}),
        (*subject, {**about, "was": "attended", "now": "absent"}),
    ]


def test_a_late_report_does_not_undo_what_an_admin_marked(desk: Desk) -> None:
    bootcamp = running()
    purchase = make_purchase(bootcamp=bootcamp)
    mark(desk, purchase, bootcamp, attended=False)
    assert not record_attendance(enrolment_id=enrolment_of(purchase).pk, at=from_now(minutes=-5))
    assert item_of(purchase).attended_at is None
    mark(desk, purchase, bootcamp, attended=True)
    assert bootcamp.starts_at < (item_of(purchase).attended_at or bootcamp.starts_at)


def test_nobody_is_marked_before_the_class_begins(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    purchase = make_purchase(bootcamp=bootcamp)
    status, answer = mark(desk, purchase, bootcamp, attended=True)
    assert (status, answer["message"]) == (
        409,
        "You can mark attendance once the class has started.",
    )
    assert item_of(purchase).attendance_marked_at is None
    assert desk.audited() == []


@pytest.mark.parametrize("state", [PurchaseState.REFUNDED, PurchaseState.PENDING])
def test_only_whoever_holds_a_paid_seat_here_can_be_marked(
    desk: Desk, state: PurchaseState
) -> None:
    bootcamp = ended()
    purchase = make_purchase(bootcamp=bootcamp, state=state)
    assert mark(desk, purchase, bootcamp, attended=True)[0] == 404
    elsewhere = make_purchase(bootcamp=make_bootcamp())
    assert mark(desk, elsewhere, bootcamp, attended=True)[0] == 404
    assert not Enrolment.objects.exclude(attended_at=None).exists()


def test_the_certificate_follows_the_mark(desk: Desk) -> None:
    bootcamp, student = ended(), make_user()
    purchase = make_purchase(bootcamp=bootcamp, user=student)
    with pytest.raises(Conflict):
        issue_certificate(user=student, bootcamp_id=bootcamp.pk)
    mark(desk, purchase, bootcamp, attended=True)
    issue_certificate(user=student, bootcamp_id=bootcamp.pk)
    mark(desk, purchase, bootcamp, attended=False)
    assert Certificate.objects.get().revoked_at is not None
    mark(desk, purchase, bootcamp, attended=True)
    assert Certificate.objects.get().revoked_at is None
