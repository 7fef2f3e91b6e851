"""Every email there is, to people called like markup, links and our own places: none gets through.

Each builder of an email is found by what it returns and called with what its parameters are named
for. A new one is swept by itself, or fails here until its parameter has a value.
"""

import importlib
import inspect
import pkgutil
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from html.parser import HTMLParser
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Max, Model

import frontrow
from frontrow.accounts.models import EmailKind, Role, User
from frontrow.backoffice.messages.notice_events import Event
from frontrow.backoffice.messages.previews import send_test
from frontrow.backoffice.messages.schemas import PreviewIn
from frontrow.backoffice.people.known import Known
from frontrow.coaching.emails import Change
from frontrow.coaching.hours import hour_of
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.messaging.account_emails import AccountAdapter
from frontrow.messaging.models import Channel, Message, NoticeKind, TemplateCategory
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.private_links import mark_of, open_links, put_in
from frontrow.messaging.templates import TemplateWords
from frontrow.sales.changes.handing_over import told_giver
from frontrow.sales.emails.class_change_emails import CalendarFiles
from frontrow.sales.emails.finding_emails import Found
from frontrow.sales.emails.parts import name_of
from frontrow.sales.emails.waiting_emails import Closing
from frontrow.sales.models import (
    Choice,
    DiscountCode,
    Enrollment,
    HandOver,
    Purchase,
    Refund,
    SeatOffer,
    WaitingEntry,
)
from tests import factories as make
from tests.factories import from_now

pytestmark = pytest.mark.django_db

EVIL = "evil.example"
PRIVATE = f"{settings.SITE_URL}/private"
HARMLESS = "Ada Lovelace"
NASTY = (
    "<b>Ada</b><img src=x onerror=alert(1)> {zoomLink} {firstName} {portalLink} [private code]",
    f"https://{EVIL}/?c=[private link] www.{EVIL} [private link 2] [unsubscribe link]",
    f"URGENT:\u2800your\u2800refund\u2800at\u2800{EVIL}/9\u202e{EVIL}\u200b\r\nBcc: eve@{EVIL}",
)
KINDS = {
    "RESET_PASSWORD",
    "SET_PASSWORD",
    "SIGN_IN_CODE",
    "TEST",
    "VERIFY_ADDRESS",
    "ADDRESS_CHANGED",
    "CLASS_CHANGE",
    "CLASS_RESULT",
    "COACHING",
    "CODE_USED",
    "CUSTOM",
    "DISPUTE",
    "FEEDBACK",
    "FOUND_PURCHASES",
    "FREE_SEAT",
    "GOODBYE",
    "INVITATION",
    "LIST_OFFER",
    "MISDIRECTED",
    "MOVED",
    "NEW_DATE",
    "NOTICE",
    "NOT_CHARGED",
    "PERSONAL_CODE",
    "RECORDING",
    "REFUND",
    "REFUND_REQUEST",
    "REGISTRATION_CONFIRM",
    "REMINDER_1DAY",
    "SEAT_ENDED",
    "SEAT_HANDED_OVER",
    "SEAT_MOVED",
    "SEAT_OFFER",
    "WAITING_LIST",
    "WELCOME",
}
AT = datetime(2026, 11, 19, 12, tzinfo=UTC)
TEMPLATE = TemplateWords(
    subject="{firstName}: {bootcampName} {zoomLink}",
    content="Hello {firstName} {lastName},\n\nsee {bootcampName} at {zoomLink}.",
)
# What only lays out what another builder hands it.
FRAMES = {
    *("parts.buyer_email", "waiting_emails.waiting_email", "seat_emails._not_the_buyers"),
    *("credit_emails._email", "feedback_emails._email", "emails._email", "notices._email"),
}
# They read the database for whom they write to, and build nothing of their own but the last two:
# those hold an operator's words and a class's name, which no stranger types.
READERS = {
    *("reminding._to_all_without", "reminding._once_more", "reminding._text", "minimum._email"),
    *("new_dates._new_dates_email", "new_dates._dates_ahead_email", "announcing._texts"),
    "ending_hours._emails",
}


