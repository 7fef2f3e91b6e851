"""Feedback after a class: who is asked and when, who may answer, and that it is once."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.messaging.models import Channel, Message, Suppression
from frontrow.messaging.unsubscribe import UNSUBSCRIBED
from frontrow.sales.feedback.asking import ask_for_feedback
from frontrow.sales.feedback.standing import ANSWERED_WITHIN
from frontrow.sales.links import CHOICE, FEEDBACK
from frontrow.sales.models import EndedBecause, Enrollment, Feedback
from tests.factories import from_now, make_purchase, make_user
from tests.jobs import run_jobs
from tests.links import join_token, seat_token
from tests.portal.student import a_student, an_admin_looking_as, browser
from tests.sales.reviewing import SAID, attended, ended_class, give, look

pytestmark = pytest.mark.django_db


def ask() -> list[tuple[str, str]]:
    """The clock's run, and all that has been written so far."""
    ask_for_feedback.func(timestamp=0)
    written = Message.objects.filter(category="FEEDBACK").order_by("pk")
    return [(one.recipient, one.dedupe_key.split(":")[0]) for one in written]


def goes_by(**time: float) -> None:
    """In a test, whose transaction has one time, the class and the emails move back instead."""
    for bootcamp in Bootcamp.objects.all():
        bootcamp.starts_at -= timedelta(**time)
        bootcamp.ends_at -= timedelta(**time)
        bootcamp.save(update_fields=["starts_at", "ends_at"])
    for message in Message.objects.all():
        Message.objects.filter(pk=message.pk).update(
            created_at=message.created_at - timedelta(**time)
        )


def test_two_hours_after_the_class_whoever_attended_is_asked_and_reminded_once() -> None:
    bootcamp = ended_class(hours_ago=1.9)
    attended(bootcamp, user=make_user(email="ada@example.test"))
    attended(bootcamp, came=False, user=make_user(email="absent@example.test"))
    assert ask() == []
    goes_by(minutes=10)
    for _ in range(3):
        assert ask() == [("ada@example.test", "feedback")]
    goes_by(days=2, hours=23)
    assert len(ask()) == 1
    goes_by(hours=2)
    for _ in range(3):
        assert ask() == [
            ("ada@example.test", "feedback"),
            ("ada@example.test", "feedback-reminder"),
        ]
    goes_by(days=30)
    assert len(ask()) == 2


def test_whoever_answered_is_not_reminded() -> None:
    seat = attended()
    assert len(ask()) == 1
    assert give(seat).status_code == 200
    goes_by(days=4)
    assert len(ask()) == 1
    # Nor asked at all, who was quicker than the clock.
    quick = attended()
    assert give(quick).status_code == 200
    assert len(ask()) == 1


def test_the_holder_is_asked_and_not_the_buyer() -> None:
    seat = attended(user=make_user(email="buyer@example.test"))
    Enrollment.objects.filter(pk=seat.pk).update(
        holder_email="holder@example.test", holder_name="Hedy Holder"
    )
    assert ask() == [("holder@example.test", "feedback")]


@pytest.mark.parametrize(
    "why", ["refunded", "canceled", "long ago", "demo", "unsubscribed", "bounced"]
)
def test_nobody_is_asked_who_should_not_be(why: str) -> None:
    seat = attended(
        ended_class(hours_ago=80 if why == "long ago" else 3),
        user=make_user(email="Ada@example.test", is_demo=why == "demo"),
    )
    if why == "refunded":
        Enrollment.objects.filter(pk=seat.pk).update(
            ended_at=from_now(), ended_because=EndedBecause.REFUNDED
        )
    if why == "canceled":
        Bootcamp.objects.update(canceled_at=from_now(days=-1), sales_stopped_at=from_now(days=-1))
    if why in {"unsubscribed", "bounced"}:
        reason = UNSUBSCRIBED if why == "unsubscribed" else "bounced"
        Suppression.objects.create(channel=Channel.EMAIL, address="ada@example.test", reason=reason)
    assert ask() == []
    goes_by(hours=1)
    assert ask() == []


def test_the_email_is_optional_and_its_links_only_fill_in_a_score() -> None:
    seat = attended(user=make_user(email="ada@example.test", first_name="Ada"))
    ask()
    run_jobs()
    [sent] = mail.outbox
    assert isinstance(sent, EmailMultiAlternatives)
    assert "List-Unsubscribe" in sent.extra_headers
    token = FEEDBACK.token(seat)
    html = str(sent.alternatives[0][0])
    assert f"/feedback/{token}?score=10" in html
    assert f"/feedback/{token}\n" in str(sent.body)
    assert "Unsubscribe" in html
    # The log keeps no link with which anybody else could answer.
    kept = Message.objects.get()
    assert token not in kept.content + kept.html + kept.sealed_link
    # A scanner that follows every link stores nothing.
    for method in ("get", "head"):
        assert getattr(browser(), method)("/api/feedback").status_code == 405
    assert look(seat).json()["given"] is None
    assert not Feedback.objects.exists()


