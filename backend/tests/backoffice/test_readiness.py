"""Looking at readiness: what it costs, who is told of it, and what the new operations refuse."""

import json
import time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import Role
from frontrow.backoffice.models import ReadinessNotice
from frontrow.backoffice.readiness.cells import Cell, State, worst_of
from frontrow.backoffice.readiness.standing import look_ahead, look_at
from frontrow.backoffice.readiness.watch import watch_classes
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.messaging.models import Message, NoticeChoice
from frontrow.sales.models import Enrollment, Purchase
from tests.backoffice.notices import tell, told
from tests.catalogue.desk import Desk
from tests.factories import (
    ClassAnswerFactory,
    ClassQuestionFactory,
    from_now,
    make_bootcamp,
    make_coach,
    make_message,
    make_purchase,
    make_template,
    make_user,
)
from tests.fakes.twilio import TwilioServer
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db


def soon(**fields: Any) -> Bootcamp:
    """Its reminder was due four hours ago."""
    return make_bootcamp(
        **{"starts_at": from_now(hours=20), "ends_at": from_now(hours=23), **fields}
    )


def attendee(of: Bootcamp, **fields: Any) -> Enrollment:
    purchase = make_purchase(bootcamp=of, **{"completed_at": from_now(days=-5), **fields})
    return Enrollment.objects.get(purchase=purchase)


def full(people: int) -> Bootcamp:
    bootcamp = soon(max_seats=people, includes_coaching=True)
    question = ClassQuestionFactory.create(bootcamp=bootcamp)
    for number in range(people):
        seat = attendee(bootcamp, guest_phone=f"+1555{number:07}", user=None)
        for category in ("REGISTRATION_CONFIRM", "WELCOME", "REMINDER_1DAY"):
            make_message(
                purchase_id=seat.purchase_id, category=category, recipient="guest@example.test"
            )
        ClassAnswerFactory.create(question=question, enrollment=seat)
    return bootcamp


def test_seven_statements_for_one_person_and_for_a_hundred(twilio_server: TwilioServer) -> None:
    make_coach()
    make_template(type="SMS", category="REMINDER_1DAY", subject="", content="Soon")
    few, many = full(1), full(100)
    for bootcamp, people in ((few, 1), (many, 100)):
        with CaptureQueriesContext(connection) as captured:
            standing = look_at(bootcamp_id=bootcamp.pk)
        assert len(captured) == 7, [query["sql"][:80] for query in captured]
        assert len(standing.people) == people
    with CaptureQueriesContext(connection) as captured:
        assert len(look_ahead()) == 2
    assert len(captured) == 7


@pytest.mark.proof
@pytest.mark.timing
def test_a_hundred_attendees_are_looked_at_in_a_tenth_of_a_second(
    twilio_server: TwilioServer,
) -> None:
    make_coach()
    bootcamp = full(100)
    best = 9.0
    for _ in range(20):
        began = time.perf_counter()
        assert len(look_at(bootcamp_id=bootcamp.pk).people) == 100
        best = min(best, time.perf_counter() - began)
    assert best < 0.1


def test_support_is_shown_neither_sums_nor_links_nor_answers(client: Client) -> None:
    bootcamp = soon(
        zoom_join_url="https://zoom.example.test/j/secret",
        zoom_start_url="https://zoom.example.test/s/secret",
        price="987.65",
    )
    seat = attendee(bootcamp)
    ClassAnswerFactory.create(
        question=ClassQuestionFactory.create(bootcamp=bootcamp),
        enrollment=seat,
        words="My own shop",
    )
    sign_in_recently(client, make_user(role=Role.SUPPORT))
    for path in (f"bootcamps/{bootcamp.pk}/readiness", "readiness"):
        answer = client.get(f"/api/admin/{path}")
        assert answer.status_code == 200
        said = answer.content.decode()
        assert bootcamp.name in said or str(seat.purchase_id) in said
        for secret in ("987", "http", "/join/", "My own shop", "pi_"):
            assert secret not in said, secret
    coach = Client(headers={"Sec-Fetch-Site": "same-origin"})
    sign_in_recently(coach, make_user(role=Role.COACH))
    assert coach.get(f"/api/admin/bootcamps/{bootcamp.pk}/readiness").status_code == 403


