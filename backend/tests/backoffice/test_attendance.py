"""Who came to a class, as an admin sees it, marks it and corrects it."""

import csv
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from pytest_django import DjangoAssertNumQueries

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.core.errors import Conflict
from frontrow.sales.attending.attendance import record_attendance, record_joining
from frontrow.sales.attending.certificates import issue_certificate
from frontrow.sales.models import Certificate, Enrollment, Purchase, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import enrollment_of, from_now, make_bootcamp, make_purchase, make_user
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

as_json = DjangoJSONEncoder().default


def running() -> Bootcamp:
    return make_bootcamp(starts_at=from_now(hours=-1), ends_at=from_now(hours=2))


def ended() -> Bootcamp:
    return make_bootcamp(starts_at=from_now(hours=-5), ends_at=from_now(hours=-2))


def mark(desk: Desk, purchase: Purchase, bootcamp: Bootcamp, *, attended: bool | None) -> Any:
    path = f"bootcamps/{bootcamp.pk}/attendees/{purchase.pk}/attendance"
    return desk.call("PUT", path, {"attended": attended})


def seen(desk: Desk, bootcamp: Bootcamp) -> list[Any]:
    return [row["attendance"] for row in desk.get(f"bootcamps/{bootcamp.pk}/attendees")]


def item_of(purchase: Purchase) -> Enrollment:
    return Enrollment.objects.get(purchase=purchase)


def test_whoever_has_joined_is_seen_with_the_time_and_the_rest_is_expected(desk: Desk) -> None:
    bootcamp = running()
    here = make_purchase(bootcamp=bootcamp)
    at = from_now(minutes=-50)
    record_attendance(enrollment_id=enrollment_of(here).pk, at=at)
    make_purchase(bootcamp=bootcamp)
    newest_first = seen(desk, bootcamp)
    assert newest_first == [
        {"state": "expected", "cameAt": None, "minutes": None, "markedAt": None, "markedBy": ""},
        {
            "state": "joined",
            "cameAt": as_json(at),
            "minutes": None,
            "markedAt": None,
            "markedBy": "",
        },
    ]


def test_after_the_class_they_attended_or_were_absent(desk: Desk) -> None:
    bootcamp = ended()
    here = make_purchase(bootcamp=bootcamp)
    record_attendance(enrollment_id=enrollment_of(here).pk, at=from_now(hours=-4))
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


