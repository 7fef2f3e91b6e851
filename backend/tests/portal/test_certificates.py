"""Certificates: for those who came, for anybody to check, never beside a refund."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.sales.models import Certificate, Purchase, PurchaseState
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.catalogue.desk import NEW_BOOTCAMP, Desk
from tests.factories import (
    CertificateFactory,
    PresenceSpanFactory,
    ResourceOpeningFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_resource,
)
from tests.fakes.stripe import StripeServer
from tests.portal.paying import a_student, ask_refund, attended, buys, held, issue
from tests.portal.student import browser
from tests.races.crowd import all_at_once, tally

pytestmark = pytest.mark.django_db


def a_graduate(**fields: Any) -> tuple[User, Client, Purchase, Bootcamp]:
    """Bought five days ago, attended two days ago."""
    user, client = a_student(first_name="Ada", last_name="Lovelace", **fields)
    bootcamp = make_bootcamp(name="Build Week")
    purchase = make_purchase(user=user, bootcamp=bootcamp, completed_at=from_now(days=-5))
    held(bootcamp, days_ago=2)
    attended(purchase)
    return user, client, purchase, bootcamp


def check(code: str) -> tuple[int, dict[str, Any]]:
    answer = browser().get(f"/api/certificates/{code}")
    return answer.status_code, answer.json()


def progress(client: Client, bootcamp: Bootcamp) -> dict[str, Any]:
    answer = client.get(f"/api/user/bootcamps/{bootcamp.pk}/progress")
    assert answer.status_code == 200, answer.content
    told: dict[str, Any] = answer.json()
    return told


def test_progress_counts_what_was_opened_and_whether_one_came() -> None:
    user, client = a_student(first_name="Ada", last_name="Lovelace")
    bootcamp = make_bootcamp()
    make_purchase(user=user, bootcamp=bootcamp)
    read, _ = make_resource(bootcamp=bootcamp), make_resource(bootcamp=bootcamp)
    ResourceOpeningFactory.create(user=user, resource=read)
    ResourceOpeningFactory.create(resource=read)
    ResourceOpeningFactory.create(user=user)
    # One that was deleted after they read it counts on neither side.
    deleted = make_resource(bootcamp=bootcamp, deleted_at=database_now())
    ResourceOpeningFactory.create(user=user, resource=deleted)
    assert progress(client, bootcamp) == {
        "bootcampId": bootcamp.pk,
        "resourcesOpened": 1,
        "resourcesTotal": 2,
        "attended": False,
        "hasEnded": False,
        "certificate": None,
        "canHaveCertificate": False,
        "certificateRefusal": "",
        "certificateName": "Ada Lovelace",
        "endsRefund": False,
    }


def test_who_came_is_issued_one_and_anybody_can_check_it() -> None:
    _, client, _, bootcamp = a_graduate()
    assert progress(client, bootcamp)["canHaveCertificate"]
    status, told = issue(client, bootcamp)
    assert status == 200
    assert re.fullmatch(r"[A-Z2-7]{12}", told["code"])
    shown = {
        "code": told["code"],
        "status": "valid",
        "holderName": "Ada Lovelace",
        "bootcampName": "Build Week",
        "startDate": bootcamp.starts_at.isoformat().replace("+00:00", "Z"),
        "endDate": bootcamp.ends_at.isoformat().replace("+00:00", "Z"),
        "timezone": "America/New_York",
        "issuedAt": told["issuedAt"],
        "isYours": False,
    }
    own = {**shown, "isYours": True}
    assert told == own
    assert check(told["code"]) == (200, shown)
    assert client.get(f"/api/certificates/{told['code']}").json() == own
    _, stranger = a_student()
    assert stranger.get(f"/api/certificates/{told['code']}").json() == shown
    code = told["code"].lower()
    assert check(f"{code[:4]}-{code[4:8]}-{code[8:]}") == (200, shown)
    now = progress(client, bootcamp)
    assert (now["certificate"], now["canHaveCertificate"]) == (own, False)


def test_checking_is_kept_from_search_engines() -> None:
    certificate = CertificateFactory.create()
    answer = browser().get(f"/api/certificates/{certificate.code}")
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_it_says_what_was_true_when_it_was_issued_however_often_it_is_asked_for() -> None:
    user, client, _, bootcamp = a_graduate()
    first = issue(client, bootcamp)
    user.last_name = "King"
    user.save()
    bootcamp.name = "Renamed"
    bootcamp.save()
    assert issue(client, bootcamp) == first
    assert Certificate.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_ten_clicks_at_once_are_one_certificate() -> None:
    _, client, _, bootcamp = a_graduate()
    outcomes = all_at_once([lambda: issue(client, bootcamp)] * 10)
    assert tally(outcomes) == {"ok": 10}
    assert len({outcome[1]["code"] for outcome in outcomes if isinstance(outcome, tuple)}) == 1
    assert Certificate.objects.count() == 1


def test_before_the_end_there_is_none() -> None:
    _, client, _, bootcamp = a_graduate()
    bootcamp.ends_at = from_now(minutes=1)
    bootcamp.save()
    assert issue(client, bootcamp) == (
        409,
        {
            "code": "certificate_not_earned",
            "message": "Your certificate will be here once the bootcamp has ended.",
            "fields": {},
        },
    )
    assert not Certificate.objects.exists()


def test_who_did_not_come_gets_none() -> None:
    _, client, purchase, bootcamp = a_graduate()
    purchase.enrollments.update(attended_at=None)
    status, told = issue(client, bootcamp)
    assert status == 409
    assert told["message"].startswith("Certificates are for those who took part")
    assert not Certificate.objects.exists()


@pytest.mark.parametrize("state", ["pending", "refunding", "refunded", "failed"])
def test_without_a_purchase_that_stands_there_is_nothing_to_certify(state: str) -> None:
    _, client, purchase, bootcamp = a_graduate()
    Purchase.objects.filter(pk=purchase.pk).update(
        state=state, refunded_amount=purchase.total_amount if state == "refunded" else 0
    )
    assert issue(client, bootcamp)[0] == 404
    assert client.get(f"/api/user/bootcamps/{bootcamp.pk}/progress").status_code == 404
    assert not Certificate.objects.exists()


def test_somebody_elses_bootcamp_is_not_found() -> None:
    _, _, _, bootcamp = a_graduate()
    _, stranger = a_student()
    assert issue(stranger, bootcamp)[0] == 404
    assert stranger.get(f"/api/user/bootcamps/{bootcamp.pk}/progress").status_code == 404


def test_where_it_was_bought_twice_the_one_attended_counts() -> None:
    user, client, purchase, bootcamp = a_graduate()
    Purchase.objects.filter(pk=purchase.pk).update(created_at=from_now(days=-9))
    make_purchase(user=user, bundle=make_bundle(bootcamps=[bootcamp]))
    assert issue(client, bootcamp)[0] == 200
    assert Certificate.objects.get().enrollment.purchase == purchase


def test_an_unknown_code_leads_nowhere_and_guessing_is_stopped() -> None:
    # Twice the limit: should Redis be slow for a moment, the process counts anew for itself.
    statuses = [check("ABCDEFGHJKLM")[0] for _ in range(121)]
    assert (statuses[:60], statuses[-1]) == ([404] * 60, 429)


def test_a_certificate_ends_the_guarantee_and_one_is_told_before() -> None:
    """A fifth of a bundle is completed: the 30 days would cover it."""
    user, client = a_student()
    bootcamps = [make_bootcamp() for _ in range(5)]
    purchase = make_purchase(user=user, bundle=make_bundle(bootcamps=bootcamps))
    held(bootcamps[0], days_ago=2)
    attended(purchase, bootcamps[0])
    assert progress(client, bootcamps[0])["endsRefund"] is True
    assert issue(client, bootcamps[0])[0] == 200
    status, told = ask_refund(client, purchase)
    assert status == 409
    assert told["message"].startswith(
        "This purchase is no longer refundable: a certificate has been issued for it."
    )
    assert Purchase.objects.get().state == PurchaseState.COMPLETED


class TestRevoked:
    pytestmark = pytest.mark.django_db(transaction=True)

    def certified(self, stripe_server: StripeServer) -> tuple[Purchase, str]:
        user, client = a_student()
        bootcamp = make_bootcamp()
        purchase = buys(stripe_server, user, bootcamp)
        held(bootcamp, days_ago=2)
        attended(purchase)
        return purchase, issue(client, bootcamp)[1]["code"]

    def test_by_an_admins_refund_at_once(self, stripe_server: StripeServer) -> None:
        purchase, code = self.certified(stripe_server)
        request_refund(purchase_id=purchase.pk, reason="goodwill")
        status, told = check(code)
        assert (status, told["status"], told["holderName"]) == (200, "revoked", "")

    def test_by_a_refund_made_at_the_provider(self, stripe_server: StripeServer) -> None:
        purchase, code = self.certified(stripe_server)
        stripe_server.refund_at_provider(str(purchase.stripe_payment_intent_id))
        settle(purchase=purchase)
        assert Purchase.objects.get().state == PurchaseState.REFUNDED
        assert check(code)[1]["status"] == "revoked"

    def test_not_by_a_part_of_the_money(self, stripe_server: StripeServer) -> None:
        purchase, code = self.certified(stripe_server)
        stripe_server.refund_at_provider(str(purchase.stripe_payment_intent_id), 10_000)
        settle(purchase=purchase)
        assert check(code)[1]["status"] == "valid"


def stayed(purchase: Purchase, bootcamp: Bootcamp, minutes: int) -> None:
    PresenceSpanFactory.create(
        enrollment=enrollment_of(purchase),
        joined_at=bootcamp.starts_at,
        left_at=bootcamp.starts_at + timedelta(minutes=minutes),
    )


def test_where_a_class_asks_for_time_it_takes_that_and_the_refusal_says_how_much() -> None:
    _, client, purchase, bootcamp = a_graduate()
    total = int((bootcamp.ends_at - bootcamp.starts_at).total_seconds()) // 60
    Bootcamp.objects.filter(pk=bootcamp.pk).update(certificate_percent=50)
    needed = total // 2
    stayed(purchase, bootcamp, needed - 1)
    words = (
        f"You were there for {needed - 1} of {total} minutes; this class's certificate needs at"
        f" least {needed}. If that's wrong, write to {settings.ENV.SUPPORT_EMAIL}."
    )
    told = progress(client, bootcamp)
    assert (told["attended"], told["canHaveCertificate"]) == (True, False)
    assert told["certificateRefusal"] == words
    status, refused = issue(client, bootcamp)
    assert (status, refused["code"], refused["message"]) == (409, "certificate_not_earned", words)
    assert not Certificate.objects.exists()
    # A report that comes late, of the minute that was missing.
    PresenceSpanFactory.create(
        enrollment=enrollment_of(purchase),
        stay="2",
        joined_at=bootcamp.ends_at - timedelta(minutes=1),
        left_at=bootcamp.ends_at,
    )
    told = progress(client, bootcamp)
    assert (told["canHaveCertificate"], told["certificateRefusal"]) == (True, "")
    assert issue(client, bootcamp)[0] == 200


def test_marked_present_by_an_admin_no_minutes_are_asked_for() -> None:
    _, client, purchase, bootcamp = a_graduate()
    Bootcamp.objects.filter(pk=bootcamp.pk).update(certificate_percent=100)
    stayed(purchase, bootcamp, 5)
    assert issue(client, bootcamp)[0] == 409
    desk = Desk()
    path = f"bootcamps/{bootcamp.pk}/attendees/{purchase.pk}/attendance"
    desk.done("PUT", path, {"attended": True})
    assert issue(client, bootcamp)[0] == 200
    # The mark is taken back, and with it what it stood for.
    desk.done("PUT", path, {"attended": None})
    assert enrollment_of(purchase).attended_at == bootcamp.starts_at
    assert Certificate.objects.get().revoked_at is not None
    Bootcamp.objects.filter(pk=bootcamp.pk).update(certificate_percent=None)
    desk.done("PUT", path, {"attended": True})
    assert Certificate.objects.get().revoked_at is None


def test_a_certificate_may_ask_for_a_part_of_the_class() -> None:
    desk = Desk()
    made = desk.done("POST", "bootcamps", {**NEW_BOOTCAMP, "certificatePercent": 50})
    assert made["certificatePercent"] == 50
    path = f"bootcamps/{made['id']}"
    for wrong in (0, 101, "50", 49.5):
        status, told = desk.call("PATCH", path, {"certificatePercent": wrong})
        assert (status, list(told["fields"])) == (422, ["certificatePercent"])
    assert desk.done("PATCH", path, {"name": "Other"})["certificatePercent"] == 50
    # Another one of its kind asks for the same.
    assert desk.done("POST", f"{path}/clone")["certificatePercent"] == 50
    assert desk.done("PATCH", path, {"certificatePercent": None})["certificatePercent"] is None
    action, _, _, details = desk.audited()[-1]
    assert (action, details["was"], details["now"]) == (
        "changed bootcamp",
        {"certificate_percent": 50},
        {"certificate_percent": ""},
    )
