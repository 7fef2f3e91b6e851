"""One person's record: everything the desk knows of them, whether they have an account or not."""

from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from pytest_django import DjangoAssertNumQueries

from frontrow.accounts.models import User
from frontrow.messaging.mail_events import BOUNCED
from frontrow.messaging.models import Channel, SmsConsent, Suppression
from frontrow.sales.models import EndedBecause, Enrollment, Purchase, PurchaseState
from tests.accounts.people import person
from tests.catalogue.desk import Desk
from tests.factories import (
    CertificateFactory,
    DeskNoteFactory,
    DisputeFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_coaching_session,
    make_message,
    make_purchase,
)

pytestmark = pytest.mark.django_db

ANA = {"guest_email": "ana@example.test", "guest_full_name": "Ana Lima"}


def record(desk: Desk, who: User | str) -> Any:
    asked = {"email": who} if isinstance(who, str) else {"userId": who.pk}
    return desk.get(f"people/record?{urlencode(asked)}")


def a_guest(**more: Any) -> Purchase:
    return make_purchase(user=None, **{**ANA, **more})


def test_a_guest_is_found_by_address_however_it_is_spelled(desk: Desk) -> None:
    older = a_guest(guest_full_name="A. Lima", total_amount=Decimal("100.00"))
    newer = a_guest(guest_email="ANA@Example.test", guest_phone="+15550100155")
    make_purchase(user=None, guest_email="bo@example.test")
    for typed in ("ana@example.test", "ANA@EXAMPLE.TEST"):
        guest = desk.get(f"people/guest?{urlencode({'email': typed})}")
        assert [one["id"] for one in guest["purchases"]] == [newer.pk, older.pk]
        assert (guest["name"], guest["phone"]) == ("Ana Lima", "+15550100155")
        assert guest["stats"]["totalPurchases"] == 2
        assert guest["accountId"] is None


def test_an_address_that_bought_nothing_is_nobodys(desk: Desk) -> None:
    assert desk.call("GET", "people/guest?email=nobody@example.test") == (
        404,
        {
            "code": "not_found",
            "message": "No one has bought or attended with this email address.",
            "fields": {},
        },
    )
    assert desk.call("GET", "people/record?email=nobody@example.test")[0] == 404
    assert desk.call("GET", "people/record?userId=999999")[0] == 404
    assert desk.call("GET", "people/record")[0] == 422
    assert desk.call("GET", "people/record?userId=1&email=a@example.test")[0] == 422


def test_those_who_did_not_buy_and_were_forgotten_are_no_person(desk: Desk) -> None:
    make_purchase(user=None, guest_email="removed@removed.invalid", guest_full_name="Removed")
    assert desk.call("GET", "people/guest?email=removed@removed.invalid")[0] == 404
    assert desk.get("people/guests")["rows"] == []


def test_an_account_with_a_guests_address_is_named_and_the_other_way_round(desk: Desk) -> None:
    ada = person("ana")
    a_guest()
    assert desk.get("people/guest?email=ana@example.test")["accountId"] == ada.pk
    assert record(desk, ada)["guestPurchases"] == 1
    make_purchase(user=ada)
    assert record(desk, ada)["guestPurchases"] == 1


def test_seats_say_who_paid_and_who_attends(desk: Desk) -> None:
    """Bought for oneself, given to somebody, held because somebody else paid, and moved away."""
    ada, bob = person("ada"), person("bob")
    own = make_purchase(user=ada, bootcamp=make_bootcamp(name="Own", starts_at=from_now(days=9)))
    given = make_purchase(
        user=ada, bootcamp=make_bootcamp(name="Given", starts_at=from_now(days=8))
    )
    Enrollment.objects.filter(purchase=given).update(holder=bob)
    moved = make_purchase(
        user=ada, bootcamp=make_bootcamp(name="Moved", starts_at=from_now(days=7))
    )
    Enrollment.objects.filter(purchase=moved).update(
        ended_at=from_now(), ended_because=EndedBecause.MOVED
    )
    make_purchase(user=ada, state=PurchaseState.PENDING)
    seats = record(desk, ada)["seats"]
    assert [(s["bootcampName"], s["tie"], s["other"], s["ended"]) for s in seats] == [
        ("Own", "own", "", ""),
        ("Given", "given", "Bob Person", ""),
        ("Moved", "own", "", "Moved to another date"),
    ]
    assert seats[0]["receiptNumber"] == f"FR-{own.pk:06}"
    [held] = record(desk, bob)["seats"]
    assert (held["bootcampName"], held["tie"], held["other"]) == ("Given", "held", "Ada Person")


def test_whoever_only_holds_a_seat_has_a_record_too(desk: Desk) -> None:
    purchase = make_purchase()
    Enrollment.objects.filter(purchase=purchase).update(
        holder_email="Cara@example.test", holder_name="Cara Diaz"
    )
    guest = desk.get("people/guest?email=cara@example.test")
    assert (guest["name"], guest["purchases"]) == ("Cara Diaz", [])
    [seat] = record(desk, "cara@example.test")["seats"]
    assert (seat["purchaseId"], seat["tie"]) == (purchase.pk, "held")