def test_the_week_ahead_tells_of_each_class_why_it_is_not_ready(desk: Desk) -> None:
    later = soon(name="Later", starts_at=from_now(days=6), ends_at=from_now(days=6.1))
    sooner = soon(name="Sooner", session_url="https://meet.example.test/room")
    attendee(sooner, user=make_user(first_name="Ada", last_name="Lovelace"))
    soon(starts_at=from_now(days=8), ends_at=from_now(days=9))
    soon(canceled_at=from_now())
    soon(published_at=None)
    soon(status="archived")
    soon(starts_at=from_now(days=-1), ends_at=from_now(hours=-1))
    first, second = desk.get("readiness")
    assert (first["bootcampId"], second["bootcampId"]) == (sooner.pk, later.pk)
    assert (first["worst"], first["firstReason"]) == ("red", "1 person has no reminder")
    assert (second["worst"], second["firstReason"]) == ("red", "There's no meeting and no link")
    assert second["red"] + second["amber"] + second["green"] == 3
    Message.objects.all().delete()
    desk.done("POST", f"bootcamps/{sooner.pk}/reminders", {})
    [first, _] = desk.get("readiness")
    assert first["firstReason"] == "Ada Lovelace: Never sent"


def test_of_a_canceled_class_only_that_is_said(desk: Desk) -> None:
    bootcamp = soon(canceled_at=from_now())
    attendee(bootcamp)
    answer = desk.get(f"bootcamps/{bootcamp.pk}/readiness")
    [cell] = answer["cells"]
    assert (cell["state"], cell["words"]) == ("red", "This class was canceled.")
    assert [one["cells"] for one in answer["attendees"]] == [[]]
    assert desk.call("POST", f"bootcamps/{bootcamp.pk}/reminders", {})[0] == 409


def test_nothing_known_is_never_green() -> None:
    assert worst_of([]) == State.AMBER
    green = Cell(key="paid", state=State.GREEN, words="Paid")
    assert worst_of([green]) == State.GREEN
    assert worst_of([green, Cell(key="seat", state=State.RED, words="No seat")]) == State.RED


def test_a_reminder_is_no_matter_until_it_is_due_and_never_for_who_bought_after(
    desk: Desk,
) -> None:
    ahead = soon(starts_at=from_now(hours=30), ends_at=from_now(hours=33))
    early, late = attendee(ahead), attendee(soon(), completed_at=from_now(hours=-1))
    for seat in (early, late):
        answer = desk.get(f"bootcamps/{seat.bootcamp_id}/readiness")
        [person] = answer["attendees"]
        keys = {cell["key"] for cell in [*answer["cells"], *person["cells"]]}
        assert not keys & {"reminder", "reminders"}
        path = f"bootcamps/{seat.bootcamp_id}/reminders"
        assert desk.done("POST", path, {}) == {"count": 0}
        assert desk.call("POST", path, {"enrollmentId": seat.pk})[0] == 409
    assert not Message.objects.filter(category="REMINDER_1DAY").exists()


def test_pressed_again_and_again_a_repair_sends_one_reminder_in_a_minute(desk: Desk) -> None:
    bootcamp = soon()
    seat, other = attendee(bootcamp), attendee(bootcamp)
    path, body = f"bootcamps/{bootcamp.pk}/reminders", {"enrollmentId": seat.pk}
    answers = [desk.call("POST", path, body)[0] for _ in range(20)]
    assert answers == [200, *[409] * 19]
    # Whoever has it is left alone by the repair of the class; the clock's job writes none either.
    assert desk.done("POST", path, {}) == {"count": 1}
    assert desk.done("POST", path, {}) == {"count": 0}
    sent = Message.objects.filter(category="REMINDER_1DAY")
    assert {one.purchase_id for one in sent} == {seat.purchase_id, other.purchase_id}
    assert sent.count() == 2
    sent.update(created_at=from_now(minutes=-2))
    assert desk.call("POST", path, body)[0] == 200
    assert sent.filter(purchase_id=seat.purchase_id).count() == 2
    assert desk.call("POST", path, {"enrollmentId": attendee(soon()).pk})[0] == 404
    assert [act for act, *_ in desk.audited()].count("sent reminders") == 4


def test_nobody_is_texted_who_has_not_agreed(desk: Desk, twilio_server: TwilioServer) -> None:
    make_template(type="SMS", category="REMINDER_1DAY", subject="", content="Soon")
    seat = attendee(soon(), user=None, guest_phone="+15550100199")
    path = f"bootcamps/{seat.bootcamp_id}/reminders"
    status, answer = desk.call("POST", path, {"enrollmentId": seat.pk, "channel": "SMS"})
    assert (status, answer["message"][:30]) == (409, "They haven't agreed to text me")
    assert not Message.objects.exists()
    assert twilio_server.sent == []


