"""The join link of an email: a page for whoever holds it, for as long as it is worth something."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from pytest_django import Settings

from frontrow.accounts.models import User, UserStatus
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.dates import entry_words
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message
from frontrow.sales.links import JOIN
from frontrow.sales.models import Enrollment, Purchase, PurchaseState
from frontrow.sales.settlement.completion import complete
from tests.factories import enrollment_of, make_bootcamp, make_bundle, make_purchase, make_user
from tests.links import join_token
from tests.portal.student import an_admin_looking_as, browser, in_utc, shown

pytestmark = pytest.mark.django_db

MEETING = "https://zoom.example.test/j/123"
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
LENGTH = timedelta(hours=3)
UNKNOWN = (404, "This join link doesn't work. Open the latest link in your email, or sign in.")


def a_session(*, starts_in: timedelta, **fields: object) -> Bootcamp:
    starts_at = database_now() + starts_in
    return make_bootcamp(
        **{"starts_at": starts_at, "ends_at": starts_at + LENGTH, "zoom_join_url": MEETING} | fields
    )


def post(path: str, token: str) -> Any:
    return browser().post(f"/api/{path}", {"token": token}, content_type="application/json")


def look(token: str) -> Any:
    return post("join/look", token)


def click(token: str) -> Any:
    return post("join", token)


def said(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]


def token_of(purchase: Purchase) -> str:
    return join_token(enrollment_of(purchase).pk, 0)


def has_joined(purchase: Purchase) -> bool:
    return Enrollment.objects.filter(purchase=purchase).exclude(joined_at=None).exists()


def test_a_guest_sees_the_session_and_looking_notes_nothing() -> None:
    bootcamp = a_session(starts_in=40 * MINUTE)
    purchase = make_purchase(bootcamp=bootcamp, user=None)
    for _ in range(3):
        answer = look(token_of(purchase))
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "name": "Beginner Bootcamp",
            "startDate": in_utc(bootcamp.starts_at),
            "endDate": in_utc(bootcamp.ends_at),
            "timezone": "America/New_York",
            "seatNumber": 1,
            "hasAccount": False,
            "join": {
                "state": "waiting",
                "opensAt": in_utc(bootcamp.starts_at - 30 * MINUTE),
                "closesAt": in_utc(bootcamp.ends_at),
                "asOf": in_utc(database_now()),
            },
            "classChange": None,
            "linkTest": {
                "testedAt": None,
                "getsIn": entry_words(bootcamp.starts_at - 30 * MINUTE, "America/New_York", ""),
                "clockNote": "",
            },
            "questions": {
                "questions": [],
                "canAnswer": True,
                "until": in_utc(bootcamp.starts_at),
            },
        },
    )
    assert MEETING not in shown(answer)
    assert not has_joined(purchase)


def test_a_guest_clicks_and_is_at_the_meeting() -> None:
    purchase = make_purchase(bootcamp=a_session(starts_in=5 * MINUTE), user=None)
    answer = click(token_of(purchase))
    assert (answer.status_code, answer.json()) == (200, {"url": MEETING})
    assert (answer.headers["Cache-Control"], answer.headers["Referrer-Policy"]) == (
        "no-store",
        "no-referrer",
    )
    assert has_joined(purchase)


def test_the_link_goes_on_working_once_the_guest_has_an_account() -> None:
    purchase = make_purchase(bootcamp=a_session(starts_in=5 * MINUTE), user=None)
    Purchase.objects.filter(pk=purchase.pk).update(user=make_user())
    assert look(token_of(purchase)).json()["hasAccount"] is True
    assert click(token_of(purchase)).status_code == 200


@pytest.mark.parametrize("ask", [look, click])
def test_a_refund_closes_the_link_and_it_says_so(ask: Any) -> None:
    purchase = make_purchase(
        bootcamp=a_session(starts_in=5 * MINUTE), user=None, state=PurchaseState.REFUNDED
    )
    purchase.refunds.update(settled_at=datetime(2026, 11, 14, 20, tzinfo=UTC))
    assert said(ask(token_of(purchase))) == (
        403,
        "This purchase was refunded on Nov 14, 2026, so the session is closed to it.",
    )
    assert not has_joined(purchase)


@pytest.mark.parametrize("ask", [look, click])
@pytest.mark.parametrize(
    ("state", "why"),
    [
        (
            PurchaseState.REFUNDING,
            "This purchase is being refunded, so the session is closed to it.",
        ),
        (PurchaseState.PENDING, "The payment for this purchase isn't complete yet."),
        (PurchaseState.FAILED, "The payment for this purchase didn't go through."),
    ],
)
def test_a_link_to_what_is_not_paid_for_opens_nothing(
    ask: Any, state: PurchaseState, why: str
) -> None:
    purchase = make_purchase(bootcamp=a_session(starts_in=5 * MINUTE), user=None, state=state)
    assert said(ask(token_of(purchase))) == (403, why)
    assert not has_joined(purchase)


@pytest.mark.parametrize("ask", [look, click])
def test_a_deactivated_person_is_stopped_at_the_click(ask: Any) -> None:
    user = make_user()
    purchase = make_purchase(bootcamp=a_session(starts_in=5 * MINUTE), user=user)
    User.objects.filter(pk=user.pk).update(status=UserStatus.INACTIVE)
    status, why = said(ask(token_of(purchase)))
    assert status == 403
    assert why == (
        "This account has been deactivated, so its sessions are closed to it."
        " Write to support@example.com if that's a surprise."
    )
    assert not has_joined(purchase)


@pytest.mark.parametrize(
    ("ended_ago", "status"),
    [(timedelta(0), 200), (timedelta(days=1) - SECOND, 200), (timedelta(days=1), 410)],
)
def test_the_page_lives_on_for_a_day_after_the_end(ended_ago: timedelta, status: int) -> None:
    purchase = make_purchase(bootcamp=a_session(starts_in=-LENGTH - ended_ago), user=None)
    assert look(token_of(purchase)).status_code == status
    assert click(token_of(purchase)).status_code == 410
    assert not has_joined(purchase)


def test_a_raised_version_makes_every_link_before_it_worthless() -> None:
    bootcamp = a_session(starts_in=5 * MINUTE)
    purchase = make_purchase(bootcamp=bootcamp, user=None)
    before = token_of(purchase)
    purchase.enrollments.update(link_version=1)
    assert said(look(before)) == UNKNOWN
    assert said(click(before)) == UNKNOWN
    assert click(join_token(enrollment_of(purchase).pk, 1)).json() == {"url": MEETING}


def test_an_ended_enrollment_of_a_paid_purchase_opens_nothing() -> None:
    bootcamp = a_session(starts_in=5 * MINUTE)
    purchase = make_purchase(bootcamp=bootcamp, user=None)
    purchase.enrollments.update(ended_at=database_now(), ended_because="moved")
    assert said(click(token_of(purchase))) == (403, "This seat is no longer yours.")
    assert not has_joined(purchase)


def test_a_moved_session_takes_its_link_along() -> None:
    bootcamp = a_session(starts_in=-10 * LENGTH)
    purchase = make_purchase(bootcamp=bootcamp, user=None)
    token = token_of(purchase)
    assert look(token).status_code == 410
    bootcamp.starts_at = database_now()
    bootcamp.ends_at = database_now() + LENGTH
    bootcamp.save()
    assert click(token).json() == {"url": MEETING}


def test_no_other_token_opens_anything(settings: Settings) -> None:
    bootcamp = a_session(starts_in=5 * MINUTE)
    mine = make_purchase(bootcamp=bootcamp, user=None)
    other = make_purchase(bootcamp=bootcamp, user=None)
    token = token_of(mine)
    ids, _, signature = token.partition(".")
    forged = [
        "x",
        "..",
        f"{ids}.",
        f"{ids}.{signature[:-1]}",
        f"{enrollment_of(other).pk}-0.{signature}",
        f"{ids}.{signature}x",
        f"{ids}.{signature}.{signature}",
        join_token(999_999_999, 0),
        join_token(enrollment_of(mine).pk, 1),
    ]
    for one in forged:
        assert said(look(one)) == UNKNOWN, one
        assert said(click(one)) == UNKNOWN, one
    settings.SECRET_KEY = "another secret that is long enough for anybody"
    assert said(click(token)) == UNKNOWN
    assert not Enrollment.objects.exclude(joined_at=None).exists()


def test_links_survive_a_change_of_the_secret_that_keeps_the_old_one(settings: Settings) -> None:
    purchase = make_purchase(bootcamp=a_session(starts_in=5 * MINUTE), user=None)
    token = token_of(purchase)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret that is long enough for anybody"
    assert click(token).status_code == 200


def test_whoever_looks_at_the_site_as_somebody_else_does_not_join_for_them() -> None:
    user = make_user()
    purchase = make_purchase(bootcamp=a_session(starts_in=5 * MINUTE), user=user)
    answer = an_admin_looking_as(user).post("join", {"token": token_of(purchase)})
    assert answer.status_code == 403
    assert not has_joined(purchase)


def test_asking_without_end_is_refused() -> None:
    client = browser()
    answers = [
        client.post("/api/join", {"token": "x"}, content_type="application/json").status_code
        for _ in range(121)
    ]
    assert answers == [404] * 120 + [429]


def test_the_confirmation_leads_each_bootcamp_to_its_page_and_keeps_no_link() -> None:
    members = [
        a_session(starts_in=days * timedelta(days=1), name=f"Step {days}") for days in (1, 2)
    ]
    purchase = make_purchase(bundle=make_bundle(bootcamps=members), user=None)
    complete(purchase=purchase)
    message = Message.objects.get(dedupe_key=f"confirmed:{purchase.pk}")
    assert "/join/" not in message.content + message.html + json.dumps(message.attachments)
    deliver_waiting(channel="EMAIL")
    email = mail.outbox[0]
    assert isinstance(email, EmailMultiAlternatives)
    for member in members:
        link = JOIN.url(enrollment_of(purchase, member))
        assert f"Join the live session:\n{link}\n" in email.body
        assert f'href="{link}"' in str(email.alternatives[0][0])
        assert look(link.rpartition("/")[2]).json()["name"] == member.name
    message.refresh_from_db()
    assert message.sealed_link == ""