def test_a_mark_says_who_made_it_and_when(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bootcamp = ended()
    people = [make_purchase(bootcamp=bootcamp) for _ in range(3)]
    other, second = make_bootcamp(starts_at=from_now(hours=-5), ends_at=from_now(hours=-2)), Desk()
    User.objects.filter(pk=desk.admin.pk).update(first_name="Dana", last_name="Cole")
    User.objects.filter(pk=second.admin.pk).update(first_name="Lee", last_name="Park")
    mark(second, people[0], bootcamp, attended=False)
    mark(desk, people[0], bootcamp, attended=True)
    mark(second, people[1], bootcamp, attended=False)
    # The session, the admin, the bootcamp, its people, the clock, their stays, marks and markers.
    with django_assert_num_queries(8):
        by = [row["markedBy"] for row in seen(desk, bootcamp)]
    assert by == ["", "Lee Park", "Dana Cole"]
    # Somebody else's class says nothing of this one, and of whoever is gone no name is left.
    assert seen(desk, other) == []
    User.objects.filter(pk=second.admin.pk).delete()
    assert [row["markedBy"] for row in seen(desk, bootcamp)] == ["", "", "Dana Cole"]


@pytest.mark.parametrize("attended", [True, False])
def test_a_mark_is_taken_back_and_what_we_saw_counts_again(desk: Desk, attended: bool) -> None:
    bootcamp = ended()
    came, stayed_away = make_purchase(bootcamp=bootcamp), make_purchase(bootcamp=bootcamp)
    at = bootcamp.starts_at + timedelta(minutes=4)
    record_joining(enrollment_id=enrollment_of(came).pk, at=at)
    for purchase in (came, stayed_away):
        mark(desk, purchase, bootcamp, attended=attended)
        status, answer = mark(desk, purchase, bootcamp, attended=None)
        assert (status, answer["attendance"]["markedAt"]) == (200, None)
    assert (item_of(came).attended_at, item_of(stayed_away).attended_at) == (at, None)
    assert [one["state"] for one in seen(desk, bootcamp)] == ["absent", "attended"]
    assert [act for act, *_ in desk.audited()] == ["marked attendance", "unmarked attendance"] * 2
    # There is nothing left to take back, and the meeting's own report counts again.
    mark(desk, came, bootcamp, attended=None)
    assert len(desk.audited()) == 4
    assert record_attendance(enrollment_id=enrollment_of(stayed_away).pk, at=at)


def test_a_mark_that_is_taken_back_takes_the_certificate_with_it(desk: Desk) -> None:
    bootcamp, student = ended(), make_user()
    purchase = make_purchase(bootcamp=bootcamp, user=student)
    mark(desk, purchase, bootcamp, attended=True)
    issue_certificate(user=student, bootcamp_id=bootcamp.pk)
    mark(desk, purchase, bootcamp, attended=None)
    assert Certificate.objects.get().revoked_at is not None
    assert desk.get("stats")["completionRate"] == 0
    record_attendance(enrollment_id=enrollment_of(purchase).pk, at=bootcamp.starts_at)
    mark(desk, purchase, bootcamp, attended=True)
    assert Certificate.objects.get().revoked_at is None


def test_a_seat_that_was_handed_over_is_in_its_holders_name(desk: Desk) -> None:
    bootcamp = ended()
    purchase = make_purchase(bootcamp=bootcamp)
    Enrollment.objects.filter(purchase=purchase).update(
        holder_name="Rosa Diaz", holder_email="rosa@example.test"
    )
    [row] = desk.get(f"bootcamps/{bootcamp.pk}/attendees")
    assert (row["name"], row["email"], row["isGuest"]) == ("Rosa Diaz", "rosa@example.test", True)
    holder = make_user(first_name="Ivy", last_name="Ng")
    Enrollment.objects.filter(purchase=purchase).update(holder=holder)
    _, row = mark(desk, purchase, bootcamp, attended=True)
    assert (row["name"], row["email"], row["isGuest"]) == ("Ivy Ng", holder.email, False)


def test_the_roster_is_a_file_on_the_classs_own_clock(desk: Desk) -> None:
    starts_at = datetime(2026, 3, 2, 23, tzinfo=UTC)
    bootcamp = make_bootcamp(
        starts_at=starts_at, ends_at=starts_at + timedelta(hours=3), timezone="Asia/Mumbai"
    )
    guest = make_purchase(bootcamp=bootcamp, guest_full_name="=cmd", guest_email="g@example.test")
    Purchase.objects.filter(pk=guest.pk).update(completed_at=starts_at - timedelta(days=1))
    record_joining(enrollment_id=enrollment_of(guest).pk, at=starts_at)
    User.objects.filter(pk=desk.admin.pk).update(first_name="Dana", last_name="Cole")
    mark(desk, guest, bootcamp, attended=False)
    Enrollment.objects.filter(purchase=guest).update(attendance_marked_at=starts_at)

    answer = desk.client.get(f"/api/admin/bootcamps/{bootcamp.pk}/roster.csv")

    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="roster-{bootcamp.pk}.csv"'
    text = answer.getvalue().decode("utf-8-sig")
    head, row = csv.reader(text.splitlines())
    assert dict(zip(head, row, strict=True)) == {
        "Name": "'=cmd",
        "Email": "g@example.test",
        "Account": "Guest",
        "Registered": "2026-03-02 04:30",
        "Receipt": f"FR-{guest.pk:06}",
        "Package": guest.package_name,
        "Attendance": "Absent",
        "Joined": "2026-03-03 04:30",
        "Minutes": "",
        "Marked": "2026-03-03 04:30",
        "Marked by": "Dana Cole",
    }
    expected = ("exported roster", "bootcamp", str(bootcamp.pk), {"people": 1})
    assert desk.audited()[-1] == expected


def test_the_roster_asks_for_the_password_again(desk: Desk) -> None:
    bootcamp = ended()
    sign_in_recently(desk.client, desk.admin, seconds_ago=16 * 60)
    assert desk.client.get(f"/api/admin/bootcamps/{bootcamp.pk}/roster.csv").status_code == 403
    assert desk.audited() == []


def test_a_late_report_does_not_undo_what_an_admin_marked(desk: Desk) -> None:
    bootcamp = running()
    purchase = make_purchase(bootcamp=bootcamp)
    mark(desk, purchase, bootcamp, attended=False)
    assert not record_attendance(enrollment_id=enrollment_of(purchase).pk, at=from_now(minutes=-5))
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
    assert not Enrollment.objects.exclude(attended_at=None).exists()


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