class Sent(NamedTuple):
    """One email as its reader gets it."""

    kind: str
    subject: str
    text: str
    html: str


class Shape(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags += [tag, *(name for name, _ in attrs if name.startswith("on"))]
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]


class People:
    """One of each row an email is about; all of them are called what is asked for."""

    def __init__(self) -> None:
        make.make_admin()
        user = make.make_user()
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        bootcamp = make.make_bootcamp()
        coach = make.make_coach()
        guests = make.make_purchase(bootcamp=bootcamp, user=None)
        owned = make.make_purchase(bootcamp=bootcamp, user=user)
        hour = from_now(days=5)
        session = make.make_coaching_session(
            user=user,
            coach=coach,
            bootcamp=bootcamp,
            status=CoachingStatus.SCHEDULED,
            scheduled_at=hour,
            ends_at=from_now(days=5, hours=1),
        )
        held = make.enrollment_of(make.make_purchase(bootcamp=bootcamp, user=None))
        Enrollment.objects.filter(pk=held.pk).update(holder_email="fay@example.test")
        change = make.ClassChangeFactory.create(bootcamp=bootcamp)
        self.rows: dict[str, Model] = {
            "user": user,
            "coach": coach.user,
            "guests": guests,
            "owned": owned,
            "hour": session,
            "held": held,
            "hand_over": make.HandOverFactory.create(enrollment=make.enrollment_of(guests)),
            "offer": make.SeatOfferFactory.create(),
            "change": change,
            "bootcamp": bootcamp,
            "code": make.make_code(for_email=guests.guest_email),
            "dispute": make.DisputeFactory.create(purchase=guests),
            "batch": make.MessageBatchFactory.create(bootcamp=bootcamp),
        }

    def call_everybody(self, name: str) -> None:
        first, _, last = name.partition(" ")
        User.objects.update(first_name=first[:150], last_name=last[:150])
        Purchase.objects.update(guest_full_name=name)
        Enrollment.objects.exclude(holder_email="").update(holder_name=name)
        HandOver.objects.update(to_name=name)
        WaitingEntry.objects.update(name=name)
        DiscountCode.objects.update(note=name)

    def fresh(self, row: str) -> Any:
        model = type(self.rows[row])
        found = model._default_manager.get(pk=self.rows[row].pk)
        if isinstance(found, Enrollment):
            return Enrollment.objects.select_related("bootcamp", "purchase__user", "holder").get(
                pk=found.pk
            )
        return found


