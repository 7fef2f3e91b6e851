"""Demo data: templates, sent messages, consents, and messages from visitors."""

from datetime import datetime, timedelta

from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.people import People
from frontrow.backoffice.demo.purchases import Sales
from frontrow.backoffice.demo.storing import store
from frontrow.messaging.models import (
    Channel,
    CommunicationTemplate,
    ContactMessage,
    Message,
    MessageStatus,
    SmsConsent,
    Suppression,
    TemplateCategory,
)
from frontrow.sales.emails.reminder_emails import RECORDING
from frontrow.sales.models import Enrollment, Purchase, PurchaseState

MAILS = {
    TemplateCategory.WELCOME: (
        "Welcome, {firstName}",
        "Hello {firstName},\n\nBring your idea, and a computer with a camera.\n\n{loginUrl}",
    ),
    TemplateCategory.REGISTRATION_CONFIRM: (
        "Confirmed: {bootcampName}",
        "Hello {firstName},\n\nThank you! You're in {bootcampName}. Here's all you need:",
    ),
    TemplateCategory.REMINDER_1DAY: (
        "Tomorrow: {bootcampName}",
        "Hello {firstName},\n\nWe start tomorrow at {bootcampTime}.",
    ),
    TemplateCategory.REMINDER_1HOUR: (
        "In one hour: {bootcampName}",
        "Hello {firstName},\n\nWe start on {bootcampDate} at {bootcampTime}.\n\n{zoomLink}",
    ),
}
TEXTS = {
    TemplateCategory.WELCOME: "Welcome to {bootcampName}, {firstName}!",
    TemplateCategory.REGISTRATION_CONFIRM: "{firstName}, your seat in {bootcampName} is booked.",
    TemplateCategory.REMINDER_1DAY: "Tomorrow: {bootcampName}. {zoomLink}",
    TemplateCategory.REMINDER_1HOUR: "In 1 hour: {bootcampName}. {zoomLink}",
}
UNUSED = "Hello {firstName},\n\nSee you tomorrow."
OCCASIONS = {
    TemplateCategory.WELCOME: "Welcome",
    TemplateCategory.REGISTRATION_CONFIRM: "Confirmation",
    TemplateCategory.REMINDER_1DAY: "1-day reminder",
    TemplateCategory.REMINDER_1HOUR: "1-hour reminder",
}
FAILURES = (
    "550 5.1.1 No such mailbox.",
    "452 4.2.2 The mailbox is full.",
    "The mail server didn't answer in time.",
)
QUESTIONS = (
    ("Orla Fennimore", "Which step is mine?", "I have a prototype. Do I start at step 1 or 2?"),
    ("Hector Palomino", "Invoice", "Could I have an invoice with my company's name on it?"),
    ("Suda Charoenkit", "Recording", "I can't join live. Will there be a recording for me?"),
    ("Magnus Bergfall", "Group price", "We would be four from one office. Is there a price?"),
    ("Imani Walcott", "Bundle pricing", "Is the complete bundle coming back this fall?"),
    ("Renata Kowalik", "Accessibility", "Do the live sessions have captions?"),
)

# The soonest evening bootcamp is up to ten days away, depending on the weekday.
WRITTEN_AHEAD = timedelta(days=10)


def make_messages(*, now: datetime, people: People, sales: Sales) -> None:
    _make_templates()
    consenting = _make_consents(now=now, people=people, sales=sales)
    log = _confirmations(sales) + _reminders(sales, now=now, consenting=consenting)
    log += _words_from_the_admin(sales, now=now) + _recordings(sales, now=now)
    _let_some_fail(log)
    store(log)
    Suppression.objects.create(
        channel=Channel.EMAIL, address=people.guests[-1].email, reason="bounced"
    )
    store(
        [
            ContactMessage(
                name=name,
                email=marks.address(name.lower().replace(" ", ".")),
                subject=subject,
                message=text,
                created_at=now - timedelta(days=3 * age, hours=2),
                read_at=now - timedelta(days=3 * age, hours=1) if age >= 2 else None,  # noqa: PLR2004
            )
            for age, (name, subject, text) in enumerate(QUESTIONS)
        ]
    )


def _make_templates() -> None:
    mails = [
        CommunicationTemplate(
            name=f"{OCCASIONS[category]} email",
            type=Channel.EMAIL,
            category=category,
            subject=subject,
            content=text,
        )
        for category, (subject, text) in MAILS.items()
    ]
    texts = [
        CommunicationTemplate(
            name=f"{OCCASIONS[category]} text",
            type=Channel.SMS,
            category=category,
            content=f"{text} Help: {marks.HELP_ADDRESS}",
        )
        for category, text in TEXTS.items()
    ]
    unused = CommunicationTemplate(
        name="Last season's reminder",
        type=Channel.EMAIL,
        category=TemplateCategory.REMINDER_1DAY,
        subject="See you tomorrow",
        content=UNUSED,
        is_active=False,
    )
    CommunicationTemplate.objects.bulk_create([*mails, *texts, unused])


def _make_consents(*, now: datetime, people: People, sales: Sales) -> set[str]:
    """All who gave a number consented to texts. One has withdrawn consent."""
    consents = [
        SmsConsent(
            phone=buyer.phone,
            user=buyer.user,
            source="profile",
            text_version="1",
            granted_at=now - timedelta(days=40 - n),
            withdrawn_at=now - timedelta(days=2) if n == 0 else None,
        )
        for n, buyer in enumerate(each for each in people.members if each.phone)
    ]
    consents += [
        SmsConsent(
            phone=purchase.guest_phone,
            purchase_id=purchase.pk,
            source="checkout",
            text_version="1",
            granted_at=purchase.completed_at,
        )
        for purchase in sales.purchases
        if purchase.guest_phone and purchase.completed_at
    ]
    store(consents)
    return {consent.phone for consent in consents if consent.withdrawn_at is None}


