"""The emails of a purchase: what they say, to whom, and that nothing typed can bend them."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from pytest_django import Settings

from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message, TemplateCategory
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.templates import TemplateWords
from frontrow.sales.emails.purchase_emails import (
    completion_emails,
    invitation_email,
    moved_email,
)
from frontrow.sales.emails.refund_emails import not_charged_email, refund_email
from frontrow.sales.emails.reminder_emails import recording_email, reminder_email
from frontrow.sales.links import JOIN, SEAT
from frontrow.sales.models import Enrollment, Purchase
from tests.factories import (
    enrollment_of,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
    seats_of,
)
from tests.places import plain

pytestmark = pytest.mark.django_db

STARTS = datetime(2026, 10, 9, 22, tzinfo=UTC)
ENDS = datetime(2026, 10, 10, 1, tzinfo=UTC)
BOUGHT = datetime(2026, 9, 1, 3, tzinfo=UTC)
LINK = "https://bootcamps.example.test/confirmation?invite=canary-token&email=a%40example.test"
DASH = "\N{EN DASH}"
CHANGE_IT = "Can't make it? Change your date, hand over your seat or get a refund:"
NASTY = '<img src=x onerror=alert(1)> {zoomLink} & "co"\r\nBcc: eve@evil.test'


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.SITE_URL = "https://bootcamps.example.test"


def bootcamp(**fields: Any) -> Any:
    return make_bootcamp(**{"starts_at": STARTS, "ends_at": ENDS, **fields})


def bought(**fields: Any) -> Purchase:
    if "bundle" not in fields:
        fields = {"bootcamp": bootcamp(), **fields}
    made = make_purchase(**{"completed_at": BOUGHT, **fields})
    return Purchase.objects.select_related("user").get(pk=made.pk)


def enrollments_of(purchase: Purchase) -> list[Enrollment]:
    return list(purchase.enrollments.select_related("bootcamp", "purchase__user").order_by("id"))


def completion(purchase: Purchase) -> tuple[NewMessage, NewMessage]:
    confirmation, welcome = as_written(purchase)
    return plain_email(confirmation), plain_email(welcome)


def as_written(purchase: Purchase) -> tuple[NewMessage, NewMessage]:
    seats = seats_of(purchase)
    confirmation, welcome = completion_emails(
        purchase=purchase,
        enrollments=enrollments_of(purchase),
        seat_numbers={seat.bootcamp_id: seat.number for seat in seats},
        invitation_link="" if purchase.user else LINK,
    )
    return confirmation, welcome


def every_email(purchase: Purchase) -> list[NewMessage]:
    others = [
        invitation_email(purchase=purchase, link=LINK, event="invited:1"),
        moved_email(enrollment=enrollments_of(purchase)[0], event="moved:1", written_at=BOUGHT),
        refund_email(purchase=purchase, amount=Decimal(5), is_full=False, event="refund:1"),
        not_charged_email(purchase=purchase, enrollments=enrollments_of(purchase)),
    ]
    return [*completion(purchase), *map(plain_email, others)]


def plain_email(email: NewMessage) -> NewMessage:
    return replace(email, text=plain(email.text), html=plain(email.html))


def a_bundle(prices: tuple[int, ...] = (995, 1495, 1495), price: int = 2995) -> Any:
    # Made latest first: the email must put them in the order in which they happen.
    members = [
        bootcamp(
            name=f"Step {step}",
            price=Decimal(each),
            starts_at=STARTS.replace(day=9 + 7 * step),
            ends_at=ENDS.replace(day=10 + 7 * step),
            timezone=zone,
        )
        for step, each, zone in reversed(
            list(zip((0, 1, 2), prices, ("America/New_York", "Asia/Mumbai", "UTC"), strict=True))
        )
    ]
    return make_bundle(bootcamps=members, price=Decimal(price))


class Reader(HTMLParser):
    """What an HTML mail shows and where it leads; unbalanced tags are an error."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data.strip())


