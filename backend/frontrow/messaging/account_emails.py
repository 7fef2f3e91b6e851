"""The emails of account life: verify an address, reset or set a password."""

import hashlib

from django.conf import settings

from frontrow.accounts.adapter import AccountAdapter as AccountRules
from frontrow.accounts.address_verification import has_verified_address
from frontrow.accounts.models import EmailKind, User
from frontrow.messaging.email_layout import Block, Button, Paragraph, lay_out_html, lay_out_text
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.private_links import LINK_PLACE

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


class AccountAdapter(AccountRules):
    def send_email(self, *, kind: EmailKind, user: User, link: str) -> None:
        subject, request, button, ending = _EMAILS[kind]
        blocks: list[Block] = [
            Paragraph(_greeting(user)),
            Paragraph(request),
            Button(button, LINK_PLACE),
            Paragraph(ending),
        ]
        # The link holds a fresh key each time, so each email is an event of its own. The event
        # stays in the log, so it holds only a digest of the key.
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


def _greeting(user: User) -> str:
    """By name only where the address is proven: before that, a stranger chose both."""
    return f"Hello {user.first_name or user.username}," if has_verified_address(user) else "Hello,"