def test_it_is_said_once_and_shown_again_at_the_next_visit() -> None:
    seat = attended(user=make_user(first_name="Ada"))
    before = look(seat).json()
    assert (before["isOpen"], before["firstName"], before["given"]) == (True, "Ada", None)
    said = give(seat)
    assert said.status_code == 200
    # The first answer was lost on its way: the same once more is no second one.
    assert give(seat).json() == said.json()
    other = give(seat, score=2)
    assert (other.status_code, other.json()["code"]) == (409, "feedback_given")
    after = look(seat).json()
    assert after["isOpen"] is False
    assert {key: after["given"][key] for key in SAID} == SAID
    assert after["given"]["firstName"] == "Ada"
    assert Feedback.objects.get().score == 9


def test_without_a_yes_no_name_is_kept_and_with_one_it_is_asked_for() -> None:
    seat = attended()
    nameless = give(seat, firstName=" ")
    assert (nameless.status_code, list(nameless.json()["fields"])) == (422, ["firstName"])
    for bad in ({"score": 11}, {"score": -1}, {"words": "x" * 1001}, {"firstName": "a\nb"}):
        assert give(seat, **bad).status_code == 422, bad
    assert not Feedback.objects.exists()
    assert give(seat, mayShow=False).status_code == 200
    kept = Feedback.objects.get()
    assert (kept.first_name, kept.may_show) == ("", False)


@pytest.mark.parametrize("why", ["absent", "running", "refunded", "canceled", "demo"])
def test_nobody_answers_who_did_not_attend(why: str) -> None:
    bootcamp = ended_class(hours_ago=-1 if why == "running" else 3)
    seat = attended(bootcamp, came=why != "absent", user=make_user(is_demo=why == "demo"))
    if why == "refunded":
        Enrollment.objects.filter(pk=seat.pk).update(
            ended_at=from_now(), ended_because=EndedBecause.REFUNDED
        )
    if why == "canceled":
        Bootcamp.objects.update(canceled_at=from_now(days=-1), sales_stopped_at=from_now(days=-1))
    assert look(seat).status_code == 404
    assert give(seat).status_code == 404
    assert not Feedback.objects.exists()


def test_after_a_month_it_is_too_late_and_says_so() -> None:
    seat = attended(ended_class(hours_ago=ANSWERED_WITHIN.total_seconds() / 3600 + 1))
    assert look(seat).json()["isOpen"] is False
    late = give(seat)
    assert (late.status_code, late.json()["code"]) == (409, "feedback_closed")
    assert not Feedback.objects.exists()


def test_another_links_token_and_a_link_of_before_open_nothing() -> None:
    seat = attended()
    token = FEEDBACK.token(seat)
    for made_up in (
        join_token(seat.pk, seat.link_version),
        seat_token(seat.pk, seat.link_version),
        CHOICE.token(seat, 1),
        token[:-1] + ("a" if token[-1] != "a" else "b"),
        f"{seat.pk}-0",
        "x",
    ):
        answer = browser().post(
            "/api/feedback", {**SAID, "token": made_up}, content_type="application/json"
        )
        assert answer.status_code == 404, made_up
    # A corrected address or a hand-over raises it.
    Enrollment.objects.filter(pk=seat.pk).update(link_version=1)
    assert give(seat).status_code == 404
    assert not Feedback.objects.exists()
    seat.refresh_from_db()
    assert give(seat).status_code == 200


def test_whoever_is_signed_in_as_another_is_told_so() -> None:
    ada = a_student(first_name="Ada")
    seat = attended(user=ada.user)
    assert look(seat, ada.client).json()["isAnotherReader"] is False
    assert look(seat, a_student().client).json()["isAnotherReader"] is True
    assert look(seat).json()["isAnotherReader"] is False
    guest = attended(user=None, guest_email="grace@example.test", guest_full_name="Grace H")
    grace = a_student(email="Grace@example.test")
    assert look(guest, grace.client).json()["isAnotherReader"] is False


def test_the_portal_leads_there_and_an_admin_looking_along_says_nothing() -> None:
    ada = a_student()
    bootcamp = ended_class()
    seat = attended(bootcamp, user=ada.user)
    make_purchase(bootcamp=ended_class(), user=ada.user)
    [absent, present] = ada.purchases()
    assert absent["items"][0]["feedback"] is None
    path = f"/feedback/{FEEDBACK.token(seat)}"
    assert present["items"][0]["feedback"] == {"path": path, "isGiven": False}
    looking = an_admin_looking_as(ada.user)
    assert looking.purchases()[1]["items"][0]["feedback"] == {"path": "", "isGiven": False}
    assert give(seat, looking.client).status_code == 403
    assert not Feedback.objects.exists()
    assert give(seat, ada.client).status_code == 200
    assert ada.purchases()[1]["items"][0]["feedback"] == {"path": path, "isGiven": True}


def test_marked_as_absent_afterwards_what_was_said_stays(client: Client) -> None:
    seat = attended()
    assert give(seat).status_code == 200
    Enrollment.objects.filter(pk=seat.pk).update(attended_at=None, attendance_marked_at=from_now())
    assert look(seat).json()["given"]["score"] == 9
    assert client.get("/api/reviews").json()["answers"] == 1
