"""Recipients of emails to buyers, and the values of template variables."""

from dataclasses import dataclass

from django.conf import settings

from frontrow.accounts.models import ZoneChoice
from frontrow.catalogue.models import Bootcamp
from frontrow.core.dates import format_date, format_time, own_range, schedule_lines
from frontrow.core.text_fields import told_name
from frontrow.core.zones import known_zone
from frontrow.messaging.consent import PhoneOwner
from frontrow.messaging.email_layout import Block, Paragraph
from frontrow.messaging.private_links import link_place
from frontrow.messaging.rendering import OwnWords, names_hours
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.models import Enrollment, Purchase

NAMELESS = "Friend"


@dataclass(frozen=True, kw_only=True)
class Recipient:
    address: str
    first_name: str
    last_name: str
    phone: str

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


def recipient_of(purchase: Purchase) -> Recipient:
    """From the account if there is one, else from what the guest typed at checkout.

    The purchase must come with its user loaded.
    """
    user = purchase.user
    first, rest = [*purchase.guest_full_name.split(maxsplit=1), "", ""][:2]
    return Recipient(
        address=(user.email if user else "") or purchase.guest_email,
        first_name=(user.first_name if user else "") or first or NAMELESS,
        last_name=(user.last_name if user else "") or rest.strip(),
        phone=(user.phone if user else "") or purchase.guest_phone,
    )


def attendee_address(enrollment: Enrollment) -> str:
    return recipient_of(for_attendee(enrollment)).address


def attendee_phone(enrollment: Enrollment) -> PhoneOwner:
    """Whose consent counts for a text about this seat."""
    reader = for_attendee(enrollment)
    return PhoneOwner(recipient_of(reader).phone, reader.user_id, reader.pk)


def own_words(
    *,
    purchase: Purchase,
    bootcamp: Bootcamp,
    bootcamp_name: str = "",
    zoom_link: str = link_place(1),
) -> OwnWords:
    """The value of each template variable for this buyer and bootcamp.

    The personal join link is private. The text holds a placeholder, and an email passes the link as
    the first of its `more_links`, so that the log never shows it.
    """
    recipient = recipient_of(purchase)
    return OwnWords(
        first_name=told_name(recipient.first_name, otherwise=NAMELESS),
        last_name=told_name(recipient.last_name, otherwise=""),
        email=recipient.address,
        bootcamp_name=bootcamp_name or bootcamp.name,
        bootcamp_date=format_date(bootcamp.starts_at, bootcamp.timezone),
        bootcamp_time=format_time(bootcamp.starts_at, bootcamp.timezone),
        zoom_link=zoom_link,
        login_url=login_url(),
    )


def reader_zone(purchase: Purchase) -> str:
    """The time zone for the buyer's sessions: their profile's, else the one they bought in.

    Empty if it isn't known, or if they only want each bootcamp's own time.
    """
    user = purchase.user
    if user is not None and user.timezone_choice == ZoneChoice.BOOTCAMP:
        return ""
    return (user.own_zone if user else "") or known_zone(purchase.buyer_timezone)


def schedule_of(*, purchase: Purchase, bootcamp: Bootcamp) -> list[str]:
    """The times in the bootcamp's and in the buyer's time zone."""
    return schedule_lines(
        bootcamp.starts_at, bootcamp.ends_at, bootcamp.timezone, reader_zone(purchase)
    )


def own_time_note(*, purchase: Purchase, bootcamp: Bootcamp, template: str) -> list[Block]:
    """Below a template with times, because its variables only have the bootcamp's time."""
    if not names_hours(template):
        return []
    own = own_range(bootcamp.starts_at, bootcamp.ends_at, bootcamp.timezone, reader_zone(purchase))
    return [Paragraph(f"{bootcamp.name}: {own}.")] if own else []


def login_url() -> str:
    return f"{settings.SITE_URL}/auth/login"