def test_the_confirmation_of_one_bootcamp_in_full() -> None:
    user = make_user(first_name="Ada", last_name="Lovelace", email="ada@example.test")
    purchase = bought(user=user, card_brand="visa", card_last4="4242")
    confirmation, _ = completion(purchase)
    assert replace(confirmation, text="", html="", attachments=()) == NewMessage(
        event=f"confirmed:{purchase.pk}",
        category="REGISTRATION_CONFIRM",
        to="ada@example.test",
        subject="Confirmed: Beginner Bootcamp · Build Lab",
        text="",
        reply_to="support@example.com",
        more_links=[
            JOIN.url(enrollment_of(purchase)),
            SEAT.url(enrollment_of(purchase)),
        ],
        user_id=user.pk,
        bootcamp_id=purchase.bootcamp_id,
        purchase_id=purchase.pk,
    )
    assert confirmation.text == (
        f"""Your seat is confirmed
----------------------

Hello Ada Lovelace,

Thank you! Your seat is confirmed. Open the attached calendar file to add the date to your calendar.

Beginner Bootcamp
  Fri, Oct 9 at 6:00 PM {DASH} 9:00 PM EDT
  Seat 1

Join the live session:
[private link 2]

Can't make it? Change your date, hand over your seat or get a refund: [private link 3]

You can join 30 minutes before we start, without signing in. This link is personal: please don't \
forward this email.

Open your portal:
https://bootcamps.example.test/portal

Your receipt
------------

Receipt FR-{purchase.pk:06}
Date: Aug 31, 2026
Paid with: Visa ending in 4242

Beginner Bootcamp · Oct 9, 2026: $995.00
Total: $995.00 USD

You get a full refund if you ask before your first session ends, or within 30 days of buying \
while you have completed less than 25% of the content. Read the refund terms: \
https://bootcamps.example.test/terms-of-service#refunds

Build Lab LLC
100 Example Street, Springfield, USA

Questions? Just reply to this email.

Build Lab
"""
    )


def test_the_html_says_the_same_and_leads_to_the_same_places() -> None:
    for email in every_email(bought(user=None)):
        reader = Reader(email.html)
        shown = " ".join(reader.words)
        for line in email.text.splitlines():
            # Addresses are behind links there, and amounts stand before their words.
            words = re.split(r": (?=https?://|-?\$|\[private)", line.strip(" -:"))[0]
            if not re.match(r"https?://|\[private link", words):
                assert words in shown, (email.category, words)
        addresses = re.findall(r"https?://\S+|\[private link(?: \d)?\]", email.text)
        assert reader.links == addresses
        assert reader.tags.isdisjoint({"script", "img", "iframe", "form", "table"})


def test_a_bundle_lists_each_bootcamp_in_its_own_zone_in_order_and_adds_up() -> None:
    purchase = bought(bundle=a_bundle())
    confirmation, welcome = completion(purchase)
    assert confirmation.subject == "Confirmed: Complete Bundle · Build Lab"
    assert confirmation.bootcamp_id is None
    assert (
        f"Step 0\n  Fri, Oct 9 at 6:00 PM {DASH} 9:00 PM EDT\n  Seat 1\n\n"
        "Join the live session:\n[private link 2]\n\n"
        f"{CHANGE_IT} [private link 5]\n\n"
        f"Step 1\n  Sat, Oct 17 at 3:30 AM {DASH} 6:30 AM IST\n  Seat 1\n\n"
        "Join the live session:\n[private link 3]\n\n"
        f"{CHANGE_IT} [private link 6]\n\n"
        f"Step 2\n  Fri, Oct 23 at 10:00 PM {DASH} Oct 24 at 1:00 AM UTC\n  Seat 1\n\n"
        "Join the live session:\n[private link 4]\n\n"
        f"{CHANGE_IT} [private link 7]\n\n"
        "You can join 30 minutes before we start, without signing in. These links are personal:"
        " please don't forward this email.\n"
    ) in confirmation.text
    assert (
        "Step 0 · Oct 9, 2026: $995.00\nStep 1 · Oct 17, 2026: $1,495.00\n"
        "Step 2 · Oct 23, 2026: $1,495.00\nBundle discount: -$990.00\n"
        "Total: $2,995.00 USD\n"
    ) in confirmation.text
    assert welcome.subject == "How to prepare for Step 0 · Build Lab"
    [attachment] = confirmation.attachments
    events = Calendar.from_ical(attachment["text"]).walk("VEVENT")
    assert [str(event["SUMMARY"]) for event in events] == ["Step 0", "Step 1", "Step 2"]


