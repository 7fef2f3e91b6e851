"""A class that is ready in every cell, the desk that looks at it, and every repair carried out."""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import time_machine
from django.test import Client

from frontrow.backoffice.messages.reminders import TEXT
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import Coach
from frontrow.core.zones import zone
from frontrow.messaging.models import Message, Suppression
from frontrow.sales.models import ClassAnswer, ClassQuestion, Enrollment, LinkTest, Purchase
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from tests.catalogue.desk import Desk
from tests.factories import (
    ClassAnswerFactory,
    ClassQuestionFactory,
    LinkTestFactory,
    SmsConsentFactory,
    from_now,
    make_bootcamp,
    make_coach,
    make_purchase,
    make_resource,
    make_template,
    make_user,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

PHONE = "+15550100199"
MAIL_SECRET = "frontrow:correct-horse"
ZONE = "America/Chicago"
Cells = dict[tuple[str, str], tuple[str, str | None]]


@dataclass
class ReadyClass:
    """Ada has an account, Gus bought as a guest, Hana holds a seat, Tex agreed to texts."""

    desk: Desk
    stripe: StripeServer
    bootcamp: Bootcamp = field(init=False)
    coach: Coach = field(init=False)
    seats: dict[str, Enrollment] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.bootcamp = make_bootcamp(
            starts_at=from_now(hours=20),
            ends_at=from_now(hours=23),
            includes_coaching=True,
            min_seats=4,
            max_seats=6,
            price="500.00",
        )
        self.coach = make_coach(meeting_url="https://meet.example.test/coach")
        make_resource(bootcamp=self.bootcamp)
        make_template(type="SMS", category="REMINDER_1DAY", subject="", content="Soon {zoomLink}")
        asked = [
            ClassQuestionFactory.create(bootcamp=self.bootcamp, position=place) for place in (1, 2)
        ]
        self._enroll()
        for who, seat in self.seats.items():
            # Only her browser's zone is known: she bought nothing and has no profile.
            LinkTestFactory.create(enrollment=seat, zone=ZONE if who == "hana" else "")
            for question in asked:
                ClassAnswerFactory.create(question=question, enrollment=seat)
        self.carry_out("", "make_meeting")
        for who, seat in self.seats.items():
            self.carry_out(who, "resend_seat" if seat.is_handed_over else "resend_confirmation")
        self.carry_out("", "send_reminders")
        # What was sent so far was not sent this minute.
        Message.objects.update(created_at=from_now(hours=-1))

    def _enroll(self) -> None:
        ada = make_user(email="ada@example.test", first_name="Ada", timezone=ZONE)
        bought = {
            "ada": make_purchase(bootcamp=self.bootcamp, user=ada),
            "gus": Shopper(self.stripe, email="gus@example.test", full_name="Gus Guest").buy(
                bootcamp=self.bootcamp.pk, timezone=ZONE
            ),
            "hana": make_purchase(bootcamp=self.bootcamp, user=make_user()),
            "tex": make_purchase(
                bootcamp=self.bootcamp,
                user=None,
                guest_email="tex@example.test",
                guest_full_name="Tex Guest",
                guest_phone=PHONE,
                buyer_timezone=ZONE,
            ),
        }
        SmsConsentFactory.create(phone=PHONE, user=None, purchase_id=bought["tex"].pk)
        Purchase.objects.update(completed_at=from_now(days=-5))
        for who, purchase in bought.items():
            self.seats[who] = Enrollment.objects.get(purchase=purchase)
        self.change("hana", holder_email="hana@example.test", holder_name="Hana Holder")

    def change(self, who: str, **fields: Any) -> None:
        Enrollment.objects.filter(pk=self.seats[who].pk).update(**fields)
        self.seats[who].refresh_from_db()

    def purchase(self, who: str) -> Any:
        return Purchase.objects.filter(pk=self.seats[who].purchase_id)

    def row(self) -> Any:
        return Bootcamp.objects.filter(pk=self.bootcamp.pk)

    def messages(self, who: str, *categories: str) -> Any:
        seat = self.seats[who]
        found = Message.objects.filter(purchase_id=seat.purchase_id, category__in=categories)
        if seat.is_handed_over:
            found = found.filter(recipient=seat.holder_email)
        return found

    def confirmation(self, who: str) -> Any:
        return self.messages(who, "REGISTRATION_CONFIRM", "SEAT_HANDED_OVER")

    def reminder(self, who: str) -> Any:
        return self.messages(who, "REMINDER_1DAY")

    def read(self) -> Any:
        return self.desk.get(f"bootcamps/{self.bootcamp.pk}/readiness")

    def cells(self) -> Cells:
        """Every cell by whose it is and its key: its state, and the kind of its repair."""
        return dict(_cells(self.read(), {seat.pk: who for who, seat in self.seats.items()}))

    def not_green(self) -> Cells:
        return {place: cell for place, cell in self.cells().items() if cell[0] != "green"}

    def carry_out(self, who: str, kind: str) -> None:
        """The repair by the operation the desk has for it; then jobs run and emails arrive."""
        _REPAIRS[kind](self, who)
        run_jobs()
        arrive()

    def post(self, path: str, body: Any = None) -> Any:
        return self.desk.done("POST", f"bootcamps/{self.bootcamp.pk}/{path}", body)

    def email(self, who: str) -> str:
        shown = {one["enrollmentId"]: one["email"] for one in self.read()["attendees"]}
        return str(shown[self.seats[who].pk])


def _cells(answer: Any, names: dict[int, str]) -> Iterator[Any]:
    everybody = [("", answer["cells"])]
    everybody += [(names[one["enrollmentId"]], one["cells"]) for one in answer["attendees"]]
    for who, cells in everybody:
        for cell in cells:
            yield (who, cell["key"]), (cell["state"], (cell["repair"] or {}).get("kind"))


def arrive() -> None:
    """The mail provider tells of every email it took that it was delivered."""
    for message in Message.objects.filter(type="EMAIL", status="SENT", delivered_at=None, fate=""):
        tell_provider_event(message, {"RecordType": "Delivery", "DeliveredAt": "2026-11-05T16:33Z"})
    for text in Message.objects.filter(type="SMS", status="SENT", delivered_at=None):
        Message.objects.filter(pk=text.pk).update(delivered_at=text.sent_at)


def bounce(message: Message, *, kind: str) -> None:
    event = {"RecordType": "Bounce", "Type": kind, "Details": "550 No such user", "ID": 1}
    tell_provider_event(message, {**event, "BouncedAt": "2026-11-05T16:33:54Z"})


def tell_provider_event(message: Message, event: dict[str, Any]) -> None:
    answer = Client().post(
        "/api/webhooks/mail",
        json.dumps(
            {
                "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
                "Recipient": message.recipient,
                "Email": message.recipient,
                "Metadata": {"message": message.message_id},
                **event,
            }
        ),
        content_type="application/json",
        headers={"Authorization": f"Basic {base64.b64encode(MAIL_SECRET.encode()).decode()}"},
    )
    assert (answer.status_code, answer.json()) == (200, {"heeded": 1})


def _mend_on_board(ready: ReadyClass, who: str) -> None:
    # What is younger than a few minutes may still be on its way.
    ready.purchase(who).update(updated_at=from_now(hours=-1))
    number = str(ready.seats[who].purchase_id)
    rows = ready.desk.get("reconciliation")["rows"]
    for row in [one for one in rows if str(one["purchaseId"]) == number]:
        ready.desk.done("POST", "reconciliation/repair", {"key": row["key"]})


def _resend(ready: ReadyClass, who: str) -> None:
    ready.desk.done("POST", f"purchases/{ready.seats[who].purchase_id}/resend-confirmation")


def _correct(ready: ReadyClass, who: str) -> None:
    ready.desk.done(
        "PATCH",
        f"purchases/{ready.seats[who].purchase_id}/customer",
        {"email": f"{who}.right@example.test", "fullName": f"{who.title()} Guest"},
    )
    # The reminder went to the old address: it is sent to the new one as well.
    _remind(ready, who)


def _remind(ready: ReadyClass, who: str, channel: str = "EMAIL") -> None:
    ready.post("reminders", {"enrollmentId": ready.seats[who].pk, "channel": channel})


def _text(ready: ReadyClass, who: str) -> None:
    local = datetime.now(UTC).astimezone(zone("America/New_York"))
    with time_machine.travel(local.replace(hour=12), tick=False):
        _remind(ready, who, "SMS")
        run_jobs()
    [text] = Message.objects.filter(dedupe_key__startswith=TEXT)
    assert (text.recipient, text.status) == (PHONE, "SENT")


def _ask(ready: ReadyClass, who: str) -> None:
    """The email goes to them alone; what it asks for is theirs to do."""
    before = Message.objects.filter(category="CUSTOM").count()
    ready.post(
        "send-message",
        {
            "type": "EMAIL",
            "subject": "Before class",
            "content": "Please test your link: {zoomLink}",
            "recipients": [{"address": ready.email(who)}],
        },
    )
    assert Message.objects.filter(category="CUSTOM").count() == before + 1
    seat = ready.seats[who]
    LinkTest.objects.update_or_create(enrollment=seat, defaults={"zone": ZONE})
    for question in ClassQuestion.objects.filter(bootcamp=ready.bootcamp):
        ClassAnswer.objects.get_or_create(
            question=question, enrollment=seat, defaults={"words": "A shop"}
        )


def _lift(ready: ReadyClass, who: str) -> None:
    row = Suppression.objects.get(address=ready.email(who))
    ready.desk.done("POST", f"suppressions/{row.pk}/lift", {"reason": "They asked us by phone"})


def _open_coaching(ready: ReadyClass, who: str) -> None:
    path = f"coaching/coaches/{ready.coach.pk}"
    change = {"isActive": True, "meetingUrl": "https://meet.example.test/again"}
    ready.desk.done("PATCH", path, change)
    week = [{"weekday": day, "opens": "09:00", "closes": "17:00"} for day in range(5)]
    ready.desk.done("PUT", f"{path}/hours", {"hours": week})


def _serve(ready: ReadyClass, who: str) -> None:
    ready.post("waiting-list/serve")


def _open_purchase(ready: ReadyClass, who: str) -> None:
    """Nothing to press there while it is being captured: the sweep carries it on."""
    ready.purchase(who).get().disputes.update(closed_at=from_now())
    sweep_unfinished.func(timestamp=0)


def _change_class(**fields: Any) -> Any:
    return lambda ready, who: ready.desk.done("PATCH", f"bootcamps/{ready.bootcamp.pk}", fields)


_REPAIRS: dict[str, Any] = {
    "make_meeting": lambda ready, who: ready.post("meeting"),
    "add_link": _change_class(zoomStartUrl="https://zoom.example.test/s/1"),
    "add_material": lambda ready, who: ready.post(
        "resources", {"type": "LINK", "title": "Notes", "url": "https://example.test/notes"}
    ),
    "send_reminders": lambda ready, who: ready.post("reminders", {}),
    "serve_list": _serve,
    "decide_minimum": _change_class(minSeats=4),
    "assign_coach": _open_coaching,
    "open_purchase": _open_purchase,
    "reconcile": _mend_on_board,
    "resend_confirmation": _resend,
    "resend_seat": lambda ready, who: ready.desk.done(
        "POST", f"seats/{ready.seats[who].pk}/resend"
    ),
    "correct_address": _correct,
    "review_address": _lift,
    "send_reminder": _remind,
    "text_reminder": _text,
    "activate_account": lambda ready, who: ready.desk.done(
        "PATCH", f"users/{ready.seats[who].attendee.pk}/activate"
    ),
    "ask_to_test": _ask,
    "ask_to_answer": _ask,
}