def _confirmations(sales: Sales) -> list[Message]:
    return [
        _message(
            enrollment,
            category=category,
            at=enrollment.purchase.completed_at + timedelta(seconds=40),
        )
        for enrollment in sales.enrollments
        for category in (TemplateCategory.REGISTRATION_CONFIRM, TemplateCategory.WELCOME)
        if enrollment.purchase.state == PurchaseState.COMPLETED and enrollment.purchase.completed_at
    ]


def _reminders(sales: Sales, *, now: datetime, consenting: set[str]) -> list[Message]:
    """Reminders of the day before. Future ones wait in the outbox."""
    messages: list[Message] = []
    for enrollment in sales.enrollments:
        at = enrollment.starts_at - timedelta(days=1)
        completed_at = enrollment.purchase.completed_at
        if (
            enrollment.purchase.state != PurchaseState.COMPLETED
            or not completed_at
            or completed_at > at
        ):
            continue
        if at > now + WRITTEN_AHEAD:
            continue
        category = TemplateCategory.REMINDER_1DAY
        messages.append(_message(enrollment, category=category, at=at, now=now))
        phone = (
            enrollment.purchase.user.phone
            if enrollment.purchase.user
            else enrollment.purchase.guest_phone
        )
        if phone in consenting:
            messages.append(_message(enrollment, category=category, at=at, now=now, phone=phone))
    return messages


def _words_from_the_admin(sales: Sales, *, now: datetime) -> list[Message]:
    at = now - timedelta(hours=4)
    return [
        _message(enrollment, category="CUSTOM", at=at)
        for enrollment in sales.enrollments
        if enrollment.bootcamp.starts_at > now
        and enrollment.purchase.state == PurchaseState.COMPLETED
        and enrollment.purchase.created_at < at
        and enrollment.bootcamp.session_url == marks.session_url("within-the-hour")
    ]


def _recordings(sales: Sales, *, now: datetime) -> list[Message]:
    """With the job's own dedupe keys, so that its first run doesn't notify all attendees again."""
    enrollments = Enrollment.objects.filter(
        purchase__in=[purchase.pk for purchase in sales.purchases]
    )
    keys = {
        (enrollment.purchase_id, enrollment.bootcamp_id): f"recording:{enrollment.pk}"
        for enrollment in enrollments
    }
    return [
        _message(
            enrollment,
            category=RECORDING,
            at=min(enrollment.ends_at + timedelta(hours=2), now - timedelta(minutes=5)),
            key=keys[enrollment.purchase_id, enrollment.bootcamp_id],
        )
        for enrollment in sales.enrollments
        if enrollment.ends_at < now
        and enrollment.bootcamp.recording_url
        and enrollment.purchase.state == PurchaseState.COMPLETED
    ]


def _let_some_fail(log: list[Message]) -> None:
    sent = [m for m in log if m.status == MessageStatus.SENT and m.type == Channel.EMAIL]
    for number, message in enumerate(sent[7::41]):
        message.status = MessageStatus.FAILED
        message.attempts = 5
        message.sent_at = None
        message.error_message = FAILURES[number % len(FAILURES)]


def _message(
    enrollment: Enrollment,
    *,
    category: str,
    at: datetime,
    now: datetime | None = None,
    phone: str = "",
    key: str = "",
) -> Message:
    purchase = enrollment.purchase
    waits = now is not None and at > now
    channel = Channel.SMS if phone else Channel.EMAIL
    subject, text = _words(category, enrollment)
    key = key or f"demo:{category}:{channel}:{purchase.pk}:{enrollment.bootcamp_id}"
    return Message(
        user=purchase.user,
        bootcamp=enrollment.bootcamp,
        purchase_id=purchase.pk,
        type=channel,
        category=category,
        recipient=phone or _address(purchase),
        subject="" if phone else subject,
        content=text,
        dedupe_key=key,
        message_id=None if phone else f"<{key.replace(':', '.')}@{marks.DOMAIN}>",
        status=MessageStatus.PENDING if waits else MessageStatus.SENT,
        attempts=0 if waits else 1,
        send_after=at,
        created_at=purchase.state_since if waits else at,
        sent_at=None if waits else at + timedelta(seconds=2),
    )


def _words(category: str, enrollment: Enrollment) -> tuple[str, str]:
    if category == "CUSTOM":
        return "Before we start", "Please have your laptop charged and your idea in one sentence."
    if category == RECORDING:
        return (
            f"Recording: {enrollment.name}",
            f"The recording of {enrollment.name} is in your portal.",
        )
    subject, text = MAILS[TemplateCategory(category)]
    words = {
        "firstName": _first_name(enrollment.purchase),
        "bootcampName": enrollment.name,
        "bootcampDate": f"{enrollment.starts_at:%B %d, %Y}",
        "bootcampTime": f"{enrollment.starts_at:%I:%M %p}",
        "zoomLink": enrollment.bootcamp.zoom_join_url,
        "loginUrl": f"{marks.SITE}/auth/login",
    }
    return subject.format(**words), text.format(**words)


def _address(purchase: Purchase) -> str:
    return purchase.buyer_email


def _first_name(purchase: Purchase) -> str:
    name = purchase.user.full_name if purchase.user else purchase.guest_full_name
    return name.split(" ", maxsplit=1)[0]
