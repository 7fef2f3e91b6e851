"""Preview a message as one recipient would see it, or send a test to the admin."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.backoffice.messages.attendee_messages import (
    BOOTCAMPS_OWN_SUBJECT,
    because_of,
    names_it_is_too_long_for,
)
from frontrow.backoffice.messages.schemas import PreviewIn, PreviewOut
from frontrow.catalogue.models import Bootcamp
from frontrow.core import clock
from frontrow.core.errors import Conflict, NotFound, NotSetUp
from frontrow.core.rate_limit import Limit
from frontrow.messaging.models import Channel
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.rendering import (
    OwnWords,
    Rendered,
    render_mail,
    render_words,
    unknown_variables,
)
from frontrow.messaging.text_length import is_too_long, measure
from frontrow.sales.emails.template_variables import own_words
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.links import sample_join_link
from frontrow.sales.models import Enrollment, Purchase

TEST = "TEST"
TESTS_PER_ADMIN = Limit(scope="messages:test", count=30, per=timedelta(hours=1))


def preview_message(*, wanted: PreviewIn) -> PreviewOut:
    words = _reader(wanted)
    mail = _mail(wanted, words)
    filled = render_words(wanted.content, words)
    length = measure(filled)
    return PreviewOut(
        reader=f"{words.first_name} {words.last_name}".strip(),
        subject=mail.subject,
        text=mail.text,
        html=mail.html if wanted.type == Channel.EMAIL else "",
        unknown_variables=unknown_variables(wanted.subject, wanted.content),
        characters=len(filled),
        encoding=length.encoding,
        units=length.units,
        segments=length.segments if filled else 0,
        is_too_long=is_too_long(filled),
        too_long_for=_names_it_is_too_long_for(wanted),
    )


def _names_it_is_too_long_for(wanted: PreviewIn) -> list[str]:
    if wanted.type != Channel.SMS or wanted.bootcamp_id is None:
        return []
    return names_it_is_too_long_for(bootcamp=_bootcamp(wanted.bootcamp_id), content=wanted.content)


def send_test(*, admin: User, wanted: PreviewIn) -> str:
    """Email it to the calling admin only. Returns the address."""
    if wanted.type == Channel.SMS:
        raise NotSetUp("Text messages aren't set up.")
    if not wanted.content:
        raise Conflict("There's nothing to send yet.")
    TESTS_PER_ADMIN.check(str(admin.pk))
    mail = _mail(wanted, _reader(wanted), test=True)
    write_messages(
        [
            NewMessage(
                event=f"test:{uuid.uuid4()}",
                category=TEST,
                to=admin.email,
                subject=mail.subject,
                text=mail.text,
                html=mail.html,
                reply_to=settings.ENV.SUPPORT_EMAIL,
                user_id=admin.pk,
            )
        ]
    )
    return admin.email


def _mail(wanted: PreviewIn, words: OwnWords, *, test: bool = False) -> Rendered:
    if wanted.type == Channel.SMS:
        return Rendered(subject="", text=render_words(wanted.content, words), html="")
    # An email to attendees without a subject gets the bootcamp's default. A template's stays empty.
    own = BOOTCAMPS_OWN_SUBJECT if wanted.bootcamp_id is not None else ""
    return render_mail(
        subject=wanted.subject or own,
        content=wanted.content,
        words=words,
        because=because_of(words.bootcamp_name),
        test=test,
    )


def _reader(wanted: PreviewIn) -> OwnWords:
    """The chosen attendee, or a made-up one."""
    if wanted.purchase_id is None:
        bootcamp = _bootcamp(wanted.bootcamp_id)
        sample = Purchase(guest_full_name="Ada Lovelace", guest_email="ada@example.com")
        return _sample_words(sample, bootcamp)
    enrollments = live_enrollments().filter(purchase_id=wanted.purchase_id)
    if wanted.bootcamp_id is not None:
        enrollments = enrollments.filter(bootcamp_id=wanted.bootcamp_id)
    enrollment = (
        enrollments.select_related("bootcamp", "purchase__user").order_by("starts_at", "pk").first()
    )
    if enrollment is None:
        raise NotFound("This attendee no longer has a seat.")
    return _sample_words(enrollment.purchase, enrollment.bootcamp, enrollment)


def _sample_words(
    purchase: Purchase, bootcamp: Bootcamp, enrollment: Enrollment | None = None
) -> OwnWords:
    """Real values except the join link, which no other person may have, not even an admin."""
    link = sample_join_link(enrollment)
    return own_words(purchase=purchase, bootcamp=bootcamp, zoom_link=link)


def _bootcamp(bootcamp_id: int | None) -> Bootcamp:
    """The requested bootcamp, else the next one, else a made-up one."""
    if bootcamp_id is not None:
        bootcamp = Bootcamp.objects.filter(pk=bootcamp_id).first()
        if bootcamp is None:
            raise NotFound("Bootcamp not found")
        return bootcamp
    coming = Bootcamp.objects.filter(starts_at__gt=Now()).order_by("starts_at", "pk").first()
    return coming or Bootcamp(
        name="Beginner Bootcamp",
        starts_at=clock.now() + timedelta(days=7),
        timezone="America/New_York",
    )
