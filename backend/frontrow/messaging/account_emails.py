"""Account emails: verify an address, reset or set a password, sign in with a code."""

import hashlib

from django.conf import settings

from frontrow.accounts.adapter import AccountAdapter as AccountRules
from frontrow.accounts.address_verification import has_verified_address
from frontrow.accounts.models import EmailKind, User
from frontrow.core.text_fields import told_name
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Code,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.private_links import CODE_PLACE, LINK_PLACE

# Subject, request, button, ending.
_EMAILS = {
    EmailKind.VERIFY_ADDRESS: (
        "Confirm your email address",
        "Please confirm that this address is yours.",
        "Confirm this address",
        "The link works for three days. If you didn't create an account, just ignore this email.",
    ),
    EmailKind.RESET_PASSWORD: (
        "Choose a new password",
        "Someone, hopefully you, asked to reset your password.",
        "Choose a new password",
        "The link works for two hours. If it wasn't you, just ignore this email: nothing changes.",
    ),
    EmailKind.SET_PASSWORD: (
        "Your account is ready",
        "We've created an account for you. Choose a password to get started.",
        "Choose your password",
        "The link works for two hours; you can ask for a new one on the sign-in page.",
    ),
}

SIGN_IN_CODE = "SIGN_IN_CODE"


class AccountAdapter(AccountRules):
    def send_email(self, *, kind: EmailKind, user: User, link: str) -> None:
        subject, request, button, ending = _EMAILS[kind]
        blocks: list[Block] = [
            Paragraph(_greeting(user)),
            Paragraph(request),
            Button(button, LINK_PLACE),
            Paragraph(ending),
        ]
        # The link holds a new key each time, so each email is a separate event. The log keeps the
        # event, so the event holds only a digest of the key.
        digest = hashlib.sha256(link.encode()).hexdigest()[:40]
        write_messages(
            [
                NewMessage(
                    event=f"{kind}:{user.pk}:{digest}",
                    category=kind.upper(),
                    to=user.email,
                    subject=f"{subject} · {settings.ENV.SITE_NAME}",
                    text=lay_out_text(blocks),
                    html=lay_out_html(title=subject, blocks=blocks),
                    link=link,
                    user_id=user.pk,
                )
            ]
        )

    def send_code(self, *, user: User, code: str, event: str) -> None:
        """Keep the code out of the subject and the first two sentences, which lock screens show.

        Someone who requested the code could otherwise read it on the user's locked phone.
        """
        title, site = "Your sign-in code", settings.ENV.SITE_NAME
        is_proven = has_verified_address(user)
        blocks: list[Block] = [
            Paragraph(_greeting(user)),
            Paragraph(
                f"Someone, hopefully you, asked for this code to sign in to {site} or to confirm a"
                " step there. Enter it on the page where you asked for it:"
            ),
            Code(CODE_PLACE),
            Paragraph(
                "It works once, for 10 minutes, and only in the browser that asked for it. We'll"
                " never ask you to tell us this code."
            ),
            *([] if is_proven or not user.has_usable_password() else [Paragraph(_UNPROVEN)]),
            Paragraph("If this wasn't you, just ignore this email: nothing changes."),
        ]
        write_messages(
            [
                NewMessage(
                    event=event,
                    category=SIGN_IN_CODE,
                    to=user.email,
                    subject=f"{title} · {site}",
                    text=lay_out_text(blocks),
                    html=lay_out_html(title=title, blocks=blocks),
                    link=code,
                    user_id=user.pk,
                )
            ]
        )


_UNPROVEN = (
    "Signing in with it also confirms this address. You'll choose a new password then: the one set"
    " before the address was confirmed stops working."
)


def _greeting(user: User) -> str:
    """Greet by name only if the address is proven. Before that, a stranger typed both."""
    if not has_verified_address(user):
        return "Hello,"
    return f"Hello {told_name(user.first_name or user.username, otherwise='there')},"