def test_each_seat_stands_beside_its_own_bootcamp() -> None:
    purchase = bought(bundle=a_bundle())
    items = enrollments_of(purchase)
    [confirmation, _] = completion_emails(
        purchase=purchase,
        enrollments=items,
        seat_numbers={item.bootcamp_id: 3 + number for number, item in enumerate(items)},
        invitation_link="",
    )
    seats = re.findall(r"(Step \d)\n.+\n  Seat (\d+)", confirmation.text)
    assert seats == [("Step 0", "5"), ("Step 1", "4"), ("Step 2", "3")]


def test_a_bundle_dearer_than_its_parts_is_one_line() -> None:
    confirmation, _ = completion(bought(bundle=a_bundle(prices=(1, 2, 3))))
    assert "\n\nComplete Bundle: $2,995.00\nTotal: $2,995.00 USD\n\n" in confirmation.text


def test_what_costs_nothing_promises_no_money_back() -> None:
    confirmation, _ = completion(bought(total_amount=Decimal(0), is_complimentary=True))
    assert (
        "Beginner Bootcamp · Oct 9, 2026: $995.00\nWith our compliments: -$995.00\n"
        "Total: $0.00 USD\n"
    ) in confirmation.text
    assert "money back" not in confirmation.text + confirmation.html


def test_the_sellers_tax_id_is_on_the_receipt_when_there_is_one(settings: Settings) -> None:
    settings.ENV = django_settings.ENV.model_copy(update={"OPERATOR_TAX_ID": "US 12-345"})
    confirmation, _ = completion(bought())
    seller = "Build Lab LLC\n100 Example Street, Springfield, USA\nTax ID: US 12-345\n"
    assert seller in confirmation.text
    assert "Tax ID: US 12-345" in confirmation.html


def test_a_receipt_without_a_known_card_names_none() -> None:
    confirmation, _ = completion(bought())
    assert "Paid with" not in confirmation.text


def test_a_moved_bootcamp_is_announced_with_its_present_dates() -> None:
    purchase = bought()
    items = enrollments_of(purchase)
    items[0].bootcamp.starts_at = STARTS.replace(hour=20)
    confirmation, welcome = completion_emails(
        purchase=purchase,
        enrollments=items,
        seat_numbers={items[0].bootcamp_id: 1},
        invitation_link="",
    )
    assert f"Oct 9 at 4:00 PM {DASH} 9:00 PM EDT" in confirmation.text
    assert f"Fri, Oct 9 at 4:00 PM {DASH} 9:00 PM EDT" in welcome.text
    assert "DTSTART:20261009T200000Z" in confirmation.attachments[0]["text"]


def test_a_guest_is_written_to_as_a_guest_with_a_link_nobody_else_can_read() -> None:
    purchase = bought(user=None, guest_email="gale@example.test", guest_full_name="Gale Guest")
    confirmation, welcome = completion(purchase)
    assert (confirmation.to, confirmation.user_id, confirmation.link) == (
        "gale@example.test",
        None,
        LINK,
    )
    assert "Create your account:\n[private link]\n" in confirmation.text
    assert "/portal" not in confirmation.text
    assert "canary-token" not in confirmation.text + confirmation.html
    assert (welcome.to, welcome.link) == ("gale@example.test", "")
    assert "Create your account with the button in your confirmation email" in welcome.text