def test_a_buyers_own_seat_is_confirmed_by_its_purchase(desk: Desk) -> None:
    seat = attendee(soon())
    assert desk.call("POST", f"seats/{seat.pk}/resend")[0] == 409
    assert not Message.objects.exists()
    Enrollment.objects.filter(pk=seat.pk).update(holder_email="h@example.test", holder_name="Hana")
    for _ in range(2):
        desk.done("POST", f"seats/{seat.pk}/resend")
    emails = Message.objects.filter(category="SEAT_HANDED_OVER")
    assert [one.recipient for one in emails] == ["h@example.test"] * 2
    Purchase.objects.update(state="refunding")
    assert desk.call("POST", f"seats/{seat.pk}/resend")[0] == 409
    assert emails.count() == 2


def test_a_seat_that_is_only_held_is_none(desk: Desk) -> None:
    seat = attendee(soon())
    kept = Seat.objects.filter(enrollment_id=seat.pk)

    def state() -> str:
        [person] = desk.get(f"bootcamps/{seat.bootcamp_id}/readiness")["attendees"]
        [cell] = [cell for cell in person["cells"] if cell["key"] == "seat"]
        return str(cell["state"])

    assert state() == "green"
    kept.update(held_until=from_now(minutes=10))
    assert state() == "red"
    kept.update(held_until=None)
    assert state() == "green"


def test_what_went_to_an_address_of_before_counts_for_nothing(desk: Desk) -> None:
    seat = attendee(soon(), user=None, guest_email="old@example.test")
    make_message(
        purchase_id=seat.purchase_id,
        category="REGISTRATION_CONFIRM",
        recipient="Old@example.test",
        status="SENT",
        sent_at=from_now(),
        delivered_at=from_now(),
    )

    def states() -> dict[str, str]:
        [person] = desk.get(f"bootcamps/{seat.bootcamp_id}/readiness")["attendees"]
        return {cell["key"]: cell["state"] for cell in person["cells"]}

    told = ("way_in", "confirmation", "address")
    assert [states()[key] for key in told] == ["green", "green", "green"]
    Purchase.objects.update(guest_email="new@example.test")
    assert [states().get(key) for key in told] == ["red", "red", None]


def watched() -> int:
    watch_classes.func(timestamp=0)
    return ReadinessNotice.objects.count()


def test_operators_hear_once_of_each_set_of_red_cells(desk: Desk) -> None:
    now = from_now(minutes=-5)
    NoticeChoice.objects.create(
        user=desk.admin, kind="class_not_ready", pace="at_once", since=now, told_until=now
    )
    bootcamp = soon(name="Launch")
    soon(starts_at=from_now(hours=50), ends_at=from_now(hours=52))
    soon(starts_at=from_now(hours=-1), ends_at=from_now(hours=1))
    assert (watched(), watched()) == (1, 1)
    for _ in range(3):
        tell()
    assert told() == [(desk.admin.email, "Class not ready")]
    email = Message.objects.get(category="NOTICE")
    assert "There's no meeting and no link." in email.content
    assert f"/admin/bootcamps/{bootcamp.pk}/readiness" in email.html
    # Something more is red: that is news. Once it is as before, there is none.
    seat = attendee(bootcamp, user=make_user(first_name="Ada"))
    assert watched() == 2
    notice = ReadinessNotice.objects.latest("pk")
    assert notice.words.endswith("1 person isn't ready")
    assert "Ada" not in notice.words
    seat.purchase.enrollments.update(ended_at=from_now(), ended_because="withdrawn")
    assert watched() == 2
    # What is put right is told of no more.
    Bootcamp.objects.filter(pk=bootcamp.pk).update(session_url="https://meet.example.test/room")
    ReadinessNotice.objects.all().delete()
    assert watched() == 0


def test_serving_by_hand_queues_one_run_and_is_noted(desk: Desk) -> None:
    bootcamp = soon()
    for _ in range(3):
        desk.done("POST", f"bootcamps/{bootcamp.pk}/waiting-list/serve")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT args::text FROM procrastinate_jobs WHERE task_name LIKE '%%serve_lists'"
            " AND queueing_lock = 'serve:desk'"
        )
        assert [json.loads(args) for (args,) in cursor.fetchall()] == [{"timestamp": 0}]
    assert [act for act, *_ in desk.audited()] == ["served waiting list"] * 3