def test_attendance_and_certificates_stand_beside_the_seat(desk: Desk) -> None:
    over = make_bootcamp(starts_at=from_now(days=-3), ends_at=from_now(days=-3, hours=3))
    came, absent = a_guest(bootcamp=over), a_guest(bootcamp=make_bootcamp())
    Enrollment.objects.filter(purchase=came).update(attended_at=from_now(days=-3, hours=1))
    certificate = CertificateFactory.create(enrollment=enrollment_of(came))
    seats = {seat["purchaseId"]: seat for seat in record(desk, "ana@example.test")["seats"]}
    assert seats[came.pk]["presence"] == "attended"
    assert seats[came.pk]["certificateCode"] == certificate.code
    assert seats[absent.pk]["presence"] == "expected"
    assert seats[absent.pk]["certificateCode"] == ""


def test_coaching_messages_texts_and_what_stops_them(desk: Desk) -> None:
    purchase = a_guest(guest_phone="+15550100155")
    session = make_coaching_session(user=None, purchase_id=purchase.pk)
    make_coaching_session()
    email = make_message(recipient="Ana@example.test", subject="Confirmed")
    text = make_message(recipient="+15550100155", type=Channel.SMS, subject="")
    make_message(recipient="somebody@example.test")
    SmsConsent.objects.create(
        phone="+15550100155", purchase_id=purchase.pk, source="checkout", text_version="1"
    )
    Suppression.objects.create(channel=Channel.EMAIL, address="ANA@example.test", reason=BOUNCED)
    answer = record(desk, "ana@example.test")
    assert [one["id"] for one in answer["coaching"]] == [session.pk]
    assert {one["id"] for one in answer["messages"]} == {email.pk, text.pk}
    assert answer["messagesTotal"] == 2
    assert [one["phone"] for one in answer["textConsents"]] == ["+15550100155"]
    assert [one["inWords"] for one in answer["suppressions"]] == ["Not emailed: bounced"]
    assert answer["actions"]["message"] == "Not emailed: bounced."


def test_disputes_notes_and_what_the_team_did(desk: Desk) -> None:
    purchase = a_guest()
    DisputeFactory.create(purchase=purchase)
    other = a_guest(guest_email="bo@example.test")
    for about, text in ((purchase, "About Ana"), (other, "About Bo")):
        desk.done("POST", f"purchases/{about.pk}/notes", {"text": text})
    answer = record(desk, "ana@example.test")
    [dispute] = answer["disputes"]
    assert (dispute["receiptNumber"], dispute["dispute"]["isOpen"]) == (
        f"FR-{purchase.pk:06}",
        True,
    )
    assert [one["text"] for one in answer["notes"]] == ["About Ana"]
    [done] = answer["audit"]
    assert (done["action"], done["receiptNumber"]) == ("Added a note", f"FR-{purchase.pk:06}")
    assert done["whoId"] == desk.admin.pk


def test_the_record_costs_the_same_however_much_was_bought(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ada = person()
    for count in (1, 6):
        for _ in range(count):
            both = make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()])
            for purchase in (make_purchase(user=ada, bundle=both), a_guest(bundle=both)):
                DisputeFactory.create(purchase=purchase)
                make_message(recipient=purchase.guest_email or ada.email)
                make_coaching_session(
                    user=purchase.user, purchase_id=purchase.pk, bootcamp=both.bootcamps.first()
                )
                DeskNoteFactory.create(user=None, purchase=purchase, author=desk.admin)
                desk.done("POST", f"purchases/{purchase.pk}/notes", {"text": "Called."})
        # The session and the admin; the person; purchases; what stops mail; the clock and the
        # seats; coaching; messages and their number; consents; disputes; notes; audit, names;
        # for a member, what was bought as a guest.
        with django_assert_num_queries(16):
            assert len(record(desk, ada)["notes"]) >= count
        with django_assert_num_queries(15):
            assert len(record(desk, "ana@example.test")["seats"]) >= 2 * count


def test_guests_are_listed_once_each_the_newest_first(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    a_guest()
    bo = make_purchase(user=None, guest_email="bo@example.test", guest_full_name="Bo Berg")
    latest = a_guest(guest_email="Ana@Example.test", state=PurchaseState.FAILED)
    make_purchase(user=person())
    with django_assert_num_queries(5):
        answer = desk.get("people/guests")
    assert (answer["total"], answer["totalIsExact"]) == (2, True)
    first, second = answer["rows"]
    assert (first["latestPurchaseId"], first["purchases"], first["latestStatus"]) == (
        latest.pk,
        2,
        "failed",
    )
    assert (second["name"], second["latestPurchaseId"]) == ("Bo Berg", bo.pk)
    for words, found in (("berg", ["Bo Berg"]), ("LIMA ana", ["Ana Lima"]), ("ana berg", [])):
        rows = desk.get(f"people/guests?{urlencode({'search': words})}")["rows"]
        assert [row["name"] for row in rows] == found, words


def test_guests_come_page_by_page(desk: Desk) -> None:
    bootcamp = make_bootcamp(max_seats=30)
    for number in range(22):
        make_purchase(user=None, guest_email=f"g{number}@example.test", bootcamp=bootcamp)
    seen = [
        row["email"] for page in (1, 2) for row in desk.get(f"people/guests?page={page}")["rows"]
    ]
    assert len(seen) == len(set(seen)) == 22
    assert desk.get("people/guests?page=3")["rows"] == []