def test_the_welcome_says_how_to_prepare_by_first_name() -> None:
    purchase = bought(user=make_user(first_name="Ada", last_name="Lovelace"))
    _, welcome = completion(purchase)
    assert (welcome.event, welcome.category, welcome.subject) == (
        f"welcome:{purchase.pk}",
        "WELCOME",
        "How to prepare for Beginner Bootcamp · Build Lab",
    )
    assert welcome.text.startswith("Welcome, Ada\n------------\n\n")
    assert f"Beginner Bootcamp\n  Fri, Oct 9 at 6:00 PM {DASH} 9:00 PM EDT\n" in welcome.text
    assert "Everything you need is in your portal.\n\nOpen your portal:\n" in welcome.text


@pytest.mark.parametrize(
    ("is_full", "title", "ending"),
    [
        (
            True,
            "Your refund is on its way",
            "With the refund, your seat and your access to this purchase have ended.",
        ),
        (
            False,
            "Your partial refund is on its way",
            "Your seat and your access stay as they are.",
        ),
    ],
)
def test_a_refund_is_told_with_its_amount_and_what_it_means(
    is_full: bool, title: str, ending: str
) -> None:
    purchase = bought(user=make_user(first_name="Ada"), card_last4="4242")
    email = refund_email(
        purchase=purchase, amount=Decimal("995.00"), is_full=is_full, event="refund:9"
    )
    assert (email.event, email.category, email.subject) == (
        "refund:9",
        "REFUND",
        f"{title} · Build Lab",
    )
    assert email.text.startswith(
        f"{title}\n{'-' * len(title)}\n\nHello Ada,\n\n"
        f"We've refunded $995.00 for Beginner Bootcamp (receipt FR-{purchase.pk:06}).\n\n"
        f"It goes back to the card ending in 4242. It should appear within 5{DASH}10 business"
        f" days.\n\n{ending}\n"
    )


def test_who_came_too_late_is_told_that_nothing_was_charged() -> None:
    purchase = bought(user=None)
    email = not_charged_email(purchase=purchase, enrollments=enrollments_of(purchase))
    assert (email.event, email.category, email.to, email.subject) == (
        f"not-charged:{purchase.pk}",
        "NOT_CHARGED",
        "guest@example.test",
        "Sold out: you haven't been charged · Build Lab",
    )
    assert (
        "The last seat in Beginner Bootcamp was taken while your payment was being checked, so we"
        " canceled it. You haven't been charged.\n"
    ) in email.text
    assert "That hold goes away by itself" in email.text


def test_a_bundle_that_came_too_late_names_its_bootcamps() -> None:
    purchase = bought(bundle=a_bundle())
    email = not_charged_email(purchase=purchase, enrollments=enrollments_of(purchase)[::-1])
    assert "You wanted Step 0, Step 1 and Step 2 together, and" in email.text


def test_an_invitation_sent_again_has_its_own_event_and_link() -> None:
    purchase = bought(user=None)
    email = plain_email(invitation_email(purchase=purchase, link=LINK, event="invited:3:2"))
    assert (email.event, email.category, email.to, email.link) == (
        "invited:3:2",
        "INVITATION",
        "guest@example.test",
        LINK,
    )
    assert "[private link]" in email.text
    assert 'href="[private link]"' in email.html


def test_nothing_typed_becomes_a_tag_a_header_or_a_field() -> None:
    purchase = bought(
        bootcamp=bootcamp(name=NASTY), package_name=NASTY, user=None, guest_full_name=NASTY
    )
    emails = every_email(purchase)
    for email in emails:
        assert "img" not in Reader(email.html).tags
        assert not re.search(r"[\r\n\u2028\x85]", email.subject)
    confirmation = emails[0]
    # What is no name greets nobody; a class's name is the operator's, and stays as typed.
    assert "Hello there," in confirmation.html
    assert "&lt;img src=x onerror=alert(1)&gt; {zoomLink} &amp; &quot;co&quot;" in confirmation.html
    write_messages(emails)
    deliver_waiting(channel="EMAIL")
    assert len(mail.outbox) == 6
    for sent in mail.outbox:
        wire = sent.message()
        assert sent.recipients() == ["guest@example.test"]
        assert wire.get_all("Bcc") is None
        assert wire["Reply-To"] == "support@example.com"


