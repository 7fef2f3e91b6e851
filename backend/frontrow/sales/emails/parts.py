"""Common parts of emails to buyers: recipient, greeting and help."""

from collections.abc import Mapping, Sequence

from django.conf import settings

from frontrow.core.text_fields import told_name
from frontrow.messaging.email_layout import (
    Block,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import link_place
from frontrow.messaging.rendering import OwnWords, render_subject
from frontrow.messaging.templates import TemplateWords
from frontrow.sales.models import Purchase

# Leaves room for the site's name after it. A subject has 255 characters.
_LONGEST_NAME_IN_SUBJECT = 120


def buyer_email(
    *,
    purchase: Purchase,
    event: str,
    category: str,
    title: str,
    blocks: Sequence[Block],
    subject: str = "",
    own_subject: str = "",
    link: str = "",
    more_links: Sequence[str] = (),
    attachments: Sequence[Mapping[str, str]] = (),
) -> NewMessage:
    """An email to the buyer. `own_subject` is a template's subject and is used unchanged."""
    title = own_subject or title
    return NewMessage(
        event=event,
        category=category,
        to=purchase.buyer_email,
        # A line break in a name must not inject a header.
        subject=own_subject or " ".join(f"{subject or title} · {settings.ENV.SITE_NAME}".split()),
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        reply_to=settings.ENV.SUPPORT_EMAIL,
        attachments=attachments,
        link=link,
        more_links=more_links,
        user_id=purchase.user_id,
        bootcamp_id=purchase.bootcamp_id,
        purchase_id=purchase.pk,
    )


def help_section() -> list[Block]:
    return [Paragraph("Questions? Just reply to this email.")]


def questions_note(place: int) -> Block:
    """A link to the instructor's questions by the join link, without an account."""
    return Paragraph(
        "Your instructor has a few questions for you before the class.",
        "Answer them",
        link_place(place),
    )


def subject_of(template: TemplateWords | None, words: OwnWords) -> str:
    """Empty if the template uses the default subject."""
    return render_subject(template.subject, words) if template else ""


def portal_address() -> str:
    return f"{settings.SITE_URL}/portal"


def name_of(purchase: Purchase) -> str:
    """Never empty, because a missing name must not prevent a paid purchase from completing."""
    user = purchase.user
    name = purchase.guest_full_name.strip() or (user.display_name if user else "")
    return told_name(name, otherwise="there")


def first_name_of(purchase: Purchase) -> str:
    return name_of(purchase).split(maxsplit=1)[0]


def shortened(name: str) -> str:
    if len(name) <= _LONGEST_NAME_IN_SUBJECT:
        return name
    return name[: _LONGEST_NAME_IN_SUBJECT - 1].rstrip() + "…"
