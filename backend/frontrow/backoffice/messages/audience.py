"""Who receives a message about a bootcamp, and who doesn't and why: the only place that decides."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from frontrow.backoffice.messages.schemas import (
    AudienceOut,
    AudiencesOut,
    LeftOutOut,
    MessageRecipientOut,
)
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.models import Bootcamp
from frontrow.core.addresses import address_key
from frontrow.integrations import sms
from frontrow.messaging.consent import PhoneOwner, consenting
from frontrow.messaging.models import Channel
from frontrow.messaging.suppression_list import reasons_for
from frontrow.sales.emails.template_variables import Recipient, attendee_phone, recipient_of
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.enrollment.enrollments import present
from frontrow.sales.models import PAID_FOR, Enrollment, PurchaseState

REFUNDED = "Refunded"
REFUNDING = "Refund in progress"
DEMO = "Demo student"
NO_ADDRESS = "No email address"
SAME_ADDRESS = "Same address as another attendee, who'll get it"
NOT_CHOSEN = "Not selected for this message"
NO_PHONE = "No phone number"
NO_CONSENT = "Hasn't agreed to text messages"
SMS_NOT_SET_UP = "Text messages aren't set up"


@dataclass(frozen=True, kw_only=True)
class Reader:
    """A recipient, and the seat that makes them one."""

    enrollment: Enrollment
    recipient: Recipient
    # An email address or a phone number.
    address: str


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    name: str
    address: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class Audience:
    readers: Sequence[Reader]
    left_out: Sequence[LeftOut]


def find_audience(
    *, bootcamp: Bootcamp, channel: str, only_to: Collection[str] | None = None
) -> Audience:
    """All with a paid seat who can be contacted. `only_to` can only narrow it.

    Three statements, however many people there are.
    """
    enrollments = list(
        Enrollment.objects.filter(
            present(),
            bootcamp=bootcamp,
            purchase__state__in=PAID_FOR,
            # Each purchase's own seat.
            purchase__pays_for_move=None,
        )
        .select_related("bootcamp", "purchase__user", "holder")
        .order_by("pk")
    )
    recipients = [recipient_of(for_attendee(enrollment)) for enrollment in enrollments]
    owners = [attendee_phone(enrollment) for enrollment in enrollments]
    rules = _Rules(channel=channel, recipients=recipients, owners=owners, only_to=only_to)
    readers: list[Reader] = []
    left_out: list[LeftOut] = []
    for enrollment, recipient in zip(enrollments, recipients, strict=True):
        reason = rules.why_not(enrollment, recipient)
        address = rules.address(recipient)
        if reason:
            left_out.append(LeftOut(name=recipient.name, address=address, reason=reason))
        else:
            readers.append(Reader(enrollment=enrollment, recipient=recipient, address=address))
    reached = {address_key(reader.address) for reader in readers}
    # A person who released one seat and kept another still gets it.
    told = [
        one
        for one in left_out
        if one.reason not in {REFUNDED, REFUNDING} or address_key(one.address) not in reached
    ]
    return Audience(readers=readers, left_out=told)


def list_audiences(*, bootcamp_id: int) -> AudiencesOut:
    """Who would receive an email, and who a text message, if one were sent now."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    return AudiencesOut(
        email=_as_answer(find_audience(bootcamp=bootcamp, channel=Channel.EMAIL)),
        sms=_as_answer(find_audience(bootcamp=bootcamp, channel=Channel.SMS)),
    )


def _as_answer(audience: Audience) -> AudienceOut:
    return AudienceOut(
        recipients=[
            MessageRecipientOut(
                address=reader.address,
                first_name=reader.recipient.first_name,
                last_name=reader.recipient.last_name,
            )
            for reader in audience.readers
        ],
        left_out=[LeftOutOut.model_validate(one) for one in audience.left_out],
    )


class _Rules:
    """Why a person is left out. Remembers accepted recipients to prevent duplicates."""

    def __init__(
        self,
        *,
        channel: str,
        recipients: Sequence[Recipient],
        owners: Sequence[PhoneOwner],
        only_to: Collection[str] | None,
    ) -> None:
        self.is_sms = channel == Channel.SMS
        addresses = {self.address(recipient) for recipient in recipients}
        self.suppressed = reasons_for(channel=channel, addresses=addresses)
        self.chosen = None if only_to is None else {address_key(address) for address in only_to}
        self.passed: set[str] = set()
        self.consenting = consenting(owners) if self.is_sms else set()

    def address(self, recipient: Recipient) -> str:
        return recipient.phone if self.is_sms else recipient.address

    def _is_chosen(self, recipient: Recipient) -> bool:
        """By the phone number for texts, or by email address."""
        known_as = {address_key(recipient.address), address_key(self.address(recipient))}
        return self.chosen is None or bool(known_as & self.chosen)

    def why_not(self, enrollment: Enrollment, recipient: Recipient) -> str:
        user, address = enrollment.attendee, self.address(recipient)
        suppressed = self.suppressed.get(address_key(address), "")
        owner = attendee_phone(enrollment)
        reasons = (
            (enrollment.purchase.state == PurchaseState.REFUNDING, REFUNDING),
            (enrollment.purchase.state == PurchaseState.REFUNDED, REFUNDED),
            (user is not None and user.is_demo, DEMO),
            (not address, NO_PHONE if self.is_sms else NO_ADDRESS),
            # Checked before consent: STOP withdraws consent too, and is the more specific reason.
            (bool(suppressed), suppressed),
            (self.is_sms and owner not in self.consenting, NO_CONSENT),
            (self.is_sms and not sms.is_configured(), SMS_NOT_SET_UP),
            (not self._is_chosen(recipient), NOT_CHOSEN),
            (address_key(address) in self.passed, SAME_ADDRESS),
        )
        for applies, reason in reasons:
            if applies:
                return reason
        self.passed.add(address_key(address))
        return ""