def test_the_longest_names_still_fit_and_a_blank_one_does_not_stop_a_sale() -> None:
    longest = "W" * 255
    purchase = bought(
        bootcamp=bootcamp(name=longest), package_name=longest, user=None, guest_full_name=longest
    )
    emails = every_email(purchase)
    assert max(len(email.subject) for email in emails) <= 200
    assert emails[0].subject == f"Confirmed: {'W' * 119}… · Build Lab"
    write_messages(emails)
    assert Message.objects.count() == 6
    nameless = bought(user=None, guest_full_name="  ")
    assert "Hello there," in completion(nameless)[0].text


def test_writing_emails_reads_nothing() -> None:
    for purchase in (bought(), bought(user=None), bought(bundle=a_bundle())):
        items = enrollments_of(purchase)
        seats = {item.bootcamp_id: 1 for item in items}
        with CaptureQueriesContext(connection) as captured:
            completion_emails(
                purchase=purchase, enrollments=items, seat_numbers=seats, invitation_link=LINK
            )
            refund_email(purchase=purchase, amount=Decimal(5), is_full=True, event="refund:1")
            invitation_email(purchase=purchase, link=LINK, event="invited:1")
            not_charged_email(purchase=purchase, enrollments=items)
        assert len(captured) == 0


def test_the_delivered_confirmation_carries_link_and_calendar() -> None:
    purchase = bought(user=None, bootcamp=bootcamp(name="Über-Bootcamp"))
    write_messages(as_written(purchase))
    deliver_waiting(channel="EMAIL")
    confirmation = mail.outbox[0]
    assert LINK in str(confirmation.body)
    assert isinstance(confirmation, EmailMultiAlternatives)
    assert LINK.replace("&", "&amp;") in str(confirmation.alternatives[0][0])
    [calendar] = [
        part for part in confirmation.message().walk() if part.get_content_type() == "text/calendar"
    ]
    assert calendar.get_filename() == "bootcamp.ics"
    payload = calendar.get_payload(decode=True)
    assert isinstance(payload, bytes)
    [event] = Calendar.from_ical(payload).walk("VEVENT")
    assert str(event["SUMMARY"]) == "Über-Bootcamp"
    assert "canary-token" not in payload.decode()
    own = JOIN.url(enrollment_of(purchase))
    assert (str(event["URL"]), str(event["LOCATION"])) == (own, own)
    assert own in str(event["DESCRIPTION"])
    assert max(len(line) for line in payload.split(b"\r\n")) <= 75
    # What the log keeps of it opens nothing.
    assert "/join/" not in str(Message.objects.values_list("attachments", "content", "html"))
    assert payload.count(b"\r\n") == payload.count(b"\n")


def test_each_entry_of_a_bundle_gets_the_link_of_its_own_bootcamp() -> None:
    purchase = bought(bundle=a_bundle(), user=None)
    write_messages(as_written(purchase))
    deliver_waiting(channel="EMAIL")
    [file] = [
        part.get_payload(decode=True)
        for part in mail.outbox[0].message().walk()
        if part.get_content_type() == "text/calendar"
    ]
    ids = dict(purchase.enrollments.values_list("name", "bootcamp_id"))
    assert isinstance(file, bytes)
    entries = Calendar.from_ical(file).walk("VEVENT")
    assert {str(entry["SUMMARY"]): str(entry["URL"]) for entry in entries} == {
        name: JOIN.url(purchase.enrollments.get(bootcamp_id=ids[name]))
        for name in ("Step 0", "Step 1", "Step 2")
    }


