"""Contact messages from visitors: stored first, then emailed to the operator."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction

from frontrow.core.addresses import address_key
from frontrow.core.errors import Throttled
from frontrow.core.rate_limit import Limit
from frontrow.messaging.models import ContactMessage
from frontrow.messaging.outbox import write_mail

PER_VISITOR = Limit(scope="contact:visitor", count=3, per=timedelta(hours=1))
PER_ADDRESS = Limit(scope="contact:address", count=3, per=timedelta(hours=1))
# More than this in a day is a flood. Messages are then stored for the inbox but not emailed.
MAILED_PER_DAY = Limit(scope="contact:mailed", count=50, per=timedelta(days=1))


def receive_contact_message(
    *, visitor: str, name: str, email: str, subject: str, message: str, looks_automatic: bool
) -> None:
    """Keep a visitor's message and mail it to the operator, who can simply reply.

    Messages with the hidden field filled in come from bots. They get a normal answer and are
    dropped, because an error would tell the bot which field to leave empty.
    """
    if looks_automatic:
        return
    PER_VISITOR.check(visitor)
    PER_ADDRESS.check(address_key(email))
    _keep_and_mail(name=name, email=email, subject=subject, message=message)


@transaction.atomic
def _keep_and_mail(*, name: str, email: str, subject: str, message: str) -> None:
    kept = ContactMessage.objects.create(name=name, email=email, subject=subject, message=message)
    try:
        MAILED_PER_DAY.check("all")
    except Throttled:
        return
    write_mail(
        event=f"contact:{kept.pk}",
        category="CONTACT",
        to=settings.ENV.SUPPORT_EMAIL,
        subject=f"[{settings.ENV.SITE_NAME}] {subject}",
        text=f"{name} <{email}> wrote:\n\n{message}\n",
        reply_to=email,
    )