@cache
def builders() -> Sequence[tuple[str, Callable[..., Any]]]:
    """Whatever in the product returns an email, by the module's name and its own."""
    found: list[tuple[str, Callable[..., Any]]] = []
    for each in pkgutil.walk_packages(frontrow.__path__, "frontrow."):
        # The example's emails are made up, and those of `changes` are built by the ones here.
        if any(part in each.name for part in (".migrations", ".demo", ".sales.changes.")):
            continue
        module = importlib.import_module(each.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            where = f"{each.name.rpartition('.')[2]}.{name}"
            returns = "NewMessage" in str(function.__annotations__.get("return"))
            if returns and function.__module__ == each.name and where not in FRAMES | READERS:
                found.append((where, function))
    return found


def values(people: People, reader: str, name: str) -> dict[str, Any]:
    """What each parameter of a builder is given, by its name."""
    seat = people.fresh("held") if reader == "held" else make.enrollment_of(people.fresh(reader))
    seat = Enrollment.objects.select_related("bootcamp", "purchase__user", "holder").get(pk=seat.pk)
    purchase = Purchase.objects.select_related("user").get(pk=seat.purchase_id)
    offers = SeatOffer.objects.select_related("entry", "purchase")
    session = CoachingSession.objects.get(pk=people.rows["hour"].pk)
    user, link = people.fresh("user"), f"{settings.SITE_URL}/private"
    line = f"{name_of(purchase)} bought a seat."
    told = Event(key="x", at=AT, line=line, path="/admin/purchases")
    kind = NoticeKind(NoticeKind.values[0])
    return {
        **dict.fromkeys(("enrollment", "before", "seat"), seat),
        **dict.fromkeys(("purchase", "newest"), purchase),
        "enrollments": [seat],
        "seat_numbers": {seat.bootcamp_id: 7},
        **dict.fromkeys(("user", "student", "reader"), user),
        "entry": offers.get(pk=people.rows["offer"].pk).entry,
        "offer": offers.get(pk=people.rows["offer"].pk),
        "hand_over": people.fresh("hand_over"),
        "giver": told_giver(seat),
        **dict.fromkeys(("to_name", "first_name"), name),
        "user_id": None,
        "classes": [seat.bootcamp],
        "others": [seat.bootcamp],
        "bootcamp": people.fresh("bootcamp"),
        "name": seat.bootcamp.name,
        "change": people.fresh("change"),
        "files": CalendarFiles(people.fresh("change"), AT),
        "code": people.fresh("code"),
        "dispute": people.fresh("dispute"),
        "choice": Choice.REFUND,
        "closing": Closing.OFF_SALE,
        "hour": hour_of(session),
        "session": session,
        "found": [
            Found(purchase=purchase, seats=[seat], is_bought=True, timezone="UTC", claim_link=link)
        ],
        "batch": people.fresh("batch"),
        "known": Known(user=user, address=user.email),
        "kind": kind,
        "told": {kind: [told]},
        "notice": told,
        "event": "swept",
        "category": TemplateCategory.REMINDER_1DAY,
        "template": TEMPLATE,
        "templates": dict.fromkeys(TemplateCategory.values, TEMPLATE),
        **dict.fromkeys(("amount", "price"), Decimal("995.00")),
        **dict.fromkeys(("written_at", "until", "answer_by", "at", "due"), AT),
        **dict.fromkeys(("link", "invitation_link"), link),
        "refund": Refund(pk=7),
        "kept": "Words of ours.",
        **dict.fromkeys(("to", "address"), "reader@example.test"),
        **dict.fromkeys(("has_purchases", "is_full", "asks", "is_guest"), True),
        **dict.fromkeys(("by_desk", "has_booked_hour", "is_own_wish", "is_optional"), False),
        **dict.fromkeys(("why", "given_back", "reason", "content", "subject"), "Words of ours."),
        **dict.fromkeys(("place", "seat_number"), 3),
        **dict.fromkeys(("zone", "zone_name"), "America/New_York"),
        "asking": [],
    }


def call(where: str, function: Callable[..., Any], known: dict[str, Any]) -> Sequence[NewMessage]:
    """What is optional and unknown stays as it is; a few names stand for two things."""
    typed = {name: str(kind) for name, kind in function.__annotations__.items()}
    if "HandOver" in typed.get("offer", ""):
        known = known | {"offer": known["hand_over"]}
    if "Event" in typed.get("event", ""):
        known = known | {"event": known["notice"]}
    if "Change" in typed.get("change", "") and "coaching" in function.__module__:
        known = known | {"change": Change.BOOKED}
    if typed.get("before") == "<class 'str'>":
        known = known | {"before": "before@example.test"}
    wanted = inspect.signature(function).parameters.values()
    missing = [one.name for one in wanted if one.default is one.empty and one.name not in known]
    assert not missing, f"{where}: a value for {missing}?"
    emails = function(**{one.name: known[one.name] for one in wanted if one.name in known})
    assert emails, where
    return [emails] if isinstance(emails, NewMessage) else list(emails)


def all_emails(people: People, name: str) -> dict[str, Sent]:
    """Each to a guest, to an account, and to whom a seat was handed over; as it is delivered."""
    people.call_everybody(name)
    made: dict[str, NewMessage] = {}
    # They are called by different fields.
    for reader in ("guests", "owned", "held"):
        known = values(people, reader, name)
        for where, function in builders():
            for number, email in enumerate(call(where, function, known)):
                made[f"{where} to {reader}, {number}"] = replace(email, event=f"sweep:{uuid4()}")
    write_messages(list(made.values()))
    written = written_by_themselves(people)
    rows = {row.dedupe_key: row for row in Message.objects.filter(dedupe_key__startswith="sweep:")}
    return written | {where: sent(rows[email.event]) for where, email in made.items()}


def written_by_themselves(people: People) -> dict[str, Sent]:
    """The emails of account life and an admin's test email: they hand no email out.

    Not the contact form's: its copy goes to the operator with a stranger's words in it, and an
    answer goes to whoever typed what it quotes.
    """
    before = Message.objects.aggregate(last=Max("pk"))["last"]
    user, purchase = people.fresh("user"), people.fresh("guests")
    for kind in (EmailKind.VERIFY_ADDRESS, EmailKind.RESET_PASSWORD, EmailKind.SET_PASSWORD):
        AccountAdapter().send_email(kind=kind, user=user, link=PRIVATE)
    AccountAdapter().send_code(user=user, code="123456", event=f"code:{uuid4()}")
    wanted = PreviewIn.model_validate(
        {
            "type": Channel.EMAIL,
            "subject": TEMPLATE.subject,
            "content": TEMPLATE.content,
            "bootcampId": purchase.bootcamp_id,
            "purchaseId": purchase.pk,
        }
    )
    send_test(admin=User.objects.filter(role=Role.ADMIN).earliest("pk"), wanted=wanted)
    rows = Message.objects.filter(pk__gt=before)
    found = {f"{row.category} written": sent(row) for row in rows}
    # One link is one event: the next name's would be left out.
    rows.delete()
    return found


def sent(row: Message) -> Sent:
    links, mark = open_links(row.sealed_link), mark_of(row.message_id or "")
    text, html = put_in(row.content, links, mark), put_in(row.html, links, mark)
    return Sent(row.category, row.subject, text, html)


def addresses(text: str) -> list[str]:
    return re.findall(rf"https?://[^\s<>]+|www\.\S+|\S*{re.escape(EVIL)}\S*", text)


def hidden(text: str) -> list[str]:
    """Letters that turn, hide or join what is read; our own emails have none."""
    bad = {"Cf", "Co", "Zl", "Zp"}
    return [one for one in text if unicodedata.category(one) in bad or one == "\u2800"]


def problems(plain: Sent, nasty: Sent) -> list[str]:
    """What a name brought into an email that an ordinary one doesn't."""
    before, after = Shape(plain.html), Shape(nasty.html)
    found = {
        "markup": before.tags != after.tags,
        "a link in the HTML": before.links != after.links,
        "an address in the text": addresses(plain.text) != addresses(nasty.text),
        "an address in the subject": addresses(plain.subject) != addresses(nasty.subject),
        "hidden letters": bool(hidden(nasty.subject + nasty.text + nasty.html)),
        "a line in the subject": "\n" in nasty.subject or "\r" in nasty.subject,
        "more lines": plain.text.count("\n") != nasty.text.count("\n"),
    }
    return [what for what, is_so in found.items() if is_so]


def test_no_name_becomes_markup_a_link_or_a_filled_place_in_any_email() -> None:
    people = People()
    plain = all_emails(people, HARMLESS)
    assert {str(email.kind) for email in plain.values()} == KINDS
    found = {}
    for name in NASTY:
        for where, email in all_emails(people, name).items():
            if bad := problems(plain[where], email):
                found[f"{where} <- {name!r}"] = bad
    assert found == {}


def test_control_an_email_that_lets_a_name_through_is_found() -> None:
    def careless(name: str) -> Sent:
        text = f"Hello {name}\n{settings.SITE_URL}"
        html = f"<p>Hello {name}</p>"
        subject = f"{name} has a seat"
        return Sent("CONTROL", subject, text, html)

    plain = careless(HARMLESS)
    assert problems(plain, plain) == []
    found = [problems(plain, careless(name)) for name in NASTY]
    assert {one for some in found for one in some} == {
        "markup",
        "a link in the HTML",
        "an address in the text",
        "an address in the subject",
        "hidden letters",
        "a line in the subject",
        "more lines",
    }