OWN_TIME = [
    (
        "America/Los_Angeles",
        f"3:00 {DASH} 6:00 PM your time (America/Los Angeles)",
    ),
    ("Asia/Calcutta", f"Sat, Oct 10 at 3:30 {DASH} 6:30 AM your time (Asia/Kolkata)"),
    ("Asia/Mumbai", f"Sat, Oct 10 at 3:30 {DASH} 6:30 AM your time (Asia/Kolkata)"),
    ("Europe/London", f"11:00 PM {DASH} 2:00 AM +1 day your time (Europe/London)"),
    ("UTC", f"10:00 PM {DASH} 1:00 AM +1 day your time (UTC)"),
]
TIMED = ("REGISTRATION_CONFIRM", "WELCOME", "MOVED")


def emails_with_hours(purchase: Purchase) -> list[NewMessage]:
    [item] = enrollments_of(purchase)
    emails = [
        *every_email(purchase),
        reminder_email(
            enrollment=item,
            event="r",
            category=TemplateCategory.REMINDER_1DAY,
            template=None,
            written_at=item.bootcamp.starts_at - timedelta(days=1),
        ),
        recording_email(enrollment=item, event="rec"),
    ]
    return [each for each in emails if each.category in {*TIMED, "REMINDER_1DAY", "RECORDING"}]


@pytest.mark.parametrize(("zone", "own"), OWN_TIME)
def test_every_email_with_hours_says_them_in_the_zone_the_guest_bought_in(
    zone: str, own: str
) -> None:
    emails = emails_with_hours(bought(user=None, buyer_timezone=zone))
    assert len(emails) == 5
    for email in emails:
        assert f"  Fri, Oct 9 at 6:00 PM {DASH} 9:00 PM EDT\n  {own}\n" in email.text
        assert own in email.html


@pytest.mark.parametrize("zone", ["", "America/New_York", "America/Toronto", "Moon/Tycho"])
def test_a_zone_that_is_unknown_or_shows_the_same_adds_no_line(zone: str) -> None:
    for email in emails_with_hours(bought(user=None, buyer_timezone=zone)):
        assert "your time" not in email.text + email.html


@pytest.mark.parametrize(
    ("profile", "choice", "told"),
    [
        ("Europe/London", "chosen", "Europe/London"),
        ("Europe/London", "automatic", "Europe/London"),
        ("", "", "America/Los Angeles"),
        ("", "bootcamp", None),
    ],
)
def test_the_profile_is_heeded_before_the_zone_of_the_purchase(
    profile: str, choice: str, told: str | None
) -> None:
    user = make_user(timezone=profile, timezone_choice=choice)
    purchase = bought(user=user, buyer_timezone="America/Los_Angeles")
    for email in emails_with_hours(purchase):
        named = re.findall(r"your time \((.+)\)", email.text)
        assert named == ([told] if told else []), email.category


def test_a_template_keeps_its_words_and_the_readers_own_time_stands_below_them() -> None:
    purchase = bought(user=None, buyer_timezone="Europe/London")
    [item] = enrollments_of(purchase)
    template = TemplateWords(subject="", content="On {bootcampDate} at {bootcampTime}.")
    email = reminder_email(
        enrollment=item,
        event="r",
        category=TemplateCategory.REMINDER_1HOUR,
        template=template,
        written_at=item.bootcamp.starts_at - timedelta(hours=1),
    )
    assert (
        "On Oct 9, 2026 at 6:00 PM EDT.\n\n"
        f"Beginner Bootcamp: 11:00 PM {DASH} 2:00 AM +1 day your time"
        " (Europe/London).\n"
    ) in email.text
    timeless = replace(template, content="See you soon.")
    email = reminder_email(
        enrollment=item,
        event="r",
        category=TemplateCategory.REMINDER_1HOUR,
        template=timeless,
        written_at=item.bootcamp.starts_at - timedelta(hours=1),
    )
    assert "your time" not in email.text
