"""Notify the operators once, in the day before their decision date, if too few seats are sold.

No class is canceled automatically. The notice links to the dialog for it.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F
from django.db.models.functions import Now

from frontrow.accounts.models import User, UserStatus
from frontrow.accounts.rights import Right, roles_with
from frontrow.catalogue.models import OFFERED, Bootcamp
from frontrow.catalogue.seats import SOLD_SEATS
from frontrow.core.dates import format_date, format_moment
from frontrow.core.jobs import job
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.outbox import NewMessage, write_messages

NOTICE = "NOTICE"
TOLD_BEFORE = timedelta(days=1)


@job(every="*/10 * * * *")
def tell_of_minimum(timestamp: int) -> None:
    """Every ten minutes, because a refund can also bring a class below its minimum.

    Sent once per minimum, and again if the minimum is changed.
    """
    tell_of_few_seats()


@transaction.atomic
def tell_of_few_seats() -> list[int]:
    """Returns the classes for which a notice was sent."""
    due = (
        Bootcamp.objects.filter(
            OFFERED,
            min_seats__isnull=False,
            decide_by__lte=Now() + TOLD_BEFORE,
            decide_told_at=None,
            starts_at__gt=Now(),
        )
        .select_for_update(skip_locked=True, no_key=True)
        .order_by("pk")
    )
    ids = [one.pk for one in due]
    few = (
        Bootcamp.objects.filter(pk__in=ids)
        .annotate(sold=Count("seats", filter=SOLD_SEATS))
        .filter(sold__lt=F("min_seats"))
    )
    readers = User.objects.filter(role__in=roles_with(Right.MONEY), status=UserStatus.ACTIVE)
    told = list(few.order_by("pk"))
    write_messages([_email(one, reader) for one in told for reader in readers.order_by("pk")])
    told_of = [one.pk for one in told]
    Bootcamp.objects.filter(pk__in=told_of).update(decide_told_at=Now())
    return told_of


def _email(bootcamp: Bootcamp, reader: User) -> NewMessage:
    sold: int = bootcamp.sold  # type: ignore[attr-defined]
    day = format_date(bootcamp.starts_at, bootcamp.timezone)
    by = format_moment(bootcamp.decide_by, bootcamp.timezone) if bootcamp.decide_by else ""
    title = "Too few seats sold"
    blocks: list[Block] = [
        Paragraph(
            f"{bootcamp.name} on {day} has sold {sold} of the {bootcamp.min_seats} seats that you"
            f" set as its minimum. You wanted to decide by {by}. Nothing is canceled automatically."
        ),
        Button(
            "Decide what happens",
            f"{settings.SITE_URL}/admin/bootcamps/{bootcamp.pk}?change=cancel",
        ),
    ]
    return NewMessage(
        event=f"minimum:{bootcamp.pk}:{bootcamp.min_seats}:{by}:{reader.pk}",
        category=NOTICE,
        to=reader.email,
        subject=f"{title}: {bootcamp.name}"[:200],
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        user_id=reader.pk,
        bootcamp_id=bootcamp.pk,
    )
