"""Every fact taken away in turn: how, which cells it turns, and which of them is repaired."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from frontrow.accounts.models import UserStatus
from frontrow.catalogue.models import Resource, Seat
from frontrow.coaching.models import Coach, WeeklyHours
from frontrow.messaging.models import Message
from frontrow.sales.models import ClassAnswer, LinkTest, Movement, PurchaseState
from tests.backoffice.ready_class import Cells, ReadyClass, bounce
from tests.factories import (
    DisputeFactory,
    SeatOfferFactory,
    SuppressionFactory,
    WaitingEntryFactory,
    WaitingWishFactory,
    from_now,
    make_purchase,
)

RED, AMBER = "red", "amber"
PASTED = "https://zoom.example.test/j/1"


@dataclass(frozen=True)
class Fault:
    name: str
    plant: Callable[[ReadyClass], Any]
    # Exactly these cells are not green afterwards; the first of them is repaired.
    turns: Cells
    # What the repair brings to light.
    reveals: frozenset[tuple[str, str]] = frozenset()


def _class(name: str, **fields: Any) -> Callable[[ReadyClass], Any]:
    return lambda ready: ready.row().update(**fields)


def _sent(what: str, who: str, **fields: Any) -> Callable[[ReadyClass], Any]:
    return lambda ready: getattr(ready, what)(who).update(**fields)


def _unsent(who: str, *whats: str) -> Callable[[ReadyClass], Any]:
    return lambda ready: [getattr(ready, what)(who).delete() for what in whats]


def _suppressed(who: str, reason: str, **more: Any) -> Callable[[ReadyClass], Any]:
    def plant(ready: ReadyClass) -> None:
        SuppressionFactory.create(address=ready.email(who), reason=reason)
        if more.get("unreminded"):
            ready.reminder(who).delete()

    return plant


def _bounced(who: str, what: str, kind: str) -> Callable[[ReadyClass], Any]:
    def plant(ready: ReadyClass) -> None:
        sent = getattr(ready, what)(who).latest("pk")
        Message.objects.filter(pk=sent.pk).update(delivered_at=None)
        bounce(sent, kind=kind)

    return plant


def _somebody_waits(ready: ReadyClass) -> None:
    WaitingWishFactory.create(entry=WaitingEntryFactory.create(), bootcamp=ready.bootcamp)


def _offer_ran_out(ready: ReadyClass) -> None:
    held = make_purchase(bootcamp=ready.bootcamp, state=PurchaseState.PENDING, user=None)
    SeatOfferFactory.create(purchase=held, expires_at=from_now(hours=-1))


def _few_hours(ready: ReadyClass) -> None:
    WeeklyHours.objects.exclude(weekday=0).delete()
    WeeklyHours.objects.update(opens="09:00", closes="10:00")
    Coach.objects.update(notice_hours=24 * 7 * 4)


def _stuck(ready: ReadyClass) -> None:
    ready.purchase("gus").update(
        state=PurchaseState.CAPTURING, completed_at=None, state_since=from_now(hours=-1)
    )


def _no_zone(ready: ReadyClass) -> None:
    ready.purchase("gus").update(buyer_timezone="")


def _other_address(ready: ReadyClass) -> None:
    ready.purchase("gus").update(guest_email="new@example.test")


def _deactivated(ready: ReadyClass) -> None:
    account = ready.seats["ada"].attendee
    assert account is not None
    account.status = UserStatus.INACTIVE
    account.save()


def _seat(**fields: Any) -> Callable[[ReadyClass], Any]:
    return lambda ready: Seat.objects.filter(enrollment_id=ready.seats["gus"].pk).update(**fields)


def _of(rows: Any, who: str) -> Callable[[ReadyClass], Any]:
    return lambda ready: rows.filter(enrollment=ready.seats[who]).delete()


def _everybody(ready: ReadyClass) -> None:
    Message.objects.filter(category="REMINDER_1DAY").delete()


NO_MEETING = {"zoom_meeting_id": "", "zoom_join_url": "", "zoom_registration_url": ""}
REMINDERS: Cells = {("", "reminders"): (RED, "send_reminders")}


def _unreminded(who: str, kind: str = "send_reminder") -> Cells:
    return {(who, "reminder"): (RED, kind), **REMINDERS}


FAULTS = [
    Fault("no meeting", _class("", **NO_MEETING), {("", "meeting"): (RED, "make_meeting")}),
    Fault(
        "zoom fails",
        _class("", meeting_due_at=from_now(), meeting_failures=3),
        {("", "meeting"): (RED, "make_meeting")},
    ),
    Fault(
        "meeting behind the class",
        _class("", meeting_due_at=from_now()),
        {("", "meeting"): (AMBER, "make_meeting"), ("", "recording"): (AMBER, "make_meeting")},
    ),
    Fault(
        "a pasted link without the host's",
        _class("", **{**NO_MEETING, "zoom_join_url": PASTED}),
        {("", "host_link"): (AMBER, "add_link"), ("", "recording"): (AMBER, None)},
    ),
    Fault(
        "no material",
        lambda ready: Resource.objects.all().delete(),
        {("", "material"): (AMBER, "add_material")},
    ),
    Fault(
        "material taken away",
        lambda ready: Resource.objects.update(deleted_at=from_now()),
        {("", "material"): (AMBER, "add_material")},
    ),
    Fault(
        "nobody reminded",
        _everybody,
        {
            **REMINDERS,
            **{(who, "reminder"): (RED, "send_reminder") for who in ("ada", "gus", "hana", "tex")},
        },
    ),
    Fault(
        "a free seat while somebody waits",
        _somebody_waits,
        {("", "waiting_list"): (RED, "serve_list")},
    ),
    Fault("an offer that ran out", _offer_ran_out, {("", "waiting_list"): (RED, "serve_list")}),
    Fault("too few sold", _class("", min_seats=5), {("", "minimum"): (AMBER, "decide_minimum")}),
    Fault(
        "no coach takes bookings",
        lambda ready: Coach.objects.update(is_active=False),
        {("", "coaching"): (RED, "assign_coach")},
    ),
    Fault(
        "a coach without a room",
        lambda ready: Coach.objects.update(meeting_url=""),
        {("", "coaching"): (RED, "assign_coach")},
    ),
    Fault(
        "a coach without hours",
        lambda ready: WeeklyHours.objects.all().delete(),
        {("", "coaching"): (RED, "assign_coach")},
    ),
    Fault(
        "fewer coach hours than students", _few_hours, {("", "coaching"): (AMBER, "assign_coach")}
    ),
    Fault(
        "a payment stuck on its way",
        _stuck,
        {("gus", "paid"): (RED, "open_purchase")},
    ),
    Fault(
        "no payment in the books",
        lambda ready: Movement.objects.filter(purchase__in=ready.purchase("gus")).delete(),
        {("gus", "paid"): (RED, "reconcile")},
    ),
    Fault(
        "a dispute",
        lambda ready: DisputeFactory.create(purchase=ready.purchase("tex").get()),
        {("tex", "paid"): (AMBER, "open_purchase")},
    ),
    Fault(
        "no seat",
        _seat(enrollment_id=None),
        {("gus", "seat"): (RED, "reconcile"), ("", "minimum"): (AMBER, "decide_minimum")},
    ),
    Fault("an account deactivated", _deactivated, {("ada", "way_in"): (RED, "activate_account")}),
    Fault(
        "a guest who was never written to",
        _unsent("gus", "confirmation", "reminder"),
        {
            ("gus", "way_in"): (RED, "resend_confirmation"),
            ("gus", "confirmation"): (RED, "resend_confirmation"),
            **_unreminded("gus"),
        },
    ),
    Fault(
        "a holder who was never written to",
        _unsent("hana", "confirmation", "reminder"),
        {
            ("hana", "way_in"): (RED, "resend_seat"),
            ("hana", "confirmation"): (RED, "resend_seat"),
            **_unreminded("hana"),
        },
    ),
    *(
        Fault(
            f"{who} has no confirmation",
            _unsent(who, "confirmation"),
            {(who, "confirmation"): (RED, again)},
        )
        for who, again in (
            ("ada", "resend_confirmation"),
            ("gus", "resend_confirmation"),
            ("hana", "resend_seat"),
        )
    ),
    *(
        Fault(
            f"{who}'s confirmation {words}",
            _sent("confirmation", who, delivered_at=None, **fields),
            {(who, "confirmation"): (state, again)},
        )
        for who, again in (("gus", "resend_confirmation"), ("hana", "resend_seat"))
        for words, state, fields in (
            ("failed", RED, {"status": "FAILED"}),
            ("still waits", AMBER, {"status": "PENDING", "send_after": from_now(days=1)}),
            ("is sent and not confirmed", AMBER, {"status": "SENT"}),
        )
    ),
    Fault(
        "a confirmation that bounced for now",
        _bounced("gus", "confirmation", "SoftBounce"),
        {
            ("gus", "confirmation"): (RED, "correct_address"),
        },
    ),
    Fault(
        "an address that bounces",
        _bounced("gus", "reminder", "HardBounce"),
        {
            ("gus", "address"): (RED, "correct_address"),
            ("gus", "reminder"): (RED, "correct_address"),
        },
    ),
    Fault(
        "emails that went to an address of before",
        _other_address,
        {
            ("gus", "way_in"): (RED, "resend_confirmation"),
            ("gus", "confirmation"): (RED, "resend_confirmation"),
            **_unreminded("gus"),
        },
    ),
    *(
        Fault(f"{who} has no reminder", _unsent(who, "reminder"), _unreminded(who))
        for who in ("ada", "gus", "hana")
    ),
    *(
        Fault(
            f"a reminder {words}",
            _sent("reminder", "gus", delivered_at=None, **fields),
            {("gus", "reminder"): (state, "send_reminder")},
        )
        for words, state, fields in (
            ("failed", RED, {"status": "FAILED"}),
            ("still waits", AMBER, {"status": "PENDING", "send_after": from_now(days=1)}),
            ("is sent and not confirmed", AMBER, {"status": "SENT"}),
        )
    ),
    Fault(
        "a reminder that bounced, for somebody who agreed to texts",
        _bounced("tex", "reminder", "HardBounce"),
        {
            ("tex", "reminder"): (RED, "text_reminder"),
            ("tex", "address"): (RED, "correct_address"),
        },
    ),
    Fault(
        "an address known to bounce",
        _suppressed("gus", "bounced"),
        {("gus", "address"): (RED, "correct_address")},
    ),
    Fault(
        "somebody unsubscribed",
        _suppressed("gus", "unsubscribed"),
        {("gus", "address"): (AMBER, "review_address")},
    ),
    Fault(
        "somebody complained",
        _suppressed("hana", "complained"),
        {("hana", "address"): (AMBER, "review_address")},
    ),
    Fault(
        "an unsubscribed person without a reminder",
        _suppressed("gus", "unsubscribed", unreminded=True),
        {
            ("gus", "address"): (AMBER, "review_address"),
            ("gus", "reminder"): (AMBER, "review_address"),
        },
        # Whoever wants our emails again has no reminder yet.
        reveals=frozenset(REMINDERS),
    ),
    Fault("no time zone", _no_zone, {("gus", "time_zone"): (AMBER, "ask_to_test")}),
    Fault(
        "a link not tested",
        _of(LinkTest.objects, "ada"),
        {("ada", "link_test"): (AMBER, "ask_to_test")},
    ),
    Fault(
        "questions not answered",
        _of(ClassAnswer.objects, "ada"),
        {("ada", "questions"): (AMBER, "ask_to_answer")},
    ),
    Fault(
        "one of two questions not answered",
        _of(ClassAnswer.objects.filter(question__position=2), "tex"),
        {("tex", "questions"): (AMBER, "ask_to_answer")},
    ),
]
